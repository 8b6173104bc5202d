"""Texts in actions: how their words are made so small that several of them lie side by side in one.

A word that may be a text is coded: a number as twice itself, a text of few letters as an odd number. What is
too long for that is coded by its place among the texts that were seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.flat_texts import ShortText, TextRoom
from zermelo.kernel.machine.numbers import INT, signed
from zermelo.kernel.machine.texts import NO_LETTERS, TAG, Text
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import Type, Value, known
from zermelo.kernel.machine.unions import Union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zermelo.kernel.machine.evaluate import Evaluator

INSIDE = (1 << 56) - 1


class Plain:
    """A word as it is."""

    count = 1

    def coded(self, words: list[int]) -> int:
        return words[0]

    def decoded(self, code: int) -> list[int]:
        return [code]

    def squeezed(self, ev: Evaluator, words: list[str]) -> str:
        return words[0]

    def spread(self, ev: Evaluator, code: str) -> list[str]:
        return [code]


class Lettered(Plain):
    """A word that is a text of one word, or a number."""

    def coded(self, words: list[int]) -> int:
        (word,) = words
        if (word >> 56) & 0xF8 == TAG:
            return (word & INSIDE) << 4 | ((word >> 56) & 7) << 1 | 1
        return word << 1

    def decoded(self, code: int) -> list[int]:
        if code & 1:
            return [signed((TAG + (code >> 1 & 7)) << 56 | (code >> 4 & INSIDE))]
        return [code >> 1]

    def squeezed(self, ev: Evaluator, words: list[str]) -> str:
        (word,) = words
        head = ev.op(f"and i64 {ev.op(f'lshr i64 {word}, 56')}, 255")
        text = ev.op(f"icmp eq i64 {ev.op(f'and i64 {head}, 248')}, {TAG}")
        size = ev.op(f"shl i64 {ev.op(f'and i64 {head}, 7')}, 1")
        letters = ev.op(f"shl i64 {ev.op(f'and i64 {word}, {INSIDE}')}, 4")
        odd = ev.op(f"or i64 {ev.op(f'or i64 {letters}, {size}')}, 1")
        said = ev.unit.failures.of(OverflowError, "a number in an action is too large")
        twice = ev.op(f"shl i64 {word}, 1")
        lost = ev.op(f"icmp ne i64 {ev.op(f'ashr i64 {twice}, 1')}, {word}")
        ev.fail_if(ev.op(f"and i1 {ev.op(f'xor i1 {text}, true')}, {lost}"), said)
        return ev.op(f"select i1 {text}, i64 {odd}, i64 {twice}")

    def spread(self, ev: Evaluator, code: str) -> list[str]:
        odd = ev.op(f"trunc i64 {code} to i1")
        half = ev.op(f"ashr i64 {code}, 1")
        size = ev.op(f"shl i64 {ev.op(f'and i64 {half}, 7')}, 56")
        letters = ev.op(f"and i64 {ev.op(f'ashr i64 {code}, 4')}, {INSIDE}")
        text = ev.op(f"or i64 {ev.op(f'or i64 {letters}, {size}')}, {NO_LETTERS}")
        return [ev.op(f"select i1 {odd}, i64 {text}, i64 {half}")]


class Listed(Plain):
    """A text by its place among those that were seen."""

    def __init__(self, kind: ShortText | TextRoom, texts: tuple[Any, ...]) -> None:
        self.kind, self.count, self.texts = kind, kind.words, texts
        self.places: dict[Any, int] = {}
        for place, text in enumerate(texts):
            self.places[tuple(kind.words_of(text, None, ""))] = place

    def coded(self, words: list[int]) -> int:
        place = self.places.get(tuple(words))
        if place is None:
            raise OverflowError("an action with a text that was not seen before")
        return place

    def decoded(self, code: int) -> list[int]:
        return list(self.kind.words_of(self.texts[code], None, ""))

    def squeezed(self, ev: Evaluator, words: list[str]) -> str:
        to = ev.place(self.count)
        for index, word in enumerate(words):
            ev.line(f"store i64 {word}, ptr {ev.at(to, index)}, align 8")
        value = Value(self.kind, to) if isinstance(self.kind, TextRoom) else self.kind.load(ev, to)
        place = ev.convert(ev.library("place_of", [known(self.texts), value], self), INT).ref
        said = ev.unit.failures.of(OverflowError, "an action with a text that was not seen before")
        ev.fail_if(ev.op(f"icmp slt i64 {place}, 0"), said)
        return place

    def spread(self, ev: Evaluator, code: str) -> list[str]:
        text = ev.item(known(self.texts), Value(INT, code), self)
        to = ev.place(self.count)
        if not ev.dead:
            self.kind.store(ev, ev.convert(text, self.kind), to)
        return [ev.op(f"load i64, ptr {ev.at(to, index)}, align 8") for index in range(self.count)]


def coders(kind: Type, given: list[Any], short: bool = True) -> list[Plain]:
    """What codes the words of an action, one after the other; `short`: texts of one word by their letters."""
    return list(coders_of(kind, lambda value: [value], given, short))


def coders_of(kind: Type, parts: Any, given: list[Any], short: bool) -> Iterator[Plain]:
    if isinstance(kind, Tuple):
        for place, inner in enumerate(kind.elements):
            yield from coders_of(
                inner, lambda value, place=place: parts_at(parts(value), place), given, short
            )
    elif isinstance(kind, ShortText | TextRoom):
        if isinstance(kind, ShortText) and short:
            yield Lettered()
        else:
            seen = {part: None for value in given for part in parts(value) if isinstance(part, kind.python)}
            yield Listed(kind, tuple(seen))
    elif isinstance(kind, Union) and any(isinstance(member, Text | Tuple) for member in kind.members):
        for _ in range(kind.words):
            yield Lettered()
    else:
        for _ in range(max(kind.words, 1)):
            yield Plain()


def parts_at(values: list[Any], place: int) -> list[Any]:
    """What stands at a place of each of some tuples or records."""
    from zermelo.kernel.structs import fields_in

    found = []
    for value in values:
        inside = fields_in(value)
        if inside is not None and place < len(inside):
            found.append(inside[place])
    return found
