"""Fictitious play: in every round both players answer what the other has done so far (Brown, 1951).

In a zero-sum game the frequencies of their actions approach optimal strategies (Robinson, 1951), slowly.
What these frequencies guarantee either player encloses the value in every round.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from zermelo.errors import MatrixError
from zermelo.matrix.game import Matrix, Mix, as_matrix

MOST_ROUNDS = 1_000_000
POINTS = 120
"""Rounds that a drawing shows."""


class Round(NamedTuple):
    """What is known after so many rounds, in MAX's payoffs."""

    number: int
    row: int
    """The action that the row player took."""
    column: int
    at_least: Fraction
    """What MAX's frequencies guarantee MAX."""
    at_most: Fraction
    """What MIN's frequencies leave MAX."""
    rows: Mix
    """How often each row was taken so far."""
    columns: Mix


class Record:
    """What both players did so far, in whole numbers."""

    def __init__(self, game: Matrix) -> None:
        gains = game.gains[0]
        self.game = game
        self.scale = lcm(*{number.denominator for row in gains for number in row})
        self.by_row = [[int(number * self.scale) for number in row] for row in gains]
        self.by_column = [list(column) for column in zip(*self.by_row)]
        self.row_totals, self.column_totals = [0] * len(self.by_row), [0] * len(self.by_column)
        self.row_counts, self.column_counts = [0] * len(self.by_row), [0] * len(self.by_column)

    def play(self) -> tuple[int, int]:
        """One more round; of equally good actions the first is taken."""
        row = self.row_totals.index(max(self.row_totals))
        column = self.column_totals.index(min(self.column_totals))
        self.row_totals = [*map(int.__add__, self.row_totals, self.by_column[column])]
        self.column_totals = [*map(int.__add__, self.column_totals, self.by_row[row])]
        self.row_counts[row] += 1
        self.column_counts[column] += 1
        return row, column

    def told(self, number: int, row: int, column: int) -> Round:
        """A round with what is known after it."""
        unit = self.scale * number
        ends = (Fraction(min(self.column_totals), unit), Fraction(max(self.row_totals), unit))
        at_least, at_most = sorted(map(self.game.for_max, ends))
        rows, columns = (
            tuple(Fraction(count, number) for count in counts)
            for counts in (self.row_counts, self.column_counts)
        )
        return Round(number, row, column, at_least, at_most, rows, columns)


def fictitious_play(game: Any, rounds: int = 1000) -> Iterator[Round]:
    """Round after round; both players choose at the same time, and the first of equally good actions.

    >>> *_, last = fictitious_play(Matrix([[2, -3], [0, 2], [-5, 10]]), 1000)
    >>> last.at_least <= Fraction(4, 7) <= last.at_most, float(last.at_most - last.at_least) < 0.5
    (True, True)
    """
    record = Record(as_matrix(game))
    for number in range(1, checked(rounds) + 1):
        yield record.told(number, *record.play())


def course(game: Matrix, rounds: int = 1000) -> list[Round]:
    """The rounds that a drawing needs, ever further apart, and the last."""
    record, found = Record(game), []
    wanted = picked(checked(rounds))
    for number in range(1, rounds + 1):
        chosen = record.play()
        if number in wanted:
            found.append(record.told(number, *chosen))
    return found


def picked(rounds: int) -> set[int]:
    """About so many numbers of rounds as are drawn, evenly spread on a logarithmic scale."""
    return {max(1, round(rounds ** (step / POINTS))) for step in range(POINTS + 1)}


def checked(rounds: int) -> int:
    if not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise MatrixError("not_within", option="rounds", most=MOST_ROUNDS, given=repr(rounds))
    return rounds
