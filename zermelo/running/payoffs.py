"""The range of a game's payoffs: between which values every end of the game pays MAX, where that is known.

This is not what `bounds(state)` says: what MAX gets at least and at most if both play well from there.
"""

from __future__ import annotations

from math import isfinite
from numbers import Real
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import is_written, pays_outcomes
from zermelo.kernel.run import WIN
from zermelo.trees.tree import Tree

Payoffs = tuple[Any, Any]


def required_payoffs(game: Any, outcome: bool) -> Payoffs:
    """The range of the payoffs, for a search that cannot begin without it."""
    if (known := known_payoffs(game, outcome)) is None:
        raise SearchError("payoffs_unknown", game=type(game).__name__)
    return known


def known_payoffs(game: Any, outcome: bool) -> Payoffs | None:
    """The range of the payoffs, as a search counts them; None where it is unknown.

    A win or a loss, the smallest and the largest leaf of a tree, what the game declares in `payoff_range`, or
    -1 and 1 where a game with dice pays win, draw and loss and has no estimates, which may have another unit.
    """
    if outcome:
        return -WIN, WIN
    if isinstance(game, Tree):
        leaves = game.value[game.count == 0]
        return leaves.min().item(), leaves.max().item()
    if (declared := declared_range(game)) is not None:
        return declared
    return (-1, 1) if pays_outcomes(game) and not is_written(game, "evaluate") else None


def declared_range(game: Any) -> Payoffs | None:
    """What the game declares in `payoff_range`; refused where that is no range."""
    said = getattr(game, "payoff_range", None)
    if said is None:
        return None
    if not is_range(said):
        raise RulesError("wrong_payoff_range", game=type(game).__name__, given=repr(said))
    return said[0], said[1]


def is_range(said: Any) -> bool:
    """Whether this is a pair of finite numbers, the smaller one first."""
    if not isinstance(said, tuple | list) or len(said) != 2:
        return False
    numbers = all(isinstance(end, Real) and not isinstance(end, bool) and isfinite(end) for end in said)
    return numbers and bool(said[0] <= said[1])
