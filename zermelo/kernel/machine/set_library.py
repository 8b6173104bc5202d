"""Sets, as CPython has them: an open table that is searched from the place of a hash on.

The order in which a set gives its members is the order of the table, so every way to make one leaves it as
CPython does. `raw` is a hash with the highest bit turned: nothing is there where it is 0.
The words at the end are the compiler's own (sets.py).
"""

from __future__ import annotations

from typing import Any

USED, FILL, MASK = 0, 1, 2
"""Words of the head: members, places that are not empty, and the places of the table less one."""
FINGER = 4
TURN = -(1 << 63)
GONE = (1 << 63) - 1
"""What stands where a member was taken out."""
LOW = (1 << 59) - 1
PROBES = 9
LARGE = 50000


def set_find(cells: Any, key: Any, raw: int) -> int:
    """The place of a key; -1 where it is not there."""
    mask = head(cells, MASK)
    perturb = raw ^ TURN
    start = raw & mask
    while True:
        last = start + PROBES if start + PROBES <= mask else start
        for place in range(start, last + 1):
            there = raw_at(cells, place)
            if there == 0:
                return -1
            if there == raw and key_at(cells, place) == key:
                return place
        perturb = perturb >> 5 & LOW
        start = (start * 5 + 1 + perturb) & mask


def set_contains(cells: Any, key: Any) -> bool:
    return head(cells, USED) > 0 and set_find(cells, key, raw_hash(key)) >= 0


def set_add(cells: Any, key: Any, raw: int) -> None:
    mask = head(cells, MASK)
    perturb = raw ^ TURN
    start = raw & mask
    free = -1
    while True:
        last = start + PROBES if start + PROBES <= mask else start
        for place in range(start, last + 1):
            there = raw_at(cells, place)
            if there == 0:
                set_put(cells, free if free >= 0 else place, key, raw, free < 0)
                return
            if there == raw and key_at(cells, place) == key:
                return
            if there == GONE:
                free = place
        perturb = perturb >> 5 & LOW
        start = (start * 5 + 1 + perturb) & mask


def set_put(cells: Any, place: int, key: Any, raw: int, fills: bool) -> None:
    """Write a new member to a place; the table grows where too few are left empty."""
    put_at(cells, place, raw, key)
    used = head(cells, USED) + 1
    set_head(cells, USED, used)
    if fills:
        fill = head(cells, FILL) + 1
        set_head(cells, FILL, fill)
        if fill * 5 >= head(cells, MASK) * 3:
            set_resize(cells, set_growth(used))


def set_growth(used: int) -> int:
    return used * 2 if used > LARGE else used * 4


def set_put_clean(cells: Any, key: Any, raw: int) -> None:
    """Add what is not there, to a table in which nothing is gone."""
    mask = head(cells, MASK)
    perturb = raw ^ TURN
    start = raw & mask
    while True:
        last = start + PROBES if start + PROBES <= mask else start
        for place in range(start, last + 1):
            if raw_at(cells, place) == 0:
                put_at(cells, place, raw, key)
                return
        perturb = perturb >> 5 & LOW
        start = (start * 5 + 1 + perturb) & mask


def set_resize(cells: Any, least: int) -> None:
    size = 8
    while size <= least:
        size *= 2
    old = same_table(cells)
    renew(cells, size)
    for place in range(head(old, MASK) + 1):
        raw = raw_at(old, place)
        if raw != 0 and raw != GONE:
            set_put_clean(cells, key_at(old, place), raw)
    set_head(cells, FILL, head(cells, USED))


