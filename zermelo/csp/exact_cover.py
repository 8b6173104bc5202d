"""Exact cover: options that together hold every item exactly once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from zermelo.csp.kernels import exact
from zermelo.csp.machine import Slices, kernel
from zermelo.csp.search import Counters
from zermelo.errors import ProblemError, SearchError
from zermelo.limits import Clock, Limits

SLICE = 1_000
"""Options tried before the first look at the clock."""


def exact_covers(
    options: Mapping[Any, Iterable[Hashable]],
    optional: Iterable[Hashable] = (),
    *,
    compiled: bool = True,
    seconds: float | None = None,
) -> Iterator[tuple[Any, ...]]:
    """Every choice of options in which each item appears exactly once, `optional` ones at most once.

    >>> sets = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
    >>> [sorted(cover) for cover in exact_covers(sets, compiled=False)]
    [['B', 'D', 'F']]
    """
    Limits(seconds=seconds)
    return ExactCover(options, optional, compiled).covers(Clock(seconds))


def count_exact_covers(
    options: Mapping[Any, Iterable[Hashable]],
    optional: Iterable[Hashable] = (),
    *,
    compiled: bool = True,
    seconds: float | None = None,
) -> int:
    """How many choices of options there are in which each item appears exactly once."""
    Limits(seconds=seconds)
    return ExactCover(options, optional, compiled).count(Clock(seconds))


def items_of(given: Any, whose: str) -> list[Hashable]:
    try:
        return list(dict.fromkeys(given))
    except TypeError as error:
        raise ProblemError("unhashable_items", option=whose, reason=error) from None


class ExactCover:
    """The matrix of ones as linked lists in arrays, and a search through it."""

    def __init__(
        self,
        options: Mapping[Any, Iterable[Hashable]],
        optional: Iterable[Hashable] = (),
        compiled: bool = True,
    ) -> None:
        if not isinstance(options, Mapping):
            raise ProblemError("cover_needs_options", given=repr(options))
        self.names = list(options)
        self.rows = [items_of(options[name], f"the option {name}") for name in self.names]
        self.optional = items_of(optional, "optional")
        for name, row in zip(self.names, self.rows):
            if not row:
                raise ProblemError("option_without_items", option=str(name))
        free = set(self.optional)
        needed = dict.fromkeys(item for row in self.rows for item in row if item not in free)
        self.items = [*needed, *self.optional]
        self.needed = len(needed)
        self.compiled = compiled
        self.counters = Counters()

    def covers(self, clock: Clock | None = None) -> Iterator[tuple[Any, ...]]:
        for found in self._slices(clock or Clock(None), room=1):
            if found is not None:
                yield tuple(self.names[option] for option in found)

    def count(self, clock: Clock | None = None) -> int:
        for _ in self._slices(clock or Clock(None), room=0):
            pass
        return self.counters.solutions

    def _slices(self, clock: Clock, room: int) -> Iterator[list[int] | None]:
        entry = kernel("exact", self.compiled)
        links, state, buffer = self._arrays()
        slices = Slices(SLICE)
        while state[exact.DEPTH] >= 0:
            found = entry(*links, state, buffer, room, slices.next())
            self.counters.assignments = int(state[exact.TRIED])
            self.counters.solutions = int(state[exact.SOLUTIONS])
            yield [int(option) for option in buffer[: found - 1]] if found else None
            if clock.left <= 0 and state[exact.DEPTH] >= 0:
                raise SearchError("stopped_before_all_covers")

    def _arrays(self) -> tuple[list[Any], Any, Any]:
        arrays = self._linked()
        state = [0] * (exact.HEAD + len(self.items) + 2)
        state[exact.ENTERING] = 1
        buffer = [0] * (len(self.items) + 1)
        if self.compiled:
            import numpy as np

            arrays = [np.array(array, np.int64) for array in arrays]
            return arrays, np.array(state, np.int64), np.array(buffer, np.int64)
        return arrays, state, buffer

    def _linked(self) -> list[Any]:
        """left, right, up, down, item of a node, option of a node, where options start, size of a column."""
        heads = len(self.items) + 1
        place: dict[Hashable, int] = {item: 1 + index for index, item in enumerate(self.items)}
        left, right = list(range(heads)), list(range(heads))  # optional items stand alone
        for head in range(self.needed + 1):
            right[head] = (head + 1) % (self.needed + 1)
            left[head] = (head - 1) % (self.needed + 1)
        up, down, item_of = list(range(heads)), list(range(heads)), list(range(heads))
        option_of, size, option_start = [-1] * heads, [0] * heads, [heads]
        for option, row in enumerate(self.rows):
            for item in row:
                head, node = place[item], len(up)
                up.append(up[head])
                down.append(head)
                down[up[head]] = node
                up[head] = node
                item_of.append(head)
                option_of.append(option)
                size[head] += 1
            option_start.append(len(up))
        return [left, right, up, down, item_of, option_of, option_start, size]
