"""Constraint problems measured: queens beside plain C, any problem beside its peers, optima with their proof.

Prints one table and writes bench/results/csp.json.  Ours and the peer's are run in turn; of each the quickest
counts.  Parts may be named: lecture, conflicts, bitmasks, processes, peers, domination, ortools.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from zermelo.csp import count, solutions, solve
from zermelo.csp.bitmasks import count_queens
from zermelo.csp.parallel import count_queens_in_parts
from zermelo.csp.puzzles import domination, queens

RESULTS = Path(__file__).resolve().parent / "results" / "csp.json"
REPEATS = 5
SIZES = range(12, 16)
LONG = 17
"""Queens of the count over two processes: long beside the start of a process."""

PLAIN_C = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t place(uint32_t full, uint32_t columns, uint32_t left, uint32_t right)
{
    if (columns == full)
        return 1;
    uint64_t count = 0;
    for (uint32_t free = full & ~(columns | left | right); free;) {
        uint32_t bit = free & -free;
        free ^= bit;
        count += place(full, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(int words, char **word)
{
    struct timespec begun, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    uint64_t count = place((1u << atoi(word[1])) - 1, 0, 0, 0);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    printf("%llu %.9f\\n", (unsigned long long)count,
           (ended.tv_sec - begun.tv_sec) + 1e-9 * (ended.tv_nsec - begun.tv_nsec));
    return words != 2;
}
"""


@dataclass
class Figure:
    """One thing measured, and what it is held to."""

    what: str
    value: str
    bar: str = ""
    met: bool | None = None


def timed(call: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> tuple[Any, float]:
    begun = clock()
    found = call()
    return found, clock() - begun


def lecture() -> Iterator[Figure]:
    """The figures on the slides."""
    plain = count(queens.problem(8), select="static", inference="no_inference", engine="interpreted")
    placed, checked = plain.counters.assignments, plain.counters.checks
    yield Figure("8 queens, solutions", f"{plain.count}", "92", plain.count == 92)
    few = len(list(queens.fundamental(solutions(queens.problem(8)))))
    yield Figure("8 queens, up to symmetry", f"{few}", "12", few == 12)
    yield Figure("8 queens, backtracking: queens placed", f"{placed:,}", "2,056", placed == 2056)
    yield Figure("8 queens, backtracking: cells checked", f"{checked:,}", "15,720", checked == 15720)
    tried = count(queens.problem(8), method="generate_and_test", engine="compiled").counters.assignments
    yield Figure("8 queens, generate and test: configurations", f"{tried:,}", "16,777,216", tried == 8**8)


def conflicts() -> Iterator[Figure]:
    """Min-conflicts on large boards, by the time of the processor: of three starts the slowest counts."""
    repaired(8, 0)
    for n, bar in ((200, 0.2), (1_000, 1.0), (10_000, 60.0)):
        runs = [timed(partial(repaired, n, seed), time.process_time) for seed in range(3)]
        steps, seconds = max(runs, key=lambda run: run[1])
        what = f"{n:,} queens by min-conflicts, {steps:,} steps"
        yield Figure(what, f"{seconds:.3f} s", f"≤ {bar:g} s", seconds <= bar)
        yield Figure("… a step", f"{1000 * seconds / steps:.3f} ms")


def repaired(n: int, seed: int) -> int:
    """The steps to a solution, the making of the problem included in what is timed."""
    problem = queens.problem(n)
    answer = solve(problem, method="min_conflicts", seed=seed)
    assert answer.solution is not None
    assert problem.broken(answer.solution) is None
    return answer.counters.assignments


def plain_c(folder: str) -> Callable[[int], tuple[int, float]]:
    """A counter by bit masks in C, compiled here."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise SystemExit("this part needs a C compiler, and there is no cc, gcc or clang here")
    source, program = Path(folder) / "queens.c", Path(folder) / "queens"
    source.write_text(PLAIN_C)
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)

    def run(n: int) -> tuple[int, float]:
        found, seconds = subprocess.run(
            [program, str(n)], capture_output=True, text=True, check=True
        ).stdout.split()
        return int(found), float(seconds)

    return run


def bitmasks() -> Iterator[Figure]:
    """One core beside C, without mirror symmetry and with it, by the time of the processor."""
    count_queens(8)
    theirs = dict.fromkeys(SIZES, float("inf"))
    ours, mirrored = dict(theirs), dict(theirs)
    with tempfile.TemporaryDirectory() as folder:
        c = plain_c(folder)
        for _ in range(REPEATS):
            for n in SIZES:
                expected, seconds = c(n)
                theirs[n] = min(theirs[n], seconds)
                for best, mirror in ((ours, False), (mirrored, True)):
                    found, seconds = timed(lambda: count_queens(n, mirror=mirror), time.process_time)  # noqa: B023
                    assert found == expected
                    best[n] = min(best[n], seconds)
    for name, best, bar in (("without mirror symmetry", ours, 0.9), ("with it", mirrored, 1.7)):
        for n in SIZES:
            yield Figure(
                f"queens by bit masks, n = {n}, {name}: ours, C", f"{best[n]:.4f} s, {theirs[n]:.4f} s"
            )
        ratio = sum(theirs.values()) / sum(best.values())
        yield Figure(f"… n = 12 … 15, {name}: speed beside C", f"{ratio:.2f} ×", f"≥ {bar} ×", ratio >= bar)


def processes() -> Iterator[Figure]:
    """The same count by one process and by two, the start of the workers included; and what C gets here."""
    best, used = {1: float("inf"), 2: float("inf")}, {1: float("inf"), 2: float("inf")}
    for _ in range(2):
        for number in best:
            before = processor_time()
            found, seconds = timed(partial(counted, number))
            assert found == 95_815_104
            best[number] = min(best[number], seconds)
            used[number] = min(used[number], processor_time() - before)
    yield Figure(f"queens, n = {LONG}: one process, two", f"{best[1]:.2f} s, {best[2]:.2f} s")
    ratio = best[1] / best[2]
    yield Figure("… two processes beside one", f"{ratio:.2f} ×", "≥ 1.8 ×", ratio >= 1.8)
    yield Figure("… what this machine gives two C counters at once", f"{capacity():.2f} ×")
    yield Figure("… processor time of one, of two together", f"{used[1]:.2f} s, {used[2]:.2f} s")


def processor_time() -> float:
    """Of this process and of all children that have ended."""
    return sum(os.times()[:4])


def capacity() -> float:
    """Two programs at once beside one after the other: 2 where nobody else uses the cores."""
    with tempfile.TemporaryDirectory() as folder:
        plain_c(folder)
        command = [str(Path(folder) / "queens"), "15"]
        one = min(timed(partial(at_once, command, 1))[1] for _ in range(3))
        return 2 * one / min(timed(partial(at_once, command, 2))[1] for _ in range(3))


def at_once(command: list[str], number: int) -> None:
    for program in [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(number)]:
        program.wait()


def counted(number: int) -> int:
    *_, last = count_queens_in_parts(LONG, processes=number)
    return last.count


def peers() -> Iterator[Figure]:
    """All 724 solutions of ten queens: the Problem as it is written in the puzzle, compiled."""
    n = 10
    rivals = {"python-constraint2": by_python_constraint, "OR-Tools CP-SAT": by_cp_sat}
    ours = {"forward checking, static": "static", "forward checking, MRV": "mrv"}
    best = dict.fromkeys((*ours, *rivals), float("inf"))
    list(solutions(queens.problem(4), engine="compiled"))
    for _ in range(REPEATS):
        for name, select in ours.items():
            found, seconds = timed(partial(enumerated, n, select))
            assert len(found) == 724
            best[name] = min(best[name], seconds)
        for name, solver in rivals.items():
            found, seconds = timed(partial(solver, n))
            assert len(found) == 724
            best[name] = min(best[name], seconds)
    yield from (Figure(f"10 queens, all solutions, {name}", f"{1000 * best[name]:.2f} ms") for name in best)
    quickest = min(best[name] for name in ours)
    for name in rivals:
        ratio = best[name] / quickest
        yield Figure(f"… beside {name}", f"{ratio:.0f} ×", "≥ 20 ×", ratio >= 20)


def enumerated(n: int, select: str) -> list[Any]:
    return list(solutions(queens.problem(n), select=select, engine="compiled"))


def by_python_constraint(n: int) -> list[Any]:
    import constraint

    problem = constraint.Problem()
    problem.addVariables(range(n), range(n))
    for above in range(n):
        for below in range(above + 1, n):
            problem.addConstraint(
                lambda a, b, rows=below - above: a != b and abs(a - b) != rows, (above, below)
            )
    return list(problem.getSolutions())


def by_cp_sat(n: int) -> list[Any]:
    """The model of OR-Tools' own guide: three all-differents, all solutions."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    columns = [model.new_int_var(0, n - 1, f"row {row}") for row in range(n)]
    model.add_all_different(columns)
    model.add_all_different(columns[row] + row for row in range(n))
    model.add_all_different(columns[row] - row for row in range(n))

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[list[int]] = []

        def on_solution_callback(self) -> None:
            self.found.append([self.value(column) for column in columns])

    collector, solver = Collector(), cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, collector)
    return collector.found


