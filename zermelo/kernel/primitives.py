"""The few words that lowered text uses beyond Python: here as Python runs them, in `machine.py` compiled."""

from __future__ import annotations

import ctypes
import pickle
import struct
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from hashlib import blake2b
from math import inf, nextafter
from typing import Any

from zermelo.game import MAX, WORD, Bits, has_rule, updated
from zermelo.kernel.array_words import ARRAY_WORDS
from zermelo.kernel.equality import compared, hashing_by, parts_compared
from zermelo.kernel.idiom_words import IDIOM_WORDS
from zermelo.kernel.marks import is_mark, number_of_mark
from zermelo.kernel.payoff_words import PAYOFF_WORDS
from zermelo.kernel.random_words import RANDOM_WORDS
from zermelo.kernel.run import NO_ACTION, SLOTS, WIN
from zermelo.kernel.structs import fields_in, is_record
from zermelo.kernel.symbols import is_plain_enum, is_short, layout_tag, member_word, tag_of, text_word

LOOPS = 10_000_000
"""A `while` of the rules that turns this often without an end is endless."""


def has(game: Any, rule: str) -> bool:
    """Does the game have this optional rule?  Known before a search starts, and then no part of it."""
    written = getattr(game, "written", None)
    return rule in written if isinstance(written, frozenset) else has_rule(game, rule)


def bit_count(number: int) -> int:
    return int(number).bit_count()


def bit_length(number: int) -> int:
    return int(number).bit_length()


def count(cells: Sequence[Any], value: Any) -> int:
    return cells.count(value)


def any_of(cells: Iterable[Any]) -> bool:
    return any(cells)


def all_of(cells: Iterable[Any]) -> bool:
    return all(cells)


def int_of(number: Any) -> int:
    return int(number)


def divided(left: int, right: int) -> tuple[int, int]:
    """divmod(left, right); Bits with an integer are Bits."""
    return left // right, left % right


def sum_of(cells: Iterable[Any], start: Any) -> Any:
    return sum(cells, start)


def min_of(cells: Iterable[Any]) -> Any:
    return min(cells)


def max_of(cells: Iterable[Any]) -> Any:
    return max(cells)


def list_of(cells: Iterable[Any]) -> list[Any]:
    return list(cells)


def sorted_of(cells: Iterable[Any], reverse: bool) -> list[Any]:
    return sorted(cells, reverse=reverse)


def part(cells: Sequence[Any], low: int, high: int) -> Sequence[Any]:
    """cells[low:high], to loop over."""
    return cells[low:high]


def index_of(cells: Sequence[Any], value: Any) -> int:
    return cells.index(value)


def ord_of(letter: str) -> int:
    return ord(letter)


def chr_of(number: int) -> str:
    return chr(number)


def find_in(text: str, part: str) -> int:
    return text.find(part)


def replaced(text: str, old: str, new: str) -> str:
    """The text with one letter in the place of another; compiled, its length stays."""
    return text.replace(old, new)


def joined(letters: Iterable[str]) -> str:
    return "".join(letters)


def text_like(text: str, letters: Sequence[str]) -> str:
    """A text of these letters; as long as `text`, where each of them is one."""
    return "".join(letters)


def spliced(cells: Any, index: int, middle: Any) -> Any:
    """`cells[:index] + middle + cells[index + 1:]`; in a text, compiled, `middle` is one letter."""
    return cells[:index] + middle + cells[index + 1 :]


