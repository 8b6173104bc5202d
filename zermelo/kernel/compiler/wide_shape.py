"""Whole numbers of more than 64 bits: how many words they have, and which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.errors import RulesError
from zermelo.game import WORD, Bits
from zermelo.messages import Message

SPARE = 32
"""Bits more than the largest number that was seen, at least: what is shifted to the left is masked later."""


def is_wide(value: Any) -> bool:
    """A plain whole number, alone or in a tuple, that does not fit in 64 bits with a sign?"""
    return any(True for _ in wide_numbers([value]))


def wide_numbers(values: Iterable[Any]) -> Iterator[int]:
    """The plain whole numbers among these, and in tuples, that do not fit in 64 bits with a sign."""
    for value in values:
        if isinstance(value, list | tuple):
            yield from wide_numbers(value)
        elif isinstance(value, int) and type(value) is not Bits and not -(1 << 63) <= value < 1 << 63:
            yield value


def wide_text(number: int, bits: int) -> str:
    """Such a number as text for the machine."""
    return f"wide({bits}, '{number & ((1 << bits) - 1):x}')"


def words_for(number: int) -> int:
    """How many words a number has, with some room."""
    return -(-(int(number).bit_length() + 1 + SPARE) // 64)


def words_of_wide(number: int, count: int, what: Message) -> list[int]:
    """A number of a state in as many words as it has there."""
    if not -(1 << (64 * count - 1)) <= number < 1 << (64 * count - 1):
        raise RulesError("number_beyond_room", what=what, number=number)
    return split(number, count)


def split(number: int, count: int) -> list[int]:
    """The lowest words of a number, the lowest first, with a sign each."""
    words = [(number >> 64 * index) & WORD for index in range(count)]
    return [word - (1 << 64) if word >> 63 else word for word in words]


def number_of_words(words: Iterable[int]) -> int:
    """The number that has these words."""
    *low, high = words
    return sum((word & WORD) << 64 * index for index, word in enumerate(low)) + (high << 64 * len(low))
