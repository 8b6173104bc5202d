"""The compiled world's words for what is None or something: tests, comparisons, and the something itself.

What may be None is Numba's Optional, a flag beside the value.
"""

from __future__ import annotations

import operator
from typing import Any

import numba.core.optional  # noqa: F401  before our casts: the last one that is registered counts
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast
from numba.extending import intrinsic

from zermelo.kernel import idiom_words
from zermelo.kernel.compiler.descriptions import describe
from zermelo.kernel.compiler.machine import convert, extend, raise_if
from zermelo.kernel.compiler.own_types import is_own
from zermelo.kernel.compiler.symbol_type import has_symbol

NOTHING = "None where the rules need a value"
NONE_HERE = "None in a place of the state or the action where the first games had none"


@intrinsic  # type: ignore[untyped-decorator]
def maybe(context: Any, there: Any, value: Any) -> Any:
    """The value, or None where `there` is 0."""
    made = types.Optional(value)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = cgutils.create_struct_proxy(made)(target, builder)
        found.valid = builder.icmp_unsigned("!=", arguments[0], arguments[0].type(0))
        found.data = arguments[1]
        return found._getvalue()

    return made(types.int64, value), generate


def convert_maybe(target: Any, builder: Any, value: Any, given: Any, declared: Any) -> Any:
    """What is None or something, as something of the declared type, or as None where that allows it."""
    held = cgutils.create_struct_proxy(given)(target, builder, value=value)
    if not isinstance(declared, types.Optional):
        raise_if(target, builder, builder.not_(held.valid), OverflowError, NONE_HERE)
        return convert(target, builder, held.data, given.type, declared)
    found = cgutils.create_struct_proxy(declared)(target, builder)
    found.valid = held.valid
    with builder.if_then(cgutils.is_true(builder, held.valid)):
        found.data = convert(target, builder, held.data, given.type, declared.type)
    return found._getvalue()


def alike(left: Any, right: Any) -> bool:
    """`left == right`, where each may be None."""
    return bool(left == right)


def unalike(left: Any, right: Any) -> bool:
    """`left != right`, where each may be None."""
    return bool(left != right)


def identical(left: Any, right: Any) -> bool:
    """`left is right`, where neither is written as None."""
    return left is right


def truth_of(value: Any) -> bool:
    """`bool(value)`, where it may be None."""
    return bool(value)


def content_of(value: Any) -> Any:
    """The value of what is not None here."""
    return value


@intrinsic  # type: ignore[untyped-decorator]
def _content(context: Any, value: Any) -> Any:
    if not isinstance(value, types.Optional):
        raise TypingError("zermelo: this is never None")

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        optional = target.make_helper(builder, value, arguments[0])
        raise_if(target, builder, builder.not_(optional.valid), TypeError, NOTHING)
        return optional.data

    return value.type(value), generate


