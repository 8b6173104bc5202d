"""Trees for LaTeX (the package forest) and for Graphviz."""

from __future__ import annotations

from itertools import pairwise

from zermelo.interfaces.pictures.boards import latex, quoted
from zermelo.interfaces.pictures.nodes import MOST_DRAWN, STRUCK, Drawn, drawn, walk
from zermelo.tracing.tree import TraceTree

STYLES = {
    "max": "max", "min": "min", "third": "third", "fourth": "fourth", "chance": "chance", "leaf": "payoff",
    "cut": "cut",
}  # fmt: skip
SIGNS = {"×": r"$\times$", "ᵗ": "$^t$", "ᵇ": "$^b$", "ʳ": "$^r$", "ᵖ": "$^p$"}
"""What LaTeX has no letter for, beside what `latex` knows."""
FOREST = r"""\usetikzlibrary{shapes.geometric}
\forestset{
  triangle/.style={draw, regular polygon, regular polygon sides=3, minimum size=13mm, inner sep=0pt},
  max/.style={triangle},
  min/.style={triangle, shape border rotate=180},
  third/.style={draw, diamond, minimum size=11mm, inner sep=0pt},
  fourth/.style={draw, regular polygon, regular polygon sides=6, minimum size=11mm, inner sep=0pt},
  chance/.style={draw, circle, minimum size=9mm, inner sep=0pt},
  payoff/.style={draw, rectangle, minimum size=6mm, inner sep=2pt},
  cut/.style={font=\itshape},
  best/.style={edge={very thick}},
  struck/.style={edge={dashed}, dashed},
  waiting/.style={edge={gray}, draw=gray, text=gray},
  called/.style={label={[font=\scriptsize\bfseries, label distance=-1mm]180:{#1}}},
  window/.style={label={[font=\scriptsize, fill=white, inner sep=1pt]above:{#1}}},
  move/.style={edge label={node[pos=.55, fill=white, inner sep=1pt, font=\scriptsize]{#1}}},
}
"""
BEGIN = r"""\begin{forest}
for tree={parent anchor=south, child anchor=north, l sep+=8mm, s sep+=%gmm}
"""
LETTER, NODES = 3.0, 8
"""Millimetres between two nodes for each letter of the names on the way to them; what nodes take anyway."""
BOLD, BESIDE = 1.8, 3.0
"""Millimetres of a letter of a node's own name, and how many of them lie over its shape's free corner."""
FITTING = 3
"""Letters that fit into a triangle as they are."""
DOCUMENT = "\\documentclass[tikz,border=4pt]{standalone}\n\\usepackage{forest}\n\\begin{document}\n"
PREAMBLE = "% \\usepackage{forest} in the preamble, then \\input this file, in a beamer frame or anywhere\n"


def tree_tikz(tree: TraceTree, most: int = MOST_DRAWN) -> str:
    """A whole LaTeX document with the tree for the package forest."""
    return f"{DOCUMENT}{forest(drawn(tree, most))}\\end{{document}}\n"


def tree_input(tree: TraceTree, most: int = MOST_DRAWN) -> str:
    r"""The same for `\input` in a document that has its preamble, such as a beamer presentation."""
    return PREAMBLE + forest(drawn(tree, most))


def forest(root: Drawn) -> str:
    """A tree in brackets."""
    body: list[str] = []
    depth = 0
    for node, above, ply in walk(root):
        if ply <= depth and above is not None:
            body.append("  " * (ply + 1) + "]" * (depth - ply + 1))
        depth = ply
        body.append("  " * (ply + 1) + f"[{{{written(node)}}}, {', '.join(looks(node, above is None))}")
    body.append("  " + "]" * (depth + 1))
    return FOREST + BEGIN % apart(root) + "\n".join(body) + "\n\\end{forest}\n"


def apart(root: Drawn) -> float:
    """Millimetres more between two nodes, so that their names and those of the steps to them have room."""
    pairs = [pair for node, _, _ in walk(root) for pair in pairwise(node.children)]
    letters = max((len(left.edge + right.edge) / 2 for left, right in pairs), default=0)
    names = max((len(right.name) for _, right in pairs), default=0)
    return max(2.0, LETTER * letters - NODES, BOLD * names - BESIDE)


def written(node: Drawn) -> str:
    """What stands in a node; in a triangle without a width, so that all triangles are of one size."""
    label = signs(node.label + (f" (+{node.hidden})" if node.hidden else ""))
    if node.shape in ("leaf", "cut"):
        return label
    return rf"\makebox[0pt]{{{smaller(len(node.label))}{label}}}"


def smaller(letters: int) -> str:
    """What makes so many letters fit into a triangle or a circle."""
    return "" if letters <= FITTING else r"\scriptsize " if letters <= 2 * FITTING - 1 else r"\tiny "


def looks(node: Drawn, is_root: bool) -> list[str]:
    """The styles of a node."""
    found = [STYLES[node.shape]]
    found += ["best"] if node.best and not is_root else []
    found += [node.status] if node.status in ("waiting", "struck") else []
    found += [f"called={{{latex(node.name)}}}"] if node.name else []
    found += [f"window={{{signs(node.window)}}}"] if node.window else []
    return found + ([f"move={{{latex(node.edge)}}}"] if node.edge else [])


def signs(said: str) -> str:
    """A value or a window: what LaTeX has no letters for as formulas."""
    return "".join(SIGNS.get(sign) or latex(sign) for sign in said)


def tree_dot(tree: TraceTree, most: int = MOST_DRAWN) -> str:
    """The tree for Graphviz."""
    shapes = {
        "max": "triangle", "min": "invtriangle", "third": "diamond", "fourth": "hexagon", "chance": "circle",
        "leaf": "box", "cut": "plaintext",
    }  # fmt: skip
    numbers: dict[Drawn, int] = {}
    rows = ["digraph search {", "  node [fontname=sans fontsize=11]; edge [fontname=sans fontsize=9];"]
    for node, above, _ in walk(drawn(tree, most)):
        numbers[node] = len(numbers)
        more = f"+ {node.hidden:,}" if node.hidden else ""
        label = "\n".join(filter(None, [node.name, node.label, node.window, more]))
        style = " style=dashed" if node.status == STRUCK else ""
        rows.append(f"  n{numbers[node]} [shape={shapes[node.shape]} label={quoted(label)}{style}];")
        if above is not None:
            line = "dashed" if node.status == STRUCK else "bold" if node.best else "solid"
            edge = f"n{numbers[above]} -> n{numbers[node]}"
            rows.append(f"  {edge} [label={quoted(node.edge)} style={line}];")
    return "\n".join([*rows, "}"]) + "\n"
