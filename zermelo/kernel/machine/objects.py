"""Objects of the user's own classes, which rules may change: a value is the address of its attributes.

        address ──▶ ┌───────────────────────────┐
                    │ which attributes are set  │
                    │ first attribute           │
                    │ second attribute, …       │
                    └───────────────────────────┘

All objects of one class have the same attributes of the same types, which grow while types are inferred.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.equality import compared, own_method
from zermelo.kernel.machine.classes import (
    MISSING,
    always_set,
    is_frozen,
    is_slot,
)
from zermelo.kernel.machine.methods import call_found
from zermelo.kernel.machine.numbers import BOOL, INT, mixed, signed
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    NOTHING,
    Call,
    Const,
    Method,
    Node,
    Type,
    Value,
    known,
)
from zermelo.kernel.primitives import FACTOR, TUPLE
from zermelo.kernel.structs import fields_of, is_record
from zermelo.kernel.symbols import layout_tag, tag_of

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class Object(Type):
    """Objects of one class."""

    llvm = "ptr"
    changeable = True

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.fields: dict[str, Type] = {}
        self.sure = always_set(kind)
        """Attributes that every object has once it is made."""

    def __repr__(self) -> str:
        return f"{self.kind.__name__}({', '.join(self.fields)})"

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"a {self.kind.__name__}"

    @property
    def family(self) -> Any:
        return Object, self.kind

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind, kind)

    # -- memory ------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Words of an object."""
        return 1 + sum(kind.words for kind in self.fields.values())

    def offset(self, name: str) -> int:
        """Where an attribute lies."""
        at = 1
        for each, kind in self.fields.items():
            if each == name:
                return at
            at += kind.words
        raise KeyError(name)

    def place_of(self, name: str) -> int:
        """The bit that says whether an attribute is set."""
        return list(self.fields).index(name)

    def holds(self, ev: Any, unit: Any, name: str, kind: Type, node: Node = None) -> None:
        """An attribute may be of this type."""
        if kind is NEVER:
            return
        kind = unit.run_time(kind)
        before = self.fields.get(name, NEVER)
        found = unit.join_all(before, kind)
        if name not in self.fields or found != before:
            self.fields[name] = found
            unit.widened()

    def field(self, ev: Evaluator, value: Value, name: str) -> Value:
        """An attribute that is set."""
        kind = self.fields[name]
        if kind is NEVER or kind.static:
            return Value(kind) if kind.static else EMPTY
        return ev.loaded(kind, ev.at(value.ref, self.offset(name)), True)

    def put(
        self, ev: Evaluator, value: Value, name: str, new: Value, node: Node, making: bool = False
    ) -> None:
        """Set an attribute, whatever the class says of setting attributes."""
        self.holds(ev, ev.unit, name, NOTHING.type if new.const and new.known is None else new.type, node)
        if not making:
            ev.instance.writes[self] = node
        kind = self.fields.get(name, NEVER)
        if kind is NEVER or ev.dead:
            return
        if not kind.static:
            kind.store(ev, ev.owned(ev.convert(new, kind, node)), ev.at(value.ref, self.offset(name)))
        if name not in self.sure:
            mask = ev.op(f"load i64, ptr {value.ref}, align 8")
            bit = 1 << self.place_of(name)
            ev.line(f"store i64 {ev.op(f'or i64 {mask}, {bit}')}, ptr {value.ref}, align 8")

    def is_set(self, ev: Evaluator, value: Value, name: str) -> str:
        """An i1: whether an attribute is set."""
        mask = ev.op(f"load i64, ptr {value.ref}, align 8")
        return ev.op(f"icmp ne i64 {ev.op(f'and i64 {mask}, {1 << self.place_of(name)}')}, 0")

    # -- attributes --------------------------------------------------------------------------

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        found = inspect.getattr_static(self.kind, name, MISSING)
        if isinstance(found, property):
            return ev.call_known(found.fget, Call([value]), node)
        if hasattr(found, "attrname") and hasattr(found, "func"):
            raise ev.refused(node, f"the cached property {name} of {self.called}", "make it a property")
        if name in self.fields and not is_slot(found):
            return self.field_or(ev, value, name, found, node)
        if name in self.fields:
            return self.field_or(ev, value, name, MISSING, node)
        return self.of_class(ev, value, name, found, node)

    def field_or(self, ev: Evaluator, value: Value, name: str, default: Any, node: Node) -> Value:
        """An attribute of the object, or where it is not set what the class has."""
        if name in self.sure:
            return self.field(ev, value, name)
        there = self.is_set(ev, value, name)
        if default is MISSING:
            ev.fail_if(ev.op(f"xor i1 {there}, true"), self.lacks(ev, name))
            return self.field(ev, value, name)

        def branches(give: Callable[[Value], None]) -> None:
            yes, no = ev.merge(node, ("set", name), "set"), ev.merge(node, ("unset", name), "unset")
            ev.go(Value(BOOL, there), yes, no)
            yes.enter()
            if not ev.dead:
                give(self.field(ev, value, name))
            no.enter()
            if not ev.dead:
                give(self.of_class(ev, value, name, default, node))

        return ev.chosen(node, ("attribute", name), branches)

    def of_class(self, ev: Evaluator, value: Value, name: str, found: Any, node: Node) -> Value:
        """What the class has by a name."""
        if found is MISSING or is_slot(found):
            if name == "__class__":
                return known(self.kind)
            ev.fail(self.lacks(ev, name))
            return EMPTY
        if inspect.isroutine(found) or isinstance(found, staticmethod | classmethod):
            return Value(Method(value, name))
        return known(ev.unit.meaning(getattr(self.kind, name), True))

    def lacks(self, ev: Evaluator, name: str) -> Any:
        said = f"'{self.kind.__name__}' object has no attribute '{name}'"
        return ev.unit.failures.of(AttributeError, said)

    def set_attribute(self, ev: Evaluator, value: Value, name: str, new: Value, node: Node) -> None:
        found = inspect.getattr_static(self.kind, name, None)
        if isinstance(found, property):
            if found.fset is None:
                said = f"property '{name}' of '{self.kind.__name__}' object has no setter"
                ev.fail(ev.unit.failures.of(AttributeError, said))
            else:
                ev.call_known(found.fset, Call([value, new]), node)
            return
        if own_method(self.kind, "__setattr__") is not None:
            raise ev.refused(node, f"{self.kind.__name__}.__setattr__()", "leave it out")
        if is_frozen(self.kind):
            said = f"cannot assign to field '{name}'"
            ev.fail(ev.unit.failures.of(dataclasses.FrozenInstanceError, said))
            return
        self.put(ev, value, name, new, node)

    # -- methods -----------------------------------------------------------------------------

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        found = inspect.getattr_static(self.kind, name, None)
        if name in self.fields and not inspect.isroutine(found):
            return ev.call(self.attribute(ev, value, name, node), call, node)
        return call_found(ev, value, self.kind, found, name, call, node)

    def own(self, ev: Evaluator, name: str, values: list[Value], node: Node) -> Value | None:
        """The call of a method that somebody wrote; None where there is none."""
        own = own_method(self.kind, name)
        return None if own is None else ev.call_known(own, Call(values), node)

    def needed(self, ev: Evaluator, name: str, values: list[Value], node: Node) -> Value:
        found = self.own(ev, name, values, node)
        return ev.wrong_type(node, values[0]) if found is None else found

    def truth(self, ev: Evaluator, value: Value) -> Value:
        for name in ("__bool__", "__len__"):
            found = self.own(ev, name, [value], self)
            if found is not None:
                return ev.truth(found)
        return known(True)

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return self.needed(ev, "__len__", [value], node)

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        return self.needed(ev, "__getitem__", [value, index], node)

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        self.needed(ev, "__setitem__", [value, index, new], node)

    def delete_item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> None:
        self.needed(ev, "__delitem__", [value, index], node)

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        found = self.own(ev, "__contains__", [value, item], node)
        return ev.truth(found) if found is not None else ev.library("contains", [value, item], node)

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        if own_method(self.kind, "__next__") is not None:
            raise ev.refused(node, f"a loop over {self.called}", "write __iter__() with `yield`")
        found = self.needed(ev, "__iter__", [value], node)
        ev.each(found, body, node)

    def call(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        own = own_method(self.kind, "__call__")
        if own is None:
            return ev.wrong_type(node, value)
        return ev.call_known(own, Call([value, *call.values], call.named), node)

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        found = self.own(ev, f"__{operator}__", [value], node)
        return NotImplemented if found is None else found

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        for value, name, other in ((left, f"__{operator}__", right), (right, f"__r{operator}__", left)):
            if isinstance(value.type, Object):
                found = value.type.own(ev, name, [value, other], node)
                if found is not None and not is_not_implemented(found):
                    return found
        return NotImplemented

    def in_place(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        found = self.own(ev, f"__i{operator}__", [left, right], node)
        return NotImplemented if found is None else found

    # -- equality, order and hashing -----------------------------------------------------------

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        swapped = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}.get(operator, operator)
        for value, name, other in ((left, operator, right), (right, swapped, left)):
            if not isinstance(value.type, Object):
                continue
            found = value.type.own(ev, f"__{name}__", [value, other], node)
            if found is not None and not is_not_implemented(found):
                return ev.truth(found)
            if name == "ne":
                found = value.type.own(ev, "__eq__", [value, other], node)
                if found is not None and not is_not_implemented(found):
                    return ev.negated(ev.truth(found))
        return self.compare_made(ev, operator, left, right, node)

    def compare_made(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        """What Python itself says of two objects."""
        same_kind = left.type is right.type
        declared: Any = getattr(self.kind, "__dataclass_params__", None)
        if operator not in ("eq", "ne"):
            if declared is None or not declared.order or not same_kind:
                return NotImplemented
            names = [field.name for field in dataclasses.fields(self.kind) if field.compare]
            parts = [
                ev.make_tuple([self.field_or(ev, v, name, MISSING, node) for name in names])
                for v in (left, right)
            ]
            return ev.compare(operator, parts[0], parts[1], node)
        if not same_kind:
            return known(operator == "ne")
        if declared is None or not declared.eq or own_method(self.kind, "__eq__") is not None:
            return Value(BOOL, ev.op(f"icmp {operator} ptr {left.ref}, {right.ref}"))
        found = ev.truth(ev.library("equal_objects", [left, right], node))
        return found if operator == "eq" else ev.negated(found)

    def fields_equal(self, ev: Evaluator, left: Value, right: Value, node: Node) -> Value:
        """Whether all fields of two dataclasses that are compared are equal."""
        names = compared(self.kind).names or ()

        def branches(give: Callable[[Value], None]) -> None:
            for name in names:
                parts = [self.field_or(ev, v, name, MISSING, node) for v in (left, right)]
                same, other = ev.merge(node, ("same", name), "same"), ev.merge(node, ("other", name), "other")
                ev.go(ev.truth(ev.compare("eq", parts[0], parts[1], node)), same, other)
                other.enter()
                if not ev.dead:
                    give(known(False))
                same.enter()
                if ev.dead:
                    return
            give(known(True))

        return ev.chosen(node, "equal", branches)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        """As `primitives.stirred` has it: the attributes that are compared, or the class's own number."""
        facts = compared(self.kind)
        if facts.unknown:
            raise unhashable(ev, self.kind)
        if facts.hash is not None:
            found = ev.general(ev.call_known(facts.hash, Call([value]), self))
            return mixed(
                ev, word, mixed(ev, str(signed(layout_tag(self.kind, ()))), ev.convert(found, INT).ref)
            )
        parts = []
        names = names_hashed(self.kind, tuple(sorted(self.fields)))
        for name in names:
            if name in self.fields:
                parts.append(self.field_or(ev, value, name, MISSING, None))
            else:
                parts.append(
                    self.of_class(ev, value, name, inspect.getattr_static(self.kind, name, MISSING), None)
                )
        return hash_of_parts(ev, self.kind, names, parts, word)

    # -- copies ------------------------------------------------------------------------------

    def copied(self, ev: Evaluator, value: Value, deep: bool, node: Node) -> Value:
        """copy.copy(value), copy.deepcopy(value)."""
        own = own_method(self.kind, "__deepcopy__" if deep else "__copy__")
        if own is not None:
            return ev.call_known(own, Call([value, known({})] if deep else [value]), node)
        return ev.library("deep_copy_of", [value], node) if deep else self.plain_copy(ev, value)

    def plain_copy(self, ev: Evaluator, value: Value) -> Value:
        to = ev.allocate(self.size)
        ev.copy_words(to, value.ref, self.size)
        return Value(self, to)

    def deep_copy(self, ev: Evaluator, value: Value, node: Node) -> Value:
        """A copy whose attributes are copies too."""
        from zermelo.kernel.machine.copies import copy_of

        found = self.plain_copy(ev, value)
        for name, kind in list(self.fields.items()):
            if may_change(kind):

                def copy_field(name: str = name, kind: Type = kind) -> None:
                    with ev.inside(node, ("deep", name)):
                        part = copy_of(ev, self.field(ev, value, name), True, node)
                        self.holds(ev, ev.unit, name, part.type)
                        now = self.fields[name]
                        if not ev.dead:
                            now.store(ev, ev.convert(part, now, node), ev.at(found.ref, self.offset(name)))

                self.where_set(ev, value, name, copy_field, node)
        return found

    def where_set(self, ev: Evaluator, value: Value, name: str, act: Callable[[], None], node: Node) -> None:
        """Do something where an attribute is set."""
        if name in self.sure:
            act()
            return
        yes, no = ev.merge(node, ("has", name), "has"), ev.merge(node, ("has not", name), "hasnot")
        ev.go(Value(BOOL, self.is_set(ev, value, name)), yes, no)
        yes.enter()
        if not ev.dead:
            act()
        no.arrive()
        no.enter()


def names_hashed(kind: type, every: tuple[str, ...]) -> tuple[str, ...]:
    """The attributes that go into the hash of an object, in their order; `every`: all that it has."""
    if is_record(kind):
        return fields_of(kind)
    names = compared(kind).names
    return every if names is None else names


def hash_of_parts(ev: Evaluator, kind: type, names: tuple[str, ...], parts: list[Value], word: str) -> str:
    """`primitives.stirred` of an object that is compared by these attributes."""
    if is_record(kind):
        inner = mixed(ev, mixed(ev, word, str(signed(tag_of(kind)))), str(signed(TUPLE + len(names))))
    else:
        inner = mixed(ev, str(signed(FACTOR)), str(signed(TUPLE + len(names) + 1)))
        inner = mixed(ev, inner, str(signed(layout_tag(kind, names))))
    for part in parts:
        if ev.dead:
            return "undef"
        if is_none_type(part.type):
            inner = mixed(ev, inner, str(signed(FACTOR)))
        else:
            inner = ev.as_type(part).hashed(ev, ev.general(part), inner)
    return inner if is_record(kind) else mixed(ev, word, inner)


def is_not_implemented(value: Value) -> bool:
    return value.const and value.known is NotImplemented


def is_none_type(kind: Type) -> bool:
    return isinstance(kind, Const) and kind.value is None


def may_change(kind: Type) -> bool:
    """Whether a copy of a part needs more than its words."""
    if kind.changeable:
        return True
    from zermelo.kernel.machine.tuples import Tuple
    from zermelo.kernel.machine.unions import Union

    if isinstance(kind, Tuple | Union):
        return any(map(may_change, kind.elements if isinstance(kind, Tuple) else kind.members))
    element = getattr(kind, "element_type", None)
    return element is not None and may_change(element)


def unhashable(ev: Evaluator, kind: type) -> Exception:
    return ev.refused(
        None,
        f"{kind.__name__}.__eq__(), which says in its own way what is equal,",
        "write key(), or __hash__ beside it",
    )


def object_type(unit: Any, kind: type) -> Object:
    """The type of all objects of a class."""
    key = ("object", kind)
    if key not in unit.facts:
        unit.facts[key] = Object(kind)
    return unit.facts[key]  # type: ignore[no-any-return]
