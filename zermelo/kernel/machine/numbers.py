"""Truth values, whole numbers, boards of 64 bits and fractions."""

from __future__ import annotations

import struct
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any

from zermelo.game import Bits as BitsClass
from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.types import EMPTY, NEVER, Call, Const, Node, Type, Value, known

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
            x, y = ev.convert(left, BOOL), ev.convert(right, BOOL)
            return Value(BOOL, ev.op(f"{operator} i1 {x.ref}, {y.ref}"))
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
        x, y = ev.convert(left, kind if kind is BITS else INT).ref, ev.convert(right, kind).ref
        if operator in CHECKED and kind is INT and ev.frame.rule:
            return checked(ev, operator, left, right, x, y)
        if operator in PLAIN:
            return Value(kind, ev.op(f"{PLAIN[operator]} i64 {x}, {y}"))
        return divide(ev, operator == "floordiv", kind, x, y, right)

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


def checked(ev: Evaluator, operator: str, left: Value, right: Value, x: str, y: str) -> Value:
    """Addition, subtraction or multiplication that fails where there is no room for the answer."""
    for one, other in ((left, right), (right, left)):
        if one.const and (
            (operator == "mul" and one.known == 1)
            or (operator != "mul" and one.known == 0 and (operator == "add" or one is right))
        ):
            return ev.convert(other, INT)
    pair = ev.op(f"call {{i64, i1}} @llvm.{CHECKED[operator]}.with.overflow.i64(i64 {x}, i64 {y})")
    ev.fail_if(ev.op(f"extractvalue {{i64, i1}} {pair}, 1"), ev.unit.failures.overflow)
    return Value(INT, ev.op(f"extractvalue {{i64, i1}} {pair}, 0"))


def divide(ev: Evaluator, quotient: bool, kind: Type, x: str, y: str, right: Value) -> Value:
    """x // y or x % y, rounded down."""
    divisor = int(right.known) if right.const else None
    zero = ev.unit.failures.of(ZeroDivisionError, "integer division or modulo by zero")
    if divisor is None or divisor == 0:
        ev.fail_if(ev.op(f"icmp eq i64 {y}, 0"), zero)
    if kind is BITS:
        return Value(BITS, ev.op(f"{'udiv' if quotient else 'urem'} i64 {x}, {y}"))
    if divisor and divisor > 0 and divisor & (divisor - 1) == 0:
        if quotient:
            return Value(INT, ev.op(f"ashr i64 {x}, {divisor.bit_length() - 1}"))
        return Value(INT, ev.op(f"and i64 {x}, {divisor - 1}"))
    if divisor is None or divisor == -1:
        least = ev.op(f"icmp eq i64 {x}, {-SIGN}")
        both = ev.op(f"and i1 {least}, {ev.op(f'icmp eq i64 {y}, -1')}")
        if quotient:
            ev.fail_if(both, ev.unit.failures.overflow)
        else:
            x = ev.op(f"select i1 {both}, i64 0, i64 {x}")
    rest = ev.op(f"srem i64 {x}, {y}")
    across = ev.op(f"icmp slt i64 {ev.op(f'xor i64 {rest}, {y}')}, 0")
    odd = ev.op(f"and i1 {ev.op(f'icmp ne i64 {rest}, 0')}, {across}")
    if quotient:
        cut = ev.op(f"sdiv i64 {x}, {y}")
        return Value(INT, ev.op(f"sub i64 {cut}, {ev.op(f'zext i1 {odd} to i64')}"))
    return Value(INT, ev.op(f"add i64 {rest}, {ev.op(f'select i1 {odd}, i64 {y}, i64 0')}"))


