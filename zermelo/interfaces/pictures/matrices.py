"""Payoff matrices as pictures: the table, the graphical solution, the course of fictitious play.

They hold names and numbers and no words, so that they serve every language.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from zermelo.errors import SearchError
from zermelo.interfaces.pictures.boards import (
    FIRST,
    GROUND,
    INK,
    LINE,
    SECOND,
    Area,
    Disc,
    Part,
    Picture,
    Point,
    Stroke,
    Text,
)
from zermelo.interfaces.pictures.exports import drawn, form_of
from zermelo.kernel.files import write_safely
from zermelo.matrix.game import COLUMNS, Matrix, Mix, NormalForm
from zermelo.matrix.graph import Graph
from zermelo.matrix.payoffs import between, decimal, shown
from zermelo.matrix.study import Study, cell_text, places, study
from zermelo.messages import grouped

FORMS = {".svg": "svg", ".png": "png", ".tex": "tikz", ".tikz": "tikz", ".json": "json", ".csv": "csv"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 620, 400, 90, 490, 30, 340
"""Of a graph: the whole, and where its axes are."""
COLOURS = {"MAX": FIRST, "MIN": SECOND}
LINES = 24
"""Lines that have their names beside them."""
APART = 15
"""Points from one name to the next."""
LETTERS = 12
"""Of a name that is shown."""
SIGN = 7.5
"""Points of a sign in a table."""
ROW = 28
MOST_CELLS = 2500
"""Of a table that is drawn."""


def short(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"


class Scale:
    """From payoffs, however large, to heights in a picture."""

    def __init__(self, numbers: Iterable[Fraction]) -> None:
        known = [*numbers]
        self.low, high = min(known), max(known)
        self.span = high - self.low or Fraction(1)

    def y(self, number: Fraction) -> float:
        """How far down a payoff stands."""
        return round(BOTTOM - (BOTTOM - TOP) * float((number - self.low) / self.span), 2)


# -- the graphical solution ------------------------------------------------------------------------------


def graph_picture(graph: Graph) -> Picture:
    """Every line, the envelope in its player's colour, and the best point."""
    scale = Scale(end for line in graph.lines for end in (line.at_0, line.at_1))
    parts = [*graph_axes(graph), *graph_lines(graph, scale), *best_point(graph, scale)]
    return Picture(WIDTH, HEIGHT, tuple(parts), f"{graph.player}: {', '.join(graph.actions)}")


def x_of(share: Fraction) -> float:
    return round(LEFT + (RIGHT - LEFT) * float(share), 2)


def graph_axes(graph: Graph) -> Iterator[Part]:
    for x in (LEFT, RIGHT):
        yield Stroke((x, TOP - 10), (x, BOTTOM + 5), LINE)
    yield Stroke((LEFT, BOTTOM + 5), (RIGHT, BOTTOM + 5), LINE)
    first, second = map(short, graph.actions)
    yield Text((LEFT, BOTTOM + 20), "0", 13)
    yield Text((RIGHT, BOTTOM + 20), "1", 13)
    yield Text((LEFT, BOTTOM + 40), second, 13)
    yield Text((RIGHT, BOTTOM + 40), first, 13)
    yield Text(((LEFT + RIGHT) / 2, BOTTOM + 46), f"{graph.player}: p({first})", 13)


def graph_lines(graph: Graph, scale: Scale) -> Iterator[Part]:
    ends = [(line, scale.y(line.at_0), scale.y(line.at_1)) for line in graph.lines]
    for _, left, right in ends:
        yield Stroke((LEFT, left), (RIGHT, right), LINE, 1.5)
    corners = [(x_of(share), scale.y(payoff)) for share, payoff in graph.envelope]
    for start, end in zip(corners, corners[1:]):
        yield Stroke(start, end, COLOURS[graph.player], 4)
    if len(ends) <= LINES:
        names = [(right, f"{short(line.name)}: {shown(line.at_1)}") for line, _, right in ends]
        yield from (Text((RIGHT + 62, y), said, 12) for y, said in set_apart(names))
        numbers = {(left, shown(line.at_0)) for line, left, _ in ends}
        yield from (Text((LEFT - 40, y), said, 12) for y, said in set_apart(sorted(numbers)))


