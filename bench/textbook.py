"""Zermelo against its peers, side by side in one run: a table, and bench/results/textbook.json.

Ours and the peer's work are timed by turns, each repeated for at least half a second of wall time; the ratio
is the median of the rounds' ratios, so that a machine that is busy now and then disturbs both alike.
Nothing runs on more than one core at a time.

The status is 1 if an answer is wrong, else 0: a missed bar and a missing peer are said, and that is all.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import handwritten
import peers
from first_answer import WRONG
from peers import Work
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import zermelo
from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.minimax import minimax
from zermelo.algorithms.perft import perft
from zermelo.games import ConnectFour, TicTacToe
from zermelo.kernel.bind import bind
from zermelo.kernel.options import Options
from zermelo.kernel.run import CHECK_EVERY, visited

HERE = Path(__file__).resolve().parent
PAGE = Path(__file__).parents[1] / "docs" / "measurements.md"
README = Path(__file__).parents[1] / "README.md"
SPEED = "<!-- speed: written by bench/textbook.py -->\n", "<!-- end of speed -->"
"""What stands around the figure of speed in the README."""
RESULTS = HERE / "results" / "textbook.json"
PACKAGES = "zermelo numpy numba llvmlite open_spiel easyAI aima3".split()

SECONDS = 0.5
ROUNDS = 5
FRESH = 3
"""Processes for each first answer."""
HELPS = 10
"""Runs of `zermelo --help`."""
PERFT_DEPTH = 6
NODES_8 = peers.CONNECT_FOUR_NODES[8]
NODES_12 = 3_050_083
WHOLE_TIC_TAC_TOE = 549_946
WIDTH = 120
"""Columns of the table where there is no terminal, or a narrow one."""
SLOW_PEER = 3
"""Rounds against a peer that takes seconds for one piece of work."""
CLOSE = 15
"""Rounds where the ratio is near its bar, and a noisy machine would decide."""


@dataclass(frozen=True)
class Bar:
    """What a figure is held to."""

    limit: float
    at_least: bool
    unit: str

    def met(self, figure: float) -> bool:
        return figure >= self.limit if self.at_least else figure <= self.limit

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.limit:,g}{self.unit}"


@dataclass
class Row:
    """One line of the table; `figure` is what the bar is about: a ratio, or seconds."""

    what: str
    unit: str
    bar: Bar | None = None
    ours: float | None = None
    peer: float | None = None
    figure: float | None = None
    processor: float | None = None
    samples: list[float] = field(default_factory=list)
    note: str = ""

    @property
    def met(self) -> bool | None:
        return self.bar.met(self.figure) if self.bar and self.figure is not None else None


class Wrong(Exception):
    """An answer is not what it must be."""


class NoAnswer(Exception):
    """A process ended without one."""


# --- ours ---------------------------------------------------------------------------------------------------


class PlainTicTacToe(TicTacToe):
    """With no more than the peers have: no EVAL."""

    def evaluate(self, state: Any) -> int:
        return 0


def check(got: tuple[int, ...], expected: tuple[int, ...], what: str) -> None:
    if got != expected:
        raise Wrong(f"{what}: {got}, expected {expected}")


def kernel_work(
    game: Any,
    algorithm: Any,
    depth: int,
    expected: tuple[int, int],
    *,
    compiled: bool,
    count: Callable[[Any], int] = visited,
) -> Work:
    """A kernel called in a loop; `expected` is how many nodes or leaves, and the value."""
    kernel = bind(game, algorithm, compiled=compiled, options=Options(quick=False))
    run, state = kernel.new_run(), game.initial()
    run.depth, run.unlimited = depth, False

    def work() -> None:
        run.expanded = run.ended = 0
        run.granted = run.left = CHECK_EVERY
        kernel.place(run, state)
        kernel.execute(run)
        check((int(count(run)), int(run.value)), expected, f"{algorithm.__name__}, depth {depth}")

    work()
    return Work(expected[0], work)


def perft_work() -> Work:
    leaves, exact = peers.CONNECT_FOUR_LEAVES[PERFT_DEPTH], peers.CONNECT_FOUR_EXACT[PERFT_DEPTH]
    game, expected = ConnectFour(), (leaves, exact)
    return kernel_work(
        game, perft, PERFT_DEPTH, expected, compiled=True, count=lambda run: run.ended + run.value
    )


def connect_four_work(depth: int, nodes: int) -> Work:
    return kernel_work(ConnectFour(), alphabeta, depth, (nodes, 0), compiled=True)


def search_work() -> Work:
    """All that a caller of `zermelo.search` waits for: options, thread, report."""

    def work() -> None:
        options = {"depth": 8, "algorithm": "alphabeta", "engine": "compiled", "prefer_quick_wins": False}
        report = zermelo.search(ConnectFour(), **options)
        check((report.nodes, int(report.score.value)), (NODES_8, 0), "zermelo.search")

    work()
    return Work(NODES_8, work)


# --- by hand ------------------------------------------------------------------------------------------------


def by_hand(play: Callable[[], handwritten.Answer], nodes: int) -> Work:
    def work() -> None:
        answer = play()
        check((answer.nodes, answer.value), (nodes, 0), "by hand")

    work()
    return Work(nodes, work)


def hand_connect_four(carrying: bool) -> Work:
    return by_hand(lambda: handwritten.play_connect_four(12, carrying=carrying), NODES_12)


def hand_tic_tac_toe(carrying: bool) -> Work:
    return by_hand(lambda: handwritten.play_tic_tac_toe(carrying=carrying), WHOLE_TIC_TAC_TOE)


# --- side by side -------------------------------------------------------------------------------------------


def side_by_side(
    row: Row, ours: Work, peer: Work | None, *, rounds: int = ROUNDS, times: bool = False
) -> Row:
    """Fill the row: medians of both rates, and of the rounds' ratios; of times (ours / peer) or of rates."""
    if peer is None:
        row.ours, row.note = peers.rate(ours, SECONDS), "peer not installed"
        return row
    rates: list[tuple[float, float]] = []
    for turn in range(rounds):
        pair = {work: peers.rate(work, SECONDS) for work in ((ours, peer) if turn % 2 == 0 else (peer, ours))}
        rates.append((pair[ours], pair[peer]))
    row.ours, row.peer = (median(column) for column in zip(*rates, strict=True))
    row.samples = [theirs / own if times else own / theirs for own, theirs in rates]
    row.figure = median(row.samples)
    return row


