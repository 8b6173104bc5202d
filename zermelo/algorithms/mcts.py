"""Monte Carlo tree search (UCT): a tree that grows where play looks good, valued by random games.

Each simulation has four phases.  It goes down the tree, at every node to the child with the best mixture of
what is good and what is little known (select); gives the leaf it comes to its children (expand); plays on
from there at random (playout); and counts the reward at every node that it came through (backup).

Besides, every node has bounds of its true value (`mcts_proofs`).  They meet where the game is over and go up
the tree as minimax does: where they meet at a node it is settled, and the search ends when the root is.  Dice
settle nothing.

Positions are not kept (`mcts_nodes` says what is): they are played again from the root.  Whose turn it is, is
asked of each: turns may be repeated.  Several threads grow one tree: each stays for a while at one node that
was visited often and makes its simulations from there.  On its way it pretends to lose them all (virtual
loss), so that the others look elsewhere, and takes that back when it knows better.
"""

from __future__ import annotations

from math import log, sqrt

from zermelo.algorithms.dice import throw
from zermelo.algorithms.mcts_nodes import (
    ACTION,
    HIGH,
    LOW,
    NODE,
    PARTS,
    PRIOR,
    ROOT,
    TOTAL,
    VISITS,
    add,
    children_of,
    count_in,
    first_in,
    give_children,
    is_settled,
    plant,
    transplant,
    turn_of,
)
from zermelo.algorithms.mcts_proofs import is_narrower, is_open
from zermelo.algorithms.node import is_max, no_actions
from zermelo.algorithms.order import list_actions, put_in_order
from zermelo.algorithms.outcomes import list_outcomes, thrown
from zermelo.algorithms.playout import WON, playout, reward
from zermelo.game import CHANCE, MAX, Game
from zermelo.kernel.events import (
    BACKUP,
    ENTER,
    EXPAND,
    FULL,
    OVER,
    SELECT,
    SETTLED,
    THROW,
    TRY,
    trace,
    trace_choice,
)
from zermelo.kernel.primitives import has, value_in, word_of
from zermelo.kernel.run import INFINITY, PLIES, Ply, Run, State, Value, visited

NEVER_WAITS = 1e300
"""Where `run.first_play` is that much, what was never tried comes first."""
OFTEN = 1024
"""A node that was visited so often is one where a thread may stay,"""
STAY = 128
"""for so many simulations at most: what one thread wrote reaches another slowly, so they meet seldom."""


