"""Which variable comes next, and which of its values first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.csp.constraints import Variable
from zermelo.csp.search import Search


def static(search: Search) -> Variable:
    """The first variable that has no value, in the order of the problem."""
    return next(search.unassigned)


def mrv(search: Search) -> Variable:
    """Minimum remaining values: the variable with the fewest values left."""
    return min(search.unassigned, key=lambda variable: len(search.domains[variable]))


def degree(search: Search) -> Variable:
    """The variable that is bound to the most others without a value."""
    return max(search.unassigned, key=lambda variable: open_neighbours(search, variable))


def mrv_degree(search: Search) -> Variable:
    """Minimum remaining values; of several, the one bound to the most others."""
    return min(
        search.unassigned,
        key=lambda variable: (len(search.domains[variable]), -open_neighbours(search, variable)),
    )


def open_neighbours(search: Search, variable: Variable) -> int:
    """Links to variables without a value, and larger constraints with another one without."""
    assignment, network = search.assignment, search.network
    linked = sum(other not in assignment for other, _ in network.links[variable])
    wide = sum(
        any(other != variable and other not in assignment for other in constraint.scope)
        for constraint in network.wide[variable]
    )
    return linked + wide


def natural(search: Search, variable: Variable) -> Iterable[Any]:
    """The values as they stand in the domain."""
    return search.domains[variable]


def lcv(search: Search, variable: Variable) -> Iterable[Any]:
    """Least constraining value first: the one that takes the fewest values from the neighbours."""
    return sorted(search.domains[variable], key=lambda value: taken_away(search, variable, value))


def taken_away(search: Search, variable: Variable, value: Any) -> int:
    """How many values of neighbours a value would rule out."""
    taken = 0
    for other, test in search.network.links[variable]:
        if other not in search.assignment:
            search.counters.checks += len(search.domains[other])
            taken += sum(not test(value, candidate) for candidate in search.domains[other])
    return taken
