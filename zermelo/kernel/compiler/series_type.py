"""The compiled world's tuples of any length: a list in the rules, a series in a state (`series_shape.py`).

A state is kept where no list lives long enough, so its tuples of any length are a length and room for so
many elements.  A rule that is given one opens it: what it sees is a list, as every tuple is whose length only
a search knows.  What becomes a state, or an action, is closed again, unless there is no room for it.

Tuples of different lengths that meet in one variable are such a list, too.

Importing this module changes Numba for the whole process, so only the child that compiles ever does.
"""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_cast
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic, models, register_model

from zermelo.kernel import idiom_words
from zermelo.kernel.compiler.machine import WORD, convert, extend, raise_if
from zermelo.kernel.compiler.own_types import is_series
from zermelo.kernel.compiler.symbol_type import Letters

TOO_LONG = "a tuple is longer than those of the first games, and has no room"


class Series(types.Type):  # type: ignore[misc]
    """A tuple of elements of this type, and how many there may be."""

    def __init__(self, element: Any, most: int) -> None:
        self.element, self.most = element, most
        super().__init__(f"Series({element}, {most})")

    @property
    def cells(self) -> Any:
        return types.UniTuple(self.element, self.most)


@register_model(Series)
class SeriesModel(models.StructModel):  # type: ignore[misc]
    """The elements beyond its length are all zero, so that equal ones are equal word by word."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("length", types.int64), ("cells", kind.cells)])


@intrinsic  # type: ignore[untyped-decorator]
def series(context: Any, length: Any, cells: Any) -> Any:
    """A series of this length, from all the elements that there is room for."""
    made = Series(cells.dtype, len(cells))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return put_together(target, builder, made, *arguments)

    return made(types.int64, cells), generate


def put_together(target: Any, builder: Any, kind: Series, length: Any, cells: Any) -> Any:
    found = cgutils.create_struct_proxy(kind)(target, builder)
    found.length, found.cells = length, cells
    return found._getvalue()


@intrinsic  # type: ignore[untyped-decorator]
def length_in(context: Any, given: Any) -> Any:
    """How many elements a series has."""
    return types.int64(given), lambda target, builder, signature, arguments: builder.extract_value(
        arguments[0], 0
    )


@intrinsic  # type: ignore[untyped-decorator]
def cells_in(context: Any, given: Any) -> Any:
    """All that there is room for."""
    return given.cells(given), lambda target, builder, signature, arguments: builder.extract_value(
        arguments[0], 1
    )


# -- open, as rules see them -------------------------------------------------------------------------


def opened_type(kind: Any) -> Any:
    """The type of a state or an action where its series are lists."""
    if is_series(kind):
        return types.List(opened_type(kind.element))
    if isinstance(kind, types.Optional):
        return types.Optional(opened_type(kind.type))
    if not isinstance(kind, types.BaseTuple) or isinstance(kind, Letters):
        return kind
    parts = [opened_type(part) for part in kind]
    if parts == list(kind):
        return kind
    return types.BaseTuple.from_types(parts, getattr(kind, "instance_class", None))


@intrinsic  # type: ignore[untyped-decorator]
def opened(context: Any, value: Any) -> Any:
    """A state or an action with lists in the place of its series."""
    wanted = opened_type(value)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return convert(target, builder, arguments[0], value, wanted)

    return wanted(value), generate


def to_list(target: Any, builder: Any, value: Any, given: Any, declared: Any) -> Any:
    """A series or a tuple as a list of this type."""
    if isinstance(given, types.BaseTuple):
        length, place = WORD(len(given)), None
        parts = [builder.extract_value(value, index) for index in range(len(given))]
    else:
        length, place = builder.extract_value(value, 0), cgutils.alloca_once(builder, value.type)
        builder.store(value, place)
    found = ListInstance.allocate(target, builder, declared, length)
    found.size = length
    if place is None:
        for index, (part, kind) in enumerate(zip(parts, given, strict=True)):
            found.inititem(WORD(index), convert(target, builder, part, kind, declared.dtype), incref=False)
        return found.value
    with cgutils.for_range(builder, length) as loop:
        cell = builder.load(builder.gep(place, [WORD(0), cgutils.int32_t(1), loop.index], inbounds=True))
        cell = convert(target, builder, cell, given.element, declared.dtype)
        found.inititem(loop.index, cell, incref=False)
    return found.value


# -- closed, as a state keeps them -------------------------------------------------------------------


def to_series(target: Any, builder: Any, value: Any, given: Any, declared: Series) -> Any:
    """What stands for a tuple as a series of this type; an error where there is no room for it."""
    if is_series(given):
        cells = convert(target, builder, builder.extract_value(value, 1), given.cells, declared.cells)
        return put_together(target, builder, declared, builder.extract_value(value, 0), cells)
    if not isinstance(given, types.List | types.BaseTuple):  # a list of nothing yet
        return target.get_constant_null(declared)
    if isinstance(given, types.BaseTuple):
        wanted = types.List(opened_type(declared.element))
        value, given = to_list(target, builder, value, given, wanted), wanted
    return from_cells(target, builder, ListInstance(target, builder, given, value), given, declared)


def from_cells(target: Any, builder: Any, cells: ListInstance, given: Any, declared: Series) -> Any:
    raise_if(
        target,
        builder,
        builder.icmp_signed(">", cells.size, WORD(declared.most)),
        OverflowError,
        TOO_LONG,
    )
    kind = target.get_value_type(declared)
    place = cgutils.alloca_once(builder, kind)
    builder.store(cgutils.get_null_value(kind), place)
    builder.store(cells.size, builder.gep(place, [WORD(0), cgutils.int32_t(0)], inbounds=True))
    with cgutils.for_range(builder, cells.size) as loop:
        cell = convert(target, builder, cells.getitem(loop.index), given.dtype, declared.element)
        builder.store(cell, builder.gep(place, [WORD(0), cgutils.int32_t(1), loop.index], inbounds=True))
    return builder.load(place)


# -- tuples of different lengths ---------------------------------------------------------------------


def is_plain_tuple(kind: Any) -> bool:
    named = isinstance(kind, types.BaseNamedTuple | Letters)
    return isinstance(kind, types.BaseTuple) and not named


def list_like(context: Any, cells: list[Any]) -> Any:
    """The type of lists in which all these may be; None where there is none."""
    if not cells:
        return None
    found = reduce(lambda one, other: one and context.unify_pairs(one, other), map(types.unliteral, cells))
    return found and types.List(found)


def _unify_tuple(self: Any, context: Any, other: Any) -> Any:
    kind = types.UniTuple if isinstance(self, types.UniTuple) else types.Tuple  # which Letters are
    found = _unify_before[kind](self, context, other)
    if found is not None or not is_plain_tuple(self) or not is_plain_tuple(other):
        return found
    return list_like(context, [*self, *other]) if len(self) != len(other) else None


def _unify_list(self: Any, context: Any, other: Any) -> Any:
    found = _unify_before[types.List](self, context, other)
    if found is not None or not is_plain_tuple(other):
        return found
    return list_like(context, [self.dtype, *other])


_unify_before = {kind: kind.unify for kind in (types.List, types.UniTuple, types.Tuple)}
types.List.unify = _unify_list
types.UniTuple.unify = types.Tuple.unify = _unify_tuple


@lower_cast(types.UniTuple, types.List)  # type: ignore[untyped-decorator]
@lower_cast(types.Tuple, types.List)  # type: ignore[untyped-decorator]
def _as_list(target: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return to_list(target, builder, value, given, wanted)


@extend(idiom_words.any_length)  # type: ignore[untyped-decorator]
def _any_length(cells: Any) -> Any:
    if not is_plain_tuple(cells) or not isinstance(cells, types.UniTuple):
        return lambda cells: cells
    return lambda cells: _listed(cells)


@intrinsic  # type: ignore[untyped-decorator]
def _listed(context: Any, cells: Any) -> Any:
    made = types.List(cells.dtype)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return to_list(target, builder, arguments[0], cells, made)

    return made(cells), generate


def is_no_cell(kind: Any) -> bool:
    """`()`."""
    return is_plain_tuple(kind) and len(kind) == 0


def is_list_and_none(left: Any, right: Any) -> bool:
    """`hand == ()`, where the hand is a list to a machine."""
    pairs = ((left, right), (right, left))
    return any(isinstance(one, types.List) and is_no_cell(other) for one, other in pairs)


@extend(operator.eq)  # type: ignore[untyped-decorator]
def _equal(left: Any, right: Any) -> Any:
    return (lambda left, right: len(left) == len(right)) if is_list_and_none(left, right) else None


@extend(operator.ne)  # type: ignore[untyped-decorator]
def _unequal(left: Any, right: Any) -> Any:
    return (lambda left, right: len(left) != len(right)) if is_list_and_none(left, right) else None


@extend(operator.add)  # type: ignore[untyped-decorator]
def _joined(left: Any, right: Any) -> Any:
    """`() + path`."""
    if isinstance(right, types.List) and is_no_cell(left):
        return lambda left, right: right[:]
    if isinstance(left, types.List) and is_no_cell(right):
        return lambda left, right: left[:]
    return None


@extend(operator.mul)  # type: ignore[untyped-decorator]
def _repeated(left: Any, right: Any) -> Any:
    """`(x,) * n`, `n * (x,)`."""
    if is_plain_tuple(left) and isinstance(left, types.UniTuple) and isinstance(right, types.Integer):
        return lambda left, right: _listed(left) * right
    if is_plain_tuple(right) and isinstance(right, types.UniTuple) and isinstance(left, types.Integer):
        return lambda left, right: _listed(right) * left
    return None


@intrinsic  # type: ignore[untyped-decorator]
def _like_others(context: Any, cells: Any, value: Any) -> Any:
    """A tuple as a list of the type that those in a list have."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return to_list(target, builder, arguments[1], value, cells.dtype)

    return cells.dtype(cells, value), generate


@extend(operator.setitem)  # type: ignore[untyped-decorator]
def _put(cells: Any, index: Any, value: Any) -> Any:
    """`towers[a] = ()`, `hands[i] = (card,)`, where the others are lists to a machine."""
    if not isinstance(cells, types.List) or not isinstance(cells.dtype, types.List):
        return None
    if not is_plain_tuple(value) or not isinstance(index, types.Integer):
        return None

    def put(cells: Any, index: Any, value: Any) -> None:
        cells[index] = _like_others(cells, value)

    return put
