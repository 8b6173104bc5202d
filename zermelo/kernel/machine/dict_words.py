"""What the compiler has for dict(), defaultdict(), Counter() and the words that dictionaries are made of."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import dict_library
from zermelo.kernel.machine.dicts import Dict, counted, dict_from, site_dict
from zermelo.kernel.machine.numbers import INT
from zermelo.kernel.machine.tables import INDEX, INDEX_MASK
from zermelo.kernel.machine.types import NOTHING, Call, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def words(words: Words, unit: Any) -> None:
    parts_of_tables(words)

    def enter(kind: type) -> None:
        @words.word(kind)
        def make(ev: Evaluator, call: Call, node: Node) -> Value:
            found = (
                dict_from(ev, kind, call.values[0], node)
                if call.values
                else site_dict(ev, node, kind).new(ev)
            )
            for word, new in call.named.items():
                found.type.put(ev, found, known(word), new, node)  # type: ignore[attr-defined]
            return found

    enter(dict)
    enter(collections.OrderedDict)

    @words.word(collections.defaultdict)
    def defaultdict(ev: Evaluator, call: Call, node: Node) -> Value:
        factory = call.values[0] if call.values else NOTHING
        chosen = None if factory.const and factory.known is None else factory
        if len(call.values) > 1:
            return dict_from(ev, collections.defaultdict, call.values[1], node, chosen)
        return site_dict(ev, node, collections.defaultdict, chosen).new(ev)

    @words.word(collections.Counter)
    def counter(ev: Evaluator, call: Call, node: Node) -> Value:
        if not call.values:
            found = site_dict(ev, node, collections.Counter).new(ev)
            found.type.holds(ev.unit, INT, 1)  # type: ignore[attr-defined]
        elif isinstance(
            ev.as_type(call.values[0])
            if isinstance(getattr(call.values[0].type, "value", None), dict)
            else call.values[0].type,
            Dict,
        ):
            found = dict_from(ev, collections.Counter, call.values[0], node)
        else:
            found = counted(ev, call.values[0], node)
        for word, new in call.named.items():
            found.type.put(ev, found, known(word), new, node)  # type: ignore[attr-defined]
        return found

    @words.word(dict.fromkeys)
    def fromkeys(ev: Evaluator, call: Call, node: Node) -> Value:
        found = site_dict(ev, node, dict).new(ev)
        value = call.get(1, "value")
        ev.each(call.values[0], lambda key: found.type.put(ev, found, key, value, node), node)  # type: ignore[attr-defined]
        return found


def parts_of_tables(words: Words) -> None:
    """Enter the words that the library of dictionaries is made of."""

    @words.word(dict_library.value_at)
    def value_at(ev: Evaluator, call: Call, node: Node) -> Value:
        cells, place = call.values
        kind = cells.type
        assert isinstance(kind, Dict)
        return kind.part(ev, kind.entry(ev, cells, ev.convert(place, INT).ref), 1)

    @words.word(dict_library.set_value)
    def set_value(ev: Evaluator, call: Call, node: Node) -> Value:
        cells, place, new = call.values
        kind = cells.type
        assert isinstance(kind, Dict)
        kind.put_part(ev, kind.entry(ev, cells, ev.convert(place, INT).ref), 1, new)
        return NOTHING

    def index(ev: Evaluator, call: Call) -> str:
        base = ev.op(f"load ptr, ptr {ev.at(call.values[0].ref, INDEX)}, align 8")
        return ev.at(base, ev.convert(call.values[1], INT).ref)

    @words.word(dict_library.index_at)
    def index_at(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(INT, ev.op(f"load i64, ptr {index(ev, call)}, align 8"))

    @words.word(dict_library.set_index)
    def set_index(ev: Evaluator, call: Call, node: Node) -> Value:
        ev.line(f"store i64 {ev.convert(call.values[2], INT).ref}, ptr {index(ev, call)}, align 8")
        return NOTHING

    @words.word(dict_library.new_index)
    def new_index(ev: Evaluator, call: Call, node: Node) -> Value:
        cells, size = call.values[0], ev.convert(call.values[1], INT).ref
        data = ev.allocate(size)
        bytes_ = ev.op(f"shl i64 {size}, 3")
        ev.line(f"call void @llvm.memset.p0.i64(ptr align 8 {data}, i8 0, i64 {bytes_}, i1 false)")
        ev.line(f"store ptr {data}, ptr {ev.at(cells.ref, INDEX)}, align 8")
        ev.line(f"store i64 {ev.op(f'sub i64 {size}, 1')}, ptr {ev.at(cells.ref, INDEX_MASK)}, align 8")
        return NOTHING
