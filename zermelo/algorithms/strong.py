"""Strong solution: the value of every position, and in how many plies it is reached.

A position is known by its code, one number; all positions lie in sorted lists of codes, their values in a
list beside it.  Each task below works on a slice of such a list, so that somebody can watch and stop it.

    EXPAND      write down the codes of the children              } forward
    SQUEEZE     drop what stands twice in a sorted list           }
    SUBTRACT    drop what stands in another sorted list           }
    MERGE       several sorted lists into one                     }
    BACK_UP     values from those of the children                 } backward, where positions cannot repeat
    VERIFY      the same, compared with what is there
    COUNT       which children a position has, how many parents   } retrograde analysis
    LINK        which parents                                     }
    DECIDE      from decided positions to their parents           }

A value of an outcome game is written as a mark, 4 * plies + result: MAX wins or loses, quickly or late as
each player wants it; a draw in so many plies, the fewest; or endless, a draw that never ends.  In games for
points the mark is the payoff.
"""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.node import decided, fail, is_max, no_actions
from zermelo.game import Game
from zermelo.kernel.primitives import (
    UNCODED,
    code_of,
    half_at,
    has,
    part_at,
    set_half,
    set_part,
    set_word,
    state_of,
    value_in,
    word_at,
    word_of,
)
from zermelo.kernel.run import FINGERS, INFINITY, NO_CODE, NOT_FOUND, TOO_LONG, TOO_MANY, Run, State, Value

EXPAND, SQUEEZE, SUBTRACT, MERGE, BACK_UP, VERIFY, COUNT, LINK, DECIDE, DECIDE_DRAWS = range(10)

ENDLESS, LOST, DRAWN, WON = 0, 1, 2, 3
"""Results, as MAX sees them."""
RESULTS = 4
LONGEST = (1 << 16) // RESULTS - 1
"""Plies that fit in a mark."""
FAR = 1 << 20


def strong(game: Game, run: Run) -> int:
    """One task on one slice; gives where it stopped, or how many there are now."""
    if run.task == EXPAND:
        return expand(game, run)
    if run.task == SQUEEZE:
        return squeeze(run)
    if run.task == SUBTRACT:
        return subtract(run)
    if run.task == MERGE:
        return merge(run)
    if run.task == BACK_UP or run.task == VERIFY:
        return back_up(game, run)
    if run.task == COUNT:
        return count_children(game, run)
    if run.task == LINK:
        return link(run)
    return decide(run)


def encoded(game: Game, state: State, run: Run) -> int:
    """The code of a state: the game's own, or one made of its fields."""
    if has(game, "unrank"):
        return game.rank(state)
    code = code_of(state, run)
    if code == UNCODED:
        fail(NO_CODE, 0, run)
    return code


def decoded(game: Game, code: int, run: Run) -> State:
    """The state that has this code."""
    if has(game, "unrank"):
        return game.unrank(code)
    return state_of(code, run)


# -- forward -----------------------------------------------------------------------------------------


def expand(game: Game, run: Run) -> int:
    """The children of positions `first` up to `last`; gives where it stopped because the room is gone."""
    filled = run.filled
    for index in range(run.first, run.last):
        run.at = index
        state = decoded(game, word_at(run.codes, index), run)
        if game.is_terminal(state):
            continue
        is_max(game.to_move(state), 0, run)
        start = filled
        for action in game.actions(state):
            if filled >= run.room:
                run.filled = start
                if index == run.first and start == 0:
                    fail(TOO_MANY, 0, run)
                return index
            set_word(run.children, filled, encoded(game, game.result(state, action), run))
            filled += 1
        if filled == start:
            no_actions(0, run)
    run.filled = filled
    return int(run.last)


def squeeze(run: Run) -> int:
    """A sorted list without what stands in it twice; gives its new length."""
    kept = 0
    previous = 0
    for index in range(run.last):
        code = word_at(run.codes, index)
        if index == 0 or code != previous:
            set_word(run.codes, kept, code)
            kept += 1
            previous = code
    return kept


def subtract(run: Run) -> int:
    """A sorted list without what stands in `below`; gives its new length."""
    kept = 0
    run.fingers[0] = 0
    for index in range(run.last):
        code = word_at(run.codes, index)
        if place_of(code, 0, run) < 0:
            set_word(run.codes, kept, code)
            kept += 1
    return kept


