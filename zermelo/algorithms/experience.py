"""The order in which the engine tries actions: the table's, then what `priority` and experience say.

Killers refuted a sibling, countermoves the move just made, history counts what was good anywhere.
"""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.node import fail
from zermelo.game import Game
from zermelo.kernel.primitives import has, is_nothing, slot_of
from zermelo.kernel.run import ARENA, NO_ACTION, SLOTS, TOO_MANY, Ply, Run, State

PRIORITY = 1 << 24
"""One unit of `priority` outranks everything learned."""
KILLER, SECOND_KILLER, COUNTERMOVE = 1 << 10, 1 << 9, 1 << 9
FIRST = 1e300
"""The rank of what the table says."""
MOST = 1 << 14
"""No action's history goes beyond this."""


def gather(game: Game, state: State, hint: Any, side: int, ply: Ply, run: Run) -> None:
    """Put the actions on top of the arena, each with its rank."""
    answer = NO_ACTION
    if run.options.countermoves and ply > 0:
        answer = run.counters[slot_of(run.path[ply - 1])]
    bottom = run.top
    if has(game, "candidates") and run.options.candidates and (ply > 0 or run.root_count == 0):
        for action in game.candidates(state):
            put(game, state, action, hint, answer, side, ply, run)
    if run.top == bottom:
        for action in game.actions(state):
            put(game, state, action, hint, answer, side, ply, run)


def gather_noisy(game: Game, state: State, ply: Ply, run: Run) -> None:
    """Put the noisy actions on top of the arena."""
    if has(game, "noisy"):
        for action in game.noisy(state):
            push(action, 0, priority_of(game, state, action, run), ply, run)


def put(game: Game, state: State, action: Any, hint: Any, answer: Any, side: int, ply: Ply, run: Run) -> None:
    """One action on top of the arena, unless it is excluded here."""
    if run.excluded[ply] == action or (ply == 0 and not at_root(action, run)):
        return
    slot = slot_of(action)
    rank = priority_of(game, state, action, run) * PRIORITY
    if run.options.killers:
        if run.killers[2 * ply] == action:
            rank += KILLER
        elif run.killers[2 * ply + 1] == action:
            rank += SECOND_KILLER
    if run.options.countermoves and answer == action:
        rank += COUNTERMOVE
    if run.options.history:
        rank += run.history[side * SLOTS + slot]
    push(action, slot, FIRST if hint == action else rank, ply, run)


def push(action: Any, slot: int, rank: float, ply: Ply, run: Run) -> None:
    """Onto the arena."""
    if run.top >= ARENA:
        fail(TOO_MANY, ply, run)
    run.arena[run.top] = action
    run.slots[run.top] = slot
    run.ranks[run.top] = rank
    run.top += 1


def at_root(action: Any, run: Run) -> bool:
    """Is this one of the root actions that were asked for?"""
    if run.root_count == 0:
        return True
    for index in range(run.root_count):
        if run.roots[index] == action:
            return True
    return False


def priority_of(game: Game, state: State, action: Any, run: Run) -> float:
    if has(game, "priority") and run.options.priority:
        return float(game.priority(state, action))
    return 0.0


def pick(index: int, run: Run) -> Any:
    """The action of the highest rank among those not yet tried, moved to `index`."""
    best = index
    for other in range(index + 1, run.top):
        if run.ranks[other] > run.ranks[best]:
            best = other
    action = run.arena[best]
    slot = run.slots[best]
    rank = run.ranks[best]
    while best > index:
        run.arena[best] = run.arena[best - 1]
        run.slots[best] = run.slots[best - 1]
        run.ranks[best] = run.ranks[best - 1]
        best -= 1
    run.arena[index] = action
    run.slots[index] = slot
    run.ranks[index] = rank
    return action


BY_TABLE, BY_KILLER, BY_HISTORY = 1, 2, 3


def why_tried(game: Game, ply: Ply, run: Run) -> int:
    """What spoke for the action that led to this ply; asked by a trace, while the arena is as it was then."""
    if ply == 0 or run.top == 0 or is_nothing(run.path[ply - 1]):
        return 0
    action = run.path[ply - 1]
    index = run.top - 1
    while index > 0 and run.arena[index] != action:
        index -= 1
    if run.ranks[index] == FIRST:
        return BY_TABLE
    if run.options.killers and (run.killers[2 * ply - 2] == action or run.killers[2 * ply - 1] == action):
        return BY_KILLER
    if has(game, "priority") and run.options.priority:
        return 0
    return BY_HISTORY if run.ranks[index] > 0 else 0


def learn_from_cut(first: int, index: int, side: int, depth: int, ply: Ply, run: Run) -> None:
    """The action at `index` cut off: it is worth more from now on, those tried before it less."""
    action = run.arena[index]
    if run.options.killers and run.killers[2 * ply] != action:
        run.killers[2 * ply + 1] = run.killers[2 * ply]
        run.killers[2 * ply] = action
    if run.options.countermoves and ply > 0:
        run.counters[slot_of(run.path[ply - 1])] = action
    if run.options.history:
        bonus = min(16 * depth * depth, MOST // 8)
        credit(run.slots[index], bonus, side, run)
        for other in range(first, index):
            credit(run.slots[other], -bonus, side, run)


def credit(slot: int, bonus: int, side: int, run: Run) -> None:
    """History with gravity: what is far from zero moves less, and nothing passes MOST."""
    before = run.history[side * SLOTS + slot]
    run.history[side * SLOTS + slot] = before + bonus - before * abs(bonus) // MOST
