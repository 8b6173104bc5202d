"""`grow` for three and more players: Monte Carlo tree search in slices, with what each of them gets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.algorithms.mcts_players import ACTION, COUNT, FIRST, NODE, ROOT, TOTALS, TURN, VISITS
from zermelo.game import CHANCE
from zermelo.kernel.run import PLIES, Memory, limit_nodes, visited
from zermelo.report import Line, Report
from zermelo.running.drivers.growing import FIRST_SLICE, SIMULATIONS, look_often, memory_for
from zermelo.running.drivers.several import seat_of
from zermelo.running.drivers.textbook import Reports
from zermelo.running.players import declared_shares
from zermelo.running.task import Task
from zermelo.score import Score
from zermelo.tracing.model import steps_from


def grow(task: Task) -> Reports:
    """Twice as many simulations after each report, until the limits are reached."""
    tree, run = Shared(task), task.run
    if task.terminal:
        yield task.report(0, True, tree.ended(), ())
        return True
    run.rounds = FIRST_SLICE[task.kernel.compiled]
    while True:
        task.execute()
        spent = bool(visited(run) >= run.node_limit)
        stopped = bool(run.stop) and not spent
        if visited(run) > 0:
            yield tree.report(spent)
        if spent or stopped:
            return not stopped
        run.rounds *= 2


class Shared:
    """The tree that a run grows, as people read it."""

    def __init__(self, task: Task) -> None:
        self.task, run, question = task, task.run, task.question
        self.kernel, self.players, self.seat = task.kernel, question.options.players, seat_of(question)
        self.words: Any = Memory()
        total, _ = declared_shares(question.game)
        run.total, run.unlimited = self.kernel.bound(total or 0), False
        run.exploration = question.exploration
        if question.cutoff is not None:
            run.cutoff = question.cutoff
        look_often(run)
        if question.limits.nodes is None and not question.limits.timed:
            limit_nodes(run, SIMULATIONS)
        if not task.terminal:
            self.take_memory()

    def take_memory(self) -> None:
        """Room for the tree: that of the root and its children at least."""
        run, question = self.task.run, self.task.question
        least = 1 + len(steps_from(question.game, question.state))
        run.room = max(int(question.megabytes * (1 << 17)) // NODE, least)
        if self.kernel.compiled:
            self.words = memory_for(int(run.room) * NODE, question.megabytes)
        run.table = int(self.words.ctypes.data) if self.kernel.compiled else self.words

    # -- nodes -----------------------------------------------------------------------------

    def children(self, node: int) -> list[int]:
        """The nodes below one that were visited, the most visited first."""
        first, count = int(self.words[node + FIRST]), int(self.words[node + COUNT])
        found = [first + index * NODE for index in range(count)]
        tried = [child for child in found if self.words[child + VISITS]]
        return sorted(tried, key=lambda child: -int(self.words[child + VISITS]))

    def total(self, place: int) -> float:
        """A sum that a node keeps."""
        if not self.kernel.compiled:
            return float(self.words[place])
        return float(self.kernel.values_in(self.words[place : place + 1])[0])

    def means(self, node: int) -> tuple[float, ...]:
        """What each player got on average."""
        visits = max(int(self.words[node + VISITS]), 1)
        return tuple(self.total(node + TOTALS + seat) / visits for seat in range(self.players))

    def action(self, node: int) -> Any:
        """The action that leads to a node."""
        return self.kernel.action(self.words[node + ACTION])

    def line(self, node: int) -> tuple[Any, ...]:
        """The play that was tried most from a node on; dice end it."""
        found: list[Any] = []
        while len(found) < PLIES and int(self.words[node + TURN]) != CHANCE and self.children(node):
            node = self.children(node)[0]
            found.append(self.action(node))
        return tuple(found)

    # -- reports ---------------------------------------------------------------------------

    def score(self, payoffs: tuple[Any, ...], proved: bool = False) -> Score:
        """Everybody's payoffs as a score of the one who asks."""
        expected = self.task.question.chance
        value, players = payoffs[self.seat], self.players
        return Score(value, proved, self.seat, expected=expected, players=players, payoffs=payoffs)

    def ended(self) -> Score:
        """What everybody has where the game is over."""
        return self.score(tuple(self.task.question.game.utility(self.task.question.state)), True)

    def report(self, finished: bool) -> Report:
        """What the tree knows now: where most simulations went, and what they brought everybody."""
        question, task = self.task.question, self.task
        if question.mover == CHANCE:
            return task.report(0, finished, self.score(self.means(ROOT)), ())
        nodes, line = self.children(ROOT), self.line(ROOT)
        scores = {self.action(node): self.score(self.means(node)) for node in nodes}
        told = tuple(map(self.told, nodes[: question.lines]))
        values = scores if question.values else {}
        report = task.report(len(line), finished, self.score(self.means(nodes[0])), line, values)
        return replace(report, lines=told)

    def told(self, node: int) -> Line:
        """One root action with its simulations."""
        action, visits = self.action(node), int(self.words[node + VISITS])
        return Line(action, self.score(self.means(node)), (action, *self.line(node)), visits)
