"""Optimal mixed strategies of large matrices, by SciPy's HiGHS, with an error that is proved.

Whatever the solver answers is rounded to strategies whose shares are exact.  What these two guarantee against
every action of the other player is then computed in whole numbers: the value lies between the two guarantees.
"""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from math import lcm
from typing import Any

from zermelo.errors import MatrixError
from zermelo.matrix.game import Mix, Table

FINE = 1 << 60
"""Steps in which shares are counted."""
TOLERANCE = 1e-10
"""Of the solver, for payoffs between 1 and 2."""


def is_installed() -> bool:
    """Is SciPy there, the extra `matrix`?"""
    return find_spec("scipy") is not None


def near_pair(gains: Table) -> tuple[Mix, Mix]:
    """A strategy of each player, as good as floating-point numbers are; `gains` are the row player's."""
    try:
        import numpy as np
        from scipy.optimize import linprog
    except ImportError:
        raise MatrixError("matrix_needs_extra") from None
    scaled = np.array(between_1_and_2(gains))
    height, width = scaled.shape
    found = linprog(
        np.append(np.zeros(width), 1.0),
        A_ub=np.hstack([scaled, -np.ones((height, 1))]),
        b_ub=np.zeros(height),
        A_eq=np.append(np.ones(width), 0.0)[None, :],
        b_eq=[1.0],
        method="highs",
        options={"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE},
    )
    if found.status != 0:
        raise MatrixError("solver_failed", said=found.message)
    return rounded(-found.ineqlin.marginals), rounded(found.x[:-1])


def between_1_and_2(gains: Table) -> list[list[float]]:
    """The same game in another unit, the least payoff 1 and the greatest 2: its value cannot be 0."""
    numbers = [number for row in gains for number in row]
    least, span = min(numbers), max(numbers) - min(numbers) or Fraction(1)
    return [[1.0 + float((number - least) / span) for number in row] for row in gains]


def rounded(weights: Any) -> Mix:
    """Shares that sum to 1 exactly."""
    steps = [max(0, round(float(weight) * FINE)) for weight in weights]
    total = sum(steps)
    return tuple(Fraction(step, total) for step in steps)


def guarantees(gains: Table, rows: Mix, columns: Mix) -> tuple[Fraction, Fraction]:
    """What the rows get at least by one strategy, and at most against the other: the value lies between."""
    scale = lcm(*{number.denominator for row in gains for number in row})
    table = [[int(number * scale) for number in row] for row in gains]
    above, below = in_steps(rows), in_steps(columns)
    least = min(sum(map(int.__mul__, column, above)) for column in zip(*table))
    most = max(sum(map(int.__mul__, row, below)) for row in table)
    return Fraction(least, scale * sum(above)), Fraction(most, scale * sum(below))


def in_steps(mix: Mix) -> list[int]:
    """Shares as whole numbers in the same proportion."""
    scale = lcm(*{share.denominator for share in mix})
    return [int(share * scale) for share in mix]
