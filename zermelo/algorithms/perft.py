"""Perft: count the leaves of the game tree.  The first test of any rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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


def reachable(game: Game, state: Any = None) -> Iterator[Any]:
    """Every state that play can reach, each once, breadth first.

    >>> from zermelo.games import TicTacToe
    >>> sum(1 for _ in reachable(TicTacToe()))
    5478
    """
    start = game.initial() if state is None else state
    seen, layer = {start}, [start]
    while layer:
        following = []
        for position in layer:
            yield position
            if game.is_terminal(position):
                continue
            for action in game.actions(position):
                child = game.result(position, action)
                if child not in seen:
                    seen.add(child)
                    following.append(child)
        layer = following
