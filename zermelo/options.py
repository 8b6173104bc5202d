"""Every switch of the algorithms, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from zermelo.errors import SearchError

Order = Literal["natural", "reversed", "random", "priority"]


@dataclass(frozen=True)
class Options:
    """The switches that change what a search visits or answers; constants of the compiled unit."""

    prune_equal: bool = True
    """Cut off when the window is empty (alpha >= beta); False: only beyond equality (alpha > beta)."""
    fail_soft: bool = True
    """Return the best value found even outside the window; False: never leave the window (fail-hard)."""
    quick: bool = True
    """Among wins prefer the quicker, among losses the slower (outcome games)."""
    order: Order = "natural"
    """In which order the children are visited."""
    guided: bool = False
    """Visit the best line of the previous iteration first; set by iterative deepening."""
    outcome: bool = True
    """Utilities are win, draw and loss; False: points.  Set from the game."""

    def __post_init__(self) -> None:
        if self.order not in get_args(Order):
            raise SearchError(f"order {self.order!r} is unknown: choose {', '.join(get_args(Order))}")
