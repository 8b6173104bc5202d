"""Sentences, pictures and files of one search agree, with each other and with the values."""

from __future__ import annotations

import random
import re
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from budget import LONG
from dot import read_dot

from zermelo import Tree, search, strategy
from zermelo.interfaces.pictures.draw import tree_svg
from zermelo.interfaces.pictures.tikz import tree_dot, tree_input
from zermelo.kernel.events import CUT, RETURN
from zermelo.tracing.tree import TraceTree
from zermelo.tracing.whole import STRUCK, whole_of

SPACE = "{http://www.w3.org/2000/svg}"
LATEX = {r"$\leq$": "≤", r"$\geq$": "≥", "$-$": "−", r"$\infty$": "∞", "$>$": ">", "{=}": "=", "{,}": ","}
WORTH = re.compile(r"^(\w+) is worth (at least |at most )?(-?\d+)\.$")
SIGNS = {"at least ": "≥", "at most ": "≤", None: ""}


class Said(NamedTuple):
    """What a file says of a node."""

    name: str
    label: str
    window: str
    struck: bool


def by_svg(text: str) -> list[Said]:
    found = []
    for group in ElementTree.fromstring(text).iter(f"{SPACE}g"):
        if "data-shape" not in group.attrib:
            continue
        texts = list(group.iter(f"{SPACE}text"))
        name = "".join(one.text or "" for one in texts if one.get("font-weight"))
        others = [one for one in texts if not one.get("font-weight")]
        label = "".join(one.text or "" for one in others if not one.get("paint-order"))
        window = "".join(one.text or "" for one in others if one.get("paint-order"))
        found.append(Said(name, label, window, group.get("data-status") == STRUCK))
    return found


def by_tikz(text: str) -> list[Said]:
    text = text.replace("{[}", "⟦").replace("{]}", "⟧")
    for written, sign in LATEX.items():
        text = text.replace(written, sign)
    rows = re.findall(r"^ +\[\{(?:\\makebox\[0pt\]\{)?([^{}]*)\}*, (.*)$", text, re.MULTILINE)
    found = []
    for label, looks in rows:
        name, window = (re.search(rf"{key}=\{{([^}}]*)\}}", looks) for key in ("called", "window"))
        shown = window[1].replace("⟦", "[").replace("⟧", "]") if window else ""
        found.append(Said(name[1] if name else "", label, shown, "struck" in looks))
    return found


def by_dot(text: str) -> list[Said]:
    found = []
    for looks in read_dot(text).nodes.values():
        lines = looks["label"].split(r"\n")
        name = lines.pop(0) if lines[0].isalpha() else ""
        window = lines.pop() if lines and re.search(r"[\[>=]", lines[-1]) else ""
        found.append(Said(name, "".join(lines), window, looks.get("style") == "dashed"))
    return found


def truth(tree: Tree) -> dict[str, int]:
    """What every node with a name is worth, by minimax."""
    values = [int(value) for value in tree.value]
    for node in reversed(range(len(values))):
        first, count = int(tree.first[node]), int(tree.count[node])
        if count:
            values[node] = (max if tree.turn[node] == 0 else min)(values[first : first + count])
    return dict(zip(tree.letters, values, strict=True))


def check_step(trace: Any, step: int, told: str, true: dict[str, int]) -> None:
    """After a step that leaves a node: what is said, what three files show, and what is true."""
    view = TraceTree(trace, step + 1)
    said = by_svg(tree_svg(view, 5000))
    assert by_tikz(tree_input(view, 5000)) == said
    assert by_dot(tree_dot(view, 5000)) == said
    name, bound, value = WORTH.match(told.strip()).groups()  # type: ignore[union-attr]
    (node,) = [one for one in said if one.name == name]
    assert node.label == SIGNS[bound] + value.replace("-", "−")
    compare = {"at least ": int.__ge__, "at most ": int.__le__, None: int.__eq__}[bound]
    assert compare(true[name], int(value))


def check_end(tree: Tree, report: Any) -> None:
    """What is struck out is what nobody looked at; the fewest leaves are no more than were visited."""
    trace = report.trace
    whole = whole_of(trace.model)
    assert whole is not None
    leaves = [place for place, one in enumerate(whole.places) if one.player is None]
    left = [place for place in leaves if whole.status(place, len(trace.events)) == STRUCK]
    assert len(leaves) - len(left) == report.leaves
    said = by_svg(tree_svg(TraceTree(trace), 5000))
    assert sum(one.struck for one in said if not one.name) == len(left)
    assert len(said) == len(tree.count)  # every place of the tree is drawn
    both = [strategy(tree, player=player) for player in (0, 1)]
    assert {one.value for one in both} == {report.score.value}
    assert sum(one.leaves for one in both) - 1 <= report.leaves


def check_cuts(trace: Any, told: list[str]) -> None:
    """A cut-off names the node that it is at and the ancestor whose bound it has reached."""
    model = trace.model
    for step, node in model.set_by.items():
        if node >= 0:
            assert f" at {model.called(node)}: " in told[step]
            assert f" {model.called(model.columns.nodes[step])}, so " in told[step]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_random_trees(algorithm: str) -> None:
    draw = random.Random(f"agreement {algorithm}")
    for _ in range(250 if LONG else 12):
        tree = Tree.random(
            3, draw.choice([2, 3]), seed=draw.randrange(1 << 20), low=-9, high=9, irregular=True
        )
        order = draw.choice(["natural", "reversed", "random"])
        report = search(tree, algorithm=algorithm, order=order, trace=True, engine="interpreted")
        trace, true = report.trace, truth(tree)
        assert trace is not None
        told = list(trace.sentences(names=True))
        returns = [step for step, kind in enumerate(trace.model.columns.kinds) if kind == RETURN]
        for step in {*draw.sample(returns, min(2, len(returns))), returns[-1]}:
            check_step(trace, step, told[step], true)
        assert (CUT in trace.model.columns.kinds) == bool(sum(report.cutoffs))
        check_cuts(trace, told)
        check_end(tree, report)
