"""NumPy's arrays: those of a game, which are read where they lie, of states, and those that rules make.

The elements lie in memory as NumPy has them, so many bytes each. A value of type `Array` says where they are:
the address of the first, and of each dimension a length and a stride (bytes to the next), as far as the type
does not know them already. So a view is another value over the same memory, and an array whose shape is known
while compiling is nothing but an address.

        plain ──▶ element 0, element 1, …

        header ──▶ ┌──────────────┐
                   │ data ────────┼──▶ element 0, …
                   │ length, …    │    those that are not known
                   │ stride, …    │
                   └──────────────┘

The header of an array of the game is a row of a table that the context points to, so that the same machine
code serves games with other arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_elements import load_element
from zermelo.kernel.machine.numbers import INT
from zermelo.kernel.machine.scalars import element_type
from zermelo.kernel.machine.types import EMPTY, Call, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

WRITABLE, READ_ONLY, SHARED = 0, 1, 2
"""Whether rules may write to an array: not to one that NumPy made of bytes, nor to what all states share."""
ARRAYS = "arrays"
"""What a function that writes to arrays is noted to write to."""


class Array(Type):
    """An array; of lengths and strides None where they are not known."""

    llvm = "ptr"
    changeable = True
    called = "an array"

    def __init__(
        self, dtype: Any, lengths: Any, strides: Any, access: int = WRITABLE, ordered: bool = False
    ) -> None:
        """`ordered`: its elements lie side by side, row by row, whatever the lengths."""
        self.dtype = np.dtype(dtype)
        self.lengths, self.strides, self.access = tuple(lengths), tuple(strides), access
        self.dimensions = len(self.lengths)
        self.words = 1 + self.lengths.count(None) + self.strides.count(None)
        self.in_memory = self.words > 1
        self.ordered = ordered if self.in_memory else self.is_compact
        self.element = element_type(self.dtype)
        self.fixed_length = self.lengths[0]

    @property
    def facts(self) -> Any:
        return self.dtype, self.lengths, self.strides, self.access, self.ordered

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Array) and other.facts == self.facts

    def __hash__(self) -> int:
        return hash(self.facts)

    def __repr__(self) -> str:
        return f"Array[{self.dtype}, {'×'.join('?' if n is None else str(n) for n in self.lengths)}]"

    def is_instance(self, kind: type) -> bool:
        return issubclass(np.ndarray, kind)

    @property
    def is_compact(self) -> bool:
        """Whether the elements are known to lie side by side, row by row."""
        return lie_compact(self.dtype, self.lengths, self.strides)

    @property
    def size(self) -> int | None:
        """The number of elements where it is known."""
        return None if None in self.lengths else reduce(lambda a, b: a * b, self.lengths, 1)

    # -- memory -------------------------------------------------------------------------------

    def load(self, ev: Evaluator, address: str) -> Value:
        if self.in_memory:
            return Value(self, address)
        return Value(self, ev.op(f"load ptr, ptr {address}, align 8"))

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        if self.in_memory:
            ev.copy_words(address, value.ref, self.words)
        else:
            ev.line(f"store ptr {value.ref}, ptr {address}, align 8")

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        if not isinstance(value, np.ndarray) or self.in_memory:
            return None
        return Value(self, ev.unit.constant_data(value) if not ev.dry else "undef")

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [f"ptrtoint (ptr {ev.constant_data(value) if ev.emitting else 'null'} to i64)"]

    def join(self, unit: Any, other: Type) -> Type | None:
        if not isinstance(other, Array) or other.dtype != self.dtype or other.dimensions != self.dimensions:
            return None
        lengths = [a if a == b else None for a, b in zip(self.lengths, other.lengths, strict=True)]
        strides = [a if a == b else None for a, b in zip(self.strides, other.strides, strict=True)]
        return Array(
            self.dtype, lengths, strides, max(self.access, other.access), self.ordered and other.ordered
        )

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        source = value.type
        if (
            not isinstance(source, Array)
            or source.dtype != self.dtype
            or source.dimensions != self.dimensions
        ):
            return None
        parts = Parts.of(ev, value)
        said = ev.unit.failures.of(OverflowError, "an array of another shape than those seen")
        for given, wanted in zip(
            [*parts.lengths, *parts.strides], [*self.lengths, *self.strides], strict=True
        ):
            if wanted is not None and not (given.const and given.known == wanted):
                ev.fail_if(ev.op(f"icmp ne i64 {ev.convert(given, INT).ref}, {wanted}"), said)
        return parts.as_type(ev, self)

    # -- parts --------------------------------------------------------------------------------

    def parts_of(self, ev: Evaluator, value: Value, count: int, node: Node) -> list[Value]:
        parts = Parts.of(ev, value)
        said = ev.unit.failures.of(ValueError, f"expected {count} values to unpack")
        length = parts.lengths[0]
        if not length.const:
            ev.fail_if(ev.op(f"icmp ne i64 {length.ref}, {count}"), said)
        elif length.known != count:
            ev.fail(said)
            return [EMPTY] * count
        return [parts.first(ev, known(place)).value(ev) for place in range(count)]

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return Parts.of(ev, value).lengths[0]

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        from zermelo.kernel.machine.array_index import indexed, indices_in

        return indexed(ev, value, indices_in(ev, index, node), node)

    def items(self, ev: Evaluator, value: Value, indices: list[Value], node: Node) -> Value:
        """value[i, j:k, …]"""
        from zermelo.kernel.machine.array_index import indexed

        return indexed(ev, value, indices, node)

    def slice(self, ev: Evaluator, value: Value, bounds: list[Value], node: Node) -> Value:
        return self.items(ev, value, [Value(Slice(bounds))], node)

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        from zermelo.kernel.machine.array_index import indices_in

        self.set_items(ev, value, indices_in(ev, index, node), new, node)

    def set_items(self, ev: Evaluator, value: Value, indices: list[Value], new: Value, node: Node) -> None:
        """value[i, j:k, …] = new"""
        from zermelo.kernel.machine.array_index import write_indexed

        self.writes(ev, node)
        write_indexed(ev, value, indices, new, node)

    def writes(self, ev: Evaluator, node: Node) -> None:
        """Note that a rule writes to such an array."""
        if self.access == SHARED:
            raise ev.refused(
                node, "writing to an array that all states share", "write to a copy: array.copy()"
            )
        if self.access == READ_ONLY:
            ev.fail(ev.unit.failures.of(ValueError, "assignment destination is read-only"))
        ev.instance.writes.setdefault(ARRAYS, node)

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        parts = Parts.of(ev, value)
        count = ev.convert(parts.lengths[0], INT).ref
        ev.count_loop("0", count, 1, lambda place: body(parts.first(ev, place).value(ev)), node, "array")

    def reader(self, ev: Evaluator, value: Value, node: Node) -> tuple[str, Callable[[Value], Value]]:
        """The length, and what reads an element by its place."""
        parts = Parts.of(ev, value)
        return ev.convert(parts.lengths[0], INT).ref, lambda place: parts.first(ev, place).value(ev)

    # -- operations ---------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        parts = Parts.of(ev, value)
        said = ev.unit.failures.of(
            ValueError, "the truth value of an array with more than one element is ambiguous"
        )
        for length in parts.lengths:
            ev.fail_if(ev.op(f"icmp ne i64 {ev.convert(length, INT).ref}, 1"), said)
        return ev.truth(load_element(ev, self.dtype, parts.data))

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        from zermelo.kernel.machine.array_copies import matrix_product
        from zermelo.kernel.machine.array_loops import operate

        if operator == "matmul":
            return matrix_product(ev, left, right, node)
        return operate(ev, operator, left, right, node)

    def in_place(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        from zermelo.kernel.machine.array_copies import assign
        from zermelo.kernel.machine.array_loops import operate

        self.writes(ev, node)
        found = operate(ev, operator, left, right, node)
        if found is NotImplemented or ev.dead:
            return found
        if isinstance(found.type, Array) and not np.can_cast(found.type.dtype, self.dtype, "same_kind"):
            ev.fail(ev.unit.failures.of(TypeError, "the result of an operation in place is of another kind"))
            return left
        assign(ev, left, found, node, fresh=True)
        return left

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        from zermelo.kernel.machine.array_loops import compare

        return compare(ev, operator, left, right, node)

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        from zermelo.kernel.machine.array_loops import unary

        return unary(ev, operator, value, node)

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        from zermelo.kernel.machine.array_loops import compare
        from zermelo.kernel.machine.array_reduce import reduced

        same = compare(ev, "eq", value, item, node)
        return ev.truth(reduced(ev, "any", same, None, node)) if same is not NotImplemented else known(False)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        from zermelo.kernel.machine.array_shapes import attribute

        found = attribute(ev, value, name, node)
        return found if found is not None else super().attribute(ev, value, name, node)

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        from zermelo.kernel.machine.array_table import METHODS

        found = METHODS.get(name)
        if found is None:
            raise ev.refused(node, f"the method {name}() of an array", "write it with a loop over the array")
        return found(ev, Call([value, *call.values], call.named), node)

    def copied(self, ev: Evaluator, value: Value, deep: bool, node: Node) -> Value:
        """copy.copy(value), copy.deepcopy(value)"""
        from zermelo.kernel.machine.array_copies import fresh_copy

        return fresh_copy(ev, value, node)

    def absolute(self, ev: Evaluator, value: Value, node: Node) -> Value:
        from zermelo.kernel.machine.array_loops import unary

        return unary(ev, "abs", value, node)  # type: ignore[no-any-return]

    def same_as(self, ev: Evaluator, left: Value, right: Value, node: Node) -> Value:
        """left is right: of views NumPy makes new ones each time."""
        raise ev.refused(node, "`is` with arrays", "compare them with np.array_equal()")


class Slice(Type):
    """`low:high:step` in an index."""

    static = True
    words = 0
    called = "a slice"

    def __init__(self, bounds: list[Value]) -> None:
        self.bounds = bounds


class Parts:
    """Where an array is, while compiling: the address of its first element, lengths and strides."""

    def __init__(
        self,
        dtype: Any,
        data: str,
        lengths: list[Value],
        strides: list[Value],
        access: int = WRITABLE,
        ordered: bool = False,
    ) -> None:
        self.dtype, self.data, self.access = dtype, data, access
        self.lengths, self.strides = lengths, strides
        self.known_order = ordered

    @property
    def ordered(self) -> bool:
        """Whether the elements lie side by side, row by row."""
        return self.known_order or self.is_compact

    @classmethod
    def of(cls, ev: Evaluator, value: Value) -> Parts:
        kind = value.type
        assert isinstance(kind, Array), kind
        if not kind.in_memory:
            return cls(
                kind.dtype,
                value.ref,
                [known(n) for n in kind.lengths],
                [known(n) for n in kind.strides],
                kind.access,
                kind.ordered,
            )
        data = ev.op(f"load ptr, ptr {value.ref}, align 8")
        found, at = [], 1
        for each in (*kind.lengths, *kind.strides):
            if each is not None:
                found.append(known(each))
            else:
                found.append(Value(INT, ev.op(f"load i64, ptr {ev.at(value.ref, at)}, align 8")))
                at += 1
        return cls(
            kind.dtype, data, found[: kind.dimensions], found[kind.dimensions :], kind.access, kind.ordered
        )

    def first(self, ev: Evaluator, place: Value) -> Parts:
        """The part at a place, within the first dimension."""
        data = moved(ev, self.data, [(place, self.strides[0])])
        return Parts(self.dtype, data, self.lengths[1:], self.strides[1:], self.access, self.ordered)

    def value(self, ev: Evaluator) -> Value:
        """The array, or its only element where it has no dimension."""
        if not self.lengths:
            return load_element(ev, self.dtype, self.data)
        return self.array(ev)

    def array(self, ev: Evaluator) -> Value:
        kind = Array(
            self.dtype,
            [fixed(n) for n in self.lengths],
            [fixed(n) for n in self.strides],
            self.access,
            self.ordered,
        )
        return self.as_type(ev, kind)

    def as_type(self, ev: Evaluator, kind: Array) -> Value:
        if not kind.in_memory:
            return Value(kind, self.data)
        head = ev.place(kind.words)
        ev.line(f"store ptr {self.data}, ptr {head}, align 8")
        at = 1
        for given, wanted in zip([*self.lengths, *self.strides], [*kind.lengths, *kind.strides], strict=True):
            if wanted is None:
                ev.line(f"store i64 {ev.convert(given, INT).ref}, ptr {ev.at(head, at)}, align 8")
                at += 1
        return Value(kind, head)

    @property
    def is_compact(self) -> bool:
        """Whether the elements are known to lie side by side."""
        lengths, strides = ([fixed(n) for n in each] for each in (self.lengths, self.strides))
        return lie_compact(self.dtype, lengths, strides)

    def size(self, ev: Evaluator) -> Value:
        """The number of elements."""
        return product(ev, self.lengths)


def fixed(value: Value) -> int | None:
    return int(value.known) if value.const else None


def compact_strides(dtype: Any, lengths: Any) -> tuple[int, ...]:
    """The strides of elements side by side."""
    strides, step = [], dtype.itemsize
    for length in reversed(lengths):
        strides.append(step)
        step *= max(length, 1)
    return tuple(reversed(strides))


def lie_compact(dtype: Any, lengths: Any, strides: Any) -> bool:
    """Whether elements are known to lie side by side, row by row; the stride of one element says nothing."""
    if None in lengths:
        return False
    wanted = compact_strides(dtype, lengths)
    return all(n == 1 or a == b for n, a, b in zip(lengths, strides, wanted, strict=True))


def product(ev: Evaluator, values: list[Value]) -> Value:
    """The product of lengths."""
    found = known(1)
    for value in values:
        found = times(ev, found, value)
    return found


def times(ev: Evaluator, left: Value, right: Value) -> Value:
    if left.const and right.const:
        return known(left.known * right.known)
    for one, other in ((left, right), (right, left)):
        if one.const and one.known == 1:
            return other
    return Value(INT, ev.op(f"mul i64 {ev.convert(left, INT).ref}, {ev.convert(right, INT).ref}"))


def plus(ev: Evaluator, left: Value, right: Value) -> Value:
    if left.const and right.const:
        return known(left.known + right.known)
    return Value(INT, ev.op(f"add i64 {ev.convert(left, INT).ref}, {ev.convert(right, INT).ref}"))


def moved(ev: Evaluator, data: str, steps: list[tuple[Value, Value]]) -> str:
    """The address so many strides further on."""
    offset = known(0)
    for place, stride in steps:
        offset = plus(ev, offset, times(ev, place, stride))
    if offset.const and offset.known == 0:
        return data
    return ev.op(f"getelementptr inbounds i8, ptr {data}, i64 {ev.convert(offset, INT).ref}")


def new_array(ev: Evaluator, dtype: Any, lengths: list[Value]) -> Parts:
    """Room for a new array, its elements not yet written."""
    dtype = usable(ev, dtype)
    strides, step = [], known(dtype.itemsize)
    for length in reversed(lengths):
        strides.append(step)
        step = times(ev, step, at_least_one(ev, length))
    size = times(ev, product(ev, lengths), known(dtype.itemsize))
    if size.const:
        words: Any = max((size.known + 7) // 8, 1)
    else:
        huge = ev.unit.failures.of(MemoryError, "a rule makes a larger array than there is room for")
        for length in lengths:
            if not length.const:
                ev.fail_if(ev.op(f"icmp ugt i64 {length.ref}, {1 << 24}"), huge)
        words = ev.op(f"lshr i64 {ev.op(f'add i64 {size.ref}, 15')}, 3")
    return Parts(dtype, ev.allocate(words), lengths, strides[::-1], WRITABLE, True)


def at_least_one(ev: Evaluator, length: Value) -> Value:
    if length.const:
        return known(max(length.known, 1))
    return Value(INT, ev.op(f"call i64 @llvm.smax.i64(i64 {length.ref}, i64 1)"))


def usable(ev: Evaluator, dtype: Any) -> Any:
    """A kind of numbers that rules may compute with."""
    dtype = np.dtype(dtype)
    if dtype.kind not in "iufb" or (dtype.kind == "f" and dtype != np.float64) or not dtype.isnative:
        raise ev.refused(None, f"an array of {dtype}", "use int64, int8, bool or float64")
    return dtype