KNIGHTS = (1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21, 24, 28, 32)
"""OEIS A006075."""


def domination_by_us() -> Iterator[Figure]:
    """The fewest knights, each with its proof."""
    solve(domination.problem(2), engine="compiled")
    begun = time.perf_counter()
    answers = [solve(domination.problem(n), engine="compiled") for n in range(1, 11)]
    right = all(answer.optimal and answer.value == known for answer, known in zip(answers, KNIGHTS))
    seconds = time.perf_counter() - begun
    yield Figure("knights' domination proved, n = 1 … 10", f"{seconds:.2f} s", "A006075", right)
    for n in (11, 12):
        answer = solve(domination.problem(n), engine="compiled", seconds=60)
        right = answer.optimal and answer.value == KNIGHTS[n - 1]
        yield Figure(f"… n = {n}: {answer.value} knights", f"{answer.seconds:.2f} s", "", right)


def domination_by_ortools() -> Iterator[Figure]:
    for n in range(11, 15):
        answer = solve(domination.problem(n), engine="ortools", seconds=600)
        right = answer.optimal and answer.value == KNIGHTS[n - 1]
        what = f"knights' domination through OR-Tools, n = {n}: {answer.value}"
        yield Figure(what, f"{answer.seconds:.1f} s", "A006075", right)


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "lecture": lecture,
    "conflicts": conflicts,
    "bitmasks": bitmasks,
    "processes": processes,
    "peers": peers,
    "domination": domination_by_us,
    "ortools": domination_by_ortools,
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure constraint problems.")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all if none is named")
    chosen = parser.parse_args().parts or list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    print(f"{'what':66} {'measured':>22} {'bar':>12}  met")
    for name in chosen:
        results[name] = []
        for figure in PARTS[name]():
            met = "" if figure.met is None else "yes" if figure.met else "NO"
            print(f"{figure.what:66} {figure.value:>22} {figure.bar:>12}  {met}", flush=True)
            results[name].append(asdict(figure))
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
