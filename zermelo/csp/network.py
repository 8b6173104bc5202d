"""A problem as the search walks through it: which variable is bound to which, and by what."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

from zermelo.csp.constraints import AllDifferent, Constraint, Variable
from zermelo.csp.problem import Problem
from zermelo.errors import SearchError, Stopped
from zermelo.limits import Clock

Pair = Callable[[Any, Any], bool]
MOST_LINKS = 2_000_000
"""The most pairs of variables that all-differents may make: each takes some hundreds of bytes."""


class Network:
    """Constraints by the number of their variables.

    Everything between the same two variables is one link: all-different is a link between any two of its
    variables, and a value is held against a neighbour once, whatever the number of constraints between them.
    """

    def __init__(self, problem: Problem, clock: Clock | None = None) -> None:
        self.problem, self.clock = problem, clock or Clock(None)
        self.unary: dict[Variable, list[Constraint]] = {variable: [] for variable in problem.variables}
        self.wide: dict[Variable, list[Constraint]] = {variable: [] for variable in problem.variables}
        self.wides: list[Constraint] = []
        self._tests: dict[Variable, dict[Variable, list[Pair | int]]] = {name: {} for name in self.unary}
        """Between two variables: tests, and differences that are forbidden."""
        check_size(problem)
        for constraint in problem.constraints:
            self._place(constraint)
        rank = {variable: place for place, variable in enumerate(problem.variables)}
        self.links: dict[Variable, list[tuple[Variable, Pair]]] = {
            variable: [(other, joined(found[other])) for other in sorted(found, key=rank.__getitem__)]
            for variable, found in self._tests.items()
        }
        del self._tests

    @cached_property
    def between(self) -> dict[tuple[Variable, Variable], Pair]:
        """The test between two variables that are linked."""
        return {(variable, other): test for variable, found in self.links.items() for other, test in found}

    def _place(self, constraint: Constraint) -> None:
        scope = constraint.scope
        if isinstance(constraint, AllDifferent):
            self._place_all_different(constraint)
        elif len(scope) == 1:
            self.unary[scope[0]].append(constraint)
        elif len(scope) == 2:
            self._tests[scope[0]].setdefault(scope[1], []).append(constraint.holds)
            self._tests[scope[1]].setdefault(scope[0], []).append(turned(constraint.holds))
        else:
            self.wides.append(constraint)
            for variable in scope:
                self.wide[variable].append(constraint)

    def _place_all_different(self, constraint: AllDifferent) -> None:
        """With shifts, value + shift == other + its shift where value - other is the difference of shifts."""
        shifts = dict(zip(constraint.scope, constraint.shifts))
        last = None
        for variable, other in permutations(constraint.scope, 2):
            if variable is not last and self.clock.left <= 0:
                raise Stopped
            last = variable
            test = shifts[other] - shifts[variable] if shifts else operator.ne
            tests = self._tests[variable].setdefault(other, [])
            if test not in tests:
                tests.append(test)

    def keeps(self, variable: Variable, value: Any) -> bool:
        """Do the constraints of this variable alone allow the value?"""
        return all(constraint.holds(value) for constraint in self.unary[variable])


def check_size(problem: Problem) -> None:
    """All-differents are short to write and long to spell out."""
    scopes = {frozenset(found.scope) for found in problem.constraints if isinstance(found, AllDifferent)}
    links = sum(len(scope) * (len(scope) - 1) // 2 for scope in scopes)
    if links > MOST_LINKS:
        raise SearchError("too_many_links", links=links, most=MOST_LINKS)


def turned(test: Callable[..., bool]) -> Pair:
    return lambda value, other: test(other, value)


def joined(tests: list[Pair | int]) -> Pair:
    """All the tests between two variables, and the differences that are forbidden, as one."""
    differences = frozenset(test for test in tests if isinstance(test, int))
    others = [test for test in tests if not isinstance(test, int)]
    if differences:
        others = [test for test in others if test is not operator.ne]
        unequal = len(tests) > len(others) + len(differences)
        others.append(apart(differences | {0} if unequal else differences))
    if len(others) == 1:
        return others[0]
    return lambda value, other: all(test(value, other) for test in others)


@lru_cache(maxsize=1 << 14)
def apart(differences: frozenset[int]) -> Pair:
    """Two whole numbers whose difference is none of these."""
    return lambda value, other: value - other not in differences
