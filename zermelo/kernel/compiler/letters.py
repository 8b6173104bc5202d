"""The compiled world's questions about letters: case, digits, how a text begins and ends, which is first."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload_method, register_jitable

from zermelo import game
from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.machine import extend
from zermelo.kernel.compiler.symbol_type import TEXT, Letters, Symbol, plain_word, short_text
from zermelo.kernel.compiler.texts import (
    TOO_LONG,
    followed_by,
    is_at,
    is_one_letter,
    is_text,
    letter_at,
    letters_of,
    place_of,
    size,
    together,
)
from zermelo.kernel.symbols import SHORT

BEYOND = "the case of a letter beyond ASCII"
CASE, TO_CASE = 32, 2
"""From a capital letter to the small one, and from the highest bit of a letter to that of as much."""
EACH = 0x01010101010101
HIGHEST = 128 * EACH
"""The lowest and the highest bits of all letters of a short text."""
ZERO, MINUS, TRUE, FALSE = (int.from_bytes(text, "big") for text in (b"0", b"-", b"True", b"False"))
"""Texts in one word."""
LAST_DIGIT = 8 * (SHORT - 1)
"""Where the first letter of the longest text in one word stands."""


@register_jitable  # type: ignore[untyped-decorator]
def code_at(text: Any, index: Any) -> Any:
    """The code of a letter."""
    word = plain_word(text[index])
    if word > 127:
        raise OverflowError(BEYOND)
    return word


@register_jitable  # type: ignore[untyped-decorator]
def is_capital(code: Any) -> Any:
    return 65 <= code <= 90


@register_jitable  # type: ignore[untyped-decorator]
def is_small(code: Any) -> Any:
    return 97 <= code <= 122


@register_jitable  # type: ignore[untyped-decorator]
def is_figure(code: Any) -> Any:
    return 48 <= code <= 57


@register_jitable  # type: ignore[untyped-decorator]
def is_blank(code: Any) -> Any:
    return 9 <= code <= 13 or 28 <= code <= 32


@register_jitable  # type: ignore[untyped-decorator]
def is_letter(code: Any) -> Any:
    return is_capital(code) or is_small(code)


@register_jitable  # type: ignore[untyped-decorator]
def is_letter_or_figure(code: Any) -> Any:
    return is_letter(code) or is_figure(code)


def method(called: str) -> Callable[[Any], Any]:
    """A method of short texts and of long ones."""

    def attach(typed: Any) -> Any:
        for kind in (Symbol, Letters):
            overload_method(kind, called, strict=False)(typed)
        return typed

    return attach


def all_are(asked: Any) -> Callable[[Any], Any]:
    """`text.isdigit()` and its kin: there are letters, and all of them are such."""

    def typed(text: Any) -> Any:
        def answer(text: Any) -> Any:
            for index in range(len(text)):
                if not asked(code_at(text, index)):
                    return False
            return len(text) > 0

        return answer if is_text(text) else None

    return typed


@register_jitable  # type: ignore[untyped-decorator]
def ascii_word(text: Any) -> Any:
    """All letters of a short text, one in each byte."""
    word = plain_word(text)
    if word & HIGHEST != 0:
        raise OverflowError(BEYOND)
    return word


@register_jitable  # type: ignore[untyped-decorator]
def from_on(word: Any, code: Any) -> Any:
    """The highest bit of each byte whose letter has this code or a larger one."""
    return word + EACH * (128 - code) & HIGHEST


@register_jitable  # type: ignore[untyped-decorator]
def capitals(word: Any) -> Any:
    """The highest bit of each byte that is a capital letter."""
    return from_on(word, 65) & ~from_on(word, 91)


@register_jitable  # type: ignore[untyped-decorator]
def small_ones(word: Any) -> Any:
    return from_on(word, 97) & ~from_on(word, 123)


def some_are(asked: Any, refused: Any, asked_at_once: Any, refused_at_once: Any) -> Callable[[Any], Any]:
    """`text.isupper()` and `text.islower()`: there are such letters, and none of the other case."""

    def typed(text: Any) -> Any:
        def at_once(text: Any) -> Any:
            word = ascii_word(text)
            return asked_at_once(word) != 0 and refused_at_once(word) == 0

        def answer(text: Any) -> Any:
            found = False
            for index in range(len(text)):
                code = code_at(text, index)
                if refused(code):
                    return False
                found = found or asked(code)
            return found

        if text == TEXT:
            return at_once
        return answer if is_text(text) else None

    return typed


def with_case(capital: int, small: int) -> Callable[[Any], Any]:
    """The text whose capital and small letters are moved by so many times 32."""

    def typed(text: Any) -> Any:
        def at_once(text: Any) -> Any:
            word = ascii_word(text)
            moved = capital * (capitals(word) >> TO_CASE) + small * (small_ones(word) >> TO_CASE)
            return short_text(word + moved)

        def letter_by_letter(text: Any) -> Any:
            for index in range(len(text)):
                code = code_at(text, index)
                other = code + CASE * (capital if is_capital(code) else small if is_small(code) else 0)
                if other != code:
                    text = game.updated(text, index, short_text(other))
            return text

        if text == TEXT:
            return at_once
        return letter_by_letter if is_text(text) else None

    return typed


for called, asked in (
    ("isalpha", is_letter),
    ("isdigit", is_figure),
    ("isalnum", is_letter_or_figure),
    ("isspace", is_blank),
):
    method(called)(all_are(asked))
method("isupper")(some_are(is_capital, is_small, capitals, small_ones))
method("islower")(some_are(is_small, is_capital, small_ones, capitals))
method("upper")(with_case(0, -1))
method("lower")(with_case(1, 0))
method("swapcase")(with_case(1, -1))


# -- beginnings, ends and order ------------------------------------------------------------------------


@register_jitable  # type: ignore[untyped-decorator]
def stands_at(text: Any, part: Any, start: Any) -> Any:
    """Is the part there, from `start` on?"""
    length = size(part)
    if start < 0 or start + length > len(text):
        return False
    for index in range(length):
        if text[start + index] != letter_at(part, index):
            return False
    return True


@method("startswith")
def _startswith(text: Any, part: Any) -> Any:
    return (lambda text, part: stands_at(text, part, 0)) if is_text(text) and part == TEXT else None


@method("endswith")
def _endswith(text: Any, part: Any) -> Any:
    if not is_text(text) or part != TEXT:
        return None
    return lambda text, part: stands_at(text, part, len(text) - size(part))


@register_jitable  # type: ignore[untyped-decorator]
def last_place_of(text: Any, part: Any) -> Any:
    """Where the part begins for the last time, -1: nowhere."""
    for start in range(len(text) - size(part), -1, -1):
        if stands_at(text, part, start):
            return start
    return -1


@method("rfind")
def _rfind(text: Any, part: Any) -> Any:
    return (lambda text, part: last_place_of(text, part)) if is_text(text) and part == TEXT else None


@method("rindex")
def _rindex(text: Any, part: Any) -> Any:
    if not is_text(text) or part != TEXT:
        return None

    def place(text: Any, part: Any) -> Any:
        found = last_place_of(text, part)
        if found < 0:
            raise ValueError("rindex() of what is not there")
        return found

    return place


def stripped(left: bool, right: bool) -> Callable[..., Any]:
    """The text without blanks, or without these letters, at its ends."""

    def typed(text: Any, letters: Any = None) -> Any:
        blanks = letters is None or isinstance(letters, types.Omitted | types.NoneType)
        if not is_text(text) or not (blanks or letters == TEXT):
            return None

        def goes(text: Any, place: Any, letters: Any) -> Any:
            return is_blank(code_at(text, place)) if blanks else place_of(letters, text[place]) >= 0

        goes = register_jitable(goes)

        def bare(text: Any, letters: Any = None) -> Any:
            low, high = 0, len(text)
            while left and low < high and goes(text, low, letters):
                low += 1
            while right and low < high and goes(text, high - 1, letters):
                high -= 1
            return idiom_words.slice_of(text, low, high, None)

        return bare

    return typed


method("strip")(stripped(True, True))
method("lstrip")(stripped(True, False))
method("rstrip")(stripped(False, True))


# -- taken apart ---------------------------------------------------------------------------------------

WRONG_COUNT = "a text with more letters, or fewer, than it is unpacked into"


def apart(value: Any, like: Any) -> Any:
    """What `column, row = value` takes apart: as many letters of a text as `like` has parts; or the value."""
    return value


@extend(apart)  # type: ignore[untyped-decorator]
def _apart(value: Any, like: Any) -> Any:
    if value != TEXT:
        return lambda value, like: value

    def letters(value: Any, like: Any) -> Any:
        if size(value) != len(like):
            raise ValueError(WRONG_COUNT)
        return primitives.tuple_like(primitives.filled(like, value), value)

    return letters


@extend(idiom_words.str_of)  # type: ignore[untyped-decorator]
def _str_of(value: Any) -> Any:
    if is_text(value):
        return lambda value: value
    if isinstance(value, types.Boolean):
        return lambda value: short_text(TRUE if value else FALSE)
    return (lambda value: digits_of(value)) if isinstance(value, types.Integer) else None


@register_jitable  # type: ignore[untyped-decorator]
def digits_of(number: Any) -> Any:
    """A whole number as it is written."""
    word, shift, left = 0, 0, abs(number)
    while left > 0 or shift == 0:
        if shift > LAST_DIGIT:
            raise OverflowError(TOO_LONG)
        word |= (ZERO + left % 10) << shift
        left //= 10
        shift += 8
    return short_text(word) if number >= 0 else together((short_text(MINUS), short_text(word)))


@extend(idiom_words.split_of)  # type: ignore[untyped-decorator]
def _split_of(text: Any, separator: Any) -> Any:
    if not is_text(text) or separator != TEXT:
        return None

    def parts(text: Any, separator: Any) -> Any:
        length = size(separator)
        if length == 0:
            raise ValueError("empty separator")
        found, part, index = [], short_text(0), 0
        while index < len(text):
            if is_at(index, text, separator):
                found.append(part)
                part = short_text(0)
                index += length
            else:
                part = followed_by(part, text[index])
                index += 1
        found.append(part)
        return found

    return parts


@extend(idiom_words.joined_with)  # type: ignore[untyped-decorator]
def _joined_with(separator: Any, texts: Any) -> Any:
    def joined(separator: Any, texts: Any) -> Any:
        found, first = short_text(0), True
        for text in letters_of(texts):
            found = together((found, text)) if first else together((found, separator, text))
            first = False
        return found

    return joined if separator == TEXT else None


@register_jitable  # type: ignore[untyped-decorator]
def occurrences(letters: Any, part: Any) -> Any:
    """How often a text is there, one behind the other; "" is there before every letter, and at the end."""
    length, total, index = size(part), 0, 0
    if length == 0:
        return len(letters) + 1
    while index < len(letters):
        if is_at(index, letters, part):
            total += 1
            index += length
        else:
            index += 1
    return total


@extend(primitives.count)  # type: ignore[untyped-decorator]
def _count(cells: Any, value: Any) -> Any:
    if not is_text(cells) or value != TEXT:
        return None

    def counted(cells: Any, value: Any) -> Any:
        if not is_one_letter(value):
            return occurrences(cells, value)
        total = 0
        for index in range(len(cells)):
            if cells[index] == value:
                total += 1
        return total

    return counted


@extend(idiom_words.letter_count)  # type: ignore[untyped-decorator]
def _letter_count(letters: Any, letter: Any) -> Any:
    def counted(letters: Any, letter: Any) -> Any:
        if len(letter) != 1:
            return occurrences(letters, letter)
        found = 0
        for each in letters:
            found += each == letter
        return found

    return counted if is_text(letter) else None


@extend(idiom_words.letter_place)  # type: ignore[untyped-decorator]
def _letter_place(letters: Any, letter: Any) -> Any:
    def place(letters: Any, letter: Any) -> Any:
        if len(letter) != 1:
            raise OverflowError(TOO_LONG)
        for index, each in enumerate(letters):
            if each == letter:
                return index
        return -1

    return place if is_text(letter) else None


@method("split")
def _split(text: Any) -> Any:
    """At blanks, of which several are one."""
    if not is_text(text):
        return None

    def parts(text: Any) -> Any:
        found, part = [], short_text(0)
        for index in range(len(text)):
            if not is_blank(code_at(text, index)):
                part = followed_by(part, text[index])
            elif size(part) > 0:
                found.append(part)
                part = short_text(0)
        if size(part) > 0:
            found.append(part)
        return found

    return parts


@method("partition")
def _partition(text: Any, separator: Any) -> Any:
    if not is_text(text) or separator != TEXT:
        return None

    def parts(text: Any, separator: Any) -> Any:
        place = place_of(text, separator)
        if place < 0:
            return idiom_words.slice_of(text, 0, len(text), None), short_text(0), short_text(0)
        behind = place + size(separator)
        before = idiom_words.slice_of(text, 0, place, None)
        return before, separator, idiom_words.slice_of(text, behind, len(text), None)

    return parts


@extend(operator.mul)  # type: ignore[untyped-decorator]
def _repeated(text: Any, times: Any) -> Any:
    """`"X" * 3`."""
    if text != TEXT or not isinstance(times, types.Integer):
        return None

    def repeated(text: Any, times: Any) -> Any:
        found = short_text(0)
        for _ in range(times):
            found = together((found, text))
        return found

    return repeated


@register_jitable  # type: ignore[untyped-decorator]
def comes_first(left: Any, right: Any) -> Any:
    """Is the left text the earlier one in the order of its letters?  UTF-8 has the order of code points."""
    for index in range(min(len(left), len(right))):
        mine, other = plain_word(left[index]), plain_word(right[index])
        if mine != other:
            return mine < other
    return len(left) < len(right)


def ordered(compare: Any, first: Callable[[Any, Any], Any]) -> None:
    """Texts are compared letter by letter."""

    @extend(compare)  # type: ignore[untyped-decorator]
    def typed(left: Any, right: Any) -> Any:
        return first if is_text(left) and is_text(right) else None


ordered(operator.lt, lambda left, right: comes_first(left, right))
ordered(operator.gt, lambda left, right: comes_first(right, left))
ordered(operator.le, lambda left, right: not comes_first(right, left))
ordered(operator.ge, lambda left, right: not comes_first(left, right))
