"""Whole numbers of more than 64 bits, such as a board of 81 cells in one number: so many words each.

They are like other whole numbers, with a sign and an error where they outgrow their width; what comes of one
and a number of 64 bits is as wide as the wider one.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel import default_manager
from numba.core.datamodel.models import PrimitiveModel
from numba.core.imputils import lower_builtin, lower_cast
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, register_jitable

from zermelo.kernel import primitives
from zermelo.kernel.compiler.descriptions import is_whole
from zermelo.kernel.compiler.machine import OPERATORS, checked, extend, outgrown, plain, raise_if
from zermelo.kernel.compiler.own_types import is_wide
from zermelo.kernel.compiler.powers import power, whole_power

WORD, BIT = ir.IntType(64), ir.IntType(1)
OPERATORS_LEFT = OPERATORS["left"]


def are_whole(*kinds: Any) -> bool:
    """Plain whole numbers, wide or not, and no boards?"""
    return all(is_wide(kind) or (is_whole(kind) and kind != types.uint64) for kind in kinds)


class Wide(types.Type):  # type: ignore[misc]
    """A whole number of so many bits, one of them for the sign."""

    def __init__(self, bits: int) -> None:
        self.bits, self.signed = bits, True
        super().__init__(name=f"Wide({bits})")

    def can_convert_from(self, context: Any, other: Any) -> Any:
        narrower = other.bits <= self.bits if is_wide(other) else are_whole(other)
        return Conversion.safe if narrower else None

    def unify(self, context: Any, other: Any) -> Any:
        return common(self, other) if are_whole(other) else None


def common(*kinds: Any) -> Wide:
    """The widest of these."""
    return Wide(max(kind.bits for kind in kinds if is_wide(kind)))


class WideModel(PrimitiveModel):  # type: ignore[misc]
    """One integer of LLVM's."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(kind.bits))


default_manager.register(Wide, WideModel)


# -- from and to other whole numbers -----------------------------------------------------------------


