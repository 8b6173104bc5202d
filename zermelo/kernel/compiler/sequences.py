"""The compiled world's words for tuples, lists and tables."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.datamodel import default_manager
from numba.core.errors import TypingError
from numba.cpython import listobj
from numba.cpython.listobj import ListInstance
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload

from zermelo import game
from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.descriptions import describe
from zermelo.kernel.compiler.machine import OPERATORS_PLUS, WORD, convert, extend, fits, raise_if
from zermelo.kernel.compiler.own_types import is_frame
from zermelo.kernel.compiler.symbol_type import TEXT, Letters
from zermelo.kernel.compiler.texts import each_letter, is_one_letter, is_text


@intrinsic  # type: ignore[untyped-decorator]
def _element(context: Any, cells: Any, value: Any) -> Any:
    """`value` as an element of `cells`."""
    declared = cells.dtype
    if not fits(value, declared):
        raise TypingError(f"zermelo: this tuple holds {describe(declared)}, not {describe(value)}")

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return convert(target, builder, arguments[1], signature.args[1], declared)

    return declared(cells, value), generate


@intrinsic  # type: ignore[untyped-decorator]
def _filled(context: Any, cells: Any, value: Any) -> Any:
    whole = (
        types.int64 if isinstance(value, types.Boolean | types.Integer) and value != types.uint64 else value
    )
    made = types.UniTuple(whole, len(cells))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        part = convert(target, builder, arguments[1], signature.args[1], whole)
        return target.make_tuple(builder, made, [part] * len(cells))

    return made(cells, value), generate


@extend(operator.getitem)  # type: ignore[untyped-decorator]
def _chosen(cells: Any, index: Any) -> Any:
    """`("white", "black")[turn == MIN]`."""
    if isinstance(index, types.Boolean) and isinstance(cells, types.UniTuple | types.List):
        return lambda cells, index: cells[int(index)]
    return None


@extend(operator.setitem)  # type: ignore[untyped-decorator]
def _set_chosen(cells: Any, index: Any, value: Any) -> Any:
    """`count[cell == mine] += 1`."""
    if not isinstance(index, types.Boolean) or not isinstance(cells, types.List):
        return None

    def put(cells: Any, index: Any, value: Any) -> None:
        cells[int(index)] = value

    return put


def _set_in_list(cells: Any, index: Any, value: Any) -> Any:
    cells[index] = value
    return cells


@extend(game.updated)  # type: ignore[untyped-decorator]
def _updated(cells: Any, index: Any, value: Any) -> Any:
    if cells == TEXT:
        return None
    if isinstance(cells, types.List):  # a tuple of any length, which is just being made
        return _set_in_list
    if not isinstance(cells, types.UniTuple):
        raise TypingError("zermelo: updated(...) takes a tuple whose elements are all of one kind")
    length = len(cells)

    def with_value(cells: Any, index: Any, value: Any) -> Any:
        if index < -length or index >= length:
            raise IndexError("updated: index outside the tuple")
        return tuple_setitem(cells, index if index >= 0 else index + length, _element(cells, value))

    return with_value


@extend(primitives.count)  # type: ignore[untyped-decorator]
def _count(cells: Any, value: Any) -> Any:
    if is_text(cells):
        return None

    def counted(cells: Any, value: Any) -> Any:
        total = 0
        for cell in cells:
            if cell == value:
                total += 1
        return total

    return counted


@extend(primitives.any_of)  # type: ignore[untyped-decorator]
def _any_of(cells: Any) -> Any:
    def found(cells: Any) -> Any:
        for cell in cells:
            if cell:
                return True
        return False

    return found


@extend(primitives.all_of)  # type: ignore[untyped-decorator]
def _all_of(cells: Any) -> Any:
    def every(cells: Any) -> Any:
        for cell in cells:
            if not cell:
                return False
        return True

    return every


@extend(primitives.sum_of)  # type: ignore[untyped-decorator]
def _sum_of(cells: Any, start: Any) -> Any:
    def total(cells: Any, start: Any) -> Any:
        found = start
        for cell in cells:
            found = OPERATORS_PLUS(found, cell)
        return found

    return total


def is_plain(kind: Any) -> bool:
    """Does a value of this kind lie in a list as it does in a tuple?"""
    model = default_manager.lookup(kind)
    return bool(model.get_value_type() == model.get_data_type())


def _in_a_row(cells: Any) -> bool:
    """Is it a tuple of one kind, whose elements lie in memory as those of a list do?"""
    return isinstance(cells, types.UniTuple) and len(cells) > 0 and is_plain(cells.dtype)


def _row_of(target: Any, builder: Any, found: ListInstance, cells: Any) -> Any:
    """Where the elements of a list lie, as the place of a tuple."""
    return builder.bitcast(found._gep(WORD(0)), target.get_value_type(cells).as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def _copied(context: Any, cells: Any) -> Any:
    """A tuple of one kind as a list, in one copy where its elements lie in memory as those of a list do."""
    made = types.List(cells.dtype)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = ListInstance.allocate(target, builder, made, len(cells))
        found.size = WORD(len(cells))
        if _in_a_row(cells):
            builder.store(arguments[0], _row_of(target, builder, found, cells))
        else:
            for place in range(len(cells)):
                found.inititem(WORD(place), builder.extract_value(arguments[0], place))
        return found.value

    return made(cells), generate


@intrinsic  # type: ignore[untyped-decorator]
def copied_list(context: Any, cells: Any) -> Any:
    """Another list with the same elements, in one copy."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = ListInstance(target, builder, cells, arguments[0])
        found = ListInstance.allocate(target, builder, cells, given.size)
        found.size = given.size
        size = builder.mul(given.size, WORD(listobj.get_itemsize(target, cells)))
        cgutils.raw_memcpy(builder, found._gep(WORD(0)), given._gep(WORD(0)), size, 1)
        return found.value

    return cells(cells), generate


