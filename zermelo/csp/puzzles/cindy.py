"""Cindy's puzzle: 2n + 1 cells in a row, n reds to the left, n greens to the right, one cell free.

R R _ G G      Reds move to the right only, greens to the left only: one cell ahead if it is free, or over
R _ R G G      exactly one piece of the other colour to the free cell behind it.  Make them change
R G R _ G      places.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.csp.search import Counters
from zermelo.errors import ProblemError, Stopped
from zermelo.limits import Clock

Row = str
LARGEST = 12


def start(reds: int = 3, greens: int | None = None) -> Row:
    """The row at the beginning.

    >>> start(2)
    'RR_GG'
    """
    greens = reds if greens is None else greens
    for number in (reds, greens):
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= LARGEST:
            raise ProblemError("number_of_pieces", most=LARGEST, given=repr(number))
    return "R" * reds + "_" + "G" * greens


def moves(row: Row) -> Iterator[Row]:
    """The rows that one move can make."""
    free = row.index("_")
    for distance in (1, 2):
        over = "G" if distance == 2 else ""
        if free >= distance and row[free - distance : free] == "R" + over:
            yield row[: free - distance] + "_" + over + "R" + row[free + 1 :]
        over = "R" if distance == 2 else ""
        if row[free + 1 : free + distance + 1] == over + "G":
            yield row[:free] + "G" + over + "_" + row[free + distance + 1 :]


def solutions(row: Row, counters: Counters, clock: Clock | None = None) -> Iterator[list[Row]]:
    """Every way from a row to its mirror image, by backtracking: the rows on the way.

    No piece ever moves back, so every way ends, and what was tried is never met again on the same way.

    >>> next(solutions("R_G", Counters()))
    ['R_G', '_RG', 'GR_', 'G_R']
    """
    return _backtrack([row], row[::-1], counters, clock or Clock(None))


def _backtrack(way: list[Row], goal: Row, counters: Counters, clock: Clock) -> Iterator[list[Row]]:
    if way[-1] == goal:
        counters.solutions += 1
        yield list(way)
        return
    for row in moves(way[-1]):
        counters.assignments += 1
        if counters.assignments % 1024 == 0 and clock.left <= 0:
            raise Stopped
        way.append(row)
        yield from _backtrack(way, goal, counters, clock)
        way.pop()
    counters.backtracks += 1


def shortest(row: Row, counters: Counters, clock: Clock | None = None) -> list[Row] | None:
    """The shortest of all ways, every one of which is looked at; None where there is none."""
    return min(solutions(row, counters, clock), key=len, default=None)


def sentences(way: list[Row]) -> Iterator[str]:
    """Each move in words."""
    for number, (before, after) in enumerate(zip(way, way[1:]), 1):
        to, gone = before.index("_"), after.index("_")
        colour = "red" if after[to] == "R" else "green"
        how = "jumps" if abs(to - gone) == 2 else "steps"
        yield f"{number:3}  {' '.join(after)}   {colour} {how} from {gone + 1} to {to + 1}"
