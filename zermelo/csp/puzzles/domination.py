"""Domination: as few pieces as can be, so that every cell is occupied or attacked.

· · · ·     A variable is a cell (row, column), its value 1 where a piece stands.
♞ ♞ · ·     Every cell asks for at least one piece on itself or on a cell from which
· · ♞ ♞     it is attacked.  Four knights dominate a board of 4 × 4.
· · · ·
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt

from zermelo.csp.constraints import total
from zermelo.csp.problem import Assignment, Naming, Problem, minimize
from zermelo.errors import ProblemError

Cell = tuple[int, int]
LARGEST = 30
PIECES = {"knight": "♞", "queen": "♛", "rook": "♜", "bishop": "♝", "king": "♚"}


def problem(n: int = 8, piece: str = "knight") -> Problem:
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= LARGEST:
        raise ProblemError("domination_size", most=LARGEST, given=repr(n))
    if piece not in PIECES:
        raise ProblemError("unknown_piece", piece=piece, choices=[*PIECES])
    cells = [(row, column) for row in range(n) for column in range(n)]
    constraints = [
        total([other for other in cells if other == cell or ATTACKS[piece](*steps(cell, other))], ">=", 1)
        for cell in cells
    ]
    naming = Naming(place, lambda _, value: f"a {piece}" if value else "nothing", "choice")
    return Problem(cells, (0, 1), constraints, minimize(cells), naming=naming, name=f"{piece}s on {n} × {n}")


def place(cell: Cell) -> str:
    """The cell's name on a chess board, from its top left corner."""
    return f"row {cell[0] + 1} column {cell[1] + 1}"


def steps(cell: Cell, other: Cell) -> tuple[int, int]:
    return abs(cell[0] - other[0]), abs(cell[1] - other[1])


ATTACKS: dict[str, Callable[[int, int], bool]] = {
    "knight": lambda rows, columns: {rows, columns} == {1, 2},
    "queen": lambda rows, columns: rows == 0 or columns == 0 or rows == columns,
    "rook": lambda rows, columns: rows == 0 or columns == 0,
    "bishop": lambda rows, columns: rows == columns,
    "king": lambda rows, columns: max(rows, columns) == 1,
}


def show(found: Problem, solution: Assignment) -> str:
    """The board as text."""
    sign = PIECES[found.name.split("s on ")[0]]
    n = isqrt(len(solution))
    return "\n".join(line(solution, row, n, sign) for row in range(n))


def line(solution: Assignment, row: int, n: int, sign: str) -> str:
    return " ".join(sign if solution[row, column] else "·" for column in range(n))


def occupied(solution: Assignment) -> Iterator[Cell]:
    """The cells with a piece."""
    return (cell for cell, value in solution.items() if value)  # type: ignore[misc]
