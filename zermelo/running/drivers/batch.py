"""`solve_all`: many positions, shared out among threads; each thread has a table of its own."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, NamedTuple

from zermelo.errors import Stopped
from zermelo.kernel import threads
from zermelo.running.drivers.solver import put_positions, widest
from zermelo.running.exact_memory import ExactMemory
from zermelo.running.task import Control, Task
from zermelo.score import Score


class Answer(NamedTuple):
    """The exact score of one position of many, and the nodes that it took."""

    score: Score
    nodes: int


@dataclass(frozen=True)
class Answers:
    """One for each position, in their order."""

    answers: tuple[Answer, ...]
    finished: bool = True


def solve_all(task: Task) -> Generator[Answers, None, bool]:
    """Every part in a thread, the first one in this."""
    positions, count = task.question.positions, task.question.threads if task.kernel.compiled else 1
    parts = [Part(task, index, list(positions[index::count])) for index in range(count)]
    first, *others = parts
    helpers = [threads.start(part.work) for part in others]
    try:
        first.work()
        if first.error is not None:
            task.control.stop()
    finally:
        for helper in helpers:
            helper.join()
    for part in parts:
        if part.error is not None:
            raise part.error
    in_turn = zip_longest(*(part.answers() for part in parts))
    yield Answers(tuple(answer for answers in in_turn for answer in answers if answer is not None))
    return True


class Part:
    """Some positions of a batch; the first part has the task's own run."""

    def __init__(self, task: Task, index: int, states: list[Any]) -> None:
        kernel, run = task.kernel, task.run if index == 0 else task.kernel.new_run()
        if index:
            task.control.admit(run)
        control = task.control if index == 0 else Control()
        self.task, self.states = replace(task, run=run, control=control), states
        assert task.question.exact_memory is not None
        self.memory = ExactMemory(task.question.exact_memory.megabytes)
        self.memory.lend(run, kernel, shared=False)
        self.kept = put_positions(kernel, run, states)
        run.alpha, run.beta = map(kernel.bound, widest(task.question))
        run.first, run.last, run.fresh, run.rounds, run.unlimited = 0, len(states), 1, 1 << 62, False
        self.error: BaseException | None = None

    def work(self) -> None:
        """The body of a thread: search every position; an error is kept for the thread that waits."""
        try:
            if self.states and not self.execute():
                raise Stopped
        except BaseException as error:
            self.error = error

    def execute(self) -> bool:
        """Run the kernel; False if it was stopped."""
        return self.task.execute(lambda: (self.states[int(self.task.run.first)], ()))

    def answers(self) -> list[Answer]:
        """The score of each position, for MAX, and the nodes it took."""
        scores: dict[Any, Score] = {}
        found = []
        for state, value, nodes in zip(self.states, *self.found(), strict=True):
            value = self.task.for_max(value, state)
            if value not in scores:
                scores[value] = self.task.scored(value, True)
            found.append(Answer(scores[value], nodes))
        return found

    def found(self) -> tuple[list[Any], list[int]]:
        """Values and nodes, one for each position."""
        words, kernel = self.kept[1], self.task.kernel
        if not kernel.compiled:
            words = [words[index] for index in range(2 * len(self.states))]
            return words[0::2], words[1::2]
        return kernel.values_in(words[0::2]), words[1::2].tolist()
