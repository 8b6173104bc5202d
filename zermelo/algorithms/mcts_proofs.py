"""Proofs in Monte Carlo tree search: bounds of true values go up the tree as minimax does.

The MCTS-Solver of Winands, Björnsson and Saito (2008), with the bounds of Cazenave and Saffidine (2010).
"""

from __future__ import annotations

from zermelo.algorithms.mcts_nodes import (
    CHILDREN,
    HIGH,
    LOW,
    NODE,
    TURN,
    count_in,
    first_in,
    is_settled,
    lock,
    plies_of,
    turn_of,
    unlock,
)
from zermelo.game import CHANCE, MAX
from zermelo.kernel.events import NARROW, trace
from zermelo.kernel.primitives import value_in, word_of
from zermelo.kernel.run import PLIES, Ply, Run, Value


def is_open(child: int, sure: Value, maximising: bool, run: Run) -> bool:
    """May the child still turn out better than what the player above is sure of?"""
    low = value_in(run.table[child + LOW])
    high = value_in(run.table[child + HIGH])
    return bool(low < high and (high > sure if maximising else low < sure))


def is_narrower(node: int, ply: Ply, run: Run) -> bool:
    """The bounds of a node from those of its children: is anything new?"""
    if turn_of(node, run) == CHANCE:
        return False
    version = lock(node, run)
    found = narrow(node, turn_of(node, run) == MAX, run)
    unlock(node, version, run)
    if found:
        trace(
            run,
            NARROW,
            ply,
            value_in(run.table[node + LOW]),
            value_in(run.table[node + HIGH]),
            plies_of(node, run),
        )
    return found


def narrow(node: int, maximising: bool, run: Run) -> bool:
    """Bring the bounds of a node together as far as its children allow; did they move?"""
    children = run.table[node + CHILDREN]
    first = first_in(children)
    low = value_in(run.table[first + LOW])
    high = value_in(run.table[first + HIGH])
    for index in range(1, count_in(children)):
        child = first + index * NODE
        if maximising:
            low = max(low, value_in(run.table[child + LOW]))
            high = max(high, value_in(run.table[child + HIGH]))
        else:
            low = min(low, value_in(run.table[child + LOW]))
            high = min(high, value_in(run.table[child + HIGH]))
    if low == value_in(run.table[node + LOW]) and high == value_in(run.table[node + HIGH]):
        return False
    if run.options.outcome and low >= high:
        run.table[node + TURN] = 4 * plies_to(node, low, maximising, run) + turn_of(node, run) + 1
    run.table[node + LOW] = word_of(low)
    run.table[node + HIGH] = word_of(high)
    return True


def plies_to(node: int, value: Value, maximising: bool, run: Run) -> int:
    """The plies to the end where that is just proved: the winner takes the shortest way known, the loser the
    longest."""
    shortest = maximising == (value > 0)
    found = PLIES if shortest else 0
    children = run.table[node + CHILDREN]
    for index in range(count_in(children)):
        child = first_in(children) + index * NODE
        if is_settled(child, run) and value_in(run.table[child + LOW]) == value:
            plies = plies_known(child, run)
            found = min(found, plies) if shortest else max(found, plies)
    return found + 1


def plies_known(child: int, run: Run) -> int:
    """The plies of a settled child; another thread that has just settled it may be about to write them."""
    plies = plies_of(child, run)
    while run.sharing != 0 and plies == 0 and run.table[child + CHILDREN] != 0:
        plies = plies_of(child, run)
    return plies
