"""Solved tables in a terminal: opened by their file, drawn as bars, built with a bar."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.strong.table import SolvedTable
    from zermelo.strong.watch import Progress

RESULTS = ("MAX wins", "draw", "endless", "MIN wins")
MARKS = {
    "MAX wins": ("█", "green"),
    "draw": ("▒", "yellow"),
    "endless": ("·", "cyan"),
    "MIN wins": ("░", "red"),
}
ESTIMATING = 0.25
"""Part of the seconds that there are which an estimate may take."""
WIDTH = 40
"""Letters of the longest bar."""
ROWS = 48
"""Rows of a plot; more distances or payoffs share one."""


def table_in(file: str, game: str) -> SolvedTable:
    """The table, and the game that it belongs to."""
    from zermelo.interfaces.load import game_from
    from zermelo.strong.table import SolvedTable
    from zermelo.strong.tablefile import Mapped

    if game:
        return SolvedTable.open(file, game_from(game))
    return SolvedTable.open(file, game_of(Mapped(file).facts, file))


def game_of(facts: dict[str, Any], file: str) -> Any:
    """One of Zermelo's own games, from what a table says of it."""
    from zermelo.errors import SearchError
    from zermelo.games import BUILT_IN

    for kind in BUILT_IN.values():
        if kind.__name__ == facts["game"]:
            given = {name: tuple(v) if isinstance(v, list) else v for name, v in facts["parameters"].items()}
            return kind(**given)
    raise SearchError("table_of_other_game", file=file, game=facts["game"])


def entry_dict(entry: Any) -> dict[str, Any]:
    from zermelo.report import score_dict

    return {
        "score": score_dict(entry.score),
        "plies": entry.plies,
        "endless": entry.endless,
        "text": str(entry),
    }


def show_rows(rows: dict[str, str]) -> None:
    width = max(map(len, rows))
    for label, text in rows.items():
        print(f"{label:{width}}  {text}")


# -- statistics --------------------------------------------------------------------------------------


