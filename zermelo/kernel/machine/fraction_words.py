"""Functions of fractions: the module math."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import number_library
from zermelo.kernel.machine.arithmetic import fail_beyond
from zermelo.kernel.machine.number_words import whole
from zermelo.kernel.machine.numbers import (
    BOOL,
    FLOAT,
    INT,
    float_text,
)
from zermelo.kernel.machine.types import Call, Node, Value, known
from zermelo.kernel.machine.unions import plain

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def fractions(words: Words) -> None:
    def simple(function: Any, name: str, least: float | None = None, strictly: bool = False) -> None:
        @words.folding(function)
        def word(ev: Evaluator, call: Call, node: Node) -> Value:
            number = ev.convert(plain(ev, call.values[0], node), FLOAT, node).ref
            if least is not None:
                relation = "ule" if strictly else "ult"
                domain = ev.unit.failures.of(ValueError, "math domain error")
                ev.fail_if(ev.op(f"fcmp {relation} double {number}, {float_text(least)}"), domain)
            ev.unit.outside.add(name)
            found = ev.op(f"call double @{name}(double {number})")
            fail_beyond(ev, found, [number])
            if least is None:
                wrong = ev.op(f"fcmp uno double {found}, {found}")
                fine = ev.op(f"fcmp ord double {number}, {number}")
                domain = ev.unit.failures.of(ValueError, "math domain error")
                ev.fail_if(ev.op(f"and i1 {wrong}, {fine}"), domain)
            return Value(FLOAT, found)

    simple(math.sqrt, "llvm.sqrt.f64", 0.0)
    for name in ("log2", "log10"):
        simple(getattr(math, name), name, 0.0, True)
    for name in (
        "exp",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "expm1",
        "cbrt",
        "exp2",
    ):
        simple(getattr(math, name), name)
    simple(math.log1p, "log1p", -1.0, True)
    simple(math.fabs, "llvm.fabs.f64")


def logarithms_and_rounding(words: Words) -> None:
    @words.folding(math.log)
    def log(ev: Evaluator, call: Call, node: Node) -> Value:
        domain = ev.unit.failures.of(ValueError, "math domain error")
        found = []
        for value in call.values:
            number = ev.convert(plain(ev, value, node), FLOAT, node).ref
            ev.fail_if(ev.op(f"fcmp ule double {number}, 0.0"), domain)
            found.append(ev.op(f"call double @log(double {number})"))
        ev.unit.outside.add("log")
        if len(found) == 1:
            return Value(FLOAT, found[0])
        ev.fail_if(
            ev.op(f"fcmp oeq double {found[1]}, 0.0"),
            ev.unit.failures.of(ZeroDivisionError, "division by zero"),
        )
        return Value(FLOAT, ev.op(f"fdiv double {found[0]}, {found[1]}"))

    for function, name in ((math.floor, "floor"), (math.ceil, "ceil"), (math.trunc, "trunc")):

        def rounding(ev: Evaluator, call: Call, node: Node, name: str = name) -> Value:
            value = plain(ev, call.values[0], node)
            if value.type is not FLOAT:
                return ev.convert(value, INT, node)
            return Value(INT, whole(ev, ev.op(f"call double @llvm.{name}.f64(double {value.ref})")))

        words.folding(function)(rounding)


def of_two(words: Words) -> None:
    """Functions of two fractions."""

    for function, name in (
        (math.pow, "pow"),
        (math.atan2, "atan2"),
        (math.hypot, "hypot"),
        (math.fmod, "fmod"),
    ):

        def two(ev: Evaluator, call: Call, node: Node, name: str = name) -> Value:
            if len(call.values) != 2:
                raise ev.refused(node, f"{name}() of so many")
            if name == "pow":
                left, right = (ev.convert(plain(ev, v, node), FLOAT, node) for v in call.values)
                return ev.binary(ast.Pow(), left, right, node)
            x, y = (ev.convert(plain(ev, v, node), FLOAT, node).ref for v in call.values)
            if name == "fmod":
                ev.fail_if(
                    ev.op(f"fcmp oeq double {y}, 0.0"), ev.unit.failures.of(ValueError, "math domain error")
                )
            found = ev.op(f"call double @{name}(double {x}, double {y})")
            fail_beyond(ev, found, [x, y])
            return Value(FLOAT, found)

        words.folding(function)(two)


def tests_and_products(words: Words) -> None:
    for function, test in ((math.isnan, "uno"), (math.isinf, "")):

        def asks(ev: Evaluator, call: Call, node: Node, test: str = test) -> Value:
            x = ev.convert(plain(ev, call.values[0], node), FLOAT, node).ref
            if test:
                return Value(BOOL, ev.op(f"fcmp uno double {x}, {x}"))
            size = ev.op(f"call double @llvm.fabs.f64(double {x})")
            return Value(BOOL, ev.op(f"fcmp oeq double {size}, {float_text(math.inf)}"))

        words.folding(function)(asks)

    @words.folding(math.prod)
    def prod(ev: Evaluator, call: Call, node: Node) -> Value:
        return ev.library(
            "reduced_from",
            [known(number_library.checked_product), call.values[0], call.get(1, "start", 1)],
            node,
        )

    @words.folding(math.copysign)
    def copysign(ev: Evaluator, call: Call, node: Node) -> Value:
        x, y = (ev.convert(plain(ev, v, node), FLOAT, node).ref for v in call.values)
        return Value(FLOAT, ev.op(f"call double @llvm.copysign.f64(double {x}, double {y})"))
