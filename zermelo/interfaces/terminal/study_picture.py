"""The study of strategies as an SVG picture, readable where lines coincide.

Strategies that share a stretch of a line, or nearly do, paint it in turn, each a dash of its own colour;
those that share a point are rings around each other, and every line ends with the letters of its strategies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import log10
from typing import Any

from zermelo.csp.study import Measurement
from zermelo.interfaces.terminal.study_text import MARKS, Curves, curves, label, sizes_of, title

COLOURS = ("#b22222", "#d2691e", "#b8860b", "#6b8e23", "#2e8b57", "#008b8b", "#4682b4", "#483d8b", "#8b008b",
           "#c71585", "#555555", "#000000")  # fmt: skip
WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 800, 420, 70, 30, 50, 310
DASH, RING, LETTER, CLOSE = 7.0, 1.8, 12.0, 2.5
"""Lengths of a dash, of the step from a ring to the next, of a line of letters, of what nobody can see."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Scale:
    """Where n and a value stand in the picture; values are on a logarithmic scale."""

    first: int
    last: int
    low: float
    high: float

    @classmethod
    def of(cls, lines: Curves) -> Scale:
        points = [value for curve in lines.values() for value in curve.values()] or [1.0, 10.0]
        sizes = sizes_of(lines) or [0, 1]
        low = log10(min(points))
        return cls(sizes[0], sizes[-1], low, max(log10(max(points)), low + 1))

    def x(self, n: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (n - self.first) / max(1, self.last - self.first), 1)

    def y(self, value: float) -> float:
        height = HEIGHT - BOTTOM - TOP
        return round(HEIGHT - BOTTOM - height * (log10(value) - self.low) / (self.high - self.low), 1)

    def points(self, curve: dict[int, float]) -> list[Point]:
        return [(self.x(n), self.y(value)) for n, value in sorted(curve.items())]


def svg(measured: list[Measurement], what: str, puzzle: str = "n queens") -> str:
    """A quantity of every strategy against n."""
    lines = curves(measured, what)
    scale = Scale.of(lines)
    ways = [scale.points(curve) for curve in lines.values()]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="18">{escape(f"{puzzle}: {title(measured, what)} (logarithmic)")}</text>',
        *grid(scale, sizes_of(lines)),
        *stretches(ways),
        *rings(ways),
        *letters(ways),
        *legend(list(lines)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def grid(scale: Scale, sizes: list[int]) -> Iterator[str]:
    for power in range(int(scale.low) - (scale.low < 0), int(scale.high) + 2):
        if scale.low <= power <= scale.high:
            at = scale.y(10.0**power)
            yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}" stroke="#ddd"/>'
            yield f'<text x="{LEFT - 18}" y="{at + 4:.1f}" text-anchor="end">{label(10.0**power)}</text>'
    for n in sizes:
        yield f'<text x="{scale.x(n)}" y="{HEIGHT - 25}" text-anchor="middle">{n}</text>'


def together(ways: list[list[Point]]) -> dict[Point, Point]:
    """For each point the first of those above each other that the eye does not tell apart."""
    found: dict[Point, Point] = {}
    last = (0.0, 0.0)
    for x, y in sorted({point for way in ways for point in way}):
        close = last[0] == x and y - last[1] <= CLOSE
        found[x, y] = found[last] if close else (x, y)
        last = (x, y)
    return found


def stretches(ways: list[list[Point]]) -> Iterator[str]:
    """From point to point; where several go the same way, each paints every so many dashes of it."""
    shared: defaultdict[Any, list[tuple[int, Point, Point]]] = defaultdict(list)
    seen = together(ways)
    for place, way in enumerate(ways):
        for start, end in zip(way, way[1:]):
            shared[seen[start], seen[end]].append((place, start, end))
    for places in shared.values():
        for turn, (place, (x1, y1), (x2, y2)) in enumerate(places):
            ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
            yield f'<line {ends} stroke="{colour(place)}" stroke-width="2"{dashes(turn, len(places))}/>'


def dashes(turn: int, number: int) -> str:
    """Those of one of so many strategies; one alone has a whole line."""
    gap = DASH * (number - 1)
    return f' stroke-dasharray="{DASH} {gap}" stroke-dashoffset="{-DASH * turn}"' if gap else ""


def rings(ways: list[list[Point]]) -> Iterator[str]:
    """A dot for each point; where several are, the first is the outermost."""
    shared: defaultdict[Any, list[tuple[int, Point]]] = defaultdict(list)
    seen = together(ways)
    for place, way in enumerate(ways):
        for point in way:
            shared[seen[point]].append((place, point))
    for places in shared.values():
        for turn, (place, (x, y)) in enumerate(places):
            radius = 3 + RING * (len(places) - 1 - turn)
            yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour(place)}"/>'


def letters(ways: list[list[Point]]) -> Iterator[str]:
    """At the end of each line, one below the other where they would overlap."""
    ends: defaultdict[Point, str] = defaultdict(str)
    for mark, way in zip(MARKS, ways):
        ends[way[-1]] += mark
    lowest: dict[float, float] = {}
    for (x, y), marks in sorted(ends.items()):
        down = max(y, lowest.get(x, 0.0) + LETTER)
        lowest[x] = down
        yield f'<text x="{x + 6 + RING * len(marks):.1f}" y="{down + 4:.1f}">{marks}</text>'


def legend(names: list[str]) -> Iterator[str]:
    for place, (mark, name) in enumerate(zip(MARKS, names)):
        down, left = TOP + 18 * place, WIDTH - RIGHT + 80
        yield f'<rect x="{left}" y="{down}" width="12" height="12" fill="{colour(place)}"/>'
        yield f'<text x="{left + 18}" y="{down + 11}">{mark}  {escape(name)}</text>'
