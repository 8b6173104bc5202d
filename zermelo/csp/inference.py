"""What follows from an assignment: values that the other variables can no longer take."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import partial
from itertools import product
from math import prod
from typing import Any

from zermelo.csp.constraints import RELATIONS, Constraint, Sum, Variable, exact
from zermelo.csp.network import Pair
from zermelo.csp.search import Search
from zermelo.errors import Stopped

LOOK_AT_THE_CLOCK = 64
"""Arcs between two looks."""
WIDE = 1024
"""Rows of values that are looked through for one that supports a value; beyond, it is believed."""


def no_inference(search: Search, variable: Variable) -> bool:
    """Nothing is looked ahead: each value is held against the past when its turn comes."""
    return True


def forward_checking(search: Search, variable: Variable) -> bool:
    """Take from the neighbours what the new value forbids; has each something left?"""
    value = search.assignment[variable]
    for other, test in search.network.links[variable]:
        if other not in search.assignment and not check_forward(search, variable, value, other, test):
            return False
    return all(look_ahead(search, constraint) for constraint in search.network.wide[variable])


def check_forward(search: Search, variable: Variable, value: Any, other: Variable, test: Pair) -> bool:
    return search.filter(other, lambda candidate: test(value, candidate), (variable,))


def look_ahead(search: Search, constraint: Constraint) -> bool:
    """A sum bounds each of its variables; any other constraint speaks when one variable is left."""
    open_variables = [variable for variable in constraint.scope if variable not in search.assignment]
    if isinstance(constraint, Sum):
        return bound_by_sum(search, constraint, open_variables)
    return len(open_variables) != 1 or supported(search, constraint, open_variables[0])


def bound_by_sum(search: Search, constraint: Sum, variables: Iterable[Variable]) -> bool:
    """Keep the values of some variables with which the others can still make the total."""
    factors = dict(zip(constraint.scope, constraint.coefficients))
    ends = {name: ends_of(search, name, factor) for name, factor in factors.items()}
    low, high = sum(low for low, _ in ends.values()), sum(high for _, high in ends.values())
    for variable in variables:
        least, most = low - ends[variable][0], high - ends[variable][1]  # what the others make
        allows = partial(fits_in, constraint, factors[variable], least, most)
        if not search.filter(variable, allows, *reasons(search, constraint, variable)):
            return False
        ends[variable] = ends_of(search, variable, factors[variable])
        low, high = least + ends[variable][0], most + ends[variable][1]
    return True


def ends_of(search: Search, variable: Variable, factor: Any) -> tuple[Any, Any]:
    """The least and the most that a variable can add to a sum."""
    terms = [factor * exact(value) for value in search.domains[variable]]
    return min(terms), max(terms)


def fits_in(constraint: Sum, factor: Any, low: Any, high: Any, value: Any) -> bool:
    """Does a value leave room for the total, if the others make something from low to high?"""
    term = factor * exact(value)
    return reachable(constraint.relation, low + term, high + term, constraint.total)


def reachable(relation: str, low: Any, high: Any, amount: Any) -> bool:
    """Can a sum between two ends, both of which it can be, stand in this relation?"""
    if relation == "==":
        return bool(low <= amount <= high)
    if relation == "!=":
        return not low == high == amount
    return RELATIONS[relation](low if relation in ("<=", "<") else high, amount)


def supported(search: Search, constraint: Constraint, variable: Variable) -> bool:
    """Keep the values of a variable for which the others have values that satisfy the constraint."""
    others = [name for name in constraint.scope if name != variable]
    place = constraint.scope.index(variable)
    choices = [search.domains[name] for name in others]
    if prod(map(len, choices)) > WIDE:
        return True

    def allows(value: Any) -> bool:
        return any(constraint.holds(*row[:place], value, *row[place:]) for row in product(*choices))

    return search.filter(variable, allows, *reasons(search, constraint, variable))


def reasons(
    search: Search, constraint: Constraint, variable: Variable
) -> tuple[Iterable[Variable], Iterable[Variable]]:
    """The assigned variables behind what the others of a constraint can be; and those that are still open."""
    others = [name for name in constraint.scope if name != variable]
    owed = (name for other in others for name in search.owed_to(other))
    return owed, (name for name in others if name not in search.assignment)


def ac3(search: Search, variable: Variable) -> bool:
    """Maintain arc consistency (MAC): every value left has a partner in every neighbour's domain."""
    return propagate(search, deque(arcs_to(search, variable)))


Arc = tuple[Variable, Any, Any]
"""A variable to revise, and the neighbour and test, or None and the larger constraint, to revise it by."""


def arcs_to(search: Search, variable: Variable) -> Iterable[Arc]:
    """Who must look again when a domain has shrunk."""
    for other, _ in search.network.links[variable]:
        if other not in search.assignment:
            yield other, variable, None
    for constraint in search.network.wide[variable]:
        for other in constraint.scope:
            if other not in search.assignment:
                yield other, None, constraint


def arc_consistent(search: Search) -> bool:
    """Every arc once, and again what they change: before the first assignment."""
    arcs = [arc for variable in search.problem.variables for arc in arcs_to(search, variable)]
    return propagate(search, deque(dict.fromkeys(arcs)))


def propagate(search: Search, arcs: deque[Arc]) -> bool:
    waiting = set(arcs)
    looks = 0
    while arcs:
        looks += 1
        if looks % LOOK_AT_THE_CLOCK == 0 and search.clock.left <= 0:
            raise Stopped
        arc = arcs.popleft()
        waiting.discard(arc)
        variable, neighbour, constraint = arc
        size = len(search.domains[variable])
        if not revise(search, variable, neighbour, constraint):
            return False
        if len(search.domains[variable]) < size:
            for again in arcs_to(search, variable):
                if again not in waiting:
                    waiting.add(again)
                    arcs.append(again)
    return True


def revise(search: Search, variable: Variable, neighbour: Variable, constraint: Constraint | None) -> bool:
    if isinstance(constraint, Sum):
        return bound_by_sum(search, constraint, [variable])
    if constraint is not None:
        return supported(search, constraint, variable)
    test = search.network.between[variable, neighbour]
    partners = search.domains[neighbour]
    because = search.owed_to(neighbour)
    through = () if neighbour in search.assignment else (neighbour,)
    return search.filter(
        variable, lambda value: any(test(value, partner) for partner in partners), because, through
    )


COMPLETE = frozenset((forward_checking, ac3))
"""After these no value left can break a constraint with what is assigned: it is not held against it again."""
