"""Comparisons of tuples and records by their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.kernel.machine.numbers import BOOL
from zermelo.kernel.machine.tuples import COMPARED_OUT, Tuple
from zermelo.kernel.machine.types import Node, Value, known
from zermelo.kernel.structs import is_named_tuple

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def comparable(left: Tuple, right: Tuple) -> bool:
    """Whether Python compares two such things by their elements."""
    plain = [kind.kind is None or is_named_tuple(kind.kind) for kind in (left, right)]
    return all(plain) or left.kind is right.kind


def equal(ev: Evaluator, left: Value, right: Value, node: Node) -> Value:
    """Whether two tuples of one length are equal."""
    a, b = left.type, right.type
    assert isinstance(a, Tuple)
    assert isinstance(b, Tuple)
    if a.uniform and b.uniform and len(a.elements) > COMPARED_OUT and not a.elements[0].static:
        return ev.library("equal_series", [left, right], node)
    found = known(True)
    for place in range(len(a.elements)):
        one = ev.truth(ev.compare("eq", a.element(ev, left, place), b.element(ev, right, place), node))
        if one.const:
            if not one.known:
                return one
            continue
        found = one if found.const else Value(BOOL, ev.op(f"and i1 {found.ref}, {one.ref}"))
    return found


def in_order(ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Value:
    """left < right and the like: the first elements that differ decide."""
    a, b = left.type, right.type
    assert isinstance(a, Tuple)
    assert isinstance(b, Tuple)
    strict = {"le": "lt", "ge": "gt"}.get(operator, operator)

    def branches(give: Callable[[Value], None]) -> None:
        for place, (_, _) in enumerate(zip(a.elements, b.elements, strict=False)):
            x, y = a.element(ev, left, place), b.element(ev, right, place)
            same, other = ev.merge(node, ("same", place), "same"), ev.merge(node, ("other", place), "other")
            ev.go(ev.truth(ev.compare("eq", x, y, node)), same, other)
            other.enter()
            if not ev.dead:
                give(ev.truth(ev.compare(strict, x, y, node)))
            same.enter()
            if ev.dead:
                return
        sizes = len(a.elements), len(b.elements)
        give(
            known(
                {
                    "lt": sizes[0] < sizes[1],
                    "le": sizes[0] <= sizes[1],
                    "gt": sizes[0] > sizes[1],
                    "ge": sizes[0] >= sizes[1],
                }[operator]
            )
        )

    return ev.chosen(node, ("order", operator), branches)
