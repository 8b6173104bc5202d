"""Search: one question on its way, interpreted at once, by machine code as soon as that is there."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from zermelo.errors import RulesError, ZermeloError
from zermelo.kernel.bind import Kernel, bind
from zermelo.limits import Clock
from zermelo.report import Report
from zermelo.running.compiling import WORKSHOP, refusal_of
from zermelo.running.explain import explain_error
from zermelo.running.handover import Found, handover
from zermelo.running.question import Question
from zermelo.running.stream import LOOKING, Stream
from zermelo.running.task import Task, TooLarge

INTERPRETED_ALONE = 0.1
"""Seconds after which an interpreted search is worth a compile."""
IMPORTING = 1.0
"""Seconds that must be left for a compiled search to take over in a process that has none yet."""
COMPILING = 0.05
"""Seconds from which a preparation was a compile, or the first use of the compiler."""
GLIMPSES = 0.1
"""Seconds between two looks at what an iteration has found so far."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVariable  # which has defaults, as Python 3.13's own

    Told = TypeVariable("Told", bound=Report, default=Report)
else:
    Told = TypeVar("Told")


def bound(question: Question, compiled: bool) -> Kernel:
    """The kernel that answers a question."""
    return bind(
        question.game,
        question.kernel,
        compiled=compiled,
        traced=question.events > 0,
        options=question.options,
        state=question.state,
    )


class Search:
    """Work for a stream (`stream.Work`): the reports of one question."""

    def __init__(self, question: Question, kernel_for: Callable[[Question, bool], Kernel] = bound) -> None:
        self.question, self.game, self.kernel_for = question, question.game, kernel_for
        insisted = question.engine == "compiled"
        alone = not question.positions  # an end of the game among others is still worth a compile
        over = alone and bool(question.game.is_terminal(question.state))
        self.first = kernel_for(question, insisted and not over)
        self.first.warm_up()
        waited = insisted and time.perf_counter() - question.asked > COMPILING  # who insists on it waits
        self.clock = Clock(question.limits.most, None if waited else question.asked)
        self.task: Task | None = None
        self.successor: Kernel | None = None
        self.stopping = self.compiling = self.given = False
        self.why_interpreted = ""
        self.furthest = -1
        """The deepest iteration that was finished and given."""
        self.latest: Report | None = None
        self.left_over: Any = None
        """What a search that was left for its successor knew, until that one knows more."""
        self.wish: Future[Kernel] | None = None
        self.glimpsed: tuple[Task, int] | None = None

    # -- in the stream's thread ------------------------------------------------------------

    def items(self) -> Iterator[Any]:
        for item in handover(self.by(self.first), self.later, self.is_new):
            self.given = True
            yield self.with_reason(item)
        if self.left_over is not None:
            yield self.with_reason(self.left_over)
        elif not self.given and self.task is not None:
            yield self.with_reason(self.task.unanswered())

    def by(self, kernel: Kernel) -> Found[Any]:
        """Everything that the algorithm finds with this kernel."""
        self.task = task = Task.begin(self.question, kernel, self.clock)
        if self.stopping or self.handing_over(kernel):
            task.control.stop()
        return (yield from self.question.algorithm.drive(task))

    def later(self) -> Found[Any] | None:
        """The compiled search, once the machine code is there; None before, and after a stop."""
        if self.successor is None or self.stopping:
            return None
        return self.by_machine(self.successor)

    def by_machine(self, kernel: Kernel) -> Found[Any]:
        """The compiled search hands back what does not fit in 64 bits."""
        try:
            return (yield from self.by(kernel))
        except TooLarge as reason:
            self.why_interpreted, self.successor = str(reason), None
        return (yield from self.by(self.first))

    def handing_over(self, kernel: Kernel) -> bool:
        """Is another kernel waiting to take over from this one?"""
        return self.successor is not None and kernel is not self.successor

    def is_new(self, item: Any) -> bool:
        """What starts over comes to depths that were reported before; what is left knows less."""
        task = self.task
        left = task is not None and self.handing_over(task.kernel) and not self.stopping
        depth = item.depth if isinstance(item, Report) else 0
        if depth <= self.furthest:
            return False
        self.left_over = item if left and not item.finished else None
        if self.left_over is not None:
            return False
        if item.finished:
            self.furthest, self.latest = depth, item
        return True

    def with_reason(self, item: Any) -> Any:
        """Say why it is interpreted, where that is known and the item has a word for it."""
        if not self.why_interpreted or getattr(item, "compiled", True):
            return item
        return replace(item, why_interpreted=self.why_interpreted)

    # -- from other threads ----------------------------------------------------------------

    def stop(self) -> None:
        """Ask the search to stop; it does within a millisecond or so."""
        self.stopping = True
        if self.wish is not None:
            WORKSHOP.withdraw(self.wish)
        task = self.task
        if task is not None:
            task.control.stop()

    def beat(self) -> int | None:
        task = self.task
        return task.control.beat() if task is not None else None

    def failure(self, error: Exception) -> Exception:
        return RulesError(explain_error(self.game, error))

    @property
    def enough(self) -> bool:
        return self.furthest > 0

    @property
    def interruptible(self) -> bool:
        return self.task is not None and not self.task.kernel.compiled

    def pause(self) -> float:
        if self.wants_compiled:
            return max(INTERPRETED_ALONE - self.clock.elapsed, 0.0)
        return GLIMPSES if self.question.algorithm.glimpse else LOOKING

    def look(self) -> Any:
        """A glimpse of the iteration that is running; and is it time to compile?"""
        if self.wants_compiled and self.clock.elapsed >= INTERPRETED_ALONE:
            self.compiling = True
            self.wish = WORKSHOP.request(lambda: self.kernel_for(self.question, True), waited_for=True)
            self.wish.add_done_callback(self.compiled)
        return self.glimpse()

    @property
    def wants_compiled(self) -> bool:
        """Should machine code be asked for, and has not been yet?"""
        return self.question.engine == "auto" and not self.compiling and not self.stopping

    def compiled(self, wish: Future[Kernel]) -> None:
        """The machine code is there, or will never be."""
        if wish.cancelled():
            return
        if (reason := refusal_of(wish)) is not None:
            known = isinstance(reason, ZermeloError)
            self.why_interpreted = str(reason) if known else f"the compiler failed: {reason}"
            return
        if self.clock.left < (0 if "numba" in sys.modules else IMPORTING):
            return
        self.successor = wish.result()
        task = self.task
        if task is not None and task.kernel is not self.successor:
            task.control.stop()

    def glimpse(self) -> Any:
        """Asked of the task, which pushes nothing."""
        task, glimpse = self.task, self.question.algorithm.glimpse
        if task is None or glimpse is None:
            return None
        seen = (task, int(task.run.improved))
        if seen == self.glimpsed:
            return None
        report: Report | None = glimpse(task, self.latest)
        if report is None or report.depth <= self.furthest:
            return None
        self.glimpsed, self.given = seen, True
        return self.with_reason(report)


class Analysis(Stream[Told]):
    """The reports of a running search, one after another, and the handles to steer it by from any thread."""

    def __init__(self, search: Search) -> None:
        super().__init__(search)
        self.clock = search.clock
