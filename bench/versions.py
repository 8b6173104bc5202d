"""This version against another checkout: the same work by turns, in a process each, by processor time.

    python bench/versions.py ../the-version-before [rounds]

Each round runs every row with either version, often enough to last half a second; the figure is the median
over the rounds of how much processor time the other took for each second of ours (above 1: we are quicker).
Answers are compared too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parents[1]
ROUNDS = 9
BAR = 0.95

WORKER = """
import json, sys, time
from pathlib import Path
from zermelo import perft, search, solve_all
from zermelo.games import ConnectFour, TicTacToe

sys.path.insert(0, str(Path(sys.argv[1]) / "tests"))
from connect4_sets import positions

game = ConnectFour()
COMPILED = {"engine": "compiled"}
LASTING = 0.5

def solved(name, count):
    answers = solve_all(game, positions(name, count)[0], threads=1, engine="compiled")
    return sum(answer.nodes for answer in answers)

def nodes(**wanted):
    return search(**wanted).nodes

ROWS = {
    "perft of Connect Four, depth 9, compiled": lambda: perft(game, depth=9, engine="compiled"),
    "alpha-beta of Connect Four, depth 12, compiled": lambda: nodes(
        game=game, depth=12, algorithm="alphabeta", **COMPILED
    ),
    "short searches, alpha-beta of Connect Four, depth 6, compiled": lambda: nodes(
        game=game, depth=6, algorithm="alphabeta", **COMPILED
    ),
    "minimax of tic-tac-toe, compiled": lambda: nodes(
        game=TicTacToe(), algorithm="minimax", **COMPILED
    ),
    "alpha-beta of tic-tac-toe, interpreted": lambda: nodes(
        game=TicTacToe(), algorithm="alphabeta", engine="interpreted"
    ),
    "the engine on Connect Four, depth 14, compiled": lambda: nodes(
        game=game, depth=14, algorithm="pvs", memory=16, **COMPILED
    ),
    "the engine on Connect Four, depth 7, interpreted": lambda: nodes(
        game=game, depth=7, algorithm="pvs", memory=16, engine="interpreted"
    ),
    "the solver, Connect Four's L3_R1": lambda: solved("L3_R1", 1000),
    "the solver, Connect Four's L2_R1": lambda: solved("L2_R1", 300),
    "the solver, Connect Four's L1_R1": lambda: solved("L1_R1", 60),
}

print(json.dumps(list(ROWS)), flush=True)
for line in sys.stdin:
    work = ROWS[line.rstrip()]
    work()  # compiled and loaded before it is timed
    times, seconds, started = 0, 0.0, time.process_time()
    while seconds < LASTING:
        answer = work()
        times, seconds = times + 1, time.process_time() - started
    print(json.dumps([seconds / times, answer]), flush=True)
"""


class Version:
    """A process that runs one checkout, with a cache of its own if one is named."""

    def __init__(self, checkout: Path, worker: str = WORKER, *more: str, cache: Path | None = None) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        if cache is not None:
            cache.mkdir(mode=0o700)
            environment["ZERMELO_CACHE"] = str(cache)
        command = [sys.executable, "-c", worker, str(checkout), *more]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=checkout
        )
        self.rows: list[str] = self.read()

    def read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the version in {self.process.args} ended without an answer")
        return json.loads(line)

    def run(self, row: str) -> tuple[float, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{row}\n")
        self.process.stdin.flush()
        seconds, answer = self.read()
        return seconds, answer


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("checkout", type=Path, help="the other version")
    asked.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    told = asked.parse_args()
    if not (told.checkout / "zermelo").is_dir():
        asked.error(f"{told.checkout} is not a checkout of Zermelo")
    rounds, ours, other = told.rounds, Version(HERE), Version(told.checkout.resolve())
    ratios: dict[str, list[float]] = {row: [] for row in ours.rows}
    for number in range(rounds):
        for row in ours.rows:
            pair = (ours, other) if number % 2 else (other, ours)
            found = {version: version.run(row) for version in pair}
            assert found[ours][1] == found[other][1], (row, found[ours][1], found[other][1])
            ratios[row].append(found[other][0] / found[ours][0])
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    for row, found_ratios in ratios.items():
        figure = median(found_ratios)
        spread = f"{min(found_ratios):.2f}–{max(found_ratios):.2f}"
        print(f"{'  ' if figure >= BAR else '! '}{figure:5.2f} × ({spread})  {row}")


if __name__ == "__main__":
    main()
