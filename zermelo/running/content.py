"""Whether a state is as it was: equal, or of the same content whatever its own __eq__ says."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from typing import Any

from zermelo.kernel.marks import is_mark

PLAIN = (int, float, complex, str, bytes, type(None), Enum)
CONTAINERS = (tuple, list, set, frozenset)


def duplicate(thing: Any) -> Any:
    """A copy that shares nothing that could change; the thing itself where nothing could, or it has none."""
    return thing if is_plain(thing) else another(thing)


def another(thing: Any) -> Any:
    """A copy that is another object wherever there can be one: its `id` says nothing of what it equals."""
    try:
        return copy.deepcopy(thing, {id(mark): mark for mark in marks_in(thing, set())})
    except Exception:
        return thing


def marks_in(thing: Any, met: set[int]) -> Iterator[Any]:
    """The objects in it that hold nothing, such as `EMPTY = object()`: a copy would be another mark."""
    if isinstance(thing, PLAIN) or id(thing) in met:
        return
    met.add(id(thing))
    if isinstance(thing, dict):
        parts = [*thing, *thing.values()]
    else:
        parts = [*thing] if isinstance(thing, CONTAINERS) else [*held_by(thing).values()]
        if not parts and is_mark(thing):
            yield thing
    for part in parts:
        yield from marks_in(part, met)


def is_plain(thing: Any) -> bool:
    """Is it made of numbers, texts and the like in tuples, so that it is the same as whatever is equal?

    >>> is_plain((1, ("a", None))), is_plain((1, [2]))
    (True, False)
    """
    if isinstance(thing, tuple):
        kind = type(thing)
        as_usual = kind is tuple or (kind.__eq__ is tuple.__eq__ and not hasattr(thing, "__dict__"))
        return as_usual and all(map(is_plain, thing))
    return isinstance(thing, PLAIN)


def is_fixed(thing: Any) -> bool:
    """Is there nothing in it that a rule could change?"""
    if isinstance(thing, tuple):
        return all(map(is_fixed, thing))
    return isinstance(thing, (*PLAIN, frozenset))


def same(left: Any, right: Any) -> bool:
    """Equal, or of the same content where equality is not defined."""
    with contextlib.suppress(Exception):
        if left is right or bool(left == right):
            return True
    return bool(content(left) == content(right))


def content(thing: Any) -> Any:
    """What is in a state: equal for equal contents, and hashable.  Lists count as tuples.

    >>> class Square:
    ...     def __init__(self, side): self.side = side
    ...     def __eq__(self, other): return True
    >>> content(Square(1)) == content(Square(2)), content([1, (2,)]) == content((1, [2]))
    (False, True)
    """
    try:
        return inside(thing, {})
    except RecursionError:  # a chain of a thousand objects
        return repr(thing)


def inside(thing: Any, met: dict[int, int]) -> Any:
    """`met` numbers the objects and containers around this one, and all objects that were looked into."""
    if isinstance(thing, PLAIN):
        return thing if thing == thing else repr(thing)  # nan is what nan is
    if id(thing) in met:
        return "met", met[id(thing)]
    met[id(thing)] = len(met)
    if hasattr(thing, "dtype") and hasattr(thing, "tolist"):
        return inside(thing.tolist(), met)
    if isinstance(thing, (*CONTAINERS, dict)):
        found = contained(thing, met)
        del met[id(thing)]  # the same list twice is as good as two equal ones
        return found
    return type(thing).__name__, *contained(fields_of(thing), met)


def contained(things: Any, met: dict[int, int]) -> Any:
    """The contents of a container; of a dict its pairs, in no order."""
    if isinstance(things, dict):
        return tuple(sorted(((repr(key), inside(part, met)) for key, part in things.items()), key=repr))
    parts = [inside(part, met) for part in things]
    return tuple(parts) if isinstance(things, tuple | list) else frozenset(parts)


def fields_of(thing: Any) -> dict[str, Any]:
    """The attributes of an object; what it says of itself if it has none."""
    return held_by(thing) or {"": repr(thing)}


def held_by(thing: Any) -> dict[str, Any]:
    """The attributes of an object, in its __dict__ and its slots.

    What a `cached_property` has worked out is not part of it.
    """
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    found = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    held = {**getattr(thing, "__dict__", {}), **found}
    return {name: part for name, part in held.items() if not is_worked_out(type(thing), name)}


def is_worked_out(kind: type, name: str) -> bool:
    """Is an attribute of this class what a `cached_property` keeps?"""
    return isinstance(getattr(kind, name, None), cached_property)
