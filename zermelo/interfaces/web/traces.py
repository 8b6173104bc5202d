"""Traced searches for the page: in columns, with their sentences; the last few are kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from zermelo.errors import SearchError
from zermelo.game import MAX
from zermelo.interfaces.load import name_of, tree_from
from zermelo.interfaces.trace_tree import OTHERS, PASSED
from zermelo.interfaces.web.models import Tracing
from zermelo.interfaces.web.shelf import Placed
from zermelo.interfaces.web.words import finite, names, score_row
from zermelo.report import Report
from zermelo.run import ESTIMATES, WIN
from zermelo.search import search
from zermelo.trace import KINDS, LEAVING, Event, Trace, followed

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
    assert report.trace is not None
    columns = Columns(report.trace)
    columns.read()
    return {
        "nodes": {**columns.nodes, "pruned": columns.pruned, "why": columns.why},
        "events": {**columns.events, "kinds": list(KINDS)},
        "iterations": iterations(report.trace),
        "summary": summary(report),
        "truncated": bool(report.trace.dropped) or not report.finished,
    }


class Here(NamedTuple):
    """A node on the path while the events are read."""

    node: int
    state: Any
    player: int | None
    low: Any
    high: Any
    seen: list[Any]
    """The actions that were looked at."""


class Columns:
    """Nodes and events side by side, from MAX's point of view; what TraceTree knows, in a quicker way."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.game
        self.nodes: dict[str, list[Any]] = {"parent": [], "action": [], "player": [], "ply": []}
        self.events: dict[str, list[Any]] = {"kind": [], "node": [], "alpha": [], "beta": [], "value": []}
        self.pruned: dict[str, list[str]] = {}
        self.why: dict[str, str] = {}
        self.steps: dict[Any, tuple[str, Any]] = {}
        self.players: dict[Any, int | None] = {}

    def read(self) -> None:
        number = {kind: index for index, kind in enumerate(KINDS)}
        kinds, owners, lows, highs, values = self.events.values()
        path: list[Here] = []
        for event in self.trace.events:
            if event.kind == "enter":
                path.append(self.entered(path, event))
            here = path[-1]
            if event.kind == "cut":
                self.pruned[str(here.node)] = self.left_out(here)
            low, high, value = self.for_max(here, event)
            kinds.append(number[event.kind])
            owners.append(event.node)
            lows.append(finite(low))
            highs.append(finite(high))
            values.append(None if event.kind == "enter" else finite(value))
            if event.kind in LEAVING:
                path.pop()

    def entered(self, path: list[Here], event: Event) -> Here:
        """A new node, and the step that led to it."""
        above = path[-1].state if path else self.trace.state
        if event.ply == 0:
            name, state = "" if not path else OTHERS, above
        elif path and self.nodes["ply"][path[-1].node] == event.ply:  # a search of a node within itself
            name, state = OTHERS, above
        else:
            name, state = self.step(above, event.action)
            if event.why:
                self.why[str(event.node)] = event.why
        if path and name != OTHERS:
            path[-1].seen.append(event.action)
        player = self.player(state)
        for field_name, value in zip(self.nodes, (event.parent, name, player, event.ply)):
            self.nodes[field_name].append(value)
        return Here(event.node, state, player, event.low, event.high, [])

    def step(self, state: Any, action: Any) -> tuple[str, Any]:
        key = (state, action)
        try:
            if key not in self.steps:
                self.steps[key] = self.stepped(state, action)
            return self.steps[key]
        except TypeError:  # a state that cannot be a key
            return self.stepped(state, action)

    def stepped(self, state: Any, action: Any) -> tuple[str, Any]:
        name = PASSED if action is None else name_of(self.game, state, action)
        return name, followed(self.game, state, action)

    def player(self, state: Any) -> int | None:
        try:
            if state not in self.players:
                self.players[state] = self.mover(state)
            return self.players[state]
        except TypeError:
            return self.mover(state)

    def mover(self, state: Any) -> int | None:
        return None if self.game.is_terminal(state) else int(self.game.to_move(state))

    def left_out(self, here: Here) -> list[str]:
        """The actions that were never looked at, as people write them."""
        left = (action for action in self.game.actions(here.state) if action not in here.seen)
        return [name_of(self.game, here.state, action) for action in left]

    def for_max(self, here: Here, event: Event) -> tuple[Any, Any, Any]:
        """The window and the value of an event; a leaf has the window in which it was entered."""
        low, high = (here.low, here.high) if event.kind == "leaf" else (event.low, event.high)
        if not self.trace.from_the_mover or here.player in (MAX, None):
            return low, high, event.value
        plain = event.kind in ("leaf", "repeated")
        return -high, -low, event.value if plain else -event.value


def iterations(trace: Trace) -> list[dict[str, Any]]:
    """Where each depth begins, and the line that the one before put first."""
    return [
        {"depth": one.depth, "event": one.event, "line": names(trace.game, trace.state, one.line)}
        for one in trace.iterations
    ]


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
