"""`zermelo analyse` and `zermelo bench`: what the engine finds, as it finds it, and how fast it is."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.game import names_of
from zermelo.interfaces.load import first_of, listed
from zermelo.interfaces.terminal.show import print_json
from zermelo.messages import counted
from zermelo.report import Line, Report

if TYPE_CHECKING:
    from rich.table import Table

LONGEST = 12
"""Moves of a line that are shown."""


def actions_named(game: Any, state: Any, text: str) -> list[Any]:
    """The legal actions that people list like this."""
    actions, names = [], listed(text)
    while names:
        action, names = first_of(game, state, names)
        actions.append(action)
    return actions


def show_analysis(game: Any, state: Any, reports: Any, json: bool) -> Report:
    """Every report as it comes: a table that changes, lines where nobody watches, or JSON."""
    with reports:
        *_, last = as_json(game, state, reports) if json else watched(game, state, reports)
    if last.caution and not json:
        print(f"caution: {last.caution}")
    return last


def as_json(game: Any, state: Any, reports: Iterable[Report]) -> Iterator[Report]:
    for report in reports:
        print_json(report.as_dict())
        yield report


def watched(game: Any, state: Any, reports: Iterable[Report]) -> Iterator[Report]:
    """On a terminal one table, renewed; in a pipe a line for each finished depth."""
    if not sys.stdout.isatty():
        for report in reports:
            if report.finished:
                print(one_line(game, state, report), flush=True)
            yield report
        return
    from rich.live import Live

    with Live(refresh_per_second=10) as live:
        for report in reports:
            live.update(table_of(game, state, report))
            yield report


def one_line(game: Any, state: Any, report: Report) -> str:
    moves = " ".join(names_of(game, state, report.line))
    cost = f"{counted(report.nodes, 'node')}  {speed_of(report)}"
    return f"depth {report.depth}  {report.score}  {cost}  {moves}"


def speed_of(report: Report) -> str:
    return f"{report.speed / 1e6:.2f} M nodes/s" if report.speed >= 1e5 else f"{report.speed:,.0f} nodes/s"


def table_of(game: Any, state: Any, report: Report) -> Table:
    """The best lines, and what finding them took."""
    from rich.table import Table

    cost = f"{counted(report.nodes, 'node')} in {report.seconds:.1f} s, {speed_of(report)}, {report.engine}"
    table = Table(title=f"depth {report.depth}{'' if report.finished else ' (so far)'}: {cost}")
    for heading in ("", "move", "score", "line"):
        table.add_column(heading, justify="left")
    for place, line in enumerate(lines_of(report), 1):
        names = names_of(game, state, tuple(islice(line.line, LONGEST)))
        more = " …" if len(line.line) > LONGEST else ""
        score = f"{line.score}, {counted(line.visits, 'visit')}" if line.visits else str(line.score)
        table.add_row(str(place), names[0] if names else "-", score, " ".join(names) + more)
    if report.why_interpreted:
        table.caption = report.why_interpreted
    return table


def lines_of(report: Report) -> tuple[Line, ...]:
    return report.lines or (Line(report.action, report.score, report.line),)


# -- bench -----------------------------------------------------------------------------------------


def show_benchmark(threads: int | None, memory: float | None, json: bool) -> None:
    """The positions of the signature one by one, then the sum."""
    from zermelo.interfaces.terminal.benchmark import POSITIONS, eighteen, run

    nodes, seconds = 0, 0.0
    for row in run(POSITIONS, threads=threads, memory=memory):
        report, position = row.report, str(row.position)
        nodes, seconds = nodes + report.nodes, seconds + report.seconds
        if json:
            print_json({"position": position, "depth": report.depth, "nodes": report.nodes})
        else:
            print(f"{position:55} {row.position.depth:3} {report.nodes:12,}  {speed_of(report)}", flush=True)
    plain = eighteen()
    if json:
        print_json({"position": "connect4, plain, exact", "depth": plain.depth, "nodes": plain.nodes})
        print_json({"nodes": nodes, "seconds": seconds, "nodes_per_second": nodes / seconds})
    else:
        print(f"{nodes:,} nodes in {seconds:.2f} s: {nodes / seconds / 1e6:.2f} M nodes/s")
        print(f"connect4, depths 1-18, plain and exact: {plain.nodes:,} nodes, {speed_of(plain)}")
        print("the nodes are the engine's signature" if threads == 1 else "with threads nodes vary")