def mcts(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """`run.rounds` simulations, or fewer where the root is settled; the tree stays for the next call.

    Returns what the root is worth to MAX at least.
    """
    if run.graft > 0:
        transplant(run)
    if run.filled == 0:
        run.filled = 1
        run.lowest = -WON if run.options.outcome else INFINITY
        run.highest = WON if run.options.outcome else -INFINITY
        plant(ROOT, 0, run)
    run.trail[ply] = ROOT
    run.start = ply
    made = 0
    while made < run.rounds and not is_settled(ROOT, run) and not is_spent(run):
        if run.sharing == 0:
            simulate(game, state, ply, run)
            made += 1
        else:
            made += stay(game, state, ply, run)
    return value_in(run.table[ROOT + LOW])


def is_spent(run: Run) -> bool:
    """Is it time to stop?  A simulation counts as a node."""
    run.left -= 1
    if run.left >= 0:
        return False
    run.left += 1
    if run.stop != 0 or visited(run) >= run.node_limit:
        return True
    more = min(run.check_every, run.node_limit - visited(run))
    run.granted += more
    run.left += more - 1
    return False


def simulate(game: Game, state: State, ply: Ply, run: Run) -> None:
    """One simulation from the state at `run.start`: select, expand, playout, backup."""
    trace(run, ENTER, ply, 0, 0, 0)
    depth = run.start
    node = run.trail[depth]
    fresh = False
    over = game.is_terminal(state)
    while not over and not fresh and not is_settled(node, run):
        if children_of(node, run) == 0:
            expand(game, state, node, depth, run)
        if children_of(node, run) == 0 or depth >= PLIES - 2:
            break
        child = select(game, state, node, depth, run)
        fresh = bool(run.table[child + VISITS] == 0)
        node = child
        action = run.table[node + ACTION]
        run.path[depth] = action
        state = game.result(state, action)
        depth += 1
        run.trail[depth] = node
        over = game.is_terminal(state)
    if over:
        run.ended += 1
        value = reward(game, state, depth, run)
        run.table[node + LOW] = word_of(value)
        run.table[node + HIGH] = word_of(value)
        trace(run, OVER, depth, 0, 0, value)
    elif is_settled(node, run):
        value = value_in(run.table[node + LOW])
        trace(run, SETTLED, depth, 0, 0, value)
    else:
        value = playout(game, state, depth, run)
    backup(game, depth, ply, value, run)


# -- select ----------------------------------------------------------------------------------------------


def select(game: Game, state: State, node: int, ply: Ply, run: Run) -> int:
    """The child to go to: what the dice show, one that was never visited, or the most promising (UCB1)."""
    children = children_of(node, run)
    first = first_in(children)
    count = count_in(children)
    if has(game, "outcomes") and turn_of(node, run) == CHANCE:
        shown = first + thrown(game, state, count, run) * NODE
        trace_choice(run, THROW, ply + 1, shown, run.table[shown + ACTION], 0.0, 0.0)
        return shown
    maximising = is_max(turn_of(node, run), ply, run)
    sure = value_in(run.table[node + (LOW if maximising else HIGH)])
    visits = float(run.table[node + VISITS])
    half = max(float(run.highest) - float(run.lowest), 1e-9) / 2.0
    explored = sqrt(max(visits, 1.0)) if has(game, "prior") else sqrt(log(visits + 1.0))
    unknown = run.exploration * half * explored
    untried = run.first_play * half + total_of(node, maximising, run) / max(visits, 1.0)
    ordered = has(game, "priority") and run.options.priority and not has(game, "prior")
    turn = 0 if ordered else throw(count, run)
    best = first
    highest = -1e300
    for _ in range(count):
        child = first + turn * NODE
        turn = turn + 1 if turn + 1 < count else 0
        tried = float(run.table[child + VISITS])
        if tried == 0.0 and run.first_play >= NEVER_WAITS:
            trace_choice(run, TRY, ply + 1, child, run.table[child + ACTION], 0.0, 0.0)
            return child
        if is_open(child, sure, maximising, run):
            total = total_of(child, maximising, run)
            if has(game, "prior"):
                worth = total / tried if tried > 0.0 else untried
                worth += unknown * float(run.table[child + PRIOR]) / float(PARTS) / (1.0 + tried)
            else:
                worth = (total + unknown * sqrt(tried)) / tried if tried > 0.0 else untried
            if worth > highest:
                highest = worth
                best = child
    trace_choice(
        run, SELECT, ply + 1, best, run.table[best + ACTION], mean_of(best, maximising, run), highest
    )
    return best


def total_of(node: int, maximising: bool, run: Run) -> float:
    """The sum of the rewards of a node as a player sees it."""
    total = float(value_in(run.table[node + TOTAL]))
    return total if maximising else -total


def mean_of(node: int, maximising: bool, run: Run) -> float:
    """The average of the rewards of a node as a player sees it; 0 where it was never visited."""
    return total_of(node, maximising, run) / max(float(run.table[node + VISITS]), 1.0)


# -- expand ----------------------------------------------------------------------------------------------


def expand(game: Game, state: State, node: int, ply: Ply, run: Run) -> None:
    """Give a node its children, if there is room for them."""
    bottom = run.top
    list_children(game, state, ply, run)
    count = run.top - bottom
    run.top = bottom
    if count == 0:
        no_actions(ply, run)
    if run.filled + count > run.room:
        trace(run, FULL, ply, 0, 0, 0)
        return
    first = run.filled * NODE
    for index in range(count):
        plant(first + index * NODE, run.arena[bottom + index], run)
    if has(game, "prior") and game.to_move(state) != CHANCE:
        expect(game, state, first, count, run)
    give_children(node, first, count, game.to_move(state), run)
    trace(run, EXPAND, ply, count, 0, 0)


def list_children(game: Game, state: State, ply: Ply, run: Run) -> None:
    """Put what may happen on top of the arena: outcomes, or actions by their priority where they have one."""
    bottom = run.top
    if has(game, "outcomes") and game.to_move(state) == CHANCE:
        list_outcomes(game, state, ply, run)
        return
    list_actions(game, state, ply, run)
    if has(game, "priority") and run.options.priority:
        for index in range(bottom, run.top):
            action = run.arena[index]
            put_in_order(action, float(game.priority(state, action)), bottom, index, run)


def expect(game: Game, state: State, first: int, count: int, run: Run) -> None:
    """What the game expects of each child, as parts of what it expects of all; less than 0 is 0."""
    total = 0.0
    for index in range(count):
        child = first + index * NODE
        weight = min(max(float(game.prior(state, run.table[child + ACTION])), 0.0), 1e9)
        run.table[child + PRIOR] = int(weight * float(PARTS))
        total += float(int(weight * float(PARTS)))
    for index in range(count):
        child = first + index * NODE
        part = float(run.table[child + PRIOR]) / total if total > 0.0 else 1.0 / float(count)
        run.table[child + PRIOR] = int(part * float(PARTS))


# -- backup ----------------------------------------------------------------------------------------------


def backup(game: Game, depth: Ply, ply: Ply, value: Value, run: Run) -> None:
    """Count the reward on the way back, and carry proofs up.

    What is proved corrects it, unless dice are thrown: proofs are then about averages, and this is one throw.
    """
    run.lowest = min(run.lowest, value)
    run.highest = max(run.highest, value)
    news = is_settled(run.trail[depth], run)
    for index in range(depth, ply - 1, -1):
        node = run.trail[index]
        if news and index < depth:
            news = is_narrower(node, index, run)
        if not has(game, "outcomes"):
            value = max(value_in(run.table[node + LOW]), min(value_in(run.table[node + HIGH]), value))
        if run.sharing != 0 and index <= run.start:
            run.owed[index] += value
        else:
            add(node, value, 1, run)
            trace(run, BACKUP, index, run.table[node + VISITS], value_in(run.table[node + TOTAL]), value)


# -- threads ---------------------------------------------------------------------------------------------


def stay(game: Game, state: State, ply: Ply, run: Run) -> int:
    """Simulations from one node that was visited often, STAY of them at most; how many were made.

    The nodes on the way there are told of STAY visits in advance, and in the end of what came of them.
    """
    state = go_where_it_is_good(game, state, ply, run)
    node = run.trail[run.start]
    made = 0
    while made == 0 or (made < STAY and not is_settled(node, run) and not is_spent(run)):
        simulate(game, state, ply, run)
        made += 1
    for index in range(ply, run.start + 1):
        add(run.trail[index], run.owed[index] - STAY * run.losses[index], made - STAY, run)
    return made


def go_where_it_is_good(game: Game, state: State, ply: Ply, run: Run) -> State:
    """Select one child after the other while it was visited often; the state where that ends.

    Dice end it too: each simulation throws its own.
    """
    node = ROOT
    run.start = ply
    pretend(node, 0, run)
    while children_of(node, run) != 0 and turn_of(node, run) != CHANCE and run.start < PLIES - 2:
        child = select(game, state, node, run.start, run)
        if run.table[child + VISITS] < OFTEN or is_settled(child, run):
            break
        run.path[run.start] = run.table[child + ACTION]
        state = game.result(state, run.table[child + ACTION])
        run.start += 1
        pretend(child, run.lowest if turn_of(node, run) == MAX else run.highest, run)
        node = child
    return state


def pretend(node: int, loss: Value, run: Run) -> None:
    """STAY visits count already, as losses for who goes there."""
    run.trail[run.start] = node
    run.losses[run.start] = loss
    run.owed[run.start] = 0
    add(node, STAY * loss, STAY, run)
