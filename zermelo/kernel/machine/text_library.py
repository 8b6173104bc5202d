"""Python's own methods of texts, in Python: what the compiler writes where rules call them.

A text is read by its places and made in memory that is asked for: `room_for` so many letters, `put_letter`
and `copy_letters` into it, `made` of it. Nothing is checked in these words.
"""

from __future__ import annotations

from typing import Any

SPACE = tuple(chr(code).isspace() for code in range(256))
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
    count = (
        max((stop - start + step - 1) // step, 0) if step > 0 else max((start - stop - step - 1) // -step, 0)
    )
    to = room_for(count, text)
    place = start
    for at in range(count):
        put_letter(to, at, letter(text, place), text)
        place += step
    return made(to, count, count, text)


def text_end(bound: int, count: int) -> int:
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
    found: list[Any] = []
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


def is_space(code: int) -> bool:
    if code > 255:
        return (
            code == 5760
            or 8192 <= code <= 8202
            or code == 8232
            or code == 8233
            or code == 8239
            or code == 8287
            or code == 12288
        )
    return SPACE[code]


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


def text_centred(text: Any, width: int, fill: Any) -> Any:
    """format(text, "^width")"""
    more = width - len(text)
    return padded(text, more // 2, more - more // 2, fill)


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
