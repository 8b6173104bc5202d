"""Search: where a search for solutions stands: what is assigned, what is left, what it has cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from zermelo.csp.constraints import Variable, name_of
from zermelo.csp.network import Network
from zermelo.csp.problem import Assignment, Problem
from zermelo.csp.trace import Recorder, Step
from zermelo.errors import SearchError, Stopped
from zermelo.limits import Clock

if TYPE_CHECKING:
    from zermelo.csp.constraints import Constraint

LOOK_AT_THE_CLOCK = 8
"""Assignments between two looks."""


@dataclass
class Counters:
    """What a search has cost, counted as the lecture counts.

    For the eight queens, all solutions, plain backtracking: 2,056 assignments (queens placed) and
    15,720 checks (cells looked at).
    """

    assignments: int = 0
    """Values given to a variable; of generate-and-test, configurations generated."""
    checks: int = 0
    """Values held against what is known: against all that is assigned or, by an inference, against one
    neighbour or one larger constraint."""
    backtracks: int = 0
    """Times that a variable had no value left and the search went back to one before."""
    prunings: int = 0
    """Values taken from domains by an inference."""
    cutoffs: int = 0
    """Branches left because what they can become is no better than what is known."""
    solutions: int = 0

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


@dataclass(frozen=True)
class Plan:
    """How to search: a method, and the strategies that it uses."""

    method: Method
    select: Select
    order: Order
    inference: Inference
    seed: int = 0


class Search:
    """The one mutable thing; strategies are functions of it."""

    def __init__(
        self,
        problem: Problem,
        plan: Plan,
        clock: Clock,
        nodes: int | None = None,
        recorder: Recorder | None = None,
        leave: Callable[[], bool] | None = None,
    ) -> None:
        self.problem, self.plan, self.clock, self.nodes = problem, plan, clock, nodes
        self.leave = leave
        """Asked now and then: shall the search end here?"""
        self.counters = Counters()
        self.assignment: Assignment = {}
        self.domains: dict[Variable, tuple[Any, ...]] = dict(problem.domains)
        self.reasons: dict[Variable, frozenset[Variable]] = dict.fromkeys(problem.variables, frozenset())
        """Of each variable: assigned variables to which it owes what it has lost."""
        self.trail: list[tuple[Variable, tuple[Any, ...], frozenset[Variable]]] = []
        self.costs = costs_of(problem)
        """What each value of each variable adds to an objective that is a sum."""
        self.best: Any = None
        """What the objective is worth in the best solution so far."""
        self.blamed: frozenset[Variable] = frozenset()
        """Assigned variables to which the last dead end is owed."""
        self.recorder = recorder
        self.flat = False
        """Does the method give all variables a value at once?  Then its steps have no depth."""

    # -- what strategies ask ---------------------------------------------------------------

    @cached_property
    def network(self) -> Network:
        """What is between the variables; made for who asks."""
        return Network(self.problem, self.clock)

    @property
    def unassigned(self) -> Iterator[Variable]:
        return (variable for variable in self.problem.variables if variable not in self.assignment)

    @property
    def complete(self) -> bool:
        return len(self.assignment) == len(self.problem.variables)

    def conflict(self, variable: Variable, value: Any) -> tuple[Variable, ...] | None:
        """Hold a value against all that is assigned: who forbids it, None if nobody does."""
        self.counters.checks += 1
        network, assignment = self.network, self.assignment
        if not network.keeps(variable, value):
            return ()
        for other, test in network.links[variable]:
            if other in assignment and not test(value, assignment[other]):
                return (other,)
        for constraint in network.wide[variable]:
            others = tuple(name for name in constraint.scope if name != variable)
            if all(name in assignment for name in others) and not self._holds(constraint, variable, value):
                return others
        return None

    def _holds(self, constraint: Constraint, variable: Variable, value: Any) -> bool:
        assignment = self.assignment
        return constraint.holds(
            *(value if name == variable else assignment[name] for name in constraint.scope)
        )

    # -- what methods do -------------------------------------------------------------------

    def assign(self, variable: Variable, value: Any) -> None:
        """Give a variable a value; the clock is looked at now and then."""
        self.count_assignment()
        self.note("assign", variable, value)
        self.assignment[variable] = value
        self._replace(variable, (value,), self.reasons[variable])

    def count_assignment(self) -> None:
        """One more, unless a limit is reached."""
        counters = self.counters
        if self.nodes is not None and counters.assignments >= self.nodes:
            raise Stopped
        looks = counters.assignments % LOOK_AT_THE_CLOCK == LOOK_AT_THE_CLOCK - 1
        if looks and (self.clock.left <= 0 or (self.leave is not None and self.leave())):
            raise Stopped
        counters.assignments += 1

    def take_back(self, variable: Variable, mark: int) -> None:
        """Undo an assignment and all that followed from it."""
        del self.assignment[variable]
        self.undo(mark)

    def undo(self, mark: int) -> None:
        while len(self.trail) > mark:
            variable, self.domains[variable], self.reasons[variable] = self.trail.pop()

    def filter(
        self,
        variable: Variable,
        allows: Callable[[Any], bool],
        because: Iterable[Variable] = (),
        through: Iterable[Variable] = (),
    ) -> bool:
        """Keep the values that a test allows; is anything left?

        because: assigned variables to which a loss is owed.  through: variables without a value, of which
        nothing that is left goes with what is lost.
        """
        before = self.domains[variable]
        self.counters.checks += len(before)
        kept = tuple(value for value in before if allows(value))
        if len(kept) == len(before):
            return True
        self.counters.prunings += len(before) - len(kept)
        reasons = frozenset(because)
        if self.recorder:
            lost = tuple(value for value in before if value not in kept)
            self.note("prune", variable, others=self.in_order(reasons), values=lost, through=tuple(through))
        self._replace(variable, kept, self.reasons[variable] | reasons)
        if not kept:
            self.note("empty", variable)
            self.blamed = self.reasons[variable]
        return bool(kept)

    def _replace(self, variable: Variable, values: tuple[Any, ...], reasons: frozenset[Variable]) -> None:
        self.trail.append((variable, self.domains[variable], self.reasons[variable]))
        self.domains[variable], self.reasons[variable] = values, reasons

    def owed_to(self, variable: Variable) -> frozenset[Variable]:
        """The assigned variables that make a domain what it is."""
        return frozenset((variable,)) if variable in self.assignment else self.reasons[variable]

    def in_order(self, variables: Iterable[Variable]) -> tuple[Variable, ...]:
        """Assigned variables, in the order in which they were."""
        wanted = set(variables)
        return tuple(variable for variable in self.assignment if variable in wanted)

    def node_consistent(self) -> bool:
        """Take away what the constraints of single variables forbid."""
        network = self.network
        alone = (variable for variable in self.problem.variables if network.unary[variable])
        return all(self.filter(variable, partial(network.keeps, variable)) for variable in alone)

    # -- objectives ------------------------------------------------------------------------

    def promising(self) -> bool:
        """Can what is assigned still become better than the best solution known?"""
        objective = self.problem.objective
        if objective is None or self.best is None:
            return True
        bound = self.bound()
        if bound is None or objective.sense * bound < objective.sense * self.best:
            return True
        self.counters.cutoffs += 1
        self.blamed = frozenset(self.assignment)
        self.note("bound", value=bound, values=(self.best,))
        return False

    def bound(self) -> Any:
        """The best that the objective can become."""
        objective = self.problem.objective
        assert objective is not None
        if objective.costs is None or objective.bound is not None:
            return objective.value(self.assignment) if self.complete else objective.best_of(self.assignment)
        best = min if objective.sense > 0 else max
        return sum(
            best(self.costs[variable][value] for value in self.domains[variable])
            for variable in objective.scope
        )

    def found(self) -> Assignment:
        """A solution, counted, valued and told."""
        if not self.complete:
            facts = {"method": name_of(self.plan.method), "given": repr(self.assignment)}
            raise SearchError("incomplete_solution", **facts)
        self.counters.solutions += 1
        objective = self.problem.objective
        if objective is not None:
            self.best = objective.value(self.assignment)
        solution = {variable: self.assignment[variable] for variable in self.problem.variables}
        if self.recorder:
            naming = self.problem.naming
            told = tuple(
                f"{naming.variable(name)} {naming.value(name, value)}" for name, value in solution.items()
            )
            self.note("solution", value=self.best, values=told)
        return solution

    # -- the story -------------------------------------------------------------------------

    def note(self, kind: str, variable: Variable = None, value: Any = None, **more: Any) -> None:
        """One more step; `more` are the other fields of a `Step`."""
        if self.recorder:
            self.recorder.note(Step(kind, 0 if self.flat else len(self.assignment), variable, value, **more))


def costs_of(problem: Problem) -> dict[Variable, dict[Any, Any]]:
    objective = problem.objective
    if objective is None or objective.costs is None or objective.bound is not None:
        return {}
    return {
        variable: {value: objective.cost(variable, value) for value in problem.domains[variable]}
        for variable in objective.scope
    }


Method = Callable[[Search], Iterator[Assignment]]
Select = Callable[[Search], Variable]
Order = Callable[[Search, Variable], Iterable[Any]]
Inference = Callable[[Search, Variable], bool]
