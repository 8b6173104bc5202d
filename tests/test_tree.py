"""Trees as games: reading them in every form, writing them back, growing and reordering them."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from budget import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from typed_trees import same

from zermelo.game import CHANCE, MAX, MIN
from zermelo.trees.tree import ChanceTree, Order, Tree

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
OUTLINE = """
# the tree of the manual
MAX a
  min b
    3
    leaf1 = 12   # a comment

  CHANCE c
    0.5: 4
    left -> 1/2: MIN d = 7
      -1e3
      2
"""

fast = settings(max_examples=examples(240), deadline=None, derandomize=True, database=None)


def minimax(tree: Any, turn: int) -> float:
    """The naive twin, over nested lists."""
    if not isinstance(tree, list):
        return tree
    best = max if turn == MAX else min
    return best(minimax(child, MIN if turn == MAX else MAX) for child in tree)


def expectiminimax(tree: Tree, state: Any) -> float:
    """The naive twin, over the rules."""
    if tree.is_terminal(state):
        return tree.utility(state)
    if tree.to_move(state) == CHANCE:
        return sum(p * expectiminimax(tree, tree.result(state, a)) for a, p in tree.outcomes(state))
    best = max if tree.to_move(state) == MAX else min
    return best(expectiminimax(tree, tree.result(state, action)) for action in tree.actions(state))


def test_layout_is_breadth_first() -> None:
    tree = Tree([[3, 12], 5, [[7]]])
    assert tree.count.tolist() == [3, 2, 0, 1, 0, 0, 1, 0]
    assert tree.first.tolist()[:4:3] == [1, 6]
    assert [tree.first[0], tree.first[1], tree.first[3], tree.first[6]] == [1, 4, 6, 7]
    assert tree.value.tolist() == [0, 0, 5, 0, 3, 12, 0, 7]
    assert tree.turn.tolist() == [MAX, MIN, MIN, MIN, MAX, MAX, MAX, MIN]
    assert tree.probability.tolist() == [1.0] * 8
    assert tree.nested() == [[3, 12], 5, [[7]]]


def test_rules() -> None:
    tree = Tree(LECTURE)
    root = tree.initial()
    assert tree.payoff == "points"
    assert root == Tree.State(0)
    assert list(tree.actions(root)) == [0, 1, 2]
    middle = tree.result(root, 1)
    leaf = tree.result(middle, 2)
    assert (tree.to_move(root), tree.to_move(middle)) == (MAX, MIN)
    assert (tree.is_terminal(middle), tree.is_terminal(leaf)) == (False, True)
    assert tree.utility(leaf) == 6
    assert tree.evaluate(middle) == 0
    assert repr(leaf) == "State(node=9)"
    assert expectiminimax(tree, root) == minimax(LECTURE, MAX) == 3


@pytest.mark.parametrize("turn", [MIN, "min", "MIN"])
def test_min_may_start(turn: int | str) -> None:
    tree = Tree(LECTURE, turn=turn)
    assert tree.turn.tolist()[:2] == [MIN, MAX]
    assert expectiminimax(tree, tree.initial()) == minimax(LECTURE, MIN)


def test_a_single_leaf() -> None:
    tree = Tree(7)
    assert tree.is_terminal(tree.initial())
    assert tree.nested() == 7
    assert tree.json() == "7"
    assert same(Tree.parse("7"), tree)


def test_dictionaries_say_everything() -> None:
    tree = Tree(
        {
            "name": "A",
            "turn": "Min",
            "value": -3,
            "children": [
                {"name": "B", "label": "left", "turn": MIN, "children": {"up": 1, "down": [2]}},
                (4, 5),
                {"value": 6},
            ],
        }
    )
    assert tree.names == ("A", "B", "A.1", "A.2", "B.0", "B.1", "A.1.0", "A.1.1", "B.1.0")
    assert tree.labels == ("", "left", "1", "2", "up", "down", "0", "1", "0")
    assert tree.turn.tolist() == [MIN, MIN, MAX, MAX, MAX, MAX, MIN, MIN, MIN]
    assert tree.evaluate(tree.initial()) == -3
    assert tree.name(tree.node("B"), 1) == "down"
    assert tree.nested() == [[1, [2]], [4, 5], 6]


def test_words_for_people() -> None:
    tree = Tree([[3, 0.5], {"name": "c", "turn": "chance", "children": [1]}])
    shown = [tree.show(tree.node(name)) for name in ("root", "root.0", "root.0.1", "c")]
    assert shown == ["root: MAX to move", "root.0: MIN to move", "root.0.1 = 0.5", "c: chance"]
    assert repr(tree) == "<ChanceTree of 6 nodes, 3 leaves>"
    with pytest.raises(ValueError, match="no node is called 'x'"):
        tree.node("x")


def test_values_are_integers_or_floats() -> None:
    assert Tree([1, -(2**63), 2**63 - 1]).value.dtype == np.int64
    assert Tree([1, {"value": 0.0, "children": [2]}]).value.dtype == np.float64
    assert Tree([1e308, -1e308, 3]).value.tolist() == [0.0, 1e308, -1e308, 3.0]
    assert Tree([np.int32(3), np.float32(0.5)]).value.tolist() == [0.0, 3.0, 0.5]
    assert Tree([np.int32(3)]).value.dtype == np.int64


def test_only_trees_with_chance_have_outcomes() -> None:
    assert type(Tree([1, 2])) is Tree
    assert not hasattr(Tree([1, 2]), "outcomes")
    assert type(Tree([1, 2], turn="chance")) is ChanceTree
    assert isinstance(Tree([1, 2], turn=CHANCE), Tree)
    assert type(Tree.parse(OUTLINE)) is ChanceTree
    assert type(pickle.loads(pickle.dumps(Tree.parse(OUTLINE)))) is ChanceTree


def test_probabilities() -> None:
    tree = Tree(
        {"turn": "chance", "children": [{"probability": 0.25, "value": 8}, {"probability": 0.75, "value": 4}]}
    )
    assert list(tree.outcomes(tree.initial())) == [(0, 0.25), (1, 0.75)]
    assert expectiminimax(tree, tree.initial()) == 5
    even = Tree({"turn": "chance", "children": [1, 2, 6]})
    assert even.probability.tolist() == [1.0, 1 / 3, 1 / 3, 1 / 3]


def test_chance_nodes_in_brackets() -> None:
    tree = Tree.parse("[[1/6: 3, 5/6: [1, 2]], (0.5: {'value': 7, 'name': 'lucky'}, 0.5: 1), 4]")
    assert tree.turn.tolist()[:4] == [MAX, CHANCE, CHANCE, MIN]
    assert tree.probability.tolist() == [1, 1, 1, 1, 1 / 6, 5 / 6, 0.5, 0.5, 1, 1]
    assert tree.names[6] == "lucky"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[0.5: 3, 8]", "either every child of a chance node has a probability, or none"),
        ("[0.5: 0.5: 3]", "unexpected :"),
        ("[0.5: ]", "unexpected :"),
        ("[1/2, 3]", "'1/2' is not a number"),
        ("[0.5: 3, 0.6: 2]", "probabilities must be at least 0 and sum to 1, not 0.5, 0.6"),
        ("[[1, 2]: 3]", "is not a probability"),
    ],
)
def test_wrong_chance_nodes_in_brackets(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Tree.parse(text)


def test_turns_go_on_after_chance() -> None:
    dice = {"turn": "chance", "children": [[[1]], {"turn": "max", "children": [[2]]}]}
    tree = Tree([dice, dice])
    assert tree.turn.tolist()[:7] == [MAX, CHANCE, CHANCE, MIN, MAX, MIN, MAX]
    assert tree.turn.tolist()[7:11] == [MAX, MIN, MAX, MIN]
    twice = Tree([{"turn": "chance", "children": [{"turn": "chance", "children": [[1]]}]}])
    assert twice.turn.tolist() == [MAX, CHANCE, CHANCE, MIN, MAX]
    assert Tree([[[1]]], turn=CHANCE).turn.tolist() == [CHANCE, MAX, MIN, MAX]
    assert Tree({"turn": "chance", "children": [[1]]}, turn=MIN).turn.tolist() == [CHANCE, MIN, MAX]


def test_outline() -> None:
    tree = Tree.parse(OUTLINE)
    assert tree.names == ("a", "b", "c", "b.0", "leaf1", "c.0", "d", "d.0", "d.1")
    assert tree.labels == ("", "0", "1", "0", "1", "0", "left", "0", "1")
    assert tree.turn.tolist()[:3] == [MAX, MIN, CHANCE]
    assert tree.value.tolist() == [0, 0, 0, 3, 12, 4, 7, -1000, 2]
    assert tree.probability.tolist()[5:7] == [0.5, 0.5]


@pytest.mark.parametrize(
    "text",
    [
        "[[3, 12], [2]]",
        "((3, 12), (2,))",
        "[[3, 12,], [(2)],]  # Python",
        "# first\n [\n[3,12],\n[2]]\n",
        '{"children": [[3, 12], {"children": [2]}]}',
        "{'children': [[3, 12], {'children': {'0': 2}}]}",
        "max\n min\n  3\n  12\n min\n  2",
        "MAX\n\tMIN\n\t\t3\n\t\t12\n\tMIN\n\t\t2",
        "  Max\n\n      Min\n       3\n       12\n      Min\n        2\n",
        "root\n  0 -> MIN\n    3\n    12\n  1 -> MIN\n    2",
    ],
)
def test_the_same_tree_in_many_forms(text: str) -> None:
    assert same(Tree.parse(text), Tree([[3, 12], [2]]))


def test_outline_lines() -> None:
    tree = Tree.parse("CHANCE the start\n  up -> 1/3: A b = 3\n  2/3: a -> b\n    x=.5")
    assert tree.names == ("the start", "A b", "b", "x")
    assert tree.labels == ("", "up", "a", "0")
    assert tree.probability.tolist() == [1, 1 / 3, 2 / 3, 1]
    assert tree.turn.tolist() == [CHANCE, MAX, MAX, MIN]


def test_strings_of_json_and_python() -> None:
    tree = Tree.parse(r"""{"name": "\u00e9 \"[", 'children': {'it\'s': 1, "#": 2}}""")
    assert tree.names[0] == 'é "['
    assert tree.labels[1:] == ("it's", "#")


def test_parse_takes_a_turn() -> None:
    assert Tree.parse("[[1], 2]", turn=MIN).turn.tolist() == [MIN, MAX, MAX, MIN]


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    path.write_text(OUTLINE, encoding="utf-8-sig")
    assert same(Tree.load(path), Tree.parse(OUTLINE))
    path.write_text("[1, []]")
    with pytest.raises(ValueError, match=r"tree\.txt: root\.1: a node needs at least one child$"):
        Tree.load(str(path))


numbers = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
names = st.none() | st.text(min_size=1, max_size=4).filter(lambda text: text.strip() and "." not in text)


def inner(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(children, min_size=1, max_size=3) | st.fixed_dictionaries(
        {"children": st.lists(children, min_size=1, max_size=4)},
        optional={"turn": st.sampled_from(["max", "min", "chance"]), "value": numbers, "name": names},
    )


def each_name_once(tree: Any) -> Any:
    taken = {"root", None}
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            if node.get("name") in taken:
                node.pop("name", None)
            taken.add(node.get("name"))
        children = node["children"] if isinstance(node, dict) else node
        stack += [child for child in children if isinstance(child, dict | list)]
    return tree


@fast
@given(inner(st.recursive(numbers, inner, max_leaves=12)).map(each_name_once))
def test_json_round_trip(given_tree: Any) -> None:
    tree = Tree(given_tree)
    assert same(Tree.parse(tree.json()), tree)
    assert Tree.parse(tree.json()).json() == tree.json()


@fast
@given(st.integers(0, 10**6), st.sampled_from(["best", "worst", "random"]), st.booleans())
def test_json_round_trip_of_random_trees(seed: int, order: Any, irregular: bool) -> None:
    tree = Tree.random(4, 3, seed=seed, order=order, irregular=irregular, chance=0.4, repeat=0.4)
    assert same(Tree.parse(tree.json()), tree)
    turned = tree.reordered("random", seed=seed)
    assert same(Tree.parse(turned.json()), turned)


def test_json_is_short_where_it_can_be() -> None:
    assert Tree(LECTURE).json() == str(LECTURE)
    children = '[{"probability": 0.25, "value": 1}, {"probability": 0.75, "children": [2]}]'
    text = f'{{"turn": "chance", "children": {children}}}'
    assert Tree.parse(text).json() == text
    assert Tree([1, 2], turn=MIN).json() == '{"turn": "min", "children": [1, 2]}'


def test_random_trees_are_the_same_everywhere() -> None:
    assert Tree.random(2, 3, seed=7).nested() == [[[-43, -88], [43, -65]], [[-25, 8], [-63, 39]]]
    assert same(Tree.random(seed=3), Tree.random(seed=3))
    assert not same(Tree.random(seed=3), Tree.random(seed=4))


def test_uniform_shape() -> None:
    tree = Tree.random(branching=3, depth=4, low=-2, high=2)
    assert len(tree.count) == 1 + 3 + 9 + 27 + 81
    assert set(tree.count.tolist()) == {0, 3}
    assert set(tree.value.tolist()) == {-2, -1, 0, 1, 2}
    assert tree.value.dtype == np.int64
    assert tree.turn.tolist()[:5] == [MAX, MIN, MIN, MIN, MAX]
    assert Tree.random(depth=0).count.tolist() == [0]


def test_irregular_shape() -> None:
    for seed in range(20):
        tree = Tree.random(3, 4, seed=seed, irregular=True)
        assert tree.count[0] > 0
        assert set(tree.count.tolist()) <= {0, 1, 2, 3}
    assert set(tree.count.tolist()) == {0, 1, 2, 3}


def parents(tree: Tree) -> list[int]:
    return [-1, *(index for index, count in enumerate(tree.count.tolist()) for _ in range(count))]


def test_repeated_turns() -> None:
    tree = Tree.random(3, 5, repeat=1.0, turn=MIN)
    assert set(tree.turn.tolist()) == {MIN}
    mixed = Tree.random(3, 5, repeat=0.5)
    same_player = [mixed.turn[i] == mixed.turn[p] for i, p in enumerate(parents(mixed)) if i]
    assert 0.3 < sum(same_player) / len(same_player) < 0.7


def test_chance_nodes() -> None:
    tree = Tree.random(3, 5, chance=0.5, seed=2)
    inner_turns = tree.turn[tree.count > 0].tolist()
    assert inner_turns[0] == MAX
    assert 0.3 < inner_turns.count(CHANCE) / len(inner_turns) < 0.7
    for index in np.flatnonzero((tree.turn == CHANCE) & (tree.count > 0)):
        chances = [probability for _, probability in tree.outcomes(Tree.State(index))]
        assert sum(chances) == 1
        assert all(chance > 0 and (8 * chance).is_integer() for chance in chances)
    assert CHANCE not in tree.turn[tree.count == 0]
    wide = Tree.random(20, 1, turn=CHANCE)
    assert wide.probability[1:].sum() == 1
    assert wide.probability.min() > 0


@pytest.mark.parametrize("turn", [MAX, MIN])
@pytest.mark.parametrize("order", ["best", "worst"])
def test_order_of_random_trees(order: Any, turn: int) -> None:
    plain = Tree.random(3, 4, seed=5, turn=turn).nested()
    ordered = Tree.random(3, 4, seed=5, turn=turn, order=order)
    assert set(ordered.labels) == {"", "0", "1", "2"}
    assert sorted(ordered.value.tolist()) == sorted(Tree(plain).value.tolist())
    assert minimax(ordered.nested(), turn) == minimax(plain, turn)
    check_order(ordered.nested(), turn, order)


def check_order(tree: Any, turn: int, order: str) -> None:
    if isinstance(tree, list):
        other = MIN if turn == MAX else MAX
        values = [minimax(child, other) for child in tree]
        assert values == sorted(values, reverse=(turn == MAX) == (order == "best"))
        for child in tree:
            check_order(child, other, order)


@fast
@given(st.integers(0, 10**6), st.sampled_from(["best", "worst", "reversed", "random"]))
def test_reordering_keeps_the_value(seed: int, order: Order) -> None:
    tree = Tree.random(3, 3, seed=seed, chance=0.3, repeat=0.3, irregular=True)
    turned = tree.reordered(order, seed=seed)
    assert expectiminimax(turned, turned.initial()) == expectiminimax(tree, tree.initial())
    assert sorted(turned.labels) == sorted(tree.labels)
    assert type(turned) is type(tree)


def test_reordering_moves_labels_and_names() -> None:
    tree = Tree([{"name": "B", "children": {"x": 1, "y": 2}}, [3]])
    turned = tree.reordered("reversed")
    assert turned.nested() == [[3], [2, 1]]
    assert turned.names == ("root", "root.0", "B", "root.0.0", "B.0", "B.1")
    assert turned.labels == ("", "1", "0", "0", "y", "x")
    assert same(turned.reordered("reversed"), tree)
    assert same(tree.reordered("random", seed=1), tree.reordered("random", seed=1))
    assert tree.nested() == [[1, 2], [3]]


def test_a_minus_copied_from_a_page_is_a_minus() -> None:
    assert Tree.parse("[[3, \N{MINUS SIGN}2], [\N{MINUS SIGN}1.5, 4]]").nested() == [[3, -2], [-1.5, 4]]
