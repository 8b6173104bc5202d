"""Iterative deepening: search one ply ahead, then two, then three …, each time ordered by the time before.

The last iteration costs most, so the earlier ones are nearly free; the answer is that of
the deepest iteration that was finished when the time was up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.kernel.run import ESTIMATES, INFINITY, PLIES

Finished = bool
Settled = bool


def deepening(iterate: Callable[[int], tuple[Finished, Settled]], deepest: int | None) -> Iterator[int]:
    """Call `iterate(depth)` for depth 1, 2, …; yields each depth that was finished.

    `iterate` says whether it was finished, and whether looking deeper can change nothing.
    """
    last = PLIES - 1 if deepest is None else deepest
    for depth in range(min(1, last), last + 1):
        finished, settled = iterate(depth)
        if not finished:
            return
        yield depth
        if settled:
            return


def aspiration(search: Callable[[Any, Any], Any], guess: Any, margin: Any) -> Any:
    """The value, looked for near the guess first; where it lies outside, that side is opened wider.

    >>> aspiration(lambda alpha, beta: min(max(7, alpha), beta), 5, 1)
    7
    """
    low, high = guess - margin, guess + margin
    while True:
        value = search(low, high)
        if low < value < high:
            return value
        margin = 4 * margin if margin < WIDE and abs(value) < ESTIMATES else INFINITY
        if value <= low:
            low = value - margin
        else:
            high = value + margin


WIDE = 1 << 12
"""A margin from here on is no margin; neither is one around a win."""
