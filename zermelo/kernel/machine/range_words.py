"""range(…) whose ends are not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.kernel.machine.numbers import (
    INT,
)
from zermelo.kernel.machine.types import EMPTY, Loop, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def range_loop(ev: Evaluator, parts: list[Value], node: Node) -> Value:
    """range(…) whose ends are not known."""
    if len(parts) == 1:
        parts = [known(0), *parts]
    start, stop = (ev.convert(part, INT, node) for part in parts[:2])
    step = parts[2] if len(parts) > 2 else known(1)
    if step.const and step.known == 0:
        ev.fail(ev.unit.failures.of(ValueError, "range() arg 3 must not be zero"))
        return EMPTY
    if not step.const:
        return varied_range(ev, start, stop, ev.convert(step, INT, node), node)
    stride = int(step.known)

    def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
        ev.count_loop(start.ref, stop.ref, stride, body, at, "range")

    def size(ev: Evaluator) -> Value:
        span = (
            ev.op(f"sub i64 {stop.ref}, {start.ref}")
            if stride > 0
            else ev.op(f"sub i64 {start.ref}, {stop.ref}")
        )
        wide = ev.op(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
        if abs(stride) == 1:
            return Value(INT, wide)
        return Value(INT, ev.op(f"sdiv i64 {ev.op(f'add i64 {wide}, {abs(stride) - 1}')}, {abs(stride)}"))

    def at(ev: Evaluator, place: Value) -> Value:
        step = ev.op(f"mul i64 {ev.convert(place, INT).ref}, {stride}")
        return Value(INT, ev.op(f"add i64 {start.ref}, {step}"))

    return Value(Loop("range", each, (start, stop, step), size, at))


def varied_range(ev: Evaluator, start: Value, stop: Value, step: Value, node: Node) -> Value:
    """range(…) whose step is not known."""
    ev.fail_if(
        ev.op(f"icmp eq i64 {step.ref}, 0"), ev.unit.failures.of(ValueError, "range() arg 3 must not be zero")
    )
    up = ev.op(f"icmp sgt i64 {step.ref}, 0")

    def size(ev: Evaluator) -> Value:
        rising = ev.op(f"sub i64 {stop.ref}, {start.ref}")
        falling = ev.op(f"sub i64 {start.ref}, {stop.ref}")
        span = ev.op(f"select i1 {up}, i64 {rising}, i64 {falling}")
        stride = ev.op(f"call i64 @llvm.abs.i64(i64 {step.ref}, i1 false)")
        wide = ev.op(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
        return Value(
            INT, ev.op(f"udiv i64 {ev.op(f'add i64 {wide}, ' + ev.op(f'sub i64 {stride}, 1'))}, {stride}")
        )

    def at(ev: Evaluator, place: Value) -> Value:
        far = ev.op(f"mul i64 {ev.convert(place, INT).ref}, {step.ref}")
        return Value(INT, ev.op(f"add i64 {start.ref}, {far}"))

    def each(ev: Evaluator, body: Callable[[Value], None], where: Node) -> None:
        ev.count_loop("0", size(ev).ref, 1, lambda place: body(at(ev, place)), where, "range")

    return Value(Loop("range", each, (start, stop, step), size, at))
