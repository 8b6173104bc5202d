"""Objects of the user's own classes between plies: their attributes in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.equality import attributes_in, compared
from zermelo.kernel.machine.classes import why_no_object
from zermelo.kernel.machine.forms import (
    Form,
    area_of,
    close_to,
    compared_words,
    open_state,
    open_value,
    opened_type,
    seen_list,
)
from zermelo.kernel.machine.objects import Object, hash_of_parts, names_hashed, object_type
from zermelo.kernel.machine.types import NEVER, Node, Type, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class ObjectForm(Form):
    """The attributes of an object, in the order of their names."""

    def __init__(self, kind: type, names: tuple[str, ...], elements: list[Type]) -> None:
        self.kind, self.names, self.elements = kind, names, elements
        self.offsets, self.words = [], 0
        for each in elements:
            self.offsets.append(self.words)
            self.words += each.words

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ObjectForm) or other.kind is not self.kind or other.names != self.names:
            return False
        return other.elements == self.elements

    def __hash__(self) -> int:
        return hash((self.kind, self.names))

    def __repr__(self) -> str:
        return f"{self.kind.__name__}{{{', '.join(map(repr, self.elements))}}}"

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"a {self.kind.__name__}"

    @property
    def family(self) -> Any:
        return ObjectForm, self.kind

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind, kind)

    # -- what was seen -------------------------------------------------------------------------

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if not isinstance(other, ObjectForm) or other.kind is not self.kind or other.names != self.names:
            return None
        parts = [seen_together(a, b) for a, b in zip(self.elements, other.elements, strict=True)]
        return None if None in parts else ObjectForm(self.kind, self.names, parts)

    def with_room(self, inner: Callable[[Type], Type]) -> Type:
        return ObjectForm(self.kind, self.names, [inner(each) for each in self.elements])

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if type(value) is not self.kind or attributes_in(value) != self.names:
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted=self.called)
        parts = zip(self.names, self.elements, strict=True)
        return [word for name, kind in parts for word in words_of(getattr(value, name), kind, what)]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        made: Any = object.__new__(self.kind)
        inner = iter(list(islice(words, self.words)))
        for name, kind in zip(self.names, self.elements, strict=True):
            object.__setattr__(made, name, value_of(inner, kind))
        return made

    # -- between the algorithm and the rules ---------------------------------------------------

    def takes(self, unit: Any, kind: Type) -> bool:
        return isinstance(kind, Object) and kind.kind is self.kind

    def opened_type(self, unit: Any) -> Type:
        made = object_type(unit, self.kind)
        done = unit.facts.setdefault(("opened", id(made)), [])
        if self not in done:
            done.append(self)
            for name, kind in zip(self.names, self.elements, strict=True):
                made.holds(None, unit, name, opened_type(unit, kind))
        return made

    def may_be_written(self, unit: Any) -> bool:
        return bool(unit.ever_written(object_type(unit, self.kind)))

    def area(self, kind: Type) -> int:
        assert isinstance(kind, Object)
        parts = zip(self.names, self.elements, strict=True)
        return kind.size + sum(area_of(each, kind.fields[name]) for name, each in parts)

    def unfold(self, ev: Evaluator, address: str, kind: Type, area: str) -> Value:
        assert isinstance(kind, Object)
        mask = sum(1 << kind.place_of(name) for name in self.names)
        ev.line(f"store i64 {mask}, ptr {area}, align 8")
        used = kind.size
        for place, (name, each) in enumerate(zip(self.names, self.elements, strict=True)):
            inner = kind.fields[name]
            if not inner.static and inner is not NEVER:
                part = open_value(ev, each, ev.at(address, self.offsets[place]), inner, ev.at(area, used))
                inner.store(ev, ev.convert(part, inner), ev.at(area, kind.offset(name)))
            used += area_of(each, inner)
        return Value(kind, area)

    def close(self, ev: Evaluator, value: Value, address: str, node: Node) -> None:
        kind = value.type
        assert isinstance(kind, Object)
        said = ev.unit.failures.of(OverflowError, f"{self.called} with other attributes than those seen")
        for name in kind.fields:
            if name not in self.names:
                ev.fail_if(kind.is_set(ev, value, name) if name not in kind.sure else "true", said)
        for place, (name, each) in enumerate(zip(self.names, self.elements, strict=True)):
            if name not in kind.fields:
                return
            if name not in kind.sure:
                ev.fail_if(ev.op(f"xor i1 {kind.is_set(ev, value, name)}, true"), said)
            close_to(ev, kind.field(ev, value, name), each, ev.at(address, self.offsets[place]), node)

    def compared(self) -> list[int]:
        facts = compared(self.kind)
        names = self.names if facts.hash is not None else names_hashed(self.kind, self.names)
        parts = zip(self.names, self.elements, self.offsets, strict=True)
        return [
            word for name, kind, offset in parts if name in names for word in compared_words(kind, offset)
        ]

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        """As an object of the rules is hashed."""
        facts = compared(self.kind)
        if (
            facts.hash is not None
            or facts.unknown
            or any(n not in self.names for n in names_hashed(self.kind, self.names))
        ):
            mark = ev.op("load i64, ptr %context, align 8")
            opened = open_state(ev, value, ("hash", id(self)))
            found = opened.type.hashed(ev, opened, word)
            ev.line(f"store i64 {mark}, ptr %context, align 8")
            return found
        names = names_hashed(self.kind, self.names)
        places = [self.names.index(name) for name in names]
        parts = [self.part(ev, value, place) for place in places]
        return hash_of_parts(ev, self.kind, names, parts, word)

    def part(self, ev: Evaluator, value: Value, place: int) -> Value:
        kind = self.elements[place]
        return Value(kind) if kind.static else kind.load(ev, ev.at(value.ref, self.offsets[place]))


def seen_type(value: Any, seen: Callable[[Any], Type], together: Any) -> Type | None:
    """The form of a list or an object, from an example."""
    if type(value) is list:
        return seen_list(value, seen, together)
    return seen_object(value, seen, together)


def seen_object(value: Any, seen: Callable[[Any], Type], together: Any) -> Type | None:
    """The form of an object, from an example."""
    kind = type(value)
    if why_no_object(kind) or not (hasattr(value, "__dict__") or hasattr(kind, "__slots__")):
        return None
    names = attributes_in(value)
    return ObjectForm(kind, names, [seen(getattr(value, name)) for name in names])
