"""What is None, or of one of several types: a word that says which, and room for the largest of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.failures import Failure, WrongKind
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Const, Method, Node, Type, Value, is_none

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

NONE = NOTHING.type
LEAST = 0x7F4A7C15
"""Stirred into the hash of None."""


class Union(Type):
    """One of several types, None among them or not; no two of them can be joined to one."""

    in_memory = True
    llvm = "ptr"

    def __init__(self, members: list[Type]) -> None:
        self.members = sorted(members, key=lambda kind: (not is_none(kind), kind.called, kind.words))
        self.words = 1 + max(kind.words for kind in members)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Union) and other.members == self.members

    def __hash__(self) -> int:
        return hash(tuple(kind.called for kind in self.members))

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.members))

    @property
    def called(self) -> str:  # type: ignore[override]
        return " or ".join("None" if is_none(kind) else kind.called for kind in self.members)

    def load(self, ev: Evaluator, address: str) -> Value:
        return Value(self, address)

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        ev.copy_words(address, value.ref, self.words)

    def constant(self, ev: Evaluator, value: Any) -> Value:
        return Value(self, ev.unit.constant_at(self, value))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        kind = ev.type_of(value)
        for place, member in enumerate(self.members):
            if member == kind or (is_none(member) and value is None):
                words = [] if value is None else member.constant_words(ev, value)
                return [str(place), *words, *["0"] * (self.words - 1 - len(words))]
        for place, member in enumerate(self.members):
            if ev.join(member, kind) == member:
                words = member.constant_words(ev, value)
                return [str(place), *words, *["0"] * (self.words - 1 - len(words))]
        raise TypeError(f"{value!r} is not {self.called}")

    # -- types --------------------------------------------------------------------------------

    def join(self, unit: Any, other: Type) -> Type | None:
        members = list(self.members)
        for kind in other.members if isinstance(other, Union) else [other]:
            add_member(unit, members, kind)
        return Union(members) if members != self.members else self

    @property
    def open(self) -> Type:
        inside = [each.open for each in self.members]
        return self if all(a is b for a, b in zip(inside, self.members, strict=True)) else Union(inside)

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        """A member, or a union of fewer, as this."""
        to = ev.place(self.words)
        if isinstance(value.type, Union):
            source = value.type

            fits = []

            def one(kind: Type, member: Value) -> None:
                fits.append(self.put(ev, member, to, node))

            source.each_member(ev, value, one, together=True)
            return Value(self, to) if all(fits) else None
        return Value(self, to) if self.put(ev, value, to, node) else None

    def put(self, ev: Evaluator, value: Value, to: str, node: Node) -> bool:
        """Write a member to a place, cleared behind it."""
        place = self.place_of(ev, value)
        if place is None:
            return False
        kind = self.members[place]
        ev.line(f"store i64 {place}, ptr {to}, align 8")
        if not kind.static:
            kind.store(ev, ev.convert(value, kind, node), ev.at(to, 1))
        for index in range(1 + kind.words, self.words):
            ev.line(f"store i64 0, ptr {ev.at(to, index)}, align 8")
        return True

    def place_of(self, ev: Evaluator, value: Value) -> int | None:
        """Which member a value is."""
        kind = value.type if value.type.static and is_none(value.type) else ev.as_type(value)
        for place, member in enumerate(self.members):
            if member == kind:
                return place
        for place, member in enumerate(self.members):
            if not member.static and not is_none(kind) and ev.unit.join(member, kind) == member:
                return place
        for place, member in enumerate(self.members):
            if not is_none(member) and ev.unit.run_time(member) == kind:
                return place
        return None

    # -- members --------------------------------------------------------------------------------

    def tag(self, ev: Evaluator, value: Value) -> str:
        return ev.op(f"load i64, ptr {value.ref}, align 8")

    def member(self, ev: Evaluator, value: Value, kind: Type) -> Value:
        """The value as a member that it is known to be."""
        if kind.static:
            return Value(kind)
        return ev.loaded(kind, ev.at(value.ref, 1), value.moves)

    def is_one_of(self, ev: Evaluator, value: Value, kinds: list[Type]) -> str:
        """An i1: whether the value is one of some of the members."""
        places = [
            place
            for place, member in enumerate(self.members)
            if any(member is k or member == k for k in kinds)
        ]
        if len(places) in (0, len(self.members)):
            return "true" if places else "false"
        tag, found = self.tag(ev, value), ""
        for place in places:
            one = ev.op(f"icmp eq i64 {tag}, {place}")
            found = ev.op(f"or i1 {found}, {one}") if found else one
        return found

    def narrowed(self, ev: Evaluator, value: Value, kinds: list[Type]) -> Value | None:
        """The value where it is known to be one of some members."""
        if len(kinds) == 1:
            return self.member(ev, value, kinds[0])
        if not kinds or len(kinds) == len(self.members):
            return None
        fewer = Union(kinds)
        to = ev.place(fewer.words)
        # The words are the same, the number of the member is another one.
        tag = self.tag(ev, value)
        new = "0"
        for place, kind in enumerate(fewer.members):
            old = next(i for i, member in enumerate(self.members) if member == kind)
            new = ev.op(f"select i1 {ev.op(f'icmp eq i64 {tag}, {old}')}, i64 {place}, i64 {new}")
        ev.line(f"store i64 {new}, ptr {to}, align 8")
        ev.copy_words(ev.at(to, 1), ev.at(value.ref, 1), fewer.words - 1)
        return Value(fewer, to)

    def each_member(
        self, ev: Evaluator, value: Value, act: Callable[[Type, Value], None], together: bool = False
    ) -> None:
        """Branch to what is done with each member; `together`: and go on behind all of them."""
        tag = self.tag(ev, value)
        after = ev.label("members")
        env = ev.env
        for place, kind in enumerate(self.members):
            last = place == len(self.members) - 1
            hit, miss = ev.label("member"), ev.label("other")
            if last:
                ev.branch(hit)
            else:
                ev.branch_if(ev.op(f"icmp eq i64 {tag}, {place}"), hit, miss)
            ev.place_label(hit)
            ev.env = dict(env)
            act(kind, self.member(ev, value, kind))
            if together:
                ev.branch(after)
            ev.dead = True
            if not last:
                ev.place_label(miss)
        ev.env = env
        if together:
            ev.place_label(after)

    def sole(self, ev: Evaluator, value: Value, node: Node, said: Failure | None = None) -> Value:
        """The value where only one member will do: what is None fails, as it does in Python."""
        kinds = [kind for kind in self.members if not is_none(kind)]
        if len(kinds) > 1:
            raise ev.refused(
                node, f"{self.called} here", "ask isinstance() first, or keep to one kind of value"
            )
        if not kinds:
            return NOTHING
        said = said or ev.unit.failures.of(TypeError, "None where a value is wanted")
        if len(kinds) < len(self.members):
            ev.fail_if(self.is_one_of(ev, value, [NONE]), said)
        return self.member(ev, value, kinds[0])

    def several(self) -> bool:
        """Whether there is more than one type besides None."""
        return sum(not is_none(kind) for kind in self.members) > 1

    def of_each(
        self, ev: Evaluator, value: Value, node: Node, role: Any, act: Callable[[Value], Value]
    ) -> Value:
        """What an operation gives, whichever member the value is; one that has none of it fails as in Python."""
        if not self.several():
            return act(self.sole(ev, value, node))

        def branches(give: Callable[[Value], None]) -> None:
            self.each_member(ev, value, lambda kind, member: give(self.of_member(ev, member, node, act)))

        return ev.chosen(node if node is not None else self, ("each member", role), branches)

    def do_each(
        self, ev: Evaluator, value: Value, node: Node, role: Any, act: Callable[[Value], Any]
    ) -> None:
        """Do something with the value, whichever member it is."""

        def give_none(member: Value) -> Value:
            act(member)
            return NOTHING if not ev.dead else EMPTY

        self.of_each(ev, value, node, role, give_none)

    def of_member(self, ev: Evaluator, member: Value, node: Node, act: Callable[[Value], Value]) -> Value:
        wrong = ev.unit.failures.of(TypeError, f"{member.type.called} where another value is wanted")
        if is_none(member.type):
            ev.fail(wrong)
            return EMPTY
        try:
            with ev.inside(node if node is not None else self, ("member", member.type.called)):
                return act(member)
        except WrongKind:
            ev.fail(wrong)
            return EMPTY

    def taken(self, ev: Evaluator, value: Value, type: Type, node: Node) -> Value | None:
        """The value where one of another type is wanted."""
        kinds = [
            kind
            for kind in self.members
            if kind == type or (not kind.static and ev.unit.join(type, kind) == type)
        ]
        if not kinds:
            return None
        said = ev.unit.failures.of(TypeError, "None where a value is wanted")
        ev.fail_if(ev.op(f"xor i1 {self.is_one_of(ev, value, kinds[:1])}, true"), said)
        return ev.convert(self.member(ev, value, kinds[0]), type, node)

    # -- operations ---------------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        def branches(give: Callable[[Value], None]) -> None:
            self.each_member(ev, value, lambda kind, member: give(ev.truth(member)))

        return ev.chosen(self, "truth", branches)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        lacks = ev.unit.failures.of(AttributeError, f"'NoneType' object has no attribute '{name}'")
        if not self.several():
            return ev.attribute(self.sole(ev, value, node, lacks), name, node)
        if any(has_method(kind, name) for kind in self.members):
            return Value(Method(value, name))
        return self.of_each(
            ev, value, node, ("attribute", name), lambda member: ev.attribute(member, name, node)
        )

    def set_attribute(self, ev: Evaluator, value: Value, name: str, new: Value, node: Node) -> None:
        self.do_each(ev, value, node, ("set", name), lambda member: ev.set_attribute(member, name, new, node))

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return self.of_each(ev, value, node, "length", lambda member: member.type.length(ev, member, node))

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        from zermelo.kernel.machine.numbers import mixed, signed
        from zermelo.kernel.primitives import FACTOR

        place = ev.place()

        def one(kind: Type, member: Value) -> None:
            found = (
                mixed(ev, word, str(signed(FACTOR)))
                if is_none(kind)
                else kind.hashed_at(ev, ev.at(value.ref, 1), word)
            )
            ev.line(f"store i64 {found}, ptr {place}, align 8")

        self.each_member(ev, value, one, together=True)
        return ev.op(f"load i64, ptr {place}, align 8")


def has_method(kind: Type, name: str) -> bool:
    """Whether a name stands for a method of values of a type."""
    owner = getattr(kind, "kind", None)
    if is_none(kind) or not isinstance(owner, type) or owner in (list, tuple):
        return not is_none(kind)
    found = inspect.getattr_static(owner, name, None)
    return inspect.isroutine(found) or isinstance(found, staticmethod | classmethod)


def add_member(unit: Any, members: list[Type], kind: Type) -> None:
    """Add a type to the members of a union, or widen the member that it can be joined with."""
    if isinstance(kind, Const) and not is_none(kind):
        kind = unit.type_of(kind.value)
    if kind in members:
        place = members.index(kind)
        unit.join(members[place], kind)
        return
    for place, member in enumerate(members):
        if not is_none(member) and not is_none(kind) and may_join(member, kind):
            found = unit.join_plain(member, kind)
            if found is not None:
                members[place] = found
                return
    members.append(kind)


def may_join(left: Type, right: Type) -> bool:
    """Whether two types are of one kind, so that a union need not tell them apart."""
    if left.family == right.family:
        return True
    return is_plain_tuple(left) and is_plain_tuple(right)


def is_plain_tuple(kind: Type) -> bool:
    """Whether values are tuples, of known length or of any, and no records."""
    return kind.is_instance(tuple) and getattr(kind, "kind", None) in (None, tuple)


def union_of(unit: Any, left: Type, right: Type) -> Type | None:
    """The union of two types that cannot be joined."""
    members: list[Type] = []
    for kind in (left, right):
        if kind is NEVER or (kind.static and not is_none(kind) and not isinstance(kind, Const)):
            return None
        for each in kind.members if isinstance(kind, Union) else [kind]:
            add_member(unit, members, each)
    return Union(members) if len(members) > 1 else members[0]


def plain(ev: Evaluator, value: Value, node: Node) -> Value:
    """What may be None, where None will not do."""
    return value.type.sole(ev, value, node) if isinstance(value.type, Union) else value
