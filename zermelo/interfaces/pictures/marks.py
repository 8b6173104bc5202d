"""What a plot is made of: lines, dots, areas, texts; written as SVG, or by `pdf` as PDF."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Literal, NamedTuple

from zermelo.interfaces.pictures.boards import INK

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Line(NamedTuple):
    """A line through points; `dash` holds the lengths of its strokes and gaps, none for a whole one."""

    points: tuple[Point, ...]
    colour: str = INK
    thick: float = 1.0
    dash: tuple[float, ...] = ()


class Dot(NamedTuple):
    """A filled circle."""

    middle: Point
    radius: float
    colour: str = INK


class Area(NamedTuple):
    """A filled polygon."""

    corners: tuple[Point, ...]
    colour: str = INK


class Label(NamedTuple):
    """Text on a line of its own: `place` is its left end, middle or right end, at the foot of the letters."""

    place: Point
    said: str
    size: float = 12.0
    anchor: Anchor = "start"
    bold: bool = False
    colour: str = INK


Mark = Line | Dot | Area | Label


class Sheet(NamedTuple):
    """A drawing."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    title: str

    @property
    def svg(self) -> str:
        """A whole SVG document."""
        body = "\n".join(map(mark_svg, self.marks))
        size = f"width='{self.width:g}' height='{self.height:g}' viewBox='0 0 {self.width:g} {self.height:g}'"
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img' "
            f"font-family='Helvetica, Arial, Liberation Sans, sans-serif'>\n"
            f"<title>{escape(self.title)}</title>\n"
            f"<rect width='{self.width:g}' height='{self.height:g}' fill='#ffffff'/>\n{body}\n</svg>\n"
        )


def mark_svg(mark: Mark) -> str:
    if isinstance(mark, Line):
        dash = f" stroke-dasharray='{' '.join(f'{part:g}' for part in mark.dash)}'" if mark.dash else ""
        style = f"fill='none' stroke='{mark.colour}' stroke-width='{mark.thick:g}'{dash}"
        return f"<polyline points='{places(mark.points)}' {style} stroke-linejoin='round'/>"
    if isinstance(mark, Dot):
        x, y = mark.middle
        return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{mark.radius:g}' fill='{mark.colour}'/>"
    if isinstance(mark, Area):
        return f"<polygon points='{places(mark.corners)}' fill='{mark.colour}'/>"
    x, y = mark.place
    style = f"font-size='{mark.size:g}' text-anchor='{mark.anchor}' fill='{mark.colour}'"
    bold = " font-weight='bold'" if mark.bold else ""
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}{bold}>{escape(mark.said)}</text>"


def places(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
