"""Truth values, whole numbers, boards of 64 bits and fractions."""

from __future__ import annotations

import struct
from enum import Enum
from typing import TYPE_CHECKING, Any

from zermelo.game import Bits as BitsClass
from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.types import EMPTY, Call, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

SIGN = 1 << 63
EXACT = 1 << 53
"""Whole numbers up to here are fractions without loss."""
PLAIN = {"add": "add", "sub": "sub", "mul": "mul", "and": "and", "or": "or", "xor": "xor"}
CHECKED = {"add": "sadd", "sub": "ssub", "mul": "smul"}
FLOATS = {"add": "fadd", "sub": "fsub", "mul": "fmul"}
FLOAT_ORDER = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}


def signed(word: int) -> int:
    """The lowest 64 bits as a number with a sign."""
    word &= (1 << 64) - 1
    return word - (1 << 64) if word >= SIGN else word


def float_text(number: float) -> str:
    """A fraction as LLVM writes it."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"


class Number(Type):
    """What all kinds of numbers share."""

    family = "number"
    special = False
    """Whether it computes in a way of its own: NumPy's numbers (scalars.py), large ones (wide.py)."""

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        left, right = plain(left), plain(right)
        if is_special(left) or is_special(right):
            return special(ev, left, right).binary(ev, operator, left, right, node)
        a, b = ev.as_type(left), ev.as_type(right)
        if not isinstance(a, Number) or not isinstance(b, Number):
            return NotImplemented
        if operator in ("and", "or", "xor") and a is BOOL and b is BOOL:
            p, q = ev.convert(left, BOOL), ev.convert(right, BOOL)
            return Value(BOOL, ev.op(f"{operator} i1 {p.ref}, {q.ref}"))
        if FLOAT in (a, b) or (operator == "truediv"):
            return float_operation(ev, operator, left, right, node)
        if operator == "matmul":
            return NotImplemented
        if outgrows(ev, operator, left, right, a, b):
            return Wide(ev.unit.wide).binary(ev, operator, left, right, node)
        if operator in ("lshift", "rshift"):
            return shift(ev, operator == "lshift", left, right, a, b)
        kind = BITS if BITS in (a, b) else INT
        if operator == "pow" and right.const and right.known < 0 and kind is INT:
            return float_operation(ev, operator, left, right, node)
        if operator == "pow":
            return power(ev, left, right, kind, node)
        a_ref, b_ref = ev.convert(left, kind).ref, ev.convert(right, kind).ref
        if operator in CHECKED and kind is INT and ev.frame.rule:
            return checked(ev, operator, left, right, a_ref, b_ref)
        if operator in PLAIN:
            return Value(kind, ev.op(f"{PLAIN[operator]} i64 {a_ref}, {b_ref}"))
        return divide(ev, operator == "floordiv", kind, a_ref, b_ref, right)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        left, right = plain(left), plain(right)
        if is_special(left) or is_special(right):
            return special(ev, left, right).compare(ev, operator, left, right, node)
        a, b = ev.as_type(left), ev.as_type(right)
        if not isinstance(a, Number) or not isinstance(b, Number):
            return NotImplemented
        if FLOAT in (a, b):
            if a is not b and ev.frame.rule and BOOL not in (a, b) and BITS not in (a, b):
                return compare_exactly(ev, operator, left, right)
            x, y = as_float(ev, left, exactly=False), as_float(ev, right, exactly=False)
            return Value(BOOL, ev.op(f"fcmp {FLOAT_ORDER[operator]} double {x}, {y}"))
        if a is BOOL and b is BOOL and operator in ("eq", "ne"):
            x, y = ev.convert(left, BOOL).ref, ev.convert(right, BOOL).ref
            return Value(BOOL, ev.op(f"icmp {operator} i1 {x}, {y}"))
        if BITS in (a, b) and INT in (a, b):
            return compare_with_board(ev, operator, left, right, a)
        kind = BITS if BITS in (a, b) else INT
        x, y = ev.convert(left, kind).ref, ev.convert(right, kind).ref
        sign = "" if operator in ("eq", "ne") else "u" if kind is BITS else "s"
        return Value(BOOL, ev.op(f"icmp {sign}{operator} i64 {x}, {y}"))

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        if name in ("real", "numerator") and self is not FLOAT:
            return ev.convert(value, INT) if self is BOOL else value
        kind = float if self is FLOAT else BitsClass if self is BITS else int
        if not hasattr(kind, name) and name not in ("item",):
            ev.fail(
                ev.unit.failures.of(AttributeError, f"'{kind.__name__}' object has no attribute '{name}'")
            )
            return EMPTY
        return super().attribute(ev, value, name, node)

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        raise ev.type_error(node)

    def join(self, unit: Any, other: Type) -> Type | None:
        if not isinstance(other, Number):
            return None
        if other.special and not self.special:
            return other.join(unit, self)
        order = [BOOL, INT, BITS, FLOAT]
        return max((each if each in order else INT for each in (self, other)), key=order.index)

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if self is FLOAT:
            if name == "is_integer":
                whole = ev.op(f"call double @llvm.floor.f64(double {value.ref})")
                return Value(BOOL, ev.op(f"fcmp oeq double {whole}, {value.ref}"))
            return super().method(ev, value, name, call, node)
        if name in ("bit_count", "bit_length"):
            number = ev.convert(value, INT).ref
            if self is not BITS:
                number = ev.op(f"call i64 @llvm.abs.i64(i64 {number}, i1 false)")
            if name == "bit_count":
                return Value(INT, ev.op(f"call i64 @llvm.ctpop.i64(i64 {number})"))
            zeros = ev.op(f"call i64 @llvm.ctlz.i64(i64 {number}, i1 false)")
            return Value(INT, ev.op(f"sub i64 64, {zeros}"))
        if name in ("item", "__int__", "__index__", "conjugate"):
            return value
        return super().method(ev, value, name, call, node)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        return mixed(ev, word, ev.convert(value, INT).ref)


