"""Frozen sets in states and actions: a bit for each member that there may be, or the members in order.

    bits      members whose numbers are small, or texts of which a few were seen: every member has a place
    series    any other: how many, and room for so many, sorted by their words

The order in which such a set gives its members is that of `frozenset(sorted members)`, since two equal states
are one to a search whatever their history: `value_of` makes such a set, and so does `opened` in the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.machine.numbers import BOOL, INT, Number, mixed, signed
from zermelo.kernel.machine.set_columns import WORD_BITS, Column, columns_of, width
from zermelo.kernel.machine.sets import Set
from zermelo.kernel.machine.tables import order_matters
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import NEVER, Call, Node, Type, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.environment import Merge
    from zermelo.kernel.machine.evaluate import Evaluator

REMEMBERED = 4096
"""Members that are looked at."""
UNSEEN = "a frozen set with a member beyond those seen"


class FlatSet(Type):
    """A frozen set in a state; `columns` are None where it is a series."""

    in_memory = True
    llvm = "ptr"
    called = "a frozen set"
    flat_set = True

    def __init__(
        self, element: Type, seen: frozenset[Any], most: int, columns: list[Column] | None = None
    ) -> None:
        self.element, self.seen, self.most, self.columns = element, seen, most, columns
        self.width = sum(map(width, columns)) if columns is not None else 0
        if columns is not None:
            self.words = max(1, 1 << max(0, self.width - WORD_BITS))
        else:
            self.words = 1 + (most * element.words if element is not NEVER else 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FlatSet) or other.columns != self.columns:
            return False
        return other.element == self.element and (self.columns is not None or other.most == self.most)

    def __hash__(self) -> int:
        return hash(("frozenset", self.words))

    def __repr__(self) -> str:
        return f"FlatSet[{self.element}, {self.words}]"

    def is_instance(self, kind: type) -> bool:
        return issubclass(frozenset, kind)

    # -- what was seen -----------------------------------------------------------------------

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if not isinstance(other, FlatSet):
            return None
        element = seen_together(self.element, other.element)
        if element is None:
            return None
        seen = self.seen if len(self.seen) > REMEMBERED or other.seen <= self.seen else self.seen | other.seen
        return FlatSet(element, seen, max(self.most, other.most))

    def with_room(self, inner: Callable[[Type], Type]) -> Type:
        element = inner(self.element) if self.element is not NEVER else NEVER
        return FlatSet(element, self.seen, self.most + self.most // 2 + 2, columns_of(element, self.seen))

    # -- to words and back ---------------------------------------------------------------------

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if not isinstance(value, frozenset):
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted="a frozenset")
        if self.element is NEVER and value:
            raise RulesError("tuple_beyond_room", what=what, given=repr(value))
        members = [words_of(member, self.element, what) for member in value]
        if self.columns is None:
            if len(members) > self.most:
                raise RulesError("tuple_beyond_room", what=what, given=repr(value))
            inside = [word for member in sorted(members) for word in member]
            return [len(members), *inside, *[0] * (self.words - 1 - len(inside))]
        found = [0] * self.words
        for member in members:
            place = self.place_of(member)
            if place < 0:
                raise RulesError("tuple_beyond_room", what=what, given=repr(value))
            found[place >> WORD_BITS] |= 1 << (place & 63)
        return list(map(signed, found))

    def place_of(self, member: list[int]) -> int:
        """The place of a member with these words; -1 where it has none."""
        place = 0
        assert self.columns is not None
        for word, column in zip(member, self.columns, strict=True):
            if isinstance(column, int):
                if not 0 <= word < 1 << column:
                    return -1
                index = word
            elif word in column:
                index = column.index(word)
            else:
                return -1
            place = place << width(column) | index
        return place

    def member_words(self, place: int) -> list[int]:
        found: list[int] = []
        assert self.columns is not None
        for column in reversed(self.columns):
            index = place & (1 << width(column)) - 1
            found.insert(0, index if isinstance(column, int) else column[index])
            place >>= width(column)
        return found

    def members_of(self, words: Iterator[int], value_of: Any) -> list[Any]:
        """The members of a set with these words, in the order of theirs."""
        inner = list(islice(words, self.words))
        if self.columns is None:
            cells = iter(inner[1:])
            return [value_of(cells, self.element) for _ in range(inner[0])]
        places = [64 * at + bit for at, word in enumerate(inner) for bit in range(64) if word >> bit & 1]
        return [value_of(iter(self.member_words(place)), self.element) for place in places]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        return frozenset(self.members_of(words, value_of))

    # -- memory ----------------------------------------------------------------------------------

    def load(self, ev: Evaluator, address: str) -> Value:
        return Value(self, address)

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        if value.type == self:
            ev.copy_words(address, value.ref, self.words)
        else:
            self.close(ev, opened(ev, value) if isinstance(value.type, FlatSet) else value, address)

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return Value(self, ev.unit.constant_at(self, value)) if isinstance(value, frozenset) else None

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        from zermelo.kernel.machine.value_words import words_of

        return list(map(str, self.words_of(value, words_of, "a constant")))

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        source = value.type
        if not (isinstance(source, FlatSet) or (isinstance(source, Set) and source.kind is frozenset)):
            return None
        to = ev.place(self.words)
        self.store(ev, value, to)
        return Value(self, to)

    def join(self, unit: Any, other: Type) -> Type | None:
        """Of two flat sets, or a flat one and one of the rules: one of the rules."""
        if other == self:
            return self
        if not isinstance(other, FlatSet | Set) or (isinstance(other, Set) and other.kind is not frozenset):
            return None
        found: Set = (
            other if isinstance(other, Set) else unit.kept((id(self), "flat set"), Set(frozenset), self)
        )
        found.holds(unit, self.element)
        if isinstance(other, FlatSet):
            found.holds(unit, other.element)
        return found

    def close(self, ev: Evaluator, value: Value, address: str) -> None:
        """Write a set of the rules to an address; it fails where a member has no place."""
        source = value.type
        assert isinstance(source, Set)
        ev.line(f"call void @llvm.memset.p0.i64(ptr align 8 {address}, i8 0, i64 {8 * self.words}, i1 false)")
        if source.element_type is NEVER:
            return
        beyond = ev.unit.failures.of(OverflowError, UNSEEN)
        if self.element is NEVER:
            ev.fail_if(ev.op(f"icmp ne i64 {source.head(ev, value, 0)}, 0"), beyond)
            return
        if self.columns is None:
            ev.fail_if(ev.op(f"icmp ugt i64 {source.head(ev, value, 0)}, {self.most}"), beyond)

        def one(entry: str) -> None:
            member = ev.convert(source.part(ev, entry, 0), self.element)
            if self.columns is None:
                insert_sorted(ev, self.element, member, address)
                return
            place, fine = self.place_at_run_time(ev, member)
            ev.fail_if(ev.op(f"xor i1 {fine}, true"), beyond)
            at = ev.at(address, ev.op(f"lshr i64 {place}, {WORD_BITS}")) if self.words > 1 else address
            bit = ev.op(f"shl i64 1, {ev.op(f'and i64 {place}, 63')}")
            word = ev.op(f"load i64, ptr {at}, align 8")
            ev.line(f"store i64 {ev.op(f'or i64 {word}, {bit}')}, ptr {at}, align 8")

        source.walk(ev, value, one, self, UNSEEN)

    def place_at_run_time(self, ev: Evaluator, member: Value) -> tuple[str, str]:
        """The place of a member, and an i1: whether it has one."""
        from zermelo.kernel.machine.memory_words import words_in

        assert self.columns is not None
        place, fine = "0", "true"
        for word, column in zip(words_in(ev, member), self.columns, strict=True):
            if isinstance(column, int):
                good, index = ev.op(f"icmp ult i64 {word}, {1 << column}"), word
            else:
                index, good = "0", "false"
                for number, each in enumerate(column):
                    same = ev.op(f"icmp eq i64 {word}, {each}")
                    index = ev.op(f"select i1 {same}, i64 {number}, i64 {index}")
                    good = ev.op(f"or i1 {good}, {same}")
            fine = good if fine == "true" else ev.op(f"and i1 {fine}, {good}")
            place = (
                index
                if place == "0"
                else ev.op(f"or i64 {ev.op(f'shl i64 {place}, {width(column)}')}, {index}")
            )
        return place, fine

    def member_at(self, ev: Evaluator, place: str) -> Value:
        """The member that has a place."""
        assert self.columns is not None
        if len(self.columns) == 1 and self.columns == [self.width] and self.element is INT:
            return Value(INT, place)
        to = ev.place(max(self.element.words, 1))
        below = self.width
        for at, column in enumerate(self.columns):
            below -= width(column)
            index = ev.op(f"and i64 {ev.op(f'lshr i64 {place}, {below}')}, {(1 << width(column)) - 1}")
            if not isinstance(column, int):
                word = str(column[0])
                for number, each in enumerate(column[1:], 1):
                    word = ev.op(
                        f"select i1 {ev.op(f'icmp eq i64 {index}, {number}')}, i64 {each}, i64 {word}"
                    )
                index = word
            ev.line(f"store i64 {index}, ptr {ev.at(to, at)}, align 8")
        return self.element.load(ev, to)

    # -- operations ------------------------------------------------------------------------------

    def members(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        """Loop over the members in the order of their words."""
        if self.element is NEVER:
            return
        if self.columns is None:
            count = ev.op(f"load i64, ptr {value.ref}, align 8")
            data = ev.at(value.ref, 1)
            words = self.element.words

            def one(place: Value) -> None:
                at = place.ref if words == 1 else ev.op(f"mul i64 {place.ref}, {words}")
                body(self.element.load(ev, ev.at(data, at)))

            ev.count_loop("0", count, 1, one, node, "members")
            return
        if self.words == 1:
            self.bits(ev, value.ref, "0", body, node)
            return

        def word(place: Value) -> None:
            base = ev.op(f"shl i64 {place.ref}, {WORD_BITS}")
            self.bits(ev, ev.at(value.ref, place.ref), base, body, node)

        ev.count_loop("0", str(self.words), 1, word, node, "words")

    def bits(self, ev: Evaluator, address: str, base: str, body: Callable[[Value], None], node: Node) -> None:
        """Loop over the bits of a word."""
        rest = ev.place()
        ev.line(f"store i64 {ev.op(f'load i64, ptr {address}, align 8')}, ptr {rest}, align 8")
        now = [""]

        def test(inside: Merge, over: Merge) -> None:
            now[0] = ev.op(f"load i64, ptr {rest}, align 8")
            ev.go(Value(BOOL, ev.op(f"icmp ne i64 {now[0]}, 0")), inside, over)

        def one() -> None:
            bit = ev.op(f"call i64 @llvm.cttz.i64(i64 {now[0]}, i1 true)")
            less = ev.op(f"and i64 {now[0]}, {ev.op(f'sub i64 {now[0]}, 1')}")
            ev.line(f"store i64 {less}, ptr {rest}, align 8")
            body(self.member_at(ev, bit if base == "0" else ev.op(f"or i64 {base}, {bit}")))

        with ev.inside(node, ("bits", "each")):
            ev.loop(node, test, one, binds=False)

    def count(self, ev: Evaluator, value: Value) -> str:
        if self.columns is None:
            return ev.op(f"load i64, ptr {value.ref}, align 8")
        total = "0"
        for at in range(self.words):
            word = ev.op(f"load i64, ptr {ev.at(value.ref, at)}, align 8")
            bits = ev.op(f"call i64 @llvm.ctpop.i64(i64 {word})")
            total = bits if total == "0" else ev.op(f"add i64 {total}, {bits}")
        return total

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return Value(INT, self.count(ev, value))

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, ev.op(f"icmp ne i64 {self.count(ev, value)}, 0"))

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        if self.element is NEVER:
            return Value(BOOL, "false")
        kind = ev.as_type(item)
        plain = kind == self.element or (
            isinstance(kind, Tuple) and ev.unit.join_plain(self.element, kind) == self.element
        )
        if self.columns is None or not (
            plain or (isinstance(kind, Number) and kind.llvm != "double" and self.element is INT)
        ):
            found = opened(ev, value)
            return found.type.contains(ev, found, item, node)
        place, fine = self.place_at_run_time(ev, ev.convert(item, self.element, node))
        # Where there is no place the word read is one of the set's all the same.
        place = ev.op(f"and i64 {place}, {(1 << self.width) - 1}")
        at = ev.at(value.ref, ev.op(f"lshr i64 {place}, {WORD_BITS}")) if self.words > 1 else value.ref
        word = ev.op(f"lshr i64 {ev.op(f'load i64, ptr {at}, align 8')}, {ev.op(f'and i64 {place}, 63')}")
        return Value(BOOL, ev.op(f"and i1 {fine}, {ev.op(f'trunc i64 {word} to i1')}"))

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        if not order_matters(ev):
            self.members(ev, value, body, node)
            return
        found = opened(ev, value)
        found.type.each(ev, found, body, node)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        """By bits, where both have them in the same places; else as tables."""
        if self.columns is not None or (left.type == right.type and operator in ("eq", "ne")):
            a, b = self.words_beside(ev, left), self.words_beside(ev, right)
            if a is not None and b is not None:
                return self.compared(ev, operator, a, b, node)
        return ev.compare(operator, opened(ev, left), opened(ev, right), node)

    def compared(self, ev: Evaluator, operator: str, left: list[str], right: list[str], node: Node) -> Value:
        """Whether the bits of one set are equal to, or within, those of another one."""
        if operator in ("gt", "ge"):
            left, right, operator = right, left, {"gt": "lt", "ge": "le"}[operator]
        if operator in ("eq", "ne"):
            return Value(BOOL, ev.op(f"icmp {operator} i64 {joined(ev, 'xor', left, right)}, 0"))
        beyond = [
            ev.op(f"and i64 {a}, {ev.op(f'xor i64 {b}, -1')}") for a, b in zip(left, right, strict=True)
        ]
        within = ev.op(f"icmp eq i64 {joined(ev, 'or', beyond, ['0'] * len(beyond))}, 0")
        if operator == "lt":
            other = ev.op(f"icmp ne i64 {joined(ev, 'xor', left, right)}, 0")
            within = ev.op(f"and i1 {within}, {other}")
        return Value(BOOL, within)

    def words_beside(self, ev: Evaluator, value: Value) -> list[str] | None:
        """The words of a set in this form; None where it has another one."""
        from zermelo.kernel.machine.value_words import words_of

        if value.const:
            if not isinstance(value.known, set | frozenset):
                return None
            try:
                return list(map(str, self.words_of(frozenset(value.known), words_of, "a constant")))
            except (RulesError, TypeError, AttributeError, ValueError):
                return None
        if value.type != self:
            return None
        return [ev.op(f"load i64, ptr {ev.at(value.ref, at)}, align 8") for at in range(self.words)]

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = (opened(ev, v) for v in (left, right))
        for kind in (a.type, b.type):
            if isinstance(kind, Set):
                return kind.binary(ev, operator, a, b, node)
        return NotImplemented

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if (
            name in ("isdisjoint", "issubset", "issuperset")
            and self.columns is not None
            and len(call.values) == 1
        ):
            left, right = self.words_beside(ev, value), self.words_beside(ev, call.values[0])
            if left is not None and right is not None:
                if name != "isdisjoint":
                    return self.compared(ev, "le" if name == "issubset" else "ge", left, right, node)
                both = [ev.op(f"and i64 {a}, {b}") for a, b in zip(left, right, strict=True)]
                return Value(BOOL, ev.op(f"icmp eq i64 {joined(ev, 'or', both, ['0'] * len(both))}, 0"))
        found = opened(ev, value)
        return found.type.method(ev, found, name, call, node)

    def hash_word(self, ev: Evaluator, value: Value, node: Node) -> str:
        found = opened(ev, value)
        return found.type.hash_word(ev, found, node)  # type: ignore[attr-defined, no-any-return]

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        total = ev.place()
        ev.line(f"store i64 0, ptr {total}, align 8")
        count = self.count(ev, value)

        def stir(member: Value) -> None:
            now = ev.op(f"load i64, ptr {total}, align 8")
            part = member.type.hashed(ev, member, count)
            ev.line(f"store i64 {ev.op(f'add i64 {now}, {part}')}, ptr {total}, align 8")

        with ev.inside(self, "hash"):
            self.members(ev, value, stir, self)
        return mixed(ev, word, ev.op(f"load i64, ptr {total}, align 8"))


def opened(ev: Evaluator, value: Value) -> Value:
    """A set of a state as rules have it; anything else as it is."""
    flat = value.type
    if not isinstance(flat, FlatSet) or ev.dead:
        return value
    kind = ev.unit.kept((id(flat), "flat set"), Set(frozenset), flat)
    if flat.element is NEVER:
        return kind.new(ev)  # type: ignore[no-any-return]
    value = ev.settled(value)
    found: Value = kind.new(ev)
    with ev.inside(flat, "opened"):
        flat.members(ev, value, lambda member: kind.add(ev, found, member, flat), flat)
    return found


def joined(ev: Evaluator, operator: str, left: list[str], right: list[str]) -> str:
    """The bits of all words of two sets, combined and put into one word."""
    found = "0"
    for a, b in zip(left, right, strict=True):
        one = ev.op(f"{operator} i64 {a}, {b}")
        found = one if found == "0" else ev.op(f"or i64 {found}, {one}")
    return found


def insert_sorted(ev: Evaluator, element: Type, member: Value, address: str) -> None:
    """Put a member into a series that is sorted by the words of its members."""
    words = element.words
    new = ev.place(max(words, 1))
    element.store(ev, member, new)
    count = ev.op(f"load i64, ptr {address}, align 8")
    data = ev.at(address, 1)
    at = ev.place()
    ev.line(f"store i64 {count}, ptr {at}, align 8")
    now = [""]

    def place(number: str) -> str:
        return ev.at(data, number if words == 1 else ev.op(f"mul i64 {number}, {words}"))

    def test(inside: Merge, over: Merge) -> None:
        now[0] = ev.op(f"load i64, ptr {at}, align 8")
        more = ev.merge(element, ("more", ev.path), "more")
        ev.go(Value(BOOL, ev.op(f"icmp sgt i64 {now[0]}, 0")), more, over)
        more.enter()
        before = place(ev.op(f"sub i64 {now[0]}, 1"))
        ev.go(Value(BOOL, words_less(ev, new, before, words)), inside, over)

    def one() -> None:
        low = ev.op(f"sub i64 {now[0]}, 1")
        ev.copy_words(place(now[0]), place(low), words)
        ev.line(f"store i64 {low}, ptr {at}, align 8")

    with ev.inside(element, "sorting"):
        ev.loop(element, test, one, binds=False)
    ev.copy_words(place(ev.op(f"load i64, ptr {at}, align 8")), new, words)
    ev.line(f"store i64 {ev.op(f'add i64 {count}, 1')}, ptr {address}, align 8")


def words_less(ev: Evaluator, left: str, right: str, words: int) -> str:
    """An i1: whether words come before others."""
    found = "false"
    for at in reversed(range(words)):
        a, b = (ev.op(f"load i64, ptr {ev.at(each, at)}, align 8") for each in (left, right))
        same = ev.op(f"icmp eq i64 {a}, {b}")
        found = ev.op(f"select i1 {same}, i1 {found}, i1 {ev.op(f'icmp slt i64 {a}, {b}')}")
    return found


def seen_type(value: Any, seen: Any, together: Any) -> Type | None:
    """The form of a frozen set, from an example."""
    if not isinstance(value, frozenset):
        return None
    element: Type | None = NEVER
    for member in value:
        element = together(element, seen(member))
    return FlatSet(element, value, len(value)) if element is not None else None
