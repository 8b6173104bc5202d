"""Constant tuples of tuples at run time: long ones, ragged ones, and NumPy arrays by the row.

A nested tuple is one array of words.  A node is its length, then its elements: numbers at the
lowest level, above it the places of the nodes below.  So rows may be of any length.  A wide number is
several words.

    ((5, 6), (), (7,))  ->  3  4 7 8 | 2 5 6 | 0 | 1 7

A constant tuple that stands in the unit is made anew by Numba, number by number, wherever it is indexed:
a table lies where it is.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, overload, register_model

from zermelo.kernel.compiler.descriptions import is_whole
from zermelo.kernel.compiler.machine import raise_if
from zermelo.kernel.compiler.symbol_type import TEXT, Symbol
from zermelo.kernel.compiler.wide_type import Wide, put_together
from zermelo.kernel.run import ROW
from zermelo.kernel.symbols import MEMBERS, TEXTS

WORD = ir.IntType(64)
LARGEST = (1 << 63) - 1
NUMBERS = {"i8": types.int64, "u8": types.uint64, "f8": types.float64, TEXTS: TEXT}


def number_type(kind: str) -> Any:
    if kind.startswith(MEMBERS):
        _, tag, called = kind.split()
        return Symbol(called, int(tag))
    return NUMBERS.get(kind) or Wide(64 * size_of(kind))


def size_of(kind: str) -> int:
    """How many words a number of this kind takes."""
    return int(kind.removeprefix("w")) if kind.startswith("w") else 1


class NestedType(types.SimpleIterableType):  # type: ignore[misc]
    """`depth` levels above numbers of one kind; rows of one shape, `row`, are tuples."""

    def __init__(self, kind: str, depth: int, row: tuple[int, ...], bounds: tuple[int, int] | None) -> None:
        self.kind, self.depth, self.row, self.bounds = kind, depth, row, bounds
        self.text = f"{kind}, {depth}, {row}, {bounds}"
        super().__init__(f"Nested({self.text})", NestedIterator(self))

    @property
    def element(self) -> Any:
        if len(self.row) == self.depth - 1:
            return tuple_type(number_type(self.kind), self.row)
        return NestedType(self.kind, self.depth - 1, self.row, self.bounds)


def tuple_type(element: Any, shape: tuple[int, ...]) -> Any:
    """Tuples of tuples of such elements; of no shape at all, the element."""
    return types.UniTuple(tuple_type(element, shape[1:]), shape[0]) if shape else element


class NestedIterator(types.SimpleIteratorType):  # type: ignore[misc]
    def __init__(self, nested: NestedType) -> None:
        self.nested = nested
        super().__init__(f"iterator({nested.text})", nested.element)


@register_model(NestedType)
class NestedModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("base", types.int64), ("node", types.int64)])


@register_model(NestedIterator)
class NestedIteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("index", types.EphemeralPointer(types.int64)), ("nested", kind.nested)]
        super().__init__(manager, kind, members)


def word_at(builder: Any, base: Any, place: Any, kind: Any = WORD) -> Any:
    """A word that nobody writes to."""
    pointer = builder.inttoptr(base, kind.as_pointer())
    found = builder.load(builder.gep(pointer, [place]))
    found.set_metadata("invariant.load", builder.module.add_metadata([]))
    return found


def number_at(builder: Any, kind: NestedType, base: Any, place: Any) -> Any:
    """A number, and between which it is: what it is an index of need not look."""
    if kind.kind.startswith("w"):
        words = [word_at(builder, base, builder.add(place, WORD(i))) for i in range(size_of(kind.kind))]
        return put_together(builder, words)
    found = word_at(builder, base, place, ir.DoubleType() if kind.kind == "f8" else WORD)
    if kind.bounds:
        low, high = kind.bounds
        beyond = high + 1 if high < LARGEST else -LARGEST - 1
        found.set_metadata("range", builder.module.add_metadata([WORD(low), WORD(beyond)]))
    return found


def element_at(target: Any, builder: Any, kind: NestedType, value: Any, index: Any) -> Any:
    """The element, with no question whether it exists."""
    nested = target.make_helper(builder, kind, value)
    if kind.depth == 1:
        index = builder.mul(index, WORD(size_of(kind.kind)))
    place = builder.add(builder.add(nested.node, WORD(1)), index)
    if kind.depth == 1:
        return number_at(builder, kind, nested.base, place)
    node = word_at(builder, nested.base, place)
    if isinstance(kind.element, types.UniTuple):
        return row_at(target, builder, kind, nested.base, node, kind.row)
    inner = target.make_helper(builder, kind.element)
    inner.base, inner.node = nested.base, node
    return inner._getvalue()


def row_at(target: Any, builder: Any, kind: NestedType, base: Any, node: Any, shape: tuple[int, ...]) -> Any:
    """The tuple whose node this is; the nodes below follow it one by one."""
    length, *below = shape
    size = size_of(kind.kind)
    first, step = (1 + length, words_of(tuple(below), size)) if below else (1, size)
    places = [builder.add(node, WORD(first + index * step)) for index in range(length)]
    made = tuple_type(number_type(kind.kind), shape)
    if not below:
        return target.make_tuple(builder, made, [number_at(builder, kind, base, place) for place in places])
    rows = [row_at(target, builder, kind, base, place, tuple(below)) for place in places]
    return target.make_tuple(builder, made, rows)


def words_of(shape: tuple[int, ...], size: int) -> int:
    """How many words a tuple of this shape takes, whose numbers take `size` words each."""
    return 1 + shape[0] * (1 + words_of(shape[1:], size) if shape[1:] else size)


def opener(kind: str, depth: int, row: tuple[int, ...] = (), bounds: Any = None) -> Any:
    """`open(data, slot)`: the nested tuple that lies in this slot of the run's data."""
    made = NestedType(kind, depth, row, bounds)

    @intrinsic  # type: ignore[untyped-decorator]
    def open_nested(context: Any, data: Any, slot: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base = word_at(builder, arguments[0], builder.mul(arguments[1], WORD(ROW)))
            return opened(target, builder, made, base)

        return made(types.int64, types.int64), generate

    return open_nested


def holder(words: tuple[int, ...], kind: str, depth: int, row: tuple[int, ...], bounds: Any) -> Any:
    """`open()`: the nested tuple of these words, which lie in the code: LLVM knows them."""
    made = NestedType(kind, depth, row, bounds)
    held = ir.Constant(ir.ArrayType(WORD, len(words)), list(words))

    @intrinsic  # type: ignore[untyped-decorator]
    def open_nested(context: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base = builder.ptrtoint(cgutils.global_constant(builder, "nested", held), WORD)
            return opened(target, builder, made, base)

        return made(), generate

    return open_nested


def opened(target: Any, builder: Any, made: NestedType, base: Any) -> Any:
    """The whole of a nested tuple whose words begin here."""
    nested = target.make_helper(builder, made)
    nested.base, nested.node = base, WORD(0)
    return nested._getvalue()


@intrinsic  # type: ignore[untyped-decorator]
def _length(context: Any, nested: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = target.make_helper(builder, nested, arguments[0])
        return word_at(builder, value.base, value.node)

    return types.int64(nested), generate


@intrinsic  # type: ignore[untyped-decorator]
def _element(context: Any, nested: Any, index: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return element_at(target, builder, nested, *arguments)

    return nested.element(nested, types.int64), generate


@overload(len, strict=False)  # type: ignore[untyped-decorator]
def _len(nested: Any) -> Any:
    return (lambda nested: _length(nested)) if isinstance(nested, NestedType) else None


@overload(operator.getitem, strict=False)  # type: ignore[untyped-decorator]
def _getitem(nested: Any, index: Any) -> Any:
    if not isinstance(nested, NestedType) or not isinstance(
        index, types.Integer | types.Boolean | types.IntEnumMember
    ):
        return None

    def found(nested: Any, index: Any) -> Any:
        length = _length(nested)
        place = index + length if index < 0 else index
        if place < 0 or place >= length:
            raise IndexError("index outside a table")
        return _element(nested, place)

    return found


@overload(operator.contains, strict=False)  # type: ignore[untyped-decorator]
def _contains(nested: Any, value: Any) -> Any:
    if not isinstance(nested, NestedType):
        return None

    def found(nested: Any, value: Any) -> Any:
        for element in nested:
            if element == value:
                return True
        return False

    return found


@lower_builtin("getiter", NestedType)  # type: ignore[untyped-decorator]
def _iterate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = target.make_helper(builder, signature.return_type)
    iterator.index = cgutils.alloca_once_value(builder, WORD(0))
    iterator.nested = arguments[0]
    return iterator._getvalue()


@lower_builtin("iternext", NestedIterator)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def _next(target: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = target.make_helper(builder, kind, arguments[0])
    nested = target.make_helper(builder, kind.nested, iterator.nested)
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, word_at(builder, nested.base, nested.node))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(element_at(target, builder, kind.nested, iterator.nested, index))
        builder.store(builder.add(index, WORD(1)), iterator.index)


# -- tables ----------------------------------------------------------------------------------------


def reader(table: Any) -> Any:
    """`read(i)` or `read(i, j)`: a number of a constant tuple, or of a tuple of rows of one length."""
    rows = table if isinstance(table[0], tuple) else (table,)
    numbers = [number for row in rows for number in row]
    held = typeof(numbers[0])
    element = ir.DoubleType() if held == types.float64 else WORD
    given = [float(number) if held == types.float64 else int(number) for number in numbers]
    words = ir.Constant(ir.ArrayType(element, len(given)), given)
    sides = (len(rows), len(rows[0])) if rows is table else (len(table),)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *row, column = (
            within(target, builder, index, kind, side)
            for index, kind, side in zip(arguments, signature.args, sides, strict=True)
        )
        place = builder.add(builder.mul(row[0], WORD(len(rows[0]))), column) if row else column
        base = cgutils.global_constant(builder, "table", words)
        return builder.load(builder.gep(base, [WORD(0), place]))

    @intrinsic  # type: ignore[untyped-decorator]
    def one(context: Any, index: Any) -> Any:
        return held(index_type(index)), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def two(context: Any, row: Any, column: Any) -> Any:
        return held(index_type(row), index_type(column)), generate

    return two if rows is table else one


def index_type(kind: Any) -> Any:
    """What an index is taken as; a fraction is none."""
    if not is_whole(kind):
        raise TypingError("zermelo: an index is a whole number")
    return types.uint64 if kind == types.uint64 else types.int64


def within(target: Any, builder: Any, index: Any, kind: Any, length: int) -> Any:
    """The place that an index means, which may count from the end; an error where there is none."""
    if kind == types.int64:
        negative = builder.icmp_signed("<", index, WORD(0))
        index = builder.select(negative, builder.add(index, WORD(length)), index)
    outside = builder.icmp_unsigned(">=", index, WORD(length))
    raise_if(target, builder, outside, IndexError, "tuple index out of range")
    return index
