"""Loops over whole arrays: operations element by element, by NumPy's rules for shapes and kinds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.array_elements import load_word, store_word
from zermelo.kernel.machine.arrays import Array, Parts, fixed, moved, new_array, usable
from zermelo.kernel.machine.numbers import FLOAT, INT, Bool, Int, Number, float_text
from zermelo.kernel.machine.scalars import UFUNCS, Scalar, examples, result_dtype
from zermelo.kernel.machine.types import EMPTY, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

PLAIN = {"add": "add", "sub": "sub", "mul": "mul", "and": "and", "or": "or", "xor": "xor"}
FRACTIONS = {"add": "fadd", "sub": "fsub", "mul": "fmul", "truediv": "fdiv"}
ORDERED = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}


def turns(ev: Evaluator, count: Value, body: Callable[[Value], None]) -> None:
    """A loop that binds no variable of the rules: `body` is given the numbers from 0 on, below `count`."""
    if ev.dead:
        return
    if count.const and count.known <= 1:
        if count.known == 1:
            body(known(0))
        return
    if ev.dry:
        body(Value(INT, "undef"))
        ev.dead = False
        return
    counter = ev.place()
    ev.line(f"store i64 0, ptr {counter}, align 8")
    head, inside, over = ev.label("turn"), ev.label("element"), ev.label("whole")
    ev.place_label(head)
    now = ev.op(f"load i64, ptr {counter}, align 8")
    test = ev.op(f"icmp slt i64 {now}, {ev.convert(count, INT).ref}")
    ev.branch_if(test, inside, over)
    ev.place_label(inside)
    body(Value(INT, now))
    ev.line(f"store i64 {ev.op(f'add nsw i64 {now}, 1')}, ptr {counter}, align 8")
    ev.branch(head)
    ev.place_label(over)


def nest(ev: Evaluator, lengths: list[Value], body: Callable[[list[Value]], None]) -> None:
    """Loops one in another: `body` is given an index for each dimension."""

    def level(indices: list[Value]) -> None:
        if len(indices) == len(lengths):
            body(indices)
        else:
            turns(ev, lengths[len(indices)], lambda index: level([*indices, index]))

    level([])


# -- shapes ----------------------------------------------------------------------------------------------


def common_shape(ev: Evaluator, operands: list[Parts]) -> list[Value]:
    """The lengths of what comes of arrays of these shapes; it fails where they do not go together."""
    count = max(len(each.lengths) for each in operands)
    said = ev.unit.failures.of(ValueError, "operands could not be broadcast together")
    found = []
    for dimension in range(count):
        length = known(1)
        for each in operands:
            place = dimension - (count - len(each.lengths))
            if place >= 0:
                length = together(ev, length, each.lengths[place], said)
        found.append(length)
    return found


def together(ev: Evaluator, left: Value, right: Value, said: Any) -> Value:
    """The length of a dimension that is so long in one array and so long in another."""
    if left.const and right.const:
        if left.known == 1 or right.known == left.known:
            return right
        if right.known != 1:
            ev.fail(said)
        return left
    if left.const and left.known == 1:
        return right
    if right.const and right.known == 1:
        return left
    if left.ref and left.ref == right.ref:
        return left
    a, b = ev.convert(left, INT).ref, ev.convert(right, INT).ref
    one, same = ev.op(f"icmp eq i64 {a}, 1"), ev.op(f"icmp eq i64 {a}, {b}")
    fine = ev.op(f"or i1 {ev.op(f'or i1 {one}, {same}')}, {ev.op(f'icmp eq i64 {b}, 1')}")
    ev.fail_if(ev.op(f"xor i1 {fine}, true"), said)
    return Value(INT, ev.op(f"select i1 {one}, i64 {b}, i64 {a}"))


def spread(ev: Evaluator, parts: Parts, lengths: list[Value]) -> Parts:
    """The array as one of these lengths: what has a length of 1 is the same all along."""
    missing = len(lengths) - len(parts.lengths)
    strides = [known(0)] * missing
    for length, stride, wanted in zip(parts.lengths, parts.strides, lengths[missing:], strict=True):
        if length.const:
            strides.append(
                known(0) if length.known == 1 and not (wanted.const and wanted.known == 1) else stride
            )
        elif wanted.ref and wanted.ref == length.ref:
            strides.append(stride)
        else:
            one = ev.op(f"icmp eq i64 {length.ref}, 1")
            strides.append(Value(INT, ev.op(f"select i1 {one}, i64 0, i64 {ev.convert(stride, INT).ref}")))
    return Parts(parts.dtype, parts.data, lengths, strides, parts.access)


def flat(parts: list[Parts]) -> list[Parts]:
    """The same arrays as rows, where all of them lie compact and have one shape."""
    first = [fixed(n) for n in parts[0].lengths]
    for each in parts:
        if not each.is_compact or [fixed(n) for n in each.lengths] != first:
            return parts
    size = math.prod(n for n in first if n is not None)
    return [
        Parts(each.dtype, each.data, [known(size)], [known(each.dtype.itemsize)], each.access)
        for each in parts
    ]


def through(ev: Evaluator, arrays: list[Parts], body: Callable[[list[str]], None]) -> None:
    """Go through arrays of one shape: `body` is given the address of an element of each."""
    arrays = flat(arrays)

    def one(indices: list[Value]) -> None:
        body([moved(ev, each.data, list(zip(indices, each.strides, strict=True))) for each in arrays])

    nest(ev, arrays[0].lengths, one)


# -- operations ------------------------------------------------------------------------------------------


class Operand:
    """A side of an operation: an array, or a number for all elements."""

    def __init__(self, ev: Evaluator, value: Value, node: Node) -> None:
        self.given = value
        self.parts: Parts | None = None
        self.word = ""
        kind = ev.as_type(value)
        if isinstance(kind, Array):
            self.value = ev.general(value)
            self.parts = Parts.of(ev, self.value)
            self.dtype = kind.dtype
            self.examples = [np.empty(0, kind.dtype)]
        elif isinstance(kind, Number):
            self.value = ev.general(value)
            self.examples = examples(ev, value)
            self.dtype = np.asarray(self.examples[0]).dtype
        else:
            from zermelo.kernel.machine.array_make import array_of

            self.value = array_of(ev, value, None, node)
            assert isinstance(self.value.type, Array)
            self.parts = Parts.of(ev, self.value)
            self.dtype = self.value.type.dtype
            self.examples = [np.empty(0, self.dtype)]

    def fits(self, ev: Evaluator, dtype: Any) -> None:
        """Fail where a number of Python's is none of a kind."""
        from zermelo.kernel.machine.scalars import check_range

        kind = ev.as_type(self.value)
        if (
            self.parts is None
            and dtype.kind in "iu"
            and isinstance(kind, Int)
            and not (isinstance(kind, Scalar) and kind.sure)
        ):
            check_range(ev, ev.convert(self.value, INT), dtype)

    def read(self, ev: Evaluator, dtype: Any, address: str) -> str:
        """An element as a word of a kind."""
        if self.parts is not None:
            return converted(ev, load_word(ev, self.dtype, address), self.dtype, dtype)
        if not self.word:
            if dtype.kind == "f":
                self.word = ev.convert(self.value, FLOAT).ref
            elif ev.as_type(self.value) is FLOAT:
                raise AssertionError("a fraction among whole numbers")
            elif isinstance(ev.as_type(self.value), Bool):
                self.word = ev.op(f"zext i1 {self.value.ref} to i64")
            else:
                self.word = self.value.ref
        return self.word


