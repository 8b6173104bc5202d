"""One model of a search: nodes that may be entered again, facts, sentences in every language."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from zermelo import MAX, MIN, Report, Tree, pictures, search
from zermelo.games import Kalah, TicTacToe
from zermelo.interfaces.web.traces import in_columns
from zermelo.kernel.events import ENTER, LEAF, RETURN, UPDATE
from zermelo.tracing.columns import Columns, families
from zermelo.tracing.facts import Fact, Holding, fact_of
from zermelo.tracing.model import Worth
from zermelo.tracing.phrases import LANGUAGES, PHRASES
from zermelo.tracing.sentences import Teller
from zermelo.tracing.tree import TraceTree

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def traced(game: Any, **wanted: Any) -> Any:
    return search(game, trace=True, engine="interpreted", **wanted).trace


def facts(trace: Any) -> list[Fact]:
    return [fact_of(trace.model, step) for step in range(len(trace.events))]


# -- nodes that are entered again --------------------------------------------------------------------------


def coming_back() -> Any:
    """As Monte Carlo search does: down to a leaf, up again, and through the same node to another leaf."""
    kinds = [ENTER, ENTER, ENTER, LEAF, UPDATE, RETURN, UPDATE, RETURN]
    again = [ENTER, ENTER, ENTER, LEAF, UPDATE, RETURN, UPDATE, RETURN]
    nodes = [0, 1, 2, 2, 1, 1, 0, 0] + [0, 1, 3, 3, 1, 1, 0, 0]
    plies = [0, 1, 2, 2, 1, 1, 0, 0] * 2
    actions = [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 1, 0, 1, 0, 0, 0]
    values = [0, 0, 0, 3, 3, 3, 3, 3] + [0, 0, 0, 12, 7, 7, 7, 7]
    low, high = [float("-inf")] * 16, [float("inf")] * 16
    columns = Columns(kinds + again, plies, actions, low, high, values, given=nodes)
    return replace(traced(TEXTBOOK), events=columns, iterations=())


def test_a_node_that_is_entered_again_keeps_its_number() -> None:
    trace = coming_back()
    columns = trace.model.columns
    assert columns.parents == [-1, 0, 1, 1]
    assert columns.children == [[1], [2, 3], [], [], [0]]
    assert columns.first == [0, 1, 2, 10]
    assert [event.node for event in trace.events] == columns.nodes == columns.given
    assert [columns.child[step] for step in (4, 6, 12, 14)] == [2, 1, 3, 1]


def test_the_tree_of_nodes_that_are_entered_again() -> None:
    trace = coming_back()
    half, whole = TraceTree(trace, 8), TraceTree(trace)
    for tree, value, below in ((half, 3, 2), (whole, 7, 3)):
        (root,) = tree.roots
        (child,) = root.children
        assert (root.value, child.value, root.below, tree.nodes) == (value, value, below, below + 1)
        assert child.best is child.children[-1]
    assert in_columns(replace(search(TEXTBOOK), trace=trace))["nodes"]["below"] == [3, 2, 0, 0]


def test_numbers_are_given_where_the_kernel_gives_none() -> None:
    trace = traced(Kalah(3, 2), algorithm="alphabeta", depth=4)
    kinds = trace.model.columns.kinds
    nodes, parents = families(kinds)
    assert families(kinds, nodes) == (nodes, parents)
    assert parents == [event.parent for event in trace.events if event.kind == "enter"]


def test_events_that_somebody_chose_are_columns_again() -> None:
    trace = traced(TicTacToe(), algorithm="pvs", depth=3)
    again = replace(trace, events=tuple(trace.events))
    assert list(again.sentences()) == list(trace.sentences())
    assert again.model.sure == trace.model.sure


# -- facts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["alphabeta", "alphabeta_negamax"])
def test_the_facts_of_a_cut_off(algorithm: str) -> None:
    cuts = [fact for fact in facts(traced(TEXTBOOK, algorithm=algorithm)) if fact.kind == "cut"]
    (cut,) = cuts
    assert (cut.node, cut.player, cut.value.value, cut.left, cut.other) == (5, MIN, 2, 2, MAX)
    assert cut.bound == Holding(Worth(3), node=0, move="0", up=1, is_root=True)


def test_a_value_is_exact_or_a_bound() -> None:
    returned = [fact for fact in facts(traced(TEXTBOOK)) if fact.kind == "return"]
    assert [(fact.value.value, fact.sure) for fact in returned] == [
        (3, "exact"), (2, "at most"), (2, "exact"), (3, "exact"),
    ]  # fmt: skip


def test_a_win_says_who_and_in_how_many_plies() -> None:
    game = TicTacToe()
    trace = traced(game, state=game.parse("XX. / OO. / ..."), depth=2)
    (won,) = {fact.value for fact in facts(trace) if fact.kind == "update" and fact.value.winner == MAX}
    assert won.plies == 1


def test_what_is_never_looked_at_is_counted_by_action() -> None:
    """A second look at an action, and a search of a node within itself, are not other children."""
    trace = traced(Kalah(3, 3), algorithm="pvs", depth=7)
    model = trace.model
    for fact in (fact for fact in facts(trace) if fact.kind == "cut"):
        children = {model.actions[child] for child in model.columns.children[fact.node]}
        actions = list(model.game.actions(model.states[fact.node]))
        assert fact.left == sum(action not in children for action in actions)


# -- sentences ---------------------------------------------------------------------------------------------


def test_every_row_of_the_table_is_in_every_language() -> None:
    for key, row in PHRASES.items():
        assert len(row) == len(LANGUAGES), key
        assert all(row), key
        assert len({tuple(sorted(re.findall(r"\{\w+\}", words))) for words in row}) == 1, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_every_algorithm_is_told_in_every_language(language: str) -> None:
    dice = Tree.parse("MAX\n  CHANCE\n    0.25: 4\n    0.75: 8\n  5")
    many = Tree.random(3, 4, seed=5, chance=0.5)
    asked = [(dice, "expectiminimax", None), (TicTacToe(), "pvs", 5), (Kalah(3, 3), "mtdf", 7)]
    asked += [(many, "star1", None), (many, "star2", None), (many, "deepening", None)]
    for game, algorithm, depth in asked:
        trace = traced(game, algorithm=algorithm, depth=depth)
        told = list(trace.sentences(language))
        assert len(told) == len(trace.events)
        assert not any("{" in sentence for sentence in told)


def test_a_language_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(ValueError, match="told in en, it, es, not 'tlh'"):
        Teller("tlh")
    assert next(traced(TEXTBOOK).sentences("es")) == "juega MAX."


# -- pictures ----------------------------------------------------------------------------------------------


def test_nouns_are_painted_by_what_stands_above_them(monkeypatch: pytest.MonkeyPatch) -> None:
    report = search(TEXTBOOK, trace=True)
    painters = {"Tree": lambda noun: "a tree", "Report": lambda noun: "a report"}
    monkeypatch.setattr(pictures, "PAINTERS", painters)
    dice = Tree({"turn": "chance", "children": [1, 2]})
    assert (Tree(TEXTBOOK)._repr_svg_(), dice._repr_svg_()) == ("a tree", "a tree")
    assert report._repr_html_() == Report._repr_html_(report) == "a report"
    assert report.trace is not None
    assert report.trace._repr_svg_() is None  # nobody paints it: a notebook shows its text


def test_a_typed_tree_says_what_was_never_looked_at() -> None:
    """The page shows the payoffs of a typed tree from the start; of a game nothing is known beforehand."""
    tree = [[3, 12, 8], [2, 4, [6, 7]], [14, 5, 2]]
    whole = in_columns(search(tree, trace=True))["whole"]
    never = [place for place in range(len(whole["parent"])) if place not in whole["at"]]
    assert [(whole["name"][place], whole["payoff"][place]) for place in never] == [
        ("", 4), ("E", None), ("", 6), ("", 7),
    ]  # fmt: skip
    assert in_columns(search(TicTacToe(), depth=2, trace=True))["whole"] is None
