"""Writes docs/tictactoe.md: the lecture's three solutions of tic-tac-toe, compared.

python docs/make_tictactoe.py
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path

from zermelo import search
from zermelo.algorithms.perft import reachable
from zermelo.game import distinct_actions
from zermelo.games import TicTacToe
from zermelo.games import tictactoe_solutions as solutions

PAGE = Path(__file__).parent / "tictactoe.md"
GAME = TicTacToe()


def seconds_per_call(call: Callable[[], object], least: float = 0.2) -> float:
    """The mean time of a call, repeated for at least this long."""
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < least:
        call()
        count += 1
    return (time.perf_counter() - started) / count


def shown(seconds: float) -> str:
    return f"{seconds * 1e6:,.1f} µs" if seconds < 1e-3 else f"{seconds * 1e3:,.1f} ms"


def first_and_mean(player: solutions.Player) -> tuple[str, str]:
    """The time of the first move, and the mean over all positions that are not over."""
    start = GAME.initial()
    positions = [state for state in reachable(GAME) if not GAME.is_terminal(state)]
    started = time.perf_counter()
    for state in positions[1::40]:
        player(state)
    mean = (time.perf_counter() - started) / len(positions[1::40])
    return shown(seconds_per_call(lambda: player(start))), shown(mean)


def rows() -> list[tuple[str, ...]]:
    started = time.perf_counter()
    table = solutions.complete_table.__wrapped__()
    computing = time.perf_counter() - started
    solutions.complete_table()
    size = array("b", table).itemsize * len(table)
    names = {"table": "1. complete table", "expert": "2. expert's rules", "search": "3. tree search"}
    before = {"table": shown(computing), "expert": "–", "search": "–"}
    space = {"table": f"{size:,} bytes", "expert": "none", "search": "nine plies of stack"}
    general = {
        "table": "this game only; 3ⁿ entries for n cells",
        "expert": "this game only, and someone has to know the rules",
        "search": "any game with six rules; `evaluate` where it cannot reach the end",
    }
    found = []
    for name, player in solutions.PLAYERS.items():
        found.append((names[name], before[name], *first_and_mean(player), space[name], general[name]))
    return found


def nodes(**wanted: object) -> str:
    return f"{search(GAME, engine='interpreted', **wanted).nodes:,}"


def page() -> str:
    heads = ("solution", "before the game", "first move", "mean move", "space", "how general")
    lines = [
        "# Tic-tac-toe, three times",
        "",
        "Written by `python docs/make_tictactoe.py`. The three solutions of the lecture are players in",
        "`zermelo/games/tictactoe_solutions.py`; none of them ever loses, which the tests show by playing",
        "every line against each of them on both sides.",
        "",
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in rows()),
        "",
        "Times are of plain Python on one machine: read them against each other.",
        "",
        "## What the search looks at",
        "",
        "| from the empty board | nodes |",
        "|---|---:|",
        f"| minimax | {nodes(algorithm='minimax')} |",
        f"| alpha-beta, win, draw and loss only | {nodes(algorithm='alphabeta', prefer_quick_wins=False)} |",
        f"| alpha-beta, quick wins preferred | {nodes(algorithm='alphabeta')} |",
        f"| alpha-beta two plies deep, with EVAL | {nodes(algorithm='alphabeta', depth=2)} |",
        "",
        "EVAL is the number of lines still open to X minus those still open to O. Turning and mirroring",
        f"the board leaves {len(distinct_actions(GAME, GAME.initial()))} different first moves of 9: "
        "a corner, a side and the centre, worth "
        + ", ".join(
            f"{GAME.evaluate(GAME.result(GAME.initial(), cell)):+d}"
            for cell in distinct_actions(GAME, GAME.initial())
        )
        + " by EVAL.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
    sys.exit(0)
