"""Tuples of any length in states and actions: how many elements they have, and room for so many.

Hands of cards, heaps of which the empty ones go, the path of a capture: the tuples that a few games show say
what an element is, and how many there are at most.  A series is a word for its length and room for that many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotCompile
from zermelo.kernel.structs import fields_in

if TYPE_CHECKING:
    from zermelo.kernel.compiler.shape import Shape

MOST_WORDS = 512
"""Of all the room that one series has in a state."""
LENGTH_BITS = 5
"""Of the length of a series in an action, with its sign: up to fifteen elements."""
TUPLES = ("tuple", "series")


def has_series(shape: Shape) -> bool:
    return shape.kind == "series" or any(map(has_series, shape.parts))


def length_of(shape: Shape) -> int:
    """Of a tuple, or the greatest that was seen of a series."""
    return shape.most if shape.kind == "series" else len(shape.parts)


def are_series(one: Shape, other: Shape) -> bool:
    """Are these tuples of different lengths, or of any?"""
    if one.kind not in TUPLES or other.kind not in TUPLES:
        return False
    return "series" in (one.kind, other.kind) or len(one.parts) != len(other.parts)


def series_of(one: Shape, other: Shape, met: Callable[[Shape, Shape], Shape]) -> Shape | None:
    """What two tuples of different lengths are, if all their elements are of one shape; else None."""
    cells = [*one.parts, *other.parts]
    element = reduce(met, cells)  # one of them is not empty
    alike = all(met(cell, element) == element for cell in cells)
    most = max(length_of(one), length_of(other))
    return replace(one, kind="series", parts=(element,), most=most) if alike else None


def roomy(shape: Shape, what: str) -> Shape:
    """The same with room for longer tuples than a few games show."""
    refuse_none(shape, what)
    shape = replace(shape, parts=tuple(roomy(part, what) for part in shape.parts))
    if shape.kind != "series":
        return shape
    shape = replace(shape, most=shape.most + shape.most // 2 + 2)
    if shape.words > MOST_WORDS:
        advice = "keep less in the state, or numbers instead"
        raise CannotCompile(f"{what}, which holds tuples of up to {shape.most} elements,", advice)
    return shape


def refuse_none(shape: Shape, what: str) -> None:
    """None here and a tuple of any length there, or one with None in it."""
    if shape.kind == "maybe" and has_series(shape):
        advice = "let it be an empty tuple: ()"
        raise CannotCompile(f"{what}, which holds None or a tuple of any length,", advice)
    if shape.kind == "series" and holds_none(shape):
        advice = "let something else stand for None"
        raise CannotCompile(f"{what}, a tuple of any length with None in it,", advice)


def holds_none(shape: Shape) -> bool:
    return shape.kind in ("maybe", "none") or any(map(holds_none, shape.parts))


# -- in an action, which is one word -----------------------------------------------------------------


def in_a_word(shape: Shape, actions: list[Any]) -> Shape:
    """The shape of actions with a series in them, which has as many elements as 64 bits have room for."""
    if shape.kind == "maybe":
        raise CannotCompile("None beside actions of different lengths", "let a pass be an empty tuple: ()")
    shape = narrowed(shape, actions)
    found = series_in(shape)
    if len(found) != 1 or not all(map(bits_of, shape.leaves)):
        raise CannotCompile("actions of different lengths", STEP_BY_STEP)
    (series,) = found
    room = 64 - sum(map(bits_of, shape.leaves)) + series.most * width_of(series.parts[0])
    most = min(room // width_of(series.parts[0]), (1 << LENGTH_BITS - 1) - 1, 2 * series.most + 2)
    if most < series.most:
        raise CannotCompile(f"actions of up to {series.most} cells", STEP_BY_STEP)
    numbers = sum(leaf.bits > 0 for leaf in series.parts[0].leaves)
    spare = (room // most - width_of(series.parts[0])) // max(numbers, 1)
    element = widened(series.parts[0], spare)
    return with_series(shape, replace(series, parts=(element,), most=most))


def narrowed(shape: Shape, values: list[Any]) -> Shape:
    """A shape whose numbers have as many bits, and whose texts as many letters, as in these values."""
    if shape.kind == "int":
        return replace(shape, bits=1 + max((int(value).bit_length() for value in values), default=0))
    if shape.kind == "enum":
        return replace(shape, bits=1 + len(shape.struct).bit_length())  # type: ignore[arg-type]
    if shape.kind == "text":
        return replace(shape, letters=max((len(value.encode()) for value in values), default=0))
    if shape.kind == "series":
        cells = [cell for value in values for cell in value]
        return replace(shape, parts=(narrowed(shape.parts[0], cells),), bits=LENGTH_BITS)
    columns = zip(*(fields_in(value) or () for value in values), strict=False)
    parts = (narrowed(part, list(column)) for part, column in zip(shape.parts, columns, strict=False))
    return replace(shape, parts=tuple(parts))


def bits_of(leaf: Shape) -> int:
    """How many bits a word of an action has; 0 where that was not looked at."""
    return leaf.bits or (8 * leaf.letters + 1 if leaf.kind == "text" else 0)


def width_of(shape: Shape) -> int:
    return sum(map(bits_of, shape.leaves))


def widened(shape: Shape, more: int) -> Shape:
    """The same, all its numbers so many bits wider."""
    bits = shape.bits + more if shape.kind == "int" else shape.bits
    return replace(shape, bits=bits, parts=tuple(widened(part, more) for part in shape.parts))


def series_in(shape: Shape) -> list[Shape]:
    """The series that an action is made of, outermost first."""
    inner = [found for part in shape.parts for found in series_in(part)]
    return [shape, *inner] if shape.kind == "series" else inner


def with_series(shape: Shape, series: Shape) -> Shape:
    """The same with another series in the place of its own."""
    if shape.kind == "series":
        return series
    return replace(shape, parts=tuple(with_series(part, series) for part in shape.parts))


STEP_BY_STEP = "make every step an action of its own, with the piece that goes on in the state"
