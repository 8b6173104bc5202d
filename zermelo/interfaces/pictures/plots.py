"""The drawings of an experiment: measurements as dots on lines, what the theory says as broken lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, log10

from zermelo.interfaces.pictures.boards import INK
from zermelo.interfaces.pictures.marks import Area, Dot, Label, Line, Mark, Point, Sheet
from zermelo.interfaces.pictures.pdf import text_width
from zermelo.interfaces.pictures.ratings import step_for
from zermelo.studies.findings import Bars, Curve, Drawing, Plot

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b3294", "#8c510a")
"""Of measurements; with their shapes also told apart by those who see few colours."""
THEORY = ("#1b1b1b", "#6b6b6b", "#9a9a9a", "#4a4a4a")
DASHES = ((7.0, 4.0), (2.0, 3.0), (9.0, 3.0, 2.0, 3.0), (4.0, 2.0))
GRID, QUIET = "#dddddd", "#555555"
WIDE, HIGH, LEFT, TOP, BOTTOM = 520.0, 330.0, 62.0, 62.0, 48.0
"""Of the plot itself, and what is beside, above and below it."""
KEY, ROW, SIZE = 34.0, 19.0, 12.0
"""The sample of a line in the legend, a line of it, and the size of letters."""
WIDER = 1.08
"""A reader without Helvetica may take wider letters."""


def drawn(drawing: Drawing, language: str = "en") -> Sheet:
    """A plot or bars, as a picture."""
    return bars(drawing, language) if isinstance(drawing, Bars) else plotted(drawing, language)


# -- scales ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scale:
    """Where a number stands between two ends."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    @classmethod
    def of(
        cls, values: list[float], start: float, end: float, logarithmic: bool, whole: bool = False
    ) -> Scale:
        """Room for all values: to round numbers, or to the values themselves where these are `whole`."""
        positive = [value for value in values if value > 0 or not logarithmic] or [1.0, 10.0]
        least, most = min(positive), max(positive)
        if logarithmic:
            low, high = floor(log10(least) + 1e-9), ceil(log10(most) - 1e-9)
            return cls(low, max(high, low + 1), start, end, True)
        if whole:
            return cls(least, max(most, least + 1), start, end)
        step = step_for((most - least) or 1.0)
        return cls(
            step * floor(least / step),
            max(step * ceil(most / step), step * floor(least / step) + step),
            start,
            end,
        )

    def at(self, value: float) -> float:
        """The place of a value."""
        placed = log10(value) if self.logarithmic else value
        return self.start + (self.end - self.start) * (placed - self.low) / (self.high - self.low)

    @property
    def marks(self) -> list[float]:
        """Round numbers to write at the axis."""
        if self.logarithmic:
            step = max(1, round((self.high - self.low) / 8))
            return [10.0**power for power in range(int(self.low), int(self.high) + 1, step)]
        apart = step_for(self.high - self.low)
        first = ceil(self.low / apart - 1e-9)
        return [apart * place for place in range(first, floor(self.high / apart + 1e-9) + 1)]


def short(value: float) -> str:
    """A number at an axis.

    >>> short(20000), short(1e6), short(0.003), short(2.5)
    ('20k', '1M', '0.003', '2.5')
    """
    for size, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"


# -- curves ------------------------------------------------------------------------------------------


def plotted(plot: Plot, language: str) -> Sheet:
    """Curves, their axes and a legend."""
    names = [curve.name.in_(language) for curve in plot.curves]
    right = KEY + 26 + WIDER * max((text_width(name, SIZE) for name in names), default=0.0)
    points = [point for curve in plot.curves for point in reaching(curve)]
    whole = all(float(x).is_integer() for x, _ in points)
    across = Scale.of([x for x, _ in points], LEFT + 14, LEFT + WIDE - 14, plot.logarithmic_across, whole)
    up = Scale.of([y for _, y in points], TOP + HIGH, TOP, plot.logarithmic)
    title = plot.title.in_(language)
    marks = [
        *heading(title, plot.up.in_(language)),
        *axes(across, up, whole),
        Label((LEFT + WIDE / 2, TOP + HIGH + 38), plot.across.in_(language), SIZE, "middle", colour=QUIET),
        *curves(plot, across, up),
        *legend(plot, names),
    ]
    height = max(TOP + HIGH + BOTTOM, TOP + ROW * len(names) + 20)
    return Sheet(round(LEFT + WIDE + right, 1), height, tuple(marks), title)


