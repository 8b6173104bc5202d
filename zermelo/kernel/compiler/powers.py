"""The compiled world's `**` and functions of `math`, `int()` and `round()`: they raise where Python's do."""

from __future__ import annotations

import math
from typing import Any

from numba import types
from numba.extending import register_jitable

from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.descriptions import is_whole
from zermelo.kernel.compiler.machine import OPERATORS_TIMES, TOO_LARGE, board, extend


@register_jitable  # type: ignore[untyped-decorator]
def whole_power(base: Any, exponent: Any, one: Any) -> Any:
    """`one` times the base as often as the exponent says."""
    if exponent < 0:
        raise OverflowError("a negative power of a whole number, which is a fraction")
    total = one
    for _ in range(exponent):
        total = OPERATORS_TIMES(total, base)
    return total


def power(base: Any, exponent: Any) -> Any:
    """`base ** exponent`."""
    return base**exponent


@extend(power)  # type: ignore[untyped-decorator]
def _power(base: Any, exponent: Any) -> Any:
    if not (is_whole(base) and is_whole(exponent)):
        return real_power
    if base == types.uint64:
        return lambda base, exponent: whole_power(base, exponent, board(1))
    return lambda base, exponent: whole_power(base, exponent, OPERATORS_TIMES(1, 1))


def real_power(base: Any, exponent: Any) -> Any:
    """Of fractions: a machine goes on with what is no number, or beyond all of them."""
    if base == 0 and exponent < 0:
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    found = float(base) ** float(exponent)
    if not math.isfinite(found) and math.isfinite(base) and math.isfinite(exponent):
        raise OverflowError(TOO_LARGE)
    return found


LARGEST = 2.0**63
"""From here on, and below its negative, a fraction is not a whole number of a machine."""


def made_whole(function: Any) -> Any:
    """`int`, `round`, `math.floor` and its kin of a fraction."""

    def whole(number: Any) -> Any:
        if not -LARGEST <= number < LARGEST:
            raise OverflowError(TOO_LARGE)
        return int(function(number))

    return lambda number: whole if isinstance(number, types.Float) else None


extend(primitives.int_of)(made_whole(int))


def as_it_is(number: Any) -> Any:
    """What rounding makes of a whole number."""
    return (lambda number: number) if is_whole(number) else None


def guarded(function: Any, error: type[Exception], said: str) -> Any:
    """A function of `math` that raises this where it leads out of the numbers."""

    def typed(number: Any) -> Any:
        def found(number: Any) -> Any:
            given = float(number)
            value = function(given)
            if not (math.isfinite(value) or math.isnan(given) or (math.isinf(value) and math.isinf(given))):
                raise error(said)
            return value

        return found if is_number(number) else None

    return typed


def is_number(kind: Any) -> bool:
    return is_whole(kind) or isinstance(kind, types.Float | types.Boolean)


for word, function in idiom_words.RANGES.items():
    extend(word)(guarded(function, OverflowError, "math range error"))
for word, function in idiom_words.DOMAINS.items():
    extend(word)(guarded(function, ValueError, "math domain error"))
for word, function in idiom_words.WHOLES.items():  # type: ignore[assignment]
    extend(word)(made_whole(function))
    extend(word)(as_it_is)


@extend(idiom_words.pow_of)  # type: ignore[untyped-decorator]
def _pow_of(base: Any, exponent: Any) -> Any:
    def found(base: Any, exponent: Any) -> Any:
        one, other = float(base), float(exponent)
        if one == 0 and other < 0:
            raise ValueError("math domain error")
        value = math.pow(one, other)
        if math.isnan(value) and not (math.isnan(one) or math.isnan(other)):
            raise ValueError("math domain error")
        if math.isinf(value) and math.isfinite(one) and math.isfinite(other):
            raise OverflowError("math range error")
        return value

    return found if is_number(base) and is_number(exponent) else None


WHOLE_FROM = 2.0**52
"""From here on there are no fractions between whole numbers."""
SPLIT = 2.0**27 + 1
"""What a number is multiplied by to cut it in two halves (Dekker 1971)."""
ROUNDED_TO = "round() to fewer digits than none, or more than 22"
DIGITS = 22
"""Ten to the power of more is not a number of a machine exactly."""


@register_jitable  # type: ignore[untyped-decorator]
def _halves(number: Any) -> Any:
    large = SPLIT * number
    high = large - (large - number)
    return high, number - high


@extend(idiom_words.rounded)  # type: ignore[untyped-decorator]
def _rounded(value: Any, digits: Any) -> Any:
    """As Python does, by the exact value of the fraction: round(2.675, 2) is 2.67."""
    if not is_whole(digits) or not (is_whole(value) or isinstance(value, types.Float)):
        return None

    def as_it_is(value: Any, digits: Any) -> Any:
        if digits < 0:
            raise OverflowError(ROUNDED_TO)
        return value

    def nearest(value: Any, digits: Any) -> Any:
        if digits < 0 or digits > DIGITS:
            raise OverflowError(ROUNDED_TO)
        scale = 10.0**digits
        scaled = value * scale
        if not abs(scaled) < WHOLE_FROM:
            return value
        high, low = _halves(value)
        whole, rest = _halves(scale)
        error = ((high * whole - scaled) + high * rest + low * whole) + low * rest
        below = math.floor(scaled)
        beyond = (scaled - below - 0.5) + error
        up = beyond > 0 or (beyond == 0 and below % 2 == 1)
        return math.copysign((below + (1 if up else 0)) / scale, value)

    return as_it_is if is_whole(value) else nearest


@extend(math.isqrt)  # type: ignore[untyped-decorator]
def _whole_root(number: Any) -> Any:
    if not is_whole(number) or number == types.uint64:
        return None

    def root(number: Any) -> Any:
        if number < 0:
            raise ValueError("isqrt() of a number below 0")
        found = types.int64(math.sqrt(number))
        while found > 3037000499 or found * found > number:
            found -= 1
        while found < 3037000499 and (found + 1) * (found + 1) <= number:
            found += 1
        return found

    return root