def against_open_spiel() -> Iterator[Row]:
    row = Row("Connect Four perft 6, compiled — OpenSpiel from Python", "leaves/s", Bar(80, True, "×"))
    yield side_by_side(row, perft_work(), peers.open_spiel_perft(PERFT_DEPTH, use_child=True))
    peer, ours = peers.open_spiel_alpha_beta(8), connect_four_work(8, NODES_8)
    row = Row("alpha-beta, 12,574 nodes, compiled — OpenSpiel's in Python", "nodes/s", Bar(100, True, "×"))
    yield side_by_side(row, ours, peer)
    row = Row("… through zermelo.search, thread and report included — the same", "nodes/s")
    yield side_by_side(row, search_work(), peer)


def against_easy_ai() -> Iterator[Row]:
    ours = connect_four_work(8, NODES_8)
    row = Row("alpha-beta, 12,574 nodes, compiled — easyAI", "nodes/s", Bar(10_000, True, "×"))
    yield side_by_side(row, ours, peers.easy_ai_connect_four(8), rounds=SLOW_PEER)
    row = Row("… — easyAI with an unmake_move added", "nodes/s")
    yield side_by_side(row, ours, peers.easy_ai_connect_four(8, unmake=True), rounds=SLOW_PEER)


def against_aima() -> Iterator[Row]:
    row = Row("alpha-beta, tic-tac-toe, interpreted — aima", "nodes/s", Bar(1, True, "×"))
    nodes = peers.TIC_TAC_TOE_NODES
    ours = kernel_work(PlainTicTacToe(), alphabeta, 9, (nodes, 0), compiled=False)
    yield side_by_side(row, ours, peers.aima_tic_tac_toe())


def against_hand() -> Iterator[Row]:
    bar = Bar(1.25, False, "× the time")
    ours = connect_four_work(12, NODES_12)
    row = Row("alpha-beta, Connect Four depth 12 — by hand in Numba, counting nodes only", "nodes/s", bar)
    yield side_by_side(row, ours, hand_connect_four(False), rounds=CLOSE, times=True)
    row = Row("… — by hand, with line, counters and stop flag", "nodes/s", bar)
    yield side_by_side(row, ours, hand_connect_four(True), rounds=CLOSE, times=True)
    ours = kernel_work(PlainTicTacToe(), minimax, 9, (WHOLE_TIC_TAC_TOE, 0), compiled=True)
    row = Row("minimax, all of tic-tac-toe — by hand in Numba, counting nodes only", "nodes/s", bar)
    yield side_by_side(row, ours, hand_tic_tac_toe(False), rounds=CLOSE, times=True)
    row = Row("… — by hand, with line, counters and stop flag", "nodes/s", bar)
    yield side_by_side(row, ours, hand_tic_tac_toe(True), rounds=CLOSE, times=True)


