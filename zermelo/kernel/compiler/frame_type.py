"""The lists of `frames.py` for the machine: as long as a tuple for ever, in the frame of whoever made them.

A list in a region is known by the place of its address, behind which its length and its elements may change
whenever anything is written.  One of these is nothing but its elements, in a variable that nobody else knows:
LLVM keeps track of it, and keeps as much of it as it can in registers.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PointerModel
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, overload, register_model

from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.descriptions import is_whole
from zermelo.kernel.compiler.lists import passing
from zermelo.kernel.compiler.machine import WORD, extend, raise_if
from zermelo.kernel.compiler.sequences import is_plain
from zermelo.kernel.compiler.symbol_type import TEXT, Symbol

LARGEST = 512
"""A list with more numbers than this lies in the region: a stack is small."""


class Frame(types.SimpleIterableType):  # type: ignore[misc]
    """A list made of a tuple of this type; its rows are such lists if the tuple's are tuples."""

    def __init__(self, row: Any) -> None:
        self.row, self.dtype = row, row.dtype
        self.element = Frame(row.dtype) if isinstance(row.dtype, types.UniTuple) else row.dtype
        super().__init__(f"Frame({row})", FrameIterator(self))

    def __len__(self) -> int:
        return len(self.row)


class FrameIterator(types.SimpleIteratorType):  # type: ignore[misc]
    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        super().__init__(f"iterator({frame.row})", frame.element)


@register_model(Frame)
class FrameModel(PointerModel):  # type: ignore[misc]
    """The place where the elements lie."""

    def __init__(self, manager: Any, kind: Any) -> None:
        self._pointee_model = manager.lookup(kind.row)
        self._pointee_be_type = self._pointee_model.get_value_type()
        super(PointerModel, self).__init__(manager, kind, self._pointee_be_type.as_pointer())


@register_model(FrameIterator)
class FrameIteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("index", types.EphemeralPointer(types.int64)), ("frame", kind.frame)]
        super().__init__(manager, kind, members)


def numbers_in(kind: Any) -> int:
    """How many numbers a tuple of tuples holds; 0 where it holds, or might hold, anything else."""
    if not isinstance(kind, types.UniTuple) or len(kind) == 0:
        return 0
    inner = numbers_in(kind.dtype) if isinstance(kind.dtype, types.BaseTuple) else int(is_scalar(kind.dtype))
    return len(kind) * inner


def is_scalar(kind: Any) -> bool:
    """A number, a text or a member of an enumeration, which lies in memory as it is, or what may be None?"""
    if isinstance(kind, types.Optional):
        return is_scalar(kind.type)
    scalar = isinstance(kind, types.Integer | types.Float | Symbol) or kind == TEXT
    return scalar and is_plain(kind)


def depth_of(kind: Any) -> int:
    return 1 + depth_of(kind.dtype) if isinstance(kind, types.UniTuple) else 0


def is_framed(kind: Any) -> bool:
    """Does a list of such a tuple fit in a frame?"""
    return type(kind) is types.UniTuple and 0 < numbers_in(kind) <= LARGEST


# -- making one ------------------------------------------------------------------------------------


def to_frame(cells: Any) -> Any:
    """What `framed` makes a list of: a tuple of numbers; else the list itself."""
    return primitives.list_of(cells)


def rows_to_frame(cells: Any) -> Any:
    """The same of rows that are lists each."""
    return [primitives.list_of(row) for row in cells]


@extend(to_frame)  # type: ignore[untyped-decorator]
def _to_frame(cells: Any) -> Any:
    if is_framed(cells) and depth_of(cells) == 1:
        return lambda cells: cells
    return lambda cells: primitives.list_of(cells)


@extend(rows_to_frame)  # type: ignore[untyped-decorator]
def _rows_to_frame(cells: Any) -> Any:
    if is_framed(cells) and depth_of(cells) == 2:
        return lambda cells: cells
    return lambda cells: [primitives.list_of(row) for row in cells]


def row_like(cells: Any, value: Any) -> Any:
    """As many times the same as there are cells, for `framed`."""
    return [value for _ in cells]


@extend(row_like)  # type: ignore[untyped-decorator]
def _row_like(cells: Any, value: Any) -> Any:
    if is_scalar(value):
        return lambda cells, value: primitives.filled(cells, value)
    return lambda cells, value: [value for _ in range(len(cells))]


@intrinsic  # type: ignore[untyped-decorator]
def framed(context: Any, cells: Any) -> Any:
    """A list in the frame of whoever calls this; a list that lies in the region stays what it is."""
    made = Frame(cells) if isinstance(cells, types.UniTuple) else cells

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if made is cells:
            return arguments[0]
        place = cgutils.alloca_once(builder, arguments[0].type)
        builder.store(arguments[0], place)
        return place

    return made(cells), generate


