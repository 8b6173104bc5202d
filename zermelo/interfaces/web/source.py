"""The source of the algorithm that made a trace, as the page shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from zermelo.algorithms.expectiminimax import expectiminimax
from zermelo.report import Report
from zermelo.running.question import ALGORITHMS
from zermelo.tracing.source import Line, Part, source_of, translations


def source_rows(report: Report) -> list[dict[str, Any]]:
    """The functions that ran, line by line, with comments in every language of the page."""
    assert report.trace is not None
    trace, algorithm = report.trace, report.algorithm
    parts = source_of(algorithm, kernel_of(algorithm, trace.game), trace.options, trace.game)
    return [part_row(part) for part in parts]


def kernel_of(algorithm: str, game: Any) -> Callable[..., Any]:
    """Games with dice have a kernel of their own, deepened or not."""
    return expectiminimax if hasattr(game, "outcomes") else ALGORITHMS[algorithm]


def part_row(part: Part) -> dict[str, Any]:
    return {"name": part.name, "file": part.file, "lines": [line_row(line, part) for line in part.lines]}


def line_row(line: Line, part: Part) -> dict[str, Any]:
    begins, ends = line.around
    said = translations(part.name, line.comment).items() if line.comment else ()
    return {
        "number": line.number,
        "indent": line.indent,
        "code": line.code,
        "comment": {language: f"{begins}{text}{ends}" for language, text in said},
        "folded": line.folded,
        "marks": [asdict(mark) for mark in line.marks],
    }
