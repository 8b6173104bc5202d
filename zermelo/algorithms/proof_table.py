"""What proof-number search remembers: a table whose entries are exact, and the path.

An entry says of one position and no other what its numbers are.  It holds the whole position: the game's
`key`, which is all there is to a position where a game has one, or else every number of the state.  Of
symmetric positions one stands for all.  One thread writes and reads it, so no entry is ever half written.

    work        how many nodes were spent on the position; 0: an empty entry
    numbers     proof and disproof number in one word
    reliance    the plies of the path that an answer relies on, one bit each      (where positions can repeat)
    visit       the visit of the deepest of these plies that it relies on         (where positions can repeat)
    identity    one word or more

A bucket has a few entries; where all are taken, the one with the least work goes.

**Repetitions.** Say that endless play is good for the defender.  A position is disproved if all that the
attacker can do leads back to positions above it: disproved as long as these are on the path and are not
proved.  The entry keeps the numbers it had, and notes beside them which plies the disproof relies on, and
during which visit of the deepest one.  While that visit lasts, the path down to it is the same and the
disproof counts; afterwards it does not.  A position that is itself what is relied on needs no excuse: when
it is disproved, the defender has a way to keep to disproved positions for ever.  So it is released from the
list, and the root relies on nothing at last.
"""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.node import decided
from zermelo.game import MAX, Game
from zermelo.kernel.primitives import bit_length, has, hash_of, is_kept, keep, width_of
from zermelo.kernel.run import PLIES, Ply, Run, State, Value

IMPOSSIBLE = 1 << 30
"""The proof number of what cannot be proved, the disproof number of what cannot be disproved."""
NUMBERS = 1 << 31
"""What the proof number is multiplied by in the word that holds both."""
ENTRIES = 4
"""Entries of a bucket."""
DEEP = 62
"""The bit of all plies from here on: a word has no more."""


def head(run: Run) -> int:
    """Words of an entry before the position's own."""
    return 4 if run.options.cyclic else 2


def succeeds(value: Value, run: Run) -> bool:
    """Is this value of MAX's what the attacker wants?"""
    return bool(value >= run.goal) if run.attacker == MAX else bool(-value >= run.goal)


def settle(success: bool, reliance: int, run: Run) -> None:
    """The numbers of a position that is proved or disproved."""
    run.proof = 0 if success else IMPOSSIBLE
    run.disproof = IMPOSSIBLE if success else 0
    run.reliance = reliance


# -- which position it is --------------------------------------------------------------------------


def identity_of(game: Game, state: State, run: Run) -> Any:
    """What tells the position from every other."""
    if has(game, "key"):
        return game.key(state)
    return state


def representative(game: Game, state: State, run: Run) -> State:
    """The position that stands for all that are symmetric to it: that of the smallest hash."""
    if has(game, "symmetries") and run.options.symmetries:
        chosen = state
        least = hash_of(identity_of(game, state, run))
        for image in game.symmetries(state):
            other = hash_of(identity_of(game, image, run))
            if other < least:
                least = other
                chosen = as_it_is(image)
        return chosen
    return state


def as_it_is(state: State) -> State:
    return state


# -- the path --------------------------------------------------------------------------------------


def walk_on(identity: Any, key: int, ply: Ply, run: Run) -> None:
    """The position is on the path now, and this visit of it has a number of its own."""
    run.serial += 1
    run.visits[ply] = run.serial
    run.keys[ply] = key
    keep(run.table, path_place(width_of(identity), ply, run), identity)


def path_place(width: int, ply: Ply, run: Run) -> int:
    """Behind the table: the positions of the path."""
    return (run.table_mask + 1) * ENTRIES * (head(run) + width) + ply * width


def repeated(identity: Any, key: int, ply: Ply, run: Run) -> int:
    """The bit of the ply above where this position is on the path; 0: it is not."""
    width = width_of(identity)
    for above in range(ply):
        if run.keys[above] == key and is_kept(run.table, path_place(width, above, run), identity):
            return 1 << min(above, DEEP)
    return 0


def released(reliance: int, ply: Ply) -> int:
    """Without the ply whose own answer this is.  Of the deepest ones the first answers for all."""
    if ply <= DEEP and reliance & (1 << ply) != 0:
        return reliance - (1 << ply)
    return reliance


def combined(first: int, last: int, run: Run) -> int:
    """All that the children of a position rely on."""
    together = 0
    for index in range(first, last):
        together |= run.reliances[index]
    return together


# -- the table -------------------------------------------------------------------------------------


def bucket_of(key: int, width: int, run: Run) -> int:
    return key % (run.table_mask + 1) * ENTRIES * (head(run) + width)


def recall(identity: Any, key: int, ply: Ply, run: Run) -> bool:
    """Is the position in the table?  Its numbers are left in the run."""
    size = head(run) + width_of(identity)
    start = bucket_of(key, width_of(identity), run)
    for entry in range(start, start + ENTRIES * size, size):
        if run.table[entry] != 0 and is_kept(run.table, entry + head(run), identity):
            numbers = run.table[entry + 1]
            run.proof = numbers // NUMBERS
            run.disproof = numbers % NUMBERS
            run.reliance = 0
            if run.options.cyclic:
                relied_on = run.table[entry + 3]
                if relied_on != 0 and run.visits[relied_on % PLIES] == relied_on // PLIES:
                    success = succeeds(decided(run.options.repetition, ply, run), run)
                    settle(success, run.table[entry + 2], run)
            return True
    return False


def store(identity: Any, key: int, work: int, ply: Ply, run: Run) -> None:
    """Remember the position with the numbers that are in the run."""
    size = head(run) + width_of(identity)
    start = bucket_of(key, width_of(identity), run)
    chosen = start
    least = 1 << 62
    known = False
    for entry in range(start, start + ENTRIES * size, size):
        spent = run.table[entry]
        if spent != 0 and is_kept(run.table, entry + head(run), identity):
            chosen = entry
            work += spent
            known = True
            break
        if spent < least:
            least = spent
            chosen = entry
    if not known:
        keep(run.table, chosen + head(run), identity)
    run.table[chosen] = work
    if run.reliance == 0:
        run.table[chosen + 1] = run.proof * NUMBERS + run.disproof
    elif not known:
        run.table[chosen + 1] = NUMBERS + 1
    if run.options.cyclic:
        run.table[chosen + 2] = run.reliance
        run.table[chosen + 3] = 0 if run.reliance == 0 else visit_relied_on(ply, run)


def visit_relied_on(ply: Ply, run: Run) -> int:
    """The number and the ply of the visit that must last for the answer to count."""
    deepest = bit_length(run.reliance) - 1
    if deepest == DEEP:
        deepest = ply - 1
    return run.visits[deepest] * PLIES + deepest
