"""The compiled world's words for the transposition table: hashing, sealing, memory that threads share."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zermelo.game import MAX
from zermelo.kernel import primitives
from zermelo.kernel.compiler.hashing import hash_word, parted
from zermelo.kernel.compiler.machine import extend
from zermelo.kernel.compiler.own_types import is_series, is_set, is_wide
from zermelo.kernel.compiler.wide_type import limbs
from zermelo.kernel.run import SLOTS, WHOLE_NO_ACTION, WIN

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


@intrinsic  # type: ignore[untyped-decorator]
def _version(context: Any, address: Any, index: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        return builder.load_atomic(place, "acquire", 8)

    return types.int64(types.int64, types.int64), generate


@extend(primitives.version_of)  # type: ignore[untyped-decorator]
def _version_of(memory: Any, index: Any) -> Any:
    return lambda memory, index: _version(memory, index)


@intrinsic  # type: ignore[untyped-decorator]
def _claim(context: Any, address: Any, index: Any, version: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        odd = builder.add(arguments[2], WORD(1))
        claimed = builder.extract_value(builder.cmpxchg(place, arguments[2], odd, "acq_rel", "monotonic"), 1)
        builder.fence("release")
        return claimed

    return types.boolean(types.int64, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _release(context: Any, address: Any, index: Any, version: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        builder.store_atomic(builder.add(arguments[2], WORD(2)), place, "release", 8)
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _publish(context: Any, address: Any, index: Any, word: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        builder.store_atomic(arguments[2], place, "release", 8)
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _add(context: Any, address: Any, index: Any, amount: Any) -> Any:
    """Whole numbers by one instruction; a fraction is added again where another thread came in between."""
    kind, operation = (types.float64, "fadd") if isinstance(amount, types.Float) else (types.int64, "add")
    number = ir.DoubleType() if operation == "fadd" else WORD

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.gep(builder.inttoptr(arguments[0], number.as_pointer()), [arguments[1]])
        builder.atomic_rmw(operation, place, arguments[2], "monotonic")
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, kind), generate


@extend(primitives.add_at)  # type: ignore[untyped-decorator]
def _add_at(memory: Any, index: Any, amount: Any) -> Any:
    return lambda memory, index, amount: _add(memory, index, amount)


@intrinsic  # type: ignore[untyped-decorator]
def _settled(context: Any, address: Any, index: Any, version: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.fence("acquire")
        place = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        return builder.icmp_signed("==", builder.load_atomic(place, "monotonic", 8), arguments[2])

    return types.boolean(types.int64, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _wipe(context: Any, address: Any, words: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        fill = builder.module.declare_intrinsic("llvm.memset", [place.type, WORD])
        size = builder.mul(arguments[1], WORD(8))
        builder.call(fill, [place, ir.IntType(8)(0), size, ir.IntType(1)(0)])
        return target.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@extend(primitives.wipe)  # type: ignore[untyped-decorator]
def _wipe_of(memory: Any, words: Any) -> Any:
    return lambda memory, words: _wipe(memory, words)


@extend(primitives.publish)  # type: ignore[untyped-decorator]
def _publish_of(memory: Any, index: Any, word: Any) -> Any:
    return lambda memory, index, word: _publish(memory, index, word)


@extend(primitives.claim)  # type: ignore[untyped-decorator]
def _claim_of(memory: Any, index: Any, version: Any) -> Any:
    return lambda memory, index, version: _claim(memory, index, version)


@extend(primitives.release)  # type: ignore[untyped-decorator]
def _release_of(memory: Any, index: Any, version: Any) -> Any:
    return lambda memory, index, version: _release(memory, index, version)


@extend(primitives.settled)  # type: ignore[untyped-decorator]
def _settled_of(memory: Any, index: Any, version: Any) -> Any:
    return lambda memory, index, version: _settled(memory, index, version)


def typed_memory(bits: int) -> tuple[Any, Any]:
    """Loading and storing numbers of so many bits, without a sign where they are shorter than a word."""
    kind = ir.IntType(bits)

    @intrinsic  # type: ignore[untyped-decorator]
    def load(context: Any, address: Any, index: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], kind.as_pointer())
            word = builder.load(builder.gep(pointer, [arguments[1]]), align=bits // 8)
            return word if bits == 64 else builder.zext(word, WORD)

        return types.int64(types.int64, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def store(context: Any, address: Any, index: Any, word: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], kind.as_pointer())
            short = arguments[2] if bits == 64 else builder.trunc(arguments[2], kind)
            builder.store(short, builder.gep(pointer, [arguments[1]]), align=bits // 8)
            return target.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), generate

    return load, store


word_at, set_word = typed_memory(64)
part_at, set_part = typed_memory(32)
half_at, set_half = typed_memory(16)
byte_at, _ = typed_memory(8)


@intrinsic  # type: ignore[untyped-decorator]
def signed(context: Any, word: Any) -> Any:
    """The 64 bits of a board as a whole number with a sign."""
    return types.int64(types.int64), lambda target, builder, signature, arguments: arguments[0]


@intrinsic  # type: ignore[untyped-decorator]
def _spread(context: Any, key: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.mul(arguments[0], WORD(primitives.SEED))

    return types.int64(types.int64 if is_wide(key) else key), generate


@extend(primitives.spread)  # type: ignore[untyped-decorator]
def _spread_of(key: Any) -> Any:
    return lambda key: _spread(key)


@intrinsic  # type: ignore[untyped-decorator]
def _leading(context: Any, word: Any, bits: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.lshr(arguments[0], builder.sub(WORD(64), arguments[1]))

    return types.int64(types.int64, types.int64), generate


@extend(primitives.leading)  # type: ignore[untyped-decorator]
def _leading_of(word: Any, bits: Any) -> Any:
    return lambda word, bits: _leading(word, bits)


@intrinsic  # type: ignore[untyped-decorator]
def _without_leading(context: Any, word: Any, bits: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.shl(arguments[0], arguments[1])

    return types.int64(types.int64, types.int64), generate


@extend(primitives.without_leading)  # type: ignore[untyped-decorator]
def _without_leading_of(word: Any, bits: Any) -> Any:
    return lambda word, bits: _without_leading(word, bits)


@extend(primitives.is_nothing)  # type: ignore[untyped-decorator]
def _is_nothing(action: Any) -> Any:
    return lambda action: action == WHOLE_NO_ACTION


@intrinsic  # type: ignore[untyped-decorator]
def _unwrapped(context: Any, state: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.cast(builder, arguments[0], state, state.type)

    return state.type(state), generate


@extend(primitives.present)  # type: ignore[untyped-decorator]
def _present(state: Any, alike: Any) -> Any:
    if isinstance(state, types.NoneType):  # a rule that never gives one: nobody comes here
        return lambda state, alike: alike
    if isinstance(state, types.Optional):
        return lambda state, alike: _unwrapped(state)
    return lambda state, alike: state


def slotter(unpack: Any) -> Any:
    """`slot_of(action)` for actions that are packed like this, or not at all."""
    most = SLOTS - 1
    if unpack is None:
        return numba.njit(lambda action: hash_word(action) & most)
    return numba.njit(lambda action: hash_word(unpack(action)) & most)


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
    if isinstance(kind, types.Optional):
        there, value = parted(builder, value)
        words = [builder.select(there, word, WORD(0)) for word in words_in(builder, value, kind.type)]
        return [builder.zext(there, WORD), *words]
    if is_set(kind):
        return words_in(builder, builder.extract_value(value, 0), kind.words)
    if is_series(kind):
        cells = words_in(builder, builder.extract_value(value, 1), kind.cells)
        return [builder.extract_value(value, 0), *cells]
    if isinstance(kind, types.BaseTuple):
        parts = [(builder.extract_value(value, index), part) for index, part in enumerate(kind)]
        return [word for inner, part in parts for word in words_in(builder, inner, part)]
    if value.type.width < 64:
        return [(builder.sext if getattr(kind, "signed", False) else builder.zext)(value, WORD)]
    return limbs(builder, value)


def width_in(kind: Any) -> int:
    if isinstance(kind, types.Optional):
        return 1 + width_in(kind.type)
    if is_set(kind):
        return int(kind.count)
    if is_series(kind):
        return 1 + width_in(kind.cells)
    if isinstance(kind, types.BaseTuple):
        return sum(map(width_in, kind))
    return kind.bits // 64 if is_wide(kind) else 1


@extend(primitives.width_of)  # type: ignore[untyped-decorator]
def _width_of(value: Any) -> Any:
    width = width_in(value)
    return lambda value: width


@intrinsic  # type: ignore[untyped-decorator]
def _keep_words(context: Any, memory: Any, place: Any, value: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        for index, word in enumerate(words_in(builder, arguments[2], value)):
            builder.store_atomic(word, builder.gep(pointer, [WORD(index)]), "monotonic", 8)
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
            there = builder.load_atomic(builder.gep(pointer, [WORD(index)]), "monotonic", 8)
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


@extend(primitives.just_above)  # type: ignore[untyped-decorator]
def _just_above(value: Any) -> Any:
    return _above(value)


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
def _value_of_win(plies: Any, player: Any = MAX) -> Any:
    return lambda plies, player=MAX: WIN - plies if player == MAX else plies - WIN


@extend(primitives.value_of_loss)  # type: ignore[untyped-decorator]
def _value_of_loss(plies: Any) -> Any:
    return lambda plies: plies - WIN


@intrinsic  # type: ignore[untyped-decorator]
def _ask(context: Any, door: Any, question: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(types.int64, types.int64), generate


@extend(primitives.ask)  # type: ignore[untyped-decorator]
def _ask_python(door: Any, question: Any) -> Any:
    return lambda door, question: _ask(door, question)
