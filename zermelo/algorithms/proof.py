"""Depth-first proof-number search (df-pn): can a player force what they want, yes or no?

The one who wants it is the attacker, the other the defender.  Every position has two numbers:

    proof number       how many positions, at least, must still turn out well for the attacker to prove it
    disproof number    how many must still turn out badly to disprove it

Proved is (0, IMPOSSIBLE), disproved (IMPOSSIBLE, 0), and a position nobody has looked into (1, 1).  The
player to move needs one good child, the opponent needs them all to be bad.  So the attacker's node is as
hard to prove as its easiest child, and as hard to disprove as all children together; the defender's node
the other way round.

The search goes where the least is missing: from the root to the easiest child (the most-proving one), again
and again, one leaf at a time.  Depth first, it need not come back to the root each time: a child is visited
with two limits, and left when one of its numbers reaches them, which is when a sibling has become the
easier one, or the parent as a whole too hard.  Whose turn it is, is asked of each position, so repeated
turns just work.

All children together: the hardest one, and one more for each other that is open (weak proof numbers).  The
sum, as the textbook has it, counts a position once for every way that leads to it.  Where many do, sums
grow exponentially, scare the search away from what is nearly proved, and overflow; this number never does.

Positions that repeat are worth what `repetition` says, which is good enough either for the attacker or for
the defender.  An answer that relies on a repetition holds only where the position that is repeated is on
the path: see `proof_table.py`.  The other answer, and every answer that relies on no position above, holds
for ever.
"""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.experience import priority_of
from zermelo.algorithms.node import decided, enter, fail, is_max, no_actions, remember
from zermelo.algorithms.proof_table import (
    IMPOSSIBLE,
    combined,
    identity_of,
    recall,
    released,
    repeated,
    representative,
    settle,
    store,
    succeeds,
    walk_on,
)
from zermelo.algorithms.table import bounds_of
from zermelo.game import MAX, Game
from zermelo.kernel.primitives import has, hash_of
from zermelo.kernel.run import ARENA, ENDLESS, PLIES, TOO_MANY, Ply, Run, State, visited

DEEPEST = PLIES - 2
"""A path that gets here ends in a fault: the numbers of a longer one would have no room."""
PATIENCE = 2
"""The 1 + ε trick (Pawlewicz and Lew): a child is left when it is half as hard again as the next one, not as
soon as it is harder at all.  So the search does not change its mind at every node, and has to find again less
often what the table has forgotten."""


def proof(game: Game, state: State, ply: Ply, run: Run) -> int:
    """Does `run.attacker` force `run.goal`?  1 or 0; the moves that say so begin in `run.line`."""
    enter(ply, run)
    run.length[ply] = ply
    if game.is_terminal(state):
        run.ended += 1
        settle(succeeds(decided(game.utility(state), ply, run), run), 0, run)
    else:
        visit(game, state, IMPOSSIBLE, IMPOSSIBLE, ply, run)
    return 1 if run.proof == 0 else 0


