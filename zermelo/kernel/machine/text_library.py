"""Python's own methods of texts, in Python: what the compiler writes where rules call them.

A text is read by its places and made in memory that is asked for: `room_for` so many letters, `put_letter`
and `copy_letters` into it, `made` of it. Nothing is checked in these words.
"""

from __future__ import annotations

from typing import Any

LETTERS = tuple(map(chr, range(256)))
UPPER = tuple(ord(c.upper()) if len(c.upper()) == 1 else 256 for c in LETTERS)
LOWER = tuple(ord(c.lower()) for c in LETTERS)
SPACE = tuple(c.isspace() for c in LETTERS)
IS_UPPER = tuple(c.isupper() for c in LETTERS)
IS_LOWER = tuple(c.islower() for c in LETTERS)
IS_ALPHA = tuple(c.isalpha() for c in LETTERS)
IS_DIGIT = tuple(c.isdigit() for c in LETTERS)
IS_DECIMAL = tuple(c.isdecimal() for c in LETTERS)
IS_NUMERIC = tuple(c.isnumeric() for c in LETTERS)
IS_PRINTED = tuple(c.isprintable() for c in LETTERS)
MOST = (1 << 63) - 1


# -- words of the compiler ------------------------------------------------------------------------------


def letter(text: Any, place: int) -> int:
    """The number of the letter at a place that is within the text."""
    raise NotImplementedError


def part(text: Any, start: int, count: int) -> Any:
    """So many letters of a text, from a place on."""
    raise NotImplementedError


def room_for(count: int, like: Any) -> int:
    """Where there is room for so many letters."""
    raise NotImplementedError


def copy_letters(to: int, at: int, text: Any, start: int, count: int) -> None:
    """Write letters of a text."""


def move_letters(to: int, source: int, count: int, like: Any) -> None:
    """Copy the first letters from one room to another."""


def put_letter(to: int, at: int, code: int, like: Any) -> None:
    """Write a letter."""


def made(to: int, count: int, room: int, like: Any) -> Any:
    """The text of the first letters in a room."""
    raise NotImplementedError


# -- texts ----------------------------------------------------------------------------------------------


def text_order(left: Any, right: Any) -> int:
    """Below 0, 0 or above it, as the one comes before the other."""
    for place in range(min(len(left), len(right))):
        difference = letter(left, place) - letter(right, place)
        if difference != 0:
            return difference
    return len(left) - len(right)


def text_times(text: Any, times: int) -> Any:
    count = len(text)
    if times <= 0 or count == 0:
        return part(text, 0, 0)
    if count > MOST // times:
        raise MemoryError
    to = room_for(count * times, text)
    for turn in range(times):
        copy_letters(to, turn * count, text, 0, count)
    return made(to, count * times, count * times, text)


