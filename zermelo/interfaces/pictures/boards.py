"""A position as a picture: what its game's `board` declares, as shapes for SVG and TikZ, a graph for DOT."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import chain
from typing import Any, NamedTuple

from zermelo.checking.board import EMPTY, Board, board_of
from zermelo.game import Action, Rules, State
from zermelo.running.contact import first_contact
from zermelo.running.options import NestedLists, verb
from zermelo.trees.tree import as_game

MOST_CELLS = 4096
CELL = 44
INK, LINE, FIRST, SECOND, GROUND, BEST = "#1b1b1b", "#8a8a8a", "#0072b2", "#d55e00", "#ffffff", "#009e73"
THIRD, FOURTH = "#00795a", "#7b3fa0"
"""Colours that people tell apart who see few of them; shapes say the same."""
FONT = "font-family='ui-sans-serif,system-ui,sans-serif'"
FIXED = "font-family='ui-monospace,monospace' xml:space='preserve'"

PIECES = {"X": FIRST, "O": SECOND}
CORNERS = {
    "◇": (THIRD, ((0, -0.3), (0.28, 0), (0, 0.3), (-0.28, 0))),
    "⬡": (FOURTH, ((-0.14, -0.24), (0.14, -0.24), (0.28, 0), (0.14, 0.24), (-0.14, 0.24), (-0.28, 0))),
}
"""The stones of a third and a fourth player: their colours, and their corners in parts of a cell."""
COLUMNS = "abcdefghjklmnopqrstuvwxyz"
"""Of a go board: there is no i."""

Point = tuple[float, float]


class Stroke(NamedTuple):
    """A line."""

    start: Point
    end: Point
    colour: str = LINE
    thick: float = 1.0


class Disc(NamedTuple):
    """A circle."""

    middle: Point
    radius: float
    colour: str = LINE
    fill: str = GROUND
    thick: float = 1.0


class Area(NamedTuple):
    """A polygon."""

    corners: tuple[Point, ...]
    colour: str = LINE


class Text(NamedTuple):
    """Text, around a point; or from it on, letters of one width, where it is a drawing made of letters."""

    place: Point
    said: str
    size: float = 18
    fixed: bool = False


Part = Stroke | Disc | Area | Text


@dataclass(frozen=True)
class Picture:
    """A position as notebooks draw it; `svg`, `tikz` and `dot` are its text.

    >>> from zermelo.games import TicTacToe
    >>> draw(TicTacToe()).svg.startswith("<svg ")
    True
    """

    width: float
    height: float
    parts: tuple[Part, ...] = field(repr=False)
    title: str
    board: Board | None = field(default=None, repr=False)

    @property
    def svg(self) -> str:
        """A whole SVG document."""
        return svg(self.width, self.height, [part_svg(part) for part in self.parts], self.title)

    @property
    def tikz(self) -> str:
        """A whole LaTeX document."""
        return f"{DOCUMENT}\n{self.input}\\end{{document}}\n"

    @property
    def input(self) -> str:
        r"""The same for `\input` in a document that uses TikZ, such as a beamer presentation."""
        rows = [f"  {part_tikz(part)}" for part in self.parts]
        return "\n".join([TIKZ_HEAD, *rows, TIKZ_END])

    @property
    def dot(self) -> str:
        """A graph for Graphviz: `neato -n` leaves its nodes where they are."""
        rows = [text_dot(self.parts)] if self.board is None else board_dot(self.board, self.height)
        return (
            "\n".join([f"graph {quoted(self.title)} {{", *(f"  {row};" for row in [DOT_HEAD, *rows]), "}"])
            + "\n"
        )

    def _repr_svg_(self) -> str:
        return self.svg


@verb
def draw(
    game: Rules[State, Action] | NestedLists, state: State | None = None, before: State | None = None
) -> Picture:
    """A position of a game, or its start, as a picture; of go with the stone that was not there before.

    >>> from zermelo.games import TicTacToe
    >>> draw(TicTacToe(), TicTacToe().parse("X........")).svg.count("<line")
    2
    """
    rules = as_game(game)
    here, title = first_contact(rules, state), type(rules).__name__
    board = board_of(rules, here)
    if board is None or len(board.cells) > MOST_CELLS:
        return of_text(str(rules.show(here)) if callable(getattr(rules, "show", None)) else str(here), title)
    earlier = None if before is None or board.kind != "go" else board_of(rules, first_contact(rules, before))
    return of_board(board, title, None if earlier is None else board.set_since(earlier))


def of_text(said: str, title: str) -> Picture:
    rows = said.splitlines() or [""]
    parts = tuple(Text((10, 20 + 18 * index), row, 14, fixed=True) for index, row in enumerate(rows))
    return Picture(max(map(len, rows)) * 8.6 + 20, 18 * len(rows) + 16, parts, title)


def of_board(board: Board, title: str, last: int | None = None) -> Picture:
    """`last` is the cell of the stone that was set last, where that is marked."""
    place, thick = places(board), 1 if board.kind == "go" else 2
    parts: list[Part] = [Stroke(place(one), place(other), LINE, thick) for one, other in board.lines]
    parts += borders(board)
    for cell, mark in enumerate(board.cells):
        parts += [*ground(board, cell, place(cell)), *piece(board.kind, place(cell), mark)]
    parts += [*coordinates(board), *([] if last is None else [newest(place(last), board.cells[last])])]
    return Picture(*extent(board), tuple(parts), title, board)


# -- where cells are, and what lies on them ------------------------------------------------------------

MARGIN = 18
"""Beside and below a go board, for letters and numbers."""
ROW = CELL * math.sqrt(3) / 2
"""From one row of hexagons to the next."""
RADIUS = CELL / math.sqrt(3)
"""From the middle of a hexagon to a corner."""
EDGE = 3
"""Around a board of hexagons, for its borders."""


def places(board: Board) -> Callable[[int], Point]:
    if board.kind == "hex":
        return hexagonal(board.width)
    return square(board.width, MARGIN if board.kind == "go" else 0)


def extent(board: Board) -> Point:
    """Width and height of the whole picture."""
    if board.kind == "hex":
        below = board.height - 1
        return (board.width + below / 2) * CELL + 2 * EDGE, below * ROW + 2 * RADIUS + 2 * EDGE
    margin = MARGIN if board.kind == "go" else 0
    return board.width * CELL + 2 + margin, board.height * CELL + 2 + margin


def square(width: int, left: float = 0) -> Callable[[int], Point]:
    return lambda index: (left + index % width * CELL + CELL / 2 + 1, index // width * CELL + CELL / 2 + 1)


def hexagonal(width: int) -> Callable[[int], Point]:
    """Each row half a cell further to the right."""

    def place(index: int) -> Point:
        row, column = divmod(index, width)
        return ((column + row / 2) * CELL + CELL / 2 + EDGE, row * ROW + RADIUS + EDGE)

    return place


def corners(at: Point) -> tuple[Point, ...]:
    """The corners of a hexagon, from the lower right one clockwise."""
    angles = [math.radians(30 + 60 * corner) for corner in range(6)]
    return tuple((at[0] + RADIUS * math.cos(angle), at[1] + RADIUS * math.sin(angle)) for angle in angles)


def borders(board: Board) -> Iterator[Part]:
    """The sides of a board of hexagons, each in its owner's colour."""
    place, last = places(board), len(board.cells) - board.width
    columns, rows = range(board.width), range(0, len(board.cells), board.width)
    for mark, cells, turn in zip(
        [mark for mark in board.sides for _ in range(2)],
        (columns, [last + cell for cell in columns], rows, [cell + board.width - 1 for cell in rows]),
        ((3, 4, 5), (0, 1, 2), (3, 2, 1), (4, 5, 0)),
    ):
        for cell in cells:
            points = [corners(place(cell))[corner] for corner in turn]
            for start, end in zip(points, points[1:]):
                yield Stroke(start, end, PIECES.get(mark, LINE), 5)


