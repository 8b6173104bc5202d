"""Dictionaries and sets that can be changed, as parts of a state."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.machine.dicts import CHANGED, Dict
from zermelo.kernel.machine.forms import Form, area_of, clear_rest, close_to, open_value, opened_type
from zermelo.kernel.machine.numbers import mixed, signed
from zermelo.kernel.machine.set_forms import FlatSet
from zermelo.kernel.machine.sets import Set
from zermelo.kernel.machine.tables import FILL, USED
from zermelo.kernel.machine.types import NEVER, Node, Type, Value, known
from zermelo.kernel.primitives import TUPLE

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

KINDS = (dict, collections.defaultdict, collections.Counter, collections.OrderedDict)
UNSEEN = "a dictionary with more keys than those seen"


class DictForm(Form):
    """How many keys, then keys and values in the order in which they were put in."""

    called = "a dictionary"

    def __init__(self, kind: type, factory: Any, key: Type, value: Type, room: int) -> None:
        self.kind, self.factory, self.key, self.value, self.room = kind, factory, key, value, room
        self.element = value
        self.entry = sum(each.words for each in (key, value) if each is not NEVER)
        self.words = 1 + room * self.entry

    def __eq__(self, other: object) -> bool:
        if (
            not isinstance(other, DictForm)
            or other.kind is not self.kind
            or other.factory is not self.factory
        ):
            return False
        return (other.key, other.value, other.room) == (self.key, self.value, self.room)

    def __hash__(self) -> int:
        return hash(("dict", self.room))

    def __repr__(self) -> str:
        return f"{{{self.room} × {self.key}: {self.value}}}"

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind, kind)

    # -- what was seen -------------------------------------------------------------------------

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if (
            not isinstance(other, DictForm)
            or other.kind is not self.kind
            or other.factory is not self.factory
        ):
            return None
        key, value = seen_together(self.key, other.key), seen_together(self.value, other.value)
        if key is None or value is None:
            return None
        return DictForm(self.kind, self.factory, key, value, max(self.room, other.room))

    def with_room(self, inner: Callable[[Type], Type]) -> Type:
        key, value = (each if each is NEVER else inner(each) for each in (self.key, self.value))
        return DictForm(self.kind, self.factory, key, value, self.room + self.room // 2 + 2)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if type(value) is not self.kind or not isinstance(value, dict):
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted=self.kind.__name__)
        if len(value) > self.room or (value and self.key is NEVER):
            raise RulesError("tuple_beyond_room", what=what, given=repr(value))
        found = [len(value)]
        for key, each in value.items():
            found += [*words_of(key, self.key, what), *words_of(each, self.value, what)]
        return [*found, *[0] * (self.words - len(found))]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        count, *inner = islice(words, self.words)
        cells = iter(inner)
        made = self.kind(self.factory) if self.kind is collections.defaultdict else self.kind()
        for _ in range(count):
            key = value_of(cells, self.key)
            made[key] = value_of(cells, self.value)
        return made

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        found = [str(len(value))]
        for key, each in value.items():
            for kind, part in ((self.key, key), (self.value, each)):
                found += [] if kind.static else kind.constant_words(ev, part)
        return [*found, *["0"] * (self.words - len(found))]

    # -- between the algorithm and the rules ---------------------------------------------------

    def takes(self, unit: Any, kind: Type) -> bool:
        return isinstance(kind, Dict) and kind.kind is self.kind

    def opened_type(self, unit: Any) -> Type:
        found = Dict(self.kind, known(self.factory) if self.factory is not None else None)
        for place, each in enumerate((self.key, self.value)):
            if each is not NEVER:
                found.cell.kinds[place] = opened_type(unit, each)
        return found

    def area(self, kind: Type) -> int:
        return 0

    def entries(self, ev: Evaluator, address: str, body: Callable[[str], None], role: str) -> None:
        """Loop over the places of keys."""
        if self.key is NEVER:
            return
        count = ev.op(f"load i64, ptr {address}, align 8")
        data = ev.at(address, 1)

        def one(place: Value) -> None:
            body(ev.at(data, ev.op(f"mul i64 {place.ref}, {self.entry}")))

        ev.count_loop("0", count, 1, one, self, (role, ev.path))

    def unfold(self, ev: Evaluator, address: str, kind: Type, area: str) -> Value:
        """A dictionary of the region."""
        assert isinstance(kind, Dict)
        found = kind.new(ev)

        def one(entry: str) -> None:
            parts = []
            for flat, inner, at in (
                (self.key, kind.element_type, 0),
                (self.value, kind.value_type, self.key.words),
            ):
                size = 0 if flat.static else area_of(flat, inner)
                own = ev.allocate(size) if size else area
                parts.append(
                    Value(flat) if flat.static else open_value(ev, flat, ev.at(entry, at), inner, own)
                )
            kind.put(ev, found, parts[0], parts[1], self)

        self.entries(ev, address, one, "open")
        return found

    def close(self, ev: Evaluator, value: Value, address: str, node: Node) -> None:
        source = value.type
        assert isinstance(source, Dict)
        count = source.head(ev, value, USED)
        most = self.room if self.key is not NEVER else 0
        ev.fail_if(ev.op(f"icmp ugt i64 {count}, {most}"), ev.unit.failures.of(OverflowError, UNSEEN))
        ev.line(f"store i64 {count}, ptr {address}, align 8")
        if self.key is NEVER or NEVER in (source.element_type, source.value_type):
            clear_rest(ev, ev.at(address, 1), "0", self.entry, self.room)
            return
        at = ev.place()
        ev.line(f"store i64 0, ptr {at}, align 8")

        def one(entry: str) -> None:
            now = ev.op(f"load i64, ptr {at}, align 8")
            to = ev.at(ev.at(address, 1), ev.op(f"mul i64 {now}, {self.entry}"))
            close_to(ev, source.part(ev, entry, 0), self.key, to, node)
            close_to(ev, source.part(ev, entry, 1), self.value, ev.at(to, self.key.words), node)
            ev.line(f"store i64 {ev.op(f'add i64 {now}, 1')}, ptr {at}, align 8")

        with ev.inside(self, ("close", ev.path)):
            source.walk(ev, value, one, self, CHANGED, FILL)
        clear_rest(ev, ev.at(address, 1), count, self.entry, self.room)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        total = ev.place()
        ev.line(f"store i64 0, ptr {total}, align 8")
        count = ev.op(f"load i64, ptr {value.ref}, align 8")

        def stir(entry: str) -> None:
            inner = mixed(ev, count, str(signed(TUPLE + 2)))
            for kind, at in ((self.key, 0), (self.value, self.key.words)):
                part = Value(kind) if kind.static else kind.load(ev, ev.at(entry, at))
                inner = part.type.hashed(ev, part, inner)
            now = ev.op(f"load i64, ptr {total}, align 8")
            ev.line(f"store i64 {ev.op(f'add i64 {now}, {inner}')}, ptr {total}, align 8")

        self.entries(ev, value.ref, stir, "hash")
        return mixed(ev, word, ev.op(f"load i64, ptr {total}, align 8"))


class SetForm(Form):
    """A set: laid out as a frozen one."""

    called = "a set"

    def __init__(self, flat: FlatSet) -> None:
        self.inner = flat
        self.words, self.element = flat.words, flat.element

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SetForm) and other.inner == self.inner

    def __hash__(self) -> int:
        return hash(self.inner)

    def __repr__(self) -> str:
        return f"set of {self.inner}"

    def is_instance(self, kind: type) -> bool:
        return issubclass(set, kind)

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        found = self.inner.seen_with(other.inner, seen_together) if isinstance(other, SetForm) else None
        return SetForm(found) if isinstance(found, FlatSet) else None

    def with_room(self, inner: Callable[[Type], Type]) -> Type:
        found = self.inner.with_room(inner)
        assert isinstance(found, FlatSet)
        return SetForm(found)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if type(value) is not set:
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted="a set")
        return self.inner.words_of(frozenset(value), words_of, what)

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        return set(self.inner.members_of(words, value_of))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return self.inner.constant_words(ev, frozenset(value))

    def takes(self, unit: Any, kind: Type) -> bool:
        return isinstance(kind, Set) and kind.kind is set

    def opened_type(self, unit: Any) -> Type:
        found = Set(set)
        if self.element is not NEVER:
            found.holds(unit, self.element)
        return found

    def area(self, kind: Type) -> int:
        return 0

    def unfold(self, ev: Evaluator, address: str, kind: Type, area: str) -> Value:
        """A set of the region, filled in the order of its members."""
        assert isinstance(kind, Set)
        found = kind.new(ev)
        flat = Value(self.inner, address)
        with ev.inside(self, ("open", ev.path)):
            self.inner.members(ev, flat, lambda member: kind.add(ev, found, member, self), self)
        return found

    def close(self, ev: Evaluator, value: Value, address: str, node: Node) -> None:
        with ev.inside(self, ("close", ev.path)):
            self.inner.close(ev, value, address)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        return self.inner.hashed(ev, Value(self.inner, value.ref), word)


def seen_type(value: Any, seen: Callable[[Any], Type], together: Any) -> Type | None:
    """The form of a dictionary or a set, from an example."""
    if type(value) is set:
        element: Type | None = NEVER
        for member in value:
            element = together(element, seen(member))
        return SetForm(FlatSet(element, frozenset(value), len(value))) if element is not None else None
    if type(value) not in KINDS:
        return None
    key: Type | None = NEVER
    each: Type | None = NEVER
    for one, other in value.items():
        key, each = together(key, seen(one)), together(each, seen(other))
    if key is None or each is None:
        return None
    return DictForm(type(value), getattr(value, "default_factory", None), key, each, len(value))
