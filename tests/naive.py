"""A minimax written for these tests alone: no window, no table, no sharing with the package."""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE, MAX


def value(game: Any, state: Any, depth: int = 999) -> Any:
    """MAX's value by the definition, utilities as they are."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == CHANCE:
        return sum(p * value(game, game.result(state, a), depth - 1) for a, p in game.outcomes(state))
    children = [value(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(children) if game.to_move(state) == MAX else min(children)


def quick_value(game: Any, state: Any, ply: int = 0) -> tuple[int, int]:
    """(outcome, plies): the quickest win, or the slowest loss, of an outcome game played to its end."""
    if game.is_terminal(state):
        return int(game.utility(state)), ply
    children = [quick_value(game, game.result(state, action), ply + 1) for action in game.actions(state)]
    sign = 1 if game.to_move(state) == MAX else -1
    return max(children, key=lambda child: (sign * child[0], -child[1] if sign * child[0] > 0 else child[1]))


def nodes(game: Any, state: Any) -> int:
    """The size of the whole tree."""
    if game.is_terminal(state):
        return 1
    return 1 + sum(nodes(game, game.result(state, action)) for action in game.actions(state))
