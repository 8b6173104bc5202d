"""The engine: iterations of principal variation search, on as many threads as are wanted (Lazy SMP).

Every thread deepens by itself, with a run of its own; what one finds, the others see in the table they share.
The first thread's answers are the ones that count.
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from zermelo.algorithms.deepening import aspiration
from zermelo.algorithms.mtdf import mtdf
from zermelo.algorithms.table import key_of
from zermelo.errors import Stopped
from zermelo.game import MAX
from zermelo.kernel.bind import Kernel
from zermelo.kernel.primitives import above
from zermelo.kernel.run import ESTIMATES, PLIES, deepest_ply, limit_nodes, visited
from zermelo.report import Line, Report
from zermelo.running.iterations import Iterations
from zermelo.score import Score

if TYPE_CHECKING:
    from zermelo.running.session import Session

NARROW = 3
"""From this depth on the value is looked for near that of the iteration before."""
SETTLING = 4
"""Settling a game may take this many times the nodes of all iterations before."""
GRACE = 2.0
"""Seconds that a search may take to obey."""


class TooMuch(Exception):
    """Settling took too long."""


class Engine(Iterations):
    """Deepens until the limits are reached or nothing is left to find."""

    def __init__(self, session: Session, kernel: Kernel, run: Any) -> None:
        super().__init__(session, kernel, run)
        question = self.question
        self.prepare(run)
        legal = [] if self.terminal else list(dict.fromkeys(question.game.actions(question.state)))
        self.roots = [action for action in legal if not question.only or action in question.only]
        self.wanted = len(self.roots) if question.values else min(question.lines, len(self.roots))
        self.found: list[Line] = []
        self.guesses: list[Any] = []
        self.depth = self.glimpsed = self.improved = self.guessed = self.repeated = 0
        self.helpers: list[Helper] = []
        self.settles_from = 0

    def prepare(self, run: Any) -> None:
        """Give a run the table and the positions of the game so far."""
        question = self.question
        assert question.table is not None
        question.table.lend(run, self.kernel)
        if question.solved is not None:
            question.solved.lend(run, self.kernel)
        for index, state in enumerate(question.past):
            run.keys[index] = key_of(question.game, state, run)
        run.past = len(question.past)
        run.unlimited = False
        if not self.kernel.compiled:
            run.check_every = run.granted = run.left = 1

    # -- iterations ------------------------------------------------------------------------

    def deepen(self) -> bool:
        """All iterations; the helpers think along."""
        threads = self.question.threads if self.kernel.compiled and not self.terminal else 1
        self.run.sharing = int(threads > 1)
        self.helpers = [Helper(self, index) for index in range(1, threads)]
        try:
            for helper in self.helpers:
                helper.start()
            return super().deepen()
        finally:
            for helper in self.helpers:
                helper.stop()

    def iterate(self, depth: int, unlimited: bool = False) -> tuple[bool, bool]:
        """Search to a depth, one wanted line after another: finished, and nothing more to find?"""
        if self.out_of_time():
            self.interrupted = True
            return False, False
        self.run.depth = self.depth = depth
        self.begin(depth)
        found: list[Line] = []
        try:
            with self.settling(depth):
                for index in range(max(self.wanted, 1)):
                    found.append(self.best_line(depth, index, [line.action for line in found]))
        except TooMuch:
            return self.iterate(depth)
        except Stopped:
            if not found and int(self.run.improved) > self.improved and int(self.run.length[0]) > 0:
                self.found = self.better(self.so_far())
                self.line, self.score = self.found[0].line, self.found[0].score
                self.report(depth, finished=False)
            return False, False
        self.take(sorted(found, key=lambda line: line.score, reverse=self.question.mover == MAX))
        return True, self.nothing_left() or all(settled(line.score, depth) for line in found)

    @contextlib.contextmanager
    def settling(self, depth: int) -> Iterator[None]:
        """Where the game seems to end before the horizon, try to settle it; give up if that takes too long.

        It may only seem so: a full table keeps a search from going deep.
        """
        run, limit = self.run, int(self.run.node_limit)
        deepest = max(map(deepest_ply, (run, *(helper.run for helper in self.helpers))))
        run.settling = int(deepest + 1 < depth and depth >= self.settles_from)
        if run.settling:
            limit_nodes(run, min(limit, int(visited(run)) * SETTLING + 10_000))
        try:
            yield
        except Stopped:
            if not run.settling or run.stop or visited(run) >= limit:
                raise
            self.settles_from, self.interrupted = 2 * depth, False
            raise TooMuch from None
        finally:
            run.node_limit = limit

    def nothing_left(self) -> bool:
        """Did the last search go to the end of the game everywhere, but for positions that repeat?"""
        return bool(self.run.settling) and self.guessed == self.repeated

    def out_of_time(self) -> bool:
        run, clock = self.run, self.question.limits.clock
        late = clock is not None and bool(self.found) and self.session.clock.elapsed >= clock.wanted
        return bool(run.stop != 0 or visited(run) >= run.node_limit or late)

    def best_line(self, depth: int, index: int, taken: list[Any]) -> Line:
        """The best of the root actions that are not taken."""
        run = self.run
        left = [action for action in self.roots if action not in taken]
        run.root_count = len(left) if taken or self.question.only else 0
        for place in range(int(run.root_count)):
            run.roots[place] = self.kernel.stored(left[place])
        value = self.value_near(depth, self.guesses[index] if index < len(self.guesses) else None)
        self.guesses[index : index + 1] = [value]
        moves = tuple(self.kernel.line(run)) or tuple(left[:1])
        return Line(moves[0] if moves else None, self.for_people(value, self.complete), moves)

    def value_near(self, depth: int, guess: Any) -> Any:
        """The value at this depth for the player to move, from what it was at the depth before."""
        if guess is None or depth < NARROW or abs(guess) > ESTIMATES:
            return self.look(-math.inf, math.inf)
        if self.question.algorithm == "mtdf":
            value = mtdf(self.look, guess)  # and once more through a narrow window, for the line
            return aspiration(self.look, value, above(value) - value)
        return aspiration(self.look, guess, margin_for(guess))

    def look(self, low: Any, high: Any) -> Any:
        """One call of the kernel with this window."""
        run = self.run
        run.alpha, run.beta = self.kernel.bound(low), self.kernel.bound(high)
        self.improved, estimates, repeats = int(run.improved), int(run.estimates), int(run.repeats)
        self.execute()
        if self.interrupted:
            raise Stopped
        self.guessed, self.repeated = int(run.estimates) - estimates, int(run.repeats) - repeats
        self.complete = self.guessed == 0
        return self.finite(self.kernel.number(run.value))

    # -- what was found --------------------------------------------------------------------

    def for_people(self, value: Any, complete: bool) -> Score:
        return self.scored(self.for_max(value, self.question.state), complete)

    def take(self, found: list[Line]) -> None:
        """What was found is what is reported."""
        self.found = found
        self.line, self.score = found[0].line, found[0].score
        self.values = {line.action: line.score for line in found} if self.question.values else {}

    def so_far(self) -> Line:
        """The best of an iteration that is not finished."""
        moves = tuple(self.kernel.line(self.run))
        score = self.for_people(self.kernel.number(self.run.best_value), complete=False)
        return Line(moves[0], self.unfinished(score) if score.winner is not None else score, moves)

    def better(self, first: Line) -> list[Line]:
        """The lines of the iteration before, after one that is better."""
        return [first, *(line for line in self.found if line.action != first.action)][: max(self.wanted, 1)]

    def glimpse(self) -> Report | None:
        """What the iteration that is running has found so far, if that is new; asked from another thread."""
        before = int(self.run.improved)
        writing, old = before % 2 == 1, self.depth <= self.session.reported_depth
        if before == self.glimpsed or writing or old or int(self.run.root_count) > 0 or self.question.events:
            return None
        self.glimpsed = before
        line = self.so_far() if int(self.run.length[0]) > 0 else None
        if line is None or int(self.run.improved) != before:
            return None
        return self.with_lines(self.made(self.depth, False, line.score, line.line), self.better(line))

    def report(self, depth: int, finished: bool) -> None:
        assert self.score is not None
        report = self.made(depth, finished, self.score, self.line)
        self.session.inbox.put(self.with_lines(report, self.found))

    def with_lines(self, report: Report, found: list[Line]) -> Report:
        nodes = report.nodes + sum(int(visited(helper.run)) for helper in self.helpers)
        return replace(report, nodes=nodes, lines=tuple(found))


class Helper:
    """A thread that deepens beside the first one, and tells what it finds through the table alone."""

    def __init__(self, engine: Engine, index: int) -> None:
        self.engine, self.index = engine, index
        self.run = engine.kernel.new_run()
        engine.kernel.place(self.run, engine.question.state)
        engine.prepare(self.run)
        limit_nodes(self.run, int(engine.run.node_limit))
        self.run.sharing = 1
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        self.thread = self.engine.session.start(self.work)

    def work(self) -> None:
        """Deepen until told to stop; a rule that fails here fails in the first thread too."""
        value: Any = 0
        try:
            for depth in range(1 + self.index % 2, PLIES - 1):
                self.run.depth = depth
                value = aspiration(self.look, value, margin_for(value) if depth > NARROW else math.inf)
        except Exception:
            return

    def look(self, low: Any, high: Any) -> Any:
        run, engine = self.run, self.engine
        kernel = engine.kernel
        run.alpha, run.beta, run.top, run.length[0] = kernel.bound(low), kernel.bound(high), 0, 0
        kernel.execute(run)
        return kernel.number(run.value)

    def stop(self) -> None:
        self.run.stop = 1
        if self.thread is not None:
            self.thread.join(GRACE)


def settled(score: Score, depth: int) -> bool:
    """Can a deeper search say nothing else?"""
    if score.winner is None:
        return score.proved
    return score.plies is None or score.plies <= depth


def margin_for(guess: Any) -> Any:
    """How far from the last value the next one is expected: a little, in whatever unit the game estimates."""
    return max(abs(guess) // 16, 1) if isinstance(guess, int) else max(abs(guess) / 16, 1e-3)
