"""The simplex method in whole numbers: exact, and without a fraction on the way.

A tableau of whole numbers over one denominator; a pivot divides without a remainder (Bareiss, Edmonds).  The
column with the largest promise enters, and Bland's rule takes over while the value stands still, so that no
program goes round in circles.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Optimum(NamedTuple):
    """The best value, where it is reached, and what each limit is worth."""

    value: Fraction
    primal: tuple[Fraction, ...]
    dual: tuple[Fraction, ...]


def maximise(costs: Sequence[int], table: Sequence[Sequence[int]], limits: Sequence[int]) -> Optimum:
    """The most that costs · y can be where table · y ≤ limits and y ≥ 0; no limit is below 0.

    >>> found = maximise([1, 1], [[2, 1], [1, 3]], [4, 6])
    >>> str(found.value), [str(part) for part in found.primal], [str(part) for part in found.dual]
    ('14/5', ['6/5', '8/5'], ['2/5', '1/5'])
    """
    tableau = Tableau(costs, table, limits)
    stalled = False
    while (column := tableau.entering(stalled)) is not None:
        row = tableau.leaving(column)
        stalled = tableau.rows[row][-1] == 0
        tableau.pivot(row, column)
    return tableau.optimum()


class Tableau:
    """The rows of the limits and, last, that of the value; what is not in the basis has a column."""

    def __init__(
        self, costs: Sequence[int], table: Sequence[Sequence[int]], limits: Sequence[int]
    ) -> None:
        self.rows = [[*row, limit] for row, limit in zip(table, limits)]
        self.rows.append([*(-cost for cost in costs), 0])
        self.denominator = 1
        self.outside = [*range(len(costs))]
        """Variables that are zero; the slack of a limit comes after the variables of the program."""
        self.basis = [len(costs) + row for row in range(len(limits))]

    def entering(self, stalled: bool) -> int | None:
        """The column that the value grows with."""
        promises = self.rows[-1]
        useful = [column for column in range(len(self.outside)) if promises[column] < 0]
        if stalled:
            return min(useful, key=lambda column: self.outside[column], default=None)
        return min(useful, key=lambda column: promises[column], default=None)

    def leaving(self, column: int) -> int:
        """The row whose variable is the first to become zero."""
        return min(
            (row for row in range(len(self.basis)) if self.rows[row][column] > 0),
            key=lambda row: (Fraction(self.rows[row][-1], self.rows[row][column]), self.basis[row]),
        )

    def pivot(self, row: int, column: int) -> None:
        """Change a variable of the basis for one outside."""
        chosen, pivot, denominator = self.rows[row], self.rows[row][column], self.denominator
        for index, other in enumerate(self.rows):
            if index != row:
                factor = other[column]
                self.rows[index] = [
                    (number * pivot - factor * beside) // denominator
                    for number, beside in zip(other, chosen)
                ]
                self.rows[index][column] = -factor
        chosen[column] = denominator
        self.denominator = pivot
        self.basis[row], self.outside[column] = self.outside[column], self.basis[row]

    def optimum(self) -> Optimum:
        """What the tableau says at its end."""
        count = len(self.outside)
        found = [Fraction(0)] * (count + len(self.basis))
        worth = [Fraction(0)] * len(found)
        for variable, row in zip(self.basis, self.rows):
            found[variable] = Fraction(row[-1], self.denominator)
        for variable, promise in zip(self.outside, self.rows[-1]):
            worth[variable] = Fraction(promise, self.denominator)
        value = Fraction(self.rows[-1][-1], self.denominator)
        return Optimum(value, tuple(found[:count]), tuple(worth[count:]))
