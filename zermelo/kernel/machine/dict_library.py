"""Dictionaries: entries in the order in which they were made, and an index by hash where they are many.

`raw` is a hash with the highest bit turned; an entry that was taken out has 0. The words at the end are the
compiler's own (dicts.py).
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.machine.set_library import (
    head,
    key_at,
    kill_at,
    put_at,
    raw_at,
    renew,
    same_table,
    set_head,
)

USED, FILL, MASK = 0, 1, 2
INDEX_MASK = 6
FEW = 8
SPREAD = -0x61C8864680B583EB


def dict_find(cells: Any, key: Any, raw: int) -> int:
    """The place of a key; -1 where it is not there."""
    mask = head(cells, INDEX_MASK)
    if mask == 0:
        for place in range(head(cells, FILL)):
            if raw_at(cells, place) == raw and key_at(cells, place) == key:
                return place
        return -1
    at = (raw * SPREAD >> 32) & mask
    while True:
        place = index_at(cells, at) - 1
        if place < 0:
            return -1
        if raw_at(cells, place) == raw and key_at(cells, place) == key:
            return place
        at = (at + 1) & mask


def dict_place(cells: Any, key: Any) -> int:
    return dict_find(cells, key, stable_hash(key))


def dict_contains(cells: Any, key: Any) -> bool:
    return dict_find(cells, key, stable_hash(key)) >= 0


def dict_item(cells: Any, key: Any) -> Any:
    place = dict_find(cells, key, stable_hash(key))
    if place < 0:
        raise KeyError("a key that the dictionary does not have")
    return value_at(cells, place)


def dict_get(cells: Any, key: Any, default: Any) -> Any:
    place = dict_find(cells, key, stable_hash(key))
    if place < 0:
        return default
    return value_at(cells, place)


def dict_put(cells: Any, key: Any, value: Any) -> None:
    raw = stable_hash(key)
    place = dict_find(cells, key, raw)
    if place >= 0:
        set_value(cells, place, value)
    else:
        dict_append(cells, key, raw, value)


def dict_append(cells: Any, key: Any, raw: int, value: Any) -> None:
    """Add a key that is not there."""
    if head(cells, FILL) > head(cells, MASK):
        dict_grow(cells)
    place = head(cells, FILL)
    put_at(cells, place, raw, key)
    set_value(cells, place, value)
    set_head(cells, FILL, place + 1)
    set_head(cells, USED, head(cells, USED) + 1)
    if head(cells, INDEX_MASK) > 0:
        dict_note(cells, raw, place)


def dict_note(cells: Any, raw: int, place: int) -> None:
    """Write an entry to the index."""
    mask = head(cells, INDEX_MASK)
    at = (raw * SPREAD >> 32) & mask
    while index_at(cells, at) > 0:
        at = (at + 1) & mask
    set_index(cells, at, place + 1)


def dict_grow(cells: Any) -> None:
    """Room for as many again, without what was taken out."""
    size = FEW
    while size <= head(cells, USED):
        size *= 2
    old = same_table(cells)
    renew(cells, size)
    if size > FEW:
        new_index(cells, 2 * size)
    else:
        set_head(cells, INDEX_MASK, 0)
    count = 0
    for place in range(head(old, FILL)):
        raw = raw_at(old, place)
        if raw != 0:
            put_at(cells, count, raw, key_at(old, place))
            set_value(cells, count, value_at(old, place))
            if size > FEW:
                dict_note(cells, raw, count)
            count += 1
    set_head(cells, FILL, count)


def dict_copy(cells: Any, other: Any) -> None:
    """Fill an empty dictionary with what is in another one."""
    set_head(cells, USED, head(other, USED))
    set_head(cells, FILL, head(other, FILL))
    renew(cells, head(other, MASK) + 1)
    for place in range(head(other, FILL)):
        raw = raw_at(other, place)
        if raw != 0:
            put_at(cells, place, raw, key_at(other, place))
            set_value(cells, place, value_at(other, place))
    mask = head(other, INDEX_MASK)
    if mask > 0:
        new_index(cells, mask + 1)
        for at in range(mask + 1):
            set_index(cells, at, index_at(other, at))


def dict_drop_at(cells: Any, place: int) -> None:
    """Take out what is at a place."""
    kill_at(cells, place, 0)
    set_head(cells, USED, head(cells, USED) - 1)


def dict_delete(cells: Any, key: Any) -> None:
    place = dict_find(cells, key, stable_hash(key))
    if place < 0:
        raise KeyError("a key that the dictionary does not have")
    dict_drop_at(cells, place)


def dict_pop(cells: Any, key: Any) -> Any:
    place = dict_find(cells, key, stable_hash(key))
    if place < 0:
        raise KeyError("a key that the dictionary does not have")
    value = value_at(cells, place)
    dict_drop_at(cells, place)
    return value


def dict_pop_or(cells: Any, key: Any, default: Any) -> Any:
    place = dict_find(cells, key, stable_hash(key))
    if place < 0:
        return default
    value = value_at(cells, place)
    dict_drop_at(cells, place)
    return value


def dict_popitem(cells: Any) -> Any:
    if head(cells, USED) == 0:
        raise KeyError("popitem(): dictionary is empty")
    place = head(cells, FILL) - 1
    while raw_at(cells, place) == 0:
        place -= 1
    pair = (key_at(cells, place), value_at(cells, place))
    dict_drop_at(cells, place)
    if head(cells, INDEX_MASK) == 0:
        set_head(cells, FILL, place)
    return pair


def dict_clear(cells: Any) -> None:
    renew(cells, FEW)
    set_head(cells, USED, 0)
    set_head(cells, FILL, 0)
    set_head(cells, INDEX_MASK, 0)


def dict_equal(left: Any, right: Any) -> bool:
    if head(left, USED) != head(right, USED):
        return False
    for place in range(head(left, FILL)):
        raw = raw_at(left, place)
        if raw != 0:
            there = dict_find(right, key_at(left, place), raw)
            if there < 0 or value_at(left, place) != value_at(right, there):
                return False
    return True


def dict_merge(cells: Any, other: Any) -> None:
    for place in range(head(other, FILL)):
        raw = raw_at(other, place)
        if raw != 0:
            key = key_at(other, place)
            there = dict_find(cells, key, raw)
            if there >= 0:
                set_value(cells, there, value_at(other, place))
            else:
                dict_append(cells, key, raw, value_at(other, place))


def dict_backwards(cells: Any) -> Any:
    for place in range(head(cells, FILL) - 1, -1, -1):
        if raw_at(cells, place) != 0:
            yield key_at(cells, place)


def counter_count(cells: Any, keys: Any) -> None:
    for key in keys:
        counter_add(cells, key, 1)


def counter_add(cells: Any, key: Any, count: Any) -> None:
    raw = stable_hash(key)
    place = dict_find(cells, key, raw)
    if place >= 0:
        set_value(cells, place, value_at(cells, place) + count)
    else:
        dict_append(cells, key, raw, count)


def counter_merge(cells: Any, other: Any, sign: int) -> None:
    for key, count in other.items():
        counter_add(cells, key, sign * count)


def counter_combined(found: Any, left: Any, right: Any, sign: int) -> None:
    for key, count in left.items():
        total = count + sign * dict_get(right, key, 0)
        if total > 0:
            dict_put(found, key, total)
    for key, count in right.items():
        if not dict_contains(left, key) and sign * count > 0:
            dict_put(found, key, sign * count)


def counter_elements(cells: Any) -> Any:
    for key, count in cells.items():
        for _ in range(count):
            yield key


def counter_most(cells: Any) -> Any:
    return sorted(cells.items(), key=lambda pair: pair[1], reverse=True)


# -- words of the compiler -------------------------------------------------------------------


def value_at(cells: Any, place: int) -> Any:
    """The value at a place."""


def set_value(cells: Any, place: int, value: Any) -> None:
    """Write the value at a place."""


def index_at(cells: Any, at: int) -> int:
    """The entry that the index names at a place, and one; 0 where it names none."""
    return 0


def set_index(cells: Any, at: int, entry: int) -> None:
    """Write a place of the index."""


def new_index(cells: Any, size: int) -> None:
    """Give a dictionary an empty index."""


def stable_hash(key: Any) -> int:
    """The hash of a key, its highest bit turned, the same in every process."""
    return 0
