"""What text_library has of letters and numbers: their case and kind, int(), str() and bytes()."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.machine.text_library import (
    MOST,
    copy_letters,
    is_space,
    letter,
    letter_find,
    made,
    move_letters,
    part,
    put_letter,
    room_for,
)

LETTERS = tuple(map(chr, range(256)))
UPPER = tuple(ord(c.upper()) if len(c.upper()) == 1 else 256 for c in LETTERS)
LOWER = tuple(ord(c.lower()) for c in LETTERS)
IS_UPPER = tuple(c.isupper() for c in LETTERS)
IS_LOWER = tuple(c.islower() for c in LETTERS)
IS_ALPHA = tuple(c.isalpha() for c in LETTERS)
IS_DIGIT = tuple(c.isdigit() for c in LETTERS)
IS_DECIMAL = tuple(c.isdecimal() for c in LETTERS)
IS_NUMERIC = tuple(c.isnumeric() for c in LETTERS)
IS_PRINTED = tuple(c.isprintable() for c in LETTERS)


def known_letter(code: int) -> int:
    if code > 255:
        raise OverflowError("a question about a letter beyond Latin-1")
    return code


def changed_letters(text: Any, change: Any) -> Any:
    count = len(text)
    to = room_for(count, text)
    for place in range(count):
        put_letter(to, place, change(letter(text, place)), text)
    return made(to, count, count, text)


def upper_letter(code: int) -> int:
    found = UPPER[known_letter(code)]
    if found > 255 or code == 181 or code == 255:
        raise OverflowError("a letter that becomes another one beyond Latin-1")
    return found


def lower_letter(code: int) -> int:
    return LOWER[known_letter(code)]


def swapped_letter(code: int) -> int:
    return (
        lower_letter(code) if IS_UPPER[known_letter(code)] else upper_letter(code) if IS_LOWER[code] else code
    )


def text_upper(text: Any) -> Any:
    return changed_letters(text, upper_letter)


def text_lower(text: Any) -> Any:
    return changed_letters(text, lower_letter)


def text_swapcase(text: Any) -> Any:
    return changed_letters(text, swapped_letter)


def text_capitalize(text: Any) -> Any:
    if len(text) == 0:
        return text
    return text_upper(part(text, 0, 1)) + text_lower(part(text, 1, len(text) - 1))


def text_title(text: Any) -> Any:
    count = len(text)
    to = room_for(count, text)
    inside = False
    for place in range(count):
        code = letter(text, place)
        put_letter(to, place, lower_letter(code) if inside else upper_letter(code), text)
        inside = IS_UPPER[code] or IS_LOWER[code]
    return made(to, count, count, text)


def text_isupper(text: Any) -> bool:
    found = False
    for place in range(len(text)):
        code = known_letter(letter(text, place))
        if IS_LOWER[code]:
            return False
        if IS_UPPER[code]:
            found = True
    return found


def text_islower(text: Any) -> bool:
    found = False
    for place in range(len(text)):
        code = known_letter(letter(text, place))
        if IS_UPPER[code]:
            return False
        if IS_LOWER[code]:
            found = True
    return found


def every_letter(text: Any, table: Any) -> bool:
    for place in range(len(text)):
        if not table[known_letter(letter(text, place))]:
            return False
    return len(text) > 0


def text_isalpha(text: Any) -> bool:
    return every_letter(text, IS_ALPHA)


def text_isdigit(text: Any) -> bool:
    return every_letter(text, IS_DIGIT)


def text_isdecimal(text: Any) -> bool:
    return every_letter(text, IS_DECIMAL)


def text_isnumeric(text: Any) -> bool:
    return every_letter(text, IS_NUMERIC)


def text_isspace(text: Any) -> bool:
    for place in range(len(text)):
        if not is_space(letter(text, place)):
            return False
    return len(text) > 0


def text_isalnum(text: Any) -> bool:
    for place in range(len(text)):
        code = known_letter(letter(text, place))
        if not (IS_ALPHA[code] or IS_NUMERIC[code]):
            return False
    return len(text) > 0


def text_isascii(text: Any) -> bool:
    for place in range(len(text)):
        if letter(text, place) > 127:
            return False
    return True


# -- numbers --------------------------------------------------------------------------------------------


def digit_of(code: int) -> int:
    if 48 <= code <= 57:
        return code - 48
    if 97 <= code <= 122:
        return code - 87
    if 65 <= code <= 90:
        return code - 55
    if code == 95:
        return 99
    if code > 255:
        raise OverflowError("a digit beyond Latin-1")
    return 100


def text_int(text: Any, base: int) -> int:
    if base != 0 and (base < 2 or base > 36):
        raise ValueError("int() base must be >= 2 and <= 36, or 0")
    last = len(text)
    place = 0
    while place < last and is_space(letter(text, place)):
        place += 1
    while last > place and is_space(letter(text, last - 1)):
        last -= 1
    negative = False
    if place < last and (letter(text, place) == 45 or letter(text, place) == 43):
        negative = letter(text, place) == 45
        place += 1
    start = place
    zero_base = base == 0
    if last - place > 1 and letter(text, place) == 48:
        mark = letter(text, place + 1) | 32
        named = 2 if mark == 98 else 8 if mark == 111 else 16 if mark == 120 else 0
        if named != 0 and (base == 0 or base == named):
            base = named
            place += 2
            zero_base = False
            if place < last and letter(text, place) == 95:
                place += 1
    if base == 0:
        base = 10
    total = 0
    fresh = True
    nought = True
    for at in range(place, last):
        digit = digit_of(letter(text, at))
        if digit == 99 and not fresh:
            fresh = True
            continue
        if digit >= base:
            raise ValueError("invalid literal for int()")
        fresh = False
        if digit != 0:
            nought = False
        if total < (digit - MOST - 1) // base + ((digit - MOST - 1) % base != 0):
            raise OverflowError("a whole number does not fit in 64 bits")
        total = total * base - digit
    if fresh:
        raise ValueError("invalid literal for int()")
    if zero_base and not nought and letter(text, start) == 48:
        raise ValueError("invalid literal for int() with base 0")
    if negative:
        return total
    if total < -MOST:
        raise OverflowError("a whole number does not fit in 64 bits")
    return -total


def number_text(number: int) -> Any:
    """str(number)"""
    if 0 <= number <= 9:
        return chr(48 + number)
    return number_digits(number, 10, "")


def number_digits(number: int, base: int, mark: Any) -> Any:
    """The digits of a number behind its sign and a mark."""
    rest = number if number < 0 else -number
    count = 1
    while rest <= -base:
        rest = quotient(rest, base)
        count += 1
    rest = number if number < 0 else -number
    before = len(mark) + (1 if number < 0 else 0)
    to = room_for(before + count, mark)
    if number < 0:
        put_letter(to, 0, 45, mark)
    copy_letters(to, before - len(mark), mark, 0, len(mark))
    for place in range(before + count - 1, before - 1, -1):
        shorter = quotient(rest, base)
        digit = shorter * base - rest
        put_letter(to, place, digit + 48 if digit < 10 else digit + 87, mark)
        rest = shorter
    return made(to, before + count, before + count, mark)


def quotient(number: int, base: int) -> int:
    """A number that is not above 0 by another, rounded to 0."""
    return number // base + (number % base != 0)


def board_digits(number: Any, base: int, mark: Any) -> Any:
    """The digits of a number without a sign."""
    count = 1
    rest = number
    while rest >= base:
        rest = rest // base
        count += 1
    before = len(mark)
    to = room_for(before + count, mark)
    copy_letters(to, 0, mark, 0, before)
    rest = number
    for place in range(before + count - 1, before - 1, -1):
        digit = int(rest % base)
        put_letter(to, place, digit + 48 if digit < 10 else digit + 87, mark)
        rest = rest // base
    return made(to, before + count, before + count, mark)


def text_repr(text: Any) -> Any:
    """repr(text)"""
    quote = 34 if letter_find(text, 39, 0, None) >= 0 and letter_find(text, 34, 0, None) < 0 else 39
    room = 4 * len(text) + 2
    to = room_for(room, text)
    put_letter(to, 0, quote, text)
    at = 1
    for place in range(len(text)):
        code = letter(text, place)
        escape = (
            110
            if code == 10
            else 114
            if code == 13
            else 116
            if code == 9
            else code
            if code == quote or code == 92
            else 0
        )
        if escape != 0:
            put_letter(to, at, 92, text)
            put_letter(to, at + 1, escape, text)
            at += 2
        else:
            if code > 255 or not IS_PRINTED[code]:
                raise OverflowError("the text of a letter that is not printed")
            put_letter(to, at, code, text)
            at += 1
    put_letter(to, at, quote, text)
    return made(to, at + 1, room, text)


def sequence_text(cells: Any, write: Any) -> Any:
    """The elements of a list or tuple, as they are printed."""
    return ", ".join([write(cell) for cell in cells])


# -- bytes ----------------------------------------------------------------------------------------------


def no_bytes(count: int) -> Any:
    if count < 0:
        raise ValueError("negative count")
    return b"\0" * count


def bytes_of(cells: Any) -> Any:
    room = 24
    count = 0
    to = room_for(room, b"")
    for cell in cells:
        if count >= room:
            wider = room_for(2 * room, b"")
            move_letters(wider, to, count, b"")
            to = wider
            room = 2 * room
        put_letter(to, count, cell, b"")
        count += 1
    return made(to, count, room, b"")


def text_encoded(text: Any) -> Any:
    """text.encode() of letters in ASCII"""
    count = len(text)
    to = room_for(count, b"")
    for place in range(count):
        code = letter(text, place)
        if code > 127:
            raise OverflowError("a letter beyond ASCII as bytes")
        put_letter(to, place, code, b"")
    return made(to, count, count, b"")
