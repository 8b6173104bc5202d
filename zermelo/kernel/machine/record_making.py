"""Make records: calls of their classes, and copies with other values for some fields."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from zermelo.game import Bits as BitsClass
from zermelo.kernel.machine.classes import is_value
from zermelo.kernel.machine.numbers import BITS, BOOL, INT
from zermelo.kernel.machine.tuples import Tuple, make_tuple, own_method
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Call, Node, Value, known
from zermelo.kernel.structs import defaults_of, fields_of, is_named_tuple, parameters_of

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def replaced_fields(ev: Evaluator, value: Value, named: dict[str, Value], node: Node) -> Value:
    """The record with other values for some fields."""
    kind = value.type
    assert isinstance(kind, Tuple)
    fields = fields_of(kind.kind)
    parts = kind.parts(ev, value)
    for name, new in named.items():
        if name not in fields:
            ev.fail(ev.unit.failures.of(ValueError, f"Got unexpected field names: [{name!r}]"))
            return EMPTY
        parts[fields.index(name)] = new
    return make_record(ev, kind.kind, parts)


def make_record(ev: Evaluator, kind: Any, parts: list[Value]) -> Value:
    """A record of a class, its boards Bits where they are declared so."""
    if any(part.type is NEVER for part in parts):
        return EMPTY
    hints = ev.unit.field_hints(kind)
    elements = []
    for field, part in zip(fields_of(kind), parts, strict=True):
        type_ = NOTHING.type if part.const and part.known is None else ev.as_type(part)
        if hints.get(field) in (BitsClass, "Bits") and type_ in (INT, BOOL):
            type_ = BITS
        elements.append(type_)
    return make_tuple(ev, parts, kind, ev.unit.record_elements(kind, elements))


def construct(ev: Evaluator, kind: type, call: Call, node: Node) -> Value:
    """A call of a class."""
    if issubclass(kind, BaseException):
        return EMPTY
    if issubclass(kind, Enum):
        from zermelo.kernel.machine.enums import construct_member

        return construct_member(ev, kind, call, node)
    if is_named_tuple(kind) or is_value(kind):
        own = own_method(kind, "__new__") if is_named_tuple(kind) else None
        if own is not None:
            raise ev.refused(node, f"{kind.__name__}.__new__()", "leave it out")
        names, defaults = parameters_of(kind), defaults_of(kind)
        given = dict(zip(names, call.values, strict=False)) | call.named
        if (
            len(call.values) > len(names)
            or not set(given) <= set(names)
            or any(n not in given and n not in defaults for n in names)
        ):
            ev.fail(ev.unit.failures.of(TypeError, f"{kind.__name__}() got other arguments than it takes"))
            return EMPTY
        parts = [given[name] if name in given else known(defaults[name]) for name in names]
        if any(part.type is NEVER for part in parts):
            return EMPTY
        return make_record(ev, kind, parts)
    from zermelo.kernel.machine.object_making import construct_object

    return construct_object(ev, kind, call, node)


def replace_record(ev: Evaluator, call: Call, node: Node) -> Value:
    """dataclasses.replace(value, **changes)."""
    value = call.values[0]
    if isinstance(value.type, Tuple) and value.type.kind is not None:
        return replaced_fields(ev, value, call.named, node)
    from zermelo.kernel.machine.object_making import replaced_object

    return replaced_object(ev, value, call.named, node)