def show_statistics(found: dict[str, Any]) -> None:
    """Counts, then a bar for every distance or payoff."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(f"{found['positions']:,} positions")
    if "points" in found or "expected" in found:
        console.print(points_plot(found["points"]) if "points" in found else expected_plot(found))
        return
    for name in RESULTS:
        count = found["results"][name]
        if count:
            mark, colour = MARKS[name]
            console.print(f"[{colour}]{mark}[/] {name:9} {count:15,}  {count / found['positions']:6.1%}")
    console.print(plies_plot(found["plies"]))


def plies_plot(plies: dict[str, dict[int, int]]) -> Any:
    """One row for each number of plies to the end, its positions as a bar of four kinds."""
    from rich.table import Table

    names = [name for name in RESULTS if plies[name] and name != "endless"]
    distances = sorted({distance for name in names for distance in plies[name]})
    table = Table(title="positions by plies to the end", title_justify="left", box=None)
    for heading in ("plies", *names):
        table.add_column(heading, justify="right")
    table.add_column("")
    groups = list(grouped(distances))
    sums = [[sum(plies[name].get(d, 0) for d in group) for name in names] for group in groups]
    most = max((sum(row) for row in sums), default=1)
    for group, row in zip(groups, sums, strict=True):
        table.add_row(
            label_of(group), *(f"{count:,}" for count in row), bar(dict(zip(names, row, strict=True)), most)
        )
    return table


def points_plot(points: dict[Any, int]) -> Any:
    from rich.table import Table

    table = Table(title="positions by payoff to MAX", title_justify="left", box=None)
    table.add_column("points", justify="right")
    table.add_column("positions", justify="right")
    table.add_column("")
    groups = list(grouped(sorted(points)))
    sums = [sum(points[value] for value in group) for group in groups]
    for group, count in zip(groups, sums, strict=True):
        sign = "MAX wins" if group[0] > 0 else "MIN wins" if group[-1] < 0 else "draw"
        table.add_row(label_of(group), f"{count:,}", bar({sign: count}, max(sums)))
    return table


def expected_plot(found: dict[str, Any]) -> Any:
    """One row for each part between the least expected payoff and the most."""
    from rich.table import Table

    from zermelo.score import rounded_up

    title = f"positions by expected payoff to MAX, each within {rounded_up(found['error'])}"
    table = Table(title=title, title_justify="left", box=None)
    for heading in ("expected", "positions"):
        table.add_column(heading, justify="right")
    table.add_column("")
    most = max(count for _, _, count in found["expected"])
    for low, high, count in found["expected"]:
        sign = "MAX wins" if low >= 0 else "MIN wins" if high <= 0 else "draw"
        table.add_row(f"{low:.3g} to {high:.3g}", f"{count:,}", bar({sign: count}, most))
    return table


def grouped(values: list[Any]) -> Iterator[list[Any]]:
    """So few groups of neighbours that they fit on a screen."""
    size = -(-len(values) // ROWS) or 1
    for at in range(0, len(values), size):
        yield values[at : at + size]


def label_of(group: list[Any]) -> str:
    first, last = (
        f"{value:g}" if isinstance(value, float) else str(value) for value in (group[0], group[-1])
    )
    return first if len(group) == 1 else f"{first} to {last}"


def bar(counts: dict[str, int], most: int) -> Any:
    """Counts side by side; what is there at all is seen."""
    from rich.text import Text

    text = Text()
    for name, count in counts.items():
        mark, colour = MARKS[name]
        text.append(mark * (max(round(WIDTH * count / most), 1) if count else 0), colour)
    return text


# -- progress ----------------------------------------------------------------------------------------


def build_with_progress(
    game: Any,
    path: str | None,
    *,
    state: Any = None,
    memory: float | None = None,
    engine: str = "auto",
    seconds: float | None = None,
    json: bool = False,
) -> Progress | None:
    """Say what a table will take, build it and show how far it is; Ctrl-C, or so many seconds, stop it.

    The next time the same file is asked for, the work goes on from there.
    """
    from zermelo.kernel.files import refuse_unwritable
    from zermelo.limits import Clock
    from zermelo.strong.build import MEGABYTES, build_table, estimate

    clock = Clock(seconds)
    how: Any = {"state": state, "memory": MEGABYTES if memory is None else memory, "engine": engine}
    expected = None
    if path is None or not Path(path).exists():
        if path is not None:
            refuse_unwritable(path)
        expected = estimate(game, seconds=None if seconds is None else ESTIMATING * seconds, **how)
        tell_estimate(expected, json, in_file=path is not None)
    left = None if seconds is None else max(clock.left, 0.0)
    reports = build_table(game, path, seconds=left, expected=expected, **how)
    return next(iter(deque(shown(reports, json), maxlen=1)), None)


def tell_estimate(expected: Any, json: bool, in_file: bool) -> None:
    from zermelo.interfaces.terminal.show import print_json

    if json:
        print_json({"phase": "estimate", **vars(expected)})
    elif expected.low:
        print(f"estimate: {expected if in_file else expected.told()}", file=sys.stderr, flush=True)


def shown(reports: Iterable[Progress], json: bool) -> Iterator[Progress]:
    """Every report as it comes: a bar on a terminal, a line for each phase in a pipe, or JSON."""
    if json:
        return as_json(reports)
    return on_a_bar(reports) if sys.stderr.isatty() else as_lines(reports)


def as_json(reports: Iterable[Progress]) -> Iterator[Progress]:
    from zermelo.interfaces.terminal.show import print_json

    for report in reports:
        print_json({name: value for name, value in vars(report).items() if name != "table"})
        yield report


def as_lines(reports: Iterable[Progress]) -> Iterator[Progress]:
    phase = note = ""
    for report in reports:
        if report.note and report.note != note:
            note = report.note
            print(f"note: {note}", file=sys.stderr, flush=True)
        if report.phase != phase:
            phase = report.phase
            known = f" of {report.found:,} positions" if report.found and phase != "finished" else ""
            print(f"{report.seconds:8.1f} s  {phase}{known}", file=sys.stderr, flush=True)
        yield report


def on_a_bar(reports: Iterable[Progress]) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description:10}"), BarColumn(), TextColumn("{task.fields[told]}"))
    with Bars(*columns, console=Console(stderr=True), transient=False) as bars:
        task, phase, note = None, "", ""
        for report in reports:
            if report.note and report.note != note:
                note = report.note
                bars.console.print(f"note: {note}", highlight=False, markup=False)
            if report.phase != phase:
                if task is not None:
                    known = f"{report.found:,} positions, " if report.found else ""
                    bars.update(task, total=1, completed=1, told=f"{known}{report.seconds:.1f} s")
                phase = report.phase
                task = bars.add_task(phase, total=None, told="") if phase != "finished" else None
            if task is not None:
                total = report.total if report.total is not None else report.expected
                bars.update(task, completed=report.positions, total=total, told=told(report))
            yield report


def told(report: Progress) -> str:
    """How many, how fast, how long still."""
    known = f" of {report.total:,}" if report.total is not None else ""
    roughly = f" of roughly {report.expected:,}" if report.total is None and report.expected else ""
    eta = "" if report.eta is None else f", about {report.eta:,.0f} s left in all"
    return f"{report.positions:,}{known}{roughly}, {report.rate / 1e6:.2f} M/s{eta}"
