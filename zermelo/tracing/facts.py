"""One step of a search as a record of facts: who, where, how much, how sure; sentences are made from it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, name_of
from zermelo.kernel.events import BOUNDS, CUT, ENDS, ENTER, KINDS, TABLE, UPDATE
from zermelo.kernel.run import WIN
from zermelo.tracing.model import AT_LEAST, AT_MOST, EXACT, OTHERS, PASSED, Model, Worth

ROOT, CHILD = "root", "child"
UNKNOWN = Worth(None)
LONGEST = 6
"""Steps of a line that are told."""


@dataclass(frozen=True)
class Fact:
    """What one event says; all values and bounds are MAX's."""

    kind: str
    node: int
    ply: int
    player: int
    """Who is to move at the node: MAX, MIN or CHANCE; MAX where the game is over."""
    is_over: bool
    low: Worth
    """What MAX is sure of further up."""
    high: Worth
    """What MIN is sure of further up."""
    relation: str
    """What the node, or the child that an update or a cut-off is about, is to the one above: ROOT; CHILD, by
    `move`; PASSED, by doing nothing; OTHERS, a search of the others within the node itself."""
    move: str = ""
    """enter: the action that led here; update, cut: the action of the child."""
    why: str = ""
    """enter: why it was tried so early."""
    value: Worth = UNKNOWN
    sure: str = EXACT
    """Is the value exact, at least or at most that?  update, cut: as the child returned it."""
    probability: Any = None
    """update of a chance node: of this outcome."""
    left: int = 0
    """cut: how many children are never looked at."""
    set_by: int = -1
    """cut: the node, further up, that has the bound."""
    quickest: bool = False
    """cut: is the bound nothing but a win at the next ply?"""
    depth: int = 0
    """enter a root: the depth of this iteration, where there are several."""
    again: bool = False
    """enter a root: is this depth searched again?"""
    first: str = ""
    """enter a root: the line of the iteration before, which is tried first."""

    @property
    def other(self) -> int:
        """Who has the bound of a cut-off."""
        return MIN if self.player == MAX else MAX

    @property
    def bound(self) -> Worth:
        """cut: what the other player already has elsewhere."""
        return self.high if self.player == MAX else self.low


def fact_of(model: Model, step: int) -> Fact:
    """The facts of a step; they are counted from 0."""
    columns = model.columns
    kind, node = columns.kinds[step], columns.nodes[step]
    player, (low, high) = model.players[node], model.windows[step]
    about = entering(model, step, node) if kind == ENTER else valuing(model, step)
    if kind in (UPDATE, CUT):
        about["move"] = name_of(model.game, model.states[node], columns.actions[step])
    if kind == CUT:
        about |= cutting(model, step, high if player == MAX else low)
    if kind == UPDATE and player == CHANCE:
        about["probability"] = columns.lows[step]
    worths = {"low": model.worth(low), "high": model.worth(high)}
    return Fact(
        kind=KINDS[kind],
        node=node,
        ply=columns.plies[step],
        player=MAX if player is None else player,
        is_over=player is None,
        **{"relation": CHILD, **worths, **about},
    )


def entering(model: Model, step: int, node: int) -> dict[str, Any]:
    """How the search came here, and why."""
    if model.plies[node] == 0:
        return {"relation": ROOT, **beginning(model, step, node)}
    action = model.actions[node]
    relation = OTHERS if action is OTHERS else PASSED if action is None else CHILD
    reason = {"relation": relation, "move": model.names[node], "why": model.columns.whys.get(step, "")}
    return {**reason, **beginning(model, step, node)}


def beginning(model: Model, step: int, node: int) -> dict[str, Any]:
    """What is to be said of a depth where it begins, and where a search to it begins again."""
    iterations = model.trace.iterations
    if len(iterations) < 2 or model.columns.parents[node] >= 0:
        return {}
    begun = iterations[bisect_right(iterations, step, key=lambda one: one.event) - 1]
    names = model.line(begun.line[:LONGEST]) + (["…"] if len(begun.line) > LONGEST else [])
    return {"depth": begun.depth, "again": begun.event != step, "first": " ".join(names)}


def cutting(model: Model, step: int, bound: Any) -> dict[str, Any]:
    """Who set the bound, and what is never looked at."""
    options, ply = model.trace.options, model.columns.plies[step]
    return {
        "left": len(model.pruned[model.columns.nodes[step]]),
        "set_by": model.columns.set_by[step],
        "quickest": bool(options.outcome and options.quick and abs(bound) == WIN - ply - 1),
    }


def valuing(model: Model, step: int) -> dict[str, Any]:
    """What the node, or the child, is worth: beyond the window, a value known without a search is a bound."""
    kind, (low, high), value = model.columns.kinds[step], model.windows[step], model.values[step]
    about = model.columns.nodes[step] if kind in ENDS else model.columns.child[step]
    sure = model.sure[about] if about >= 0 else EXACT
    if kind in (TABLE, BOUNDS):
        sure = AT_LEAST if value >= high else AT_MOST if value <= low else EXACT
    return {"value": model.worth(value), "sure": sure}
