"""The compiled world's words for texts: their letters, parts and joins, without memory of their own."""

from __future__ import annotations

import operator
from typing import Any

from numba import njit, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, register_jitable

from zermelo import game
from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.descriptions import describe
from zermelo.kernel.compiler.machine import extend
from zermelo.kernel.compiler.symbol_type import TEXT, Letters, long_text, plain_word, short_text
from zermelo.kernel.symbols import SHORT

"""A text below this has room for one more letter."""
ONE_LETTER = "this takes a text of one letter"
MINUS = ord("-")
TOO_LONG = f"a text of more than {SHORT} letters, of which the length is not known beforehand"
OTHER_LENGTH = "a text whose length changes where letters are replaced"


def is_text(kind: Any) -> bool:
    return kind == TEXT or isinstance(kind, Letters)


@register_jitable  # type: ignore[untyped-decorator]
def size(text: Any) -> Any:
    """How many letters a short text has; one beyond ASCII stands alone."""
    word = plain_word(text)
    return 1 if (word & 128) != 0 else (primitives.bit_length(word) + 7) >> 3


@register_jitable  # type: ignore[untyped-decorator]
def is_one_letter(text: Any) -> Any:
    """Not none, nor several; the last byte of a letter beyond ASCII tells it."""
    word = plain_word(text)
    return 0 < word < 128 or (word & 128) != 0


@register_jitable  # type: ignore[untyped-decorator]
def one_letter(text: Any) -> None:
    if not is_one_letter(text):
        raise ValueError(ONE_LETTER)


@register_jitable  # type: ignore[untyped-decorator]
def followed_by(text: Any, more: Any) -> Any:
    """A short text and another."""
    first, last = plain_word(text), plain_word(more)
    if first == 0 or last == 0:
        return more if first == 0 else text
    length = size(more)
    if first >> 8 * (SHORT - length) > 0 or ((first | last) & 128) != 0:
        raise OverflowError(TOO_LONG)
    return short_text(first << 8 * length | last)


@register_jitable  # type: ignore[untyped-decorator]
def letter_at(text: Any, index: Any) -> Any:
    length = size(text)
    if index < -length or index >= length:
        raise IndexError("index outside a text")
    if length == 1:
        return text
    behind = length - 1 - (index if index >= 0 else index + length)
    return short_text(plain_word(text) >> 8 * behind & 127)


@extend(len)  # type: ignore[untyped-decorator]
def _len(text: Any) -> Any:
    return (lambda text: size(text)) if text == TEXT else None


@extend(operator.getitem)  # type: ignore[untyped-decorator]
def _letter(text: Any, index: Any) -> Any:
    if text == TEXT and isinstance(index, types.Integer | types.Boolean):
        return lambda text, index: letter_at(text, int(index))
    return None


@register_jitable  # type: ignore[untyped-decorator]
def together(texts: Any) -> Any:
    """Short texts, one after another, as one."""
    found = short_text(0)
    for text in texts:
        found = followed_by(found, text)
    return found


@extend(operator.add)  # type: ignore[untyped-decorator]
def _added(left: Any, right: Any) -> Any:
    if left == TEXT and right == TEXT:
        return lambda left, right: together((left, right))
    if isinstance(left, Letters) and isinstance(right, Letters):
        return lambda left, right: long_text(tuple_of(left) + tuple_of(right))
    if is_text(left) and is_text(right):
        raise TypingError("zermelo: a text whose length is not known; use s[:i] + letter + s[i + 1:]")
    return None


@intrinsic  # type: ignore[untyped-decorator]
def tuple_of(context: Any, text: Any) -> Any:
    """The letters of a long text as a tuple."""
    made = types.UniTuple(TEXT, len(text))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = [builder.extract_value(arguments[0], index) for index in range(len(text))]
        return target.make_tuple(builder, made, parts)

    return made(text), generate


@extend(primitives.joined)  # type: ignore[untyped-decorator]
def _joined(letters: Any) -> Any:
    if isinstance(letters, types.UniTuple) and letters.dtype == TEXT and len(letters) > SHORT:
        return lambda letters: long_text(letters)
    return (lambda letters: letters) if letters == TEXT else (lambda letters: together(letters))


