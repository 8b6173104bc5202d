"""Trees as SVG, TikZ (forest) and DOT, and reports as HTML: pure functions from a trace to text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise, takewhile
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, name_of, names_of
from zermelo.interfaces.pictures.boards import BEST, FIRST, INK, LINE, SECOND, draw, latex, quoted, svg, text
from zermelo.interfaces.trace_text import best_line, opened, value_text
from zermelo.score import plain
from zermelo.tracing.model import EXACT
from zermelo.tracing.trace import Trace
from zermelo.tracing.tree import TraceNode, TraceTree
from zermelo.trees.tree import Tree

MOST_DRAWN = 300
"""Nodes of a tree that are drawn; the rest is counted."""


# -- which part of a tree is drawn -------------------------------------------------------------------


@dataclass(eq=False)
class Drawn:
    """A node of a drawing: one of the search, or what was cut off beside the others."""

    label: str
    edge: str = ""
    shape: str = "leaf"
    """max, min, chance, leaf or cut."""
    best: bool = False
    hidden: int = 0
    children: list[Drawn] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0


SHAPES = {MAX: "max", MIN: "min", CHANCE: "chance", None: "leaf"}


def drawn(tree: TraceTree, most: int = MOST_DRAWN) -> Drawn:
    """The last search of a trace as a drawing of about `most` nodes, the best line first."""
    line = best_line(tree)
    chosen, best = opened(tree, most, line), set(line)
    root = tree.roots[-1]
    made = node_of(tree, root, best)
    waiting = [(root, made)]
    while waiting:
        node, picture = waiting.pop()
        if node not in chosen:
            picture.hidden = node.below
            continue
        for child in node.children:
            below = node_of(tree, child, best)
            picture.children.append(below)
            waiting.append((child, below))
        if node.pruned:
            picture.children.append(Drawn(f"{len(node.pruned)} cut off", short(node.pruned), "cut"))
    return made


def node_of(tree: TraceTree, node: TraceNode, best: set[TraceNode]) -> Drawn:
    value = "" if node.value is None else value_text(tree.model, node.value, brief=True)
    sure = {EXACT: "", "at least": "≥ ", "at most": "≤ "}.get(node.sure, "")
    return Drawn(sure + value, node.name, "leaf" if node.is_leaf else SHAPES[node.player], node in best)


def short(names: tuple[str, ...]) -> str:
    return ", ".join(names[:4]) + (" …" if len(names) > 4 else "")


def walk(root: Drawn) -> Iterator[tuple[Drawn, Drawn | None, int]]:
    """Every node, its parent and its ply; no recursion, since a game may be hundreds of plies deep."""
    waiting: list[tuple[Drawn, Drawn | None, int]] = [(root, None, 0)]
    while waiting:
        node, above, ply = waiting.pop()
        yield node, above, ply
        waiting.extend((child, node, ply + 1) for child in reversed(node.children))


# -- SVG ---------------------------------------------------------------------------------------------

ACROSS, DOWN = 40.0, 74.0
INSIDE = 2
"""Letters that fit into a leaf."""
LETTER, GAP, WIDEST = 6.4, 4.0, 160.0
"""The width of a letter of a name, what is between two names, the most that one takes."""
LONGEST = 10
"""Letters of a name that leaves make room for; of a longer one as much is drawn as fits."""
PART = 0.75
"""Where the label of an edge stands, as a fraction of the way from a node down to its child."""
HALO = "stroke='#fff' stroke-width='3' paint-order='stroke'"


def tree_svg(tree: TraceTree, most: int = MOST_DRAWN) -> str:
    """The tree with MAX ▲, MIN ▼, chance ●, leaves ■; pruned branches dashed, the best line thick.

    >>> from zermelo import search
    >>> picture = tree_svg(TraceTree(search([[3, 12, 8], [2, 4, 6]], trace=True).trace))
    >>> picture.count("stroke-dasharray")
    1
    """
    return picture(drawn(tree, most), "search tree")


def trace_svg(trace: Trace) -> str:
    """The whole of a trace."""
    return tree_svg(TraceTree(trace))


def picture(root: Drawn, title: str) -> str:
    width, height = placed(root)
    pairs = [(node, above) for node, above, _ in walk(root)]
    steps = [(above, node) for node, above in pairs if above is not None]
    edges = [edge_svg(*step, room) for step, room in zip(steps, rooms(steps), strict=True)]
    return svg(width, height, edges + [part for node, _ in pairs for part in node_svg(node)], title)


def name_place(above: Drawn, node: Drawn) -> tuple[float, float]:
    """Where the name of a step stands."""
    top, bottom = above.y + 12, node.y - 12
    return above.x + (node.x - above.x) * PART, top + (bottom - top) * PART


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
    most = max(1, int(room / LETTER))
    return said if len(said) <= most else f"{said[: most - 1]}…"


def placed(root: Drawn) -> tuple[float, float]:
    """Give every node its place: leaves side by side, the others above the middle of their children."""
    order = list(walk(root))
    across, deepest = 10.0, 0
    for node, _, ply in order:
        node.y, deepest = 30 + ply * DOWN, max(deepest, ply)
        if not node.children:
            name = LETTER * min(len(node.edge), LONGEST) + GAP
            wide = max(ACROSS, 7.5 * len(node.label) + 8, name / PART)
            node.x, across = across + wide / 2, across + wide
    for node, _, _ in reversed(order):
        if node.children:
            node.x = (node.children[0].x + node.children[-1].x) / 2
    widest = max(node.x + 26 + 7.5 * len(node.label) for node, _, _ in order)
    return max(across, widest) + 10, 30 + deepest * DOWN + 50


def edge_svg(above: Drawn, node: Drawn, room: float) -> str:
    style = "stroke-dasharray='5 5'" if node.shape == "cut" else ""
    colour, thick = (BEST, 3) if node.best else (LINE, 1.3)
    ends = f"x1='{above.x:g}' y1='{above.y + 12:g}' x2='{node.x:g}' y2='{node.y - 12:g}'"
    line = f"<line {ends} stroke='{colour}' stroke-width='{thick}' {style}/>"
    shown = fitted(node.edge, room)
    name = text(*name_place(above, node), shown, 11, HALO)
    return line + (name if shown == node.edge else f"<g><title>{escape(node.edge)}</title>{name}</g>")


def node_svg(node: Drawn) -> list[str]:
    x, y = node.x, node.y
    outlines = {
        "max": f"<path d='M{x:g} {y - 13:g}l14 24h-28Z' fill='#fff' stroke='{FIRST}'/>",
        "min": f"<path d='M{x:g} {y + 13:g}l14 -24h-28Z' fill='#fff' stroke='{SECOND}'/>",
        "chance": f"<circle cx='{x:g}' cy='{y:g}' r='12' fill='#fff' stroke='{INK}'/>",
        "leaf": f"<rect x='{x - 11:g}' y='{y - 11:g}' width='22' height='22' fill='#fff' stroke='{LINE}'/>",
        "cut": text(x, y, "✂", 15),
    }
    if node.shape == "leaf" and len(node.label) <= INSIDE:
        label = text(x, y, node.label, 12)
    elif node.shape in ("leaf", "cut"):
        label = text(x, y + 22, node.label, 12)
    else:
        label = text(x + 20, y, node.label, 12, HALO).replace("'middle'", "'start'", 1)
    parts = [outlines[node.shape], label]
    return [*parts, text(x, y + 36, f"+ {node.hidden:,}", 10)] if node.hidden else parts


# -- TikZ and DOT ------------------------------------------------------------------------------------

STYLES = {
    "max": "max", "min": "min", "chance": "chance", "leaf": "payoff", "cut": "cut",
}  # fmt: skip
FOREST = r"""\documentclass[tikz,border=4pt]{standalone}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\forestset{
  max/.style={draw, regular polygon, regular polygon sides=3, inner sep=1pt},
  min/.style={draw, regular polygon, regular polygon sides=3, shape border rotate=180, inner sep=1pt},
  chance/.style={draw, circle, inner sep=2pt},
  payoff/.style={draw, rectangle, inner sep=3pt},
  cut/.style={edge=dashed, font=\itshape},
  best/.style={edge={very thick}},
  move/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\scriptsize]{#1}}},
}
\begin{document}
\begin{forest}
"""


def tree_tikz(tree: TraceTree, most: int = MOST_DRAWN) -> str:
    """A whole LaTeX document with the tree for the package forest."""
    body: list[str] = []
    depth = 0
    for node, above, ply in walk(drawn(tree, most)):
        if ply <= depth and above is not None:
            body.append("  " * (ply + 1) + "]" * (depth - ply + 1))
        depth = ply
        style = [STYLES[node.shape]] + (["best"] if node.best and above is not None else [])
        style += [f"move={{{latex(node.edge)}}}"] if node.edge else []
        label = latex(node.label + (f" (+{node.hidden})" if node.hidden else ""))
        body.append("  " * (ply + 1) + f"[{{{label}}}, {', '.join(style)}")
    body.append("  " + "]" * (depth + 1))
    return FOREST + "\n".join(body) + "\n\\end{forest}\n\\end{document}\n"


def tree_dot(tree: TraceTree, most: int = MOST_DRAWN) -> str:
    """The tree for Graphviz."""
    shapes = {
        "max": "triangle", "min": "invtriangle", "chance": "circle", "leaf": "box", "cut": "plaintext",
    }  # fmt: skip
    numbers: dict[Drawn, int] = {}
    rows = ["digraph search {", "  node [fontname=sans fontsize=11]; edge [fontname=sans fontsize=9];"]
    for node, above, _ in walk(drawn(tree, most)):
        numbers[node] = len(numbers)
        label = node.label + (f"\n+ {node.hidden:,}" if node.hidden else "")
        rows.append(f"  n{numbers[node]} [shape={shapes[node.shape]} label={quoted(label)}];")
        if above is not None:
            style = "dashed" if node.shape == "cut" else "bold" if node.best else "solid"
            edge = f"n{numbers[above]} -> n{numbers[node]}"
            rows.append(f"  {edge} [label={quoted(node.edge)} style={style}];")
    return "\n".join([*rows, "}"]) + "\n"


DRAWINGS: dict[str, Callable[..., str]] = {"svg": tree_svg, "tikz": tree_tikz, "dot": tree_dot}
"""Which function writes a tree in which form; a position's `Picture` has the same forms."""


