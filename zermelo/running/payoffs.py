"""Between which values every payoff of a game lies, as far as that is known before the search."""

from __future__ import annotations

from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import is_written, pays_outcomes
from zermelo.kernel.run import WIN
from zermelo.kernel.threads import let_end
from zermelo.running.explain import a_number, blame, reached_by
from zermelo.running.stream import Call, finish
from zermelo.trees.tree import Tree

Payoffs = tuple[Any, Any]


def payoffs_of(game: Any, state: Any, outcome: bool) -> Payoffs | None:
    """What MAX gets at least and at most from a state on; None where the game is over.

    A win or a loss, the smallest and the largest leaf of a tree, or what the rules say in `bounds`.
    """
    if not outcome and not game.is_terminal(state) and not are_known(game):
        raise SearchError("payoffs_unknown", game=type(game).__name__)
    return known_payoffs(game, state, outcome)


def known_payoffs(game: Any, state: Any, outcome: bool) -> Payoffs | None:
    """The same; None also where nobody says."""
    if outcome:
        return -WIN, WIN
    if game.is_terminal(state) or not are_known(game):
        return None
    if isinstance(game, Tree):
        leaves = game.value[game.count == 0]
        return leaves.min().item(), leaves.max().item()
    if are_outcomes(game):
        return -1, 1
    return finish(Call(lambda: bounds_of(game, state), game))


def are_outcomes(game: Any) -> bool:
    """Does the game pay win, draw or loss, and nothing else?  With dice a search counts these as points."""
    return pays_outcomes(game) and not isinstance(game, Tree)


def are_known(game: Any) -> bool:
    """Is it said between which values payoffs and estimates lie?

    Estimates of win, draw and loss may have a unit of their own, unless there are none or `bounds` are given.
    """
    if isinstance(game, Tree) or callable(getattr(game, "bounds", None)):
        return True
    return are_outcomes(game) and not is_written(game, "evaluate")


def bounds_of(game: Any, state: Any) -> Payoffs:
    """What the rules say; one sentence where that is nonsense."""
    try:
        least, most = game.bounds(state)
        for bound in (least, most):
            a_number("bounds", bound)
    except BaseException as error:
        let_end(error)
        raise blame(game, error, reached_by([])) from error
    if least > most:
        raise RulesError("bounds_out_of_order", game=type(game).__name__, least=least, most=most)
    return least, most
