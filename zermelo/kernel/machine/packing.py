"""Actions in one word."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import (
    flat_texts,
    text_packing,
)
from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.numbers import signed
from zermelo.kernel.machine.types import Type
from zermelo.kernel.machine.value_words import THE_ACTION, value_of, words_of

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class Packing:
    """How the words of an action lie side by side in one, the first one highest."""

    def __init__(self, kind: Type, given: list[Any]) -> None:
        self.kind = kind
        self.coders = text_packing.coders(kind, given)
        if isinstance(kind, flat_texts.ShortText):
            self.coders, self.widths = [text_packing.Plain()], [64]
        elif not self.fits(given):
            self.coders = text_packing.coders(kind, given, short=False)
            if not self.fits(given):
                raise Refused(
                    "actions that do not fit in 64 bits", "make their numbers smaller, or number the actions"
                )

    def fits(self, given: list[Any]) -> bool:
        """Whether all that was seen has room; each word then has as many bits as all, or a share of the rest."""
        count = len(self.coders)
        even_share = 64 // count
        most = [1] * count
        for action in given if count > 1 else []:
            for place, word in enumerate(self.coded(action)):
                most[place] = max(most[place], (word if word >= 0 else ~word).bit_length() + 1)
        if all(bits <= even_share for bits in most):
            self.widths = [even_share] * count
            return True
        left = 64 - sum(most)
        share, more = divmod(left, count)
        self.widths = [bits + share + (place < more) for place, bits in enumerate(most)]
        return left >= 0

    def coded(self, action: Any) -> list[int]:
        """The words of an action as they lie side by side."""
        words = iter(words_of(action, self.kind, THE_ACTION))
        return [coder.coded(list(islice(words, coder.count))) for coder in self.coders]

    def packed(self, action: Any) -> int:
        """An action of Python's in one word."""
        words = self.coded(action)
        if len(words) == 1:
            return words[0]
        whole = 0
        for word, width in zip(words, self.widths, strict=True):
            whole = (whole << width) | (word & ((1 << width) - 1))
        return signed(whole)

    def unpacked(self, word: int) -> Any:
        """The action that `packed` made a word of."""
        parts, rest = list[int](), int(word)
        for width in reversed(self.widths):
            part = rest & ((1 << width) - 1)
            parts.append(part - (1 << width) if part >> (width - 1) else part)
            rest >>= width
        decoded = [
            each
            for coder, part in zip(self.coders, reversed(parts), strict=True)
            for each in coder.decoded(part)
        ]
        return value_of(iter(decoded), self.kind)

    def squeezed(self, ev: Evaluator, words: list[str]) -> str:
        """Words of run time as one; it fails where one has no room."""
        rest = iter(words)
        words = [coder.squeezed(ev, list(islice(rest, coder.count))) for coder in self.coders]
        if len(words) == 1:
            return words[0]
        whole = ""
        for word, width in zip(words, self.widths, strict=True):
            up = 64 - width
            said = f"a number in an action does not fit in {width} bits"
            back = ev.op(f"ashr i64 {ev.op(f'shl i64 {word}, {up}')}, {up}")
            ev.fail_if(ev.op(f"icmp ne i64 {back}, {word}"), ev.unit.failures.of(OverflowError, said))
            low = ev.op(f"and i64 {word}, {(1 << width) - 1}") if width < 64 else word
            whole = ev.op(f"or i64 {ev.op(f'shl i64 {whole}, {width}')}, {low}") if whole else low
        return whole

    def spread(self, ev: Evaluator, word: str) -> list[str]:
        """The words of run time that are packed in one."""
        parts = list[str]()
        below = 64
        for place, (width, coder) in enumerate(zip(self.widths, self.coders, strict=True)):
            below = sum(self.widths[place + 1 :])
            up = 64 - width - below
            high = ev.op(f"shl i64 {word}, {up}") if up else word
            parts += coder.spread(ev, ev.op(f"ashr i64 {high}, {64 - width}") if width < 64 else high)
        return parts