def limbs(builder: Any, value: Any) -> list[Any]:
    """The words of a number, the lowest first."""
    count = max(value.type.width // 64, 1)
    if count == 1:
        return [value]
    return [builder.trunc(builder.lshr(value, value.type(64 * index)), WORD) for index in range(count)]


@lower_cast(types.Integer, Wide)  # type: ignore[untyped-decorator]
@lower_cast(types.Boolean, Wide)  # type: ignore[untyped-decorator]
def _widen(target: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    if isinstance(given, types.IntegerLiteral):
        return ir.IntType(wanted.bits)(given.literal_value)
    extend_to = builder.sext if getattr(given, "signed", False) else builder.zext
    return extend_to(value, ir.IntType(wanted.bits))


@lower_cast(Wide, Wide)  # type: ignore[untyped-decorator]
@lower_cast(Wide, types.Integer)  # type: ignore[untyped-decorator]
def _fit(target: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """As wide as wanted; an error where there is no room for it."""
    room = ir.IntType(wanted.bits if is_wide(wanted) else wanted.bitwidth)
    if room.width >= given.bits:
        return builder.sext(value, room)
    found = builder.trunc(value, room)
    outgrown(target, builder, builder.icmp_signed("!=", builder.sext(found, value.type), value), room)
    return found


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def wide(context: Any, bits: Any, digits: Any) -> Any:
    """A constant, by its hexadecimal digits."""
    kind = Wide(bits.literal_value)
    number = int(digits.literal_value, 16)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.IntType(kind.bits)(number)

    return kind(bits, digits), generate


def put_together(builder: Any, words: list[Any]) -> Any:
    """The number that has these words, the lowest first."""
    room = ir.IntType(64 * len(words))
    found = room(0)
    for index, word in enumerate(words):
        found = builder.or_(found, builder.shl(builder.zext(word, room), room(64 * index)))
    return found


@intrinsic  # type: ignore[untyped-decorator]
def wide_of(context: Any, words: Any) -> Any:
    """The number that has these words."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = (builder.extract_value(arguments[0], index) for index in range(len(words)))
        return put_together(builder, [*parts])

    return Wide(64 * len(words))(words), generate


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def wide_word(context: Any, number: Any, index: Any) -> Any:
    """One of its words."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return limbs(builder, arguments[0])[index.literal_value]

    return types.uint64(number, index), generate


@intrinsic  # type: ignore[untyped-decorator]
def narrowed(context: Any, number: Any) -> Any:
    """An index, which has 64 bits; anything else as it is."""
    if not is_wide(number):
        return number(number), lambda target, builder, signature, arguments: arguments[0]

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.cast(builder, arguments[0], number, types.int64)

    return types.int64(number), generate


@intrinsic  # type: ignore[untyped-decorator]
def valued(context: Any, number: Any) -> Any:
    """A value, which is a number of 64 bits with a sign, be it given as a board; anything else as it is."""
    if number != types.uint64 and not is_wide(number):
        return number(number), lambda target, builder, signature, arguments: arguments[0]

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if number != types.uint64:
            return target.cast(builder, arguments[0], number, types.int64)
        raise_if(target, builder, builder.icmp_signed("<", arguments[0], WORD(0)))
        return arguments[0]

    return types.int64(number), generate


# -- operators ---------------------------------------------------------------------------------------


class Operator(AbstractTemplate):  # type: ignore[misc]
    """Of whole numbers, one of which is wide."""

    gives: Any = None
    """The type of the answer, where it is not as wide as the operands."""

    def generic(self, args: Any, kws: Any) -> Any:
        if not any(map(is_wide, args)) or not are_whole(*args):
            return None
        kind = common(*args)
        return signature(self.gives or kind, *[kind] * len(args))


def operation(function: Any, emit: Any, gives: Any = None) -> None:
    """Teach Numba an operator on wide numbers; `emit` is given LLVM's values, both of one width."""
    infer_global(function)(type(f"Wide_{function.__name__}", (Operator,), {"gives": gives}))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return emit(target, builder, *arguments)

    for operands in ([Wide], [Wide, Wide]):
        lower_builtin(function, *operands)(generate)


def _times(target: Any, builder: Any, left: Any, right: Any) -> Any:
    """In twice the room, where nothing is lost."""
    room = ir.IntType(2 * left.type.width)
    product = builder.mul(builder.sext(left, room), builder.sext(right, room))
    found = builder.trunc(product, left.type)
    outgrown(target, builder, builder.icmp_signed("!=", builder.sext(found, room), product), left.type)
    return found


def _compared(sign: str) -> Any:
    return lambda target, builder, left, right: builder.icmp_signed(sign, left, right)


def _is_true(target: Any, builder: Any, number: Any) -> Any:
    return builder.icmp_signed("!=", number, number.type(0))


def _shifted(to_the_left: bool) -> Any:
    def emit(target: Any, builder: Any, number: Any, count: Any) -> Any:
        kind = number.type
        negative = builder.icmp_signed("<", count, kind(0))
        raise_if(target, builder, negative, ValueError, "negative shift count")
        most = kind(kind.width - 1)
        far = builder.icmp_signed(">", count, most)
        if not to_the_left:
            return builder.ashr(number, builder.select(far, most, count))
        shifted = builder.shl(number, builder.select(far, most, count))
        back = builder.ashr(shifted, builder.select(far, most, count))
        lost = builder.or_(far, builder.icmp_signed("!=", back, number))
        outgrown(target, builder, builder.and_(lost, _is_true(target, builder, number)), kind)
        return builder.select(far, kind(0), shifted)

    return emit


operation(operator.add, checked("add"))
operation(operator.sub, checked("sub"))
operation(operator.mul, _times)
operation(operator.and_, plain("and_"))
operation(operator.or_, plain("or_"))
operation(operator.xor, plain("xor"))
operation(operator.lshift, _shifted(to_the_left=True))
operation(operator.rshift, _shifted(to_the_left=False))
operation(operator.invert, lambda target, builder, number: builder.not_(number))
operation(operator.neg, lambda t, builder, number: checked("sub")(t, builder, number.type(0), number))
operation(bool, _is_true, types.boolean)
operation(operator.not_, lambda t, builder, n: builder.not_(_is_true(t, builder, n)), types.boolean)
for _function, _sign in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    operation(_function, _compared(_sign), types.boolean)


def widener(bits: int) -> Any:
    """What makes a whole number a wide one."""

    @intrinsic  # type: ignore[untyped-decorator]
    def widened(context: Any, number: Any) -> Any:
        kind = common(number, Wide(bits))
        return kind(kind), lambda target, builder, signature, arguments: arguments[0]

    return widened


def shifter(bits: int) -> Any:
    """`<<` of rules that have wide numbers: what is shifted may become one."""
    widened = widener(bits)

    def wide_left(number: Any, count: Any) -> Any:
        return number << count

    @extend(wide_left)  # type: ignore[untyped-decorator]
    def _wide_left(number: Any, count: Any) -> Any:
        if not are_whole(number, count):
            return lambda number, count: OPERATORS_LEFT(number, count)
        return lambda number, count: widened(number) << count

    return wide_left


def powers_of(bits: int) -> Any:
    """`**` of rules that have wide numbers."""
    widened = widener(bits)

    def wide_power(base: Any, exponent: Any) -> Any:
        return base**exponent

    @extend(wide_power)  # type: ignore[untyped-decorator]
    def _wide_power(base: Any, exponent: Any) -> Any:
        if not are_whole(base, exponent):
            return lambda base, exponent: power(base, exponent)
        return lambda base, exponent: whole_power(base, narrowed(exponent), widened(1))

    return wide_power


# -- division, for which LLVM would ask a library ----------------------------------------------------


@intrinsic  # type: ignore[untyped-decorator]
def _as_wide_as(context: Any, number: Any, other: Any) -> Any:
    """A number as wide as another, if that is wider."""
    kind = common(number, other)
    return kind(kind, kind), lambda target, builder, signature, arguments: arguments[0]


@register_jitable  # type: ignore[untyped-decorator]
def _long_division(left: Any, right: Any) -> Any:
    """The quotient and the rest of a number that is not negative and a positive one, bit by bit."""
    steps = _length(left) - _length(right)
    quotient, divisor = left ^ left, right << max(steps, 0)
    while steps >= 0:
        quotient = quotient << 1
        if left >= divisor:
            left, quotient = left - divisor, quotient | 1
        divisor, steps = divisor >> 1, steps - 1
    return quotient, left


@register_jitable  # type: ignore[untyped-decorator]
def _divided(left: Any, right: Any) -> Any:
    """`//` and `%` as Python has them: rounded down, the rest with the sign of the divisor."""
    if right == 0:
        raise ZeroDivisionError("division by zero")
    dividend = -left if left < 0 else left
    divisor = -right if right < 0 else right
    quotient, rest = _long_division(dividend, divisor)
    if (left < 0) != (right < 0):
        quotient = -quotient
        if rest != 0:
            quotient, rest = quotient - 1, divisor - rest
    return quotient, (-rest if right < 0 else rest)


@extend(operator.floordiv)  # type: ignore[untyped-decorator]
def _quotient(left: Any, right: Any) -> Any:
    if not (is_wide(left) or is_wide(right)) or not are_whole(left, right):
        return None
    return lambda left, right: _divided(_as_wide_as(left, right), _as_wide_as(right, left))[0]


@extend(operator.mod)  # type: ignore[untyped-decorator]
def _rest(left: Any, right: Any) -> Any:
    if not (is_wide(left) or is_wide(right)) or not are_whole(left, right):
        return None
    return lambda left, right: _divided(_as_wide_as(left, right), _as_wide_as(right, left))[1]


# -- bits --------------------------------------------------------------------------------------------


def _magnitude(builder: Any, number: Any) -> Any:
    below = builder.icmp_signed("<", number, number.type(0))
    return builder.select(below, builder.neg(number), number)


@intrinsic  # type: ignore[untyped-decorator]
def _ones(context: Any, number: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.trunc(builder.ctpop(_magnitude(builder, arguments[0])), WORD)

    return types.int64(number), generate


@intrinsic  # type: ignore[untyped-decorator]
def _length(context: Any, number: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(_magnitude(builder, arguments[0]), BIT(0))
        return builder.sub(WORD(number.bits), builder.trunc(zeros, WORD))

    return types.int64(number), generate


@extend(primitives.bit_count)  # type: ignore[untyped-decorator]
def _bit_count(number: Any) -> Any:
    return (lambda number: _ones(number)) if is_wide(number) else None


@extend(primitives.bit_length)  # type: ignore[untyped-decorator]
def _bit_length(number: Any) -> Any:
    return (lambda number: _length(number)) if is_wide(number) else None


@extend(primitives.int_of)  # type: ignore[untyped-decorator]
def _int_of(number: Any) -> Any:
    return (lambda number: number) if is_wide(number) else None
