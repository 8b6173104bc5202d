"""Which types are ours, told by their names: the modules that define them need the words of `machine.py`."""

from __future__ import annotations

from typing import Any

from numba import types


def is_set(kind: Any) -> bool:
    """A set of the state's: its type is made of these words."""
    return type(kind).__name__ == "Members"


def is_own(kind: Any) -> bool:
    """A dictionary or an array, which have words of their own for what lists do."""
    return type(kind).__name__ in ("Table", "Grid")


def is_list(kind: Any) -> bool:
    """A list, or one of nothing yet."""
    return isinstance(kind, types.List) or type(kind).__name__ == "EmptyType"


def is_frame(kind: Any) -> bool:
    """A list in the frame of a function."""
    return type(kind).__name__ == "Frame"
