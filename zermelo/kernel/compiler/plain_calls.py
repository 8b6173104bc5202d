"""Rules that are called as they are, for games that cannot be lowered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import Game
from zermelo.kernel.primitives import value_of_loss, value_of_win
from zermelo.kernel.rules import CONTRACT, Rule


def plainly(rule: str, bound: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that is called as it is, with what a search counts in: Python's numbers, proved values."""
    gives = CONTRACT.get(rule, Rule()).gives
    if gives == "values":
        return lambda state: tuple(map(counted, bound(state)))
    if gives == "value":
        return lambda state: counted(bound(state))
    return bound


def counted(value: Any) -> Any:
    """A number of NumPy's as Python's, a proved score as the value that a search gives it."""
    if hasattr(value, "winner"):
        if value.winner is None or value.plies is None:
            return 0 if value.winner is None else 1 if value.value > 0 else -1
        return value_of_win(value.plies) if value.value > 0 else value_of_loss(value.plies)
    return value.item() if hasattr(value, "item") else value


def called_plainly(game: Any, rule: str) -> Callable[..., Any]:
    """A rule of this game, or the one that games have by default, as it is."""
    return plainly(rule, getattr(game, rule, None) or getattr(Game, rule).__get__(game))
