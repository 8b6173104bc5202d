"""Frozen sets in states and actions: one bit for each member that there may be.

A member is a number, a text, a member of an enumeration, or what is made of them: tuples, dataclasses.  The
numbers and texts that a few games show say how many bits each of its parts has, side by side its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.structs import fields_in, rank_of
from zermelo.kernel.symbols import is_plain_enum, is_short, member_word, text_word

MOST_BITS = 10
"""Of the place of a member: sets have up to 1,024 of them, in sixteen words."""
WORD_BITS = 6
"""Places that fit in one word have so many bits: fewer are of no use."""
Part = int | tuple[Any, ...]
"""What a part of a member may be: a number below 1 << Part, or one of these."""


def parts_in(member: Any) -> list[Any]:
    """The numbers and texts that a member is made of."""
    inside = fields_in(member)
    return [member] if inside is None else [part for inner in inside for part in parts_in(inner)]


def seen_parts(members: Iterable[Any], what: str) -> tuple[Part, ...]:
    """What the parts of these members may be: numbers as large as the largest one, texts one of these."""
    columns = list(zip(*map(parts_in, members), strict=False))
    return tuple(seen_part(list(column), what) for column in columns)


def seen_part(values: list[Any], what: str) -> Part:
    if all(isinstance(value, int) or hasattr(value, "item") for value in values):
        if min(values) < 0:
            raise CannotCompile(f"{what}, a set with a number below 0 in it,", "count from 0")
        return max(1, int(max(values)).bit_length())
    texts = all(isinstance(value, str) and is_short(value) for value in values)
    if texts or all(is_plain_enum(type(value)) for value in values):
        return tuple(sorted(set(values), key=rank_of))
    advice = "let its members be numbers, short texts, members of an enumeration, or tuples of them"
    raise CannotCompile(f"{what}, a set of {type(values[0]).__name__},", advice)


def symbol_word(symbol: Any) -> int:
    return text_word(symbol) if isinstance(symbol, str) else member_word(symbol)


def joined(one: tuple[Part, ...], other: tuple[Part, ...]) -> tuple[Part, ...]:
    """What the parts may be of which some were seen here, some there."""
    if not one or not other:
        return one or other
    pairs = zip(one, other, strict=True)
    return tuple(
        max(a, b) if isinstance(a, int) and isinstance(b, int) else tuple(sorted({*a, *b}, key=rank_of))  # type: ignore[misc]
        for a, b in pairs
    )


def width(part: Part) -> int:
    return part if isinstance(part, int) else max(1, (len(part) - 1).bit_length())


def settled(parts: tuple[Part, ...], what: str) -> tuple[Part, ...]:
    """The same with the bits of a word shared out among the numbers, so that larger ones fit too."""
    found = list(parts)
    numbers = [place for place, part in enumerate(found) if isinstance(part, int)]
    while numbers and sum(map(width, found)) < WORD_BITS:
        smallest = min(numbers, key=lambda place: found[place])
        found[smallest] += 1  # type: ignore[operator]
    if sum(map(width, found)) > MOST_BITS:
        advice = "number its members from 0, or keep them in a tuple"
        raise CannotCompile(f"{what}, a set of more than {1 << MOST_BITS:,} possible members,", advice)
    return tuple(found)


def word_count(parts: tuple[Part, ...]) -> int:
    return max(1, 1 << max(0, sum(map(width, parts)) - WORD_BITS))


def place_of_member(member: Any, parts: tuple[Part, ...]) -> int:
    """Its place, -1 where it is none that there may be."""
    place, given = 0, parts_in(member)
    if len(given) != len(parts):
        return -1
    for value, part in zip(given, parts, strict=True):
        if isinstance(part, int):
            index = int(value) if isinstance(value, int) or hasattr(value, "item") else -1
            if not 0 <= index < 1 << part:
                return -1
        elif value in part:
            index = part.index(value)
        else:
            return -1
        place = place << width(part) | index
    return place


def member_at(place: int, parts: tuple[Part, ...]) -> Iterator[Any]:
    """The parts of the member that has this place."""
    left = sum(map(width, parts))
    for part in parts:
        left -= width(part)
        index = place >> left & (1 << width(part)) - 1
        yield index if isinstance(part, int) else part[index]


def words_of_set(members: Any, parts: tuple[Part, ...]) -> list[int] | None:
    """The bits of a set, 64 in a word, with a sign; None where one of its members has no place."""
    words = [0] * word_count(parts)
    for member in members:
        place = place_of_member(member, parts)
        if place < 0:
            return None
        words[place >> WORD_BITS] |= 1 << (place & 63)
    return [word - (1 << 64) if word >> 63 else word for word in words]


def places_in_words(words: Iterable[int]) -> list[int]:
    return [64 * index + bit for index, word in enumerate(words) for bit in range(64) if word >> bit & 1]
