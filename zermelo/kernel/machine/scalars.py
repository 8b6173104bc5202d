"""NumPy's numbers: elements that rules take out of arrays, and what comes of them.

They are not Python's: what is computed of them has the width of their kind, and adding two truth values gives
a truth value. Where NumPy's numbers wrap, machine code fails instead (NumPy warns there), so that no value is
silently another one.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT, Bool, Int, Number
from zermelo.kernel.machine.types import Call, Const, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

UFUNCS = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "floordiv": np.floor_divide,
    "mod": np.remainder,
    "pow": np.power,
    "lshift": np.left_shift,
    "rshift": np.right_shift,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
COMPARED = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
SAID = "a NumPy number that wraps"


def limits(dtype: Any) -> tuple[int, int]:
    """The least and the largest number of a kind, as far as a word with a sign holds them."""
    info = np.iinfo(dtype)
    return int(info.min), min(int(info.max), (1 << 63) - 1)


class Scalar(Int):
    """A whole number of NumPy's; `sure`: and not perhaps a number of Python's."""

    special = True

    def __init__(self, dtype: Any, sure: bool = True) -> None:
        self.dtype, self.sure = dtype, sure

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and (other.dtype, other.sure) == (self.dtype, self.sure)

    def __hash__(self) -> int:
        return hash((self.dtype, self.sure))

    def __repr__(self) -> str:
        return f"{self.dtype}{'' if self.sure else '?'}"

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"a NumPy number ({self.dtype})"

    def constant(self, ev: Evaluator, value: Any) -> Value:
        return Value(self, str(self.word(value)))

    def join(self, unit: Any, other: Type) -> Type | None:
        if isinstance(other, Scalar):
            return None if other.dtype != self.dtype else self if not self.sure else other
        if other is BOOL or isinstance(other, Flag):
            return scalar(self.dtype, False)
        if other is BITS or other is FLOAT:
            return other
        return scalar(self.dtype, False) if isinstance(other, Int) else None

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if isinstance(value.type, Bool):
            return Value(self, ev.op(f"zext i1 {value.ref} to i64"))
        return Value(self, value.ref) if isinstance(value.type, Int) and value.type is not BITS else None

    def lies_as(self, other: Type) -> bool:
        return self == other or other is INT

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        return operation(ev, operator, left, right, node)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        found = INT.compare(ev, operator, without(left), without(right), node)
        return flag_of(ev, found)

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        if operator == "pos":
            return value
        if operator == "invert" and self.dtype.kind == "u":
            raise ev.refused(node, "`~` of a NumPy number without a sign", "take int() of it first")
        found = INT.unary(ev, operator, without(value), node)
        return within(ev, found, self, [])

    def is_instance(self, kind: type) -> bool:
        return kind is object or issubclass(self.dtype.type, kind)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        if name == "dtype":
            return known(self.dtype)
        return super().attribute(ev, value, name, node)

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if name in ("item", "tolist", "__int__", "__index__"):
            return without(value)
        if name == "astype":
            return cast(ev, value, np.dtype(call.values[0].known), node)
        if name in ("sum", "max", "min", "copy"):
            return value
        return super().method(ev, value, name, call, node)

    def absolute(self, ev: Evaluator, value: Value, node: Node) -> Value:
        """abs(value)"""
        found = Value(INT, ev.op(f"call i64 @llvm.abs.i64(i64 {value.ref}, i1 false)"))
        if self.dtype == np.int64:
            ev.fail_if(ev.op(f"icmp slt i64 {found.ref}, 0"), ev.unit.failures.overflow)
        return within(ev, found, self, [])  # type: ignore[no-any-return]

    def as_text(self, ev: Evaluator, value: Value, node: Node) -> Value:
        from zermelo.kernel.machine.formats import as_text

        return as_text(ev, without(value), node)

    def written_as(self, ev: Evaluator, value: Value, node: Node) -> Value:
        raise ev.refused(node, "repr() of a NumPy number", "take int() of it first")

    # -- as a part of a state ------------------------------------------------------------------

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        return self.join(None, other) if isinstance(other, Number) else None

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(self.word(value))]

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        return words_of(int(value), INT, what)  # type: ignore[no-any-return]

    def value_of(self, words: Any, value_of: Any) -> Any:
        return self.dtype.type(next(words)) if self.sure else int(next(words))


class Flag(Bool):
    """A truth value of NumPy's; `sure`: and not perhaps one of Python's."""

    called = "a truth value of NumPy's"
    special = True

    def __init__(self, sure: bool = True) -> None:
        self.sure = sure
        self.dtype = np.dtype(bool)

    def __repr__(self) -> str:
        return f"bool_{'' if self.sure else '?'}"

    def load(self, ev: Evaluator, address: str) -> Value:
        return Value(self, BOOL.load(ev, address).ref)

    def constant(self, ev: Evaluator, value: Any) -> Value:
        return Value(self, "true" if value else "false")

    def join(self, unit: Any, other: Type) -> Type | None:
        return MAYBE_FLAG if other is BOOL or isinstance(other, Flag) else other.join(unit, BOOL)

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        return Value(self, value.ref) if isinstance(value.type, Bool) else None

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, value.ref)

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        return operation(ev, operator, left, right, node)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        return flag_of(ev, BOOL.compare(ev, operator, without(left), without(right), node))

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        if operator == "invert" and self.sure:
            return Value(FLAG, ev.op(f"xor i1 {value.ref}, true"))
        raise ev.refused(node, "this sign before a truth value of NumPy's", "take int() of it first")

    def is_instance(self, kind: type) -> bool:
        return kind is object or issubclass(np.bool_, kind)

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if name in ("item", "tolist"):
            return without(value)
        if name in ("any", "all"):
            return value
        return super().method(ev, value, name, call, node)

    as_text, written_as = Scalar.as_text, Scalar.written_as

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        return self.join(None, other) if isinstance(other, Number) else None

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        return words_of(value, BOOL, what)  # type: ignore[no-any-return]

    def value_of(self, words: Any, value_of: Any) -> Any:
        return np.bool_(next(words)) if self.sure else bool(next(words))


FLAG, MAYBE_FLAG = Flag(), Flag(False)


@cache
def scalar(dtype: Any, sure: bool = True) -> Scalar:
    """The type of such numbers."""
    return Scalar(np.dtype(dtype), sure)


def element_type(dtype: Any) -> Type:
    """The type of the elements of an array, as rules see them."""
    if dtype.kind == "f":
        return FLOAT
    if dtype.kind == "b":
        return FLAG
    return BITS if dtype == np.uint64 else scalar(dtype)


def is_numpy(kind: Type) -> bool:
    return isinstance(kind, Scalar | Flag)


def without(value: Value) -> Value:
    """The value as a number of Python's."""
    if isinstance(value.type, Scalar):
        return Value(INT, value.ref)
    return Value(BOOL, value.ref) if isinstance(value.type, Flag) else value


