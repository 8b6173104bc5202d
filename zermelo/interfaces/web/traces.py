"""Traced searches for the page: in columns, with their sentences; the last few are kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import MAX
from zermelo.interfaces.load import name_of, tree_from
from zermelo.interfaces.trace_tree import OTHERS, PASSED
from zermelo.interfaces.web.models import Tracing
from zermelo.interfaces.web.ready import Kernels, Readiness, quickest
from zermelo.interfaces.web.shelf import Placed
from zermelo.interfaces.web.words import finite, names, score_row
from zermelo.kernel.events import CUT, ENDS, ENTER, KINDS, LEAF, REPEATED
from zermelo.kernel.run import ESTIMATES, WIN
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.question import Question
from zermelo.tracing.trace import Trace, Written, followed

SECONDS = 6.0
"""That a traced search may take."""
DEPTH = 4
"""Of a search of a position, where nobody says."""
KEPT_EVENTS = 400_000
"""Steps of all the traces that are kept."""
WORTH_COMPILING = 1000
"""Nodes from which a search is made ready for the next, which may be larger."""
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

    def __init__(self, kernels: Kernels, ready: Readiness) -> None:
        self.kernels, self.ready = kernels, ready
        self.kept: OrderedDict[Any, Traced] = OrderedDict()
        self.lock = threading.Lock()

    def of(self, question: Tracing, place: Callable[[Any], Placed], whole: bool = False) -> Traced:
        """The traced search that answers this question, made now or kept from before.

        Where the whole is wanted, one that ran out of time is made again: by now it may be compiled.
        """
        if question.tree is not None:
            game, state, key = tree_from(str(question.tree)), None, ""
        else:
            placed = place(question.position)
            game, state, key = placed.game, placed.state, placed.key
        wanted = wanted_of(question, game)
        full = (question.tree, key, *wanted.items())
        with self.lock:
            found = self.kept.get(full)
            if found is not None and (found.report.finished or not whole):
                self.kept.move_to_end(full)
                return found
        asked = ask(game, state, seconds=SECONDS, **wanted)
        made = Traced(finished(game, asked, self.kernels))
        if question.tree is None and made.report.nodes >= WORTH_COMPILING:
            self.ready.prepare(asked, self.kernels)
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


def finished(game: Any, question: Question, kernels: Kernels) -> Report:
    report = quickest(question, kernels)
    if report.trace is None or not report.trace.events:
        code = "trace_needs_depth" if question.limits.depth is None else "trace_needs_lower_depth"
        raise SearchError(code, game=type(game).__name__, seconds=SECONDS)
    return report


def in_columns(report: Report, columns: Columns | None = None) -> dict[str, Any]:
    """What /api/trace says: nodes and events, a list for each of their fields."""
    assert report.trace is not None
    columns = columns or Columns(report.trace)
    skipped = columns.skipped() if report.algorithm in ENGINES else []
    return {
        "nodes": {**columns.nodes(), "skipped": skipped},
        "events": {**columns.events(), "kinds": list(KINDS)},
        "iterations": iterations(report.trace),
        "summary": summary(report),
        "truncated": bool(report.trace.dropped) or not report.finished,
    }


class Finite(dict[Any, Any]):
    """Numbers as JSON knows them; a trace has many events and few values."""

    def __missing__(self, value: Any) -> Any:
        found = self[value] = finite(value)
        return found


class Columns:
    """Nodes and events side by side, from MAX's point of view; what TraceTree knows, in a quicker way."""

    def __init__(self, trace: Trace) -> None:
        assert isinstance(trace.events, Written)
        self.trace, self.game, self.written = trace, trace.game, trace.events
        self.steps: dict[Any, tuple[str, Any]] = {}
        self.movers: dict[Any, tuple[int | None, bool]] = {}
        self.owners, self.parents = families(self.written.kinds)
        """The node of each event, the parent of each node."""
        self.entries = [index for index, kind in enumerate(self.written.kinds) if kind == ENTER]
        """The event with which each node begins."""
        self.names: list[str] = []
        self.states: list[Any] = []
        self.seen: dict[int, list[Any]] = {}
        """The actions of each node that were looked at."""
        for node, entry in enumerate(self.entries):
            self.enter(node, self.written.plies[entry], self.written.actions[entry])
        movers = [self.mover(state) for state in self.states]
        self.players = [player for player, _ in movers]
        self.turned = [turned for _, turned in movers]
        """Whether a node's values and windows are MIN's."""

    # -- nodes -------------------------------------------------------------------------------------

    def nodes(self) -> dict[str, Any]:
        plies = [self.written.plies[entry] for entry in self.entries]
        columns = {"parent": self.parents, "action": self.names, "player": self.players, "ply": plies}
        cuts = (index for index, kind in enumerate(self.written.kinds) if kind == CUT)
        pruned = {str(self.owners[cut]): self.left_out(self.owners[cut]) for cut in cuts}
        why = {str(node): why for node, why in enumerate(self.written.whys) if why}
        return {**columns, "pruned": pruned, "why": why}

    def skipped(self) -> list[int]:
        """Nodes where an action was left out without a cut-off: as hopeless, or as needless."""
        cut = {owner for owner, kind in zip(self.owners, self.written.kinds) if kind == CUT}
        return [node for node in sorted({*self.parents} - cut - {-1}) if self.left_out(node)]

    def enter(self, node: int, ply: int, action: Any) -> None:
        """A new node, and the step that led to it."""
        parent = self.parents[node]
        above = self.states[parent] if parent >= 0 else self.trace.state
        within = parent >= 0 and self.written.plies[self.entries[parent]] == ply
        if ply == 0 or within:  # a search of a node within itself
            name, state = "" if parent < 0 else OTHERS, above
        else:
            name, state = self.step(above, action)
        if parent >= 0 and name != OTHERS:
            self.seen.setdefault(parent, []).append(action)
        self.names.append(name)
        self.states.append(state)

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

    def mover(self, state: Any) -> tuple[int | None, bool]:
        try:
            if state not in self.movers:
                self.movers[state] = self.moving(state)
            return self.movers[state]
        except TypeError:
            return self.moving(state)

    def moving(self, state: Any) -> tuple[int | None, bool]:
        """Who moves, nobody where the game is over; negamax turns the window round there too."""
        player = None if self.game.is_terminal(state) else int(self.game.to_move(state))
        return player, self.trace.from_the_mover and self.game.to_move(state) != MAX

    def left_out(self, node: int) -> list[str]:
        """The actions that were never looked at, as people write them."""
        state, seen = self.states[node], self.seen.get(node, [])
        left = (action for action in self.game.actions(state) if action not in seen)
        return [name_of(self.game, state, action) for action in left]

    # -- events ------------------------------------------------------------------------------------

    def events(self) -> dict[str, Any]:
        """A leaf has the window in which it was entered."""
        written, entries, number = self.written, self.entries, Finite()
        rows = zip(written.kinds, self.owners, written.lows, written.highs)
        windows = [
            (written.lows[entries[owner]], written.highs[entries[owner]]) if kind == LEAF else (low, high)
            for kind, owner, low, high in rows
        ]
        values: list[Any] = written.values
        if self.trace.from_the_mover:
            windows, values = self.for_max(windows, values)
        return {
            "kind": written.kinds,
            "node": self.owners,
            "alpha": [number[low] for low, _ in windows],
            "beta": [number[high] for _, high in windows],
            "value": [None if kind == ENTER else number[value] for kind, value in zip(written.kinds, values)],
        }

    def for_max(self, windows: list[Any], values: list[Any]) -> tuple[list[Any], list[Any]]:
        """Windows and values of MIN's nodes turned round, but for what MAX's payoff was told as."""
        plain = (LEAF, REPEATED)
        rows = list(zip(self.written.kinds, [self.turned[owner] for owner in self.owners], windows, values))
        return (
            [(-high, -low) if turn else (low, high) for _, turn, (low, high), _ in rows],
            [-value if turn and kind not in plain else value for kind, turn, _, value in rows],
        )


def families(kinds: list[int]) -> tuple[list[int], list[int]]:
    """The node of each event and the parent of each node; nodes are numbered as they are entered."""
    owners: list[int] = []
    parents: list[int] = []
    path = [-1]
    leaves = [kind in ENDS for kind in range(len(KINDS))]
    for kind in kinds:
        if kind == ENTER:
            path.append(len(parents))
            parents.append(path[-2])
        owners.append(path[-1])
        if leaves[kind]:
            path.pop()
    return owners, parents


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
