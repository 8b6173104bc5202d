"""Traced searches for the page: in columns, with their sentences; the last few are kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE
from zermelo.interfaces.load import tree_from
from zermelo.interfaces.trace_tree import TraceTree
from zermelo.interfaces.web.models import Tracing
from zermelo.interfaces.web.shelf import Placed
from zermelo.interfaces.web.words import finite, names, score_row
from zermelo.report import Report
from zermelo.run import ESTIMATES, WIN
from zermelo.search import search
from zermelo.trace import KINDS

SECONDS = 6.0
"""That a traced search may take."""
DEPTH = 4
"""Of a search of a position, where nobody says."""
KEPT_EVENTS = 400_000
"""Steps of all the traces that are kept."""
ENGINES = ("pvs", "mtdf")
"""Algorithms that have their own order and prune as they like."""


@dataclass(eq=False)
class Traced:
    """One traced search, and what has been told of it."""

    report: Report
    told: list[str] = field(default_factory=list)
    telling: Iterator[str] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def events(self) -> int:
        return len(self.report.trace.events) if self.report.trace else 0

    def sentences(self, first: int, last: int) -> list[str]:
        """The sentences of steps `first` to `last`; they are told in order, and once."""
        assert self.report.trace is not None
        with self.lock:
            if self.telling is None:
                self.telling = self.report.trace.sentences()
            if last > len(self.told):
                self.told += [text.strip() for text in islice(self.telling, last - len(self.told))]
            return self.told[first : min(last, self.events)]


class Traces:
    """The last searches that were traced, by what was asked."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Any, Traced] = OrderedDict()
        self.lock = threading.Lock()

    def of(self, question: Tracing, place: Callable[[Any], Placed]) -> Traced:
        """The traced search that answers this question, made now or kept from before."""
        if question.tree is not None:
            game, state, key = tree_from(question.tree, "this"), None, ""
        else:
            placed = place(question.position)
            game, state, key = placed.game, placed.state, placed.key
        full = (question.tree, key, *wanted_of(question, game).items())
        with self.lock:
            if (found := self.kept.get(full)) is not None:
                self.kept.move_to_end(full)
                return found
        made = Traced(traced(game, state, question))
        with self.lock:
            self.kept[full] = made
            while sum(each.events for each in self.kept.values()) > KEPT_EVENTS and len(self.kept) > 1:
                self.kept.popitem(last=False)
        return made


def wanted_of(question: Tracing, game: Any) -> dict[str, Any]:
    """What is asked of the search."""
    algorithm = question.algorithm or ("expectiminimax" if hasattr(game, "outcomes") else "alphabeta")
    depth = question.depth if question.tree is not None or question.depth is not None else DEPTH
    wanted: dict[str, Any] = {"algorithm": algorithm, "depth": depth, "trace": question.events}
    if algorithm in ENGINES:
        return wanted | {"memory": 4, "seed": question.seed}
    return wanted | {"prune_equal": question.prune_equal, "order": question.order, "seed": question.seed}


def traced(game: Any, state: Any, question: Tracing) -> Report:
    wanted = wanted_of(question, game)
    report = search(game, state, engine="interpreted", seconds=SECONDS, **wanted)
    if report.trace is None or not report.trace.events:
        raise SearchError(f"{type(game).__name__} is too large to trace in {SECONDS:g} seconds: give a depth")
    return report


def in_columns(report: Report) -> dict[str, Any]:
    """What /api/trace says: nodes and events, a list for each of their fields."""
    trace = report.trace
    assert trace is not None
    tree = TraceTree(trace)
    nodes: dict[str, list[Any]] = {"parent": [], "action": [], "player": [], "ply": []}
    events: dict[str, list[Any]] = {"kind": [], "node": [], "alpha": [], "beta": [], "value": []}
    pruned: dict[str, list[str]] = {}
    while (event := tree.advance()) is not None:
        node = tree.current
        assert node is not None
        if event.kind == "enter":
            nodes["parent"].append(event.parent)
            nodes["action"].append(node.name)
            nodes["player"].append(node.player)
            nodes["ply"].append(node.ply)
        elif event.kind == "cut":
            pruned[str(node.number)] = list(node.pruned)
        turned = trace.from_the_mover and node.player == 1
        chance = event.kind == "update" and node.player == CHANCE
        low, high = (-event.high, -event.low) if turned and not chance else (event.low, event.high)
        if event.kind == "leaf":
            low, high = node.low, node.high
        value = -event.value if turned and event.kind not in ("leaf", "repeated") else event.value
        events["kind"].append(KINDS.index(event.kind))
        events["node"].append(event.node)
        events["alpha"].append(finite(low))
        events["beta"].append(finite(high))
        events["value"].append(None if event.kind == "enter" else finite(value))
    return {
        "nodes": {**nodes, "pruned": pruned},
        "events": {**events, "kinds": list(KINDS)},
        "summary": summary(report),
        "truncated": bool(trace.dropped) or not report.finished,
    }


def summary(report: Report) -> dict[str, Any]:
    trace = report.trace
    assert trace is not None
    outcome = bool(trace.options.outcome)
    return {
        "algorithm": report.algorithm,
        "value": score_row(report.score)["value"],
        "score": score_row(report.score),
        "line": names(trace.game, trace.state, report.line),
        "nodes": report.nodes,
        "leaves": report.leaves,
        "cutoffs": sum(report.cutoffs),
        "events": len(trace.events) + trace.dropped,
        "depth": report.depth,
        "finished": report.finished,
        "seconds": round(report.seconds, 4),
        "outcome": outcome,
        "win": WIN if outcome else None,
        "estimates": ESTIMATES if outcome else None,
        "quick": bool(trace.options.quick),
    }
