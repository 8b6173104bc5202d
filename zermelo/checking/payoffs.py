"""What a rule pays three or more players, held to what their game declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.checking.findings import is_finite, is_number, shown

ROUNDING = 1e-6
"""What sums may be off by."""


def wrong_payoffs(game: Any, players: int, rule: str, payoffs: Any) -> Iterator[tuple[str, str]]:
    """What is wrong with what a rule pays three or more players: the promise, and what was seen."""
    said = f"{rule}() returns {shown(payoffs)}"
    parts = list(payoffs) if isinstance(payoffs, Iterable) and not isinstance(payoffs, str) else None
    if parts is None or len(parts) != players:
        yield "payoffs", f"{said}, which is not one payoff for each of {players} players"
    elif not all(is_finite(part) for part in parts):
        yield "payoffs", f"{said}, and one of these is not a finite number"
    else:
        yield from unlike_declared(game, said, parts)


def unlike_declared(game: Any, said: str, parts: list[Any]) -> Iterator[tuple[str, str]]:
    """Payoffs that are not what the game says of all."""
    declared: Any = getattr(game, "constant_sum", None)
    least: Any = getattr(game, "least", None)
    if is_number(declared) and abs(sum(parts) - declared) > ROUNDING * max(1.0, abs(declared)):
        yield "sum of many", f"{said}, which does not sum to {declared}"
    if is_number(least) and min(parts) < least:
        yield "least", f"{said}, and {min(parts)} is less than {least}"
