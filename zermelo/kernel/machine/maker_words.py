"""What makes tuples, lists and copies, and what asks about classes and attributes."""

from __future__ import annotations

import ast
import collections
import copy
import dataclasses
from typing import TYPE_CHECKING, Any

from zermelo.game import has_rule, updated
from zermelo.kernel import primitives
from zermelo.kernel.machine.arrays import Array
from zermelo.kernel.machine.conditions import is_kind
from zermelo.kernel.machine.copies import copy_of, list_updated, tuple_updated
from zermelo.kernel.machine.lists import List, list_of, list_with, site_type
from zermelo.kernel.machine.memory_words import stirred
from zermelo.kernel.machine.numbers import (
    BOOL,
    INT,
)
from zermelo.kernel.machine.record_making import replace_record
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Call, Loop, Node, Value, known
from zermelo.kernel.machine.unions import Union, plain

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def makers(words: Words) -> None:
    @words.word(tuple)
    def tuple_(ev: Evaluator, call: Call, node: Node) -> Value:
        if not call.values:
            return known(())
        value = plain(ev, call.values[0], node)
        if value.const:
            return ev.folded(lambda: tuple(value.known), node)
        if isinstance(value.type, Tuple) and value.type.kind is None:
            return value
        if isinstance(value.type, Tuple) and hasattr(value.type.kind, "_fields"):
            return Value(Tuple(value.type.elements), value.ref, value.moves)
        if isinstance(value.type, List) and value.type.kind is tuple:
            return value
        count = known_count(ev, value)
        if count is not None and count <= 256:
            return collected(ev, value, count, node)
        return list_of(ev, value, node, tuple)

    @words.word(list)
    def list_(ev: Evaluator, call: Call, node: Node) -> Value:
        if not call.values:
            return list_with(ev, site_type(ev, node, list), [])
        return list_of(ev, plain(ev, call.values[0], node), node)

    @words.word(collections.deque)
    def deque(ev: Evaluator, call: Call, node: Node) -> Value:
        if len(call.values) > 1 or call.named:
            raise ev.refused(
                node, f"`{ast.unparse(node)}`, a deque that forgets,", "use a list and drop its first element"
            )
        value = plain(ev, call.values[0], node) if call.values else known(())
        found = list_of(ev, value, node)
        found.type.cell.root.deque = True  # type: ignore[attr-defined]
        return found


def copying_words(words: Words) -> None:
    """Copies of what there is, as it is or with a change."""

    def copying(function: Any, deep: bool) -> None:
        @words.word(function)
        def copied(ev: Evaluator, call: Call, node: Node) -> Value:
            value = call.values[0]
            if value.const and isinstance(value.known, list | set | dict):
                value = ev.general(value)
            return copy_of(ev, value, deep, node)

    copying(copy.copy, False)
    copying(copy.deepcopy, True)
    words[dataclasses.replace] = replace_record

    @words.word(updated)
    def updated_(ev: Evaluator, call: Call, node: Node) -> Value:
        cells, index, new = call.get(0, "cells"), call.get(1, "index"), call.get(2, "value")
        cells = ev.general(plain(ev, cells, node))
        kind = cells.type
        if isinstance(kind, List):
            return list_updated(ev, cells, index, new, node)
        if not isinstance(kind, Tuple):
            return ev.wrong_type(node, cells)
        return tuple_updated(ev, kind, cells, index, new, node)


