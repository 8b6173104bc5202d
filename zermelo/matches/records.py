"""What is known of a game before it is played, and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, name_of
from zermelo.limits import Limits, MatchClock, check_from
from zermelo.running.explain import possible

FORFEITS = ("time", "crash", "illegal")
"""Endings that are a player's own fault."""
DRAWN = 0.5


@dataclass(frozen=True)
class Terms:
    """What all players agree on."""

    seconds: float | None = None
    """For each move of a player that has no such limit of its own."""
    clock: MatchClock | None = None
    """What each has for a whole game."""
    margin: float = 0.1
    """Seconds that a move may be late before the game is lost."""
    most_plies: int | None = None
    """After so many, openings included, the game is a draw."""
    adjudicate: int | None = None
    """After so many a table says how the game ends."""

    def __post_init__(self) -> None:
        Limits(seconds=self.seconds, clock=self.clock)
        check_from("margin", self.margin, 0)
        for name in ("most_plies", "adjudicate"):
            if (limit := getattr(self, name)) is not None:
                check_from(name, limit, 0, whole=True)


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played."""

    number: int
    """From 1 on; the two games of a pair follow each other."""
    pair: int
    """Which pair it is part of, from 1 on."""
    as_max: str
    as_min: str
    opening: tuple[str, ...] = ()
    """The names of the moves that are made before the players begin."""


@dataclass(frozen=True)
class Ply:
    """A move that was made."""

    name: str
    player: int
    """MAX, MIN or CHANCE."""
    seconds: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    score: str = ""
    """What the player said of the position, where it said anything."""


@dataclass(frozen=True)
class Record:
    """A game that was played."""

    number: int
    pair: int
    as_max: str
    as_min: str
    opening: tuple[str, ...]
    plies: tuple[Ply, ...]
    """After the opening."""
    score: float
    """MAX's: 1, ½ or 0."""
    payoff: float | None
    """MAX's utility, where the game came to its end or a table knows it."""
    reason: str
    """over, repetition, limit, table, resigned; or time, crash, illegal: a forfeit."""
    detail: str = ""
    """A forfeit in words."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of all moves from the start."""
        return (*self.opening, *(ply.name for ply in self.plies))

    @property
    def loser(self) -> str | None:
        """Who lost, if anybody did."""
        return None if self.score == DRAWN else self.as_min if self.score > DRAWN else self.as_max

    def score_of(self, name: str) -> float:
        """What a player scored."""
        return self.score if name == self.as_max else 1 - self.score

    def player(self, side: int) -> str:
        """Who played a side."""
        return {MAX: self.as_max, MIN: self.as_min, CHANCE: "chance"}[side]


def score_from(payoff: Any) -> float:
    """MAX's score: by points too, who has more wins.

    >>> score_from(-3), score_from(0), score_from(1)
    (0.0, 0.5, 1.0)
    """
    return 1.0 if payoff > 0 else 0.0 if payoff < 0 else DRAWN


def action_named(game: Any, state: Any, name: str) -> Any:
    """The action, or what the dice show, that has this name here."""
    for action in () if game.is_terminal(state) else possible(game, state):
        if name_of(game, state, action) == name:
            return action
    raise SearchError("move_of_other_game", move=name, game=type(game).__name__)


def replayed(game: Any, names: tuple[str, ...]) -> list[Any]:
    """The states of a game from the start to its end."""
    states = [game.initial()]
    for name in names:
        states.append(game.result(states[-1], action_named(game, states[-1], name)))
    return states
