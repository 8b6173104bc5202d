"""Constant tuples of tuples at run time: long ones, ragged ones, and NumPy arrays by the row.

A nested tuple is one array of words.  A node is its length, then its elements: numbers at the
lowest level, above it the places of the nodes below.  So rows may be of any length.

    ((5, 6), (), (7,))  ->  3  4 7 8 | 2 5 6 | 0 | 1 7
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, overload, register_model

from zermelo.kernel.run import ROW

WORD = ir.IntType(64)
NUMBERS = {"i8": types.int64, "u8": types.uint64, "f8": types.float64}


class NestedType(types.SimpleIterableType):  # type: ignore[misc]
    """`depth` levels above numbers of one kind; rows of one `width` are tuples (0: they are nested again)."""

    def __init__(self, kind: str, depth: int, width: int) -> None:
        self.kind, self.depth, self.width = kind, depth, width
        super().__init__(f"Nested({kind}, {depth}, {width})", NestedIterator(self))

    @property
    def element(self) -> Any:
        if self.depth == 1:
            return NUMBERS[self.kind]
        if self.depth == 2 and self.width:
            return types.UniTuple(NUMBERS[self.kind], self.width)
        return NestedType(self.kind, self.depth - 1, self.width if self.depth > 2 else 0)


class NestedIterator(types.SimpleIteratorType):  # type: ignore[misc]
    def __init__(self, nested: NestedType) -> None:
        self.nested = nested
        super().__init__(f"iterator({nested.kind}, {nested.depth}, {nested.width})", nested.element)


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
    pointer = builder.inttoptr(base, kind.as_pointer())
    return builder.load(builder.gep(pointer, [place]))


def element_at(target: Any, builder: Any, kind: NestedType, value: Any, index: Any) -> Any:
    """The element, with no question whether it exists."""
    nested = target.make_helper(builder, kind, value)
    place = builder.add(builder.add(nested.node, WORD(1)), index)
    if kind.depth == 1:
        return word_at(builder, nested.base, place, ir.DoubleType() if kind.kind == "f8" else WORD)
    node = word_at(builder, nested.base, place)
    below = target.make_helper(builder, NestedType(kind.kind, kind.depth - 1, 0))
    below.base, below.node = nested.base, node
    if not isinstance(kind.element, types.UniTuple):
        inner = target.make_helper(builder, kind.element)
        inner.base, inner.node = nested.base, node
        return inner._getvalue()
    flat = NestedType(kind.kind, 1, 0)
    parts = [element_at(target, builder, flat, below._getvalue(), WORD(i)) for i in range(kind.width)]
    return target.make_tuple(builder, kind.element, parts)


def opener(kind: str, depth: int, width: int) -> Any:
    """`open(data, slot)`: the nested tuple that lies in this slot of the run's data."""
    made = NestedType(kind, depth, width)

    @intrinsic  # type: ignore[untyped-decorator]
    def open_nested(context: Any, data: Any, slot: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            nested = target.make_helper(builder, made)
            nested.base = word_at(builder, arguments[0], builder.mul(arguments[1], WORD(ROW)))
            nested.node = WORD(0)
            return nested._getvalue()

        return made(types.int64, types.int64), generate

    return open_nested


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
