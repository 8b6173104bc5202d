"""The sequential probability ratio test: play on until one of two hypotheses is far more likely.

H0 says that the first player is `elo0` stronger, H1 that it is `elo1` stronger.  The log-likelihood ratio is
that of the most likely distributions of scores under either (a generalised SPRT): it ends the match below
`lower` for H0, above `upper` for H1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from numbers import Real
from typing import Any, Literal, get_args

from zermelo.errors import SearchError
from zermelo.matches.elo import NORMALISED, Sample, mean_of, score_of, variance_of
from zermelo.messages import shortened

Model = Literal["normalised", "logistic", "bayesian"]
"""What `elo0` and `elo1` are measured in."""
FURTHEST = {"normalised": 100.0, "logistic": 1000.0, "bayesian": 1000.0}
"""The largest difference that a hypothesis may name; nobody needs a test to see a larger one."""
Shares = tuple[float, ...]
NEVER_SEEN = 1e-3
"""What a score that never came counts for: a distribution without it would exclude it."""
ROUNDS = 20
"""Steps of the fixed point at most; each but the first few changes nothing."""
CLOSE = 1e-9
HALVINGS = 200
"""Steps to a root at most; it takes a handful."""
ROUNDING = 1e-13
"""What is left of a sum that is nothing, as a part of its terms."""


@dataclass(frozen=True)
class Sprt:
    """A test, and when it ends.

    >>> test = Sprt(elo0=0, elo1=10)
    >>> round(test.upper, 2), test.decision(Sample.of_games(wins=900, draws=200, losses=600))
    (2.94, 'H1')
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    """How often H1 is accepted where H0 is true, at most."""
    beta: float = 0.05
    """How often H0 is accepted where H1 is true, at most."""
    model: Model = "normalised"

    def __post_init__(self) -> None:
        if self.model not in get_args(Model):
            raise SearchError("unknown_sprt_model", name=self.model, choices=list(get_args(Model)))
        for name in ("elo0", "elo1", "alpha", "beta"):
            if not isinstance(given := getattr(self, name), Real):
                raise SearchError("option_not_a_number", option=name, given=repr(given))
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise SearchError("wrong_sprt_errors", alpha=self.alpha, beta=self.beta)
        if not -(most := FURTHEST[self.model]) <= self.elo0 < self.elo1 <= most:
            raise SearchError("wrong_sprt_bounds", most=most, elo0=self.elo0, elo1=self.elo1)

    @property
    def lower(self) -> float:
        """Below it H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Above it H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, sample: Sample) -> float:
        """The log-likelihood ratio of H1 to H0; 0 where nothing was played."""
        return LIKELIHOODS[self.model](sample, self.elo0, self.elo1) if sample.size else 0.0

    def decision(self, sample: Sample) -> str | None:
        """H0, H1, or None while neither is likely enough."""
        ratio = self.llr(sample)
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else None

    def __str__(self) -> str:
        return f"[{self.elo0:g}, {self.elo1:g}] {self.model} Elo, errors {self.alpha:g} and {self.beta:g}"


def seen(sample: Sample) -> Sample:
    """The sample with a trace of every score."""
    return Sample(tuple(max(count, NEVER_SEEN) for count in sample.counts))


def ratio(sample: Sample, likely0: Shares, likely1: Shares) -> float:
    """How much more likely the counts are under the second distribution, as a logarithm."""
    pairs = zip(sample.counts, likely0, likely1)
    return sum(count * log(one / nought) for count, nought, one in pairs if count)


def logistic(sample: Sample, elo0: float, elo1: float) -> float:
    """Both hypotheses name an expected score."""
    sample = seen(sample)
    return ratio(sample, *(with_mean(sample, score_of(elo)) for elo in (elo0, elo1)))


def normalised(sample: Sample, elo0: float, elo1: float) -> float:
    """Both name how many standard deviations of a game the expected score lies above one half."""
    sample, scale = seen(sample), sqrt(sample.each) / NORMALISED
    return ratio(sample, *(with_deviations(sample, elo * scale) for elo in (elo0, elo1)))


def bayesian(sample: Sample, elo0: float, elo1: float) -> float:
    """BayesElo's model of single games: draws are as likely as they were seen to be."""
    if sample.each != 1:
        raise SearchError("bayesian_of_pairs")
    sample = seen(sample)
    loss, _, win = sample.shares
    draw_elo = 200 * (log((1 - loss) / loss) + log((1 - win) / win)) / log(10)
    return ratio(sample, *(bayes_elo(elo, draw_elo) for elo in (elo0, elo1)))


def bayes_elo(elo: float, draw_elo: float) -> Shares:
    """How likely a loss, a draw and a win are."""
    win, loss = score_of(elo - draw_elo), score_of(-elo - draw_elo)
    return loss, 1 - win - loss, win


LIKELIHOODS: dict[str, Callable[[Sample, float, float], float]] = {
    "normalised": normalised,
    "logistic": logistic,
    "bayesian": bayesian,
}


# -- the most likely distributions -----------------------------------------------------------------


def with_mean(sample: Sample, mean: float) -> Shares:
    """Of the distributions with this mean the one that makes the counts most likely."""
    return tilted(sample.shares, tuple(score - mean for score in sample.scores))


def with_deviations(sample: Sample, wanted: float) -> Shares:
    """The same among those whose mean lies so many of their own standard deviations above one half."""
    likely: Shares = tuple(1 / len(sample.counts) for _ in sample.counts)
    for _ in range(ROUNDS):
        mean, deviation = mean_of(sample.scores, likely), sqrt(variance_of(sample.scores, likely))
        steps = tuple(
            score - 0.5 - wanted * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in sample.scores
        )
        before, likely = likely, tilted(sample.shares, steps)
        if max(abs(new - old) for new, old in zip(likely, before)) < CLOSE:
            break
    return likely


def tilted(shares: Shares, steps: tuple[float, ...]) -> Shares:
    """shares / (1 + x steps) for the x at which the steps cancel out (Lagrange)."""
    low, high, x = -1 / max(steps), -1 / min(steps), 0.0
    for _ in range(HALVINGS):
        weights = [step / (1 + x * step) for step in steps]
        parts = [share * weight for share, weight in zip(shares, weights)]
        if abs(height := sum(parts)) <= ROUNDING * sum(map(abs, parts)):
            break
        low, high = (x, high) if height > 0 else (low, x)
        further = x + height / sum(part * weight for part, weight in zip(parts, weights))
        x = further if low < further < high else (low + high) / 2  # Newton's step, unless it leads out
    return tuple(share / (1 + x * step) for share, step in zip(shares, steps))


def check_sprt(sprt: Any) -> None:
    """Refuse what is no test."""
    if sprt is not None and not isinstance(sprt, Sprt):
        raise SearchError("wrong_sprt", given=shortened(sprt))
