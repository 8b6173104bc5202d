"""Constant tuples of tuples that are too long or too uneven to stand in a unit: see `nested_type.py`."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LONG = 64
"""A flat tuple with more numbers than this is read at run time; a compiler is slow on long ones."""
MANY = 32
"""So is a tuple with more rows than this."""
WIDE = 16
"""Rows of one length up to this are tuples, longer ones are read number by number."""


@dataclass(frozen=True)
class Nested:
    """Numbers of one kind, all at one depth; `width` is the length of all the rows, 0 where they differ."""

    kind: str
    depth: int
    width: int
    rows: Any


def long_or_ragged(value: Any) -> Nested | None:
    """The constant as a nested one, if it should be one."""
    if not is_sequence(value):
        return None
    depths, rows, numbers = set[int](), list[Any](), list[Any]()
    measure(value, 1, depths, rows, numbers)
    if (
        len(depths) != 1
        or not numbers
        or any(isinstance(number, str) or number is None for number in numbers)
    ):
        return None
    depth = depths.pop()
    widths = {len(row) for row in rows}
    long = len(numbers) > LONG if depth == 1 else len(rows) > MANY
    if not long and (depth == 1 or is_even(value)):
        return None
    width = widths.pop() if depth == 2 and len(widths) == 1 else 0
    return Nested(kind_of(numbers), depth, width if width <= WIDE else 0, value)


def measure(value: Sequence[Any], depth: int, depths: set[int], rows: list[Any], numbers: list[Any]) -> None:
    """Collects the depths at which numbers are, the lowest rows, and the numbers."""
    below = [part for part in value if is_sequence(part)]
    if len(below) < len(value):
        depths.add(depth)
        rows.append(value)
    numbers += [part for part in value if not is_sequence(part)]
    for part in below:
        if len(part) == 0:
            rows.append(part)
        measure(part, depth + 1, depths, rows, numbers)


def is_even(value: Any) -> bool:
    """Have all parts at each level the same length?"""
    if not all(is_sequence(part) for part in value):
        return True
    shapes = {len(part) for part in value}
    return (
        len(shapes) <= 1
        and all(is_even(part) for part in value)
        and len({depths(part) for part in value}) <= 1
    )


def depths(value: Any) -> tuple[Any, ...]:
    return tuple(depths(part) if is_sequence(part) else () for part in value)


def is_sequence(value: Any) -> bool:
    return isinstance(value, tuple | list)


def kind_of(numbers: list[Any]) -> str:
    if any(isinstance(number, float) or getattr(number, "dtype", None) == "float64" for number in numbers):
        return "f8"
    bits = any(type(number).__name__ == "Bits" or int(number) >= 1 << 63 for number in numbers)
    return "u8" if bits else "i8"


def nested_array(array: Any) -> Nested:
    from zermelo.kernel.compiler.emit import array_kind

    return Nested(array_kind(array), array.ndim, 0, array.tolist())


def serialized(nested: Nested | None) -> Any:
    """The words that `nested_type.py` reads."""
    import numpy as np

    assert nested is not None

    words: list[int] = []

    def place(rows: Any, depth: int) -> int:
        node = len(words)
        words.extend([len(rows), *[0] * len(rows)])
        for index, row in enumerate(rows):
            words[node + 1 + index] = place(row, depth - 1) if depth > 1 else word_of(row, nested.kind)
        return node

    place(nested.rows, nested.depth)
    return np.array(words, np.int64)


def word_of(number: Any, kind: str) -> int:
    if kind == "f8":
        return int(struct.unpack("<q", struct.pack("<d", number))[0])
    whole = int(number)
    return whole - (1 << 64) if whole >> 63 == 1 else whole
