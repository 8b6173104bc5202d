"""The shape of states and actions: numbers, texts, members of enumerations, and what is made of them."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum, IntEnum
from functools import reduce
from itertools import islice
from typing import Any

from zermelo.errors import CannotCompile, RulesError
from zermelo.game import WORD, Bits
from zermelo.kernel.compiler.series_shape import are_series, bits_of, has_series, series_of
from zermelo.kernel.compiler.set_shape import (
    joined,
    member_at,
    places_in_words,
    seen_parts,
    settled,
    word_count,
    words_of_set,
)
from zermelo.kernel.compiler.wide_shape import is_wide, number_of_words, words_for, words_of_wide
from zermelo.kernel.own_classes import method_text
from zermelo.kernel.structs import (
    built,
    fields_in,
    fields_of,
    is_struct,
    why_no_record,
)
from zermelo.kernel.symbols import (
    SHORT,
    is_plain_enum,
    is_short,
    member_word,
    remembered,
    text_word,
    word_member,
    word_text,
)
from zermelo.messages import Message

COMPOUND, SYMBOLS = ("tuple", "struct", "letters", "bytes"), ("text", "enum")
"""Kinds made of parts (`letters`, `bytes`: one by one), and those that are not numbers."""


@dataclass(frozen=True)
class Shape:
    """`int`, `bits`, `wide`, `text`, `enum`, `none`; `set`; `maybe`, which may be None; `series`, a tuple of
    any length; or what is made of parts."""

    kind: str
    parts: tuple[Shape, ...] = ()
    struct: type | None = None
    """The class of a struct or an enum, and of numbers and texts that have one of their own."""
    letters: int = 0
    """How many a text of an action has, at most, where that was looked at."""
    members: tuple[Any, ...] = ()
    """What the parts of a set's members may be (`set_shape.py`)."""
    most: int = 0
    """How many elements a series has room for (`series_shape.py`), or words a wide number has."""
    bits: int = 0
    """How many a number of an action has beside a series, or the length of one."""

    @property
    def words(self) -> int:
        return len(self.leaves)

    @property
    def leaves(self) -> list[Shape]:
        """What it is made of, word by word; what may be None has a word that says whether it is there."""
        if self.kind == "maybe":
            return [INT, *self.parts[0].leaves]
        if self.kind == "set":
            return [BITS] * word_count(self.members)
        if self.kind == "wide":
            return [BITS] * self.most
        if self.kind == "series":
            return [Shape("int", bits=self.bits), *self.parts[0].leaves * self.most]
        return [leaf for part in self.parts for leaf in part.leaves] if self.kind in COMPOUND else [self]


INT, BITS, TEXT, NONE = Shape("int"), Shape("bits"), Shape("text"), Shape("none")
NO_SAMPLE = object()


def shape_of(annotation: Any, sample: Any, what: str) -> Shape:
    """The shape that a value has for ever, from its annotation and an example."""
    if others := besides_none(annotation):
        if sample is None and any(map(is_of_any_length, others)):
            return NONE  # other states say what it is
        there = NO_SAMPLE if sample is None else sample
        return Shape("maybe", (shape_of(others[0] if len(others) == 1 else Any, there, what),))
    if sample is None:
        return NONE
    kind = type(sample) if sample is not NO_SAMPLE else annotation
    if is_struct(annotation) or is_struct(kind):
        return struct_shape(annotation if is_struct(annotation) else kind, sample, what)
    origin = typing.get_origin(annotation)
    if annotation is Bits or (
        annotation in (None, Any, inspect.Parameter.empty) and isinstance(sample, Bits)
    ):
        return BITS
    if annotation is tuple or origin is tuple or isinstance(sample, tuple):
        return tuple_shape(annotation, sample, what)
    if isinstance(sample, frozenset):
        return set_shape(sample, what)
    if isinstance(sample, bytes):
        return Shape("bytes", (INT,) * len(sample))
    if found := symbol_shape(kind, sample, what):
        return found
    whole = isinstance(annotation, type) and issubclass(annotation, int)
    undeclared = sample is NO_SAMPLE and annotation is Any  # a number, until the compiler objects
    if whole or undeclared or isinstance(sample, int) or is_numpy_whole(sample):
        return Shape("wide", most=words_for(sample)) if is_wide(sample) else INT
    return refused(kind, what)


def set_shape(sample: frozenset[Any], what: str) -> Shape:
    """The shape of a set whose members are like these; of an empty one nothing is known yet."""
    shapes = [shape_of(type(member), member, what) for member in sample]
    if any(shape != shapes[0] or not is_member_shape(shape) for shape in shapes):
        advice = "let all its members be numbers, short texts, or tuples or dataclasses of them, of one kind"
        raise CannotCompile(f"{what}, a set of {', '.join(sorted({kind_of(m) for m in sample}))},", advice)
    return Shape("set", tuple(shapes[:1]), members=seen_parts(sample, what))


