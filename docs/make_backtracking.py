"""Writes docs/backtracking.md and docs/backtracking.svg: what each idea of the lecture buys, on n queens.

python docs/make_backtracking.py
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from zermelo.csp import count, no_inference, solve, static
from zermelo.csp.puzzles import domination, queens
from zermelo.csp.search import Counters
from zermelo.csp.study import study_queens
from zermelo.interfaces.terminal.study_picture import svg
from zermelo.interfaces.terminal.study_text import measurement_rows

HERE = Path(__file__).parent
PAGE = HERE / "backtracking.md"
SECONDS = 10.0

TEXT = """# Backtracking

Written by `docs/make_backtracking.py`; every figure here was counted by it.

A **constraint satisfaction problem** has variables, for each a domain of values, and constraints between
them. Eight queens: a variable is a row, its value the column of the queen there, and no two queens attack
each other.

```python
from zermelo.csp import Problem, predicate, solve

rows = range(8)
problem = Problem(rows, rows, [
    predicate(lambda a, b, apart=j - i: a != b and abs(a - b) != apart, i, j)
    for i in rows for j in range(i + 1, 8)
])
print(solve(problem).solution)
```

```text
{first}
```

## Why generate-and-test dies

*In full*, it puts 8 queens on any 8 of the 64 cells: {full:,} boards, of which 92 are right. *Reduced* to
one queen in each row there are 8⁸ = {reduced:,}. `zermelo solve queens --count --strategy generate-and-test
--engine compiled` goes through them; with every queen more there are twenty times as many.

## Why backtracking lives

It looks after **each** queen whether something is already wrong, and takes back the last one when nothing
fits. All 92 solutions cost {placed:,} queens placed and {checked:,} cells checked, one attack test each.
Watch it:

```text
$ zermelo solve queens --n 6 --strategy backtracking,static,none --tell
{story}
…
```

## What each further idea buys

All solutions of n queens. *Tries* are queens placed (for generate-and-test, boards), *checks* are values
held against what is known, *backtracks* are the times that a row had no cell left, *seconds* are those of
the processor. Everything is run by Python, except what says compiled; a strategy that took {seconds:g}
seconds was stopped. The name of a strategy is what `--strategy` and `solve(…, strategy=…)` take.

{table}

![tries by strategy and n](backtracking.svg)

- **Back-jumping** goes back to the last queen that had a part in the dead end, not just to the last one.
- **Forward checking** takes from the rows below the cells that a new queen attacks. A row without cells is
  seen at once, not when its turn comes.
- **MRV** (minimum remaining values) continues with the row that has the fewest cells left: fail early.
- **LCV** (least constraining value) tries first the cell that takes the fewest from the others. It helps to
  find *one* solution; for all of them, as here, it only costs checks.
- **Arc consistency** (AC-3 after each assignment, called MAC) keeps only values that have a partner in
  every other row: far fewer tries, each of them costlier.
- **Compiled**, the same search runs as machine code over domains that are bit sets, and counts the same.
  **Bit masks** know that they are counting queens.

Make the table and the plot yourself: `zermelo study queens --to 8`. Every other puzzle has a study too:
`zermelo study knights`, `zermelo study sudoku --given grid.txt`.

## One solution among many

**Min-conflicts** starts with all queens on the board, by lot, and moves a queen that is attacked to the cell
of its row where the fewest attack it. It cannot count solutions, and it cannot prove that there is none; but
it finds one soon where there are many, on large boards in fewer steps than there are queens:

| n | steps | seconds |
|--:|--:|--:|
{conflicts}

```text
$ zermelo solve queens --n 8 --strategy min-conflicts --tell
{repair}
…
```

A *conflict* is two variables that an all-different forbids, or any other constraint that does not hold. They
are not counted again at every step: each constraint keeps a tally of its own up to date. An all-different
counts how many variables have each value, so it knows the conflicts of all values of a variable at once; the
queens are three of them, for columns and for diagonals (`all_different(rows, shifts=rows)`: no two sums of
column and row are equal).

## Strategies are functions

`solve(problem, select=mrv, order=lcv, inference=ac3, method=backjumping)`: each is a plain function, and
your own will do.

```python
def middle_first(search, variable):
    return sorted(search.domains[variable], key=lambda column: abs(column - 3.5))

solve(problem, order=middle_first)
```

`solutions(problem)` yields all of them one by one, `count(problem)` returns their number. An answer says
what is proved: "there is no solution: every possibility was covered". `seconds=` and `nodes=` limit the
search, `trace=` keeps its steps. Constraints are `predicate(function, …)`, `all_different(…)`,
`total([…], "<=", 10)` and `table([…], rows)`.

## The best solution

With an objective `solve` looks for the best, by **branch and bound**: what can only become worse than the
best solution known is not followed. The lecture's knights, as few as can be so that every cell is occupied
or attacked:

| n | knights | nodes | proved |
|--:|--:|--:|---|
{knights}

`zermelo solve knights --n 8` draws them. Problems of this form (every constraint asks for at least one of
some variables) have a kernel of their own, which gets its bound from prices: a linear programme solved
roughly at every node.

## When it outgrows teaching

`engine="ortools"` hands the same `Problem` to OR-Tools' CP-SAT (`pip install 'zermelo[csp]'`). Long counts:
`zermelo solve queens --n 18 --count --resume journal.json` runs over all cores, shows how far it is, and
goes on where it was when it is started again; `--cluster ADDRESS` does the same over a Dask cluster.
"""


def story() -> str:
    answer = solve(queens.problem(6), select=static, inference=no_inference, trace=30)
    assert answer.trace is not None
    return "\n".join(list(answer.trace.sentences())[:30])


def conflicts() -> str:
    rows = []
    for n in (8, 100, 1_000, 10_000):
        answer = solve(queens.problem(n), method="min_conflicts")
        rows.append(f"| {n:,} | {answer.counters.assignments:,} | {answer.seconds:.2f} |")
    return "\n".join(rows)


def repair() -> str:
    answer = solve(queens.problem(8), method="min_conflicts", trace=6)
    assert answer.trace is not None
    return "\n".join(list(answer.trace.sentences())[:6])


def knights() -> str:
    rows = []
    for n in range(3, 13):
        answer = solve(domination.problem(n), engine="compiled")
        proved = "yes" if answer.optimal else "no"
        rows.append(f"| {n} | {answer.value} | {answer.counters.assignments:,} | {proved} |")
    return "\n".join(rows)


def reduced() -> Counters:
    return count(queens.problem(8), method="generate_and_test", engine="compiled").counters


def by_the_processor() -> None:
    """Let every clock be that of the processor: whoever else uses the machine does not count."""
    time.perf_counter = time.process_time


def main() -> int:
    by_the_processor()
    measured = list(study_queens(range(4, 10), seconds=SECONDS))
    lecture = count(queens.problem(8), select=static, inference=no_inference).counters
    parts = {
        "first": solve(queens.problem(8)).solution,
        "full": queens.configurations(8),
        "reduced": reduced().assignments,
        "placed": lecture.assignments,
        "checked": lecture.checks,
        "story": story(),
        "seconds": SECONDS,
        "table": "\n".join(measurement_rows(measured, markdown=True)),
        "knights": knights(),
        "conflicts": conflicts(),
        "repair": repair(),
    }
    page = TEXT
    for name, value in parts.items():
        for form in ("", ":,", ":g"):
            hole = f"{{{name}{form}}}"
            if hole in page:
                page = page.replace(hole, format(value, form[1:]) if form else str(value))
    PAGE.write_text(page)
    (HERE / "backtracking.svg").write_text(svg(measured, "tries"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