def merge(run: Run) -> int:
    """Fill the room from the sorted lists of `heap`, the smallest code first, each code once."""
    filled = 0
    while run.ways > 0 and filled < run.room:
        way = run.heap[0]
        at = run.ways_at[way]
        code = run.heads[way]
        if run.filled == 0 or code != run.previous:
            set_word(run.children, filled, code)
            if run.scored != 0:
                set_mark(run.child_scores, filled, mark_at(run.ways_scores[way], at, run), run)
            filled += 1
            run.previous = code
            run.filled = 1
        at += 1
        run.ways_at[way] = at
        if at < run.ways_end[way]:
            run.heads[way] = word_at(run.ways_codes[way], at)
        else:
            run.ways -= 1
            way = run.heap[run.ways]
        sink(way, run)
    return filled


def sink(way: int, run: Run) -> None:
    """A list takes its place in the heap, from the top."""
    code = run.heads[way]
    place = 0
    while True:
        lower = 2 * place + 1
        if lower >= run.ways:
            break
        if lower + 1 < run.ways and run.heads[run.heap[lower + 1]] < run.heads[run.heap[lower]]:
            lower += 1
        if run.heads[run.heap[lower]] >= code:
            break
        run.heap[place] = run.heap[lower]
        place = lower
    run.heap[place] = way


def place_of(code: int, branch: int, run: Run) -> int:
    """Where a code stands in `below`, or -1; looked for from where the last one of this branch was found."""
    count = run.count_below
    if count == 0:
        return -1
    finger = run.fingers[branch % FINGERS]
    step = 1
    if word_at(run.below, finger) <= code:
        low = finger
        high = finger + 1
        while high < count and word_at(run.below, high) <= code:
            low = high
            high += step
            step *= 2
        high = min(high, count)
    else:
        low = finger - 1
        high = finger
        while low >= 0 and word_at(run.below, low) > code:
            high = low
            low -= step
            step *= 2
        low = max(low, 0)
    while high - low > 1:
        middle = (low + high) // 2
        if word_at(run.below, middle) <= code:
            low = middle
        else:
            high = middle
    run.fingers[branch % FINGERS] = low
    return low if word_at(run.below, low) == code else -1


# -- backward ----------------------------------------------------------------------------------------


def back_up(game: Game, run: Run) -> int:
    """The values of positions `first` up to `last`; or the first of them whose value is another."""
    for index in range(run.first, run.last):
        run.at = index
        state = decoded(game, word_at(run.codes, index), run)
        if game.is_terminal(state):
            mark = finished(game.utility(state), run)
        else:
            mark = best_of(game, state, is_max(game.to_move(state), 0, run), run)
        if run.task == BACK_UP:
            set_mark(run.scores, index, mark, run)
        elif mark != mark_at(run.scores, index, run):
            return index
    return int(run.last)


def best_of(game: Game, state: State, maximising: bool, run: Run) -> Any:
    """What the mover makes of the children's values."""
    branch = 0
    best = 0
    for action in game.actions(state):
        place = place_of(encoded(game, game.result(state, action), run), branch, run)
        if place < 0:
            fail(NOT_FOUND, 0, run)
        mark = mark_at(run.scores_below, place, run)
        if branch == 0 or better(mark, best, maximising, run):
            best = mark
        branch += 1
    if branch == 0:
        no_actions(0, run)
    return one_ply_further(best, run)


def finished(utility: Value, run: Run) -> Any:
    """The mark of a game that is over."""
    value = decided(utility, 0, run)
    if run.options.outcome:
        return WON if value > 0 else LOST if value < 0 else DRAWN
    return word_of(value)


def one_ply_further(mark: Any, run: Run) -> Any:
    if not run.options.outcome or mark == ENDLESS:
        return mark
    if mark // RESULTS >= LONGEST:
        fail(TOO_LONG, 0, run)
    return mark + RESULTS


def better(mark: Any, other: Any, maximising: bool, run: Run) -> bool:
    """Does the mover prefer the first?"""
    if run.options.outcome:
        return preference(mark, maximising, run) > preference(other, maximising, run)
    if maximising:
        return bool(value_in(mark) > value_in(other))
    return bool(value_in(mark) < value_in(other))


def preference(mark: int, maximising: bool, run: Run) -> int:
    """A quick win, a late one, a draw that comes soon, one that never ends, a late loss, a quick one.

    Where the rules give endless play to a player, to that player it is worth something
    between a late win and a draw, and a draw that comes late is better than one that comes soon.
    """
    result = mark % RESULTS
    plies = mark // RESULTS
    if result == ENDLESS:
        if run.options.repetition == 0:
            return -LONGEST - 1
        return FAR // 2 if goes_on_gladly(maximising, run) else -(FAR // 2)
    if result == DRAWN:
        return plies if goes_on_gladly(maximising, run) else -plies
    if (result == WON) == maximising:
        return FAR - plies
    return plies - FAR


