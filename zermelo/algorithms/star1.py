"""Star1: expectiminimax that leaves out what cannot change the answer, at chance nodes too (Ballard, 1983).

An average is known before all outcomes are: the others are worth at least what any game pays (`run.least`)
and at most what the best one does (`run.most`).  If even the most is not above alpha, or even the least not
below beta, nobody comes here.  So each outcome has a window of its own: outside it the average leaves ours.

    lower    what it must be worth for the average to be above alpha, if all others are worth the most
    upper    what it must be worth for the average to be below beta, if all others are worth the least
"""

from __future__ import annotations

from zermelo.algorithms.node import (
    cut,
    enter,
    guessed,
    is_extreme,
    is_max,
    leaf,
    no_actions,
    remember,
)
from zermelo.algorithms.order import children_from, note
from zermelo.algorithms.outcomes import list_outcomes, share
from zermelo.algorithms.table import bound_of, class_of, is_known, key_of, store
from zermelo.game import CHANCE, Game
from zermelo.kernel.events import CUT, ENTER, KEEP, RETURN, TABLE, UPDATE, trace
from zermelo.kernel.primitives import has
from zermelo.kernel.run import INFINITY, NO_ACTION, Ply, Run, State, Value


def star1(game: Game, state: State, depth: int, alpha: Value, beta: Value, ply: Ply, run: Run) -> Value:
    """MAX's expected payoff in `state`: exact if alpha < value < beta, otherwise a bound."""
    enter(ply, run)
    trace(run, ENTER, ply, alpha, beta, 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return leaf(game, state, terminal, ply, run)
    known = NO_ACTION
    if run.options.table:
        key = class_of(game, state, key_of(game, state, run), run)
        if is_known(key, depth, alpha, beta, ply, run):
            trace(run, TABLE, ply, alpha, beta, run.known_value)
            return run.known_value
        known = run.known_move
    run.expanded += 1
    guesses = guessed(run)
    low = alpha
    high = beta
    tried = 0
    chosen = NO_ACTION
    if has(game, "outcomes") and game.to_move(state) == CHANCE:
        # The outcomes one by one: `best` is what those looked at add to the average.
        run.length[ply] = ply
        bottom = run.top
        list_outcomes(game, state, ply, run)
        best = 0.0
        certain = 0.0
        for index in range(bottom, run.top):
            tried += 1
            run.path[ply] = run.arena[index]
            probability = run.ranks[index]
            certain += probability
            rest = 1.0 - certain if index + 1 < run.top else 0.0
            lower = (alpha - best - share(run.most, rest)) / probability
            upper = (beta - best - share(run.least, rest)) / probability
            child = game.result(state, run.arena[index])
            value = star1(game, child, depth - 1, max(lower, run.least), min(upper, run.most), ply + 1, run)
            best += probability * value
            trace(run, UPDATE, ply, probability, certain, best)
            if value <= lower:
                best = min(alpha, best + share(run.most, rest))
            elif value >= upper:
                best = max(beta, best + share(run.least, rest))
            else:
                continue
            if index + 1 < run.top:
                cut(tried, run)
                trace(run, CUT, ply, alpha, beta, best)
            break
        run.top = bottom
    else:
        # A player chooses, as in alpha-beta.
        maximising = is_max(game.to_move(state), ply, run)
        best = -INFINITY if maximising else INFINITY
        for action in children_from(game, state, known, ply, run):
            if best >= beta if maximising else best <= alpha:
                cut(tried, run)
                trace(run, CUT, ply, alpha, beta, best)
                break
            tried += 1
            run.path[ply] = action
            value = star1(game, game.result(state, action), depth - 1, alpha, beta, ply + 1, run)
            note(action, value if maximising else -value, ply, run)
            if value > best if maximising else value < best:
                best = value
                chosen = action
                if alpha < value < beta or is_extreme(value, run):
                    remember(action, value, ply, run)
                if maximising:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                trace(run, UPDATE, ply, alpha, beta, best)
            else:
                trace(run, KEEP, ply, alpha, beta, best)
        if tried == 0:
            no_actions(ply, run)
    if run.options.table:
        store(key, chosen, best, bound_of(best, low, high), guessed(run) == guesses, depth, ply, run)
    trace(run, RETURN, ply, low, high, best)
    return best
