"""`once` and `deepen` for three or more players: reports with a payoff for each of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.game import CHANCE
from zermelo.kernel.run import SEATS
from zermelo.messages import Message
from zermelo.report import Report
from zermelo.running.drivers import textbook
from zermelo.running.drivers.textbook import Iterations, Reports
from zermelo.running.players import declared_shares
from zermelo.running.question import Question
from zermelo.running.task import Task
from zermelo.score import Score


def prepare(question: Question) -> Question:
    """Add shallow pruning where the game declares `constant_sum` and `least`."""
    return with_pruning(question, to_the_end=question.limits.depth is None)


def prepare_deepening(question: Question) -> Question:
    """Add shallow pruning for a search whose iterations end at a horizon."""
    return with_pruning(question, to_the_end=False)


def with_pruning(question: Question, to_the_end: bool) -> Question:
    """The question with shallow pruning switched on or off.

    Where nothing estimates a position, everybody has 0 at the horizon: that sums to something else.
    """
    total, least = declared_shares(question.game)
    told = total is not None and least is not None and (question.options.informed or to_the_end)
    return replace(question, options=replace(question.options, shallow=told))


def once(task: Task) -> Reports:
    """One search to the depth asked for, or to the end of the game."""
    return (yield from textbook.once(task, Shared))


def deepen(task: Task) -> Reports:
    """One iteration after another, until nothing is left to find.

    No iteration follows the line of the one before: of equally good actions the first in the order of the
    rules counts, as in `maxn`, and what the others get depends on that.
    """
    return (yield from textbook.deepen(task, Shared))


def alone(task: Task) -> Reports:
    """One search for the player to move, against all others."""
    return (yield from textbook.once(task, Alone))


def seat_of(question: Question) -> int:
    """Who asks: the player to move, or the first where nobody is."""
    mover = question.mover
    return mover if mover != CHANCE and 0 <= mover < question.options.players else 0


class Shared(Iterations):
    """What everybody gets, after each search to a depth."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.seat, self.shares = seat_of(self.question), dict[Any, tuple[Any, ...]]()
        total, least = declared_shares(self.question.game)
        self.run.total, self.run.least = (self.kernel.bound(each or 0) for each in (total, least))
        self.run.attacker = self.seat

    def row(self) -> tuple[Any, ...]:
        """Everybody's payoff where the kernel began."""
        first, run = int(self.run.ply) * SEATS, self.run
        places = range(first, first + self.question.options.players)
        return tuple(self.kernel.number(run.shares[place]) for place in places)

    def iterate(self, depth: int, unlimited: bool = False) -> tuple[bool, bool]:
        """Search to a depth; nobody is above the root, and above a child of it the player to move."""
        self.run.rival, self.run.alpha = CHANCE, self.kernel.bound(-float("inf"))
        self.best: tuple[Any, ...] | None = None
        self.run.ties = 0
        return super().iterate(depth, unlimited)

    def read(self, state: Any) -> Any:
        """What the one who asks gets; everybody's payoffs are kept, also those of the root's best child."""
        self.dealt = row = self.row()
        if self.best is None or row[self.seat] > self.best[self.seat]:
            self.best = row
        elif row[self.seat] == self.best[self.seat] and row != self.best:
            self.run.ties += 1
        return row[self.seat]

    def scored(self, value: Any, exhausted: bool) -> Score:
        """Everybody's payoffs as a score of the one who asks."""
        at_root = int(self.run.ply) == 0
        payoffs = self.best if at_root else self.dealt
        return self.score_with(value, exhausted, tuple(map(self.task.finite, payoffs or ())))

    def score_with(self, value: Any, exhausted: bool, payoffs: tuple[Any, ...]) -> Score:
        """A score with these payoffs."""
        players, expected = self.question.options.players, self.question.chance
        return Score(value, exhausted, self.seat, expected=expected, players=players, payoffs=payoffs)

    def is_better(self, value: Any, best: Any) -> bool:
        """Whoever moves wants the most for themselves."""
        return bool(value > best)

    def with_caution(self, report: Report, depth: int | None) -> Report:
        """Every report has it already."""
        return report

    def report(self, depth: int, finished: bool) -> Report:
        """The report of an iteration, and what to know of it: are there ties, do payoffs sum to the same?"""
        ties, game = int(self.run.ties), type(self.question.game).__name__
        said = [Message.of("ties_met", count=ties) if ties > 1 else Message.of("tie_met")] if ties else []
        if not self.question.options.constant:
            said.append(Message.of("general_sum", game=game))
        return replace(super().report(depth, finished), caution="; ".join(map(str, said)))


class Alone(Shared):
    """What one player is sure of, after a search."""

    def read(self, state: Any) -> Any:
        """What the kernel returned: it counts for the one who asks."""
        return self.kernel.number(self.run.value)

    def scored(self, value: Any, exhausted: bool) -> Score:
        """What one player is sure of, as that player's score."""
        return self.score_with(value, exhausted, ())

    def report(self, depth: int, finished: bool) -> Report:
        """The report of an iteration; what the others get was not asked."""
        return Iterations.report(self, depth, finished)
