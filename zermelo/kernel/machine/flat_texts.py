"""Texts as parts of states and actions: of one word where nothing else was seen, else with room for more.

What lies in a `TextRoom` is laid out as in the region, so that rules read it where it lies.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.machine.numbers import INT, signed
from zermelo.kernel.machine.texts import (
    NO_LETTERS,
    SHORT,
    Text,
    codes,
    constant_word,
    from_word,
    made_of,
    one_word,
)
from zermelo.kernel.machine.types import Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

SEEN = threading.local()
"""Whether a text that was seen has a letter of more than one byte (`wide`)."""


class ShortText(Text):
    """A text of one word, as a part of a state or action."""

    def load(self, ev: Evaluator, address: str) -> Value:
        word = ev.op(f"load i64, ptr {address}, align 8")
        return Value(self.open, ev.op(f"or i64 {word}, {NO_LETTERS}"))

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if not isinstance(value.type, Text) or value.type.python is not self.python:
            return None
        word = self.word(ev, value)
        said = ev.unit.failures.of(OverflowError, f"{self.called} longer than those seen")
        ev.fail_if(ev.op(f"icmp sge i64 {word}, 0"), said)
        return Value(self, word)

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        if not isinstance(value, self.python):
            return None
        if one_word(value) is None:
            ev.fail(ev.unit.failures.of(OverflowError, f"{self.called} longer than those seen"))
            return Value(self, NO_LETTERS)
        return Value(self, constant_word(ev.unit, value))

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if not isinstance(other, TextRoom) or other.python is not self.python:
            return None
        return TextRoom(self.python, max(other.room, SHORT), False)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if not isinstance(value, self.python):
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted=self.called)
        word = one_word(value)
        if word is None:
            raise RulesError(
                "not_the_kind", what=what, given=repr(value), wanted=f"{self.called} as short as those seen"
            )
        return [word]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        return from_word(next(words), self.python)


class TextRoom(Text):
    """A text as a part of a state: a word, or a length and the letters behind it, and zeros."""

    in_memory = True
    llvm = "ptr"

    def __init__(self, python: Any, room: int, fixed: bool) -> None:
        super().__init__(python)
        self.room, self.fixed = room, fixed
        self.bytes = 4 if python is str and getattr(SEEN, "wide", False) else 1
        self.words = 1 + (room * self.bytes + 7) // 8

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextRoom) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)

    @property
    def facts(self) -> Any:
        return self.python, self.room, self.fixed, self.bytes

    @property
    def long(self) -> bool:
        """Whether every such text lies in memory."""
        return self.fixed and self.room > SHORT

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if not isinstance(other, Text) or other.python is not self.python:
            return None
        room = getattr(other, "room", SHORT)
        return TextRoom(
            self.python,
            max(self.room, room),
            self.fixed and room == self.room and getattr(other, "fixed", False),
        )

    def with_room(self, inner: Callable[[Type], Type]) -> Type:
        return TextRoom(self.python, self.room if self.fixed else self.room + self.room // 2 + 2, self.fixed)

    def load(self, ev: Evaluator, address: str) -> Value:
        return Value(self, address)

    def word_in(self, ev: Evaluator, value: Value) -> str:
        """The text as one word: it is read where it lies."""
        address = ev.op(f"ptrtoint ptr {value.ref} to i64")
        if self.long:
            return address
        first = ev.op(f"load i64, ptr {value.ref}, align 8")
        return ev.op(f"select i1 {ev.op(f'icmp slt i64 {first}, 0')}, i64 {first}, i64 {address}")

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        if value.type == self:
            ev.copy_words(address, value.ref, self.words)
            return
        word = self.word(ev, value)
        count = ev.op(f"call i64 @text_length(i64 {word})")
        kind, said = (
            ("ne", "of another length than those seen") if self.fixed else ("ugt", "longer than those seen")
        )
        ev.fail_if(
            ev.op(f"icmp {kind} i64 {count}, {self.room}"),
            ev.unit.failures.of(OverflowError, f"{self.called} {said}"),
        )
        ev.line(f"call void @text_put_{self.bytes}(i64 {word}, ptr {address}, i64 {8 * self.words})")

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        if not isinstance(value.type, Text) or value.type.python is not self.python:
            return None
        to = ev.place(self.words)
        self.store(ev, value, to)
        return Value(self, to)

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        return (
            self.convert(ev, Value(self.open, constant_word(ev.unit, value)), None)
            if isinstance(value, self.python)
            else None
        )

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(word) for word in self.words_of(value, None, "")]

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return known(self.room) if self.fixed else super().length(ev, value, node)

    def letter(self, ev: Evaluator, word: str, place: Value) -> str:
        if not self.long:
            return super().letter(ev, word, place)
        index = ev.convert(place, INT).ref
        return ev.op(f"call i64 @text_far_letter_{self.bytes}(i64 {word}, i64 {index})")

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if not isinstance(value, self.python):
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted=self.called)
        letters, word = codes(value), one_word(value)
        if (
            len(letters) > self.room
            or (self.fixed and len(letters) != self.room)
            or max(letters, default=0) >> 8 * self.bytes
        ):
            raise RulesError(
                "not_the_kind", what=what, given=repr(value), wanted=f"{self.called} as long as those seen"
            )
        if word is not None:
            return [word, *[0] * (self.words - 1)]
        data = b"".join(letter.to_bytes(self.bytes, "little") for letter in letters).ljust(
            8 * (self.words - 1), b"\0"
        )
        return [
            len(letters),
            *(signed(int.from_bytes(data[i : i + 8], "little")) for i in range(0, len(data), 8)),
        ]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        first, *rest = islice(words, self.words)
        if first < 0:
            return from_word(int(first), self.python)
        data = b"".join((int(word) & (1 << 64) - 1).to_bytes(8, "little") for word in rest)
        size = self.bytes
        return made_of(
            [int.from_bytes(data[i : i + size], "little") for i in range(0, int(first) * size, size)],
            self.python,
        )


def text_seen(value: Any) -> Text:
    """The type of a text or bytes in a state or action."""
    python = bytes if isinstance(value, bytes) else str
    if max(codes(value), default=0) > 255:
        SEEN.wide = True
    return ShortText(python) if one_word(value) is not None else TextRoom(python, len(value), True)
