"""What makes a loop of others: enumerate, zip, map, filter and the functions of itertools."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.kernel.machine.lists import list_of
from zermelo.kernel.machine.numbers import (
    INT,
)
from zermelo.kernel.machine.pairing import pair_up, reader
from zermelo.kernel.machine.range_words import range_loop
from zermelo.kernel.machine.tuples import make_tuple
from zermelo.kernel.machine.types import Call, Loop, Node, Value, known
from zermelo.kernel.machine.unions import plain

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def loops(words: Words) -> None:
    @words.word(range)
    def range_(ev: Evaluator, call: Call, node: Node) -> Value:
        if call.all_known:
            return ev.folded(lambda: range(*(v.known for v in call.values)), node)
        return range_loop(ev, [plain(ev, v, node) for v in call.values], node)

    @words.word(enumerate)
    def enumerate_(ev: Evaluator, call: Call, node: Node) -> Value:
        value, start = call.values[0], call.get(1, "start", 0)
        if call.all_known and not isinstance(value.known, set | frozenset | dict):
            return ev.folded(lambda: tuple(enumerate(value.known, start.known)), node)

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            place = ev.place()
            ev.line(f"store i64 {ev.convert(start, INT).ref}, ptr {place}, align 8")

            def one(part: Value) -> None:
                now = ev.op(f"load i64, ptr {place}, align 8")
                ev.line(f"store i64 {ev.op(f'add nsw i64 {now}, 1')}, ptr {place}, align 8")
                body(make_tuple(ev, [Value(INT, now), part]))

            ev.each(value, one, at)

        return Value(Loop("enumerate", each, (value, start)))

    @words.word(zip)
    def zip_(ev: Evaluator, call: Call, node: Node) -> Value:
        values = call.values
        strict = bool(call.get(99, "strict", False).known)
        if call.all_known and all(not isinstance(v.known, set | frozenset) for v in values):
            return ev.folded(lambda: tuple(zip(*(v.known for v in values), strict=strict)), node)

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            pair_up(ev, values, at, body, strict)

        return Value(Loop("zip", each, tuple(values)))

    @words.word(reversed)
    def reversed_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = call.values[0]
        if value.const:
            return ev.folded(lambda: tuple(reversed(value.known)), node)

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            count, read = reader(ev, value, at)
            last = ev.op(f"sub i64 {count}, 1")
            ev.count_loop(last, "-1", -1, lambda place: body(read(place)), at, "reversed")

        return Value(Loop("reversed", each, (value,)))


def applied(words: Words) -> None:
    """What asks a function of each element."""

    @words.word(map)
    def map_(ev: Evaluator, call: Call, node: Node) -> Value:
        function, *values = call.values

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            if len(values) == 1:
                ev.each(values[0], lambda part: body(ev.call(function, Call([part]), node)), at)
            else:
                pair_up(
                    ev,
                    values,
                    at,
                    lambda row: body(ev.call(function, Call(ev.unpacked(row, len(values), at)), node)),
                )

        return Value(Loop("map", each, tuple(call.values)))

    @words.word(filter)
    def filter_(ev: Evaluator, call: Call, node: Node) -> Value:
        function, value = call.values

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            def one(part: Value) -> None:
                test = (
                    part
                    if function.const and function.known is None
                    else ev.call(function, Call([part]), node)
                )
                keep, drop = ev.merge(at, "keep", "keep"), ev.merge(at, "drop", "drop")
                ev.go(ev.truth(test), keep, drop)
                keep.enter()
                if not ev.dead:
                    body(part)
                drop.arrive()
                drop.enter()

            ev.each(value, one, at)

        return Value(Loop("filter", each, (function, value)))


def joined(words: Words) -> None:
    """What itertools makes one loop of several with."""

    @words.word(itertools.product)
    def product(ev: Evaluator, call: Call, node: Node) -> Value:
        values = call.values * int(call.get(9, "repeat", 1).known)
        if all(v.const for v in values) and math.prod(len(tuple(v.known)) for v in values) <= 4096:
            return known(tuple(itertools.product(*(v.known for v in values))))
        values = [
            list_of(ev, v, node) if isinstance(v.type, Loop) and v.type.kind != "range" else v for v in values
        ]

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            def level(depth: int, parts: list[Value]) -> None:
                if depth == len(values):
                    body(make_tuple(ev, parts))
                    return
                with ev.inside(at, ("product", depth)):
                    ev.each(values[depth], lambda part: level(depth + 1, [*parts, ev.settled(part)]), at)

            level(0, [])

        return Value(Loop("product", each, tuple(values)))

    @words.word(itertools.chain)
    def chain(ev: Evaluator, call: Call, node: Node) -> Value:
        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            for place, value in enumerate(call.values):
                with ev.inside(at, ("chain", place)):
                    ev.each(value, body, at)

        return Value(Loop("chain", each, tuple(call.values)))


def parts(words: Words) -> None:
    """What goes through rows one after the other, and through a part of a series."""

    def flatten(ev: Evaluator, call: Call, node: Node) -> Value:
        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            def inner(row: Value) -> None:
                with ev.inside(at, "row"):
                    ev.each(row, body, at)

            ev.each(call.values[0], inner, at)

        return Value(Loop("chain", each, tuple(call.values)))

    words[itertools.chain.from_iterable] = flatten

    for function, name in (
        (itertools.pairwise, "neighbours_of"),
        (itertools.takewhile, "taken_while"),
        (itertools.dropwhile, "dropped_while"),
    ):
        words[function] = lambda ev, call, node, name=name: ev.library(name, call.values, node)

    @words.word(itertools.islice)
    def islice(ev: Evaluator, call: Call, node: Node) -> Value:
        values = call.values
        if len(values) == 2:
            return ev.library("sliced", [values[0], known(0), values[1], known(1)], node)
        return ev.library("sliced", [*values, *[known(1)] * (4 - len(values))], node)
