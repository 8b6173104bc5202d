"""NumPy's functions that make arrays, and those that go through all elements."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_copies import assign, fresh_copy
from zermelo.kernel.machine.array_elements import load_element, store_word
from zermelo.kernel.machine.array_loops import Operand, converted, elementwise, turns, unary
from zermelo.kernel.machine.array_loops import of_one as computed_of_one
from zermelo.kernel.machine.array_make import array_of, bytes_of, dtype_in, filled, from_bytes, shape_in
from zermelo.kernel.machine.array_reduce import reduced
from zermelo.kernel.machine.array_shapes import ravel
from zermelo.kernel.machine.array_table import FUNCTIONS, METHODS, array_in, enter, library, on_array
from zermelo.kernel.machine.arrays import Array, Parts, moved, new_array, plus, times
from zermelo.kernel.machine.numbers import BOOL, FLOAT, INT, Number
from zermelo.kernel.machine.scalars import (
    COMPARED,
    FLAG,
    Scalar,
    cast,
    examples,
    is_numpy,
    result_dtype,
    scalar,
    without,
)
from zermelo.kernel.machine.types import EMPTY, NOTHING, Call, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

KINDS = (
    np.bool_,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint16,
    np.uint32,
    np.uint64,
    np.float64,
)


def words(table: Any, unit: Any) -> None:
    """Enter all words."""
    from zermelo.kernel.machine import array_places

    assert array_places
    table.update(FUNCTIONS)
    table.readers |= set(FUNCTIONS)


@enter(np.array, most=2, names="dtype")
def array(ev: Evaluator, call: Call, node: Node) -> Value:
    return array_of(ev, call.values[0], dtype_in(ev, call.get(1, "dtype"), node), node)


@enter(np.asarray, np.asanyarray, most=2, names="dtype")
def asarray(ev: Evaluator, call: Call, node: Node) -> Value:
    dtype = dtype_in(ev, call.get(1, "dtype"), node)
    value = call.values[0]
    if isinstance(value.type, Array) and dtype in (None, value.type.dtype):
        return value
    return array_of(ev, value, dtype, node)


def maker(function: Any, value: Any, place: int) -> None:
    @enter(function, most=place + 1, names="shape fill_value dtype")
    def make(ev: Evaluator, call: Call, node: Node) -> Value:
        dtype = dtype_in(ev, call.get(place, "dtype"), node)
        number = call.get(1, "fill_value") if value is None else known(value)
        default = np.dtype(np.float64) if value is not None else None
        return filled(ev, shape_in(ev, call.get(0, "shape"), node), number, dtype or default, node)


def like(function: Any, value: Any, place: int) -> None:
    @enter(function, most=place + 1, names="fill_value dtype")
    @on_array
    def make(ev: Evaluator, call: Call, node: Node) -> Value:
        parts = Parts.of(ev, call.values[0])
        dtype = dtype_in(ev, call.get(place, "dtype"), node) or parts.dtype
        number = call.get(1, "fill_value") if value is None else known(value)
        return filled(ev, parts.lengths, number, dtype, node)


maker(np.zeros, 0, 1)
maker(np.empty, 0, 1)
maker(np.ones, 1, 1)
maker(np.full, None, 2)
like(np.zeros_like, 0, 1)
like(np.empty_like, 0, 1)
like(np.ones_like, 1, 1)
like(np.full_like, None, 2)


@enter(np.arange, most=4, names="dtype")
def arange(ev: Evaluator, call: Call, node: Node) -> Value:
    values = [each for each in call.values if not (each.const and each.known is None)][:3]
    dtype = dtype_in(ev, call.get(3, "dtype"), node)
    if any(ev.as_type(each) is FLOAT for each in values):
        raise ev.refused(node, "np.arange() of fractions", "divide an arange of whole numbers")
    start, stop = values[:2] if len(values) > 1 else (known(0), values[0])
    step = values[2] if len(values) > 2 else known(1)
    if not step.const or step.known == 0:
        raise ev.refused(node, "np.arange() with a step that is not known", "write the step as a number")
    if start.const and stop.const:
        length = known(len(range(start.known, stop.known, step.known)))
    else:
        low, high = (
            ev.convert(each, INT).ref for each in ((start, stop) if step.known > 0 else (stop, start))
        )
        span = ev.op(f"call i64 @llvm.smax.i64(i64 {ev.op(f'sub i64 {high}, {low}')}, i64 0)")
        size = abs(step.known)
        length = Value(INT, ev.op(f"udiv i64 {ev.op(f'add i64 {span}, {size - 1}')}, {size}"))
    made = new_array(ev, dtype or np.int64, [length])

    def one(place: Value) -> None:
        word = ev.convert(plus(ev, start, times(ev, place, step)), INT).ref
        to = moved(ev, made.data, [(place, made.strides[0])])
        store_word(ev, made.dtype, converted(ev, word, np.dtype(np.int64), made.dtype), to)

    turns(ev, length, one)
    return made.array(ev)


@enter(np.frombuffer, most=2, names="dtype")
def frombuffer(ev: Evaluator, call: Call, node: Node) -> Value:
    return from_bytes(ev, call.values[0], dtype_in(ev, call.get(1, "dtype"), node), node)


@enter(np.eye, np.identity, most=1, names="dtype")
def eye(ev: Evaluator, call: Call, node: Node) -> Value:
    if len(call.values) > 1 or set(call.named) - {"dtype"}:
        raise ev.refused(node, "np.eye() of several lengths", "write it with np.zeros() and a loop")
    dtype = known(dtype_in(ev, call.get(9, "dtype"), node) or np.dtype(np.float64))
    return library(ev, "eye", [call.values[0], dtype], node)


@enter(np.copy, method="copy", most=1)
@on_array
def copy(ev: Evaluator, call: Call, node: Node) -> Value:
    return fresh_copy(ev, call.values[0], node)


METHODS["__copy__"] = METHODS["__deepcopy__"] = copy


@enter(method="astype", most=2, names="dtype")
def astype(ev: Evaluator, call: Call, node: Node) -> Value:
    return fresh_copy(ev, call.values[0], node, dtype_in(ev, call.get(1, "dtype"), node))


@enter(method="tobytes", most=1)
def tobytes(ev: Evaluator, call: Call, node: Node) -> Value:
    return bytes_of(ev, call.values[0], node)


@enter(method="tolist", most=1)
def tolist(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    assert isinstance(kind, Array)
    if kind.dimensions > 3:
        raise ev.refused(node, "tolist() of so many dimensions", "loop over the array")
    return library(ev, f"listed_{kind.dimensions}", [call.values[0]], node)


@enter(method="fill", most=2)
def fill(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    assert isinstance(kind, Array)
    kind.writes(ev, node)
    assign(ev, call.values[0], call.values[1], node)
    return NOTHING


@enter(method="item", most=4)
def item(ev: Evaluator, call: Call, node: Node) -> Value:
    first, *rest = call.values
    if len(rest) > 1:
        return without(ev.item(first, ev.make_tuple(rest), node))
    flat = ravel(ev, Call([first]), node)
    if rest:
        return without(ev.item(flat, rest[0], node))
    size = Parts.of(ev, flat).lengths[0]
    said = ev.unit.failures.of(ValueError, "can only convert an array of size 1 to a Python scalar")
    ev.fail_if(ev.op(f"icmp ne i64 {ev.convert(size, INT).ref}, 1"), said)
    return without(load_element(ev, flat.type.dtype, Parts.of(ev, flat).data))  # type: ignore[attr-defined]


def reduction(name: str, *functions: Any) -> None:
    @enter(*functions, method=name, most=2, names="axis")
    @on_array
    def reduce_(ev: Evaluator, call: Call, node: Node) -> Value:
        extra = call.named.keys() - {"axis"}
        if extra or len(call.values) > 2:
            raise ev.refused(
                node,
                f"{name}() with {', '.join(sorted(extra)) or 'so many arguments'}",
                "give an axis at most",
            )
        return reduced(ev, name, call.values[0], call.get(1, "axis"), node)


reduction("sum", np.sum)
reduction("prod", np.prod)
reduction("max", np.max, np.amax)
reduction("min", np.min, np.amin)
reduction("any", np.any)
reduction("all", np.all)
reduction("mean", np.mean)
reduction("argmax", np.argmax)
reduction("argmin", np.argmin)
reduction("count_nonzero", np.count_nonzero)
del METHODS["count_nonzero"]


def of_two(ufunc: Any, operator: ast.operator) -> None:
    @enter(ufunc, most=2)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = (array_or_number(ev, value, node) for value in call.values[:2])
        return ev.binary(operator, left, right, node)


def array_or_number(ev: Evaluator, value: Value, node: Node) -> Value:
    return value if isinstance(ev.as_type(value), Number) else array_in(ev, value, node)


ARITHMETIC: list[tuple[Any, ast.operator]] = [
    (np.add, ast.Add()),
    (np.subtract, ast.Sub()),
    (np.multiply, ast.Mult()),
    (np.floor_divide, ast.FloorDiv()),
    (np.true_divide, ast.Div()),
    (np.mod, ast.Mod()),
    (np.power, ast.Pow()),
    (np.bitwise_and, ast.BitAnd()),
    (np.bitwise_or, ast.BitOr()),
    (np.bitwise_xor, ast.BitXor()),
    (np.left_shift, ast.LShift()),
    (np.right_shift, ast.RShift()),
]
for each, operator in ARITHMETIC:
    of_two(each, operator)


def compared(ufunc: Any, name: str) -> None:
    @enter(ufunc, most=2)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = (array_or_number(ev, value, node) for value in call.values[:2])
        return ev.compare(name, left, right, node)


for name, ufunc in COMPARED.items():
    compared(ufunc, name)


def of_one(name: str, *ufuncs: Any) -> None:
    @enter(*ufuncs, most=1)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        value = array_or_number(ev, call.values[0], node)
        if isinstance(ev.as_type(value), Array):
            return unary(ev, name, value, node)  # type: ignore[no-any-return]
        number = ev.general(value)
        if name == "neg":
            return ev.unary("neg", lambda x: -x, number, node)
        if number.type is FLOAT:
            return Value(FLOAT, computed_of_one(ev, name, np.dtype(np.float64), number.ref))
        if not is_numpy(number.type):
            number = ev.convert(number, scalar(np.int64), node)
        if name == "abs":
            kind = number.type
            assert isinstance(kind, Scalar)
            return kind.absolute(ev, number, node)
        above = ev.op(f"zext i1 {ev.op(f'icmp ne i64 {number.ref}, 0')} to i64")
        return Value(
            number.type, ev.op(f"select i1 {ev.op(f'icmp slt i64 {number.ref}, 0')}, i64 -1, i64 {above}")
        )


of_one("abs", np.abs, np.absolute)
of_one("sign", np.sign)
of_one("neg", np.negative)


def logical(ufunc: Any, operator: str) -> None:
    @enter(ufunc, most=2)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        values = [array_or_number(ev, value, node) for value in call.values]
        sides = [Operand(ev, as_truth(ev, value), node) for value in values]
        bits = np.dtype(bool)
        if all(side.parts is None for side in sides):
            found = [ev.bit(ev.truth(value)) for value in values]
            word_ = (
                ev.op(f"xor i1 {found[0]}, true")
                if operator == "not"
                else ev.op(f"{operator} i1 {found[0]}, {found[1]}")
            )
            return Value(FLAG, word_)

        def compute(addresses: list[str]) -> str:
            given = [side.read(ev, bits, address) for side, address in zip(sides, addresses, strict=True)]
            return (
                ev.op(f"xor i64 {given[0]}, 1")
                if operator == "not"
                else ev.op(f"{operator} i64 {given[0]}, {given[1]}")
            )

        return elementwise(ev, sides, bits, compute, node)


def as_truth(ev: Evaluator, value: Value) -> Value:
    return value if isinstance(ev.as_type(value), Array) else Value(BOOL, ev.bit(ev.truth(value)))


logical(np.logical_and, "and")
logical(np.logical_or, "or")
logical(np.logical_xor, "xor")
logical(np.logical_not, "not")


def chooser(ufunc: Any, largest: bool) -> None:
    @enter(ufunc, most=2)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        sides = [Operand(ev, array_or_number(ev, value, node), node) for value in call.values[:2]]
        if all(side.parts is None for side in sides):
            found = chosen_number(ev, [side.value for side in sides], ufunc, largest, node)
            return found
        dtype = result_dtype(ev, ufunc, [side.examples for side in sides], node, exact=True)
        if dtype is None or ev.dead:
            return EMPTY
        for side in sides:
            side.fits(ev, dtype)

        def compute(addresses: list[str]) -> str:
            x, y = (side.read(ev, dtype, address) for side, address in zip(sides, addresses, strict=True))
            return larger(ev, x, y, dtype, largest)

        return elementwise(ev, sides, dtype, compute, node)


def larger(ev: Evaluator, x: str, y: str, dtype: Any, largest: bool) -> str:
    if dtype.kind == "f":
        unordered = ev.op(f"fcmp uno double {x}, {y}")
        ev.fail_if(unordered, ev.unit.failures.of(ValueError, "the larger of two that are no numbers"))
        better = ev.op(f"fcmp {'ogt' if largest else 'olt'} double {y}, {x}")
        return ev.op(f"select i1 {better}, double {y}, double {x}")
    sign = "u" if dtype == np.uint64 else "s"
    better = ev.op(f"icmp {sign}{'gt' if largest else 'lt'} i64 {y}, {x}")
    return ev.op(f"select i1 {better}, i64 {y}, i64 {x}")


def chosen_number(ev: Evaluator, values: list[Value], ufunc: Any, largest: bool, node: Node) -> Value:
    dtype = result_dtype(ev, ufunc, [examples(ev, value) for value in values], node)
    kind = FLOAT if dtype.kind == "f" else scalar(dtype)
    x, y = (ev.convert(value, kind, node).ref for value in values)
    return Value(kind, larger(ev, x, y, dtype, largest))


chooser(np.maximum, True)
chooser(np.minimum, False)


@enter(np.clip, method="clip", most=3, names="min max")
@on_array
def clip(ev: Evaluator, call: Call, node: Node) -> Value:
    return library(ev, "clipped", [call.values[0], call.get(1, "min"), call.get(2, "max")], node)


def kind_word(kind: Any) -> None:
    @enter(kind, most=1)
    def make(ev: Evaluator, call: Call, node: Node) -> Value:
        value = call.values[0] if call.values else known(0)
        if isinstance(ev.as_type(value), Array):
            return fresh_copy(ev, ev.general(value), node, np.dtype(kind))
        return cast(ev, ev.general(value), np.dtype(kind), node)


for kind in KINDS:
    kind_word(kind)
