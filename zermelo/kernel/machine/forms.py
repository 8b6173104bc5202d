"""States of things that can be changed: between plies flat words, in the rules lists and objects.

An algorithm keeps a state as words that lie side by side and never change. A rule that is given one opens it:
it makes the lists and objects that Python would have, over the words where nobody writes to them and over a
copy where somebody may. What a rule gives back to the algorithm is closed into flat words again.

A `Form` is the flat type of a thing that can be changed. It says what type it has in the rules
(`opened_type`), how much memory that takes (`area`) and how it is made there (`unfold`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.machine.lists import HEADER, List
from zermelo.kernel.machine.numbers import INT, mixed, signed
from zermelo.kernel.machine.series import Series
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import EMPTY, NEVER, Node, Type, Value, is_none
from zermelo.kernel.machine.unions import Union
from zermelo.kernel.primitives import FACTOR, TUPLE

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

LARGE = 256
"""Areas of more words lie in the region, not in the frame."""


class Form(Type):
    """The flat form of a thing that can be changed."""

    in_memory = True
    llvm = "ptr"

    def load(self, ev: Evaluator, address: str) -> Value:
        return Value(self, address)

    def hashed_at(self, ev: Evaluator, address: str, word: str) -> str:
        return self.hashed(ev, Value(self, address), word)

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        ev.copy_words(address, value.ref, self.words)

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        """Close a value of the rules."""
        if not self.takes(ev.unit, value.type):
            return None
        to = ev.place(max(self.words, 1))
        self.close(ev, value, to, node)
        return Value(self, to)

    def join(self, unit: Any, other: Type) -> Type | None:
        return self if other == self or self.takes(unit, other) else None

    def takes(self, unit: Any, kind: Type) -> bool:
        """Whether values of a type of the rules can be closed into this."""
        raise NotImplementedError

    def close(self, ev: Evaluator, value: Value, address: str, node: Node) -> None:
        """Write a value of the rules to an address as flat words; it fails where there is no room."""
        raise NotImplementedError

    def opened_type(self, unit: Any) -> Type:
        """The type that it has in the rules."""
        raise NotImplementedError

    def may_be_written(self, unit: Any) -> bool:
        """Whether a rule writes to what it is in the rules."""
        return True

    def identity(self, ev: Evaluator, value: Value) -> str:
        """The address that tells the thing from others."""
        return value.ref

    def area(self, kind: Type) -> int:
        """Words that it takes in the rules, where its type is this."""
        raise NotImplementedError

    def compared(self) -> list[int]:
        """The words that say whether two values are equal."""
        return list(range(self.words))

    def unfold(self, ev: Evaluator, address: str, kind: Type, area: str) -> Value:
        """Make what rules work with."""
        raise NotImplementedError

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        values = [open_state(ev, v) if has_forms(v.type) else v for v in (left, right)]
        return ev.compare(operator, values[0], values[1], node)

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return ev.truth(open_state(ev, value))

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        return ev.attribute(open_state(ev, value), name, node)

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        return ev.item(open_state(ev, value), index, node)

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        ev.each(open_state(ev, value), body, node)

    def is_instance(self, kind: type) -> bool:
        return self.opened_type(None).is_instance(kind)


class ListForm(Form):
    """The elements of a list; before them the length, where it varies."""

    called = "a list"

    def __init__(self, element: Type, room: int, fixed: bool) -> None:
        self.element, self.room, self.fixed = element, room, fixed
        self.words = room * element.words + (not fixed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ListForm) or (other.room, other.fixed) != (self.room, self.fixed):
            return False
        return other.element == self.element

    def __hash__(self) -> int:
        return hash(("list", self.room, self.fixed))

    def __repr__(self) -> str:
        return f"[{self.room}{'' if self.fixed else '?'} × {self.element}]"

    def is_instance(self, kind: type) -> bool:
        return issubclass(list, kind)

    # -- what was seen -------------------------------------------------------------------------

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if not isinstance(other, ListForm):
            return None
        element = seen_together(self.element, other.element)
        if element is None:
            return None
        fixed = self.fixed and other.fixed and self.room == other.room
        return ListForm(element, max(self.room, other.room), fixed)

    def with_room(self, inner: Callable[[Type], Type]) -> Type:
        room = self.room if self.fixed else self.room + self.room // 2 + 2
        return ListForm(inner(self.element), room, self.fixed)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if type(value) is not list:
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted="a list")
        if len(value) != self.room if self.fixed else len(value) > self.room:
            raise RulesError("tuple_beyond_room", what=what, given=repr(value))
        words = [word for part in value for word in words_of(part, self.element, what)]
        length = [] if self.fixed else [len(value)]
        return [*length, *words, *[0] * (self.words - len(length) - len(words))]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        inner = list(islice(words, self.words))
        length = self.room if self.fixed else inner.pop(0)
        cells = iter(inner)
        return [value_of(cells, self.element) for _ in range(length)]

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        words = [
            word
            for part in value
            for word in ([] if self.element.static else self.element.constant_words(ev, part))
        ]
        length = [] if self.fixed else [str(len(value))]
        return [*length, *words, *["0"] * (self.words - len(length) - len(words))]

    # -- between the algorithm and the rules ---------------------------------------------------

    def takes(self, unit: Any, kind: Type) -> bool:
        return isinstance(kind, List) and kind.kind is list

    def count(self, ev: Evaluator, address: str) -> str:
        return str(self.room) if self.fixed else ev.op(f"load i64, ptr {address}, align 8")

    def data(self, ev: Evaluator, address: str) -> str:
        return address if self.fixed else ev.at(address, 1)

    def opened_type(self, unit: Any) -> Type:
        made = List(list, None, opened_type(unit, self.element))
        unit.facts.setdefault(("opened", id(self)), []).append(made)
        return made

    def may_be_written(self, unit: Any) -> bool:
        return any(unit.ever_written(kind.cell) for kind in unit.facts.get(("opened", id(self)), ()))

    def area(self, kind: Type) -> int:
        assert isinstance(kind, List)
        return list_area(self.element, self.room, kind)

    def unfold(self, ev: Evaluator, address: str, kind: Type, area: str) -> Value:
        assert isinstance(kind, List)
        count, data = self.count(ev, address), self.data(ev, address)
        return open_list(ev, self.element, self.room, kind, count, data, area)

    def close(self, ev: Evaluator, value: Value, address: str, node: Node) -> None:
        count = ev.convert(value.type.length(ev, value, node), INT).ref
        wrong = f"icmp ne i64 {count}, {self.room}" if self.fixed else f"icmp ugt i64 {count}, {self.room}"
        ev.fail_if(
            ev.op(wrong), ev.unit.failures.of(OverflowError, "a list of another length than those seen")
        )
        data = self.data(ev, address)
        if not self.fixed:
            ev.line(f"store i64 {count}, ptr {address}, align 8")
        kind = value.type
        assert isinstance(kind, List)
        words = self.element.words
        if not self.element.static and kind.element_type is not NEVER:
            if kind.element_type.lies_as(self.element):
                size = str(8 * words * self.room) if self.fixed else ev.op(f"mul i64 {count}, {8 * words}")
                source = kind.data(ev, value)
                given = f"ptr align 8 {data}, ptr align 8 {source}, i64 {size}, i1 false"
                ev.line(f"call void @llvm.memcpy.p0.p0.i64({given})")
            else:

                def one(place: Value) -> None:
                    to = ev.at(data, ev.op(f"mul i64 {place.ref}, {words}"))
                    close_to(ev, kind.at_place(ev, value, place), self.element, to, node)

                ev.count_loop("0", count, 1, one, self, ("close", ev.path))
        if not self.fixed:
            clear_rest(ev, data, count, words, self.room)

    def compared(self) -> list[int]:
        head, words = int(not self.fixed), self.element.words
        every = (compared_words(self.element, head + place * words) for place in range(self.room))
        return [*range(head), *(word for part in every for word in part)]

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        count, data = self.count(ev, value.ref), self.data(ev, value.ref)
        place = ev.place()
        start = ev.op(f"add i64 {count}, {signed(TUPLE)}")
        ev.line(f"store i64 {mixed(ev, str(signed(FACTOR)), start)}, ptr {place}, align 8")

        def stir(index: Value) -> None:
            now = ev.op(f"load i64, ptr {place}, align 8")
            at = ev.at(data, ev.op(f"mul i64 {index.ref}, {self.element.words}"))
            ev.line(f"store i64 {self.element.hashed_at(ev, at, now)}, ptr {place}, align 8")

        if not self.element.static:
            ev.count_loop("0", count, 1, stir, self, ("hash", ev.path))
        return mixed(ev, word, ev.op(f"load i64, ptr {place}, align 8"))


def clear_rest(ev: Evaluator, data: str, count: str, words: int, room: int) -> None:
    """Write zeros behind the elements that are there."""
    full = ev.op(f"mul i64 {count}, {8 * words}")
    rest = ev.op(f"getelementptr inbounds i8, ptr {data}, i64 {full}")
    left = ev.op(f"sub i64 {8 * words * room}, {full}")
    ev.line(f"call void @llvm.memset.p0.i64(ptr align 8 {rest}, i8 0, i64 {left}, i1 false)")


# -- whole values ----------------------------------------------------------------------------------------


def has_forms(kind: Type) -> bool:
    """Whether flat forms of things that can be changed are in a type."""
    if isinstance(kind, Form):
        return True
    if isinstance(kind, Tuple):
        return any(map(has_forms, kind.elements[:1] if kind.uniform else kind.elements))
    if isinstance(kind, Union):
        return any(map(has_forms, kind.members))
    return isinstance(kind, Series) and has_forms(kind.element)


def has_headers(kind: Type) -> bool:
    """Whether headers of lists and tuples are made for a part of a state."""
    if isinstance(kind, Tuple | Union):
        return any(map(has_headers, kind.elements if isinstance(kind, Tuple) else kind.members))
    return isinstance(kind, Form | Series)


def is_flat(kind: Type) -> bool:
    """Whether a type is not laid out in the rules as it is between plies."""
    if isinstance(kind, Tuple):
        return any(map(is_flat, kind.elements[:1] if kind.uniform else kind.elements))
    if isinstance(kind, Union):
        return any(map(is_flat, kind.members))
    return isinstance(kind, Form | Series) or (not kind.static and kind.open != kind)


def opened_type(unit: Any, kind: Type) -> Type:
    """The type that a part of a state has in the rules."""
    if not is_flat(kind):
        return kind
    if isinstance(kind, Tuple):
        same: dict[Type, Type] = {}
        if kind.uniform:
            opened = opened_type(unit, kind.elements[0])
            return Tuple([opened] * len(kind.elements), kind.kind)
        return Tuple([same.setdefault(each, opened_type(unit, each)) for each in kind.elements], kind.kind)
    if isinstance(kind, Union):
        return Union([each if is_none(each) else opened_type(unit, each) for each in kind.members])
    if isinstance(kind, Series):
        return List(tuple, None, opened_type(unit, kind.element))
    return kind.opened_type(unit) if isinstance(kind, Form) else kind.open


def area_of(flat: Type, kind: Type) -> int:
    """Words of memory that a part of a state takes in the rules, besides those of its value."""
    if not is_flat(flat):
        return 0
    if isinstance(flat, Tuple):
        assert isinstance(kind, Tuple)
        return sum(area_of(a, b) for a, b in zip(flat.elements, kind.elements, strict=True))
    if isinstance(flat, Union):
        return max(area_of(each, member_for(each, kind)) for each in flat.members)
    if isinstance(flat, Series):
        assert isinstance(kind, List)
        return list_area(flat.element, flat.room, kind)
    return flat.area(kind) if isinstance(flat, Form) else 0


def member_for(flat: Type, kind: Type) -> Type:
    """The member of an opened union that a member of the flat one has become."""
    if is_none(flat) or not isinstance(kind, Union):
        return flat if is_none(flat) else kind
    for member in kind.members:
        if member == flat or (isinstance(flat, Form) and flat.takes(None, member)):
            return member
        alike = isinstance(flat, Tuple) and isinstance(member, Tuple) and flat.kind is member.kind
        if alike and len(flat.elements) == len(member.elements):  # type: ignore[attr-defined]
            return member
    return kind


def open_value(ev: Evaluator, flat: Type, address: str, kind: Type, area: str) -> Value:
    """A part of a state as rules have it; what it is made of lies in an area."""
    if not is_flat(flat):
        return flat.load(ev, address)
    if isinstance(flat, Tuple):
        assert isinstance(kind, Tuple)
        to, used = ev.place(max(kind.words, 1)), 0
        for place, (a, b) in enumerate(zip(flat.elements, kind.elements, strict=True)):
            if not b.static:
                part = open_value(ev, a, ev.at(address, flat.offsets[place]), b, ev.at(area, used))
                b.store(ev, ev.convert(part, b), ev.at(to, kind.offsets[place]))
            used += area_of(a, b)
        return Value(kind, to)
    if isinstance(flat, Union):
        assert isinstance(kind, Union)
        to = ev.place(kind.words)

        def one(member: Type, value: Value) -> None:
            if has_headers(member):
                inner = member_for(member, kind)
                value = open_value(ev, member, ev.at(address, 1), inner, area)
            kind.put(ev, value, to, None)

        flat.each_member(ev, Value(flat, address), one, together=True)
        return Value(kind, to)
    if isinstance(flat, Series):
        assert isinstance(kind, List)
        count = ev.op(f"load i64, ptr {address}, align 8")
        return open_list(ev, flat.element, flat.room, kind, count, ev.at(address, 1), area)
    return flat.unfold(ev, address, kind, area) if isinstance(flat, Form) else flat.load(ev, address)


def list_area(element: Type, room: int, kind: List) -> int:
    inner = kind.element_type
    return HEADER + room * (inner.words + area_of(element, inner)) if inner is not NEVER else HEADER


def open_list(ev: Evaluator, element: Type, room: int, kind: List, count: str, data: str, area: str) -> Value:
    """A list whose header lies in an area; its elements lie where they are, or copied behind the header."""
    inner = kind.element_type
    ev.line(f"store i64 {count}, ptr {area}, align 8")
    to, most = data, count
    if inner is not NEVER and not inner.static:
        in_place = not has_headers(element) and element.lies_as(inner)
        if not in_place or ev.unit.may_write(ev.instance, kind.cell):
            to, most = ev.at(area, HEADER), str(room)
            if in_place:
                ev.copy_words(to, data, room * inner.words)
            else:
                open_elements(ev, element, room, kind, count, data, to)
    ev.line(f"store i64 {most}, ptr {ev.at(area, 1)}, align 8")
    ev.line(f"store ptr {to}, ptr {ev.at(area, 2)}, align 8")
    return Value(kind, area)


def open_elements(
    ev: Evaluator, element: Type, room: int, kind: List, count: str, data: str, to: str
) -> None:
    inner = kind.element_type
    size = area_of(element, inner)
    areas = ev.at(to, room * inner.words)

    def one(place: Value) -> None:
        source = ev.at(data, ev.op(f"mul i64 {place.ref}, {element.words}"))
        own = ev.at(areas, ev.op(f"mul i64 {place.ref}, {size}")) if size else areas
        part = open_value(ev, element, source, inner, own)
        inner.store(ev, ev.convert(part, inner), ev.at(to, ev.op(f"mul i64 {place.ref}, {inner.words}")))

    ev.count_loop("0", count, 1, one, kind.cell.root, ("open", ev.path))


def open_state(ev: Evaluator, value: Value, name: Any = "", inside: bool = False) -> Value:
    """A value of an algorithm as a rule has it; `inside`: in the rule's function, perhaps in its frame."""
    flat = value.type
    if not has_forms(flat) or ev.dead:
        return value
    kind = ev.instance.kept(("opened", name, id(flat), ev.path), lambda: opened_type(ev.unit, flat))
    value = ev.settled(value)
    words = area_of(flat, kind)
    local = inside and words <= LARGE and not ev.unit.keeps_addresses(ev.instance)
    area = ev.place(max(words, 2)) if local else ev.allocate(words)
    return open_value(ev, flat, value.ref, kind, area)


