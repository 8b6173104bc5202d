"""How much stronger one of two players is: Elo and normalised Elo with error bars, and how likely that is.

Everything is said of a sample: how often each score came, of single games (0, ½, 1) or of pairs of games on
one opening with the sides swapped (0, ¼, ½, ¾, 1: the pentanomial).  Games of a pair depend on their opening
and thus on each other; pairs do not, so their spread is what error bars are made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, inf, log, log10, nan, sqrt

Z95 = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""
NORMALISED = 800 / log(10)
"""Normalised Elo of a score that lies one standard deviation of a game above one half."""


@dataclass(frozen=True)
class Sample:
    """How often each score came, from the worst to the best: three counts of games or five of pairs.

    >>> Sample.of_games(wins=1, draws=2, losses=1).mean
    0.5
    >>> Sample((1, 0, 1, 0, 2)).games
    8
    """

    counts: tuple[float, ...]

    @classmethod
    def of_games(cls, wins: float, draws: float, losses: float) -> Sample:
        """Single games, seen by one player."""
        return cls((losses, draws, wins))

    @property
    def scores(self) -> tuple[float, ...]:
        """The scores that are counted: the share of what could be won."""
        return tuple(place / (len(self.counts) - 1) for place in range(len(self.counts)))

    @property
    def size(self) -> float:
        """How many games or pairs there are."""
        return sum(self.counts)

    @property
    def each(self) -> int:
        """Games in each: 1, or 2 in a pair."""
        return 1 if len(self.counts) == 3 else 2

    @property
    def games(self) -> float:
        """How many games there are."""
        return self.each * self.size

    @property
    def shares(self) -> tuple[float, ...]:
        """How often each score came, as a part of all."""
        return tuple(count / self.size for count in self.counts)

    @property
    def mean(self) -> float:
        """The average score, from 0 to 1; NaN of no games."""
        return mean_of(self.scores, self.shares) if self.size else nan

    @property
    def variance(self) -> float:
        """Of one game or one pair, around the mean."""
        return variance_of(self.scores, self.shares) if self.size else nan

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.size) if self.size else nan


def mean_of(scores: tuple[float, ...], shares: tuple[float, ...]) -> float:
    """The average of scores that come with these probabilities."""
    return sum(score * share for score, share in zip(scores, shares))


def variance_of(scores: tuple[float, ...], shares: tuple[float, ...]) -> float:
    """Their variance."""
    mean = mean_of(scores, shares)
    return sum(share * (score - mean) ** 2 for score, share in zip(scores, shares))


@dataclass(frozen=True)
class Estimate:
    """A difference between two players, with its interval of 95 %."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def elo_of(score: float) -> float:
    """The difference in Elo at which this score is expected.

    >>> round(elo_of(0.75), 2), elo_of(1.0)
    (190.85, inf)
    """
    if not 0 < score < 1:
        return inf if score >= 1 else -inf if score <= 0 else nan
    return -400 * log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score that is expected of a player who is so much stronger."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo(sample: Sample) -> Estimate:
    """The difference in Elo, by the logistic model."""
    reach = Z95 * sample.error
    return Estimate(elo_of(sample.mean), elo_of(sample.mean - reach), elo_of(sample.mean + reach))


def normalised_elo(sample: Sample) -> Estimate:
    """The same in units of the spread of a game, which tells how many games it takes to see it.

    Its interval takes the spread as known, as usual: right for small differences, too narrow for large ones.
    """
    deviation = sqrt(sample.variance * sample.each)
    if not deviation > 0:
        level = 0.0 if sample.mean == 0.5 else nan if not sample.size else inf * (sample.mean - 0.5)
        return Estimate(level, level, level)
    value, reach = NORMALISED * (sample.mean - 0.5) / deviation, Z95 * NORMALISED / sqrt(sample.games)
    return Estimate(value, value - reach, value + reach)


def superiority(sample: Sample) -> float:
    """The likelihood of superiority (LOS): how likely it is, from 0 to 1, that the first is the stronger."""
    if not sample.error > 0:
        return 0.5 if not sample.size or sample.mean == 0.5 else float(sample.mean > 0.5)
    return (1 + erf((sample.mean - 0.5) / (sample.error * sqrt(2)))) / 2