def set_merge(cells: Any, other: Any) -> None:
    """Add all members of a set."""
    more = head(other, USED)
    if more == 0 or is_same(cells, other):
        return
    if (head(cells, FILL) + more) * 5 >= head(cells, MASK) * 3:
        set_resize(cells, (head(cells, USED) + more) * 2)
    if head(cells, FILL) == 0:
        mask = head(other, MASK)
        as_it_is = head(cells, MASK) == mask and head(other, FILL) == more
        set_head(cells, USED, more)
        set_head(cells, FILL, more)
        for place in range(mask + 1):
            raw = raw_at(other, place)
            if raw != 0 and raw != GONE:
                if as_it_is:
                    put_at(cells, place, raw, key_at(other, place))
                else:
                    set_put_clean(cells, key_at(other, place), raw)
        return
    for place in range(head(other, MASK) + 1):
        raw = raw_at(other, place)
        if raw != 0 and raw != GONE:
            set_add(cells, key_at(other, place), raw)


def set_make_room(cells: Any, more: int) -> None:
    """Room for the keys of a dictionary, as Python makes it."""
    if (head(cells, FILL) + more) * 5 >= head(cells, MASK) * 3:
        set_resize(cells, (head(cells, USED) + more) * 2)


def set_discard(cells: Any, key: Any, raw: int) -> bool:
    place = set_find(cells, key, raw)
    if place < 0:
        return False
    kill_at(cells, place, GONE)
    set_head(cells, USED, head(cells, USED) - 1)
    return True


def set_drop(cells: Any, key: Any) -> None:
    set_discard(cells, key, raw_hash(key))


def set_discard_all(cells: Any, keys: Any) -> None:
    """Take out what something holds."""
    for key in keys:
        set_discard(cells, key, raw_hash(key))
    set_tidy(cells)


def set_common(found: Any, cells: Any, keys: Any) -> None:
    """Fill a set with what is in another one and in something else."""
    for key in keys:
        raw = raw_hash(key)
        if set_find(cells, key, raw) >= 0:
            set_add(found, key, raw)


def set_become(cells: Any, other: Any) -> None:
    """Give a set the table of another one."""
    renew(cells, head(other, MASK) + 1)
    for place in range(head(other, MASK) + 1):
        raw = raw_at(other, place)
        if raw != 0:
            put_at(cells, place, raw, key_at(other, place))
    set_head(cells, USED, head(other, USED))
    set_head(cells, FILL, head(other, FILL))


def set_remove(cells: Any, key: Any) -> None:
    if not set_discard(cells, key, raw_hash(key)):
        raise KeyError("a member that the set does not have")


def set_pop(cells: Any) -> Any:
    if head(cells, USED) == 0:
        raise KeyError("pop from an empty set")
    mask = head(cells, MASK)
    place = head(cells, FINGER) & mask
    while raw_at(cells, place) == 0 or raw_at(cells, place) == GONE:
        place = (place + 1) & mask
    key = key_at(cells, place)
    kill_at(cells, place, GONE)
    set_head(cells, USED, head(cells, USED) - 1)
    set_head(cells, FINGER, place + 1)
    return key


def set_clear(cells: Any) -> None:
    renew(cells, 8)
    set_head(cells, USED, 0)
    set_head(cells, FILL, 0)


def set_intersect(found: Any, left: Any, right: Any) -> None:
    """Fill a set with what is in both: the smaller one is gone through."""
    if is_same(left, right):
        set_merge(found, left)
    elif head(right, USED) > head(left, USED):
        set_keep_common(found, right, left)
    else:
        set_keep_common(found, left, right)


def set_keep_common(found: Any, larger: Any, smaller: Any) -> None:
    for place in range(head(smaller, MASK) + 1):
        raw = raw_at(smaller, place)
        if raw != 0 and raw != GONE:
            key = key_at(smaller, place)
            if set_find(larger, key, raw) >= 0:
                set_add(found, key, raw)


def set_subtract(found: Any, left: Any, right: Any) -> None:
    """Fill a set with what is in the first and not in the second."""
    if head(left, USED) >> 2 > head(right, USED):
        set_merge(found, left)
        set_take_out(found, right)
        return
    for place in range(head(left, MASK) + 1):
        raw = raw_at(left, place)
        if raw != 0 and raw != GONE:
            key = key_at(left, place)
            if set_find(right, key, raw) < 0:
                set_add(found, key, raw)


