"""Numba's types in the words of the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types

from zermelo.kernel.compiler import symbol_type
from zermelo.kernel.compiler.complaints import kind_in_words
from zermelo.kernel.compiler.own_types import is_series, is_set, is_wide


def is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean | types.IntEnumMember)


def describe(kind: Any) -> str:
    """A Numba type in the words of the contract."""
    if isinstance(kind, types.NoneType | types.Optional):
        return "None"
    if kind == types.uint64:
        return "Bits"
    if is_set(kind):
        return "a set"
    if isinstance(kind, types.Boolean):
        return "a truth value"
    if is_whole(kind) or is_wide(kind):
        return "a whole number"
    if isinstance(kind, types.Float):
        return "a fraction (or an integer and Bits that met in one variable: start it with Bits(0))"
    if isinstance(kind, types.BaseNamedTuple):
        return str(kind.instance_class.__name__)
    if is_series(kind):
        return "a tuple"
    if isinstance(kind, types.BaseTuple):
        return symbol_type.called(kind) or f"a tuple of {len(kind)}"
    return symbol_type.called(kind) or kind_in_words(str(kind))


def misfit(what: str, given: Any, declared: Any, fits: Callable[[Any, Any], bool]) -> str:
    """What a value, or the first part of it that does not fit, should be."""
    tuples = isinstance(given, types.BaseTuple) and isinstance(declared, types.BaseTuple)
    if tuples and len(given) == len(declared) and not isinstance(declared, symbol_type.Letters):
        for index, (part, whole) in enumerate(zip(given, declared, strict=True)):
            if not fits(part, whole):
                return misfit(f"{what}[{index}]", part, whole, fits)
    return f"{what} should be {describe(declared)}, not {describe(given)}"
