"""The run of a search, memory that searches share, and actions in one word."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT
from zermelo.kernel.machine.types import EMPTY, NEVER, Node, Type, Value, known
from zermelo.kernel.rules import CONTRACT
from zermelo.kernel.run import FIELDS, layout

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

ACTION_TAKERS = frozenset(name for name, rule in CONTRACT.items() if "action" in rule.takes)


class RunType(Type):
    """The run of a search: a record of NumPy's."""

    llvm = "ptr"
    called = "the run"

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        if name == "options":
            return known(ev.unit.options)
        kind, offset, many = run_layout(ev.unit)[name]
        address = ev.op(f"getelementptr inbounds i8, ptr {value.ref}, i64 {offset}")
        if many:
            return Value(Places(kind), address)
        if kind is BOOL:
            return Value(BOOL, ev.op(f"trunc i8 {ev.op(f'load i8, ptr {address}')} to i1"))
        return Value(kind, ev.op(f"load {kind.llvm}, ptr {address}, align 8"))

    def set_attribute(self, ev: Evaluator, value: Value, name: str, new: Value, node: Node) -> None:
        kind, offset, _ = run_layout(ev.unit)[name]
        address = ev.op(f"getelementptr inbounds i8, ptr {value.ref}, i64 {offset}")
        new = ev.convert(new, INT if kind is MEMORY else kind, node)
        if kind is BOOL:
            ev.line(f"store i8 {ev.op(f'zext i1 {new.ref} to i8')}, ptr {address}")
        else:
            ev.line(f"store {kind.llvm} {new.ref}, ptr {address}, align 8")


class Places(Type):
    """A field of the run that has many places."""

    llvm = "ptr"
    called = "a field of the run"

    def __init__(self, element: Type) -> None:
        self.element = element

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and other.element is self.element

    def __hash__(self) -> int:
        return hash(self.element)

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        address = ev.at(value.ref, ev.index(index, node))
        return Value(self.element, ev.op(f"load {self.element.llvm}, ptr {address}, align 8"))

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        address = ev.at(value.ref, ev.index(index, node))
        ev.line(
            f"store {self.element.llvm} {ev.convert(new, self.element, node).ref}, ptr {address}, align 8"
        )


class MemoryType(Type):
    """Words that threads may share: each is read and written whole."""

    called = "memory"

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        address = memory_place(ev, value, index, node)
        return Value(INT, ev.op(f"load atomic i64, ptr {address} monotonic, align 8"))

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        address = memory_place(ev, value, index, node)
        ev.line(f"store atomic i64 {as_word(ev, new)}, ptr {address} monotonic, align 8")

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        return Value(self, value.ref) if value.type is INT else None


RUN, MEMORY = RunType(), MemoryType()


def memory_place(ev: Evaluator, memory: Value, index: Value, node: Node, llvm: str = "i64") -> str:
    base = ev.op(f"inttoptr i64 {ev.general(memory).ref} to ptr")
    return ev.op(f"getelementptr inbounds {llvm}, ptr {base}, i64 {ev.index(index, node)}")


def as_word(ev: Evaluator, value: Value) -> str:
    """A value of one word as an i64."""
    value = ev.general(value)
    if value.type is FLOAT:
        return ev.op(f"bitcast double {value.ref} to i64")
    return ev.op(f"zext i1 {value.ref} to i64") if value.type is BOOL else value.ref


@lru_cache(maxsize=64)
def fields(floats: bool, words: int, traced: bool) -> dict[str, tuple[Type, int, bool]]:
    """Of each field of a run: its type, where it lies, and whether it has many places."""
    found: dict[str, tuple[Type, int, bool]] = {}
    record = layout("f8" if floats else "i8", words, traced)
    assert record.names is not None
    assert record.fields is not None
    for name in record.names:
        kind, offset = record.fields[name][:2]
        type_: Type = {"i": INT, "f": FLOAT, "b": BOOL}[kind.base.kind]
        if FIELDS[name].memory:
            type_ = MEMORY
        found[name] = type_, offset, kind.shape != ()
    return found


def run_layout(unit: Any) -> dict[str, tuple[Type, int, bool]]:
    return fields(unit.value is FLOAT, max(unit.state.words, 1), unit.traced)


# -- actions in one word ----------------------------------------------------------------------------------


def pack(ev: Evaluator, value: Value, node: Node) -> Value:
    """An action as the algorithm has it: its words side by side, the first one highest."""
    kind = ev.unit.action
    if value.type is NEVER or ev.dead:
        return EMPTY
    packing = ev.unit.look.packing
    if kind in (INT, BITS):
        return Value(INT, ev.convert(value, kind, node).ref)
    value = ev.convert(value, kind, node)
    if not kind.in_memory:
        found = packing.squeezed(ev, [as_word(ev, value)])
    else:
        found = packing.squeezed(
            ev, [ev.op(f"load i64, ptr {ev.at(value.ref, i)}, align 8") for i in range(kind.words)]
        )
    return Value(INT, found)


def unpack(ev: Evaluator, value: Value) -> Value:
    """The action that is packed in a word."""
    kind = ev.unit.action
    word = ev.convert(value, INT).ref
    if kind in (INT, BITS):
        return Value(kind, word)
    parts = ev.unit.look.packing.spread(ev, word)
    to = ev.place(max(kind.words, 1))
    for index, part in enumerate(parts):
        ev.line(f"store i64 {part}, ptr {ev.at(to, index)}, align 8")
    return kind.load(ev, to)
