"""Lists, and tuples whose length is not known while compiling.

        address ──▶ ┌──────────┐
                    │ length   │
                    │ room     │
                    │ data ────┼──▶ element 0, element 1, …
                    └──────────┘

Both lie in the region of the thread, which is given back when a rule returns to the algorithm. The type of
the elements is shared by all lists that may meet in a variable, and grows while types are inferred.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BOOL, INT, mixed, signed
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    NOTHING,
    Call,
    Node,
    Type,
    Value,
    known,
)
from zermelo.kernel.primitives import FACTOR, TUPLE

if TYPE_CHECKING:
    from zermelo.kernel.machine.environment import Merge
    from zermelo.kernel.machine.evaluate import Evaluator

HEADER = 3
ROOM = 4
"""Elements for which a new list has room at least."""


class Cell:
    """What lists that may meet have in common."""

    def __init__(self) -> None:
        self.above: Cell | None = None
        self.element: Type = NEVER
        self.constants = False
        """Whether one of them may be a constant, which lies in memory that nobody writes to."""
        self.grown = False
        """Whether one of them changes its length in place."""
        self.changed = False
        """Whether rules change one of them in place, after it was made."""
        self.views = False
        """Whether the elements of one of them may lie in a state."""
        self.deque = False
        """Whether one of them is a collections.deque."""

    @property
    def root(self) -> Cell:
        cell = self
        while cell.above is not None:
            cell = cell.above
        return cell


class List(Type):
    """A list; `kind` is list or tuple."""

    llvm = "ptr"

    def __init__(
        self, kind: type = list, cell: Cell | None = None, element: Type = NEVER, constant: bool = False
    ) -> None:
        self.kind, self.cell = kind, cell or Cell()
        self.is_constant = constant
        """Whether all of them are constants."""
        if element is not NEVER:
            self.cell.element = element
        self.changeable = kind is list

    @property
    def element_type(self) -> Type:
        return self.cell.root.element

    def __eq__(self, other: object) -> bool:
        if (
            not isinstance(other, List)
            or other.kind is not self.kind
            or other.is_constant != self.is_constant
        ):
            return False
        a, b = self.cell.root, other.cell.root
        return a is b or a.element == b.element

    def __hash__(self) -> int:
        return hash(self.kind)

    def __repr__(self) -> str:
        return f"{self.kind.__name__}[{self.element_type}]"

    @property
    def called(self) -> str:  # type: ignore[override]
        return "a list" if self.kind is list else "a tuple of any length"

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind, kind)

    # -- types ---------------------------------------------------------------------------------

    def join(self, unit: Any, other: Type) -> Type | None:
        if isinstance(other, List) and other.kind is self.kind:
            if self.is_constant and not other.is_constant:
                return other.join(unit, self)
            if other.is_constant and not self.is_constant:
                self.cell.root.constants = True
            self.meet(unit, other)
            return self
        if isinstance(other, Tuple) and other.kind is None and self.kind is tuple:
            for kind in other.elements:
                self.holds(unit, kind)
            return self
        return None

    def meet(self, unit: Any, other: List) -> None:
        """From now on the elements of both are of one type."""
        a, b = self.cell.root, other.cell.root
        if a is b:
            return
        b.above = a
        before = a.element
        if b.element is not NEVER:
            a.element = b.element if a.element is NEVER else unit.join_all(a.element, b.element)
        if b.grown and not a.grown:
            a.grown = True
            unit.widened()
        a.changed |= b.changed
        a.views |= b.views
        a.deque |= b.deque
        a.constants |= b.constants
        if before is not a.element or b.element is not a.element:
            unit.widened()

    def holds(self, unit: Any, kind: Type) -> None:
        """An element may be of this type."""
        if kind is NEVER:
            return
        kind = unit.run_time(kind)
        cell = self.cell.root
        if cell.element is NEVER:
            cell.element = kind
            unit.widened()
            return
        found = unit.join_all(cell.element, kind)
        if found != cell.element:
            cell.element = found
            unit.widened()

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        source = value.type
        if isinstance(source, List) and source.kind is self.kind:
            if source.is_constant and not self.is_constant:
                self.cell.root.constants = True
            self.meet(ev.unit, source)
            return Value(self, value.ref)
        if isinstance(source, Tuple) and source.kind is None and self.kind is tuple:
            return list_with(ev, self, source.parts(ev, value))
        if hasattr(source, "opened") and self.kind is tuple:
            return ev.convert(source.load(ev, value.ref), self, node)
        return None

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        if not isinstance(value, tuple | list):
            return None
        for each in value:
            self.holds(ev.unit, ev.unit.type_of(each))
        self.cell.root.constants |= not self.is_constant
        return Value(self, ev.unit.constant_list(self, value))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [f"ptrtoint (ptr {ev.constant_list(self, value)} to i64)"]

    def apart(self, ev: Evaluator, value: Value) -> Value:
        if self.changeable:
            return value
        return copied(ev, self, self.count(ev, value), self.data(ev, value))

    # -- parts -----------------------------------------------------------------------------------

    def count(self, ev: Evaluator, value: Value) -> str:
        return ev.op(f"load i64, ptr {value.ref}, align 8")

    def data(self, ev: Evaluator, value: Value) -> str:
        return ev.op(f"load ptr, ptr {ev.at(value.ref, 2)}, align 8")

    def address(self, ev: Evaluator, data: str, place: str) -> str:
        """The address of an element."""
        words = self.element_type.words
        return ev.at(data, place if words == 1 else ev.op(f"mul nsw i64 {place}, {words}"))

    def at_place(self, ev: Evaluator, value: Value, place: Value) -> Value:
        """An element at a place that is within the list."""
        kind = self.element_type
        if kind is NEVER:
            return EMPTY
        if kind.static:
            return Value(kind)
        address = self.address(ev, self.data(ev, value), ev.convert(place, INT).ref)
        return ev.loaded(kind, address, self.changeable)

    def parts_of(self, ev: Evaluator, value: Value, count: int, node: Node) -> list[Value]:
        said = ev.unit.failures.of(ValueError, f"expected {count} values to unpack")
        ev.fail_if(ev.op(f"icmp ne i64 {self.count(ev, value)}, {count}"), said)
        return [self.at_place(ev, value, known(place)) for place in range(count)]

    # -- operations --------------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, ev.op(f"icmp ne i64 {self.count(ev, value)}, 0"))

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return Value(INT, self.count(ev, value))

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        from zermelo.kernel.machine.sequences import sequence_operation

        return sequence_operation(ev, operator, left, right, node)

    def in_place(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        if self.kind is not list or operator != "add":
            return NotImplemented
        ev.library("list_extend", [left, right], node)
        return left

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = ev.as_type(left), ev.as_type(right)
        kinds = {k.kind if isinstance(k, List) else tuple if isinstance(k, Tuple) else None for k in (a, b)}
        if kinds not in ({list}, {tuple}):
            return ev.unequal(operator, node, left, right)
        left, right = ev.general(left), ev.general(right)
        deques = {k.cell.root.deque for k in (left.type, right.type) if isinstance(k, List)}
        if len(deques) > 1:
            raise ev.refused(node, "a comparison of a deque with a list", "compare two lists")
        if operator in ("eq", "ne"):
            found = ev.truth(ev.library("equal_series", [left, right], node))
            return found if operator == "eq" else ev.negated(found)
        return ev.truth(ev.library(f"series_{operator}", [left, right], node))

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        said = f"{self.kind.__name__} index out of range"
        place = ev.checked_index(index, Value(INT, self.count(ev, value)), node, said)
        return self.at_place(ev, value, place)

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        if self.kind is tuple:
            ev.fail(ev.unit.failures.of(TypeError, "'tuple' object does not support item assignment"))
            return
        self.changes(ev, node)
        self.holds(ev.unit, new.type)
        self.change(ev)
        place = ev.checked_index(
            index, Value(INT, self.count(ev, value)), node, "list assignment index out of range"
        )
        self.put(ev, value, ev.convert(place, INT).ref, new)

    def put(self, ev: Evaluator, value: Value, place: str, new: Value) -> None:
        kind = self.element_type
        if kind is NEVER or kind.static or ev.dead:
            return
        kind.store(ev, ev.owned(ev.convert(new, kind)), self.address(ev, self.data(ev, value), place))

    def delete_item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> None:
        self.changes(ev, node)
        self.shorten(ev)
        place = ev.checked_index(
            index, Value(INT, self.count(ev, value)), node, "list assignment index out of range"
        )
        self.remove_at(ev, value, place)

    def changes(self, ev: Evaluator, node: Node) -> None:
        """Note that a list of this kind is written to in the function that is walked."""
        shared = "a change of a list that all states share"
        if self.is_constant:
            raise ev.refused(node, shared, "copy it first, with list(…)")
        if self.cell not in ev.instance.writes:
            ev.instance.writes[self.cell] = ev.refused(node, shared, "copy it first, with list(…)")

    def shorten(self, ev: Evaluator) -> None:
        """Note that lists of this kind change their length."""
        self.change(ev)
        if not self.cell.root.grown:
            self.cell.root.grown = True
            ev.unit.widened()

    def change(self, ev: Evaluator) -> None:
        """Note that rules change lists of this kind after they were made."""
        self.cell.root.changed = True

    def remove_at(self, ev: Evaluator, value: Value, place: Value) -> None:
        """Move the elements behind a place one place down."""
        words = max(self.element_type.words, 1)
        count = self.count(ev, value)
        data = self.data(ev, value)
        here = ev.convert(place, INT).ref
        to = self.address(ev, data, here)
        rest = ev.op(f"sub i64 {ev.op(f'sub i64 {count}, {here}')}, 1")
        size = ev.op(f"mul i64 {rest}, {8 * words}")
        source = ev.at(to, words)
        ev.line(
            f"call void @llvm.memmove.p0.p0.i64(ptr align 8 {to}, ptr align 8 {source}, i64 {size}, i1 false)"
        )
        ev.line(f"store i64 {ev.op(f'sub i64 {count}, 1')}, ptr {value.ref}, align 8")

    def slice(self, ev: Evaluator, value: Value, bounds: list[Value], node: Node) -> Value:
        from zermelo.kernel.machine.slices import slice_of

        return slice_of(ev, value, bounds, node)

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        kind = self.element_type
        if kind is NEVER:
            return
        fixed = not self.cell.root.grown
        count = self.count(ev, value) if fixed else ""
        counter = ev.place()
        ev.line(f"store i64 0, ptr {counter}, align 8")
        now = [""]

        def test(inside: Merge, over: Merge) -> None:
            now[0] = ev.op(f"load i64, ptr {counter}, align 8")
            most = count if fixed else self.count(ev, value)
            ev.go(Value(BOOL, ev.op(f"icmp slt i64 {now[0]}, {most}")), inside, over)

        def one() -> None:
            ev.line(f"store i64 {ev.op(f'add nsw i64 {now[0]}, 1')}, ptr {counter}, align 8")
            body(self.at_place(ev, value, Value(INT, now[0])))

        with ev.inside(node, ("list", "each")):
            ev.loop(node, test, one, binds=False)

    def append(self, ev: Evaluator, value: Value, new: Value) -> None:
        self.holds(ev.unit, new.type)
        if not self.cell.root.grown:
            self.cell.root.grown = True
            ev.unit.widened()
        kind = self.element_type
        if ev.dead or kind is NEVER:
            return
        new = ev.owned(ev.convert(new, kind))
        place = ev.claim(f"@push(ptr %context, ptr {value.ref}, i64 {max(kind.words, 1)})")
        if not kind.static:
            kind.store(ev, new, place)

    def method_append(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        self.change(ev)
        self.changes(ev, node)
        self.append(ev, value, call.values[0])
        return NOTHING

    def method_pop(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        self.changes(ev, node)
        self.shorten(ev)
        said = ev.unit.failures.of(IndexError, "pop from empty list")
        count = self.count(ev, value)
        ev.fail_if(ev.op(f"icmp eq i64 {count}, 0"), said)
        kind = self.element_type
        if kind is NEVER or ev.dead:
            return EMPTY
        index = call.get(0, "index", -1)
        place = ev.checked_index(index, Value(INT, count), node, "pop index out of range")
        found = ev.settled(self.at_place(ev, value, place))
        if index.const and index.known == -1:
            ev.line(f"store i64 {ev.op(f'sub i64 {count}, 1')}, ptr {value.ref}, align 8")
        elif index.const and index.known == 0:
            self.drop_first(ev, value, count)
        else:
            self.remove_at(ev, value, place)
        return found

    method_popright = method_pop

    def drop_first(self, ev: Evaluator, value: Value, count: str) -> None:
        """The rest stays where it is."""
        data = ev.at(self.data(ev, value), max(self.element_type.words, 1))
        room = ev.op(f"load i64, ptr {ev.at(value.ref, 1)}, align 8")
        ev.line(f"store i64 {ev.op(f'sub i64 {count}, 1')}, ptr {value.ref}, align 8")
        ev.line(f"store i64 {ev.op(f'sub i64 {room}, 1')}, ptr {ev.at(value.ref, 1)}, align 8")
        ev.line(f"store ptr {data}, ptr {ev.at(value.ref, 2)}, align 8")

    def method_popleft(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return self.method_pop(ev, value, Call([known(0)]), node)

    def method_clear(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        self.changes(ev, node)
        self.shorten(ev)
        ev.line(f"store i64 0, ptr {value.ref}, align 8")
        return NOTHING

    def method_copy(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return list_of(ev, value, node)

    method___copy__ = method_copy

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        name = {"appendleft": "insert_first"}.get(name, name)
        if name in ("index", "count"):
            return ev.library(f"{name}_of", [value, *call.values], node)
        if self.kind is list and name in LIBRARY_METHODS:
            if name in ("insert", "remove", "insert_first"):
                self.shorten(ev)
            if name == "sort":
                values = [call.get(9, "key", None), call.get(9, "reverse", False)]
                return ev.library("list_sort", [value, *values], node)
            return ev.library(f"list_{name}", [value, *call.values], node)
        return super().method(ev, value, name, call, node)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        place = ev.place()
        outer = word
        if self.kind is list:
            word = str(signed(FACTOR))
        start = ev.op(f"add i64 {self.count(ev, value)}, {signed(TUPLE)}")
        ev.line(f"store i64 {mixed(ev, word, start)}, ptr {place}, align 8")

        def stir(part: Value) -> None:
            now = ev.op(f"load i64, ptr {place}, align 8")
            ev.line(f"store i64 {part.type.hashed(ev, part, now)}, ptr {place}, align 8")

        with ev.inside(self, "hash"):
            self.each(ev, value, stir, self)
        found = ev.op(f"load i64, ptr {place}, align 8")
        return mixed(ev, outer, found) if self.kind is list else found


LIBRARY_METHODS = ("extend", "insert", "remove", "sort", "reverse", "insert_first", "extendleft", "rotate")


def new_list(ev: Evaluator, kind: List, count: str, room: str) -> Value:
    """A list of so many elements, not yet written, with room for more."""
    words = max(kind.element_type.words, 1)
    return Value(kind, ev.claim(f"@new_list(ptr %context, i64 {count}, i64 {room}, i64 {words})"))


def site_type(ev: Evaluator, node: Node, kind: type, role: Any = "") -> List:
    """The type of the lists that are made at a place of the text."""
    made: List = ev.instance.kept(ev.site(node, ("list", kind, role)), lambda: List(kind))
    return made


def list_with(ev: Evaluator, kind: List, parts: list[Value]) -> Value:
    """A list of these elements."""
    for part in parts:
        kind.holds(ev.unit, NOTHING.type if part.const and part.known is None else ev.as_type(part))
    found = new_list(ev, kind, str(len(parts)), str(max(len(parts), ROOM)))
    if parts and not ev.dead:
        data = kind.data(ev, found)
        for place, part in enumerate(parts):
            element = kind.element_type
            if not element.static and element is not NEVER:
                value = ev.owned(ev.convert(part, element))
                element.store(ev, value, ev.at(data, place * element.words))
    return found


def list_of(ev: Evaluator, value: Value, node: Node, kind: type = list) -> Value:
    """list(value), or tuple(value) where its length is not known."""
    made = site_type(ev, node, kind)
    source = value.type
    if isinstance(source, List) and source.element_type is not NEVER:
        made.holds(ev.unit, source.element_type)
        if source.element_type.lies_as(made.element_type):
            return copied(ev, made, source.count(ev, value), source.data(ev, value))
    if isinstance(source, Tuple) and source.uniform and source.elements and not source.elements[0].static:
        made.holds(ev.unit, source.elements[0])
        if source.elements[0].lies_as(made.element_type):
            return copied(ev, made, str(len(source.elements)), value.ref)
    found = list_with(ev, made, [])
    ev.each(value, lambda part: made.append(ev, found, part), node)
    return found


def copied(ev: Evaluator, kind: List, count: str, data: str) -> Value:
    """A new list of elements that lie somewhere."""
    room = ev.op(f"add i64 {count}, {ROOM}") if not count.isdigit() else str(int(count) + ROOM)
    found = new_list(ev, kind, count, room)
    size = ev.op(f"mul i64 {count}, {8 * kind.element_type.words}")
    to = kind.data(ev, found)
    ev.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {to}, ptr align 8 {data}, i64 {size}, i1 false)")
    return found


def kind_of(ev: Evaluator, value: Value) -> Any:
    """list or tuple; None for anything else."""
    if value.const:
        return type(value.known) if type(value.known) in (list, tuple) else None
    if isinstance(value.type, List):
        return value.type.kind
    return tuple if isinstance(value.type, Tuple) else None
