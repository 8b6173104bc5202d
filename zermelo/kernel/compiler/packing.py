"""Actions of several words in one word: packed for algorithms, unpacked for the rules."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from zermelo.kernel.compiler.descriptions import describe
from zermelo.kernel.compiler.machine import WORD, convert, fits, raise_if
from zermelo.kernel.compiler.memory import words_in


def packer(parts: int) -> Any:
    """`pack((row, column))`: a tuple of whole numbers in one word, `64 // parts` bits each."""
    width = 64 // parts

    @intrinsic  # type: ignore[untyped-decorator]
    def pack(context: Any, action: Any) -> Any:
        declared = types.UniTuple(types.int64, parts)
        if not fits(action, declared):
            raise TypingError(
                f"zermelo: actions are tuples of {parts} whole numbers here, not {describe(action)}"
            )

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = convert(target, builder, arguments[0], signature.args[0], declared)
            word = WORD(0)
            for part in cgutils.unpack_tuple(builder, whole, parts):
                back = (
                    builder.ashr(builder.shl(part, WORD(64 - width)), WORD(64 - width)) if parts > 1 else part
                )
                lost = builder.icmp_signed("!=", back, part)
                raise_if(
                    target,
                    builder,
                    lost,
                    OverflowError,
                    f"a number in an action does not fit in {width} bits",
                )
                low = builder.and_(part, WORD((1 << width) - 1))
                word = builder.or_(builder.shl(word, WORD(width)), low) if parts > 1 else part
            return word

        return types.int64(action), generate

    return pack


def pack_words(declared: Any, widths: Any = None) -> Any:
    """`pack(action)` for actions of any shape: their words side by side, the first one highest."""

    @intrinsic  # type: ignore[untyped-decorator]
    def pack(context: Any, action: Any) -> Any:
        if not fits(action, declared):
            raise TypingError(f"zermelo: an action is {describe(declared)} here, not {describe(action)}")

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = convert(target, builder, arguments[0], signature.args[0], declared)
            return side_by_side(target, builder, words_in(builder, whole, declared), widths)

        return types.int64(action), generate

    return pack


def side_by_side(target: Any, builder: Any, words: list[Any], widths: Any) -> Any:
    """Words in one, each in as many bits as it gets; OverflowError where one has more."""
    if len(words) == 1:
        return words[0]
    packed = WORD(0)
    for word, width in zip(words, widths or [64 // len(words)] * len(words), strict=True):
        up = WORD(64 - width)
        lost = builder.icmp_signed("!=", builder.ashr(builder.shl(word, up), up), word)
        text = f"a number in an action does not fit in {width} bits"
        raise_if(target, builder, lost, OverflowError, text)
        low = builder.and_(word, WORD((1 << width) - 1))
        packed = builder.or_(builder.shl(packed, WORD(width)), low)
    return packed


def unpacker(parts: int, declared: Any) -> Any:
    """The action again, as the tuple or NamedTuple it was."""
    width = 64 // parts

    @intrinsic  # type: ignore[untyped-decorator]
    def unpack(context: Any, word: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = []
            for index in range(parts):
                up = WORD(64 - width * (parts - index))
                found.append(
                    builder.ashr(builder.shl(arguments[0], up), WORD(64 - width))
                    if parts > 1
                    else arguments[0]
                )
            return target.make_tuple(builder, declared, found)

        return declared(types.int64), generate

    return unpack
