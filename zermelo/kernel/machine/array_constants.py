"""Arrays of Python's that machine code reads: those of a game, and constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.arrays import SHARED, Array, Parts, compact_strides, usable
from zermelo.kernel.machine.types import Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

DATA = 32
"""Where in the context the address of the table of the game's arrays lies."""
DIMENSIONS = 4
"""Dimensions that an array of the game may have."""
ROW = 2 * DIMENSIONS
"""Words of a row of that table: the address, lengths, and strides but the last one."""
LARGE = 4096
"""Bytes from which on a constant array is read where it lies."""


def is_array(value: Any) -> bool:
    """Whether a Python object is an array that machine code can read."""
    return type(value) is np.ndarray and 0 < value.ndim <= DIMENSIONS and value.dtype.kind in "iufb"


def array_of_game(ev: Evaluator, name: Any, array: Any) -> Value:
    """An array of the game, or a large constant, read through the table of the context."""
    slot = ev.unit.data.setdefault(name, len(ev.unit.data))
    table = ev.op(f"load ptr, ptr {ev.op(f'getelementptr inbounds i8, ptr %context, i64 {DATA}')}, align 8")
    dtype = usable(ev, array.dtype)
    strides = [*[None] * (array.ndim - 1), dtype.itemsize]
    kind = Array(dtype, [None] * array.ndim, strides, SHARED, True)
    return Value(kind, ev.at(table, slot * ROW))


def constant_array(ev: Evaluator, array: Any) -> Value:
    """A constant array: in the text, or read where it lies where it is large."""
    kind = constant_type(array)
    usable(ev, array.dtype)
    if array.nbytes > LARGE and hasattr(ev.unit, "data"):
        ev.unit.facts["array", id(array)] = array
        found = Parts.of(ev, array_of_game(ev, LargeConstant(array), array))
        lengths, strides = ([known(n) for n in each] for each in (kind.lengths, kind.strides))
        return Parts(kind.dtype, found.data, lengths, strides, SHARED).array(ev)
    return Value(kind, ev.unit.constant_data(array))


def constant_type(array: Any) -> Array:
    return Array(array.dtype, array.shape, compact_strides(array.dtype, array.shape), SHARED)


class LargeConstant:
    """A constant array, as a key of the table."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LargeConstant) and other.array is self.array

    def __hash__(self) -> int:
        return id(self.array)


def table_of_arrays(game: Any, names: list[Any]) -> tuple[Any, list[Any]]:
    """The table of the arrays of a game, and what must live as long as it is used."""
    table, kept = np.zeros((max(len(names), 1), ROW), np.int64), []
    for row, name in zip(table, names, strict=False):
        array = np.ascontiguousarray(name.array if isinstance(name, LargeConstant) else getattr(game, name))
        kept.append(array)
        header = [array.ctypes.data, *array.shape, *array.strides[:-1]]
        row[: len(header)] = header
    return table, kept
