"""The value of a matrix and optimal mixed strategies: exact, or for large ones with a proved error."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, get_args

from zermelo.errors import MatrixError
from zermelo.game import MAX
from zermelo.matrix.exact import Pair, average, best_pair, optimal_columns, optimal_rows
from zermelo.matrix.floating import guarantees, is_installed, near_pair
from zermelo.matrix.game import Matrix, Mix, as_matrix, mix_text
from zermelo.matrix.payoffs import decimal, magnitude
from zermelo.matrix.replies import mix_of, saddle_points
from zermelo.messages import Brief

Method = Literal["auto", "exact", "floating"]
METHODS: tuple[str, ...] = get_args(Method)
LONGEST = 60
"""Signs of a value that are shown as they are."""
SMALL = 2500
"""Cells of a matrix that is solved exactly where nothing else is said: 50 × 50."""


@dataclass(frozen=True, repr=False)
class Solution(Brief):
    """What a matrix is worth to MAX, and how both players see to it."""

    game: Matrix
    rows: Mix
    """An optimal mixed strategy of the row player."""
    columns: Mix
    """An optimal mixed strategy of the column player."""
    at_least: Fraction
    """What MAX gets at least by playing so, whatever MIN does."""
    at_most: Fraction
    """What MAX gets at most if MIN plays so, whatever MAX does."""
    method: Literal["exact", "floating"]

    @property
    def exact(self) -> bool:
        """Do both guarantees meet, so that the value is known exactly?"""
        return self.at_least == self.at_most

    @property
    def value(self) -> Fraction:
        """The value for MAX: exact, or half-way between the two guarantees."""
        return (self.at_least + self.at_most) / 2

    @property
    def error(self) -> Fraction:
        """How far from the truth the value is at most; 0 if it is exact."""
        return (self.at_most - self.at_least) / 2

    @cached_property
    def all_rows(self) -> tuple[Mix, ...]:
        """Every optimal strategy of the row player is an average of these; a floating answer has one."""
        return optimal_rows(self.game.gains[0], self._pair) if self.exact else (self.rows,)

    @cached_property
    def all_columns(self) -> tuple[Mix, ...]:
        """Every optimal strategy of the column player is an average of these."""
        return optimal_columns(self.game.gains[0], self._pair) if self.exact else (self.columns,)

    @property
    def _pair(self) -> Pair:
        return Pair(self.game.for_max(self.value), self.rows, self.columns)

    @property
    def value_text(self) -> str:
        """The value and how sure it is.

        >>> solve(Matrix([[2, -3], [0, 2], [-5, 10]])).value_text
        '4/7 for MAX (exact)'
        """
        if not self.exact:
            return "{} for MAX (floating point, within {})".format(*self._rounded)
        whole = str(self.value)
        if len(whole) <= LONGEST:
            return f"{whole} for MAX (exact)"
        return f"≈ {decimal(self.value)} for MAX (rounded; it is known exactly)"

    @property
    def _rounded(self) -> tuple[str, str]:
        """The value to as many digits as the error allows, and the error with that of rounding."""
        digits = max(2, magnitude(self.value) - magnitude(self.error) + 2)
        near = decimal(self.value, digits)
        error = self.error + abs(Fraction(near) - self.value)
        return near, decimal(error, 2, ROUND_CEILING)

    def __str__(self) -> str:
        sides = zip(self.game.players, self.game.names, (self.rows, self.columns))
        mixes = [f"{player} plays {mix_text(names, mix)}" for player, names, mix in sides]
        return "; ".join([self.value_text, *mixes])


def solve(game: Any, method: Method = "auto") -> Solution:
    """The value of a zero-sum matrix game and an optimal mixed strategy of each player.

    `exact` is the simplex method in whole numbers; `floating` is SciPy's HiGHS (the extra `matrix`), whose
    error is then proved; `auto` is exact up to 50 × 50 cells.

    >>> str(solve([[2, -3], [0, 2], [-5, 10]]))
    '4/7 for MAX (exact); MAX plays r1 2/7, r2 5/7; MIN plays c1 5/7, c2 2/7'
    """
    game = as_matrix(game)
    if method not in METHODS:
        raise MatrixError("unknown_matrix_method", name=repr(method), choices=list(METHODS))
    if method == "floating" or (method == "auto" and is_large(game)):
        return solved_nearly(game)
    pair = pure_pair(game) or best_pair(game.gains[0])
    value = game.for_max(pair.value)
    return Solution(game, pair.rows, pair.columns, value, value, "exact")


def pure_pair(game: Matrix) -> Pair | None:
    """The first saddle point, if there is one: where pure strategies do, nobody need mix."""
    for row, column in saddle_points(game):
        mixes = (mix_of(names, place) for names, place in zip(game.names, (row, column)))
        return Pair(game.gains[0][row][column], *mixes)
    return None


def is_large(game: Matrix) -> bool:
    """Is it too large to be solved exactly without being asked to?"""
    height, width = game.shape
    if height * width > SMALL and not is_installed():
        raise MatrixError("large_needs_extra", rows=height, columns=width, most=SMALL)
    return height * width > SMALL


def solved_nearly(game: Matrix) -> Solution:
    """By floating-point numbers; what the strategies guarantee is computed exactly."""
    rows, columns = near_pair(game.gains[0])
    least, most = guarantees(game.gains[0], rows, columns)
    ends = (least, most) if game.row_player == MAX else (-most, -least)
    return Solution(game, rows, columns, *ends, "floating")


def expected(game: Matrix, rows: Mix, columns: Mix) -> Fraction:
    """What MAX gets on average where both play mixed strategies."""
    return average(tuple(average(row, columns) for row in game.payoffs), rows)
