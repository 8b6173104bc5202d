"""The compiled world's `**`, `math.isqrt`, and `int()` of a fraction."""

from __future__ import annotations

import math
from typing import Any

from numba import types
from numba.extending import register_jitable

from zermelo.kernel import primitives
from zermelo.kernel.compiler.descriptions import is_whole
from zermelo.kernel.compiler.machine import OPERATORS_TIMES, TOO_LARGE, board, extend


@register_jitable  # type: ignore[untyped-decorator]
def _whole_power(base: Any, exponent: Any, one: Any) -> Any:
    if exponent < 0:
        raise ValueError("a negative power of a whole number")
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
        return lambda base, exponent: base**exponent
    if base == types.uint64:
        return lambda base, exponent: _whole_power(base, exponent, board(1))
    return lambda base, exponent: _whole_power(base, exponent, OPERATORS_TIMES(1, 1))


LARGEST = 2.0**63
"""From here on, and below its negative, a fraction is no whole number of a machine."""


@extend(primitives.int_of)  # type: ignore[untyped-decorator]
def _int_of(number: Any) -> Any:
    if not isinstance(number, types.Float):
        return None

    def whole(number: Any) -> Any:
        if not -LARGEST <= number < LARGEST:
            raise OverflowError(TOO_LARGE)
        return int(number)

    return whole


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
