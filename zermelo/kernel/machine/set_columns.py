"""Which members of the sets of a state have a place among bits, and how many bits each word of one takes."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.machine.numbers import BOOL, Number
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import NEVER, Type

MOST_BITS = 10
"""Of the place of a member: sets of bits have up to 1,024 of them, in sixteen words."""
WORD_BITS = 6
SMALL = 1 << 8
"""Numbers from here on are too large to have a place."""
FEW = 16
"""So many values of what is no number may have a place."""
Column = int | tuple[int, ...]
"""What a word of a member may be: a number of so many bits, or one of these."""


def width(column: Column) -> int:
    return column if isinstance(column, int) else max(1, (len(column) - 1).bit_length())


def leaves(kind: Type) -> list[Type] | None:
    """The types of the words of a value; None where they differ from value to value."""
    if isinstance(kind, Tuple):
        inner = [leaves(each) for each in kind.elements]
        return None if None in inner else [leaf for each in inner if each for leaf in each]
    if kind.static:
        return []
    return [kind] if kind.words == 1 and kind.llvm in ("i64", "i1") else None


def columns_of(element: Type, seen: frozenset[Any]) -> list[Column] | None:
    """What each word of a member may be; None where members have no places."""
    from zermelo.kernel.machine.value_words import words_of

    kinds = leaves(element) if element is not NEVER else None
    if kinds is None or not seen:
        return None
    columns: list[Column] = []
    rows = [words_of(member, element) for member in seen]
    for kind, words in zip(kinds, zip(*rows, strict=True), strict=True):
        if isinstance(kind, Number):
            if min(words) < 0 or max(words) >= SMALL:
                return None
            columns.append(1 if kind is BOOL else max(1, max(words).bit_length()))
        else:
            several = tuple(sorted(set(words)))
            if len(several) > FEW:
                return None
            columns.append(several)
    return widened(columns, kinds)


def widened(columns: list[Column], kinds: list[Type]) -> list[Column] | None:
    """The same with the bits of a word shared out among the numbers, so that larger ones fit too."""
    numbers = [place for place, kind in enumerate(kinds) if isinstance(kind, Number) and kind is not BOOL]
    while numbers and sum(map(width, columns)) < WORD_BITS:
        smallest = min(numbers, key=lambda place: width(columns[place]))
        columns[smallest] = width(columns[smallest]) + 1
    return columns if sum(map(width, columns)) <= MOST_BITS else None