def asking(words: Words, unit: Any) -> None:
    """What asks about classes, attributes and rules."""

    @words.word(isinstance)
    def isinstance_(ev: Evaluator, call: Call, node: Node) -> Value:
        value, kinds = call.values
        if not kinds.const:
            raise ev.refused(node, "isinstance() with a class that is not known")
        if isinstance(value.type, Union):
            true = [kind for kind in value.type.members if is_kind(kind, kinds.known)]
            found = value.type.is_one_of(ev, value, true)
            return known(found == "true") if found in ("true", "false") else Value(BOOL, found)
        return known(is_kind(value.type, kinds.known))

    @words.word(print)
    def print_(ev: Evaluator, call: Call, node: Node) -> Value:
        return NOTHING

    @words.word(callable, hasattr)
    def asks(ev: Evaluator, call: Call, node: Node) -> Value:
        if not call.all_known:
            raise ev.refused(node, "asking what an object has while rules run")
        return known((callable if len(call.values) == 1 else hasattr)(*(v.known for v in call.values)))

    @words.word(getattr)
    def getattr_(ev: Evaluator, call: Call, node: Node) -> Value:
        if not call.values[1].const:
            raise ev.refused(node, "getattr() of a name that is not known")
        if (
            call.values[0].const
            and len(call.values) > 2
            and not hasattr(call.values[0].known, call.values[1].known)
        ):
            return call.values[2]
        return ev.attribute(call.values[0], call.values[1].known, node)

    @words.word(primitives.has)
    def has(ev: Evaluator, call: Call, node: Node) -> Value:
        rule = call.values[1].known
        found = has_rule(unit.game, rule)
        unit.readings.note("rule", unit.game, rule, found)
        return known(found)

    @words.folding(hash)
    def hash_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = ev.general(call.values[0])
        if ev.frame.function is not None and ev.frame.function.__name__ == "__hash__":
            return Value(INT, stirred(ev, value))
        raise ev.refused(
            node, f"hash() of {value.type.called}", "leave it to the search, or give a number of your own"
        )


def known_count(ev: Evaluator, value: Value) -> int | None:
    """How many elements a loop gives, where the text tells."""
    if isinstance(value.type, Tuple):
        return len(value.type.elements)
    if isinstance(value.type, Array):
        return value.type.lengths[0]
    if not isinstance(value.type, Loop):
        return None
    loop = value.type
    if loop.kind == "comprehension":
        node, first = loop.parts
        if len(node.generators) == 1 and not node.generators[0].ifs:
            return known_count(ev, first) if not first.const else constant_count(first)
    if loop.kind == "map":
        return min(
            (c for c in (count_of(ev, v) for v in loop.parts[1:])), key=lambda c: -1 if c is None else c
        )
    if loop.kind == "zip":
        counts = [count_of(ev, v) for v in loop.parts]
        return None if None in counts else min(c for c in counts if c is not None)
    if loop.kind in ("enumerate", "reversed"):
        return count_of(ev, loop.parts[0])
    return None


def count_of(ev: Evaluator, value: Value) -> int | None:
    return constant_count(value) if value.const else known_count(ev, value)


def constant_count(value: Value) -> int | None:
    try:
        return len(value.known)
    except TypeError:
        return None


def collected(ev: Evaluator, value: Value, count: int, node: Node) -> Value:
    """A tuple of known length from a loop."""
    element = ev.instance.kept(ev.site(node, "collected"), lambda: List(tuple))
    to = ev.place(max(count * max(element.element_type.words, 1), 1))
    place = ev.place()
    ev.line(f"store i64 0, ptr {place}, align 8")
    parts: list[Value] = []

    def one(part: Value) -> None:
        element.holds(ev.unit, NOTHING.type if part.const and part.known is None else ev.as_type(part))
        parts.append(part)
        kind = element.element_type
        if ev.dead:
            return
        now = ev.op(f"load i64, ptr {place}, align 8")
        if not kind.static and kind is not NEVER:
            at = now if kind.words == 1 else ev.op(f"mul i64 {now}, {kind.words}")
            kind.store(ev, ev.owned(ev.convert(part, kind)), ev.at(to, at))
        ev.line(f"store i64 {ev.op(f'add i64 {now}, 1')}, ptr {place}, align 8")

    ev.each(value, one, node)
    if ev.dead or (element.element_type is NEVER and count):
        return EMPTY
    kind = element.element_type
    return Value(Tuple([kind] * count), to)