@intrinsic  # type: ignore[untyped-decorator]
def unframed(context: Any, cells: Any) -> Any:
    """The tuple that a list is now."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(arguments[0])

    return cells.row(cells), generate


# -- reading it as a whole -----------------------------------------------------------------------------


def frozen_rows(rows: Any) -> Any:
    """`tuple(tuple(row) for row in rows)`."""
    return tuple(tuple(row) for row in rows)


def passing_rows(rows: Any) -> Any:
    """The same for one who reads it at once and keeps nothing."""
    return frozen_rows(rows)


@extend(frozen_rows)  # type: ignore[untyped-decorator]
def _frozen_rows(rows: Any) -> Any:
    return lambda rows: [idiom_words.tuple_of(row) for row in rows]


@extend(passing_rows)  # type: ignore[untyped-decorator]
def _passing_rows(rows: Any) -> Any:
    if isinstance(rows, Frame):
        return lambda rows: unframed(rows)
    return lambda rows: [passing(row) for row in rows]


@extend(passing)  # type: ignore[untyped-decorator]
def _passing(cells: Any) -> Any:
    return (lambda cells: unframed(cells)) if isinstance(cells, Frame) else None


@extend(idiom_words.tuple_of)  # type: ignore[untyped-decorator]
def _tuple_of(cells: Any) -> Any:
    return (lambda cells: primitives.list_of(cells)) if isinstance(cells, Frame) else None


@extend(primitives.list_of)  # type: ignore[untyped-decorator]
def _list_of(cells: Any) -> Any:
    return (lambda cells: primitives.list_of(unframed(cells))) if isinstance(cells, Frame) else None


@extend(primitives.tuple_like)  # type: ignore[untyped-decorator]
def _tuple_like(cells: Any, values: Any) -> Any:
    if isinstance(values, Frame) and values.row == cells:
        return lambda cells, values: unframed(values)
    return None


# -- elements ----------------------------------------------------------------------------------------


def place_in(builder: Any, value: Any, index: Any) -> Any:
    """Where an element lies, of which it is known that it is there."""
    return builder.gep(value, [WORD(0), index], inbounds=True)


def element_at(builder: Any, frame: Frame, value: Any, index: Any) -> Any:
    """The element; a row is the place where it lies."""
    place = place_in(builder, value, index)
    return place if isinstance(frame.element, Frame) else builder.load(place)


def within(target: Any, builder: Any, frame: Frame, index: Any) -> Any:
    """The place that an index means, which may count from the end; an error where there is none."""
    length = WORD(len(frame))
    index = builder.select(builder.icmp_signed("<", index, WORD(0)), builder.add(index, length), index)
    outside = builder.icmp_unsigned(">=", index, length)
    raise_if(target, builder, outside, IndexError, "list index out of range")
    return index


@intrinsic  # type: ignore[untyped-decorator]
def _element(context: Any, frame: Any, index: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = within(target, builder, frame, arguments[1])
        return element_at(builder, frame, arguments[0], place)

    return frame.element(frame, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _put(context: Any, frame: Any, index: Any, value: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = within(target, builder, frame, arguments[1])
        builder.store(arguments[2], place_in(builder, arguments[0], place))
        return target.get_dummy_value()

    return types.none(frame, types.int64, frame.dtype), generate


@overload(operator.getitem, strict=False)  # type: ignore[untyped-decorator]
def _getitem(frame: Any, index: Any) -> Any:
    if isinstance(frame, Frame) and is_whole(index):
        return lambda frame, index: _element(frame, index)
    return None


@overload(operator.setitem, strict=False)  # type: ignore[untyped-decorator]
def _setitem(frame: Any, index: Any, value: Any) -> Any:
    if isinstance(frame, Frame) and is_whole(index):
        return lambda frame, index, value: _put(frame, index, value)
    return None


@overload(len, strict=False)  # type: ignore[untyped-decorator]
def _len(frame: Any) -> Any:
    if not isinstance(frame, Frame):
        return None
    length = len(frame)
    return lambda frame: length


@overload(operator.contains, strict=False)  # type: ignore[untyped-decorator]
def _contains(frame: Any, value: Any) -> Any:
    if not isinstance(frame, Frame):
        return None

    def found(frame: Any, value: Any) -> Any:
        for element in frame:
            if element == value:
                return True
        return False

    return found


@lower_builtin("getiter", Frame)  # type: ignore[untyped-decorator]
def _iterate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = target.make_helper(builder, signature.return_type)
    iterator.index = cgutils.alloca_once_value(builder, WORD(0))
    iterator.frame = arguments[0]
    return iterator._getvalue()


@lower_builtin("iternext", FrameIterator)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def _next(target: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    frame = signature.args[0].frame
    iterator = target.make_helper(builder, signature.args[0], arguments[0])
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, WORD(len(frame)))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(element_at(builder, frame, iterator.frame, index))
        builder.store(builder.add(index, WORD(1)), iterator.index)
