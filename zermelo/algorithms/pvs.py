"""Principal variation search: alpha-beta as the best programs do it, in negamax form, for any game.

The first action of a node is searched with the whole window, every other with a window of no width that
only asks "is it better?"; where it is, it is searched again.  Each numbered step is a technique that can be
switched off (options.py) and then costs nothing.

What it returns, for the player to move (fail-soft):

    alpha < value < beta    the value
    value <= alpha          the value is at most this
    value >= beta           the value is at least this

A value beyond ESTIMATES is a proof: somebody wins, whatever was reduced or pruned on the way.  Every other
one is proved where no estimate took part, and no repetition of a position above the node: see `table.py`.
"""

from __future__ import annotations

from zermelo.algorithms.experience import gather, learn_from_cut, pick, why_tried
from zermelo.algorithms.node import (
    cut,
    endless,
    enter,
    estimated,
    is_max,
    is_over,
    leaf,
    no_actions,
    remember,
)
from zermelo.algorithms.quiescence import FURTHEST, quiescence
from zermelo.algorithms.solved import is_solved
from zermelo.algorithms.table import (
    AT_LEAST,
    AT_MOST,
    COMPLETE,
    EXACT,
    begin,
    bounds_of,
    busy_with,
    class_of,
    decides,
    depth_of,
    end,
    key_of,
    position_of,
    probe,
    store,
    suffices,
)
from zermelo.game import MAX, Game
from zermelo.kernel.events import BOUNDS, CUT, ENTER, KEEP, PASS, REPEATED, RETURN, TABLE, UPDATE, trace
from zermelo.kernel.primitives import above, has, is_nothing, present
from zermelo.kernel.run import ESTIMATES, INFINITY, NO_ACTION, PLIES, WIN, Ply, Run, State, Value

NULL_MOVE_DEPTH = 3
SINGULAR_DEPTH = 6
ENHANCED_DEPTH = 4
SHARED_DEPTH = 6
PUT_OFF = -1e300
"""The rank of an action that another thread is searching."""
LATE = 3
"""Actions tried before the others count as late."""


