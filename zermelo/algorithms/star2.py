"""Star2: Star1 that first looks at one reply to each outcome (Ballard, 1983).

Whoever moves after the dice has at least what one reply gives, so a single good reply bounds what an outcome
is worth, and a few of them may already bring the average out of the window: the probe.  Where it does not,
each outcome is searched as in Star1, in a window that the probes have made narrower.  It pays where a good
reply comes first; where none does, the probe is wasted, and many times over (bench/dice.py).  With a table
the reply that was best before comes first; a probe takes no more from it, and adds nothing.
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
from zermelo.algorithms.outcomes import (
    at_least,
    at_most,
    bound_by,
    has_choice,
    list_outcomes,
    lower_end,
    open_all,
    upper_end,
)
from zermelo.algorithms.table import bound_of, class_of, is_known, key_of, look_up, store
from zermelo.game import CHANCE, Game
from zermelo.kernel.events import CUT, ENTER, KEEP, PROBE, RETURN, TABLE, UPDATE, trace
from zermelo.kernel.primitives import has
from zermelo.kernel.run import INFINITY, NO_ACTION, Ply, Run, State, Value


def star2(
    game: Game, state: State, depth: int, alpha: Value, beta: Value, probing: bool, ply: Ply, run: Run
) -> Value:
    """MAX's expected payoff in `state`: exact if alpha < value < beta, otherwise a bound.

    A probe looks at one action: where MAX moves the value is at least what it returns, where MIN at most.
    """
    enter(ply, run)
    trace(run, ENTER, ply, alpha, beta, PROBE if probing else 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return leaf(game, state, terminal, ply, run)
    known = NO_ACTION
    if run.options.table:
        key = class_of(game, state, key_of(game, state, run), run)
        if probing:
            look_up(key, ply, run)
        elif is_known(key, depth, alpha, beta, ply, run):
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
        run.length[ply] = ply
        bottom = run.top
        list_outcomes(game, state, ply, run)
        last = run.top
        open_all(bottom, last, run)

        # 1. The probe: one reply bounds what an outcome is worth.
        for index in range(bottom, last):
            child = game.result(state, run.arena[index])
            if depth > 1 and has_choice(game, child, run):
                run.path[ply] = run.arena[index]
                lower = max(lower_end(alpha, index, bottom, last, run), run.least)
                upper = min(upper_end(beta, index, bottom, last, run), run.most)
                value = star2(game, child, depth - 1, lower, upper, True, ply + 1, run)
                bound_by(value, game.to_move(child), index, run)
                least = at_least(bottom, last, run)
                most = at_most(bottom, last, run)
                if least >= beta or most <= alpha:
                    best = least if least >= beta else most
                    run.top = bottom
                    trace(run, CUT, ply, alpha, beta, best)
                    trace(run, RETURN, ply, low, high, best)
                    return best

        # 2. The outcomes one by one, each in the window in which it matters.
        for index in range(bottom, last):
            tried += 1
            run.path[ply] = run.arena[index]
            child = game.result(state, run.arena[index])
            lower = lower_end(alpha, index, bottom, last, run)
            upper = upper_end(beta, index, bottom, last, run)
            value = star2(
                game, child, depth - 1, max(lower, run.least), min(upper, run.most), False, ply + 1, run
            )
            run.floors[index] = value
            run.ceilings[index] = value
            best = at_least(bottom, index + 1, run)
            trace(run, UPDATE, ply, run.ranks[index], tried, best)
            if value <= lower:
                best = min(alpha, at_most(bottom, last, run))
            elif value >= upper:
                best = max(beta, at_least(bottom, last, run))
            else:
                continue
            if index + 1 < last:
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
            if probing and tried > 0:
                trace(run, CUT, ply, alpha, beta, best)
                break
            tried += 1
            run.path[ply] = action
            value = star2(game, game.result(state, action), depth - 1, alpha, beta, False, ply + 1, run)
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
        if probing and maximising and best <= low:
            best = run.least
        if probing and not maximising and best >= high:
            best = run.most
    if run.options.table and not probing:
        store(key, chosen, best, bound_of(best, low, high), guessed(run) == guesses, depth, ply, run)
    trace(run, RETURN, ply, low, high, best)
    return best
