"""Trees as SVG, and reports as HTML: pure functions from a trace to text."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import pairwise
from typing import Any

from zermelo.interfaces.pictures.boards import (
    BEST,
    FIRST,
    FOURTH,
    INK,
    LINE,
    SECOND,
    THIRD,
    draw,
    svg,
    text,
)
from zermelo.interfaces.pictures.nodes import MOST_DRAWN, STRUCK, WAITING, Drawn, drawn, of_game, walk
from zermelo.interfaces.pictures.tikz import tree_dot, tree_input, tree_tikz
from zermelo.messages import counted
from zermelo.tracing.trace import Trace
from zermelo.tracing.tree import TraceTree
from zermelo.trees.tree import Tree

# -- SVG ---------------------------------------------------------------------------------------------

DOWN, TOP, BOTTOM = 96.0, 56.0, 50.0
"""From one level to the next, above the root, below the last leaf."""
INNER = 30.0
"""Half the width that a triangle needs."""
GONE = "#b8430a"
"""The colour of what is pruned."""
PALE = "opacity='.45'"
LETTER, GAP, WIDEST = 6.4, 4.0, 160.0
"""The width of a letter of a name, what is between two names, the most that one takes."""
LONGEST = 10
"""Letters of a name that leaves make room for; of a longer one as much is drawn as fits."""
PART = 0.75
"""Where the label of an edge stands, as a fraction of the way from a node down to its child."""
HALO = "stroke='#fff' stroke-width='3' paint-order='stroke'"
HEADS = {"max": 24.0, "min": 19.0, "third": 25.0, "fourth": 21.0, "chance": 20.0, "leaf": 14.0, "cut": 14.0}
"""How far above the middle of a shape an edge to it ends."""
FEET = 20.0
CAPTION = 20.0
"""Room for a window above a shape."""
SHAPE = {
    "max": "<path d='M{x:g} {top:g}l26 43h-52Z' fill='#fff' stroke='{colour}' stroke-width='2'{dash}/>",
    "min": "<path d='M{x:g} {bottom:g}l26 -43h-52Z' fill='#fff' stroke='{colour}' stroke-width='2'{dash}/>",
    "third": "<path d='M{x:g} {top:g}l26 24l-26 24l-26 -24Z' fill='#fff' stroke='{colour}' "
    "stroke-width='2'{dash}/>",
    "fourth": "<path d='M{x:g} {y:g}m-13 -21h26l13 21l-13 21h-26l-13 -21Z' fill='#fff' stroke='{colour}' "
    "stroke-width='2'{dash}/>",
    "chance": "<circle cx='{x:g}' cy='{y:g}' r='20' fill='#fff' stroke='{colour}' stroke-width='2'{dash}/>",
    "leaf": "<rect x='{left:g}' y='{head:g}' width='{wide:g}' height='28' rx='6' fill='#fff' "
    "stroke='{colour}' stroke-width='2'{dash}/>",
}
COLOURS = {"max": FIRST, "min": SECOND, "third": THIRD, "fourth": FOURTH, "chance": INK, "leaf": LINE}
VALUES = {"max": 8.0, "min": -8.0}
"""How far below the middle of a shape its value stands."""
CORNERS = {"max": (-15.0, -13.0), "min": (-15.0, 13.0), "chance": (-18.0, -15.0)}
"""Where the name of a node ends: in the corner that its shape leaves free."""
BELOW = 23.0
"""How far below the middle of a leaf its name stands."""
BOLD, NAME = 7.2, 16
"""The width of a letter of a node's name, and how many of them are drawn."""
VALUE, FITTING, SMALLEST = 13.0, 4, 9.0
"""The size of a value, how many such letters fit into a triangle, and the size of the longest."""


def tree_svg(tree: TraceTree, most: int = MOST_DRAWN, paper: bool = True) -> str:
    """The tree with MAX ▲, MIN ▼, chance ●, leaves ■; pruned branches dashed, the best line thick.

    Without `paper` its ground is transparent.

    >>> from zermelo import search
    >>> picture = tree_svg(TraceTree(search([[3, 12, 8], [2, 4, 6]], trace=True).trace))
    >>> picture.count("<line") - picture.count("class='slash'"), picture.count("class='slash'")
    (8, 4)
    """
    return picture(drawn(tree, most), "search tree", paper)


def trace_svg(trace: Trace) -> str:
    """The whole of a trace."""
    return tree_svg(TraceTree(trace))


def picture(root: Drawn, title: str, paper: bool = True) -> str:
    """A drawing as SVG."""
    width, height = placed(root)
    pairs = [(node, above) for node, above, _ in walk(root)]
    steps = [(above, node) for node, above in pairs if above is not None]
    edges = [edge_svg(*step, room) for step, room in zip(steps, rooms(steps), strict=True)]
    return svg(width, height, edges + [node_svg(node) for node, _ in pairs], title, paper)


