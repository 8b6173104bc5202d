"""`once` and `deepen`: the textbook's algorithms run to one depth, or to one after another."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from zermelo.algorithms.deepening import deepening
from zermelo.game import CHANCE, MAX
from zermelo.kernel.run import ESTIMATES, PLIES, deepest_ply, estimated, visited
from zermelo.report import Report
from zermelo.running.explain import legal_actions
from zermelo.running.scales import doubt
from zermelo.running.task import Task
from zermelo.score import Score
from zermelo.tracing.trace import Iteration

Reports = Generator[Report, None, bool]


def once(task: Task, kind: Callable[[Task], Iterations] | None = None) -> Reports:
    """One search to the depth asked for, or to the end of the game; `kind` says how values are read."""
    kind = kind or Iterations
    depth, iterations = task.question.limits.depth, kind(task)
    in_need = one_ply(kind(task)) if task.clock.held and depth not in (0, 1) else None
    if in_need is not None and task.clock.out:
        task.control.stop()
    finished, _ = iterations.iterate(PLIES - 1 if depth is None else depth, unlimited=depth is None)
    if iterations.score is not None:
        report = iterations.report(deepest_ply(task.run) if depth is None else depth, finished)
        yield report if task.question.limits.timed else iterations.with_caution(report, depth)
    elif in_need is not None:
        yield in_need.report(1, finished=False)
    return finished


def one_ply(iterations: Iterations) -> Iterations | None:
    """What one ply shows, before the clock runs: better than nothing where the time is too short for more."""
    task = iterations.task
    if not task.question.trace and not task.terminal:  # a trace shows what was asked for, nothing else
        iterations.iterate(1)
    task.clock.release()
    return iterations if iterations.score is not None else None


def deepen(task: Task, kind: Callable[[Task], Iterations] | None = None) -> Reports:
    """One iteration after another, until nothing is left to find."""
    iterations = (kind or Iterations)(task)
    for depth in deepening(iterations.iterate, 0 if task.terminal else task.question.limits.deepest):
        yield iterations.report(depth, finished=True)
    return not iterations.interrupted


class Iterations:
    """What is known after each search to a depth."""

    def __init__(self, task: Task) -> None:
        self.task, self.kernel, self.run, self.question = task, task.kernel, task.run, task.question
        self.interrupted = False
        self.score: Score | None = None
        self.value: Any = 0
        self.line: tuple[Any, ...] = ()
        self.values: dict[Any, Score] = {}
        self.begun: list[Iteration] = []

    def begin(self, depth: int) -> None:
        """Note where an iteration begins, for a trace."""
        if self.question.trace:
            self.begun.append(Iteration(depth, int(self.run.traced), self.line))

    def iterate(self, depth: int, unlimited: bool = False) -> tuple[bool, bool]:
        """Search to a depth: was it finished, and is there nothing more to find?"""
        run, question = self.run, self.question
        if run.stop != 0 or visited(run) >= run.node_limit:
            self.interrupted = True
            return False, False
        run.depth, run.unlimited = depth, unlimited
        self.begin(depth)
        run.estimated_before = estimates = estimated(run)
        self.search(depth)
        exhausted = estimated(run) == estimates
        if self.interrupted and not self.line:
            return False, False
        score = self.scored(self.task.finite(self.value), exhausted and not self.interrupted)
        self.score = self.task.unfinished(score) if self.interrupted else score
        self.guide()
        decided = question.options.outcome and abs(self.value) > ESTIMATES
        return not self.interrupted, exhausted or decided

    def search(self, depth: int) -> None:
        """The value and the best line, of every root action where that was asked for."""
        task, question, self.values = self.task, self.question, {}
        if question.values and not task.terminal and question.mover != CHANCE:
            self.every_root_action(depth)
        else:
            self.start_at_payoffs(question.state)
            self.interrupted = not task.execute()
            self.line = tuple(self.kernel.line(self.run))
            self.value = self.read(question.state)

    def read(self, state: Any) -> Any:
        """The value that the kernel gave for this state, as MAX sees it."""
        return self.task.for_max(self.kernel.number(self.run.value), state)

    def scored(self, value: Any, exhausted: bool) -> Score:
        """What was read, as a score; `exhausted`: no estimate took part."""
        return self.task.scored(value, exhausted)

    def is_better(self, value: Any, best: Any) -> bool:
        """Does the player to move like this value more?"""
        return bool(value > best if self.question.mover == MAX else value < best)

    def with_caution(self, report: Report, depth: int | None) -> Report:
        """The report, and whether its choice hangs on the distances of the estimates."""
        return replace(report, caution=str(said)) if (said := doubt(report, depth)) is not None else report

    def start_at_payoffs(self, state: Any) -> None:
        """Where that is asked for, the window of this state begins at the bounds of the payoffs."""
        if self.question.payoffs is not None:
            run, (least, most) = self.run, self.question.payoffs
            run.least, run.most = self.kernel.bound(least), self.kernel.bound(most)
            ends = self.task.for_max(least, state), self.task.for_max(most, state)
            run.alpha, run.beta = map(self.kernel.bound, sorted(ends))

    def guide(self) -> None:
        """The next iteration follows this one's best line first, where the order learns from it."""
        if not self.question.options.guided:
            return
        for index, action in enumerate(self.line):
            self.run.guide[index] = self.kernel.stored(action)
        self.run.guided = len(self.line)

    def every_root_action(self, depth: int) -> None:
        """A full-window search of every child: exact values, not bounds; of equals the first counts."""
        run, task, question = self.run, self.task, self.question
        game, state = question.game, question.state
        best: Any = None
        actions = legal_actions(game, state)
        run.left -= 1
        run.expanded += 1
        self.line, self.value = (), 0
        for action in reversed(actions) if question.options.order == "reversed" else actions:
            child, estimates = game.result(state, action), estimated(run)
            run.path[0] = self.kernel.stored(action)
            run.depth, run.ply = max(depth - 1, 0), 1
            self.kernel.place(run, child)
            self.start_at_payoffs(child)
            if not task.execute():
                self.interrupted = True
                break
            value = self.read(child)
            self.values[action] = self.scored(value, estimated(run) == estimates)
            if best is None or self.is_better(value, best):
                best, self.value = value, value
                self.line = (action, *self.kernel.line(run, 1))
        self.values = {action: self.values[action] for action in actions if action in self.values}
        run.ply = 0
        self.kernel.place(run, state)

    def report(self, depth: int, finished: bool) -> Report:
        """The report of an iteration, with the best line known."""
        assert self.score is not None
        return self.task.report(depth, finished, self.score, self.line, self.values, self.begun)
