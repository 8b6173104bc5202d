"""Long counts: over many cores or machines, with progress on the error stream."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zermelo.interfaces.terminal.puzzles import PUZZLES, Asked, counts_by_bit_masks, module_of
from zermelo.messages import counted

if TYPE_CHECKING:
    from zermelo.csp.parallel import Progress

WORTH_A_POOL = 15
"""Queens from which on a count is spread over all cores unless told otherwise."""


def count_long(name: str, asked: Asked) -> None:
    """Over many cores, with progress on the error stream, and a journal to go on from."""
    from zermelo.csp.parallel import count_problem_in_parts, count_queens_in_parts
    from zermelo.csp.solve import without_objective
    from zermelo.csp.strategies import named
    from zermelo.interfaces.terminal.show import print_json

    how: dict[str, Any] = {"processes": cores(name, asked), "cluster": asked.cluster, "resume": asked.resume}
    if name == "queens" and counts_by_bit_masks(asked):
        stream = count_queens_in_parts(8 if asked.n is None else asked.n, **how)
    else:
        puzzle = PUZZLES[name]
        assert puzzle.build is not None
        problem = without_objective(puzzle.build(module_of(name), asked))
        stream = count_problem_in_parts(problem, select=named(asked.strategy).get("select"), **how)
    last = watched(stream)
    if asked.json:
        print_json({"puzzle": name, "solutions": last.count, "parts": last.parts, "seconds": last.seconds})
        return
    print(counted(last.count, "solution"))
    resumed = f", {last.parts - last.fresh:,} of them from {asked.resume}" if last.fresh < last.parts else ""
    where = f"cluster {asked.cluster}" if asked.cluster else f"processes: {how['processes']}"
    print(f"{counted(last.parts, 'part')}{resumed}; {last.seconds:.3f} s, {where}")


def cores(name: str, asked: Asked) -> int:
    if asked.processes is not None:
        return asked.processes
    small = name == "queens" and (asked.n or 8) < WORTH_A_POOL
    return 1 if small or asked.cluster else os.cpu_count() or 1


def watched(stream: Iterator[Progress]) -> Progress:
    """The last of a count's reports; the others are shown now and then."""
    last = next(stream)
    screen = sys.stderr.isatty()
    seen, every = time.perf_counter(), 0.2 if screen else 10.0
    for last in stream:
        if time.perf_counter() - seen >= every and not last.finished:
            seen = time.perf_counter()
            text = progress_text(last)
            print(f"\r{text:78}" if screen else text, end="" if screen else "\n", file=sys.stderr, flush=True)
    if screen:
        print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)
    return last


def progress_text(progress: Progress) -> str:
    left = "" if progress.left is None else f", {duration(progress.left)} left"
    done = f"{progress.done:,} of {counted(progress.parts, 'part')}"
    return f"{done}, {counted(progress.count, 'solution')} so far{left}"


def duration(seconds: float) -> str:
    """1 h 05 min, 3 min 20 s, 12 s."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02} min"
    return f"{whole // 60} min {whole % 60:02} s" if whole >= 60 else f"{whole} s"
