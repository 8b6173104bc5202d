"""Quiescence search: at the horizon, captures and the like are followed until the position is quiet."""

from __future__ import annotations

from zermelo.algorithms.experience import gather_noisy, pick
from zermelo.algorithms.node import cut, enter, estimated, is_over, leaf, remember
from zermelo.game import MAX, Game
from zermelo.kernel.events import CUT, ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.primitives import has
from zermelo.kernel.run import PLIES, Ply, Run, State, Value

FURTHEST = 16
"""Plies that are `left` for noisy actions beyond the horizon: those of some games go round and round."""


def quiescence(game: Game, state: State, alpha: Value, beta: Value, left: int, ply: Ply, run: Run) -> Value:
    """The value of `state` for the player to move, who may follow `noisy` actions or let things stand."""
    terminal = is_over(game, state, ply, run)
    enter(ply, run)
    trace(run, ENTER, ply, alpha, beta, 0)
    maximising = game.to_move(state) == MAX
    if terminal or ply >= PLIES - 2 or not has(game, "noisy"):
        run.estimates += not terminal
        value = leaf(game, state, terminal, ply, run)
        return value if maximising else -value
    # Stand pat: nobody is forced to make a noisy move.
    run.expanded += 1
    run.length[ply] = ply
    run.estimates += 1
    best = estimated(game.evaluate(state), ply, run)
    best = best if maximising else -best
    low = alpha
    alpha = max(alpha, best)
    first = run.top
    if best < beta and left > 0 and run.hurry == 0:
        gather_noisy(game, state, ply, run)
    for index in range(first, run.top):
        action = pick(index, run)
        run.path[ply] = action
        child = game.result(state, action)
        if (game.to_move(child) == MAX) == maximising:
            value = quiescence(game, child, alpha, beta, left - 1, ply + 1, run)
        else:
            value = -quiescence(game, child, -beta, -alpha, left - 1, ply + 1, run)
        if value > best:
            best = value
            if alpha < value < beta:
                remember(action, value, ply, run)
            alpha = max(alpha, best)
            trace(run, UPDATE, ply, alpha, beta, best)
            if best >= beta:
                if index + 1 == run.top:
                    break
                cut(index - first + 1, run)
                trace(run, CUT, ply, alpha, beta, best)
                break
        else:
            trace(run, KEEP, ply, alpha, beta, best)
    run.top = first
    trace(run, RETURN, ply, low, beta, best)
    return best
