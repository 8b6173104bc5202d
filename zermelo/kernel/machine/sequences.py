"""What lists and tuples of any length share: displays, + and *, the lengths that meet, unpacking."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.lists import List, kind_of, list_of, list_with, site_type
from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.slices import each_of_slice
from zermelo.kernel.machine.tuples import Tuple, make_tuple
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def list_display(ev: Evaluator, node: ast.List) -> Value:
    """[a, b, *c]"""
    kind = site_type(ev, node, list)
    if any(isinstance(each, ast.Starred) for each in node.elts):
        found = list_with(ev, kind, [])
        for each in node.elts:
            if isinstance(each, ast.Starred):
                ev.each(ev.expr(each.value), lambda part: kind.append(ev, found, part), each)
            else:
                kind.append(ev, found, ev.expr(each))
        return found
    return list_with(ev, kind, ev.parts_of(node.elts, node))


def tuple_display(ev: Evaluator, node: ast.Tuple) -> Value:
    """(a, b, *c): of known length where that of c is known."""
    return tuple_of(ev, ev.parts_of(node.elts, node), node)


def tuple_of(ev: Evaluator, parts: list[Value], node: Node) -> Value:
    """A tuple of these parts, of which some may be all elements of something (`Star`)."""
    from zermelo.kernel.machine.elements import Star

    if not any(isinstance(part.type, Star) for part in parts):
        return ev.make_tuple(parts)
    kind = site_type(ev, node, tuple, "parts")
    found = list_with(ev, kind, [])
    for place, part in enumerate(parts):
        with ev.inside(node, ("part", place)):
            if isinstance(part.type, Star):
                ev.each(part.type.value, lambda each: kind.append(ev, found, each), node)
            else:
                kind.append(ev, found, part)
    return found


def sequence_over(unit: Any, left: Tuple, right: Tuple) -> Type | None:
    """The type of tuples of two lengths."""
    element: Type = NEVER
    for each in (*left.elements, *right.elements):
        element = unit.join_all(element, unit.run_time(each))
    return List(tuple, None, element)


def taken_as_tuple(ev: Evaluator, value: Value, wanted: Tuple, node: Node) -> Value | None:
    """A tuple of any length where one of known length is wanted."""
    source = value.type
    assert isinstance(source, List)
    if source.kind is not tuple:
        return None
    said = ev.unit.failures.of(OverflowError, "a tuple of another length than those seen")
    ev.fail_if(ev.op(f"icmp ne i64 {source.count(ev, value)}, {len(wanted.elements)}"), said)
    if source.element_type is NEVER or not wanted.elements:
        return ev.empty(wanted)
    data = source.data(ev, value)
    if wanted.uniform and source.element_type.lies_as(wanted.elements[0]):
        return Value(wanted, data)
    parts = [source.at_place(ev, value, known(place)) for place in range(len(wanted.elements))]
    return make_tuple(ev, parts, wanted.kind, wanted.elements)


def sequence_operation(ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
    """+ and * of lists and tuples of any length."""
    kinds = [kind_of(ev, value) for value in (left, right)]
    if operator == "add" and kinds[0] is kinds[1] and kinds[0] is not None:
        made = site_type(ev, node, kinds[0])
        found = list_with(ev, made, [])
        for value in (left, right):
            ev.each(value, lambda part: made.append(ev, found, part), node)
        return found
    if operator == "mul":
        many, times = (left, right) if kinds[0] is not None else (right, left)
        kind = kind_of(ev, many)
        if kind is not None and ev.as_type(times) in (INT, BOOL):
            made = site_type(ev, node, kind)
            found = list_with(ev, made, [])
            count = ev.convert(times, INT).ref

            def once(place: Value) -> None:
                ev.each(many, lambda part: made.append(ev, found, part), node)

            ev.count_loop("0", count, 1, once, node, "times")
            return found
    return NotImplemented


def unpack_any(ev: Evaluator, value: Value, count: int, node: Node) -> list[Value]:
    """The elements of anything that can be looped over."""
    if type(value.type).each is not Type.each:
        found = list_of(ev, value, node)
        return found.type.parts_of(ev, found, count, node)  # type: ignore[attr-defined, no-any-return]
    ev.wrong_type(node, value)
    return [EMPTY] * count


def unpack_with_star(ev: Evaluator, value: Value, star: int, count: int, node: Node) -> list[Value]:
    """The elements of `a, *b, c = value`."""
    length = ev.fixed_length(value)
    if length is not None and (value.const or isinstance(value.type, Tuple)):
        parts = ev.unpacked(value, length, node)
        after = count - star - 1
        if length < count - 1:
            ev.fail(ev.unit.failures.of(ValueError, "not enough values to unpack"))
            return [EMPTY] * count
        middle = list_with(ev, site_type(ev, node, list, "star"), parts[star : length - after])
        return [*parts[:star], middle, *parts[length - after :]]
    if not isinstance(value.type, List):
        value = list_of(ev, value, node)
    kind = value.type
    assert isinstance(kind, List)
    said = ev.unit.failures.of(ValueError, "not enough values to unpack")
    ev.fail_if(ev.op(f"icmp slt i64 {kind.count(ev, value)}, {count - 1}"), said)
    after = count - star - 1
    first = [kind.at_place(ev, value, known(place)) for place in range(star)]
    made = site_type(ev, node, list, "star")
    middle = list_with(ev, made, [])
    bounds = [known(star), known(-after) if after else NOTHING, NOTHING]
    each_of_slice(ev, value, bounds, lambda part: made.append(ev, middle, part), node)
    last = [kind.item(ev, value, known(place - after), node) for place in range(after)]
    return [*first, middle, *last]
