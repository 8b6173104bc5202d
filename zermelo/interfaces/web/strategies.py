"""What a player can be sure of, for the page: the strategy as a typed tree, and how few leaves prove it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, pays_outcomes
from zermelo.interfaces.load import tree_from
from zermelo.interfaces.web.models import Strategic
from zermelo.interfaces.web.shelf import Placed
from zermelo.interfaces.web.traces import DEPTH, Traced
from zermelo.score import plain
from zermelo.strategy import Strategy, strategy

PLAYERS = {"max": MAX, "min": MIN}


def strategy_row(asked: Strategic, place: Callable[[Any], Placed], traced: Traced) -> dict[str, Any]:
    """The strategy of a player in what is searched, beside the leaves that the search visited."""
    if asked.tree is not None:
        game, state, depth = tree_from(asked.tree), None, asked.depth
    else:
        placed = place(asked.position)
        game, state, depth = placed.game, placed.state, asked.depth or DEPTH
    found = {player: strategy(game, state, player=player, depth=depth) for player in (MAX, MIN)}
    own = found[PLAYERS[asked.player]]
    averaged = CHANCE in own.tree.turn
    return {
        "tree": own.tree.json(),
        "algorithm": "expectiminimax" if averaged else "minimax",
        "player": asked.player,
        "result": result_of(game, own),
        "value": plain(own.value),
        "averaged": averaged,
        "estimated": own.estimated,
        "leaves": own.leaves,
        "allLeaves": own.all_leaves,
        "together": None if averaged else found[MAX].leaves + found[MIN].leaves - 1,  # they share one line
        "visited": traced.report.leaves,
    }


def result_of(game: Any, found: Strategy) -> str:
    """What the player is sure of: wins, draw, loses, or points."""
    if found.wins:
        return "wins"
    if found.estimated or not pays_outcomes(game):
        return "points"
    return "draw" if found.value == 0 else "loses" if (found.value < 0) == (found.player == MAX) else "points"