def set_take_out(cells: Any, other: Any) -> None:
    """Take the members of a set out of another one."""
    if is_same(cells, other):
        set_clear(cells)
        return
    for place in range(head(other, MASK) + 1):
        raw = raw_at(other, place)
        if raw != 0 and raw != GONE:
            set_discard(cells, key_at(other, place), raw)
    set_tidy(cells)


def set_tidy(cells: Any) -> None:
    if head(cells, FILL) - head(cells, USED) > head(cells, MASK) // 4:
        set_resize(cells, set_growth(head(cells, USED)))


def set_toggle(cells: Any, other: Any) -> None:
    """Take out the members of another set that are there, add those that are not."""
    if is_same(cells, other):
        set_clear(cells)
        return
    for place in range(head(other, MASK) + 1):
        raw = raw_at(other, place)
        if raw != 0 and raw != GONE:
            key = key_at(other, place)
            if not set_discard(cells, key, raw):
                set_add(cells, key, raw)


def set_within(left: Any, right: Any) -> bool:
    """Whether all members of the first are in the second."""
    if head(left, USED) > head(right, USED):
        return False
    for place in range(head(left, MASK) + 1):
        raw = raw_at(left, place)
        if raw != 0 and raw != GONE and set_find(right, key_at(left, place), raw) < 0:
            return False
    return True


def set_equal(left: Any, right: Any) -> bool:
    return head(left, USED) == head(right, USED) and set_within(left, right)


def set_apart(left: Any, right: Any) -> bool:
    if head(right, USED) > head(left, USED):
        return set_apart_from(left, right)
    return set_apart_from(right, left)


def set_apart_from(smaller: Any, larger: Any) -> bool:
    for place in range(head(smaller, MASK) + 1):
        raw = raw_at(smaller, place)
        if raw != 0 and raw != GONE and set_find(larger, key_at(smaller, place), raw) >= 0:
            return False
    return True


def frozen_hash(cells: Any) -> int:
    """hash() of a frozen set; a word of the compiler mixes what the members have together."""
    word = 0
    for place in range(head(cells, MASK) + 1):
        raw = raw_at(cells, place)
        if raw != 0 and raw != GONE:
            part = raw ^ TURN
            word ^= ((part ^ 89869747) ^ (part << 16)) * 3644798167
    word ^= (head(cells, USED) + 1) * 1927868237
    word ^= (word >> 11 & (1 << 53) - 1) ^ (word >> 25 & (1 << 39) - 1)
    word = word * 69069 + 907133923
    return 590923713 if word == -1 else word


def set_insert(cells: Any, key: Any) -> None:
    """Add a key; a word of the compiler."""
    set_add(cells, key, raw_hash(key))


# -- words of the compiler: the parts of a table ----------------------------------------------


def head(cells: Any, word: int) -> int:
    """A word of the head."""
    return cells.head[word]  # type: ignore[no-any-return]


def set_head(cells: Any, word: int, number: int) -> None:
    """Write a word of the head."""
    cells.head[word] = number


def raw_at(cells: Any, place: int) -> int:
    """The hash at a place, its highest bit turned; 0 where nothing is."""
    return cells.table[place][0]  # type: ignore[no-any-return]


def key_at(cells: Any, place: int) -> Any:
    """The key at a place."""
    return cells.table[place][1]


def put_at(cells: Any, place: int, raw: int, key: Any) -> None:
    """Write a key to a place."""
    cells.table[place] = raw, key


def kill_at(cells: Any, place: int, raw: int) -> None:
    """Write to a place that nothing is there any more."""
    cells.table[place] = raw, None


def renew(cells: Any, size: int) -> None:
    """Give a set a new empty table."""
    cells.table, cells.head[MASK] = [(0, None)] * size, size - 1


def same_table(cells: Any) -> Any:
    """A second head for the same table."""
    return cells.copy()


def is_same(left: Any, right: Any) -> bool:
    return left is right


def raw_hash(key: Any) -> int:
    """The hash of a key, its highest bit turned."""
    return hash(key) ^ TURN
