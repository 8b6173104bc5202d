"""Task: one question about to be searched, by one kernel, in one run, under one clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from zermelo.errors import CannotRemember, RulesError, Stopped, ZermeloError
from zermelo.game import CHANCE, MAX
from zermelo.kernel.bind import Kernel
from zermelo.kernel.random_words import generator
from zermelo.kernel.run import ENDLESS, PLIES, WIN, deepest_ply, estimated, limit_nodes, visited
from zermelo.kernel.threads import let_end
from zermelo.limits import Clock
from zermelo.report import Report
from zermelo.running.explain import Origin, explain_fault, explain_raised
from zermelo.running.question import Question
from zermelo.score import Score, score_of, unknown
from zermelo.tracing.trace import Iteration, Trace


class TooLarge(RulesError):
    """A number of compiled rules does not fit in 64 bits, or a tuple where there is room for shorter ones."""


def place(kernel: Kernel, run: Any, state: Any) -> None:
    """Put a state at the root; one that machine code has no room for is too large for it."""
    try:
        kernel.place(run, state)
    except RulesError as error:
        raise TooLarge(error.message) if error.code.endswith("_beyond_room") else error from None


class Control:
    """How a search is stopped and watched from another thread: the runs that work for it."""

    def __init__(self) -> None:
        self.runs: list[Any] = []
        self.stopped = False
        self.working = False
        """Is the first run's kernel at work, and asking rules?"""

    def admit(self, run: Any) -> None:
        """One more run works for this search."""
        self.runs.append(run)
        if self.stopped:
            run.stop = 1

    def stop(self) -> None:
        """Every run stops within a millisecond or so."""
        self.stopped = True
        for run in self.runs:
            run.stop = 1

    def hurry(self) -> None:
        """The time is over, and one ply is owed: no more than that."""
        for run in self.runs:
            run.hurry = 1

    def beat(self) -> int | None:
        """Changes from node to node while the rules are asked."""
        if not self.working:
            return None
        run = self.runs[0]
        return int(visited(run) + run.looks)

    @property
    def nodes(self) -> int:
        """Nodes visited by all runs together."""
        return sum(int(visited(run)) for run in self.runs)