def flag_of(ev: Evaluator, value: Any) -> Any:
    """The result of a comparison as a truth value of NumPy's."""
    if value is NotImplemented or not isinstance(value.type, Bool | Const):
        return value
    return Value(FLAG, ev.bit(value))


def examples(ev: Evaluator, value: Value) -> list[Any]:
    """What NumPy takes as of the same kind as a value; two of a number that may be Python's or NumPy's."""
    kind = ev.as_type(value)
    if isinstance(kind, Scalar | Flag):
        weak: Any = True if isinstance(kind, Flag) else 1
        return [np.empty(0, kind.dtype), *([] if kind.sure else [weak])]
    return [example(kind)]


def example(kind: Type) -> Any:
    if kind is FLOAT:
        return 1.0
    if kind is BITS:
        return np.empty(0, np.uint64)
    return True if kind is BOOL else 1


def result_dtype(ev: Evaluator, ufunc: Any, given: list[list[Any]], node: Node, exact: bool = False) -> Any:
    """The kind of numbers that an operation gives; None where NumPy raises TypeError.

    Where it may give several kinds, since a number may be Python's or NumPy's, it is the narrowest of them,
    whose limits are then checked; `exact`: or refused.
    """
    found = []
    for values in itertools.product(*given):
        try:
            made = ufunc(*values)
        except TypeError:
            continue
        found.append(made.dtype if hasattr(made, "dtype") else np.asarray(made).dtype)
    if not found:
        ev.fail(ev.unit.failures.of(TypeError, f"{ufunc.__name__} of numbers of these kinds"))
        return None
    if len(set(found)) > 1 and (exact or len({kind.kind for kind in found if kind.kind != "b"}) > 1):
        raise ev.refused(
            node, "a number that is Python's at times and NumPy's at others", "take int() of it first"
        )
    return min(found, key=lambda kind: (kind.kind == "b", kind.itemsize))


