"""analyse(): a stream of Reports, better and better; search(): the last one.

The search runs in a thread of its own.  Closing the stream, an exception in the
caller's loop or Ctrl-C stops it and waits for it.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.alphabeta_negamax import alphabeta_negamax
from zermelo.algorithms.deepening import deepening
from zermelo.algorithms.expectiminimax import expectiminimax
from zermelo.algorithms.minimax import minimax
from zermelo.algorithms.negamax import negamax
from zermelo.bind import Kernel, bind
from zermelo.errors import RulesError, SearchError, Stopped, ZermeloError
from zermelo.explain import (
    explain_error,
    explain_fault,
    explain_raised,
    explain_stuck,
    first_contact,
    kill_thread,
)
from zermelo.game import CHANCE, MAX
from zermelo.limits import Clock, Limits
from zermelo.options import Options, Order
from zermelo.report import Report
from zermelo.run import ENDLESS, ESTIMATES, PLIES, deepest_ply
from zermelo.score import Score, score_of
from zermelo.trace import Trace

ALGORITHMS: dict[str, Callable[..., Any]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "alphabeta_negamax": alphabeta_negamax,
    "deepening": alphabeta_negamax,
    "expectiminimax": expectiminimax,
}
FROM_THE_MOVER = (negamax, alphabeta_negamax)
"""Kernels whose value is the mover's, not MAX's."""
ENGINES = ("auto", "compiled", "interpreted")

STACK = 128 << 20
"""Room for the recursion of a compiled search."""
STARTING = threading.Lock()
"""The size of a stack is set for all threads that start, so one starts at a time."""
INTERPRETED_ALONE = 0.1
"""Seconds after which an interpreted search is worth a compile."""
IMPORTING = 1.0
"""Seconds that must be left for a compiled search to take over in a process that has none yet."""
GRACE = 2.0
"""Seconds that a search may take to obey."""
STALLED = 10.0
"""Seconds without a new node after which a rule is endless."""
EVENTS_BY_DEFAULT = 100_000


@dataclass(frozen=True)
class Question:
    """Everything one search was asked."""

    game: Any
    state: Any
    limits: Limits
    algorithm: str
    kernel: Callable[..., Any]
    options: Options
    engine: str
    values: bool
    events: int
    seed: int

    @property
    def mover(self) -> int:
        return int(self.game.to_move(self.state))


def ask(
    game: Any,
    state: Any = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    algorithm: str | None = None,
    engine: str = "auto",
    values: bool = False,
    trace: bool | int = False,
    seed: int = 0,
    prune_equal: bool = True,
    fail_soft: bool = True,
    quick: bool = True,
    order: Order = "natural",
) -> Question:
    """Check what was asked, and fill in what was not."""
    if isinstance(game, list | tuple):
        from zermelo.tree import Tree

        game = Tree(game)
    limits = Limits(depth, nodes, seconds)
    chance = hasattr(game, "outcomes")
    if algorithm is None:
        limited = nodes is not None or seconds is not None
        algorithm = "deepening" if limited else "expectiminimax" if chance else "alphabeta"
    if algorithm not in ALGORITHMS:
        raise SearchError(f"algorithm {algorithm!r} is unknown: choose {', '.join(ALGORITHMS)}")
    if engine not in ENGINES:
        raise SearchError(f"engine {engine!r} is unknown: choose {', '.join(ENGINES)}")
    kernel = expectiminimax if chance and algorithm == "deepening" else ALGORITHMS[algorithm]
    if chance and kernel is not expectiminimax:
        raise SearchError(f"{algorithm} knows no chance: use expectiminimax for {type(game).__name__}")
    payoff = getattr(game, "payoff", "outcome")
    if payoff not in ("outcome", "points"):
        raise RulesError(f"{type(game).__name__}.payoff is {payoff!r}: it must be 'outcome' or 'points'")
    outcome = payoff == "outcome" and not chance
    guided = algorithm == "deepening" and not chance
    options = Options(prune_equal, fail_soft, quick, order, guided, outcome)
    events = EVENTS_BY_DEFAULT if trace is True else int(trace)
    state = first_contact(game, state, STALLED)
    return Question(game, state, limits, algorithm, kernel, options, engine, values, events, seed)


def search(game: Any, state: Any = None, **wanted: Any) -> Report:
    """The best answer within the limits.

    >>> report = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> report.action, report.score.value, report.leaves
    (0, 3, 7)
    """
    *_, last = analyse(game, state, **wanted)
    return last


def analyse(game: Any, state: Any = None, **wanted: Any) -> Iterator[Report]:
    """A Report for every finished iteration (or the only one), as they come.

    Takes what `ask` takes: depth, nodes, seconds, algorithm, engine ("auto", "compiled",
    "interpreted"), values (the score of every root action), trace (True or how many events),
    seed, and the switches prune_equal, fail_soft, quick, order.
    """
    question = ask(game, state, **wanted)
    return Session(question).reports()


class TooLarge(RulesError):
    """A number of compiled rules does not fit in 64 bits."""


class Session:
    """One running search: its thread, its run, its reports."""

    def __init__(self, question: Question) -> None:
        self.question = question
        over = bool(question.game.is_terminal(question.state))  # then there is nothing to compile for
        self.first = self._bind(compiled=question.engine == "compiled" and not over)
        self.clock = Clock(question.limits.seconds)
        self.inbox: queue.Queue[Report | BaseException | None] = queue.Queue()
        self.stopping = self.compiling = self.searching = False
        self.run: Any = None
        self.kernel: Kernel | None = None
        self.successor: Kernel | None = None
        self.why_interpreted = ""
        self.reported_depth = -1
        self.nodes_seen, self.seen_at = -1, time.perf_counter()

    # -- the caller's side -----------------------------------------------------------------

    def reports(self) -> Iterator[Report]:
        """Yield what the search finds; stop and join it however this ends."""
        worker = self._start(self._work)
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

    def stop(self) -> None:
        """Ask the search to stop; it does within a millisecond or so."""
        self.stopping = True
        run = self.run
        if run is not None:
            run.stop = 1

    def _start(self, work: Callable[[], None], name: str = "zermelo search") -> threading.Thread:
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
            wait = min(max(self.clock.left, 0.0), 0.5)
            if self._wants_compiled():
                wait = min(wait, max(INTERPRETED_ALONE - self.clock.elapsed, 0.0))
            with contextlib.suppress(queue.Empty):
                return self.inbox.get(timeout=wait if not self.stopping else 0.05)
            if self.clock.left <= 0 and not self.stopping:
                self.stop()
                self.seen_at = time.perf_counter()
            if self._wants_compiled() and self.clock.elapsed >= INTERPRETED_ALONE:
                self.compiling = True
                self._start(self._compile_successor, "zermelo compiler")
            self._watch(worker)

    def _wants_compiled(self) -> bool:
        return self.question.engine == "auto" and not self.compiling and not self.stopping

    def _watch(self, worker: threading.Thread) -> None:
        """A rule that never returns: say which line, and leave no thread behind if it can be helped."""
        nodes = int(self.run.nodes) if self.searching else -1
        if nodes != self.nodes_seen or not self.searching:
            self.nodes_seen, self.seen_at = nodes, time.perf_counter()
        patience = GRACE if self.stopping else STALLED
        if time.perf_counter() - self.seen_at > patience:
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
        score = Score(0, False, MAX, None, None, question.options.outcome)
        return Report(
            action=action,
            score=score,
            line=line,
            depth=0,
            nodes=int(self.run.nodes) if self.run is not None else 0,
            leaves=int(self.run.ended + self.run.evaluated) if self.run is not None else 0,
            cutoffs=(),
            seconds=self.clock.elapsed,
            algorithm=question.algorithm,
            compiled=self.kernel is not None and self.kernel.compiled,
            finished=False,
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
        question = self.question
        run = kernel.new_run(question.events)
        kernel.place(run, question.state)
        run.seed = question.seed
        if question.limits.nodes is not None:
            run.node_limit = question.limits.nodes
            run.checkpoint = min(run.checkpoint, run.node_limit)
        self.kernel, self.run = kernel, run
        if self.stopping or (self.successor is not None and kernel is not self.successor):
            run.stop = 1
        iteration = Iterations(self, kernel, run)
        return iteration.deepen() if question.algorithm == "deepening" else iteration.once()


class Iterations:
    """Runs a kernel to one depth or to one after another, and reports."""

    def __init__(self, session: Session, kernel: Kernel, run: Any) -> None:
        self.session, self.kernel, self.run, self.question = session, kernel, run, session.question
        self.terminal = bool(self.question.game.is_terminal(self.question.state))
        self.score: Score | None = None
        self.interrupted = False

    def deepen(self) -> bool:
        """One iteration after another; a kernel that takes over reports only what is new."""
        deepest = 0 if self.terminal else self.question.limits.depth
        for depth in deepening(self.iterate, deepest):
            if depth > self.session.reported_depth:
                self.session.reported_depth = depth
                self.report(depth, finished=True)
        return not self.interrupted

    def once(self) -> bool:
        """One search to the depth asked for, or to the end of the game."""
        depth = self.question.limits.depth
        finished, _ = self.iterate(PLIES - 1 if depth is None else depth, unlimited=depth is None)
        handed_over = self.session.successor is not None and not self.session.stopping
        if finished or (self.score is not None and not handed_over):
            self.report(deepest_ply(self.run) if depth is None else depth, finished)
        return finished

    def iterate(self, depth: int, unlimited: bool = False) -> tuple[bool, bool]:
        """Search to a depth: was it finished, and is there nothing more to find?"""
        run, kernel, question = self.run, self.kernel, self.question
        if run.stop != 0 or run.nodes >= run.node_limit:
            self.interrupted = True
            return False, False
        run.depth, run.unlimited = depth, unlimited
        self.values: dict[Any, Score] = {}
        evaluated = int(run.evaluated)
        if question.values and not self.terminal and question.mover != CHANCE:
            self.every_root_action(depth)
        else:
            self.execute()
            self.line = tuple(kernel.line(run))
            self.value = self.for_max(kernel.number(run.value), question.state)
        finished = not self.interrupted
        exhausted = int(run.evaluated) == evaluated
        if not finished and not self.line:
            return False, False
        if self.value != self.value or abs(self.value) == float("inf"):
            reason = f"the best value is {self.value}; utility() or evaluate() gives no number"
            raise RulesError(f"{type(question.game).__name__}: {reason}")
        self.score = self.scored(self.value, exhausted and finished)
        if not finished and self.score.winner is not None:
            self.score = self.unfinished(self.score)
        for index, action in enumerate(self.line):
            run.guide[index] = kernel.stored(action)
        run.guided = len(self.line)
        decided = question.options.outcome and abs(self.value) > ESTIMATES
        return finished, exhausted or decided

    def unfinished(self, score: Score) -> Score:
        """What a search that was stopped knows: a win that was found stands, a loss may yet be avoided."""
        if score.winner == self.question.mover:
            return replace(score, plies=None)
        return Score(score.value, False, outcome=True)

    def execute(self) -> None:
        """One call of the kernel; whatever the rules do wrong becomes one sentence."""
        kernel, run, question = self.kernel, self.run, self.question
        run.top = run.length[run.ply] = 0
        self.session.searching = True
        try:
            kernel.execute(run)
        except Stopped:
            self.interrupted = True
        except ZermeloError:
            raise
        except Exception as error:
            kind = TooLarge if kernel.compiled and isinstance(error, OverflowError) else RulesError
            raise kind(explain_raised(question.game, question.state, kernel, run, error)) from error
        finally:
            self.session.searching = False
        if run.unlimited and run.evaluated and not run.fault:
            run.fault = ENDLESS
        if run.fault:
            raise RulesError(explain_fault(question.game, question.state, kernel, run))

    def every_root_action(self, depth: int) -> None:
        """A full-window search of every child: exact values, not bounds."""
        run, kernel, question = self.run, self.kernel, self.question
        game, state = question.game, question.state
        best: Any = None
        run.nodes += 1
        self.line, self.value = (), 0
        for action in game.actions(state):
            child = game.result(state, action)
            evaluated = int(run.evaluated)
            run.path[0] = kernel.stored(action)
            run.depth, run.ply = max(depth - 1, 0), 1
            kernel.place(run, child)
            self.execute()
            if self.interrupted:
                break
            value = self.for_max(kernel.number(run.value), child)
            self.values[action] = self.scored(value, int(run.evaluated) == evaluated)
            if best is None or (value > best if question.mover == MAX else value < best):
                best, self.value = value, value
                self.line = (action, *kernel.line(run, 1))
        run.ply = 0
        kernel.place(run, state)

    def for_max(self, value: Any, state: Any) -> Any:
        from_the_mover = self.question.kernel in FROM_THE_MOVER
        return -value if from_the_mover and self.question.game.to_move(state) != MAX else value

    def scored(self, value: Any, exhausted: bool) -> Score:
        options = self.question.options
        return score_of(value, outcome=options.outcome, quick=options.quick, exhausted=exhausted)

    def report(self, depth: int, finished: bool) -> None:
        run, question, session = self.run, self.question, self.session
        assert self.score is not None
        cutoffs = [int(count) for count in run.cutoffs]
        while cutoffs and cutoffs[-1] == 0:
            cutoffs.pop()
        trace = Trace.read(self.kernel, run, question) if question.events else None
        report = Report(
            action=self.line[0] if self.line else None,
            score=self.score,
            line=self.line,
            depth=depth,
            nodes=int(run.nodes),
            leaves=int(run.ended + run.evaluated),
            cutoffs=tuple(cutoffs),
            seconds=session.clock.elapsed,
            algorithm=question.algorithm,
            compiled=self.kernel.compiled,
            finished=finished,
            values=dict(self.values),
            trace=trace,
            why_interpreted=session.why_interpreted,
        )
        session.inbox.put(report)


def perft(game: Any, state: Any = None, *, depth: int, engine: str = "compiled") -> int:
    """The number of move sequences of exactly `depth` plies.

    >>> from zermelo.games import TicTacToe
    >>> [perft(TicTacToe(), depth=n, engine="interpreted") for n in range(4)]
    [1, 9, 72, 504]
    """
    from zermelo.algorithms.perft import perft as kernel

    question = replace(ask(game, state, depth=depth, algorithm="minimax", engine=engine), kernel=kernel)
    session = Session(question)
    bound = session.first
    run = bound.new_run()
    bound.place(run, question.state)
    run.depth, run.unlimited = depth, False
    session.kernel, session.run = bound, run
    answer: list[Any] = []
    iterations = Iterations(session, bound, run)

    def work() -> None:
        try:
            iterations.execute()
            answer.append(int(run.value))
        except BaseException as error:
            answer.append(error)

    worker = session._start(work)
    try:
        while worker.is_alive():
            worker.join(0.2)
            session._watch(worker)
    finally:
        session.stop()
        session._join(worker)
    if isinstance(answer[0], BaseException):
        raise answer[0]
    return int(answer[0])
