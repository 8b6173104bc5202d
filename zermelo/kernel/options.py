"""Every switch of the algorithms, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from zermelo.errors import SearchError

Order = Literal["natural", "reversed", "random", "priority", "best", "worst"]

LOOKING_AHEAD = ("best", "worst")
"""Orders that know more than what the iteration before found."""


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
    """In which order the children are visited; best and worst first look ahead, uncounted."""
    guided: bool = False
    """Visit the best line of the previous iteration first; set by iterative deepening."""
    outcome: bool = True
    """Utilities are win, draw and loss; False: points.  Set from the game."""
    payoff_bounds: bool = False
    """Start at the bounds of the payoffs instead of ±∞; the best possible one ends the search of a node."""
    averaged: bool = False
    """Utilities are win, draw and loss, and values averages of them: dice are thrown.  Set from the game."""

    # -- three or more players; set from the game and from what is asked --------------------------
    players: int = 2
    """How many play."""
    informed: bool = True
    """Does the game have an `evaluate` of its own?"""
    constant: bool = False
    """Do all payoffs sum to the same?  Each sum is looked at."""
    shallow: bool = False
    """Shallow pruning, where payoffs sum to the same and each is at least so much."""

    # -- the engine (algorithms/pvs.py); each costs nothing when off ------------------------------
    exact: bool = False
    """The value of plain minimax at the same depth: no forward pruning, reduction or extension."""
    cyclic: bool = True
    """Positions may repeat; False where the game says `repetition = None`.  Set from the game."""
    keyed: bool = False
    """The solver's table holds the game's own `key`, one word for each entry; False: whole states."""
    repetition: float = 0
    """What a repeated position is worth to MAX.  Set from the game."""
    solved: str = ""
    """Ask a solved table, whose codes are `packed`, `ranked` or `hashed`.  Set from the table."""
    table: bool = True
    """Remember positions, and cut off where what is remembered suffices."""
    priority: bool = True
    """Try first what `priority` says."""
    killers: bool = True
    """Try first what refuted a sibling."""
    countermoves: bool = True
    """Try early what last refuted the move just made."""
    history: bool = True
    """Try earlier what has been good elsewhere."""
    symmetries: bool = True
    """Remember one position of each class that `symmetries` gives."""
    bounds: bool = True
    """Cut off where `bounds` settle it."""
    candidates: bool = True
    """Look at `candidates` instead of all actions."""
    mate_distance: bool = True
    """Look for no win that is slower than one already found."""
    enhanced: bool = True
    """Enhanced transposition cut-offs: ask the table about every child before searching the first."""
    quiescence: bool = True
    """At the horizon follow `noisy` actions before estimating."""
    singular: bool = True
    """Look deeper at an action that is much better than every other."""
    one_reply: bool = True
    """Look deeper where there is only one legal action."""
    internal_reduction: bool = True
    """Look less deep where the table knows no action: next time it will."""
    null_move: bool = True
    """Cut off where even `passed` is good enough."""
    late_reductions: bool = True
    """Look less deep at actions that come late in the order."""
    futility: bool = True
    """Near the horizon skip quiet actions that cannot raise a poor estimate far enough."""

    def __post_init__(self) -> None:
        if self.order not in get_args(Order):
            raise SearchError("unknown_order", name=self.order, choices=get_args(Order))


TECHNIQUES = tuple(Options.__dataclass_fields__)[list(Options.__dataclass_fields__).index("table") :]
"""What the engine can do without, by name."""
INEXACT = (
    "singular",
    "one_reply",
    "quiescence",
    "internal_reduction",
    "null_move",
    "late_reductions",
    "futility",
)
"""Techniques that look deeper here and less deep there: the value is no longer minimax's at that depth."""
