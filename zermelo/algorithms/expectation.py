"""Strong solution with dice: what every position is worth on average, between two bounds that meet.

Positions are found as in strong.py (EXPAND, SQUEEZE, SUBTRACT, MERGE), and known by their places afterwards:

    LIST        the children of every position, with the probabilities of those that chance chooses
    GROUP       the strongly connected components, each after those that it leads to (Tarjan, 1972)
    AVERAGE     the bounds of each component, from those of the components below
    COMPARE     every value derived again from those of its children

A component of one position takes its bounds from its children.  In a larger one play can come back; there
`floor` begins with the least that any game pays, `ceiling` with the most, and both are derived from the
children again and again until they meet (interval iteration).  Whatever endless play is worth, between the
least and the most, the truth lies between the bounds at every moment: they never claim too much, and where
players can put off the end for ever they may not meet.

Averages are rounded outwards by more than a machine's fractions can be wrong, so that rounding is within the
bounds too.  Probabilities are taken relative to their sum, which is 1 but for rounding.
"""

from __future__ import annotations

from zermelo.algorithms.node import decided, fail, is_max, no_actions
from zermelo.algorithms.strong import (
    EXPAND,
    MERGE,
    SQUEEZE,
    SUBTRACT,
    decoded,
    encoded,
    merge,
    place_of,
    squeeze,
    subtract,
)
from zermelo.game import CHANCE, Game
from zermelo.kernel.primitives import part_at, set_part, set_word, value_in, word_at, word_of
from zermelo.kernel.run import BAD_CHANCE, INFINITY, NEGATIVE_CHANCE, NOT_FOUND, TOO_MANY, Run, State

LIST, GROUP, AVERAGE, COMPARE = range(4, 8)

BY_MIN, BY_MAX, BY_CHANCE = range(3)
"""Who chooses among the children; beside it in a word, where they start."""
KINDS = 4
ROUNDING = 2.0**-52
"""Twice what a machine's fraction is wrong by, as a part of it."""
DONE = (1 << 32) - 1
"""Instead of where a position leads back to: its component is known."""


def expectation(game: Game, run: Run) -> int:
    """One task on one slice; gives where it stopped, or how many there are now."""
    if run.task == EXPAND:
        return expand(game, run)
    if run.task == SQUEEZE:
        return squeeze(run)
    if run.task == SUBTRACT:
        return subtract(run)
    if run.task == MERGE:
        return merge(run)
    if run.task == LIST:
        return list_children(game, run)
    if run.task == GROUP:
        return group(run)
    if run.task == AVERAGE:
        return average(run)
    return compare(game, run)


# -- positions and their children ----------------------------------------------------------------------


def expand(game: Game, run: Run) -> int:
    """The children of positions `first` up to `last`; gives where it stopped because the room is gone."""
    for index in range(run.first, run.last):
        run.at = index
        state = decoded(game, word_at(run.codes, index), run)
        if game.is_terminal(state):
            continue
        start = run.filled
        if not put_children(game, state, run):
            run.filled = start
            if index == run.first and start == 0:
                fail(TOO_MANY, 0, run)
            return index
    return int(run.last)


def put_children(game: Game, state: State, run: Run) -> bool:
    """The codes of the children of a position, and their probabilities; False: there is no room."""
    start = run.filled
    if game.to_move(state) == CHANCE:
        certain = 0.0
        for action, probability in game.outcomes(state):
            if probability < 0.0:
                fail(NEGATIVE_CHANCE, 0, run)
            certain += probability
            if probability > 0.0:
                if run.filled >= run.room:
                    return False
                put_child(encoded(game, game.result(state, action), run), probability, start, run)
        if not abs(certain - 1.0) <= 1e-6:
            fail(BAD_CHANCE, 0, run)
        share_out(start, certain, run)
        return True
    is_max(game.to_move(state), 0, run)
    for action in game.actions(state):
        if run.filled >= run.room:
            return False
        put_child(encoded(game, game.result(state, action), run), 1.0, start, run)
    if run.filled == start:
        no_actions(0, run)
    return True


