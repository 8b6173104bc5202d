"""The event stream of a search, as its kernel writes it down."""

from __future__ import annotations

from zermelo.kernel.run import EVENT_MARKS, EVENT_VALUES, Ply, Run, Value

ENTER, LEAF, UPDATE, CUT, RETURN, TABLE, BOUNDS, REPEATED, PASS = range(9)
ENDS = (LEAF, RETURN, TABLE, BOUNDS, REPEATED, PASS)
"""Events with which a search leaves a node."""


def trace(run: Run, kind: int, ply: Ply, low: Value, high: Value, value: Value) -> None:
    """Write an event down, if there is room; calls of it are erased from a search that is not traced.

    ENTER: the action that led here, the window, and why it was tried (WHYS).  LEAF: MAX's value.  UPDATE: the
    action and its value, now the best.  CUT: the action that caused it and the window it closed.  RETURN: the
    value.  TABLE, BOUNDS, REPEATED, PASS: the value for which the search left the node at once.
    """
    if run.traced < run.trace_limit:
        mark = run.traced * EVENT_MARKS
        run.marks[mark] = kind
        run.marks[mark + 1] = ply
        if kind == UPDATE or kind == CUT:
            run.marks[mark + 2] = run.path[ply]
        elif kind == ENTER and ply > 0:
            run.marks[mark + 2] = run.path[ply - 1]
        slot = run.traced * EVENT_VALUES
        run.values[slot] = low
        run.values[slot + 1] = high
        run.values[slot + 2] = value
    run.traced += 1


KINDS = ("enter", "leaf", "update", "cut", "return", "table", "bounds", "repeated", "pass")


WHYS = ("", "table", "killer", "history")
"""Why an action was tried when it was: what experience.why_tried says."""
