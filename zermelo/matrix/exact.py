"""Optimal mixed strategies in exact fractions: the matrix as a linear program, and all of its solutions."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

from zermelo.matrix.game import Mix, Table, negated, transposed
from zermelo.matrix.polytope import extreme_rays
from zermelo.matrix.simplex import maximise


class Pair(NamedTuple):
    """What the row player gains on average, and a strategy of each player that sees to it."""

    value: Fraction
    rows: Mix
    columns: Mix


def best_pair(gains: Table) -> Pair:
    """An optimal strategy of each player, by the simplex method; `gains` are the row player's.

    Payoffs that are all positive make it one program: with weights y whose sum is 1/value, no row gains more
    than 1.  What each of these limits is worth are the weights of the rows.
    """
    scale = lcm(*(number.denominator for row in gains for number in row))
    least = min(number for row in gains for number in row)
    positive = [[int((number - least) * scale) + 1 for number in row] for row in gains]
    found = maximise([1] * len(gains[0]), positive, [1] * len(gains))
    value = least + (1 / found.value - 1) / scale
    return Pair(value, of_sum_one(found.dual), of_sum_one(found.primal))


def of_sum_one(weights: tuple[Fraction, ...]) -> Mix:
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def optimal_rows(gains: Table, pair: Pair) -> tuple[Mix, ...]:
    """The corners of the set of all optimal strategies of the row player: these and their averages are all.

    Only rows that are best against an optimal strategy of the columns take part, and each column of that
    strategy brings them exactly the value.
    """
    usual = [index for index, row in enumerate(gains) if average(row, pair.columns) == pair.value]
    above = [[gains[index][column] - pair.value for index in usual] for column in range(len(gains[0]))]
    tight = [row for row, share in zip(above, pair.columns) if share]
    loose = [row for row, share in zip(above, pair.columns) if not share]
    units = [[int(place == other) for other in range(len(usual))] for place in range(len(usual))]
    corners = extreme_rays([*units, *loose], tight, len(usual))
    return tuple(sorted((spread(corner, usual, len(gains)) for corner in corners), key=pure_first))


def pure_first(mix: Mix) -> tuple[int, list[Fraction]]:
    """An order of strategies: those of few actions first, then those of the first actions."""
    return sum(map(bool, mix)), [-share for share in mix]


def optimal_columns(gains: Table, pair: Pair) -> tuple[Mix, ...]:
    """The same of the column player, whose gains are what the rows lose."""
    return optimal_rows(negated(transposed(gains)), Pair(-pair.value, pair.columns, pair.rows))


def average(numbers: tuple[Fraction, ...], mix: Mix) -> Fraction:
    """What these numbers come to on average."""
    return sum((number * share for number, share in zip(numbers, mix) if share), Fraction(0))


def spread(weights: tuple[int, ...], places: list[int], count: int) -> Mix:
    """Weights at these places, nothing elsewhere, as shares of 1."""
    shares, total = [Fraction(0)] * count, sum(weights)
    for place, weight in zip(places, weights):
        shares[place] = Fraction(weight, total)
    return tuple(shares)
