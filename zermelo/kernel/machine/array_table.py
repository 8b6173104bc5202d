"""What the compiler has for NumPy's functions and methods of arrays, entered by modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import array_library
from zermelo.kernel.machine.array_make import array_of
from zermelo.kernel.machine.arrays import Array
from zermelo.kernel.machine.types import EMPTY, NEVER, Call, Node, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

Word = Callable[["Evaluator", Call, Node], Value]
METHODS: dict[str, Word] = {}
"""Methods of arrays; the array is the first argument."""
FUNCTIONS: dict[Any, Word] = {}
"""Functions of NumPy."""


def enter(*functions: Any, method: str = "", most: int, names: str = "") -> Callable[[Word], Word]:
    """Enter a word for functions of NumPy, and as a method.

    It takes so many arguments at most, and those of these names; others are refused.
    """
    allowed = names.split()
    called = method or functions[0].__name__

    def entered(word: Word) -> Word:
        def checked(ev: Evaluator, call: Call, node: Node) -> Value:
            for name in call.named:
                if name not in allowed:
                    advice = "assign what it gives" if name == "out" else f"leave `{name}=` out"
                    raise ev.refused(node, f"{called}() with `{name}=`", advice)
            if len(call.values) > most:
                raise ev.refused(node, f"{called}() of so many arguments", "write it with a loop")
            return word(ev, call, node)

        for function in functions:
            FUNCTIONS[function] = checked
        if method:
            METHODS[method] = checked
        return checked

    return entered


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


def library(ev: Evaluator, name: str, values: list[Value], node: Node) -> Value:
    """A call of a function of array_library."""
    return ev.call_python(getattr(array_library, name), Call(values), node)