@intrinsic  # type: ignore[untyped-decorator]
def _frozen(context: Any, cells: Any, values: Any) -> Any:
    """A list or tuple as a tuple like `cells`, in one copy where it can; an error where it is not as long."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return convert(target, builder, arguments[1], values, cells)

    return cells(cells, values), generate


@extend(primitives.list_of)  # type: ignore[untyped-decorator]
def _list_of(cells: Any) -> Any:
    if is_frame(cells):
        return None
    if cells == TEXT:
        return lambda cells: [letter for letter in each_letter(cells)]  # noqa: C416
    if isinstance(cells, types.UniTuple) and len(cells) > 0:
        return lambda cells: _copied(cells)
    if isinstance(cells, types.List):
        return lambda cells: copied_list(cells)
    if isinstance(cells, types.RangeType):
        return _numbers
    return lambda cells: [cell for cell in cells]  # noqa: C416


def _numbers(cells: Any) -> Any:
    """A range as a list, which is as long from the beginning."""
    found = [0] * len(cells)
    for place, number in enumerate(cells):
        _put(found, place, number)
    return found


@intrinsic  # type: ignore[untyped-decorator]
def _put(context: Any, cells: Any, place: Any, number: Any) -> Any:
    """A number in a list, where it is known that there is room."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ListInstance(target, builder, cells, arguments[0]).inititem(arguments[1], arguments[2])
        return target.get_dummy_value()

    return types.none(cells, types.intp, cells.dtype), generate


@extend(primitives.sorted_of)  # type: ignore[untyped-decorator]
def _sorted_of(cells: Any, reverse: Any) -> Any:
    """By insertion: what rules sort is short, and Numba's own sort takes seconds to compile."""

    def ordered(cells: Any, reverse: Any) -> Any:
        found = [cell for cell in cells]  # noqa: C416
        for index in range(1, len(found)):
            cell, place = found[index], index
            while place > 0 and (found[place - 1] < cell if reverse else cell < found[place - 1]):
                found[place] = found[place - 1]
                place -= 1
            found[place] = cell
        return found

    return ordered


@extend(primitives.index_of)  # type: ignore[untyped-decorator]
def _index_of(cells: Any, value: Any) -> Any:
    if is_text(cells):
        return None

    def place(cells: Any, value: Any) -> Any:
        for index in range(len(cells)):
            if cells[index] == value:
                return index
        raise ValueError("index() of what is not there")

    return place


@extend(primitives.filled)  # type: ignore[untyped-decorator]
def _filled_with(cells: Any, value: Any) -> Any:
    if isinstance(cells, types.BaseTuple):
        return lambda cells, value: _filled(cells, value)
    return lambda cells, value: [value for _ in range(len(cells))]


@extend(primitives.tuple_like)  # type: ignore[untyped-decorator]
def _tuple_like(cells: Any, values: Any) -> Any:
    if is_frame(values) and values.row == cells:
        return None
    if isinstance(values, types.List | types.BaseTuple) and fits(values, cells):
        return lambda cells, values: _frozen(cells, values)
    if isinstance(cells, Letters) and isinstance(values, types.List) and values.dtype == TEXT:
        return _joined
    length = len(cells)

    def made(cells: Any, values: Any) -> Any:
        if len(values) != length:
            raise OverflowError("a tuple of another length than the state's")
        for index in range(length):
            cells = game.updated(cells, index, values[index])
        return cells

    return made


