"""The engine measured: Connect Four, techniques switched off, threads, deadlines, the first move.

Prints tables and writes docs/engine.md, docs/ablation.svg and bench/results/engine.json.
Parts may be named: connect4, ablation, threads, deadlines, first.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import geometric_mean, median, quantiles
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from zermelo import analyse, search
from zermelo.games import ConnectFour
from zermelo.interfaces.terminal.benchmark import FIVE, NINE, POSITIONS, Position, eighteen, run
from zermelo.running.transpositions import Transpositions

HERE = Path(__file__).resolve().parent
RESULTS, DOCS = HERE / "results" / "engine.json", HERE.parent / "docs"
REPEATS = 5
MORE = (
    Position("connect4", 22, (3,)),
    Position("connect4", 22, (2, 3)),
    Position("connect4", 22, (0, 1, 2)),
    Position("mnk", 12, (12,), FIVE),
    Position("kalah", 17, (2,)),
    Position("kalah", 17, (5,)),
    Position("dots", 15, (0,), NINE),
)
DEEPER = {"connect4": 10, "mnk": 4, "kalah": 7, "dots": 5}
"""Plies beyond the signature's, so that a search takes a second or so."""
SOON_SETTLED = 9
"""Moves after which most of these games are settled at once."""
THREADED = [
    position
    for position in (*POSITIONS, *MORE)
    if position.game == "kalah" or (position.game in DEEPER and len(position.moves) < SOON_SETTLED)
]
SEARCHES = 1000
PAUSE = 8.0
ABLATED = {
    "connect4": "table killers countermoves history mate_distance enhanced one_reply internal_reduction "
    "late_reductions",
    "mnk": "table killers countermoves history mate_distance enhanced one_reply internal_reduction "
    "late_reductions singular futility",
    "kalah": "table killers countermoves history enhanced one_reply internal_reduction late_reductions "
    "singular futility",
    "dots": "table killers countermoves history enhanced one_reply internal_reduction late_reductions "
    "singular futility",
}


@dataclass
class Figure:
    """One thing measured, and what it is held to."""

    what: str
    value: float
    unit: str
    bar: str = ""
    met: bool | None = None
    note: str = ""


# -- Connect Four ----------------------------------------------------------------------------------


def connect_four() -> Iterator[Figure]:
    """Depths 1 to 18 from the start, plain rules, no evaluation, one thread, 64 MB."""
    reports = [eighteen() for _ in range(REPEATS)]
    nodes, speed = reports[0].nodes, median(report.speed for report in reports)
    yield Figure("Connect Four, depths 1–18, exact", nodes, "nodes", "≤ 8,000,000", nodes <= 8_000_000)
    yield Figure("… nodes per second", speed, "nodes/s", "≥ 5,000,000", speed >= 5_000_000)


# -- threads ---------------------------------------------------------------------------------------


def threads() -> Iterator[Figure]:
    """Two threads against one: nodes per second, and how much sooner a depth is reached."""
    speeds, times = [], []
    for position in track(THREADED, description="threads", transient=True):
        one, two = (timed(position, count) for count in (1, 2))
        speeds.append(two[0] / one[0])
        times.append(one[1] / two[1])
    speed, sooner = geometric_mean(speeds), geometric_mean(times)
    note = f"{len(THREADED)} positions, median of {REPEATS}"
    yield Figure("two threads, nodes per second", speed, "× one", "≥ 1.8", speed >= 1.8, note)
    yield Figure("two threads, sooner to a depth", sooner, "× one", "≥ 1.25", sooner >= 1.25, note)


def timed(position: Position, count: int) -> tuple[float, float]:
    """Nodes per second and seconds, each the median of several searches."""
    deeper = DEEPER[position.game]
    reports = [row.report for _ in range(REPEATS) for row in run([position], deeper=deeper, threads=count)]
    return median(report.speed for report in reports), median(report.seconds for report in reports)


# -- deadlines -------------------------------------------------------------------------------------