def close_to(ev: Evaluator, value: Value, kind: Type, address: str, node: Node) -> None:
    """Write a value of the rules to an address as one of a flat type."""
    if ev.dead or value.type is NEVER or kind.static:
        return
    if isinstance(kind, Form) and kind.takes(ev.unit, value.type):
        note_thing(ev, kind, value)
        kind.close(ev, value, address, node)
        return
    source = value.type
    if (
        isinstance(kind, Tuple)
        and isinstance(source, Tuple)
        and is_flat(kind)
        and len(source.elements) == len(kind.elements)
    ):
        for place, each in enumerate(kind.elements):
            close_to(ev, source.element(ev, value, place), each, ev.at(address, kind.offsets[place]), node)
        return
    kind.store(ev, ev.convert(value, kind, node), address)


def closed_state(ev: Evaluator, value: Value, kind: Type, node: Node) -> Value:
    """A value of the rules as the state of an algorithm."""
    if value.type is NEVER or ev.dead:
        return EMPTY
    if not has_forms(kind) or value.type == kind:
        return ev.convert(value, kind, node)
    from zermelo.kernel.machine.sharing import Things

    to = ev.place(max(kind.words, 1))
    before, ev.things = ev.things, Things(ev, kind)
    close_to(ev, value, kind, to, node)
    ev.things.check(ev)
    ev.things = before
    return Value(kind, to)


def note_thing(ev: Evaluator, kind: Form, value: Value) -> None:
    if ev.things is not None and ev.things.most > 1 and kind.may_be_written(ev.unit):
        ev.things.note(ev, kind.identity(ev, value))


def seen_list(value: list[Any], seen: Callable[[Any], Type], together: Any) -> Type | None:
    """The form of a list, from an example; None where its elements have no type in common."""
    element: Type | None = NEVER
    for part in value:
        element = together(element, seen(part))
    return ListForm(element, len(value), True) if element is not None else None


def compared_words(kind: Type, at: int = 0) -> list[int]:
    """The words of a flat value that `==` goes by: without attributes that a class does not compare."""
    if isinstance(kind, Tuple):
        parts = zip(kind.elements, kind.offsets, strict=True)
        return [word for each, offset in parts for word in compared_words(each, at + offset)]
    if isinstance(kind, Union):
        return list(range(at, at + kind.words))
    if isinstance(kind, Form):
        return [at + word for word in kind.compared()]
    return list(range(at, at + kind.words))