# --- waiting ------------------------------------------------------------------------------------------------


class Wait(NamedTuple):
    """Seconds of the clock, and of the processor."""

    clock: float
    processor: float


@contextmanager
def fresh_cache() -> Iterator[str]:
    """A directory of our own for compiled units, gone afterwards."""
    folder = tempfile.mkdtemp(prefix="zermelo-bench-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def first_answer(subject: str, cache: str, *words: str) -> Wait:
    """Seconds to the first answer in a process of its own."""
    command = [sys.executable, str(HERE / "first_answer.py"), subject, *words]
    child = subprocess.run(
        command, env={**os.environ, "ZERMELO_CACHE": cache}, capture_output=True, text=True, check=False
    )
    reason = child.stderr.strip().splitlines()[-1:]
    if child.returncode == WRONG:
        raise Wrong(f"first answer, {' '.join(reason)}")
    if child.returncode != 0:
        raise NoAnswer(" ".join(reason).replace(f"{HERE.parent}{os.sep}", ""))
    clock, processor = map(float, child.stdout.split())
    return Wait(clock, processor)


def cold_and_warm(subject: str) -> tuple[Wait, Wait]:
    """Two processes, one after the other: the second finds what the first compiled."""
    with fresh_cache() as cache:
        return first_answer(subject, cache), first_answer(subject, cache, "warm")


def waits(row: Row, samples: list[Wait]) -> Row:
    """The bar is about the clock; the seconds of the processor say what a busy machine adds to it."""
    row.samples = [wait.clock for wait in samples]
    row.ours = row.figure = median(row.samples)
    row.processor = median(wait.processor for wait in samples)
    row.note = f"best {min(row.samples):.2f}, processor {row.processor:.2f} s"
    return row


def first_answers() -> Iterator[Row]:
    for subject, shown in (
        ("connect-four", "Connect Four + alpha-beta"),
        ("tic-tac-toe", "tic-tac-toe + minimax"),
        ("tree", "Tree + alpha-beta"),
    ):
        cold = Row(f"first answer, nothing compiled: {shown}", "s", Bar(4, False, " s"))
        warm = Row(f"first answer, compiled before: {shown}", "s", Bar(0.5, False, " s"))
        try:
            samples = [cold_and_warm(subject) for _ in range(FRESH)]
        except NoAnswer as error:
            cold.note = warm.note = str(error)
        else:
            waits(cold, [pair[0] for pair in samples])
            waits(warm, [pair[1] for pair in samples])
        yield from (cold, warm)


def help_row() -> Iterator[Row]:
    row = Row("zermelo --help", "s", Bar(0.25, False, " s"))
    script = Path(sys.executable).with_name("zermelo")
    samples = []
    for _ in range(HELPS):
        start, busy = time.perf_counter(), sum(os.times()[2:4])
        try:
            rc = subprocess.run([script, "--help"], capture_output=True, check=False).returncode
        except OSError:
            rc = 1
        samples.append(Wait(time.perf_counter() - start, sum(os.times()[2:4]) - busy))
        if rc != 0:
            row.note = "not there"
            yield row
            return
    yield waits(row, samples)


# --- the table ----------------------------------------------------------------------------------------------

PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "open_spiel": against_open_spiel,
    "easyai": against_easy_ai,
    "aima": against_aima,
    "hand": against_hand,
    "first": first_answers,
    "help": help_row,
}


def shown(figure: float | None, unit: str) -> str:
    if figure is None:
        return "–"
    return f"{figure:.3f} s" if unit == "s" else f"{figure:,.0f} {unit}"


def ratio_shown(row: Row) -> str:
    if row.figure is None or row.peer is None:
        return "–"
    return f"{row.figure:,.0f}×" if row.figure >= 10 else f"{row.figure:.2f}×"


