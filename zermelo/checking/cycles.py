"""Positions that come again, in play that was seen: `repetition = None` says that none does."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.checking.findings import Facts, Position, shown

if TYPE_CHECKING:
    from zermelo.checking.rules import Examination

Graph = dict[Hashable, list[tuple[Any, Hashable]]]
"""Of every position the actions, each with the position after it."""
NEAREST = 50
"""Positions near the start from which a way back is looked for."""


def way_back(graph: Graph) -> tuple[Any, list[Any]] | None:
    """A position that play can come back to, one of the first if possible, and the shortest way round.

    >>> way_back({"a": [(1, "b")], "b": [(2, "c")], "c": [(3, "b")]})
    ('b', [2, 3])
    """
    anywhere = on_a_cycle(graph)
    if anywhere is None:
        return None
    for start in islice(graph, NEAREST):
        if way := shortest(graph, start):
            return start, way
    return anywhere, shortest(graph, anywhere)


def on_a_cycle(graph: Graph) -> Any:
    """A position on a cycle: depth first, the first that is met again on the path to it."""
    done: set[Hashable] = set()
    for root in graph:
        path: list[tuple[Hashable, Iterator[Hashable]]] = []
        active: set[Hashable] = set()
        following: Hashable | None = root
        while following is not None or path:
            if following in active:
                return following
            if following is not None and following not in done:
                active.add(following)
                path.append((following, iter([child for _, child in graph.get(following, ())])))
            following = next(path[-1][1], None) if path else None
            if following is None and path:
                active.discard(path[-1][0])
                done.add(path.pop()[0])
    return None


def shortest(graph: Graph, start: Hashable) -> list[Any]:
    """The actions of the shortest way from a position back to it."""
    ways: dict[Hashable, list[Any]] = {start: []}
    for position in (queue := [start]):
        for action, child in graph.get(position, ()):
            if child == start:
                return [*ways[position], action]
            if child not in ways:
                ways[child] = [*ways[position], action]
                queue.append(child)
    return []


class Repeats:
    """Watches play for positions that come again."""

    def __init__(self, exam: Examination) -> None:
        self.exam = exam
        self.worth = getattr(exam.game, "repetition", 0)
        """What a position that repeats is worth to MAX; None: none does."""
        self.graph: Graph = {}
        self.ways: dict[Hashable, tuple[Any, ...]] = {}
        self.seen: tuple[Any, tuple[Any, ...], tuple[Any, ...]] | None = None

    def note_children(self, position: Position, facts: Facts) -> None:
        """A position that was looked at, and those after it."""
        if self.worth is None:
            with contextlib.suppress(TypeError):
                self.graph[position.before] = [pair for pair in facts.children if pair[1] is not None]
                self.ways.setdefault(position.before, position.moves)

    def note_game(self, states: list[Any], moves: tuple[Any, ...]) -> None:
        """A whole game; the first position of any that comes again is kept."""
        first: dict[Any, int] = {}
        with contextlib.suppress(TypeError):
            for ply, state in enumerate(states if self.seen is None else ()):
                if (before := first.setdefault(state, ply)) < ply:
                    self.seen = state, moves[:before], moves[before:ply]
                    return

    def conclude(self) -> None:
        """The nearest position that comes again although none should."""
        if self.worth is not None:
            return
        found = way_back(self.graph)
        if found is not None:
            self.seen = (found[0], self.ways.get(found[0], ()), tuple(found[1]))
        if self.seen is not None:
            state, way, again = self.seen
            self.exam.position = Position(state, way)
            moves = ", ".join(map(shown, again))
            self.exam.record("repeats", f": repetition is None, but {moves} leads back to the same position")
