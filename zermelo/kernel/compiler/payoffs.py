"""The compiled world's words for the payoffs of three or more players."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic

from zermelo.kernel import payoff_words
from zermelo.kernel.compiler.descriptions import describe
from zermelo.kernel.compiler.machine import WORD, convert, extend, fits, raise_if


def kinds_in(given: Any) -> list[Any]:
    """The types of the payoffs that a rule gives, as a tuple or as a list."""
    return [given.dtype] if isinstance(given, types.List) else list(getattr(given, "types", [given]))


def is_fraction(given: Any) -> bool:
    """Is one of the payoffs a fraction?"""
    return any(isinstance(kind, types.Float) for kind in kinds_in(given))


def are_payoffs(given: Any) -> bool:
    """Does a rule give a number to each player?"""
    several = isinstance(given, types.List | types.BaseTuple)
    return several and all(fits(kind, types.float64) for kind in kinds_in(given))


@intrinsic  # type: ignore[untyped-decorator]
def _as_long(context: Any, given: Any, like: Any) -> Any:
    """The payoffs as a tuple of one kind, as long as the other one."""
    declared = types.UniTuple(types.float64 if is_fraction(given) else types.int64, len(like))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if isinstance(given, types.List):
            size = ListInstance(target, builder, given, arguments[0]).size
            wrong = builder.icmp_signed("!=", size, WORD(len(like)))
            raise_if(target, builder, wrong, ValueError, payoff_words.WRONG_COUNT)
        return convert(target, builder, arguments[0], given, declared)

    return declared(given, like), generate


@extend(payoff_words.payoffs_of, prefer_literal=True)  # type: ignore[untyped-decorator]
def _payoffs_of(given: Any, players: Any) -> Any:
    count = players.literal_value
    if isinstance(given, types.BaseTuple) and len(given) != count:
        raise TypingError(f"zermelo: there are {count} players, and a rule gives {len(given)} payoffs")
    if not are_payoffs(given):
        raise TypingError(f"zermelo: a rule should give {count} payoffs, not {describe(given)}")
    like = (0,) * count
    return lambda given, players: _as_long(given, like)
