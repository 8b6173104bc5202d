"""The chance to win that a score promises: certain where it is proved, by a logistic curve where not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from zermelo.game import MAX, MIN, is_written, pays_outcomes
from zermelo.matches.openings import thrown
from zermelo.running.payoffs import known_payoffs
from zermelo.score import Score

GAMES = 20
"""Random games whose positions tell how large the estimates of a game are."""
LONGEST = 200
"""Plies of such a game, at most."""
EVEN = 0.5
STEEPNESS = math.log(3)
"""An estimate of average size is worth half a win: then three of four points are expected."""
MANY = 1000
"""Estimates that are enough to tell how large they are."""
Ends = tuple[float, float]
"""The least and the most that MAX can be paid."""
UNKNOWN: Ends = (-math.inf, math.inf)


def ends_of(game: Any) -> Ends:
    """The least and the most that any end of a game pays MAX, as far as the game says.

    Not what its `bounds` say, which single games end outside of.
    """
    known = known_payoffs(game, outcome=False)
    return UNKNOWN if known is None else (float(known[0]), float(known[1]))


@dataclass(frozen=True)
class Curve:
    """From scores to chances, for one game and the search that valued it.

    >>> from zermelo.score import win_in
    >>> curve = Curve(scale=2.0)
    >>> curve.chance(win_in(3, MAX), MIN), curve.chance(Score(0, False), MAX)
    (0.0, 0.5)
    """

    scale: float | None = None
    """What an estimate is divided by to be the logarithm of the odds; None: estimates are averages of wins
    and losses, from -1 to 1, as random games give them."""
    outcome: bool = True
    """Are games won, drawn or lost, rather than paid in points?"""

    def chance(self, score: Score, player: int, ends: Ends = UNKNOWN) -> float:
        """What a player scores on average, from 0 to 1, a draw being one half; of CHANCE, what MAX does.

        `ends` are the least and the most that MAX can be paid: an average that reaches one is certain.
        """
        value = float(score.of(MIN if player == MIN else MAX).value)
        sure = score.winner is not None or score.by_repetition is not None
        low, high = ends
        certain = score.proved and (low > 0 or high < 0 or not low < float(score.of(MAX).value) < high)
        if sure or certain or (score.proved and not score.expected):
            return 1.0 if value > 0 else 0.0 if value < 0 else EVEN
        if self.outcome and (self.scale is None or score.proved):
            return (1 + value) / 2
        return logistic(value / (self.scale or 1.0))


def logistic(odds: float) -> float:
    """The chance with this logarithm of the odds; never so sure that it is certain in figures.

    >>> round(logistic(STEEPNESS), 3), logistic(-1e9) > 0
    (0.75, True)
    """
    return 1 / (1 + math.exp(-max(-36.0, min(36.0, odds))))


def scale_of(game: Any) -> float:
    """What `evaluate` is to be divided by: an estimate of the average size it has in random games is worth
    half a win.  In games of points without estimates the same of payoffs; else 1."""
    random, sizes, payoffs = Random("estimates 0"), list[float](), list[float]()
    for _ in range(GAMES):
        estimates, payoff = played_at_random(game, random)
        sizes += estimates
        payoffs += payoff
        if len(sizes) >= MANY:
            break
    if not sizes and not pays_outcomes(game):
        sizes = payoffs
    mean = fmean(sizes) if sizes else 0.0
    return mean / STEEPNESS if 0 < mean < math.inf else 1.0


def played_at_random(game: Any, random: Random) -> tuple[list[float], list[float]]:
    """How large the estimates in one random game are, and its payoff, if it came to its end."""
    state, found = game.initial(), list[float]()
    for _ in range(LONGEST):
        if game.is_terminal(state):
            return found, [abs(float(game.utility(state)))]
        if is_written(game, "evaluate") and game.to_move(state) in (MAX, MIN):
            found.append(abs(float(game.evaluate(state))))
        state = game.result(state, thrown(game, state, random))
    return found, []
