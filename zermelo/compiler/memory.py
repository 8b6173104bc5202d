"""The compiled world's words for the transposition table: hashing, sealing, memory that threads share."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zermelo import primitives
from zermelo.compiler.machine import extend
from zermelo.run import SLOTS, WHOLE_NO_ACTION, WIN

WORD = ir.IntType(64)


@intrinsic  # type: ignore[untyped-decorator]
def load_word(context: Any, address: Any, index: Any) -> Any:
    """One word of shared memory; read once, whatever other threads write."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
        return builder.load_atomic(builder.gep(pointer, [arguments[1]]), "monotonic", 8)

    return types.int64(types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def store_word(context: Any, address: Any, index: Any, word: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
        builder.store_atomic(arguments[2], builder.gep(pointer, [arguments[1]]), "monotonic", 8)
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


def stirred(builder: Any, word: Any, value: Any, kind: Any) -> Any:
    """As `primitives.stirred`, word for word."""
    if isinstance(kind, types.BaseTuple):
        word = mixed_in(builder, word, WORD(primitives.TUPLE + len(kind)))
        for index, part in enumerate(kind):
            word = stirred(builder, word, builder.extract_value(value, index), part)
        return word
    if value.type.width < 64:
        extend = builder.sext if getattr(kind, "signed", False) else builder.zext
        value = extend(value, WORD)
    return mixed_in(builder, word, value)


def mixed_in(builder: Any, word: Any, part: Any) -> Any:
    word = builder.mul(builder.xor(word, part), WORD(primitives.FACTOR))
    return builder.xor(word, builder.lshr(word, WORD(32)))


@intrinsic  # type: ignore[untyped-decorator]
def _hash(context: Any, value: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return stirred(builder, WORD(primitives.SEED), arguments[0], value)

    return types.int64(value), generate


@extend(primitives.hash_of)  # type: ignore[untyped-decorator]
def _hash_of(value: Any) -> Any:
    return lambda value: _hash(value)


@extend(primitives.is_nothing)  # type: ignore[untyped-decorator]
def _is_nothing(action: Any) -> Any:
    return lambda action: action == WHOLE_NO_ACTION


def slotter(unpack: Any) -> Any:
    """`slot_of(action)` for actions that are packed like this, or not at all."""
    most = SLOTS - 1
    if unpack is None:
        return numba.njit(lambda action: _hash(action) & most)
    return numba.njit(lambda action: _hash(unpack(action)) & most)


@extend(primitives.seal)  # type: ignore[untyped-decorator]
def _seal(key: Any, move: Any, value: Any, info: Any) -> Any:
    return lambda key, move, value, info: key ^ move ^ value ^ info


@intrinsic  # type: ignore[untyped-decorator]
def _same_bits(context: Any, value: Any, kind: Any) -> Any:
    """A value's 64 bits taken as another type."""
    wanted = kind.instance_type

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], target.get_value_type(wanted))

    return wanted(value, kind), generate


@extend(primitives.word_of)  # type: ignore[untyped-decorator]
def _word_of(value: Any) -> Any:
    if isinstance(value, types.Float):
        return lambda value: _same_bits(value, types.int64)
    return lambda value: value


def value_in(kind: Any) -> Any:
    """`value_in(word)` where values are of this type."""
    if kind == types.float64:
        return numba.njit(lambda word: _same_bits(word, kind))
    return numba.njit(lambda word: word)


def words_in(builder: Any, value: Any, kind: Any) -> list[Any]:
    """All numbers that a value is made of, each as one word."""
    if isinstance(kind, types.BaseTuple):
        parts = [(builder.extract_value(value, index), part) for index, part in enumerate(kind)]
        return [word for inner, part in parts for word in words_in(builder, inner, part)]
    if value.type.width < 64:
        return [(builder.sext if getattr(kind, "signed", False) else builder.zext)(value, WORD)]
    return [value]


def width_in(kind: Any) -> int:
    return sum(map(width_in, kind)) if isinstance(kind, types.BaseTuple) else 1


@extend(primitives.width_of)  # type: ignore[untyped-decorator]
def _width_of(value: Any) -> Any:
    width = width_in(value)
    return lambda value: width


@intrinsic  # type: ignore[untyped-decorator]
def _keep_words(context: Any, memory: Any, place: Any, value: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        for index, word in enumerate(words_in(builder, arguments[2], value)):
            builder.store(word, builder.gep(pointer, [WORD(index)]))
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, value), generate


@extend(primitives.keep)  # type: ignore[untyped-decorator]
def _keep(memory: Any, place: Any, value: Any) -> Any:
    return lambda memory, place, value: _keep_words(memory, place, value)


@intrinsic  # type: ignore[untyped-decorator]
def _same_words(context: Any, memory: Any, place: Any, value: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        difference: Any = WORD(0)
        for index, word in enumerate(words_in(builder, arguments[2], value)):
            there = builder.load(builder.gep(pointer, [WORD(index)]))
            difference = builder.or_(difference, builder.xor(there, word))
        return builder.icmp_unsigned("==", difference, WORD(0))

    return types.boolean(types.int64, types.int64, value), generate


@extend(primitives.is_kept)  # type: ignore[untyped-decorator]
def _is_kept(memory: Any, place: Any, value: Any) -> Any:
    return lambda memory, place, value: _same_words(memory, place, value)


@extend(primitives.above)  # type: ignore[untyped-decorator]
def _above(value: Any) -> Any:
    if isinstance(value, types.Float):
        return lambda value: _next(value)
    return lambda value: value + 1


@intrinsic  # type: ignore[untyped-decorator]
def _next(context: Any, value: Any) -> Any:
    """The next larger float: its bits as a whole number, one up, or one down below zero."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = builder.bitcast(arguments[0], WORD)
        zero = builder.icmp_unsigned("==", builder.shl(bits, WORD(1)), WORD(0))
        negative = builder.icmp_signed("<", bits, WORD(0))
        step = builder.select(negative, WORD(-1), WORD(1))
        moved = builder.select(zero, WORD(1), builder.add(bits, step))
        top = builder.icmp_unsigned("==", bits, WORD(0x7FF0000000000000))
        return builder.bitcast(builder.select(top, bits, moved), ir.DoubleType())

    return types.float64(types.float64), generate


@extend(primitives.value_of_win)  # type: ignore[untyped-decorator]
def _value_of_win(plies: Any) -> Any:
    return lambda plies: WIN - plies


@extend(primitives.value_of_loss)  # type: ignore[untyped-decorator]
def _value_of_loss(plies: Any) -> Any:
    return lambda plies: plies - WIN
