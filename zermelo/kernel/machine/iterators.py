"""Iterators in variables: iter(), next(), and what itertools gives without an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.types import EMPTY, Call, Loop, Node, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.environment import Merge
    from zermelo.kernel.machine.evaluate import Evaluator


class Iterator(Loop):
    """A place in something whose elements can be read by their places."""

    called = "an iterator"

    def __init__(self, ev: Evaluator, source: Value, node: Node) -> None:
        from zermelo.kernel.machine.words import reader

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


def words(words: Any, unit: Any) -> None:
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
