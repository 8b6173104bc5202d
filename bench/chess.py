"""A large rules file and four small ones: perft, the engine and the compiler, by processor time.

    python bench/chess.py [../the-version-before] [rounds]

For this version, or for two side by side: each round runs every row once with either of them, in a process
each, and the figures are medians over the rounds.  Leaves must be the same; a search that has changed visits
other nodes, and then what is compared is nodes for each second.  Units are compiled once for each
version, into an empty cache.  The rules of chess are those of tests/chess_rules.py for both.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from versions import HERE, ROUNDS, Version

RULES = [str(HERE / "tests"), str(HERE / "bench")]
"""Where the rules of chess are, for this version and for those before its contract."""
WORKER = """
import json, os, resource, sys, time

sys.path.insert(0, sys.argv[2])
from chess_rules import Chess
from zermelo import Game, perft, search
from zermelo.games import MNK, ConnectFour, DotsAndBoxes, Kalah

if not hasattr(Game, "over"):
    sys.path.insert(0, sys.argv[3])
    from chess_before import Chess

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
GAMES = {
    "chess": (Chess(), 5, 14),
    "chess, Kiwipete": (Chess(), 4, 12),
    "Connect Four": (ConnectFour(), 9, 28),
    "Kalah": (Kalah(), 9, 20),
    "dots and boxes": (DotsAndBoxes(width=3, height=3), 6, 17),
    "(5, 5, 4)": (MNK(width=5, height=5, k=4), 6, 13),
}

def state_of(called):
    return Chess().parse(KIWIPETE) if "Kiwipete" in called else GAMES[called][0].initial()

def leaves(called, shallow):
    game, depth, _ = GAMES[called]
    return int(perft(game, state_of(called), depth=1 if shallow else depth, engine="compiled"))

def nodes(called, shallow):
    game, _, depth = GAMES[called]
    wanted = {"algorithm": "pvs", "engine": "compiled", "memory": 16}
    return search(game, state_of(called), depth=1 if shallow else depth, **wanted).nodes

ROWS = {f"{called}: {what}": (count, called)
        for called in GAMES for what, count in (("leaves", leaves), ("nodes", nodes))}

def compiling():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

print(json.dumps(list(ROWS)), flush=True)
for line in sys.stdin:
    count, called = ROWS[line.rstrip()]
    before = compiling()
    count(called, True)
    compiled, started = compiling() - before, time.process_time()
    found = count(called, False)
    print(json.dumps([time.process_time() - started, [found, compiled]]), flush=True)
"""


def measured(versions: list[Version], rounds: int) -> dict[str, list[list[tuple[float, Any]]]]:
    """For each row and version what every round found: seconds, and the count with the compiler's seconds."""
    found = {row: [list[tuple[float, Any]]() for _ in versions] for row in versions[0].rows}
    for number in range(rounds):
        for row, runs in found.items():
            order = range(len(versions)) if number % 2 else reversed(range(len(versions)))
            for index in order:
                runs[index].append(versions[index].run(row))
            if row.endswith("leaves"):
                assert same_counts(runs), row
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return found


def same_counts(runs: list[list[tuple[float, Any]]]) -> bool:
    """Did every version count the same?"""
    return len({answer[0] for each in runs for _, answer in each}) == 1


def line(row: str, runs: list[list[tuple[float, Any]]]) -> str:
    """Millions per second, the compiler's seconds, and how the first version stands to the second."""
    speeds = [median(answer[0] / seconds for seconds, answer in each) / 1e6 for each in runs]
    compilers = [each[0][1][1] for each in runs]
    told = " ".join(f"{speed:8.2f} M/s" for speed in speeds)
    if max(compilers) > 0:
        told += " " + " ".join(f"{seconds:6.1f} s" for seconds in compilers)
    if len(runs) > 1:
        rates = [[answer[0] / seconds for seconds, answer in each] for each in runs]
        ratios = [ours / theirs for ours, theirs in zip(*rates, strict=True)]
        told = f"{median(ratios):5.2f} × ({min(ratios):.2f}–{max(ratios):.2f}) {told}"
    return f"{told}  {row}{'' if same_counts(runs) else ', of another tree'}"


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    others = [Path(word).resolve() for word in sys.argv[1:] if not word.isdigit()]
    with tempfile.TemporaryDirectory() as folder:
        versions = [
            Version(checkout, WORKER, *RULES, cache=Path(folder) / str(index))
            for index, checkout in enumerate([HERE, *others[:1]])
        ]
        found = measured(versions, numbers[0] if numbers else ROUNDS)
    print("ours, then the other: per processor second, and seconds of the compiler for a unit that is new")
    for row, runs in found.items():
        print(line(row, runs))


if __name__ == "__main__":
    main()
