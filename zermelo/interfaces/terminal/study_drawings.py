"""Drawings of experiments for the terminal: letters for curves, lines for bars."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.interfaces.terminal.study_text import MARKS, Curves, signs
from zermelo.studies.findings import Bars, Drawing, Plot


def in_letters(drawing: Drawing) -> Iterator[str]:
    """A drawing as lines of text."""
    yield f"  {drawing.title}"
    yield from table(drawing) if isinstance(drawing, Bars) or not is_counted(drawing) else lettered(drawing)


def is_counted(plot: Plot) -> bool:
    """Does it stand on whole numbers, and are its values on a logarithmic scale?"""
    points = [point for curve in plot.curves for point in curve.points]
    return plot.logarithmic and bool(points) and all(float(x).is_integer() and y > 0 for x, y in points)


def lettered(plot: Plot) -> Iterator[str]:
    """What was measured as letters; the theory's are the last ones."""
    lines: Curves = {
        str(curve.name): {int(x): y for x, y in curve.points}
        for curve in plot.curves[: len(MARKS)]
        if curve.points
    }
    yield from signs(lines, "")


def table(drawing: Drawing) -> Iterator[str]:
    """Names and numbers."""
    if isinstance(drawing, Bars):
        heads = [str(name) for name, _ in drawing.series]
        rows = [
            [label, *(f"{values[at]:.4g}" for _, values in drawing.series)]
            for at, label in enumerate(drawing.labels)
        ]
    else:
        heads = [str(curve.name) for curve in drawing.curves]
        places = sorted({x for curve in drawing.curves for x, _ in curve.points})
        found = [dict(curve.points) for curve in drawing.curves]
        rows = [[f"{x:g}", *(f"{known[x]:.4g}" if x in known else "-" for known in found)] for x in places]
    every = [["" if isinstance(drawing, Bars) else str(drawing.across), *heads], *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(every[0]))]
    for row in every:
        yield "  " + "  ".join(text.rjust(width) for text, width in zip(row, widths))
