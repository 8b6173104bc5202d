"""The transposition table: what a search knows of the positions it has met.

A bucket of two entries for each position, an entry of four words:

    seal    key xor move xor value xor info: an entry that two threads wrote at once fails it
    move    the best action known
    value   wins and losses counted from this position, not from the root
    info    bound (2 bits), complete (1 bit), depth, age; what is older than the run counts for nothing
"""

from __future__ import annotations

from typing import Any

from zermelo.game import Game
from zermelo.kernel.primitives import has, hash_of, is_nothing, seal, value_in, word_of
from zermelo.kernel.run import ESTIMATES, NO_ACTION, PLIES, WIN, Ply, Run, State, Value

ENTRY = 4
BUCKET = 8
BYTES = 8 * BUCKET
"""A bucket fills a line of the processor's cache."""
AT_MOST, AT_LEAST, EXACT = 1, 2, 3
COMPLETE = 4
"""Neither an estimate took part nor a repetition of a position above: looking deeper changes nothing.

That positions below repeat one another does no harm.  Say that MAX is sure of some value.  If endless play
is worth as much, MAX has an action everywhere that keeps to positions of which that is true, so that coming
round is no loss.  If it is worth less, MAX forces an end, from ever fewer plies away, and never comes round.
So it is all one whether a game that comes round to the node or to one below it goes on or stops there."""
BUSY = 1 << 12
"""Words behind the buckets in which threads say what they are searching."""
DEPTH, AGE = 8, 65536
"""What the depth and the age are multiplied by in an entry's info."""


def key_of(game: Game, state: State, run: Run) -> int:
    """A number for the table: the game's own, or one made of the whole state."""
    if has(game, "hashed"):
        return hash_of(game.hashed(state))
    return identity_of(game, state, run)


def identity_of(game: Game, state: State, run: Run) -> int:
    """A number that tells states apart."""
    if has(game, "key"):
        return hash_of(game.key(state))
    return hash_of(state)


def position_of(game: Game, state: State, key: int, run: Run) -> int:
    """A number for what repetition compares; `key` is the table's.

    States of one `position` may differ, and what is true of one be false of the other: a repetition that it
    finds counts as an estimate.
    """
    if has(game, "position"):
        return hash_of(game.position(state))
    if has(game, "hashed"):
        return identity_of(game, state, run)
    return key


def class_of(game: Game, state: State, key: int, run: Run) -> int:
    """The key that a position shares with those that are symmetric to it."""
    if has(game, "symmetries") and run.options.symmetries:
        for image in game.symmetries(state):
            key = min(key, key_of(game, image, run))
    return key


def probe(key: int, ply: Ply, run: Run) -> bool:
    """Is the position in the table?  What is known is left in `known_move`, `known_value`, `known_info`."""
    place = (key & run.table_mask) * BUCKET
    for entry in range(place, place + BUCKET, ENTRY):
        vouched = run.table[entry]
        move = run.table[entry + 1]
        word = run.table[entry + 2]
        info = run.table[entry + 3]
        if run.generation <= info // AGE <= run.age and vouched == seal(key, move, word, info):
            run.known_move = move
            run.known_value = from_here(value_in(word), -ply, run)
            run.known_info = info
            return True
    return False


def from_here(value: Value, ply: int, run: Run) -> Value:
    """A win or loss counted from a position `ply` plies further on; estimates are the same from anywhere."""
    if run.options.outcome and run.options.quick:
        if value > ESTIMATES:
            return value + ply
        if value < -ESTIMATES:
            return value - ply
    return value


def bounds_of(game: Game, state: State, maximising: bool, ply: Ply, run: Run) -> tuple[Value, Value]:
    """What the rules prove of a position, for MAX or for MIN; won without a distance is won at some time."""
    worst, most = game.bounds(state)
    if run.options.outcome:
        if worst == 1:
            worst = WIN - PLIES
        elif worst == -1:
            worst = -WIN
        if most == 1:
            most = WIN
        elif most == -1:
            most = PLIES - WIN
    worst, most = from_here(worst, -ply, run), from_here(most, -ply, run)
    if maximising:
        return worst, most
    return -most, -worst


