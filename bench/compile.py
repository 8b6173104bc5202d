"""How long machine code is waited for: small units, the engine's, chess's; a process's first and a later one.

    python bench/compile.py [../the-version-before] [rounds]

Every figure is the median over the rounds of the seconds that a search of one ply takes with an empty cache,
in a process of its own, by turns with the other version if one is given.  The ratio is ours to the other's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1]
ROUNDS = 5

RULES = [str(HERE / "tests"), str(HERE / "bench")]
"""Where the rules of chess are."""
WORKER = """
import json, os, sys, time
sys.path[:0] = sys.argv[4:]
from zermelo import Game, search
from zermelo.games import ConnectFour, DotsAndBoxes, Kalah, Nim, TicTacToe

if hasattr(Game, "over"):
    from chess_rules import Chess
else:
    from chess_before import Chess
games = {game.__name__: game for game in (Chess, ConnectFour, DotsAndBoxes, Kalah, TicTacToe)}
name, algorithm, is_first = sys.argv[1:4]
if is_first == "0":
    search(Nim(), algorithm="minimax", depth=1, engine="compiled")
started = time.perf_counter()
search(games[name](), algorithm=algorithm, depth=1, engine="compiled")
print(json.dumps(time.perf_counter() - started))
"""
UNITS = [
    ("small", "TicTacToe", "alphabeta"),
    ("small", "ConnectFour", "alphabeta"),
    ("small", "DotsAndBoxes", "alphabeta"),
    ("engine", "ConnectFour", "pvs"),
    ("engine", "Kalah", "pvs"),
    ("chess", "Chess", "pvs"),
]


def seconds(checkout: Path, game: str, algorithm: str, first: bool) -> float:
    """What one unit takes in a fresh process with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": str(checkout), "ZERMELO_CACHE": cache}
        command = [sys.executable, "-c", WORKER, game, algorithm, str(int(first)), *RULES]
        told = subprocess.run(
            command, env=environment, cwd=checkout, check=True, capture_output=True, text=True
        )
    return float(json.loads(told.stdout))


def main() -> None:
    """Print one line for each unit."""
    rounds = int(sys.argv.pop()) if sys.argv[-1].isdigit() else ROUNDS
    versions = [HERE, *(Path(other).resolve() for other in sys.argv[1:2])]
    for size, game, algorithm in UNITS:
        for first in (True, False):
            found: dict[Path, list[float]] = {version: [] for version in versions}
            for number in range(rounds):
                for version in versions[:: 1 if number % 2 else -1]:
                    found[version].append(seconds(version, game, algorithm, first))
            ours, *other = (median(times) for times in found.values())
            ratio = f", before {other[0]:.2f} s: {ours / other[0]:.2f} ×" if other else ""
            place = "first" if first else "later"
            print(f"{size:6} {game:12} {algorithm:9} {place}  {ours:.2f} s{ratio}", flush=True)


if __name__ == "__main__":
    main()