@extend(primitives.text_like)  # type: ignore[untyped-decorator]
def _text_like(text: Any, letters: Any) -> Any:
    if isinstance(text, Letters):
        return lambda text, letters: primitives.tuple_like(text, letters)
    return lambda text, letters: together(letters)


def no_letters() -> Any:
    """A list for letters."""
    return []


@extend(no_letters)  # type: ignore[untyped-decorator]
def _no_letters() -> Any:
    return lambda: [letter for letter in each_letter(short_text(0))]  # noqa: C416


def laid(found: Any, piece: Any) -> Any:
    """The letters, and those of a text or of a list of texts behind them (`state_texts.py`)."""
    return found + list(piece)


@extend(laid)  # type: ignore[untyped-decorator]
def _laid(found: Any, piece: Any) -> Any:
    if piece == TEXT:
        return lambda found, piece: laid(found, (piece,))

    def longer(found: Any, piece: Any) -> Any:
        for text in piece:
            for letter in each_letter(text):
                found.append(letter)
        return found

    return longer


def laid_part(found: Any, text: Any, low: Any, high: Any, step: Any) -> Any:
    """The letters, and a slice of a text behind them."""
    return found + list(text[low:high:step])


@extend(laid_part)  # type: ignore[untyped-decorator]
def _laid_part(found: Any, text: Any, low: Any, high: Any, step: Any) -> Any:
    def longer(found: Any, text: Any, low: Any, high: Any, step: Any) -> Any:
        first, last, stride = slice(low, high, step).indices(len(text))
        for index in range(first, last, stride):
            found.append(text[index])
        return found

    return longer if is_text(text) else None


@extend(primitives.spliced)  # type: ignore[untyped-decorator]
def _spliced(cells: Any, index: Any, middle: Any) -> Any:
    if not is_text(cells):
        return _spliced_tuple(cells, middle)
    if middle != TEXT:
        raise TypingError(f"zermelo: a text with {describe(middle)} in its middle; put a letter there")

    def with_letter(cells: Any, index: Any, middle: Any) -> Any:
        one_letter(middle)
        if index < 0:
            raise IndexError("index below 0 in a slice")
        return game.updated(cells, index, middle)

    return with_letter


def _spliced_tuple(cells: Any, middle: Any) -> Any:
    one = isinstance(middle, types.BaseTuple) and len(middle) == 1
    if one and isinstance(cells, types.BaseTuple):
        return lambda cells, index, middle: game.updated(cells, index, middle[0])

    def with_parts(cells: Any, index: Any, middle: Any) -> Any:
        before = idiom_words.slice_of(cells, None, index, None)
        return before + middle + idiom_words.slice_of(cells, index + 1, None, None)

    return with_parts


@extend(game.updated)  # type: ignore[untyped-decorator]
def _updated(cells: Any, index: Any, value: Any) -> Any:
    if cells != TEXT or value != TEXT:
        return None

    def with_letter(cells: Any, index: Any, value: Any) -> Any:
        length = size(cells)
        if index < -length or index >= length:
            raise IndexError("index outside a text")
        place, found = index if index >= 0 else index + length, short_text(0)
        for other in range(length):
            found = followed_by(found, value if other == place else letter_at(cells, other))
        return found

    return with_letter


# -- letters and numbers -----------------------------------------------------------------------------


@extend(primitives.ord_of)  # type: ignore[untyped-decorator]
def _ord_of(letter: Any) -> Any:
    """The code point in the bytes of UTF-8."""
    if letter != TEXT:
        return None

    def code(letter: Any) -> Any:
        one_letter(letter)
        word = plain_word(letter)
        if word < 128:
            return word
        if word < 1 << 16:
            return (word >> 8 & 31) << 6 | word & 63
        if word < 1 << 24:
            return (word >> 16 & 15) << 12 | (word >> 8 & 63) << 6 | word & 63
        return (word >> 24 & 7) << 18 | (word >> 16 & 63) << 12 | (word >> 8 & 63) << 6 | word & 63

    return code


