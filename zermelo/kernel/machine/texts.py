"""Texts and bytes: one word each.

    top byte 0xF0 + n    n letters, at most 7, of one byte each, the last one lowest; or one of any size
    top byte 0           the address of ┌────────┬──────────────────┐
                                        │ length │ letter, letter … │   in the region or in a constant
                                        └────────┴──────────────────┘

What fits in a word always lies in it, so that two texts are equal where their words are, unless both are
addresses. Letters in memory take one byte, or four in a unit where any text has a letter beyond Latin-1.

What a text is as a part of a state stands in flat_texts.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.numbers import BITS, BOOL, INT, Int, signed
from zermelo.kernel.machine.types import EMPTY, Call, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

SHORT = 7
TAG = 0xF0
NO_LETTERS = str(signed(TAG << 56))
ONE_LETTER = signed((TAG + 1) << 56)
WIDE = "a letter beyond Latin-1 in rules whose texts have none at first"


class WiderLetters(Refused):
    """Raised while compiling where a constant has a letter of more than one byte, for the first time."""


def codes(value: Any) -> list[int]:
    """The letters of a text, or bytes, as numbers."""
    return list(value) if isinstance(value, bytes) else [ord(letter) for letter in value]


def one_word(value: Any) -> int | None:
    """A text in one word; None where it does not fit."""
    letters = codes(value)
    if len(letters) > SHORT or (len(letters) > 1 and max(letters) > 255):
        return None
    word = TAG + len(letters)
    if len(letters) == 1:
        return signed((word << 56) | letters[0])
    for letter in letters + [0] * (SHORT - len(letters)):
        word = (word << 8) | letter
    return signed(
        (word >> 8 * (SHORT - len(letters)) & (1 << 8 * len(letters)) - 1) | (TAG + len(letters)) << 56
    )


def from_word(word: int, python: Any) -> Any:
    """The text that `one_word` made a word of."""
    count = (word >> 56) & 7
    inside = word & ((1 << 56) - 1)
    letters = [inside] if count == 1 else [*inside.to_bytes(7, "big")[7 - count :]]
    return made_of(letters, python)


def made_of(letters: list[int], python: Any) -> Any:
    return bytes(letters) if python is bytes else "".join(map(chr, letters))


class Text(Type):
    """A text, or bytes (`python` says which)."""

    takes_constants = True

    def __init__(self, python: Any = str) -> None:
        self.python = python
        self.family = Text, python

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.python is self.python

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.python))

    def __repr__(self) -> str:
        return "Text" if self.python is str else "Bytes"

    @property
    def called(self) -> str:  # type: ignore[override]
        return "a text" if self.python is str else "bytes"

    @property
    def open(self) -> Text:
        """The type that such a text has in the rules."""
        return TEXT if self.python is str else BYTES

    def width(self, unit: Any) -> int:
        """Bytes that a letter takes in memory."""
        return 4 if self.python is str and unit.look.wide else 1

    def is_instance(self, kind: type) -> bool:
        return issubclass(self.python, kind)

    # -- memory -------------------------------------------------------------------------------

    def word(self, ev: Evaluator, value: Value) -> str:
        """The text as one word, for as long as its memory is what it is."""
        if value.const:
            return constant_word(ev.unit, value.known)
        assert isinstance(value.type, Text)
        return value.type.word_in(ev, value)

    def word_in(self, ev: Evaluator, value: Value) -> str:
        return value.ref

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        if not isinstance(value, self.python):
            return None
        return Value(self, constant_word(ev.unit, value))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [constant_word(ev, value)]

    def join(self, unit: Any, other: Type) -> Type | None:
        if not isinstance(other, Text) or other.python is not self.python:
            return None
        return self if other == self else TEXT if self.python is str else BYTES

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if not isinstance(value.type, Text) or value.type.python is not self.python:
            return None
        word = self.word(ev, value)
        if not value.type.in_memory:
            return Value(self, word)
        return Value(self, claimed(ev, f"@text_kept_{self.width(ev.unit)}(ptr %context, i64 {word})"))

    def lies_as(self, other: Type) -> bool:
        return self == other or (isinstance(other, Text) and other == self.open and self.words == 1)

    # -- operations -----------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, ev.op(f"icmp ne i64 {self.word(ev, value)}, {NO_LETTERS}"))

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = ev.as_type(left), ev.as_type(right)
        if operator == "mod" and isinstance(a, Text) and a.python is str:
            from zermelo.kernel.machine.formats import percent

            return percent(ev, left, right, node)
        if operator == "mul" and any(isinstance(kind, Int) or kind is BOOL for kind in (a, b)):
            many, times = (left, right) if isinstance(a, Text) else (right, left)
            return ev.library("text_times", [many, ev.convert(times, INT)], node)
        if (
            operator != "add"
            or not isinstance(a, Text)
            or not isinstance(b, Text)
            or a.python is not b.python
        ):
            return NotImplemented
        words = f"i64 {self.word(ev, left)}, i64 {self.word(ev, right)}"
        return Value(
            TEXT if a.python is str else BYTES,
            claimed(ev, f"@text_add_{a.width(ev.unit)}(ptr %context, {words})"),
        )

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = ev.as_type(left), ev.as_type(right)
        if not isinstance(a, Text) or not isinstance(b, Text) or a.python is not b.python:
            return NotImplemented
        if operator not in ("eq", "ne"):
            order = ev.library("text_order", [left, right], node)
            return Value(BOOL, ev.op(f"icmp s{operator} i64 {order.ref}, 0"))
        x, y = self.word(ev, left), self.word(ev, right)
        if any(v.const and one_word(v.known) is not None for v in (left, right)):
            return Value(BOOL, ev.op(f"icmp {operator} i64 {x}, {y}"))
        same = Value(BOOL, ev.op(f"call i1 @text_eq_{a.width(ev.unit)}(i64 {x}, i64 {y})"))
        return same if operator == "eq" else ev.negated(same)

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        part = self.part(ev, item, node)
        if part is None:
            return ev.wrong_type(node, item)
        if part.const and len(part.known) == 1:
            place = ev.library("letter_find", [value, known(codes(part.known)[0]), known(0), NO_END], node)
        else:
            place = ev.library("text_find", [value, part, known(0), NO_END], node)
        return Value(BOOL, ev.op(f"icmp sge i64 {ev.convert(place, INT).ref}, 0"))

    def part(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        """What is looked for in a text; of bytes also a number."""
        kind = ev.as_type(value)
        if isinstance(kind, Text) and kind.python is self.python:
            return value
        if self.python is bytes and kind in (INT, BOOL, BITS):
            if value.const:
                return known(bytes([value.known])) if 0 <= value.known < 256 else None
            number = ev.convert(value, INT).ref
            beyond = ev.unit.failures.of(ValueError, "byte must be in range(0, 256)")
            ev.fail_if(ev.op(f"icmp ugt i64 {number}, 255"), beyond)
            return Value(BYTES, ev.op(f"or i64 {number}, {ONE_LETTER}"))
        return None

    def count(self, ev: Evaluator, value: Value) -> str:
        return ev.op(f"call i64 @text_length(i64 {self.word(ev, value)})")

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return Value(INT, self.count(ev, value))

    def letter(self, ev: Evaluator, word: str, place: Value) -> str:
        """The number of the letter at a place that is within a text."""
        index = ev.convert(place, INT).ref
        return ev.op(f"call i64 @text_letter_{self.width(ev.unit)}(i64 {word}, i64 {index})")

    def element(self, ev: Evaluator, word: str, place: Value) -> Value:
        letter = self.letter(ev, word, place)
        return (
            Value(INT, letter)
            if self.python is bytes
            else Value(TEXT, ev.op(f"or i64 {letter}, {ONE_LETTER}"))
        )

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        said = "string index out of range" if self.python is str else "index out of range"
        place = ev.checked_index(index, self.length(ev, value, node), node, said)
        return EMPTY if ev.dead else self.element(ev, self.word(ev, value), place)

    def slice(self, ev: Evaluator, value: Value, bounds: list[Value], node: Node) -> Value:
        from zermelo.kernel.machine.slices import slice_bounds

        low, high, step = (EMPTY if b.const and b.known is None else b for b in bounds)
        stride = 1 if step is EMPTY else step.known if step.const else None
        if stride is None:
            raise ev.refused(node, "a slice of a text whose step is not known", "write the step as a number")
        if stride == 0:
            ev.fail(ev.unit.failures.of(ValueError, "slice step cannot be zero"))
            return EMPTY
        count = ev.convert(self.length(ev, value, node), INT).ref
        start, stop = slice_bounds(ev, low, high, stride, count, node)
        if stride != 1:
            parts = [value, Value(INT, start), Value(INT, stop), known(stride)]
            return ev.library("text_steps", parts, node)
        span = ev.op(f"sub i64 {stop}, {start}")
        many = ev.op(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
        return self.part_of(ev, value, start, many)

    def part_of(self, ev: Evaluator, value: Value, start: str, count: str) -> Value:
        """So many letters from a place on, all of them within the text."""
        given = f"ptr %context, i64 {self.word(ev, value)}, i64 {start}, i64 {count}"
        return Value(
            TEXT if self.python is str else BYTES, claimed(ev, f"@text_part_{self.width(ev.unit)}({given})")
        )

    def reader(self, ev: Evaluator, value: Value, node: Node) -> tuple[str, Callable[[Value], Value]]:
        """The length, and what reads a letter."""
        word = self.word(ev, value)
        return ev.convert(self.length(ev, value, node), INT).ref, lambda place: self.element(ev, word, place)

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        count, at = self.reader(ev, value, node)
        ev.count_loop("0", count, 1, lambda place: body(at(place)), node, "letters")

    def parts_of(self, ev: Evaluator, value: Value, count: int, node: Node) -> list[Value]:
        said = ev.unit.failures.of(ValueError, f"expected {count} values to unpack")
        size, at = self.reader(ev, value, node)
        ev.fail_if(ev.op(f"icmp ne i64 {size}, {count}"), said)
        return [at(known(place)) for place in range(count)]

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        name = f"text_hash_{self.width(ev.unit)}" if self.python is str else "bytes_hash"
        return ev.op(f"call i64 @{name}(i64 {word}, i64 {self.word(ev, value)})")

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        from zermelo.kernel.machine.text_methods import text_method

        return text_method(ev, self, value, name, call, node)

    def as_int(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        base = call.get(1, "base", 10)
        return ev.library("text_int", [value, base], node)


NO_END = known(None)
TEXT, BYTES = Text(str), Text(bytes)


def claimed(ev: Evaluator, call: str) -> str:
    """Call a function of the run time that gives a word, or fails; the word."""
    ev.fails = True
    both = ev.op(f"call {{i64, i1}} {call}")
    ev.failed_below(ev.op(f"extractvalue {{i64, i1}} {both}, 1"))
    return ev.op(f"extractvalue {{i64, i1}} {both}, 0")


def constant_word(unit: Any, value: Any) -> str:
    """The word of a constant text."""
    word = one_word(value)
    if word is not None:
        return str(word)
    if not unit.emitting:
        return "0"
    key = ("text", bytes if isinstance(value, bytes) else str, value[:])
    if key not in unit.placed:
        letters = codes(value)
        llvm = "i32" if isinstance(value, str) and unit.look.wide else "i8"
        name = f"@c{len(unit.globals)}"
        inside = ", ".join(f"{llvm} {letter}" for letter in letters)
        row = f"[{len(letters)} x {llvm}]"
        whole = f"{{i64, {row}}} {{i64 {len(letters)}, {row} [{inside}]}}"
        unit.globals.append(f"{name} = internal unnamed_addr constant {whole}, align 8")
        unit.placed[key] = f"ptrtoint (ptr {name} to i64)"
    return unit.placed[key]  # type: ignore[no-any-return]


def seen_type(value: Any, seen: Any, together: Any) -> Type | None:
    """The type of a text in a state or action, from an example."""
    from zermelo.kernel.machine.flat_texts import text_seen

    return text_seen(value) if isinstance(value, str | bytes) else None


def constant_type(unit: Any, value: Any) -> Type | None:
    if not isinstance(value, str | bytes):
        return None
    if isinstance(value, str) and not unit.look.wide and max(codes(value), default=0) > 255:
        raise WiderLetters(f"`{value!r:.60}`, a text with a letter beyond Latin-1,", "use other letters")
    return BYTES if isinstance(value, bytes) else TEXT


def words(table: Any, unit: Any) -> None:
    """Enter the words of texts."""
    from zermelo.kernel.machine import text_words

    text_words.words(table, unit)


def formatted(ev: Evaluator, node: Any) -> Value:
    from zermelo.kernel.machine.formats import formatted_text

    return formatted_text(ev, node)