def kind_of(member: Any) -> str:
    """What a member of a set is called in a sentence."""
    return type(member).__name__ if not isinstance(member, str) or is_short(member) else "long texts"


def is_member_shape(shape: Shape) -> bool:
    """May it be in a set?  A number, a text, a member of an enumeration, or what is made of them."""
    if shape.kind in ("tuple", "struct"):
        return all(map(is_member_shape, shape.parts))
    return shape.kind in ("int", "text", "enum")


def besides_none(annotation: Any) -> list[Any]:
    """The other types of `int | None`; none of them where None is not among them."""
    union = typing.get_origin(annotation) in (typing.Union, types.UnionType)
    choices = typing.get_args(annotation) if union else ()
    return [choice for choice in choices if choice is not type(None)] if type(None) in choices else []


def is_of_any_length(annotation: Any) -> bool:
    """`tuple`, `tuple[int, ...]`."""
    arguments = typing.get_args(annotation) if typing.get_origin(annotation) is tuple else ()
    return annotation is tuple or ... in arguments


def met(one: Shape, other: Shape) -> Shape:
    """The shape of what is sometimes of one, sometimes of the other, where one of them may be None."""
    if one == NONE or other == NONE:
        there = other if one == NONE else one
        return there if there.kind in ("maybe", "none") else Shape("maybe", (there,))
    if "maybe" in (one.kind, other.kind):
        inner = [shape.parts[0] if shape.kind == "maybe" else shape for shape in (one, other)]
        return Shape("maybe", (met(*inner),))
    if one.kind == other.kind == "set" and (one.parts == other.parts or not (one.parts and other.parts)):
        return Shape("set", one.parts or other.parts, members=joined(one.members, other.members))
    if are_series(one, other):
        return series_of(one, other, met) or one
    if {one.kind, other.kind} in ({"int", "wide"}, {"wide"}):
        return Shape("wide", most=max(one.most, other.most))
    if one.kind != other.kind or len(one.parts) != len(other.parts):
        return one
    parts = tuple(met(*pair) for pair in zip(one.parts, other.parts, strict=True))
    return Shape(one.kind, parts, one.struct)


def evened(shape: Shape) -> Shape:
    """The same, where cells of which some may be None are all alike, as those of `(None, "X", None)`.

    So are those of which some are series: `((), (3, 1))`.
    """
    parts = tuple(map(evened, shape.parts))
    varied = (len(parts) > 2 and any(map(may_be_none, parts))) or any(map(has_series, parts))
    if shape.kind == "tuple" and varied:
        common = reduce(met, parts)
        parts = (common,) * len(parts) if all(met(part, common) == common for part in parts) else parts
    return replace(shape, parts=parts)


def measured(shape: Shape, what: str) -> Shape:
    """The same, where sets have room for all members like those that were seen."""
    if shape.kind != "set":
        return replace(shape, parts=tuple(measured(part, what) for part in shape.parts))
    return replace(shape, parts=shape.parts or (INT,), members=settled(shape.members or (1,), what))


def may_be_none(shape: Shape) -> bool:
    return shape.kind in ("none", "maybe") or any(map(may_be_none, shape.parts))


def has_none(shape: Shape) -> bool:
    """Was a part of it None, and nothing else so far?"""
    return NONE in shape.leaves


def symbol_shape(kind: Any, sample: Any, what: str) -> Shape | None:
    """The shape of a text, or of a member of an enumeration."""
    if isinstance(sample, str) and not is_short(sample):
        return letters_shape(sample, what)
    if is_plain_enum(kind):
        return Shape("enum", (), kind)
    if isinstance(kind, type) and issubclass(kind, str):
        return Shape("text", (), kind if issubclass(kind, Enum) else None)
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return Shape("int", (), kind)
    return None


def letters_shape(sample: str, what: str) -> Shape:
    if len(sample) <= SHORT:
        raise CannotCompile(
            f"{what}, which holds {sample!r},", "use plain letters, or a tuple of texts of one letter"
        )
    return Shape("letters", (TEXT,) * len(sample))


INSTEAD = {
    list: ("a list", "make it a tuple: tuple(cells), tuple(map(tuple, rows))"),
    dict: ("a dictionary", "keep frozenset(board.items()), and let the rules make dict(...) of it"),
    set: ("a set", "make it a frozenset: frozenset(cells)"),
    float: ("a fraction", "keep whole numbers, such as hundredths"),
}
"""What states and actions cannot hold: what it is called, and what to write instead."""
ARRAY = ("an array", "keep board.tobytes(), or tuple(map(tuple, board.tolist()))")


