"""Functions of numbers, in Python (see library.py)."""

from __future__ import annotations

from typing import Any


def power(base: int, exponent: int) -> int:
    found = 1
    for _ in range(exponent):
        found = checked_product(found, base)
    return found


def wide_power(base: Any, found: Any, exponent: int) -> Any:
    for _ in range(exponent):
        found = checked_product(found, base)
    return found


def wide_digits(number: Any, base: int, mark: str) -> str:
    """The digits of a large number behind its sign and a mark."""
    rest = abs(number)
    text = ""
    while rest >= base:
        text = "0123456789abcdef"[rest % base] + text
        rest //= base
    text = mark + "0123456789abcdef"[int(rest) % base] + text
    return "-" + text if number < 0 else text


def bits_power(base: Any, exponent: int) -> Any:
    found = base // base if exponent == 0 else base
    for _ in range(exponent - 1):
        found = found * base
    return found


def checked_product(left: int, right: int) -> int:
    """left * right; a word of the compiler, which fails where it has no room."""
    return left * right


def fused(left: float, right: float, more: float) -> float:
    """left * right + more, rounded once; a word of the compiler."""
    return left * right + more


def nearest(number: float) -> float:
    """The nearest whole fraction, the even one of two; a word of the compiler."""
    return number


def rounded(number: float, scale: float) -> float:
    """round(number, digits) with scale = 10 ** digits: the exact product decides."""
    high = number * scale
    if not abs(high) < 9007199254740992.0:
        return number
    low = fused(number, scale, -high)
    whole = nearest(high)
    rest = high - whole
    if rest > 0.5 or (rest == 0.5 and low > 0.0):
        whole += 1.0
    elif rest < -0.5 or (rest == -0.5 and low < 0.0):
        whole -= 1.0
    return whole / scale


def isqrt(number: int) -> int:
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = min(int(float(number) ** 0.5), 3037000499)
    while root * root > number:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= number:
        root += 1
    return root


def gcd(left: int, right: int) -> int:
    while right:
        left, right = right, left % right
    return abs(left)


def lcm(left: int, right: int) -> int:
    if left == 0 or right == 0:
        return 0
    return checked_product(abs(left) // gcd(left, right), abs(right))


def factorial(number: int) -> int:
    if number < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for factor in range(2, number + 1):
        found = checked_product(found, factor)
    return found


def perm(many: int, few: int) -> int:
    if many < 0 or few < 0:
        raise ValueError("perm() takes no negative numbers")
    if few > many:
        return 0
    found = 1
    for factor in range(many - few + 1, many + 1):
        found = checked_product(found, factor)
    return found


def comb(many: int, few: int) -> int:
    if many < 0 or few < 0:
        raise ValueError("comb() takes no negative numbers")
    few = min(few, many - few)
    if few < 0:
        return 0
    found = 1
    for step in range(1, few + 1):
        found = checked_product(found, many - few + step) // step
    return found


def float_floordiv(left: float, right: float) -> float:
    rest = remainder(left, right)
    cut = (left - rest) / right
    if rest != 0.0 and (right < 0.0) != (rest < 0.0):
        cut -= 1.0
    if cut == 0.0:
        return 0.0 if (left < 0.0) == (right < 0.0) else -0.0
    low = floor(cut)
    if cut - low > 0.5:
        low += 1.0
    return low


def float_mod(left: float, right: float) -> float:
    rest = remainder(left, right)
    if rest != 0.0:
        if (right < 0.0) != (rest < 0.0):
            rest += right
    else:
        rest = 0.0 if right > 0.0 else -0.0
    return rest


def remainder(left: float, right: float) -> float:
    """The remainder of a division rounded to zero; a word of the compiler."""
    return left % right


def floor(number: float) -> float:
    """The next whole fraction below; a word of the compiler."""
    return number // 1.0
