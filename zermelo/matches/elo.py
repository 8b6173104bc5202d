"""How much stronger one of two players is: Elo and normalised Elo with error bars, and how likely that is.

Everything is said of a sample: how often each score came, of single games (0, ½, 1) or of pairs of games on
one opening with the sides swapped (0, ¼, ½, ¾, 1: the pentanomial).  Games of a pair depend on their opening
and thus on each other; pairs do not, so their spread is what error bars are made of.  That spread is itself
only seen in the sample, and of few pairs it says little: hence Student's distribution, which is wide then and
the normal one where there are many.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, cos, erf, inf, log, log10, nan, pi, sin, sqrt

Z95 = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""
MANY = 1000
"""Degrees of freedom from which on Student's distribution is taken for the normal one."""
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
    def freedom(self) -> int:
        """How many of the games or pairs tell of the spread: the degrees of freedom."""
        return max(round(self.size) - 1, 0)

    @property
    def error(self) -> float:
        """The standard error of the mean; NaN of a single game or pair, which has no spread."""
        return sqrt(self.variance / self.freedom) if self.freedom else nan


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


def student(value: float, freedom: int) -> float:
    """The probability that a number drawn from Student's distribution is below `value`.

    >>> [round(student(-3.0, freedom), 4) for freedom in (1, 2, 10, 100_000)]
    [0.1024, 0.0477, 0.0067, 0.0013]
    """
    if freedom >= MANY:
        return (1 + erf(value / sqrt(2))) / 2
    angle = atan(value / sqrt(freedom))
    factor = cos(angle) ** 2
    term, total = (cos(angle), 0.0) if freedom % 2 else (1.0, 0.0)
    for step in range(freedom % 2 + 2, freedom + 1, 2):
        total += term
        term *= factor * (step - 1) / step
    between = sin(angle) * total
    return (1 + (2 / pi * (angle + between) if freedom % 2 else between)) / 2


def reach_of(sample: Sample) -> float:
    """How many standard errors on either side of the mean hold 95 % of what it may be; no number of them is
    enough where there is but one game or pair.

    >>> [round(reach_of(Sample.of_games(0, count, 0)), 2) for count in (2, 3, 11, 101)]
    [12.71, 4.3, 2.23, 1.98]
    """
    if not sample.freedom:
        return inf
    low, high = Z95, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, sample.freedom) < 0.975 else (low, middle)
    return high


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
    reach = reach_of(sample) * sample.error
    return Estimate(elo_of(sample.mean), elo_of(sample.mean - reach), elo_of(sample.mean + reach))


def normalised_elo(sample: Sample) -> Estimate:
    """The same in units of the spread of a game, which tells how many games it takes to see it.

    Its interval takes the spread as known, as usual: right for small differences, too narrow for large ones.
    """
    deviation = sqrt(sample.variance * sample.each)
    if not deviation > 0:
        level = 0.0 if sample.mean == 0.5 else nan if not sample.size else inf * (sample.mean - 0.5)
        return Estimate(level, level, level)
    value = NORMALISED * (sample.mean - 0.5) / deviation
    reach = reach_of(sample) * NORMALISED / sqrt(sample.games)
    return Estimate(value, value - reach, value + reach)


def superiority(sample: Sample) -> float:
    """The likelihood of superiority (LOS): how likely it is, from 0 to 1, that the first is the stronger."""
    if not sample.error > 0:
        return 0.5 if not sample.size or sample.mean == 0.5 else float(sample.mean > 0.5)
    return student((sample.mean - 0.5) / sample.error, sample.freedom)