def deadlines() -> Iterator[Figure]:
    """How late searches of 50–200 ms return, beside how late a bare wait of the same length is."""
    for engine in ("compiled", "interpreted"):
        late, bare = overshoots(engine)
        worst, wait = quantiles(late, n=100)[98], quantiles(bare, n=100)[98]
        beyond = worst - wait
        note = (
            f"median {median(late):.1f}, worst {max(late):.1f} ms; bare wait {median(bare):.1f}, {wait:.1f}, "
        )
        note += f"{max(bare):.1f} ms (median, 99 %, worst)"
        what = f"{SEARCHES} searches, {engine}: 99 % late by, beyond a bare wait"
        yield Figure(what, beyond, "ms", "≤ 10", beyond <= 10, note)
    stops = [stopped_after() for _ in range(50)]
    worst = quantiles(stops, n=100)[98]
    yield Figure("a stop request is obeyed, 99 % within", worst, "ms", "≤ 10", worst <= 10)


def overshoots(engine: str) -> tuple[list[float], list[float]]:
    """Milliseconds beyond the limit, of searches and of bare waits."""
    random, game, table = Random(1), ConnectFour(), Transpositions(16)
    search(game, seconds=0.2, engine=engine, table=table)
    late, bare = [], []
    for _ in track(range(SEARCHES), description=f"deadlines, {engine}", transient=True):
        limit, state = random.uniform(0.05, 0.2), game.initial()
        for _ in range(random.randrange(8)):
            state = game.result(state, random.choice(list(game.actions(state))))
        started = time.perf_counter()
        report = search(game, state, seconds=limit, engine=engine, table=table)
        late.append(1e3 * (time.perf_counter() - started - limit) if report.score.winner is None else 0.0)
        if len(late) % 5 == 0:
            started = time.perf_counter()
            time.sleep(limit)
            bare.append(1e3 * (time.perf_counter() - started - limit))
    return late, bare


def stopped_after() -> float:
    """Milliseconds from a stop request to the end of the stream."""
    analysis = analyse(ConnectFour(), engine="compiled", memory=16, algorithm="pvs")
    for report in analysis:
        if report.depth >= 14:
            break
    started = time.perf_counter()
    analysis.stop()
    for _ in analysis:
        pass
    return 1e3 * (time.perf_counter() - started)


# -- the first move --------------------------------------------------------------------------------

FIRST = """
import time
from zermelo.games import ConnectFour
from zermelo import search
report = search(ConnectFour(), seconds=0.5)
assert report.action in range(7)
"""


def first() -> Iterator[Figure]:
    """From the start of a process to the first move of a game that was never compiled."""
    seconds = []
    for _ in range(REPEATS):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o700)
            started = time.perf_counter()
            environment = {**os.environ, "ZERMELO_CACHE": folder}
            subprocess.run([sys.executable, "-c", FIRST], env=environment, check=True)
            seconds.append(time.perf_counter() - started)
            time.sleep(PAUSE)  # the compiler that was started goes on for a while
    value = median(seconds)
    yield Figure("process start to first move, cold, 0.5 s to think", value, "s", "≤ 1", value <= 1)


# -- ablation --------------------------------------------------------------------------------------


