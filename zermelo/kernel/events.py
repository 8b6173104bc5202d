"""The event stream of a search, as its kernel writes it down."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.run import EVENT_MARKS, EVENT_TERMS, EVENT_VALUES, SEATS, Ply, Run, Value

ENTER, LEAF, UPDATE, CUT, RETURN, TABLE, BOUNDS, REPEATED, PASS, KEEP = range(10)
SELECT, TRY, THROW, EXPAND, FULL, PLAYOUT, ESTIMATE, ROLLOUT, OVER, SETTLED, BACKUP, NARROW = range(10, 22)
"""Those of simulations, which come back to the nodes of a tree."""
ENTERS = (ENTER, SELECT, TRY, THROW)
"""Events with which a search comes to a node."""
ENDS = (LEAF, RETURN, TABLE, BOUNDS, REPEATED, PASS, BACKUP)
"""Events with which it leaves one."""
SHARELESS = (*ENTERS, EXPAND, FULL)
"""Events that say nothing of what three or more players get."""
PHASES = {
    "select": (SELECT, TRY, THROW),
    "expand": (EXPAND, FULL),
    "playout": (PLAYOUT, ESTIMATE, ROLLOUT, OVER, SETTLED),
    "backup": (BACKUP, NARROW),
}
"""The events of each phase of a simulation, the main one first."""


def trace(run: Run, kind: int, ply: Ply, low: Value, high: Value, value: Value) -> None:
    """Write an event down, if there is room; calls of it are erased from a search that is not traced.

    ENTER: the action that led here, the window, and why it was tried (WHYS).  LEAF: MAX's value.  UPDATE: the
    action and its value, now the best.  KEEP: an action that changed nothing, and what it is no better than.
    CUT: the action that caused it and the window it closed; a child is left.  RETURN: the value.  TABLE,
    BOUNDS, REPEATED, PASS: the value for which the search left the node at once.  Every ENTER is answered by
    one of ENDS at the same ply; a CUT is not one, and a RETURN follows it.  With each goes how many
    estimates an engine has met (`run.estimates`), and with three or more players what all of them get by the
    best play found at the node so far.

    Of a simulation: ENTER: it begins at the root.  EXPAND: how many children the node gets; FULL: there is no
    room for them.  PLAYOUT: how many random plies, and MAX's reward; ESTIMATE: the same where EVAL said it.
    ROLLOUT: the reward of a random game by the rules' own `rollout`.  OVER, SETTLED: that where there is
    nothing to play out.  NARROW: between which values the node is proved to lie now, and in how many plies it
    is won at most.  BACKUP: its visits, the sum of its rewards, this one.  With three or more players what
    the simulation gave all of them stands in the place of the reward, and nobody writes the sum down.
    """
    if run.traced < run.trace_limit:
        mark = run.traced * EVENT_MARKS
        run.marks[mark] = kind
        run.marks[mark + 1] = ply
        run.marks[mark + 3] = run.estimates
        if kind == UPDATE or kind == CUT or kind == KEEP:
            run.marks[mark + 2] = run.path[ply]
        elif kind == ENTER and ply > 0:
            run.marks[mark + 2] = run.path[ply - 1]
        slot = run.traced * EVENT_VALUES
        run.values[slot] = low
        run.values[slot + 1] = high
        run.values[slot + 2] = value
        if run.options.players > 2:
            for seat in range(run.options.players):
                run.dealt[run.traced * SEATS + seat] = run.shares[ply * SEATS + seat]
    run.traced += 1


def trace_choice(
    run: Run, kind: int, ply: Ply, node: int, action: Any, average: float, promise: float
) -> None:
    """Write down to which node a simulation goes on; erased like `trace`.

    SELECT: the child that promises most to the player who chooses: its average reward, and that with what
    being little known is worth.  TRY: a child that was never visited.  THROW: what the dice show.
    """
    if run.traced < run.trace_limit:
        mark = run.traced * EVENT_MARKS
        run.marks[mark] = kind
        run.marks[mark + 1] = ply
        run.marks[mark + 2] = action
        run.marks[mark + 3] = node
        slot = run.traced * EVENT_TERMS
        run.terms[slot] = average
        run.terms[slot + 1] = promise
    run.traced += 1


TRACERS = (trace, trace_choice)
"""What is erased from a search that is not traced."""
KINDS = (
    *("enter", "leaf", "update", "cut", "return", "table", "bounds", "repeated", "pass", "keep"),
    *(
        "select",
        "try",
        "throw",
        "expand",
        "full",
        "playout",
        "estimate",
        "rollout",
        "over",
        "settled",
        "backup",
        "narrow",
    ),
)


WHYS = ("", "table", "killer", "history", "probe")
"""Why an action was tried when it was: what experience.why_tried says; a PROBE is not a search in full."""
PROBE = WHYS.index("probe")
