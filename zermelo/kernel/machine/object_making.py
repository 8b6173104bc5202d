"""Making objects of the user's own classes: calls of a class, and copies with changes."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from zermelo.kernel.equality import own_method
from zermelo.kernel.machine import library
from zermelo.kernel.machine.classes import has_default, why_no_object
from zermelo.kernel.machine.objects import Object, object_type
from zermelo.kernel.machine.types import Call, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

MOST = 60
"""Attributes of an object, at most."""


def construct_object(ev: Evaluator, kind: type, call: Call, node: Node) -> Value:
    """A call of a class."""
    why = why_no_object(kind)
    if why:
        raise ev.refused(node, f"{kind.__name__}()", why)
    made = object_type(ev.unit, kind)
    if len(made.fields) > MOST:
        raise ev.refused(
            node, f"a {kind.__name__} of more than {MOST} attributes", "keep some of them in a list"
        )
    found = Value(made, ev.allocate(made.size))
    ev.line(f"store i64 0, ptr {found.ref}, align 8")
    own = own_method(kind, "__init__")
    if own is not None:
        ev.call_known(own, Call([found, *call.values], call.named), node)
    elif dataclasses.is_dataclass(kind):
        fill_dataclass(ev, found, kind, call, node)
    elif call.values or call.named:
        ev.fail(ev.unit.failures.of(TypeError, f"{kind.__name__}() takes no arguments"))
    return found


def fill_dataclass(ev: Evaluator, value: Value, kind: Any, call: Call, node: Node) -> None:
    """What the `__init__` of a dataclass does."""
    made = value.type
    assert isinstance(made, Object)
    fields = [field for field in dataclasses.fields(kind) if field.init]
    names = [field.name for field in fields if not field.kw_only]
    given = dict(zip(names, call.values, strict=False)) | call.named
    every = {field.name for field in fields}
    missing = [field.name for field in fields if field.name not in given and not has_default(field)]
    if len(call.values) > len(names) or not set(given) <= every or missing:
        ev.fail(ev.unit.failures.of(TypeError, f"{kind.__name__}() got other arguments than it takes"))
        return
    for field in dataclasses.fields(kind):
        if field.name in given:
            part = given[field.name]
        elif field.default is not dataclasses.MISSING:
            part = known(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            with ev.inside(node, ("factory", field.name)):
                part = ev.call_known(field.default_factory, Call([]), node)
        else:
            continue
        if ev.dead:
            return
        made.put(ev, value, field.name, part, node, making=True)
    after = own_method(kind, "__post_init__")
    if after is not None:
        ev.call_known(after, Call([value]), node)


def replaced_object(ev: Evaluator, value: Value, named: dict[str, Value], node: Node) -> Value:
    """dataclasses.replace(value, **named)."""
    kind = value.type
    if not isinstance(kind, Object) or not dataclasses.is_dataclass(kind.kind):
        return ev.wrong_type(node, value)
    given = {}
    for field in dataclasses.fields(kind.kind):
        if field.init:
            given[field.name] = named.get(field.name) or kind.attribute(ev, value, field.name, node)
    given |= {name: new for name, new in named.items() if name not in given}
    return construct_object(ev, kind.kind, Call([], given), node)


def words(table: Any, unit: Any) -> None:
    """Words of the library for objects."""

    def fields_equal(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = call.values
        assert isinstance(left.type, Object)
        return left.type.fields_equal(ev, left, right, node)

    def deep_copy(ev: Evaluator, call: Call, node: Node) -> Value:
        kind = call.values[0].type
        assert isinstance(kind, Object)
        return kind.deep_copy(ev, call.values[0], node)

    table[library.fields_equal], table[library.deep_copy] = fields_equal, deep_copy
