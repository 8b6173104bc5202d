"""Python's values as 64-bit words, and back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.game import Bits
from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT, signed
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import Type, is_none
from zermelo.kernel.machine.unions import Union
from zermelo.kernel.structs import built, fields_in
from zermelo.messages import Message

if TYPE_CHECKING:
    pass


THE_STATE, THE_ACTION = Message.of("the_state"), Message.of("the_action")


def words_of(value: Any, kind: Type, what: Any = THE_STATE) -> list[int]:
    """A Python value as 64-bit words; RulesError where it is not of the type."""
    if kind in (INT, BOOL, BITS):
        try:
            number = int(value)
            if number != value:
                raise ValueError
        except (TypeError, ValueError):
            raise RulesError("not_whole_in_state", what=what, given=repr(value)) from None
        if kind is BITS:
            return [signed(number)]
        if not -(1 << 63) <= number < 1 << 63:
            raise RulesError("number_beyond_64_bits", what=what, number=number)
        return [number]
    if kind is FLOAT:
        return [int(word) for word in FLOAT.constant_words(None, value)]
    if isinstance(kind, Tuple):
        parts = fields_in(value)
        if (
            parts is None
            or len(parts) != len(kind.elements)
            or (kind.kind is not None and not isinstance(value, kind.kind))
        ):
            raise RulesError("not_the_tuple", what=what, given=repr(value), parts=len(kind.elements))
        return [
            word
            for part, inner in zip(parts, kind.elements, strict=True)
            for word in words_of(part, inner, what)
        ]
    if isinstance(kind, Union):
        return union_words(value, kind, what)
    if is_none(kind):
        if value is not None:
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted="None")
        return []
    return kind.words_of(value, words_of, what)  # type: ignore[attr-defined, no-any-return]


def union_words(value: Any, kind: Union, what: Any) -> list[int]:
    for place, member in enumerate(kind.members):
        if is_none(member) != (value is None):
            continue
        try:
            found = words_of(value, member, what)
        except RulesError:
            continue
        return [place, *found, *[0] * (kind.words - 1 - len(found))]
    raise RulesError("not_the_kind", what=what, given=repr(value), wanted=kind.called)


def value_of(words: Iterator[int], kind: Type) -> Any:
    """The value that `words_of` made words of."""
    if kind is INT:
        return int(next(words))
    if kind is BITS:
        return Bits(next(words))
    if kind is BOOL:
        return bool(next(words))
    if kind is FLOAT:
        import struct

        return struct.unpack("<d", struct.pack("<q", next(words)))[0]
    if isinstance(kind, Tuple):
        parts = [value_of(words, inner) for inner in kind.elements]
        return built(kind.kind, parts) if kind.kind is not None else tuple(parts)
    if isinstance(kind, Union):
        every = list(islice(words, kind.words))
        member = kind.members[every[0]]
        return None if is_none(member) else value_of(iter(every[1:]), member)
    if is_none(kind):
        return None
    return kind.value_of(words, value_of)  # type: ignore[attr-defined]
