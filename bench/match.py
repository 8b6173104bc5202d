"""Matches under stress: no forfeit at 10 ms a move, files that survive kill -9, the same games everywhere.

    games   Connect Four at 10 ms a move, engine, Monte Carlo and level 10 against each other
    kill    a match killed by SIGKILL at random moments: is its file whole, with every game that was told?
    same    a seeded match in one process, in two, and on a Dask cluster of two workers one of which is killed

Prints what it finds and writes bench/results/match.json; ends with 1 where something is not as it must be.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from zermelo import Results, match, matching
from zermelo.games import ConnectFour
from zermelo.matches.store import Store

RESULTS = Path(__file__).resolve().parent / "results" / "match.json"
LIMIT = 0.01
OURS = ["engine", "mcts", "level:10"]
SEEDED = ["deep=engine:nodes=3000", "wide=mcts:simulations=300", "level:3"]


def quick_games(games: int) -> dict[str, Any]:
    """Forfeits, and how late moves were, at 10 ms a move; `games` in all."""
    each = max(2, games // 3 // 2 * 2)
    found = match(ConnectFour(), OURS, games=each, seconds=LIMIT)
    late = sorted(ply.seconds - LIMIT for record in found.records for ply in record.plies)
    return {
        "games": len(found.records),
        "moves": len(late),
        "forfeits": [record.detail for record in found.forfeits],
        "late_ms": {"median": 1e3 * late[len(late) // 2], "99 %": 1e3 * late[int(len(late) * 0.99)],
                    "most": 1e3 * late[-1]},
        "good": not found.forfeits,
    }  # fmt: skip


def killed(times: int, games: int) -> dict[str, Any]:
    """Kill a match at random moments and go on with it, until all games are played."""
    dice, kept, whole = random.Random(1), [0], True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.db"
        words = ["match", "connect4", "engine", "random", "--games", str(games), "--seconds", str(LIMIT)]
        command = [sys.executable, "-m", "zermelo", *words, "--store", str(path), "--json"]
        for _ in range(times):
            told = until_killed(command, kept[-1] + dice.randint(1, 5), dice.uniform(0.0, 0.5))
            numbers = games_in(path)
            whole = whole and numbers is not None and told <= set(numbers) and len(numbers) >= kept[-1]
            kept.append(len(numbers or ()))
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        final = games_in(path)
    good = whole and final == list(range(1, games + 1))
    return {"kills": times, "games_after_each": kept[1:], "in_the_end": len(final or ()), "good": good}


def until_killed(command: list[str], games: int, moment: float) -> set[int]:
    """Start a match, let it tell so many games and go on for a moment, kill it; the games that it told."""
    told: set[int] = set()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told.add(json.loads(line).get("number", 0))
            if len(told) >= games:
                time.sleep(moment)
                process.kill()
                break
    return told - {0}


def games_in(path: Path) -> list[int] | None:
    """The numbers of the games in a file; None where it is not whole."""
    connection = sqlite3.connect(path)
    whole = connection.execute("pragma integrity_check").fetchone() == ("ok",)
    connection.close()
    with Store.open(path) as store:
        return [record.number for record in store.records()] if whole else None


def everywhere(games: int) -> dict[str, Any]:
    """The same games in one process, two, and on a cluster that loses a worker."""
    options: dict[str, Any] = {"games": games, "seed": 7}
    one = moves_of(match(ConnectFour(), SEEDED, **options))
    two = moves_of(match(ConnectFour(), SEEDED, processes=2, **options))
    cluster = moves_of(on_a_cluster(options))
    found = {"games": len(one), "two_processes": two == one, "cluster": cluster == one}
    return {**found, "good": two == one == cluster}


def on_a_cluster(options: dict[str, Any]) -> Results:
    """Two workers, one of which is killed after two games."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        for found in matching(ConnectFour(), SEEDED, cluster=cluster.scheduler_address, **options):
            if len(found.records) == 2:
                next(iter(cluster.workers.values())).process.process.kill()
    return found


def moves_of(results: Results) -> list[Any]:
    return [(record.number, record.moves, record.score) for record in results.records]


def main() -> int:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    parser.add_argument("parts", nargs="*", default=["games", "kill", "same"])
    parser.add_argument("--games", type=int, default=1000, help="of the part `games`")
    parser.add_argument("--kills", type=int, default=10)
    asked = parser.parse_args()
    work = {
        "games": lambda: quick_games(asked.games),
        "kill": lambda: killed(asked.kills, 8 * asked.kills),
        "same": lambda: everywhere(6),
    }
    found = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for part in asked.parts:
        found[part] = work[part]()
        print(part, json.dumps(found[part], indent=2), flush=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    return 0 if all(found[part]["good"] for part in asked.parts) else 1


if __name__ == "__main__":
    sys.exit(main())
