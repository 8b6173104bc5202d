"""The same searches interpreted and compiled: they must agree, and say how fast each is."""

from __future__ import annotations

import contextlib
import math
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, wait
from dataclasses import replace
from typing import Any

from zermelo.checking.findings import Position, undisturbed
from zermelo.checking.play import Play
from zermelo.checking.rules import Examination
from zermelo.errors import CannotCompile, SearchError, ZermeloError
from zermelo.game import MAX
from zermelo.kernel.compiler.memo import lowered
from zermelo.kernel.run import visited
from zermelo.kernel.threads import Abandoned
from zermelo.limits import Clock, Limits
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.compiling import WORKSHOP, refusal_of
from zermelo.running.content import same
from zermelo.running.options import AlgorithmName, EngineName
from zermelo.running.question import Question
from zermelo.running.search import bound
from zermelo.running.stream import Call, finish
from zermelo.running.task import Task, TooLarge
from zermelo.search import search

COMPARED = 2_000
"""Most nodes of one search that is made twice, interpreted and compiled."""
ALGORITHM: AlgorithmName = "deepening"
"""What is compiled: the quickest to compile of those that use the rules in every way but the optional."""
SEARCHED = 0.25
"""Seconds of a search of homework, which is never compiled; four times as many where there is time."""
FEWEST = 50
"""And fewest, where rules are slow."""
MEASURED = 0.1
"""Seconds of search from which a speed is known."""
READING, ENDING = 2.0, 0.05
"""Seconds that reading the rules may take, and that a refusal takes to arrive."""