# -- notebooks ---------------------------------------------------------------------------------------


def game_tree_svg(game: Any, most: int = MOST_DRAWN) -> str:
    """A tree that nobody has searched yet: players and payoffs, breadth first up to so many nodes.

    >>> from zermelo import Tree
    >>> game_tree_svg(Tree([[3, 12], [2, 4]])).count("<rect")  # four leaves, and the paper
    5
    """
    root = plain_node(game, game.initial(), "")
    row, count = [(game.initial(), root)], 1
    for state, node in row:
        if game.is_terminal(state):
            continue
        below = list(steps(game, state))
        if count + len(below) > most:
            node.hidden = len(below)
            continue
        count += len(below)
        for name, child in below:
            node.children.append(plain_node(game, child, name))
            row.append((child, node.children[-1]))
    return picture(root, "game tree")


def plain_node(game: Any, state: Any, name: str) -> Drawn:
    if game.is_terminal(state):
        return Drawn(plain(game.utility(state)), name)
    return Drawn("", name, SHAPES[int(game.to_move(state))])


def steps(game: Any, state: Any) -> Iterator[tuple[str, Any]]:
    """The actions or outcomes of a position by name, with what they lead to."""
    if game.to_move(state) == CHANCE:
        for outcome, probability in game.outcomes(state):
            yield f"{name_of(game, state, outcome)} ({plain(probability)})", game.result(state, outcome)
        return
    for action in game.actions(state):
        yield name_of(game, state, action), game.result(state, action)


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
    best = [(line.action, line.score, line.line) for line in report.lines]
    best = best or [(report.action, report.score, report.line)]
    rows: list[tuple[str, ...]] = [("move", "score", "line")]
    for action, score, moves in best:
        rows.append((named(report, (action,)) or "–", str(score), named(report, moves)))
    engine = "compiled" if report.compiled else "interpreted"
    return html_table(
        f"depth {report.depth}, {report.nodes:,} nodes in {report.seconds:.3f} s, {engine}", rows
    )


def values_table(report: Any) -> str:
    """The score of every action, where they were asked for and are not in the lines already."""
    if not report.values or len(report.lines) >= len(report.values):
        return ""
    rows = [(named(report, (action,)), str(score)) for action, score in report.values.items()]
    return html_table("every move", [("move", "score"), *rows])


def named(report: Any, moves: tuple[Any, ...]) -> str:
    """Moves as people write them, one after another."""
    line = list(takewhile(lambda action: action is not None, moves))
    return " ".join(map(str, line) if report.game is None else names_of(report.game, report.state, line))


def html_table(caption: str, rows: list[tuple[str, ...]]) -> str:
    cells = [[escape(cell) for cell in row] for row in rows]
    head = "".join(f"<th>{cell}</th>" for cell in cells[0])
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells[1:])
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"
