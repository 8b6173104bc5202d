"""Paranoid search (Sturtevant and Korf 2000): alpha-beta for three or more players, one against all others.

One player, `run.attacker`, wants the most for itself; the others are taken to want nothing but that it gets
the least.  Of everything the others might do that is the worst, so at the end of the game the value is what
it can be sure of, whatever they do; what they get themselves, nobody asks.
"""

from __future__ import annotations

from zermelo.algorithms.node import cut, enter, fail, no_actions, remember
from zermelo.algorithms.order import children
from zermelo.algorithms.shares import check_player, deal
from zermelo.game import CHANCE, Game
from zermelo.kernel.events import CUT, ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.primitives import has
from zermelo.kernel.run import BAD_CHANCE, INFINITY, Ply, Run, State, Value


def paranoid(game: Game, state: State, depth: int, alpha: Value, beta: Value, ply: Ply, run: Run) -> Value:
    """What `run.attacker` gets in `state` against all others: exact if alpha < value < beta, else a bound.

    Fail-soft: value <= alpha says the truth is at most value, value >= beta says it is at least value.
    """
    enter(ply, run)
    trace(run, ENTER, ply, alpha, beta, 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return deal(game, state, terminal, run.attacker, ply, run)
    run.expanded += 1
    low = alpha
    high = beta
    tried = 0
    mover = game.to_move(state)
    if has(game, "outcomes") and mover == CHANCE:
        run.length[ply] = ply
        best = 0.0
        certain = 0.0
        for action, probability in game.outcomes(state):
            tried += 1
            run.path[ply] = action
            child = game.result(state, action)
            value = paranoid(game, child, depth - 1, -INFINITY, INFINITY, ply + 1, run)
            best += probability * value
            certain += probability
            trace(run, UPDATE, ply, probability, certain, best)
        if abs(certain - 1.0) > 1e-6:
            fail(BAD_CHANCE, ply, run)
        trace(run, RETURN, ply, low, high, best)
        return best
    check_player(mover, ply, run)
    if mover == run.attacker:
        best = -INFINITY
        for action in children(game, state, ply, run):
            if best >= beta if run.options.prune_equal else best > beta:
                cut(tried, run)
                trace(run, CUT, ply, alpha, beta, best)
                break
            tried += 1
            run.path[ply] = action
            value = paranoid(game, game.result(state, action), depth - 1, alpha, beta, ply + 1, run)
            if value > best:
                best = value
                if alpha < value < beta:
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
            value = paranoid(game, game.result(state, action), depth - 1, alpha, beta, ply + 1, run)
            if value < best:
                best = value
                if alpha < value < beta:
                    remember(action, value, ply, run)
                beta = min(beta, best)
                trace(run, UPDATE, ply, alpha, beta, best)
            else:
                trace(run, KEEP, ply, alpha, beta, best)
    if tried == 0:
        no_actions(ply, run)
    trace(run, RETURN, ply, low, high, best)
    return best
