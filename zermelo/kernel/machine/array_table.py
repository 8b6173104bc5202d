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


def enter(*functions: Any, method: str = "") -> Callable[[Word], Word]:
    """Enter a word for functions of NumPy, and as a method."""

    def entered(word: Word) -> Word:
        for function in functions:
            FUNCTIONS[function] = word
        if method:
            METHODS[method] = word
        return word

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
