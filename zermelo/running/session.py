"""Session: one running search, its threads and its reports.

The search runs in threads of its own.  Closing the stream, an exception in the
caller's loop or Ctrl-C stops them and waits for them.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from zermelo.algorithms.null_window import solve_all
from zermelo.algorithms.pvs import pvs
from zermelo.errors import RulesError, ZermeloError
from zermelo.game import CHANCE
from zermelo.kernel.bind import Kernel, bind
from zermelo.kernel.run import limit_nodes, visited
from zermelo.limits import Clock
from zermelo.report import Report
from zermelo.running.engine import GRACE, Engine
from zermelo.running.explain import explain_error, explain_stuck, kill_thread
from zermelo.running.iterations import Iterations, TooLarge
from zermelo.running.question import STALLED, Question
from zermelo.running.solver import Solver
from zermelo.score import unknown

STACK = 128 << 20
"""Room for the recursion of a compiled search."""
STARTING = threading.Lock()
"""The size of a stack is set for all threads that start, so one starts at a time."""
INTERPRETED_ALONE = 0.1
"""Seconds after which an interpreted search is worth a compile."""
IMPORTING = 1.0
"""Seconds that must be left for a compiled search to take over in a process that has none yet."""
COMPILING = 0.05
"""Seconds from which a preparation was a compile, or the first use of the compiler."""
GLIMPSES = 0.1
"""Seconds between two looks at what an iteration has found so far."""


class Session:
    """One running search: its thread, its run, its reports."""

    def __init__(self, question: Question) -> None:
        self.question = question
        over = bool(question.game.is_terminal(question.state))  # then there is nothing to compile for
        self.first = self._bind(compiled=question.engine == "compiled" and not over)
        self.first.warm_up()
        compiled_now = time.perf_counter() - question.asked > COMPILING  # who insists on it waits for it
        waited = compiled_now and question.engine == "compiled"
        self.clock = Clock(question.limits.most, None if waited else question.asked)
        self.inbox: queue.Queue[Report | BaseException | None] = queue.Queue()
        self.stopping = self.compiling = self.searching = False
        self.run: Any = None
        self.kernel: Kernel | None = None
        self.successor: Kernel | None = None
        self.iterations: Iterations | None = None
        self.why_interpreted = ""
        self.reported_depth = -1
        self.nodes_seen, self.seen_at = -1, time.perf_counter()

    # -- the caller's side -----------------------------------------------------------------

    def reports(self) -> Generator[Report, None, None]:
        """Yield what the search finds; stop and join it however this ends."""
        worker = self.start(self._work)
        last = None
        try:
            while (message := self._next(worker)) is not None:
                if isinstance(message, BaseException):
                    raise message
                last = message
                yield message
            if last is None:
                yield self._without_an_answer()
        finally:
            self.stop()
            self._join(worker)
            self.iterations = None  # which know this session: without them its table is free at once

    def finish(self, work: Callable[[], Any]) -> Any:
        """What a piece of work in a thread of its own gives; stopped and joined however this ends."""
        answer: list[Any] = []

        def working() -> None:
            try:
                answer.append(work())
            except BaseException as error:
                answer.append(error)

        worker = self.start(working)
        try:
            while worker.is_alive():
                worker.join(0.2)
                self._watch(worker)
        finally:
            self.stop()
            self._join(worker)
        if isinstance(answer[0], BaseException):
            raise answer[0]
        return answer[0]

    def stop(self) -> None:
        """Ask the search to stop; it does within a millisecond or so."""
        self.stopping = True
        run = self.run
        if run is not None:
            run.stop = 1

    def start(self, work: Callable[[], None], name: str = "zermelo search") -> threading.Thread:
        thread = threading.Thread(target=work, daemon=True, name=name)
        with STARTING:
            before = threading.stack_size(STACK)
            try:
                thread.start()
            finally:
                threading.stack_size(before)
        return thread

    def _next(self, worker: threading.Thread) -> Report | BaseException | None:
        """The next message, with an eye on the clock and on rules that never return."""
        while True:
            engine = self.iterations if isinstance(self.iterations, Engine) else None
            wait = min(max(self.clock.left, 0.0), GLIMPSES if engine is not None else 0.5)
            if self._wants_compiled():
                wait = min(wait, max(INTERPRETED_ALONE - self.clock.elapsed, 0.0))
            with contextlib.suppress(queue.Empty):
                return self.inbox.get(timeout=wait if not self.stopping else 0.05)
            if self.clock.left <= 0 and not self.stopping:
                self.stop()
                self.seen_at = time.perf_counter()
            elif engine is not None and (report := engine.glimpse()) is not None:
                return report
            if self._wants_compiled() and self.clock.elapsed >= INTERPRETED_ALONE:
                self.compiling = True
                self.start(self._compile_successor, "zermelo compiler")
            self._watch(worker)

    def _wants_compiled(self) -> bool:
        return self.question.engine == "auto" and not self.compiling and not self.stopping

    def _watch(self, worker: threading.Thread) -> None:
        """A rule that never returns: say which line, and leave no thread behind if it can be helped."""
        nodes = int(visited(self.run) + self.run.looks) if self.searching else -1
        if nodes != self.nodes_seen or not self.searching:
            self.nodes_seen, self.seen_at = nodes, time.perf_counter()
        patience = GRACE if self.stopping else STALLED
        if time.perf_counter() - self.seen_at > patience:
            if self.stopping and self.reported_depth > 0:  # something is known: a slow rule is no error
                kill_thread(worker)
                self.inbox.put(None)
                return
            sentence = explain_stuck(self.question.game, worker)
            kill_thread(worker)
            raise RulesError(sentence)

    def _join(self, worker: threading.Thread) -> None:
        worker.join(GRACE)
        if worker.is_alive() and self.kernel is not None and not self.kernel.compiled:
            kill_thread(worker)
            worker.join(GRACE)

    def _without_an_answer(self) -> Report:
        """Stopped before anything was known: the first legal action, if there is one."""
        question = self.question
        over = question.game.is_terminal(question.state) or question.mover == CHANCE
        action = None if over else next(iter(question.game.actions(question.state)), None)
        line = () if action is None else (action,)
        return Report(
            action=action,
            score=unknown(question.options.outcome),
            line=line,
            depth=0,
            nodes=int(visited(self.run)) if self.run is not None else 0,
            leaves=int(visited(self.run) - self.run.expanded) if self.run is not None else 0,
            cutoffs=(),
            seconds=self.clock.elapsed,
            algorithm=question.algorithm,
            compiled=self.kernel is not None and self.kernel.compiled,
            finished=False,
            game=question.game,
            state=question.state,
        )

    # -- the search's side -----------------------------------------------------------------

    def _work(self) -> None:
        """The search thread: interpreted at once, compiled when that is ready."""
        try:
            complete = self._search_with(self.first)
            if not complete and self.successor is not None and not self.stopping:
                self._succeed(self.successor)
            self.inbox.put(None)
        except ZermeloError as error:
            self.inbox.put(error)
        except Exception as error:
            self.inbox.put(RulesError(explain_error(self.question.game, error)))
        except BaseException as error:
            self.inbox.put(error)

    def _succeed(self, successor: Kernel) -> None:
        """The compiled search takes over, and hands back what does not fit in 64 bits."""
        try:
            self._search_with(successor)
        except TooLarge as reason:
            self.why_interpreted, self.successor = str(reason), None
            self._search_with(self.first)

    def _bind(self, compiled: bool) -> Kernel:
        question = self.question
        return bind(
            question.game,
            question.kernel,
            compiled=compiled,
            traced=question.events > 0,
            options=question.options,
            state=question.state,
        )

    def _compile_successor(self) -> None:
        try:
            successor = self._bind(compiled=True)
        except ZermeloError as reason:
            self.why_interpreted = str(reason)
            return
        except BaseException as error:
            self.why_interpreted = f"the compiler failed: {error}"
            return
        if self.clock.left < (0 if "numba" in sys.modules else IMPORTING):
            return
        self.successor = successor
        run = self.run
        if run is not None and self.kernel is not successor:
            run.stop = 1

    def _search_with(self, kernel: Kernel) -> bool:
        """Search with one kernel; did it come to its end?"""
        question, run = self.question, self._new_run(kernel)
        if question.kernel is solve_all:
            self.iterations = Solver(self, kernel, run)
            return self.iterations.deepen()
        if question.kernel is pvs:
            self.iterations = Engine(self, kernel, run)
            return self.iterations.deepen()
        self.iterations = Iterations(self, kernel, run)
        return self.iterations.deepen() if question.algorithm == "deepening" else self.iterations.once()

    def _new_run(self, kernel: Kernel) -> Any:
        """A run of this kernel with the limits that were asked for: from now on the one that is stopped."""
        question = self.question
        run = kernel.new_run(question.events)
        kernel.place(run, question.state)
        if not kernel.compiled:
            run.clock = self.clock
        run.seed = question.seed
        if question.limits.nodes is not None:
            limit_nodes(run, min(question.limits.nodes, 1 << 62) // question.threads)
        self.kernel, self.run = kernel, run
        if self.stopping or self.handing_over(kernel):
            run.stop = 1
        return run

    def handing_over(self, kernel: Kernel) -> bool:
        """Is another kernel waiting to take over from this one?"""
        return self.successor is not None and kernel is not self.successor


if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVariable

    Told = TypeVariable("Told", bound=Report, default=Report)
else:
    Told = TypeVar("Told")


class Analysis(Generic[Told]):
    """The reports of a running search, one after another, and the handles to steer it by from any thread."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.reports = session.reports()

    def __iter__(self) -> Analysis[Told]:
        return self

    def __next__(self) -> Told:
        return next(self.reports)  # type: ignore[return-value]  # a Solution where the solver was asked

    def __enter__(self) -> Analysis[Told]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def stop(self) -> None:
        """Enough: the stream ends with what is known."""
        self.session.stop()

    def limit(self, seconds: float) -> None:
        """From now on so many seconds: the opponent has played what was pondered on."""
        self.session.clock.limit(seconds)

    def close(self) -> None:
        """Stop, and wait until every thread has ended; from another thread than the reader's, just stop."""
        self.session.stop()
        with contextlib.suppress(ValueError):
            self.reports.close()
