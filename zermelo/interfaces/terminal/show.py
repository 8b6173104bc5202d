"""What the commands print: reports, check-ups, traces."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from zermelo.game import name_of, names_of
from zermelo.messages import counted
from zermelo.report import Report


def print_json(data: Any) -> None:
    """One line, at once: whoever reads it may be waiting."""
    import msgspec

    print_line(msgspec.json.encode(data, enc_hook=plain_data).decode())


def print_line(text: str) -> None:
    """A line for a script, which reads nothing else."""
    print(text, file=SCRIPT[-1] if SCRIPT else sys.stdout, flush=True)


def keep_for_json() -> None:
    """From now on standard output is for JSON alone; what a file of rules prints goes to standard error."""
    SCRIPT.append(sys.stdout)
    sys.stdout = sys.stderr


SCRIPT: list[Any] = []
"""Standard output, once it is kept."""


def plain_data(value: Any) -> Any:
    """Numbers of NumPy as numbers, anything else as text."""
    return value.item() if hasattr(value, "item") else str(value)


def show_report(game: Any, state: Any, report: Report) -> None:
    rows = report_rows(game, state, report)
    width = max(map(len, rows))
    for label, text in rows.items():
        print(f"{label:{width}}  {text}")


def report_rows(game: Any, state: Any, report: Report) -> dict[str, str]:
    from zermelo.running.catalogue import simulates

    rows = {
        "best": name_of(game, state, report.action) if report.line else "-",
        "score": str(report.score) if report.answered else "nothing is known: the first legal move",
        "line": " ".join(names_of(game, state, report.line)) or "-",
        "depth": str(report.depth) + ("" if report.finished else " (stopped early)"),
        "nodes": f"{report.nodes:,} ({counted(report.leaves, 'leaf', 'leaves')}, "
        f"{counted(sum(report.cutoffs), 'cut-off')})",
        "time": f"{report.seconds:.3f} s, {report.engine}, {report.algorithm}",
    }
    if report.late:
        least = "one simulation is made" if simulates(report.algorithm) else "one ply is looked ahead"
        rows["late"] = f"{report.late:.3f} s: {least}, however short the limit"
    if report.why_algorithm:
        rows["why"] = report.why_algorithm
    if report.caution:
        rows["caution"] = report.caution
    if report.why_interpreted:
        rows["note"] = report.why_interpreted
    told_already = len(report.lines) == 1 or report.values
    simulated = any(line.visits for line in report.lines)
    for place, line in enumerate(report.lines if simulated or not told_already else (), 1):
        visits = f", {counted(line.visits, 'visit')}" if line.visits else ""
        rows[f"  {place}."] = f"{line.score}{visits}: {' '.join(names_of(game, state, line.line))}"
    return rows | {f"  {name_of(game, state, action)}": str(score) for action, score in report.values.items()}


def show_checkup(checkup: Any) -> None:
    for finding in checkup.findings:
        print(finding)
    print(checkup.summary)


def show_edit(checkup: Any) -> None:
    """What `check --fix` found; nothing is written."""
    if checkup.edit:
        print(f"\n{checkup.edit}", end="")
    if checkup.faults:
        print("No edit was looked for: the faults come first.")
    elif checkup.still_refused:
        print(f"To be edited by hand{', then' if checkup.edit else ''}: {checkup.still_refused}")
    elif checkup.edit:
        print("With this edit the rules compile, and games at random come out as before.")
        print("Nothing was written: patch applies it.")
    else:
        print("The rules compile as they are.")


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
        are = "is" if steps == lines + 1 else "are"
        print(f"… {counted(steps - lines, 'more step')} {are} not told: --show tells more.")


def show_tree(tree: Any, visited: int, lines: int | None) -> None:
    from zermelo.interfaces.trace_text import best_line, drawing, hidden_nodes, legend, opened, remarks

    open_nodes = opened(tree, lines, best_line(tree))
    write = in_colour() if sys.stdout.isatty() else print
    for line in drawing(tree, open_nodes):
        write(line.text)
    for remark in remarks(tree, hidden_nodes(tree, open_nodes), visited):
        print(remark)
    print(legend(tree.model))


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