def pvs(game: Game, state: State, depth: int, alpha: Value, beta: Value, ply: Ply, run: Run) -> Value:
    """The value of `state` for the player to move, looking `depth` plies ahead."""
    # 1. The end of the game, and the horizon.
    if depth <= 0 and run.options.quiescence and has(game, "noisy"):
        return quiescence(game, state, alpha, beta, FURTHEST, ply, run)
    terminal = is_over(game, state, ply, run)
    enter(ply, run)
    trace(run, ENTER, ply, alpha, beta, why_tried(game, ply, run))
    maximising = game.to_move(state) == MAX
    if run.options.solved != "" and ply > 0 and not terminal and is_solved(game, state, ply, run):
        run.length[ply] = ply
        run.ended += 1
        value = run.known_value if maximising else -run.known_value
        trace(run, TABLE, ply, alpha, beta, value)
        return value
    if terminal or ((depth <= 0 or ply >= PLIES - 2) and not run.options.cyclic):
        if not terminal:
            run.estimates += 1
        value = leaf(game, state, terminal, ply, run)
        return value if maximising else -value

    # 2. A position that was on the path before is worth what endless play is worth.
    run.length[ply] = ply
    key = key_of(game, state, run) if run.options.cyclic or run.options.table else 0
    if run.options.cyclic:
        spot = position_of(game, state, key, run)
        run.keys[run.past + ply] = spot
        above_it = met_before(spot, ply, run) if ply > 0 else -1
        if above_it >= 0:
            if has(game, "position"):
                run.estimates += 1
            run.relies_on = min(run.relies_on, above_it - run.past)
            value = endless(run)
            trace(run, REPEATED, ply, alpha, beta, value)
            return value if maximising else -value
        if depth <= 0 or ply >= PLIES - 2:
            run.estimates += 1
            value = leaf(game, state, terminal, ply, run)
            return value if maximising else -value
    run.expanded += 1
    maximising = is_max(game.to_move(state), ply, run)
    side = 0 if maximising else 1
    estimates = run.estimates
    excluded = run.excluded[ply]

    # 3. Mate distance: no win is quicker than one at once, and none slower than one known is wanted.
    wide = above(alpha) < beta
    ceiling = beta
    if run.options.outcome and run.options.quick and run.options.mate_distance and ply > 0:
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            trace(run, RETURN, ply, alpha, beta, alpha)
            return alpha
    low = alpha

    # 4. What the rules prove of the position.
    if has(game, "bounds") and run.options.bounds and not wide:
        worst, most = bounds_of(game, state, maximising, ply, run)
        if worst >= beta or most <= alpha:
            trace(run, BOUNDS, ply, alpha, beta, worst if worst >= beta else most)
            return worst if worst >= beta else most

    # 5. What the table knows of it.
    hint = NO_ACTION
    looked = 0
    known = -INFINITY
    lasting = is_nothing(excluded) and (ply > 0 or run.root_count == 0)
    if run.options.table:
        key = class_of(game, state, key, run)
        if probe(key, ply, run):
            hint = run.known_move
            info = run.known_info
            value = run.known_value
            usable = lasting and not wide and suffices(info, depth, run)
            if usable and decides(info, value, alpha, beta):
                run.estimates += info & COMPLETE == 0
                trace(run, TABLE, ply, alpha, beta, value)
                return value
            if info & AT_LEAST != 0:
                looked = depth_of(info)
                known = value

    # 6. How good the position looks, where pruning asks for it.
    if (run.options.null_move and has(game, "passed")) or run.options.futility or run.options.singular:
        estimate = estimated(game.evaluate(state), ply, run)
        run.estimate[ply] = estimate
        if ply >= 2:
            run.swing += (abs(estimate - run.estimate[ply - 2]) - run.swing) / 64
        estimate = estimate if maximising else -estimate
    if run.options.futility:
        hopeless = (
            depth == 1
            and not wide
            and run.settling == 0
            and estimate + 3 * run.swing < alpha
            and alpha > -ESTIMATES
        )

    # 7. Null move: where doing nothing is good enough, so is the best action.
    if (
        run.options.null_move
        and has(game, "passed")
        and not wide
        and run.settling == 0
        and depth >= NULL_MOVE_DEPTH
        and estimate >= beta
        and abs(beta) < ESTIMATES
        and is_nothing(excluded)
        and (ply == 0 or not is_nothing(run.path[ply - 1]))
    ):
        run.path[ply] = NO_ACTION
        unmoved = game.passed(state)
        if unmoved is not None:
            value = -pvs(game, present(unmoved, state), depth - 3 - depth // 4, -beta, -alpha, ply + 1, run)
            if value >= beta:
                run.estimates += 1
                value = min(value, ESTIMATES - 1)
                trace(run, PASS, ply, alpha, beta, value)
                return value

    # 8. Internal reduction: with no action to start with, a shallower search finds one for the next time.
    if (
        run.options.internal_reduction
        and run.options.table
        and is_nothing(hint)
        and depth >= 4
        and ply > 0
        and run.settling == 0
    ):
        depth -= 1

    # 9. Singular extension: is the table's action much better than every other?
    extension = 0
    if (
        run.options.singular
        and run.options.table
        and run.settling == 0
        and depth >= SINGULAR_DEPTH
        and 0 < ply < 2 * run.depth
        and is_nothing(excluded)
        and not is_nothing(hint)
        and looked >= depth - 3
        and abs(known) < ESTIMATES
    ):
        target = known - int(run.swing)
        run.excluded[ply] = hint
        value = pvs(game, state, (depth - 1) // 2, -above(-target), target, ply, run)
        run.excluded[ply] = NO_ACTION
        if value < target:
            extension = 1

    # 10. The actions, the most promising first.
    first = run.top
    gather(game, state, hint, side, ply, run)
    if run.top == first:
        if is_nothing(excluded):
            no_actions(ply, run)
        trace(run, RETURN, ply, low, beta, alpha)
        return alpha
    if run.options.one_reply and run.top == first + 1 and ply < 2 * run.depth and is_nothing(excluded):
        extension = 1 if ply > 0 or run.root_count == 0 else 0  # the only one asked for is not the only reply

    # 11. Enhanced transposition cut-off: perhaps the table knows a child that is good enough.
    if (
        run.options.enhanced
        and run.options.table
        and not wide
        and depth >= ENHANCED_DEPTH
        and is_nothing(excluded)
        and child_suffices(game, state, first, depth, beta, ply, run)
    ):
        run.top = first
        run.estimates += run.known_info & COMPLETE == 0
        trace(run, TABLE, ply, alpha, beta, run.known_value)
        return run.known_value

    # 12. The actions one by one.
    if run.options.cyclic:
        relied_on = run.relies_on
        run.relies_on = PLIES
    best = -INFINITY
    choice = NO_ACTION
    last = run.top
    index = first
    while index < last:
        action = pick(index, run)
        tried = index - first + 1
        run.path[ply] = action
        child = game.result(state, action)
        turned = (game.to_move(child) == MAX) != maximising
        index += 1

        # 13. Futility: so near the horizon a quiet action cannot mend a hopeless estimate.
        if run.options.futility:
            going_on = -1
        if run.options.futility and hopeless and best > -ESTIMATES and not game.is_terminal(child):
            going_on = ply + 1
            reach = estimated(game.evaluate(child), ply + 1, run)
            reach = reach if maximising else -reach
            if reach + run.swing < alpha:
                run.estimates += 1
                best = max(best, reach)
                continue

        # 14. Late actions are searched less deep first; all but the first with a window of no width.
        deeper = depth - 1 + (extension if hint == action or last == first + 1 else 0)
        plies = deeper
        if run.options.late_reductions and depth >= 3 and tried > LATE and run.settling == 0:
            plies = deeper - 1 - (depth > 8) - (tried > 4 * LATE)
        high = beta if tried == 1 else above(alpha)

        # 15. What another thread is searching is put off: when its turn comes, the table may know the answer.
        shared = run.options.table and run.sharing != 0 and depth >= SHARED_DEPTH
        child_key = 0
        if shared:
            child_key = key_of(game, child, run)
            if tried > 1 and run.ranks[index - 1] > PUT_OFF and busy_with(child_key, deeper, run):
                index -= 1
                run.ranks[index] = PUT_OFF
                continue
            begin(child_key, deeper, run)
        if run.options.futility:
            run.going_on = going_on
        while True:
            if turned:
                value = -pvs(game, child, plies, -high, -alpha, ply + 1, run)
            else:
                value = pvs(game, child, plies, alpha, high, ply + 1, run)
            if value <= alpha or (plies == deeper and (value >= beta or high == beta)):
                break
            if plies < deeper:
                plies = deeper
            else:
                high = beta

        if shared:
            end(child_key, deeper, run)

        # 16. A better action; a cut-off.
        if value > best:
            best = value
            choice = action
        if value > alpha:
            if value < ceiling:
                if ply == 0:  # where another thread looks on: odd while it is written
                    run.improved += 1
                    run.best_value = value
                remember(action, value, ply, run)
                run.improved += ply == 0
            alpha = value
            trace(run, UPDATE, ply, alpha, beta, best)
            if value >= beta:
                learn_from_cut(first, index - 1, side, depth, ply, run)
                if index == last:
                    break
                cut(tried, run)
                trace(run, CUT, ply, alpha, beta, best)
                break
        else:
            trace(run, KEEP, ply, alpha, beta, alpha)
    run.top = first

    # 17. What was found is remembered.
    complete = run.estimates == estimates
    if run.options.cyclic:
        complete = complete and run.relies_on >= ply
        if run.options.exact:  # what rests on the path above is another value on another path
            lasting = lasting and run.relies_on >= ply
        run.relies_on = min(relied_on, run.relies_on if run.relies_on < ply else PLIES)
    if run.options.table and lasting:
        bound = AT_LEAST if best >= beta else EXACT if best > low else AT_MOST
        kept = choice if best > low else hint
        store(key, kept, best, bound, complete, depth, ply, run)
    trace(run, RETURN, ply, low, beta, best)
    return best


def child_suffices(game: Game, state: State, first: int, depth: int, beta: Value, ply: Ply, run: Run) -> bool:
    """Does the table know an action that reaches beta?  Its value is left in `known_value`.

    An end of the game is not in the table, so that nobody has to be asked whether a child is one.
    """
    maximising = game.to_move(state) == MAX
    for index in range(first, run.top):
        child = game.result(state, run.arena[index])
        key = key_of(game, child, run)
        if run.options.cyclic and met_before(position_of(game, child, key, run), ply + 1, run) >= 0:
            continue
        if probe(class_of(game, child, key, run), ply + 1, run) and suffices(run.known_info, depth - 1, run):
            turned = (game.to_move(child) == MAX) != maximising
            value = -run.known_value if turned else run.known_value
            if value >= beta and run.known_info & (AT_MOST if turned else AT_LEAST) != 0:
                run.known_value = value
                return True
    return False


def met_before(key: int, ply: Ply, run: Run) -> int:
    """Where this position was first in the game before the root, or on the path; -1: nowhere.

    A root of which only some actions are asked about is not where play begins: it may come through there.
    """
    for index in range(run.past + ply):
        if run.keys[index] == key and (index != run.past or run.root_count == 0):
            return index
    return -1
