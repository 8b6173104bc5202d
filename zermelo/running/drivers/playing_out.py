"""`grow` for three or more players: Monte Carlo tree search in slices, with what each of them gets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.algorithms.mcts_players import ACTION, COUNT, FIRST, NODE, ROOT, TOTALS, TURN, VISITS
from zermelo.game import CHANCE
from zermelo.kernel.run import PLIES
from zermelo.messages import Message
from zermelo.report import Line, Report
from zermelo.running.drivers.branches import branch_of
from zermelo.running.drivers.growing import slices, take_memory
from zermelo.running.drivers.several import seat_of
from zermelo.running.drivers.textbook import Reports
from zermelo.running.players import declared_shares
from zermelo.running.task import Task
from zermelo.score import Score


def grow(task: Task) -> Reports:
    """Twice as many simulations after each report, until the limits are reached."""
    tree = Shared(task)
    if task.terminal:
        yield task.report(0, True, tree.ended(), ())
        return True
    tree.words = take_memory(task, NODE)
    return (yield from slices(task.run, task.kernel.compiled, tree.simulate))


class Shared:
    """The tree that a run grows, as people read it."""

    def __init__(self, task: Task) -> None:
        self.task, self.kernel, question = task, task.kernel, task.question
        self.players, self.seat = question.options.players, seat_of(question)
        self.words: Any = None
        total, _ = declared_shares(question.game)
        task.run.total = self.kernel.bound(total or 0)

    def simulate(self) -> Shared:
        """So many simulations."""
        self.task.execute()
        return self

    # -- nodes -----------------------------------------------------------------------------

    def children(self, node: int) -> list[int]:
        """The nodes below one that were visited, most visited first; of equals, as the rules list them."""
        first, count = int(self.words[node + FIRST]), int(self.words[node + COUNT])
        found = [first + index * NODE for index in range(count)]
        return sorted(filter(self.visits, found), key=self.visits, reverse=True)

    def visits(self, node: int) -> int:
        """How often it was visited."""
        return int(self.words[node + VISITS])

    def visited(self, node: int) -> list[tuple[int, int]]:
        """The children of a node that were visited, each after how often."""
        return [(self.visits(child), child) for child in self.children(node)]

    def is_settled(self, node: int) -> bool:
        """Nothing is proved where three or more play."""
        return False

    def turn(self, node: int) -> int:
        """Who moves there: a player or CHANCE."""
        return int(self.words[node + TURN])

    def seen(self, node: int, above: int) -> float:
        """The average of a node for who moves above."""
        return self.means(node)[self.turn(above)]

    def expected(self, node: int) -> float | None:
        """Priors are for two players."""
        return None

    def unit(self) -> int:
        """Payoffs are points."""
        return 1

    def total(self, place: int) -> float:
        """A sum that a node keeps."""
        if not self.kernel.compiled:
            return float(self.words[place])
        return float(self.kernel.values_in(self.words[place : place + 1])[0])

    def means(self, node: int) -> tuple[float, ...]:
        """What each player got on average."""
        visits = max(self.visits(node), 1)
        return tuple(self.total(node + TOTALS + seat) / visits for seat in range(self.players))

    def action(self, node: int) -> Any:
        """The action that leads to a node."""
        return self.kernel.action(self.words[node + ACTION])

    def line(self, node: int) -> tuple[Any, ...]:
        """The play that was tried most from a node on; dice end it."""
        found: list[Any] = []
        while len(found) < PLIES and self.turn(node) != CHANCE and self.children(node):
            node = self.children(node)[0]
            found.append(self.action(node))
        return tuple(found)

    # -- reports ---------------------------------------------------------------------------

    def score(self, node: int) -> Score:
        """What the simulations of a node brought everybody, as a score of the one who asks."""
        return self.scored(self.means(node))

    def scored(self, payoffs: tuple[Any, ...], proved: bool = False) -> Score:
        """Everybody's payoffs as such a score."""
        expected = self.task.question.chance
        value, players = payoffs[self.seat], self.players
        return Score(value, proved, self.seat, expected=expected, players=players, payoffs=payoffs)

    def ended(self) -> Score:
        """What everybody has where the game is over."""
        return self.scored(tuple(self.task.question.game.utility(self.task.question.state)), True)

    def report(self, finished: bool) -> Report:
        """What the tree knows now: where most simulations went, and what they brought everybody."""
        question, task = self.task.question, self.task
        if question.mover == CHANCE:
            return task.report(0, finished, self.score(ROOT), ())
        nodes, line = self.children(ROOT), self.line(ROOT)
        scores = {self.action(node): self.score(node) for node in nodes}
        told = tuple(map(self.told, nodes[: question.lines]))
        values = scores if question.values else {}
        report = task.report(len(line), finished, self.score(nodes[0]), line, values)
        return replace(report, lines=told, caution=self.caution(nodes), grown=branch_of(self))

    def caution(self, nodes: list[int]) -> str:
        """What to know of a report: do several actions come first, need payoffs not sum to the same?"""
        first, game = self.visits(nodes[0]), type(self.task.question.game).__name__
        alike = sum(self.visits(node) == first for node in nodes)
        said = [Message.of("visited_alike", count=alike)] if alike > 1 else []
        if not self.task.question.options.constant:
            said.append(Message.of("general_sum_played", game=game))
        return "; ".join(map(str, said))

    def told(self, node: int) -> Line:
        """One root action with its simulations."""
        action = self.action(node)
        return Line(action, self.score(node), (action, *self.line(node)), self.visits(node))
