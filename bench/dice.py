"""Games with dice measured: nodes and processor time of Star1 and Star2 beside expectiminimax, by depth.

Prints a table for each game; every number is a part of what expectiminimax takes to the same depth.
"""

from __future__ import annotations

import time
from typing import Any

from rich.console import Console
from rich.table import Table

from zermelo import Report, prepare, search
from zermelo.games import Backgammon, Pig, Race

THROWN = Backgammon().result(Backgammon().initial(), (3, 1, 0, 0))
"""The opening throw 3-1: depth 3 is a turn, every throw, every answer to it."""
GAMES = (
    (Pig(), Pig().initial(), range(4, 12)),
    (Race(6, 6), Race(6, 6).initial(), range(4, 11)),
    (Backgammon(), THROWN, range(1, 6)),
)
ALGORITHMS = ("expectiminimax", "star1", "star2", "deepening")


def measured(game: Any, state: Any, algorithm: str, depth: int) -> tuple[Report, float]:
    """One search, and the processor seconds that it took."""
    started = time.process_time()
    report = search(game, state, depth=depth, algorithm=algorithm, engine="compiled")
    return report, time.process_time() - started


def row_of(game: Any, state: Any, depth: int) -> list[str]:
    """Nodes and time at one depth, as parts of what expectiminimax takes; all give the same value."""
    (plain, seconds), *others = (measured(game, state, algorithm, depth) for algorithm in ALGORITHMS)
    assert all(report.score.value == plain.score.value for report, _ in others)
    parts = [f"{report.nodes / plain.nodes:.3f}  {took / seconds:.2f}" for report, took in others]
    return [str(depth), f"{plain.nodes:,}", *parts]


def table_of(game: Any, state: Any, depths: range) -> Table:
    """All depths of one game."""
    table = Table(title=f"{type(game).__name__}: nodes and time as parts of expectiminimax's")
    for heading in ("depth", "nodes", "star1", "star2", "deepening (all depths, table)"):
        table.add_column(heading, justify="right")
    for depth in depths:
        table.add_row(*row_of(game, state, depth))
    return table


if __name__ == "__main__":
    for rules, start, plies in GAMES:
        for name in ALGORITHMS:
            prepare(rules, algorithm=name)
        Console().print(table_of(rules, start, plies))
