"""The payoffs of three or more players: here as Python runs them, in `compiler/payoffs.py` compiled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

WRONG_COUNT = "a rule gives more payoffs, or fewer, than there are players"


def payoffs_of(given: Iterable[Any], players: int) -> tuple[Any, ...]:
    """What a rule gives the players, one payoff for each."""
    payoffs = tuple(given)
    if len(payoffs) != players:
        raise ValueError(WRONG_COUNT)
    return payoffs


PAYOFF_WORDS = (payoffs_of,)
