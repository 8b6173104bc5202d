"""Constant tuples: those too long or too uneven to stand in a unit, and tables that rules look things up in.

How a machine reads them: see `nested_type.py`.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.wide_shape import is_wide, split
from zermelo.kernel.symbols import MEMBERS, TEXTS, is_plain_enum, is_short, member_word, tag_of, text_word

LONG = 64
"""A flat tuple with more numbers than this is read at run time; a compiler is slow on long ones."""
MANY = 32
"""So is a tuple with more rows than this."""
WIDE = 16
"""Rows of one shape with up to so many numbers are tuples, larger ones are read number by number."""
HELD = 1024
"""A constant of up to so many words lies in the code, where the compiler sees what it is; a larger one is
read from the run."""
SHORT = 8
"""Up to so many numbers are a handful of comparisons; a longer row, or rows, are a table in memory."""


@dataclass(frozen=True)
class Nested:
    """Numbers or symbols of one kind, all at one depth; `row` is the shape of all rows that are tuples."""

    kind: str
    depth: int
    row: tuple[int, ...]
    rows: Any
    bounds: tuple[int, int] | None = None
    """The least number and the largest, of whole numbers."""

    @property
    def type(self) -> str:
        """What the machine knows of it, as text."""
        return f"{self.kind!r}, {self.depth}, {self.row}, {self.bounds}"

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The words that `nested_type.py` reads."""
        return tuple(serialized(self).tolist())

    @property
    def is_held(self) -> bool:
        """Does it lie in the code?"""
        return len(self.words) <= HELD


def long_or_ragged(value: Any, wide: int = 0) -> Nested | None:
    """The constant as a nested one, if it should be one; numbers that do not fit in 64 bits have `wide`."""
    if not is_sequence(value):
        return None
    depths, rows, numbers = set[int](), list[Any](), list[Any]()
    measure(value, 1, depths, rows, numbers)
    if len(depths) != 1 or not numbers:
        return None
    depth = depths.pop()
    if symbols := symbol_kind(numbers):
        ragged = depth > 1 and not is_even(value)
        return Nested(symbols, depth, row_shape(value, depth), value) if ragged else None
    if any(is_symbol(number) or number is None for number in numbers):
        return None
    long = len(numbers) > LONG if depth == 1 else len(rows) > MANY
    beyond = wide > 0 and is_wide(numbers)
    if not long and not beyond and (depth == 1 or is_even(value)):
        return None
    kind = f"w{wide // 64}" if beyond else kind_of(numbers)
    bounds = (int(min(numbers)), int(max(numbers))) if kind == "i8" else None
    return Nested(kind, depth, row_shape(value, depth), value, bounds)


def is_symbol(value: Any) -> bool:
    """A text, or a member of an enumeration?"""
    return isinstance(value, str) or is_plain_enum(type(value))


def symbol_kind(values: list[Any]) -> str:
    """What texts of one word are called here, and members of one enumeration; "" of anything else."""
    if all(isinstance(value, str) and is_short(value) for value in values):
        return TEXTS
    kinds = {type(value) for value in values}
    if len(kinds) > 1 or not is_plain_enum(kind := kinds.pop()):
        return ""
    return f"{MEMBERS} {tag_of(kind)} {kind.__name__}"


def row_shape(value: Sequence[Any], depth: int) -> tuple[int, ...]:
    """The shape that all rows have, counted from as high a level as leaves them small."""
    shape, parts, lengths = tuple[int, ...](), [value], list[set[int]]()
    for _ in range(depth - 1):
        parts = [inner for part in parts for inner in part]
        lengths.append({len(part) for part in parts})
    for level in reversed(lengths):
        if len(level) > 1 or math.prod(level) * math.prod(shape) > WIDE:
            break
        shape = (*level, *shape)
    return shape


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


def is_table(value: Any) -> bool:
    """A row, or rows of one length, of numbers of one kind?"""
    if type(value) is not tuple or len(value) == 0:
        return False
    rows = value if is_sequence(value[0]) else (value,)
    if any(type(row) is not tuple or len(row) != len(rows[0]) for row in rows):
        return False
    numbers = [number for row in rows for number in row]
    plain = all(isinstance(number, int | float) and type(number) is not bool for number in numbers)
    return plain and len(numbers) > SHORT and len({kind_of([number]) for number in numbers}) == 1


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


def array_kind(value: Any) -> str:
    if value.ndim not in (1, 2, 3):
        raise CannotCompile(f"an array of {value.ndim} dimensions", "use at most three")
    if value.dtype.kind in "ib":
        return "i8"
    if value.dtype.kind == "u":
        return "u8" if value.dtype.itemsize == 8 else "i8"
    if value.dtype.kind == "f":
        return "f8"
    raise CannotCompile(f"an array of {value.dtype}", "use an array of integers or floats")


def nested_array(array: Any) -> Nested:
    return Nested(array_kind(array), array.ndim, (), array.tolist())


def serialized(nested: Nested | None) -> Any:
    """The words that `nested_type.py` reads."""
    import numpy as np

    assert nested is not None

    words: list[int] = []

    def place(rows: Any, depth: int) -> int:
        node = len(words)
        if depth == 1:
            words.extend([len(rows), *(word for number in rows for word in words_of(number, nested.kind))])
            return node
        words.extend([len(rows), *[0] * len(rows)])
        for index, row in enumerate(rows):
            words[node + 1 + index] = place(row, depth - 1)
        return node

    place(nested.rows, nested.depth)
    return np.array(words, np.int64)


def words_of(number: Any, kind: str) -> list[int]:
    """A number or symbol of this kind, in as many words as one takes."""
    if kind == TEXTS or kind.startswith(MEMBERS):
        return [text_word(number) if kind == TEXTS else member_word(number)]
    if kind == "f8":
        return [int(struct.unpack("<q", struct.pack("<d", number))[0])]
    whole = int(number)
    if kind in ("i8", "u8"):
        return [whole - (1 << 64) if whole >> 63 == 1 else whole]
    return split(whole, int(kind.removeprefix("w")))
