"""All solutions of a constraint problem, without the library's search."""

from __future__ import annotations

import itertools
from typing import Any

from zermelo.csp import (
    Problem,
    ac3,
    backjumping,
    backtracking,
    forward_checking,
    no_inference,
)

METHODS = (backtracking, backjumping)


INFERENCES = (no_inference, forward_checking, ac3)


def as_set(found: Any) -> list[tuple[Any, ...]]:
    return sorted(tuple(solution.values()) for solution in found)


def by_brute_force(problem: Problem) -> list[tuple[Any, ...]]:
    """All complete assignments that break no constraint: written without the library's search."""
    found = []
    for values in itertools.product(*problem.domains.values()):
        given_values = dict(zip(problem.variables, values))
        if all(c.holds(*(given_values[name] for name in c.scope)) for c in problem.constraints):
            found.append(values)
    return sorted(found)
