"""Score: how good a position is, for whom, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import total_ordering
from numbers import Integral, Rational
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN, player_name
from zermelo.kernel.run import ESTIMATES, WIN
from zermelo.messages import Brief

NOISE = 1e-14
"""What an average is less than that is nothing."""
PLAYERS = {player: player_name(player) for player in (MAX, MIN)}


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class Score(Brief):
    """A value from a named player's point of view, proved or estimated.

    `winner` is set when the game is decided, `plies` says in how many plies (`exact`) or in how many at most;
    a drawn game has neither, a win by endless play no `plies`.  Scores compare from MAX's point of view; with
    three or more players, from that of `player`.
    """

    value: Any
    """The payoff or estimate, for `player`."""
    proved: bool
    player: int = MAX
    winner: int | None = None
    plies: int | None = None
    outcome: bool = False
    """Win, draw or loss, rather than points."""
    exact: bool = True
    """Is the win `plies` away if both play well?  False: it is proved within so many, and may come sooner."""
    expected: bool = False
    """An average over what dice may show: no game need end with it."""
    error: float = 0.0
    """How far from the true average it is at most, rounding included; 0: rounding was not looked at."""
    players: int = 2
    payoffs: tuple[Any, ...] = ()
    """What each of three or more players gets, if each plays for themselves and takes the first of equally
    good actions; empty where only `player` was asked about, who gets at least `value` whatever happens."""
    known: bool = True
    """False: nothing is known of the position, and `value` is 0 for want of a number."""

    def __post_init__(self) -> None:
        """Rules may answer True and False, which count as 1 and 0."""
        if isinstance(self.value, bool):
            object.__setattr__(self, "value", int(self.value))

    @property
    def is_draw(self) -> bool:
        """A proved draw of an outcome game."""
        return self.outcome and self.proved and self.winner is None

    def of(self, player: int) -> Score:
        """The same score from a player's point of view."""
        if player == self.player or (self.players > 2 and not self.payoffs):
            return self
        if self.players > 2:
            return replace(self, value=self.payoffs[player], player=player)
        return replace(self, value=-self.value, player=player)

    @property
    def told(self) -> Any:
        """The value as people are told it."""
        return without_noise(self.value, self.error) if self.expected else self.value

    def later(self, plies: int) -> Score:
        """The same score seen from so many plies before: a win is that much further away."""
        return self if self.plies is None else replace(self, plies=self.plies + plies)

    @property
    def by_repetition(self) -> int | None:
        """Who would win by going on for ever, where that is all that was found and not proved."""
        if not self.outcome or self.proved or abs(self.value) < ESTIMATES:
            return None
        return MAX if self.of(MAX).value > 0 else MIN

    def __neg__(self) -> Score:
        return self.of(1 - self.player)

    def _rank(self) -> tuple[int, Any]:
        """Wins above every estimate, the quicker the higher; losses below, the slower the higher.

        A win in no number of plies, by endless play, comes after all others.
        """
        if self.winner is None:
            return 0, self.value if self.players > 2 else self.of(MAX).value
        side = 1 if self.winner == MAX else -1
        return side, -side * (math.inf if self.plies is None else self.plies)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self._sure() == other._sure()

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank()

    def __hash__(self) -> int:
        return hash(self._sure())

    def _sure(self) -> tuple[Any, ...]:
        shared = (self.player, self.payoffs) if self.players > 2 else ()
        return self._rank(), self.proved, self.exact, self.known, *shared

    def __str__(self) -> str:
        if not self.known:
            return "nothing is known"
        if self.players > 2:
            return shared_out(self)
        if self.winner is not None:
            return f"{player_name(self.winner)} wins{in_plies(self.plies, self.exact)}"
        if self.by_repetition is not None:
            return f"{player_name(self.by_repetition)} wins by repetition (estimated)"
        if self.is_draw:
            return "a draw"
        sure = f"within {rounded_up(self.error)}" if self.error else "proved" if self.proved else "estimated"
        expected = "expected value " if self.expected else ""
        return f"{expected}{plain(self.told)} for {player_name(self.player)} ({sure})"


def shared_out(score: Score) -> str:
    """A score of three or more players: what each of them gets, or what one of them is sure of.

    >>> str(Score(2, True, 0, players=3, payoffs=(2, -1, -1)))
    'A 2, B -1, C -1 (each for themselves; proved)'
    >>> str(Score(-1, True, 2, players=3))
    'at least -1 for C, whatever the others do (proved)'
    """
    expected = "expected value " if score.expected else ""
    if not score.payoffs:
        sure = "whatever the others do (proved)" if score.proved else "against all others (estimated)"
        name = player_name(score.player, score.players)
        return f"{expected}at least {plain(score.value)} for {name}, {sure}"
    sure = "each for themselves; proved" if score.proved else "estimated"
    payoffs = tuple(map(without_noise, score.payoffs)) if score.expected else score.payoffs
    return f"{expected}{payoffs_told(payoffs)} ({sure})"


