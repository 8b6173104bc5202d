"""Iterations: one kernel run to one depth or to one after another, and what it reports."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from zermelo.algorithms.deepening import deepening
from zermelo.errors import RulesError, Stopped, ZermeloError
from zermelo.game import CHANCE, MAX
from zermelo.kernel.bind import Kernel
from zermelo.kernel.run import ENDLESS, ESTIMATES, PLIES, deepest_ply, estimated, visited
from zermelo.report import Report
from zermelo.running.explain import Origin, explain_fault, explain_raised
from zermelo.running.question import FROM_THE_MOVER
from zermelo.score import Score, score_of
from zermelo.tracing.trace import Iteration, Trace, View

if TYPE_CHECKING:
    from zermelo.running.session import Session


class TooLarge(RulesError):
    """A number of compiled rules does not fit in 64 bits."""


class Iterations:
    """Runs a kernel to one depth or to one after another, and reports."""

    def __init__(self, session: Session, kernel: Kernel, run: Any) -> None:
        self.session, self.kernel, self.run, self.question = session, kernel, run, session.question
        self.terminal = bool(self.question.game.is_terminal(self.question.state))
        self.score: Score | None = None
        self.interrupted = self.complete = False
        self.line: tuple[Any, ...] = ()
        self.values: dict[Any, Score] = {}
        self.begun: list[Iteration] = []

    def begin(self, depth: int) -> None:
        """Note where an iteration begins, for a trace."""
        if self.question.events:
            self.begun.append(Iteration(depth, int(self.run.traced), self.line))

    def deepen(self) -> bool:
        """One iteration after another; a kernel that takes over reports only what is new."""
        deepest = 0 if self.terminal else self.question.limits.deepest
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
        if run.stop != 0 or visited(run) >= run.node_limit:
            self.interrupted = True
            return False, False
        run.depth, run.unlimited = depth, unlimited
        self.begin(depth)
        self.values = {}
        estimates = estimated(run)
        if question.values and not self.terminal and question.mover != CHANCE:
            self.every_root_action(depth)
        else:
            self.execute()
            self.line = tuple(kernel.line(run))
            self.value = self.for_max(kernel.number(run.value), question.state)
        finished = not self.interrupted
        exhausted = estimated(run) == estimates
        if not finished and not self.line:
            return False, False
        self.finite(self.value)
        self.score = self.scored(self.value, exhausted and finished)
        if not finished and self.score.winner is not None:
            self.score = self.unfinished(self.score)
        for index, action in enumerate(self.line):
            run.guide[index] = kernel.stored(action)
        run.guided = len(self.line)
        decided = question.options.outcome and abs(self.value) > ESTIMATES
        return finished, exhausted or decided

    def finite(self, value: Any) -> Any:
        """A value that is a number, or a sentence."""
        if value != value or abs(value) == float("inf"):
            reason = f"the best value is {value}; utility() or evaluate() gives no number"
            raise RulesError(f"{type(self.question.game).__name__}: {reason}")
        return value

    def unfinished(self, score: Score) -> Score:
        """What a search that was stopped knows: a win that was found stands, a loss may yet be avoided."""
        if score.winner == self.question.mover:
            return replace(score, plies=None)
        return Score(score.value, False, outcome=True)

    def origin(self) -> Origin:
        """Where the kernel starts from, and the moves that lead there from what was asked."""
        return self.question.state, ()

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
            raise kind(explain_raised(question.game, self.origin(), kernel, run, error)) from error
        finally:
            self.session.searching = False
        if run.unlimited and estimated(run) and not run.fault:
            run.fault = ENDLESS
        if run.fault:
            raise RulesError(explain_fault(question.game, self.origin(), kernel, run))

    def every_root_action(self, depth: int) -> None:
        """A full-window search of every child: exact values, not bounds."""
        run, kernel, question = self.run, self.kernel, self.question
        game, state = question.game, question.state
        best: Any = None
        run.left -= 1
        run.expanded += 1
        self.line, self.value = (), 0
        for action in game.actions(state):
            child = game.result(state, action)
            estimates = estimated(run)
            run.path[0] = kernel.stored(action)
            run.depth, run.ply = max(depth - 1, 0), 1
            kernel.place(run, child)
            self.execute()
            if self.interrupted:
                break
            value = self.for_max(kernel.number(run.value), child)
            self.values[action] = self.scored(value, estimated(run) == estimates)
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
        assert self.score is not None
        self.session.inbox.put(self.made(depth, finished, self.score, self.line))

    def made(self, depth: int, finished: bool, score: Score, line: tuple[Any, ...]) -> Report:
        run, question, session = self.run, self.question, self.session
        cutoffs = [int(count) for count in run.cutoffs]
        while cutoffs and cutoffs[-1] == 0:
            cutoffs.pop()
        view: View = "mover" if question.kernel in FROM_THE_MOVER else "max"
        trace = Trace.read(self.kernel, run, question, view, self.begun) if question.events else None
        return Report(
            action=line[0] if line else None,
            score=score,
            line=line,
            depth=depth,
            nodes=int(visited(run)),
            leaves=int(visited(run) - run.expanded),
            cutoffs=tuple(cutoffs),
            seconds=session.clock.elapsed,
            algorithm=question.algorithm,
            compiled=self.kernel.compiled,
            finished=finished,
            values=dict(self.values),
            trace=trace,
            why_interpreted=session.why_interpreted,
            game=question.game,
            state=question.state,
        )
