"""Minimax, as the lectures write it: MAX takes the largest of the children's values, MIN the smallest."""

from __future__ import annotations

from zermelo.algorithms.node import enter, is_max, leaf, no_actions, remember
from zermelo.algorithms.order import children
from zermelo.game import Game
from zermelo.kernel.events import ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.run import INFINITY, Ply, Run, State, Value


def minimax(game: Game, state: State, depth: int, ply: Ply, run: Run) -> Value:
    """MAX's value of `state`, looking `depth` plies ahead."""
    enter(ply, run)
    trace(run, ENTER, ply, -INFINITY, INFINITY, 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return leaf(game, state, terminal, ply, run)
    run.expanded += 1
    tried = 0
    if is_max(game.to_move(state), ply, run):
        best = -INFINITY
        for action in children(game, state, ply, run):
            tried += 1
            run.path[ply] = action
            value = minimax(game, game.result(state, action), depth - 1, ply + 1, run)
            if value > best:
                best = value
                remember(action, value, ply, run)
                trace(run, UPDATE, ply, -INFINITY, INFINITY, best)
            else:
                trace(run, KEEP, ply, -INFINITY, INFINITY, best)
    else:
        best = INFINITY
        for action in children(game, state, ply, run):
            tried += 1
            run.path[ply] = action
            value = minimax(game, game.result(state, action), depth - 1, ply + 1, run)
            if value < best:
                best = value
                remember(action, value, ply, run)
                trace(run, UPDATE, ply, -INFINITY, INFINITY, best)
            else:
                trace(run, KEEP, ply, -INFINITY, INFINITY, best)
    if tried == 0:
        no_actions(ply, run)
    trace(run, RETURN, ply, -INFINITY, INFINITY, best)
    return best
