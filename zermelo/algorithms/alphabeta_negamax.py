"""Alpha-beta in negamax form with move ordering: one text for both players, the window turned round."""

from __future__ import annotations

from zermelo.algorithms.node import cut, enter, is_extreme, is_max, leaf, no_actions, remember
from zermelo.algorithms.order import children, note
from zermelo.game import MAX, Game
from zermelo.kernel.events import CUT, ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.run import INFINITY, Ply, Run, State, Value


def alphabeta_negamax(
    game: Game, state: State, depth: int, alpha: Value, beta: Value, ply: Ply, run: Run
) -> Value:
    """The value of `state` for the player to move: exact if alpha < value < beta, otherwise a bound."""
    enter(ply, run)
    trace(run, ENTER, ply, alpha, beta, 0)
    maximising = game.to_move(state) == MAX
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        value = leaf(game, state, terminal, ply, run)
        return value if maximising else -value
    run.expanded += 1
    maximising = is_max(game.to_move(state), ply, run)
    low = alpha
    best = -INFINITY
    tried = 0
    for action in children(game, state, ply, run):
        if best >= beta if run.options.prune_equal else best > beta:
            cut(tried, run)
            trace(run, CUT, ply, alpha, beta, best)
            break
        tried += 1
        run.path[ply] = action
        child = game.result(state, action)
        if (game.to_move(child) == MAX) == maximising:
            value = alphabeta_negamax(game, child, depth - 1, alpha, beta, ply + 1, run)
        else:
            value = -alphabeta_negamax(game, child, depth - 1, -beta, -alpha, ply + 1, run)
        note(action, value, ply, run)
        if value > best:
            best = value
            if alpha < value < beta or is_extreme(value if maximising else -value, run):
                remember(action, value, ply, run)
            alpha = max(alpha, best)
            trace(run, UPDATE, ply, alpha, beta, best)
        else:
            trace(run, KEEP, ply, alpha, beta, best)
    if tried == 0:
        no_actions(ply, run)
    if not run.options.fail_soft:
        best = max(low, min(beta, best))
    trace(run, RETURN, ply, low, beta, best)
    return best