def reaching(curve: Curve) -> Iterator[Point]:
    """The points of a curve, and the ends of its error bars."""
    yield from curve.points
    for (x, y), error in zip(curve.points, curve.errors):
        yield from ((x, y - error), (x, y + error))


def heading(title: str, above: str) -> list[Mark]:
    return [
        Label((14.0, 24.0), title, 15.0, bold=True),
        Label((14.0, TOP - 14), above, SIZE, colour=QUIET),
    ]


def axes(across: Scale, up: Scale, whole: bool) -> Iterator[Mark]:
    """A line of the grid for each round number upwards, and the numbers across."""
    for value in up.marks:
        y = up.at(value)
        yield Line(((LEFT, y), (LEFT + WIDE, y)), GRID)
        yield Label((LEFT - 8, y + 4), short(value), SIZE, "end", colour=QUIET)
    for value in across.marks:
        if not whole or float(value).is_integer():
            yield Label((across.at(value), TOP + HIGH + 18), short(value), SIZE, "middle", colour=QUIET)
    yield Line(((LEFT, TOP + HIGH), (LEFT + WIDE, TOP + HIGH)), QUIET)


def curves(plot: Plot, across: Scale, up: Scale) -> Iterator[Mark]:
    """Lines, the theory's above those that were measured, then the dots: who coincides is still seen."""
    dots: list[Mark] = []
    for curve, look in looks(plot):
        points = tuple((across.at(x), up.at(y)) for x, y in curve.points if y > 0 or not plot.logarithmic)
        yield Line(points, look.colour, 1.6 if curve.theory else 2.0, look.dash)
        for (x, y), error in zip(curve.points, curve.errors):
            place = across.at(x)
            yield Line(((place, up.at(y - error)), (place, up.at(y + error))), look.colour, 1.2)
        if not curve.theory:
            dots += (marker(point, look.shape, look.colour) for point in points)
    yield from dots


@dataclass(frozen=True)
class Look:
    """How a curve is drawn."""

    colour: str
    shape: int
    dash: tuple[float, ...]


