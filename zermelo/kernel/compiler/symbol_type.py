"""The compiled world's texts and members of enumerations: one word each, long texts letter by letter."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel import default_manager
from numba.core.datamodel.models import PrimitiveModel, UniTupleModel
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, overload_attribute

from zermelo.kernel import primitives
from zermelo.kernel.symbols import is_short, text_word

WORD, BIT = ir.IntType(64), ir.IntType(1)


class Symbol(types.Type):  # type: ignore[misc]
    """A text of a few letters, or a member of the enumeration that has this tag: compared, and no number."""

    def __init__(self, called: str, tag: int) -> None:
        self.called, self.tag = called, tag
        super().__init__(name=f"Symbol({called!r}, {tag})")


class Letters(types.UniTuple):  # type: ignore[misc]
    """A long text: its letters, each a text."""

    def __init__(self, length: int) -> None:
        super().__init__(TEXT, length)

    def __unliteral__(self) -> Letters:
        return self


TEXT = Symbol("text", primitives.TEXT)


class SymbolModel(PrimitiveModel):  # type: ignore[misc]
    """One word."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD)


default_manager.register(Symbol, SymbolModel)
default_manager.register(Letters, UniTupleModel)


def called(kind: Any) -> str:
    """What it is called in a sentence; "" where it is nothing of ours."""
    if isinstance(kind, Letters):
        return f"a text of {len(kind)} letters"
    return "" if not isinstance(kind, Symbol) else "a text" if kind == TEXT else kind.called


# -- made of words, and turned into words ------------------------------------------------------------


@intrinsic  # type: ignore[untyped-decorator]
def short_text(context: Any, word: Any) -> Any:
    """The text that has these bytes."""
    return TEXT(types.int64), lambda target, builder, signature, arguments: arguments[0]


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def member(context: Any, called: Any, tag: Any, word: Any) -> Any:
    """A member of the enumeration with this name and tag, by its place."""
    kind = Symbol(called.literal_value, tag.literal_value)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.cast(builder, arguments[2], signature.args[2], types.int64)

    return kind(called, tag, word), generate


@intrinsic  # type: ignore[untyped-decorator]
def long_text(context: Any, letters: Any) -> Any:
    """A text of texts of one letter."""
    made = Letters(len(letters))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = [builder.extract_value(arguments[0], index) for index in range(len(letters))]
        return target.make_tuple(builder, made, parts)

    return made(letters), generate


@intrinsic  # type: ignore[untyped-decorator]
def plain_word(context: Any, symbol: Any) -> Any:
    """The number that stands for a symbol."""
    return types.int64(symbol), lambda target, builder, signature, arguments: arguments[0]


VALUES: dict[int, tuple[Any, ...]] = {}
"""The values of an enumeration's members in their order, by its tag."""


def enumeration(tag: int, values: tuple[Any, ...]) -> None:
    """What a unit says of an enumeration that it uses."""
    VALUES[tag] = values


@overload_attribute(Symbol, "value", strict=False)  # type: ignore[untyped-decorator]
def _value(symbol: Any) -> Any:
    values = VALUES.get(symbol.tag, ())
    if values and all(isinstance(value, str) and is_short(value) for value in values):
        words = tuple(map(text_word, values))
        return lambda symbol: short_text(words[plain_word(symbol) - 1])
    if values and all(isinstance(value, int) for value in values):
        numbers = tuple(map(int, values))
        return lambda symbol: numbers[plain_word(symbol) - 1]
    raise TypingError("zermelo: `.value` of a member whose values are not all whole numbers or short texts")


# -- compared, and taken for true --------------------------------------------------------------------


def has_symbol(kinds: Any) -> bool:
    return any(isinstance(kind, Symbol | Letters) for kind in kinds)


class Equality(AbstractTemplate):  # type: ignore[misc]
    """Symbols of one kind are compared by their words; what is of different kinds is different."""

    def generic(self, args: Any, kws: Any) -> Any:
        plain = not any(isinstance(kind, types.Optional | types.Omitted) for kind in args)
        if len(args) != 2 or not has_symbol(args) or not plain:
            return None
        return signature(types.boolean, *args)


@infer_global(operator.eq)
class Equal(Equality):
    """`==`"""


@infer_global(operator.ne)
class Unequal(Equality):
    """`!=`"""


def _equal(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    left, right = signature.args
    if left != right:
        return BIT(0)
    if isinstance(left, Symbol):
        return builder.icmp_unsigned("==", *arguments)
    found = BIT(1)
    for index in range(len(left)):
        pair = (builder.extract_value(text, index) for text in arguments)
        found = builder.and_(found, builder.icmp_unsigned("==", *pair))
    return found


def _unequal(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.not_(_equal(target, builder, signature, arguments))


@infer_global(bool)
class Truth(AbstractTemplate):  # type: ignore[misc]
    """A text is true if it has letters, a member always is."""

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, *args) if len(args) == 1 and has_symbol(args) else None


@lower_builtin(bool, Symbol)  # type: ignore[untyped-decorator]
def _is_true(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.icmp_unsigned("!=", arguments[0], WORD(0))


@lower_builtin(bool, Letters)  # type: ignore[untyped-decorator]
def _has_letters(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return BIT(1)


class Order(AbstractTemplate):  # type: ignore[misc]
    """Texts have an order, members have none."""

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, *args) if tuple(args) == (TEXT, TEXT) else None


def _aligned(builder: Any, word: Any) -> Any:
    """The first letter in the highest byte."""
    zeros = builder.ctlz(word, BIT(0))
    return builder.shl(word, builder.and_(zeros, WORD(56)))


def _ordered(sign: str) -> Any:
    def compare(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned(sign, *(_aligned(builder, word) for word in arguments))

    return compare


for _operator, _sign in ((operator.lt, "<"), (operator.le, "<="), (operator.gt, ">"), (operator.ge, ">=")):
    infer_global(_operator)(type(f"Order_{_operator.__name__}", (Order,), {}))
    lower_builtin(_operator, TEXT, TEXT)(_ordered(_sign))


_OURS = (Symbol, Letters)
_PAIRS = [(one, other) for one in _OURS for other in (*_OURS, types.BaseTuple, types.Any)]
for _pair in {*_PAIRS, *((other, one) for one, other in _PAIRS)}:
    lower_builtin(operator.eq, *_pair)(_equal)
    lower_builtin(operator.ne, *_pair)(_unequal)
