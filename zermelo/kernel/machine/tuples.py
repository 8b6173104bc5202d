"""Tuples, and records: classes whose objects are no more than their fields and never change.

The elements lie in memory one after the other; the reference is the address of the first. A tuple whose
length is not known while compiling is a list that nobody changes (lists.py).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BITS, BOOL, INT, mixed, signed
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    Call,
    Const,
    Function,
    Method,
    Node,
    Type,
    Value,
    is_none,
    known,
)
from zermelo.kernel.primitives import TUPLE
from zermelo.kernel.structs import fields_of, is_named_tuple
from zermelo.kernel.symbols import tag_of

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

WRITTEN_OUT = 4
"""A loop over so many elements of one type is written out."""
COMPARED_OUT = 16
"""A comparison of so many elements is written out."""


class Tuple(Type):
    """A tuple of known length; `kind` is the class of a record."""

    in_memory = True
    llvm = "ptr"

    def __init__(self, elements: list[Type] | tuple[Type, ...], kind: Any = None) -> None:
        self.elements, self.kind = tuple(elements), kind
        self.uniform = all(each == self.elements[0] for each in self.elements[1:])
        self.offsets, at = [], 0
        for each in self.elements:
            self.offsets.append(at)
            at += each.words
        self.words = at
        self.fixed_length = len(self.elements)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Tuple) or other.kind is not self.kind or other.words != self.words:
            return False
        return other.elements == self.elements

    def __hash__(self) -> int:
        return hash((len(self.elements), self.words, id(self.kind)))

    def __repr__(self) -> str:
        name = self.kind.__name__ if self.kind else ""
        if self.uniform and len(self.elements) > 3:
            return f"{name}({len(self.elements)} × {self.elements[0]})"
        return f"{name}({', '.join(map(repr, self.elements))})"

    @property
    def called(self) -> str:  # type: ignore[override]
        if self.kind is not None:
            return f"a {self.kind.__name__}"
        return f"a tuple of {len(self.elements)}"

    # -- memory -------------------------------------------------------------------------------

    def load(self, ev: Evaluator, address: str) -> Value:
        return Value(self, address)

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        ev.copy_words(address, value.ref, self.words)

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        parts = parts_in(value, self)
        if parts is None or len(parts) != len(self.elements):
            return None
        return Value(self, ev.unit.constant_at(self, value))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        parts = parts_in(value, self)
        assert parts is not None
        assert len(parts) == len(self.elements)
        return [
            word
            for part, kind in zip(parts, self.elements, strict=True)
            for word in constant_words(ev, kind, part)
        ]

    def element(self, ev: Evaluator, value: Value, place: int) -> Value:
        kind = self.elements[place]
        if kind.static:
            return Value(kind)
        return ev.loaded(kind, ev.at(value.ref, self.offsets[place]), value.moves)

    def element_at(self, ev: Evaluator, value: Value, place: Value) -> Value:
        """An element of a uniform tuple, at a place that is within it."""
        if place.const:
            return self.element(ev, value, place.known)
        kind = self.elements[0]
        if kind.static:
            return Value(kind)
        index = place.ref if kind.words == 1 else ev.op(f"mul nuw nsw i64 {place.ref}, {kind.words}")
        return ev.loaded(kind, ev.at(value.ref, index), value.moves)

    @property
    def open(self) -> Type:
        inside = [each.open for each in self.elements]
        return (
            self
            if all(a is b for a, b in zip(inside, self.elements, strict=True))
            else Tuple(inside, self.kind)
        )

    def lies_as(self, other: Type) -> bool:
        if (
            not isinstance(other, Tuple)
            or other.kind is not self.kind
            or len(other.elements) != len(self.elements)
        ):
            return False
        return all(a.lies_as(b) for a, b in zip(self.elements, other.elements, strict=True))

    def parts_of(self, ev: Evaluator, value: Value, count: int, node: Node) -> list[Value]:
        if count != len(self.elements):
            said = f"expected {count} values to unpack, got {len(self.elements)}"
            ev.fail(ev.unit.failures.of(ValueError, said))
            return [EMPTY] * count
        return self.parts(ev, value)

    def parts(self, ev: Evaluator, value: Value) -> list[Value]:
        return [self.element(ev, value, place) for place in range(len(self.elements))]

    # -- types ----------------------------------------------------------------------------------

    def join(self, unit: Any, other: Type) -> Type | None:
        if not isinstance(other, Tuple) or other.kind is not self.kind:
            return None
        if len(other.elements) != len(self.elements):
            from zermelo.kernel.machine.sequences import sequence_over

            return sequence_over(unit, self, other) if self.kind is None else None
        if all(a == b for a, b in zip(self.elements, other.elements, strict=True)):
            for a, b in zip(self.elements, other.elements, strict=True):
                unit.join(a, b)
            return self
        elements = [unit.join(a, b) for a, b in zip(self.elements, other.elements, strict=True)]
        return None if None in elements else Tuple(elements, self.kind)

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        source = value.type
        if isinstance(source, Tuple) and len(source.elements) == len(self.elements):
            if all(
                b.lies_as(a) or {a, b} == {INT, BITS}
                for a, b in zip(self.elements, source.elements, strict=True)
            ):
                return Value(self, value.ref, value.moves)
            to = ev.place(max(self.words, 1))
            for place, kind in enumerate(self.elements):
                if not kind.static:
                    part = ev.convert(source.element(ev, value, place), kind, node)
                    kind.store(ev, part, ev.at(to, self.offsets[place]))
            return Value(self, to)
        if self.kind is None and hasattr(source, "element_type"):
            from zermelo.kernel.machine.sequences import taken_as_tuple

            return taken_as_tuple(ev, value, self, node)
        return None

    # -- operations ---------------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        own = own_method(self.kind, "__bool__") if self.kind is not None else None
        if own is not None:
            return ev.truth(ev.call_known(own, Call([value]), None))
        return known(bool(self.elements) or (self.kind is not None and not is_named_tuple(self.kind)))

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        own = self.own_operator(ev, operator, left, right, node)
        if own is not None:
            return own
        a, b = ev.as_type(left), ev.as_type(right)
        if operator == "add" and isinstance(a, Tuple) and isinstance(b, Tuple):
            left, right = ev.general(left), ev.general(right)
            return make_tuple(ev, a.parts(ev, left) + b.parts(ev, right))
        if operator == "mul":
            many, times = (left, right) if isinstance(a, Tuple) else (right, left)
            if times.const and isinstance(times.known, int):
                parts = ev.as_type(many).parts(ev, ev.general(many))  # type: ignore[attr-defined]
                return make_tuple(ev, parts * max(times.known, 0))
        if operator in ("add", "mul"):
            from zermelo.kernel.machine.sequences import sequence_operation

            return sequence_operation(ev, operator, left, right, node)
        return NotImplemented

    def own_operator(
        self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node
    ) -> Value | None:
        """What a class of the user's own says an operator does."""
        name = operator.rstrip("_")
        for value, called, other in ((left, f"__{name}__", right), (right, f"__r{name}__", left)):
            kind = getattr(value.type, "kind", None)
            if (
                isinstance(value.type, Tuple)
                and kind is not None
                and (own := own_method(kind, called)) is not None
            ):
                return ev.call_known(own, Call([value, other]), node)
        return None

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        from zermelo.kernel.machine.tuple_comparison import comparable, equal, in_order

        a, b = ev.as_type(left), ev.as_type(right)
        own = self.own_comparison(ev, operator, left, right, node)
        if own is not None:
            return own
        if not isinstance(a, Tuple) or not isinstance(b, Tuple):
            if any(hasattr(k, "element_type") for k in (a, b)):
                return NotImplemented
            return ev.unequal(operator, node, left, right)
        if not comparable(a, b):
            return ev.unequal(operator, node, left, right)
        ordered = "__eq__" if operator in ("eq", "ne") else f"__{operator}__"
        if (
            a.kind is not None
            and not is_named_tuple(a.kind)
            and getattr(a.kind, ordered) is getattr(object, ordered)
        ):
            if ordered == "__eq__":
                raise ev.refused(
                    node, f"`==` of {a.called}, which says nothing of equality", "let dataclass() make it"
                )
            return ev.wrong_type(node, left, right)
        left, right = ev.general(left), ev.general(right)
        if operator in ("eq", "ne"):
            if len(a.elements) != len(b.elements):
                return known(operator == "ne")
            found = equal(ev, left, right, node)
            return found if operator == "eq" else ev.negated(found)
        return in_order(ev, operator, left, right, node)

    def own_comparison(
        self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node
    ) -> Value | None:
        kind = getattr(left.type, "kind", None)
        if kind is None:
            return None
        if (own := own_method(kind, f"__{operator}__")) is not None:
            return ev.truth(ev.call_known(own, Call([left, right]), node))
        if operator == "ne" and (own := own_method(kind, "__eq__")) is not None:
            return ev.negated(ev.truth(ev.call_known(own, Call([left, right]), node)))
        return None

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        if self.kind is not None and (own := own_method(self.kind, "__contains__")) is not None:
            return ev.truth(ev.call_known(own, Call([value, item]), node))
        if len(self.elements) > COMPARED_OUT and self.uniform:
            return ev.library("contains", [value, item], node)
        found = known(False)
        for part in self.parts(ev, value):
            one = ev.truth(ev.compare("eq", part, item, node))
            if one.const:
                if one.known:
                    return one
                continue
            found = one if found.const else Value(BOOL, ev.op(f"or i1 {found.ref}, {one.ref}"))
        return found

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        if self.kind is not None and not is_named_tuple(self.kind):
            own = own_method(self.kind, "__len__")
            return ev.call_known(own, Call([value]), node) if own else ev.wrong_type(node, value)
        return known(len(self.elements))

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        if self.kind is not None and (own := own_method(self.kind, "__getitem__")) is not None:
            return ev.call_known(own, Call([value, index]), node)
        said = "tuple index out of range"
        if index.const and isinstance(index.known, int):
            place = ev.checked_index(index, known(len(self.elements)), node, said)
            return EMPTY if ev.dead else self.element(ev, value, place.known)
        place = ev.checked_index(index, known(len(self.elements)), node, said)
        if ev.dead or not self.elements:
            return EMPTY
        if all(each.static and not is_none(each) for each in self.elements):
            from zermelo.kernel.machine.calls import chosen_function

            pairs = [(known(number), part) for number, part in enumerate(self.parts(ev, value))]
            return chosen_function(ev, pairs, place, IndexError, said)
        level = self.levelled(ev, node)
        value = ev.convert(value, level, node)
        return level.element_at(ev, value, place)

    def levelled(self, ev: Evaluator, node: Node) -> Tuple:
        """The same tuple with all elements of one type."""
        if self.uniform:
            return self
        common: Type = NEVER
        for each in self.elements:
            common = ev.join(common, each)
        return Tuple([common] * len(self.elements))

    def slice(self, ev: Evaluator, value: Value, bounds: list[Value], node: Node) -> Value:
        if all(b.const for b in bounds):
            chosen = range(len(self.elements))[slice(*(b.known for b in bounds))]
            if len(chosen) and chosen.step == 1:
                part = Tuple(self.elements[chosen.start : chosen.stop])
                return Value(part, ev.at(value.ref, self.offsets[chosen.start]), value.moves)
            return make_tuple(ev, [self.element(ev, value, place) for place in chosen])
        from zermelo.kernel.machine.slices import slice_of

        return slice_of(ev, value, bounds, node)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        if not hasattr(self.kind or tuple, name) and name not in (fields_of(self.kind) if self.kind else ()):
            called = (self.kind or tuple).__name__
            ev.fail(ev.unit.failures.of(AttributeError, f"'{called}' object has no attribute '{name}'"))
            return EMPTY
        if self.kind is None:
            return Value(Method(value, name))
        fields = fields_of(self.kind)
        if name in fields:
            return self.element(ev, value, fields.index(name))
        found = inspect.getattr_static(self.kind, name, None)
        if isinstance(found, property):
            return ev.call_known(found.fget, Call([value]), node)
        if hasattr(found, "attrname") and hasattr(found, "func"):  # functools.cached_property
            return ev.call_known(found.func, Call([value]), node)
        if found is None or inspect.isfunction(found) or isinstance(found, staticmethod | classmethod):
            return Value(Method(value, name))
        if callable(found):
            return Value(Method(value, name))
        return known(ev.unit.meaning(getattr(self.kind, name), True))

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if self.kind is not None:
            found = inspect.getattr_static(self.kind, name, None)
            if isinstance(found, staticmethod):
                return ev.call_known(found.__func__, call, node)
            if isinstance(found, classmethod):
                return ev.call_known(found.__func__, Call([known(self.kind), *call.values], call.named), node)
            if inspect.isfunction(found) and name != "_replace":
                return ev.call_known(found, Call([value, *call.values], call.named), node)
            if name in fields_of(self.kind):
                return ev.call(self.element(ev, value, fields_of(self.kind).index(name)), call, node)
            if name == "_replace":
                from zermelo.kernel.machine.record_making import replaced_fields

                return replaced_fields(ev, value, call.named, node)
            if name == "_asdict":
                raise ev.refused(node, "_asdict()")
        if name in ("index", "count"):
            return ev.library(f"{name}_of", [value, *call.values], node)
        if name == "__hash__" or name == "__eq__":
            return ev.call_known({"__hash__": hash}.get(name), Call([value]), node)
        return super().method(ev, value, name, call, node)

    def set_attribute(self, ev: Evaluator, value: Value, name: str, new: Value, node: Node) -> None:
        raise ev.refused(node, f"`….{name} = …`, which changes {self.called},", "make a new one")

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        said = "'tuple' object does not support item assignment"
        ev.fail(ev.unit.failures.of(TypeError, said))

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        if self.kind is not None and (own := own_method(self.kind, "__iter__")) is not None:
            ev.each(ev.call_known(own, Call([value]), node), body, node)
            return
        if self.uniform and len(self.elements) > WRITTEN_OUT and not self.elements[0].static:
            ev.count_loop(
                "0", str(len(self.elements)), 1, lambda place: body(self.element_at(ev, value, place)), node
            )
            return
        for place in range(len(self.elements)):
            if ev.dead:
                return
            with ev.inside(node, ("element", place)):
                body(self.element(ev, value, place))

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        if self.kind is not None and not is_named_tuple(self.kind):
            word = mixed(ev, word, str(signed(tag_of(self.kind))))
        word = mixed(ev, word, str(signed(TUPLE + len(self.elements))))
        if self.uniform and len(self.elements) > COMPARED_OUT:
            place = ev.place()
            ev.line(f"store i64 {word}, ptr {place}, align 8")

            def stir(index: Value) -> None:
                now = ev.op(f"load i64, ptr {place}, align 8")
                at = ev.at(value.ref, ev.op(f"mul i64 {index.ref}, {self.elements[0].words}"))
                found = self.elements[0].hashed_at(ev, at, now)
                ev.line(f"store i64 {found}, ptr {place}, align 8")

            ev.count_loop("0", str(len(self.elements)), 1, stir, self, "hash")
            return ev.op(f"load i64, ptr {place}, align 8")
        for index, kind in enumerate(self.elements):
            if kind.static:
                part = self.element(ev, value, index)
                word = (ev.as_type(part) if part.const and part.known is not None else kind).hashed(
                    ev, ev.general(part), word
                )
            else:
                word = kind.hashed_at(ev, ev.at(value.ref, self.offsets[index]), word)
        return word

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind if self.kind is not None else tuple, kind)

    def call(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        own = own_method(self.kind, "__call__") if self.kind is not None else None
        if own is None:
            return ev.wrong_type(node, value)
        return ev.call_known(own, Call([value, *call.values], call.named), node)


def constant_words(unit: Any, kind: Type, value: Any) -> list[str]:
    """The words of a constant of any type; those of a shared one are its address."""
    return [] if kind.static else kind.constant_words(unit, value)


def parts_in(value: Any, kind: Tuple) -> tuple[Any, ...] | None:
    """The parts of a tuple or record."""
    if isinstance(value, tuple | list):
        return tuple(value)
    if kind.kind is not None and isinstance(value, kind.kind):
        return tuple(getattr(value, field) for field in fields_of(kind.kind))
    if hasattr(value, "tolist"):
        return tuple(value.tolist())
    return None


def own_method(kind: Any, name: str) -> Any:
    """A method that the user wrote for a class: none that a dataclass or a named tuple has by itself."""
    found = inspect.getattr_static(kind, name, None)
    if not inspect.isfunction(found) or found.__code__.co_filename.startswith("<"):
        return None
    module = found.__module__ or ""
    return None if module in ("collections", "typing", "dataclasses", "enum") else found


def make_tuple(ev: Evaluator, parts: list[Value], kind: Any = None, elements: Any = None) -> Value:
    """A tuple of these parts."""
    if any(part.type is NEVER for part in parts):
        return EMPTY
    if kind is None and elements is None and all(part.const for part in parts):
        return known(tuple(part.known for part in parts))
    if elements is None:
        elements = [element_type(ev, part) for part in parts]
    for element in elements:
        if element.static and not isinstance(element, Const | Function):
            raise ev.refused(None, f"{element.called} in a tuple", "make a list or a tuple of it first")
    made = Tuple(elements, kind)
    to = ev.place(max(made.words, 1))
    for place, (part, element) in enumerate(zip(parts, made.elements, strict=True)):
        if not element.static:
            element.store(ev, ev.owned(ev.convert(part, element)), ev.at(to, made.offsets[place]))
    return Value(made, to)


def element_type(ev: Evaluator, part: Value) -> Type:
    """The type of a part of a tuple: for constants that of run time, except for None and functions."""
    if part.const and part.known is not None and (not callable(part.known) or ev.unit.has_type(part.known)):
        return ev.as_type(part)
    return part.type
