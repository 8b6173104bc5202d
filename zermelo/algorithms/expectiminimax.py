"""Expectiminimax: minimax with dice.  A chance node is worth the average of its outcomes."""

from __future__ import annotations

from zermelo.algorithms.node import enter, fail, is_max, leaf, no_actions, remember
from zermelo.algorithms.order import children
from zermelo.game import CHANCE, Game
from zermelo.kernel.events import ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.primitives import has
from zermelo.kernel.run import BAD_CHANCE, INFINITY, Ply, Run, State, Value


def expectiminimax(game: Game, state: State, depth: int, ply: Ply, run: Run) -> Value:
    """MAX's expected payoff in `state`, looking `depth` plies ahead; a throw of the dice is a ply."""
    enter(ply, run)
    trace(run, ENTER, ply, -INFINITY, INFINITY, 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return leaf(game, state, terminal, ply, run)
    run.expanded += 1
    tried = 0
    if game.to_move(state) == CHANCE:
        run.length[ply] = ply
        best = 0.0
        certain = 0.0
        if has(game, "outcomes"):
            for action, probability in game.outcomes(state):
                tried += 1
                run.path[ply] = action
                value = expectiminimax(game, game.result(state, action), depth - 1, ply + 1, run)
                best += probability * value
                certain += probability
                trace(run, UPDATE, ply, probability, certain, best)
        if abs(certain - 1.0) > 1e-6:
            fail(BAD_CHANCE, ply, run)
    else:
        maximising = is_max(game.to_move(state), ply, run)
        best = -INFINITY if maximising else INFINITY
        for action in children(game, state, ply, run):
            tried += 1
            run.path[ply] = action
            value = expectiminimax(game, game.result(state, action), depth - 1, ply + 1, run)
            if value > best if maximising else value < best:
                best = value
                remember(action, value, ply, run)
                trace(run, UPDATE, ply, -INFINITY, INFINITY, best)
            else:
                trace(run, KEEP, ply, -INFINITY, INFINITY, best)
    if tried == 0:
        no_actions(ply, run)
    trace(run, RETURN, ply, -INFINITY, INFINITY, best)
    return best
