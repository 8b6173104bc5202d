"""The study of strategies as a table, and as a plot of signs for the terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import log10

from zermelo.csp.study import FIRST_WAY, Measurement

MARKS = "abcdefghijklmnopqrstuvwxyz"
"""A letter for each strategy of a plot."""
NARROWEST, HEIGHT, BAR = 6, 16, 40
"""Signs of a column, lines of a plot, and signs of the longest bar."""
MANY = 10**15
"""Numbers from which on only their size is told."""


def number(value: int | None) -> str:
    """As people write it; of a very large one, its size.

    >>> number(1234), number(9**51), number(None)
    ('1,234', 'at least 10^48', '-')
    """
    if value is None:
        return "-"
    return f"{value:,}" if value < MANY else f"at least 10^{int(log10(value))}"


def heads(measured: list[Measurement]) -> tuple[str, ...]:
    found = "best" if any(row.best is not None for row in measured) else "solutions"
    return ("n", "strategy", found, "tries", "checks", "backtracks", "prunings", "seconds")


def measurement_rows(measured: Iterable[Measurement], markdown: bool = False) -> list[str]:
    """A line for each puzzle and strategy."""
    every = list(measured)
    head, rows = heads(every), [row_of(found, heads(every)[2]) for found in every]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    if markdown:
        rule = "|" + "|".join("---" if column == 1 else "--:" for column in range(len(head))) + "|"
        return [f"| {' | '.join(head)} |", rule, *(f"| {' | '.join(row)} |" for row in rows)]
    return [line(row, widths) for row in [head, *rows]]


def line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [
        text.ljust(width) if column in (1, 7) else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths))
    ]
    return "  ".join(cells).rstrip()


def row_of(found: Measurement, shown: str) -> tuple[str, ...]:
    if found.refused:
        return (str(found.n), found.strategy, "-", "-", "-", "-", "-", found.refused)
    tries = number(found.tries)
    if not found.finished and found.to_do is not None:
        tries = f"{tries} of {number(found.to_do)}"
    best = "-" if found.best is None else str(found.best)
    return (
        str(found.n), found.strategy, number(found.solutions) if shown == "solutions" else best, tries,
        number(found.checks), number(found.backtracks), number(found.prunings),
        f"{'' if found.finished else 'stopped after '}{found.seconds:.3f}",
    )  # fmt: skip


# -- the plot ----------------------------------------------------------------------------------------

Curves = dict[str, dict[int, float]]
"""By strategy: a quantity for each n that it finished."""


def curves(measured: Iterable[Measurement], what: str) -> Curves:
    found: Curves = {}
    for row in measured:
        value = getattr(row, what)
        if row.finished and value:
            found.setdefault(row.strategy, {})[row.n] = float(value)
    return found


def sizes_of(lines: Curves) -> list[int]:
    return sorted({n for curve in lines.values() for n in curve})


def title(measured: list[Measurement], what: str) -> str:
    """What is plotted."""
    if any(row.strategy == FIRST_WAY for row in measured):
        return f"{what}, all ways or the first"
    return f"{what}, {'to the best' if any(row.best is not None for row in measured) else 'all solutions'}"


def plot(measured: list[Measurement], what: str) -> list[str]:
    """A quantity against n, on a logarithmic scale; a letter is a strategy, equal ones stand side by side."""
    lines = curves(measured, what)
    if len(sizes_of(lines)) == 1:
        return [title(measured, what), *bars({name: max(curve.values()) for name, curve in lines.items()})]
    return [title(measured, what), *signs(lines, "n")] if lines else []


def signs(lines: Curves, across: str) -> list[str]:
    """Curves as letters, their values on a logarithmic scale, above a line of sizes; then whose they are."""
    points = [value for curve in lines.values() for value in curve.values()]
    low, high = log10(min(points)), log10(max(points))
    scale = (HEIGHT - 1) / (high - low or 1)
    axis, *drawings = drawn(placed(lines, low, scale), sizes_of(lines))
    rows = [f"{label(10 ** (low + row / scale)):>9} ┤{text}" for row, text in enumerate(drawings)]
    legend = [f"  {mark}  {name}" for mark, name in zip(MARKS, lines)]
    return [*reversed(rows), f"{across:>9}  {axis}", *legend]


def bars(values: dict[str, float]) -> Iterator[str]:
    """For a puzzle of one size: a bar for each strategy, ten times as much always as much longer."""
    least, most = log10(min(values.values())), log10(max(values.values()))
    widest = max(map(len, values))
    for name, value in values.items():
        length = 1 + round((BAR - 1) * (log10(value) - least) / (most - least or 1))
        yield f"  {name:{widest}}  {'█' * length} {label(value)}"


def drawn(cells: dict[tuple[int, int], str], sizes: list[int]) -> list[str]:
    """The sizes, and above them the lines of the plot, from the lowest; a column is as wide as it must be."""
    widths = {n: max(len(text) for (_, at), text in cells.items() if at == n) for n in sizes}
    lines = [{n: str(n) for n in sizes}]
    lines += [{n: cells.get((row, n), "") for n in sizes} for row in range(HEIGHT)]
    return [
        "".join(f"{text:^{max(NARROWEST, widths[n] + 2)}}" for n, text in found.items()).rstrip()
        for found in lines
    ]


def placed(lines: Curves, low: float, scale: float) -> defaultdict[tuple[int, int], str]:
    """By line of the plot and n: the letters of the strategies that are there."""
    cells: defaultdict[tuple[int, int], str] = defaultdict(str)
    for mark, curve in zip(MARKS, lines.values()):
        for n, value in curve.items():
            cells[round((log10(value) - low) * scale), n] += mark
    return cells


def label(value: float) -> str:
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"
