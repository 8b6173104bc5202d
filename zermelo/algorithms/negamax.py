"""Negamax: minimax written once, because what is good for one player is bad for the other."""

from __future__ import annotations

from zermelo.algorithms.node import enter, is_max, leaf, no_actions, remember
from zermelo.algorithms.order import children
from zermelo.game import MAX, Game
from zermelo.kernel.events import ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.run import INFINITY, Ply, Run, State, Value


def negamax(game: Game, state: State, depth: int, ply: Ply, run: Run) -> Value:
    """The value of `state` for the player to move, looking `depth` plies ahead."""
    enter(ply, run)
    trace(run, ENTER, ply, -INFINITY, INFINITY, 0)
    maximising = game.to_move(state) == MAX
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        value = leaf(game, state, terminal, ply, run)
        return value if maximising else -value
    run.expanded += 1
    maximising = is_max(game.to_move(state), ply, run)
    best = -INFINITY
    tried = 0
    for action in children(game, state, ply, run):
        tried += 1
        run.path[ply] = action
        child = game.result(state, action)
        value = negamax(game, child, depth - 1, ply + 1, run)
        if (game.to_move(child) == MAX) != maximising:
            value = -value
        if value > best:
            best = value
            remember(action, value, ply, run)
            trace(run, UPDATE, ply, -INFINITY, INFINITY, best)
        else:
            trace(run, KEEP, ply, -INFINITY, INFINITY, best)
    if tried == 0:
        no_actions(ply, run)
    trace(run, RETURN, ply, -INFINITY, INFINITY, best)
    return best