def refused(kind: Any, what: str) -> Shape:
    advice: Any = "compiled states hold integers, texts, members of enumerations, and tuples of them"
    if kind in INSTEAD or getattr(kind, "__name__", "") == "ndarray":
        called, advice = INSTEAD.get(kind, ARRAY)
        raise CannotCompile(f"{what}, which is {called},", advice)
    if isinstance(kind, type) and (is_dataclass(kind) or method_text(kind, "__init__")):
        advice = why_no_record(kind)
    called = kind.__name__ if isinstance(kind, type) else str(kind)
    raise CannotCompile(f"{what}, which holds {called},", advice)


def is_numpy_whole(sample: Any) -> bool:
    """Is this a whole number of NumPy's, and no array of them?"""
    kind = getattr(getattr(sample, "dtype", None), "kind", "?")
    return type(sample).__module__ == "numpy" and kind in "iub" and getattr(sample, "shape", None) == ()


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
    hints = hints_of(kind)
    fields, values = fields_of(kind), fields_in(sample) or ()
    parts = []
    for index, field in enumerate(fields):
        value = values[index] if len(values) == len(fields) else NO_SAMPLE
        annotation = hints.get(
            field, kind.__annotations__.get(field, Any) if hasattr(kind, "__annotations__") else Any
        )
        parts.append(shape_of(NAMED.get(annotation, annotation), value, f"{what}.{field}"))
    return Shape("struct", tuple(parts), kind)


@remembered
def hints_of(kind: Any) -> dict[str, Any]:
    """The annotations of a class, where they can be read."""
    try:
        return typing.get_type_hints(kind)
    except Exception:
        return {}


THE_STATE, THE_ACTION = Message.of("the_state"), Message.of("the_action")
NAMED = {"int": int, "bool": bool, "Bits": Bits, "tuple": tuple}
"""Annotations that `from __future__ import annotations` left as text, where nothing else is known."""


def words_of(value: Any, shape: Shape, what: Message = THE_STATE) -> list[int]:
    """A value as a list of 64-bit integers."""
    if shape.kind == "maybe":
        (inner,) = shape.parts
        return [0] * shape.words if value is None else [1, *words_of(value, inner, what)]
    if shape.kind == "letters" and (not isinstance(value, str) or len(value) != len(shape.parts)):
        wanted = f"a text of {len(shape.parts)} letters"
        raise RulesError("not_the_kind", what=what, given=repr(value), wanted=wanted)
    if shape.kind == "bytes" and (not isinstance(value, bytes) or len(value) != len(shape.parts)):
        wanted = f"{len(shape.parts)} bytes"
        raise RulesError("not_the_kind", what=what, given=repr(value), wanted=wanted)
    if shape.kind == "set":
        words = words_of_set(value, shape.members) if isinstance(value, frozenset | set) else None
        if words is None:
            raise RulesError(
                "not_the_kind", what=what, given=repr(value), wanted="a set as in the first games"
            )
        return words
    if shape.kind == "series":
        return words_of_series(value, shape, what)
    if shape.kind == "wide":
        return words_of_wide(whole_number(value, what), shape.most, what)
    if shape.kind in COMPOUND:
        parts = value if shape.kind in ("letters", "bytes") else fields_in(value)
        if parts is None or len(parts) != len(shape.parts):
            raise RulesError("not_the_tuple", what=what, given=repr(value), parts=len(shape.parts))
        pairs = zip(parts, shape.parts, strict=True)
        return [word for part, inner in pairs for word in words_of(part, inner, what)]
    return [symbol_word(value, shape, what) if shape.kind in SYMBOLS else number_word(value, shape, what)]


def words_of_series(value: Any, shape: Shape, what: Message) -> list[int]:
    """The length, and the words of the elements; the rest is nothing."""
    if type(value) is not tuple:
        raise RulesError("not_the_kind", what=what, given=repr(value), wanted="a tuple")
    if len(value) > shape.most:
        raise RulesError("tuple_beyond_room", what=what, given=repr(value))
    words = [word for part in value for word in words_of(part, shape.parts[0], what)]
    return [len(value), *words, *[0] * (shape.words - 1 - len(words))]


def symbol_word(value: Any, shape: Shape, what: Message) -> int:
    if shape.kind == "text" and isinstance(value, str) and is_short(value):
        return text_word(value)
    if shape.kind == "enum" and isinstance(value, Enum) and type(value) is shape.struct:
        return member_word(value)
    wanted = shape.struct.__name__ if shape.struct else f"a text of at most {SHORT} letters"
    raise RulesError("not_the_kind", what=what, given=repr(value), wanted=wanted)


def whole_number(value: Any, what: Message) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise RulesError("not_whole_in_state", what=what, given=repr(value)) from None
    if number != value:
        raise RulesError("not_whole_in_state", what=what, given=repr(value))
    return number


