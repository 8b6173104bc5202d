"""Copies, and tuples with one element changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.kernel.machine.lists import List, list_of, list_with, site_type
from zermelo.kernel.machine.numbers import (
    INT,
)
from zermelo.kernel.machine.tuples import Tuple, make_tuple
from zermelo.kernel.machine.types import EMPTY, NOTHING, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def tuple_updated(ev: Evaluator, kind: Tuple, cells: Value, index: Value, new: Value, node: Node) -> Value:
    said = f"updated: index out of a tuple of {len(kind.elements)}"
    if index.const:
        place = ev.checked_index(index, known(len(kind.elements)), node, said)
        if ev.dead:
            return EMPTY
        parts = kind.parts(ev, cells)
        parts[place.known] = new
        return make_tuple(ev, parts, kind.kind)
    if not kind.elements:
        ev.fail(ev.unit.failures.of(IndexError, said))
        return EMPTY
    level = kind.levelled(ev, node)
    common = ev.join(level.elements[0], NOTHING.type if new.const and new.known is None else ev.as_type(new))
    wide = Tuple([common] * len(level.elements))
    cells = ev.convert(cells, wide, node)
    to = ev.place(wide.words)
    ev.copy_words(to, cells.ref, wide.words)
    at = ev.checked_index(index, known(len(wide.elements)), node, said)
    if ev.dead:
        return EMPTY
    number = ev.convert(at, INT).ref
    address = ev.at(to, number if common.words == 1 else ev.op(f"mul i64 {number}, {common.words}"))
    if not common.static:
        common.store(ev, ev.owned(ev.convert(new, common)), address)
    return Value(wide, to)


def list_updated(ev: Evaluator, cells: Value, index: Value, new: Value, node: Node) -> Value:
    kind = site_type(ev, node, tuple, "updated")
    kind.meet(ev.unit, cells.type)  # type: ignore[arg-type]
    found = list_of(ev, cells, node, tuple)
    made = found.type
    assert isinstance(made, List)
    made.holds(ev.unit, ev.as_type(new))
    place = ev.checked_index(
        index, Value(INT, made.count(ev, found)), node, "updated: index out of the tuple"
    )
    made.put(ev, found, ev.convert(place, INT).ref, new)
    return found


def copy_of(ev: Evaluator, value: Value, deep: bool, node: Node) -> Value:
    """copy.copy(value), copy.deepcopy(value)."""
    from zermelo.kernel.machine.objects import may_change
    from zermelo.kernel.machine.unions import Union

    kind = value.type
    if isinstance(kind, Union):

        def branches(give: Callable[[Value], None]) -> None:
            def one(member: Type, part: Value) -> None:
                with ev.inside(node, ("copy", member.called)):
                    copied = copy_of(ev, part, deep, node)
                give(copied)

            kind.each_member(ev, value, one)

        return ev.chosen(node, "copy", branches) if may_change(kind) else value
    if isinstance(kind, List) and (kind.kind is list or (deep and may_change(kind.element_type))):
        if not deep or not may_change(kind.element_type):
            return list_of(ev, value, node)
        made = site_type(ev, node, kind.kind, "deep")
        found = list_with(ev, made, [])

        def each(part: Value) -> None:
            with ev.inside(node, "inner"):
                made.append(ev, found, copy_of(ev, part, True, node))

        ev.each(value, each, node)
        return found
    if isinstance(kind, Tuple) and deep and may_change(kind):
        parts = []
        for place, part in enumerate(kind.parts(ev, value)):
            with ev.inside(node, ("part", place)):
                parts.append(copy_of(ev, part, True, node))
        return make_tuple(ev, parts, kind.kind)
    own = getattr(kind, "copied", None)
    return own(ev, value, deep, node) if own is not None else value
