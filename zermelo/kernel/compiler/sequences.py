"""The compiled world's words for tuples, lists and tables; tuples packed in one word."""

from __future__ import annotations

import operator
from typing import Any

from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic

from zermelo import game
from zermelo.kernel import primitives
from zermelo.kernel.compiler.machine import OPERATORS_PLUS, WORD, convert, describe, extend, fits, raise_if


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


@extend(game.updated)  # type: ignore[untyped-decorator]
def _updated(cells: Any, index: Any, value: Any) -> Any:
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


def _extreme_of(cells: Any, better: Any) -> Any:
    def best(cells: Any) -> Any:
        if len(cells) == 0:
            raise ValueError("min() or max() of nothing")
        found = cells[0]
        for cell in cells:
            if better(cell, found):
                found = cell
        return found

    return best


@extend(primitives.min_of)  # type: ignore[untyped-decorator]
def _min_of(cells: Any) -> Any:
    return _extreme_of(cells, operator.lt) if not isinstance(cells, types.Tuple) else lambda cells: min(cells)


@extend(primitives.max_of)  # type: ignore[untyped-decorator]
def _max_of(cells: Any) -> Any:
    return _extreme_of(cells, operator.gt) if not isinstance(cells, types.Tuple) else lambda cells: max(cells)


@extend(primitives.list_of)  # type: ignore[untyped-decorator]
def _list_of(cells: Any) -> Any:
    return lambda cells: [cell for cell in cells]  # noqa: C416


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
    def place(cells: Any, value: Any) -> Any:
        for index in range(len(cells)):
            if cells[index] == value:
                return index
        raise ValueError("index() of what is not there")

    return place


@extend(primitives.filled)  # type: ignore[untyped-decorator]
def _filled_with(cells: Any, value: Any) -> Any:
    return lambda cells, value: _filled(cells, value)


@extend(primitives.tuple_like)  # type: ignore[untyped-decorator]
def _tuple_like(cells: Any, values: Any) -> Any:
    length = len(cells)

    def made(cells: Any, values: Any) -> Any:
        if len(values) != length:
            raise ValueError("a tuple of another length than the state's")
        for index in range(length):
            cells = game.updated(cells, index, values[index])
        return cells

    return made


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


# -- actions in one word ---------------------------------------------------------------------------


def packer(parts: int) -> Any:
    """`pack((row, column))`: a tuple of whole numbers in one word, `64 // parts` bits each."""
    width = 64 // parts

    @intrinsic  # type: ignore[untyped-decorator]
    def pack(context: Any, action: Any) -> Any:
        declared = types.UniTuple(types.int64, parts)
        if not fits(action, declared):
            raise TypingError(
                f"zermelo: actions are tuples of {parts} whole numbers here, not {describe(action)}"
            )

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = convert(target, builder, arguments[0], signature.args[0], declared)
            word = WORD(0)
            for part in cgutils.unpack_tuple(builder, whole, parts):
                back = (
                    builder.ashr(builder.shl(part, WORD(64 - width)), WORD(64 - width)) if parts > 1 else part
                )
                lost = builder.icmp_signed("!=", back, part)
                raise_if(
                    target,
                    builder,
                    lost,
                    OverflowError,
                    f"a number in an action does not fit in {width} bits",
                )
                low = builder.and_(part, WORD((1 << width) - 1))
                word = builder.or_(builder.shl(word, WORD(width)), low) if parts > 1 else part
            return word

        return types.int64(action), generate

    return pack


def unpacker(parts: int, declared: Any) -> Any:
    """The action again, as the tuple or NamedTuple it was."""
    width = 64 // parts

    @intrinsic  # type: ignore[untyped-decorator]
    def unpack(context: Any, word: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = []
            for index in range(parts):
                up = WORD(64 - width * (parts - index))
                found.append(
                    builder.ashr(builder.shl(arguments[0], up), WORD(64 - width))
                    if parts > 1
                    else arguments[0]
                )
            return target.make_tuple(builder, declared, found)

        return declared(types.int64), generate

    return unpack
