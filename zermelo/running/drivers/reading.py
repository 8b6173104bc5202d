"""A tree of simulations as people read it: what its nodes are worth, the best play, a report.

Reading costs simulations.  A node is read together with its siblings, in one go, and what was found out about
it is kept until the tree grows on: a short search had spent half of its time on its reports.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from zermelo.algorithms.mcts import NEVER_WAITS
from zermelo.algorithms.mcts_nodes import (
    ACTION,
    CHILDREN,
    HIGH,
    LOW,
    NODE,
    PARTS,
    PRIOR,
    ROOT,
    TOTAL,
    TURN,
    VISITS,
)
from zermelo.algorithms.playout import WON
from zermelo.game import CHANCE, MAX, MIN, has_rule
from zermelo.kernel.run import PLIES
from zermelo.messages import Message
from zermelo.report import Line, Report
from zermelo.running.drivers.branches import branch_of
from zermelo.running.kept_trees import nodes_in
from zermelo.running.task import Task
from zermelo.score import Score, win_in


class Reading:
    """The tree that a task has grown so far; good until it grows on."""

    def __init__(self, task: Task, words: Any) -> None:
        self.task, self.words = task, words
        self.rows: dict[int, list[Any]] = {}
        """The nodes that were read: the words of each, its values as numbers."""
        self.firsts: dict[int, int] = {}

    def read(self, first: int, count: int) -> None:
        """Read nodes that lie side by side."""
        places = range(first, first + count * NODE, NODE)
        if not self.task.kernel.compiled:
            rows = [[self.words[place + word] for word in range(NODE)] for place in places]
        else:
            rows = self.decoded(self.words[first : first + count * NODE].reshape(count, NODE))
        self.rows.update(zip(places, rows, strict=True))

    def decoded(self, block: Any) -> list[list[Any]]:
        """Nodes as machine code keeps them, with their values as numbers."""
        kernel, rows = self.task.kernel, block.tolist()
        if kernel.whole_numbers and self.task.question.options.outcome:  # which are numbers, none infinite
            return rows  # type: ignore[no-any-return]
        values = kernel.values_in(block[:, TOTAL:PRIOR].ravel())
        known = {value: kernel.number(value) for value in set(values)}
        width = PRIOR - TOTAL
        for index, row in enumerate(rows):
            row[TOTAL:PRIOR] = [known[value] for value in values[index * width : (index + 1) * width]]
        return rows  # type: ignore[no-any-return]

    # -- nodes -----------------------------------------------------------------------------

    def row(self, node: int) -> list[Any]:
        """What a node keeps."""
        if node not in self.rows:
            self.read(node, 1)
        return self.rows[node]

    def is_settled(self, node: int) -> bool:
        """Is its value proved?"""
        row = self.row(node)
        return bool(row[LOW] >= row[HIGH])

    def children(self, node: int) -> range:
        """The nodes below one."""
        return nodes_in(self.row(node)[CHILDREN])

    def visited(self, node: int) -> list[tuple[int, int]]:
        """The children of a node that were visited, each after how often."""
        places = self.children(node)
        if not self.task.kernel.compiled:
            visits = [self.words[place + VISITS] for place in places]
        else:
            visits = self.words[places.start + VISITS : places.stop : NODE].tolist()
        return [(count, place) for count, place in zip(visits, places, strict=True) if count]

    def score(self, node: int) -> Score:
        """What a node is worth: proved, a win within so many plies; or the average of its simulations."""
        outcome = self.task.question.options.outcome
        if not self.is_settled(node):
            return self.estimate(self.likely(node))
        value, plies = self.row(node)[LOW], self.plies(node)
        if outcome and value != 0:
            return win_in(plies, MAX if value > 0 else MIN, exact=plies <= 1)
        return Score(value, True, outcome=outcome, expected=self.task.question.chance)

    def estimate(self, reward: float) -> Score:
        """A score of which nothing is proved."""
        outcome = self.task.question.options.outcome
        return Score(reward / self.unit(), False, outcome=outcome, expected=self.task.question.chance)

    def turn(self, node: int) -> int:
        """Who moves there: MAX, MIN or CHANCE."""
        return int(self.row(node)[TURN]) % 4 - 1

    def plies(self, node: int) -> int:
        """Within how many plies it is won or lost, where that is proved."""
        return int(self.row(node)[TURN]) // 4

    def visits(self, node: int) -> int:
        """How often it was visited."""
        return int(self.row(node)[VISITS])

    def seen(self, node: int, above: int) -> float:
        """The average reward of a node as who moves above sees it."""
        return self.mean(node) * (1 if self.turn(above) == MAX else -1)

    def expected(self, node: int) -> float | None:
        """How much of all the game expects of it; None where it has no priors."""
        if not has_rule(self.task.question.game, "prior"):
            return None
        return int(self.row(node)[PRIOR]) / PARTS

    def unit(self) -> int:
        """What a win is worth."""
        return WON if self.task.question.options.outcome else 1

    def mean(self, node: int) -> float:
        """MAX's average reward."""
        row = self.row(node)
        return float(row[TOTAL]) / max(int(row[VISITS]), 1)

    def likely(self, node: int) -> float:
        """The same, as far as what is proved allows it."""
        row = self.row(node)
        return float(min(max(self.mean(node), row[LOW]), row[HIGH]))

    # -- the best -------------------------------------------------------------------------

    def ordered(self, node: int) -> list[int]:
        """The children of a node, the best for its mover first."""
        merits = self.merits(node, self.children(node))
        return sorted(merits, key=merits.__getitem__, reverse=True)

    def first(self, node: int) -> int:
        """The best of them: most were never visited, and matter where nothing speaks for the rest."""
        if node not in self.firsts and (clear := self.clearly_first(node)) is not None:
            self.firsts[node] = clear
        if node not in self.firsts:
            merits = self.merits(node, [child for _, child in self.visited(node)])
            best = max(merits, key=merits.__getitem__, default=node)
            doubtful = not merits or merits[best][0] < 0
            self.firsts[node] = self.ordered(node)[0] if doubtful else best
        return self.firsts[node]

    def clearly_first(self, node: int) -> int | None:
        """The most visited child, where it is one and as much is proved of all children: not who wins."""
        if not self.task.kernel.compiled:
            return None
        places = self.children(node)
        block = self.words[places.start : places.stop].reshape(-1, NODE)
        low, high, visits = block[:, LOW], block[:, HIGH], block[:, VISITS]
        best = int(visits.argmax())
        alike = low[0] != high[0] and (low == low[0]).all() and (high == high[0]).all()
        return places[best] if alike and (visits == visits[best]).sum() == 1 else None

    def merits(self, node: int, children: Sequence[int]) -> dict[int, tuple[int, Any, Any]]:
        """What speaks for children of a node: the most visits, unless something is proved."""
        sign, places = 1 if self.turn(node) == MAX else -1, self.children(node)
        own, other = (LOW, HIGH) if sign > 0 else (HIGH, LOW)
        sure = sign * self.row(node)[own]
        self.read(places.start, len(places))
        merits: dict[int, Any] = {}
        best = -math.inf
        for child in children:
            row = self.rows[child]
            merits[child] = None
            if row[VISITS] and row[LOW] < row[HIGH] and sign * row[other] > sure:
                likely = sign * self.likely(child)
                merits[child] = 0, row[VISITS], likely
                best = max(best, likely)
        return {child: known or self.merit(child, sign, best) for child, known in merits.items()}

    def merit(self, child: int, sign: int, best: float) -> tuple[int, Any, Any]:
        """What is proved to be no worse than the best of the open ones seems comes first, the rest last."""
        value = sign * self.row(child)[LOW if sign > 0 else HIGH]
        settled = self.is_settled(child)
        return (
            (1 if settled and value >= best else -1),
            value,
            (-self.plies(child) if value > 0 else self.plies(child)),
        )

    def line(self, node: int) -> tuple[Any, ...]:
        """The best play from a node on, as far as the tree goes; dice end it."""
        found: list[Any] = []
        while len(found) < PLIES and self.children(node) and self.turn(node) != CHANCE:
            node = self.first(node)
            if not self.visits(node):
                break
            found.append(self.action(node))
        return tuple(found)

    def action(self, node: int) -> Any:
        """The action that leads to a node."""
        return self.task.kernel.action(self.row(node)[ACTION])

    # -- reports ---------------------------------------------------------------------------

    def report(self, finished: bool) -> Report:
        """What the tree knows now: its best line, and how often each root action was tried."""
        question, line = self.task.question, self.line(ROOT)
        nodes = self.ordered(ROOT)
        if question.mover == CHANCE:
            return self.task.report(0, finished, self.score(ROOT), ())
        scores = {self.action(node): self.score(node).later(1) for node in nodes} if question.values else {}
        told = tuple(map(self.told, nodes[: question.lines]))
        report = self.task.report(len(line), finished, self.best_score(nodes), line, scores)
        return replace(report, lines=told, caution=self.caution(), grown=branch_of(self))

    def caution(self) -> str:
        """Was no action tried but the first ones, because others promised too little?"""
        asked = self.task.question.first_play < NEVER_WAITS and self.expected(ROOT) is None
        if not asked or self.is_settled(ROOT):
            return ""
        untried = len(self.children(ROOT)) - len(self.visited(ROOT))
        return str(Message.of("actions_untried", count=untried)) if untried else ""

    def best_score(self, nodes: list[int]) -> Score:
        """What the root is worth: until that is proved, what its best action seems to be."""
        if self.is_settled(ROOT):
            return self.score(ROOT)
        return self.estimate(self.likely(nodes[0]))

    def told(self, node: int) -> Line:
        """One root action with its simulations."""
        action = self.action(node)
        return Line(action, self.score(node).later(1), (action, *self.line(node)), self.visits(node))