def name_place(above: Drawn, node: Drawn) -> tuple[float, float]:
    """Where the name of a step stands, on its edge."""
    top, foot = above.y + FEET, node.y - HEADS[node.shape]
    part = PART * (foot - (CAPTION if node.window else 0) - top) / (foot - top)
    return above.x + (node.x - above.x) * part, top + (foot - top) * part


def rooms(steps: list[tuple[Drawn, Drawn]]) -> list[float]:
    """How wide the name of each step may be: names of one row stand side by side."""
    places = [name_place(*step) for step in steps]
    found = [WIDEST] * len(steps)
    order = sorted(range(len(steps)), key=lambda step: places[step][::-1])
    for left, right in pairwise(order):
        if places[left][1] == places[right][1]:
            apart = places[right][0] - places[left][0] - GAP
            found[left], found[right] = min(found[left], apart), min(found[right], apart)
    return found


def fitted(said: str, room: float) -> str:
    """As much of a text as fits.

    >>> fitted("castle", 100), fitted("castle", 30)
    ('castle', 'cas…')
    """
    most = max(1, int(room / LETTER + 0.01))  # as many as there was room made for
    return said if len(said) <= most else f"{said[: most - 1]}…"


def half(node: Drawn) -> float:
    """Half the width that a node needs, with what is written at it."""
    said = len(node.label if node.shape == "cut" else node.window)
    name = (LETTER * min(len(node.edge), LONGEST) + GAP) / PART / 2 if not node.children else 0.0
    shape = box(node) / 2 + 3 if node.shape == "leaf" else INNER
    return max(shape, said * LETTER / 2 + GAP, name, called(node))


def called(node: Drawn) -> float:
    """Half the width that its own name needs: beside its shape, or below a leaf."""
    wide = BOLD * min(len(node.name), NAME)
    return wide / 2 + GAP if node.shape not in CORNERS else wide - CORNERS[node.shape][0] + GAP


def box(node: Drawn) -> float:
    """The width of a leaf."""
    return max(28.0, len(node.label) * 8.0 + 8)


def placed(root: Drawn) -> tuple[float, float]:
    """Give every node its place: leaves side by side, the others above the middle of their children.

    On every level a node stands right of what is there; one that does not fit takes along what is below it.
    """
    order = list(walk(root))
    plies = {node: ply for node, _, ply in order}
    taken = [10.0] * (max(plies.values()) + 1)
    for node in upwards(root):
        ply, wide = plies[node], half(node)
        node.y = TOP + ply * DOWN
        below = node.children
        wanted = (below[0].x + below[-1].x) / 2 if below else 0.0
        node.x = max(wanted, taken[ply] + wide)
        for other, _, _ in walk(node) if below and node.x > wanted else ():
            if other is not node:
                other.x += node.x - wanted
                taken[plies[other]] = max(taken[plies[other]], other.x + half(other))
        taken[ply] = node.x + wide
    return max(taken) + 10, TOP + (len(taken) - 1) * DOWN + BOTTOM


