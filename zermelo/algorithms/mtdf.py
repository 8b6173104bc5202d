"""MTD(f): the value found by windows of no width alone, each asking the table "is it at least this?"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.kernel.primitives import above
from zermelo.kernel.run import INFINITY


def mtdf(search: Callable[[Any, Any], Any], guess: Any) -> Any:
    """The value that `search(alpha, beta)` answers for, from a first guess (Plaat, 1996).

    >>> mtdf(lambda alpha, beta: 7, 0)
    7
    """
    low, high = -INFINITY, INFINITY
    while low < high:
        beta = above(guess) if guess == low else guess
        guess = search(-above(-beta), beta)
        if guess < beta:
            high = guess
        else:
            low = guess
    return guess
