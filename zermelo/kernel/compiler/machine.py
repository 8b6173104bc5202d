"""The compiled world's words: whole numbers that say when they overflow, boards, tuples, run-time arrays.

Python's integers do not overflow, a machine's do: `int` operators here raise
OverflowError instead of a wrong number.  `Bits` (uint64) wrap, and win over `int`.

Importing this module teaches Numba new words for the whole process, so only the child that compiles
(`build.py`) ever does; code that was compiled runs without it.
"""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, register_jitable

from zermelo.kernel import primitives
from zermelo.kernel.compiler import symbol_type
from zermelo.kernel.compiler.descriptions import describe, is_whole, misfit
from zermelo.kernel.compiler.own_types import is_list, is_series, is_set, is_wide
from zermelo.kernel.run import ROW

WORD = ir.IntType(64)
TOO_LARGE = "a whole number does not fit in 64 bits"
extend = partial(overload, strict=False)
"""Overloads whose implementation need not repeat the annotations."""


def _held(kind: Any) -> Any:
    """The type of what is there, where it may be None: Numba raises a TypeError where it is."""
    return kind.type if isinstance(kind, types.Optional) else kind


def _unify(self: Any, context: Any, other: Any) -> Any:
    """What a variable is that holds the one here and the other there.

    Numba makes a float of int64 and uint64.  Here a constant that is not negative joins a board; anything
    else has no type in common.
    """
    if isinstance(other, types.Integer) and types.uint64 in (self, other) and self.signed != other.signed:
        whole = other if self == types.uint64 else self
        constant = isinstance(whole, types.IntegerLiteral) and whole.literal_value >= 0
        return types.uint64 if constant or whole.bitwidth < 64 else None
    return _unify_numbers(self, context, other)


_unify_numbers = types.Number.unify
types.Integer.unify = _unify


