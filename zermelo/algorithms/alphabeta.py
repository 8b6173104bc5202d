"""Alpha-beta in the max/min form of the lectures: alpha is what MAX is sure of, beta what MIN is sure of."""

from __future__ import annotations

from zermelo.algorithms.node import cut, enter, is_extreme, is_max, leaf, no_actions, remember
from zermelo.algorithms.order import children
from zermelo.game import Game
from zermelo.kernel.events import CUT, ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.run import INFINITY, Ply, Run, State, Value


def alphabeta(game: Game, state: State, depth: int, alpha: Value, beta: Value, ply: Ply, run: Run) -> Value:
    """MAX's value of `state`: exact if alpha < value < beta, otherwise a bound.

    Fail-soft: value <= alpha says the truth is at most value, value >= beta says it is at least value.
    """
    enter(ply, run)
    trace(run, ENTER, ply, alpha, beta, 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return leaf(game, state, terminal, ply, run)
    run.expanded += 1
    low = alpha
    high = beta
    tried = 0
    if is_max(game.to_move(state), ply, run):
        best = -INFINITY
        for action in children(game, state, ply, run):
            if best >= beta if run.options.prune_equal else best > beta:
                cut(tried, run)
                trace(run, CUT, ply, alpha, beta, best)
                break
            tried += 1
            run.path[ply] = action
            value = alphabeta(game, game.result(state, action), depth - 1, alpha, beta, ply + 1, run)
            if value > best:
                best = value
                if alpha < value < beta or is_extreme(value, run):
                    remember(action, value, ply, run)
                alpha = max(alpha, best)
                trace(run, UPDATE, ply, alpha, beta, best)
            else:
                trace(run, KEEP, ply, alpha, beta, best)
    else:
        best = INFINITY
        for action in children(game, state, ply, run):
            if best <= alpha if run.options.prune_equal else best < alpha:
                cut(tried, run)
                trace(run, CUT, ply, alpha, beta, best)
                break
            tried += 1
            run.path[ply] = action
            value = alphabeta(game, game.result(state, action), depth - 1, alpha, beta, ply + 1, run)
            if value < best:
                best = value
                if alpha < value < beta or is_extreme(value, run):
                    remember(action, value, ply, run)
                beta = min(beta, best)
                trace(run, UPDATE, ply, alpha, beta, best)
            else:
                trace(run, KEEP, ply, alpha, beta, best)
    if tried == 0:
        no_actions(ply, run)
    if not run.options.fail_soft:
        best = max(low, min(high, best))
    trace(run, RETURN, ply, low, high, best)
    return best
