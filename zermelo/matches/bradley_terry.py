"""Ratings of a whole pool on one scale: the Bradley–Terry model with draws and an advantage of playing MAX.

Davidson's extension, with the order of play as Davidson and Beaver have it: of two players whose strengths
are p (as MAX) and q the chances of win, draw and loss are as  a p : d √(a p q) : q.  The logarithms of p, q,
a and d are the most likely ones given the games, found by Newton's method: the likelihood has one summit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from zermelo.matches.elo import Z95

ELO = 400 / log(10)
"""Elo for each unit of the logarithm of a strength."""
PRIOR = 1000.0
"""Elo: ratings are taken to lie so far apart (one standard deviation) before a game was played, which keeps
the rating of a player who won or lost every game finite."""
STEPS = 100
CLOSE = 1e-10
RESULTS = (1.0, 0.5, 0.0)


@dataclass(frozen=True)
class Rating:
    """Where a player stands on the scale of its pool, whose average is 0."""

    name: str
    elo: float
    error: float
    """Half the width of the interval of 95 %."""


@dataclass(frozen=True)
class Pool:
    """All ratings, the best first, and what the model found besides."""

    ratings: tuple[Rating, ...]
    advantage: float
    """Elo that playing MAX is worth."""
    draws: float
    """The share of draws between equals."""

    def of(self, name: str) -> Rating:
        """One player's rating."""
        return next(rating for rating in self.ratings if rating.name == name)


Result = tuple[str, str, float]
"""Who played MAX, who MIN, and what MAX scored: 1, ½ or 0."""


def rate(names: Sequence[str], results: Iterable[Result]) -> Pool:
    """The most likely ratings, with error bars from the curvature of the likelihood.

    >>> pool = rate("ab", [("a", "b", 1), ("b", "a", 0), ("a", "b", 0.5), ("b", "a", 0.5)])
    >>> [rating.name for rating in pool.ratings], pool.of("a").elo == -pool.of("b").elo
    (['a', 'b'], True)
    """
    import numpy as np

    places = {name: place for place, name in enumerate(names)}
    players = len(places)
    counts = counted(places, results)
    features = np.array([features_of(players, *pairing) for pairing in counts]).reshape(-1, 3, players + 2)
    weights = np.array(list(counts.values()), float).reshape(-1, 3)
    summit, curvature = climb(features, weights, prior_of(players))
    covariance = centred(np.linalg.inv(curvature), players)
    levels = summit[:players] - summit[:players].mean()
    found = [
        Rating(name, ELO * float(levels[at]), Z95 * ELO * sqrt(max(float(covariance[at, at]), 0.0)))
        for name, at in places.items()
    ]
    drawn = float(np.exp(summit[players + 1]))
    ranked = tuple(sorted(found, key=lambda rating: -rating.elo))
    return Pool(ranked, ELO * float(summit[players]), drawn / (2 + drawn))


def counted(places: dict[str, int], results: Iterable[Result]) -> dict[tuple[int, int], list[int]]:
    """How often MAX won, drew and lost, for each two players."""
    found: dict[tuple[int, int], list[int]] = {}
    for as_max, as_min, score in results:
        counts = found.setdefault((places[as_max], places[as_min]), [0, 0, 0])
        counts[RESULTS.index(score)] += 1
    return found


def features_of(players: int, as_max: int, as_min: int) -> Any:
    """What the logarithm of the chance of win, draw and loss is made of: strengths, advantage, draws."""
    import numpy as np

    rows = np.zeros((3, players + 2))
    rows[0, as_max] = rows[2, as_min] = 1
    rows[0, players] = 1
    rows[1] = (rows[0] + rows[2]) / 2
    rows[1, players + 1] = 1
    return rows


def prior_of(players: int) -> Any:
    """The precision of what is believed before any game: wide for strengths, as wide for the rest."""
    import numpy as np

    return np.full(players + 2, (ELO / PRIOR) ** 2)


def climb(features: Any, weights: Any, prior: Any) -> tuple[Any, Any]:
    """Where the likelihood is largest, and its curvature there."""
    import numpy as np

    at = np.zeros(len(prior))
    for _ in range(STEPS):
        chances = softmax(features @ at)
        games = weights.sum(axis=1, keepdims=True)
        means = np.einsum("pr,prf->pf", chances, features)
        slope = np.einsum("pr,prf->f", weights - games * chances, features) - prior * at
        squares = np.einsum("pr,prf,prg->fg", games * chances, features, features)
        curvature = squares - np.einsum("p,pf,pg->fg", games[:, 0], means, means) + np.diag(prior)
        step = np.linalg.solve(curvature, slope)
        at = at + step * min(1.0, 2 / max(float(abs(step).max()), CLOSE))
        if abs(step).max() < CLOSE:
            break
    return at, curvature


def softmax(logarithms: Any) -> Any:
    """Chances from their logarithms, each row on its own."""
    import numpy as np

    powers = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def centred(covariance: Any, players: int) -> Any:
    """The covariance of strengths measured from their average."""
    import numpy as np

    centre = np.eye(players) - 1 / players
    return centre @ covariance[:players, :players] @ centre
