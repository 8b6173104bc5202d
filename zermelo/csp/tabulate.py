"""A problem as whole numbers for the kernels: values become indices, constraints masks and tables."""

from __future__ import annotations

import operator
from itertools import product
from math import prod
from numbers import Integral
from typing import Any

from zermelo.csp.constraints import RELATIONS, Constraint, Sum, exact, readable
from zermelo.csp.kernels.backtrack import NO_BEST, S_BEST, S_ENTERING, S_HEAD
from zermelo.csp.network import Network, Pair
from zermelo.csp.problem import Problem
from zermelo.errors import CannotCompile, Stopped
from zermelo.limits import Clock

VALUES = 62
"""The most values of a domain: the bits of a whole number."""
VARIABLES = 4000
"""The most variables: a row of domains is kept for each depth."""
CELLS = 1 << 20
"""The most cells of the tables of all larger constraints."""
LARGEST = 1 << 60
LOOK_AT_THE_CLOCK = 1024
"""Rows that are written down between two looks."""
HEAD = 20
SELECTS = {"static": 0, "mrv": 1, "degree": 2, "mrv_degree": 3}


class Tabulation:
    """Writes the parts of a model one behind the other, and their addresses into its head."""

    def __init__(self, problem: Problem, clock: Clock | None = None) -> None:
        self.clock = clock or Clock(None)
        if len(problem.variables) > VARIABLES:
            raise CannotCompile(
                f"a problem of {len(problem.variables):,} variables", f"{VARIABLES:,} is the most"
            )
        self.problem = problem
        self.values = [problem.domains[variable] for variable in problem.variables]
        self.stride = max(map(len, self.values))
        if self.stride > VALUES:
            raise CannotCompile(f"a domain of {self.stride} values", f"{VALUES} is the most")
        self.network = Network(problem, self.clock)
        self.rank = {variable: place for place, variable in enumerate(problem.variables)}
        self.kept = [
            [value for value in self.values[place] if self.network.keeps(variable, value)]
            for place, variable in enumerate(problem.variables)
        ]
        """Values that the constraints of single variables allow: the others are held against nothing."""
        self.masks: dict[tuple[int, int], list[int]] = {}
        """By a variable and a neighbour still to come: what was found in the other direction."""
        self.bits = [{value: 1 << index for index, value in enumerate(values)} for values in self.values]

    def model(self, select: str, looks_ahead: bool) -> list[int]:
        wide = self.network.wides
        links = [self._links(variable) for variable in self.problem.variables]
        parts = {
            2: running([len(found) for found in links]),
            3: [other for found in links for other, _ in found],
            4: [mask for found in links for _, masks in found for mask in masks],
            5: [sum(self.bits[place][value] for value in values) for place, values in enumerate(self.kept)],
            **self._wide(wide),
            14: self._costs(),
            18: [len(values) for values in self.values],
        }
        cells = parts.pop(-1)
        model = [0] * HEAD
        model[0], model[1], model[15] = len(self.values), self.stride, SELECTS[select]
        model[16], model[17] = int(looks_ahead), len(wide)
        for head, part in parts.items():
            if head != 14 or part:
                model[head] = len(model)
            model += part
        base = len(model)
        for place in range(model[12], model[12] + len(wide)):
            model[place] += base
        return model + cells

    def _links(self, variable: Any) -> list[tuple[int, list[int]]]:
        """Every neighbour of a variable, and for each own value the values there that go with it."""
        place = self.rank[variable]
        found = []
        for other, test in self.network.links[variable]:
            there = self.rank[other]
            if (place, there) not in self.masks:
                self._obey()
                self._hold(place, there, test)
            found.append((there, self.masks.pop((place, there))))
        return found

    def _obey(self) -> None:
        if self.clock.left <= 0:
            raise Stopped

    def _hold(self, place: int, there: int, test: Pair) -> None:
        """Hold the values of two variables against each other, once for both."""
        if test is operator.ne:
            self.masks[place, there] = self._unequal(place, there)
            self.masks[there, place] = self._unequal(there, place)
            return
        ours, theirs = [0] * self.stride, [0] * self.stride
        bits, others = self.bits[place], self.bits[there]
        for value in self.kept[place]:
            bit = bits[value]
            for candidate in self.kept[there]:
                if test(value, candidate):
                    ours[bit.bit_length() - 1] |= others[candidate]
                    theirs[others[candidate].bit_length() - 1] |= bit
        self.masks[place, there], self.masks[there, place] = ours, theirs

    def _unequal(self, place: int, there: int) -> list[int]:
        others = self.bits[there]
        every = sum(others[value] for value in self.kept[there])
        masks = [0] * self.stride
        for value in self.kept[place]:
            masks[self.bits[place][value].bit_length() - 1] = every & ~others.get(value, 0)
        return masks

    def _wide(self, wide: list[Constraint]) -> dict[int, list[int]]:
        """Larger constraints: which variable has which, their scopes, their tables or terms (under -1)."""
        number = {id(constraint): place for place, constraint in enumerate(wide)}
        of_variable = [
            [number[id(constraint)] for constraint in self.network.wide[variable]]
            for variable in self.problem.variables
        ]
        steps: list[int] = []
        bases: list[int] = []
        cells: list[int] = []
        for constraint in wide:
            bases.append(len(cells))
            cells += (
                self._terms(constraint)
                if isinstance(constraint, Sum)
                else self._cells(constraint, len(cells))
            )
            steps += self._steps(constraint)
        return {
            6: running([len(found) for found in of_variable]),
            7: [place for found in of_variable for place in found],
            8: running([len(constraint.scope) for constraint in wide]),
            9: [self.rank[variable] for constraint in wide for variable in constraint.scope],
            10: steps,
            11: [
                1 + list(RELATIONS).index(found.relation) if isinstance(found, Sum) else 0 for found in wide
            ],
            12: bases,
            13: [whole_number(found.total, found) if isinstance(found, Sum) else 0 for found in wide],
            -1: cells,
        }

    def _steps(self, constraint: Constraint) -> list[int]:
        """How far apart the values of each variable stand in a table; a sum has none."""
        if isinstance(constraint, Sum):
            return [0] * len(constraint.scope)
        sizes = [len(self.problem.domains[variable]) for variable in constraint.scope]
        return [prod(sizes[place + 1 :]) for place in range(len(sizes))]

    def _terms(self, constraint: Sum) -> list[int]:
        """Coefficient times value, a row for each variable."""
        terms: list[int] = []
        for variable, factor in zip(constraint.scope, constraint.coefficients):
            row = [
                whole_number(factor * exact(value), constraint) for value in self.problem.domains[variable]
            ]
            terms += row + [0] * (self.stride - len(row))
        if sum(map(abs, terms)) + abs(whole_number(constraint.total, constraint)) > LARGEST:
            raise CannotCompile(f"the {constraint}", "its numbers are too large")
        return terms

    def _cells(self, constraint: Constraint, before: int) -> list[int]:
        """Whether each row of values is allowed, in the order of the domains."""
        choices = [self.problem.domains[variable] for variable in constraint.scope]
        size = prod(map(len, choices))
        if before + size > CELLS:
            advice = (
                f"{size:,} rows of values are too many to write down; use total or table, or fewer variables"
            )
            raise CannotCompile(f"the constraint {constraint}", advice)
        kept = [set(self.kept[self.rank[variable]]) for variable in constraint.scope]
        cells = []
        for number, row in enumerate(product(*choices)):
            if number % LOOK_AT_THE_CLOCK == 0:
                self._obey()
            known = all(value in found for value, found in zip(row, kept))
            cells.append(int(known and constraint.holds(*row)))
        return cells

    def _costs(self) -> list[int]:
        """What each value of each variable costs; nothing where there is no objective."""
        objective = self.problem.objective
        if objective is None:
            return []
        if objective.costs is None or objective.bound is not None:
            raise CannotCompile(
                "an objective that is a function", "give minimize or maximize a list of variables"
            )
        costs: list[int] = []
        scope = set(objective.scope)
        for variable, values in zip(self.problem.variables, self.values):
            known = variable in scope
            row = [
                whole_number(objective.sense * objective.cost(variable, v), "objective") if known else 0
                for v in values
            ]
            costs += row + [0] * (self.stride - len(row))
        if sum(map(abs, costs)) > LARGEST:
            raise CannotCompile("this objective", "its numbers are too large")
        return costs

    def state(self, model: list[int]) -> list[int]:
        """Before the first assignment; forward checking has node consistency done."""
        variables = len(self.values)
        domains = self.kept if model[16] else self.values
        first = [sum(self.bits[place][value] for value in values) for place, values in enumerate(domains)]
        state = (
            [0] * S_HEAD + [0] * (2 * variables) + [-1] * variables + first + [0] * (variables * variables)
        )
        state[S_ENTERING], state[S_BEST] = 1, NO_BEST
        return state


def running(lengths: list[int]) -> list[int]:
    """Where each of some parts begins, and where the last ends."""
    starts = [0]
    for length in lengths:
        starts.append(starts[-1] + length)
    return starts


def whole_number(number: Any, who: object) -> int:
    """A number of a sum, where it is whole."""
    if not isinstance(number, Integral):
        raise CannotCompile(f"{readable(number)!r} in the {who}", "only whole numbers are")
    return int(number)
