"""The same Problem, handed to OR-Tools' CP-SAT solver."""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Iterator
from itertools import product
from math import prod
from queue import Empty, Full, Queue
from typing import Any

from zermelo.csp.constraints import AllDifferent, Constraint, Sum, Table, Variable, exact, is_number, readable
from zermelo.csp.problem import Assignment, Problem
from zermelo.errors import SearchError, Stopped
from zermelo.limits import Clock

ROWS = 1 << 20
"""The most rows that a predicate is written down as."""
WORKERS = 8
"""From so many cores on CP-SAT is left to choose how to use them."""
LARGEST = 1 << 53
"""The most that a sum may come to: beyond, CP-SAT does not always count right."""
LOOK_AT_THE_CLOCK = 1024
"""Rows that are written down between two looks."""
STOPPING = 2.0
"""Seconds that it is given to stop."""
WAITING = 1024
"""Solutions that it finds ahead of who takes them."""
SLOW_TO_ANSWER = 0.05
"""Seconds between two looks for Ctrl-C."""


def solutions(problem: Problem, clock: Clock, most: int | None) -> Iterator[Assignment]:
    """Solutions found by CP-SAT; with an objective the best one alone.

    Raises Stopped where time ran out, after what was found until then.
    """
    model = Translation(problem, clock)
    if most is None and problem.objective is None:
        status = yield from model.stream(clock)
    else:
        status, found = model.solve(clock)
        yield from found[:most]
        if model.interrupted:
            raise KeyboardInterrupt
    if status in ("UNKNOWN", "FEASIBLE"):
        raise Stopped


def cp_model() -> Any:
    try:
        from ortools.sat.python import cp_model as module
    except ImportError:
        raise SearchError("ortools_not_installed") from None
    return module


def prove_quickly(parameters: Any) -> None:
    """CP-SAT divides its ways of proving a bound among at least eight workers; with fewer, one does all.

    With two workers neither solves the linear relaxation: knights' domination on 8 × 8 stood at bound 0
    after two minutes; so it takes a hundredth of a second.
    """
    if (os.cpu_count() or 1) < WORKERS:
        parameters.num_workers, parameters.linearization_level = 1, 2