@dataclass(frozen=True)
class Task:
    """What a driver is given; it calls the kernel and yields what it finds."""

    question: Question
    kernel: Kernel
    run: Any
    clock: Clock
    control: Control

    @classmethod
    def begin(cls, question: Question, kernel: Kernel, clock: Clock) -> Task:
        """A fresh run of the kernel, with the limits that were asked for."""
        run, control = kernel.new_run(question.trace), Control()
        place(kernel, run, question.state)
        if not kernel.compiled:
            run.clock = clock
        run.seed, run.random = question.seed, generator(question.seed)
        if question.limits.nodes is not None:
            limit_nodes(run, min(question.limits.nodes, 1 << 62) // question.threads)
        control.admit(run)
        return cls(question, kernel, run, clock, control)

    @property
    def terminal(self) -> bool:
        """Is the game over before the search begins?"""
        return bool(self.question.game.is_terminal(self.question.state))

    def execute(self, origin: Callable[[], Origin] | None = None) -> bool:
        """One call of the kernel: was it finished?  Whatever the rules do wrong becomes one sentence.

        `origin` tells where the kernel starts from, and the moves that lead there from what was asked.
        """
        kernel, run, game = self.kernel, self.run, self.question.game
        origin = origin or self.beginning
        run.top = run.length[run.ply] = 0
        estimates = estimated(run)
        self.control.working = True
        try:
            kernel.execute(run)
            finished = True
        except Stopped:
            finished = False
        except (ZermeloError, CannotRemember):
            raise
        except BaseException as error:
            let_end(error)
            beyond = kernel.compiled and isinstance(error, OverflowError | MemoryError)
            kind = TooLarge if beyond else RulesError
            raise kind(explain_raised(game, origin(), kernel, run, error)) from error
        finally:
            self.control.working = False
        if run.unlimited and estimated(run) > estimates and not run.fault and deepest_ply(run) == PLIES - 1:
            run.fault = ENDLESS  # and no horizon that the algorithm has of its own
        if run.fault:
            raise RulesError(explain_fault(game, origin(), kernel, run))
        return finished

    def beginning(self) -> Origin:
        """Where a run starts unless told otherwise: at the position that was asked about, after no moves."""
        return self.question.state, ()

    # -- values, for people ----------------------------------------------------------------

    def for_max(self, value: Any, state: Any) -> Any:
        """A value that the kernel gave for this state, as MAX sees it."""
        turned = self.question.algorithm.view == "mover" and self.question.game.to_move(state) != MAX
        return -value if turned else value

    def payoff(self, state: Any) -> Any:
        """MAX's payoff where the game is over, as a kernel counts it."""
        utility = self.question.game.utility(state)
        return utility * WIN if self.question.options.outcome else utility

    def scored(self, value: Any, exhausted: bool, exact: bool = True) -> Score:
        """MAX's value as a score; `exhausted`: no estimate took part; `exact`: no win is quicker."""
        options = self.question.options
        known = {"outcome": options.outcome, "quick": options.quick, "expected": self.question.chance}
        return score_of(value, **known, exhausted=exhausted, exact=exact)

    def finite(self, value: Any) -> Any:
        """A value that is a number, or a sentence."""
        if value != value or abs(value) == float("inf"):
            raise RulesError("value_not_finite", game=type(self.question.game).__name__, value=str(value))
        return value

    def unfinished(self, score: Score) -> Score:
        """What a search that was stopped knows: a win that was found stands, a loss may yet be avoided."""
        if score.winner is None:
            return score
        if score.winner == self.question.mover:
            return replace(score, exact=score.exact and score.plies in (None, 1))
        return Score(score.value, False, outcome=True)

    # -- reports ---------------------------------------------------------------------------

    def report(
        self,
        depth: int,
        finished: bool,
        score: Score,
        line: tuple[Any, ...],
        values: dict[Any, Score] | None = None,
        begun: Iterable[Iteration] = (),
    ) -> Report:
        """What is known now, with what it has cost so far."""
        question, nodes = self.question, self.control.nodes
        return Report(
            action=line[0] if line else None,
            score=score,
            line=line,
            depth=depth,
            nodes=nodes,
            leaves=nodes - sum(int(run.expanded) for run in self.control.runs),
            cutoffs=cutoffs_of(self.control.runs),
            seconds=self.clock.elapsed,
            algorithm=question.algorithm.name,
            compiled=self.kernel.compiled and not self.kernel.remembered,
            remembered=self.kernel.remembered,
            finished=finished,
            values=dict(values or {}),
            why_algorithm=str(question.why or ""),
            trace=self.trace(begun),
            game=question.game,
            state=question.state,
        )

    def trace(self, begun: Iterable[Iteration]) -> Trace | None:
        """The events that the kernel recorded; None where none were asked for."""
        question = self.question
        if not question.trace:
            return None
        return Trace.read(self.kernel, self.run, question, question.algorithm.view, begun)

    def unanswered(self) -> Report:
        """Stopped before anything was known: the first legal action, if there is one."""
        question = self.question
        over = self.terminal or question.mover == CHANCE
        line = () if over else tuple(islice(question.game.actions(question.state), 1))
        score = unknown(question.options.outcome, question.chance)
        return replace(self.report(0, False, score, line), cutoffs=())


def cutoffs_of(runs: list[Any]) -> tuple[int, ...]:
    """Cut-offs by the index of the child that caused them, without the empty end."""
    counts = list(map(sum, zip(*(run.cutoffs for run in runs), strict=True)))
    while counts and counts[-1] == 0:
        counts.pop()
    return tuple(map(int, counts))
