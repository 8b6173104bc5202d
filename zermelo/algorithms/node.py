"""What every algorithm does at a node, whatever its name: count, look at the limits, value the leaves."""

from __future__ import annotations

from typing import Any

from zermelo.errors import Stopped
from zermelo.game import MAX, MIN, Game
from zermelo.kernel.events import LEAF, trace
from zermelo.kernel.run import (
    BAD_PLAYER,
    BAD_UTILITY,
    CUT_INDICES,
    ENDLESS,
    ESTIMATES,
    INFINITY,
    NO_ACTIONS,
    NOT_A_NUMBER,
    OUT_OF_RANGE,
    PLIES,
    WIN,
    Ply,
    Run,
    State,
    Value,
    visited,
)


def enter(ply: Ply, run: Run) -> None:
    """A node is visited."""
    run.left -= 1
    if run.left < 0:
        grant_more(ply, run)


def is_over(game: Game, state: State, ply: Ply, run: Run) -> bool:
    """Is the game over?  A rule is not asked again about a child that was looked at before its visit."""
    if run.going_on == ply:
        run.going_on = -1
        return False
    return bool(game.is_terminal(state))


def grant_more(ply: Ply, run: Run) -> None:
    """Before one node more: has someone asked to stop, are all spent, does the game have no end?"""
    run.left += 1
    if run.stop != 0 or visited(run) >= run.node_limit:
        raise Stopped
    endless = run.unlimited and run.length[PLIES - 1] > 0  # where its horizon is the last ply there is
    if endless and visited(run) > run.expanded + run.ended + run.estimated_before:
        fail(ENDLESS, ply, run)
    more = min(run.check_every, run.node_limit - visited(run))
    run.granted += more
    run.left += more - 1


def fail(fault: int, ply: Ply, run: Run) -> None:
    """The rules broke a promise: remember where, and stop."""
    run.fault = fault
    run.fault_ply = ply
    raise Stopped


def leaf(game: Game, state: State, terminal: bool, ply: Ply, run: Run) -> Value:
    """MAX's value where the search ends: the utility, or EVAL where the depth ran out (the cut-off test)."""
    run.length[ply] = ply
    if terminal:
        run.ended += 1
        value = decided(game.utility(state), ply, run)
    else:
        value = estimated(game.evaluate(state), ply, run)
    trace(run, LEAF, ply, value, value, value)
    return value


def decided(utility: Value, ply: Ply, run: Run) -> Value:
    """The value of a finished game: among wins the quicker is better, among losses the slower.

    With dice a win is a win: averages are of 1, 0 and -1.  A payoff outside the range that the search relies
    on is a fault of the rules.
    """
    if utility != utility:
        fail(NOT_A_NUMBER, ply, run)
    if (run.options.outcome or run.options.averaged) and utility != 0 and utility != 1 and utility != -1:
        fail(BAD_UTILITY, ply, run)
    if not run.options.outcome:
        if run.options.payoff_bounds and (utility < run.least or utility > run.most):
            fail(OUT_OF_RANGE, ply, run)
        return within_reach(utility)
    if run.options.quick:
        return utility * (WIN - ply)
    return utility * WIN


def estimated(estimate: Value, ply: Ply, run: Run) -> Value:
    """An estimate; in outcome games it never passes for a proved win or loss."""
    if estimate != estimate:
        fail(NOT_A_NUMBER, ply, run)
    if run.options.payoff_bounds:
        estimate = max(run.least, min(run.most, estimate))
    if not run.options.outcome:
        return within_reach(estimate)
    return max(1 - ESTIMATES, min(ESTIMATES - 1, estimate))


def endless(run: Run) -> Value:
    """MAX's value of play that never ends: a win in no number of plies is still better than any estimate."""
    if not run.options.outcome:
        return within_reach(run.options.repetition)
    return run.options.repetition * ESTIMATES


def guessed(run: Run) -> int:
    """How many nodes so far were valued by an estimate, their own or one that a table remembers."""
    return visited(run) - run.expanded - run.ended


def within_reach(payoff: Value) -> Value:
    """A number of points below INFINITY, which is finite where values are whole numbers."""
    if payoff > INFINITY or payoff < -INFINITY:
        raise OverflowError("a number of points does not fit in 62 bits")
    return payoff


def is_extreme(value: Value, run: Run) -> bool:
    """Is no payoff beyond this value of MAX's possible?  Then even a bound is exact."""
    return run.options.payoff_bounds and (value <= run.least or value >= run.most)


def is_max(player: int, ply: Ply, run: Run) -> bool:
    """Does the player to move want the largest value?  Asked where a player has a choice."""
    if player == MAX:
        return True
    if player != MIN:
        fail(BAD_PLAYER, ply, run)
    return False


def remember(action: Any, value: Value, ply: Ply, run: Run) -> None:
    """The best line from here: this action, then the best line of the child."""
    if ply == 0:
        run.value = value
    here = ply * PLIES
    below = here + PLIES
    run.line[here + ply] = action
    for index in range(ply + 1, run.length[ply + 1]):
        run.line[here + index] = run.line[below + index]
    run.length[ply] = run.length[ply + 1]


def cut(tried: int, run: Run) -> None:
    """A cut-off after `tried` children, with at least one more to skip."""
    run.cutoffs[min(tried, CUT_INDICES) - 1] += 1


def no_actions(ply: Ply, run: Run) -> None:
    """A state that is not terminal has no actions."""
    fail(NO_ACTIONS, ply, run)