class Translation:
    """A problem in the words of CP-SAT: every value has a small number as its code, equal ones the same."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem, self.clock = problem, clock
        self.interrupted = False
        self.library = cp_model()
        self.model = self.library.CpModel()
        self.codes = self._codes()
        self.literals: dict[Variable, dict[int, Any]] = {}
        self.variables = {
            variable: self.model.new_int_var_from_domain(
                self.library.Domain.from_values([self.codes[value] for value in values]), f"v{place}"
            )
            for place, (variable, values) in enumerate(problem.domains.items())
        }
        self.values = {
            variable: {self.codes[value]: value for value in values}
            for variable, values in problem.domains.items()
        }
        """Codes as the values that stand in the domain of each variable (True, not 1)."""
        for constraint in problem.constraints:
            self._add(constraint)
        self._add_objective()

    def _codes(self) -> dict[Any, int]:
        """Numbers come first and in their order: then most sums are sums of the codes themselves."""
        values = list(dict.fromkeys(value for domain in self.problem.domains.values() for value in domain))
        numbers = sorted(value for value in values if is_number(value))
        others = [value for value in values if not is_number(value)]
        return {value: place for place, value in enumerate([*numbers, *others])}

    def _add(self, constraint: Constraint) -> None:
        variables = [self.variables[name] for name in constraint.scope]
        if isinstance(constraint, AllDifferent):
            shifted = [self._shifted(*pair) for pair in zip(constraint.scope, constraint.shifts)]
            self.model.add_all_different(shifted or variables)
        elif isinstance(constraint, Sum):
            self._add_sum(constraint)
        elif isinstance(constraint, Table):
            self._add_table(constraint, variables)
        else:
            self._add_rows(constraint, variables)

    def _add_sum(self, constraint: Sum) -> None:
        left = self._linear(
            {
                name: {value: factor * exact(value) for value in self.problem.domains[name]}
                for name, factor in zip(constraint.scope, constraint.coefficients)
            },
            f"the {constraint}",
            constraint.total,
        )
        right, relation = constraint.total, constraint.relation
        compared = {
            "==": left == right, "!=": left != right, "<=": left <= right,
            ">=": left >= right, "<": left < right, ">": left > right,
        }  # fmt: skip
        self.model.add(compared[relation])

    def _shifted(self, variable: Variable, shift: int) -> Any:
        """The value of a variable, not its code, and something added."""
        numbers = {value: int(value) + shift for value in self.problem.domains[variable]}
        shifted = self._linear({variable: numbers}, "all_different")
        found = self.model.new_int_var(min(numbers.values()), max(numbers.values()), "")
        self.model.add(found == shifted)
        return found

    def _linear(self, terms: dict[Variable, dict[Any, Any]], who: str, amount: Any = 0) -> Any:
        """A sum: of each variable, what its values add."""
        largest = 0
        for number in (amount, *(number for numbers in terms.values() for number in numbers.values())):
            if not isinstance(number, int):
                raise SearchError("ortools_whole_numbers", whose=who, number=repr(readable(number)))
        for numbers in terms.values():
            largest += max(map(abs, numbers.values()))
        if max(largest, abs(amount)) > LARGEST:
            raise SearchError("too_large_for_ortools", whose=who)
        return sum(self._term(variable, numbers) for variable, numbers in terms.items())

    def _term(self, variable: Variable, numbers: dict[Any, int]) -> Any:
        """A straight line through the codes where there is one; otherwise a literal for each value."""
        points = sorted((self.codes[value], number) for value, number in numbers.items())
        first, start = points[0]
        slope = (points[1][1] - start) // (points[1][0] - first) if len(points) > 1 else 1
        if all(number == start + slope * (code - first) for code, number in points):
            return slope * self.variables[variable] + (start - slope * first)
        literals = self._literals(variable)
        return sum(number * literals[code] for code, number in points)

    def _literals(self, variable: Variable) -> dict[int, Any]:
        """By code: the literal that is true where the variable has that value."""
        if variable not in self.literals:
            codes = [self.codes[value] for value in self.problem.domains[variable]]
            literals = {code: self.model.new_bool_var("") for code in codes}
            self.model.add_exactly_one(list(literals.values()))
            self.model.add(self.variables[variable] == sum(code * literals[code] for code in codes))
            self.literals[variable] = literals
        return self.literals[variable]

    def _add_table(self, constraint: Table, variables: list[Any]) -> None:
        domains = [set(self.problem.domains[name]) for name in constraint.scope]
        rows = [
            [self.codes[value] for value in row]
            for row in constraint.rows
            if all(value in domain for value, domain in zip(row, domains))
        ]
        if constraint.allowed and not rows:
            self.model.add_bool_or([])
        elif constraint.allowed:
            self.model.add_allowed_assignments(variables, rows)
        elif rows:
            self.model.add_forbidden_assignments(variables, rows)

    def _add_rows(self, constraint: Constraint, variables: list[Any]) -> None:
        """A function of the values, as the rows for which it is true."""
        choices = [self.problem.domains[name] for name in constraint.scope]
        if prod(map(len, choices)) > ROWS:
            raise SearchError("constraint_too_large_for_ortools", constraint=constraint)
        kept = []
        for number, row in enumerate(product(*choices)):
            if number % LOOK_AT_THE_CLOCK == 0 and self.clock.left <= 0:
                raise Stopped
            if constraint.holds(*row):
                kept.append(row)
        self._add_table(Table(constraint.scope, frozenset(kept)), variables)

    def _add_objective(self) -> None:
        objective = self.problem.objective
        if objective is None:
            return
        if objective.costs is None:
            raise SearchError("ortools_objective")
        costs = {
            variable: {value: objective.cost(variable, value) for value in self.problem.domains[variable]}
            for variable in objective.scope
        }
        total = self._linear(costs, "the objective")
        self.model.minimize(total) if objective.sense > 0 else self.model.maximize(total)

    def _solver(self, clock: Clock) -> Any:
        solver = self.library.CpSolver()
        solver.parameters.catch_sigint_signal = False  # its handler runs outside the main thread, and aborts
        if self.problem.objective is not None:
            prove_quickly(solver.parameters)
        if clock.deadline != float("inf"):
            solver.parameters.max_time_in_seconds = max(clock.left, 0.001)
        return solver

    def solve(self, clock: Clock) -> tuple[str, list[Assignment]]:
        """CP-SAT's word for how it ended, and the one solution that it found."""
        solver = self._solver(clock)
        run = Run(solver, self.model)
        try:
            while run.is_alive:
                run.wait()
        except KeyboardInterrupt:
            run.stop()
            if not run.answers:
                raise
            self.interrupted = True
        status = run.status()
        known = status in ("OPTIMAL", "FEASIBLE")
        found = [self._assignment(solver.value)] if known else []
        return ("OPTIMAL" if known and self.problem.objective is None else status), found

    def stream(self, clock: Clock) -> Generator[Assignment, None, str]:
        """Every solution as it is found; then CP-SAT's word for how it ended."""
        solver = self._solver(clock)
        solver.parameters.enumerate_all_solutions = True
        found: Queue[Assignment] = Queue(WAITING)
        stopped = threading.Event()
        run = Run(solver, self.model, self._collector(found, stopped))
        try:
            while run.is_alive or not found.empty():
                try:
                    yield found.get(timeout=SLOW_TO_ANSWER)
                except Empty:
                    continue
        finally:
            stopped.set()
            run.stop()
        return run.status()

    def _assignment(self, value: Any) -> Assignment:
        return {name: self.values[name][int(value(variable))] for name, variable in self.variables.items()}

    def _collector(self, found: Queue[Assignment], stopped: threading.Event) -> Any:
        """Hands over solutions, and waits while nobody takes them."""
        translation = self

        class Collector(self.library.CpSolverSolutionCallback):  # type: ignore[misc,name-defined]
            def on_solution_callback(self) -> None:
                solution = translation._assignment(self.value)
                while not stopped.is_set():
                    try:
                        found.put(solution, timeout=SLOW_TO_ANSWER)
                        return
                    except Full:
                        continue
                self.stop_search()

        return Collector()


class Run:
    """CP-SAT in a thread: it does not obey Ctrl-C, so it is waited for from outside, and stopped.

    It is an event that is waited for: a thread whose `join` Ctrl-C interrupts is taken for ended.
    """

    def __init__(self, solver: Any, model: Any, collector: Any = None) -> None:
        self.solver, self.model, self.collector = solver, model, collector
        self.answers: list[Any] = []
        self.ended = threading.Event()
        threading.Thread(target=self._solve, daemon=True).start()

    def _solve(self) -> None:
        try:
            self.answers.append(self.solver.solve(self.model, self.collector))
        finally:
            self.ended.set()

    @property
    def is_alive(self) -> bool:
        return not self.ended.is_set()

    def wait(self) -> None:
        self.ended.wait(SLOW_TO_ANSWER)

    def stop(self) -> None:
        """At once, if it is still at work."""
        if self.is_alive:
            self.solver.stop_search()
            self.ended.wait(STOPPING)

    def status(self) -> str:
        if not self.answers:
            raise SearchError("ortools_failed")
        name = str(self.solver.status_name(self.answers[0]))
        if name == "MODEL_INVALID":
            raise SearchError("ortools_refuses", reason=self.model.validate().strip())
        return name
