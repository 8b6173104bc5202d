"""The solver measured: Pascal Pons' test sets, the empty board of Connect Four, published values.

Prints tables and writes docs/solver.md and bench/results/solver.json.  Parts may be named: sets, empty,
threads, values.  `sets --whole` takes five sets whole and the first hundred of the hardest.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from zermelo import solve, solve_all, solving
from zermelo.games import MNK, ConnectFour, DotsAndBoxes, Kalah, Nim, PongHauKi

HERE = Path(__file__).resolve().parent
RESULTS, DOCS = HERE / "results" / "solver.json", HERE.parent / "docs"
DATA = HERE.parent / "tests" / "data"
sys.path.insert(0, str(HERE.parent / "tests"))
from connect4_sets import pons_score, positions  # noqa: E402


class Peer(NamedTuple):
    """What a program written for Connect Four alone takes on such a machine."""

    name: str
    seconds: float
    nodes: float
    allowed: float


PEERS = {
    "L3_R1": Peer("Pons", 6.3e-6, 51, 1.5),
    "L2_R1": Peer("Pons", 45e-6, 449, 1.5),
    "L1_R1": Peer("Pons", 264e-6, 3_296, 1.5),
    "L2_R2": Peer("c4", 2.34e-3, 9_387, 2.5),
    "L1_R2": Peer("c4", 121e-3, 373_769, 2.5),
    "L1_R3": Peer("c4", 1.54, 4.4e6, 2.5),
}
COMPARED = {"L3_R1": 1000, "L2_R1": 1000, "L1_R1": 1000, "L2_R2": 1000, "L1_R2": 100, "L1_R3": 10}
WHOLE = COMPARED | {"L1_R2": 1000, "L1_R3": 100}
EMPTY_NODES = 300_000_000
"""Three times what c4 takes for the empty board."""


def sets(whole: bool) -> Iterator[dict[str, Any]]:
    """Mean processor time and nodes of a position, in one call, one thread, an empty table for each."""
    game = ConnectFour()
    solve_all(game, positions("L3_R1", 2)[0], threads=1)  # compiled before it is timed
    for name, most in (WHOLE if whole else COMPARED).items():
        states, scores = positions(name, most)
        times = []
        for _ in range(3 if name in ("L3_R1", "L2_R1", "L1_R1") else 1):
            used = time.process_time()
            answers = solve_all(game, states, threads=1)
            times.append((time.process_time() - used) / len(states))
        pairs = zip(states, answers, scores, strict=True)
        wrong = sum(pons_score(state, answer.score) != score for state, answer, score in pairs)
        peer = PEERS[name]
        yield {
            "set": name,
            "positions": len(states),
            "wrong": wrong,
            "seconds": median(times),
            "nodes": sum(answer.nodes for answer in answers) / len(states),
            "peer": peer.name,
            "peer_seconds": peer.seconds,
            "peer_nodes": peer.nodes,
            "ratio": median(times) / peer.seconds,
            "allowed": peer.allowed,
        }


def empty(megabytes: float = 1024) -> dict[str, Any]:
    """The usual board from nothing, one thread."""
    started = time.perf_counter()
    *_, last = solving(ConnectFour(), threads=1, memory=megabytes, values=False, engine="compiled")
    return {
        "score": str(last.score),
        "nodes": last.nodes,
        "most": EMPTY_NODES,
        "seconds": time.perf_counter() - started,
        "line": list(last.line),
        "asked": [str(asked) for asked in last.certificate.asked],
    }


def threads() -> dict[str, Any]:
    """Positions of some seconds, by one thread and by two."""
    game, states = ConnectFour(), positions("L1_R3", 6)[0]
    took = {}
    for count in (1, 2):
        started = time.perf_counter()
        for state in states:
            solve(game, state, threads=count, values=False, engine="compiled")
        took[count] = time.perf_counter() - started
    return {"one": took[1], "two": took[2], "ratio": took[1] / took[2]}


class Claim(NamedTuple):
    game: Any
    called: str
    value: Any


def claims() -> Iterator[Claim]:
    """Published values of games that fit."""
    boards = json.loads((DATA / "connect4.json").read_text())
    signs = boards["value_first_player (+ win, = tie, - second player wins)"]
    for board in "4x4 5x4 4x5 5x5 6x4 4x6 7x4 6x5 5x6 4x7 4x8 5x7 8x4 7x5 6x6".split():
        width, height = map(int, board.split("x"))
        yield Claim(ConnectFour(width, height), f"connect4 {board}", {"+": 1, "=": 0, "-": -1}[signs[board]])
    for m, n, k, value in json.loads((DATA / "mnk.json").read_text())["rows_m_n_k_value"]:
        if m * n <= 25:
            yield Claim(MNK(m, n, k), f"mnk {m},{n},{k}", value)
    for sizes, margin in json.loads((DATA / "kalah.json").read_text())[
        "margin_first_player_empty_capture"
    ].items():
        m, n = map(int, sizes.split(","))
        if m * n <= 20:
            yield Claim(Kalah(m, n), f"kalah {m},{n}", margin)
    for sizes, value in json.loads((DATA / "dots_and_boxes.json").read_text())["value"].items():
        m, n = map(int, sizes.split("x"))
        if 2 * m * n + m + n <= 24:
            yield Claim(DotsAndBoxes(m, n), f"dots {sizes}", value)
    for heaps in ((3, 4, 5), (1, 2, 3), (7, 7), (2, 4, 6), (1, 5, 6)):
        nimber = 0
        for heap in heaps:
            nimber ^= heap
        yield Claim(Nim(heaps), f"nim {heaps}", 1 if nimber else -1)
    yield Claim(PongHauKi(), "pong hau k'i", 0)


def values(console: Console) -> list[dict[str, Any]]:
    found = []
    for claim in claims():
        started = time.perf_counter()
        solution = solve(claim.game, values=False, engine="compiled")
        row = {
            "game": claim.called,
            "published": claim.value,
            "found": solution.score.value,
            "score": str(solution.score),
            "nodes": solution.nodes,
            "seconds": time.perf_counter() - started,
        }
        found.append(row)
        mark = "" if row["found"] == row["published"] else "  WRONG"
        console.print(f"{claim.called:16} {row['score']:28} {row['nodes']:14,} nodes{mark}", highlight=False)
    return found


def sets_table(rows: list[dict[str, Any]]) -> Table:
    table = Table(title="Connect Four, mean of a position: one call, one thread, an empty table each")
    for heading in (
        "set",
        "positions",
        "wrong",
        "time",
        "nodes",
        "peer",
        "its time",
        "its nodes",
        "ratio",
        "bar",
    ):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*cells_of(row))
    return table


def cells_of(row: dict[str, Any]) -> list[str]:
    return [
        row["set"],
        f"{row['positions']:,}",
        str(row["wrong"]),
        spoken(row["seconds"]),
        f"{row['nodes']:,.0f}",
        row["peer"],
        spoken(row["peer_seconds"]),
        f"{row['peer_nodes']:,.0f}",
        f"{row['ratio']:.2f}",
        f"{row['allowed']}",
    ]


def spoken(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def page(results: dict[str, Any]) -> str:
    """docs/solver.md, from the figures."""
    lines = [
        "# The solver, measured",
        "",
        "Written by `bench/solver.py`. Ratios are to programs written for Connect Four alone, on such a",
        "machine: [Pascal Pons' solver](https://github.com/PascalPons/connect4) and",
        "[c4](https://github.com/ChristopheSteininger/c4). Nodes are positions that were searched;",
        "those that `bounds` or the table settle before their turn comes are none, as in c4.",
        "",
    ]
    if rows := results.get("sets"):
        lines += ["| set | positions | wrong | time | nodes | peer | its time | its nodes | ratio | bar |"]
        lines += ["|---|---|---|---|---|---|---|---|---|---|"]
        lines += [f"| {' | '.join(cells_of(row))} |" for row in rows]
        lines += ["", "Mean of a position, all in one call, one thread, an empty table for each.", ""]
    if whole := results.get("whole"):
        sentence = ", ".join(f"{row['set']} {row['positions']:,}" for row in whole)
        wrong = sum(row["wrong"] for row in whole)
        lines += [f"Whole sets ({sentence}): {wrong} wrong.", ""]
    if row := results.get("empty"):
        nodes = f"{row['nodes']:,} nodes, {row['seconds']:.0f} s (at most {row['most']:,} nodes wanted)"
        lines += [f"The empty 7 × 6 board, one thread, 1 GB: {row['score']}; {nodes}.", ""]
        lines += ["```", *row["asked"], "```", ""]
    if row := results.get("threads"):
        lines += [f"Two threads settle hard positions {row['ratio']:.2f} times as fast as one.", ""]
    if rows := results.get("values"):
        wrong = sum(row["found"] != row["published"] for row in rows)
        lines += [f"## Published values: {len(rows)} games, {wrong} wrong", ""]
        lines += ["| game | value | nodes |", "|---|---|---|"]
        lines += [f"| {row['game']} | {row['score']} | {row['nodes']:,} |" for row in rows]
        lines += [""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["sets", "empty", "threads", "values"])
    parser.add_argument("--whole", action="store_true")
    wanted = parser.parse_args()
    console = Console(width=140)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for part in wanted.parts:
        if part == "sets":
            rows = list(sets(wanted.whole))
            results["whole" if wanted.whole else "sets"] = rows
            console.print(sets_table(rows))
        elif part == "empty":
            results["empty"] = empty()
            console.print(results["empty"])
        elif part == "threads":
            results["threads"] = threads()
            console.print(results["threads"])
        elif part == "values":
            results["values"] = values(console)
        else:
            parser.error(f"{part} is not a part: choose from sets, empty, threads, values")
        RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
        (DOCS / "solver.md").write_text(page(results))


if __name__ == "__main__":
    main()