def converted(ev: Evaluator, word: str, source: Any, dtype: Any) -> str:
    """A word of one kind as one of another, as NumPy casts."""
    if dtype.kind == "f" and source.kind != "f":
        name = "ui" if source == np.uint64 else "si"
        return ev.op(f"{name}tofp i64 {word} to double")
    if dtype.kind == "b" and source.kind == "f":
        return ev.op(f"zext i1 {ev.op(f'fcmp une double {word}, 0.0')} to i64")
    if dtype.kind == "b" and source.kind != "b":
        return ev.op(f"zext i1 {ev.op(f'icmp ne i64 {word}, 0')} to i64")
    if source.kind == "f" and dtype.kind in "iu":
        size = ev.op(f"call double @llvm.fabs.f64(double {word})")
        said = ev.unit.failures.of(OverflowError, "a fraction that is no whole number of 64 bits")
        ev.fail_if(ev.op(f"fcmp uge double {size}, {float_text(2.0**63)}"), said)
        word = ev.op(f"fptosi double {word} to i64")
    return narrowed(ev, word, dtype)


def narrowed(ev: Evaluator, word: str, dtype: Any) -> str:
    """A word as what is left of it in an element of a kind: whole numbers wrap."""
    if dtype.kind not in "iu" or dtype.itemsize == 8:
        return word
    bits = 8 * dtype.itemsize
    low = ev.op(f"trunc i64 {word} to i{bits}")
    return ev.op(f"{'sext' if dtype.kind == 'i' else 'zext'} i{bits} {low} to i64")