def upwards(root: Drawn) -> list[Drawn]:
    """Every node after its children, from left to right."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(node.children)
    return found[::-1]


def edge_svg(above: Drawn, node: Drawn, room: float) -> str:
    """The step to a node."""
    struck, pale = node.status == STRUCK, f" {PALE}" if node.status == WAITING else ""
    colour, thick = (BEST, 3) if node.best else (GONE, 1.3) if struck else (LINE, 1.3)
    style = " stroke-dasharray='5 5'" if struck else ""
    foot = node.y - HEADS[node.shape]
    ends = f"x1='{above.x:g}' y1='{above.y + FEET:g}' x2='{node.x:g}' y2='{foot:g}'"
    line = f"<line {ends} stroke='{colour}' stroke-width='{thick}'{style}{pale}/>"
    said = fitted(node.edge, room)
    name = text(*name_place(above, node), said, 11, HALO)
    marks = slashes(above, node) if node.first else ""
    return line + marks + (name if said == node.edge else f"<g><title>{escape(node.edge)}</title>{name}</g>")


def slashes(above: Drawn, node: Drawn) -> str:
    """Two short strokes across an edge: what is below is pruned."""
    top, foot = above.y + FEET, node.y - HEADS[node.shape]
    x, y = above.x + (node.x - above.x) * 0.4, top + (foot - top) * 0.4
    style = f"class='slash' stroke='{GONE}' stroke-width='2'"
    return "".join(
        f"<line x1='{x - 7:g}' y1='{y + by + 2:g}' x2='{x + 7:g}' y2='{y + by - 2:g}' {style}/>"
        for by in (-3, 3)
    )


def node_svg(node: Drawn) -> str:
    """A node with its value, its name and its window."""
    x, y, struck = node.x, node.y, node.status == STRUCK
    parts = [outline(node)]
    line = "text-decoration='line-through'" if struck and node.shape == "leaf" else ""
    parts.append(text(x, y + VALUES.get(node.shape, 0.0), node.label, size(node), line) if node.label else "")
    parts.append(name_svg(node) if node.name else "")
    above = 24 if node.shape == "leaf" else 34
    parts.append(text(x, y - above, node.window, 11, HALO) if node.window else "")
    parts.append(text(x, y + 36, f"+ {node.hidden:,}", 11) if node.hidden else "")
    pale = f" {PALE}" if node.status == WAITING and node.shape != "cut" else ""
    return f"<g data-shape='{node.shape}' data-status='{node.status}'{pale}>{''.join(parts)}</g>"


def size(node: Drawn) -> float:
    """Of its value: what is long is small, unless its box is as wide as it likes."""
    if node.shape in ("leaf", "cut") or len(node.label) <= FITTING:
        return VALUE
    return max(SMALLEST, VALUE * FITTING / len(node.label))


def name_svg(node: Drawn) -> str:
    """What a node is called, as much of it as has room; the whole of it is its title."""
    said = fitted(node.name, NAME * LETTER)
    across, down = CORNERS.get(node.shape, (0.0, BELOW))
    bold = f"font-weight='700' {HALO}"
    name = text(node.x + across, node.y + down, said, 11, bold, "end" if across else "middle")
    return name if said == node.name else f"<g><title>{escape(node.name)}</title>{name}</g>"


def outline(node: Drawn) -> str:
    """The shape of a node; what was cut off without a shape has none."""
    if node.shape == "cut":
        return text(node.x, node.y - 18, "✂", 15)
    wide = box(node)
    return SHAPE[node.shape].format(
        x=node.x,
        y=node.y,
        top=node.y - 24,
        bottom=node.y + 24,
        head=node.y - 14,
        left=node.x - wide / 2,
        wide=wide,
        colour=GONE if node.status == STRUCK else COLOURS[node.shape],
        dash=" stroke-dasharray='4 4'" if node.status == STRUCK else "",
    )


DRAWINGS: dict[str, Callable[..., str]] = {
    "svg": tree_svg, "tikz": tree_tikz, "input": tree_input, "dot": tree_dot,
}  # fmt: skip
"""Which function writes a tree in which form; a position's `Picture` has the same forms."""


# -- notebooks ---------------------------------------------------------------------------------------


def game_tree_svg(game: Any) -> str:
    """A tree that nobody has searched yet: players and payoffs, breadth first.

    >>> from zermelo import Tree
    >>> game_tree_svg(Tree([[3, 12], [2, 4]])).count("<rect")  # four leaves, and the paper
    5
    """
    return picture(of_game(game), "game tree")


def report_html(report: Any) -> str:
    """The board, the best moves with their lines, every value, and the tree where the search was traced."""
    tables = best_table(report) + values_table(report)
    if report.game is not None and not isinstance(report.game, Tree):
        tables = f"<div style='display:flex;gap:2em'>{seen(report)}<div>{tables}</div></div>"
    return tables if report.trace is None else tables + trace_svg(report.trace)


def seen(report: Any) -> str:
    """The position; the figures are worth seeing without one that cannot be drawn."""
    try:
        return draw(report.game, report.state).svg
    except Exception:  # `zermelo check` says what is wrong with it
        return ""


def best_table(report: Any) -> str:
    best = [(line.score, line.line) for line in report.lines] or [(report.score, report.line)]
    rows: list[tuple[str, ...]] = [("move", "score", "line")]
    for score, moves in best:
        rows.append((named(report, moves[:1]) or "–", str(score), named(report, moves)))
    cost = f"{counted(report.nodes, 'node')} in {report.seconds:.3f} s"
    return html_table(f"depth {report.depth}, {cost}, {report.engine}", rows)


def values_table(report: Any) -> str:
    """The score of every action, where they were asked for and are not in the lines already."""
    if not report.values or len(report.lines) >= len(report.values):
        return ""
    rows = [(named(report, (action,)), str(score)) for action, score in report.values.items()]
    return html_table("every move", [("move", "score"), *rows])


def named(report: Any, moves: tuple[Any, ...]) -> str:
    """Moves as people write them, one after another."""
    return " ".join(report.names(moves))


def html_table(caption: str, rows: list[tuple[str, ...]]) -> str:
    cells = [[escape(cell) for cell in row] for row in rows]
    head = "".join(f"<th>{cell}</th>" for cell in cells[0])
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells[1:])
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"
