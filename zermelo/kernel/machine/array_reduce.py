"""Sums, largest elements and the like, of whole arrays or along one dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_elements import as_element, load_word, store_word
from zermelo.kernel.machine.array_loops import converted, flat, narrowed, nest, turns
from zermelo.kernel.machine.arrays import Parts, moved, new_array, plus, times
from zermelo.kernel.machine.numbers import INT, float_text
from zermelo.kernel.machine.scalars import scalar
from zermelo.kernel.machine.types import EMPTY, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

PAIRED = 128
"""So many fractions NumPy adds in one go."""


def result_kind(ev: Evaluator, name: str, dtype: Any) -> Any:
    """The kind of numbers that a reduction gives."""
    if name in ("argmax", "argmin", "count_nonzero"):
        return np.dtype(np.int64)
    if name in ("any", "all"):
        return np.dtype(bool)
    return getattr(np, name)(np.ones(1, dtype)).dtype


def reduced(ev: Evaluator, name: str, value: Value, axis: Value | None, node: Node) -> Value:
    """value.name(axis)"""
    parts = Parts.of(ev, value)
    kind = result_kind(ev, name, parts.dtype)
    if axis is None or (axis.const and axis.known is None):
        if (
            kind.kind == "f"
            and not parts.ordered
            and len(parts.lengths) > 1
            and name in ("sum", "mean", "prod")
        ):
            raise ev.refused(
                node, f"{name}() of fractions that do not lie side by side", "take .copy() first"
            )
        rows = row_of(ev, parts) if not name.startswith("arg") else flat([parts])[0]
        found = whole(ev, name, rows, kind, node)
        return EMPTY if ev.dead else number(ev, name, kind, found)
    if not axis.const or not isinstance(axis.known, int):
        raise ev.refused(node, f"{name}() along several dimensions", "give one axis at a time")
    count = len(parts.lengths)
    place = axis.known + count * (axis.known < 0)
    if not 0 <= place < count:
        ev.fail(
            ev.unit.failures.of(
                ValueError, f"axis {axis.known} is out of bounds for array of dimension {count}"
            )
        )
        return EMPTY
    if count == 1:
        return number(ev, name, kind, whole(ev, name, parts, kind, node))
    if (
        kind.kind == "f"
        and name in ("sum", "mean", "prod")
        and parts.dtype.kind == "f"
        and place == count - 1
        and not parts.ordered
    ):
        raise ev.refused(node, f"{name}() of fractions that do not lie side by side", "take .copy() first")
    lengths = [n for at, n in enumerate(parts.lengths) if at != place]
    made = new_array(ev, kind, lengths)

    def one(indices: list[Value]) -> None:
        strides = [s for at, s in enumerate(parts.strides) if at != place]
        data = moved(ev, parts.data, list(zip(indices, strides, strict=True)))
        row = Parts(parts.dtype, data, [parts.lengths[place]], [parts.strides[place]])
        found = whole(ev, name, row, kind, node, in_order=place != count - 1)
        store_word(ev, kind, found, moved(ev, made.data, list(zip(indices, made.strides, strict=True))))

    nest(ev, lengths, one)
    return made.array(ev)


def row_of(ev: Evaluator, parts: Parts) -> Parts:
    """The elements in one row, where they lie side by side."""
    if not parts.ordered or len(parts.lengths) == 1:
        return parts
    return Parts(parts.dtype, parts.data, [parts.size(ev)], [known(parts.dtype.itemsize)], parts.access)


def number(ev: Evaluator, name: str, kind: Any, word: str) -> Value:
    """The word of a result as a number of the rules."""
    if name == "count_nonzero":
        return Value(INT, word)
    if kind == np.uint64:  # a sum: what follows is computed with care, not as Bits
        ev.fail_if(ev.op(f"icmp slt i64 {word}, 0"), ev.unit.failures.overflow)
        return Value(scalar(kind), word)
    return as_element(ev, kind, word)


def whole(ev: Evaluator, name: str, parts: Parts, kind: Any, node: Node, in_order: bool = False) -> str:
    """All of an array reduced to one word."""
    if name == "mean":
        return mean(ev, parts, node, in_order)
    if name in ("sum", "prod") and parts.dtype.kind == "f":
        if name == "prod" or in_order:
            return folded_fractions(ev, name, parts)
        return paired_sum(ev, parts, node)
    if name in ("max", "min", "argmax", "argmin"):
        return extreme(ev, name, parts, node)
    first = {"sum": "0", "prod": "1", "any": "0", "all": "1", "count_nonzero": "0"}[name]
    total = ev.place()
    ev.line(f"store i64 {first}, ptr {total}, align 8")

    def one(indices: list[Value]) -> None:
        word = load_word(
            ev, parts.dtype, moved(ev, parts.data, list(zip(indices, parts.strides, strict=True)))
        )
        now = ev.op(f"load i64, ptr {total}, align 8")
        if name in ("any", "all", "count_nonzero"):
            word = converted(ev, word, parts.dtype, np.dtype(bool))
        operation = {"sum": "add", "prod": "mul", "any": "or", "all": "and", "count_nonzero": "add"}[name]
        ev.line(f"store i64 {ev.op(f'{operation} i64 {now}, {word}')}, ptr {total}, align 8")

    nest(ev, parts.lengths, one)
    return narrowed(ev, ev.op(f"load i64, ptr {total}, align 8"), kind)


def extreme(ev: Evaluator, name: str, parts: Parts, node: Node) -> str:
    """The largest or least element, or its place in the order of rows."""
    size = parts.size(ev)
    said = ev.unit.failures.of(ValueError, f"attempt to get {name} of an empty sequence")
    if size.const and size.known == 0:
        ev.fail(said)
        return "undef"
    if not size.const:
        ev.fail_if(ev.op(f"icmp eq i64 {size.ref}, 0"), said)
    fractions = parts.dtype.kind == "f"
    llvm = "double" if fractions else "i64"
    best, place = ev.place(1, llvm), ev.place()
    first = load_word(ev, parts.dtype, parts.data)
    ev.line(f"store {llvm} {first}, ptr {best}, align 8")
    ev.line(f"store i64 0, ptr {place}, align 8")
    largest = name.endswith("max")

    def one(indices: list[Value]) -> None:
        word = load_word(
            ev, parts.dtype, moved(ev, parts.data, list(zip(indices, parts.strides, strict=True)))
        )
        now = ev.op(f"load {llvm}, ptr {best}, align 8")
        if fractions:
            ev.fail_if(
                ev.op(f"fcmp uno double {word}, {word}"),
                ev.unit.failures.of(ValueError, f"{name}() of what is no number"),
            )
            better = ev.op(f"fcmp {'ogt' if largest else 'olt'} double {word}, {now}")
        else:
            sign = "u" if parts.dtype.kind == "u" else "s"
            better = ev.op(f"icmp {sign}{'gt' if largest else 'lt'} i64 {word}, {now}")
        ev.line(
            f"store {llvm} {ev.op(f'select i1 {better}, {llvm} {word}, {llvm} {now}')}, ptr {best}, align 8"
        )
        if name.startswith("arg"):
            at = known(0)
            for index, length in zip(indices, parts.lengths, strict=True):
                at = plus(ev, times(ev, at, length), index)
            before = ev.op(f"load i64, ptr {place}, align 8")
            new = ev.op(f"select i1 {better}, i64 {ev.convert(at, INT).ref}, i64 {before}")
            ev.line(f"store i64 {new}, ptr {place}, align 8")

    nest(ev, parts.lengths, one)
    if name.startswith("arg"):
        return ev.op(f"load i64, ptr {place}, align 8")
    return ev.op(f"load {llvm}, ptr {best}, align 8")


# -- fractions -------------------------------------------------------------------------------------------


def mean(ev: Evaluator, parts: Parts, node: Node, in_order: bool) -> str:
    if parts.dtype.kind == "f":
        total = folded_fractions(ev, "sum", parts) if in_order else paired_sum(ev, parts, node)
    else:
        word = whole(ev, "sum", parts, np.dtype(np.int64), node)
        total = ev.op(f"sitofp i64 {word} to double")
    size = ev.convert(parts.size(ev), INT).ref
    ev.fail_if(ev.op(f"icmp eq i64 {size}, 0"), ev.unit.failures.of(ValueError, "mean of an empty array"))
    return ev.op(f"fdiv double {total}, {ev.op(f'sitofp i64 {size} to double')}")


def folded_fractions(ev: Evaluator, name: str, parts: Parts) -> str:
    """Fractions added or multiplied one after the other."""
    total = ev.place(1, "double")
    ev.line(f"store double {float_text(1.0 if name == 'prod' else 0.0)}, ptr {total}, align 8")

    def one(indices: list[Value]) -> None:
        word = load_word(
            ev, parts.dtype, moved(ev, parts.data, list(zip(indices, parts.strides, strict=True)))
        )
        now = ev.op(f"load double, ptr {total}, align 8")
        operation = "fmul" if name == "prod" else "fadd"
        ev.line(f"store double {ev.op(f'{operation} double {now}, {word}')}, ptr {total}, align 8")

    nest(ev, parts.lengths, one)
    return ev.op(f"load double, ptr {total}, align 8")


def paired_sum(ev: Evaluator, parts: Parts, node: Node) -> str:
    """The sum of a row of fractions in NumPy's order: eight sums side by side, then what is left."""
    (length,), (stride,) = parts.lengths, parts.strides
    most = ev.unit.failures.of(OverflowError, f"the sum of more than {PAIRED} fractions")
    if not length.const:
        ev.fail_if(ev.op(f"icmp sgt i64 {length.ref}, {PAIRED}"), most)
    elif length.known > PAIRED:
        raise ev.refused(node, f"the sum of more than {PAIRED} fractions", "add them in a loop")
    count = ev.convert(length, INT).ref
    sums = [ev.place(1, "double") for _ in range(8)]
    total = ev.place(1, "double")
    few = ev.op(f"icmp slt i64 {count}, 8")
    short, long, over = ev.label("few"), ev.label("many"), ev.label("added")
    ev.branch_if(few, short, long)
    ev.place_label(short)
    ev.line(f"store double {float_text(-0.0)}, ptr {total}, align 8")
    row = Parts(parts.dtype, parts.data, [Value(INT, count)], [stride])
    add_to(ev, total, row, known(0), Value(INT, count))
    ev.branch(over)
    ev.place_label(long)
    for at, place in enumerate(sums):
        word = load_word(ev, parts.dtype, moved(ev, parts.data, [(known(at), stride)]))
        ev.line(f"store double {word}, ptr {place}, align 8")
    rounds = ev.op(f"sub i64 {ev.op(f'lshr i64 {count}, 3')}, 1")

    def eight(turn: Value) -> None:
        base = Value(INT, ev.op(f"mul i64 {ev.op(f'add i64 {turn.ref}, 1')}, 8"))
        for at, place in enumerate(sums):
            word = load_word(ev, parts.dtype, moved(ev, parts.data, [(plus(ev, base, known(at)), stride)]))
            now = ev.op(f"load double, ptr {place}, align 8")
            ev.line(f"store double {ev.op(f'fadd double {now}, {word}')}, ptr {place}, align 8")

    turns(ev, Value(INT, rounds), eight)
    level = [ev.op(f"load double, ptr {place}, align 8") for place in sums]
    while len(level) > 1:
        level = [ev.op(f"fadd double {a}, {b}") for a, b in zip(level[::2], level[1::2], strict=True)]
    ev.line(f"store double {level[0]}, ptr {total}, align 8")
    done = ev.op(f"and i64 {count}, -8")
    add_to(ev, total, row, Value(INT, done), Value(INT, ev.op(f"sub i64 {count}, {done}")))
    ev.place_label(over)
    return ev.op(f"fadd double {ev.op(f'load double, ptr {total}, align 8')}, {float_text(0.0)}")


def add_to(ev: Evaluator, total: str, parts: Parts, start: Value, count: Value) -> None:
    def one(index: Value) -> None:
        at = plus(ev, start, index)
        word = load_word(ev, parts.dtype, moved(ev, parts.data, [(at, parts.strides[0])]))
        now = ev.op(f"load double, ptr {total}, align 8")
        ev.line(f"store double {ev.op(f'fadd double {now}, {word}')}, ptr {total}, align 8")

    turns(ev, count, one)
