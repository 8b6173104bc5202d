"""Trees that are wrong, and what is said of them; very deep ones."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from typed_trees import same

from zermelo.errors import TreeError
from zermelo.trees.tree import Tree

# -- mistakes -----------------------------------------------------------------------------------------


@pytest.mark.long
# -- mistakes -----------------------------------------------------------------------------------------
def test_deep_chains() -> None:
    depth = 5000
    deep: Any = 1
    for _ in range(depth):
        deep = [deep]
    tree = Tree(deep)
    assert len(tree.count) == depth + 1
    assert tree.names[-1] == "root" + ".0" * depth
    assert same(Tree.parse(tree.json()), tree)
    assert same(Tree.parse("[" * depth + "1" + "]" * depth), tree)
    outline = "".join(f"{' ' * level}{'MIN' if level % 2 else 'MAX'}\n" for level in range(depth))
    assert same(Tree.parse(outline + " " * depth + "1"), tree)
    assert Tree(tree.nested()).json() == tree.reordered("best").json() == tree.json()
    assert len(Tree.random(1, depth).count) == depth + 1


@pytest.mark.parametrize(
    "text", ["[(1, 2, 6), (4, 2, 3)]", "[0.5: 1, 0.5: (1, 2, 6)]", '{"children": [(1, 2, 6)]}']
)
def test_typed_payoffs_of_several_players_are_no_node(text: str) -> None:
    with pytest.raises(TreeError, match=r"\(1, 2, 6\) reads like .*: write \[1, 2, 6\] for a node"):
        Tree.parse(text)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ([], "root: a node needs at least one child"),
        ([[1], [2, []]], "root.1.1: a node needs at least one child"),
        ({"name": "a", "children": {}}, "root: a node needs at least one child"),
        ([{"turn": "chance", "value": 3}], "root.0: a node needs at least one child"),
        ([1, {"name": "x"}], "root.1: a node needs a number or at least one child"),
        ([1, True], "root.1: True is not a number"),
        ([None], "root.0: None is not a number"),
        ([1, ["2"]], "root.1.0: '2' is not a number"),
        ([{"value": None}], "root.0: None is not a number"),
        ([1j], "root.0: 1j is not a number"),
        ([float("nan")], "root.0: nan is not a finite number"),
        ([1, float("-inf")], "root.1: -inf is not a finite number"),
        ([2**63], "root.0: 9223372036854775808 does not fit in 64 bits"),
        ([0.5, 2**53 + 1], "root.1: 9007199254740993 cannot be an exact float, as the other values are"),
        (
            [{"left": 1}],
            "root.0: unknown key 'left'; a node may have name, turn, value, children, probability, label",
        ),
        ([{"children": 3}], "root.0: children must be a list, or a dictionary by label, not 3"),
        ([{"turn": "both", "children": [1]}], "root.0: a turn must be max, min or chance, not 'both'"),
        ([{"turn": 2, "children": [1]}], "root.0: a turn must be max, min or chance, not 2"),
        ([{"turn": True, "children": [1]}], "root.0: a turn must be max, min or chance, not True"),
        ([{"name": 3, "value": 3}], "root.0: a name must be a string, not 3"),
        ([{"name": " ", "value": 3}], "root.0: a name must be a string, not ' '"),
        (
            [{"name": "a.0", "value": 3}],
            "root.0: the name 'a.0' looks like the path of a node without a name",
        ),
        (
            [[{"name": "a", "value": 3}], {"name": "a", "value": 4}, {"name": "b", "value": 4}],
            "root.0.0: the name 'a' is taken by root.1",
        ),
        ([{"name": "root", "value": 3}], "root.0: the name 'root' is taken by root"),
        ([{"label": 3, "value": 3}], "root: a label must be a string, not 3"),
        ({"children": {1: 3}}, "root: a label must be a string, not 1"),
        ([{"label": "1", "value": 3}, 4], "root: two children have the label '1'"),
        ({"children": {"x": {"label": "y", "value": 1}}}, "root: a child has two labels, 'x' and 'y'"),
        (
            {"label": "x", "value": 3},
            "root: no edge leads to the root, so it has no label and no probability",
        ),
        (
            [[{"probability": 0.5, "value": 3}, 4]],
            "root.0: only the children of a chance node have a probability",
        ),
        (
            {"turn": "chance", "children": [{"probability": 0.5, "value": 3}, 4]},
            "root: either every child of a chance node has a probability, or none has",
        ),
        (
            {"turn": "chance", "children": [{"probability": p, "value": 3} for p in (0.5, 0.6)]},
            "root: probabilities must be at least 0 and sum to 1, not 0.5, 0.6",
        ),
        (
            {"turn": "chance", "children": [{"probability": p, "value": 3} for p in (-0.5, 1.5)]},
            "root: probabilities must be at least 0 and sum to 1, not -0.5, 1.5",
        ),
        (
            {"turn": "chance", "children": [{"probability": "half", "value": 3}]},
            "root: 'half' is not a number",
        ),
    ],
)
def test_what_is_wrong_and_where(spec: object, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the whole sentence is compared)
        Tree(spec)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text contains no tree"),
        ("# nothing\n\n", "the text contains no tree"),
        ("[1,\n[2", "the text ends before the '[' is closed"),
        ("[1,\n 2}", "line 2: unexpected }"),
        ("[1]]", "line 1: ']' closes nothing"),
        ("[1 2]", "line 1: a comma is missing before '2'"),
        ("[1 [2]]", "line 1: a comma is missing before '['"),
        ("[1,,2]", "line 1: unexpected ,"),
        ("[1:2:3]", "line 1: unexpected :"),
        ("[1], [2]", "line 1: the tree is whole before ','; several in one need brackets around them all"),
        ("(3 12 8) (2 4 6)", "line 1: a comma is missing before '12'"),
        ("[1] [2]", "line 1: the tree is whole before '['; several in one need brackets around them all"),
        ('{"value"}', "line 1: unexpected }"),
        ('{"value", 3}', "line 1: unexpected ,"),
        ('{"value": 1,\n"value": 2}', "line 2: a key is given twice"),
        ("{1: 2}", "line 1: a key must be a string, not 1"),
        ("[1,\n\ntrue]", "line 3: 'true' is not a number"),
        ("[1, 'x]", "line 1: ' is not a string"),
        ('["\\q"]', 'line 1: "\\q" is not a string'),
        ("[NaN]", "root.0: nan is not a finite number"),
        ("[1, []]", "root.1: a node needs at least one child"),
        ("MAX\n    1\n  2", "line 3: the indent matches no line above"),
        ("  MAX\n    1\n2", "line 3: the indent matches no line above"),
        ("MAX\n  1\nMAX", "line 3: there is a second root; a tree has one"),
        ("MAX\n  x = 1\n    2", "line 3: the line above is a leaf, which has no children"),
        ("MAX\n  3 apples", "line 2: '3 apples' is not a number"),
        ("MAX\n  x = y", "line 2: 'y' is not a number"),
        ("MAX\n  x -> y -> 2", "line 2: the label is given twice"),
        ("CHANCE\n  1/0: 3", "line 2: '1/0' is not a probability"),
        ("CHANCE\n  0.5: 3\n  0.25: 4", "root: probabilities must be at least 0 and sum to 1, not 0.5, 0.25"),
        ("MAX\n  MIN b", "root.0: a node needs a number or at least one child"),
        ("MAX\n  inf", "root.0: inf is not a finite number"),
    ],
)
def test_what_is_wrong_in_a_text(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the whole sentence is compared)
        Tree.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"branching": 0}, "no tree has branching 0 and depth 4"),
        ({"depth": -1}, "no tree has branching 3 and depth -1"),
        ({"low": 5, "high": 4}, "no leaf lies between 5 and 4"),
        ({"high": 2**63}, "no leaf lies between -99 and 9223372036854775808"),
        ({"repeat": 1.5}, "repeat must be a probability, not 1.5"),
        ({"chance": -1}, "chance must be a probability, not -1"),
        ({"order": "good"}, "an order must be best, worst, reversed or random, not 'good'"),
        ({"turn": "nobody"}, "a turn must be max, min or chance, not 'nobody'"),
    ],
)
def test_what_is_wrong_with_a_random_tree(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the whole sentence is compared)
        Tree.random(**options)
    assert str(caught.value) == message


def test_unknown_order() -> None:
    with pytest.raises(ValueError, match="an order must be best, worst, reversed or random, not 'sorted'"):
        Tree([1, 2]).reordered("sorted")  # type: ignore[arg-type]


def test_numpy_is_imported_late() -> None:
    command = "import sys, zermelo.trees.tree; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command], check=False).returncode == 0
