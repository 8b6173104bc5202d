"""The study of strategies as a table, as a plot of signs for the terminal, and as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import log10

from zermelo.csp.study import Measurement

MARKS = "abcdefghijklmnopqrstuvwxyz"
COLOURS = ("#b22222", "#d2691e", "#b8860b", "#6b8e23", "#2e8b57", "#008b8b", "#4682b4", "#483d8b", "#8b008b",
           "#c71585", "#555555", "#000000")  # fmt: skip
HEADS = ("n", "strategy", "solutions", "tries", "checks", "backtracks", "prunings", "seconds")


def number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def measurement_rows(measured: Iterable[Measurement], markdown: bool = False) -> list[str]:
    """A line for each board and strategy."""
    rows = [row_of(found) for found in measured]
    widths = [max(len(row[column]) for row in [HEADS, *rows]) for column in range(len(HEADS))]
    if markdown:
        rule = "|" + "|".join("---" if column == 1 else "--:" for column in range(len(HEADS))) + "|"
        return [f"| {' | '.join(HEADS)} |", rule, *(f"| {' | '.join(row)} |" for row in rows)]
    return [line(row, widths) for row in [HEADS, *rows]]


def line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [
        text.ljust(width) if column == 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths))
    ]
    return "  ".join(cells).rstrip()


def row_of(found: Measurement) -> tuple[str, ...]:
    stopped = "" if found.finished else "stopped after "
    tries = number(found.tries)
    if not found.finished and found.to_do is not None:
        tries = f"{tries} of {number(found.to_do)}"
    counted = (number(found.checks), number(found.backtracks), number(found.prunings))
    return (
        str(found.n),
        found.strategy,
        number(found.solutions),
        tries,
        *counted,
        f"{stopped}{found.seconds:.3f}",
    )


def curves(measured: Iterable[Measurement], what: str) -> dict[str, dict[int, float]]:
    """By strategy: the quantity for each n that it finished."""
    found: dict[str, dict[int, float]] = {}
    for row in measured:
        value = getattr(row, what)
        if row.finished and value:
            found.setdefault(row.strategy, {})[row.n] = float(value)
    return found


def plot(measured: list[Measurement], what: str, height: int = 16) -> list[str]:
    """A quantity against n, on a logarithmic scale; a letter is a strategy, * several."""
    lines = curves(measured, what)
    points = [value for curve in lines.values() for value in curve.values()]
    if not points:
        return []
    sizes = sorted({n for curve in lines.values() for n in curve})
    low, high = log10(min(points)), log10(max(points))
    scale = (height - 1) / (high - low or 1)
    rows = [[" "] * (6 * len(sizes)) for _ in range(height)]
    for place, curve in enumerate(lines.values()):
        for n, value in curve.items():
            row, column = round((log10(value) - low) * scale), 6 * sizes.index(n) + 3
            mark = MARKS[place % len(MARKS)]
            rows[row][column] = mark if rows[row][column] in (" ", mark) else "*"
    labelled = [f"{label(10 ** (low + row / scale)):>9} ┤{''.join(signs)}" for row, signs in enumerate(rows)]
    axis = f"{'n':>9}  " + "".join(f"{n:^6}" for n in sizes)
    legend = [f"  {MARKS[place % len(MARKS)]}  {name}" for place, name in enumerate(lines)]
    return [f"{what}, all solutions", *reversed(labelled), axis, *legend]


def label(value: float) -> str:
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"


WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 760, 420, 70, 30, 50, 250


def svg(measured: list[Measurement], what: str) -> str:
    """The same plot as a picture."""
    lines = curves(measured, what)
    points = [value for curve in lines.values() for value in curve.values()] or [1.0, 10.0]
    sizes = sorted({n for curve in lines.values() for n in curve}) or [0, 1]
    low, high = log10(min(points)), max(log10(max(points)), log10(min(points)) + 1)

    def x(n: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (n - sizes[0]) / max(1, sizes[-1] - sizes[0])

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (log10(value) - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="18">{escape(what)}, all solutions of n queens (logarithmic)</text>',
    ]
    for power in range(int(low) - (low < 0), int(high) + 2):
        if low <= power <= high:
            at = y(10.0**power)
            parts.append(
                f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>'
            )
            parts.append(
                f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{label(10.0**power)}</text>'
            )
    parts += [f'<text x="{x(n):.1f}" y="{HEIGHT - 25}" text-anchor="middle">{n}</text>' for n in sizes]
    for place, (name, curve) in enumerate(lines.items()):
        colour = COLOURS[place % len(COLOURS)]
        way = " ".join(f"{x(n):.1f},{y(value):.1f}" for n, value in sorted(curve.items()))
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(n):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>'
            for n, value in curve.items()
        ]
        down = TOP + 18 * place
        parts.append(f'<rect x="{WIDTH - RIGHT + 20}" y="{down}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 38}" y="{down + 11}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
