"""Exact values by windows of no width: "is it more than this?", asked until the answer is known.

Every question is a search to the end of the game.  What it finds is kept in an exact table
(exact_table.py), so that the next question is answered quickly; a full table costs time, never truth.
For games whose positions cannot repeat.

What `null_window` returns, for the player to move (fail-soft):

    value <= alpha    the value is at most this
    value >  alpha    the value is at least this
"""

from __future__ import annotations

from zermelo.algorithms.exact_table import clear, grow, key_of, probe, store
from zermelo.algorithms.node import cut, decided, enter, fail, is_max, is_over, no_actions
from zermelo.algorithms.order import list_actions, put_in_order
from zermelo.algorithms.table import bounds_of
from zermelo.game import MAX, Game
from zermelo.kernel.primitives import has, just_above, mix, state_at, word_of
from zermelo.kernel.run import ENDLESS, INFINITY, PLIES, WIN, Ply, Run, State, Value, visited

SOON = 30
"""Plies within which an end is looked for first; whoever wins later than that is asked in general."""
GOES_ON = 1.0
"""The rank of a child that was looked at, and is no end of the game."""
ENHANCED_BITS = 15
"""From a table of this size on, the children are looked for in it before the first is searched."""


def null_window(game: Game, state: State, alpha: Value, ply: Ply, run: Run) -> Value:
    """A bound on the value of `state` for the player to move, on one side of alpha or the other."""
    # 1. The end of the game.
    over = is_over(game, state, ply, run)
    enter(ply, run)
    if run.options.keyed and visited(run) >= run.grows_at and run.table_bits < run.most_bits:
        grow(run)
    if over:
        run.ended += 1
        value = decided(game.utility(state), ply, run)
        return value if game.to_move(state) == MAX else -value
    maximising = is_max(game.to_move(state), ply, run)
    if ply >= PLIES - 2:
        fail(ENDLESS, ply, run)

    # 2. What the rules prove of the position.
    if has(game, "bounds") and run.options.bounds:
        worst, most = bounds_of(game, state, maximising, ply, run)
        if worst > alpha:
            return worst
        if most <= alpha:
            return most
    run.expanded += 1

    # 3. The actions; an only one is played, and the table not bothered.
    first = run.top
    list_actions(game, state, ply, run)
    last = run.top
    if last == first:
        no_actions(ply, run)
    if last == first + 1:
        action = run.arena[first]
        run.path[ply] = action
        run.top = first
        child = game.result(state, action)
        if (game.to_move(child) == MAX) != maximising:
            return -null_window(game, child, -just_above(alpha), ply + 1, run)
        return null_window(game, child, alpha, ply + 1, run)

    # 4. What the table knows of the position, and of its children.
    key = key_of(game, state, ply, run)
    if probe(game, state, key, ply, run) and (run.known_info == 1) == (run.known_value > alpha):
        run.top = first
        return run.known_value
    sort(game, state, key, first, run)
    best = -INFINITY
    looked = run.options.enhanced and run.table_bits >= ENHANCED_BITS
    if looked:
        best = known_children(game, state, alpha, first, maximising, ply, run)
        last = run.top
        if best > alpha:
            run.top = first
            return best

    # 5. The actions one by one, the most promising first.
    for index in range(first, last):
        action = run.arena[index]
        run.path[ply] = action
        child = game.result(state, action)
        if has(game, "bounds") and run.options.bounds and looked:
            run.going_on = ply + 1 if run.ranks[index] == GOES_ON else -1
        if (game.to_move(child) == MAX) != maximising:
            value = -null_window(game, child, -just_above(alpha), ply + 1, run)
        else:
            value = null_window(game, child, alpha, ply + 1, run)
        if value > best:
            best = value
            if value > alpha:
                if index + 1 < last:
                    cut(index - first + 1, run)
                break
    run.top = first

    # 6. What was found is remembered.
    store(game, state, key, best, best > alpha, ply, run)
    return best


