"""One process, one search: seconds from `bind` to the first answer, of the clock and of the processor.

    python bench/first_answer.py connect-four         all that a first compile costs, Numba's import too
    python bench/first_answer.py connect-four warm    Numba is imported before the clock starts

Compiled units come from and go to $ZERMELO_CACHE.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.minimax import minimax
from zermelo.games import ConnectFour, TicTacToe
from zermelo.kernel.bind import bind
from zermelo.kernel.options import Options
from zermelo.trees.tree import Tree

WRONG = 3
"""The status of a process whose answer is wrong."""
SUBJECTS: dict[str, tuple[Any, Any, Options, int, int]] = {
    "connect-four": (ConnectFour(), alphabeta, Options(), 4, 0),
    "tic-tac-toe": (TicTacToe(), minimax, Options(), 9, 0),
    "tree": (Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alphabeta, Options(outcome=False), 9, 3),
}
"""By name: the game, the algorithm, its options, the depth, the value of the game to that depth."""


def processor() -> float:
    """Seconds of the processor so far, the compiler's process included."""
    return sum(os.times()[:4])


def first_answer(subject: str) -> tuple[float, float]:
    game, algorithm, options, depth, value = SUBJECTS[subject]
    state = game.initial()
    start, busy = time.perf_counter(), processor()
    kernel = bind(game, algorithm, compiled=True, options=options)
    run = kernel.new_run()
    kernel.place(run, state)
    run.depth, run.unlimited = depth, False
    kernel.execute(run)
    seconds, busy = time.perf_counter() - start, processor() - busy
    if run.value != value:
        print(f"{subject}: {run.value}, expected {value}", file=sys.stderr)
        sys.exit(WRONG)
    return seconds, busy


if __name__ == "__main__":
    if "warm" in sys.argv[2:]:
        import numba  # noqa: F401
    print(*first_answer(sys.argv[1]))
