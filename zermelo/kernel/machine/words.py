"""What the compiler has for functions of Python and for the words of the algorithms."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import (
    fraction_words,
    library,
    loop_library,
    loop_words,
    maker_words,
    number_words,
    sequence_words,
)
from zermelo.kernel.machine.memory_words import memory_words
from zermelo.kernel.machine.types import Call, Node, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

Word = Callable[["Evaluator", Call, Node], Value]


class Words(dict[Any, Word]):
    """A table of words by the function that they stand for."""

    def __init__(self) -> None:
        super().__init__()
        self.of_all: dict[Any, Any] = {
            zip: loop_library.transposed,
            max: library.max_all,
            min: library.min_all,
            itertools.chain: itertools.chain.from_iterable,
        }
        """By a function: the one that takes all its arguments as one, for `f(*all)`."""
        self.readers: set[Any] = set()
        """Functions that only read their first argument, so that a list written there may be a tuple."""

    def reads(self, function: Any) -> bool:
        """Whether a function only reads its first argument."""
        try:
            return function in self.readers
        except TypeError:
            return False

    def word(self, *functions: Any) -> Callable[[Word], Word]:
        """Enter a word."""

        def enter(word: Word) -> Word:
            for function in functions:
                self[function] = word
            return word

        return enter

    def folding(self, function: Any) -> Callable[[Word], Word]:
        """Enter a word that is Python's own answer where all is known."""

        def enter(word: Word) -> Word:
            def folded(ev: Evaluator, call: Call, node: Node) -> Value:
                if call.all_known and call.values:
                    values, named = (
                        [v.known for v in call.values],
                        {k: v.known for k, v in call.named.items()},
                    )
                    return ev.folded(lambda: function(*values, **named), node)
                return word(ev, call, node)

            self[function] = folded
            return word

        return enter


def table(unit: Any) -> Words:
    """All words."""
    words = Words()
    for enter in (
        *(sequence_words.sequences, sequence_words.extremes),
        *(loop_words.loops, loop_words.applied, loop_words.joined, loop_words.parts),
        *(number_words.numbers, number_words.whole_numbers, number_words.library_numbers),
        *(fraction_words.fractions, fraction_words.logarithms_and_rounding),
        *(fraction_words.of_two, fraction_words.tests_and_products),
        *(maker_words.makers, maker_words.copying_words),
    ):
        enter(words)
    maker_words.asking(words, unit)
    memory_words(words, unit)
    for module in others():
        module.words(words, unit)
    return words


def others() -> list[Any]:
    """Modules of types that have words of their own."""
    from zermelo.kernel.machine import array_words, calls, dict_words, iterators, object_making, sets, texts

    every = (array_words, calls, iterators, texts, sets, dict_words, object_making)
    return [module for module in every if hasattr(module, "words")]