def busy_with(key: int, depth: int, run: Run) -> bool:
    """Is another thread searching this position to this depth?"""
    return bool(run.table[busy_place(key, depth, run)] == key + depth)


def begin(key: int, depth: int, run: Run) -> None:
    """Tell the other threads that this one searches the position now."""
    run.table[busy_place(key, depth, run)] = key + depth


def end(key: int, depth: int, run: Run) -> None:
    place = busy_place(key, depth, run)
    if run.table[place] == key + depth:
        run.table[place] = 0


def busy_place(key: int, depth: int, run: Run) -> int:
    return (run.table_mask + 1) * BUCKET + ((key + depth) & (BUSY - 1))


def depth_of(info: int) -> int:
    """How deep an entry looked."""
    return info // DEPTH % (AGE // DEPTH)


def suffices(info: int, depth: int, run: Run) -> bool:
    """Did an entry look as deep as is wanted now?"""
    looked = depth_of(info)
    complete = info & COMPLETE != 0
    if run.options.exact:
        return (complete and looked <= depth) or (looked == depth and run.settling == 0)
    return complete or (looked >= depth and run.settling == 0)


def decides(info: int, value: Value, alpha: Value, beta: Value) -> bool:
    """Does an entry close the window?"""
    if info & AT_LEAST != 0 and value >= beta:
        return True
    return info & AT_MOST != 0 and value <= alpha


def look_up(key: int, ply: Ply, run: Run) -> bool:
    """Is the position in the table?  Then `known_move` is the action that was best before, if any."""
    if probe(key, ply, run):
        return True
    run.known_move = NO_ACTION
    return False


def is_known(key: int, depth: int, alpha: Value, beta: Value, ply: Ply, run: Run) -> bool:
    """Does the table spare the search of this node?  The value, or a bound that is enough, is `known_value`.

    Otherwise `known_move` is the action that was best before, if any.
    """
    if not look_up(key, ply, run):
        return False
    info = run.known_info
    enough = info & EXACT == EXACT or decides(info, run.known_value, alpha, beta)
    if ply == 0 or not enough or not suffices(info, depth, run):
        return False
    run.length[ply] = ply
    run.ended += info & COMPLETE != 0
    run.estimates += info & COMPLETE == 0
    return True


def bound_of(value: Value, low: Value, high: Value) -> int:
    """What a value that a search returned for this window is to the truth."""
    return AT_LEAST if value >= high else EXACT if value > low else AT_MOST


def store(
    key: int, move: Any, value: Value, bound: int, complete: bool, depth: int, ply: Ply, run: Run
) -> None:
    """Remember a position in place of the same one, or of the entry of its bucket that is worth least."""
    place = (key & run.table_mask) * BUCKET
    chosen = place
    least = 1 << 60
    for entry in range(place, place + BUCKET, ENTRY):
        info = run.table[entry + 3]
        same = run.table[entry] == seal(key, run.table[entry + 1], run.table[entry + 2], info)
        if same and run.generation <= info // AGE <= run.age:
            if is_nothing(move):
                move = run.table[entry + 1]
            chosen = entry
            break
        useful = usefulness(info, run)
        if useful < least:
            least = useful
            chosen = entry
    word = word_of(from_here(value, ply, run))
    info = bound + (COMPLETE if complete else 0) + depth * DEPTH + run.age * AGE
    run.table[chosen] = seal(key, move, word, info)
    run.table[chosen + 1] = move
    run.table[chosen + 2] = word
    run.table[chosen + 3] = info


def usefulness(info: int, run: Run) -> int:
    """How much an entry is worth keeping: deep ones more, old ones less, forgotten ones nothing."""
    if info // AGE < run.generation:
        return -(1 << 60)
    return depth_of(info) - 8 * (run.age - info // AGE)
