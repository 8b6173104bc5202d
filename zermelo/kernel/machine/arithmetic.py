"""The instructions of arithmetic: checked whole numbers, boards that wrap, fractions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import (
    BITS,
    BOOL,
    CHECKED,
    EXACT,
    FLOAT,
    FLOAT_ORDER,
    FLOATS,
    INT,
    SIGN,
    as_float,
    float_text,
)
from zermelo.kernel.machine.types import Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


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