def table_of(rows: list[Row]) -> Table:
    table = Table(title="Zermelo side by side with its peers", title_justify="left")
    table.add_column("what", overflow="fold")
    for name in ("ours", "peer", "ratio", "bar"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("met?", no_wrap=True)
    words = {True: "[green]yes", False: "[red]no", None: "–"}
    for row in rows:
        bar = str(row.bar) if row.bar else "–"
        figures = (shown(row.ours, row.unit), shown(row.peer, row.unit), ratio_shown(row))
        what = f"{row.what} [dim]({escape(row.note)})" if row.note else row.what
        table.add_row(what, *figures, bar, words[row.met])
    return table


def package_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def as_json(rows: list[Row], seconds: float) -> dict[str, Any]:
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 1),
        "cpus": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "versions": {package: package_version(package) for package in PACKAGES},
        "rows": [{**asdict(row), "bar": str(row.bar) if row.bar else None, "met": row.met} for row in rows],
    }


def page(results: dict[str, Any], rows: list[Row]) -> str:
    """docs/measurements.md: what was measured last, as a table."""
    met = {True: "yes", False: "**no**", None: ""}
    versions = ", ".join(f"{package} {number}" for package, number in results["versions"].items() if number)
    lines = [
        "# Measurements",
        "",
        "Written by `make bench` (`bench/textbook.py`): one core, wall time, the same work repeated to at",
        "least half a second, ours and the peer's in turn, the median of the ratios. Machines differ: read",
        "the ratios.",
        "",
        f"{results['date'][:10]}, {results['machine']}, Python {results['python']}; {versions}.",
        "",
        "| what | ours | peer | ratio | bar | met |",
        "|---|---:|---:|---:|---:|---|",
    ]
    for row in rows:
        what = f"{row.what} ({row.note})" if row.note else row.what
        bar = str(row.bar) if row.bar else ""
        figures = (shown(row.ours, row.unit), shown(row.peer, row.unit), ratio_shown(row), bar)
        lines.append(f"| {what} | {' | '.join(figures)} | {met[row.met]} |")
    return "\n".join([*lines, "", NOTES])


def told(rows: list[Row]) -> str:
    """The README's figure of speed."""
    spiel, easy = (row for row in rows if row.what.startswith("alpha-beta, 12,574 nodes"))
    millions = (spiel.ours or 0) / 1e6
    return (
        "Alpha-beta on Connect Four, compiled from rules like those below: "
        f"**{millions:,.0f} million nodes a second**,\n{spiel.figure:,.0f} times OpenSpiel's in Python "
        f"and {easy.figure:,.0f} times easyAI, in the same run on one core\n"
        "(`make bench`, [docs/measurements.md](docs/measurements.md)).\n"
    )


def with_speed(readme: str, sentence: str) -> str:
    before, _, rest = readme.partition(SPEED[0])
    return before + SPEED[0] + sentence + SPEED[1] + rest.partition(SPEED[1])[2]


NOTES = """Compared with code written by hand in Numba, a ratio is of the time: smaller is better. *Counting
nodes only* is the barest search there is; one that can be stopped, explained and believed also keeps the
best line, the current path, the leaves and the cut-offs, and looks at a stop flag. The second one written by
hand does that too.

First answers are of a fresh process, from `bind` to the first result; *compiled before* leaves out the import
of Numba.
"""


def measure(parts: list[str], console: Console) -> list[Row]:
    rows: list[Row] = []
    for part in parts:
        with console.status(f"measuring: {part}"):
            for row in PARTS[part]():
                rows.append(row)
                figure = ratio_shown(row) if row.peer else shown(row.ours, row.unit)
                console.print(f"[dim]{row.what}: {figure}", highlight=False)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure Zermelo against its peers.")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all of them if none is named")
    chosen = parser.parse_args().parts
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(PARTS)}")
    start = time.perf_counter()
    try:
        rows = measure(chosen or list(PARTS), Console(stderr=True))
    except (Wrong, AssertionError) as error:
        print(f"wrong answer: {error}", file=sys.stderr)
        return 1
    console = Console()
    console.width = max(console.width, WIDTH)
    console.print(table_of(rows))
    if not chosen:
        RESULTS.parent.mkdir(exist_ok=True)
        results = as_json(rows, time.perf_counter() - start)
        RESULTS.write_text(json.dumps(results, indent=2) + "\n")
        PAGE.write_text(page(results, rows))
        README.write_text(with_speed(README.read_text(), told(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
