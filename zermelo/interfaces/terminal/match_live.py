"""A match as it goes on: on a terminal a table that changes, in a pipe a word now and then."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zermelo.interfaces.terminal.match_text import HYPOTHESES, spelt
from zermelo.matches.notation import winner_of
from zermelo.messages import counted

if TYPE_CHECKING:
    from zermelo.matches.results import Results

LATEST = 5
"""Games that are shown below the table."""
RENEWED = 0.25
"""Seconds between two pictures on a terminal."""
EVERY = 10.0
"""Seconds between two lines in a pipe."""


def watched(stream: Iterator[Results]) -> Results:
    """The last results; the others are shown meanwhile."""
    return on_screen(stream) if sys.stdout.isatty() else in_pipe(stream)


def until_stopped() -> contextlib.suppress:
    """After Ctrl-C there are still the results of what was played."""
    return contextlib.suppress(KeyboardInterrupt)


def in_pipe(stream: Iterator[Results]) -> Results:
    """A line on the error stream, every few seconds."""
    last = next(stream)
    begun = seen = time.perf_counter()
    first = len(last.records)
    with until_stopped():
        for last in stream:
            if time.perf_counter() - seen >= EVERY and not last.finished:
                seen = time.perf_counter()
                print(progress(last, first, seen - begun), file=sys.stderr, flush=True)
    return last


def on_screen(stream: Iterator[Results]) -> Results:
    """One table, renewed a few times a second."""
    from rich.live import Live

    last = next(stream)
    begun = seen = time.perf_counter()
    first = len(last.records)
    screen = Live(picture(last, first, 0.0), auto_refresh=False, transient=True)
    with until_stopped(), screen as live:
        for last in stream:
            if (now := time.perf_counter()) - seen >= RENEWED:
                seen = now
                live.update(picture(last, first, now - begun), refresh=True)
    return last


def progress(results: Results, first: int, seconds: float) -> str:
    """How far it has come, and how long the rest takes if it goes on like this."""
    done = len(results.records)
    text = f"{done:,} of {counted(results.planned, 'game')}"
    if done > first:
        text += f", {left_text(seconds / (done - first) * (results.planned - done))} left at most"
    if results.sprt is not None:
        text += f", LLR {results.llr:.2f}"
    return text


def left_text(seconds: float) -> str:
    """
    >>> left_text(59), left_text(125)
    ('59 s', '2 min')
    """
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def picture(results: Results, first: int, seconds: float) -> Any:
    """Standings, the test, the latest games."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    bar = ProgressBar(total=results.planned, completed=len(results.records), width=40)
    parts: list[Any] = [Text(progress(results, first, seconds)), Padding(bar), standings(results)]
    if results.sprt is not None:
        test = results.sprt
        bounds = f"({test.lower:.2f} … {test.upper:.2f})"
        parts.append(Text(f"SPRT {test}: LLR {results.llr:.2f} {bounds}, {HYPOTHESES[results.decision]}"))
    for record in results.records[-LATEST:]:
        said = f"{record.number}. {record.as_max} – {record.as_min}: {winner_of(record)} ({record.reason})"
        parts.append(Text(said, style="dim"))
    return Group(*parts)


def standings(results: Results) -> Any:
    """Everybody with rating and points; of two, what the pairs say."""
    from rich.table import Table

    table = Table()
    for heading in ("player", "Elo", "won", "drawn", "lost", "points"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for name, rating in rated(results):
        tally = results.tally(name)
        counts = map(str, (tally.wins, tally.draws, tally.losses))
        table.add_row(name, rating, *counts, f"{tally.points:g}")
    return table


def rated(results: Results) -> Iterator[tuple[str, str]]:
    """The players, the best first, each with its rating."""
    if len(results.names) == 2:
        one, other = results.names
        yield one, spelt(results.compare(one, other).elo)
        yield other, spelt(results.compare(other, one).elo)
    else:
        for rating in results.pool.ratings:
            yield rating.name, f"{rating.elo:+z.1f} ± {rating.error:.1f}"