def plain(value: Value) -> Value:
    """A whole number as nothing but that, where it is a member of an enumeration as well."""
    if value.const and isinstance(value.known, Enum) and isinstance(value.known, int):
        return known(int(value.known))
    if isinstance(value.type, Int) and value.type not in (INT, BITS) and not value.type.special:
        return Value(INT, value.ref)
    return value


def is_special(value: Value) -> bool:
    """Whether a value is a number that computes in a way of its own."""
    if value.const:
        return type(value.known) is int and not -SIGN <= value.known < SIGN
    return isinstance(value.type, Number) and value.type.special


def special(ev: Evaluator, left: Value, right: Value) -> Number:
    """The type that says how two numbers are computed with."""
    kinds = [ev.as_type(value) for value in (left, right)]
    return next(kind for kind in kinds if isinstance(kind, Number) and kind.special)


def mixed(ev: Evaluator, word: str, part: str) -> str:
    """`primitives.mixed_in`."""
    product = ev.op(f"mul i64 {ev.op(f'xor i64 {word}, {part}')}, {signed(0xD6E8FEB86659FD93)}")
    return ev.op(f"xor i64 {product}, {ev.op(f'lshr i64 {product}, 32')}")


class Bool(Number):
    llvm = "i1"
    called = "a truth value"

    def load(self, ev: Evaluator, address: str) -> Value:
        return Value(BOOL, ev.op(f"trunc i64 {ev.op(f'load i64, ptr {address}, align 8')} to i1"))

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        ev.line(f"store i64 {ev.op(f'zext i1 {value.ref} to i64')}, ptr {address}, align 8")

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return Value(BOOL, "true" if value else "false") if isinstance(value, bool) else None

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        return Value(BOOL, value.ref) if isinstance(value.type, Bool) else None

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(int(bool(value)))]

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return value

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        return INT.unary(ev, operator, ev.convert(value, INT), node)

    def is_instance(self, kind: type) -> bool:
        return kind in (bool, int, object)


class Int(Number):
    called = "a whole number"

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return Value(INT, str(self.word(value))) if isinstance(value, int) else None

    def word(self, value: Any) -> int:
        number = int(value)
        if not -SIGN <= number < SIGN:
            raise Refused(
                f"a whole number that does not fit in 64 bits ({number:.20g})",
                "keep whole numbers below 2**63",
            )
        return number

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(self.word(value))]

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if isinstance(value.type, Bool):
            return Value(INT, ev.op(f"zext i1 {value.ref} to i64"))
        if isinstance(value.type, Wide):
            return value.type.word(ev, value)
        return Value(INT, value.ref) if isinstance(value.type, Int) else None

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, ev.op(f"icmp ne i64 {value.ref}, 0"))

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        if operator == "pos":
            return value
        if operator == "invert":
            return Value(self, ev.op(f"xor i64 {value.ref}, -1"))
        return self.binary(ev, "sub", Value(self, "0"), value, node)

    def is_instance(self, kind: type) -> bool:
        return kind in (int, object)