@extend(primitives.chr_of)  # type: ignore[untyped-decorator]
def _chr_of(number: Any) -> Any:
    def letter(number: Any) -> Any:
        if number < 1 or number > 127:
            raise OverflowError("chr() of a letter beyond ASCII")
        return short_text(number)

    return letter


@extend(primitives.int_of)  # type: ignore[untyped-decorator]
def _int_of(number: Any) -> Any:
    if number != TEXT:
        return None

    def whole(number: Any) -> Any:
        total, digits, sign = 0, 0, 1
        for digit in each_letter(number):
            word = plain_word(digit)
            if digits == 0 and sign == 1 and word == MINUS:
                sign = -1
                continue
            if word < 48 or word > 57:
                raise ValueError("int() of a text that is not made of digits alone")
            total, digits = 10 * total + word - 48, digits + 1
        if digits == 0:
            raise ValueError("int() of a text without digits")
        return sign * total

    return whole


# -- looking for letters -----------------------------------------------------------------------------


@register_jitable  # type: ignore[untyped-decorator]
def place_of(text: Any, part: Any) -> Any:
    """Where the part begins, -1: nowhere."""
    if is_one_letter(part):
        return place_of_letter(text, part)
    for start in range(len(text) - size(part) + 1):
        if is_at(start, text, part):
            return start
    return -1


@register_jitable  # type: ignore[untyped-decorator]
def is_at(start: Any, letters: Any, part: Any) -> Any:
    """Do the letters of a text, or of a list of them, go on so from there?"""
    if start + size(part) > len(letters):
        return False
    for index in range(size(part)):
        if letters[start + index] != letter_at(part, index):
            return False
    return True


def place_of_letter(text: str, letter: str) -> int:
    """Where this letter is first, -1: nowhere."""
    return text.find(letter)


@extend(place_of_letter)  # type: ignore[untyped-decorator]
def _place_of_letter(text: Any, letter: Any) -> Any:
    def among_letters(text: Any, letter: Any) -> Any:
        for place in range(len(text)):
            if text[place] == letter:
                return place
        return -1

    def among_bytes(text: Any, letter: Any) -> Any:
        word, wanted, found, length = plain_word(text), plain_word(letter), -1, 0
        if word == wanted:
            return 0
        while word > 0:
            length += 1
            if word & 255 == wanted:
                found = length
            word >>= 8
        return length - found if found > 0 else -1

    return among_letters if isinstance(text, Letters) else among_bytes


def within(cells: Any, value: Any) -> Any:
    """`value in cells`, where either may be a text."""
    return value in cells


@extend(within)  # type: ignore[untyped-decorator]
def _within(cells: Any, value: Any) -> Any:
    if is_text(cells) and value == TEXT:
        return lambda cells, value: place_of(cells, value) >= 0
    return lambda cells, value: value in cells


@extend(primitives.find_in)  # type: ignore[untyped-decorator]
def _find_in(text: Any, part: Any) -> Any:
    return (lambda text, part: place_of(text, part)) if is_text(text) and part == TEXT else None


@extend(primitives.index_of)  # type: ignore[untyped-decorator]
def _index_of(cells: Any, value: Any) -> Any:
    if not is_text(cells) or value != TEXT:
        return None

    def place(cells: Any, value: Any) -> Any:
        found = place_of(cells, value)
        if found < 0:
            raise ValueError("index() of what is not there")
        return found

    return place


@extend(primitives.replaced)  # type: ignore[untyped-decorator]
def _replaced(text: Any, old: Any, new: Any) -> Any:
    if not is_text(text) or old != TEXT or new != TEXT:
        return None

    def other(text: Any, old: Any, new: Any) -> Any:
        if not is_one_letter(old) or not is_one_letter(new):
            raise OverflowError(OTHER_LENGTH)
        for index in range(len(text)):
            if text[index] == old:
                text = game.updated(text, index, new)
        return text

    return other


# -- parts and loops ---------------------------------------------------------------------------------


