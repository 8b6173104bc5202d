"""What the compiler has for functions of Python and for the words of the algorithms."""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import functools
import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.game import Bits as BitsClass
from zermelo.game import has_rule, updated
from zermelo.kernel import primitives
from zermelo.kernel.machine import library
from zermelo.kernel.machine.arrays import Array
from zermelo.kernel.machine.lists import List, list_of, list_with, site_type
from zermelo.kernel.machine.memory_words import memory_words, stirred
from zermelo.kernel.machine.numbers import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    checked,
    extreme,
    fail_beyond,
    float_text,
)
from zermelo.kernel.machine.tuples import Tuple, make_tuple, replace_record
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Call, Const, Loop, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

Word = Callable[["Evaluator", Call, Node], Value]


class Words(dict[Any, Word]):
    """A table of words by the function that they stand for."""

    def __init__(self) -> None:
        super().__init__()
        self.of_all: dict[Any, Any] = {
            zip: library.transposed,
            max: library.max_all,
            min: library.min_all,
            itertools.chain: itertools.chain.from_iterable,
        }
        """By a function: the one that takes all its arguments as one, for `f(*all)`."""
        self.readers: set[Any] = set()
        """Functions that only read their first argument, so that a list written there is as good as a tuple."""

    def reads(self, function: Any) -> bool:
        """Whether a function only reads its first argument."""
        try:
            return function in self.readers
        except TypeError:
            return False

    def word(self, *functions: Any) -> Callable[[Word], Word]:
        """Enter a word."""

        def enter(word: Word) -> Word:
            for function in functions:
                self[function] = word
            return word

        return enter

    def folding(self, function: Any) -> Callable[[Word], Word]:
        """Enter a word that is Python's own answer where all is known."""

        def enter(word: Word) -> Word:
            def folded(ev: Evaluator, call: Call, node: Node) -> Value:
                if call.all_known and call.values:
                    values, named = (
                        [v.known for v in call.values],
                        {k: v.known for k, v in call.named.items()},
                    )
                    return ev.folded(lambda: function(*values, **named), node)
                return word(ev, call, node)

            self[function] = folded
            return word

        return enter


def table(unit: Any) -> Words:
    """All words."""
    words = Words()
    sequences(words)
    extremes(words)
    loops(words)
    numbers(words)
    fractions(words)
    makers(words, unit)
    memory_words(words, unit)
    for module in others():
        module.words(words, unit)
    return words


def others() -> list[Any]:
    """Modules of types that have words of their own."""
    from zermelo.kernel.machine import array_words, calls, dict_words, iterators, object_making, sets, texts

    every = (array_words, calls, iterators, texts, sets, dict_words, object_making)
    return [module for module in every if hasattr(module, "words")]


def plain(ev: Evaluator, value: Value, node: Node) -> Value:
    """What may be None, where None will not do."""
    from zermelo.kernel.machine.unions import Union

    return value.type.sole(ev, value, node) if isinstance(value.type, Union) else value


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

    @words.word(library.checked_sum)
    def checked_sum(ev: Evaluator, call: Call, node: Node) -> Value:
        return as_rule(ev, lambda: ev.binary(ast.Add(), *call.values, node))

    @words.word(library.checked_product)
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


