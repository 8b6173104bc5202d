"""The compiled world's words for constant dictionaries, and for sets: lists in which nothing stands twice."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import register_jitable

from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.machine import extend
from zermelo.kernel.compiler.maybe import content_of
from zermelo.kernel.compiler.nested_type import NestedType
from zermelo.kernel.compiler.symbol_type import TEXT, has_symbol
from zermelo.kernel.compiler.texts import each_letter

CELLS = types.List | types.BaseTuple | NestedType
"""What sets are here: lists, and constants."""


def holds_symbols(kind: Any) -> bool:
    """Is it a text or a member of an enumeration, or a tuple with one?"""
    if isinstance(kind, NestedType):
        return holds_symbols(kind.element)
    return has_symbol([kind]) or (isinstance(kind, types.BaseTuple) and any(map(holds_symbols, kind)))


@extend(idiom_words.place_of)  # type: ignore[untyped-decorator]
def _place_of(keys: Any, key: Any) -> Any:
    """By halving, where the keys are numbers in order."""
    if holds_symbols(keys):
        return lambda keys, key: _place_among(keys, key)

    def place(keys: Any, key: Any) -> Any:
        low, high = 0, len(keys)
        while low < high:
            middle = (low + high) // 2
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low if low < len(keys) and keys[low] == key else -1

    return place


@register_jitable  # type: ignore[untyped-decorator]
def _place_among(keys: Any, key: Any) -> Any:
    for place in range(len(keys)):
        if keys[place] == key:
            return place
    return -1


@extend(idiom_words.looked_up_or_none)  # type: ignore[untyped-decorator]
def _looked_up_or_none(keys: Any, values: Any, key: Any, nothing: Any) -> Any:
    if isinstance(key, types.NoneType):
        return lambda keys, values, key, nothing: nothing
    if not isinstance(key, types.Optional):
        return lambda keys, values, key, nothing: idiom_words.looked_up(keys, values, key)

    def found(keys: Any, values: Any, key: Any, nothing: Any) -> Any:
        if key is None:
            return nothing
        return idiom_words.looked_up(keys, values, content_of(key))

    return found


@extend(idiom_words.looked_up)  # type: ignore[untyped-decorator]
def _looked_up(keys: Any, values: Any, key: Any) -> Any:
    def found(keys: Any, values: Any, key: Any) -> Any:
        place = idiom_words.place_of(keys, key)
        if place < 0:
            raise KeyError("a key that a dictionary does not have")
        return values[place]

    return found


@extend(idiom_words.found_or)  # type: ignore[untyped-decorator]
def _found_or(keys: Any, values: Any, key: Any, default: Any) -> Any:
    def found(keys: Any, values: Any, key: Any, default: Any) -> Any:
        place = idiom_words.place_of(keys, key)
        if place < 0:
            return default
        return values[place]

    return found


@extend(idiom_words.found_or_last)  # type: ignore[untyped-decorator]
def _found_or_last(keys: Any, values: Any, key: Any) -> Any:
    def found(keys: Any, values: Any, key: Any) -> Any:
        place = idiom_words.place_of(keys, key)
        return values[place if place >= 0 else len(values) - 1]

    return found


@extend(idiom_words.set_of)  # type: ignore[untyped-decorator]
def _set_of(cells: Any) -> Any:
    if cells == TEXT:
        return lambda cells: idiom_words.set_of(each_letter(cells))

    def members(cells: Any) -> Any:
        found = []
        for cell in idiom_words.in_order(cells):
            if cell not in found:
                found.append(cell)
        return found

    return members


@extend(idiom_words.sorted_members)  # type: ignore[untyped-decorator]
def _sorted_members(cells: Any) -> Any:
    return lambda cells: primitives.sorted_of(idiom_words.set_of(cells), False)


@extend(idiom_words.union_of)  # type: ignore[untyped-decorator]
def _union_of(left: Any, right: Any) -> Any:
    if not isinstance(left, CELLS):
        return None

    def union(left: Any, right: Any) -> Any:
        found = [cell for cell in left]  # noqa: C416
        for cell in idiom_words.in_order(right):
            if cell not in found:
                found.append(cell)
        return found

    return union


@extend(idiom_words.common_of)  # type: ignore[untyped-decorator]
def _common_of(left: Any, right: Any) -> Any:
    if not isinstance(left, CELLS):
        return None
    return lambda left, right: [cell for cell in left if cell in right]


@extend(idiom_words.without)  # type: ignore[untyped-decorator]
def _without(left: Any, right: Any) -> Any:
    if not isinstance(left, CELLS):
        return None
    return lambda left, right: [cell for cell in left if cell not in right]


@extend(idiom_words.sole)  # type: ignore[untyped-decorator]
def _sole(members: Any) -> Any:
    def only(members: Any) -> Any:
        if len(members) > 1:
            raise OverflowError("one member of a set that has several: their order is Python's")
        for member in idiom_words.in_order(members):
            return member
        raise IndexError("one member of a set that has none")

    return only


@extend(idiom_words.sole_taken)  # type: ignore[untyped-decorator]
def _sole_taken(members: Any) -> Any:
    def taken(members: Any) -> Any:
        member = idiom_words.sole(members)
        members.pop()
        return member

    return taken


@extend(idiom_words.is_within)  # type: ignore[untyped-decorator]
def _is_within(left: Any, right: Any) -> Any:
    if not isinstance(left, CELLS):
        return None

    def within(left: Any, right: Any) -> Any:
        for cell in left:
            if cell not in right:
                return False
        return True

    return within


@extend(idiom_words.same_members)  # type: ignore[untyped-decorator]
def _same_members(left: Any, right: Any) -> Any:
    return lambda left, right: len(left) == len(right) and idiom_words.is_within(left, right)


@extend(idiom_words.has_set)  # type: ignore[untyped-decorator]
def _has_set(sets: Any, member: Any) -> Any:
    def found(sets: Any, member: Any) -> Any:
        for each in sets:
            if idiom_words.same_members(each, member):
                return True
        return False

    return found


@extend(idiom_words.once_given)  # type: ignore[untyped-decorator]
def _once_given(value: Any, given: Any) -> Any:
    def checked(value: Any, given: Any) -> Any:
        if not given:
            raise UnboundLocalError("a variable is read before it has a value")
        return value

    return checked


@extend(idiom_words.deeper)  # type: ignore[untyped-decorator]
def _deeper(levels: Any) -> Any:
    limit = idiom_words.LEVELS

    def counted(levels: Any) -> Any:
        if levels >= limit:
            raise RecursionError("a rule calls itself without an end")
        return levels + 1

    return counted
