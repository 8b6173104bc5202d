"""The event stream of one search: what the kernel wrote down, and how people read it."""

from __future__ import annotations

from zermelo.run import EVENT_MARKS, EVENT_VALUES, Run, Value

ENTER, LEAF, UPDATE, CUT, RETURN = range(5)


def trace(run: Run, kind: int, ply: int, low: Value, high: Value, value: Value) -> None:
    """Write an event down, if there is room; calls of it are erased from a search that is not traced.

    ENTER: the action that led here and the window.  LEAF: MAX's value.  UPDATE: the action and its
    value, now the best.  CUT: the action that caused it and the window it closed.  RETURN: the value.
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
