"""Long counts in parts: over the cores of this machine or of a Dask cluster, with progress, and resumable."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.csp.bitmasks import count_part, parts_of
from zermelo.csp.machine import kernel
from zermelo.csp.problem import Problem
from zermelo.errors import SearchError
from zermelo.running.workers import as_they_end, check_processes, processes_of, workers_of

Work = Callable[..., int]
FORMAT = "zermelo count 1"
"""Format of a journal: counts that are divided in another way must not be added to it."""


@dataclass(frozen=True)
class Progress:
    """How far a long count has come."""

    done: int
    parts: int
    count: int
    """What the finished parts add up to."""
    seconds: float
    """Since this run began."""
    fresh: int
    """Parts finished by this run; the others come from the journal."""

    @property
    def finished(self) -> bool:
        return self.done == self.parts

    @property
    def left(self) -> float | None:
        """Seconds until the end, if the other parts take as long as these."""
        return self.seconds / self.fresh * (self.parts - self.done) if self.fresh else None


class Journal:
    """The finished parts of one count in a file; the file is whole at every moment."""

    def __init__(self, path: str | Path | None, identity: str, parts: int) -> None:
        self.path, self.identity, self.parts = Path(path) if path else None, identity, parts
        self.done: dict[str, int] = {}
        if self.path and self.path.exists():
            self.done = self._read(self.path)

    def _read(self, path: Path) -> dict[str, int]:
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            identity, parts, done = kept["count"], kept["parts"], kept["done"]
            whole = kept["format"] == FORMAT and isinstance(done, dict)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            identity, parts, done, whole = None, 0, {}, False
        if whole and identity != self.identity:
            raise SearchError("journal_of_another", path=path, found=identity, expected=self.identity)
        if not whole or parts != self.parts or not self._is_sound(done):
            raise SearchError("not_a_journal", path=path)
        return dict(done)

    def _is_sound(self, done: dict[str, Any]) -> bool:
        """Parts of this count, and a number of solutions for each."""
        known = {str(place) for place in range(self.parts)}
        return all(part in known and type(found) is int and found >= 0 for part, found in done.items())

    def note(self, part: str, found: int) -> None:
        from zermelo.kernel.files import write_safely

        self.done[part] = found
        if self.path:
            kept = {"format": FORMAT, "count": self.identity, "parts": self.parts, "done": self.done}
            write_safely(self.path, json.dumps(kept))


def count_in_parts(
    work: Work,
    parts: Sequence[tuple[Any, ...]],
    identity: str,
    *,
    factor: int = 1,
    processes: int = 1,
    cluster: str | None = None,
    resume: str | Path | None = None,
    kernel_name: str = "",
) -> Iterator[Progress]:
    """Do work(*part) for every part, and say how far it has come; the last Progress has the count.

    `kernel_name` is compiled here, once, before there are processes that would all compile it.
    """
    check_processes(processes)
    journal = Journal(resume, identity, len(parts))
    names = [str(place) for place in range(len(parts))]
    waiting = {name: part for name, part in zip(names, parts) if name not in journal.done}
    begun, fresh = time.perf_counter(), 0

    def progress() -> Progress:
        elapsed = time.perf_counter() - begun
        return Progress(len(journal.done), len(parts), factor * sum(journal.done.values()), elapsed, fresh)

    yield progress()
    if waiting and kernel_name and cluster is None:
        kernel(kernel_name)
    for name, found in results(work, waiting, processes, cluster):
        journal.note(name, found)
        fresh += 1
        yield progress()


def results(
    work: Work, waiting: dict[str, tuple[Any, ...]], processes: int, cluster: str | None
) -> Iterator[tuple[str, int]]:
    """(name, result) of each part, as they are finished."""
    if processes == 1 and cluster is None:
        for name, part in waiting.items():
            yield name, work(*part)
        return
    here = cluster is None
    with processes_of(processes) if here else workers_of(str(cluster)) as (pool, watch):
        futures = {pool.submit(work, *part): name for name, part in waiting.items()}
        for future in as_they_end(set(futures), watch):
            yield futures[future], future.result()


def count_queens_in_parts(n: int, *, mirror: bool = True, **how: Any) -> Iterator[Progress]:
    """Ways to place n queens, over many cores: processes=, cluster=, resume=."""
    factor, parts = parts_of(n, mirror)
    identity = f"{n} queens{'' if mirror else ' without mirror symmetry'}"
    work = [(n, part) for part in parts]
    return count_in_parts(count_part, work, identity, factor=factor, kernel_name="queens", **how)


# -- any problem -------------------------------------------------------------------------------------


def count_problem_in_parts(problem: Problem, *, select: Any = None, **how: Any) -> Iterator[Progress]:
    """The solutions of a problem, over many cores: a part for each two values of its first two variables."""
    from zermelo.csp.compiled import refuse
    from zermelo.csp.strategies import plan_of
    from zermelo.csp.tabulate import Tabulation

    plan = plan_of("", {"select": select}, 0)
    refuse(plan)
    tabulation = Tabulation(problem)
    model = tabulation.model(plan.select.__name__, looks_ahead=True)
    state = tabulation.state(model)
    first = len(state) - (len(problem.variables) + 1) * len(problem.variables)
    choices = [one_by_one(state[first + place]) for place in range(min(2, len(problem.variables)))]
    parts: list[tuple[Any, ...]] = [(model, state, first, (bit,)) for bit in choices[0]]
    if len(choices) > 1:
        parts = [(model, state, first, (bit, other)) for bit in choices[0] for other in choices[1]]
    if not all(tabulation.kept):
        parts = []  # a variable has no value that its own constraints allow
    digest = hashlib.sha256(json.dumps([model, state]).encode()).hexdigest()[:16]
    identity = f"{problem.name or 'a problem'} {digest}"
    return count_in_parts(count_model, parts, identity, kernel_name="backtrack", **how)


def one_by_one(bits: int) -> list[int]:
    return [1 << place for place in range(bits.bit_length()) if bits >> place & 1]


def count_model(model: list[int], state: list[int], first: int, chosen: tuple[int, ...]) -> int:
    """Solutions of a tabulated problem whose first variables have these values."""
    import numpy as np

    from zermelo.csp.compiled import SLICE
    from zermelo.csp.kernels.backtrack import S_DEPTH, S_SOLUTIONS
    from zermelo.csp.machine import Slices

    entry = kernel("backtrack")
    arrays = [np.array(numbers, np.int64) for numbers in (model, state, [0])]
    for place, bit in enumerate(chosen):
        arrays[1][first + place] = bit
    slices = Slices(SLICE)
    while arrays[1][S_DEPTH] >= 0:
        entry(*arrays, 0, slices.next())
    return int(arrays[1][S_SOLUTIONS])
