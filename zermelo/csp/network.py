"""A problem as the search walks through it: which variable is bound to which, and by what."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from zermelo.csp.constraints import AllDifferent, Constraint, Variable
from zermelo.csp.problem import Problem

Pair = Callable[[Any, Any], bool]


class Network:
    """Constraints by the number of their variables.

    Everything between the same two variables is one link: all-different is a link between any two of its
    variables, and a value is held against a neighbour once, whatever the number of constraints between them.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.unary: dict[Variable, list[Constraint]] = {variable: [] for variable in problem.variables}
        self.wide: dict[Variable, list[Constraint]] = {variable: [] for variable in problem.variables}
        self.wides: list[Constraint] = []
        links: dict[Variable, dict[Variable, list[Pair]]] = {variable: {} for variable in problem.variables}
        for constraint in problem.constraints:
            self._place(constraint, links)
        rank = {variable: place for place, variable in enumerate(problem.variables)}
        self.links: dict[Variable, list[tuple[Variable, Pair]]] = {
            variable: [(other, joined(found[other])) for other in sorted(found, key=lambda name: rank[name])]
            for variable, found in links.items()
        }
        self.between: dict[tuple[Variable, Variable], Pair] = {
            (variable, other): test for variable, found in self.links.items() for other, test in found
        }

    def _place(self, constraint: Constraint, links: dict[Variable, dict[Variable, list[Pair]]]) -> None:
        scope = constraint.scope
        if isinstance(constraint, AllDifferent):
            for variable in scope:
                for other in scope:
                    if other != variable:
                        tests = links[variable].setdefault(other, [])
                        if operator.ne not in tests:
                            tests.append(operator.ne)
        elif len(scope) == 1:
            self.unary[scope[0]].append(constraint)
        elif len(scope) == 2:
            links[scope[0]].setdefault(scope[1], []).append(constraint.holds)
            links[scope[1]].setdefault(scope[0], []).append(turned(constraint.holds))
        else:
            self.wides.append(constraint)
            for variable in scope:
                self.wide[variable].append(constraint)

    def keeps(self, variable: Variable, value: Any) -> bool:
        """Do the constraints of this variable alone allow the value?"""
        return all(constraint.holds(value) for constraint in self.unary[variable])


def turned(test: Callable[..., bool]) -> Pair:
    return lambda value, other: test(other, value)


def joined(tests: list[Pair]) -> Pair:
    """All the tests between two variables as one."""
    if len(tests) == 1:
        return tests[0]
    return lambda value, other: all(test(value, other) for test in tests)
