"""Marks: objects that hold nothing and equal nothing but themselves, such as `EMPTY = object()`."""

from __future__ import annotations

from typing import Any

MET: dict[int, tuple[Any, int]] = {}
"""Marks that were met, by `id`, each with its number; kept, so that no other object gets that `id`."""


def is_mark(value: Any) -> bool:
    """Whether an object that holds nothing equals nothing but itself.

    >>> is_mark(object()), is_mark(1), is_mark(len)
    (True, False, False)
    """
    own_equality = getattr(type(value), "__eq__", None) is not object.__eq__
    return not own_equality and repr(value) == object.__repr__(value)


def number_of_mark(mark: Any) -> int:
    """The number of a mark: how many others were met before it in this process."""
    return MET.setdefault(id(mark), (mark, len(MET)))[1]
