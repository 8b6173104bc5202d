"""Views of arrays: other shapes, mirrors, turns, diagonals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_copies import copied
from zermelo.kernel.machine.array_reduce import reduced
from zermelo.kernel.machine.array_table import enter, library, on_array
from zermelo.kernel.machine.arrays import READ_ONLY, Parts, at_least_one, moved, plus, product, times
from zermelo.kernel.machine.numbers import INT, Number
from zermelo.kernel.machine.types import EMPTY, Call, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


@enter(np.reshape, method="reshape", most=5, names="shape newshape")
@on_array
def reshape(ev: Evaluator, call: Call, node: Node) -> Value:
    first, *rest = call.values
    if set(call.named) - {"shape", "newshape"}:
        raise ev.refused(node, "reshape() in another order", "transpose the array first")
    rest = rest or [*call.named.values()]
    lengths = rest if len(rest) > 1 else shape_or_any(ev, rest[0], node)
    parts = Parts.of(ev, first)
    size = parts.size(ev)
    open_ = [place for place, each in enumerate(lengths) if each.const and each.known == -1]
    lengths = [
        each if place in open_ else known(int(each.known)) if each.const else Value(INT, ev.index(each, node))
        for place, each in enumerate(lengths)
    ]
    others = product(ev, [each for place, each in enumerate(lengths) if place not in open_])
    said = ev.unit.failures.of(ValueError, "cannot reshape array into this shape")
    if open_:
        if size.const and others.const:
            if others.known == 0 or size.known % others.known:
                ev.fail(said)
                return EMPTY
            lengths[open_[0]] = known(size.known // others.known)
        else:
            a, b = ev.convert(size, INT).ref, ev.convert(others, INT).ref
            ev.fail_if(ev.op(f"icmp eq i64 {b}, 0"), said)
            ev.fail_if(ev.op(f"icmp ne i64 {ev.op(f'urem i64 {a}, {b}')}, 0"), said)
            lengths[open_[0]] = Value(INT, ev.op(f"udiv i64 {a}, {b}"))
    elif size.const and others.const:
        if size.known != others.known:
            ev.fail(said)
            return EMPTY
    else:
        a, b = ev.convert(size, INT).ref, ev.convert(others, INT).ref
        ev.fail_if(ev.op(f"icmp ne i64 {a}, {b}"), said)
    return shaped(ev, parts, lengths, node).array(ev)


def shape_or_any(ev: Evaluator, value: Value, node: Node) -> list[Value]:
    """The lengths that an argument gives, of which one may be -1."""
    if isinstance(ev.as_type(value), Number):
        return [value]
    count = ev.fixed_length(value)
    if count is None:
        raise ev.refused(
            node, "a shape of so many dimensions that it is not known how many", "write it as a tuple"
        )
    return ev.unpacked(value, count, node)


def shaped(ev: Evaluator, parts: Parts, lengths: list[Value], node: Node, in_row: bool = False) -> Parts:
    """The elements in their order with other lengths: a view where NumPy gives one, else new ones.

    `in_row`: for ravel(), which copies more than reshape() does.
    """
    known_strides = parts.ordered or (len(parts.lengths) == 1 and not in_row)
    if all(n.const for n in (*parts.lengths, *parts.strides, *lengths)):
        view = view_of_numpy(parts, [n.known for n in lengths], in_row)
        if view is not None:
            strides = [known(each) for each in view]
            return Parts(parts.dtype, parts.data, lengths, strides, parts.access, parts.ordered)
        parts = copied(ev, parts)
    elif not known_strides:
        what = "reshape() of an array of which it is not known whether it is copied"
        raise ev.refused(node, what, "take .copy() first")
    step: Value = known(parts.dtype.itemsize) if parts.ordered else parts.strides[0]
    strides = []
    for length in reversed(lengths):
        strides.append(step)
        step = times(ev, step, length)
    return Parts(parts.dtype, parts.data, lengths, strides[::-1], parts.access, parts.ordered)


def view_of_numpy(parts: Parts, lengths: list[int], in_row: bool) -> tuple[int, ...] | None:
    """The strides of the view that NumPy gives of an array of this shape; None where it copies."""
    shape, strides = [n.known for n in parts.lengths], [n.known for n in parts.strides]
    reach = [(n - 1) * s for n, s in zip(shape, strides, strict=True) if n > 0]
    below, above = (sum(x for x in reach if (x < 0) == negative) for negative in (True, False))
    room = np.zeros(above - below + parts.dtype.itemsize, np.uint8)
    like: Any = np.ndarray(shape, parts.dtype, room, -below, strides)
    found = like.ravel() if in_row else like.reshape(lengths)
    return found.strides if np.may_share_memory(found, room) else None


@enter(np.ravel, method="ravel", most=1)
@on_array
def ravel(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = Parts.of(ev, call.values[0])
    return shaped(ev, parts, [parts.size(ev)], node, in_row=True).array(ev)


@enter(method="flatten", most=1)
def flatten(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = copied(ev, Parts.of(ev, call.values[0]))
    strides = [known(parts.dtype.itemsize)]
    return Parts(parts.dtype, parts.data, [parts.size(ev)], strides).array(ev)


@enter(np.transpose, method="transpose", most=1)
@on_array
def transpose(ev: Evaluator, call: Call, node: Node) -> Value:
    if len(call.values) > 1 or call.named:
        raise ev.refused(node, "transpose() in a given order", "use .T")
    return transposed(ev, call.values[0])


def transposed(ev: Evaluator, value: Value) -> Value:
    parts = Parts.of(ev, value)
    return Parts(parts.dtype, parts.data, parts.lengths[::-1], parts.strides[::-1], parts.access).array(ev)


def flipped(ev: Evaluator, parts: Parts, axis: int) -> Parts:
    """The array with one dimension the other way round, as a view."""
    length, stride = parts.lengths[axis], parts.strides[axis]
    last = plus(ev, at_least_one(ev, length), known(-1))
    data = moved(ev, parts.data, [(last, stride)])
    strides = list(parts.strides)
    strides[axis] = times(ev, stride, known(-1))
    return Parts(parts.dtype, data, parts.lengths, strides, parts.access)


@enter(np.fliplr, most=1)
@on_array
def fliplr(ev: Evaluator, call: Call, node: Node) -> Value:
    return flipped(ev, Parts.of(ev, call.values[0]), 1).array(ev)


@enter(np.flipud, most=1)
@on_array
def flipud(ev: Evaluator, call: Call, node: Node) -> Value:
    return flipped(ev, Parts.of(ev, call.values[0]), 0).array(ev)


@enter(np.flip, most=2, names="axis")
@on_array
def flip(ev: Evaluator, call: Call, node: Node) -> Value:
    parts, axis = Parts.of(ev, call.values[0]), call.get(1, "axis")
    if not axis.const or isinstance(axis.known, tuple):
        raise ev.refused(node, "np.flip() along several dimensions", "flip one after the other")
    for each in range(len(parts.lengths)) if axis.known is None else [axis.known % len(parts.lengths)]:
        parts = flipped(ev, parts, each)
    return parts.array(ev)


@enter(np.rot90, most=2, names="k")
@on_array
def rot90(ev: Evaluator, call: Call, node: Node) -> Value:
    parts, times_ = Parts.of(ev, call.values[0]), call.get(1, "k", 1)
    if not times_.const or call.named.keys() - {"k"} or len(call.values) > 2 or len(parts.lengths) != 2:
        raise ev.refused(
            node, "np.rot90() so many times that it is not known how many", "write the number of turns"
        )
    turn = times_.known % 4
    if turn == 2:
        return flipped(ev, flipped(ev, parts, 0), 1).array(ev)
    if turn == 0:
        return parts.array(ev)
    if turn == 1:
        parts = flipped(ev, parts, 1)
    parts = Parts(parts.dtype, parts.data, parts.lengths[::-1], parts.strides[::-1], parts.access)
    return (flipped(ev, parts, 1) if turn == 3 else parts).array(ev)


@enter(np.diagonal, method="diagonal", most=2, names="offset")
@on_array
def diagonal(ev: Evaluator, call: Call, node: Node) -> Value:
    parts, offset = Parts.of(ev, call.values[0]), call.get(1, "offset", 0)
    if len(parts.lengths) != 2:
        raise ev.refused(
            node, "the diagonal of an array of other than two dimensions", "take a part of it first"
        )
    return diagonal_of(ev, parts, offset, READ_ONLY).array(ev)


def diagonal_of(ev: Evaluator, parts: Parts, offset: Value, access: int) -> Parts:
    """The elements [i, i + offset]."""
    rows, columns = parts.lengths
    stride = plus(ev, *parts.strides)
    if offset.const and rows.const and columns.const:
        k = int(offset.known)
        start = (known(max(-k, 0)), known(max(k, 0)))
        length = known(max(0, min(rows.known + min(k, 0), columns.known - max(k, 0))))
    else:
        k_ = ev.convert(offset, INT).ref
        down, right = (
            ev.op(f"call i64 @llvm.smax.i64(i64 {each}, i64 0)") for each in (ev.op(f"sub i64 0, {k_}"), k_)
        )
        start = (Value(INT, down), Value(INT, right))
        left = [
            ev.op(f"sub i64 {ev.convert(n, INT).ref}, {s.ref}")
            for n, s in zip((rows, columns), start, strict=True)
        ]
        least = ev.op(f"call i64 @llvm.smin.i64(i64 {left[0]}, i64 {left[1]})")
        length = Value(INT, ev.op(f"call i64 @llvm.smax.i64(i64 {least}, i64 0)"))
    if length.const and length.known == 0:
        start = (known(0), known(0))
    data = moved(ev, parts.data, list(zip(start, parts.strides, strict=True)))
    return Parts(parts.dtype, data, [length], [stride], max(access, parts.access))


@enter(np.diag, most=2, names="k")
@on_array
def diag(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = Parts.of(ev, call.values[0])
    offset = call.get(1, "k", 0)
    if len(parts.lengths) == 2:
        return diagonal(ev, Call([call.values[0], offset]), node)
    if not offset.const or offset.known:
        raise ev.refused(node, "np.diag() of a row with an offset", "write it with a loop")
    return library(ev, "diagonal_matrix", [call.values[0]], node)


@enter(np.trace, method="trace", most=2, names="offset")
@on_array
def trace(ev: Evaluator, call: Call, node: Node) -> Value:
    found = diagonal(ev, Call([call.values[0], call.get(1, "offset", 0)]), node)
    return reduced(ev, "sum", found, None, node)


@enter(np.swapaxes, method="swapaxes", most=3)
@on_array
def swapaxes(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = Parts.of(ev, call.values[0])
    a, b = (int(each.known) for each in call.values[1:3])
    for part in (parts.lengths, parts.strides):
        part[a], part[b] = part[b], part[a]
    return parts.array(ev)


def attribute(ev: Evaluator, value: Value, name: str, node: Node) -> Value | None:
    """shape, size and the like; None for methods."""
    parts = Parts.of(ev, value)
    if name == "shape":
        return ev.make_tuple(parts.lengths)
    if name == "ndim":
        return known(len(parts.lengths))
    if name == "size":
        return parts.size(ev)
    if name == "dtype":
        return known(parts.dtype)
    if name == "T":
        return transposed(ev, value)
    if name == "itemsize":
        return known(parts.dtype.itemsize)
    if name == "nbytes":
        return times(ev, parts.size(ev), known(parts.dtype.itemsize))
    if name == "flat":
        if not parts.ordered:
            raise ev.refused(
                node, ".flat of an array whose elements do not lie side by side", "use .flatten()"
            )
        return ravel(ev, Call([value]), node)
    return None
