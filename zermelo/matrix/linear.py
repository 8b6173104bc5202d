"""Linear equations over exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

Vector = Sequence[Fraction | int]


def reduced(rows: Sequence[Vector]) -> tuple[list[list[Fraction]], list[int]]:
    """The reduced echelon form of some rows, and the column of each leading 1.

    >>> reduced([[2, 4], [1, 2]])
    ([[Fraction(1, 1), Fraction(2, 1)]], [0])
    """
    left = [[Fraction(number) for number in row] for row in rows]
    done: list[list[Fraction]] = []
    leading: list[int] = []
    for column in range(len(left[0]) if left else 0):
        found = next((row for row in left if row[column]), None)
        if found is None:
            continue
        left.remove(found)
        unit = [number / found[column] for number in found]
        done, left = [[cleared(row, unit, column) for row in part] for part in (done, left)]
        done.append(unit)
        leading.append(column)
    return done, leading


def cleared(row: list[Fraction], unit: list[Fraction], column: int) -> list[Fraction]:
    """A row less so much of another that nothing is left in this column."""
    factor = row[column]
    return [number - factor * other for number, other in zip(row, unit)] if factor else row


def null_space(rows: Sequence[Vector], width: int) -> list[list[Fraction]]:
    """A basis of all vectors that every row is orthogonal to."""
    done, leading = reduced(rows)
    basis = []
    for free in (column for column in range(width) if column not in leading):
        vector = [Fraction(int(column == free)) for column in range(width)]
        for row, column in zip(done, leading):
            vector[column] = -row[free]
        basis.append(vector)
    return basis


def only_solution(rows: Sequence[Vector], values: Vector) -> list[Fraction] | None:
    """The vector that gives these values, if there is exactly one."""
    width = len(rows[0])
    done, leading = reduced([[*row, value] for row, value in zip(rows, values)])
    return [row[-1] for row in done] if leading == [*range(width)] else None


def dot(one: Vector, other: Vector) -> Fraction | int:
    """The sum of the products of their parts."""
    return sum(first * second for first, second in zip(one, other))


def combined(weights: Vector, vectors: Sequence[Vector]) -> list[Fraction | int]:
    """The sum of vectors, each as often as its weight says; most weights of large games are 0.

    >>> combined([2, 0, 1], [[1, 1], [5, 7], [0, 3]])
    [2, 5]
    """
    found: list[Fraction | int] = [0] * len(vectors[0])
    for weight, vector in zip(weights, vectors):
        if weight:
            found = [number + weight * other for number, other in zip(found, vector)]
    return found


def whole(vector: Vector) -> tuple[int, ...]:
    """The shortest vector of whole numbers in this direction."""
    scale = lcm(*(Fraction(number).denominator for number in vector))
    numbers = [int(number * scale) for number in vector]
    common = gcd(*numbers) or 1
    return tuple(number // common for number in numbers)
