"""A table that cannot be wrong: an entry is believed only where the whole position is the same.

Where the game gives a `key`, an entry is one word, read and written at once.  The key is spread over 64 bits
by a multiplication that can be undone; its leading bits say where the entry is, the others are in the entry,
so that nothing of it is lost.  The room of the leading bits holds what is known:

    entry    key without its leading bits | 2 * (the value's rank, from 0 up) + (1: at least, 0: at most) + 1

Such a table is as large as the search needs: it starts small, where the processor's caches are, and doubles
as nodes come; every entry then moves to the place twice as far, or to the one after.

Without a `key`, or where values are fractions, an entry holds the state itself, word for word:

    version    odd while a thread is writing
    info       2 * generation + (1: at least, 0: at most)
    value
    state      or key

Who reads looks at the version before and after, so that half of one entry and half of another are never
taken for a whole.
"""

from __future__ import annotations

from zermelo.algorithms.table import from_here
from zermelo.game import Game
from zermelo.kernel.primitives import (
    claim,
    has,
    hash_of,
    is_kept,
    keep,
    leading,
    release,
    settled,
    spread,
    value_in,
    version_of,
    wipe,
    without_leading,
    word_of,
)
from zermelo.kernel.run import PLIES, WIN, Ply, Run, State, Value, visited

FEWEST_BITS = 12
"""Leading bits at the start: room for the distances of PLIES plies."""
FEWEST_BITS_OF_POINTS = 20
POINTS = 1 << 17
"""Points beyond this are not remembered."""
SYMMETRIC_PLIES = 12
"""Further from the root symmetric positions seldom meet, and looking for them costs more than it saves."""
VERSION, INFO, VALUE, STATE = range(4)
"""The words of an entry that holds the state."""


def key_of(game: Game, state: State, ply: Ply, run: Run) -> int:
    """The key of a position, or of the one that stands for all that are symmetric to it."""
    key = plain_key(game, state, run)
    if has(game, "symmetries") and run.options.symmetries and ply < SYMMETRIC_PLIES:
        for image in game.symmetries(state):
            key = min(key, plain_key(game, image, run))
    return key


def plain_key(game: Game, state: State, run: Run) -> int:
    if run.options.keyed:
        return spread(game.key(state))
    return hash_of(state)


def representative(game: Game, state: State, key: int, run: Run) -> State:
    """Of a position and those that are symmetric to it, the one whose key this is."""
    if has(game, "symmetries") and run.options.symmetries and hash_of(state) != key:
        for image in game.symmetries(state):
            if hash_of(image) == key:
                return image
    return state


def probe(game: Game, state: State, key: int, ply: Ply, run: Run) -> bool:
    """Is the position in the table?  `known_value` and `known_info` (1: at least) say what is known of it."""
    place = leading(key, run.table_bits)
    if run.options.keyed:
        entry = run.table[place]
        payload = entry & ((1 << run.table_bits) - 1)
        if payload == 0 or entry - payload != without_leading(key, run.table_bits):
            return False
        run.known_value = from_here(valued((payload - 1) // 2, run), -ply, run)
        run.known_info = (payload - 1) & 1
        return True
    entry = place * run.entry_words
    version = version_of(run.table, entry + VERSION)
    info = run.table[entry + INFO]
    word = run.table[entry + VALUE]
    if version & 1 != 0 or info // 2 != run.generation:
        return False
    same = is_kept(run.table, entry + STATE, representative(game, state, key, run))
    if not settled(run.table, entry + VERSION, version) or not same:
        return False
    run.known_value = from_here(value_in(word), -ply, run)
    run.known_info = info & 1
    return True


def store(game: Game, state: State, key: int, value: Value, at_least: bool, ply: Ply, run: Run) -> None:
    """Remember a position, in place of whatever was there."""
    place = leading(key, run.table_bits)
    bound = 1 if at_least else 0
    value = from_here(value, ply, run)
    if run.options.keyed:
        rank = ranked(value, run)
        if rank >= 0:
            run.table[place] = without_leading(key, run.table_bits) + 2 * rank + bound + 1
        return
    entry = place * run.entry_words
    version = version_of(run.table, entry + VERSION)
    if version & 1 == 0 and claim(run.table, entry + VERSION, version):
        run.table[entry + INFO] = 2 * run.generation + bound
        run.table[entry + VALUE] = word_of(value)
        keep(run.table, entry + STATE, representative(game, state, key, run))
        release(run.table, entry + VERSION, version)


def ranked(value: Value, run: Run) -> int:
    """A value as a small number from 0 up; -1 where it does not fit."""
    if not run.options.outcome:
        return int(value) + POINTS if -POINTS <= value < POINTS and value == int(value) else -1
    if value > 0:
        return int(value) - WIN + 2 * PLIES
    return int(value) + WIN if value < 0 else PLIES


def valued(rank: int, run: Run) -> Value:
    """The value that a small number stands for."""
    if not run.options.outcome:
        return rank - POINTS
    if rank > PLIES:
        return rank + WIN - 2 * PLIES
    return rank - WIN if rank < PLIES else 0


def clear(run: Run) -> None:
    """Forget everything: a generation later, or as small as a table can be."""
    if not run.options.keyed:
        run.generation += 1
        return
    run.table_bits = run.fewest_bits
    run.grows_at = visited(run) + (1 << run.table_bits) // 2
    wipe(run.table, 1 << run.table_bits)


def grow(run: Run) -> None:
    """Twice as large a table, with everything that was in it."""
    low = (1 << run.table_bits) - 1
    for back in range(low + 1):
        place = low - back
        entry = run.table[place]
        payload = entry & low
        second = entry < 0
        moved = without_leading(entry - payload, 1) + payload
        run.table[2 * place] = 0 if second else moved
        run.table[2 * place + 1] = moved if second else 0
    run.table_bits += 1
    run.grows_at = visited(run) + low + 1
