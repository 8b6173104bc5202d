"""Minimax by the definition, in the engine's numbers: wins count their distance."""

from __future__ import annotations

from typing import Any

from zermelo import MAX, Score

WIN = 1 << 40


def plain(game: Any, state: Any, depth: int, ply: int = 0) -> Any:
    """MAX's value of a state by the definition; wins count their distance."""
    if game.is_terminal(state):
        utility = game.utility(state)
        return utility * (WIN - ply) if game.payoff == "outcome" else utility
    if depth == 0:
        return game.evaluate(state)
    values = [plain(game, game.result(state, action), depth - 1, ply + 1) for action in game.actions(state)]
    return max(values) if game.to_move(state) == MAX else min(values)


def number(score: Score) -> Any:
    if score.winner is None:
        return score.of(MAX).value
    assert score.plies is not None
    return (WIN - score.plies) * (1 if score.winner == MAX else -1)
