"""In which order the children of a node are visited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.algorithms.foresight import foreseen
from zermelo.algorithms.node import fail
from zermelo.game import MAX, Game
from zermelo.kernel.primitives import has, is_nothing, mix
from zermelo.kernel.run import ARENA, INFINITY, TOO_MANY, Ply, Run, State, Value, visited


def children(game: Game, state: State, ply: Ply, run: Run) -> Iterator[Any]:
    """The actions of `state` in the order asked for; any but the natural one is laid out in the arena."""
    if run.options.order == "natural" and not run.options.guided:
        yield from game.actions(state)
    else:
        bottom = run.top
        arrange(game, state, ply, run)
        try:
            for index in range(bottom, run.top):
                yield run.arena[index]
        finally:
            run.top = bottom


def children_from(game: Game, state: State, known: Any, ply: Ply, run: Run) -> Iterator[Any]:
    """The same; where each iteration learns from the one before, an action that is known to be good first."""
    if run.options.order == "natural" and not run.options.guided:
        yield from game.actions(state)
    else:
        bottom = run.top
        arrange(game, state, ply, run)
        if run.options.guided and not is_nothing(known):
            bring_forward(known, bottom, run)
        try:
            for index in range(bottom, run.top):
                yield run.arena[index]
        finally:
            run.top = bottom


def bring_forward(action: Any, bottom: int, run: Run) -> None:
    """An action of the arena comes before all others of its node, whose order stays."""
    for index in range(bottom, run.top):
        if run.arena[index] == action:
            for slot in range(index, bottom, -1):
                run.arena[slot] = run.arena[slot - 1]
            run.arena[bottom] = action
            return


def arrange(game: Game, state: State, ply: Ply, run: Run) -> None:
    """Put the actions on top of the arena, the highest rank first, equal ranks in natural order."""
    bottom = run.top
    following = run.options.guided and on_the_line(ply, run)
    for action in game.actions(state):
        if run.top >= ARENA:
            fail(TOO_MANY, ply, run)
        order = rank(game, state, action, run.top - bottom, ply, run)
        if run.options.guided:
            if ply == 0:
                order = last_rank(action, order, run)
            if following and action == run.guide[ply]:
                order = INFINITY
        put_in_order(action, order, bottom, run.top, run)
        run.top += 1


def list_actions(game: Game, state: State, ply: Ply, run: Run) -> None:
    """Put the candidates on top of the arena, or all actions where there are none."""
    bottom = run.top
    if has(game, "candidates") and run.options.candidates:
        for action in game.candidates(state):
            push(action, ply, run)
    if run.top == bottom:
        for action in game.actions(state):
            push(action, ply, run)


def push(action: Any, ply: Ply, run: Run) -> None:
    """One more on top of the arena."""
    if run.top >= ARENA:
        fail(TOO_MANY, ply, run)
    run.arena[run.top] = action
    run.top += 1


def put_in_order(action: Any, order: float, bottom: int, top: int, run: Run) -> None:
    """Into the arena between bottom and top, after all that rank at least as high."""
    slot = top
    while slot > bottom and run.ranks[slot - 1] < order:
        run.arena[slot] = run.arena[slot - 1]
        run.ranks[slot] = run.ranks[slot - 1]
        slot -= 1
    run.arena[slot] = action
    run.ranks[slot] = order


def rank(game: Game, state: State, action: Any, index: int, ply: Ply, run: Run) -> float:
    """How early an action is tried."""
    if run.options.order == "best" or run.options.order == "worst":
        run.path[ply] = action
        left = run.depth - (ply - run.ply) - 1
        value = float(foreseen(game, game.result(state, action), left, -INFINITY, INFINITY, ply + 1, run))
        return value if (game.to_move(state) == MAX) == (run.options.order == "best") else -value
    if run.options.order == "priority" and has(game, "priority"):
        return float(game.priority(state, action))
    if run.options.order == "reversed":
        return float(index)
    if run.options.order == "random":
        return float(mix(run.seed + visited(run), index) >> 10)
    return 0.0


def on_the_line(ply: Ply, run: Run) -> bool:
    """Is this node on the best line of the previous iteration?"""
    if ply >= run.guided:
        return False
    for index in range(ply):
        if run.path[index] != run.guide[index]:
            return False
    return True


def last_rank(action: Any, order: float, run: Run) -> float:
    """At the root: the value that the previous iteration gave this action."""
    for index in range(run.sibling_count):
        if run.siblings[index] == action:
            return run.sibling_ranks[index]
    return order


def note(action: Any, value: Value, ply: Ply, run: Run) -> None:
    """At the root: what the next iteration will order by."""
    if not run.options.guided or ply > 0:
        return
    for index in range(run.sibling_count):
        if run.siblings[index] == action:
            run.sibling_ranks[index] = float(value)
            return
    if run.sibling_count < ARENA:
        run.siblings[run.sibling_count] = action
        run.sibling_ranks[run.sibling_count] = float(value)
        run.sibling_count += 1
