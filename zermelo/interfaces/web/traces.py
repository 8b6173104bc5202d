"""Traced searches for the page: their model as JSON, and their sentences; the last few are kept."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE
from zermelo.interfaces.load import tree_from
from zermelo.interfaces.trace_text import value_text
from zermelo.interfaces.web.looks import finite
from zermelo.interfaces.web.models import Tracing
from zermelo.interfaces.web.ready import Kernels, Readiness, quickest
from zermelo.interfaces.web.rows import LONGEST_LINE, score_row
from zermelo.interfaces.web.shelf import Placed
from zermelo.kernel.events import ENTER, KINDS, PHASES, SELECT
from zermelo.kernel.run import ESTIMATES, WIN
from zermelo.report import Report
from zermelo.running.asking import ask, traits_of
from zermelo.running.catalogue import find
from zermelo.running.choosing import textbook_search
from zermelo.running.question import Question
from zermelo.score import share
from zermelo.tracing.columns import below
from zermelo.tracing.model import Model
from zermelo.tracing.sentences import Teller
from zermelo.tracing.sureness import AT_LEAST, AT_MOST
from zermelo.tracing.trace import Iteration, Trace
from zermelo.tracing.whole import whole_of

SECONDS = 6.0
"""Seconds that a traced search may take."""
DEPTH = 4
"""Depth of a traced search of a position, unless one is given."""
KEPT_EVENTS = 400_000
"""Steps of all the traces that are kept."""
EVENTS_A_NODE = 3
"""At least, but for dice: it is entered, it has a value, and above it that is compared."""
SPARE_NODES = 100
"""Which have not been left yet when a search is stopped."""
WORTH_COMPILING = 1000
"""Nodes from which a search is made ready for the next, which may be larger."""
SIMULATIONS = 60
"""Simulations of a traced search, unless a number is given."""
SIGNS = {AT_MOST: -1, AT_LEAST: 1}
"""How sure the value of a node is, as the page has it; 0 where it is exact."""


@dataclass(frozen=True, eq=False)
class Traced:
    """One traced search."""

    report: Report

    @property
    def trace(self) -> Trace:
        assert self.report.trace is not None
        return self.report.trace

    @property
    def events(self) -> int:
        return len(self.report.trace.events) if self.report.trace else 0

    def is_whole(self, most: int) -> bool:
        """Would the same question, asked again, have no more to show?  Not where the time ran out."""
        return self.report.finished or self.events >= most

    def sentences(self, first: int, last: int, language: str) -> list[str]:
        """The sentences of steps `first` to `last`, nodes in them marked."""
        model = self.trace.model
        teller = Teller(language, lambda node: marked(node, model.called(node)), model.player_names)
        return [teller.step(model, step) for step in range(first, min(last, self.events))]


MARKED = re.compile("\ue000(\\d+)\ue001([^\ue002]*)\ue002")
"""The name of a node inside a sentence, between letters that nobody writes."""


def marked(node: int, name: str) -> str:
    """A node's name for a sentence, with its number."""
    return f"\ue000{node}\ue001{name}\ue002" if name else ""


def in_parts(sentence: str) -> list[Any]:
    """A sentence as the page takes it: texts, and nodes as pairs of number and name.

    >>> in_parts(f"MAX will never come to {marked(5, 'C')}.")
    ['MAX will never come to ', [5, 'C'], '.']
    """
    texts = MARKED.split(sentence)
    found: list[Any] = [texts[0]]
    for node, name, text in zip(texts[1::3], texts[2::3], texts[3::3], strict=True):
        found += [[int(node), name], text]
    return [part for part in found if part]


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
            if found is not None and (not whole or found.is_whole(question.events)):
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
    algorithm = question.algorithm or textbook_search(game)
    depth = question.depth if question.tree is not None or question.depth is not None else DEPTH
    wanted: dict[str, Any] = {"algorithm": algorithm, "trace": question.events, "seed": question.seed}
    record = find(algorithm, traits_of(game))
    if question.until_full and not record.simulates:
        wanted["nodes"] = question.events // EVENTS_A_NODE + SPARE_NODES
    if record.techniques:  # it has an order of its own, and prunes as it likes
        return wanted | {"depth": depth, "memory": 4}
    if record.simulates:
        return wanted | {"nodes": question.simulations or SIMULATIONS}
    takes = record.takes
    wanted |= {"depth": depth, "order": question.order}
    switches = {"prune_equal": question.prune_equal, "payoff_bounds": question.payoff_bounds}
    return wanted | {name: value for name, value in switches.items() if takes(name)}


def finished(game: Any, question: Question, kernels: Kernels) -> Report:
    report = quickest(question, kernels)
    if report.trace is None or not report.trace.events:
        code = "trace_needs_depth" if question.limits.depth is None else "trace_needs_lower_depth"
        raise SearchError(code, game=type(game).__name__, seconds=SECONDS)
    return report


