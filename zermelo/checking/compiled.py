"""The same searches interpreted and compiled: they must agree, and say how fast each is."""

from __future__ import annotations

import contextlib
import math
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from zermelo.bind import bind
from zermelo.checking.findings import Position, same
from zermelo.checking.play import Play
from zermelo.checking.promises import PROMISES
from zermelo.checking.rules import Examination
from zermelo.errors import CannotCompile, SearchError, ZermeloError
from zermelo.game import MAX
from zermelo.report import Report
from zermelo.search import TooLarge, ask, search

COMPARED = 2_000
"""Most nodes of one search that is made twice, interpreted and compiled."""


class Compiler:
    """Compiles the unit that plays under a time limit, beside everything else."""

    def __init__(self, game: Any) -> None:
        self.game, self.done = game, threading.Event()
        self.thread: threading.Thread | None = None
        self.refused: ZermeloError | None = None

    def start(self) -> None:
        if self.thread is None:
            self.thread = threading.Thread(target=self.work, daemon=True, name="zermelo compiler")
            self.thread.start()

    def work(self) -> None:
        try:
            question = ask(self.game, nodes=COMPARED)
            bind(self.game, question.kernel, compiled=True, options=question.options).new_run()
        except ZermeloError as error:
            self.refused = error
        except Exception as error:
            self.refused = SearchError(f"the compiler failed: {error}")
        finally:
            self.done.set()


class Comparison:
    """The same searches interpreted and compiled, and how fast each is."""

    def __init__(self, exam: Examination, play: Play, compiler: Compiler | None, deadline: float) -> None:
        self.exam, self.play, self.compiler, self.deadline = exam, play, compiler, deadline
        self.compared, self.nodes, self.spent = 0, 0, 0.0
        self.compiled: bool | None = None
        self.why_interpreted, self.compiled_speed = "", 0.0

    @property
    def left(self) -> float:
        return self.deadline - time.perf_counter()

    @property
    def interpreted_speed(self) -> float:
        """Nodes per second."""
        return self.nodes / self.spent if self.spent else 0.0

    def run(self) -> None:
        """Search interpreted while the unit compiles; then, if it is ready in time, compare."""
        broken = any(finding.severity == "fault" for finding in self.exam.findings.values())
        positions = [] if broken else self.positions()
        expected = [(position, *self.interpreted(position)) for position in positions]
        compiler = self.compiler
        if compiler is None or compiler.thread is None or not compiler.done.wait(max(self.left, 0.0)):
            return
        if compiler.refused is not None:
            self.refusal(compiler.refused)
            return
        self.compiled = True
        for position, nodes, report in expected:
            if report is None or (self.compared and self.left < 0):
                continue
            if not self.equal(position, nodes, report):
                return
        self.measure()

    def positions(self) -> list[Position]:
        """The start and a few others, the shortest way first."""
        return sorted(self.play.sample, key=lambda position: len(position.moves))

    def interpreted(self, position: Position) -> tuple[int, Report | None]:
        """How many nodes were searched at most, and what came of it."""
        nodes = COMPARED if not self.spent else max(50, min(COMPARED, int(self.interpreted_speed * 0.1)))
        if self.nodes and self.left < 0.3:
            return nodes, None
        try:
            report = self.search(position, "interpreted", nodes)
        except (ZermeloError, SystemExit) as error:
            self.exam.position = position
            self.exam.record("search", f": {error}")
            return nodes, None
        self.nodes += report.nodes
        self.spent += report.seconds
        return nodes, report

    def search(self, position: Position, engine: str, nodes: int) -> Report:
        return search(self.exam.game, position.state, nodes=nodes, engine=engine)

    def equal(self, position: Position, nodes: int, expected: Report) -> bool:
        """Search again, compiled; a difference is a finding."""
        self.exam.position = position
        try:
            given = self.search(position, "compiled", nodes)
        except TooLarge as error:
            self.exam.record(
                "overflow", f": {str(error).removeprefix(self.exam.name + ': ').partition(';')[0]}"
            )
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
        self.exam.position = self.play.start
        self.exam.record(
            "compiles", f" plays interpreted only: {reason.construct} cannot be compiled", "", place
        )
        found = self.exam.findings["compiles", PROMISES["compiles"].rule]
        self.exam.findings["compiles", found.rule] = replace(found, advice=reason.advice)

    def measure(self) -> None:
        """How fast the compiled rules are searched."""
        if self.left > -0.5:
            with contextlib.suppress(ZermeloError):
                report = search(self.exam.game, self.play.start.state, seconds=0.1, engine="compiled")
                self.compiled_speed = report.speed


def facts_of(first: Report, second: Report) -> Iterator[tuple[str, Any, Any]]:
    """What two reports of the same search must agree about."""
    yield "the score is", first.score.of(MAX).value, second.score.of(MAX).value
    yield "the score is", str(first.score), str(second.score)
    yield "the nodes are", first.nodes, second.nodes
    yield "the best line is", first.line, second.line
    yield "the leaves are", first.leaves, second.leaves


def alike(one: Any, other: Any) -> bool:
    """Equal; sums of fractions may differ in the last digits."""
    if isinstance(one, float) or isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return same(one, other)
