"""Who set the two ends of every window: a node further up, the question that is asked, or nobody."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.game import CHANCE, MAX
from zermelo.kernel.events import CUT, ENTER, KEEP, UPDATE
from zermelo.kernel.primitives import above
from zermelo.kernel.run import WIN

if TYPE_CHECKING:
    from zermelo.tracing.model import Model

START, ASKED, QUICKEST, OTHER = -1, -2, -3, -4
"""Where no node has set an end: it is where the search starts, part of a question (is it more than 3?),
what the quickest win is worth, or the estimate of a position whose mover may let things stand."""


class End(NamedTuple):
    """Who set one end of a window."""

    node: int
    """The node whose mover is sure of it; or one of the four above."""
    child: int = -1
    """The child of that node by which they are; of a question, the node where it begins."""


Ends = tuple[End, End]
Window = tuple[Any, Any]
NOBODY = (End(START), End(START))


def ends_of(model: Model) -> list[Ends]:
    """Who set the low and the high end of the window of each event, as MAX sees it."""
    found: list[Ends] = []
    windows: list[Window] = [(0, 0)] * len(model.states)
    ends: list[Ends] = [NOBODY] * len(model.states)
    columns = model.columns
    for step, (kind, node) in enumerate(zip(columns.kinds, columns.nodes)):
        window, parent = model.windows[step], columns.parents[node]
        if kind == ENTER and parent < 0:
            windows[node], ends[node] = window, asked_at_root(model, node)
        elif kind == ENTER:
            windows[node], ends[node] = window, inherit(model, node, windows[parent], ends[parent])
        elif kind in (UPDATE, KEEP, CUT) and model.players[node] != CHANCE:
            ends[node] = moved(model, step, window, windows[node], ends[node])
            windows[node] = window
        found.append(ends[node])
    return found


def asked_at_root(model: Model, root: int) -> Ends:
    """Where a search begins with a window, that is its question, unless no payoff lies beyond it."""
    if model.trace.options.payoff_bounds:
        return NOBODY
    infinite = (abs(end) == float("inf") for end in model.entered(root))
    low, high = (End(START) if open_ended else End(ASKED, root) for open_ended in infinite)
    return low, high


def is_narrow(window: Window) -> bool:
    """Does nothing lie inside it, so that it only asks: more, or less?"""
    return bool(above(window[0]) >= window[1])


def inherit(model: Model, node: int, before: Window, ends: Ends) -> Ends:
    """The ends of a child's window: those of the node above, but for a narrower question."""
    parent, window = model.columns.parents[node], model.entered(node)
    if model.players[parent] == CHANCE:
        return of_outcome(model, node, before, ends)
    otherwise = End(ASKED, node) if is_narrow(window) else End(OTHER)
    low, high = (
        end if now == then else unheld(model, parent, now, otherwise)
        for now, then, end in zip(window, before, ends)
    )
    return low, high


def of_outcome(model: Model, node: int, before: Window, ends: Ends) -> Ends:
    """The window in which an outcome of the dice matters: beyond it, it takes the average out of ours.

    An end at which no payoff can be beyond is where the search starts.
    """
    low, high = (
        end if now == then else End(START) if abs(now) == inf or now == payoff else End(ASKED, node)
        for now, then, end, payoff in zip(model.entered(node), before, ends, model.payoffs)
    )
    return low, high


def moved(model: Model, step: int, window: Window, before: Window, ends: Ends) -> Ends:
    """The ends after a comparison: the mover's own may have been set by the child."""
    columns = model.columns
    node = columns.nodes[step]
    own = 0 if model.players[node] == MAX else 1
    by_child = End(node, columns.child[step]) if columns.kinds[step] == UPDATE else None
    low, high = (
        end if now == then else (by_child if side == own else None) or unheld(model, node, now, End(OTHER))
        for side, (now, then, end) in enumerate(zip(window, before, ends))
    )
    return low, high


def unheld(model: Model, node: int, end: Any, otherwise: End) -> End:
    """An end that no node has set: what the quickest win or loss from there is worth, or something else."""
    options, ply = model.trace.options, model.plies[node]
    quickest = options.outcome and options.quick and abs(end) in (WIN - ply, WIN - ply - 1)
    return End(QUICKEST) if quickest else otherwise
