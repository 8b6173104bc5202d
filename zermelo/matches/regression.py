"""From results to weights: logistic regression of how games ended on what their positions held (Texel).

The chance that MAX wins is taken for the logistic function of the sum of the terms, each times its weight, of
an advantage of MAX and of one of the player to move, which are fitted too and belong to no weight.  A game
counts once, however many positions it has: they all have one result.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from zermelo.game import CHANCE, MAX, has_rule
from zermelo.matches.bradley_terry import climb
from zermelo.matches.records import Record, replayed
from zermelo.matches.weights import Weights, terms_of

PRIOR = 1.0
"""How firmly it is believed before any game that a term counts nothing: precision, in spreads of the term."""
HELD_OUT = 5
"""Each so many-th game is not fitted, but predicted."""
DIGITS = 4
"""Figures of a weight."""


@dataclass(frozen=True)
class Sample:
    """Positions of games, as arrays; a row each."""

    terms: Any
    turns: Any
    """1 where MAX moves, -1 where MIN does, 0 where dice are thrown."""
    scores: Any
    """How the game ended for MAX: 1, ½ or 0."""
    payoffs: Any
    """What it paid to MAX."""
    games: Any
    """The number of the game."""

    @property
    def shares(self) -> Any:
        """What each position counts: all of one game together one."""
        import numpy as np

        _, places, counts = np.unique(self.games, return_inverse=True, return_counts=True)
        return 1 / counts[places]

    @property
    def held_out(self) -> Any:
        """Is the position of a game that is predicted?"""
        return self.games % HELD_OUT == 0


def sampled(game: Any, records: Iterable[Record]) -> Sample:
    """The positions of games after their openings, without those in which captures and the like are due."""
    import numpy as np

    rows = [
        (terms_of(game, state), turn_of(game, state), record.score, record.payoff or 0.0, number)
        for number, record in enumerate(records)
        for state in replayed(game, record.moves)[len(record.opening) :]
        if not game.is_terminal(state) and is_quiet(game, state)
    ]
    columns = [np.array(column, float) for column in zip(*rows)] or [np.zeros(0)] * 5
    return Sample(*columns)


def turn_of(game: Any, state: Any) -> int:
    return {CHANCE: 0, MAX: 1}.get(game.to_move(state), -1)


def is_quiet(game: Any, state: Any) -> bool:
    """Is there nothing that a search would follow beyond its horizon?"""
    return not has_rule(game, "noisy") or not any(True for _ in game.noisy(state))


@dataclass(frozen=True)
class Fit:
    """What a regression found."""

    weights: Weights
    """Each term's part of the logarithm of the odds that MAX wins."""
    loss: float
    """The average logarithm of 1 / the chance that was given to what happened, in games that were not fitted;
    guessing has 0.693."""


def fitted(sample: Sample, terms: Any = None) -> Fit:
    """The weights that make the results most likely; of all positions, the loss of those not held out."""
    import numpy as np

    columns = sample.terms if terms is None else terms
    spread = columns.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    design = np.column_stack([columns / spread, np.ones(len(columns)), sample.turns])
    known = ~sample.held_out
    trial = summit(design[known], sample.scores[known], sample.shares[known])
    loss = cross_entropy(design[~known] @ trial, sample.scores[~known], sample.shares[~known])
    found = summit(design, sample.scores, sample.shares)[: columns.shape[1]] / spread
    return Fit(tuple(map(float, found)), loss)


def summit(design: Any, scores: Any, shares: Any) -> Any:
    """Where the likelihood is largest: a win is the row of a position, a loss is nothing."""
    import numpy as np

    features = np.stack([design, np.zeros_like(design)], axis=1)
    counts = np.stack([scores * shares, (1 - scores) * shares], axis=1)
    return climb(features, counts, np.full(design.shape[1], PRIOR))[0]


def cross_entropy(odds: Any, scores: Any, shares: Any) -> float:
    """How badly results are predicted, a game each."""
    import numpy as np

    losses = np.logaddexp(0, odds) - scores * odds
    return float((losses * shares).sum() / shares.sum()) if len(odds) else float("nan")


def in_points(sample: Sample, weights: Weights) -> Weights:
    """Weights of the same proportions whose sum is nearest to the payoffs, by least squares."""
    import numpy as np

    sums = sample.terms @ np.array(weights)
    squares = (sample.shares * sums * sums).sum()
    unit = (sample.shares * sums * sample.payoffs).sum() / squares if squares > 0 else 0.0
    return tuple(float(weight * max(unit, 0.0)) for weight in weights)


def rounded(weights: Weights) -> Weights:
    """With a few figures: what is printed is what was tested.

    >>> rounded((0.123456, -12.34567, 0.0))
    (0.1235, -12.35, 0.0)
    """
    return tuple(float(f"{weight:.{DIGITS}g}") for weight in weights)