def goes_on_gladly(maximising: bool, run: Run) -> bool:
    """Does the mover win if play never ends?"""
    if run.options.repetition == 0:
        return False
    return bool((run.options.repetition > 0) == maximising)


def mark_at(memory: Any, index: int, run: Run) -> Any:
    if run.options.outcome:
        return half_at(memory, index)
    return word_at(memory, index)


def set_mark(memory: Any, index: int, mark: Any, run: Run) -> None:
    if run.options.outcome:
        set_half(memory, index, mark)
    else:
        set_word(memory, index, mark)


# -- retrograde analysis -----------------------------------------------------------------------------


def count_children(game: Game, run: Run) -> int:
    """The children of every position, by their places; in `pointers`, how many parents each has.

    `undecided` is twice the number of children, and 1 more where MAX is to move.
    """
    filled = run.filled
    for index in range(run.first, run.last):
        run.at = index
        state = decoded(game, word_at(run.codes, index), run)
        if game.is_terminal(state):
            set_mark(run.scores, index, finished(game.utility(state), run), run)
            set_part(run.undecided, index, 0)
            continue
        start = filled
        for action in game.actions(state):
            if filled >= run.room:
                forget_children(start, filled, run)
                if start == 0:
                    fail(TOO_MANY, 0, run)
                run.filled = start
                return index
            child = place_of(encoded(game, game.result(state, action), run), filled - start, run)
            if child < 0:
                fail(NOT_FOUND, 0, run)
            set_part(run.children, filled, child)
            set_word(run.pointers, child, word_at(run.pointers, child) + 1)
            filled += 1
        if filled == start:
            no_actions(0, run)
        maximising = is_max(game.to_move(state), 0, run)
        set_part(run.undecided, index, 2 * (filled - start) + (1 if maximising else 0))
        if run.options.outcome:
            set_mark(run.scores, index, ENDLESS, run)
        else:
            set_mark(run.scores, index, word_of(-INFINITY if maximising else INFINITY), run)
    run.filled = filled
    return int(run.last)


def forget_children(start: int, filled: int, run: Run) -> None:
    """The room was not enough for the children of a position: it will be counted again."""
    for place in range(start, filled):
        child = part_at(run.children, place)
        set_word(run.pointers, child, word_at(run.pointers, child) - 1)


def link(run: Run) -> int:
    """The parents of every position, in `links`, from the children of positions `first` up to `last`.

    The children of `first` stand in `children` from `filled` on.
    """
    place = run.filled
    for index in range(run.first, run.last):
        for _ in range(part_at(run.undecided, index) // 2):
            child = part_at(run.children, place)
            pointer = word_at(run.pointers, child)
            set_part(run.links, pointer, index)
            set_word(run.pointers, child, pointer + 1)
            place += 1
    run.filled = place
    return int(run.last)


def decide(run: Run) -> int:
    """Take positions from the queue and tell their parents; gives where in the queue it stopped.

    After LINK the parents of a position are links[pointers[position - 1]] up to links[pointers[position]].
    """
    head = run.head
    tail = run.tail
    last = min(tail, head + run.room)
    while head < last:
        position = part_at(run.queue, head)
        head += 1
        mark = mark_at(run.scores, position, run)
        start = word_at(run.pointers, position - 1) if position > 0 else 0
        for place in range(start, word_at(run.pointers, position)):
            parent = part_at(run.links, place)
            if tells(mark, parent, run):
                set_part(run.queue, tail, parent)
                tail += 1
    run.tail = tail
    return int(head)


def tells(mark: Any, parent: int, run: Run) -> bool:
    """Is the parent decided by this child, the last one or a good one?"""
    counter = part_at(run.undecided, parent)
    maximising = counter % 2 == 1
    if run.options.outcome:
        if mark_at(run.scores, parent, run) != ENDLESS:
            return False
        if run.task == DECIDE_DRAWS:
            good = not goes_on_gladly(maximising, run)
        else:
            good = (mark % RESULTS == WON) == maximising
        if not good:
            counter -= 2
            set_part(run.undecided, parent, counter)
        if good or counter < 2:
            set_mark(run.scores, parent, one_ply_further(mark, run), run)
            return True
        return False
    if better(mark, mark_at(run.scores, parent, run), maximising, run):
        set_mark(run.scores, parent, mark, run)
    set_part(run.undecided, parent, counter - 2)
    return counter - 2 < 2
