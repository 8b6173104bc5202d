"""What is asked of a whole series: its length, sum, extremes and order."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import loop_library, number_library
from zermelo.kernel.machine.lists import list_of
from zermelo.kernel.machine.numbers import (
    FLOAT,
    INT,
)
from zermelo.kernel.machine.tuples import make_tuple
from zermelo.kernel.machine.types import NOTHING, Call, Node, Value
from zermelo.kernel.machine.unions import plain

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def sequences(words: Words) -> None:
    @words.folding(len)
    def length(ev: Evaluator, call: Call, node: Node) -> Value:
        value = call.values[0]
        return value.type.length(ev, value, node)

    @words.word(any)
    def any_(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.library("any_of", call.values, node)

    @words.word(all)
    def all_(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.library("all_of", call.values, node)

    @words.folding(sum)
    def sum_(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.library("summed", [call.values[0], call.get(1, "start", 0)], node)

    @words.word(loop_library.checked_sum)
    def checked_sum(ev: Evaluator, call: Call, node: Node) -> Value:
        return as_rule(ev, lambda: ev.binary(ast.Add(), *call.values, node))

    @words.word(number_library.checked_product)
    def checked_product(ev: Evaluator, call: Call, node: Node) -> Value:
        return as_rule(ev, lambda: ev.binary(ast.Mult(), *call.values, node))

    @words.word(sorted)
    def sorted_(ev: Evaluator, call: Call, node: Node) -> Value:
        if call.all_known and "key" not in call.named:
            reverse = bool(call.get(9, "reverse", False).known)
            found = ev.folded(lambda: tuple(sorted(call.values[0].known, reverse=reverse)), node)
            return list_of(ev, found, node)
        return ev.library(
            "sorted_of", [call.values[0], call.get(9, "key", None), call.get(9, "reverse", False)], node
        )

    @words.word(functools.reduce)
    def reduce(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.library("reduced" if len(call.values) == 2 else "reduced_from", call.values, node)


def as_rule(ev: Evaluator, act: Callable[[], Value]) -> Value:
    """Do something as rules do it: whole numbers are checked."""
    before, ev.frame.rule = ev.frame.rule, True
    try:
        return act()
    finally:
        ev.frame.rule = before


def extremes(words: Words) -> None:
    def enter(which: Callable[..., Any]) -> None:
        name, simple = which.__name__, extreme(which)

        @words.folding(which)
        def choose(ev: Evaluator, call: Call, node: Node) -> Value:
            call = Call([plain(ev, v, node) for v in call.values], call.named)
            found = simple(ev, call, node)
            if found is not None:
                return found
            cells = call.values[0] if len(call.values) == 1 else make_tuple(ev, call.values)
            key = call.named.get("key", NOTHING)
            if "default" in call.named:
                return ev.library(f"{name}_or", [cells, key, call.named["default"]], node)
            return ev.library(f"{name}_of", [cells, key], node)

    enter(min)
    enter(max)


def extreme(which: Callable[..., Any]) -> Callable[[Evaluator, Call, Node], Value | None]:
    """min or max of a few numbers, as they are written out; None where they are not that."""
    name = which.__name__

    def choose(ev: Evaluator, call: Call, node: Node) -> Value | None:
        if call.named or len(call.values) < 2:
            return None
        kinds = [ev.as_type(v) for v in call.values]
        if not all(kind in (INT, FLOAT) for kind in kinds):
            return None
        if len(set(kinds)) > 1:
            if not ev.unit.algorithm_frame(ev.frame):
                return None
            kinds = [FLOAT]
        kind = kinds[0]
        best = ev.convert(call.values[0], kind).ref
        for value in call.values[1:]:
            other = ev.convert(value, kind).ref
            if kind is FLOAT:
                better = ev.op(f"fcmp {'ogt' if name == 'max' else 'olt'} double {other}, {best}")
                best = ev.op(f"select i1 {better}, double {other}, double {best}")
            else:
                best = ev.op(f"call i64 @llvm.s{name}.i64(i64 {best}, i64 {other})")
        return Value(kind, best)

    return choose
