"""Who meets whom: every two (round robin), one all others (gauntlet), or neighbours (ladder)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Literal

from zermelo.errors import SearchError
from zermelo.matches.openings import Opening
from zermelo.matches.records import Fixture

Encounter = tuple[str, str]
Schedule = Literal["round-robin", "gauntlet", "ladder"]


def gauntlet(names: Sequence[str]) -> list[Encounter]:
    """The first against each of the others.

    >>> gauntlet("abc")
    [('a', 'b'), ('a', 'c')]
    """
    return [(names[0], other) for other in names[1:]]


SCHEDULES: dict[str, Callable[[Sequence[str]], list[Encounter]]] = {
    "round-robin": lambda names: list(combinations(names, 2)),
    "gauntlet": gauntlet,
    "ladder": lambda names: list(pairwise(names)),
}


def encounters(schedule: Schedule, names: Sequence[str]) -> list[Encounter]:
    """Who meets whom."""
    if schedule not in [*SCHEDULES]:  # a list, for what has no hash
        raise SearchError("unknown_schedule", name=schedule, choices=list(SCHEDULES))
    if len(names) < 2:
        raise SearchError("two_players_needed", given=len(names))
    if twice := next((name for name in names if list(names).count(name) > 1), None):
        raise SearchError("player_twice", name=twice)
    return SCHEDULES[schedule](names)


def fixtures(
    meeting: Sequence[Encounter], openings: Sequence[Opening], pairs: int
) -> Iterator[Fixture]:
    """All games: in each round every encounter on one opening, twice, with the sides swapped."""
    number = 0
    for turn in range(pairs):
        for one, other in meeting:
            for as_max, as_min in ((one, other), (other, one)):
                number += 1
                yield Fixture(number, (number + 1) // 2, as_max, as_min, openings[turn % len(openings)])
