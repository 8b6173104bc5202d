"""Rules that are not compiled: nodes per second of processor time, remembered against interpreted.

    python bench/remembered.py          five seconds of processor time each
    python bench/remembered.py 1        another number of seconds

Five styles (`bench/uncompiled.py`), alpha-beta and the engine: first to a depth, where both must visit the
same nodes and find the same, then for so many seconds.  Tables are of the same size.
"""

from __future__ import annotations

import math
import statistics
import sys
import threading
import time
from typing import Any

from uncompiled import STYLES

from zermelo.errors import CannotCompile
from zermelo.kernel.bind import Kernel, bind
from zermelo.kernel.remembered import Remembered
from zermelo.kernel.run import visited
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.question import Question
from zermelo.running.search import Analysis, Search, bound

ALGORITHMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "alphabeta": ({"depth": 4}, {"depth": 12}),
    "pvs": ({"depth": 6, "memory": 4}, {"memory": 4}),
}
"""By name: how far to compare, and how far to go under the clock; an interpreted table has 4 MB."""
LONGEST = 600.0
"""Seconds on the wall, however busy the machine is."""
WANTED = 3.0
"""The median gain that pays for the module."""


def remembering(question: Question, compiled: bool) -> Kernel:
    """The kernel that remembers, in the place of the interpreted one."""
    kernel = Remembered(bound(question, False), question.kernel).obtain()
    kernel.warm_up()
    return kernel


def searched(game: Any, kernel_for: Any, busy: float = math.inf, **options: Any) -> tuple[Report, float]:
    """The last report, and nodes per second of the processor, of which it has so many seconds."""
    work = Search(ask(game, engine="interpreted", **options), kernel_for)
    start = time.process_time()
    with Analysis(work) as analysis:
        watch = threading.Thread(target=stop_after, args=(analysis, start + busy), daemon=True)
        watch.start()
        *_, last = analysis
    seconds = time.process_time() - start
    assert work.task is not None
    return last, int(visited(work.task.run)) / seconds


def stop_after(analysis: Any, end: float) -> None:
    """Stop it when the processor has worked until then; other processes have theirs meanwhile."""
    while time.process_time() < end:
        time.sleep(0.02)
    analysis.stop()


def is_refused(game: Any, algorithm: Any) -> bool:
    """Does the compiler say no?"""
    try:
        bind(game, algorithm, compiled=True)
    except CannotCompile:
        return True
    return False


def measured(game: Any, algorithm: str, seconds: float) -> tuple[bool, float, float]:
    """Same nodes, value and line?  Nodes per second interpreted, and remembered."""
    near, far = ALGORITHMS[algorithm]
    (plain, _), (kept, _) = (
        searched(game, each, algorithm=algorithm, **near) for each in (bound, remembering)
    )
    same = (plain.nodes, plain.score, plain.line) == (kept.nodes, kept.score, kept.line)
    speeds = [
        searched(game, each, seconds, algorithm=algorithm, seconds=LONGEST, **far)[1]
        for each in (bound, remembering)
    ]
    return same, speeds[0], speeds[1]


def main(seconds: float) -> None:
    gains, same_everywhere = [], True
    print("| style | compiled? | algorithm | nodes | interpreted | remembered | gain |\n" + "|---" * 7 + "|")
    for style, kind in STYLES.items():
        refused = is_refused(kind(), ask(kind(), algorithm="alphabeta", depth=1).kernel)
        for algorithm in ALGORITHMS:
            same, before, now = measured(kind(), algorithm, seconds)
            gains.append(now / before)
            same_everywhere = same_everywhere and same
            print(
                f"| {style} | {'no' if refused else 'yes'} | {algorithm} | {'same' if same else 'differ'} "
                f"| {before:,.0f}/s | {now:,.0f}/s | {now / before:.1f}× |",
                flush=True,
            )
    median = statistics.median(gains)
    print(f"\nmedian {median:.1f}×, wanted {WANTED:.0f}×; nodes {'same' if same_everywhere else 'differ'}")
    sys.exit(median < WANTED or not same_everywhere)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