def in_columns(report: Report) -> dict[str, Any]:
    """What /api/trace says: nodes and events, a list for each of their fields."""
    assert report.trace is not None
    model = report.trace.model
    return {
        "nodes": nodes(model),
        "whole": whole(model),
        "events": events(model),
        "iterations": iterations(model),
        "labels": labels(model),
        "summary": summary(report),
        "truncated": bool(report.trace.dropped) or not report.finished,
    }


class Finite(dict[Any, Any]):
    """Numbers as JSON knows them; a trace has many events and few values."""

    def __missing__(self, value: Any) -> Any:
        found = self[value] = [*map(finite, value)] if isinstance(value, tuple) else finite(value)
        return found


def nodes(model: Model) -> dict[str, Any]:
    """`pruned` and `why` by node, where there is something to say."""
    columns = model.columns
    return {
        "parent": columns.parents,
        "action": model.names,
        "player": model.players,
        "ply": model.plies,
        "below": below(columns.parents),
        "sure": [SIGNS.get(sure, 0) for sure in model.sure],
        "pruned": {str(node): pruned(model, node) for node in model.pruned},
        "chance": {str(node): share(chance) for node, chance in model.chances.items()},
        "why": {str(columns.nodes[event]): why for event, why in columns.whys.items()},
    }


def pruned(model: Model, node: int) -> Sequence[str]:
    """The names of what was left out; of dice with their probabilities."""
    names = model.pruned[node]
    if model.players[node] != CHANCE:
        return names
    chances = [model.chance(node, action) for action in model.left_out(node)]
    return [f"{name} ({share(chance)})" for name, chance in zip(names, chances, strict=True)]


def whole(model: Model) -> dict[str, Any] | None:
    """Every place of a tree that somebody wrote down, and the place of each node; None for other games."""
    found = whole_of(model)
    if found is None:
        return None
    above, edges, players, payoffs, names, _ = zip(*found.places, strict=True)
    return {
        "parent": above,
        "edge": edges,
        "player": players,
        "payoff": [None if payoff is None else finite(payoff) for payoff in payoffs],
        "name": names,
        "at": found.at,
    }


def events(model: Model) -> dict[str, Any]:
    columns, windows, number = model.columns, model.windows, Finite()
    values = zip(columns.kinds, model.values)
    if model.trace.simulated:
        return simulated(model, number)
    return {
        "kind": columns.kinds,
        "node": columns.nodes,
        "child": columns.child,
        "alpha": [number[low] for low, _ in windows],
        "beta": [number[high] for _, high in windows],
        "value": [None if kind == ENTER else number[value] for kind, value in values],
        "kinds": list(KINDS),
        "setBy": {str(step): node for step, node in model.set_by.items() if node >= 0},
    }


def simulated(model: Model, number: Finite) -> dict[str, Any]:
    """The same of simulations: what a node is after each of its events, and the terms of each choice.

    `value` is the mean of MAX's rewards, `alpha` and `beta` are between which values the node is proved to
    lie, `child` is its best child; `average` and `bonus` are what the player who chose the node compared.
    `phases` has the kinds of the events of each phase.
    """
    columns, after = model.columns, model.growth.after
    chosen = [kind == SELECT for kind in columns.kinds]
    return {
        "kind": columns.kinds,
        "node": columns.nodes,
        "child": model.growth.best,
        "alpha": [number[numbers.low] for numbers in after],
        "beta": [number[numbers.high] for numbers in after],
        "value": [None if numbers.mean is None else number[numbers.mean] for numbers in after],
        "visits": [numbers.visits for numbers in after],
        "average": [number[low] if select else None for low, select in zip(columns.lows, chosen)],
        "bonus": [number[high] if select else None for high, select in zip(columns.highs, chosen)],
        "phases": PHASES,
        "kinds": list(KINDS),
    }


def iterations(model: Model) -> list[dict[str, Any]]:
    """Where each depth begins, the line that the one before put first, its roots, how many nodes it has."""
    begun = model.trace.iterations or (Iteration(0, 0, ()),)
    first = [model.columns.nodes[one.event] for one in begun] + [len(model.states)]
    return [
        {
            "depth": one.depth,
            "event": one.event,
            "line": model.line(one.line[:LONGEST_LINE]),
            "size": end - start,
            "roots": [root for root in model.columns.roots if start <= root < end],
        }
        for one, start, end in zip(begun, first, first[1:], strict=False)
    ]


def labels(model: Model) -> dict[str, str]:
    """By value: how wins and losses are written in a drawing, #3 for a win in 3 plies."""
    bounds = (bound for window in set(model.windows) for bound in window)
    won = {value for value in {*model.values, *bounds} if model.worth(value).winner is not None}
    return {str(finite(value)): value_text(model, value, brief=True) for value in sorted(won)}


def summary(report: Report) -> dict[str, Any]:
    trace = report.trace
    assert trace is not None
    outcome = bool(trace.options.outcome)
    return {
        "algorithm": report.algorithm,
        "value": score_row(report.score)["value"],
        "score": score_row(report.score),
        "line": trace.model.line(report.line[:LONGEST_LINE]),
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
        "windows": trace.model.has_windows,
        "simulated": trace.simulated,
        "shared": trace.model.is_shared,
        "players": trace.model.player_names,
    }
