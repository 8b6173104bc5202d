"""solve(), solutions(), count(): a problem in, answers out, by Python, by machine code or by OR-Tools."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

from zermelo.csp.answer import Answer
from zermelo.csp.constraints import name_of, readable
from zermelo.csp.methods import backjumping, backtracking, min_conflicts
from zermelo.csp.problem import Assignment, Problem
from zermelo.csp.search import Counters, Plan, Search
from zermelo.csp.strategies import METHODS, plan_of
from zermelo.csp.trace import Recorder, Teller, Trace
from zermelo.errors import ProblemError, SearchError, Stopped, ZermeloError
from zermelo.limits import Clock, Limits, check_from
from zermelo.running.asking import EVENTS_BY_DEFAULT
from zermelo.running.compiling import WORKSHOP, refusal_of
from zermelo.running.explain import in_one_line
from zermelo.running.handover import Found, handover
from zermelo.running.options import check_call

ENGINES = ("auto", "interpreted", "compiled", "ortools")
PATIENCE = 0.1
"""Seconds that "auto" searches in Python before it asks for machine code."""
STEPS = 1_000_000
"""Steps of min-conflicts where no limit was given: it would never stop where there is no solution."""
DEEPEST = 2_000
"""Variables that Python's recursion takes."""


def solve(problem: Problem, **asked: Any) -> Answer:
    """The first solution; with an objective the best one, by branch and bound.

    Ctrl-C in a search for the best gives the best one so far, where there is one (`Answer.interrupted`).

    method: backtracking, backjumping, generate_and_test, min_conflicts.  select: static, mrv, degree,
    mrv_degree.  order: natural, lcv.  inference: no_inference, forward_checking, ac3.  Each is a function or
    its name; your own will do.  strategy: the same names in one text, joined by commas, as on the command
    line.  engine: auto, interpreted, compiled, ortools.  nodes, seconds: limits.  trace: how many steps to
    keep, or True.  seed: of min-conflicts.

    >>> from zermelo.csp.puzzles import queens
    >>> solve(queens.problem(6), select="static").solution
    {0: 1, 1: 3, 2: 5, 3: 0, 4: 2, 5: 4}
    """
    inquiry = inquired("solve", problem, asked)
    return inquiry.answer(most=1 if problem.objective is None else None)


def count(problem: Problem, **asked: Any) -> Answer:
    """All solutions, counted.

    >>> from zermelo.csp.puzzles import queens
    >>> answer = count(queens.problem(8), select="static", inference="no inference")
    >>> answer.count, answer.counters.assignments, answer.counters.checks
    (92, 2056, 15720)
    """
    return inquired("count", without_objective(problem), asked).answer(most=None)


def solutions(problem: Problem, **asked: Any) -> Iterator[Assignment]:
    """All solutions, one after another, as they are found.

    >>> from zermelo.csp.puzzles import queens
    >>> len(list(solutions(queens.problem(6))))
    4
    """
    inquiry = inquired("solutions", without_objective(problem), asked)
    yield from inquiry.solutions(None)
    if not inquiry.finished:
        raise SearchError("stopped_before_all_solutions")


def without_objective(problem: Problem) -> Problem:
    """The same problem, where every solution counts."""
    if not isinstance(problem, Problem):
        raise ProblemError("problem_needed", given=repr(problem))
    if problem.objective is None:
        return problem
    return Problem(
        problem.variables, problem.domains, problem.constraints, naming=problem.naming, name=problem.name
    )


def inquired(called: str, problem: Problem, asked: dict[str, Any]) -> Inquiry:
    """The question behind a call; an option that nobody knows gets a sentence."""
    signature = inspect.signature(Inquiry)
    check_call(called, tuple(signature.parameters), signature, (problem,), asked)
    return Inquiry(problem, **asked)


def solutions_of(method: Any, search: Search) -> Iterator[Assignment]:
    """What a method gives, which may be the user's own."""
    found = method(search)
    if not isinstance(found, Iterable):
        raise SearchError("wrong_method", method=name_of(method), given=repr(found))
    return (whole(solution, method, search.problem) for solution in found)


def whole(solution: Any, method: Any, problem: Problem) -> Assignment:
    """A solution that gives every variable a value of its domain, and breaks no constraint."""
    if method in METHODS.values():
        return solution  # type: ignore[no-any-return]
    facts = {"method": name_of(method), "given": in_one_line(repr(solution))}
    complete = isinstance(solution, dict) and {*solution} == {*problem.variables}
    if not complete or any(value not in problem.domains[name] for name, value in solution.items()):
        raise SearchError("incomplete_solution", **facts)
    if (broken := problem.broken(solution)) is not None:
        raise SearchError("broken_solution", broken=str(broken), **facts)
    return solution  # type: ignore[no-any-return]


