"""What a unit was made from: everything that was read outside the text, to be read again and compared.

A parameter, a constant, a helper or a rule that is another one now means a new lowering.  This is asked
before every search, so each thing is read once, however often the text mentions it.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.kernel.compiler.syntax import is_constant

Reader = Callable[[Any], Any]
"""Reads a thing again, for a game of the same class."""


class Witnesses:
    """How to read again all that was read, and what it was, by where it is."""

    def __init__(self) -> None:
        self.seen: dict[Any, tuple[Reader, Any]] = {}

    def __iter__(self) -> Iterator[tuple[Reader, Any]]:
        return iter(self.seen.values())

    def note(self, reader: Reader, value: Any, *place: Any) -> None:
        """`place` tells it from all else; objects by their ids, since the reader keeps them alive."""
        self.seen.setdefault(place, (reader, value))

    def testimony(self) -> Testimony:
        """What was read, as it is now."""
        return Testimony(self)


class Testimony:
    """What was read once, kept for comparison."""

    def __init__(self, witnesses: Witnesses) -> None:
        self.read = [(reader, snapshot(value)) for reader, value in witnesses]

    def holds(self, game: Any) -> bool:
        """Is all of it still the same for this game?"""
        return all((now := reader(game)) is before or unchanged(now, before) for reader, before in self.read)


def snapshot(value: Any) -> Any:
    """What a value is compared with later: of an array only its kind, its numbers are read at run time."""
    if type(value).__name__ == "ndarray":
        return ("ndarray", value.dtype.str, value.ndim)
    if isinstance(value, dict | set):
        return copy.deepcopy(value)
    return copy.deepcopy(value) if isinstance(value, list | tuple) and is_constant(value) else value


def unchanged(now: Any, before: Any) -> bool:
    """Is this what it was?"""
    if isinstance(now, dict | set):
        return type(now) is type(before) and now == before and list(now) == list(before)
    if now is before:
        return True
    if type(now).__name__ == "ndarray":
        return bool(snapshot(now) == before)
    if inspect.ismethod(now) and inspect.ismethod(before):
        return now.__func__ is before.__func__
    if inspect.isbuiltin(now):
        return bool(now == before)  # the method of the same object, which is read and compared itself
    if isinstance(now, list | tuple) and type(now) is type(before) and len(now) == len(before):
        return all(unchanged(*pair) for pair in zip(now, before, strict=True))
    return type(now) is type(before) and is_constant(now) and bool(now == before)