def looks(plot: Plot) -> list[tuple[Curve, Look]]:
    """Each curve with a look of its own."""
    measured = [curve for curve in plot.curves if not curve.theory]
    theories = [curve for curve in plot.curves if curve.theory]
    return [
        *(
            (curve, Look(COLOURS[place % len(COLOURS)], (place + place // len(COLOURS)) % SHAPES, ()))
            for place, curve in enumerate(measured)
        ),
        *(
            (curve, Look(THEORY[place % len(THEORY)], 0, DASHES[place % len(DASHES)]))
            for place, curve in enumerate(theories)
        ),
    ]


SHAPES = 4


def marker(place: Point, shape: int, colour: str) -> Mark:
    """A disc, a square, a triangle or a diamond."""
    (x, y), size = place, 4.2
    if shape == 0:
        return Dot(place, size, colour)
    if shape == 1:
        return Area(
            ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)), colour
        )
    wide = size * 1.35
    if shape == 2:
        return Area(((x, y - wide), (x + wide, y + size), (x - wide, y + size)), colour)
    return Area(((x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)), colour)


def legend(plot: Plot, names: list[str]) -> Iterator[Mark]:
    """A sample of each line, and its name."""
    left, known = LEFT + WIDE + 14, dict(zip(map(id, plot.curves), names))
    for row, (curve, look) in enumerate(looks(plot)):
        y = TOP + 8 + ROW * row
        yield Line(((left, y), (left + KEY - 8, y)), look.colour, 1.6 if curve.theory else 2.0, look.dash)
        if not curve.theory:
            yield marker((left + (KEY - 8) / 2, y), look.shape, look.colour)
        yield Label((left + KEY, y + 4), known[id(curve)], SIZE)


# -- bars --------------------------------------------------------------------------------------------

BAR, BETWEEN, LONGEST = 13.0, 10.0, 380.0


def bars(drawing: Bars, language: str) -> Sheet:
    """Bars from left to right, one below the other."""
    left = 30 + WIDER * max((text_width(label, SIZE) for label in drawing.labels), default=0.0)
    high = BAR * len(drawing.series) + BETWEEN
    scale = bar_scale(drawing, left)
    title = drawing.title.in_(language)
    foot = TOP + high * len(drawing.labels)
    marks: list[Mark] = [Label((14.0, 24.0), title, 15.0, bold=True), *bar_legend(drawing, language)]
    marks += bar_grid(scale, foot)
    for row, label in enumerate(drawing.labels):
        y = TOP + high * row
        marks.append(Label((left - 12, y + high / 2 + 1), label, SIZE, "end"))
        marks += bar_row(drawing, scale, row, y)
    width = max(left + LONGEST + 80, 40 + WIDER * text_width(title, 15.0))
    return Sheet(round(width, 1), foot + 40, tuple(marks), title)


def bar_scale(drawing: Bars, left: float) -> Scale:
    """From 0 or 1 on; bars of what takes less than 1 go to the left."""
    values = [value for _, series in drawing.series for value in series]
    ends = [
        value + error
        for (_, series), errors in zip(drawing.series, drawing.errors)
        for value, error in zip(series, errors)
    ]
    if drawing.logarithmic:
        inside = [max(value, 1e-3) for value in values] + [1.0]
        low, high = log10(min(inside)), log10(max(inside))
        return Scale(low, max(high, low + 0.3), left, left + LONGEST, True)
    return Scale(0.0, max([*values, *ends, 1.0]), left, left + LONGEST)


def bar_grid(scale: Scale, foot: float) -> Iterator[Mark]:
    marks = [1.0, 2.0, 5.0, 10.0, 100.0, 1000.0, 0.5] if scale.logarithmic else scale.marks
    for value in marks:
        if scale.low - 1e-9 <= (log10(value) if scale.logarithmic else value) <= scale.high + 1e-9:
            x = scale.at(value)
            yield Line(((x, TOP - 6), (x, foot)), GRID)
            yield Label((x, foot + 16), short(value), SIZE, "middle", colour=QUIET)


def bar_row(drawing: Bars, scale: Scale, row: int, y: float) -> Iterator[Mark]:
    """The bars of one label, with their numbers."""
    base = scale.at(1.0 if scale.logarithmic else 0.0)
    for place, (_, series) in enumerate(drawing.series):
        end, top = (
            scale.at(max(series[row], 1e-3) if scale.logarithmic else series[row]),
            y + BETWEEN / 2 + BAR * place,
        )
        yield Area(((base, top), (end, top), (end, top + BAR - 2), (base, top + BAR - 2)), COLOURS[place])
        farthest = max(base, end)
        if drawing.errors:
            error, middle = drawing.errors[place][row], top + BAR / 2 - 1
            ends = (scale.at(max(0.0, series[row] - error)), scale.at(series[row] + error))
            yield Line(tuple((x, middle) for x in ends), INK, 1.4)
            farthest = max(farthest, ends[1])
        said = f"{series[row]:.2f}×" if scale.logarithmic else f"{series[row]:.3g}"
        yield Label((farthest + 6, top + BAR - 3), said, 11.0, colour=QUIET)


def bar_legend(drawing: Bars, language: str) -> Iterator[Mark]:
    x = 14.0
    for place, (name, _) in enumerate(drawing.series):
        said = name.in_(language)
        yield Area(((x, 36), (x + 11, 36), (x + 11, 47), (x, 47)), COLOURS[place])
        yield Label((x + 17, 46), said, SIZE)
        x += 40 + WIDER * text_width(said, SIZE)
