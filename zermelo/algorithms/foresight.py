"""What a position is worth before it is searched, for showing what a perfect (or hopeless) order would save.

A search of its own, neither counted nor traced: no engine could have such an order, and its cost is not
the cost of the search that is shown.
"""

from __future__ import annotations

from zermelo.algorithms.node import decided, estimated, fail, is_max, no_actions
from zermelo.errors import Stopped
from zermelo.game import CHANCE, Game
from zermelo.kernel.primitives import has
from zermelo.kernel.run import ENDLESS, INFINITY, Ply, Run, State, Value


def foreseen(game: Game, state: State, depth: int, alpha: Value, beta: Value, ply: Ply, run: Run) -> Value:
    """MAX's value of `state`, exact if alpha < value < beta."""
    if run.stop != 0:
        raise Stopped
    run.looks += 1
    if game.is_terminal(state):
        return decided(game.utility(state), ply, run)
    if depth == 0:
        if run.unlimited:
            fail(ENDLESS, ply, run)
        return estimated(game.evaluate(state), ply, run)
    if has(game, "outcomes") and game.to_move(state) == CHANCE:
        average = 0.0
        for action, probability in game.outcomes(state):
            run.path[ply] = action
            child = game.result(state, action)
            average += probability * foreseen(game, child, depth - 1, -INFINITY, INFINITY, ply + 1, run)
        return average
    maximising = is_max(game.to_move(state), ply, run)
    best = -INFINITY if maximising else INFINITY
    tried = 0
    for action in game.actions(state):
        tried += 1
        run.path[ply] = action
        value = foreseen(game, game.result(state, action), depth - 1, alpha, beta, ply + 1, run)
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    if tried == 0:
        no_actions(ply, run)
    return best
