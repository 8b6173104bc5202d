"""Cindy's puzzle: 2n + 1 cells in a row, n reds to the left, n greens to the right, one cell free.

R R _ G G      Reds move to the right only, greens to the left only: one cell ahead if it is free, or over
R _ R G G      exactly one piece of the other colour to the free cell behind it.  Make them change
R G R _ G      places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.csp.search import Counters
from zermelo.csp.trace import Recorder, Step, Trace
from zermelo.errors import ProblemError, Stopped
from zermelo.limits import Clock
from zermelo.messages import counted

Row = str
LARGEST = 12
LOOK_AT_THE_CLOCK = 1024
"""Moves between two looks."""


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


def solutions(
    row: Row, counters: Counters, clock: Clock | None = None, recorder: Recorder | None = None
) -> Iterator[list[Row]]:
    """Every way from a row to its mirror image, by backtracking: the rows on the way.

    No piece ever moves back, so every way ends, and what was tried is never met again on the same way.

    >>> next(solutions("R_G", Counters()))
    ['R_G', '_RG', 'GR_', 'G_R']
    """
    return _backtrack([row], Walk(row[::-1], counters, clock or Clock(None), recorder))


@dataclass(frozen=True)
class Walk:
    """Where the ways lead, and who counts, stops and tells."""

    goal: Row
    counters: Counters
    clock: Clock
    recorder: Recorder | None = None

    def count(self) -> None:
        """One more move, unless time is over."""
        self.counters.assignments += 1
        if self.counters.assignments % LOOK_AT_THE_CLOCK == 0 and self.clock.left <= 0:
            raise Stopped

    def note(self, kind: str, way: list[Row], **more: Any) -> None:
        if self.recorder:
            self.recorder.note(Step(kind, len(way) - 1, **more))


def _backtrack(way: list[Row], walk: Walk) -> Iterator[list[Row]]:
    if way[-1] == walk.goal:
        walk.counters.solutions += 1
        walk.note("solution", way, values=tuple(way))
        yield list(way)
        return
    found = list(moves(way[-1]))
    for row in found:
        walk.count()
        walk.note("move", way, values=(way[-1], row))
        way.append(row)
        yield from _backtrack(way, walk)
        way.pop()
    walk.counters.backtracks += 1
    walk.note("back", way, values=(way[-1], *way[-2:-1]), counts=(len(found),))


@dataclass(frozen=True)
class Shortest:
    """The shortest way that was found; the shortest of all where every way was looked at."""

    way: list[Row] | None
    finished: bool
    """False: a limit or Ctrl-C stopped it."""
    interrupted: bool = False


def shortest(
    row: Row, counters: Counters, clock: Clock | None = None, recorder: Recorder | None = None
) -> Shortest:
    """The shortest of all ways; stopped by a limit or Ctrl-C, of those that were found until then."""
    best: list[Row] | None = None
    try:
        for way in solutions(row, counters, clock, recorder):
            best = way if best is None else min(best, way, key=len)
    except (Stopped, KeyboardInterrupt) as stopped:
        interrupted = isinstance(stopped, KeyboardInterrupt)
        if interrupted and best is None:
            raise
        return Shortest(best, False, interrupted)
    return Shortest(best, True)


def count_ways(row: Row, counters: Counters, clock: Clock | None = None) -> int:
    """The number of ways from a row to its mirror image, with every row looked at once and remembered.

    >>> count_ways("RR_GG", Counters())
    2
    """
    walk, known = Walk(row[::-1], counters, clock or Clock(None)), {row[::-1]: 1}

    def ways_from(here: Row) -> int:
        if here not in known:
            known[here] = 0
            for after in moves(here):
                walk.count()
                known[here] += ways_from(after)
            counters.backtracks += 1
        return known[here]

    counters.solutions = ways_from(row)
    return counters.solutions


# -- in words ----------------------------------------------------------------------------------------


def spaced(row: Row) -> str:
    return " ".join(row)


def told_move(before: Row, after: Row) -> str:
    """red jumps from 2 to 4"""
    to, gone = before.index("_"), after.index("_")
    colour = "red" if after[to] == "R" else "green"
    return f"{colour} {'jumps' if abs(to - gone) == 2 else 'steps'} from {gone + 1} to {to + 1}"


def sentences(way: list[Row]) -> Iterator[str]:
    """Each move of a way in words."""
    for number, (before, after) in enumerate(zip(way, way[1:]), 1):
        yield f"{number:3}  {spaced(after)}   {told_move(before, after)}"


class Teller:
    """Tells a search for ways, step by step."""

    def __init__(self) -> None:
        self.ways = 0

    def tell_move(self, step: Step) -> str:
        return f"{told_move(*step.values)}: {spaced(step.values[1])}."

    def tell_back(self, step: Step) -> str:
        here, *before = step.values
        tried = f"every move of {spaced(here)} was tried" if step.counts[0] else "no piece can move"
        return f"{tried}: back to {spaced(before[0])}." if before else f"{tried}: that is all."

    def tell_solution(self, step: Step) -> str:
        self.ways += 1
        return f"way {self.ways:,}, {counted(len(step.values) - 1, 'move')}: all have changed places."


def story(recorder: Recorder) -> Trace:
    """What was recorded of a search, as sentences and data."""
    return Trace(Teller, tuple(recorder.steps), recorder.dropped)
