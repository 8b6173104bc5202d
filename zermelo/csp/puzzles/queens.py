"""N queens: place n queens on an n × n board so that none attacks another.

· ♛ · ·     A variable is a row, its value the column of the queen there:
· · · ♛     {0: 1, 1: 3, 2: 0, 3: 2}
♛ · · ·
· · ♛ ·
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from textwrap import fill

from zermelo.csp.constraints import all_different
from zermelo.csp.problem import Assignment, Naming, Problem
from zermelo.csp.search import Counters
from zermelo.errors import ProblemError
from zermelo.limits import Clock

LARGEST = 100_000
WIDEST = 100
"""The largest board that is drawn."""
NAMING = Naming(lambda row: f"queen {row + 1}", lambda _, column: f"column {column + 1}", "cell")


def problem(n: int = 8) -> Problem:
    """One queen in each row, the lecture's reduced form: different columns, rising and falling diagonals."""
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= LARGEST:
        raise ProblemError("number_of_queens", most=LARGEST, given=repr(n))
    rows = range(n)
    constraints = [
        all_different(rows),
        all_different(rows, shifts=rows),
        all_different(rows, shifts=[-row for row in rows]),
    ]
    return Problem(rows, rows, constraints, naming=NAMING, name=f"{n} queens")


def show(found: Problem, solution: Assignment) -> str:
    """The board as text; of one that no screen is wide enough for, the columns row by row."""
    n = len(found.variables)
    if n > WIDEST:
        return fill(" ".join(str(solution[row] + 1) for row in range(n)), 78)
    return "\n".join(
        " ".join("♛" if solution[row] == column else "·" for column in range(n)) for row in range(n)
    )


# -- up to symmetry ----------------------------------------------------------------------------------

Columns = tuple[int, ...]


def symmetric(columns: Columns) -> Iterator[Columns]:
    """The eight boards that turning and mirroring make of one."""
    for _ in range(4):
        columns = turned(columns)
        yield columns
        yield columns[::-1]


def turned(columns: Columns) -> Columns:
    """A quarter turn: row and column change places, and one of them runs backwards."""
    n = len(columns)
    found = [0] * n
    for row, column in enumerate(columns):
        found[column] = n - 1 - row
    return tuple(found)


def fundamental(solutions: Iterable[Assignment]) -> Iterator[Assignment]:
    """Of boards that are symmetric to each other only the one whose columns come first.

    >>> from zermelo.csp import solutions
    >>> len(list(fundamental(solutions(problem(8)))))
    12
    """
    for solution in solutions:
        columns = tuple(solution[row] for row in range(len(solution)))
        if columns == min(symmetric(columns)):
            yield solution


# -- generate and test, in full ----------------------------------------------------------------------


def configurations(n: int) -> int:
    """Ways to choose n of the n × n cells: what the full generate-and-test goes through.

    >>> configurations(8)
    4426165368
    """
    return comb(n * n, n)


def generate_and_test_in_full(
    n: int, counters: Counters, seconds: float | None = None
) -> Iterator[Assignment]:
    """Put n queens on any n cells, and look whether one attacks another; ends early when time runs out."""
    clock = Clock(seconds)
    for cells in combinations(range(n * n), n):
        if counters.assignments % 1024 == 0 and clock.left <= 0:
            return
        counters.assignments += 1
        counters.checks += 1
        if all(peaceful(n, cell, other) for cell, other in combinations(cells, 2)):
            counters.solutions += 1
            yield {cell // n: cell % n for cell in cells}


def peaceful(n: int, cell: int, other: int) -> bool:
    rows, columns = abs(cell // n - other // n), abs(cell % n - other % n)
    return rows != 0 and columns != 0 and rows != columns
