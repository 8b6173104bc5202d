"""Elements of arrays, read and written as NumPy lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BITS, INT, Bool, Int, Number
from zermelo.kernel.machine.scalars import FLAG, cast, element_type
from zermelo.kernel.machine.types import NEVER, Node, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def load_word(ev: Evaluator, dtype: Any, address: str) -> str:
    """An element as a word of 64 bits, or as a fraction."""
    if dtype.kind == "f":
        return ev.op(f"load double, ptr {address}, align 8")
    size = dtype.itemsize
    found = ev.op(f"load i{8 * size}, ptr {address}, align {size}")
    if size == 8:
        return found
    return ev.op(f"{'sext' if dtype.kind == 'i' else 'zext'} i{8 * size} {found} to i64")


def store_word(ev: Evaluator, dtype: Any, word: str, address: str) -> None:
    """Write an element; of a whole number its lowest bits."""
    if dtype.kind == "f":
        ev.line(f"store double {word}, ptr {address}, align 8")
        return
    size = dtype.itemsize
    if size < 8:
        word = ev.op(f"trunc i64 {word} to i{8 * size}")
    ev.line(f"store i{8 * size} {word}, ptr {address}, align {size}")


def as_element(ev: Evaluator, dtype: Any, word: str) -> Value:
    """What `load_word` gave as a value of the rules."""
    kind = element_type(dtype)
    return Value(FLAG, ev.op(f"icmp ne i64 {word}, 0")) if kind is FLAG else Value(kind, word)


def load_element(ev: Evaluator, dtype: Any, address: str) -> Value:
    return as_element(ev, dtype, load_word(ev, dtype, address))


def word_for(ev: Evaluator, dtype: Any, value: Value, node: Node) -> str:
    """A number of the rules as an element: it fails where there is no room."""
    if value.type is NEVER:
        return "undef"
    kind = ev.as_type(value)
    if not isinstance(kind, Number):
        raise ev.refused(node, f"{kind.called} as an element of an array", "keep to numbers")
    if dtype.kind == "u" and dtype.itemsize == 8 and isinstance(kind, Int) and kind is not BITS:
        number = ev.convert(value, INT).ref
        ev.fail_if(
            ev.op(f"icmp slt i64 {number}, 0"),
            ev.unit.failures.of(OverflowError, "a negative number in an array of uint64"),
        )
        return number
    found = cast(ev, ev.general(value), dtype, node)
    if isinstance(found.type, Bool):
        return ev.op(f"zext i1 {found.ref} to i64")
    return found.ref
