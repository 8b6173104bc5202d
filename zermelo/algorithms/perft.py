"""Perft: count the leaves of the game tree.  The first test of any rules."""

from __future__ import annotations

from zermelo.algorithms.node import enter
from zermelo.game import Game
from zermelo.kernel.run import Ply, Run, State


def perft(game: Game, state: State, depth: int, ply: Ply, run: Run) -> int:
    """The number of move sequences of exactly `depth` plies; `run.ended` counts the games that end before."""
    enter(ply, run)
    if depth == 0:
        return 1
    if game.is_terminal(state):
        run.ended += 1
        return 0
    total = 0
    for action in game.actions(state):
        run.path[ply] = action
        total += perft(game, game.result(state, action), depth - 1, ply + 1, run)
    return total
