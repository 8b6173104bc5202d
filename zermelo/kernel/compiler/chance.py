"""The compiled world's words for random numbers: as `kernel/random_words.py`, word for word."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zermelo.kernel.random_words import STAR

WORD, WIDE = ir.IntType(64), ir.IntType(128)


@intrinsic  # type: ignore[untyped-decorator]
def shuffled(context: Any, word: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (word,) = arguments
        word = builder.xor(word, builder.lshr(word, WORD(12)))
        word = builder.xor(word, builder.shl(word, WORD(25)))
        return builder.xor(word, builder.lshr(word, WORD(27)))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def below(context: Any, word: Any, number: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, number = arguments
        drawn = builder.zext(builder.mul(word, WORD(STAR)), WIDE)
        product = builder.mul(drawn, builder.zext(number, WIDE))
        return builder.trunc(builder.lshr(product, WIDE(64)), WORD)

    return types.int64(types.int64, types.int64), generate