def range_loop(ev: Evaluator, parts: list[Value], node: Node) -> Value:
    """range(…) whose ends are not known."""
    if len(parts) == 1:
        parts = [known(0), *parts]
    start, stop = (ev.convert(part, INT, node) for part in parts[:2])
    step = parts[2] if len(parts) > 2 else known(1)
    if step.const and step.known == 0:
        ev.fail(ev.unit.failures.of(ValueError, "range() arg 3 must not be zero"))
        return EMPTY
    if not step.const:
        return varied_range(ev, start, stop, ev.convert(step, INT, node), node)
    stride = int(step.known)

    def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
        ev.count_loop(start.ref, stop.ref, stride, body, at, "range")

    def size(ev: Evaluator) -> Value:
        span = (
            ev.op(f"sub i64 {stop.ref}, {start.ref}")
            if stride > 0
            else ev.op(f"sub i64 {start.ref}, {stop.ref}")
        )
        wide = ev.op(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
        if abs(stride) == 1:
            return Value(INT, wide)
        return Value(INT, ev.op(f"sdiv i64 {ev.op(f'add i64 {wide}, {abs(stride) - 1}')}, {abs(stride)}"))

    def at(ev: Evaluator, place: Value) -> Value:
        step = ev.op(f"mul i64 {ev.convert(place, INT).ref}, {stride}")
        return Value(INT, ev.op(f"add i64 {start.ref}, {step}"))

    return Value(Loop("range", each, (start, stop, step), size, at))


def varied_range(ev: Evaluator, start: Value, stop: Value, step: Value, node: Node) -> Value:
    """range(…) whose step is not known."""
    ev.fail_if(
        ev.op(f"icmp eq i64 {step.ref}, 0"), ev.unit.failures.of(ValueError, "range() arg 3 must not be zero")
    )
    up = ev.op(f"icmp sgt i64 {step.ref}, 0")

    def size(ev: Evaluator) -> Value:
        span = ev.op(
            f"select i1 {up}, i64 {ev.op(f'sub i64 {stop.ref}, {start.ref}')}, i64 {ev.op(f'sub i64 {start.ref}, {stop.ref}')}"
        )
        stride = ev.op(f"call i64 @llvm.abs.i64(i64 {step.ref}, i1 false)")
        wide = ev.op(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
        return Value(
            INT, ev.op(f"udiv i64 {ev.op(f'add i64 {wide}, ' + ev.op(f'sub i64 {stride}, 1'))}, {stride}")
        )

    def at(ev: Evaluator, place: Value) -> Value:
        far = ev.op(f"mul i64 {ev.convert(place, INT).ref}, {step.ref}")
        return Value(INT, ev.op(f"add i64 {start.ref}, {far}"))

    def each(ev: Evaluator, body: Callable[[Value], None], where: Node) -> None:
        ev.count_loop("0", size(ev).ref, 1, lambda place: body(at(ev, place)), where, "range")

    return Value(Loop("range", each, (start, stop, step), size, at))


def reader(ev: Evaluator, value: Value, node: Node) -> tuple[str, Callable[[Value], Value]]:
    """The length of something, and what reads its elements by their places."""
    if isinstance(value.type, Loop) and value.type.size is not None and value.type.at is not None:
        loop = value.type
        return ev.convert(loop.size(ev), INT).ref, lambda place: loop.at(ev, place)  # type: ignore[misc]
    if value.const:
        from zermelo.kernel.machine.constants import elements_of

        cells = elements_of(value.known)
        value = (
            range_loop(ev, [known(cells.start), known(cells.stop), known(cells.step)], node)
            if isinstance(cells, range)
            else ev.general(known(ev.unit.kept(value.known, cells)))
        )
        if isinstance(value.type, Loop):
            return reader(ev, value, node)
    value = plain(ev, value, node)
    at = getattr(value.type, "reader", None)
    if at is not None:
        return at(ev, value, node)  # type: ignore[no-any-return]
    if isinstance(value.type, Tuple) and value.type.kind is None:
        level = value.type.levelled(ev, node)
        even = ev.convert(value, level, node)
        return str(len(level.elements)), lambda place: level.element_at(ev, even, place)
    if not isinstance(value.type, List):
        value = list_of(ev, value, node)
    kind = value.type
    assert isinstance(kind, List)
    return kind.count(ev, value), lambda place: kind.at_place(ev, value, place)


def pair_up(
    ev: Evaluator, values: list[Value], node: Node, body: Callable[[Value], None], strict: bool = False
) -> None:
    """zip(…): the first is gone through as it is, the others are read by their places."""
    sizes_fixed = [ev.fixed_length(v) for v in values]
    unequal = ev.unit.failures.of(ValueError, "zip() argument 2 is shorter or longer than argument 1")
    if all(size is not None and size <= 4 for size in sizes_fixed):
        columns = [ev.unpacked(v, size, node) for v, size in zip(values, sizes_fixed, strict=True)]
        for place, row in enumerate(zip(*columns, strict=False)):
            with ev.inside(node, ("zip", place)):
                body(make_tuple(ev, list(row)))
        if strict and len(set(sizes_fixed)) > 1:
            ev.fail(unequal)
        return
    if any(value.type.kind == "iterator" for value in values if isinstance(value.type, Loop)):
        from zermelo.kernel.machine.iterators import pair_iterators

        if strict or any(is_lazy(v) and v.type.kind != "iterator" for v in values):  # type: ignore[attr-defined]
            raise ev.refused(node, "zip() of an iterator beside a generator", "make lists of them first")
        pair_iterators(ev, values, node, body)
        return
    lazy = [place for place, value in enumerate(values) if is_lazy(value)]
    if len(lazy) == 1 and not strict and len(values) > 1:
        pair_with(ev, values, lazy[0], node, body)
        return
    readers = readers_of(ev, values, node)
    count = least(ev, [size for size, _ in readers])
    ev.count_loop(
        "0", count, 1, lambda place: body(make_tuple(ev, [at(place) for _, at in readers])), node, "zip"
    )
    for size, _ in readers if strict else ():
        ev.fail_if(ev.op(f"icmp ne i64 {count}, {size}"), unequal)


def readers_of(ev: Evaluator, values: list[Value], node: Node) -> list[tuple[str, Callable[[Value], Value]]]:
    """Of each value its length, and what reads its elements by their places."""
    found = []
    for place, value in enumerate(values):
        with ev.inside(node, ("zip part", place)):
            found.append(reader(ev, value, node))
    return found


def least(ev: Evaluator, counts: list[str]) -> str:
    """The smallest of some lengths."""
    found = counts[0]
    for count in counts[1:]:
        found = ev.op(f"call i64 @llvm.smin.i64(i64 {found}, i64 {count})")
    return found


def is_lazy(value: Value) -> bool:
    """Whether elements are only known by going through them."""
    return isinstance(value.type, Loop) and (value.type.size is None or value.type.at is None)


def pair_with(
    ev: Evaluator, values: list[Value], lazy: int, node: Node, body: Callable[[Value], None]
) -> None:
    """zip(…) with one generator, which is gone through as it is, no further than the others reach."""
    others = [value for place, value in enumerate(values) if place != lazy]
    readers = readers_of(ev, others, node)
    count, counter = least(ev, [size for size, _ in readers]), ev.place()
    ev.line(f"store i64 0, ptr {counter}, align 8")
    over, finals = ev.merge(node, "exhausted", "exhausted"), len(ev.finals)
    copies = 0

    def one(part: Value) -> None:
        nonlocal copies
        copies += 1
        part = ev.settled(part)
        with ev.inside(node, ("pair", copies)):
            now = ev.op(f"load i64, ptr {counter}, align 8")
            on, done = ev.merge(node, "paired", "paired"), ev.merge(node, "done", "done")
            ev.go(Value(BOOL, ev.op(f"icmp slt i64 {now}, {count}")), on, done)
            done.enter()
            if not ev.dead:
                ev.leave(finals)
                over.arrive()
            on.enter()
            if ev.dead:
                return
            ev.line(f"store i64 {ev.op(f'add i64 {now}, 1')}, ptr {counter}, align 8")
            parts = [at(Value(INT, now)) for _, at in readers]
            body(make_tuple(ev, [*parts[:lazy], part, *parts[lazy:]]))

    ev.each(values[lazy], one, node)
    over.arrive()
    over.enter()


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

    def flatten(ev: Evaluator, call: Call, node: Node) -> Value:
        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            def inner(row: Value) -> None:
                with ev.inside(at, "row"):
                    ev.each(row, body, at)

            ev.each(call.values[0], inner, at)

        return Value(Loop("chain", each, tuple(call.values)))

    words.flatten = flatten  # type: ignore[attr-defined]

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


def numbers(words: Words) -> None:
    @words.folding(abs)
    def abs_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node)
        if value.type is FLOAT:
            return Value(FLOAT, ev.op(f"call double @llvm.fabs.f64(double {value.ref})"))
        if value.type is BITS:
            return value
        own = getattr(value.type, "absolute", None)
        if own is not None:
            return own(ev, value, node)  # type: ignore[no-any-return]
        number = ev.convert(value, INT, node)
        if ev.frame.rule:
            ev.fail_if(ev.op(f"icmp eq i64 {number.ref}, {-(1 << 63)}"), ev.unit.failures.overflow)
        return Value(INT, ev.op(f"call i64 @llvm.abs.i64(i64 {number.ref}, i1 false)"))

    @words.folding(int)
    def int_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node) if call.values else known(0)
        if value.type is FLOAT:
            return Value(INT, whole(ev, value.ref))
        own = getattr(value.type, "as_int", None)
        if own is not None:
            return own(ev, value, call, node)  # type: ignore[no-any-return]
        if value.type is BITS:
            negative = ev.op(f"icmp slt i64 {value.ref}, 0")
            if ev.frame.rule:
                ev.fail_if(negative, ev.unit.failures.overflow)
        return ev.convert(value, INT, node)

    @words.folding(float)
    def float_(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.convert(plain(ev, call.values[0], node), FLOAT, node)

    @words.folding(bool)
    def bool_(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.truth(call.values[0])

    @words.folding(BitsClass)
    def bits(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node)
        if value.type is FLOAT:
            value = Value(INT, whole(ev, value.ref))
        return ev.convert(value, BITS, node)

    @words.folding(divmod)
    def divmod_(ev: Evaluator, call: Call, node: Node) -> Value:
        parts = [ev.binary(op, *call.values, node) for op in (ast.FloorDiv(), ast.Mod())]
        return make_tuple(ev, parts)

    @words.folding(pow)
    def pow_(ev: Evaluator, call: Call, node: Node) -> Value:
        if len(call.values) > 2:
            raise ev.refused(node, "pow() with a modulus")
        return ev.binary(ast.Pow(), *call.values, node)

    @words.folding(round)
    def round_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node)
        digits = call.get(1, "ndigits", None)
        if (digits.const and digits.known is not None and not 0 <= digits.known <= 22) or not digits.const:
            raise ev.refused(
                node, "round() to a number of digits that is not known", "write the number of digits"
            )
        if value.type is not FLOAT:
            return ev.convert(value, INT, node)
        if digits.known is not None:
            return ev.library("rounded", [value, known(10.0**digits.known)], node)
        return Value(INT, whole(ev, ev.op(f"call double @llvm.rint.f64(double {value.ref})")))

    @words.word(library.remainder)
    def remainder(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = (ev.convert(v, FLOAT).ref for v in call.values)
        return Value(FLOAT, ev.op(f"call double @fmod(double {left}, double {right})"))

    @words.word(library.fused)
    def fused(ev: Evaluator, call: Call, node: Node) -> Value:
        parts = ", ".join(f"double {ev.convert(v, FLOAT).ref}" for v in call.values)
        return Value(FLOAT, ev.op(f"call double @llvm.fma.f64({parts})"))

    @words.word(library.nearest)
    def nearest(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(
            FLOAT, ev.op(f"call double @llvm.rint.f64(double {ev.convert(call.values[0], FLOAT).ref})")
        )

    for function in (math.gcd, math.lcm):
        words[function] = lambda ev, call, node, function=function: folded_pairs(ev, function, call, node)
    for function in (math.isqrt, math.factorial, math.comb, math.perm):
        entered = lambda ev, call, node, name=function.__name__: whole_function(ev, name, call, node)  # noqa: E731
        words.folding(function)(entered)

    @words.word(library.floor)
    def floor(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(
            FLOAT, ev.op(f"call double @llvm.floor.f64(double {ev.convert(call.values[0], FLOAT).ref})")
        )


def folded_pairs(ev: Evaluator, function: Any, call: Call, node: Node) -> Value:
    """gcd or lcm of any number of whole numbers."""
    if call.all_known:
        return ev.folded(lambda: function(*(v.known for v in call.values)), node)
    found = known(0 if function is math.gcd else 1)
    for place, value in enumerate(call.values):
        with ev.inside(node, ("part", place)):
            found = whole_function(ev, function.__name__, Call([found, value]), node)
    return found


def whole_function(ev: Evaluator, name: str, call: Call, node: Node) -> Value:
    """A function of whole numbers, as the library has it."""
    values = [plain(ev, value, node) for value in call.values]
    if any(ev.as_type(value) not in (INT, BITS, BOOL) for value in values):
        return ev.wrong_type(node, *values)
    return ev.library(name, [ev.convert(value, INT) for value in values], node)


def whole(ev: Evaluator, number: str) -> str:
    """A fraction without what is behind the point; it fails where that has no room or is no number."""
    if ev.frame.rule:
        fits = ev.op(
            f"fcmp ult double {ev.op(f'call double @llvm.fabs.f64(double {number})')}, {float_text(2.0**63)}"
        )
        ordered = ev.op(f"fcmp ord double {number}, {number}")
        fine = ev.op(f"and i1 {fits}, {ordered}")
        said = ev.unit.failures.of(OverflowError, "a fraction that is no whole number of 64 bits")
        ev.fail_if(ev.op(f"xor i1 {fine}, true"), said)
    return ev.op(f"fptosi double {number} to i64")


def fractions(words: Words) -> None:
    def simple(function: Any, name: str, least: float | None = None, strictly: bool = False) -> None:
        @words.folding(function)
        def word(ev: Evaluator, call: Call, node: Node) -> Value:
            number = ev.convert(plain(ev, call.values[0], node), FLOAT, node).ref
            if least is not None:
                relation = "ule" if strictly else "ult"
                domain = ev.unit.failures.of(ValueError, "math domain error")
                ev.fail_if(ev.op(f"fcmp {relation} double {number}, {float_text(least)}"), domain)
            ev.unit.outside.add(name)
            found = ev.op(f"call double @{name}(double {number})")
            fail_beyond(ev, found, [number])
            if least is None:
                wrong = ev.op(f"fcmp uno double {found}, {found}")
                fine = ev.op(f"fcmp ord double {number}, {number}")
                domain = ev.unit.failures.of(ValueError, "math domain error")
                ev.fail_if(ev.op(f"and i1 {wrong}, {fine}"), domain)
            return Value(FLOAT, found)

    simple(math.sqrt, "llvm.sqrt.f64", 0.0)
    for name in ("log2", "log10"):
        simple(getattr(math, name), name, 0.0, True)
    for name in (
        "exp",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "expm1",
        "cbrt",
        "exp2",
    ):
        simple(getattr(math, name), name)
    simple(math.log1p, "log1p", -1.0, True)
    simple(math.fabs, "llvm.fabs.f64")

    @words.folding(math.log)
    def log(ev: Evaluator, call: Call, node: Node) -> Value:
        domain = ev.unit.failures.of(ValueError, "math domain error")
        found = []
        for value in call.values:
            number = ev.convert(plain(ev, value, node), FLOAT, node).ref
            ev.fail_if(ev.op(f"fcmp ule double {number}, 0.0"), domain)
            found.append(ev.op(f"call double @log(double {number})"))
        ev.unit.outside.add("log")
        if len(found) == 1:
            return Value(FLOAT, found[0])
        ev.fail_if(
            ev.op(f"fcmp oeq double {found[1]}, 0.0"),
            ev.unit.failures.of(ZeroDivisionError, "division by zero"),
        )
        return Value(FLOAT, ev.op(f"fdiv double {found[0]}, {found[1]}"))

    for function, name in ((math.floor, "floor"), (math.ceil, "ceil"), (math.trunc, "trunc")):

        def rounding(ev: Evaluator, call: Call, node: Node, name: str = name) -> Value:
            value = plain(ev, call.values[0], node)
            if value.type is not FLOAT:
                return ev.convert(value, INT, node)
            return Value(INT, whole(ev, ev.op(f"call double @llvm.{name}.f64(double {value.ref})")))

        words.folding(function)(rounding)

    for function, name in (
        (math.pow, "pow"),
        (math.atan2, "atan2"),
        (math.hypot, "hypot"),
        (math.fmod, "fmod"),
    ):

        def two(ev: Evaluator, call: Call, node: Node, name: str = name) -> Value:
            if len(call.values) != 2:
                raise ev.refused(node, f"{name}() of so many")
            if name == "pow":
                left, right = (ev.convert(plain(ev, v, node), FLOAT, node) for v in call.values)
                return ev.binary(ast.Pow(), left, right, node)
            x, y = (ev.convert(plain(ev, v, node), FLOAT, node).ref for v in call.values)
            if name == "fmod":
                ev.fail_if(
                    ev.op(f"fcmp oeq double {y}, 0.0"), ev.unit.failures.of(ValueError, "math domain error")
                )
            found = ev.op(f"call double @{name}(double {x}, double {y})")
            fail_beyond(ev, found, [x, y])
            return Value(FLOAT, found)

        words.folding(function)(two)

    for function, test in ((math.isnan, "uno"), (math.isinf, "")):

        def asks(ev: Evaluator, call: Call, node: Node, test: str = test) -> Value:
            x = ev.convert(plain(ev, call.values[0], node), FLOAT, node).ref
            if test:
                return Value(BOOL, ev.op(f"fcmp uno double {x}, {x}"))
            size = ev.op(f"call double @llvm.fabs.f64(double {x})")
            return Value(BOOL, ev.op(f"fcmp oeq double {size}, {float_text(math.inf)}"))

        words.folding(function)(asks)

    @words.folding(math.prod)
    def prod(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.library(
            "reduced_from", [known(library.checked_product), call.values[0], call.get(1, "start", 1)], node
        )

    @words.folding(math.copysign)
    def copysign(ev: Evaluator, call: Call, node: Node) -> Value:
        x, y = (ev.convert(plain(ev, v, node), FLOAT, node).ref for v in call.values)
        return Value(FLOAT, ev.op(f"call double @llvm.copysign.f64(double {x}, double {y})"))


def makers(words: Words, unit: Any) -> None:
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

    def copying(function: Any, deep: bool) -> None:
        @words.word(function)
        def copied(ev: Evaluator, call: Call, node: Node) -> Value:
            value = call.values[0]
            if value.const and isinstance(value.known, list | set | dict):
                value = ev.general(value)
            return copy_of(ev, value, deep, node)

    copying(copy.copy, False)
    copying(copy.deepcopy, True)

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

    @words.word(isinstance)
    def isinstance_(ev: Evaluator, call: Call, node: Node) -> Value:
        from zermelo.kernel.machine.expressions import is_kind
        from zermelo.kernel.machine.unions import Union

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

    import dataclasses

    words[dataclasses.replace] = replace_record
    words[itertools.chain.from_iterable] = words.flatten  # type: ignore[attr-defined]


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


def tuple_updated(ev: Evaluator, kind: Tuple, cells: Value, index: Value, new: Value, node: Node) -> Value:
    said = f"updated: index out of a tuple of {len(kind.elements)}"
    if index.const:
        place = ev.checked_index(index, known(len(kind.elements)), node, said)
        if ev.dead:
            return EMPTY
        parts = kind.parts(ev, cells)
        parts[place.known] = new
        return make_tuple(ev, parts, kind.kind)
    if not kind.elements:
        ev.fail(ev.unit.failures.of(IndexError, said))
        return EMPTY
    level = kind.levelled(ev, node)
    common = ev.join(level.elements[0], NOTHING.type if new.const and new.known is None else ev.as_type(new))
    wide = Tuple([common] * len(level.elements))
    cells = ev.convert(cells, wide, node)
    to = ev.place(wide.words)
    ev.copy_words(to, cells.ref, wide.words)
    at = ev.checked_index(index, known(len(wide.elements)), node, said)
    if ev.dead:
        return EMPTY
    number = ev.convert(at, INT).ref
    address = ev.at(to, number if common.words == 1 else ev.op(f"mul i64 {number}, {common.words}"))
    if not common.static:
        common.store(ev, ev.owned(ev.convert(new, common)), address)
    return Value(wide, to)


def list_updated(ev: Evaluator, cells: Value, index: Value, new: Value, node: Node) -> Value:
    kind = site_type(ev, node, tuple, "updated")
    kind.meet(ev.unit, cells.type)  # type: ignore[arg-type]
    found = list_of(ev, cells, node, tuple)
    made = found.type
    assert isinstance(made, List)
    made.holds(ev.unit, ev.as_type(new))
    place = ev.checked_index(
        index, Value(INT, made.count(ev, found)), node, "updated: index out of the tuple"
    )
    made.put(ev, found, ev.convert(place, INT).ref, new)
    return found


def copy_of(ev: Evaluator, value: Value, deep: bool, node: Node) -> Value:
    """copy.copy(value), copy.deepcopy(value)."""
    from zermelo.kernel.machine.objects import may_change
    from zermelo.kernel.machine.unions import Union

    kind = value.type
    if isinstance(kind, Union):

        def branches(give: Callable[[Value], None]) -> None:
            def one(member: Type, part: Value) -> None:
                with ev.inside(node, ("copy", member.called)):
                    copied = copy_of(ev, part, deep, node)
                give(copied)

            kind.each_member(ev, value, one)

        return ev.chosen(node, "copy", branches) if may_change(kind) else value
    if isinstance(kind, List) and (kind.kind is list or (deep and may_change(kind.element_type))):
        if not deep or not may_change(kind.element_type):
            return list_of(ev, value, node)
        made = site_type(ev, node, kind.kind, "deep")
        found = list_with(ev, made, [])

        def each(part: Value) -> None:
            with ev.inside(node, "inner"):
                made.append(ev, found, copy_of(ev, part, True, node))

        ev.each(value, each, node)
        return found
    if isinstance(kind, Tuple) and deep and may_change(kind):
        parts = []
        for place, part in enumerate(kind.parts(ev, value)):
            with ev.inside(node, ("part", place)):
                parts.append(copy_of(ev, part, True, node))
        return make_tuple(ev, parts, kind.kind)
    own = getattr(kind, "copied", None)
    return own(ev, value, deep, node) if own is not None else value


_ = (builtins, Const, Type, checked, float_text)