class Board(Int):
    """Bits: 64 bits without a sign, whose arithmetic wraps."""

    called = "Bits"

    def word(self, value: Any) -> int:
        return signed(int(value))

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return Value(BITS, str(self.word(value))) if isinstance(value, int) else None

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if isinstance(value.type, Bool):
            return Value(BITS, ev.op(f"zext i1 {value.ref} to i64"))
        if isinstance(value.type, Wide):
            return Value(BITS, value.type.low_word(ev, value))
        return Value(BITS, value.ref) if isinstance(value.type, Int) else None

    def is_instance(self, kind: type) -> bool:
        return kind in (int, object, BitsClass)


class Float(Number):
    llvm = "double"
    called = "a fraction"

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        if not isinstance(value, int | float):
            return None
        if isinstance(value, int) and ev.frame.rule and (abs(value) >= 1 << 1000 or float(value) != value):
            raise ev.refused(None, f"the whole number {value:.30g} as a fraction", "write it as a fraction")
        return Value(FLOAT, float_text(float(value)))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(signed(int(float_text(float(value)), 16)))]

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if isinstance(value.type, Bool | Int):
            return Value(FLOAT, as_float(ev, value, exactly=ev.frame.rule or ev.is_library(ev.frame.owner)))
        if isinstance(value.type, Wide):
            return Value(FLOAT, as_float(ev, value.type.word(ev, value)))
        return None

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, ev.op(f"fcmp une double {value.ref}, 0.0"))

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        """A whole number as that number, any other by its bits."""
        ref = ev.convert(value, FLOAT).ref
        size = ev.op(f"call double @llvm.fabs.f64(double {ref})")
        low = ev.op(f"fcmp olt double {size}, {float_text(2.0**63)}")
        cut = ev.op(f"call double @llvm.trunc.f64(double {ref})")
        whole = ev.op(f"and i1 {low}, {ev.op(f'fcmp oeq double {cut}, {ref}')}")
        safe = ev.op(f"select i1 {whole}, double {ref}, double 0.0")
        bits = ev.op(f"bitcast double {ref} to i64")
        return mixed(
            ev, word, ev.op(f"select i1 {whole}, i64 {ev.op(f'fptosi double {safe} to i64')}, i64 {bits}")
        )

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        if operator == "neg":
            return Value(FLOAT, ev.op(f"fneg double {value.ref}"))
        return value if operator == "pos" else NotImplemented

    def is_instance(self, kind: type) -> bool:
        return kind in (float, object)


BOOL, INT, BITS, FLOAT = Bool(), Int(), Board(), Float()


def as_float(ev: Evaluator, value: Value, exactly: bool = True) -> str:
    """A number as a double; where it must be exact, a whole number that is not fails."""
    if value.const:
        return float_text(float(value.known))
    if value.type is FLOAT:
        return value.ref
    signed_number = isinstance(value.type, Int) and value.type is not BITS
    if exactly and signed_number:
        moved = ev.op(f"add i64 {value.ref}, {EXACT}")
        said = ev.unit.failures.of(OverflowError, "a whole number has no room in a fraction")
        ev.fail_if(ev.op(f"icmp ugt i64 {moved}, {2 * EXACT}"), said)
    return ev.op(f"{'si' if signed_number else 'ui'}tofp {value.type.llvm} {value.ref} to double")


def number_type(value: Any, declared: Any = None) -> Type | None:
    """The type of a Python number; None where it is none of ours."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, BitsClass) or (declared in (BitsClass, "Bits") and isinstance(value, int)):
        return BITS
    if isinstance(value, int):
        return INT if -SIGN <= value < SIGN else wide_for(value)
    return FLOAT if isinstance(value, float) else None


# What these are computed with is made of the above.
from zermelo.kernel.machine.arithmetic import (  # noqa: E402
    checked,
    compare_exactly,
    compare_with_board,
    divide,
    float_operation,
    power,
    shift,
)
from zermelo.kernel.machine.wide import Wide, outgrows, wide_for  # noqa: E402
