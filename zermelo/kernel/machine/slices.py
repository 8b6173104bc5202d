"""Slices of lists and tuples: their bounds, loops over them, and assignments to them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.kernel.machine.lists import List, kind_of, list_of, list_with, site_type
from zermelo.kernel.machine.numbers import INT
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import EMPTY, NOTHING, Node, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def slice_of(ev: Evaluator, value: Value, bounds: list[Value], node: Node) -> Value:
    """value[low:high:step] of a list or tuple, as a new one."""
    kind = kind_of(ev, value)
    made = site_type(ev, node, kind, "slice")
    found = list_with(ev, made, [])
    each_of_slice(ev, value, bounds, lambda part: made.append(ev, found, part), node)
    return found


def each_of_slice(
    ev: Evaluator, value: Value, bounds: list[Value], body: Callable[[Value], None], node: Node
) -> None:
    """Loop over the elements of a slice."""
    low, high, step = (EMPTY if b.const and b.known is None else b for b in bounds)
    stride = 1 if step is EMPTY else step.known if step.const else None
    if stride is None:
        given = [NOTHING if b is EMPTY else b for b in (low, high)]
        ev.each(ev.library("stepped", [value, *given, step], node), body, node)
        return
    if stride == 0:
        ev.fail(ev.unit.failures.of(ValueError, "slice step cannot be zero"))
        return
    count = ev.convert(value.type.length(ev, value, node), INT).ref
    start, stop = slice_bounds(ev, low, high, stride, count, node)
    at = element_reader(ev, value)
    ev.count_loop(start, stop, stride, lambda place: body(at(place)), node, "slice")


def slice_bounds(
    ev: Evaluator, low: Value, high: Value, stride: int, count: str, node: Node
) -> tuple[str, str]:
    """Where a slice begins and ends, as Python cuts its bounds to what there is."""
    least, most = ("0", count) if stride > 0 else ("-1", ev.op(f"sub i64 {count}, 1"))

    def bound(given: Value, default: str) -> str:
        if given is EMPTY:
            return default
        number = ev.index(given, node)
        negative = ev.op(f"icmp slt i64 {number}, 0")
        number = ev.op(f"select i1 {negative}, i64 {ev.op(f'add i64 {number}, {count}')}, i64 {number}")
        smaller = ev.op(f"call i64 @llvm.smin.i64(i64 {number}, i64 {most})")
        return ev.op(f"call i64 @llvm.smax.i64(i64 {least}, i64 {smaller})")

    return (bound(low, "0"), bound(high, count)) if stride > 0 else (bound(low, most), bound(high, "-1"))


def element_reader(ev: Evaluator, value: Value) -> Callable[[Value], Value]:
    """What reads the element at a place that is within a list or tuple."""
    source = value.type
    if isinstance(source, List):
        return lambda place: source.at_place(ev, value, place)
    assert isinstance(source, Tuple)
    level = source.levelled(ev, None)
    even = ev.convert(value, level)
    return lambda place: level.element_at(ev, even, place)


def set_slice(ev: Evaluator, base: Value, part: ast.Slice, value: Value, node: Node) -> None:
    """base[low:high] = value"""
    if not isinstance(base.type, List) or part.step is not None:
        raise ev.refused(node, f"`{ast.unparse(node)} = …`", "write the elements one by one")
    base.type.shorten(ev)
    bounds = [ev.expr(b) if b is not None else NOTHING for b in (part.lower, part.upper)]
    new = list_of(ev, value, node)
    base.type.meet(ev.unit, new.type)  # type: ignore[arg-type]
    ev.library("list_splice", [base, *bounds, new], node)