def put_child(code: int, probability: float, start: int, run: Run) -> None:
    """One child more: its code while positions are found, its place and probability afterwards."""
    if run.task == EXPAND:
        set_word(run.children, run.filled, code)
    else:
        place = place_of(code, run.filled - start, run)
        if place < 0:
            fail(NOT_FOUND, 0, run)
        set_part(run.children, run.filled, place)
        set_word(run.chances, run.filled, word_of(probability))
        if place == run.at:
            run.returning = 1
    run.filled += 1


def share_out(start: int, certain: float, run: Run) -> None:
    """Probabilities relative to their sum."""
    if run.task == LIST:
        for place in range(start, run.filled):
            set_word(run.chances, place, word_of(value_in(word_at(run.chances, place)) / certain))


def list_children(game: Game, run: Run) -> int:
    """The children of positions `first` up to `last`; gives where it stopped because the room is gone.

    `pointers` says of each position where its children start, and who chooses; ends of games have none, and
    bounds that are their payoff.
    """
    for index in range(run.first, run.last):
        run.at = index
        state = decoded(game, word_at(run.codes, index), run)
        start = run.filled
        kind = BY_MIN
        if game.is_terminal(state):
            payoff = decided(game.utility(state), 0, run)
            set_word(run.floor, index, word_of(payoff))
            set_word(run.ceiling, index, word_of(payoff))
        else:
            if not put_children(game, state, run):
                run.filled = start
                if start == 0:
                    fail(TOO_MANY, 0, run)
                return index
            kind = chooser(game, state, run)
        set_word(run.pointers, index, KINDS * (run.aside + start) + kind)
    return int(run.last)


def chooser(game: Game, state: State, run: Run) -> int:
    """Who chooses among the children."""
    if game.to_move(state) == CHANCE:
        return BY_CHANCE
    return BY_MAX if is_max(game.to_move(state), 0, run) else BY_MIN


def start_of(position: int, run: Run) -> int:
    """Where the children of a position start; those of the next one start where they end."""
    return int(word_at(run.pointers, position)) // KINDS


# -- components ----------------------------------------------------------------------------------------


def group(run: Run) -> int:
    """So many steps of Tarjan's algorithm from the positions on `route`; gives how many positions are done.

    `seen` numbers the visits, `back` is the earliest visit that a position is known to lead back to.  What is
    visited and in no component yet lies on `stack`.
    """
    steps = 0
    while run.climbed > 0 and steps < run.room:
        steps += 1
        position = part_at(run.route, run.climbed - 1)
        at = word_at(run.route_at, run.climbed - 1)
        if at < start_of(position + 1, run):
            set_word(run.route_at, run.climbed - 1, at + 1)
            child = part_at(run.children, at)
            if part_at(run.seen, child) == 0:
                visit(child, run)
            elif part_at(run.back, child) != DONE:
                lead_back(position, part_at(run.seen, child), run)
        else:
            leave(position, run)
    return int(run.filled)


def visit(position: int, run: Run) -> None:
    """Go down to a position that was not seen before."""
    run.serial += 1
    set_part(run.seen, position, run.serial)
    set_part(run.back, position, run.serial)
    set_part(run.stack, run.stacked, position)
    run.stacked += 1
    set_part(run.route, run.climbed, position)
    set_word(run.route_at, run.climbed, start_of(position, run))
    run.climbed += 1


def lead_back(position: int, number: int, run: Run) -> None:
    """A position leads back to the visit of this number."""
    set_part(run.back, position, min(part_at(run.back, position), number))


def leave(position: int, run: Run) -> None:
    """All children were looked at: what leads back to nothing earlier closes a component."""
    run.climbed -= 1
    back = part_at(run.back, position)
    if back == part_at(run.seen, position):
        close(position, run)
    elif run.climbed > 0:
        lead_back(part_at(run.route, run.climbed - 1), back, run)