@njit(nogil=True)  # type: ignore[untyped-decorator]
def each_letter(text: Any) -> Any:
    for index in range(size(text)):
        yield letter_at(text, index)


def letters_of(cells: Any) -> Any:
    """What a loop goes over: the letters of a text, or the cells as they are."""
    return cells


@extend(letters_of)  # type: ignore[untyped-decorator]
def _letters_of(cells: Any) -> Any:
    return (lambda cells: each_letter(cells)) if cells == TEXT else (lambda cells: cells)


@register_jitable  # type: ignore[untyped-decorator]
def picked(text: Any, low: Any, high: Any, step: Any) -> Any:
    """The letters of a slice, as a short text."""
    length, found = len(text), short_text(0)
    low = 0 if low is None else max(low + length, 0) if low < 0 else low
    high = length if high is None else high + length if high < 0 else min(high, length)
    for index in range(low, high, 1 if step is None else step):
        found = followed_by(found, text[index])
    return found


@register_jitable  # type: ignore[untyped-decorator]
def turned(text: Any) -> Any:
    found = short_text(0)
    for index in range(len(text) - 1, -1, -1):
        found = followed_by(found, text[index])
    return found


def bound_of(kind: Any) -> Any:
    """A bound of a slice that is known beforehand; `...` where it is not."""
    if isinstance(kind, types.NoneType):
        return None
    return kind.literal_value if isinstance(kind, types.IntegerLiteral) else ...


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def fixed_part(context: Any, cells: Any, low: Any, high: Any, step: Any) -> Any:
    """A slice of a tuple or a long text between bounds that are known: a tuple or a long text."""
    places = range(len(cells))[slice(*map(bound_of, (low, high, step)))]
    made = types.BaseTuple.from_types([cells.types[place] for place in places])
    if isinstance(cells, Letters):
        made = Letters(len(places))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = [builder.extract_value(arguments[0], place) for place in places]
        return target.make_tuple(builder, made, parts)

    return made(cells, low, high, step), generate


@extend(idiom_words.slice_of)  # type: ignore[untyped-decorator]
def _slice_of(cells: Any, low: Any, high: Any, step: Any) -> Any:
    if not is_text(cells):
        return None

    def taken(cells: Any, low: Any, high: Any, step: Any) -> Any:
        first, last, stride = slice(low, high, step).indices(len(cells))
        found = short_text(0)
        for index in range(first, last, stride):
            found = followed_by(found, cells[index])
        return found

    return taken


@extend(idiom_words.tuple_of)  # type: ignore[untyped-decorator]
def _tuple_of(cells: Any) -> Any:
    if isinstance(cells, Letters):
        return lambda cells: tuple_of(cells)
    return (lambda cells: [letter for letter in each_letter(cells)]) if cells == TEXT else None  # noqa: C416


def sliced(cells: Any, low: Any, high: Any, step: Any) -> Any:
    """`cells[low:high:step]`, where `cells` may be a text."""
    return cells[low:high:step]


@extend(sliced, prefer_literal=True)  # type: ignore[untyped-decorator]
def _sliced(cells: Any, low: Any, high: Any, step: Any) -> Any:
    bounds = [bound_of(bound) for bound in (low, high, step)]
    if isinstance(cells, types.BaseTuple) and ... not in bounds:
        short = isinstance(cells, Letters) and len(range(len(cells))[slice(*bounds)]) <= SHORT
        if short:
            return lambda cells, low, high, step: together(tuple_of(fixed_part(cells, low, high, step)))
        return lambda cells, low, high, step: fixed_part(cells, low, high, step)
    if is_text(cells):
        return _part_of_text(bounds)
    if bounds[2] is None:
        return lambda cells, low, high, step: cells[low:high]
    return lambda cells, low, high, step: cells[low:high:step]


def _part_of_text(bounds: list[Any]) -> Any:
    if bounds == [None, None, -1]:
        return lambda cells, low, high, step: turned(cells)
    if bounds[2] not in (None, ...) and bounds[2] < 1:
        raise TypingError("zermelo: a text read backwards between bounds; write a loop over the indices")
    return lambda cells, low, high, step: picked(cells, low, high, step)