def filled(cells: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """A tuple as long as `cells`, full of `value`."""
    return (value,) * len(cells)


def tuple_like(cells: tuple[Any, ...], values: Sequence[Any]) -> tuple[Any, ...]:
    """`values` as a tuple, which is as long as `cells`: compiled, it must be."""
    return tuple(values)


def backwards(cells: Sequence[Any]) -> Iterator[Any]:
    return iter(reversed(cells))


def turn(loops: int) -> int:
    """One more turn of a `while`."""
    if loops >= LOOPS:
        raise RuntimeError("an infinite loop")
    return loops + 1


def mix(left: int, right: int) -> int:
    """A well-stirred number below 2**62 from two integers: equal in both worlds."""
    word = (left * 0x9E3779B97F4A7C15 + right * 0xBF58476D1CE4E5B9 + 0x94D049BB133111EB) & WORD
    word ^= word >> 31
    word = (word * 0xD6E8FEB86659FD93) & WORD
    return (word ^ (word >> 32)) >> 2


def hash_of(value: Any) -> int:
    """A well-stirred 64-bit number (with a sign) from whole numbers and tuples of them; the same compiled.

    Whatever else a state of interpreted rules is made of counts too, in the same way in every process.
    """
    return signed(stirred(SEED, value))


SEED = 0x9E3779B97F4A7C15
FACTOR = 0xD6E8FEB86659FD93
SMALL = 1 << 63
TUPLE = 0xC2B2AE3D27D4EB4F
"""Tells a tuple of one from its element."""
TEXT = 0x27D4EB2F165667C5
"""Tells a text from a number."""


def stirred(word: int, value: Any) -> int:
    if isinstance(value, tuple | bytes):
        word = mixed_in(word, TUPLE + len(value))
        for part in value:
            if type(part) is int and 0 <= part < SMALL:  # most parts of most states
                word = mixed_in(word, part)
            else:
                word = stirred(word, part)
        return word
    if not isinstance(value, int):
        if isinstance(value, str):
            return stirred_text(word, value)
        if is_plain_enum(kind := type(value)):
            return mixed_in(mixed_in(word, tag_of(kind)), member_word(value))
        if is_record(kind):
            return stirred(mixed_in(word, tag_of(kind)), fields_in(value))
        value = number_for(value)
    word = mixed_in(word, int(value) & WORD)  # of Bits too, which have no sign, a plain number
    return word if -(1 << 63) <= value < 1 << 64 else stirred(word, value >> 64)


def stirred_text(word: int, text: str) -> int:
    """A short text is one number, a long one its letters."""
    word = mixed_in(word, TEXT)
    if is_short(text):
        return stirred(word, text_word(text))
    return stirred(word, tuple(text.encode() if text.isascii() else map(text_word, text)))


def mixed_in(word: int, part: int) -> int:
    word = ((word ^ part) * FACTOR) & WORD
    return word ^ (word >> 32)


def number_for(value: Any) -> int:
    """What is not a whole number, as one: by what it holds; a mark that holds nothing, as the one it is."""
    if value is None:
        return FACTOR
    if isinstance(value, frozenset | set):
        return sum(stirred(len(value), part) for part in value) & WORD
    if isinstance(value, dict):
        return sum(stirred(len(value), pair) for pair in value.items()) & WORD
    if isinstance(value, list):
        return stirred(FACTOR, tuple(value))
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < SMALL
        return int(value) if whole else int.from_bytes(struct.pack("<d", value), "little")
    if isinstance(value, Enum):
        return digest_of(f"{type(value).__qualname__}.{value.name}".encode())
    if hasattr(value, "tobytes") and hasattr(value, "tolist"):  # NumPy's
        return stirred(FACTOR, value.tolist())
    return number_for_object(value)


def number_for_object(value: Any) -> int:
    """An object as a number, by what its class says that it is compared by."""
    kind = type(value)
    facts = compared(kind)
    if facts.hash is not None:
        return mixed_in(layout_tag(kind, ()), int(hashing_by(facts.hash, hash_of)(value)) & WORD)
    if facts.unknown:
        raise TypeError(
            f"{kind.__name__}.__eq__() says in its own way what is equal: write key(), or __hash__ beside it"
        )
    names, parts = parts_compared(value)
    if not parts:
        return stirred(FACTOR, number_of_mark(value)) if is_mark(value) else digest_of(pickle.dumps(value))
    return stirred(FACTOR, (layout_tag(kind, names), *parts))


def digest_of(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def spread(key: int) -> int:
    """A key of 64 bits as another one, with a sign: well spread, and no two of one kind become the same."""
    if not -(1 << 63) <= key < 1 << 64:
        raise OverflowError("key() does not fit in 64 bits")
    return signed(int(key) * SEED)


def leading(word: int, bits: int) -> int:
    """The leading bits of a word."""
    return (word & WORD) >> (64 - bits)


def without_leading(word: int, bits: int) -> int:
    """The other bits, moved to the top."""
    return signed(word << bits)


def signed(word: int) -> int:
    """The lowest 64 bits as a number with a sign."""
    word &= WORD
    return word - (1 << 64) if word >> 63 else word


def state_at(positions: Any, index: int) -> Any:
    """A position that was put in memory."""
    return positions[index]


def wipe(memory: Any, words: int) -> None:
    """Forget the first words of memory."""
    memory.clear()


def version_of(memory: Any, index: int) -> int:
    """The version of what is written there, before any of it is read."""
    return int(memory[index])


def claim(memory: Any, index: int, version: int) -> bool:
    """Begin to write what has this even version; no if another thread was quicker."""
    memory[index] = version + 1
    return True


def release(memory: Any, index: int, version: int) -> None:
    """What had this version is written."""
    memory[index] = version + 2


def publish(memory: Any, index: int, word: int) -> None:
    """Write a word after all that was written before: whoever reads it by `version_of` finds that there."""
    memory[index] = word


def add_at(memory: Any, index: int, amount: Any) -> None:
    """Add to a number in memory that other threads may add to at the same time: nothing is lost."""
    memory[index] = memory[index] + amount


def settled(memory: Any, index: int, version: int) -> bool:
    """Is it still of this version, after all that was read before?"""
    return bool(memory[index] == version)


def is_nothing(action: Any) -> bool:
    """Is this NO_ACTION?  Whatever an action thinks of comparisons."""
    return action is NO_ACTION


def present(state: Any, alike: Any) -> Any:
    """A state that is known not to be None, as a machine takes it: of the type of another one."""
    return state


def slot_of(action: Any) -> int:
    """Which of a few slots an action has, for what a search learns about it."""
    return hash_of(action) & (SLOTS - 1)


def seal(key: int, move: Any, value: Any, info: int) -> int:
    """What vouches for an entry of the table; compiled, an entry that two threads wrote at once fails it."""
    return key


def word_of(value: Any) -> Any:
    """A value as the table keeps it."""
    return value


def value_in(word: Any) -> Any:
    """The value that a word of the table keeps."""
    return word


def value_of_win(plies: int, player: int = MAX) -> int:
    """win_in(plies, player), as a search counts it."""
    return WIN - plies if player == MAX else plies - WIN


def value_of_loss(plies: int) -> int:
    """loss_in(plies), as a search counts it."""
    return plies - WIN


def width_of(value: Any) -> int:
    """How many words of memory `keep` takes for a value; interpreted it is kept as it is."""
    return 1


def keep(memory: Any, place: int, value: Any) -> None:
    """Write a whole number, or all numbers of a tuple, to memory."""
    memory[place] = value


def is_kept(memory: Any, place: int, value: Any) -> bool:
    """Is exactly this value kept there?"""
    return bool(memory[place] == value)


def above(value: Any) -> Any:
    """The next larger value: what a window of no width ends with."""
    return nextafter(value, inf) if isinstance(value, float) else value + 1


def just_above(value: Any) -> Any:
    """The same where whole numbers and fractions meet; compiled, values are all of one kind."""
    return value + 1 if isinstance(value, int) and abs(value) >= 1 << 52 else nextafter(value, inf)


def code_of(state: Any, run: Any) -> int:
    """The state as one number, by the widths of its fields; UNCODED where it does not fit."""
    return int(run.codec.code_of(state, run))


def state_of(code: int, run: Any) -> Any:
    """The state that has this code."""
    return run.codec.state_of(code)


UNCODED = -(1 << 63)
"""The code of a state that has none."""


def word_at(memory: Any, index: int) -> Any:
    """One number of a large memory; compiled, `memory` is an address, and nobody checks the index."""
    word = memory[index]
    return word.item() if hasattr(word, "item") else word


def byte_at(memory: Any, index: int) -> int:
    """The same where each number has one byte, and no sign."""
    return int(memory[index])


def half_at(memory: Any, index: int) -> int:
    """Two bytes, no sign."""
    return int(memory[index])


def part_at(memory: Any, index: int) -> int:
    """Four bytes, no sign."""
    return int(memory[index])


def set_word(memory: Any, index: int, word: Any) -> None:
    memory[index] = word


def set_half(memory: Any, index: int, word: int) -> None:
    memory[index] = word


def set_part(memory: Any, index: int, word: int) -> None:
    memory[index] = word


def ask(door: int, question: int) -> int:
    """Ask Python, at the address `door`, what machine code does not know; 0: there is no answer."""
    return int(QUESTION(int(door))(question))


QUESTION = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
"""A function of Python as machine code calls it."""


PRIMITIVES = {
    function.__name__: function
    for function in (
        bit_count,
        bit_length,
        count,
        any_of,
        all_of,
        int_of,
        divided,
        sum_of,
        min_of,
        max_of,
        list_of,
        index_of,
        sorted_of,
        part,
        filled,
        tuple_like,
        ord_of,
        chr_of,
        find_in,
        replaced,
        joined,
        text_like,
        spliced,
        backwards,
        turn,
        mix,
        hash_of,
        slot_of,
        is_nothing,
        present,
        spread,
        leading,
        without_leading,
        state_at,
        wipe,
        version_of,
        claim,
        release,
        publish,
        add_at,
        settled,
        seal,
        word_of,
        value_in,
        width_of,
        keep,
        is_kept,
        above,
        just_above,
        value_of_win,
        value_of_loss,
        code_of,
        state_of,
        word_at,
        byte_at,
        half_at,
        part_at,
        set_word,
        set_half,
        set_part,
        ask,
        updated,
        Bits,
        *IDIOM_WORDS,
        *PAYOFF_WORDS,
        *RANDOM_WORDS,
        *ARRAY_WORDS,
    )
}
