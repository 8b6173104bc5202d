"""Tables that are searched by hash: what sets and dictionaries have in common.

        address ──▶ ┌───────────────────────┐
                    │ 0  members            │
                    │ 1  places ever filled │
                    │ 2  places less one    │
                    │ 3  data ──────────────┼──▶ hash, key (and value) of each place
                    │ 4  where pop() begins │    -1: a constant
                    │ 5, 6  the index of a dictionary
                    └───────────────────────┘

What is done with them is written in Python (set_library.py, dict_library.py),
of words that are in table_words.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import set_library
from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.types import EMPTY, NEVER, Node, Type, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.environment import Merge
    from zermelo.kernel.machine.evaluate import Evaluator

USED, FILL, MASK, DATA, FINGER, INDEX, INDEX_MASK = range(7)
HEADER = 7
SIGN = set_library.TURN
UNORDERED = ("sorted_of", "length_of", "any_of", "all_of")
"""Functions of Python whose answer is the same whatever the order of what they are given."""


class Cell:
    """What tables that may meet have in common."""

    def __init__(self) -> None:
        self.above: Cell | None = None
        self.kinds: list[Type] = [NEVER, NEVER]
        """The types of the keys and of the values."""
        self.grown = False
        """Whether one of them is changed in place."""

    @property
    def root(self) -> Cell:
        cell = self
        while cell.above is not None:
            cell = cell.above
        return cell


class Table(Type):
    """A set or a dictionary."""

    llvm = "ptr"
    cell: Cell
    kind: Any

    @property
    def element_type(self) -> Type:
        """The type of the keys."""
        return self.cell.root.kinds[0]

    @property
    def value_type(self) -> Type:
        return self.cell.root.kinds[1]

    @property
    def entry_words(self) -> int:
        return 1 + sum(kind.words for kind in self.cell.root.kinds if kind is not NEVER)

    def alike(self, other: Type) -> bool:
        """Whether another type is that of such a table, whatever is in it."""
        return isinstance(other, Table) and other.kind is self.kind

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table) or not self.alike(other):
            return False
        a, b = self.cell.root, other.cell.root
        return a is b or (a.kinds[0] is not NEVER and a.kinds == b.kinds)

    def __hash__(self) -> int:
        return hash(self.kind)

    # -- types ---------------------------------------------------------------------------------

    def join(self, unit: Any, other: Type) -> Type | None:
        if not self.alike(other):
            return None
        self.meet(unit, other)  # type: ignore[arg-type]
        return self

    def meet(self, unit: Any, other: Table) -> None:
        """From now on what is in both is of one type."""
        a, b = self.cell.root, other.cell.root
        if a is b:
            return
        b.above = a
        before = list(a.kinds)
        for place, kind in enumerate(b.kinds):
            if kind is not NEVER:
                a.kinds[place] = kind if a.kinds[place] is NEVER else unit.join_all(a.kinds[place], kind)
        if b.grown and not a.grown:
            a.grown = True
            unit.widened()
        if before != a.kinds or a.kinds != b.kinds:
            unit.widened()

    def holds(self, unit: Any, kind: Type, place: int = 0) -> None:
        """A key (place 0) or value (place 1) may be of this type."""
        if kind is NEVER:
            return
        kind = unit.run_time(kind)
        cell = self.cell.root
        found = kind if cell.kinds[place] is NEVER else unit.join_all(cell.kinds[place], kind)
        if cell.kinds[place] is NEVER or found != cell.kinds[place]:
            cell.kinds[place] = found
            unit.widened()

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        source = value.type
        if isinstance(source, Table) and self.alike(source):
            self.meet(ev.unit, source)
            return Value(self, value.ref)
        return None

    def grows(self, ev: Evaluator, value: Value, node: Node) -> None:
        """Note that such tables are changed in place; a constant must not be."""
        if not self.cell.root.grown:
            self.cell.root.grown = True
            ev.unit.widened()
        if ev.unit.facts.get("constant tables"):
            said = "this changes something that all states share"
            constant = ev.op(f"icmp slt i64 {self.head(ev, value, FINGER)}, 0")
            ev.fail_if(constant, ev.unit.failures.of(TypeError, said))

    # -- parts -----------------------------------------------------------------------------------

    def head(self, ev: Evaluator, value: Value, word: int) -> str:
        return ev.op(f"load i64, ptr {ev.at(value.ref, word)}, align 8")

    def set_head(self, ev: Evaluator, value: Value, word: int, number: str) -> None:
        ev.line(f"store i64 {number}, ptr {ev.at(value.ref, word)}, align 8")

    def entry(self, ev: Evaluator, value: Value, place: str) -> str:
        """The address of a place of the table."""
        data = ev.op(f"load ptr, ptr {ev.at(value.ref, DATA)}, align 8")
        return ev.at(data, ev.op(f"mul i64 {place}, {self.entry_words}"))

    def part(self, ev: Evaluator, entry: str, which: int) -> Value:
        """The key or value that lies at an entry."""
        kind = self.cell.root.kinds[which]
        if kind is NEVER:
            return EMPTY
        if kind.static:
            return Value(kind)
        found = kind.load(ev, ev.at(entry, 1 + (self.element_type.words if which else 0)))
        found.moves = kind.in_memory and self.changeable
        return found

    def put_part(self, ev: Evaluator, entry: str, which: int, new: Value) -> None:
        kind = self.cell.root.kinds[which]
        if kind is NEVER or kind.static or ev.dead:
            return
        address = ev.at(entry, 1 + (self.element_type.words if which else 0))
        kind.store(ev, ev.owned(ev.convert(new, kind)), address)

    def new(self, ev: Evaluator, places: int = 8) -> Value:
        """An empty table."""
        found = Value(self, ev.allocate(HEADER))
        ev.line(f"call void @llvm.memset.p0.i64(ptr align 8 {found.ref}, i8 0, i64 {8 * HEADER}, i1 false)")
        self.renew(ev, found, str(places))
        return found

    def renew(self, ev: Evaluator, value: Value, places: str) -> None:
        """Give a table new places, in which nothing is."""
        words = ev.op(f"mul i64 {places}, {self.entry_words}")
        data = ev.allocate(words)
        size = ev.op(f"shl i64 {words}, 3")
        ev.line(f"call void @llvm.memset.p0.i64(ptr align 8 {data}, i8 0, i64 {size}, i1 false)")
        ev.line(f"store ptr {data}, ptr {ev.at(value.ref, DATA)}, align 8")
        self.set_head(ev, value, MASK, ev.op(f"sub i64 {places}, 1"))

    # -- operations ------------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, ev.op(f"icmp ne i64 {self.head(ev, value, USED)}, 0"))

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return Value(INT, self.head(ev, value, USED))

    def walk(
        self,
        ev: Evaluator,
        value: Value,
        body: Callable[[str], None],
        node: Node,
        said: str,
        last: int = MASK,
    ) -> None:
        """Loop over the entries; `last`: which word of the head says how many places there are."""
        varies = self.changeable and self.cell.root.grown
        before = self.head(ev, value, USED)
        fixed = "" if varies else self.head(ev, value, last)
        data = "" if varies else ev.op(f"load ptr, ptr {ev.at(value.ref, DATA)}, align 8")
        counter = ev.place()
        ev.line(f"store i64 0, ptr {counter}, align 8")
        now = [""]
        failure = ev.unit.failures.of(RuntimeError, said)

        def test(inside: Merge, over: Merge) -> None:
            now[0] = ev.op(f"load i64, ptr {counter}, align 8")
            if varies:
                ev.fail_if(ev.op(f"icmp ne i64 {self.head(ev, value, USED)}, {before}"), failure)
            most = fixed or self.head(ev, value, last)
            relation = "sle" if last == MASK else "slt"
            ev.go(Value(BOOL, ev.op(f"icmp {relation} i64 {now[0]}, {most}")), inside, over)

        def one() -> None:
            ev.line(f"store i64 {ev.op(f'add nsw i64 {now[0]}, 1')}, ptr {counter}, align 8")
            offset = ev.op(f"mul i64 {now[0]}, {self.entry_words}")
            entry = ev.at(data, offset) if data else self.entry(ev, value, now[0])
            raw = ev.op(f"load i64, ptr {entry}, align 8")
            there = ev.op(f"icmp ne i64 {raw}, 0")
            if last == MASK:
                there = ev.op(f"and i1 {there}, {ev.op(f'icmp ne i64 {raw}, {set_library.GONE}')}")
            keep, skip = ev.merge(self, ("keep", ev.path), "keep"), ev.merge(self, ("skip", ev.path), "skip")
            ev.go(Value(BOOL, there), keep, skip)
            keep.enter()
            if not ev.dead:
                body(entry)
            skip.arrive()
            skip.enter()

        with ev.inside(node, ("table", "each")):
            ev.loop(node, test, one, binds=False)

    def hashed_sum(self, ev: Evaluator, value: Value, part: Callable[[str, str], str], word: str) -> str:
        """The hash of what is in a table whatever its order (`primitives.number_for`)."""
        from zermelo.kernel.machine.numbers import mixed

        total = ev.place()
        ev.line(f"store i64 0, ptr {total}, align 8")
        used = self.head(ev, value, USED)

        def stir(entry: str) -> None:
            now = ev.op(f"load i64, ptr {total}, align 8")
            ev.line(f"store i64 {ev.op(f'add i64 {now}, {part(entry, used)}')}, ptr {total}, align 8")

        with ev.inside(self, "hash"):
            self.walk(ev, value, stir, self, "changed size")
        return mixed(ev, word, ev.op(f"load i64, ptr {total}, align 8"))


def order_matters(ev: Evaluator) -> bool:
    """Whether a loop at this place may tell in which order it goes."""
    if ev.frame.function is not None and ev.frame.function.__name__ in UNORDERED and not ev.frame.rule:
        return False
    names = [getattr(key, "co_name", "") for key in ev.inlined[-1:]]
    return not any(name in UNORDERED for name in names)
