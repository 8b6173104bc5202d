"""Sets and frozen sets, as they are while rules run: the table that CPython has, in its order."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import set_library
from zermelo.kernel.machine.hashes import constant_hash, has_order, is_seeded
from zermelo.kernel.machine.numbers import BOOL, signed
from zermelo.kernel.machine.table_words import table_words
from zermelo.kernel.machine.tables import (
    FILL,
    MASK,
    SIGN,
    USED,
    Cell,
    Table,
    order_matters,
)
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Call, Loop, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words

CHANGED = "Set changed size during iteration"
OPERATORS = {"or": "union", "and": "intersection", "sub": "difference", "xor": "symmetric_difference"}


class Set(Table):
    """A set; `kind` is set or frozenset."""

    def __init__(self, kind: type, cell: Cell | None = None) -> None:
        self.kind, self.cell = kind, cell or Cell()
        self.changeable = kind is set

    def __repr__(self) -> str:
        return f"{self.kind.__name__}[{self.element_type}]"

    @property
    def called(self) -> str:  # type: ignore[override]
        return "a set" if self.kind is set else "a frozen set"

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind, kind)

    def join(self, unit: Any, other: Type) -> Type | None:
        if getattr(other, "flat_set", False):
            return other.join(unit, self)
        return super().join(unit, other)

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if self.kind is frozenset:
            value = as_table(ev, value)
        return super().convert(ev, value, node)

    # -- constants ---------------------------------------------------------------------------------

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        if not isinstance(value, self.kind):
            return None
        return Value(self, self.global_of(ev.unit, value))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [f"ptrtoint (ptr {self.global_of(ev, value)} to i64)"]

    def global_of(self, unit: Any, value: Any) -> str:
        """The name of a constant set."""
        for each in value:
            self.holds(unit, unit.type_of(each))
        unit.facts["constant tables"] = True
        if not unit.emitting:
            return "undef"
        key = ("set", id(value), self.cell.root)
        if key not in unit.placed:
            kind = self.element_type
            made = table_of(unit, kind, value)
            words = []
            for raw, member in made.table:
                gone = raw == 0 or kind.static
                inner = ["0"] * kind.words if gone else kind.constant_words(unit, member)
                words += [str(raw), *inner]
            head = [made.head[USED], made.head[FILL], made.head[MASK]]
            unit.placed[key] = placed_table(
                unit, head, words, seeded=sorted(map(repr, value)) if is_seeded(kind) else None
            )
            unit.facts["alive", key] = value
        return unit.placed[key]  # type: ignore[no-any-return]

    # -- operations --------------------------------------------------------------------------------

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        if self.element_type is NEVER:
            return Value(BOOL, "false")
        return ev.truth(ev.library("set_contains", [value, item], node))

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        kind = self.element_type
        if kind is NEVER:
            return
        if not has_order(kind) and order_matters(ev):
            of = f"{self.called} of {kind.called.removeprefix('a ')}s"
            what = f"the order of {of}, which is another one each time,"
            raise ev.refused(node, what, "loop over sorted(...) of it")
        self.walk(ev, value, lambda entry: body(self.part(ev, entry, 0)), node, CHANGED)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        left, right = as_table(ev, left), as_table(ev, right)
        a, b = left.type, right.type
        if not isinstance(a, Set) or not isinstance(b, Set):
            if isinstance(left.type, Loop) or isinstance(right.type, Loop):
                return NotImplemented
            return ev.unequal(operator, node, left, right)
        if operator in ("gt", "ge"):
            left, right, operator = right, left, {"gt": "lt", "ge": "le"}[operator]
        if NEVER in (a.element_type, b.element_type):
            return ev.compare(operator, a.length(ev, left, node), b.length(ev, right, node), node)
        if operator == "lt":
            within = ev.truth(ev.library("set_within", [left, right], node))
            fewer = ev.compare(
                "lt", left.type.length(ev, left, node), right.type.length(ev, right, node), node
            )
            return Value(BOOL, ev.op(f"and i1 {ev.bit(within)}, {ev.bit(fewer)}"))
        found = ev.truth(ev.library("set_within" if operator == "le" else "set_equal", [left, right], node))
        return ev.negated(found) if operator == "ne" else found

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        left, right = as_table(ev, left), as_table(ev, right)
        a, b = left.type, right.type
        if operator not in OPERATORS or not isinstance(a, Set) or not isinstance(b, Set):
            return NotImplemented
        return a.combined(ev, OPERATORS[operator], left, right, node)

    def in_place(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        right = as_table(ev, right)
        if self.kind is not set or operator not in OPERATORS or not isinstance(right.type, Set):
            return NotImplemented
        self.combine(ev, OPERATORS[operator], left, right, node)
        return left

    def combined(self, ev: Evaluator, how: str, left: Value, right: Value, node: Node) -> Value:
        """A new set, of the kind of the left one."""
        made = site_set(ev, node, self.kind, how)
        made.holds(ev.unit, self.element_type)
        found = made.new(ev)
        right = as_table(ev, right)
        other = right.type
        if how == "symmetric_difference":
            fill(ev, found, right, node)
            call(ev, "set_toggle", found, left, node)
        elif how == "union":
            call(ev, "set_merge", found, left, node)
            if not isinstance(other, Set):
                fill(ev, found, right, node)
            elif left.ref != right.ref or ev.dry:
                made.holds(ev.unit, other.element_type)
                unless_same(ev, left, right, lambda: call(ev, "set_merge", found, right, node), node)
        elif how == "intersection":
            if isinstance(other, Set):
                call(ev, "set_intersect", found, left, right, node)
            else:
                ev.library("set_common", [found, left, right], node)
        elif isinstance(other, Set):
            call(ev, "set_subtract", found, left, right, node)
        else:
            call(ev, "set_merge", found, left, node)
            ev.library("set_discard_all", [found, right], node)
        return found

    def combine(self, ev: Evaluator, how: str, left: Value, right: Value, node: Node) -> None:
        """Change the left set."""
        self.grows(ev, left, node)
        right = as_table(ev, right)
        if how == "union":
            fill(ev, left, right, node)
        elif how == "intersection":
            found = self.combined(ev, how, left, right, node)
            call(ev, "set_become", left, found, node)
        elif how == "difference":
            if isinstance(right.type, Set):
                call(ev, "set_take_out", left, right, node)
            else:
                ev.library("set_discard_all", [left, right], node)
        else:
            other = right if isinstance(right.type, Set) else set_from(ev, set, right, node, "other")
            self.holds(ev.unit, other.type.element_type)  # type: ignore[attr-defined]
            call(ev, "set_toggle", left, other, node)

    def add(self, ev: Evaluator, value: Value, item: Value, node: Node) -> None:
        """Add a member."""
        self.holds(ev.unit, NOTHING.type if item.const and item.known is None else ev.as_type(item))
        kind = self.element_type
        if ev.dead or kind is NEVER:
            return
        if kind.changeable:
            ev.fail(ev.unit.failures.of(TypeError, f"unhashable: {kind.called}"))
            return
        item = ev.settled(ev.convert(item, kind))
        ev.library("set_insert", [value, item], node)

    # -- methods -------------------------------------------------------------------------------------

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if name.removesuffix("_update") in OPERATORS.values() or name == "update":
            how = "union" if name == "update" else name.removesuffix("_update")
            if not name.endswith("update"):
                return self.combined_all(ev, how, value, call, node)
            if self.kind is set:
                for place, other in enumerate(call.values):
                    with ev.inside(node, ("other", place)):
                        self.combine(ev, how, value, other, node)
                return NOTHING
        if name in ("issubset", "issuperset", "isdisjoint"):
            other = call.values[0]
            other = as_table(ev, other)
            if not isinstance(other.type, Set):
                other = set_from(ev, set, other, node, "other")
            if name == "isdisjoint":
                if NEVER in (self.element_type, other.type.element_type):  # type: ignore[attr-defined]
                    return known(True) if not ev.dry else Value(BOOL, "undef")
                return ev.truth(ev.library("set_apart", [value, other], node))
            return ev.truth(self.compare(ev, "le" if name == "issubset" else "ge", value, other, node))
        if self.kind is set and name in ("discard", "remove", "pop", "clear"):
            return self.changed(ev, value, name, call, node)
        if name == "__contains__":
            return self.contains(ev, value, call.values[0], node)
        return super().method(ev, value, name, call, node)

    def combined_all(self, ev: Evaluator, how: str, value: Value, call: Call, node: Node) -> Value:
        if not call.values:
            return self.method_copy(ev, value, call, node)
        for place, other in enumerate(call.values):
            with ev.inside(node, ("other", place)):
                if how in ("difference", "union") and place:
                    value.type.combine(ev, how, value, other, node)  # type: ignore[attr-defined]
                else:
                    value = value.type.combined(ev, how, value, other, node)  # type: ignore[attr-defined]
        return value

    def changed(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        self.grows(ev, value, node)
        if self.element_type is NEVER:
            if name in ("remove", "pop"):
                ev.fail(ev.unit.failures.of(KeyError, "a set that is empty"))
                return EMPTY
            return NOTHING
        library = {"discard": "set_drop", "remove": "set_remove", "pop": "set_pop", "clear": "set_clear"}[
            name
        ]
        if name == "pop" and not has_order(self.element_type):
            raise ev.refused(
                node,
                f"pop() of {self.called}, whose order is another one each time,",
                "take min(...) of it, then discard it",
            )
        return ev.library(library, [value, *call.values], node)

    def method_add(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        if self.kind is frozenset:
            ev.fail(ev.unit.failures.of(AttributeError, "'frozenset' object has no attribute 'add'"))
            return EMPTY
        self.grows(ev, value, node)
        self.add(ev, value, call.values[0], node)
        return NOTHING

    def method_copy(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return value if self.kind is frozenset else set_from(ev, set, value, node)

    method___copy__ = method_copy

    def copied(self, ev: Evaluator, value: Value, deep: bool, node: Node) -> Value:
        """copy.copy(value), copy.deepcopy(value): what is in a set cannot be changed."""
        return self.method_copy(ev, value, Call([]), node)

    # -- hashing ---------------------------------------------------------------------------------------

    def hash_word(self, ev: Evaluator, value: Value, node: Node) -> str:
        """hash(frozenset(value))."""
        return ev.convert(ev.library("frozen_hash", [value], node), ev.as_type(known(0))).ref

    def constant_hash(self, unit: Any, value: Any) -> int:
        made = table_of(unit, self.element_type, value)
        return signed(set_library.frozen_hash(made))

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        kind = self.element_type

        def one(entry: str, used: str) -> str:
            part = self.part(ev, entry, 0)
            return kind.hashed(ev, part, used)

        return self.hashed_sum(ev, value, one, word)


class Model:
    """A table of Python's for set_library.py."""

    def __init__(self, places: int = 8) -> None:
        self.head, self.table = [0, 0, places - 1, 0, 0], [(0, None)] * places

    def copy(self) -> Model:
        found = Model.__new__(Model)
        found.head, found.table = list(self.head), self.table
        return found


