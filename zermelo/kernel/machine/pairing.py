"""zip(…): several series gone through side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.kernel.machine.lists import List, list_of
from zermelo.kernel.machine.numbers import (
    BOOL,
    INT,
)
from zermelo.kernel.machine.range_words import range_loop
from zermelo.kernel.machine.tuples import Tuple, make_tuple
from zermelo.kernel.machine.types import Loop, Node, Value, known
from zermelo.kernel.machine.unions import plain

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def reader(ev: Evaluator, value: Value, node: Node) -> tuple[str, Callable[[Value], Value]]:
    """The length of something, and what reads its elements by their places."""
    if isinstance(value.type, Loop) and value.type.size is not None and value.type.at is not None:
        loop = value.type
        return ev.convert(loop.size(ev), INT).ref, lambda place: loop.at(ev, place)  # type: ignore[misc]
    if value.const:
        from zermelo.kernel.machine.constants import elements_of

        cells = elements_of(value.known)
        value = (
            range_loop(ev, [known(cells.start), known(cells.stop), known(cells.step)], node)
            if isinstance(cells, range)
            else ev.general(known(ev.unit.kept(value.known, cells)))
        )
        if isinstance(value.type, Loop):
            return reader(ev, value, node)
    value = plain(ev, value, node)
    at = getattr(value.type, "reader", None)
    if at is not None:
        return at(ev, value, node)  # type: ignore[no-any-return]
    if isinstance(value.type, Tuple) and value.type.kind is None:
        level = value.type.levelled(ev, node)
        even = ev.convert(value, level, node)
        return str(len(level.elements)), lambda place: level.element_at(ev, even, place)
    if not isinstance(value.type, List):
        value = list_of(ev, value, node)
    kind = value.type
    assert isinstance(kind, List)
    return kind.count(ev, value), lambda place: kind.at_place(ev, value, place)


def pair_up(
    ev: Evaluator, values: list[Value], node: Node, body: Callable[[Value], None], strict: bool = False
) -> None:
    """zip(…): the first is gone through as it is, the others are read by their places."""
    sizes_fixed = [ev.fixed_length(v) for v in values]
    unequal = ev.unit.failures.of(ValueError, "zip() argument 2 is shorter or longer than argument 1")
    if all(size is not None and size <= 4 for size in sizes_fixed):
        columns = [ev.unpacked(v, size, node) for v, size in zip(values, sizes_fixed, strict=True)]
        for place, row in enumerate(zip(*columns, strict=False)):
            with ev.inside(node, ("zip", place)):
                body(make_tuple(ev, list(row)))
        if strict and len(set(sizes_fixed)) > 1:
            ev.fail(unequal)
        return
    if any(value.type.kind == "iterator" for value in values if isinstance(value.type, Loop)):
        from zermelo.kernel.machine.iterators import pair_iterators

        if strict or any(is_lazy(v) and v.type.kind != "iterator" for v in values):  # type: ignore[attr-defined]
            raise ev.refused(node, "zip() of an iterator beside a generator", "make lists of them first")
        pair_iterators(ev, values, node, body)
        return
    lazy = [place for place, value in enumerate(values) if is_lazy(value)]
    if len(lazy) == 1 and not strict and len(values) > 1:
        pair_with(ev, values, lazy[0], node, body)
        return
    readers = readers_of(ev, values, node)
    count = least(ev, [size for size, _ in readers])
    ev.count_loop(
        "0", count, 1, lambda place: body(make_tuple(ev, [at(place) for _, at in readers])), node, "zip"
    )
    for size, _ in readers if strict else ():
        ev.fail_if(ev.op(f"icmp ne i64 {count}, {size}"), unequal)


def readers_of(ev: Evaluator, values: list[Value], node: Node) -> list[tuple[str, Callable[[Value], Value]]]:
    """Of each value its length, and what reads its elements by their places."""
    found = []
    for place, value in enumerate(values):
        with ev.inside(node, ("zip part", place)):
            found.append(reader(ev, value, node))
    return found


def least(ev: Evaluator, counts: list[str]) -> str:
    """The smallest of some lengths."""
    found = counts[0]
    for count in counts[1:]:
        found = ev.op(f"call i64 @llvm.smin.i64(i64 {found}, i64 {count})")
    return found


def is_lazy(value: Value) -> bool:
    """Whether elements are only known by going through them."""
    return isinstance(value.type, Loop) and (value.type.size is None or value.type.at is None)


def pair_with(
    ev: Evaluator, values: list[Value], lazy: int, node: Node, body: Callable[[Value], None]
) -> None:
    """zip(…) with one generator, which is gone through as it is, no further than the others reach."""
    others = [value for place, value in enumerate(values) if place != lazy]
    readers = readers_of(ev, others, node)
    count, counter = least(ev, [size for size, _ in readers]), ev.place()
    ev.line(f"store i64 0, ptr {counter}, align 8")
    over, finals = ev.merge(node, "exhausted", "exhausted"), len(ev.finals)
    copies = 0

    def one(part: Value) -> None:
        nonlocal copies
        copies += 1
        part = ev.settled(part)
        with ev.inside(node, ("pair", copies)):
            now = ev.op(f"load i64, ptr {counter}, align 8")
            on, done = ev.merge(node, "paired", "paired"), ev.merge(node, "done", "done")
            ev.go(Value(BOOL, ev.op(f"icmp slt i64 {now}, {count}")), on, done)
            done.enter()
            if not ev.dead:
                ev.leave(finals)
                over.arrive()
            on.enter()
            if ev.dead:
                return
            ev.line(f"store i64 {ev.op(f'add i64 {now}, 1')}, ptr {counter}, align 8")
            parts = [at(Value(INT, now)) for _, at in readers]
            body(make_tuple(ev, [*parts[:lazy], part, *parts[lazy:]]))

    ev.each(values[lazy], one, node)
    over.arrive()
    over.enter()
