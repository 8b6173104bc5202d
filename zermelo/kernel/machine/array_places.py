"""Where elements are, and several arrays put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_copies import assign, matrix_product
from zermelo.kernel.machine.array_elements import load_word
from zermelo.kernel.machine.array_loops import Operand, converted, elementwise, nest
from zermelo.kernel.machine.array_make import shape_in
from zermelo.kernel.machine.array_shapes import flatten, ravel
from zermelo.kernel.machine.array_table import array_in, enter, library, on_array
from zermelo.kernel.machine.array_words import array_or_number, as_truth
from zermelo.kernel.machine.arrays import Array, Parts, moved, new_array, plus, usable
from zermelo.kernel.machine.numbers import INT, Number
from zermelo.kernel.machine.scalars import result_dtype
from zermelo.kernel.machine.types import EMPTY, Call, Loop, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def places(ev: Evaluator, value: Value, node: Node) -> tuple[Parts, Value]:
    """The indices of the elements that are not 0, a row of each; and how many there are."""
    parts = Parts.of(ev, value)
    count = len(parts.lengths)
    made = new_array(ev, np.int64, [plus(ev, parts.size(ev), known(1)), known(count)])
    cursor = ev.place()
    ev.line(f"store i64 0, ptr {cursor}, align 8")

    def one(indices: list[Value]) -> None:
        word = load_word(
            ev, parts.dtype, moved(ev, parts.data, list(zip(indices, parts.strides, strict=True)))
        )
        there = converted(ev, word, parts.dtype, np.dtype(bool))
        now = Value(INT, ev.op(f"load i64, ptr {cursor}, align 8"))
        row = moved(ev, made.data, [(now, made.strides[0])])
        for place, index in enumerate(indices):
            ev.line(f"store i64 {ev.convert(index, INT).ref}, ptr {ev.at(row, place)}, align 8")
        ev.line(f"store i64 {ev.op(f'add i64 {now.ref}, {there}')}, ptr {cursor}, align 8")

    nest(ev, parts.lengths, one)
    return made, Value(INT, ev.op(f"load i64, ptr {cursor}, align 8"))


@enter(np.argwhere, most=1)
@on_array
def argwhere(ev: Evaluator, call: Call, node: Node) -> Value:
    made, count = places(ev, call.values[0], node)
    return Parts(made.dtype, made.data, [count, made.lengths[1]], made.strides).array(ev)


@enter(np.nonzero, method="nonzero", most=1)
@on_array
def nonzero(ev: Evaluator, call: Call, node: Node) -> Value:
    made, count = places(ev, call.values[0], node)
    columns = []
    for place in range(made.lengths[1].known):
        data = moved(ev, made.data, [(known(place), made.strides[1])])
        columns.append(Parts(made.dtype, data, [count], [made.strides[0]]).array(ev))
    return ev.make_tuple(columns)


@enter(np.flatnonzero, most=1)
@on_array
def flatnonzero(ev: Evaluator, call: Call, node: Node) -> Value:
    made, count = places(ev, ravel(ev, Call([call.values[0]]), node), node)
    return Parts(made.dtype, made.data, [count], [made.strides[0]]).array(ev)


@enter(np.where, most=3)
def where(ev: Evaluator, call: Call, node: Node) -> Value:
    if len(call.values) == 1:
        return nonzero(ev, call, node)
    condition, *values = (array_or_number(ev, value, node) for value in call.values)
    sides = [Operand(ev, as_truth(ev, condition), node), *(Operand(ev, value, node) for value in values)]
    if all(side.parts is None for side in sides):
        raise ev.refused(node, "np.where() without an array", "write `x if condition else y`")
    dtype = result_dtype(ev, where_kind, [side.examples for side in sides[1:]], node, exact=True)
    if dtype is None or ev.dead:
        return EMPTY
    usable(ev, dtype)
    for side in sides[1:]:
        side.fits(ev, dtype)
    llvm = "double" if dtype.kind == "f" else "i64"

    def compute(addresses: list[str]) -> str:
        holds = ev.op(f"icmp ne i64 {sides[0].read(ev, np.dtype(bool), addresses[0])}, 0")
        x, y = (side.read(ev, dtype, address) for side, address in zip(sides[1:], addresses[1:], strict=True))
        return ev.op(f"select i1 {holds}, {llvm} {x}, {llvm} {y}")

    return elementwise(ev, sides, dtype, compute, node)


def where_kind(left: Any, right: Any) -> Any:
    return np.where(np.empty(0, bool), left, right)


@enter(np.array_equal, most=2)
def array_equal(ev: Evaluator, call: Call, node: Node) -> Value:
    left, right = (array_in(ev, value, node) for value in call.values[:2])
    if ev.dead:
        return EMPTY
    a, b = left.type, right.type
    assert isinstance(a, Array)
    assert isinstance(b, Array)
    if a.dimensions != b.dimensions:
        return known(False)
    pairs = zip(a.lengths, b.lengths, strict=True)
    if any(None not in (x, y) and x != y for x, y in pairs):
        return known(False)
    return library(ev, "array_equal", [left, right], node)


def arrays_in(ev: Evaluator, value: Value, node: Node) -> list[Value]:
    """The arrays in a tuple or list of known length."""
    count = ev.fixed_length(value)
    if count is None:
        raise ev.refused(
            node, "so many arrays that it is not known how many", "put them together one after the other"
        )
    return [array_in(ev, each, node) for each in ev.unpacked(value, count, node)]


def joined(ev: Evaluator, parts: list[Parts], axis: int, node: Node) -> Value:
    """Arrays one behind the other along a dimension."""
    dtype = np.result_type(*(each.dtype for each in parts))
    lengths = list(parts[0].lengths)
    total = known(0)
    for each in parts:
        total = plus(ev, total, each.lengths[axis])
    for each in parts[1:]:
        same_lengths(ev, lengths, each.lengths, axis)
    lengths[axis] = total
    made = new_array(ev, dtype, lengths)
    start = known(0)
    for each in parts:
        data = moved(ev, made.data, [(start, made.strides[axis])])
        target = Parts(made.dtype, data, each.lengths, made.strides)
        assign(ev, target.array(ev), each.array(ev), node, fresh=True)
        start = plus(ev, start, each.lengths[axis])
    return made.array(ev)


def same_lengths(ev: Evaluator, left: list[Value], right: list[Value], but: int) -> None:
    said = ev.unit.failures.of(ValueError, "all the input array dimensions must match exactly")
    if len(left) != len(right):
        ev.fail(said)
        return
    for place, (a, b) in enumerate(zip(left, right, strict=True)):
        if place != but and not (a.const and b.const and a.known == b.known):
            ev.fail_if(ev.op(f"icmp ne i64 {ev.convert(a, INT).ref}, {ev.convert(b, INT).ref}"), said)


@enter(np.concatenate, most=2, names="axis")
def concatenate(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    axis = call.get(1, "axis", 0)
    if axis.known is None:
        parts = [Parts.of(ev, flatten(ev, Call([each.array(ev)]), node)) for each in parts]
    return joined(ev, parts, (axis.known or 0) % len(parts[0].lengths), node)


def with_dimension(parts: Parts, axis: int) -> Parts:
    """The array with one more dimension, of length 1."""
    lengths, strides = list(parts.lengths), list(parts.strides)
    lengths.insert(axis, known(1))
    strides.insert(axis, known(0))
    return Parts(parts.dtype, parts.data, lengths, strides, parts.access)


@enter(np.stack, most=2, names="axis")
def stack(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    axis = call.get(1, "axis", 0).known % (len(parts[0].lengths) + 1)
    return joined(ev, [with_dimension(each, axis) for each in parts], axis, node)


@enter(np.vstack, most=1)
def vstack(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    return joined(ev, [with_dimension(p, 0) if len(p.lengths) == 1 else p for p in parts], 0, node)


@enter(np.hstack, most=1)
def hstack(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    return joined(ev, parts, 0 if len(parts[0].lengths) == 1 else 1, node)


@enter(np.dot, np.matmul, method="dot", most=2)
@on_array
def dot(ev: Evaluator, call: Call, node: Node) -> Value:
    return matrix_product(ev, call.values[0], array_in(ev, call.values[1], node), node)  # type: ignore[no-any-return]


@enter(np.roll, most=3, names="shift axis")
@on_array
def roll(ev: Evaluator, call: Call, node: Node) -> Value:
    steps, axis = call.get(1, "shift"), call.get(2, "axis")
    kind = call.values[0].type
    assert isinstance(kind, Array)
    if not axis.const or isinstance(axis.known, tuple):
        raise ev.refused(node, "np.roll() along several dimensions", "roll one after the other")
    if axis.known is None:
        return library(ev, "rolled", [call.values[0], steps], node)
    name = ("rolled_first", "rolled_second")[min(axis.known % kind.dimensions, 1)]
    return library(ev, name, [call.values[0], steps], node)


def simple(
    name: str, dimensions: tuple[int, ...], *functions: Any, method: str = "", defaults: tuple[Any, ...] = ()
) -> None:
    @enter(*functions, method=method, most=3)
    @on_array
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        kind = call.values[0].type
        assert isinstance(kind, Array)
        if call.named or kind.dimensions not in dimensions:
            raise ev.refused(
                node, f"{method or functions[0].__name__}() of such an array", "write it with a loop"
            )
        values = [*call.values, *(known(each) for each in defaults[len(call.values) - 1 :])]
        return library(ev, name, values, node)


simple("cumulated", (1,), np.cumsum, method="cumsum")
simple("sorted_cells", (1,), np.sort)
simple("sort_cells", (1,), method="sort")
simple("unique_cells", (1, 2, 3), np.unique)
simple("order_of", (1,), np.argsort, method="argsort")
simple("repeated", (1,), np.repeat, method="repeat")
simple("tiled", (1,), np.tile)
simple("outer", (1,), np.outer)
simple("differences", (1,), np.diff)
simple("counted", (1,), np.bincount, defaults=(0,))


@enter(np.isin, most=2)
@on_array
def isin(ev: Evaluator, call: Call, node: Node) -> Value:
    return library(ev, "is_in", [call.values[0], call.values[1]], node)


@enter(np.pad, most=3, names="pad_width mode constant_values")
@on_array
def pad(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    width, mode = call.get(1, "pad_width"), call.get(2, "mode", "constant")
    number = call.named.get("constant_values", known(0))
    assert isinstance(kind, Array)
    if not width.const or mode.known != "constant" or kind.dimensions > 2:
        raise ev.refused(node, "np.pad() like this", "make a larger array and write the part into it")
    widths = np.broadcast_to(width.known, (kind.dimensions, 2)).reshape(-1).tolist()
    name = "padded_row" if kind.dimensions == 1 else "padded"
    return library(ev, name, [call.values[0], *map(known, widths), number], node)


@enter(np.ndenumerate, most=1)
@on_array
def ndenumerate(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    assert isinstance(kind, Array)
    if kind.dimensions > 2:
        raise ev.refused(node, "np.ndenumerate() of so many dimensions", "write the loops out")
    return library(ev, "places_of" if kind.dimensions == 2 else "places_of_row", [call.values[0]], node)


@enter(np.unravel_index, most=2, names="shape")
def unravel_index(ev: Evaluator, call: Call, node: Node) -> Value:
    lengths = shape_in(ev, call.get(1, "shape"), node)
    if len(lengths) != 2 or not isinstance(ev.as_type(call.values[0]), Number):
        raise ev.refused(node, "np.unravel_index() like this", "write divmod(number, columns)")
    return library(ev, "place_of_number", [ev.convert(call.values[0], INT), *lengths], node)


@enter(np.ndindex, most=4)
def ndindex(ev: Evaluator, call: Call, node: Node) -> Value:
    lengths = shape_in(ev, call.values[0], node) if len(call.values) == 1 else call.values

    def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
        def level(indices: list[Value]) -> None:
            if len(indices) == len(lengths):
                body(ev.make_tuple(indices))
                return
            count = ev.convert(lengths[len(indices)], INT).ref
            ev.count_loop("0", count, 1, lambda place: level([*indices, place]), at, ("place", len(indices)))

        level([])

    return Value(Loop("ndindex", each, tuple(lengths)))