def table_of(unit: Any, kind: Type, value: Any) -> Model:
    """The table of a set of Python's, filled in whatever order gives its members as it does."""
    members = list(value)
    raws = [signed(constant_hash(unit, kind, member) ^ SIGN) for member in members]
    size = (sys.getsizeof(value) - sys.getsizeof(type(value)())) // 16
    order = list(range(len(members)))
    dice = random.Random(1)
    for _ in range(1000):
        made = Model(size if size > 8 else 8)
        if not has_order(kind) and len(members) * 5 >= size * 3:
            made = Model(1 << (2 * len(members) + 4).bit_length())
        for place in order:
            set_library.set_put_clean(made, members[place], raws[place])
        made.head[USED] = made.head[FILL] = len(members)
        if not has_order(kind) or [m for raw, m in made.table if raw] == members:
            break
        dice.shuffle(order)
    return made


def placed_table(
    unit: Any, head: list[int], words: list[str], index: str = "null", mask: int = 0, seeded: Any = None
) -> str:
    """Write a constant table; the name of its head. `seeded`: what it is known by, where it varies."""
    name = f"@c{len(unit.globals)}"
    inside = ", ".join(f"i64 {word}" for word in words)
    if seeded is not None:
        unit.globals.append(f"; {seeded!a}")
        inside = unit.seeded_text(inside)
    unit.globals.append(f"{name}d = internal unnamed_addr constant [{len(words)} x i64] [{inside}], align 8")
    parts = [*(f"i64 {number}" for number in head), f"ptr {name}d", "i64 -1", f"ptr {index}", f"i64 {mask}"]
    kinds = ", ".join(part.split()[0] for part in parts)
    unit.globals.append(f"{name} = internal constant {{{kinds}}} {{{', '.join(parts)}}}, align 8")
    return name


