"""NumPy's arrays: those of a game, which are read where they lie, and those that rules make.

        address ──▶ ┌──────────┐
                    │ data ────┼──▶ element 0, element 1, … row by row
                    │ length   │
                    │ length   │    one for each dimension
                    └──────────┘

The header of an array of the game is a row of a table that the context points to, so that the same machine
code serves games with other arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT
from zermelo.kernel.machine.types import EMPTY, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

DATA = 32
"""Where in the context the address of the table of the game's arrays lies."""
ROW = 5
"""Words of a row of that table: the address, and up to four lengths."""


class Array(Type):
    """An array of so many dimensions."""

    llvm = "ptr"
    changeable = True
    called = "an array"

    def __init__(self, element: Type, dimensions: int) -> None:
        self.element, self.dimensions = element, dimensions

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Array) and (other.element, other.dimensions) == (self.element, self.dimensions)

    def __hash__(self) -> int:
        return hash(("array", self.dimensions))

    def __repr__(self) -> str:
        return f"Array[{self.element}, {self.dimensions}]"

    def data(self, ev: Evaluator, value: Value) -> str:
        return ev.op(f"load ptr, ptr {value.ref}, align 8")

    def extent(self, ev: Evaluator, value: Value, dimension: int) -> Value:
        return Value(INT, ev.op(f"load i64, ptr {ev.at(value.ref, 1 + dimension)}, align 8"))

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return self.extent(ev, value, 0)

    def place(self, ev: Evaluator, value: Value, indices: list[Value], node: Node) -> str:
        """The number of the element, or of the first one of a row, at some indices."""
        found = ""
        for dimension in range(self.dimensions):
            length = self.extent(ev, value, dimension)
            if found:
                found = ev.op(f"mul i64 {found}, {length.ref}")
            if dimension < len(indices):
                said = f"index is out of bounds for axis {dimension}"
                place = ev.convert(ev.checked_index(indices[dimension], length, node, said), INT).ref
                found = ev.op(f"add i64 {found}, {place}") if found else place
        return found

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        from zermelo.kernel.machine.tuples import Tuple

        indices = ev.unpacked(index, ev.fixed_length(index) or 0, node) if is_tuple(index, Tuple) else [index]
        if len(indices) > self.dimensions:
            ev.fail(ev.unit.failures.of(IndexError, "too many indices for array"))
            return EMPTY
        place = self.place(ev, value, indices, node)
        address = ev.at(self.data(ev, value), place)
        if len(indices) == self.dimensions:
            return self.element.load(ev, address)
        return self.view(ev, value, address, len(indices))

    def view(self, ev: Evaluator, value: Value, address: str, outer: int) -> Value:
        """A part of the array: all that has the same first indices."""
        part = Array(self.element, self.dimensions - outer)
        head = ev.place(1 + part.dimensions)
        ev.line(f"store ptr {address}, ptr {head}, align 8")
        for dimension in range(part.dimensions):
            length = self.extent(ev, value, outer + dimension).ref
            ev.line(f"store i64 {length}, ptr {ev.at(head, 1 + dimension)}, align 8")
        return Value(part, head)

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        from zermelo.kernel.machine.tuples import Tuple

        indices = ev.unpacked(index, ev.fixed_length(index) or 0, node) if is_tuple(index, Tuple) else [index]
        if len(indices) != self.dimensions:
            raise ev.refused(node, "a row of an array that is written at once", "write its elements one by one")
        address = ev.at(self.data(ev, value), self.place(ev, value, indices, node))
        self.element.store(ev, ev.convert(new, self.element, node), address)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        if name == "shape":
            return ev.make_tuple([self.extent(ev, value, each) for each in range(self.dimensions)])
        if name == "ndim":
            return known(self.dimensions)
        if name == "size":
            size = self.extent(ev, value, 0).ref
            for each in range(1, self.dimensions):
                size = ev.op(f"mul i64 {size}, {self.extent(ev, value, each).ref}")
            return Value(INT, size)
        return super().attribute(ev, value, name, node)

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        count = self.extent(ev, value, 0).ref
        ev.count_loop("0", count, 1, lambda place: body(self.item(ev, value, place, node)), node, "array")


def is_tuple(value: Value, kind: Any) -> bool:
    return isinstance(value.known, tuple) if value.const else isinstance(value.type, kind)


def is_array(value: Any) -> bool:
    """Whether a Python object is an array that can be read where it lies."""
    return type(value).__module__ == "numpy" and 0 < getattr(value, "ndim", 0) < ROW and value.dtype.kind in "iufb"


def element_of(array: Any) -> Type:
    """The type of the elements of an array, as rules see them."""
    kind = array.dtype.kind
    if kind == "f":
        return FLOAT
    if kind == "b":
        return BOOL
    return BITS if kind == "u" and array.dtype.itemsize == 8 else INT


def array_of_game(ev: Evaluator, name: str, array: Any) -> Value:
    """An attribute of the game that is an array, read through the table of the context."""
    slot = ev.unit.data.setdefault(name, len(ev.unit.data))
    table = ev.op(f"load ptr, ptr {ev.op(f'getelementptr inbounds i8, ptr %context, i64 {DATA}')}, align 8")
    return Value(Array(element_of(array), array.ndim), ev.at(table, slot * ROW))


def table_of_arrays(game: Any, names: list[str]) -> tuple[Any, list[Any]]:
    """The table of the arrays of a game, and what must live as long as it is used."""
    import numpy as np

    table, kept = np.zeros((max(len(names), 1), ROW), np.int64), []
    for row, name in zip(table, names, strict=False):
        array = getattr(game, name)
        kind = {"f": np.float64, "u": np.uint64 if array.dtype.itemsize == 8 else np.int64}.get(array.dtype.kind, np.int64)
        kept.append(np.ascontiguousarray(array, kind))
        row[0] = kept[-1].ctypes.data
        row[1 : 1 + array.ndim] = array.shape
    return table, kept
