"""Members of enumerations: the place of a member among those of its class, from 1; the number or text of one
that is a number or a text as well."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum, Flag
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.numbers import BITS, BOOL, INT, Int, mixed, signed
from zermelo.kernel.machine.texts import TEXT, Text
from zermelo.kernel.machine.types import EMPTY, Call, Method, Node, Type, Value, known
from zermelo.kernel.primitives import number_for
from zermelo.kernel.symbols import is_plain_enum, tag_of

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


@lru_cache(maxsize=256)
def member_type(kind: type[Enum]) -> Type:
    """The type of the members of an enumeration."""
    if issubclass(kind, Flag):
        what = f"{kind.__name__}, an enumeration of flags,"
        raise Refused(what, "derive it from IntEnum, whose members are combined as numbers")
    if own(kind, "__eq__") is not None or own(kind, "__hash__") is not None:
        what = f"{kind.__name__}, an enumeration with an __eq__ of its own,"
        raise Refused(what, "leave __eq__ and __hash__ out")
    if issubclass(kind, int):
        return NumberMember(kind)
    if issubclass(kind, str):
        return TextMember(kind)
    if kind.__mro__[1:-1] and any(issubclass(kind, base) for base in (float, bytes, tuple)):
        what = f"{kind.__name__}, whose members are values of another class as well,"
        raise Refused(what, "derive it from Enum alone")
    return Member(kind)


def own(kind: Any, name: str) -> Any:
    """A method that the user wrote."""
    from zermelo.kernel.machine.tuples import own_method

    return own_method(kind, name)


class Membership(Type):
    """What all kinds of members share; `kind` is the enumeration, `members` are its members in order."""

    kind: type[Enum]

    def note(self, kind: type[Enum]) -> None:
        self.kind, self.members = kind, list(kind)
        self.family = self.family, kind

    def place(self, ev: Evaluator, value: Value) -> Value:
        """The place of a member, from 0 on."""
        raise NotImplementedError

    def among(self, ev: Evaluator, value: Value, facts: list[Any], what: str, node: Node) -> Value:
        """What is true of a member, of what is true of each."""
        from zermelo.kernel.machine.types import same_constant

        if all(same_constant(fact, facts[0]) for fact in facts[1:]):
            return known(facts[0])
        given = ev.unit.kept((id(self.kind), what), tuple(facts), self.kind)
        return ev.item(known(given), self.place(ev, value), node)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        found = inspect.getattr_static(self.kind, name, None)
        if isinstance(found, property) and inspect.isfunction(found.fget):
            return ev.call_known(found.fget, Call([value]), node)
        if inspect.isfunction(found) or isinstance(found, staticmethod | classmethod):
            return Value(Method(value, name))
        try:
            facts = [getattr(member, name) for member in self.members]
        except AttributeError:
            said = f"'{self.kind.__name__}' object has no attribute '{name}'"
            ev.fail(ev.unit.failures.of(AttributeError, said))
            return EMPTY
        if any(callable(fact) for fact in facts):
            return Value(Method(value, name))
        return self.among(ev, value, facts, name, node)

    def own_call(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value | None:
        """A call of a method of the class."""
        found = inspect.getattr_static(self.kind, name, None)
        if isinstance(found, staticmethod):
            return ev.call_known(found.__func__, call, node)
        if isinstance(found, classmethod):
            return ev.call_known(found.__func__, Call([known(self.kind), *call.values], call.named), node)
        if inspect.isfunction(found) and own(self.kind, name) is not None:
            return ev.call_known(found, Call([value, *call.values], call.named), node)
        return None

    def own_operator(
        self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node
    ) -> Value | None:
        """What the class says that an operator does."""
        for one, name, other in ((left, f"__{operator}__", right), (right, f"__r{operator}__", left)):
            if ev.as_type(one) is self and (found := own(self.kind, name)) is not None:
                return ev.call_known(found, Call([one, other]), node)
        return None

    def as_text(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return self.among(ev, value, list(map(str, self.members)), "str", node)

    def formatted(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return self.among(ev, value, list(map(format, self.members)), "format", node)

    def written_as(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return self.among(ev, value, list(map(repr, self.members)), "repr", node)

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind, kind)

    def checked(self, value: Any, what: Any) -> Any:
        if not isinstance(value, self.kind):
            wanted = f"a member of {self.kind.__name__}"
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted=wanted)
        return value


class Member(Membership):
    """A member of a plain enumeration."""

    def __init__(self, kind: type[Enum]) -> None:
        self.note(kind)
        self.places = {member: place for place, member in enumerate(self.members, 1)}

    def __repr__(self) -> str:
        return self.kind.__name__

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"a member of {self.kind.__name__}"

    def place(self, ev: Evaluator, value: Value) -> Value:
        return Value(INT, ev.op(f"sub i64 {value.ref}, 1"))

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return Value(self, str(self.places[value])) if isinstance(value, self.kind) else None

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(self.places[value])]

    def truth(self, ev: Evaluator, value: Value) -> Value:
        found = own(self.kind, "__bool__")
        return ev.truth(ev.call_known(found, Call([value]), None)) if found is not None else known(True)

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        found = self.own_operator(ev, operator.rstrip("_"), left, right, node)
        return NotImplemented if found is None else found

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        if operator not in ("eq", "ne"):
            found = self.own_operator(ev, operator, left, right, node)
            return NotImplemented if found is None else ev.truth(found)
        if ev.as_type(left) is not self or ev.as_type(right) is not self:
            return NotImplemented
        x, y = ev.convert(left, self).ref, ev.convert(right, self).ref
        return Value(BOOL, ev.op(f"icmp {operator} i64 {x}, {y}"))

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        found = self.own_call(ev, value, name, call, node)
        return found if found is not None else super().method(ev, value, name, call, node)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        if is_plain_enum(self.kind):
            return mixed(ev, mixed(ev, word, str(signed(tag_of(self.kind)))), value.ref)
        numbers = [signed(number_for(member)) for member in self.members]
        return mixed(ev, word, ev.convert(self.among(ev, value, numbers, "hash", None), INT).ref)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        return [self.places[self.checked(value, what)]]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        return self.members[next(words) - 1]


class NumberMember(Membership, Int):
    """A member that is a whole number as well."""

    def __init__(self, kind: type[Enum]) -> None:
        self.note(kind)
        self.family = INT.family
        self.numbers = [int(member) for member in self.members]  # type: ignore[call-overload]

    def __repr__(self) -> str:
        return self.kind.__name__

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"a member of {self.kind.__name__}"

    @staticmethod
    def plain(value: Value) -> Value:
        return Value(INT, value.ref)

    def lies_as(self, other: Type) -> bool:
        return other is self or other is INT

    def place(self, ev: Evaluator, value: Value) -> Value:
        if self.numbers == list(range(self.numbers[0], self.numbers[0] + len(self.numbers))):
            return Value(INT, ev.op(f"sub i64 {value.ref}, {self.numbers[0]}"))
        numbers = ev.unit.kept((id(self.kind), "numbers"), tuple(self.numbers), self.kind)
        return ev.convert(ev.library("place_of", [known(numbers), self.plain(value)], self.kind), INT)

    def join(self, unit: Any, other: Type) -> Type | None:
        return self if other is self else INT.join(unit, other)

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if isinstance(other, NumberMember):
            return INT
        return seen_together(INT, other) if other in (INT, BOOL, BITS) else None

    def constant(self, ev: Evaluator, value: Any) -> Value:
        return Value(self, str(self.word(value)))

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if value.type not in (INT, BOOL):
            return None
        number = ev.convert(value, INT)
        numbers = ev.unit.kept((id(self.kind), "numbers"), tuple(self.numbers), self.kind)
        place = ev.convert(ev.library("place_of", [known(numbers), number], self.kind), INT).ref
        said = ev.unit.failures.of(OverflowError, f"a number that is no member of {self.kind.__name__}")
        ev.fail_if(ev.op(f"icmp slt i64 {place}, 0"), said)
        return Value(self, number.ref)

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        return INT.unary(ev, operator, self.plain(value), node)

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        found = self.own_operator(ev, operator.rstrip("_"), left, right, node)
        return Int.binary(self, ev, operator, left, right, node) if found is None else found

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        found = self.own_call(ev, value, name, call, node)
        return found if found is not None else INT.method(ev, self.plain(value), name, call, node)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        return [int(self.checked(value, what))]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        return self.kind(int(next(words)))


class TextMember(Membership, Text):
    """A member that is a text as well."""

    def __init__(self, kind: type[Enum]) -> None:
        super().__init__(str)
        self.note(kind)
        self.family = TEXT.family
        self.places = {member: place for place, member in enumerate(self.members)}

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self.kind)

    def __repr__(self) -> str:
        return self.kind.__name__

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"a member of {self.kind.__name__}"

    def lies_as(self, other: Type) -> bool:
        return other is self

    @property
    def open(self) -> Text:
        return self

    def place(self, ev: Evaluator, value: Value) -> Value:
        return Value(INT, value.ref)

    def word_in(self, ev: Evaluator, value: Value) -> str:
        texts = [str.__str__(member) for member in self.members]
        return ev.convert(self.among(ev, value, texts, "letters", None), TEXT).ref

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return Value(self, str(self.places[value])) if isinstance(value, self.kind) else None

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(self.places[value])]

    def join(self, unit: Any, other: Type) -> Type | None:
        return self if other is self else TEXT if isinstance(other, Text) and other.python is str else None

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        return None

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        if operator in ("eq", "ne") and ev.as_type(left) is self and ev.as_type(right) is self:
            x, y = ev.convert(left, self).ref, ev.convert(right, self).ref
            return Value(BOOL, ev.op(f"icmp {operator} i64 {x}, {y}"))
        return Text.compare(self, ev, operator, left, right, node)

    def truth(self, ev: Evaluator, value: Value) -> Value:
        found = own(self.kind, "__bool__")
        return (
            ev.truth(ev.call_known(found, Call([value]), None))
            if found is not None
            else Text.truth(self, ev, value)
        )

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        found = self.own_call(ev, value, name, call, node)
        return found if found is not None else Text.method(self, ev, value, name, call, node)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        return [self.places[self.checked(value, what)]]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        return self.members[next(words)]


def seen_type(value: Any, seen: Any, together: Any) -> Type | None:
    return member_type(type(value)) if isinstance(value, Enum) else None


def constant_type(unit: Any, value: Any) -> Type | None:
    return member_type(type(value)) if isinstance(value, Enum) else None


def construct_member(ev: Evaluator, kind: type[Enum], call: Call, node: Node) -> Value:
    """Colour(value)"""
    if call.all_known:
        return ev.folded(lambda: kind(*(v.known for v in call.values)), node)
    if "_missing_" in vars(kind) or len(call.values) != 1:
        raise ev.refused(node, f"{kind.__name__}() with a _missing_() of its own", "leave it out")
    made, value = member_type(kind), call.values[0]
    if value.type is made:
        return value
    values = ev.unit.kept((id(kind), "values"), tuple(member.value for member in kind), kind)
    place = ev.convert(ev.library("place_of", [known(values), value], node), INT)
    wrong = ev.unit.failures.of(ValueError, f"a value that is none of {kind.__name__}")
    ev.fail_if(ev.op(f"icmp slt i64 {place.ref}, 0"), wrong)
    members = ev.unit.kept((id(kind), "members"), tuple(kind), kind)
    return ev.item(known(members), place, node) if not ev.dead else EMPTY