def as_table(ev: Evaluator, value: Value) -> Value:
    """A set or dictionary of a constant or a state as rules have it; anything else as it is."""
    from zermelo.kernel.machine.set_forms import opened

    if value.const and isinstance(value.known, set | frozenset | dict):
        return ev.general(value)
    return opened(ev, value)


def call(ev: Evaluator, name: str, *given: Any) -> None:
    """Call a function of the library on sets in which there may be something."""
    *values, node = given
    if any(value.type.element_type is NEVER for value in values):
        if name in ("set_merge", "set_toggle") or not ev.dry:
            return
        return
    ev.library(name, values, node)


def unless_same(ev: Evaluator, left: Value, right: Value, act: Callable[[], None], node: Node) -> None:
    """Do something unless two tables are one."""
    act_, skip = ev.merge(node, "other one", "act"), ev.merge(node, "same one", "skip")
    ev.go(Value(BOOL, ev.op(f"icmp ne ptr {left.ref}, {right.ref}")), act_, skip)
    act_.enter()
    act()
    skip.arrive()
    skip.enter()


def site_set(ev: Evaluator, node: Node, kind: type, role: Any = "") -> Set:
    """The type of the sets that are made at a place of the text."""
    return ev.instance.kept(ev.site(node, ("set", kind, role)), lambda: Set(kind))  # type: ignore[no-any-return]


