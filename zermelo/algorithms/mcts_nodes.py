"""The nodes of Monte Carlo tree search: where they lie, what is written there, how threads share them.

The tree lies in `run.table`, NODE words for each node, the children of a node side by side.  A thread writes
children before it publishes where they are; it adds to counts in one instruction, and changes bounds under a
lock, one of LOCKS that the nodes share.  Alone (`run.sharing` is 0) a search does without all that.
"""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.playout import WON
from zermelo.kernel.primitives import add_at, claim, publish, release, value_in, version_of, word_of
from zermelo.kernel.run import INFINITY, Run, Value

ACTION, CHILDREN, TURN, VISITS, TOTAL, LOW, HIGH, PRIOR = range(8)
"""A node: the action that leads there, where its children are (`first_in`, `count_in`), who moves (and in how
many plies it is won: `turn_of`, `plies_of`), how often it was visited, the sum of MAX's rewards, between
which values its true one lies, and how much the game expects of the action, in parts of PARTS."""
NODE = 8
"""Words of a node: a line of the processor's cache."""
ROOT = 0
MOST = 1 << 20
"""A node has fewer children."""
PARTS = 1 << 30
LOCKS = 1024


def plant(node: int, action: Any, run: Run) -> None:
    """A node of which nothing is known."""
    run.table[node + ACTION] = action
    run.table[node + CHILDREN] = 0
    run.table[node + TURN] = 0
    run.table[node + VISITS] = 0
    run.table[node + TOTAL] = 0
    run.table[node + LOW] = word_of(least(run))
    run.table[node + HIGH] = word_of(most(run))
    run.table[node + PRIOR] = 0


def least(run: Run) -> Value:
    """Nothing is worth less."""
    return -WON if run.options.outcome else -INFINITY


def most(run: Run) -> Value:
    """Nothing is worth more."""
    return WON if run.options.outcome else INFINITY


def is_settled(node: int, run: Run) -> bool:
    """Is its value proved?"""
    return bool(value_in(run.table[node + LOW]) >= value_in(run.table[node + HIGH]))


def turn_of(node: int, run: Run) -> int:
    """Who moves at a node that has children: MAX, MIN or CHANCE."""
    return int(run.table[node + TURN] % 4 - 1)


def plies_of(node: int, run: Run) -> int:
    """In how many plies at most the game is over at a node that is proved to be won or lost."""
    return int(run.table[node + TURN] // 4)


# -- children --------------------------------------------------------------------------------------------


def children_of(node: int, run: Run) -> int:
    """Where the children of a node are, and how many; 0: it has none yet."""
    children = version_of(run.table, node + CHILDREN)
    return children if children >= MOST else 0


def first_in(children: int) -> int:
    """The first of them."""
    return children // MOST * NODE


def count_in(children: int) -> int:
    """How many they are."""
    return children % MOST


def give_children(node: int, first: int, count: int, turn: int, run: Run) -> None:
    """Children that are planted become those of a node, unless another thread was quicker.

    A node that is claimed holds a number below MOST until its children are known.
    """
    if run.sharing == 0 or (run.table[node + CHILDREN] == 0 and claim(run.table, node + CHILDREN, 0)):
        run.filled += count
        run.expanded += 1
        run.table[node + TURN] = turn + 1
        publish(run.table, node + CHILDREN, first // NODE * MOST + count)


# -- counting --------------------------------------------------------------------------------------------


def add(node: int, value: Value, visits: int, run: Run) -> None:
    """Count rewards, and so many visits."""
    if run.sharing == 0:
        run.table[node + VISITS] = run.table[node + VISITS] + visits
        run.table[node + TOTAL] = word_of(value_in(run.table[node + TOTAL]) + value)
    else:
        add_at(run.table, node + VISITS, visits)
        add_at(run.table, node + TOTAL, value)


# -- a tree that is kept ---------------------------------------------------------------------------------


def transplant(run: Run) -> None:
    """What grew from a node of the tree before (`run.grown`), level by level, as a tree of its own."""
    copy(run.graft - 1, ROOT, run)
    run.graft = 0
    run.filled = 1
    node = ROOT
    while node < run.filled * NODE:
        children = run.table[node + CHILDREN]
        run.table[node + CHILDREN] = 0
        if children != 0 and run.filled + count_in(children) <= run.room:
            run.table[node + CHILDREN] = run.filled * MOST + count_in(children)
            for index in range(count_in(children)):
                copy(first_in(children) + index * NODE, run.filled * NODE, run)
                run.filled += 1
        node += NODE


def copy(old: int, new: int, run: Run) -> None:
    """One node of the tree before, with the place of its children there."""
    for word in range(NODE):
        run.table[new + word] = run.grown[old + word]


# -- locks -----------------------------------------------------------------------------------------------


def lock(node: int, run: Run) -> int:
    """Wait until nobody else writes the node; what unlocks it."""
    if run.sharing == 0:
        return 0
    place = node % (LOCKS * NODE)
    version = version_of(run.locks, place)
    while version % 2 == 1 or not claim(run.locks, place, version):
        version = version_of(run.locks, place)
    return version


def unlock(node: int, version: int, run: Run) -> None:
    """Others may write the node again."""
    if run.sharing != 0:
        release(run.locks, node % (LOCKS * NODE), version)