@lower_cast(types.Optional, types.Any)  # type: ignore[untyped-decorator]
@lower_cast(types.Optional, types.Boolean)  # type: ignore[untyped-decorator]
def _granted(target: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """What may be None, where something is taken: Numba's own speaks of its types."""
    optional = target.make_helper(builder, given, value=value)
    there = cgutils.as_bool_bit(builder, optional.valid)
    raise_if(target, builder, builder.not_(there), TypeError, NOTHING)
    return target.cast(builder, optional.data, given.type, wanted)


@extend(content_of)  # type: ignore[untyped-decorator]
def _present(value: Any) -> Any:
    if isinstance(value, types.NoneType):  # or it is not known yet what else it may be
        raise TypingError("zermelo: this is always None")
    if isinstance(value, types.Optional):
        return lambda value: _content(value)
    return lambda value: value


@extend(truth_of)  # type: ignore[untyped-decorator]
def _truth_of(value: Any) -> Any:
    if isinstance(value, types.NoneType):
        return lambda value: False
    if isinstance(value, types.Optional):
        return lambda value: value is not None and truth_of(_content(value))
    if isinstance(value, types.BaseTuple):
        return (lambda value: True) if len(value) else (lambda value: False)
    if has_symbol([value]):
        return lambda value: bool(value)
    return lambda value: not not value  # noqa: SIM208


def _is_nothing(kind: Any) -> bool:
    return isinstance(kind, types.NoneType)


def _is_maybe(kind: Any) -> bool:
    return isinstance(kind, types.Optional)


@extend(alike)  # type: ignore[untyped-decorator]
def _alike(left: Any, right: Any) -> Any:
    if _is_nothing(left):
        return lambda left, right: right is None
    if _is_nothing(right):
        return lambda left, right: left is None
    if _is_maybe(left) and _is_maybe(right):
        return _both_maybe
    if _is_maybe(left):
        return lambda left, right: left is not None and _content(left) == right
    if _is_maybe(right):
        return lambda left, right: right is not None and left == _content(right)
    if _holds_maybe(left) or _holds_maybe(right):
        return _cell_by_cell(left, right)
    return lambda left, right: left == right


def _holds_maybe(kind: Any) -> bool:
    """A list or tuple in which None may be."""
    cells = [kind.dtype] if isinstance(kind, types.List) else getattr(kind, "types", ())
    return any(_is_maybe(cell) or _holds_maybe(cell) for cell in cells)


def _cell_by_cell(left: Any, right: Any) -> Any:
    """`row == ["X", "X", "X"]`, where there may be None in the row."""
    if not all(isinstance(kind, types.List | types.BaseTuple) for kind in (left, right)):
        return lambda left, right: left == right
    if isinstance(left, types.BaseTuple) and isinstance(right, types.BaseTuple):
        pairs = [f"alike(left[{place}], right[{place}])" for place in range(len(left))]
        names: dict[str, Any] = {"alike": alike}
        same = " and ".join(pairs) or "True"
        exec(f"def same(left, right): return {same if len(left) == len(right) else False}", names)
        return names["same"]

    def every(left: Any, right: Any) -> Any:
        if len(left) != len(right):
            return False
        for place in range(len(left)):
            if not alike(left[place], right[place]):
                return False
        return True

    return every


def _both_maybe(left: Any, right: Any) -> Any:
    if left is None or right is None:
        return left is None and right is None
    return _content(left) == _content(right)


@extend(operator.eq, target="cpu")  # type: ignore[untyped-decorator]
def _equal(left: Any, right: Any) -> Any:
    """Inside words such as `count`, and between lists: None is compared, not asked for its value.

    For this target, so that it is asked before Numba's own, which takes what may be None for something."""
    return (lambda left, right: alike(left, right)) if _is_maybe(left) or _is_maybe(right) else None


@extend(operator.ne, target="cpu")  # type: ignore[untyped-decorator]
def _unequal(left: Any, right: Any) -> Any:
    return (lambda left, right: not alike(left, right)) if _is_maybe(left) or _is_maybe(right) else None


@extend(operator.not_, target="cpu")  # type: ignore[untyped-decorator]
def _untrue(value: Any) -> Any:
    """Of cells of which no text says that they may be None: `all(row)`."""
    return (lambda value: not truth_of(value)) if _is_maybe(value) else None


@extend(bool, target="cpu")  # type: ignore[untyped-decorator]
def _true(value: Any) -> Any:
    return (lambda value: truth_of(value)) if _is_maybe(value) else None


@extend(unalike)  # type: ignore[untyped-decorator]
def _unalike(left: Any, right: Any) -> Any:
    if is_own(left) or is_own(right):
        return lambda left, right: left != right
    return lambda left, right: not alike(left, right)


@extend(identical)  # type: ignore[untyped-decorator]
def _identical(left: Any, right: Any) -> Any:
    """Members, truth values and numbers are what they are; of tuples a machine has copies."""
    for kind in (left, right):
        refuse_identity(kind.type if _is_maybe(kind) else kind)
    return lambda left, right: alike(left, right)


def refuse_identity(kind: Any) -> None:
    plain = types.Number | types.Boolean | types.EnumMember | types.NoneType
    if not isinstance(kind, plain) and not has_symbol([kind]):
        raise TypingError(f"zermelo: `is` of {describe(kind)}; compare with == or !=, or compare the indices")


@extend(idiom_words.equal_rows)  # type: ignore[untyped-decorator]
def _equal_rows(left: Any, right: Any) -> Any:
    """What is a tuple to the machine is one to Python."""
    if isinstance(left, types.BaseTuple) or isinstance(right, types.BaseTuple):
        return lambda left, right: False
    return lambda left, right: alike(left, right)


@extend(idiom_words.row_among)  # type: ignore[untyped-decorator]
def _row_among(rows: Any, row: Any) -> Any:
    if isinstance(row, types.BaseTuple):
        return lambda rows, row: False
    return lambda rows, row: row in rows