def shift(ev: Evaluator, to_left: bool, left: Value, right: Value, a: Type, b: Type) -> Value:
    """x << y or x >> y; what Bits are shifted by does not make Bits of a whole number."""
    kind = BITS if a is BITS else INT
    x, y = ev.convert(left, kind).ref, ev.convert(right, BITS if b is BITS else INT).ref
    count = int(right.known) if right.const else None
    if count is None or count < 0:
        ev.fail_if(ev.op(f"icmp slt i64 {y}, 0"), ev.unit.failures.of(ValueError, "negative shift count"))
    if kind is BITS:
        name = "shl" if to_left else "lshr"
        if count is not None:
            return Value(BITS, ev.op(f"{name} i64 {x}, {count}") if count < 64 else "0")
        moved = ev.op(f"{name} i64 {x}, {ev.op(f'and i64 {y}, 63')}")
        return Value(BITS, ev.op(f"select i1 {ev.op(f'icmp ugt i64 {y}, 63')}, i64 0, i64 {moved}"))
    if not to_left:
        if count is not None:
            return Value(INT, ev.op(f"ashr i64 {x}, {min(count, 63)}"))
        most = ev.op(f"select i1 {ev.op(f'icmp ugt i64 {y}, 63')}, i64 63, i64 {y}")
        return Value(INT, ev.op(f"ashr i64 {x}, {most}"))
    few = y if count is not None and count < 63 else ev.op(f"and i64 {y}, 63")
    moved = ev.op(f"shl i64 {x}, {few}")
    if ev.frame.rule:
        lost = ev.op(f"icmp ne i64 {ev.op(f'ashr i64 {moved}, {few}')}, {x}")
        if count is None or count > 62:
            beyond = ev.op(f"icmp ugt i64 {y}, 62")
            lost = ev.op(f"or i1 {lost}, {ev.op(f'and i1 {beyond}, ' + ev.op(f'icmp ne i64 {x}, 0'))}")
        ev.fail_if(lost, ev.unit.failures.overflow)
    return Value(INT, moved)


def power(ev: Evaluator, left: Value, right: Value, kind: Type, node: Node) -> Any:
    """x ** y of whole numbers; fractions where y is negative, which no type can say: it fails."""
    if right.const and right.known in (0, 1, 2, 3):
        found = known(1) if right.known == 0 else left
        for _ in range(int(right.known) - 1):
            found = kind.binary(ev, "mul", found, left, node)
        return found
    exponent = ev.convert(right, INT).ref
    negative = ev.op(f"icmp slt i64 {exponent}, 0")
    base = ev.convert(left, kind).ref
    zero = ev.op(f"and i1 {negative}, {ev.op(f'icmp eq i64 {base}, 0')}")
    ev.fail_if(zero, ev.unit.failures.of(ZeroDivisionError, "0.0 cannot be raised to a negative power"))
    ev.fail_if(negative, ev.unit.failures.of(OverflowError, "a negative power is a fraction"))
    return ev.library(
        "bits_power" if kind is BITS else "power", [ev.convert(left, kind), Value(INT, exponent)], node
    )


def compare_exactly(ev: Evaluator, operator: str, left: Value, right: Value) -> Value:
    """A whole number beside a fraction: where the nearest fraction is the same, the whole numbers decide."""
    x, y = as_float(ev, left, exactly=False), as_float(ev, right, exactly=False)
    found = ev.op(f"fcmp {FLOAT_ORDER[operator]} double {x}, {y}")
    number, fraction = (right, left) if ev.as_type(left) is FLOAT else (left, right)
    if any(value.const and abs(value.known) < EXACT for value in (left, right)):
        return Value(BOOL, found)
    near = y if fraction is right else x
    same = ev.op(f"fcmp oeq double {x}, {y}")
    inside = ev.op(f"fcmp olt double {near}, {float_text(2.0**63)}")
    whole = ev.op(f"call i64 @llvm.fptosi.sat.i64.f64(double {near})")
    exact = ev.convert(number, INT).ref
    a, b = (exact, whole) if fraction is right else (whole, exact)
    sign = "" if operator in ("eq", "ne") else "s"
    decided = ev.op(f"icmp {sign}{operator} i64 {a}, {b}")
    below = operator in ("ne", "lt", "le") if fraction is right else operator in ("ne", "gt", "ge")
    decided = ev.op(f"select i1 {inside}, i1 {decided}, i1 {'true' if below else 'false'}")
    return Value(BOOL, ev.op(f"select i1 {same}, i1 {decided}, i1 {found}"))


def compare_with_board(ev: Evaluator, operator: str, left: Value, right: Value, a: Type) -> Value:
    """A whole number beside Bits, which have no sign: a negative one is less than any board."""
    x, y = ev.convert(left, INT).ref, ev.convert(right, INT).ref
    sign = "" if operator in ("eq", "ne") else "u"
    found = ev.op(f"icmp {sign}{operator} i64 {x}, {y}")
    whole = left if a is INT else right
    if whole.const and whole.known >= 0:
        return Value(BOOL, found)
    negative = ev.op(f"icmp slt i64 {x if a is INT else y}, 0")
    below = operator in ("ne", "lt", "le") if a is INT else operator in ("ne", "gt", "ge")
    return Value(BOOL, ev.op(f"select i1 {negative}, i1 {'true' if below else 'false'}, i1 {found}"))


