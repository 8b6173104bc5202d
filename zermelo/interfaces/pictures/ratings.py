"""The ratings of a match as an SVG picture: a dot and an error bar for each player, the best at the top."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.matches.bradley_terry import Pool, Rating

ROW, TOP, BOTTOM, PLOT, RIGHT, LETTER = 28, 50, 40, 460, 130, 7.5
"""Heights of a row, of what is above and below, width of the plot, of what is beside it, of a letter."""
FONT = 'font-family="sans-serif" font-size="13"'


@dataclass(frozen=True)
class Scale:
    """Where a rating stands in the picture."""

    low: float
    high: float
    left: float

    @classmethod
    def of(cls, pool: Pool) -> Scale:
        """Room for every error bar."""
        low = min(rating.elo - rating.error for rating in pool.ratings)
        high = max(rating.elo + rating.error for rating in pool.ratings)
        step = step_for(high - low)
        longest = max(len(rating.name) for rating in pool.ratings)
        return cls(step * floor(low / step), step * ceil(high / step), 24 + LETTER * longest)

    def x(self, elo: float) -> float:
        """The place of a rating, from the left."""
        return round(self.left + PLOT * (elo - self.low) / (self.high - self.low), 1)

    @property
    def marks(self) -> list[float]:
        """Ratings with a line of the grid."""
        step = step_for(self.high - self.low)
        return [self.low + step * place for place in range(round((self.high - self.low) / step) + 1)]


def step_for(span: float) -> float:
    """A round number that divides a span into a few parts.

    >>> step_for(870), step_for(42)
    (100.0, 5.0)
    """
    rough = max(span, 1.0) / 10
    power = 10.0 ** floor(log10(rough))
    return next(power * part for part in (1.0, 2.0, 5.0, 10.0) if power * part >= rough)


def ratings_svg(pool: Pool, title: str) -> str:
    """The picture."""
    scale = Scale.of(pool)
    width, height = scale.left + PLOT + RIGHT, TOP + ROW * len(pool.ratings) + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" {FONT}>',
        f'<rect width="{width:g}" height="{height}" fill="white"/>',
        f'<text x="12" y="24" font-weight="bold">{escape(title)}</text>',
        *grid(scale, height),
        *(line for row, rating in enumerate(pool.ratings) for line in player(scale, row, rating)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def grid(scale: Scale, height: int) -> Iterator[str]:
    """A line for every round rating, its number below."""
    bottom = height - BOTTOM
    for mark in scale.marks:
        x = scale.x(mark)
        yield f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{bottom}" stroke="#ddd"/>'
        yield f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="#555">{mark:g}</text>'
    middle = scale.left + PLOT / 2
    place = f'x="{middle:g}" y="{bottom + 33}" text-anchor="middle"'
    yield f'<text {place} fill="#555">Elo, errors of 95 %</text>'


def player(scale: Scale, row: int, rating: Rating) -> Iterator[str]:
    """One row: the name, the bar, the dot, the numbers."""
    y = TOP + ROW * row + ROW / 2 - 6
    low, high, at = (scale.x(rating.elo + part * rating.error) for part in (-1, 1, 0))
    yield f'<text x="{scale.left - 12:g}" y="{y + 4:g}" text-anchor="end">{escape(rating.name)}</text>'
    yield f'<line x1="{low}" x2="{high}" y1="{y:g}" y2="{y:g}" stroke="#4682b4" stroke-width="2"/>'
    for end in (low, high):
        yield f'<line x1="{end}" x2="{end}" y1="{y - 4:g}" y2="{y + 4:g}" stroke="#4682b4" stroke-width="2"/>'
    yield f'<circle cx="{at}" cy="{y:g}" r="4.5" fill="#b22222"/>'
    said = f"{rating.elo:+z.0f} ± {rating.error:.0f}"
    yield f'<text x="{scale.left + PLOT + 14:g}" y="{y + 4:g}">{said}</text>'