class Successor:
    """The compiled search that takes over from Python when it is ready; nobody waits for it."""

    def __init__(self, problem: Problem, plan: Plan, clock: Clock) -> None:
        self.problem, self.plan, self.clock = problem, plan, clock
        self.since = time.perf_counter()
        self.begun = self.is_ready = False
        self.machine: Any = None
        self.why = ""
        """Why it will never be ready."""

    def ready(self) -> bool:
        """Asked now and then by the search in Python; what is over soon needs no successor."""
        if not self.begun and time.perf_counter() - self.since > PATIENCE:
            self.begun = True
            self._begin()
        return self.is_ready

    def _begin(self) -> None:
        from zermelo.csp.compiled import runner
        from zermelo.csp.machine import kernel

        try:
            self.machine = runner(self.problem, self.plan, clock=self.clock)
        except Stopped:
            raise
        except ZermeloError as reason:
            self.why = str(reason)
            return
        except (ArithmeticError, TypeError, ValueError, MemoryError) as error:
            self.why = f"it could not be written down for a kernel: {type(error).__name__}: {error}"
            return
        WORKSHOP.request(partial(kernel, self.machine.kernel_name)).add_done_callback(self._loaded)

    def _loaded(self, wish: Future[Any]) -> None:
        if (error := refusal_of(wish)) is not None:
            self.why = f"the compiler failed: {error}"
        self.is_ready = error is None


class Seen:
    """Counts solutions, to know which of those that a second search finds are new."""

    def __init__(self, starts_over: bool) -> None:
        self.starts_over = starts_over
        self.given = self.number = 0

    def begin_again(self) -> None:
        self.given, self.number = 0 if self.starts_over else self.number, 0

    def is_new(self, _: Assignment) -> bool:
        self.number += 1
        return self.number > self.given