def _delegate(function: Any, context: Any, kinds: tuple[Any, ...]) -> Any:
    """Signature and code of Numba's own operator, for operands that are not whole numbers."""
    kind = context.resolve_value_type(function)
    signature = kind.get_call_type(context, kinds, {})

    def generate(target: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return target.get_function(kind, signature)(builder, arguments)

    return signature, generate


def raise_if(
    target: Any, builder: Any, happened: Any, error: type = OverflowError, text: str = TOO_LARGE
) -> None:
    with builder.if_then(happened, likely=False):
        target.call_conv.return_user_exc(builder, error, (text,))


def outgrown(target: Any, builder: Any, happened: Any, room: Any) -> None:
    raise_if(target, builder, happened, text=TOO_LARGE.replace("64", str(room.width)))


def checked(name: str) -> Any:
    def emit(target: Any, builder: Any, left: Any, right: Any) -> Any:
        pair = getattr(builder, f"s{name}_with_overflow")(left, right)
        outgrown(target, builder, builder.extract_value(pair, 1), left.type)
        return builder.extract_value(pair, 0)

    return emit


def plain(name: str) -> Any:
    return lambda target, builder, left, right: getattr(builder, name)(left, right)


def _shift_left(target: Any, builder: Any, number: Any, count: Any) -> Any:
    """On `int`: an error when a bit is lost."""
    _negative_shift(target, builder, count)
    wide = builder.icmp_unsigned(">", count, WORD(62))
    shifted = builder.shl(number, builder.and_(count, WORD(63)))
    back = builder.ashr(shifted, builder.and_(count, WORD(63)))
    lost = builder.or_(
        builder.icmp_signed("!=", back, number),
        builder.and_(wide, builder.icmp_signed("!=", number, WORD(0))),
    )
    raise_if(target, builder, lost)
    return builder.select(wide, WORD(0), shifted)


def _shift_right(target: Any, builder: Any, number: Any, count: Any) -> Any:
    _negative_shift(target, builder, count)
    wide = builder.icmp_unsigned(">", count, WORD(63))
    return builder.ashr(number, builder.select(wide, WORD(63), count))


def _board_left(target: Any, builder: Any, board: Any, count: Any) -> Any:
    return _board_shift("shl", target, builder, board, count)


def _board_right(target: Any, builder: Any, board: Any, count: Any) -> Any:
    return _board_shift("lshr", target, builder, board, count)


def _board_shift(name: str, target: Any, builder: Any, board: Any, count: Any) -> Any:
    """By 64 and more nothing is left; one comparison finds that and a negative count."""
    before = builder.block
    with builder.if_then(builder.icmp_unsigned(">", count, WORD(63)), likely=False):
        _negative_shift(target, builder, count)
        beyond = builder.block
    shifted = builder.phi(WORD)
    shifted.add_incoming(board, before)
    shifted.add_incoming(WORD(0), beyond)
    return getattr(builder, name)(shifted, builder.and_(count, WORD(63)))


def _negative_shift(target: Any, builder: Any, count: Any) -> None:
    raise_if(target, builder, builder.icmp_signed("<", count, WORD(0)), ValueError, "negative shift count")


def _binary(function: Any, on_int: Any, on_bits: Any, shift: bool = False) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def word(context: Any, left: Any, right: Any) -> Any:
        left, right = _held(left), _held(right)
        if not (is_whole(left) and is_whole(right)):
            return _delegate(function, context, (left, right))
        board = left == types.uint64 or (right == types.uint64 and not shift)
        kind = types.uint64 if board else types.int64
        emit = on_bits if board else on_int

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(target, builder, *arguments)

        return kind(kind, types.int64 if shift else kind), generate

    return word


def _bits_division(function: Any, name: str) -> Any:
    """`//` and `%`: Numba's own on `int`; unsigned where a board takes part."""

    @intrinsic  # type: ignore[untyped-decorator]
    def word(context: Any, left: Any, right: Any) -> Any:
        left, right = _held(left), _held(right)
        if not (is_whole(left) and is_whole(right)):
            return _delegate(function, context, (left, right))
        if types.uint64 not in (left, right):
            signature, divide = _delegate(function, context, (types.int64, types.int64))

            def generate_whole(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                if name == "udiv":
                    least = builder.icmp_signed("==", arguments[0], WORD(-(1 << 63)))
                    raise_if(
                        target,
                        builder,
                        builder.and_(least, builder.icmp_signed("==", arguments[1], WORD(-1))),
                    )
                return divide(target, builder, signature, arguments)

            return signature, generate_whole

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zero = builder.icmp_unsigned("==", arguments[1], WORD(0))
            raise_if(target, builder, zero, ZeroDivisionError, "division by zero")
            return getattr(builder, name)(*arguments)

        return types.uint64(types.uint64, types.uint64), generate

    return word


def _unary(function: Any, emit_int: Any, emit_bits: Any) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def word(context: Any, operand: Any) -> Any:
        operand = _held(operand)
        if not is_whole(operand):
            return _delegate(function, context, (operand,))
        kind = types.uint64 if operand == types.uint64 else types.int64
        emit = emit_bits if operand == types.uint64 else emit_int

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(target, builder, *arguments)

        return kind(kind), generate

    return word


def _negate(target: Any, builder: Any, number: Any) -> Any:
    return checked("sub")(target, builder, WORD(0), number)


OPERATORS = {
    "plus": _binary(operator.add, checked("add"), plain("add")),
    "minus": _binary(operator.sub, checked("sub"), plain("sub")),
    "times": _binary(operator.mul, checked("mul"), plain("mul")),
    "both": _binary(operator.and_, plain("and_"), plain("and_")),
    "either": _binary(operator.or_, plain("or_"), plain("or_")),
    "differ": _binary(operator.xor, plain("xor"), plain("xor")),
    "left": _binary(operator.lshift, _shift_left, _board_left, shift=True),
    "right": _binary(operator.rshift, _shift_right, _board_right, shift=True),
    "quotient": _bits_division(operator.floordiv, "udiv"),
    "remainder": _bits_division(operator.mod, "urem"),
    "complement": _unary(operator.invert, lambda _, b, x: b.not_(x), lambda _, b, x: b.not_(x)),
    "negative": _unary(operator.neg, _negate, lambda _, b, x: b.neg(x)),
}


# -- casts -----------------------------------------------------------------------------------------


def fits(given: Any, declared: Any) -> bool:
    """May a value of this Numba type stand where that one is declared?"""
    if isinstance(declared, types.Optional):
        return isinstance(given, types.NoneType) or fits(_held(given), declared.type)
    given = _held(given)
    if is_whole(declared) or is_wide(declared):
        return is_whole(given) or is_wide(given)
    if is_set(declared):
        return given == declared or is_list(given)
    if is_series(declared) or isinstance(declared, types.List):
        parts = elements_of(given)
        return parts is not None and all(fits(part, element_of(declared)) for part in parts)
    if isinstance(declared, types.Float):
        return is_whole(given) or isinstance(given, types.Float)
    if isinstance(declared, types.BaseTuple):
        if isinstance(given, types.List):
            letters = isinstance(declared, symbol_type.Letters)
            return not letters and all(fits(given.dtype, whole) for whole in declared)
        return (
            isinstance(given, types.BaseTuple)
            and len(given) == len(declared)
            and all(fits(part, whole) for part, whole in zip(given, declared, strict=True))
        )
    return bool(given == declared)


def element_of(kind: Any) -> Any:
    """The type of an element of a list or a series."""
    return kind.element if is_series(kind) else kind.dtype


def elements_of(kind: Any) -> list[Any] | None:
    """The types of the elements of what may stand for a tuple of any length; None where it may not."""
    if is_series(kind) or isinstance(kind, types.List):
        return [element_of(kind)]
    tuples = isinstance(kind, types.BaseTuple) and not isinstance(kind, symbol_type.Letters)
    return list(kind) if tuples else [] if is_list(kind) else None


def convert(target: Any, builder: Any, value: Any, given: Any, declared: Any) -> Any:
    """The value as the declared type; the caller has asked `fits`."""
    if given == declared:
        return value
    if isinstance(given, types.Optional):
        from zermelo.kernel.compiler.maybe import convert_maybe

        return convert_maybe(target, builder, value, given, declared)
    if isinstance(declared, types.Optional):
        if not isinstance(given, types.NoneType):
            value, given = convert(target, builder, value, given, declared.type), declared.type
        return target.cast(builder, value, given, declared)
    if is_set(declared):
        from zermelo.kernel.compiler.set_type import from_cells

        return from_cells(target, builder, value, given, declared)
    if is_series(declared) or is_series(given) or isinstance(declared, types.List):
        from zermelo.kernel.compiler.series_type import to_list, to_series

        if isinstance(declared, types.List) and is_list(given):
            return target.cast(builder, value, given, declared)
        made = to_series if is_series(declared) else to_list
        return made(target, builder, value, given, declared)
    if isinstance(given, types.List):
        from zermelo.kernel.compiler.lists import from_list

        return from_list(target, builder, value, given, declared)
    if isinstance(declared, types.BaseTuple):
        parts = [
            convert(target, builder, builder.extract_value(value, index), part, whole)
            for index, (part, whole) in enumerate(zip(given, declared, strict=True))
        ]
        return target.make_tuple(builder, declared, parts)
    if isinstance(given, types.IntEnumMember):
        value, given = value, given.dtype
    return target.cast(builder, value, given, declared)


def caster(declared: Any, what: str) -> Any:
    """An intrinsic that turns its argument into the declared type, or refuses at compile time."""

    @intrinsic  # type: ignore[untyped-decorator]
    def cast(context: Any, value: Any) -> Any:
        if not fits(value, declared):
            raise TypingError(f"zermelo: {misfit(what, value, declared, fits)}")

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return convert(target, builder, arguments[0], signature.args[0], declared)

        return declared(value), generate

    return cast


def constructor(declared: Any, what: str) -> Any:
    """`State(...)`: every field is cast to its declared type, so that a state has one type for ever."""

    @intrinsic  # type: ignore[untyped-decorator]
    def construct(context: Any, fields: Any) -> Any:
        given = list(fields.types) if isinstance(fields, types.BaseTuple) else []
        if len(given) != len(declared):
            raise TypingError(f"zermelo: {what} has {len(declared)} fields, not {len(given)}")
        for name, part, whole in zip(declared.fields, given, declared.types, strict=True):
            if not fits(part, whole):
                raise TypingError(f"zermelo: {what}.{name} should be {describe(whole)}, not {describe(part)}")

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            parts = [
                convert(target, builder, builder.extract_value(arguments[0], index), part, whole)
                for index, (part, whole) in enumerate(zip(given, declared.types, strict=True))
            ]
            return target.make_tuple(builder, declared, parts)

        return declared(fields), generate

    return construct


# -- tuples, bits, loops ---------------------------------------------------------------------------


@intrinsic  # type: ignore[untyped-decorator]
def board(context: Any, number: Any) -> Any:
    """Bits(number)."""
    if not is_whole(number):
        raise TypingError(f"zermelo: Bits(...) takes a whole number, not {describe(number)}")
    return types.uint64(types.uint64), lambda target, builder, signature, arguments: arguments[0]


@intrinsic  # type: ignore[untyped-decorator]
def _int_of_board(context: Any, number: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        raise_if(target, builder, builder.icmp_signed("<", arguments[0], WORD(0)))
        return arguments[0]

    return types.int64(types.uint64), generate


@extend(primitives.int_of)  # type: ignore[untyped-decorator]
def _int_of(number: Any) -> Any:
    """`int(x)`: Numba would leave a board a board."""
    if number == types.uint64:
        return lambda number: _int_of_board(number)
    if isinstance(number, types.Boolean):
        return lambda number: 1 if number else 0
    if number == symbol_type.TEXT or isinstance(number, types.Float) or is_wide(number):
        return None
    return lambda number: int(number)


@extend(primitives.divided)  # type: ignore[untyped-decorator]
def _divided(left: Any, right: Any) -> Any:
    return lambda left, right: (OPERATORS_QUOTIENT(left, right), OPERATORS_REMAINDER(left, right))


@intrinsic  # type: ignore[untyped-decorator]
def _ones(context: Any, number: Any) -> Any:
    return types.int64(types.uint64), lambda target, builder, signature, arguments: builder.ctpop(
        arguments[0]
    )


@intrinsic  # type: ignore[untyped-decorator]
def _leading(context: Any, number: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.IntType(1)(0))

    return types.int64(types.uint64), generate


@register_jitable  # type: ignore[untyped-decorator]
def _magnitude(number: Any) -> Any:
    return board(number) if number >= 0 else board(0) - board(number)


@extend(primitives.bit_count)  # type: ignore[untyped-decorator]
def _bit_count(number: Any) -> Any:
    if number == types.uint64:
        return lambda number: _ones(number)
    if is_whole(number):
        return lambda number: _ones(_magnitude(number))
    return None


@extend(primitives.bit_length)  # type: ignore[untyped-decorator]
def _bit_length(number: Any) -> Any:
    if number == types.uint64:
        return lambda number: 64 - _leading(number)
    if is_whole(number):
        return lambda number: 64 - _leading(_magnitude(number))
    return None


@extend(primitives.turn)  # type: ignore[untyped-decorator]
def _turn(loops: Any) -> Any:
    limit = primitives.LOOPS

    def turned(loops: Any) -> Any:
        if loops >= limit:
            raise RuntimeError("an infinite loop")
        return loops + 1

    return turned


@intrinsic  # type: ignore[untyped-decorator]
def mix(context: Any, left: Any, right: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = builder.mul(arguments[0], WORD(0x9E3779B97F4A7C15))
        word = builder.add(word, builder.mul(arguments[1], WORD(0xBF58476D1CE4E5B9)))
        word = builder.add(word, WORD(0x94D049BB133111EB))
        word = builder.xor(word, builder.lshr(word, WORD(31)))
        word = builder.mul(word, WORD(0xD6E8FEB86659FD93))
        return builder.lshr(builder.xor(word, builder.lshr(word, WORD(32))), WORD(2))

    return types.int64(types.int64, types.int64), generate


# -- run-time arrays -------------------------------------------------------------------------------


def _word_at(builder: Any, address: Any, index: Any) -> Any:
    pointer = builder.inttoptr(address, WORD.as_pointer())
    return builder.load(builder.gep(pointer, [index]))


def loader(kind: str) -> Any:
    """`load(data, slot, i, …)`: an element of a run-time array, with its bounds checked."""
    element, result = {
        "i8": (WORD, types.int64),
        "u8": (WORD, types.uint64),
        "f8": (ir.DoubleType(), types.float64),
    }[kind]

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, slot, *indices = arguments
        row = builder.mul(slot, WORD(ROW))
        offset = WORD(0)
        for axis, index in enumerate(indices):
            length = _word_at(builder, data, builder.add(row, WORD(axis + 1)))
            index = builder.select(
                builder.icmp_signed("<", index, WORD(0)), builder.add(index, length), index
            )
            outside = builder.icmp_unsigned(">=", index, length)
            raise_if(target, builder, outside, IndexError, "index outside an array")
            offset = builder.add(builder.mul(offset, length), index)
        pointer = builder.inttoptr(_word_at(builder, data, row), element.as_pointer())
        return builder.load(builder.gep(pointer, [offset]))

    @intrinsic  # type: ignore[untyped-decorator]
    def one(context: Any, data: Any, slot: Any, index: Any) -> Any:
        return result(*[types.int64] * 3), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def two(context: Any, data: Any, slot: Any, row: Any, column: Any) -> Any:
        return result(*[types.int64] * 4), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def three(context: Any, data: Any, slot: Any, layer: Any, row: Any, column: Any) -> Any:
        return result(*[types.int64] * 5), generate

    return {1: one, 2: two, 3: three}


@intrinsic  # type: ignore[untyped-decorator]
def length_of(context: Any, data: Any, slot: Any) -> Any:
    """`len` of a run-time array."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, slot = arguments
        return _word_at(builder, data, builder.add(builder.mul(slot, WORD(ROW)), WORD(1)))

    return types.int64(types.int64, types.int64), generate


OPERATORS_TIMES, OPERATORS_PLUS = OPERATORS["times"], OPERATORS["plus"]
OPERATORS_QUOTIENT, OPERATORS_REMAINDER = OPERATORS["quotient"], OPERATORS["remainder"]
