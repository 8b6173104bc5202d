"""N queens: place n queens on an n × n board so that none attacks another.

    . Q . .     A variable is a row, its value the column of the queen there:
    . . . Q     {0: 1, 1: 3, 2: 0, 3: 2}
    Q . . .
    . . Q .
"""

from __future__ import annotations

from zermelo.csp.constraints import Constraint, predicate
from zermelo.csp.problem import Problem, Words


def apart(distance: int) -> "object":
    return lambda column, other: column != other and abs(column - other) != distance


def problem(n: int = 8) -> Problem:
    rows = range(n)
    constraints: list[Constraint] = [predicate(apart(below - above), above, below, name="attack") for above in rows for below in range(above + 1, n)]
    return Problem(rows, rows, constraints, words=Words(lambda row: f"queen {row + 1}", lambda row, column: f"column {column + 1}", "cell"), name=f"{n} queens")