def fill(ev: Evaluator, found: Value, value: Value, node: Node) -> None:
    """Add all that something holds, as set.update() does."""
    made = found.type
    assert isinstance(made, Set)
    value = as_table(ev, value)
    if isinstance(value.type, Set):
        made.holds(ev.unit, value.type.element_type)
        call(ev, "set_merge", found, value, node)
        return
    if (
        getattr(value.type, "kind", None) is dict
        and isinstance(value.type, Table)
        and made.element_type is not NEVER
    ):
        ev.library("set_make_room", [found, value.type.length(ev, value, node)], node)
    ev.each(value, lambda part: made.add(ev, found, part, node), node)


def set_from(ev: Evaluator, kind: type, value: Value, node: Node, role: Any = "") -> Value:
    """set(value), frozenset(value)."""
    if kind is frozenset and not value.const and getattr(value.type, "flat_set", False):
        return value
    value = as_table(ev, value)
    if kind is frozenset and isinstance(value.type, Set) and value.type.kind is frozenset:
        return value
    if value.type is NEVER:
        return EMPTY
    made = site_set(ev, node, kind, role)
    found = made.new(ev)
    fill(ev, found, value, node)
    return found


def set_display(ev: Evaluator, node: ast.Set) -> Value:
    """{a, b, *c}"""
    made = site_set(ev, node, set)
    found = made.new(ev)
    if len(node.elts) > 2 and all(isinstance(each, ast.Constant) for each in node.elts):
        # Python adds a frozen set that it made when it read the text.
        code, members = ev.frame.owner.__code__, {each.value for each in node.elts}  # type: ignore[attr-defined]
        alike = [c for c in code.co_consts if isinstance(c, frozenset) and c == members]
        fill(ev, found, known(alike[0] if alike else frozenset(members)), node)
        return found
    for place, each in enumerate(node.elts):
        with ev.inside(node, place):
            if isinstance(each, ast.Starred):
                fill(ev, found, ev.expr(each.value), each)
            else:
                made.add(ev, found, ev.expr(each), each)
    return found


def looked_in(ev: Evaluator, node: ast.expr) -> Value:
    """What stands behind `in`: a set of constants written there is a constant."""
    if isinstance(node, ast.Set) and not any(isinstance(each, ast.Starred) for each in node.elts):
        parts = ev.parts_of(node.elts, node)
        if all(part.const for part in parts):
            return ev.folded(
                lambda: ev.unit.kept((id(node), "in"), frozenset(part.known for part in parts), node), node
            )
    return ev.expr(node)


def words(words: Words, unit: Any) -> None:
    table_words(words)

    def enter(kind: type) -> None:
        @words.word(kind)
        def make(ev: Evaluator, call: Call, node: Node) -> Value:
            if not call.values:
                return known(frozenset()) if kind is frozenset else site_set(ev, node, set).new(ev)
            value = call.values[0]
            if kind is frozenset and value.const:
                return ev.folded(lambda: frozenset(value.known), node)
            from zermelo.kernel.machine.unions import plain

            return set_from(ev, kind, plain(ev, value, node), node)

    enter(set)
    enter(frozenset)

    @words.word(set_library.set_insert)
    def insert(ev: Evaluator, call: Call, node: Node) -> Value:
        cells, key = call.values
        return ev.library(
            "set_add", [cells, key, ev.call_known(set_library.raw_hash, Call([key]), node)], node
        )


def constant_type(unit: Any, value: Any) -> Type | None:
    if not isinstance(value, set | frozenset):
        return None
    kind = set if isinstance(value, set) else frozenset
    alike = id(value) if kind is set else (value, frozenset(map(type, value)))
    made: Set = unit.facts.setdefault(("set type", alike), (Set(kind), value))[0]
    for each in value:
        made.holds(unit, unit.type_of(each))
    return made
