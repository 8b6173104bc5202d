"""Iterators in variables: iter(), next(), and what itertools gives without an end."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.types import EMPTY, NOTHING, Call, Loop, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.environment import Merge
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


class Iterator(Loop):
    """A place in something whose elements can be read by their places."""

    called = "an iterator"

    def __init__(self, ev: Evaluator, source: Value, node: Node) -> None:
        from zermelo.kernel.machine.pairing import reader

        super().__init__("iterator", self.rest, (source,))
        self.count, self.read = reader(ev, source, node)
        self.place = ev.place()
        ev.line(f"store i64 0, ptr {self.place}, align 8")

    def advance(self, ev: Evaluator) -> tuple[str, Value]:
        """The present place, and whether there is an element."""
        now = ev.op(f"load i64, ptr {self.place}, align 8")
        return now, Value(BOOL, ev.op(f"icmp slt i64 {now}, {self.count}"))

    def step(self, ev: Evaluator, now: str) -> Value:
        """The element at a place; the next one is that behind it."""
        ev.line(f"store i64 {ev.op(f'add i64 {now}, 1')}, ptr {self.place}, align 8")
        return self.read(Value(INT, now))

    def rest(self, ev: Evaluator, body: Callable[[Value], None], node: Node) -> None:
        """Loop over what is left."""
        now = [""]

        def test(inside: Merge, over: Merge) -> None:
            now[0], more = self.advance(ev)
            ev.go(more, inside, over)

        with ev.inside(node, ("iterator", "rest")):
            ev.loop(node, test, lambda: body(self.step(ev, now[0])), binds=False)


def pair_iterators(ev: Evaluator, values: list[Value], node: Node, body: Callable[[Value], None]) -> None:
    """zip(…) with iterators: each turn asks one after the other, until one has no more."""
    sources: dict[int, Iterator] = {}
    for place, value in enumerate(values):
        if not isinstance(value.type, Iterator):
            with ev.inside(node, ("zip part", place)):
                sources[place] = Iterator(ev, value, node)
        else:
            sources[place] = value.type
    row: list[Value] = []

    def test(inside: Merge, over: Merge) -> None:
        row.clear()
        for place in range(len(values)):
            now, more = sources[place].advance(ev)
            on = ev.merge(node, ("asked", place), "asked")
            ev.go(more, on, over)
            on.enter()
            if ev.dead:
                return
            row.append(ev.settled(sources[place].step(ev, now)))
        inside.arrive()

    with ev.inside(node, "zip iterators"):
        ev.loop(node, test, lambda: body(ev.make_tuple(list(row))), binds=False)


ENDLESS = 1 << 62
"""The length of what has no end."""


def endless(kind: str, parts: tuple[Value, ...], at: Callable[[Evaluator, Value], Value]) -> Value:
    """A loop without an end, whose elements are known by their places."""

    def each(ev: Evaluator, body: Callable[[Value], None], node: Node) -> None:
        counted = ev.turn_counter()

        def one(place: Value) -> None:
            counted()
            body(at(ev, place))

        ev.count_loop("0", str(ENDLESS), 1, one, node, kind)

    return Value(Loop(kind, each, parts, lambda ev: Value(INT, str(ENDLESS)), at))


def choose(ev: Evaluator, call: Call, node: Node, function: Any, after: Callable[..., str]) -> Value:
    """combinations(), permutations(): loops in one another, `after` says where the next place begins."""
    if call.all_known and len(tuple(call.values[0].known)) <= 16:
        return ev.folded(lambda: tuple(function(*(v.known for v in call.values))), node)
    many = call.get(1, "r", None)
    length = ev.fixed_length(call.values[0])
    count = many.known if many.const else None
    if many.const and count is None:
        count = length
    if count is None or count > 8:
        raise ev.refused(
            node, f"{function.__name__}() of a number that is not known", "write the number, or the loops"
        )
    if count < 0:
        ev.fail(ev.unit.failures.of(ValueError, "r must be non-negative"))
        return EMPTY

    def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
        from zermelo.kernel.machine.pairing import reader

        size, read = reader(ev, call.values[0], at)

        def level(depth: int, places: list[Value]) -> None:
            if depth == count:
                body(ev.make_tuple([read(place) for place in places]))
                return

            def one(place: Value) -> None:
                fresh, skip = ev.merge(at, "fresh place", "fresh"), ev.merge(at, "used place", "used")
                ev.go(is_fresh(ev, place, places) if after is anywhere else known(True), fresh, skip)
                fresh.enter()
                if not ev.dead:
                    level(depth + 1, [*places, place])
                skip.arrive()
                skip.enter()

            with ev.inside(at, (function.__name__, depth)):
                ev.count_loop(after(ev, places), size, 1, one, at, depth)

        level(0, [])

    return Value(Loop(function.__name__, each, tuple(call.values)))


def is_fresh(ev: Evaluator, place: Value, places: list[Value]) -> Value:
    """Whether a place is none of those before."""
    found = known(True)
    for other in places:
        one = ev.op(f"icmp ne i64 {place.ref}, {other.ref}")
        found = Value(BOOL, one if found.const else ev.op(f"and i1 {found.ref}, {one}"))
    return found


def anywhere(ev: Evaluator, places: list[Value]) -> str:
    return "0"


def behind(ev: Evaluator, places: list[Value]) -> str:
    return ev.op(f"add i64 {places[-1].ref}, 1") if places else "0"


def from_same(ev: Evaluator, places: list[Value]) -> str:
    return places[-1].ref if places else "0"


def words(words: Words, unit: Any) -> None:
    iterators(words)
    combined(words)
    others(words)


def combined(words: Words) -> None:
    """What itertools chooses, and what has no end."""
    for function, after in (
        (itertools.combinations, behind),
        (itertools.permutations, anywhere),
        (itertools.combinations_with_replacement, from_same),
    ):
        words[function] = lambda ev, call, node, f=function, after=after: choose(ev, call, node, f, after)

    @words.word(itertools.count)
    def count(ev: Evaluator, call: Call, node: Node) -> Value:
        start, step = call.get(0, "start", 0), call.get(1, "step", 1)

        def at(ev: Evaluator, place: Value) -> Value:
            return ev.binary(ast.Add(), start, ev.binary(ast.Mult(), step, place, node), node)

        return endless("count", (start, step), at)

    @words.word(itertools.repeat)
    def repeat(ev: Evaluator, call: Call, node: Node) -> Value:
        value, times = call.values[0], call.get(1, "times", None)
        if times.const and times.known is None:
            return endless("repeat", (value,), lambda ev, place: value)
        many = ev.convert(times, INT, node).ref

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            ev.count_loop("0", many, 1, lambda place: body(value), at, "repeat")

        return Value(
            Loop("repeat", each, (value, times), lambda ev: Value(INT, many), lambda ev, place: value)
        )

    @words.word(itertools.cycle)
    def cycle(ev: Evaluator, call: Call, node: Node) -> Value:
        from zermelo.kernel.machine.pairing import reader

        size, read = reader(ev, call.values[0], node)

        def at(ev: Evaluator, place: Value) -> Value:
            return read(Value(INT, ev.op(f"srem i64 {place.ref}, {size}")))

        def each(ev: Evaluator, body: Callable[[Value], None], where: Node) -> None:
            counted = ev.turn_counter()

            def one(place: Value) -> None:
                counted()
                body(at(ev, place))

            some = ev.op(f"icmp sgt i64 {size}, 0")
            ev.count_loop("0", ev.op(f"select i1 {some}, i64 {ENDLESS}, i64 0"), 1, one, where, "cycle")

        some = ev.op(f"icmp sgt i64 {size}, 0")
        many = ev.op(f"select i1 {some}, i64 {ENDLESS}, i64 0")
        return Value(Loop("cycle", each, (call.values[0],), lambda ev: Value(INT, many), at))


def others(words: Words) -> None:
    """What the library has of itertools."""

    @words.word(itertools.accumulate)
    def accumulate(ev: Evaluator, call: Call, node: Node) -> Value:
        function, first = call.get(1, "func", None), call.named.get("initial")
        if first is not None and not (first.const and first.known is None):
            return ev.library("accumulated_from", [call.values[0], function, first], node)
        return ev.library("accumulated", [call.values[0], function], node)

    @words.word(itertools.starmap)
    def starmap(ev: Evaluator, call: Call, node: Node) -> Value:
        function, rows = call.values

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            def one(row: Value) -> None:
                count = ev.fixed_length(row)
                if count is None:
                    raise ev.refused(node, "starmap() of rows whose length is not known", "write a loop")
                body(ev.call(function, Call(ev.unpacked(row, count, node)), node))

            ev.each(rows, one, at)

        return Value(Loop("starmap", each, tuple(call.values)))

    @words.word(itertools.groupby)
    def groupby(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.library("grouped", [call.values[0], call.get(1, "key", None)], node)

    @words.word(itertools.zip_longest)
    def zip_longest(ev: Evaluator, call: Call, node: Node) -> Value:
        if len(call.values) != 2:
            raise ev.refused(node, "zip_longest() of other than two", "write a loop over the places")
        filled = call.named.get("fillvalue", NOTHING)
        return ev.library("zipped_longest", [*call.values, filled], node)

    for function, name in ((itertools.filterfalse, "not_filtered"), (itertools.compress, "compressed")):
        words[function] = lambda ev, call, node, name=name: ev.library(name, call.values, node)


def iterators(words: Words) -> None:
    """iter() and next()."""

    @words.word(iter)
    def iter_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = call.values[0]
        if len(call.values) > 1:
            raise ev.refused(node, "iter() with two arguments", "write a loop")
        if isinstance(value.type, Loop) and (value.type.size is None or value.type.at is None):
            return value
        return Value(Iterator(ev, value, node))

    @words.word(next)
    def next_(ev: Evaluator, call: Call, node: Node) -> Value:
        kind = call.values[0].type
        if not isinstance(kind, Loop):
            return ev.wrong_type(node, call.values[0])
        if not isinstance(kind, Iterator):
            return ev.library("first_or" if len(call.values) > 1 else "first_of", call.values, node)
        now, more = kind.advance(ev)
        if len(call.values) == 1:
            ev.fail_if(ev.op(f"xor i1 {more.ref}, true"), ev.unit.failures.of(StopIteration))
            return EMPTY if ev.dead else kind.step(ev, now)

        def branches(give: Callable[[Value], None]) -> None:
            there, over = ev.merge(node, "there", "there"), ev.merge(node, "over", "over")
            ev.go(more, there, over)
            there.enter()
            if not ev.dead:
                give(kind.step(ev, now))
            over.enter()
            if not ev.dead:
                give(call.values[1])

        return ev.chosen(node, "next", branches)