def text_steps(text: Any, start: int, stop: int, step: int) -> Any:
    count = max((stop - start + step - 1) // step, 0) if step > 0 else max((start - stop - step - 1) // -step, 0)
    to = room_for(count, text)
    place = start
    for at in range(count):
        put_letter(to, at, letter(text, place), text)
        place += step
    return made(to, count, count, text)


def text_end(bound: Any, count: int) -> int:
    """A bound as a place from 0 to the length."""
    if bound < 0:
        bound = bound + count
    return min(max(bound, 0), count)


def letter_find(text: Any, code: int, start: Any, stop: Any) -> int:
    count = len(text)
    first = text_end(start, count)
    last = count if stop is None else text_end(stop, count)
    for place in range(first, last):
        if letter(text, place) == code:
            return place
    return -1


def letter_count(text: Any, code: int, start: Any, stop: Any) -> int:
    count = len(text)
    found = 0
    for place in range(text_end(start, count), count if stop is None else text_end(stop, count)):
        if letter(text, place) == code:
            found += 1
    return found


def stands_at(text: Any, some: Any, place: int) -> bool:
    """Whether a text has another one at a place, which leaves room for it."""
    for at in range(len(some)):
        if letter(text, place + at) != letter(some, at):
            return False
    return True


def text_find(text: Any, some: Any, start: Any, stop: Any) -> int:
    count = len(text)
    if start > count:
        return -1
    first = text_end(start, count)
    last = (count if stop is None else text_end(stop, count)) - len(some)
    if len(some) == 1:
        code = letter(some, 0)
        for place in range(first, last + 1):
            if letter(text, place) == code:
                return place
        return -1
    for place in range(first, last + 1):
        if stands_at(text, some, place):
            return place
    return -1


def text_rfind(text: Any, some: Any, start: Any, stop: Any) -> int:
    count = len(text)
    if start > count:
        return -1
    first = text_end(start, count)
    for place in range((count if stop is None else text_end(stop, count)) - len(some), first - 1, -1):
        if stands_at(text, some, place):
            return place
    return -1


def text_index(text: Any, some: Any, start: Any, stop: Any) -> int:
    place = text_find(text, some, start, stop)
    if place < 0:
        raise ValueError("substring not found")
    return place


def text_rindex(text: Any, some: Any, start: Any, stop: Any) -> int:
    place = text_rfind(text, some, start, stop)
    if place < 0:
        raise ValueError("substring not found")
    return place


def text_count(text: Any, some: Any, start: Any, stop: Any) -> int:
    count = len(text)
    if start > count:
        return 0
    place = text_end(start, count)
    last = (count if stop is None else text_end(stop, count)) - len(some)
    if len(some) == 0:
        return max(last - place + 1, 0)
    found = 0
    while place <= last:
        if stands_at(text, some, place):
            found += 1
            place += len(some)
        else:
            place += 1
    return found


def text_startswith(text: Any, some: Any, start: Any, stop: Any) -> bool:
    count = len(text)
    first = text_end(start, count)
    last = count if stop is None else text_end(stop, count)
    return start <= count and last - first >= len(some) and stands_at(text, some, first)


def text_endswith(text: Any, some: Any, start: Any, stop: Any) -> bool:
    count = len(text)
    first = text_end(start, count)
    last = count if stop is None else text_end(stop, count)
    return start <= count and last - first >= len(some) and stands_at(text, some, last - len(some))


def text_removeprefix(text: Any, some: Any) -> Any:
    if text_startswith(text, some, 0, None):
        return part(text, len(some), len(text) - len(some))
    return text


def text_removesuffix(text: Any, some: Any) -> Any:
    if text_endswith(text, some, 0, None):
        return part(text, 0, len(text) - len(some))
    return text


def text_join(between: Any, parts: Any) -> Any:
    room = 24
    count = 0
    to = room_for(room, between)
    first = True
    for each in parts:
        gap = 0 if first else len(between)
        more = count + gap + len(each)
        if more > room:
            wider = room_for(2 * more, between)
            move_letters(wider, to, count, between)
            to = wider
            room = 2 * more
        if gap > 0:
            copy_letters(to, count, between, 0, gap)
        copy_letters(to, count + gap, each, 0, len(each))
        count = more
        first = False
    return made(to, count, room, between)


def text_replace(text: Any, old: Any, new: Any, most: int) -> Any:
    count = len(text)
    step = len(old)
    times = text_count(text, old, 0, None)
    if most >= 0:
        times = min(times, most)
    if times == 0:
        return text
    size = count + times * (len(new) - step)
    to = room_for(size, text)
    place = 0
    at = 0
    done = 0
    while done < times:
        if place + step <= count and stands_at(text, old, place):
            copy_letters(to, at, new, 0, len(new))
            at += len(new)
            done += 1
            if step == 0 and place < count:
                copy_letters(to, at, text, place, 1)
                at += 1
                place += 1
            else:
                place += step
        else:
            copy_letters(to, at, text, place, 1)
            at += 1
            place += 1
    copy_letters(to, at, text, place, count - place)
    return made(to, size, size, text)


def text_split(text: Any, some: Any, most: int) -> Any:
    if len(some) == 0:
        raise ValueError("empty separator")
    found = []
    start = 0
    while most != 0:
        place = text_find(text, some, start, None)
        if place < 0:
            break
        found.append(part(text, start, place - start))
        start = place + len(some)
        most -= 1
    found.append(part(text, start, len(text) - start))
    return found


def text_words(text: Any, most: int) -> Any:
    """text.split()"""
    found = []
    count = len(text)
    place = 0
    while True:
        while place < count and is_space(letter(text, place)):
            place += 1
        if place >= count:
            return found
        start = place
        if most == 0:
            last = count
            while is_space(letter(text, last - 1)):
                last -= 1
            found.append(part(text, start, last - start))
            return found
        while place < count and not is_space(letter(text, place)):
            place += 1
        found.append(part(text, start, place - start))
        most -= 1


def text_splitlines(text: Any) -> Any:
    found = []
    count = len(text)
    start = 0
    place = 0
    while place < count:
        code = letter(text, place)
        place += 1
        if (10 <= code <= 13) or (28 <= code <= 30) or code == 133 or code == 8232 or code == 8233:
            found.append(part(text, start, place - 1 - start))
            if code == 13 and place < count and letter(text, place) == 10:
                place += 1
            start = place
    if start < count:
        found.append(part(text, start, count - start))
    return found


def text_partition(text: Any, some: Any) -> Any:
    if len(some) == 0:
        raise ValueError("empty separator")
    place = text_find(text, some, 0, None)
    if place < 0:
        return (text, part(text, 0, 0), part(text, 0, 0))
    after = place + len(some)
    return (part(text, 0, place), some, part(text, after, len(text) - after))


def text_rpartition(text: Any, some: Any) -> Any:
    if len(some) == 0:
        raise ValueError("empty separator")
    place = text_rfind(text, some, 0, None)
    if place < 0:
        return (part(text, 0, 0), part(text, 0, 0), text)
    after = place + len(some)
    return (part(text, 0, place), some, part(text, after, len(text) - after))


def is_stripped(code: int, some: Any) -> bool:
    if some is None:
        return is_space(code)
    return letter_find(some, code, 0, None) >= 0


def text_strip(text: Any, some: Any) -> Any:
    first = 0
    last = len(text)
    while first < last and is_stripped(letter(text, first), some):
        first += 1
    while first < last and is_stripped(letter(text, last - 1), some):
        last -= 1
    return part(text, first, last - first)


def text_lstrip(text: Any, some: Any) -> Any:
    first = 0
    last = len(text)
    while first < last and is_stripped(letter(text, first), some):
        first += 1
    return part(text, first, last - first)


def text_rstrip(text: Any, some: Any) -> Any:
    last = len(text)
    while last > 0 and is_stripped(letter(text, last - 1), some):
        last -= 1
    return part(text, 0, last)


def padded(text: Any, before: int, after: int, fill: Any) -> Any:
    if before <= 0 and after <= 0:
        return text
    return fill * before + text + fill * after


def one_letter(fill: Any) -> Any:
    if len(fill) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return fill


def text_ljust(text: Any, width: int, fill: Any) -> Any:
    return padded(text, 0, width - len(text), one_letter(fill))


def text_rjust(text: Any, width: int, fill: Any) -> Any:
    return padded(text, width - len(text), 0, one_letter(fill))


def text_center(text: Any, width: int, fill: Any) -> Any:
    more = width - len(text)
    if more <= 0:
        one_letter(fill)
        return text
    before = more // 2 + (more & width & 1)
    return padded(text, before, more - before, one_letter(fill))


def text_zfill(text: Any, width: int) -> Any:
    more = width - len(text)
    if more <= 0:
        return text
    if len(text) > 0 and (letter(text, 0) == 43 or letter(text, 0) == 45):
        return part(text, 0, 1) + "0" * more + part(text, 1, len(text) - 1)
    return "0" * more + text


# -- letters --------------------------------------------------------------------------------------------


def known_letter(code: int) -> int:
    if code > 255:
        raise OverflowError("a question about a letter beyond Latin-1")
    return code


def is_space(code: int) -> bool:
    if code > 255:
        return code == 5760 or 8192 <= code <= 8202 or code == 8232 or code == 8233 or code == 8239 or code == 8287 or code == 12288
    return SPACE[code]


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
    return lower_letter(code) if IS_UPPER[known_letter(code)] else upper_letter(code) if IS_LOWER[code] else code


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
        escape = 110 if code == 10 else 114 if code == 13 else 116 if code == 9 else code if code == quote or code == 92 else 0
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


def translated_letters(text: Any, keys: Any, texts: Any) -> Any:
    for each in text:
        code = ord(each)
        place = -1
        for at in range(len(keys)):
            if keys[at] == code:
                place = at
        yield each if place < 0 else texts[place]


def text_translate(text: Any, keys: Any, texts: Any) -> Any:
    return text_join("", translated_letters(text, keys, texts))


def text_centred(text: Any, width: int, fill: Any) -> Any:
    """format(text, "^width")"""
    more = width - len(text)
    return padded(text, more // 2, more - more // 2, fill)