def number_word(value: Any, shape: Shape, what: Message) -> int:
    number = whole_number(value, what)
    if shape.kind == "bits":
        number &= WORD
        return number - (1 << 64) if number >> 63 else number
    if not -(1 << 63) <= number < 1 << 63:
        raise RulesError("number_beyond_64_bits", what=what, number=number)
    return number


def rebuilt(words: Iterator[int], shape: Shape) -> Any:
    """The value that `words_of` made words of."""
    if shape.kind == "maybe":
        there, inner = next(words), list(islice(words, shape.parts[0].words))
        return rebuilt(iter(inner), shape.parts[0]) if there else None
    if shape.kind == "set":
        bits = [next(words) for _ in range(shape.words)]
        places = places_in_words(word & WORD for word in bits)
        return frozenset(member_like(shape.parts[0], member_at(place, shape.members)) for place in places)
    if shape.kind == "wide":
        return number_of_words(islice(words, shape.words))
    if shape.kind == "series":
        length, *inner = islice(words, shape.words)
        cells = iter(inner)
        return tuple([rebuilt(cells, shape.parts[0]) for _ in range(length)])
    if shape.kind in COMPOUND:
        parts = [rebuilt(words, part) for part in shape.parts]
        if shape.kind == "bytes":
            return bytes(parts)
        return "".join(parts) if shape.kind == "letters" else put_together(parts, shape)
    word = next(words)
    if shape.kind == "bits":
        return Bits(word)
    if shape.kind == "enum":
        return word_member(word, shape.struct)
    value = word_text(word) if shape.kind == "text" else int(word)
    return getattr(shape.struct, "_value2member_map_", {}).get(value, value)


def member_like(shape: Shape, parts: Iterator[Any]) -> Any:
    """A member of a set, from its parts."""
    if not shape.parts:
        return next(parts)
    return put_together([member_like(part, parts) for part in shape.parts], shape)


def put_together(parts: list[Any], shape: Shape) -> Any:
    return built(shape.struct, parts) if shape.struct else tuple(parts)


def conform(value: Any, shape: Shape | None) -> Any:
    """A value that a user built, with Bits where the state declares them, and no numbers of NumPy."""
    if shape is None or value is None:
        return value
    if shape.kind == "maybe":
        return conform(value, shape.parts[0])
    if shape.kind == "bits":
        return Bits(value)
    if shape.kind == "series" and type(value) is tuple:
        return tuple(conform(part, shape.parts[0]) for part in value)
    parts = fields_in(value) if shape.kind in ("tuple", "struct") else None
    if parts is not None and len(parts) == len(shape.parts):
        return put_together(
            [conform(part, inner) for part, inner in zip(parts, shape.parts, strict=True)], shape
        )
    return value.item() if is_numpy_whole(value) else value


# -- actions in one word -----------------------------------------------------------------------------


def widths_of(shape: Shape) -> list[int]:
    """How many of an action's 64 bits each of its words gets: all as many, or long texts what they need."""
    leaves = shape.leaves
    if has_series(shape):
        return list(map(bits_of, leaves))
    even = 64 // max(len(leaves), 1)
    needed = {place: 8 * leaf.letters + 1 for place, leaf in enumerate(leaves) if leaf.letters}
    if len(leaves) == 1 or all(width <= even for width in needed.values()):
        return [even] * len(leaves)
    others = (64 - sum(needed.values())) // max(len(leaves) - len(needed), 1)
    return [needed.get(place, others) for place in range(len(leaves))]


def with_letters(shape: Shape, actions: list[Any]) -> Shape:
    """The same shape; its texts know how long they are in these actions."""
    if shape.kind == "text":
        return replace(
            shape, letters=max((len(a.encode()) for a in actions if isinstance(a, str)), default=0)
        )
    if shape.kind == "maybe":
        there = [action for action in actions if action is not None]
        return replace(shape, parts=(with_letters(shape.parts[0], there),))
    if shape.kind not in ("tuple", "struct"):
        return shape
    columns = zip(*(fields_in(action) or () for action in actions), strict=False)
    parts = (with_letters(part, list(column)) for part, column in zip(shape.parts, columns, strict=False))
    return replace(shape, parts=tuple(parts))


def packed(action: Any, shape: Shape) -> int:
    """An action in one word, its numbers side by side, the first one highest."""
    words, whole = words_of(action, shape, THE_ACTION), 0
    for word, width in zip(words, widths_of(shape), strict=True):
        whole = (whole << width) | (word & ((1 << width) - 1))
    return whole - (1 << 64) if whole >> 63 else whole


def unpacked(word: int, shape: Shape) -> Any:
    """The action that `pack` put into one word; an action of one number is that number."""
    parts, rest = list[int](), int(word)
    for width in reversed(widths_of(shape)):
        part = rest & ((1 << width) - 1)
        parts.append(part - (1 << width) if part >> (width - 1) else part)
        rest >>= width
    return rebuilt(reversed(parts), shape)
