"""NumPy's functions, and the methods and attributes of arrays."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine import array_library
from zermelo.kernel.machine.array_loops import (
    Operand,
    assign,
    converted,
    copied,
    elementwise,
    fresh_copy,
    matrix_product,
    nest,
    turns,
    unary,
)
from zermelo.kernel.machine.array_make import array_dtype, array_of, bytes_of, dtype_in, filled, from_bytes, shape_in
from zermelo.kernel.machine.array_reduce import reduced
from zermelo.kernel.machine.arrays import Array, Parts, load_element, load_word, moved, new_array, plus, product, store_word, times, usable
from zermelo.kernel.machine.numbers import BOOL, FLOAT, INT, Number
from zermelo.kernel.machine.scalars import cast, is_numpy, result_dtype
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Call, Loop, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

Word = Callable[["Evaluator", Call, Node], Value]
METHODS: dict[str, Word] = {}
"""Methods of arrays; the array is the first argument."""
FUNCTIONS: dict[Any, Word] = {}
"""Functions of NumPy."""
KINDS = (np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float64)


def enter(*functions: Any, method: str = "") -> Callable[[Word], Word]:
    """Enter a word for functions of NumPy, and as a method."""

    def entered(word: Word) -> Word:
        for function in functions:
            FUNCTIONS[function] = word
        if method:
            METHODS[method] = word
        return word

    return entered


def words(table: Any, unit: Any) -> None:
    """Enter all words."""
    table.update(FUNCTIONS)
    table.readers |= set(FUNCTIONS)


def array_in(ev: Evaluator, value: Value, node: Node) -> Value:
    """A value as an array: what is none becomes one."""
    if value.type is NEVER or ev.dead:
        return EMPTY
    if isinstance(ev.as_type(value), Array):
        return ev.general(value)
    return array_of(ev, value, None, node)


def on_array(word: Word) -> Word:
    """The word, given an array as its first argument."""

    def given(ev: Evaluator, call: Call, node: Node) -> Value:
        first = array_in(ev, call.values[0], node)
        return word(ev, Call([first, *call.values[1:]], call.named), node) if not ev.dead else EMPTY

    return given


# -- new arrays ------------------------------------------------------------------------------------------


@enter(np.array)
def array(ev: Evaluator, call: Call, node: Node) -> Value:
    return array_of(ev, call.values[0], dtype_in(ev, call.get(1, "dtype"), node), node)


@enter(np.asarray, np.asanyarray)
def asarray(ev: Evaluator, call: Call, node: Node) -> Value:
    dtype = dtype_in(ev, call.get(1, "dtype"), node)
    value = call.values[0]
    if isinstance(value.type, Array) and dtype in (None, value.type.dtype):
        return value
    return array_of(ev, value, dtype, node)


def maker(function: Any, value: Any, place: int) -> None:
    @enter(function)
    def make(ev: Evaluator, call: Call, node: Node) -> Value:
        dtype = dtype_in(ev, call.get(place, "dtype"), node)
        number = call.get(1, "fill_value") if value is None else known(value)
        default = np.dtype(np.float64) if value is not None else None
        return filled(ev, shape_in(ev, call.get(0, "shape"), node), number, dtype or default, node)


def like(function: Any, value: Any, place: int) -> None:
    @enter(function)
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


@enter(np.arange)
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
        low, high = (ev.convert(each, INT).ref for each in ((start, stop) if step.known > 0 else (stop, start)))
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


@enter(np.frombuffer)
def frombuffer(ev: Evaluator, call: Call, node: Node) -> Value:
    return from_bytes(ev, call.values[0], dtype_in(ev, call.get(1, "dtype"), node), node)


@enter(np.eye, np.identity)
def eye(ev: Evaluator, call: Call, node: Node) -> Value:
    if len(call.values) > 1 or set(call.named) - {"dtype"}:
        raise ev.refused(node, "np.eye() of several lengths", "write it with np.zeros() and a loop")
    dtype = known(dtype_in(ev, call.get(9, "dtype"), node) or np.dtype(np.float64))
    return library(ev, "eye", [call.values[0], dtype], node)


@enter(np.copy, method="copy")
@on_array
def copy(ev: Evaluator, call: Call, node: Node) -> Value:
    return fresh_copy(ev, call.values[0], node)


METHODS["__copy__"] = METHODS["__deepcopy__"] = copy


@enter(method="astype")
def astype(ev: Evaluator, call: Call, node: Node) -> Value:
    return fresh_copy(ev, call.values[0], node, dtype_in(ev, call.get(1, "dtype"), node))


@enter(method="tobytes")
def tobytes(ev: Evaluator, call: Call, node: Node) -> Value:
    return bytes_of(ev, call.values[0], node)


@enter(method="tolist")
def tolist(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    assert isinstance(kind, Array)
    if kind.dimensions > 3:
        raise ev.refused(node, "tolist() of so many dimensions", "loop over the array")
    return library(ev, f"listed_{kind.dimensions}", [call.values[0]], node)


@enter(method="fill")
def fill(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    assert isinstance(kind, Array)
    kind.writes(ev, node)
    assign(ev, call.values[0], call.values[1], node)
    return NOTHING


@enter(method="item")
def item(ev: Evaluator, call: Call, node: Node) -> Value:
    from zermelo.kernel.machine.scalars import without

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


def library(ev: Evaluator, name: str, values: list[Value], node: Node) -> Value:
    """A call of a function of array_library."""
    return ev.call_python(getattr(array_library, name), Call(values), node)


# -- shapes ----------------------------------------------------------------------------------------------


@enter(np.reshape, method="reshape")
@on_array
def reshape(ev: Evaluator, call: Call, node: Node) -> Value:
    first, *rest = call.values
    if set(call.named) - {"shape", "newshape"}:
        raise ev.refused(node, "reshape() in another order", "transpose the array first")
    rest = rest or [*call.named.values()]
    lengths = rest if len(rest) > 1 else shape_or_any(ev, rest[0], node)
    parts = Parts.of(ev, first)
    size = parts.size(ev)
    open_ = [place for place, each in enumerate(lengths) if each.const and each.known == -1]
    lengths = [each if place in open_ else known(int(each.known)) if each.const else Value(INT, ev.index(each, node)) for place, each in enumerate(lengths)]
    others = product(ev, [each for place, each in enumerate(lengths) if place not in open_])
    said = ev.unit.failures.of(ValueError, "cannot reshape array into this shape")
    if open_:
        if size.const and others.const:
            if others.known == 0 or size.known % others.known:
                ev.fail(said)
                return EMPTY
            lengths[open_[0]] = known(size.known // others.known)
        else:
            a, b = ev.convert(size, INT).ref, ev.convert(others, INT).ref
            ev.fail_if(ev.op(f"icmp eq i64 {b}, 0"), said)
            ev.fail_if(ev.op(f"icmp ne i64 {ev.op(f'urem i64 {a}, {b}')}, 0"), said)
            lengths[open_[0]] = Value(INT, ev.op(f"udiv i64 {a}, {b}"))
    elif size.const and others.const:
        if size.known != others.known:
            ev.fail(said)
            return EMPTY
    else:
        a, b = ev.convert(size, INT).ref, ev.convert(others, INT).ref
        ev.fail_if(ev.op(f"icmp ne i64 {a}, {b}"), said)
    return shaped(ev, parts, lengths, node).array(ev)


def shape_or_any(ev: Evaluator, value: Value, node: Node) -> list[Value]:
    """The lengths that an argument gives, of which one may be -1."""
    if isinstance(ev.as_type(value), Number):
        return [value]
    count = ev.fixed_length(value)
    if count is None:
        raise ev.refused(node, "a shape of so many dimensions that it is not known how many", "write it as a tuple")
    return ev.unpacked(value, count, node)


def shaped(ev: Evaluator, parts: Parts, lengths: list[Value], node: Node) -> Parts:
    """The elements in their order with other lengths: a view where they lie side by side, else new ones."""
    if not lies_in_order(parts):
        if not lies_at_random(parts):
            raise ev.refused(node, "reshape() of an array of which it is not known whether it is copied", "take .copy() first")
        parts = copied(ev, parts)
    step: Value = known(parts.dtype.itemsize)
    if len(parts.lengths) == 1:
        step = parts.strides[0]
    strides = []
    for length in reversed(lengths):
        strides.append(step)
        step = times(ev, step, length)
    return Parts(parts.dtype, parts.data, lengths, strides[::-1], parts.access, parts.ordered)


def lies_in_order(parts: Parts) -> bool:
    """Whether the elements lie one after the other, row by row."""
    return len(parts.lengths) == 1 or parts.ordered


def lies_at_random(parts: Parts) -> bool:
    """Whether it is known that they do not."""
    return all(n.const for n in (*parts.lengths, *parts.strides))


@enter(np.ravel, method="ravel")
@on_array
def ravel(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = Parts.of(ev, call.values[0])
    return shaped(ev, parts, [parts.size(ev)], node).array(ev)


@enter(method="flatten")
def flatten(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = copied(ev, Parts.of(ev, call.values[0]))
    strides = [known(parts.dtype.itemsize)]
    return Parts(parts.dtype, parts.data, [parts.size(ev)], strides).array(ev)


@enter(np.transpose, method="transpose")
@on_array
def transpose(ev: Evaluator, call: Call, node: Node) -> Value:
    if len(call.values) > 1 or call.named:
        raise ev.refused(node, "transpose() in a given order", "use .T")
    return transposed(ev, call.values[0])


def transposed(ev: Evaluator, value: Value) -> Value:
    parts = Parts.of(ev, value)
    return Parts(parts.dtype, parts.data, parts.lengths[::-1], parts.strides[::-1], parts.access).array(ev)


def flipped(ev: Evaluator, parts: Parts, axis: int) -> Parts:
    """The array with one dimension the other way round, as a view."""
    length, stride = parts.lengths[axis], parts.strides[axis]
    last = plus(ev, at_least(ev, length), known(-1))
    data = moved(ev, parts.data, [(last, stride)])
    strides = list(parts.strides)
    strides[axis] = times(ev, stride, known(-1))
    return Parts(parts.dtype, data, parts.lengths, strides, parts.access)


def at_least(ev: Evaluator, length: Value) -> Value:
    from zermelo.kernel.machine.arrays import at_least_one

    return at_least_one(ev, length)


@enter(np.fliplr)
@on_array
def fliplr(ev: Evaluator, call: Call, node: Node) -> Value:
    return flipped(ev, Parts.of(ev, call.values[0]), 1).array(ev)


@enter(np.flipud)
@on_array
def flipud(ev: Evaluator, call: Call, node: Node) -> Value:
    return flipped(ev, Parts.of(ev, call.values[0]), 0).array(ev)


@enter(np.flip)
@on_array
def flip(ev: Evaluator, call: Call, node: Node) -> Value:
    parts, axis = Parts.of(ev, call.values[0]), call.get(1, "axis")
    if not axis.const or isinstance(axis.known, tuple):
        raise ev.refused(node, "np.flip() along several dimensions", "flip one after the other")
    for each in range(len(parts.lengths)) if axis.known is None else [axis.known % len(parts.lengths)]:
        parts = flipped(ev, parts, each)
    return parts.array(ev)


@enter(np.rot90)
@on_array
def rot90(ev: Evaluator, call: Call, node: Node) -> Value:
    parts, times_ = Parts.of(ev, call.values[0]), call.get(1, "k", 1)
    if not times_.const or call.named.keys() - {"k"} or len(call.values) > 2 or len(parts.lengths) != 2:
        raise ev.refused(node, "np.rot90() so many times that it is not known how many", "write the number of turns")
    turn = times_.known % 4
    if turn == 2:
        return flipped(ev, flipped(ev, parts, 0), 1).array(ev)
    if turn == 0:
        return parts.array(ev)
    if turn == 1:
        parts = flipped(ev, parts, 1)
    parts = Parts(parts.dtype, parts.data, parts.lengths[::-1], parts.strides[::-1], parts.access)
    return (flipped(ev, parts, 1) if turn == 3 else parts).array(ev)


@enter(np.diagonal, method="diagonal")
@on_array
def diagonal(ev: Evaluator, call: Call, node: Node) -> Value:
    from zermelo.kernel.machine.arrays import READ_ONLY

    parts, offset = Parts.of(ev, call.values[0]), call.get(1, "offset", 0)
    if len(parts.lengths) != 2:
        raise ev.refused(node, "the diagonal of an array of other than two dimensions", "take a part of it first")
    return diagonal_of(ev, parts, offset, READ_ONLY).array(ev)


def diagonal_of(ev: Evaluator, parts: Parts, offset: Value, access: int) -> Parts:
    """The elements [i, i + offset]."""
    rows, columns = parts.lengths
    stride = plus(ev, *parts.strides)
    if offset.const and rows.const and columns.const:
        k = int(offset.known)
        start = (known(max(-k, 0)), known(max(k, 0)))
        length = known(max(0, min(rows.known + min(k, 0), columns.known - max(k, 0))))
    else:
        k_ = ev.convert(offset, INT).ref
        down, right = (ev.op(f"call i64 @llvm.smax.i64(i64 {each}, i64 0)") for each in (ev.op(f"sub i64 0, {k_}"), k_))
        start = (Value(INT, down), Value(INT, right))
        left = [ev.op(f"sub i64 {ev.convert(n, INT).ref}, {s.ref}") for n, s in zip((rows, columns), start, strict=True)]
        least = ev.op(f"call i64 @llvm.smin.i64(i64 {left[0]}, i64 {left[1]})")
        length = Value(INT, ev.op(f"call i64 @llvm.smax.i64(i64 {least}, i64 0)"))
    if length.const and length.known == 0:
        start = (known(0), known(0))
    data = moved(ev, parts.data, list(zip(start, parts.strides, strict=True)))
    return Parts(parts.dtype, data, [length], [stride], max(access, parts.access))


@enter(np.diag)
@on_array
def diag(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = Parts.of(ev, call.values[0])
    offset = call.get(1, "k", 0)
    if len(parts.lengths) == 2:
        return diagonal(ev, Call([call.values[0], offset]), node)
    if not offset.const or offset.known:
        raise ev.refused(node, "np.diag() of a row with an offset", "write it with a loop")
    return library(ev, "diagonal_matrix", [call.values[0]], node)


@enter(np.trace, method="trace")
@on_array
def trace(ev: Evaluator, call: Call, node: Node) -> Value:
    found = diagonal(ev, Call([call.values[0], call.get(1, "offset", 0)]), node)
    return reduced(ev, "sum", found, None, node)


@enter(np.swapaxes, method="swapaxes")
@on_array
def swapaxes(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = Parts.of(ev, call.values[0])
    a, b = (int(each.known) for each in call.values[1:3])
    for part in (parts.lengths, parts.strides):
        part[a], part[b] = part[b], part[a]
    return parts.array(ev)


# -- reductions ------------------------------------------------------------------------------------------


def reduction(name: str, *functions: Any) -> None:
    @enter(*functions, method=name)
    @on_array
    def reduce_(ev: Evaluator, call: Call, node: Node) -> Value:
        extra = call.named.keys() - {"axis"}
        if extra or len(call.values) > 2:
            raise ev.refused(node, f"{name}() with {', '.join(sorted(extra)) or 'so many arguments'}", "give an axis at most")
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


# -- element by element ----------------------------------------------------------------------------------


def of_two(ufunc: Any, operator: ast.operator) -> None:
    @enter(ufunc)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = (array_or_number(ev, value, node) for value in call.values[:2])
        return ev.binary(operator, left, right, node)


def array_or_number(ev: Evaluator, value: Value, node: Node) -> Value:
    return value if isinstance(ev.as_type(value), Number) else array_in(ev, value, node)


for function, operator in (
    (np.add, ast.Add()), (np.subtract, ast.Sub()), (np.multiply, ast.Mult()), (np.floor_divide, ast.FloorDiv()),
    (np.true_divide, ast.Div()), (np.mod, ast.Mod()), (np.power, ast.Pow()), (np.bitwise_and, ast.BitAnd()),
    (np.bitwise_or, ast.BitOr()), (np.bitwise_xor, ast.BitXor()), (np.left_shift, ast.LShift()),
    (np.right_shift, ast.RShift()),
):  # fmt: skip
    of_two(function, operator)


def compared(ufunc: Any, name: str) -> None:
    @enter(ufunc)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = (array_or_number(ev, value, node) for value in call.values[:2])
        return ev.compare(name, left, right, node)


for function, name in (
    (np.equal, "eq"), (np.not_equal, "ne"), (np.less, "lt"), (np.less_equal, "le"), (np.greater, "gt"),
    (np.greater_equal, "ge"),
):  # fmt: skip
    compared(function, name)


def of_one(name: str, *ufuncs: Any) -> None:
    @enter(*ufuncs)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        value = array_or_number(ev, call.values[0], node)
        if isinstance(ev.as_type(value), Array):
            return unary(ev, name, value, node)
        from zermelo.kernel.machine.scalars import scalar

        number = ev.general(value)
        if name == "neg":
            return ev.unary("neg", lambda x: -x, number, node)
        if number.type is FLOAT:
            from zermelo.kernel.machine.array_loops import of_one as computed

            return Value(FLOAT, computed(ev, name, np.dtype(np.float64), number.ref))
        if not is_numpy(number.type):
            number = ev.convert(number, scalar(np.int64), node)
        if name == "abs":
            return number.type.absolute(ev, number, node)
        above = ev.op(f"zext i1 {ev.op(f'icmp ne i64 {number.ref}, 0')} to i64")
        return Value(number.type, ev.op(f"select i1 {ev.op(f'icmp slt i64 {number.ref}, 0')}, i64 -1, i64 {above}"))


of_one("abs", np.abs, np.absolute)
of_one("sign", np.sign)
of_one("neg", np.negative)


def logical(ufunc: Any, operator: str) -> None:
    @enter(ufunc)
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        values = [array_or_number(ev, value, node) for value in call.values]
        sides = [Operand(ev, as_truth(ev, value), node) for value in values]
        bits = np.dtype(bool)
        if all(side.parts is None for side in sides):
            found = [ev.bit(ev.truth(value)) for value in values]
            word_ = ev.op(f"xor i1 {found[0]}, true") if operator == "not" else ev.op(f"{operator} i1 {found[0]}, {found[1]}")
            from zermelo.kernel.machine.scalars import FLAG

            return Value(FLAG, word_)

        def compute(addresses: list[str]) -> str:
            given = [side.read(ev, bits, address) for side, address in zip(sides, addresses, strict=True)]
            return ev.op(f"xor i64 {given[0]}, 1") if operator == "not" else ev.op(f"{operator} i64 {given[0]}, {given[1]}")

        return elementwise(ev, sides, bits, compute, node)


def as_truth(ev: Evaluator, value: Value) -> Value:
    return value if isinstance(ev.as_type(value), Array) else Value(BOOL, ev.bit(ev.truth(value)))


logical(np.logical_and, "and")
logical(np.logical_or, "or")
logical(np.logical_xor, "xor")
logical(np.logical_not, "not")


def chooser(ufunc: Any, largest: bool) -> None:
    @enter(ufunc)
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
    from zermelo.kernel.machine.scalars import examples, scalar

    dtype = result_dtype(ev, ufunc, [examples(ev, value) for value in values], node)
    kind = FLOAT if dtype.kind == "f" else scalar(dtype)
    x, y = (ev.convert(value, kind, node).ref for value in values)
    return Value(kind, larger(ev, x, y, dtype, largest))


chooser(np.maximum, True)
chooser(np.minimum, False)


@enter(np.clip, method="clip")
@on_array
def clip(ev: Evaluator, call: Call, node: Node) -> Value:
    return library(ev, "clipped", [call.values[0], call.get(1, "min"), call.get(2, "max")], node)


def kind_word(kind: Any) -> None:
    @enter(kind)
    def make(ev: Evaluator, call: Call, node: Node) -> Value:
        value = call.values[0] if call.values else known(0)
        if isinstance(ev.as_type(value), Array):
            return fresh_copy(ev, ev.general(value), node, np.dtype(kind))
        return cast(ev, ev.general(value), np.dtype(kind), node)


for kind in KINDS:
    kind_word(kind)


# -- places ----------------------------------------------------------------------------------------------


def places(ev: Evaluator, value: Value, node: Node) -> tuple[Parts, Value]:
    """The indices of the elements that are not 0, a row of each; and how many there are."""
    parts = Parts.of(ev, value)
    count = len(parts.lengths)
    made = new_array(ev, np.int64, [plus(ev, parts.size(ev), known(1)), known(count)])
    cursor = ev.place()
    ev.line(f"store i64 0, ptr {cursor}, align 8")

    def one(indices: list[Value]) -> None:
        word = load_word(ev, parts.dtype, moved(ev, parts.data, list(zip(indices, parts.strides, strict=True))))
        there = converted(ev, word, parts.dtype, np.dtype(bool))
        now = Value(INT, ev.op(f"load i64, ptr {cursor}, align 8"))
        row = moved(ev, made.data, [(now, made.strides[0])])
        for place, index in enumerate(indices):
            ev.line(f"store i64 {ev.convert(index, INT).ref}, ptr {ev.at(row, place)}, align 8")
        ev.line(f"store i64 {ev.op(f'add i64 {now.ref}, {there}')}, ptr {cursor}, align 8")

    nest(ev, parts.lengths, one)
    return made, Value(INT, ev.op(f"load i64, ptr {cursor}, align 8"))


@enter(np.argwhere)
@on_array
def argwhere(ev: Evaluator, call: Call, node: Node) -> Value:
    made, count = places(ev, call.values[0], node)
    return Parts(made.dtype, made.data, [count, made.lengths[1]], made.strides).array(ev)


@enter(np.nonzero, method="nonzero")
@on_array
def nonzero(ev: Evaluator, call: Call, node: Node) -> Value:
    made, count = places(ev, call.values[0], node)
    columns = []
    for place in range(made.lengths[1].known):
        data = moved(ev, made.data, [(known(place), made.strides[1])])
        columns.append(Parts(made.dtype, data, [count], [made.strides[0]]).array(ev))
    return ev.make_tuple(columns)


@enter(np.flatnonzero)
@on_array
def flatnonzero(ev: Evaluator, call: Call, node: Node) -> Value:
    made, count = places(ev, ravel(ev, Call([call.values[0]]), node), node)
    return Parts(made.dtype, made.data, [count], [made.strides[0]]).array(ev)


@enter(np.where)
def where(ev: Evaluator, call: Call, node: Node) -> Value:
    if len(call.values) == 1:
        return nonzero(ev, call, node)
    condition, *values = (array_or_number(ev, value, node) for value in call.values)
    sides = [Operand(ev, as_truth(ev, condition), node), *(Operand(ev, value, node) for value in values)]
    if all(side.parts is None for side in sides):
        raise ev.refused(node, "np.where() without an array", "write `x if condition else y`")
    dtype = result_dtype(ev, where_kind, [side.examples for side in sides[1:]], node, exact=True)
    if dtype is None or ev.dead:
        return EMPTY
    usable(ev, dtype)
    for side in sides[1:]:
        side.fits(ev, dtype)
    llvm = "double" if dtype.kind == "f" else "i64"

    def compute(addresses: list[str]) -> str:
        holds = ev.op(f"icmp ne i64 {sides[0].read(ev, np.dtype(bool), addresses[0])}, 0")
        x, y = (side.read(ev, dtype, address) for side, address in zip(sides[1:], addresses[1:], strict=True))
        return ev.op(f"select i1 {holds}, {llvm} {x}, {llvm} {y}")

    return elementwise(ev, sides, dtype, compute, node)


def where_kind(left: Any, right: Any) -> Any:
    return np.where(np.empty(0, bool), left, right)


@enter(np.array_equal, np.array_equiv)
def array_equal(ev: Evaluator, call: Call, node: Node) -> Value:
    left, right = (array_in(ev, value, node) for value in call.values[:2])
    if ev.dead:
        return EMPTY
    a, b = left.type, right.type
    assert isinstance(a, Array) and isinstance(b, Array)
    if a.dimensions != b.dimensions:
        return known(False)
    pairs = zip(a.lengths, b.lengths, strict=True)
    if any(None not in (x, y) and x != y for x, y in pairs):
        return known(False)
    return library(ev, "array_equal", [left, right], node)


# -- several arrays --------------------------------------------------------------------------------------


def arrays_in(ev: Evaluator, value: Value, node: Node) -> list[Value]:
    """The arrays in a tuple or list of known length."""
    count = ev.fixed_length(value)
    if count is None:
        raise ev.refused(node, "so many arrays that it is not known how many", "put them together one after the other")
    return [array_in(ev, each, node) for each in ev.unpacked(value, count, node)]


def joined(ev: Evaluator, parts: list[Parts], axis: int, node: Node) -> Value:
    """Arrays one behind the other along a dimension."""
    dtype = np.result_type(*(each.dtype for each in parts))
    lengths = list(parts[0].lengths)
    total = known(0)
    for each in parts:
        total = plus(ev, total, each.lengths[axis])
    for each in parts[1:]:
        same_lengths(ev, lengths, each.lengths, axis)
    lengths[axis] = total
    made = new_array(ev, dtype, lengths)
    start = known(0)
    for each in parts:
        data = moved(ev, made.data, [(start, made.strides[axis])])
        target = Parts(made.dtype, data, each.lengths, made.strides)
        assign(ev, target.array(ev), each.array(ev), node, fresh=True)
        start = plus(ev, start, each.lengths[axis])
    return made.array(ev)


def same_lengths(ev: Evaluator, left: list[Value], right: list[Value], but: int) -> None:
    said = ev.unit.failures.of(ValueError, "all the input array dimensions must match exactly")
    if len(left) != len(right):
        ev.fail(said)
        return
    for place, (a, b) in enumerate(zip(left, right, strict=True)):
        if place != but and not (a.const and b.const and a.known == b.known):
            ev.fail_if(ev.op(f"icmp ne i64 {ev.convert(a, INT).ref}, {ev.convert(b, INT).ref}"), said)


@enter(np.concatenate)
def concatenate(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    axis = call.get(1, "axis", 0)
    if axis.known is None:
        parts = [Parts.of(ev, flatten(ev, Call([each.array(ev)]), node)) for each in parts]
    return joined(ev, parts, (axis.known or 0) % len(parts[0].lengths), node)


def with_dimension(parts: Parts, axis: int) -> Parts:
    """The array with one more dimension, of length 1."""
    lengths, strides = list(parts.lengths), list(parts.strides)
    lengths.insert(axis, known(1))
    strides.insert(axis, known(0))
    return Parts(parts.dtype, parts.data, lengths, strides, parts.access)


@enter(np.stack)
def stack(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    axis = call.get(1, "axis", 0).known % (len(parts[0].lengths) + 1)
    return joined(ev, [with_dimension(each, axis) for each in parts], axis, node)


@enter(np.vstack)
def vstack(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    return joined(ev, [with_dimension(p, 0) if len(p.lengths) == 1 else p for p in parts], 0, node)


@enter(np.hstack)
def hstack(ev: Evaluator, call: Call, node: Node) -> Value:
    parts = [Parts.of(ev, each) for each in arrays_in(ev, call.values[0], node)]
    return joined(ev, parts, 0 if len(parts[0].lengths) == 1 else 1, node)


@enter(np.dot, np.matmul, method="dot")
@on_array
def dot(ev: Evaluator, call: Call, node: Node) -> Value:
    return matrix_product(ev, call.values[0], array_in(ev, call.values[1], node), node)  # type: ignore[no-any-return]


# -- functions of array_library --------------------------------------------------------------------------


@enter(np.roll)
@on_array
def roll(ev: Evaluator, call: Call, node: Node) -> Value:
    steps, axis = call.get(1, "shift"), call.get(2, "axis")
    kind = call.values[0].type
    assert isinstance(kind, Array)
    if not axis.const or isinstance(axis.known, tuple):
        raise ev.refused(node, "np.roll() along several dimensions", "roll one after the other")
    if axis.known is None:
        return library(ev, "rolled", [call.values[0], steps], node)
    name = ("rolled_first", "rolled_second")[min(axis.known % kind.dimensions, 1)]
    return library(ev, name, [call.values[0], steps], node)


def simple(name: str, dimensions: tuple[int, ...], *functions: Any, method: str = "", defaults: tuple[Any, ...] = ()) -> None:
    @enter(*functions, method=method)
    @on_array
    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        kind = call.values[0].type
        assert isinstance(kind, Array)
        if call.named or kind.dimensions not in dimensions:
            raise ev.refused(node, f"{method or functions[0].__name__}() of such an array", "write it with a loop")
        values = [*call.values, *(known(each) for each in defaults[len(call.values) - 1 :])]
        return library(ev, name, values, node)


simple("cumulated", (1,), np.cumsum, method="cumsum")
simple("sorted_cells", (1,), np.sort)
simple("sort_cells", (1,), method="sort")
simple("unique_cells", (1, 2, 3), np.unique)
simple("order_of", (1,), np.argsort, method="argsort")
simple("repeated", (1,), np.repeat, method="repeat")
simple("tiled", (1,), np.tile)
simple("outer", (1,), np.outer)
simple("differences", (1,), np.diff)
simple("counted", (1,), np.bincount, defaults=(0,))


@enter(np.isin)
@on_array
def isin(ev: Evaluator, call: Call, node: Node) -> Value:
    return library(ev, "is_in", [call.values[0], call.values[1]], node)


@enter(np.pad)
@on_array
def pad(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    width, mode = call.get(1, "pad_width"), call.get(2, "mode", "constant")
    number = call.named.get("constant_values", known(0))
    assert isinstance(kind, Array)
    if not width.const or mode.known != "constant" or kind.dimensions > 2:
        raise ev.refused(node, "np.pad() like this", "make a larger array and write the part into it")
    widths = np.broadcast_to(width.known, (kind.dimensions, 2)).reshape(-1).tolist()
    name = "padded_row" if kind.dimensions == 1 else "padded"
    return library(ev, name, [call.values[0], *map(known, widths), number], node)


@enter(np.ndenumerate)
@on_array
def ndenumerate(ev: Evaluator, call: Call, node: Node) -> Value:
    kind = call.values[0].type
    assert isinstance(kind, Array)
    if kind.dimensions > 2:
        raise ev.refused(node, "np.ndenumerate() of so many dimensions", "write the loops out")
    return library(ev, "places_of" if kind.dimensions == 2 else "places_of_row", [call.values[0]], node)


@enter(np.ndindex)
def ndindex(ev: Evaluator, call: Call, node: Node) -> Value:
    lengths = shape_in(ev, call.values[0], node) if len(call.values) == 1 else call.values

    def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
        def level(indices: list[Value]) -> None:
            if len(indices) == len(lengths):
                body(ev.make_tuple(indices))
                return
            count = ev.convert(lengths[len(indices)], INT).ref
            ev.count_loop("0", count, 1, lambda place: level([*indices, place]), at, ("place", len(indices)))

        level([])

    return Value(Loop("ndindex", each, tuple(lengths)))


# -- attributes ------------------------------------------------------------------------------------------


def attribute(ev: Evaluator, value: Value, name: str, node: Node) -> Value | None:
    """shape, size and the like; None for methods."""
    parts = Parts.of(ev, value)
    if name == "shape":
        return ev.make_tuple(parts.lengths)  # type: ignore[no-any-return]
    if name == "ndim":
        return known(len(parts.lengths))
    if name == "size":
        return parts.size(ev)
    if name == "dtype":
        return known(parts.dtype)
    if name == "T":
        return transposed(ev, value)
    if name == "itemsize":
        return known(parts.dtype.itemsize)
    if name == "nbytes":
        return times(ev, parts.size(ev), known(parts.dtype.itemsize))
    if name == "flat":
        return ravel(ev, Call([value]), node)
    return None


_ = (array_dtype,)
