"""Which types are ours, told by their names: the modules that define them need the words of `machine.py`."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.errors import TypingError


def is_set(kind: Any) -> bool:
    """A set of the state's: its type is made of these words."""
    return type(kind).__name__ == "Members"


def is_series(kind: Any) -> bool:
    """A tuple of any length, as a state keeps it."""
    return type(kind).__name__ == "Series"


def is_wide(kind: Any) -> bool:
    """A whole number of more than 64 bits."""
    return type(kind).__name__ == "Wide"


def is_own(kind: Any) -> bool:
    """A dictionary or an array, which have words of their own for what lists do."""
    return type(kind).__name__ == "Grid" or is_dictionary(kind)


def is_dictionary(kind: Any) -> bool:
    """One of any kind: a Counter, a defaultdict."""
    return "Table" in [each.__name__ for each in type(kind).__mro__]


def is_list(kind: Any) -> bool:
    """A list, or one of nothing yet."""
    return isinstance(kind, types.List) or type(kind).__name__ == "EmptyType"


def refuse_lists(kind: Any) -> None:
    """A key is made of numbers: a list of its own is given back before anybody reads it."""
    if is_list(kind):
        said = "a key with a tuple of any length in it: give a number, or leave key, position and hashed out"
        raise TypingError(f"zermelo: {said}")
    for part in kind if isinstance(kind, types.BaseTuple) else ():
        refuse_lists(part)


def is_frame(kind: Any) -> bool:
    """A list in the frame of a function."""
    return type(kind).__name__ == "Frame"
