"""A game given by what each pair of actions pays: one matrix where the sum is zero, two where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from zermelo.errors import MatrixError
from zermelo.game import MAX, MIN
from zermelo.matrix.payoffs import payoff, shown
from zermelo.pictures import painted

ROWS, COLUMNS = 0, 1
"""Who chooses a row, and who chooses a column."""
MOST_CELLS = 1_000_000
Table = tuple[tuple[Fraction, ...], ...]
Mix = tuple[Fraction, ...]
"""The probability of each action; they sum to 1."""


class NormalForm:
    """What a matrix and a bimatrix game share: actions with names, and what each pair of them brings whom."""

    rows: tuple[str, ...]
    """Names of the row player's actions."""
    columns: tuple[str, ...]
    """Names of the column player's actions."""

    @property
    def gains(self) -> tuple[Table, Table]:
        """What each cell brings the row player, and what it brings the column player: both want much."""
        raise NotImplementedError

    @property
    def players(self) -> tuple[str, str]:
        """What the row player and the column player are called."""
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return len(self.rows), len(self.columns)

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The actions of the row player, and those of the column player."""
        return self.rows, self.columns

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._facts == getattr(other, "_facts", None)

    def __hash__(self) -> int:
        return hash(self._facts)

    def __repr__(self) -> str:
        height, width = self.shape
        return f"<{type(self).__name__} of {height} × {width}>"

    @property
    def _facts(self) -> tuple[Any, ...]:
        return (*self.gains, *self.names, *self.players)

    _repr_svg_ = painted


class Matrix(NormalForm):
    """A zero-sum game by what MAX gets in each cell; rows are MAX's actions, unless `row_player` is MIN.

    >>> game = Matrix([[2, -3], [0, 2], [-5, 10]], columns=["left", "right"])
    >>> game, game.rows, game.players, str(game.payoffs[2][0])
    (<Matrix of 3 × 2>, ('r1', 'r2', 'r3'), ('MAX', 'MIN'), '-5')
    """

    def __init__(
        self,
        payoffs: Any,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        row_player: int = MAX,
    ) -> None:
        if row_player not in (MAX, MIN):
            raise MatrixError("wrong_player", given=repr(row_player))
        self.payoffs, self.row_player = table_of(payoffs), int(row_player)
        """What MAX gets, and who chooses the row."""
        self.rows, self.columns = names_for(self.payoffs, rows, columns)

    @cached_property
    def gains(self) -> tuple[Table, Table]:
        """What each cell brings the row player, and what it brings the column player."""
        opposite = negated(self.payoffs)
        return (self.payoffs, opposite) if self.row_player == MAX else (opposite, self.payoffs)

    @property
    def players(self) -> tuple[str, str]:
        """MAX and MIN, the row player first."""
        return ("MAX", "MIN") if self.row_player == MAX else ("MIN", "MAX")

    def for_max(self, gain: Fraction) -> Fraction:
        """What the row player's gain is worth to MAX."""
        return gain if self.row_player == MAX else -gain

    @property
    def transposed(self) -> Matrix:
        """The same game with rows and columns changed over."""
        turned = [list(column) for column in zip(*self.payoffs)]
        return Matrix(turned, self.columns, self.rows, MIN if self.row_player == MAX else MAX)


class Bimatrix(NormalForm):
    """A game of two players who need not be opponents: what each cell brings either of them.

    >>> prisoners = Bimatrix([[-1, -10], [0, -8]], [[-1, 0], [-10, -8]], ["deny", "tell"], ["deny", "tell"])
    >>> prisoners, prisoners.is_zero_sum
    (<Bimatrix of 2 × 2>, False)
    """

    def __init__(
        self,
        row_payoffs: Any,
        column_payoffs: Any,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
    ) -> None:
        self.row_payoffs, self.column_payoffs = table_of(row_payoffs), table_of(column_payoffs)
        first, second = size_of(self.row_payoffs), size_of(self.column_payoffs)
        if first != second:
            raise MatrixError("bimatrix_sizes", first=first, second=second)
        self.rows, self.columns = names_for(self.row_payoffs, rows, columns)

    @property
    def gains(self) -> tuple[Table, Table]:
        """What each cell brings the row player, and what it brings the column player."""
        return self.row_payoffs, self.column_payoffs

    @property
    def players(self) -> tuple[str, str]:
        """Nobody is MAX or MIN here."""
        return "row player", "column player"

    @property
    def is_zero_sum(self) -> bool:
        """Does one gain in each cell what the other loses?"""
        return self.row_payoffs == negated(self.column_payoffs)


def table_of(given: Any) -> Table:
    """Rows of exact numbers, all of one length."""
    given = given.tolist() if hasattr(given, "tolist") else given
    rows = [list_of(row) for row in list_of(given)]
    if not rows or not rows[0]:
        raise MatrixError("matrix_empty")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        raise MatrixError("matrix_too_large", cells=len(rows) * len(rows[0]), most=MOST_CELLS)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise MatrixError("matrix_ragged", row=number, count=len(row), first=len(rows[0]))
    return tuple(tuple(map(payoff, row)) for row in rows)


def list_of(given: Any) -> list[Any]:
    given = given.tolist() if hasattr(given, "tolist") else given
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        raise MatrixError("matrix_not_rows", given=repr(given)[:80])
    return list(given)


def names_for(
    table: Table, rows: Sequence[str] | None, columns: Sequence[str] | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those that are given, or r1, r2, … and c1, c2, …"""
    return called(rows, "r", len(table)), called(columns, "c", len(table[0]))


def called(given: Sequence[str] | None, letter: str, count: int) -> tuple[str, ...]:
    if given is None:
        return tuple(f"{letter}{number}" for number in range(1, count + 1))
    names = tuple(str(name) for name in list_of(given))
    if len(names) != count:
        code = "names_of_rows" if letter == "r" else "names_of_columns"
        raise MatrixError(code, count=count, given=len(names))
    if len({*names}) < count:
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise MatrixError("row_named_twice" if letter == "r" else "column_named_twice", name=twice)
    return names


def size_of(table: Table) -> str:
    return f"{len(table)} × {len(table[0])}"


def negated(table: Table) -> Table:
    return tuple(tuple(-number for number in row) for row in table)


def transposed(table: Table) -> Table:
    """Its columns as rows."""
    return tuple(zip(*table))


def mix_text(names: Sequence[str], mix: Sequence[Fraction]) -> str:
    """A mixed strategy as people read it.

    >>> mix_text(("left", "right"), (Fraction(1, 3), Fraction(2, 3)))
    'left 1/3, right 2/3'
    """
    used = [(name, share) for name, share in zip(names, mix) if share]
    return used[0][0] if len(used) == 1 else ", ".join(f"{name} {shown(share)}" for name, share in used)


def as_form(game: Any) -> NormalForm:
    """A matrix or bimatrix; rows of numbers are a matrix.

    >>> as_form([[1, -1], [-1, 1]])
    <Matrix of 2 × 2>
    """
    return game if isinstance(game, NormalForm) else Matrix(game)


def as_matrix(game: Any) -> Matrix:
    """The same, of a game that has to be zero-sum."""
    return game if isinstance(game, Matrix) else Matrix(game)
