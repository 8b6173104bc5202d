"""How much quicker games as people write them run compiled: nodes for each second of the processor.

    python bench/styles.py [name …]

Every game of tests/natural whose tree is large enough, on a larger board where it has one, with alpha-beta
and with the engine: both worlds search the same depth, which takes Python a second, and must find the same in
the same number of nodes.  Then three games written both ways (bench/both_ways.py), and five in a row on 9 × 9
with an evaluation over all windows.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

from both_ways import PAIRS, NineByNine  # noqa: E402
from natural_games import NATURAL  # noqa: E402

from zermelo import ZermeloError, search  # noqa: E402

WORK, DEEPEST = 1.0, 40
"""Seconds of work; and no deeper than this."""
LARGER: dict[str, dict[str, Any]] = {
    "blind_clobber": {"ROWS": 5, "COLS": 5},
    "blind_domineering": {"SIZE": 6},
    "blind_hex": {"N": 5},
    "blind_isolation": {"Isolation.size": 6},
    "blind_konane": {"SIZE": 6},
    "class_breakthrough": {"Breakthrough.height": 6, "Breakthrough.width": 5},
    "class_clobber": {"ClassClobber.length": 24},
    "cram": {"Cram.size": 5},
    "dict_tictactoe": {"DictTicTacToe.h": 4, "DictTicTacToe.v": 4, "DictTicTacToe.k": 4},
    "isolation_flat": {"WIDTH": 6, "HEIGHT": 5},
    "line_four": {"ROWS": 6, "COLS": 7},
    "small_reversi": {"SIZE": 6},
}
"""Constants of the games for which their boards are larger here than in the tests."""
ALGORITHMS = ("alphabeta", "pvs")
MEDIAN, LEAST, LISTS = 45, 20, 0.4
"""What is asked for: times as quick as Python, in the middle and at least; of `Bits`, with lists."""


def searched(game: Any, algorithm: Any, depth: int, engine: Any) -> tuple[Any, float]:
    """A search, and its seconds of the processor."""
    given: dict[str, Any] = {"memory": 1} if algorithm == "pvs" else {}
    start = time.process_time()
    report = search(game, algorithm=algorithm, depth=depth, engine=engine, **given)
    return report, time.process_time() - start


def larger(natural: Any) -> Any:
    """The game, on a larger board where it has one."""
    module = sys.modules[type(natural.make()).__module__]
    for called, value in LARGER.get(natural.module, {}).items():
        owner, _, attribute = called.rpartition(".")
        setattr(getattr(module, owner) if owner else module, attribute, value)
    return natural.make()


def deep_enough(game: Any, algorithm: str) -> int:
    """A depth that keeps Python busy for a second; 0 where the whole game does not."""
    before = -1
    for depth in range(1, DEEPEST):
        report, seconds = searched(game, algorithm, depth, "interpreted")
        if seconds > WORK:
            return depth
        if report.nodes == before:
            return 0
        before = report.nodes
    return 0


def speed(game: Any, algorithm: str, depth: int, engine: str) -> tuple[float, Any]:
    """Nodes for each second, over a second of searches; and the last of them."""
    if engine == "compiled":
        searched(game, algorithm, depth, engine)  # compiled and loaded before it is timed
    nodes, seconds = 0, 0.0
    while seconds < WORK:
        report, took = searched(game, algorithm, depth, engine)
        nodes, seconds = nodes + report.nodes, seconds + took
    return nodes / seconds, report


def row(natural: Any, algorithm: str) -> float | None:
    """One game and one algorithm, printed; None where it is not compiled, or too small."""
    game = larger(natural)
    depth = deep_enough(game, algorithm)
    if depth == 0:
        print(f"{natural.module:20} {natural.board:8} {algorithm:10} less than a second of work", flush=True)
        return None
    slow, told = speed(game, algorithm, depth, "interpreted")
    try:
        quick, same = speed(game, algorithm, depth, "compiled")
    except ZermeloError as refusal:
        print(f"{natural.module:20} {natural.board:8} {algorithm:10} not compiled: {refusal}", flush=True)
        return None
    found = [(each.score, each.nodes, each.line) for each in (told, same)]
    assert found[0] == found[1], (natural.module, algorithm, found)
    text = f"{slow:10,.0f} {quick:12,.0f} {quick / slow:7.1f} ×  {told.nodes:8,} nodes at depth {depth}"
    print(f"{natural.module:20} {natural.board:8} {algorithm:10} {text}", flush=True)
    return quick / slow


def styles(names: list[str]) -> None:
    """All games, then the middle of each style and of all."""
    ratios: dict[str, list[float]] = {}
    for natural in NATURAL:
        if names and natural.module not in names:
            continue
        for algorithm in ALGORITHMS:
            if (ratio := row(natural, algorithm)) is not None:
                ratios.setdefault(natural.board, []).append(ratio)
    every = [ratio for found in ratios.values() for ratio in found]
    for board, found in sorted(ratios.items()):
        print(f"{board:8} median {median(found):6.1f} ×, least {min(found):6.1f} ×")
    if every:
        print(f"all: median {median(every):.1f} × (at least {MEDIAN}), least {min(every):.1f} × ({LEAST})")


def both_ways() -> None:
    for called, (lists, flat, depth) in PAIRS.items():
        for algorithm in ALGORITHMS:
            listed, told = speed(lists(), algorithm, depth, "compiled")
            plain, same = speed(flat(), algorithm, depth, "compiled")
            assert told.nodes == same.nodes, (called, algorithm, told.nodes, same.nodes)
            print(
                f"{called:28} {algorithm:10} {listed:12,.0f} with lists, {plain:12,.0f} without: "
                f"{listed / plain:.2f} × (at least {LISTS})",
                flush=True,
            )


def windows() -> None:
    for algorithm in ALGORITHMS:
        slow, _ = speed(NineByNine(), algorithm, 2, "interpreted")
        quick, _ = speed(NineByNine(), algorithm, 3, "compiled")
        print(
            f"five in a row on 9 × 9       {algorithm:10} {slow:10,.0f} {quick:12,.0f} {quick / slow:7.1f} ×"
        )


if __name__ == "__main__":
    styles(sys.argv[1:])
    if not sys.argv[1:]:
        both_ways()
        windows()
