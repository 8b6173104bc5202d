"""A tuple of any length as a part of a state: its length, and room for so many elements.

In the rules it is a tuple of any length (lists.py) whose data lie where they lie in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.machine.lists import List
from zermelo.kernel.machine.numbers import mixed, signed
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import NEVER, Node, Type, Value
from zermelo.kernel.primitives import TUPLE

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class Series(Type):
    """A length, and the elements."""

    in_memory = True
    llvm = "ptr"
    called = "a tuple of any length"
    family = Tuple

    def __init__(self, element: Type, room: int) -> None:
        self.element, self.room = element, room
        self.words = 1 + room * element.words

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Series) and (other.element, other.room) == (self.element, self.room)

    def __hash__(self) -> int:
        return hash(("series", self.room))

    def __repr__(self) -> str:
        return f"Series[{self.element}, {self.room}]"

    @staticmethod
    def over(left: Type, right: Type, seen_together: Any) -> Series | None:
        """The series that two types seen in one place are."""
        element: Type | None = NEVER
        room = 0
        for kind in (left, right):
            if isinstance(kind, Tuple) and kind.kind is None:
                for each in kind.elements:
                    element = seen_together(element, each)
                room = max(room, len(kind.elements))
            elif isinstance(kind, Series):
                element = seen_together(element, kind.element)
                room = max(room, kind.room)
            else:
                return None
        return Series(element, room) if element is not None else None

    def join(self, unit: Any, other: Type) -> Type | None:
        if self == other:
            return self
        other = opened(other)
        plain = isinstance(other, Tuple | List) and other.kind in (None, tuple)
        return self.opened.join(unit, other) if plain else None

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        return Series.over(self, other, seen_together)

    def with_room(self, inner: Callable[[Type], Type]) -> Type:
        return Series(inner(self.element), self.room + self.room // 2 + 2)

    @property
    def opened(self) -> List:
        """The type in the rules."""
        if not hasattr(self, "_opened"):
            self._opened = List(tuple, None, opened(self.element))
        return self._opened

    def load(self, ev: Evaluator, address: str) -> Value:
        kind = ev.instance.kept(("series", id(self)), lambda: List(tuple, None, opened(self.element)))
        if not self.element.lies_as(opened(self.element)):
            from zermelo.kernel.machine.lists import list_with

            found = list_with(ev, kind, [])
            count = ev.op(f"load i64, ptr {address}, align 8")
            data = ev.at(address, 1)

            def one(place: Value) -> None:
                at = ev.at(data, ev.op(f"mul i64 {place.ref}, {self.element.words}"))
                kind.append(ev, found, self.element.load(ev, at))

            ev.count_loop("0", count, 1, one, self, ("open", ev.count))
            return found
        head = ev.allocate(3)
        kind.cell.root.views = True
        count = ev.op(f"load i64, ptr {address}, align 8")
        ev.line(f"store i64 {count}, ptr {head}, align 8")
        ev.line(f"store i64 {count}, ptr {ev.at(head, 1)}, align 8")
        ev.line(f"store ptr {ev.at(address, 1)}, ptr {ev.at(head, 2)}, align 8")
        return Value(kind, head)

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if not isinstance(value.type, List | Tuple):
            return None
        to = ev.place(self.words)
        self.store(ev, value, to)
        return Value(self, to)

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return Value(self, ev.unit.constant_at(self, value)) if isinstance(value, tuple) else None

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        words = [word for part in value for word in self.element.constant_words(ev, part)]
        return [str(len(value)), *words, *["0"] * (self.words - 1 - len(words))]

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        """Write a tuple of any length; it fails where there is no room."""
        if isinstance(value.type, Series):
            ev.copy_words(address, value.ref, self.words)
            return
        value = ev.general(value)
        count = ev.convert(value.type.length(ev, value, None), INT_TYPE()).ref
        ev.fail_if(
            ev.op(f"icmp ugt i64 {count}, {self.room}"),
            ev.unit.failures.of(OverflowError, "a tuple is longer than those seen"),
        )
        ev.line(f"store i64 {count}, ptr {address}, align 8")
        data = ev.at(address, 1)
        words = self.element.words
        place = ev.place()
        ev.line(f"store i64 0, ptr {place}, align 8")

        def one(part: Value) -> None:
            now = ev.op(f"load i64, ptr {place}, align 8")
            to = ev.at(data, ev.op(f"mul i64 {now}, {words}"))
            self.element.store(ev, ev.convert(part, self.element), to)
            ev.line(f"store i64 {ev.op(f'add i64 {now}, 1')}, ptr {place}, align 8")

        with ev.inside(self, ("store", address if ev.dry else "")):
            value.type.each(ev, value, one, self)
        full = ev.op(f"mul i64 {count}, {8 * words}")
        rest = ev.op(f"getelementptr inbounds i8, ptr {data}, i64 {full}")
        left = ev.op(f"sub i64 {8 * words * self.room}, {full}")
        ev.line(f"call void @llvm.memset.p0.i64(ptr align 8 {rest}, i8 0, i64 {left}, i1 false)")

    def is_instance(self, kind: type) -> bool:
        return issubclass(tuple, kind)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        count = ev.op(f"load i64, ptr {value.ref}, align 8")
        place = ev.place()
        start = mixed(ev, word, ev.op(f"add i64 {count}, {signed(TUPLE)}"))
        ev.line(f"store i64 {start}, ptr {place}, align 8")

        def stir(index: Value) -> None:
            at = ev.at(value.ref, ev.op(f"add i64 {ev.op(f'mul i64 {index.ref}, {self.element.words}')}, 1"))
            now = ev.op(f"load i64, ptr {place}, align 8")
            ev.line(f"store i64 {self.element.hashed_at(ev, at, now)}, ptr {place}, align 8")

        ev.count_loop("0", count, 1, stir, self, "hash")
        return ev.op(f"load i64, ptr {place}, align 8")

    def hashed_at(self, ev: Evaluator, address: str, word: str) -> str:
        return self.hashed(ev, Value(self, address), word)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if type(value) is not tuple:
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted="a tuple")
        if len(value) > self.room:
            raise RulesError("tuple_beyond_room", what=what, given=repr(value))
        words = [word for part in value for word in words_of(part, self.element, what)]
        return [len(value), *words, *[0] * (self.words - 1 - len(words))]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        length, *inner = islice(words, self.words)
        cells = iter(inner)
        return tuple([value_of(cells, self.element) for _ in range(length)])


def opened(kind: Type) -> Type:
    """The type that a part of a state has in the rules."""
    return kind.opened if isinstance(kind, Series) else kind.open


def INT_TYPE() -> Any:
    from zermelo.kernel.machine.numbers import INT

    return INT
