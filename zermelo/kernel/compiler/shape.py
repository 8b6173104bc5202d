"""The shape of states and actions: whole numbers, 64-bit boards, tuples of them, named tuples of them."""

from __future__ import annotations

import inspect
import typing
from dataclasses import dataclass
from typing import Any

from zermelo.errors import CannotCompile, RulesError
from zermelo.game import WORD, Bits
from zermelo.messages import Message


@dataclass(frozen=True)
class Shape:
    """`int`, `bits`, `tuple` or the name of a struct; the parts of what is made of parts."""

    kind: str
    parts: tuple[Shape, ...] = ()
    struct: type | None = None

    @property
    def words(self) -> int:
        return sum(part.words for part in self.parts) if self.kind in ("tuple", "struct") else 1


INT, BITS = Shape("int"), Shape("bits")
NO_SAMPLE = object()


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def shape_of(annotation: Any, sample: Any, what: str) -> Shape:
    """The shape that a value has for ever, from its annotation and an example."""
    if is_struct(annotation):
        return struct_shape(annotation, sample, what)
    origin = typing.get_origin(annotation)
    if annotation is Bits or (
        annotation in (None, Any, inspect.Parameter.empty) and isinstance(sample, Bits)
    ):
        return BITS
    if is_struct(type(sample)):
        return struct_shape(type(sample), sample, what)
    if annotation is tuple or origin is tuple or isinstance(sample, tuple):
        return tuple_shape(annotation, sample, what)
    whole = isinstance(annotation, type) and issubclass(annotation, int)
    if whole or isinstance(sample, int) or is_numpy_whole(sample):
        return INT
    kind = type(sample).__name__ if sample is not NO_SAMPLE else str(annotation)
    raise CannotCompile(
        f"{what}, which holds {kind},", "compiled states hold integers and tuples of integers"
    )


def is_numpy_whole(sample: Any) -> bool:
    return (
        type(sample).__module__ == "numpy" and getattr(getattr(sample, "dtype", None), "kind", "?") in "iub"
    )


def tuple_shape(annotation: Any, sample: Any, what: str) -> Shape:
    parts = typing.get_args(annotation)
    if len(parts) == 2 and parts[1] is Ellipsis:
        parts = (parts[0],) * len(sample) if isinstance(sample, tuple) else ()
    if isinstance(sample, tuple):
        parts = parts if len(parts) == len(sample) else (Any,) * len(sample)
        return Shape(
            "tuple",
            tuple(shape_of(p, s, f"{what}[{i}]") for i, (p, s) in enumerate(zip(parts, sample, strict=True))),
        )
    if sample is not NO_SAMPLE:
        raise CannotCompile(f"{what}, which holds {type(sample).__name__},", "declare and use a tuple")
    if not parts:
        raise CannotCompile(f"{what}, a tuple of unknown length,", "annotate it as tuple[int, int, …]")
    return Shape("tuple", tuple(shape_of(part, NO_SAMPLE, what) for part in parts))


def struct_shape(kind: Any, sample: Any, what: str) -> Shape:
    try:
        hints = typing.get_type_hints(kind)
    except Exception:
        hints = {}
    parts = []
    for index, field in enumerate(kind._fields):
        value = sample[index] if isinstance(sample, tuple) and len(sample) == len(kind._fields) else NO_SAMPLE
        annotation = hints.get(
            field, kind.__annotations__.get(field, Any) if hasattr(kind, "__annotations__") else Any
        )
        parts.append(shape_of(NAMED.get(annotation, annotation), value, f"{what}.{field}"))
    return Shape("struct", tuple(parts), kind)


THE_STATE, THE_ACTION = Message.of("the_state"), Message.of("the_action")
NAMED = {"int": int, "bool": bool, "Bits": Bits, "tuple": tuple}
"""Annotations that `from __future__ import annotations` left as text, where nothing else is known."""


def words_of(value: Any, shape: Shape, what: Message = THE_STATE) -> list[int]:
    """A value as a list of 64-bit integers."""
    if shape.kind in ("tuple", "struct"):
        if not isinstance(value, tuple) or len(value) != len(shape.parts):
            raise RulesError("not_the_tuple", what=what, given=repr(value), parts=len(shape.parts))
        return [
            word
            for part, inner in zip(value, shape.parts, strict=True)
            for word in words_of(part, inner, what)
        ]
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise RulesError("not_whole_in_state", what=what, given=repr(value)) from None
    if number != value:
        raise RulesError("not_whole_in_state", what=what, given=repr(value))
    if shape.kind == "bits":
        number &= WORD
        return [number - (1 << 64) if number >> 63 else number]
    if not -(1 << 63) <= number < 1 << 63:
        raise RulesError("number_beyond_64_bits", what=what, number=number)
    return [number]


def conform(value: Any, shape: Shape | None) -> Any:
    """A value that a user built, with Bits where the state declares them, and no numbers of NumPy."""
    if shape is None:
        return value
    if shape.kind == "bits":
        return Bits(value)
    if shape.kind in ("tuple", "struct") and isinstance(value, tuple) and len(value) == len(shape.parts):
        parts = [conform(part, inner) for part, inner in zip(value, shape.parts, strict=True)]
        return shape.struct(*parts) if shape.struct else tuple(parts)
    return value.item() if is_numpy_whole(value) else value


def unpacked(word: int, shape: Shape) -> Any:
    """The action that `pack` put into one word; an action of one number is that number."""
    if shape.kind not in ("tuple", "struct"):
        return Bits(int(word)) if shape.kind == "bits" else int(word)
    width = 64 // len(shape.parts)
    parts = []
    for index in range(len(shape.parts)):
        part = (int(word) >> width * (len(shape.parts) - 1 - index)) & ((1 << width) - 1)
        parts.append(part - (1 << width) if part >> (width - 1) else part)
    return shape.struct(*parts) if shape.struct else tuple(parts)
