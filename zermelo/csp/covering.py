"""Smallest coverings: problems of zeros and ones in which every constraint asks for at least one 1.

Domination on a chess board is one: a variable for each cell (is a piece there?), a constraint for each
cell (one of the pieces that reach it must be there), as few pieces as can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.csp.constraints import Constraint, Sum
from zermelo.csp.kernels import covering as source
from zermelo.csp.machine import Slices, kernel
from zermelo.csp.problem import Assignment, Problem
from zermelo.csp.search import Counters
from zermelo.csp.tabulate import running
from zermelo.errors import Stopped
from zermelo.limits import Clock

SLICE = 100
"""Nodes before the first look at the clock."""
BETTER, OVER = 1, 0


def is_covering(problem: Problem) -> bool:
    """Zeros and ones, every constraint a sum of at least 1, the number of ones to be minimized."""
    objective = problem.objective
    if objective is None or objective.sense < 0 or objective.costs is None or objective.bound is not None:
        return False
    return (
        all(set(values) == {0, 1} for values in problem.domains.values())
        and all(asks_for_one(constraint) for constraint in problem.constraints)
        and set(objective.scope) == set(problem.variables)
        and all(
            objective.cost(variable, value) == value for variable in problem.variables for value in (0, 1)
        )
    )


def asks_for_one(constraint: Constraint) -> bool:
    if not isinstance(constraint, Sum) or set(constraint.coefficients) != {1}:
        return False
    return (constraint.relation, constraint.total) in ((">=", 1), (">", 0))


class Covering:
    """Branch and bound with prices; each solution is smaller than the last."""

    kernel_name = "covering"

    def __init__(self, problem: Problem, compiled: bool = True) -> None:
        self.problem, self.compiled = problem, compiled
        self.counters = Counters()
        rank = {variable: place for place, variable in enumerate(problem.variables)}
        self.pairs = {variable: sorted(values) for variable, values in problem.domains.items()}
        """What stands for 0 and for 1: it may be False and True."""
        self.item_sets = [[rank[variable] for variable in found.scope] for found in problem.constraints]
        self.set_items: list[list[int]] = [[] for _ in problem.variables]
        for item, sets in enumerate(self.item_sets):
            for chosen in sets:
                self.set_items[chosen].append(item)

    def run(self, clock: Clock, nodes: int | None, only_count: bool = False) -> Iterator[Assignment]:
        """Better and better coverings; the last one is the best."""
        entry = kernel(self.kernel_name, self.compiled)
        items, sets = len(self.item_sets), len(self.set_items)
        fixed, state, rest, best = self._arrays(items, sets)
        slices = Slices(SLICE)
        while True:
            budget = slices.next(None if nodes is None else nodes - int(state[source.NODES]))
            status = entry(items, sets, *fixed, state, *rest, best, budget)
            self._read(state)
            if status == OVER:
                return
            if status == BETTER:
                self.counters.solutions += 1
                yield self._solution(best[: int(state[source.BEST])])
            elif clock.left <= 0 or (nodes is not None and self.counters.assignments >= nodes):
                raise Stopped

    def _arrays(self, items: int, sets: int) -> tuple[list[Any], Any, list[Any], Any]:
        flat = [
            running([len(found) for found in self.set_items]),
            [item for found in self.set_items for item in found],
            running([len(found) for found in self.item_sets]),
            [chosen for found in self.item_sets for chosen in found],
        ]
        deepest = items + 2
        state = [0, sets + 1, 0, 0, 0, 1]
        levels = [1] * (items + sets) + [0] * ((items + sets) * (deepest - 1))
        parts: list[Any] = [
            *flat,
            state,
            levels,
            [0] * (deepest * (sets + 2)),
            [0] * (items + 2 * sets),
            [0] * (items + 1),
        ]
        if self.compiled:
            import numpy as np

            parts = [np.array(part, np.int64) for part in parts]
        return parts[:4], parts[4], parts[5:8], parts[8]

    def _solution(self, chosen: Any) -> Assignment:
        places = {int(place) for place in chosen}
        return {
            variable: self.pairs[variable][place in places]
            for place, variable in enumerate(self.problem.variables)
        }

    def _read(self, state: Any) -> None:
        counters = self.counters
        counters.assignments, counters.cutoffs = int(state[source.NODES]), int(state[source.CUTOFFS])
        counters.prunings = int(state[source.PRUNINGS])
