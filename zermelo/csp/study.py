"""What each idea buys: the same queens by every strategy, counted and timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.csp.puzzles import queens
from zermelo.csp.search import Counters
from zermelo.csp.solve import count
from zermelo.errors import SearchError
from zermelo.limits import Clock

BIT_MASKS, IN_FULL = "bit masks", "generate and test, in full"
STRATEGIES: dict[str, dict[str, Any]] = {
    IN_FULL: {},
    "generate and test": {"method": "generate_and_test"},
    "backtracking": {"select": "static", "inference": "no_inference"},
    "back-jumping": {"method": "backjumping", "select": "static", "inference": "no_inference"},
    "forward checking": {"select": "static"},
    "forward checking, MRV": {"select": "mrv"},
    "forward checking, MRV, LCV": {"select": "mrv", "order": "lcv"},
    "arc consistency": {"select": "static", "inference": "ac3"},
    "arc consistency, MRV": {"select": "mrv", "inference": "ac3"},
    "generate and test, compiled": {"method": "generate_and_test", "engine": "compiled"},
    "forward checking, MRV, compiled": {"select": "mrv", "engine": "compiled"},
    BIT_MASKS: {},
}
"""All but the compiled ones are run by Python, so that their times can be compared."""


@dataclass(frozen=True)
class Measurement:
    """One strategy on one board, all solutions."""

    strategy: str
    n: int
    solutions: int
    tries: int | None
    """Queens placed; of generate-and-test, configurations.  None: nobody counted."""
    checks: int | None
    backtracks: int | None
    prunings: int | None
    seconds: float
    finished: bool
    """False: it was stopped, and the numbers are what it had done until then."""
    to_do: int | None = None
    """For generate-and-test: the number of all configurations."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def study_queens(
    sizes: Iterable[int] = range(4, 9), strategies: Iterable[str] = (), seconds: float = 2.0
) -> Iterator[Measurement]:
    """Every strategy on every board; one that was stopped on a board is not asked for a larger one."""
    names = list(strategies) or list(STRATEGIES)
    for name in names:
        if name not in STRATEGIES:
            raise SearchError("no_such_study", name=name, choices=[*STRATEGIES])
    warm_up(names)
    tired: set[str] = set()
    for n in sizes:
        for name in names:
            if name not in tired:
                measured = measure(name, n, seconds)
                if not measured.finished:
                    tired.add(name)
                yield measured


def warm_up(names: list[str]) -> None:
    """Compilers are not what is measured."""
    for name in names:
        if name == BIT_MASKS or STRATEGIES[name].get("engine") == "compiled":
            measure(name, 4, 60)


def measure(name: str, n: int, seconds: float) -> Measurement:
    special: dict[str, Callable[[int, float], Measurement]] = {IN_FULL: in_full, BIT_MASKS: by_bit_masks}
    if name in special:
        return special[name](n, seconds)
    asked = {"engine": "interpreted", **STRATEGIES[name]}
    answer = count(queens.problem(n), seconds=seconds, **asked)
    found = answer.counters
    to_do = n**n if asked.get("method") == "generate_and_test" else None
    return Measurement(
        name, n, answer.count, found.assignments, found.checks, found.backtracks, found.prunings,
        answer.seconds, answer.finished, to_do,
    )  # fmt: skip


def in_full(n: int, seconds: float) -> Measurement:
    """Any n cells of the board."""
    counters, begun = Counters(), time.perf_counter()
    for _ in queens.generate_and_test_in_full(n, counters, seconds):
        pass
    elapsed = time.perf_counter() - begun
    finished = counters.assignments == queens.configurations(n)
    return Measurement(
        IN_FULL, n, counters.solutions, counters.assignments, counters.checks, 0, 0, elapsed, finished,
        queens.configurations(n),
    )  # fmt: skip


def by_bit_masks(n: int, seconds: float) -> Measurement:
    """Nobody counts its steps: that would cost more than they do."""
    from zermelo.csp.bitmasks import counts

    clock, found, finished = Clock(seconds), 0, True
    for more in counts(n):
        found += more
        if clock.left <= 0:
            finished = False
            break
    return Measurement(BIT_MASKS, n, found, None, None, None, None, clock.elapsed, finished)
