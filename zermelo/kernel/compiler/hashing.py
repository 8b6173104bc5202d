"""The compiled world's `hash_of`: a well-stirred word of a whole state, the same as Python makes."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.machine import extend
from zermelo.kernel.compiler.own_types import is_series, is_set, refuse_lists
from zermelo.kernel.compiler.series_type import cells_in, length_in
from zermelo.kernel.compiler.symbol_type import Letters, Symbol
from zermelo.kernel.compiler.wide_type import limbs

WORD = ir.IntType(64)


def stirred(target: Any, builder: Any, word: Any, value: Any, kind: Any) -> Any:
    """As `primitives.stirred`, word for word."""
    if is_set(kind):
        each = target.compile_internal(builder, summed_members, types.int64(kind), [value])
        return mixed_in(builder, word, each)
    if is_series(kind):
        made = types.int64(types.int64, kind)
        return target.compile_internal(builder, stirred_series, made, [word, value])
    if isinstance(kind, types.Optional):
        there, value = parted(builder, value)
        nothing = mixed_in(builder, word, WORD(primitives.FACTOR))
        return builder.select(there, stirred(target, builder, word, value, kind.type), nothing)
    if isinstance(kind, Symbol | Letters) or hasattr(getattr(kind, "instance_class", None), "tag"):
        word = mixed_in(builder, word, WORD(tag_of(kind)))
    if isinstance(kind, types.BaseTuple):
        word = mixed_in(builder, word, WORD(primitives.TUPLE + len(kind)))
        for index, part in enumerate([types.int64] * len(kind) if isinstance(kind, Letters) else kind):
            word = stirred(target, builder, word, builder.extract_value(value, index), part)
        return word
    if value.type.width < 64:
        extend = builder.sext if getattr(kind, "signed", False) else builder.zext
        value = extend(value, WORD)
    return stirred_limbs(builder, word, value)


def stirred_limbs(builder: Any, word: Any, value: Any) -> Any:
    """As `primitives.stirred` has it: word by word, until the rest of the number is nothing but its sign."""
    first, *others = limbs(builder, value)
    word = mixed_in(builder, word, first)
    if not others:
        return word
    room = value.type
    small = builder.icmp_signed(">=", value, room(-(1 << 63)))
    small = builder.and_(small, builder.icmp_signed("<", value, room(1 << 64)))
    rest = builder.trunc(builder.ashr(value, room(64)), ir.IntType(room.width - 64))
    return builder.select(small, word, stirred_limbs(builder, word, rest))


def parted(builder: Any, value: Any) -> tuple[Any, Any]:
    """Whether what may be None is something, and what."""
    there = builder.extract_value(value, 1)
    return builder.icmp_unsigned("!=", there, there.type(0)), builder.extract_value(value, 0)


def tag_of(kind: Any) -> int:
    """What tells texts, members of an enumeration and dataclasses from numbers and tuples."""
    tag = primitives.TEXT if isinstance(kind, Letters) else getattr(kind, "tag", None)
    return int(kind.instance_class.tag if tag is None else tag)


def mixed_in(builder: Any, word: Any, part: Any) -> Any:
    word = builder.mul(builder.xor(word, part), WORD(primitives.FACTOR))
    return builder.xor(word, builder.lshr(word, WORD(32)))


@intrinsic  # type: ignore[untyped-decorator]
def _stirred_into(context: Any, word: Any, value: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return stirred(target, builder, arguments[0], arguments[1], value)

    return types.int64(types.int64, value), generate


def summed_members(members: Any) -> Any:
    """Of a set, whatever the order of its members."""
    total, count = 0, len(members)
    for member in idiom_words.in_order(members):
        total += _stirred_into(count, member)
    return total


@intrinsic  # type: ignore[untyped-decorator]
def _tuple_begun(context: Any, word: Any, length: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return mixed_in(builder, arguments[0], builder.add(arguments[1], WORD(primitives.TUPLE)))

    return types.int64(types.int64, types.int64), generate


def stirred_series(word: Any, given: Any) -> Any:
    """As a tuple of that length."""
    word = _tuple_begun(word, length_in(given))
    for index in range(length_in(given)):
        word = _stirred_into(word, cells_in(given)[index])
    return word


@intrinsic  # type: ignore[untyped-decorator]
def hash_word(context: Any, value: Any) -> Any:
    """A number that stands for a value."""
    refuse_lists(value)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return stirred(target, builder, WORD(primitives.SEED), arguments[0], value)

    return types.int64(value), generate


@extend(primitives.hash_of)  # type: ignore[untyped-decorator]
def _hash_of(value: Any) -> Any:
    return lambda value: hash_word(value)
