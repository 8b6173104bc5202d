"""Score: how good a position is, for whom, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from typing import Any

from zermelo.game import MAX, MIN
from zermelo.kernel.run import ESTIMATES, WIN

PLAYERS = {MAX: "MAX", MIN: "MIN"}


@total_ordering
@dataclass(frozen=True, eq=False)
class Score:
    """A value from a named player's point of view, proved or estimated.

    `winner` is set when the game is decided, `plies` says in how many plies;
    a drawn game has neither.  Scores compare from MAX's point of view.
    """

    value: Any
    """The payoff or estimate, for `player`."""
    proved: bool
    player: int = MAX
    winner: int | None = None
    plies: int | None = None
    outcome: bool = False
    """Win, draw or loss, rather than points."""

    @property
    def is_draw(self) -> bool:
        """A proved draw of an outcome game."""
        return self.outcome and self.proved and self.winner is None

    def of(self, player: int) -> Score:
        """The same score from a player's point of view."""
        if player == self.player:
            return self
        return Score(-self.value, self.proved, player, self.winner, self.plies, self.outcome)

    def __neg__(self) -> Score:
        return self.of(1 - self.player)

    def _rank(self) -> tuple[int, Any]:
        """Wins above every estimate, the quicker the higher; losses below, the slower the higher."""
        if self.winner is None:
            return 0, self.of(MAX).value
        side = 1 if self.winner == MAX else -1
        return side, -side * (self.plies or 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and (self._rank(), self.proved) == (other._rank(), other.proved)

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank()

    def __hash__(self) -> int:
        return hash((self._rank(), self.proved))

    def __str__(self) -> str:
        if self.winner is not None:
            return f"{PLAYERS[self.winner]} wins{in_plies(self.plies)}"
        if self.is_draw:
            return "a draw"
        sure = "proved" if self.proved else "estimated"
        return f"{plain(self.value)} for {PLAYERS[self.player]} ({sure})"


def in_plies(plies: int | None) -> str:
    """How far away a win is, as the end of a sentence: ` in 3 plies`."""
    if plies is None:
        return ""
    return f" in {plies} {'ply' if plies == 1 else 'plies'}" if plies else ": the game is over"


def plain(value: Any) -> str:
    """A number without noise: 3, -0.25, 1e+308."""
    return str(value) if isinstance(value, int) else f"{value:.6g}"


def win_in(plies: int, player: int = MAX) -> Score:
    """A proved win of a player, so many plies from here.

    >>> str(win_in(7, MIN))
    'MIN wins in 7 plies'
    >>> win_in(3, MAX) > win_in(5, MAX) > win_in(5, MIN) > win_in(3, MIN)
    True
    """
    return Score(1 if player == MAX else -1, True, MAX, player, plies, True)


def loss_in(plies: int) -> Score:
    """The old name of `win_in(plies, MIN)`."""
    return win_in(plies, MIN)


def unknown(outcome: bool) -> Score:
    """Nothing is known yet."""
    return Score(0, False, MAX, None, None, outcome)


def score_of(value: Any, *, outcome: bool, quick: bool, exhausted: bool) -> Score:
    """The score behind a search's number; `exhausted`: no estimate took part in it."""
    if outcome and abs(value) > ESTIMATES:
        side = 1 if value > 0 else -1
        return Score(
            side, True, MAX, MAX if side > 0 else MIN, int(WIN - abs(value)) if quick else None, True
        )
    return Score(value, exhausted, MAX, None, None, outcome)