def _joined(cells: Any, values: Any) -> Any:
    """Letters put together as the text that they are, in one copy."""
    for letter in values:
        if not is_one_letter(letter):
            raise OverflowError("letters put together that are none, or several")
    return _frozen(cells, values)


NO_PART = "an index into the state that leads to a part of another kind"


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def chosen(context: Any, cells: Any, place: Any, index: Any) -> Any:
    """`cells[index]`, of the type of the part at this place (`choosing.py`)."""
    first = place.literal_value if isinstance(place, types.IntegerLiteral) else 0
    if not isinstance(cells, types.BaseTuple) or not isinstance(index, types.Integer) or first >= len(cells):
        raise TypingError("zermelo: an index into this state: name the part that is meant")
    kind, count = cells[first], len(cells)
    alike = [place for place, part in enumerate(cells) if part == kind]

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given, _, wanted = arguments
        negative = builder.icmp_signed("<", wanted, WORD(0))
        wanted = builder.select(negative, builder.add(wanted, WORD(count)), wanted)
        found, none = builder.extract_value(given, alike[0]), ir.IntType(1)(1)
        for number in alike:
            here = builder.icmp_signed("==", wanted, WORD(number))
            found = builder.select(here, builder.extract_value(given, number), found)
            none = builder.select(here, ir.IntType(1)(0), none)
        raise_if(target, builder, none, OverflowError, NO_PART)
        return found

    return kind(cells, place, types.int64), generate


@njit(nogil=True)  # type: ignore[untyped-decorator]
def backwards(cells: Any) -> Any:
    for index in range(len(cells) - 1, -1, -1):
        yield cells[index]


@njit(nogil=True)  # type: ignore[untyped-decorator]
def part(cells: Any, low: Any, high: Any) -> Any:
    length = len(cells)
    low = max(low + length, 0) if low < 0 else low
    high = high + length if high < 0 else min(high, length)
    for index in range(low, high):
        yield cells[index]


def span(cells: Any, low: int, high: int) -> Any:
    """`cells[low:high]` to go through, with bounds that the text has."""
    raise NotImplementedError


@overload(span, prefer_literal=True, strict=False)  # type: ignore[untyped-decorator]
def _span(cells: Any, low: Any, high: Any) -> Any:
    first, last = low.literal_value, high.literal_value
    if isinstance(cells, types.UniTuple):
        start, stop, _ = slice(first, last).indices(len(cells))
        if start < stop:
            return lambda cells, low, high: cells[start:stop]
    return lambda cells, low, high: part(cells, types.int64(first), types.int64(last))


@intrinsic  # type: ignore[untyped-decorator]
def _turned(context: Any, rows: Any) -> Any:
    """The columns of a tuple of tuples, which are tuples too."""
    width = min(map(len, rows.types), default=0)
    kinds = [types.BaseTuple.from_types([row.types[place] for row in rows.types]) for place in range(width)]
    made = types.BaseTuple.from_types(kinds)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        columns = []
        for place, kind in enumerate(kinds):
            cells = [builder.extract_value(arguments[0], (row, place)) for row in range(len(rows.types))]
            columns.append(target.make_tuple(builder, kind, cells))
        return target.make_tuple(builder, made, columns)

    return made(rows), generate


@extend(idiom_words.columns_of)  # type: ignore[untyped-decorator]
def _columns_of(rows: Any) -> Any:
    if isinstance(rows, types.BaseTuple) and all(isinstance(row, types.BaseTuple) for row in rows.types):
        return lambda rows: _turned(rows)

    def columns(rows: Any) -> Any:
        width = len(rows[0]) if len(rows) > 0 else 0
        for row in rows:
            width = min(width, len(row))
        return [[row[place] for row in rows] for place in range(width)]

    return columns


def first_of(sign: str) -> Any:
    """`min(a, b)`, `max(a, b, c)` of tuples, which Numba has for numbers only; of equals the first."""

    def typed(first: Any, second: Any, *others: Any) -> Any:
        if not isinstance(first, types.BaseTuple) or not isinstance(second, types.BaseTuple):
            return None
        names, kept = dict[str, Any](), "first"
        for other in ("second", *(f"others[{place}]" for place in range(len(others)))):
            kept = f"({other} if {other} {sign} {kept} else {kept})"
        exec(f"def kept(first, second, *others): return {kept}", names)
        return names["kept"]

    return typed


extend(min)(first_of("<"))
extend(max)(first_of(">"))
