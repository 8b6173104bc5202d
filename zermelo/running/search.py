"""Search: one question on its way, interpreted at once, by machine code as soon as that is there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from zermelo.errors import (
    CannotCompile,
    CannotRemember,
    CompilerFailed,
    SearchError,
    ZermeloError,
)
from zermelo.kernel.bind import Kernel, at_hand, bind
from zermelo.kernel.remembered import Remembered, can_be_remembered, learn_fractions
from zermelo.limits import Clock
from zermelo.messages import Message
from zermelo.report import Report
from zermelo.running.choosing import all_alike
from zermelo.running.compiling import WORKSHOP, refusal_of
from zermelo.running.explain import Misread, blame, in_one_line, is_ours
from zermelo.running.handover import Found, handover
from zermelo.running.question import Question
from zermelo.running.stream import LOOKING, Stream
from zermelo.running.task import Task, TooLarge

INTERPRETED_ALONE = 0.02
"""Seconds after which an interpreted search is worth a compile."""
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
    quick = (
        question.engine == "auto" and question.limits.timed
    )  # then an iteration is short, and the next optimised
    return bind(question.game, question.kernel, compiled=compiled, quick=quick, **details_of(question))


def details_of(question: Question) -> dict[str, Any]:
    """What a kernel depends on beside game and algorithm."""
    return {"traced": question.trace > 0, "options": question.options, "state": question.state}


def warmed_up(kernel: Kernel) -> Kernel:
    """The kernel, loaded, and all imported that its first run needs."""
    kernel.new_run()
    return kernel


def prepared(question: Question) -> Future[Kernel]:
    """The machine code for a question and all like it, some time: compiled, kept on disk, loaded."""
    asked = replace(question, engine="compiled")
    return WORKSHOP.request(lambda: warmed_up(bound(asked, True)), waited_for=True)


class Search:
    """Work for a stream (`stream.Work`): the reports of one question."""

    def __init__(self, question: Question, kernel_for: Callable[[Question, bool], Kernel] = bound) -> None:
        self.question, self.game, self.kernel_for = question, question.game, kernel_for
        self.compiling, self.why_interpreted = question.engine != "auto", ""
        self.refused = False
        """Will these rules never be machine code?  Then what they say may be remembered."""
        self.reason: CannotCompile | None = None
        """Why not, where that was known before."""
        self.ended = threading.Event()
        self.first = self.beginning()
        waited = question.engine == "compiled" and time.perf_counter() - question.asked > COMPILING
        started = None if waited else question.asked  # who insists on machine code waits for it
        held = question.limits.timed and question.algorithm.looks_ahead
        self.clock = Clock(question.limits.most, started, held)
        self.task: Task | None = None
        self.successor: Kernel | None = None
        self.stopping = self.given = False
        self.furthest = -1
        """The deepest iteration that was finished and given."""
        self.latest: Report | None = None
        self.left_over: Any = None
        """What a search that was left for its successor knew, until that one knows more."""
        self.glimpsed: tuple[Task, int] | None = None

    def beginning(self) -> Kernel:
        """What the search begins with: machine code where that is there or insisted on, else Python."""
        question = self.question
        alone = not question.positions  # an end of the game among others is still worth a compile
        over = alone and bool(question.game.is_terminal(question.state))
        if question.engine == "compiled" and not over:
            return self.at_hand() or waited_for(self.machine_code)
        if question.engine == "auto" and not over and (found := self.at_hand()) is not None:
            self.compiling = True
            return found
        self.plain = self.kernel_for(question, False)
        if question.engine == "auto" and (reason := self.plain.refusal or self.reason) is not None:
            self.refuse(reason)
        return self.remembering() or self.plain if self.refused and not over else self.plain

    def refuse(self, reason: CannotCompile) -> None:
        """These rules stay Python's; a search that remembers what they say can still be machine code."""
        self.refused, self.why_interpreted = True, str(reason)
        self.compiling = not may_remember(self.question, self.plain)

    def remembering(self) -> Kernel | None:
        """A kernel that remembers, if its machine code is loaded."""
        if self.compiling:
            return None
        try:
            kernel = Remembered(self.plain, self.question.kernel)
        except MemoryError:
            return None
        if not kernel.at_hand:
            return None
        self.compiling = True
        kernel.warm_up()
        return kernel

    def at_hand(self) -> Kernel | None:
        """Machine code that is loaded, for nothing."""
        question = self.question
        try:
            found = at_hand(question.game, question.kernel, **details_of(question))
        except CannotCompile as reason:
            self.reason = reason.with_traceback(None)  # which would keep this search alive
            return None
        if found is not None:
            found.warm_up()
        return found

    def machine_code(self) -> Kernel:
        """In the thread that compiles: a kernel that is ready to run."""
        question = self.question
        kernel = (
            Remembered(self.plain, question.kernel).obtain()
            if self.refused
            else self.kernel_for(question, True)
        )
        return warmed_up(kernel)

    # -- in the stream's thread ------------------------------------------------------------

    def items(self) -> Iterator[Any]:
        machine = self.first.compiled and self.question.engine == "auto"
        found = self.by_machine(self.first) if machine else self.by_python(self.first)
        try:
            for item in handover(found, self.later, self.is_new):
                self.given = True
                yield self.with_reason(item)
            if self.left_over is not None:
                yield self.with_reason(self.left_over)
            elif not self.given and self.task is not None:
                yield self.with_reason(self.task.unanswered())
            elif self.latest is not None and self.too_soon:
                yield self.with_reason(self.latest)
        finally:
            self.ended.set()
            if self.wants_compiled and self.clock.left <= 0:
                self.ask_for_machine_code()

    @property
    def too_soon(self) -> bool:
        """Was the time over before there was machine code?"""
        task = self.task
        python = task is not None and not task.kernel.compiled
        return python and self.question.engine == "auto" and not self.why_interpreted and self.clock.left <= 0

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

    def by_python(self, kernel: Kernel) -> Found[Any]:
        """A search that starts over with the rules as they are written, where other words for them raised."""
        try:
            return (yield from self.by(kernel))
        except Misread:
            if not kernel.distrust():
                raise
        return (yield from self.by(self.kernel_for(self.question, False)))

    def by_machine(self, kernel: Kernel) -> Found[Any]:
        """The compiled search hands back what has no room, cannot be remembered, or was misread."""
        try:
            return (yield from self.by(kernel))
        except (TooLarge, Misread) as reason:
            why = Message.of("misread", said=str(reason)) if isinstance(reason, Misread) else reason
            self.why_interpreted, self.successor = self.why_interpreted or str(why), None
        except SearchError as reason:
            chosen = self.question.engine != "auto" or self.question.memory is not None
            if chosen or reason.code != "no_memory_for_table":
                raise
            self.why_interpreted, self.successor = str(reason), None
        except CannotRemember as reason:
            self.successor, self.compiling = None, not (reason.fraction and learn_fractions(self.game))
        plain = self.kernel_for(self.question, False)
        return (yield from handover(self.by_python(plain), self.later, lambda item: True))

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
            self.clock.release()
        return True

    def with_reason(self, item: Any) -> Any:
        """Say why it is interpreted and how late it is, where the item has words for that."""
        said: dict[str, Any] = {}
        why = self.why_interpreted or (str(Message.of("code_not_there_yet")) if self.too_soon else "")
        if why and not getattr(item, "compiled", True):
            said["why_interpreted"] = why
        if isinstance(item, Report) and not item.caution and (told := all_alike(item)) is not None:
            said["caution"] = str(told)
        if (late := self.lateness(item)) > 0:
            said["late"] = late
        return replace(item, **said) if said else item

    def lateness(self, item: Any) -> float:
        """Seconds after the deadline at which the least was known: one ply, or one simulation."""
        if not isinstance(item, Report):
            return 0.0
        if self.question.algorithm.simulates:
            return max(0.0, -self.clock.left) if item.nodes == 1 else 0.0
        return self.clock.overtime if item.depth == 1 else 0.0

    # -- from other threads ----------------------------------------------------------------

    def stop(self) -> None:
        """Ask the search to stop; it does within a millisecond or so."""
        self.stopping = True
        task = self.task
        if task is not None:
            task.control.stop()

    def beat(self) -> int | None:
        task = self.task
        return task.control.beat() if task is not None else None

    def failure(self, error: BaseException) -> BaseException:
        return blame(self.game, error)

    @property
    def enough(self) -> bool:
        return self.furthest > 0

    @property
    def interruptible(self) -> bool:
        return self.task is not None and (self.task.kernel.remembered or not self.task.kernel.compiled)

    def pause(self) -> float:
        if self.wants_compiled and not self.stopping:
            return max(INTERPRETED_ALONE - self.clock.elapsed, 0.0)
        return GLIMPSES if self.question.algorithm.glimpse else LOOKING

    def look(self) -> Any:
        """A glimpse of the iteration that is running; and is it time to compile?"""
        if self.wants_compiled and not self.stopping and self.clock.elapsed >= INTERPRETED_ALONE:
            self.ask_for_machine_code()
        if self.task is not None and self.clock.held and self.clock.left <= 0:
            self.task.control.hurry()
        return self.glimpse()

    @property
    def wants_compiled(self) -> bool:
        """Should machine code be asked for, and has not been yet?"""
        return not self.compiling

    def ask_for_machine_code(self) -> None:
        """It is made for this search and for those that come after."""
        self.compiling = True
        key = None if self.refused else (self.first.identity[0], id(self.game))
        wish = WORKSHOP.request(self.machine_code, waited_for=True, key=key)
        if self.task is not None and not self.task.kernel.compiled:
            made = self.clock.waits_for = threading.Event()
            wish.add_done_callback(lambda _: made.set())
        wish.add_done_callback(self.compiled)

    def compiled(self, wish: Future[Kernel]) -> None:
        """The machine code is there, or will never be."""
        if wish.cancelled():
            return
        if (reason := refusal_of(wish)) is not None and self.refused:
            return
        if isinstance(reason, CannotCompile):
            self.refuse(reason)
            return
        if reason is not None:
            self.why_interpreted = str(reason if isinstance(reason, ZermeloError) else failed(reason))
            return
        if self.ended.is_set():
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


def may_remember(question: Question, plain: Kernel) -> bool:
    """Can a search remember what rules say, and be the same?  Not where a table holds whole states."""
    alike = question.algorithm.remembers and question.solved is None
    return alike and can_be_remembered(plain, question.state)


def failed(reason: BaseException) -> CompilerFailed:
    """What kept machine code from being made or loaded, where nobody foresaw it."""
    return CompilerFailed("compiler_failed", reason=in_one_line(str(reason)) or type(reason).__name__)


def waited_for(make: Callable[[], Kernel]) -> Kernel:
    """A kernel before all others that are wished for; who stops waiting does not want it any more."""
    if WORKSHOP.thread is threading.current_thread():
        return make()
    wish = WORKSHOP.request(make, waited_for=True)
    try:
        return wish.result()
    except BaseException as error:
        WORKSHOP.withdraw(wish)
        if isinstance(error, ZermeloError) or not isinstance(error, Exception) or not is_ours(error):
            raise
        raise failed(error) from error


class Analysis(Stream[Told]):
    """The reports of a running search, one after another, and the handles to steer it by from any thread."""

    def __init__(self, search: Search) -> None:
        super().__init__(search)
        self.clock = search.clock