def payoffs_told(payoffs: Sequence[Any]) -> str:
    """Who gets what of three or more players.

    >>> payoffs_told((1, 0.5, 0))
    'A 1, B 0.5, C 0'
    """
    named = (player_name(player, len(payoffs)) for player in range(len(payoffs)))
    return ", ".join(f"{name} {plain(payoff)}" for name, payoff in zip(named, payoffs, strict=True))


def rounded_up(error: float) -> str:
    """A bound by its first figure, and never less than it is.

    >>> rounded_up(3.2e-13), rounded_up(1e-06), rounded_up(9.5e-15)
    ('4e-13', '1e-06', '1e-14')
    """
    told = f"{error:.0e}"
    figure, exponent = told.split("e")
    return told if float(told) >= error else f"{float(f'{int(figure) + 1}e{exponent}'):.0e}"


def in_plies(plies: int | None, exact: bool = True) -> str:
    """How far away a win is, as the end of a sentence: ` in 3 plies`, or `, within 3 plies`."""
    if plies is None:
        return ""
    near = " in" if exact else ", within"
    return f"{near} {plies} {'ply' if plies == 1 else 'plies'}" if plies else ": the game is over"


def plain(value: Any) -> str:
    """A number without noise: 3, -0.25, 1e+308; True is 1."""
    if isinstance(value, bool):
        return str(int(value))
    return str(value) if isinstance(value, Rational) else f"{value:.6g}"


def without_noise(value: Any, error: float = 0.0) -> Any:
    """A sum of payoffs and probabilities without what rounding leaves where it is nothing: some 1e-17.

    >>> without_noise(0.1 + 0.2 - 0.3), without_noise(2e-13), without_noise(2e-13, error=1e-12)
    (0.0, 2e-13, 0.0)
    """
    return 0.0 if isinstance(value, float) and abs(value) <= max(error, NOISE) else value


def share(probability: float) -> str:
    """A probability as people say it: as a fraction where that is shorter and exact.

    >>> share(0.25), share(1 / 36), share(0.1234567)
    ('0.25', '1/36', '0.123457')
    """
    from fractions import Fraction

    text, fraction = plain(probability), Fraction(float(probability)).limit_denominator(1000)
    return str(fraction) if len(text) > 4 and abs(fraction - probability) < 1e-9 else text


def win_in(plies: int, player: int = MAX, *, exact: bool = True) -> Score:
    """A proved win of a player, so many plies from here, or at most so many.

    >>> str(win_in(7, MIN))
    'MIN wins in 7 plies'
    >>> win_in(3, MAX) > win_in(5, MAX) > win_in(5, MIN) > win_in(3, MIN)
    True
    >>> str(win_in(9, exact=False))
    'MAX wins, within 9 plies'
    """
    if player not in (MAX, MIN):
        raise SearchError("wrong_player", given=repr(player))
    if not isinstance(plies, Integral):
        raise SearchError("not_whole", option="plies", given=repr(plies))
    if plies < 0:
        raise SearchError("not_from_up", option="plies", least=0, given=repr(plies))
    return Score(1 if player == MAX else -1, True, MAX, player, plies, True, exact)


def loss_in(plies: int) -> Score:
    """The old name of `win_in(plies, MIN)`."""
    return win_in(plies, MIN)


def unknown(outcome: bool, expected: bool = False) -> Score:
    """The score of a position of which nothing is known yet; `expected`: it is an average over dice.

    >>> str(unknown(outcome=True)), unknown(outcome=True).known
    ('nothing is known', False)
    """
    return Score(0, False, MAX, None, None, outcome, expected=expected, known=False)


def score_of(
    value: Any, *, outcome: bool, quick: bool, exhausted: bool, exact: bool = True, expected: bool = False
) -> Score:
    """The score behind a search's number; `exhausted`: no estimate took part in it.

    `exact`: if it is a win, there is none that is quicker; `expected`: it is an average over dice.
    """
    if not outcome or abs(value) < ESTIMATES or (abs(value) == ESTIMATES and not exhausted):
        return Score(value, exhausted, MAX, None, None, outcome, expected=expected)
    side, plies = 1 if value > 0 else -1, int(WIN - abs(value))
    told = plies if quick and abs(value) > ESTIMATES else None
    return Score(side, True, MAX, MAX if side > 0 else MIN, told, True, exact or told is None or plies <= 1)
