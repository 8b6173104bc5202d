"""Arrays made of numbers, tuples, lists and bytes, and lists and bytes made of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_copies import fill, fresh_copy
from zermelo.kernel.machine.array_elements import load_word, store_word, word_for
from zermelo.kernel.machine.array_loops import nest
from zermelo.kernel.machine.arrays import READ_ONLY, Array, Parts, moved, new_array, plus, times, usable
from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT, Number
from zermelo.kernel.machine.scalars import Flag, Scalar
from zermelo.kernel.machine.types import EMPTY, NEVER, Loop, Node, Type, Value, is_none, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def dtype_in(ev: Evaluator, value: Value, node: Node) -> Any:
    """The kind of numbers that an argument names; None where it names none."""
    if not value.const:
        raise ev.refused(node, "a dtype that is not known", "name it, such as dtype=int")
    return None if value.known is None else usable(ev, value.known)


def shape_in(ev: Evaluator, value: Value, node: Node) -> list[Value]:
    """The lengths that an argument gives."""
    kind = ev.as_type(value)
    if isinstance(kind, Number):
        found = [value]
    else:
        count = ev.fixed_length(value)
        if count is None:
            raise ev.refused(
                node, "a shape of so many dimensions that it is not known how many", "write it as a tuple"
            )
        found = ev.unpacked(value, count, node)
    return [length_of(ev, each, node) for each in found]


def length_of(ev: Evaluator, value: Value, node: Node) -> Value:
    if value.const:
        return known(int(value.known))
    number = Value(INT, ev.index(value, node))
    ev.fail_if(
        ev.op(f"icmp slt i64 {number.ref}, 0"),
        ev.unit.failures.of(ValueError, "negative dimensions are not allowed"),
    )
    return number


def filled(ev: Evaluator, lengths: list[Value], value: Value, dtype: Any, node: Node) -> Value:
    """A new array of one number."""
    if dtype is None:
        dtype = leaf_dtype(ev, ev.as_type(value), node)
    if isinstance(ev.as_type(value), Array):
        from zermelo.kernel.machine.array_copies import assign

        made = new_array(ev, dtype, lengths).array(ev)
        assign(ev, made, value, node)
        return made
    parts = new_array(ev, dtype, lengths)
    fill(ev, parts, word_for(ev, parts.dtype, value, node))
    return parts.array(ev)


# -- from Python's containers ----------------------------------------------------------------------------


def leaf_dtype(ev: Evaluator, kind: Type, node: Node) -> Any:
    """The kind of numbers that NumPy makes an array of, of numbers of a type."""
    if isinstance(kind, Scalar | Flag):
        if not kind.sure and kind.dtype != np.int64:
            raise ev.refused(
                node, "an array of numbers that are Python's at times and NumPy's at others", "give its dtype"
            )
        return kind.dtype
    if isinstance(kind, Array):
        return kind.dtype
    if kind is FLOAT:
        return np.dtype(np.float64)
    if kind is BITS:
        raise ev.refused(node, "an array of Bits without a dtype", "write dtype=np.uint64")
    if kind is BOOL:
        return np.dtype(bool)
    if isinstance(kind, Number) or kind is NEVER:
        return np.dtype(np.int64)
    raise ev.refused(node, f"an array of {kind.called}", "make arrays of numbers")


def leaves(ev: Evaluator, value: Value, node: Node) -> list[Type]:
    """The types of the numbers in a value, and how deep they lie, the same everywhere."""
    from zermelo.kernel.machine.lists import List
    from zermelo.kernel.machine.tuples import Tuple

    kind = ev.as_type(value)
    if isinstance(kind, Tuple):
        return [each for part in kind.elements for each in leaves(ev, Value(part, "undef"), node)]
    if isinstance(kind, List):
        element = kind.element_type
        return leaves(ev, Value(element, "undef"), node) if element is not NEVER else []
    if is_none(kind):
        raise ev.refused(node, "None in an array", "use a number for what is not there")
    return [kind]


def array_dtype(ev: Evaluator, value: Value, node: Node) -> Any:
    """The kind of numbers that NumPy makes of a value."""
    found = {leaf_dtype(ev, each, node) for each in leaves(ev, value, node)}
    if not found:
        return np.dtype(np.float64) if ev.fixed_length(value) == 0 else np.dtype(np.int64)
    return np.result_type(*found)


def array_of(ev: Evaluator, value: Value, dtype: Any, node: Node) -> Value:
    """np.array(value, dtype)"""
    if value.type is NEVER or ev.dead:
        return EMPTY
    if isinstance(value.type, Loop):
        raise ev.refused(node, "an array of a generator", "make a list of it first")
    if value.const and type(value.known) is range:
        value = known(ev.unit.kept(("range", value.known), tuple(value.known)))
    if not isinstance(ev.as_type(value), Array):
        value = ev.general(value)
    kind = ev.as_type(value)
    if isinstance(kind, Array):
        return fresh_copy(ev, ev.general(value), node, dtype)
    if dtype is None:
        dtype = array_dtype(ev, value, node)
    if isinstance(kind, Number):
        raise ev.refused(node, "an array of no dimension", "use the number itself")
    lengths = shape_of(ev, value, node)
    made = new_array(ev, dtype, lengths)
    cursor = ev.place()
    ev.line(f"store i64 0, ptr {cursor}, align 8")
    put(ev, made, cursor, value, lengths, node)
    return made.array(ev)


def shape_of(ev: Evaluator, value: Value, node: Node) -> list[Value]:
    """The lengths of nested lists and tuples, as the first of each level has them."""
    kind = value.type
    if isinstance(kind, Number):
        return []
    if isinstance(kind, Array):
        return Parts.of(ev, value).lengths
    length = kind.length(ev, value, node)
    if length.const:
        if length.known == 0:
            return [length]
        return [length, *shape_of(ev, ev.item(value, known(0), node), node)]
    element = kind.element_type  # type: ignore[attr-defined]
    if element is NEVER or isinstance(element, Number):
        return [length]
    empty = ev.unit.failures.of(ValueError, "an array of no rows")
    ev.fail_if(ev.op(f"icmp eq i64 {length.ref}, 0"), empty)
    return [length, *shape_of(ev, ev.item(value, known(0), node), node)]


def put(ev: Evaluator, made: Parts, cursor: str, value: Value, lengths: list[Value], node: Node) -> None:
    """Write the numbers in nested lists and tuples one after the other; all rows must be of one length."""
    kind = value.type
    if isinstance(kind, Number):
        if lengths:
            uneven(ev, "true")
            return
        put_word(ev, made, cursor, word_for(ev, made.dtype, value, node))
        return
    if kind is NEVER:
        return
    if not lengths:
        uneven(ev, "true")
        return
    length = kind.length(ev, value, node)
    if not (length.const and lengths[0].const and length.known == lengths[0].known):
        uneven(ev, ev.op(f"icmp ne i64 {ev.convert(length, INT).ref}, {ev.convert(lengths[0], INT).ref}"))
    if isinstance(kind, Array):
        parts = Parts.of(ev, value)

        def cell(place: list[Value]) -> None:
            from zermelo.kernel.machine.array_loops import converted

            word = load_word(
                ev, parts.dtype, moved(ev, parts.data, list(zip(place, parts.strides, strict=True)))
            )
            put_word(ev, made, cursor, converted(ev, word, parts.dtype, made.dtype))

        nest(ev, parts.lengths, cell)
        return
    kind.each(ev, value, lambda part: put(ev, made, cursor, ev.general(part), lengths[1:], node), node)


def uneven(ev: Evaluator, condition: str) -> None:
    said = ev.unit.failures.of(
        ValueError, "setting an array element with a sequence: the rows are of several lengths"
    )
    ev.fail_if(condition, said)


def put_word(ev: Evaluator, made: Parts, cursor: str, word: str) -> None:
    now = Value(INT, ev.op(f"load i64, ptr {cursor}, align 8"))
    store_word(ev, made.dtype, word, moved(ev, made.data, [(now, known(made.dtype.itemsize))]))
    ev.line(f"store i64 {plus(ev, now, known(1)).ref}, ptr {cursor}, align 8")


# -- bytes -----------------------------------------------------------------------------------------------


def bytes_of(ev: Evaluator, value: Value, node: Node) -> Value:
    """value.tobytes()"""
    from zermelo.kernel.machine.texts import BYTES

    parts = Parts.of(ev, value)
    size = ev.convert(times(ev, parts.size(ev), known(parts.dtype.itemsize)), INT).ref
    room = ev.claim(f"@text_room_1(ptr %context, i64 {size})")
    compact = Parts(parts.dtype, ev.at(room, 1), parts.lengths, [])
    step, strides = known(parts.dtype.itemsize), list[Value]()
    for length in reversed(parts.lengths):
        strides.append(step)
        step = times(ev, step, length)
    compact.strides = strides[::-1]
    from zermelo.kernel.machine.array_copies import fill_from

    fill_from(ev, compact, parts)
    return Value(BYTES, ev.op(f"call i64 @text_made_1(ptr %context, ptr {room}, i64 {size}, i64 {size})"))


def from_bytes(ev: Evaluator, value: Value, dtype: Any, node: Node) -> Value:
    """np.frombuffer(value, dtype)"""
    from zermelo.kernel.machine.texts import Text

    kind = ev.as_type(value)
    if not isinstance(kind, Text) or kind.python is not bytes:
        raise ev.refused(node, f"np.frombuffer() of {kind.called}", "give it bytes")
    dtype = usable(ev, dtype or np.float64)
    length = kind.length(ev, value, node) if not value.const else known(len(value.known))
    size = dtype.itemsize
    said = ev.unit.failures.of(ValueError, "buffer size must be a multiple of element size")
    if length.const:
        count = known(length.known // size)
        if length.known % size:
            ev.fail(said)
            return EMPTY
    else:
        if size > 1:
            ev.fail_if(ev.op(f"icmp ne i64 {ev.op(f'and i64 {length.ref}, {size - 1}')}, 0"), said)
        count = Value(INT, ev.op(f"lshr i64 {length.ref}, {size.bit_length() - 1}")) if size > 1 else length
    bytes_ = ev.convert(length, INT).ref
    room = ev.claim(f"@text_room_1(ptr %context, i64 {bytes_})")
    ev.op(f"call i1 @text_copy_1(ptr {room}, i64 0, i64 {kind.word(ev, value)}, i64 0, i64 {bytes_})")
    return Parts(dtype, ev.at(room, 1), [count], [known(size)], READ_ONLY).array(ev)
