"""What the commands print: reports, check-ups, traces."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from zermelo.game import name_of, names_of
from zermelo.report import Report


def print_json(data: Any) -> None:
    """One line, at once: whoever reads it may be waiting."""
    import msgspec

    print(msgspec.json.encode(data, enc_hook=plain_data).decode(), flush=True)


def plain_data(value: Any) -> Any:
    """Numbers of NumPy as numbers, anything else as text."""
    return value.item() if hasattr(value, "item") else str(value)


def show_report(game: Any, state: Any, report: Report) -> None:
    rows = report_rows(game, state, report)
    width = max(map(len, rows))
    for label, text in rows.items():
        print(f"{label:{width}}  {text}")


def report_rows(game: Any, state: Any, report: Report) -> dict[str, str]:
    engine = "compiled" if report.compiled else "interpreted"
    rows = {
        "best": "-" if report.action is None else name_of(game, state, report.action),
        "score": str(report.score),
        "line": " ".join(names_of(game, state, report.line)) or "-",
        "depth": str(report.depth) + ("" if report.finished else " (stopped early)"),
        "nodes": f"{report.nodes:,} ({report.leaves:,} leaves, {sum(report.cutoffs):,} cut-offs)",
        "time": f"{report.seconds:.3f} s, {engine}, {report.algorithm}",
    }
    if report.why_interpreted:
        rows["note"] = report.why_interpreted
    for place, line in enumerate(report.lines, 1):
        rows[f"  {place}."] = f"{line.score}: {' '.join(names_of(game, state, line.line))}"
    return rows | {f"  {name_of(game, state, action)}": str(score) for action, score in report.values.items()}


def show_checkup(checkup: Any) -> None:
    for finding in checkup.findings:
        print(finding)
    print(checkup.summary)


def show_trace(report: Report, depth: int | None, lines: int | None, tree: bool, tell: bool) -> None:
    """The tree, the sentences or both, then what came out of it."""
    from zermelo.interfaces.trace_text import summary
    from zermelo.tracing.tree import TraceTree

    assert report.trace is not None
    whole = TraceTree(report.trace)
    if tell:
        show_sentences(report.trace.sentences(), len(report.trace.events), lines)
        print()
    if tree:
        show_tree(whole, report.nodes, lines)
        print()
    for line in summary(report, whole, depth):
        print(line)


def show_sentences(sentences: Iterable[str], steps: int, lines: int | None) -> None:
    for sentence in islice(sentences, lines):
        print(sentence)
    if lines is not None and steps > lines:
        print(f"… {steps - lines:,} more steps are not told: --show tells more.")


def show_tree(tree: Any, visited: int, lines: int | None) -> None:
    from zermelo.interfaces.trace_text import LEGEND, best_line, drawing, hidden_nodes, opened, remarks

    open_nodes = opened(tree, lines, best_line(tree))
    write = in_colour() if sys.stdout.isatty() else print
    for line in drawing(tree, open_nodes):
        write(line.text)
    for remark in remarks(tree, hidden_nodes(tree, open_nodes), visited):
        print(remark)
    print(LEGEND)


COLOURS = {"▲ MAX": "green", "▼ MIN": "red", "● CHANCE": "cyan", "★": "bold", "✂": "yellow"}
"""They say no more than the marks do."""


def in_colour() -> Callable[[str], None]:
    """Prints a line of a tree on a terminal, as it stands."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)

    def write(text: str) -> None:
        line = Text(text)
        for mark, colour in COLOURS.items():
            line.highlight_words([mark], colour)
        console.print(line, soft_wrap=True)

    return write