def set_apart(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Labels one below the other where they would overlap; those of one height share a line."""
    placed: list[tuple[float, str]] = []
    for y, said in sorted(labels):
        placed.append((max(y, placed[-1][0] + APART) if placed else y, said))
    over = max(0.0, placed[-1][0] - (BOTTOM + 5)) if placed else 0.0
    return [(y - over, said) for y, said in placed]


def best_point(graph: Graph, scale: Scale) -> Iterator[Part]:
    """Where the envelope is best: a point, or a stretch of equally good ones."""
    y = scale.y(graph.value)
    yield Stroke((LEFT, y), (x_of(graph.best[1]), y), INK, 0.75)
    for share in sorted({*graph.best}):
        yield Stroke((x_of(share), y), (x_of(share), BOTTOM + 5), INK, 0.75)
        yield Disc((x_of(share), y), 5, INK, INK)
        if 0 < share < 1:
            yield Text((x_of(share), BOTTOM + 20), shown(share), 13)
    middle = (x_of(graph.best[0]) + x_of(graph.best[1])) / 2
    beside = middle + (44 if middle < (LEFT + RIGHT) / 2 else -44)
    free = (middle, y - 16) if graph.player == "MIN" else (beside, BOTTOM - 8)  # where there is no line
    yield Text(free, f"v = {shown(graph.value)}", 15)


# -- fictitious play -------------------------------------------------------------------------------------


def course_picture(found: Study) -> Picture:
    """What MAX is sure of and what MIN leaves, round after round on a logarithmic scale."""
    assert found.solution is not None
    rounds, value = found.course, found.solution.value
    scale = Scale([value, *(each.at_least for each in rounds), *(each.at_most for each in rounds)])
    last = max(math.log(rounds[-1].number), 1e-9)
    places = [LEFT + (RIGHT - LEFT) * math.log(each.number) / last for each in rounds]
    parts: list[Part] = [Stroke((LEFT, BOTTOM + 5), (RIGHT, BOTTOM + 5), LINE)]
    parts += [Stroke((LEFT, TOP - 10), (LEFT, BOTTOM + 5), LINE), *decades(rounds[-1].number, last)]
    parts.append(Stroke((LEFT, scale.y(value)), (RIGHT, scale.y(value)), INK, 1))
    for numbers, colour in (
        ([each.at_least for each in rounds], FIRST),
        ([each.at_most for each in rounds], SECOND),
    ):
        parts += curve([(x, scale.y(number)) for x, number in zip(places, numbers)], colour)
    parts += [*course_labels(found, scale)]
    return Picture(WIDTH, HEIGHT, tuple(parts), f"1 … {grouped(rounds[-1].number)}")


def curve(points: list[Point], colour: str) -> list[Part]:
    """Through all points; one alone is a dot."""
    if len(points) == 1:
        return [Disc(points[0], 3, colour, colour)]
    return [Stroke(start, end, colour, 2) for start, end in zip(points, points[1:])]


def decades(rounds: int, last: float) -> Iterator[Part]:
    for power in range(len(str(rounds))):
        x = LEFT + (RIGHT - LEFT) * math.log(10**power) / last
        yield Stroke((x, BOTTOM + 5), (x, BOTTOM + 10), LINE)
        yield Text((x, BOTTOM + 24), grouped(10**power), 13)


def course_labels(found: Study, scale: Scale) -> Iterator[Part]:
    assert found.solution is not None
    final, value = found.course[-1], found.solution.value
    low, high = between(final.at_least, final.at_most)
    labels = [(scale.y(final.at_least), f"MAX ≥ {low}"), (scale.y(final.at_most), f"MIN ≤ {high}")]
    said = f"v = {shown(value)}" if found.solution.exact else f"v ≈ {decimal(value, 6)}"
    labels.append((scale.y(value), said))
    yield from (Text((RIGHT + 65, y), said, 13) for y, said in set_apart(labels))
    ends = {(scale.y(end), decimal(end, 4)) for end in (scale.low, scale.low + scale.span)}
    yield from (Text((LEFT - 40, y), said, 12) for y, said in ends)


# -- the table ---------------------------------------------------------------------------------------------


def table_picture(found: Study) -> Picture:
    """Names, payoffs, a ring around saddle points and pure equilibria, and the strategies beside them."""
    game = found.game
    height, width = game.shape
    if height * width > MOST_CELLS:
        raise SearchError("table_too_large_to_draw", most=MOST_CELLS)
    texts = written(found)
    edges = columns_of(texts)
    parts: list[Part] = [*framed(edges, width, height), *struck(found, edges)]
    for row, column in found.pure:
        parts.append(Disc((middle(edges, column + 1), 22 + ROW * (row + 1)), 13, FIRST, GROUND, 2))
    for row, line in enumerate(texts):
        said = enumerate(line)
        parts += [Text((middle(edges, column), 22 + ROW * row), text, 14) for column, text in said if text]
    return Picture(edges[-1] + 10, ROW * len(texts) + 20, tuple(parts), " – ".join(game.players))


def written(found: Study) -> list[list[str]]:
    """The lines of the table: names above and beside, shares below and at the right."""
    game, mixes = found.game, mixes_of(found)
    lines = [["", *map(short, game.columns)]]
    cells = [[cell_text(game, *place) for place in row] for row in places(game)]
    lines += [[short(name), *row] for name, row in zip(game.rows, cells)]
    if mixes is not None:
        lines = [[*line, said] for line, said in zip(lines, ["", *map(shown, mixes[0])])]
        lines.append(["", *map(shown, mixes[1]), ""])
    return lines


def mixes_of(found: Study) -> tuple[Mix, Mix] | None:
    return None if found.solution is None else (found.solution.rows, found.solution.columns)


def columns_of(texts: list[list[str]]) -> list[float]:
    """Where each column of the table begins, and the last ends."""
    edges = [10.0]
    for column in zip(*texts):
        edges.append(edges[-1] + max(34.0, SIGN * max(map(len, column)) + 18))
    return edges


def middle(edges: list[float], column: int) -> float:
    return (edges[column] + edges[column + 1]) / 2


def framed(edges: list[float], width: int, height: int) -> Iterator[Part]:
    top, bottom = 8.0 + ROW, 8.0 + ROW * (height + 1)
    left, right = edges[1], edges[width + 1]
    yield Area(((left, top), (right, top), (right, bottom), (left, bottom)))
    for row in range(1, height):
        yield Stroke((left, top + ROW * row), (right, top + ROW * row), LINE, 0.5)
    for column in range(2, width + 1):
        yield Stroke((edges[column], top), (edges[column], bottom), LINE, 0.5)


def struck(found: Study, edges: list[float]) -> Iterator[Part]:
    """A line through every action that is eliminated."""
    height, width = found.game.shape
    for step in found.reduction.steps:
        if step.player == COLUMNS:
            x = middle(edges, step.action + 1)
            yield Stroke((x, 10), (x, 8 + ROW * (height + 1)), SECOND, 1.5)
        else:
            y = 22 + ROW * (step.action + 1)
            yield Stroke((14, y), (edges[width + 1], y), SECOND, 1.5)


# -- files -------------------------------------------------------------------------------------------------

PICTURES = ("graph", "play", "table")


def picture(found: Study, what: str = "") -> Picture:
    """The picture of this name; the graphical solution where there is one, unless another is asked for."""
    what = what or ("graph" if found.graphs else "table")
    if what == "graph" and found.graphs:
        return graph_picture(found.graphs[0])
    if what == "play" and found.course:
        return course_picture(found)
    if what == "table":
        return table_picture(found)
    raise SearchError("no_such_matrix_picture", picture=what, choices=[*PICTURES])


def file_of(found: Study, form: str, what: str = "") -> str | bytes:
    """A picture, or the matrix itself as JSON or CSV."""
    if form == "json":
        import msgspec

        return msgspec.json.format(msgspec.json.encode(found.as_dict()), indent=2)
    if form == "csv":
        return csv_of(found.game)
    made = picture(found, what)
    return drawn(lambda text_form: str(getattr(made, text_form)), form)


def export_matrix(path: str, found: Study, what: str = "") -> None:
    """Write a file; the ending of its name says which kind."""
    write_safely(Path(path), file_of(found, form_of(path, FORMS, "a matrix"), what))


def csv_of(game: NormalForm) -> str:
    """Names and exact payoffs, as `read` reads them."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["", *game.columns])
    for row, name in enumerate(game.rows):
        writer.writerow([name, *(exact_cell(game, row, column) for column in range(len(game.columns)))])
    return out.getvalue()


def exact_cell(game: NormalForm, row: int, column: int) -> str:
    if isinstance(game, Matrix):
        return str(game.payoffs[row][column])
    return "|".join(str(table[row][column]) for table in game.gains)


def matrix_svg(game: Any) -> str:
    """What a notebook shows of a matrix."""
    return picture(study(game, rounds=1), "table").svg
