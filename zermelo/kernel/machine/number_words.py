"""Functions of whole numbers, and what turns one kind of number into another."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.game import Bits as BitsClass
from zermelo.kernel.machine import number_library
from zermelo.kernel.machine.numbers import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    float_text,
)
from zermelo.kernel.machine.tuples import make_tuple
from zermelo.kernel.machine.types import Call, Node, Value, known
from zermelo.kernel.machine.unions import plain

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Word, Words


def numbers(words: Words) -> None:
    @words.folding(abs)
    def abs_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node)
        if value.type is FLOAT:
            return Value(FLOAT, ev.op(f"call double @llvm.fabs.f64(double {value.ref})"))
        if value.type is BITS:
            return value
        own = getattr(value.type, "absolute", None)
        if own is not None:
            return own(ev, value, node)  # type: ignore[no-any-return]
        number = ev.convert(value, INT, node)
        if ev.frame.rule:
            ev.fail_if(ev.op(f"icmp eq i64 {number.ref}, {-(1 << 63)}"), ev.unit.failures.overflow)
        return Value(INT, ev.op(f"call i64 @llvm.abs.i64(i64 {number.ref}, i1 false)"))

    @words.folding(int)
    def int_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node) if call.values else known(0)
        if value.type is FLOAT:
            return Value(INT, whole(ev, value.ref))
        own = getattr(value.type, "as_int", None)
        if own is not None:
            return own(ev, value, call, node)  # type: ignore[no-any-return]
        if value.type is BITS:
            negative = ev.op(f"icmp slt i64 {value.ref}, 0")
            if ev.frame.rule:
                ev.fail_if(negative, ev.unit.failures.overflow)
        return ev.convert(value, INT, node)

    @words.folding(float)
    def float_(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.convert(plain(ev, call.values[0], node), FLOAT, node)

    @words.folding(bool)
    def bool_(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.truth(call.values[0])

    @words.folding(BitsClass)
    def bits(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node)
        if value.type is FLOAT:
            value = Value(INT, whole(ev, value.ref))
        return ev.convert(value, BITS, node)


def whole_numbers(words: Words) -> None:
    """Quotients, powers, rounding and what math has for whole numbers."""

    @words.folding(divmod)
    def divmod_(ev: Evaluator, call: Call, node: Node) -> Value:
        parts = [ev.binary(op, *call.values, node) for op in (ast.FloorDiv(), ast.Mod())]
        return make_tuple(ev, parts)

    @words.folding(pow)
    def pow_(ev: Evaluator, call: Call, node: Node) -> Value:
        if len(call.values) > 2:
            raise ev.refused(node, "pow() with a modulus")
        return ev.binary(ast.Pow(), *call.values, node)

    @words.folding(round)
    def round_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = plain(ev, call.values[0], node)
        digits = call.get(1, "ndigits", None)
        if (digits.const and digits.known is not None and not 0 <= digits.known <= 22) or not digits.const:
            raise ev.refused(
                node, "round() to a number of digits that is not known", "write the number of digits"
            )
        if value.type is not FLOAT:
            return ev.convert(value, INT, node)
        if digits.known is not None:
            return ev.library("rounded", [value, known(10.0**digits.known)], node)
        return Value(INT, whole(ev, ev.op(f"call double @llvm.rint.f64(double {value.ref})")))

    for function in (math.gcd, math.lcm):
        words[function] = pairs_word(function)
    for single in (math.isqrt, math.factorial, math.comb, math.perm):
        words.folding(single)(library_word(single.__name__))


def library_numbers(words: Words) -> None:
    """What the library leaves to one instruction."""

    @words.word(number_library.remainder)
    def remainder(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = (ev.convert(v, FLOAT).ref for v in call.values)
        return Value(FLOAT, ev.op(f"call double @fmod(double {left}, double {right})"))

    @words.word(number_library.fused)
    def fused(ev: Evaluator, call: Call, node: Node) -> Value:
        parts = ", ".join(f"double {ev.convert(v, FLOAT).ref}" for v in call.values)
        return Value(FLOAT, ev.op(f"call double @llvm.fma.f64({parts})"))

    @words.word(number_library.nearest)
    def nearest(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(
            FLOAT, ev.op(f"call double @llvm.rint.f64(double {ev.convert(call.values[0], FLOAT).ref})")
        )

    @words.word(number_library.floor)
    def floor(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(
            FLOAT, ev.op(f"call double @llvm.floor.f64(double {ev.convert(call.values[0], FLOAT).ref})")
        )


def pairs_word(function: Callable[..., int]) -> Word:
    """The word of gcd or lcm."""

    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        return folded_pairs(ev, function, call, node)

    return word


def library_word(name: str) -> Word:
    """The word of a function of whole numbers."""

    def word(ev: Evaluator, call: Call, node: Node) -> Value:
        return whole_function(ev, name, call, node)

    return word


def folded_pairs(ev: Evaluator, function: Any, call: Call, node: Node) -> Value:
    """gcd or lcm of any number of whole numbers."""
    if call.all_known:
        return ev.folded(lambda: function(*(v.known for v in call.values)), node)
    found = known(0 if function is math.gcd else 1)
    for place, value in enumerate(call.values):
        with ev.inside(node, ("part", place)):
            found = whole_function(ev, function.__name__, Call([found, value]), node)
    return found


def whole_function(ev: Evaluator, name: str, call: Call, node: Node) -> Value:
    """A function of whole numbers, as the library has it."""
    values = [plain(ev, value, node) for value in call.values]
    if any(ev.as_type(value) not in (INT, BITS, BOOL) for value in values):
        return ev.wrong_type(node, *values)
    return ev.library(name, [ev.convert(value, INT) for value in values], node)


def whole(ev: Evaluator, number: str) -> str:
    """A fraction without what is behind the point; it fails where that has no room or is no number."""
    if ev.frame.rule:
        fits = ev.op(
            f"fcmp ult double {ev.op(f'call double @llvm.fabs.f64(double {number})')}, {float_text(2.0**63)}"
        )
        ordered = ev.op(f"fcmp ord double {number}, {number}")
        fine = ev.op(f"and i1 {fits}, {ordered}")
        said = ev.unit.failures.of(OverflowError, "a fraction that is no whole number of 64 bits")
        ev.fail_if(ev.op(f"xor i1 {fine}, true"), said)
    return ev.op(f"fptosi double {number} to i64")
