"""Problem: variables, the values that each may take, what they must satisfy, and what is best."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from zermelo.csp.constraints import AllDifferent, Constraint, Sum, Variable, exact, is_number, several
from zermelo.errors import ProblemError
from zermelo.messages import counted

Assignment = dict[Variable, Any]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Naming:
    """How people speak of the variables and values of a problem."""

    variable: Callable[[Any], str] = str
    value: Callable[[Any, Any], str] = lambda variable, value: str(value)
    noun: str = "value"
    """What a variable runs out of."""


@dataclass(frozen=True)
class Objective:
    """What is made as small (sense = 1) or as large (sense = -1) as can be.

    `costs(variable, value)` adds up over the variables; `function(assignment)`, where it is given
    instead, takes a complete assignment, and `bound(assignment)` may promise the best that a part can become.
    """

    sense: int
    costs: Callable[[Variable, Any], Any] | None = None
    function: Callable[[Assignment], Any] | None = None
    bound: Callable[[Assignment], Any] | None = None
    scope: tuple[Variable, ...] = ()

    def value(self, assignment: Assignment) -> Any:
        try:
            if self.function is None:
                return sum(self.cost(variable, assignment[variable]) for variable in self.scope)
            found = self.function(assignment)
        except ProblemError:
            raise
        except Exception as error:
            raise ProblemError("objective_raised", kind=type(error).__name__, said=error) from error
        return self._number(found)

    def cost(self, variable: Variable, value: Any) -> Any:
        """What one variable adds, as an exact number."""
        assert self.costs is not None
        try:
            found = self.costs(variable, value)
        except Exception as error:
            raise ProblemError("objective_raised", kind=type(error).__name__, said=error) from error
        return self._number(found)

    @staticmethod
    def _number(found: Any) -> Any:
        if not is_number(found):
            raise ProblemError("objective_not_finite", given=repr(found))
        return exact(found)

    def prefers(self, assignment: Assignment, other: Assignment) -> bool:
        """Is the first of two complete assignments better?"""
        return bool(self.sense * self.value(assignment) < self.sense * self.value(other))

    def best_of(self, assignment: Assignment) -> Any:
        """The best that a part of an assignment can become, if somebody knows; None otherwise."""
        try:
            found = self.bound(assignment) if self.bound else None
        except Exception as error:
            raise ProblemError("objective_bound_raised", kind=type(error).__name__, said=error) from error
        if found is not None and (not isinstance(found, Real) or found != found):
            raise ProblemError("wrong_objective_bound", given=repr(found))
        return exact(found) if is_number(found) else found


def minimize(
    goal: Iterable[Variable] | Callable[[Assignment], Any],
    coefficients: Sequence[Any] | None = None,
    *,
    bound: Callable[[Assignment], Any] | None = None,
) -> Objective:
    """Make the sum of some variables, each times its coefficient, or a function, as small as can be.

    >>> minimize(["x", "y"], [1, 3]).value({"x": 2, "y": 1})
    5
    """
    return _objective(1, goal, coefficients, bound)


def maximize(
    goal: Iterable[Variable] | Callable[[Assignment], Any],
    coefficients: Sequence[Any] | None = None,
    *,
    bound: Callable[[Assignment], Any] | None = None,
) -> Objective:
    """Make the sum of some variables, or a function, as large as can be."""
    return _objective(-1, goal, coefficients, bound)


def _objective(sense: int, goal: Any, coefficients: Sequence[Any] | None, bound: Any) -> Objective:
    if callable(goal):
        return Objective(sense, function=goal, bound=bound)
    scope = several(goal, "what is minimized or maximized")
    factors = (1,) * len(scope)
    if coefficients is not None:
        factors = several(coefficients, "the coefficients of an objective")
    for number in factors:
        if not is_number(number):
            raise ProblemError("coefficient_not_finite", given=repr(number))
    if len(factors) != len(scope):
        raise ProblemError("wrong_objective_coefficients", variables=len(scope), coefficients=len(factors))
    if len(set(scope)) != len(scope):
        raise ProblemError("objective_variable_twice")
    weight = dict(zip(scope, map(exact, factors)))

    def costs(variable: Variable, value: Any) -> Any:
        return weight[variable] * exact(value)

    return Objective(sense, costs=costs, bound=bound, scope=scope)


class Problem:
    """A constraint satisfaction problem.

    `domains` gives each variable its values, or all variables the same ones.

    >>> from zermelo.csp import all_different, solve
    >>> solve(Problem("xyz", range(3), [all_different("x", "y", "z")])).solution
    {'x': 0, 'y': 1, 'z': 2}
    """

    def __init__(
        self,
        variables: Iterable[Variable],
        domains: Mapping[Any, Iterable[Any]] | Iterable[Any],
        constraints: Iterable[Constraint] = (),
        objective: Objective | None = None,
        *,
        naming: Naming | None = None,
        name: str = "",
        words: Naming | None = None,
    ) -> None:
        if words is not None:
            warnings.warn("Problem(words=…) is now called naming=…", DeprecationWarning, stacklevel=2)
        self.variables = several(variables, "the variables of a problem")
        self.naming = naming or words or Naming()
        if not isinstance(self.naming, Naming):
            raise ProblemError("naming_needed", given=repr(self.naming))
        self.name = name
        self._check_variables()
        self.domains = self._domains(domains)
        self.constraints: tuple[Constraint, ...] = several(constraints, "the constraints of a problem")
        for constraint in self.constraints:
            self._check_constraint(constraint)
        self.objective = objective
        self._check_objective()

    def _check_variables(self) -> None:
        if not self.variables:
            raise ProblemError("no_variable")
        try:
            names = set(self.variables)
        except TypeError as error:
            raise ProblemError("unhashable_variable", reason=error) from None
        if len(names) < len(self.variables):
            twice = next(name for name in self.variables if self.variables.count(name) > 1)
            raise ProblemError("variable_twice", variable=str(twice))

    def _domains(self, given: Mapping[Any, Iterable[Any]] | Iterable[Any]) -> dict[Variable, tuple[Any, ...]]:
        if not isinstance(given, Mapping):
            values = self._values(None, given)
            return dict.fromkeys(self.variables, values)
        known = set(self.variables)
        for variable in given:
            if variable not in known:
                raise ProblemError("domain_without_variable", variable=str(variable))
        for variable in self.variables:
            if variable not in given:
                raise ProblemError("variable_without_domain", variable=str(variable))
        return {variable: self._values(variable, given[variable]) for variable in self.variables}

    def _values(self, variable: Variable | None, values: Iterable[Any]) -> tuple[Any, ...]:
        whose = "the domain" if variable is None else f"the domain of {variable}"
        try:
            found = tuple(dict.fromkeys(values))
        except TypeError as error:
            raise ProblemError("unhashable_domain", whose=whose, reason=error) from None
        if not found:
            raise ProblemError("empty_domain", whose=whose)
        for value in found:
            if isinstance(value, Real) and value != value:
                raise ProblemError("not_equal_to_itself", whose=whose, value=repr(value))
        return found

    def _check_constraint(self, constraint: Any) -> None:
        if not isinstance(constraint, Constraint):
            raise ProblemError("not_a_constraint", given=repr(constraint))
        if not constraint.scope:
            raise ProblemError("constraint_without_variables", constraint=constraint)
        for variable in constraint.scope:
            if not self._knows(variable):
                who = f"the constraint {constraint}"
                raise ProblemError("unknown_variable", who=who, variable=str(variable))
        if len(set(constraint.scope)) < len(constraint.scope):
            raise ProblemError("constraint_variable_twice", constraint=constraint)
        if isinstance(constraint, Sum):
            self._check_numbers(constraint.scope, f"the {constraint}")
        if isinstance(constraint, AllDifferent) and constraint.shifts:
            self._check_whole(constraint.scope, f"the constraint {constraint}")

    def _check_numbers(self, variables: Iterable[Variable], who: str) -> None:
        for value in (value for variable in variables for value in self.domains[variable]):
            if not is_number(value):
                raise ProblemError("values_not_numbers", who=who, value=repr(value))

    def _check_whole(self, variables: Iterable[Variable], who: str) -> None:
        for values in {id(values): values for values in map(self.domains.get, variables)}.values():
            for value in values or ():
                if not isinstance(value, int):
                    raise ProblemError("values_not_whole", who=who, value=repr(value))

    def _knows(self, variable: Any) -> bool:
        try:
            return variable in self.domains
        except TypeError:
            return False

    def _check_objective(self) -> None:
        if self.objective is None:
            return
        if not isinstance(self.objective, Objective):
            raise ProblemError("not_an_objective")
        for variable in self.objective.scope:
            if not self._knows(variable):
                raise ProblemError("unknown_variable", who="the objective", variable=str(variable))
        self._check_numbers(self.objective.scope, "the objective")

    def broken(self, assignment: Assignment) -> Constraint | None:
        """The first constraint that a complete assignment breaks; None for a solution."""
        for constraint in self.constraints:
            if not constraint.holds(*(assignment[variable] for variable in constraint.scope)):
                return constraint
        return None

    def __repr__(self) -> str:
        parts = f"{counted(len(self.variables), 'variable')}, {counted(len(self.constraints), 'constraint')}"
        return f"<Problem{' ' + self.name if self.name else ''}: {parts}>"


__all__ = ["Assignment", "Objective", "Problem", "Naming", "capital", "maximize", "minimize"]