def ablation() -> dict[str, dict[str, tuple[float, float]]]:
    """For each game: nodes and time with one technique off, as a multiple of all on."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for game, names in ABLATED.items():
        positions = [position for position in POSITIONS if position.game == game][:3]
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # each is compiled in a process of its own
            list(pool.map(partial(shallow, positions[0]), names.split()))
        whole = spent(positions, ())
        found[game] = {}
        for name in track(names.split(), description=f"ablation, {game}", transient=True):
            nodes, seconds = spent(positions, (name,))
            found[game][name] = (nodes / whole[0], seconds / whole[1])
    return found


def shallow(position: Position, off: str) -> None:
    game, state = position.set_up()
    search(game, state, depth=1, algorithm="pvs", engine="compiled", memory=1, switch_off=(off,))


def spent(positions: list[Position], without: tuple[str, ...]) -> tuple[float, float]:
    """Geometric means of nodes and of seconds, the quicker of two tries."""
    tries = [[row.report for row in run(positions, switch_off=without)] for _ in range(2)]
    nodes = geometric_mean([report.nodes for report in tries[0]])
    return nodes, min(geometric_mean([report.seconds for report in one]) for one in tries)


def drawn(found: dict[str, dict[str, tuple[float, float]]]) -> str:
    """A bar for each technique and game: nodes with it off, on a logarithmic scale."""
    import math

    rows = [(game, name, ratio[0]) for game, names in found.items() for name, ratio in names.items()]
    high, scale, left = 18, 45, 250
    parts = []
    for index, (game, name, ratio) in enumerate(rows):
        width, y = scale * math.log2(ratio), 30 + high * index
        x, colour = (left, "#0072b2") if width >= 0 else (left + width, "#d55e00")
        parts.append(f'<text x="{left - 100}" y="{y + 13}" text-anchor="end">{game} {name}</text>')
        parts.append(
            f'<rect x="{x:.1f}" y="{y + 2}" width="{abs(width):.1f}" height="{high - 4}" fill="{colour}"/>'
        )
        parts.append(f'<text x="{left + max(width, 0) + 6:.1f}" y="{y + 13}">{ratio:.2f}×</text>')
    height = 40 + high * len(rows)
    title = '<text x="10" y="18">nodes with one technique off, as a multiple of all on (log scale)</text>'
    style = "font-family='sans-serif' font-size='12' fill='#333'"
    body = "\n".join([title, *parts])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {height}" {style}>\n{body}\n</svg>\n'


# -- the whole -------------------------------------------------------------------------------------

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "connect4": connect_four,
    "first": first,
    "threads": threads,
    "deadlines": deadlines,
}


def shown(figure: Figure) -> list[str]:
    value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.2f}"
    return [
        figure.what,
        f"{value} {figure.unit}",
        figure.bar,
        {None: "", True: "yes", False: "no"}[figure.met],
    ]


def ablation_table(found: dict[str, dict[str, tuple[float, float]]]) -> list[list[str]]:
    names = list(dict.fromkeys(name for ratios in found.values() for name in ratios))
    rows = [["off", *found]]
    for name in names:
        ratios = [found[game].get(name) for game in found]
        rows.append([name, *("–" if r is None else f"{r[0]:.2f} / {r[1]:.2f}" for r in ratios)])
    return rows


def page(results: dict[str, Any]) -> str:
    """docs/engine.md."""
    lines = ["# The engine, measured", "", "Written by `make bench` (`bench/engine.py`).", ""]
    lines += ["| what | measured | bar | met |", "|---|---:|---:|---|"]
    for one in results["figures"]:
        figure = Figure(**one)
        note = f"<br>{figure.note}" if figure.note else ""
        cells = shown(figure)
        lines.append(f"| {cells[0]}{note} | {cells[1]} | {cells[2]} | {cells[3]} |")
    if results.get("ablation"):
        table = ablation_table(results["ablation"])
        lines += [
            "",
            "## What each technique buys",
            "",
            "Nodes / time with it off, as a multiple of all on.",
            "",
        ]
        lines += ["| " + " | ".join(table[0]) + " |", "|---" * len(table[0]) + "|"]
        lines += ["| " + " | ".join(row) + " |" for row in table[1:]]
        lines += ["", "![nodes with one technique off](ablation.svg)"]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the engine.")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}, ablation; all if none is named")
    chosen = parser.parse_args().parts or [*PARTS, "ablation"]
    if unknown := set(chosen) - {*PARTS, "ablation"}:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    console = Console()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"figures": [], "ablation": {}}
    for name in chosen:
        if name == "ablation":
            results["ablation"] = ablation()
            (DOCS / "ablation.svg").write_text(drawn(results["ablation"]))
            print_table(console, ablation_table(results["ablation"]))
            continue
        figures = list(PARTS[name]())
        kept = [one for one in results["figures"] if one["what"] not in {figure.what for figure in figures}]
        results["figures"] = [*kept, *map(asdict, figures)]
        print_table(console, [["what", "measured", "bar", "met"], *map(shown, figures)])
        for figure in figures:
            console.print(f"[dim]{figure.note}", highlight=False) if figure.note else None
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    (DOCS / "engine.md").write_text(page(results))
    return 0


def print_table(console: Console, rows: list[list[str]]) -> None:
    table = Table(*rows[0])
    for row in rows[1:]:
        table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