def coordinates(board: Board) -> Iterator[Part]:
    """The letters below a go board, and the numbers beside it."""
    if board.kind != "go":
        return
    middle = MARGIN / 2 + 1
    for column, letter in enumerate(COLUMNS[: board.width]):
        yield Text((MARGIN + column * CELL + CELL / 2 + 1, board.height * CELL + middle), letter, 13)
    for row in range(board.height):
        yield Text((middle, row * CELL + CELL / 2 + 1), str(board.height - row), 13)


def newest(at: Point, mark: str) -> Part:
    """A ring in the stone that was set last."""
    return Disc(at, CELL * 0.18, *((GROUND, INK) if mark == "X" else (INK, GROUND)), 3)


def ground(board: Board, cell: int, at: Point) -> Iterator[Part]:
    """A cell without what lies on it."""
    x, y = at
    if not board.is_place(cell) or board.kind == "edges":
        return
    if board.kind == "hex":
        yield Area(corners(at))
    elif board.kind == "go":
        if cell in board.stars:
            yield Disc(at, 4, LINE, LINE)
    elif board.kind == "pits":
        yield Disc(at, CELL * 0.45)
    elif board.kind == "backgammon":
        yield from point(board, cell, at)
    elif board.kind == "points":
        if board.cells[cell] == ".":
            yield Disc(at, 7)
    else:
        half = CELL / 2
        yield Area(((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))


def point(board: Board, cell: int, at: Point) -> Iterator[Part]:
    """A triangle in the second and fourth row; a square for the bar, the trays and the dice."""
    (x, y), half = at, CELL / 2
    row, column = divmod(cell, board.width)
    base = y + half if row == 3 else y - half
    if row in (1, 3) and column not in (board.width // 2 - 1, board.width - 1):
        yield Area(((x - half, base), (x + half, base), (x, 2 * y - base)))
    elif row not in (0, 4):
        yield Area(((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))


def piece(kind: str, at: Point, mark: str) -> Iterator[Part]:
    """What stands on a cell: crosses and rings, dots and edges, or the mark itself."""
    x, y = at
    half, arm = CELL / 2, CELL * 0.26
    if kind == "edges" and mark == "-":
        yield Stroke((x - half, y), (x + half, y), INK, 5)
    elif kind == "edges" and mark == "|":
        yield Stroke((x, y - half), (x, y + half), INK, 5)
    elif kind == "edges" and mark == "+":
        yield Disc(at, 4, INK, INK)
    elif mark in EMPTY:
        return
    elif kind == "go" and mark in PIECES:
        yield Disc(at, CELL * 0.45, INK, INK if mark == "X" else GROUND, 2)
    elif mark == "X":
        yield Stroke((x - arm, y - arm), (x + arm, y + arm), FIRST, 6)
        yield Stroke((x - arm, y + arm), (x + arm, y - arm), FIRST, 6)
    elif mark == "O":
        yield Disc(at, CELL * 0.28, SECOND, GROUND, 6)
    elif mark in CORNERS:
        colour, corners = CORNERS[mark]
        ends = [(x + across * CELL, y + down * CELL) for across, down in corners]
        for start, end in zip(ends, [*ends[1:], ends[0]], strict=True):
            yield Stroke(start, end, colour, 5)
    elif kind == "backgammon" and mark[-1] in PIECES:
        yield Disc(at, CELL * 0.36, PIECES[mark[-1]], GROUND, 4)
        yield Text(at, mark[:-1])
    else:
        yield Text(at, mark)


def number(length: float) -> str:
    """
    >>> number(180224.4999), number(23.0)
    ('180224.5', '23')
    """
    return f"{round(length, 2):.9g}"


# -- SVG ---------------------------------------------------------------------------------------------


def svg(width: float, height: float, parts: list[str], title: str, paper: bool = True) -> str:
    """A whole picture, on white paper or on none."""
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}'"
    size = f"width='{width:g}' height='{height:g}' role='img'"
    ground = [f"<rect width='100%' height='100%' fill='{GROUND}'/>"] if paper else []
    return "\n".join([f"{head} {size}>", f"<title>{escape(title)}</title>", *ground, *parts, "</svg>"]) + "\n"


def text(x: float, y: float, said: str, size: float = 14, more: str = "", anchor: str = "middle") -> str:
    place = f"x='{x:g}' y='{y:g}' dy='.35em' font-size='{size:g}' text-anchor='{anchor}'"
    return f"<text {place} {FONT} fill='{INK}' {more}>{escape(said)}</text>"


def part_svg(part: Part) -> str:
    if isinstance(part, Stroke):
        (x, y), (u, v), colour, thick = part
        style = f"stroke='{colour}' stroke-width='{thick:g}' stroke-linecap='round'"
        return f"<line x1='{x:g}' y1='{y:g}' x2='{u:g}' y2='{v:g}' {style}/>"
    if isinstance(part, Disc):
        (x, y), radius, colour, fill, thick = part
        style = f"fill='{fill}' stroke='{colour}' stroke-width='{thick:g}'"
        return f"<circle cx='{x:g}' cy='{y:g}' r='{radius:g}' {style}/>"
    if isinstance(part, Area):
        points = " ".join(f"{number(x)},{number(y)}" for x, y in part.corners)
        return f"<polygon points='{points}' fill='none' stroke='{part.colour}'/>"
    (x, y), said, size, fixed = part
    if fixed:
        return f"<text x='{x:g}' y='{y:g}' {FIXED} font-size='{size:g}' fill='{INK}'>{escape(said)}</text>"
    return text(x, y, said, size)


# -- TikZ --------------------------------------------------------------------------------------------

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\^{}", "~": r"\~{}", "[": "{[}", "]": "{]}", ",": "{,}", "=": "{=}",
    "≥": r"$\geq$", "≤": r"$\leq$", "∞": r"$\infty$", "−": r"$-$", "…": r"\dots{}",
    "|": "$|$", "<": "$<$", ">": "$>$", '"': "''",
}  # fmt: skip
COLOURS = {INK: "ink", LINE: "line", FIRST: "first", SECOND: "second", GROUND: "ground"}
COLOURS |= {THIRD: "third", FOURTH: "fourth"}
DOCUMENT = "\\documentclass[tikz,border=4pt]{standalone}\n\\begin{document}"
TIKZ_HEAD = "\n".join(
    [
        *(rf"\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}" for colour, name in COLOURS.items()),
        r"\begin{tikzpicture}[x=1pt, y=-1pt]",
    ]
)
TIKZ_END = "\\end{tikzpicture}\n"


def latex(said: str) -> str:
    return "".join(SPECIAL.get(sign, sign) for sign in said)


def part_tikz(part: Part) -> str:
    if isinstance(part, Stroke):
        style = f"{COLOURS[part.colour]}, line width={part.thick:g}pt, line cap=round"
        return rf"\draw[{style}] {pair(part.start)} -- {pair(part.end)};"
    if isinstance(part, Disc):
        style = f"draw={COLOURS[part.colour]}, fill={COLOURS[part.fill]}, line width={part.thick:g}pt"
        return rf"\path[{style}] {pair(part.middle)} circle[radius={part.radius:g}pt];"
    if isinstance(part, Area):
        return rf"\draw[{COLOURS[part.colour]}] {' -- '.join(map(pair, part.corners))} -- cycle;"
    if part.fixed:
        said = latex(part.said).replace(" ", "~")
        return rf"\node[anchor=base west, font=\ttfamily] at {pair(part.place)} {{{said}}};"
    return rf"\node at {pair(part.place)} {{{latex(part.said)}}};"


def pair(point: Point) -> str:
    return f"({number(point[0])},{number(point[1])})"


# -- DOT ---------------------------------------------------------------------------------------------

DOT_HEAD = "layout=neato; inputscale=72; node [fixedsize=true fontname=sans fontsize=18]; edge [penwidth=2]"
"""Places in points, whether it is `neato -n` that draws, `neato` or `dot`."""


def board_dot(board: Board, height: float) -> Iterator[str]:
    """A node for each cell with what stands on it, and an edge for each line."""
    place, joined = places(board), set(chain(*board.lines))
    for cell in range(len(board.cells)):
        x, y = place(cell)
        if board.is_place(cell) or cell in joined:
            at = f"{number(x)},{number(height - y)}!"
            yield f"c{cell} [{written(pos=at, **cell_dot(board, cell))}]"
    for one, other in board.lines:
        yield f"c{one} -- c{other} [{written(color=LINE)}]"


def cell_dot(board: Board, cell: int) -> dict[str, Any]:
    """The looks of a cell: its shape and size, and the mark in its owner's colour."""
    mark = board.cells[cell]
    colour = PIECES.get(mark[-1:] if board.kind == "backgammon" else mark, INK)
    said = {"label": "" if mark in EMPTY else mark, "fontcolor": colour}
    if not board.is_place(cell):
        return {"label": "", "shape": "point", "style": "invis"}
    if board.kind == "edges":
        return edge_dot(mark) or said | {"shape": "plaintext", **sized(CELL)}
    if board.kind == "go":
        size = 8 if cell in board.stars else 0
        return go_dot(mark) or {"label": "", "shape": "point", "color": LINE, **sized(size)}
    if board.kind == "hex":
        return said | {"shape": "hexagon", "orientation": 30, "color": LINE, **sized(CELL, CELL / ROW * CELL)}
    if board.kind == "pits":
        return said | {"shape": "circle", "color": LINE, **sized(CELL * 0.9)}
    if board.kind == "backgammon" and colour != INK:
        return said | {"shape": "circle", "color": colour, **sized(CELL * 0.8)}
    if board.kind == "backgammon" and cell // board.width in (0, 4):
        return said | {"shape": "plaintext", **sized(CELL)}
    if board.kind == "points" and mark in EMPTY:
        return said | {"shape": "circle", "color": LINE, **sized(14)}
    if board.kind == "points":
        return said | {"shape": "circle", "color": colour, **sized(CELL * 0.6)}
    return said | {"shape": "square", "color": LINE, **sized(CELL)}


def go_dot(mark: str) -> dict[str, Any]:
    """A stone: black or white, with its mark."""
    looks = {"X": (INK, GROUND), "O": (GROUND, INK)}
    if mark not in looks:
        return {} if mark in EMPTY else {"label": mark, "shape": "plaintext", **sized(CELL)}
    stone = {"label": mark, "shape": "circle", "style": "filled", **sized(CELL * 0.9)}
    return stone | dict(zip(("fillcolor", "fontcolor"), looks[mark]))


def edge_dot(mark: str) -> dict[str, Any]:
    """Dots, and edges that are drawn: black, without a label."""
    sizes = {"+": (8, 8), "-": (CELL, 5), "|": (5, CELL)}
    if mark not in sizes:
        return {}
    shape = "circle" if mark == "+" else "box"
    return {"label": "", "shape": shape, "style": "filled", "fillcolor": INK, **sized(*sizes[mark])}


def text_dot(parts: tuple[Part, ...]) -> str:
    """A position that is text: one node, line by line from the left."""
    said = "".join(f"{escaped(part.said)}\\l" for part in parts if isinstance(part, Text))
    return f'text [pos="0,0!" shape=plaintext fixedsize=false fontname=monospace fontsize=14 label="{said}"]'


def sized(width: float, height: float | None = None) -> dict[str, str]:
    """Points as the inches that Graphviz wants."""
    return {"width": f"{width / 72:.4f}", "height": f"{(height or width) / 72:.4f}"}


def written(**looks: Any) -> str:
    return " ".join(f"{name}={quoted(str(value))}" for name, value in looks.items())


def quoted(said: str) -> str:
    return f'"{escaped(said)}"'


def escaped(said: str) -> str:
    return said.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
