"""Payoffs as exact numbers: from whole numbers, fractions, floats, NumPy's numbers and text."""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any

from zermelo.errors import MatrixError

MOST_DIGITS = 1000
"""Of a payoff: before the point, and after it."""
SIMPLE = 1_000_000
"""The largest denominator that is looked for in a float: 0.3333333333333333 is a third."""
LONGEST = 14
"""Signs of a fraction that are shown; a longer one is shown as a decimal."""
DIGITS = 10
"""Of a decimal that is shown."""
DECIMAL = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?", re.ASCII)
QUOTIENT = re.compile(r"([-+]?\d+)\s*/\s*(\d+)", re.ASCII)


def payoff(given: Any) -> Fraction:
    """The exact number that was given; a float counts as the simplest fraction or decimal that it prints as.

    >>> payoff("1/3"), payoff("−0.25"), payoff(1 / 3), payoff(0.1), payoff(1e300) == 10**300
    (Fraction(1, 3), Fraction(-1, 4), Fraction(1, 3), Fraction(1, 10), True)
    """
    if isinstance(given, str):
        return _moderate(_written(given), given)
    if isinstance(given, Rational):
        return _moderate(Fraction(given), given)
    if isinstance(given, Real | Decimal):
        return _moderate(_measured(given), given)
    raise MatrixError("no_payoff", given=repr(given)[:80])


def _written(text: str) -> Fraction:
    plain = text.strip().replace("−", "-")
    if len(plain) <= 2 * MOST_DIGITS and DECIMAL.fullmatch(plain):
        return Fraction(plain)
    quotient = QUOTIENT.fullmatch(plain) if len(plain) <= 2 * MOST_DIGITS else None
    if quotient and int(quotient[2]):
        return Fraction(int(quotient[1]), int(quotient[2]))
    raise MatrixError("no_payoff", given=repr(text)[:80])


def _measured(given: Any) -> Fraction:
    if not (given.is_finite() if isinstance(given, Decimal) else isfinite(given)):
        raise MatrixError("payoff_not_finite", given=str(given))
    if isinstance(given, Decimal):
        if given and abs(given.adjusted()) > MOST_DIGITS:
            raise MatrixError("payoff_too_long", given=str(given)[:20], most=MOST_DIGITS)
        return Fraction(given)
    number = float(given)
    printed, simple = Fraction(repr(number)), Fraction(number).limit_denominator(SIMPLE)
    return simple if printed.denominator > SIMPLE and float(simple) == number else printed


def _moderate(number: Fraction, given: Any) -> Fraction:
    largest = 10**MOST_DIGITS
    if abs(number.numerator) >= largest or number.denominator >= largest:
        raise MatrixError("payoff_too_long", given=str(given)[:20], most=MOST_DIGITS)
    return number


def shown(number: Fraction) -> str:
    """A number as people read it: a fraction, or ten digits of one that is too long to read.

    >>> shown(Fraction(4, 7)), shown(Fraction(10**20 + 1, 3**40)), shown(Fraction(10**30))
    ('4/7', '≈ 8.22526334', '1e+30')
    """
    text = str(number)
    if len(text) <= LONGEST:
        return text
    short = decimal(number)
    return short if Fraction(short) == number else f"≈ {short}"


def decimal(number: Fraction, digits: int = DIGITS, rounding: str = ROUND_HALF_EVEN) -> str:
    """So many digits of a number, however large or small it is; a bound is rounded away from what it bounds.

    >>> decimal(Fraction(2, 3), 4), decimal(Fraction(2, 3), 4, ROUND_FLOOR), decimal(Fraction(10**400))
    ('0.6667', '0.6666', '1e+400')
    """
    with localcontext() as context:
        context.prec, context.rounding = digits, rounding
        found = (Decimal(number.numerator) / Decimal(number.denominator)).normalize()
    return f"{found:f}" if -7 < found.adjusted() < digits + 2 else f"{found:e}"


def between(low: Fraction, high: Fraction, digits: int = 4) -> tuple[str, str]:
    """Two ends, rounded so that what lies between them still does.

    >>> between(Fraction(1, 3), Fraction(2, 3))
    ('0.3333', '0.6667')
    """
    return decimal(low, digits, ROUND_FLOOR), decimal(high, digits, ROUND_CEILING)


def magnitude(number: Fraction) -> int:
    """The power of ten of its first digit."""
    return Decimal(decimal(number, 1)).adjusted() if number else 0
