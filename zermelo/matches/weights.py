"""Linear estimates: the terms that a game adds up, and what each counts.

    term_names = ("stones in the centre", "threats")
    weights = (0.2, 0.5)

    def terms(self, state):          # how much there is of each, MAX's minus MIN's
        return centre, threats

    def evaluate(self, state):
        return sum(weight * term for weight, term in zip(self.weights, self.terms(state)))

Weights that are a NumPy array are read while a search runs, so that other ones need no other machine code.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import has_rule
from zermelo.matches.openings import thrown
from zermelo.running.explain import a_number

Weights = tuple[float, ...]
TRIED = 50
"""Positions of random games on which the sum is looked at."""
CLOSE = 1e-6
"""How far a sum may be off, as a part of its terms."""


def weights_of(game: Any) -> Weights:
    """What each term counts; refuses a game that declares none."""
    if not has_rule(game, "terms") or not hasattr(game, "weights"):
        raise SearchError("not_linear", game=type(game).__name__)
    found = tuple(map(float, game.weights))
    if not found or not all(map(math.isfinite, found)):
        raise RulesError("wrong_weights", game=type(game).__name__, given=list(found))
    return found


def names_of(game: Any) -> tuple[str, ...]:
    """What the terms are called; those without a name have a number."""
    numbers = range(1, len(weights_of(game)) + 1)
    found = tuple(map(str, getattr(game, "term_names", None) or (f"term {number}" for number in numbers)))
    if len(found) != len(numbers):
        raise RulesError("names_of_terms", game=type(game).__name__, names=len(found), weights=len(numbers))
    return found


def reweighed(game: Any, weights: Sequence[float]) -> Any:
    """The same game with other weights, in an array: no search by other ones has to be compiled again."""
    import numpy as np

    if len(weights) != len(weights_of(game)):
        raise SearchError(
            "weights_of_terms", game=type(game).__name__, given=len(weights), terms=len(weights_of(game))
        )
    found = copy.copy(game)
    found.weights = np.array(weights, float)
    return found


def terms_of(game: Any, state: Any) -> Weights:
    """How much there is of each term in a position."""
    found = tuple(game.terms(state))
    for term in found:
        a_number("terms", term)
    if len(found) != len(weights_of(game)):
        raise RulesError(
            "terms_of_weights", game=type(game).__name__, terms=len(found), weights=len(game.weights)
        )
    return tuple(map(float, found))


def check_linear(game: Any, seed: int = 0) -> None:
    """Is `evaluate` the sum of the terms, each times its weight, whatever the weights are?"""
    random = Random(f"weights {seed}")
    names_of(game)
    for state in positions(game, random):
        tried = reweighed(game, [random.uniform(-1, 1) for _ in weights_of(game)])
        parts = [weight * term for weight, term in zip(tried.weights, terms_of(game, state))]
        given = tried.evaluate(state)
        a_number("evaluate", given)
        if abs(given - sum(parts)) > CLOSE * max(1.0, sum(map(abs, parts))):
            raise RulesError(
                "evaluate_not_linear", game=type(game).__name__, given=f"{given:.6g}", sum=f"{sum(parts):.6g}"
            )


def positions(game: Any, random: Random) -> Iterator[Any]:
    """So many positions of random games that have not ended."""
    state, found = game.initial(), 0
    while found < TRIED and not game.is_terminal(game.initial()):
        if game.is_terminal(state):
            state = game.initial()
        yield state
        found += 1
        state = game.result(state, thrown(game, state, random))