def close(root: int, run: Run) -> None:
    """A component: twice each of its positions into `order`, and 1 more for the last."""
    member = -1
    while member != root:
        run.stacked -= 1
        member = part_at(run.stack, run.stacked)
        set_part(run.back, member, DONE)
        set_part(run.order, run.filled, 2 * member + (1 if member == root else 0))
        run.filled += 1


# -- averages ------------------------------------------------------------------------------------------


def average(run: Run) -> int:
    """Component after component from `head` on, for so many steps; gives where the next one begins."""
    steps = 0
    while run.head < run.last and steps < run.room:
        end = run.head
        moved = False
        gap = 0.0
        going = True
        while going:
            word = part_at(run.order, end)
            moved = draw_in(word // 2, run) or moved
            gap = max(gap, bound(run.ceiling, word // 2) - bound(run.floor, word // 2))
            end += 1
            going = word % 2 == 0
        if end - run.head > 1:
            run.returning = 1
        steps += end - run.head
        if gap <= run.tolerance or not moved:
            run.head = end
    return int(run.head)


def bound(bounds: object, position: int) -> float:
    return float(value_in(word_at(bounds, position)))


def draw_in(position: int, run: Run) -> bool:
    """The bounds of a position from those of its children, if that is narrower; did they move?"""
    start = start_of(position, run)
    end = start_of(position + 1, run)
    if start == end:
        return False
    kind = word_at(run.pointers, position) % KINDS
    low = derived(run.floor, kind, start, end, run)
    high = derived(run.ceiling, kind, start, end, run)
    if kind == BY_CHANCE:
        low -= run.margin * (end - start + 2)
        high += run.margin * (end - start + 2)
    moved = False
    if low > bound(run.floor, position):
        set_word(run.floor, position, word_of(low))
        moved = True
    if high < bound(run.ceiling, position):
        set_word(run.ceiling, position, word_of(high))
        moved = True
    return moved


def derived(bounds: object, kind: int, start: int, end: int, run: Run) -> float:
    """What the children from `start` to `end` make of a position, if they are worth this."""
    best = 0.0
    for place in range(start, end):
        value = bound(bounds, part_at(run.children, place))
        if kind == BY_CHANCE:
            best += value_in(word_at(run.chances, place)) * value
        elif place == start or (value > best if kind == BY_MAX else value < best):
            best = value
    return best


# -- a finished table ----------------------------------------------------------------------------------


def compare(game: Game, run: Run) -> int:
    """The first position from `first` to `last` whose value does not follow from those of its children."""
    for index in range(run.first, run.last):
        run.at = index
        state = decoded(game, word_at(run.codes, index), run)
        said = bound(run.floor, index)
        if game.is_terminal(state):
            if said != decided(game.utility(state), 0, run):
                return index
        elif not abs(said - worth(game, state, run)) <= run.tolerance:
            return index
    return int(run.last)


def worth(game: Game, state: State, run: Run) -> float:
    """What a position is worth if its children are worth what the table says."""
    branch = 0
    if game.to_move(state) == CHANCE:
        total = 0.0
        certain = 0.0
        for action, probability in game.outcomes(state):
            if probability > 0.0:
                total += probability * said_of(encoded(game, game.result(state, action), run), branch, run)
                certain += probability
                branch += 1
        return total / certain
    maximising = is_max(game.to_move(state), 0, run)
    best: float = -INFINITY if maximising else INFINITY
    for action in game.actions(state):
        value = said_of(encoded(game, game.result(state, action), run), branch, run)
        best = max(best, value) if maximising else min(best, value)
        branch += 1
    return best


def said_of(code: int, branch: int, run: Run) -> float:
    """What the table says of the position that has this code."""
    place = place_of(code, branch, run)
    if place < 0:
        fail(NOT_FOUND, 0, run)
    return bound(run.floor, place)
