"""Sudoku: fill the grid so that every row, column and box holds every digit once.

5 3 · │ · 7 · │ · · ·      A variable is a cell (row, column), its value a digit.  The text of a grid has one
6 · · │ 1 9 5 │ · · ·      sign for each cell, row by row: a digit, or . or 0 for an empty one; grids of
· 9 8 │ · · · │ · 6 ·      4 × 4, 9 × 9 and 16 × 16 (digits, then letters from A) are taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from zermelo.csp.constraints import all_different
from zermelo.csp.problem import Assignment, Naming, Problem
from zermelo.errors import ProblemError

Cell = tuple[int, int]
SIGNS = "123456789ABCDEFG"
EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NAMING = Naming(lambda cell: f"r{cell[0] + 1}c{cell[1] + 1}", lambda _, digit: str(digit), "digit")


def problem(grid: str = EXAMPLE) -> Problem:
    """A grid as a problem; cells that are given have one value to choose from."""
    signs = cleaned(grid)
    size = isqrt(len(signs))
    cells = [(row, column) for row in range(size) for column in range(size)]
    every = tuple(range(1, size + 1))
    domains = {cell: every if sign == "." else (SIGNS.index(sign) + 1,) for cell, sign in zip(cells, signs)}
    return Problem(
        cells, domains, [all_different(*group) for group in groups(size)], naming=NAMING, name="sudoku"
    )


def cleaned(grid: str) -> str:
    """The signs of a grid, without the lines and spaces around them."""
    signs = "".join(sign for sign in grid.upper().replace("0", ".") if sign not in " \n\r\t|+-│─┼_")
    if len(signs) not in (16, 81, 256):
        raise ProblemError("wrong_sudoku_size", count=len(signs))
    known = SIGNS[: isqrt(len(signs))] + "."
    for sign in signs:
        if sign not in known:
            raise ProblemError("not_a_sudoku_sign", sign=sign, first=known[0], last=known[-2])
    return signs


def groups(size: int) -> Iterator[list[Cell]]:
    """Rows, columns and boxes."""
    box = isqrt(size)
    for index in range(size):
        yield [(index, other) for other in range(size)]
        yield [(other, index) for other in range(size)]
        top, left = index // box * box, index % box * box
        yield [(top + row, left + column) for row in range(box) for column in range(box)]


def text(solution: Assignment) -> str:
    """The signs of a solution in one line."""
    return "".join(SIGNS[digit - 1] for digit in solution.values())


def show(found: Problem, solution: Assignment) -> str:
    """The grid as text, with its boxes."""
    signs = text(solution)
    size = isqrt(len(signs))
    box = isqrt(size)
    lines = []
    for row in range(size):
        line = signs[row * size : row * size + size]
        lines.append(" │ ".join(" ".join(line[start : start + box]) for start in range(0, size, box)))
        if row % box == box - 1 and row < size - 1:
            lines.append("─┼─".join("─" * (2 * box - 1) for _ in range(box)))
    return "\n".join(lines)
