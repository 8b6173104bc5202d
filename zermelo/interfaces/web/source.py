"""The source of the algorithm that made a trace, as the page shows it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from zermelo.report import Report
from zermelo.running.asking import traits_of
from zermelo.running.catalogue import find
from zermelo.tracing.source import Line, Part, source_of, translations


def source_rows(report: Report) -> list[dict[str, Any]]:
    """The functions that ran, line by line, with comments in every language of the page."""
    assert report.trace is not None
    trace = report.trace
    record = find(report.algorithm, traits_of(trace.game))
    return [part_row(part) for part in source_of(record.name, record.kernel, trace.options, trace.game)]


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
