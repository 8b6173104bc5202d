"""Dictionaries that rules build, of Python's kinds: dict, defaultdict, Counter and OrderedDict."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import dict_library
from zermelo.kernel.machine.hashes import constant_hash
from zermelo.kernel.machine.numbers import BOOL, INT, mixed, signed
from zermelo.kernel.machine.sets import placed_table, set_from
from zermelo.kernel.machine.tables import FILL, SIGN, Cell, Table
from zermelo.kernel.machine.tuples import make_tuple
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Call, Loop, Node, Type, Value, known
from zermelo.kernel.primitives import TUPLE

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

CHANGED = "dictionary changed size during iteration"
KINDS = (dict, collections.defaultdict, collections.Counter, collections.OrderedDict)
MISSING_KEY = "a key that the dictionary does not have"


class Dict(Table):
    """A dictionary; `factory` is what gives the value of a key that is missing, None where nothing does."""

    changeable = True

    def __init__(self, kind: type = dict, factory: Value | None = None, cell: Cell | None = None) -> None:
        self.kind, self.factory, self.cell = kind, factory, cell or Cell()

    def __repr__(self) -> str:
        return f"{self.kind.__name__}[{self.element_type}, {self.value_type}]"

    called = "a dictionary"

    def alike(self, other: Type) -> bool:
        if not isinstance(other, Dict) or other.kind is not self.kind:
            return False
        a, b = self.factory, other.factory
        return a is b or (a is not None and b is not None and a.type == b.type)

    __hash__ = Table.__hash__

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.kind, kind)

    # -- constants ---------------------------------------------------------------------------------

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        if not isinstance(value, dict) or type(value) is not self.kind:
            return None
        return Value(self, self.global_of(ev.unit, value))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [f"ptrtoint (ptr {self.global_of(ev, value)} to i64)"]

    def global_of(self, unit: Any, value: dict[Any, Any]) -> str:
        """The name of a constant dictionary."""
        for key, each in value.items():
            self.holds(unit, unit.type_of(key))
            self.holds(unit, unit.type_of(each), 1)
        unit.facts["constant tables"] = True
        if not unit.emitting:
            return "undef"
        place = ("dict", id(value), self.cell.root)
        if place not in unit.placed:
            words, raws = [], []
            for key, each in value.items():
                raws.append(signed(constant_hash(unit, self.element_type, key, True) ^ SIGN))
                words.append(str(raws[-1]))
                for kind, part in ((self.element_type, key), (self.value_type, each)):
                    words += [] if kind.static else kind.constant_words(unit, part)
            index, mask = constant_index(unit, raws)
            unit.placed[place] = placed_table(unit, [len(raws), len(raws), len(raws) - 1], words, index, mask)
            unit.facts["alive", place] = value
        return unit.placed[place]  # type: ignore[no-any-return]

    # -- operations --------------------------------------------------------------------------------

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        if self.element_type is NEVER:
            return Value(BOOL, "false")
        return ev.truth(ev.library("dict_contains", [value, item], node))

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        if self.kind is collections.Counter:
            return self.looked_up(ev, value, index, known(0), node)
        if self.factory is not None:
            return self.with_default(ev, value, index, lambda: self.made(ev, node), node)
        if self.element_type is NEVER:
            ev.fail(ev.unit.failures.of(KeyError, MISSING_KEY))
            return EMPTY
        return ev.library("dict_item", [value, index], node)

    def made(self, ev: Evaluator, node: Node) -> Value:
        """What the factory gives."""
        assert self.factory is not None
        if self.factory.const and self.factory.known in (int, float, bool, str):
            return known(self.factory.known())
        with ev.inside(node, "missing"):
            return ev.call(self.factory, Call([]), node)

    def looked_up(self, ev: Evaluator, value: Value, key: Value, default: Value, node: Node) -> Value:
        """value.get(key, default)"""
        if self.element_type is NEVER:
            return default
        return ev.library("dict_get", [value, key, default], node)

    def with_default(
        self, ev: Evaluator, value: Value, key: Value, make: Callable[[], Value], node: Node
    ) -> Value:
        """The value of a key, which is put there where it is missing."""
        self.grows(ev, value, node)
        if self.element_type is NEVER:
            new = make()
            self.put(ev, value, key, new, node)
            return new
        key = ev.settled(key)
        place = ev.convert(ev.library("dict_place", [value, key], node), INT)

        def branches(give: Callable[[Value], None]) -> None:
            missing, there = ev.merge(node, "missing", "missing"), ev.merge(node, "there", "there")
            ev.go(Value(BOOL, ev.op(f"icmp slt i64 {place.ref}, 0")), missing, there)
            missing.enter()
            if not ev.dead:
                new = ev.settled(make())
                self.put(ev, value, key, new, node)
                give(new)
            there.enter()
            if not ev.dead:
                give(self.part(ev, self.entry(ev, value, place.ref), 1))

        return ev.chosen(node, "default", branches)

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        self.grows(ev, value, node)
        self.put(ev, value, index, new, node)

    def put(self, ev: Evaluator, value: Value, key: Value, new: Value, node: Node) -> None:
        for place, part in enumerate((key, new)):
            self.holds(
                ev.unit, NOTHING.type if part.const and part.known is None else ev.as_type(part), place
            )
        if ev.dead or NEVER in (self.element_type, self.value_type):
            return
        if self.element_type.changeable:
            ev.fail(ev.unit.failures.of(TypeError, f"unhashable: {self.element_type.called}"))
            return
        key = ev.settled(ev.convert(key, self.element_type))
        ev.library("dict_put", [value, key, ev.convert(new, self.value_type)], node)

    def delete_item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> None:
        self.grows(ev, value, node)
        if self.element_type is NEVER:
            ev.fail(ev.unit.failures.of(KeyError, MISSING_KEY))
            return
        ev.library("dict_delete", [value, index], node)

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        if self.element_type is not NEVER:
            self.walk(ev, value, lambda entry: body(self.part(ev, entry, 0)), node, CHANGED, FILL)

    def each_item(
        self, ev: Evaluator, value: Value, which: str, body: Callable[[Value], None], node: Node
    ) -> None:
        """Loop over keys, values or pairs."""
        if NEVER in (self.element_type, self.value_type):
            return

        def one(entry: str) -> None:
            if which == "items":
                body(make_tuple(ev, [self.part(ev, entry, 0), self.part(ev, entry, 1)]))
            else:
                body(self.part(ev, entry, 1 if which == "values" else 0))

        self.walk(ev, value, one, node, CHANGED, FILL)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = ev.as_type(left), ev.as_type(right)
        if operator not in ("eq", "ne") or not isinstance(a, Dict) or not isinstance(b, Dict):
            return ev.unequal(operator, node, left, right)
        left, right = ev.general(left), ev.general(right)
        if NEVER in (a.element_type, b.element_type):
            return ev.compare(operator, a.length(ev, left, node), b.length(ev, right, node), node)
        found = ev.truth(ev.library("dict_equal", [left, right], node))
        return ev.negated(found) if operator == "ne" else found

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = ev.as_type(left), ev.as_type(right)
        if not isinstance(a, Dict) or not isinstance(b, Dict):
            return NotImplemented
        left, right = ev.general(left), ev.general(right)
        counters = a.kind is b.kind is collections.Counter
        if operator in ("add", "sub") and counters:
            made = site_dict(ev, node, a.kind)
            for source in (a, b):
                made.holds(ev.unit, source.element_type)
                made.holds(ev.unit, source.value_type, 1)
            found = made.new(ev)
            if NEVER not in (a.element_type, b.element_type):
                ev.library(
                    "counter_combined", [found, left, right, known(1 if operator == "add" else -1)], node
                )
            return found
        if operator != "or" or counters:
            return NotImplemented
        found = dict_from(ev, a.kind, left, node, a.factory)
        fill(ev, found, right, node)
        return found

    def in_place(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        if operator != "or" or self.kind is collections.Counter:
            return NotImplemented
        self.grows(ev, left, node)
        fill(ev, left, ev.general(right) if right.const else right, node)
        return left

    # -- methods -------------------------------------------------------------------------------------

    def view(self, value: Value, which: str) -> Value:
        return Value(View(self, value, which))

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if name in ("keys", "values", "items"):
            return self.view(value, name)
        if name == "__contains__":
            return self.contains(ev, value, call.values[0], node)
        if name == "__getitem__":
            return self.item(ev, value, call.values[0], node)
        if self.kind is collections.Counter and name in ("most_common", "total", "elements", "subtract"):
            return self.counter_method(ev, value, name, call, node)
        return super().method(ev, value, name, call, node)

    def counter_method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if name == "total":
            return ev.call_known(sum, Call([self.view(value, "values")]), node)
        if name == "elements":
            return ev.library("counter_elements", [value], node)
        if name == "subtract":
            other = call.values[0]
            if not isinstance(other.type, Dict):
                other = counted(ev, other, node)
            return self.counted_in(ev, value, other, -1, node)
        found = ev.library("counter_most", [value], node)
        if not call.values or (call.values[0].const and call.values[0].known is None):
            return found
        return ev.slice(found, [NOTHING, call.values[0], NOTHING], node)

    def counted_in(self, ev: Evaluator, value: Value, other: Value, sign: int, node: Node) -> Value:
        """Add the counts of another dictionary."""
        self.grows(ev, value, node)
        source = other.type
        assert isinstance(source, Dict)
        self.holds(ev.unit, source.element_type)
        self.holds(ev.unit, source.value_type, 1)
        if source.element_type is not NEVER:
            ev.library("counter_merge", [value, other, known(sign)], node)
        return NOTHING

    def method_get(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return self.looked_up(ev, value, call.values[0], call.get(1, "default"), node)

    def method_setdefault(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        default = ev.settled(call.get(1, "default"))
        return self.with_default(ev, value, call.values[0], lambda: default, node)

    def method_pop(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        self.grows(ev, value, node)
        if self.element_type is NEVER:
            if len(call.values) < 2:
                ev.fail(ev.unit.failures.of(KeyError, MISSING_KEY))
                return EMPTY
            return call.values[1]
        return ev.library("dict_pop" if len(call.values) < 2 else "dict_pop_or", [value, *call.values], node)

    def method_popitem(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        self.grows(ev, value, node)
        if self.element_type is NEVER:
            ev.fail(ev.unit.failures.of(KeyError, "popitem(): dictionary is empty"))
            return EMPTY
        if call.values or call.named:
            raise ev.refused(
                node, "popitem() with an argument", "take the first key with next(iter(...)), then pop(key)"
            )
        return ev.library("dict_popitem", [value], node)

    def method_clear(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        self.grows(ev, value, node)
        ev.library("dict_clear", [value], node)
        return NOTHING

    def method_update(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        self.grows(ev, value, node)
        for place, other in enumerate(call.values):
            with ev.inside(node, ("other", place)):
                other = ev.general(other) if other.const and isinstance(other.known, dict) else other
                if self.kind is not collections.Counter:
                    fill(ev, value, other, node)
                else:
                    self.counted_in(
                        ev,
                        value,
                        other if isinstance(other.type, Dict) else counted(ev, other, node),
                        1,
                        node,
                    )
        for word, new in call.named.items():
            self.put(ev, value, known(word), new, node)
        return NOTHING

    def method_copy(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return dict_from(ev, self.kind, value, node, self.factory)

    method___copy__ = method_copy

    def copied(self, ev: Evaluator, value: Value, deep: bool, node: Node) -> Value:
        """copy.copy(value), copy.deepcopy(value)."""
        from zermelo.kernel.machine.copies import copy_of
        from zermelo.kernel.machine.objects import may_change

        if not deep or not may_change(self.value_type):
            return self.method_copy(ev, value, Call([]), node)
        made = site_dict(ev, node, self.kind, self.factory, "deep")
        found = made.new(ev)

        def one(entry: str) -> None:
            with ev.inside(node, "inner"):
                new = copy_of(ev, self.part(ev, entry, 1), True, node)
            made.put(ev, found, self.part(ev, entry, 0), new, node)

        self.walk(ev, value, one, node, CHANGED, FILL)
        return found

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        def one(entry: str, used: str) -> str:
            inner = mixed(ev, used, str(signed(TUPLE + 2)))
            for place in (0, 1):
                part = self.part(ev, entry, place)
                inner = part.type.hashed(ev, part, inner)
            return inner

        return self.hashed_sum(ev, value, one, word)


class View(Loop):
    """keys(), values() or items() of a dictionary."""

    def __init__(self, kind: Dict, value: Value, which: str) -> None:
        self.which = which
        super().__init__(
            "view",
            lambda ev, body, node: kind.each_item(ev, value, which, body, node),
            (value, which),
            lambda ev: kind.length(ev, value, None),
        )

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        if self.which == "keys":
            return ev.contains(self.parts[0], item, node)
        return super().contains(ev, value, item, node)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        left, right = (self.as_set(ev, v, place, node) for place, v in enumerate((left, right)))
        return ev.compare(operator, left, right, node)

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        """Of keys and pairs, like Python: what stands left is made a set first, but for `&`."""
        if operator in ("sub", "or") and self.which != "values":
            first = set_from(ev, set, left, node, "left")
            first.type.combine(ev, {"or": "union", "sub": "difference"}[operator], first, right, node)  # type: ignore[attr-defined]
            return first
        if operator in ("and", "xor") and self.which != "values":
            raise ev.refused(
                node,
                f"`{ast.unparse(node)}` of a dictionary's keys",
                "make a set of the keys first: set(...)",
            )
        return NotImplemented

    def as_set(self, ev: Evaluator, value: Value, place: int, node: Node) -> Value:
        return set_from(ev, set, value, node, ("view", place)) if isinstance(value.type, View) else value

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if name in ("isdisjoint", "__contains__"):
            found = set_from(ev, set, value, node, "view")
            return ev.call_method(found, name, call, node)
        return super().method(ev, value, name, call, node)


def constant_index(unit: Any, raws: list[int]) -> tuple[str, int]:
    """The index of a constant dictionary, and its places less one."""
    if len(raws) <= dict_library.FEW:
        return "null", 0
    size = 16
    while size < 2 * len(raws):
        size *= 2
    places = [0] * size
    for number, raw in enumerate(raws):
        at = (signed(raw * dict_library.SPREAD) >> 32) & (size - 1)
        while places[at]:
            at = (at + 1) & (size - 1)
        places[at] = number + 1
    name = f"@c{len(unit.globals)}i"
    inside = ", ".join(f"i64 {place}" for place in places)
    unit.globals.append(f"{name} = internal unnamed_addr constant [{size} x i64] [{inside}], align 8")
    return name, size - 1


def site_dict(ev: Evaluator, node: Node, kind: type, factory: Value | None = None, role: Any = "") -> Dict:
    """The type of the dictionaries that are made at a place of the text."""
    found: Dict = ev.instance.kept(ev.site(node, ("dict", kind, role)), lambda: Dict(kind, factory))
    found.factory = factory
    return found


def fill(ev: Evaluator, found: Value, value: Value, node: Node) -> None:
    """Enter the pairs that something holds, as dict.update() does."""
    made, source = found.type, value.type
    assert isinstance(made, Dict)
    if isinstance(source, Dict):
        made.holds(ev.unit, source.element_type)
        made.holds(ev.unit, source.value_type, 1)
        if source.element_type is not NEVER:
            ev.library("dict_merge", [found, value], node)
        return

    def pair(part: Value) -> None:
        key, new = (ev.settled(each) for each in ev.unpacked(part, 2, node))
        made.put(ev, found, key, new, node)

    ev.each(value, pair, node)


def dict_from(ev: Evaluator, kind: type, value: Value, node: Node, factory: Value | None = None) -> Value:
    """dict(value)"""
    if value.type is NEVER:
        return EMPTY
    value = ev.general(value) if value.const and isinstance(value.known, dict) else value
    made = site_dict(ev, node, kind, factory)
    found = made.new(ev)
    source = value.type
    if isinstance(source, Dict):
        made.holds(ev.unit, source.element_type)
        made.holds(ev.unit, source.value_type, 1)
        if source.element_type is not NEVER:
            ev.library("dict_copy", [found, value], node)
        return found
    fill(ev, found, value, node)
    return found


def counted(ev: Evaluator, value: Value, node: Node) -> Value:
    """collections.Counter(value)"""
    made = site_dict(ev, node, collections.Counter, None, "counted")
    found = made.new(ev)
    made.holds(ev.unit, INT, 1)

    def one(part: Value) -> None:
        made.holds(ev.unit, NOTHING.type if part.const and part.known is None else ev.as_type(part))
        if not ev.dead and made.element_type is not NEVER:
            key = ev.settled(ev.convert(part, made.element_type))
            ev.library("counter_add", [found, key, known(1)], node)

    ev.each(value, one, node)
    return found


def dict_display(ev: Evaluator, node: ast.Dict) -> Value:
    """{a: b, **c}"""
    made = site_dict(ev, node, dict)
    found = made.new(ev)
    for place, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        with ev.inside(node, place):
            if key is None:
                other = ev.expr(value)
                fill(ev, found, ev.general(other) if other.const else other, value)
            else:
                left = ev.settled(ev.expr(key))
                made.put(ev, found, left, ev.expr(value), value)
    return found


def constant_type(unit: Any, value: Any) -> Type | None:
    if type(value) not in KINDS:
        return None
    factory = getattr(value, "default_factory", None)
    new = Dict(type(value), known(factory) if factory is not None else None)
    made: Dict = unit.facts.setdefault(("dict type", id(value)), (new, value))[0]
    for key, each in value.items():
        made.holds(unit, unit.type_of(key))
        made.holds(unit, unit.type_of(each), 1)
    return made
