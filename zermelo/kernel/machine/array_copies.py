"""Copies of arrays, writing whole arrays, and products of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_elements import load_word, store_word, word_for
from zermelo.kernel.machine.array_loops import Operand, converted, nest, spread, through, turns
from zermelo.kernel.machine.arrays import READ_ONLY, Array, Parts, moved, new_array, usable
from zermelo.kernel.machine.numbers import INT, Number, float_text
from zermelo.kernel.machine.types import NEVER, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def fresh_copy(ev: Evaluator, value: Value, node: Node, dtype: Any = None) -> Value:
    """A new array of the same elements, as another kind of numbers where one is given."""
    parts = Parts.of(ev, value)
    return copied(ev, parts, dtype).array(ev)


def copied(ev: Evaluator, parts: Parts, dtype: Any = None) -> Parts:
    made = new_array(ev, dtype if dtype is not None else parts.dtype, parts.lengths)
    fill_from(ev, made, parts)
    return made


def fill_from(ev: Evaluator, made: Parts, parts: Parts) -> None:
    """Write the elements of an array of the same shape."""
    if made.dtype == parts.dtype and made.is_compact and parts.is_compact:
        size = made.dtype.itemsize * made.size(ev).known
        if size:
            ev.line(
                f"call void @llvm.memcpy.p0.p0.i64(ptr {made.data}, ptr {parts.data}, i64 {size}, i1 false)"
            )
        return

    def one(addresses: list[str]) -> None:
        word = converted(ev, load_word(ev, parts.dtype, addresses[1]), parts.dtype, made.dtype)
        store_word(ev, made.dtype, word, addresses[0])

    through(ev, [made, parts], one)


def assign(ev: Evaluator, target: Value, new: Value, node: Node, fresh: bool = False) -> None:
    """Write a number, or an array of a shape that goes with it, to all of an array.

    `fresh`: the new array was made for this, so that it does not lie where it is written to.
    """
    if target.type is NEVER or new.type is NEVER or ev.dead:
        return
    parts = Parts.of(ev, target)
    kind = ev.as_type(new)
    if isinstance(kind, Number):
        fill(ev, parts, word_for(ev, parts.dtype, new, node))
        return
    side = Operand(ev, new, node)
    assert side.parts is not None
    source = side.parts
    said = ev.unit.failures.of(ValueError, "could not broadcast input array into another shape")
    while len(source.lengths) > len(parts.lengths):
        if not source.lengths[0].const or source.lengths[0].known != 1:
            ev.fail(said)
            return
        source = Parts(source.dtype, source.data, source.lengths[1:], source.strides[1:])
    missing = len(parts.lengths) - len(source.lengths)
    for length, wanted in zip(source.lengths, parts.lengths[missing:], strict=True):
        if length.const and wanted.const:
            if length.known not in (1, wanted.known):
                ev.fail(said)
                return
            continue
        a, b = ev.convert(length, INT).ref, ev.convert(wanted, INT).ref
        other = ev.op(f"icmp ne i64 {a}, {b}")
        ev.fail_if(ev.op(f"and i1 {other}, {ev.op(f'icmp ne i64 {a}, 1')}"), said)
    if source.data == parts.data and source.lengths == parts.lengths:
        return
    if source.access != READ_ONLY and not fresh:
        source = copied(ev, source)
    fill_from(ev, parts, spread(ev, source, parts.lengths))


def fill(ev: Evaluator, parts: Parts, word: str) -> None:
    """Write one element everywhere."""
    if parts.is_compact and word in ("0", float_text(0.0)):
        size = parts.dtype.itemsize * parts.size(ev).known
        ev.line(f"call void @llvm.memset.p0.i64(ptr {parts.data}, i8 0, i64 {size}, i1 false)")
        return
    through(ev, [parts], lambda addresses: store_word(ev, parts.dtype, word, addresses[0]))


def matrix_product(ev: Evaluator, left: Value, right: Value, node: Node) -> Any:
    """left @ right of whole numbers."""
    if not all(isinstance(ev.as_type(v), Array) for v in (left, right)):
        return NotImplemented
    a, b = (Parts.of(ev, ev.general(value)) for value in (left, right))
    dtype = usable(ev, np.result_type(a.dtype, b.dtype))
    if dtype.kind == "f":
        raise ev.refused(node, "a product of matrices of fractions", "write the sums out with loops")
    if max(len(a.lengths), len(b.lengths)) > 2:
        raise ev.refused(
            node, "a product of arrays of more than two dimensions", "write the sums out with loops"
        )
    inner = b.lengths[0]
    said = ev.unit.failures.of(ValueError, "matmul: Input operand 1 has a mismatch in its core dimension 0")
    x, y = ev.convert(a.lengths[-1], INT).ref, ev.convert(inner, INT).ref
    if x != y:
        ev.fail_if(ev.op(f"icmp ne i64 {x}, {y}"), said)
    lengths = [*a.lengths[:-1], *b.lengths[1:]]
    made = new_array(ev, dtype, lengths or [known(1)])
    total = ev.place()
    multiply, add = ("and", "or") if dtype.kind == "b" else ("mul", "add")

    def cell(indices: list[Value]) -> None:
        row = moved(ev, a.data, list(zip(indices, a.strides[:-1], strict=False)))
        column = moved(ev, b.data, [(indices[-1], b.strides[1])] if len(b.lengths) > 1 else [])
        ev.line(f"store i64 0, ptr {total}, align 8")

        def one(place: Value) -> None:
            p = load_word(ev, a.dtype, moved(ev, row, [(place, a.strides[-1])]))
            q = load_word(ev, b.dtype, moved(ev, column, [(place, b.strides[0])]))
            both = ev.op(f"{multiply} i64 {p}, {q}")
            now = ev.op(f"load i64, ptr {total}, align 8")
            ev.line(f"store i64 {ev.op(f'{add} i64 {now}, {both}')}, ptr {total}, align 8")

        turns(ev, inner, one)
        to = moved(ev, made.data, list(zip(indices, made.strides, strict=False)))
        store_word(ev, dtype, ev.op(f"load i64, ptr {total}, align 8"), to)

    nest(ev, lengths, cell)
    return made.array(ev) if lengths else made.first(ev, known(0)).value(ev)