def sort(game: Game, state: State, key: int, first: int, run: Run) -> None:
    """The highest priority first; among equals each thread has an order of its own."""
    for index in range(first, run.top):
        action = run.arena[index]
        rank = 0.0
        if has(game, "priority") and run.options.priority:
            rank = float(game.priority(state, action))
        if run.seed != 0:
            rank += (mix(run.seed + key // 2, index - first) & 1023) / 1024
        put_in_order(action, rank, first, index, run)


def known_children(
    game: Game, state: State, alpha: Value, first: int, maximising: bool, ply: Ply, run: Run
) -> Value:
    """What bounds and table know of the children: the value of one better than alpha, if there is one.

    Those that are known to be no better leave the arena; the best of them is the answer.  Of the others
    `ranks`, which are sorted already, say whether the game is known to go on there.
    """
    best = -INFINITY
    kept = first
    for index in range(first, run.top):
        action = run.arena[index]
        child = game.result(state, action)
        rank = 0.0
        if has(game, "bounds") and run.options.bounds and not game.is_terminal(child):
            rank = GOES_ON
            worst, most = bounds_of(game, child, maximising, ply + 1, run)
            if worst > alpha:
                return worst
            if most <= alpha:
                best = max(best, most)
                continue
        key = key_of(game, child, ply + 1, run)
        if probe(game, child, key, ply + 1, run):
            turned = (game.to_move(child) == MAX) != maximising
            value = -run.known_value if turned else run.known_value
            at_least = (run.known_info == 1) != turned
            if at_least and value > alpha:
                return value
            if not at_least and value <= alpha:
                best = max(best, value)
                continue
        run.arena[kept] = action
        if has(game, "bounds") and run.options.bounds:
            run.ranks[kept] = rank
        kept += 1
    run.top = kept
    return best


def value_between(game: Game, state: State, run: Run) -> Value:
    """The value of `state` for the player to move, known to lie between `alpha` and `beta`.

    They close in on it, question by question; after `rounds` of them what is known is left there.
    """
    rounds = run.rounds
    while run.alpha < run.beta and rounds > 0:
        guess = next_guess(run.alpha, run.beta, run)
        run.guess = guess
        value = null_window(game, state, guess, 0, run)
        if value > guess:
            run.alpha = value
        else:
            run.beta = value
        rounds -= 1
    return run.alpha


def next_guess(low: Value, high: Value, run: Run) -> Value:
    """Where to ask next, low <= it < high.

    In outcome games: is it lost soon, won soon, lost or won a little later, and so on; quick ends are found
    by small searches.  Once it is known who wins, what is left is halved.
    """
    if run.options.outcome and low < 0 < high and min(low + WIN, WIN - high) < SOON:
        if low + WIN <= WIN - high:
            return a_little_later(low + WIN) - WIN
        return WIN - a_little_later(WIN - high) - 1
    if run.options.outcome and low <= 0 <= high:
        return 0 if high > 0 else -1
    if high == INFINITY:
        return low
    if low == -INFINITY:
        return -just_above(-high)
    if run.options.outcome and 0 < low < WIN - SOON:
        return low
    if run.options.outcome and SOON - WIN < high < 0:
        return -just_above(-high)
    guess = low + (high - low) // 2
    return guess if guess < high else low


def a_little_later(plies: int) -> int:
    return plies * 3 // 2 + 3


def solve_all(game: Game, run: Run) -> Value:
    """The value of each position in memory, and the nodes it took; `fresh`: each with an empty table."""
    low = run.alpha
    high = run.beta
    while run.first < run.last:
        index = run.first
        if run.fresh != 0:
            clear(run)
            run.alpha = low
            run.beta = high
        before = visited(run)
        value = value_between(game, state_at(run.positions, index), run)
        run.answers[2 * index] = word_of(value)
        run.answers[2 * index + 1] = visited(run) - before
        run.first += 1
    return run.alpha