class Compiler:
    """Compiles the unit that plays under a time limit, beside everything else."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.wish: Future[None] | None = None
        self.was_read = threading.Event()

    def start(self) -> None:
        if self.wish is None:
            self.wish = WORKSHOP.request(lambda: undisturbed(self.compile))

    def done(self, seconds: float | None = None) -> bool:
        """Has it come to an end, after so many seconds at most?"""
        assert self.wish is not None
        return bool(wait([self.wish], seconds).done)

    def settled(self, seconds: float) -> bool:
        """Has it come to an end, after so many seconds?  Until the rules are read it waits anyway."""
        if not self.done(seconds):
            self.was_read.wait(READING)
        return self.done(ENDING)

    @property
    def refused(self) -> ZermeloError | None:
        """Why there is no machine code."""
        error = refusal_of(self.wish) if self.wish is not None else None
        if error is None or isinstance(error, ZermeloError):
            return error
        return SearchError("compiler_failed", reason=error)

    def compile(self) -> None:
        question = ask(self.game, nodes=COMPARED, algorithm=ALGORITHM)
        try:
            self.read(question)
            if not hasattr(self.game, "outcomes"):  # the optional rules, which only the engine asks
                self.read(ask(self.game, nodes=COMPARED))
        finally:
            self.was_read.set()
        bound(question, compiled=True)

    def read(self, question: Question) -> None:
        """What does not compile by its text is refused here, long before there could be machine code."""
        memo, _ = lowered(self.game, question.kernel, question.options, traced=False)
        memo.state_shape(self.game)


class Comparison:
    """The same searches interpreted and compiled, and how fast each is."""

    def __init__(self, exam: Examination, play: Play, compiler: Compiler | None, deadline: float) -> None:
        self.exam, self.play, self.compiler, self.deadline = exam, play, compiler, deadline
        self.compared, self.interpreted_speed = 0, 0.0
        self.compiled: bool | None = None
        self.why_interpreted, self.compiled_speed = "", 0.0
        self.still_compiling = False
        self.failed: BaseException | None = None

    @property
    def left(self) -> float:
        return self.deadline - time.perf_counter()

    def run(self) -> None:
        """Search, and compare; never raises, since it runs in a thread."""
        try:
            self.compare()
        except Abandoned:
            pass
        except BaseException as error:
            self.failed = error

    def compare(self) -> None:
        """Search interpreted while the unit compiles; then, if it is ready in time, compare."""
        broken = self.exam.is_faulty
        positions = [] if broken else self.positions()
        expected = [(position, *self.interpreted(position)) for position in positions]
        compiler = self.compiler
        if compiler is None or compiler.wish is None:
            return
        if broken:  # and is edited before it is compiled
            WORKSHOP.withdraw(compiler.wish)
            return
        if not compiler.settled(max(self.left, 0.0)):
            self.still_compiling = True
            return
        if (refused := compiler.refused) is not None:
            self.refusal(refused)
            return
        self.compiled = True
        for position, nodes, report in expected:
            if report is None or (self.compared and self.left < 0):
                continue
            if not self.equal(position, nodes, report):
                return
        self.compiled_speed = self.measured(compiled=True)

    def positions(self) -> list[Position]:
        """The start, quickly and then thoroughly, and a few others, the shortest way first."""
        return [self.play.start, *sorted(self.play.sample, key=lambda position: len(position.moves))]

    def interpreted(self, position: Position) -> tuple[int, Report | None]:
        """How many nodes were searched at most, and what came of it."""
        nodes = max(FEWEST, min(COMPARED, int(self.interpreted_speed * 0.1)))
        if self.interpreted_speed and self.left < 0.3:
            return nodes, None
        try:
            report = self.search(position, "interpreted", nodes)
        except (ZermeloError, SystemExit) as error:
            self.exam.position = position
            self.exam.record("search", f": {error}")
            return nodes, None
        self.interpreted_speed = self.interpreted_speed or self.measured(compiled=False)
        return nodes, report

    def search(self, position: Position, engine: EngineName, nodes: int) -> Report:
        seconds = min(max(self.left, SEARCHED), 4 * SEARCHED)
        limit: dict[str, Any] = {"seconds": seconds} if self.exam.adapted else {"nodes": nodes}
        report: Report = undisturbed(
            lambda: search(self.exam.game, position.state, engine=engine, algorithm=ALGORITHM, **limit)
        )
        return report

    def equal(self, position: Position, nodes: int, expected: Report) -> bool:
        """Search again, compiled; a difference is a finding."""
        self.exam.position = position
        try:
            given = self.search(position, "compiled", nodes)
        except TooLarge as error:
            self.exam.record("overflow", f": {error.parameters.get('said', error)}")
            return False
        except ZermeloError as error:
            self.exam.record("compiled", f" fails compiled: {error}")
            return False
        self.compared += 1
        for what, one, other in facts_of(expected, given):
            if not alike(one, other):
                self.exam.record("compiled", f": {what} interpreted {one}, but compiled {other}")
                return False
        return True

    def refusal(self, reason: ZermeloError) -> None:
        """What stands in the way of compiling."""
        self.why_interpreted = str(reason)
        if not isinstance(reason, CannotCompile):
            return
        self.compiled = False
        place = re.sub(r", line (\d+)$", r":\1", reason.place)
        rule = "actions" if reason.construct.startswith("an action") else "initial"
        what = f" plays interpreted only: {reason.construct} cannot be compiled"
        self.exam.position = self.play.start
        self.exam.record("compiles", what, rule, place, reason.advice)

    def measured(self, compiled: bool) -> float:
        """Nodes per second from the start; 0 where the search fails."""
        with contextlib.suppress(ZermeloError):
            question = ask(self.exam.game, self.play.start.state, nodes=COMPARED, algorithm=ALGORITHM)
            return finish(Call(lambda: speed_of(question, compiled), self.exam.game))
        return 0.0


def speed_of(question: Question, compiled: bool) -> float:
    """Nodes per second of a search once it has begun: the best of larger and larger ones."""
    kernel, nodes, best = bound(question, compiled), COMPARED, 0.0
    clock = Clock(MEASURED)
    while clock.left > 0:
        began = clock.elapsed
        task = Task.begin(replace(question, limits=Limits(nodes=nodes)), kernel, clock)
        for _ in question.algorithm.drive(task):
            pass
        best = max(best, int(visited(task.run)) / (clock.elapsed - began))
        nodes *= 8
    return best


def facts_of(first: Report, second: Report) -> Iterator[tuple[str, Any, Any]]:
    """What two reports of the same search must agree about."""
    yield "the score is", first.score.of(MAX).value, second.score.of(MAX).value
    yield "the payoffs are", first.payoffs, second.payoffs
    yield "the score is", str(first.score), str(second.score)
    yield "the nodes are", first.nodes, second.nodes
    yield "the best line is", first.line, second.line
    yield "the leaves are", first.leaves, second.leaves


def alike(one: Any, other: Any) -> bool:
    """Equal; sums of fractions may differ in the last digits."""
    if isinstance(one, float) or isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return same(one, other)
