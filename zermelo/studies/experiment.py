"""An experiment: jobs that can be done in any order on any core, and what their rows say together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.games import ConnectFour
from zermelo.matches.arena import Given
from zermelo.report import Report
from zermelo.search import search
from zermelo.studies.findings import Finding, Row

Source = Callable[[], Any]
"""Makes a game: rules from a file cannot be sent to another process, their name can."""
CONNECT_FOUR = Given(ConnectFour())


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


def searched(game: Any, state: Any = None, **options: Any) -> Report:
    """A search; rules that cannot be compiled are searched as they are."""
    try:
        return search(game, state, **options)
    except CannotCompile:
        return search(game, state, **{**options, "engine": "auto"})


def matching(rows: Iterable[Row], **wanted: Any) -> list[Row]:
    """The rows that have these in their columns."""
    return [row for row in rows if all(row.get(column) == value for column, value in wanted.items())]