def float_operation(ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
    exactly = operator == "truediv" and FLOAT not in (ev.as_type(left), ev.as_type(right))
    x, y = as_float(ev, left, exactly), as_float(ev, right, exactly)
    if operator in FLOATS:
        return Value(FLOAT, ev.op(f"{FLOATS[operator]} double {x}, {y}"))
    if operator in ("truediv", "floordiv", "mod"):
        kind = (
            "float division by zero"
            if operator == "truediv"
            else "float modulo"
            if operator == "mod"
            else "float floor division by zero"
        )
        if not (right.const and right.known != 0):
            zero = ev.unit.failures.of(ZeroDivisionError, kind)
            ev.fail_if(ev.op(f"fcmp oeq double {y}, 0.0"), zero)
        if operator == "truediv":
            return Value(FLOAT, ev.op(f"fdiv double {x}, {y}"))
        name = "float_floordiv" if operator == "floordiv" else "float_mod"
        return ev.library(name, [Value(FLOAT, x), Value(FLOAT, y)], node)
    if operator == "pow":
        return float_power(ev, left, right, x, y)
    return NotImplemented


def float_power(ev: Evaluator, left: Value, right: Value, x: str, y: str) -> Value:
    """x ** y of fractions, with the errors of Python's."""
    if right.const and right.known == 2:
        found = ev.op(f"fmul double {x}, {x}")
    else:
        nought = ev.op(f"and i1 {ev.op(f'fcmp oeq double {x}, 0.0')}, {ev.op(f'fcmp olt double {y}, 0.0')}")
        ev.fail_if(nought, ev.unit.failures.of(ZeroDivisionError, "0.0 cannot be raised to a negative power"))
        found = ev.op(f"call double @pow(double {x}, double {y})")
        ev.unit.outside.add("pow")
        wrong = ev.op(f"fcmp uno double {found}, {found}")
        fine = ev.op(f"or i1 {ev.op(f'fcmp uno double {x}, {x}')}, {ev.op(f'fcmp uno double {y}, {y}')}")
        complex_number = ev.op(f"and i1 {wrong}, {ev.op(f'xor i1 {fine}, true')}")
        ev.fail_if(complex_number, ev.unit.failures.of(TypeError, "a power that is a complex number"))
    fail_beyond(ev, found, [x, y])
    return Value(FLOAT, found)


def fail_beyond(ev: Evaluator, found: str, given: list[str]) -> None:
    """OverflowError where finite fractions give an infinite one."""
    size = ev.op(f"call double @llvm.fabs.f64(double {found})")
    beyond = ev.op(f"fcmp oeq double {size}, {float_text(float('inf'))}")
    for each in given:
        size = ev.op(f"call double @llvm.fabs.f64(double {each})")
        beyond = ev.op(f"and i1 {beyond}, {ev.op(f'fcmp olt double {size}, ' + float_text(float('inf')))}")
    ev.fail_if(beyond, ev.unit.failures.of(OverflowError, "math range error"))


def extreme(which: Callable[..., Any]) -> Callable[[Evaluator, Call, Node], Value | None]:
    """min or max of a few numbers, as they are written out; None where they are not that."""
    name = which.__name__

    def choose(ev: Evaluator, call: Call, node: Node) -> Value | None:
        if call.named or len(call.values) < 2:
            return None
        kinds = [ev.as_type(v) for v in call.values]
        if not all(kind in (INT, FLOAT) for kind in kinds):
            return None
        if len(set(kinds)) > 1:
            if not ev.unit.algorithm_frame(ev.frame):
                return None
            kinds = [FLOAT]
        kind = kinds[0]
        best = ev.convert(call.values[0], kind).ref
        for value in call.values[1:]:
            other = ev.convert(value, kind).ref
            if kind is FLOAT:
                better = ev.op(f"fcmp {'ogt' if name == 'max' else 'olt'} double {other}, {best}")
                best = ev.op(f"select i1 {better}, double {other}, double {best}")
            else:
                best = ev.op(f"call i64 @llvm.s{name}.i64(i64 {best}, i64 {other})")
        return Value(kind, best)

    return choose


def number_type(value: Any, declared: Any = None) -> Type | None:
    """The type of a Python number; None where it is none of ours."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, BitsClass) or (declared in (BitsClass, "Bits") and isinstance(value, int)):
        return BITS
    if isinstance(value, int):
        return INT if -SIGN <= value < SIGN else wide_for(value)
    return FLOAT if isinstance(value, float) else None


_ = (NEVER, Const)

from zermelo.kernel.machine.wide import Wide, outgrows, wide_for  # noqa: E402  (it is made of the above)