def elementwise(
    ev: Evaluator, sides: list[Operand], dtype: Any, compute: Callable[[list[str]], str], node: Node
) -> Value:
    """A new array of what `compute` makes of the addresses of the elements."""
    arrays = [side.parts for side in sides if side.parts is not None]
    lengths = common_shape(ev, arrays)
    if ev.dead:
        return EMPTY
    made = new_array(ev, dtype, lengths)
    spreads = [spread(ev, each, lengths) for each in arrays]

    def one(addresses: list[str]) -> None:
        rest = iter(addresses[1:])
        word = compute([next(rest) if side.parts is not None else "" for side in sides])
        store_word(ev, made.dtype, word, addresses[0])

    through(ev, [made, *spreads], one)
    return made.array(ev)


def operate(ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
    """left operator right, element by element."""
    if operator not in UFUNCS or not all(may_stand(ev, value) for value in (left, right)):
        return NotImplemented
    sides = [Operand(ev, left, node), Operand(ev, right, node)]
    ufunc = UFUNCS[operator]
    dtype = result_dtype(ev, ufunc, [side.examples for side in sides], node, exact=True)
    if dtype is None or ev.dead:
        return EMPTY
    usable(ev, dtype)
    if operator not in ("lshift", "rshift"):
        for side in sides:
            side.fits(ev, dtype)
    made = arithmetic(ev, operator, dtype, node)

    def compute(addresses: list[str]) -> str:
        x, y = (side.read(ev, dtype, address) for side, address in zip(sides, addresses, strict=True))
        return made(x, y)

    return elementwise(ev, sides, dtype, compute, node)


def may_stand(ev: Evaluator, value: Value) -> bool:
    """Whether a value may be a side of an operation with an array."""
    from zermelo.kernel.machine.lists import List
    from zermelo.kernel.machine.tuples import Tuple

    return isinstance(ev.as_type(value), Array | Number | List | Tuple)


def arithmetic(ev: Evaluator, operator: str, dtype: Any, node: Node) -> Callable[[str, str], str]:
    """What computes a word of two words; whole numbers wrap as NumPy's do."""
    if dtype.kind == "f":
        if operator in FRACTIONS:
            return lambda x, y: ev.op(f"{FRACTIONS[operator]} double {x}, {y}")
        if operator == "pow":
            return lambda x, y: fraction_power(ev, x, y)
        raise ev.refused(node, "// or % of arrays of fractions", "compute with whole numbers")
    if dtype.kind == "b":
        name = {"add": "or", "mul": "and"}.get(operator, operator)
        return lambda x, y: ev.op(f"{name} i64 {x}, {y}")
    if operator in PLAIN:
        return lambda x, y: ev.op(f"{PLAIN[operator]} i64 {x}, {y}")
    if operator in ("lshift", "rshift"):
        return lambda x, y: shifted(ev, operator == "lshift", dtype, x, y)
    if operator == "pow":
        return lambda x, y: whole_power(ev, x, y, node)
    return lambda x, y: divided(ev, operator == "floordiv", dtype, x, y)


def shifted(ev: Evaluator, to_left: bool, dtype: Any, x: str, y: str) -> str:
    far = ev.op(f"icmp ugt i64 {y}, 63")
    near = ev.op(f"and i64 {y}, 63")
    if to_left:
        return ev.op(f"select i1 {far}, i64 0, i64 {ev.op(f'shl i64 {x}, {near}')}")
    name = "ashr" if dtype.kind == "i" else "lshr"
    most = ev.op(f"{name} i64 {x}, 63") if dtype.kind == "i" else "0"
    return ev.op(f"select i1 {far}, i64 {most}, i64 {ev.op(f'{name} i64 {x}, {near}')}")


def divided(ev: Evaluator, quotient: bool, dtype: Any, x: str, y: str) -> str:
    """x // y or x % y; NumPy gives 0 for a division by zero, and warns: that fails."""
    zero = ev.unit.failures.of(ZeroDivisionError, "division by zero in an array")
    ev.fail_if(ev.op(f"icmp eq i64 {y}, 0"), zero)
    if dtype.kind == "u":
        return ev.op(f"{'udiv' if quotient else 'urem'} i64 {x}, {y}")
    by_minus = ev.op(f"icmp eq i64 {y}, -1")
    safe = ev.op(f"select i1 {by_minus}, i64 1, i64 {y}")
    rest = ev.op(f"srem i64 {x}, {safe}")
    across = ev.op(f"icmp slt i64 {ev.op(f'xor i64 {rest}, {safe}')}, 0")
    odd = ev.op(f"and i1 {ev.op(f'icmp ne i64 {rest}, 0')}, {across}")
    if quotient:
        cut = ev.op(f"sub i64 {ev.op(f'sdiv i64 {x}, {safe}')}, {ev.op(f'zext i1 {odd} to i64')}")
        return ev.op(f"select i1 {by_minus}, i64 {ev.op(f'sub i64 0, {x}')}, i64 {cut}")
    full = ev.op(f"add i64 {rest}, {ev.op(f'select i1 {odd}, i64 {safe}, i64 0')}")
    return ev.op(f"select i1 {by_minus}, i64 0, i64 {full}")


def whole_power(ev: Evaluator, x: str, y: str, node: Node) -> str:
    said = ev.unit.failures.of(ValueError, "Integers to negative integer powers are not allowed.")
    ev.fail_if(ev.op(f"icmp slt i64 {y}, 0"), said)
    place = ev.place()
    ev.line(f"store i64 1, ptr {place}, align 8")

    def once(index: Value) -> None:
        now = ev.op(f"load i64, ptr {place}, align 8")
        ev.line(f"store i64 {ev.op(f'mul i64 {now}, {x}')}, ptr {place}, align 8")

    turns(ev, Value(INT, y), once)
    return ev.op(f"load i64, ptr {place}, align 8")


def fraction_power(ev: Evaluator, x: str, y: str) -> str:
    if y == float_text(2.0):
        return ev.op(f"fmul double {x}, {x}")
    ev.unit.outside.add("pow")
    return ev.op(f"call double @pow(double {x}, double {y})")


def compare(ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
    """left operator right, element by element, as an array of truth values."""
    if not all(may_stand(ev, value) for value in (left, right)):
        return NotImplemented
    sides = [Operand(ev, left, node), Operand(ev, right, node)]
    fractions = any(ev.as_type(side.value) is FLOAT or side.dtype.kind == "f" for side in sides)
    unsigned = any(side.dtype == np.uint64 for side in sides)
    if unsigned and any(side.dtype.kind == "i" for side in sides) and not fractions:
        for side in sides:
            if side.parts is None and side.dtype.kind == "i":
                said = ev.unit.failures.of(OverflowError, "a negative number beside uint64")
                ev.fail_if(ev.op(f"icmp slt i64 {ev.convert(side.value, INT).ref}, 0"), said)
            elif side.dtype.kind == "i":
                raise ev.refused(node, "arrays of uint64 and of a signed kind together", "use .astype()")
    kind = np.dtype(np.float64) if fractions else np.dtype(np.uint64 if unsigned else np.int64)

    def compute(addresses: list[str]) -> str:
        x, y = (side.read(ev, kind, address) for side, address in zip(sides, addresses, strict=True))
        if fractions:
            found = ev.op(f"fcmp {ORDERED[operator]} double {x}, {y}")
        else:
            sign = "" if operator in ("eq", "ne") else "u" if unsigned else "s"
            found = ev.op(f"icmp {sign}{operator} i64 {x}, {y}")
        return ev.op(f"zext i1 {found} to i64")

    return elementwise(ev, sides, np.dtype(bool), compute, node)


def unary(ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
    """-value, +value, ~value, and abs() and sign() of arrays."""
    ufunc = {
        "neg": np.negative,
        "pos": np.positive,
        "invert": np.invert,
        "abs": np.absolute,
        "sign": np.sign,
    }[operator]
    side = Operand(ev, value, node)
    dtype = result_dtype(ev, ufunc, [side.examples], node)
    if dtype is None or ev.dead:
        return EMPTY

    def compute(addresses: list[str]) -> str:
        return of_one(ev, operator, dtype, side.read(ev, dtype, addresses[0]))

    return elementwise(ev, [side], dtype, compute, node)


def of_one(ev: Evaluator, operator: str, dtype: Any, x: str) -> str:
    if operator == "pos" or (operator == "abs" and dtype.kind in "bu"):
        return x
    if dtype.kind == "f":
        if operator == "neg":
            return ev.op(f"fneg double {x}")
        if operator == "abs":
            return ev.op(f"call double @llvm.fabs.f64(double {x})")
        above, below = (
            ev.op(f"uitofp i1 {ev.op(f'fcmp {o} double {x}, 0.0')} to double") for o in ("ogt", "olt")
        )
        ordered = ev.op(f"fcmp ord double {x}, {x}")
        return ev.op(f"select i1 {ordered}, double {ev.op(f'fsub double {above}, {below}')}, double {x}")
    if operator == "neg":
        return ev.op(f"sub i64 0, {x}")
    if operator == "invert":
        return ev.op(f"xor i64 {x}, {1 if dtype.kind == 'b' else -1}")
    if operator == "abs":
        return ev.op(f"call i64 @llvm.abs.i64(i64 {x}, i1 false)")
    above = ev.op(f"zext i1 {ev.op(f'icmp ne i64 {x}, 0')} to i64")
    if dtype.kind == "u":
        return above
    return ev.op(f"select i1 {ev.op(f'icmp slt i64 {x}, 0')}, i64 -1, i64 {above}")
