"""A solved table inside a search: positions whose value was proved before the search began."""

from __future__ import annotations

from zermelo.algorithms.node import endless
from zermelo.algorithms.strong import ENDLESS, LOST, RESULTS, WON
from zermelo.game import Game
from zermelo.kernel.primitives import UNCODED, byte_at, code_of, half_at, hash_of, value_in, word_at
from zermelo.kernel.run import WIN, Ply, Run, State


def is_solved(game: Game, state: State, ply: Ply, run: Run) -> bool:
    """Is the position in the solved table?  Its value for MAX, as searches count, is in `known_value`."""
    if run.options.solved == "hashed":
        code = hash_of(state)
    elif run.options.solved == "ranked":
        code = game.rank(state)
    else:
        code = code_of(state, run)
    if code == UNCODED:
        return False
    low = 0
    high = run.solved_count
    while low < high:
        middle = (low + high) // 2
        if word_at(run.solved, middle) < code:
            low = middle + 1
        else:
            high = middle
    if low >= run.solved_count or word_at(run.solved, low) != code:
        return False
    if run.options.outcome:
        mark = byte_at(run.solved_scores, low) if run.solved_bytes == 1 else half_at(run.solved_scores, low)
        run.known_value = endless(run) if mark % RESULTS == ENDLESS else won_or_lost(mark, ply, run)
    else:
        run.known_value = value_in(word_at(run.solved_scores, low))
    return True


def won_or_lost(mark: int, ply: Ply, run: Run) -> int:
    """What a mark of the table is worth this many plies after the root."""
    result = mark % RESULTS
    value = WIN
    if run.options.quick:
        value = WIN - ply - mark // RESULTS
    if result == WON:
        return value
    return -value if result == LOST else 0