def visit(game: Game, state: State, proof_limit: int, disproof_limit: int, ply: Ply, run: Run) -> int:
    """Look into a position until one of its numbers reaches its limit; they are left in the run.

    The numbers of all children stay in the arena while the position is on the path.  Each visit of a child
    makes it harder than the next easiest one or ends this visit, so every visit comes to its end by what it
    holds itself, whatever the table has forgotten: a table that is too small costs time and nothing else.
    """
    # 1. The position joins the path.
    if ply >= DEEPEST:
        fail(ENDLESS, ply, run)
    before = visited(run)
    run.expanded += 1
    run.length[ply] = ply
    attacking = is_max(game.to_move(state), ply, run) == (run.attacker == MAX)
    identity = identity_of(game, representative(game, state, run), run)
    key = hash_of(identity)
    if run.options.cyclic:
        walk_on(identity, key, ply, run)

    # 2. Its children, each with its numbers at first sight.
    first = run.top
    expand(game, state, attacking, ply, run)
    last = run.top
    if first == last:
        no_actions(ply, run)
    followed = -1

    while True:
        # 3. Its own numbers; solved, or too hard for now?
        best, second, mine, hardest, others = appraise(first, last, attacking, run)
        theirs = hardest + others
        run.proof = mine if attacking else theirs
        run.disproof = theirs if attacking else mine
        if run.proof >= proof_limit or run.disproof >= disproof_limit:
            break

        # 4. The most-proving child, until it is harder than the second, or makes this position too hard.
        mine_limit = proof_limit if attacking else disproof_limit
        theirs_limit = disproof_limit if attacking else proof_limit
        mine_limit = min(mine_limit, second + 1 + second // PATIENCE)
        theirs_limit = theirs_limit - others
        run.path[ply] = run.arena[best]
        child = game.result(state, run.arena[best])
        if attacking:
            visit(game, child, mine_limit, theirs_limit, ply + 1, run)
        else:
            visit(game, child, theirs_limit, mine_limit, ply + 1, run)
        run.proofs[best] = run.proof
        run.disproofs[best] = run.disproof
        run.reliances[best] = released(run.reliance, ply)
        followed = best

    # 5. What a solved position relies on: its one good child, or all its bad ones.
    run.reliance = 0
    if run.proof == 0 or run.disproof == 0:
        if mine != 0 and followed >= 0:
            best = followed
        run.reliance = run.reliances[best] if mine == 0 else combined(first, last, run)
        if best != followed:
            run.length[ply + 1] = ply + 1
        remember(run.arena[best], 0, ply, run)

    # 6. It leaves the path, and is remembered.
    store(identity, key, visited(run) - before, ply, run)
    run.visits[ply] = 0
    run.top = first
    return 0


def expand(game: Game, state: State, attacking: bool, ply: Ply, run: Run) -> None:
    """Put the children on top of the arena, up to one that settles it for the player to move."""
    bottom = run.top
    if has(game, "candidates") and run.options.candidates:
        for action in game.candidates(state):
            if settles(game, state, action, attacking, ply, run):
                return
    if run.top == bottom:
        for action in game.actions(state):
            if settles(game, state, action, attacking, ply, run):
                return


def settles(game: Game, state: State, action: Any, attacking: bool, ply: Ply, run: Run) -> bool:
    """One child more; is it what the player to move wants, whatever happened above?"""
    if run.top >= ARENA:
        fail(TOO_MANY, ply, run)
    run.path[ply] = action
    look_at(game, game.result(state, action), ply + 1, run)
    run.arena[run.top] = action
    run.ranks[run.top] = priority_of(game, state, action, run)
    run.proofs[run.top] = run.proof
    run.disproofs[run.top] = run.disproof
    run.reliances[run.top] = released(run.reliance, ply)
    run.top += 1
    return run.reliances[run.top - 1] == 0 and (run.proof == 0 if attacking else run.disproof == 0)


def look_at(game: Game, state: State, ply: Ply, run: Run) -> None:
    """The numbers of a position at first sight."""
    enter(ply, run)
    if game.is_terminal(state):
        run.ended += 1
        settle(succeeds(decided(game.utility(state), ply, run), run), 0, run)
        return
    if has(game, "bounds") and run.options.bounds:
        worst, most = bounds_of(game, state, run.attacker == MAX, 0, run)
        if worst >= run.goal or most < run.goal:
            settle(worst >= run.goal, 0, run)
            return
    identity = identity_of(game, representative(game, state, run), run)
    key = hash_of(identity)
    if run.options.cyclic:
        reliance = repeated(identity, key, ply, run)
        if reliance != 0:
            settle(succeeds(decided(run.options.repetition, ply, run), run), reliance, run)
            return
    if not recall(identity, key, ply, run):
        run.proof = 1
        run.disproof = 1
        run.reliance = 0


def appraise(first: int, last: int, attacking: bool, run: Run) -> tuple[int, int, int, int, int]:
    """The easiest child for the player to move, the second easiest one's number, and the player's own number;
    for the opponent the number of the hardest child, and how many others are open.

    Of equally easy children the one that `priority` prefers goes first, then the one that `actions` gives
    first; of good ones the one that relies on the least.
    """
    best = first
    least = IMPOSSIBLE
    second = IMPOSSIBLE
    hardest = 0
    others = -1
    for index in range(first, last):
        mine = run.proofs[index] if attacking else run.disproofs[index]
        theirs = run.disproofs[index] if attacking else run.proofs[index]
        if theirs > 0:
            others += 1
            hardest = max(hardest, theirs)
        if mine < least or (mine == least < IMPOSSIBLE and preferred(index, best, mine, run)):
            second = least
            least = mine
            best = index
        else:
            second = min(second, mine)
    if least == 0:
        return best, second, 0, IMPOSSIBLE, 0
    return best, second, least, hardest, max(others, 0)


def preferred(index: int, other: int, number: int, run: Run) -> bool:
    """Which of two children with the same number?"""
    if number == 0:
        return bool(run.reliances[index] < run.reliances[other])
    return bool(run.ranks[index] > run.ranks[other])
