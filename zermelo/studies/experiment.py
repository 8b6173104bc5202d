"""An experiment: jobs that can be done in any order on any core, and what their rows say together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.errors import CannotCompile, SearchError
from zermelo.games import ConnectFour
from zermelo.matches.arena import Given
from zermelo.matches.openings import random_opening, random_openings
from zermelo.report import Report
from zermelo.search import search
from zermelo.studies.findings import Finding, Row

Source = Callable[[], Any]
"""Makes a game: rules from a file cannot be sent to another process, their name can."""
CONNECT_FOUR = Given(ConnectFour())
OPENING = 4
"""Random plies before positions and games, where they last longer."""


@dataclass(frozen=True)
class Settings:
    """What a study can be told."""

    seed: int = 0
    brief: bool = False
    """Sizes that are looked at while one waits."""
    engine: str = "compiled"
    source: Source = CONNECT_FOUR
    """Makes the game of the experiments that take one."""
    game: str = "connect4"
    """How that game is written."""

    def pick(self, brief: Any, thorough: Any) -> Any:
        """One of two sizes."""
        return brief if self.brief else thorough

    @property
    def uncompiled(self) -> bool:
        """Is it a first look without machine code, where only small sizes take seconds?"""
        return self.brief and self.engine == "interpreted"

    def random(self, *of: Any) -> Random:
        """Random numbers of their own for a part of an experiment."""
        return Random(f"{self.seed} {of}")


@dataclass(frozen=True)
class Job:
    """A piece of an experiment that needs no other."""

    work: Callable[..., list[Row]]
    arguments: tuple[Any, ...]
    cost: float = 1.0
    """How many seconds it takes, roughly, on one core with nothing compiled yet."""

    def done(self) -> list[Row]:
        """Its rows."""
        return self.work(*self.arguments)


@dataclass(frozen=True)
class Experiment:
    """One experiment: a file of this package, and a record of the list."""

    name: str
    plan: Callable[[Settings], list[Job]]
    conclude: Callable[[list[Row], Settings], Finding]
    """From the rows of the jobs so far, in their order."""
    takes_game: bool = False
    """Is it about whatever game it is given?"""


def opening_plies(game: Any) -> int:
    """Random plies before a game between players: a few, of a short game fewer, so that it goes on."""
    for plies in range(OPENING, 0, -1):
        with suppress(SearchError):
            random_openings(game, plies, 1, 0)
            return plies
    return 0


def opened(game: Any, random: Random) -> Any:
    """A position after as many random plies, from which the game goes on."""
    for plies in range(OPENING, 0, -1):
        state = random_opening(game, plies, random)[1]
        if not game.is_terminal(state):
            return state
    return game.initial()


def searched(game: Any, state: Any = None, **options: Any) -> Report:
    """A search; rules that cannot be compiled are searched as they are."""
    try:
        return search(game, state, **options)
    except CannotCompile:
        return search(game, state, **{**options, "engine": "auto"})


def matching(rows: Iterable[Row], **wanted: Any) -> list[Row]:
    """The rows that have these in their columns."""
    return [row for row in rows if all(row.get(column) == value for column, value in wanted.items())]