class Inquiry:
    """One question, checked once, and the search that answers it."""

    def __init__(
        self,
        problem: Problem,
        *,
        method: Any = None,
        select: Any = None,
        order: Any = None,
        inference: Any = None,
        strategy: str = "",
        engine: str = "auto",
        nodes: int | None = None,
        seconds: float | None = None,
        trace: int = 0,
        seed: int = 0,
    ) -> None:
        if not isinstance(problem, Problem):
            raise ProblemError("problem_needed", given=repr(problem))
        if engine not in ENGINES:
            raise SearchError("no_such_engine", name=engine, choices=[*ENGINES])
        if trace and engine in ("compiled", "ortools"):
            raise SearchError("trace_needs_interpreted", engine=engine)
        if nodes is not None and engine == "ortools":
            raise SearchError("ortools_counts_no_nodes")
        Limits(nodes=nodes, seconds=seconds)
        steps = EVENTS_BY_DEFAULT if trace is True else trace or 0
        check_from("trace", steps, 0, whole=True)
        if not hasattr(seed, "__index__"):
            raise SearchError("not_whole", option="seed", given=repr(seed))
        self.problem, self.engine, self.nodes, self.seconds = problem, engine, nodes, seconds
        given = {"method": method, "select": select, "order": order, "inference": inference}
        self.plan = plan_of(strategy, given, seed)
        if engine == "ortools" and self.plan != plan_of("", {}, seed):
            raise SearchError("ortools_has_strategies")
        self.recorder = Recorder(steps) if steps else None
        self.clock = Clock(seconds)
        self.counters = Counters()
        self.finished = True
        self.complete = True
        self.used = "interpreted"
        self.why_interpreted = ""
        self.first: Assignment | None = None
        """The first solution so far; with an objective, the best."""
        if self.plan.method is min_conflicts and nodes is None and seconds is None:
            self.nodes = STEPS

    def answer(self, most: int | None) -> Answer:
        """Search until so many solutions are found, or all, or the best."""
        objective = self.problem.objective
        try:
            for solution in self.counting(most):
                if self.first is None or (objective and objective.prefers(solution, self.first)):
                    self.first = solution
        except KeyboardInterrupt:
            if objective is None or self.first is None:
                raise
            return self.interrupted()
        return self._answer()

    def interrupted(self) -> Answer:
        """What is known when Ctrl-C comes."""
        self.finished = self.complete = False
        return replace(self._answer(), interrupted=True)

    def _answer(self) -> Answer:
        first, objective = self.first, self.problem.objective
        best = None if first is None or objective is None else readable(objective.value(first))
        found = 0 if first is None else 1 if objective is not None else self.counters.solutions
        return Answer(
            self.problem, first, found, best, self.finished, self.complete, self.counters, self.clock.elapsed,
            name_of(self.plan.method), self.used, self.story(), self.why_interpreted,
        )  # fmt: skip

    def story(self) -> Trace | None:
        if self.recorder is None:
            return None
        return Trace(partial(Teller, self.problem), tuple(self.recorder.steps), self.recorder.dropped)

    # -- the engines -----------------------------------------------------------------------

    def counting(self, most: int | None) -> Iterator[Assignment]:
        """As `solutions`; but where all are counted, a compiled search shows only the first."""
        return self.solutions(most, only_count=most is None and self.problem.objective is None)

    def solutions(self, most: int | None, only_count: bool = False) -> Iterator[Assignment]:
        """Solutions until there are so many; with an objective each is better than the last."""
        if most is None and self.plan.method is min_conflicts and self.problem.objective is None:
            raise SearchError("conflicts_find_one")
        if self.engine == "ortools":
            yield from self._by_ortools(most)
        elif self.engine == "compiled":
            yield from self._compiled(most, only_count)
        elif self.engine == "interpreted" or self.recorder is not None:
            yield from self._limited(self._interpreted(), most)
        else:
            yield from self._auto(most, only_count)

    def _limited(self, found: Iterator[Assignment], most: int | None) -> Iterator[Assignment]:
        """The first `most`; who has them all has seen everything."""
        if most is None:
            yield from found
            return
        for number, solution in enumerate(found, 1):
            if number == most:
                self.complete = False
                yield solution
                return
            yield solution

    def _interpreted(self, successor: Successor | None = None) -> Iterator[Assignment]:
        leave = successor.ready if successor else None
        search = Search(self.problem, self.plan, self.clock, self.nodes, self.recorder, leave)
        self.counters, self.used = search.counters, "interpreted"
        self.finished = self.complete = True
        if self.too_deep:
            raise self._refusal_of_depth()
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * len(self.problem.variables) + 1000))
        try:
            yield from solutions_of(self.plan.method, search)
        except Stopped:
            self.finished = self.complete = False

    @property
    def too_deep(self) -> bool:
        """Has it more variables than Python's recursion takes?"""
        return len(self.problem.variables) > DEEPEST and self.plan.method in (backtracking, backjumping)

    def _refusal_of_depth(self) -> SearchError:
        """Advises machine code, unless that refuses this search too."""
        from zermelo.csp.compiled import runner

        deep = len(self.problem.variables)
        try:
            runner(self.problem, self.plan, clock=self.clock)
        except ZermeloError as reason:
            return SearchError("too_deep_for_both", variables=deep, reason=reason)
        return SearchError("too_deep_for_python", variables=deep)

    def _auto(self, most: int | None, only_count: bool) -> Iterator[Assignment]:
        """Python at once; what lasts is begun again by machine code, which skips what was given."""
        if self.too_deep:
            yield from self._deep(most, only_count)
            return
        successor = Successor(self.problem, self.plan, self.clock)
        seen = Seen(starts_over=self.problem.objective is not None)  # another bound, another way down

        def later() -> Found[Assignment] | None:
            if not successor.is_ready or self.clock.left <= 0:
                return None
            seen.begin_again()
            return self._to_the_end(self._compiled(most, only_count, successor.machine))

        first = self._limited(self._interpreted(successor), most)
        yield from handover(self._to_the_end(first), later, seen.is_new)
        self.why_interpreted = successor.why

    def _deep(self, most: int | None, only_count: bool) -> Iterator[Assignment]:
        """By machine code from the start, which has no recursion."""
        try:
            yield from self._compiled(most, only_count)
        except ZermeloError as reason:
            deep = len(self.problem.variables)
            raise SearchError("too_deep_for_both", variables=deep, reason=reason) from None

    def _to_the_end(self, found: Iterator[Assignment]) -> Found[Assignment]:
        """Says at last whether no limit stopped it."""
        yield from found
        return self.finished

    def _compiled(self, most: int | None, only_count: bool, machine: Any = None) -> Iterator[Assignment]:
        self.used = "compiled"
        self.finished = self.complete = True
        try:
            machine = machine or self._machine()
            self.counters = machine.counters
            yield from self._limited(machine.run(self.clock, self.nodes, only_count), most)
        except Stopped:
            self.finished = self.complete = False

    def _machine(self) -> Any:
        """The compiled search; the time that the compiler takes does not count."""
        from zermelo.csp.compiled import runner
        from zermelo.csp.machine import kernel

        machine = runner(self.problem, self.plan, clock=self.clock)
        begun = time.perf_counter()
        kernel(machine.kernel_name)
        waited = time.perf_counter() - begun
        self.clock.started += waited
        self.clock.deadline += waited
        return machine

    def _by_ortools(self, most: int | None) -> Iterator[Assignment]:
        from zermelo.csp.ortools import solutions

        self.used = "ortools"
        try:
            for number, solution in enumerate(solutions(self.problem, self.clock, most), 1):
                self.counters.solutions += 1
                if number == most:
                    self.complete = False
                yield solution
        except Stopped:
            self.finished = self.complete = False