def operation(ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
    """An operation with a number of NumPy's."""
    a, b = ev.as_type(left), ev.as_type(right)
    if not isinstance(a, Number) or not isinstance(b, Number) or operator not in UFUNCS:
        return NotImplemented
    if any(kind is BITS for kind in (a, b)):
        other = a if b is BITS else b
        if isinstance(other, Scalar) and other.dtype.kind == "i":
            raise ev.refused(
                node, "Bits, or uint64, beside a signed NumPy number", "take int() of the number first"
            )
        return INT.binary(ev, operator, without(left), without(right), node)
    dtype = result_dtype(ev, UFUNCS[operator], [examples(ev, left), examples(ev, right)], node)
    if dtype is None or ev.dead:
        return Value(INT, "undef")
    if dtype.kind == "f":
        if dtype != np.float64:
            raise ev.refused(node, "fractions of less than 64 bits", "use float64")
        return INT.binary(ev, operator, ev.convert(left, FLOAT, node), ev.convert(right, FLOAT, node), node)
    if dtype.kind == "b":
        return flags(ev, operator, left, right)
    kinds = [kind for kind in (a, b) if isinstance(kind, Scalar)]
    sure = all(kind.sure for kind in kinds) and all(kind.sure for kind in (a, b) if isinstance(kind, Flag))
    made = scalar(dtype, sure)
    if operator in ("lshift", "rshift"):
        given = []
    else:
        given = [
            v
            for v, kind in ((left, a), (right, b))
            if not isinstance(kind, Scalar) and not isinstance(kind, Bool)
        ]
    before, ev.frame.rule = ev.frame.rule, True
    try:
        found = INT.binary(ev, operator, without(left), without(right), node)
    finally:
        ev.frame.rule = before
    return within(ev, found, made, given)


def flags(ev: Evaluator, operator: str, left: Value, right: Value) -> Value:
    """Of two truth values one; what would be 2 to Python fails unless both are NumPy's for sure."""
    x, y = ev.bit(ev.truth(left)), ev.bit(ev.truth(right))
    kinds = [ev.as_type(left), ev.as_type(right)]
    sure = any(isinstance(kind, Flag) and kind.sure for kind in kinds)
    name = {"add": "or", "mul": "and"}.get(operator, operator)
    if operator == "add" and not sure:
        said = ev.unit.failures.of(OverflowError, "two truth values are added, of which NumPy's may be one")
        ev.fail_if(ev.op(f"and i1 {x}, {y}"), said)
    return Value(FLAG if sure else MAYBE_FLAG, ev.op(f"{name} i1 {x}, {y}"))


def within(ev: Evaluator, found: Any, kind: Scalar, given: list[Value]) -> Any:
    """A number that is one of a kind; it fails where it, or what it was made of, is beyond."""
    if found is NotImplemented:
        return found
    if not isinstance(ev.as_type(found), Int | Bool):
        return found
    for value in [found, *given]:
        check_range(ev, ev.convert(value, INT), kind.dtype)
    return Value(kind, ev.convert(found, INT).ref)


def check_range(ev: Evaluator, value: Value, dtype: Any) -> None:
    """Fail where a whole number is none of a kind."""
    low, high = limits(dtype)
    if low == -(1 << 63) and high == (1 << 63) - 1:
        return
    number = value.ref
    if number.lstrip("-").isdigit() and low <= int(number) <= high:
        return
    failure = ev.unit.failures.of(OverflowError, SAID)
    if low == 0 and high == (1 << 63) - 1:
        ev.fail_if(ev.op(f"icmp slt i64 {number}, 0"), failure)
        return
    moved = ev.op(f"sub i64 {number}, {low}")
    ev.fail_if(ev.op(f"icmp ugt i64 {moved}, {high - low}"), failure)


def cast(ev: Evaluator, value: Value, dtype: Any, node: Node) -> Value:
    """np.int8(value) and the like; it fails where there is no room."""
    from zermelo.kernel.machine.number_words import whole

    kind = ev.as_type(value)
    if dtype.kind == "b":
        return Value(FLAG, ev.bit(ev.truth(value)))
    if dtype.kind == "f":
        if dtype != np.float64:
            raise ev.refused(node, "fractions of less than 64 bits", "use float64")
        return ev.convert(value, FLOAT, node)
    if kind is FLOAT:
        value = Value(INT, whole(ev, ev.convert(value, FLOAT).ref))
    if dtype == np.uint64:
        return ev.convert(value, BITS, node)
    number = ev.convert(value, INT, node)
    check_range(ev, number, dtype)
    return Value(scalar(dtype), number.ref)


def seen_type(value: Any) -> Type | None:
    """The type of a number of NumPy's in a state or an action; None for anything else."""
    if not isinstance(value, np.generic):
        return None
    if value.dtype.kind == "b":
        return FLAG
    if value.dtype.kind not in "iu" or value.dtype == np.uint64:
        return None
    return scalar(value.dtype)
