"""The compiled world's words for `isinstance`: what a machine knows of a kind, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.errors import TypingError

from zermelo.kernel import idiom_words
from zermelo.kernel.compiler import descriptions, texts
from zermelo.kernel.compiler.machine import extend
from zermelo.kernel.compiler.own_types import is_list, is_series

UNCLEAR = "zermelo: isinstance() of what may be one or the other here; keep in the state which it is"


def answered(word: Any, asked: Callable[[Any], bool], unclear: Callable[[Any], bool]) -> None:
    """The word says what is asked of a type; of one that does not say it, it is refused."""

    @extend(word)  # type: ignore[untyped-decorator]
    def _answer(value: Any) -> Any:
        if isinstance(value, types.Optional | types.NoneType) or unclear(value):
            raise TypingError(UNCLEAR)
        return (lambda value: True) if asked(value) else (lambda value: False)


def is_number(kind: Any) -> bool:
    return descriptions.is_whole(kind) or isinstance(kind, types.Float)


def is_tuple(kind: Any) -> bool:
    return is_series(kind) or (isinstance(kind, types.BaseTuple) and not texts.is_text(kind))


def is_fraction(kind: Any) -> bool:
    """Where some numbers are fractions, a machine has fractions for all."""
    return isinstance(kind, types.Float)


answered(idiom_words.is_text, texts.is_text, lambda kind: False)
answered(idiom_words.is_whole, descriptions.is_whole, is_fraction)
answered(idiom_words.is_fraction, lambda kind: False, is_fraction)
answered(idiom_words.is_number, is_number, lambda kind: False)
answered(idiom_words.is_tuple, is_tuple, is_list)
