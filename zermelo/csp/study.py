"""What each idea buys: the same puzzle by every strategy, counted and timed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import prod
from typing import Any

from zermelo.csp.answer import as_json
from zermelo.csp.covering import is_covering
from zermelo.csp.problem import Problem
from zermelo.csp.puzzles import cindy, queens
from zermelo.csp.search import Counters
from zermelo.csp.solve import count, solve
from zermelo.errors import SearchError, Stopped, ZermeloError
from zermelo.limits import Clock

STRATEGIES = (
    "generate and test",
    "backtracking, static, no inference",
    "back-jumping, static, no inference",
    "forward checking, static",
    "forward checking, MRV",
    "forward checking, MRV, LCV",
    "arc consistency, static",
    "arc consistency, MRV",
)
"""Run by Python, so that their times can be compared; each is what `strategy=` and `--strategy` take."""
COMPILED = ("generate and test", "forward checking, MRV")
"""Those of them that are also run as machine code."""
IN_FULL, BIT_MASKS, PRICES = "generate and test, in full", "bit masks, compiled", "prices, compiled"
ALL_WAYS, FIRST_WAY, ONCE = "all ways", "to the first way", "each row once"


@dataclass(frozen=True)
class Measurement:
    """One strategy on one puzzle: all solutions, or the best where there is an objective."""

    strategy: str
    n: int
    """The size of the puzzle: of the board, or the number of its variables."""
    solutions: int
    tries: int | None
    """Values given to a variable; of generate-and-test, configurations.  None: nobody counted."""
    checks: int | None
    backtracks: int | None
    prunings: int | None
    seconds: float
    finished: bool
    """False: it was stopped, and the numbers are what it had done until then."""
    to_do: int | None = None
    """For generate-and-test: the number of all configurations."""
    best: Any = None
    """What the objective is worth in the best solution found."""
    refused: str = ""
    """Why this strategy does not take this puzzle, in a sentence."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self) | {"best": as_json(self.best)}


Measure = Callable[[float], Measurement]
"""Measures one strategy on one puzzle, for so many seconds at most."""
Case = dict[str, Measure]
"""A puzzle of one size: what is measured of it, by the name of the strategy."""


def study(
    cases: Iterable[Case], strategies: Iterable[str] = (), seconds: float = 2.0
) -> Iterator[Measurement]:
    """Every strategy on every case; one that was stopped on a case is not asked for a later one."""
    chosen = list(strategies)
    tired: set[str] = set()
    for case in cases:
        for name in check_names(chosen, case):
            if name not in tired:
                measured = case[name](seconds)
                if not measured.finished:
                    tired.add(name)
                yield measured


def check_names(chosen: list[str], case: Case) -> list[str]:
    """The strategies that were asked for, or all."""
    for name in chosen:
        if name not in case:
            raise SearchError("no_such_study", name=name, choices=[*case])
    return chosen or list(case)


# -- any problem -------------------------------------------------------------------------------------


def case_of(problem: Problem, n: int | None = None) -> Case:
    """A problem by every strategy; what can be compiled, also compiled."""
    size = len(problem.variables) if n is None else n
    case: Case = {name: partial(measure, problem, size, name, name, "interpreted") for name in STRATEGIES}
    if problem.objective is not None and is_covering(problem):
        case[PRICES] = partial(measure, problem, size, PRICES, "", "compiled")
        return case
    for name in COMPILED:
        called = f"{name}, compiled"
        case[called] = partial(measure, problem, size, called, name, "compiled")
    return case


def measure(problem: Problem, n: int, called: str, strategy: str, engine: str, seconds: float) -> Measurement:
    """One strategy; one that cannot take the problem says why."""
    search = count if problem.objective is None else solve
    try:
        answer = search(problem, seconds=seconds, strategy=strategy, engine=engine)
    except ZermeloError as reason:
        return Measurement(called, n, 0, None, None, None, None, 0.0, False, refused=str(reason))
    found = answer.counters
    generates = strategy == STRATEGIES[0]
    return Measurement(
        called, n, answer.count, found.assignments, found.checks, found.backtracks, found.prunings,
        answer.seconds, answer.finished, prod(map(len, problem.domains.values())) if generates else None,
        answer.value,
    )  # fmt: skip


# -- queens ------------------------------------------------------------------------------------------


def queens_case(n: int) -> Case:
    """N queens, with two ways that know nothing but queens."""
    return {
        IN_FULL: partial(in_full, n),
        **case_of(queens.problem(n), n),
        BIT_MASKS: partial(by_bit_masks, n),
    }


def study_queens(
    sizes: Iterable[int] = range(4, 9), strategies: Iterable[str] = (), seconds: float = 2.0
) -> Iterator[Measurement]:
    """N queens by every strategy."""
    return study(map(queens_case, sizes), strategies, seconds)


def in_full(n: int, seconds: float) -> Measurement:
    """Any n cells of the board."""
    counters, clock, to_do = Counters(), Clock(None), queens.configurations(n)
    for _ in queens.generate_and_test_in_full(n, counters, seconds):
        pass
    return counted(IN_FULL, n, counters, clock, counters.assignments == to_do, to_do)


def counted(
    name: str, n: int, found: Counters, clock: Clock, finished: bool, to_do: int | None = None
) -> Measurement:
    """What a search of its own has counted."""
    return Measurement(
        name, n, found.solutions, found.assignments, found.checks, found.backtracks, found.prunings,
        clock.elapsed, finished, to_do,
    )  # fmt: skip


def by_bit_masks(n: int, seconds: float) -> Measurement:
    """Nobody counts its steps: that would cost more than they do."""
    from zermelo.csp.bitmasks import counts
    from zermelo.csp.machine import kernel

    kernel("queens")  # the compiler is not what is measured
    clock, found, finished = Clock(seconds), 0, True
    for more in counts(n):
        found += more
        if clock.left <= 0:
            finished = False
            break
    return Measurement(BIT_MASKS, n, found, None, None, None, None, clock.elapsed, finished)


# -- Cindy -------------------------------------------------------------------------------------------


def cindy_case(n: int) -> Case:
    """Cindy's puzzle is not a constraint problem; its tries are moves."""
    row = cindy.start(n)
    return {
        ALL_WAYS: partial(by_walking, ALL_WAYS, n, lambda *found: list(cindy.solutions(row, *found))),
        FIRST_WAY: partial(by_walking, FIRST_WAY, n, lambda *found: next(cindy.solutions(row, *found))),
        ONCE: partial(by_walking, ONCE, n, lambda *found: cindy.count_ways(row, *found)),
    }


def by_walking(name: str, n: int, walk: Callable[[Counters, Clock], Any], seconds: float) -> Measurement:
    counters, clock, finished = Counters(), Clock(seconds), True
    try:
        walk(counters, clock)
    except Stopped:
        finished = False
    return replace(counted(name, n, counters, clock, finished), checks=None, prunings=None)
