"""The event stream: what is written down, how it is read back, told and saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from zermelo import MAX, ZermeloError, search
from zermelo.games import TicTacToe
from zermelo.trees.tree import Tree

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ALGORITHMS = ("minimax", "negamax", "alphabeta", "alphabeta_negamax")


STORY = """
MAX to move.
  0: MIN to move.
    0: a leaf.
    worth 3.
  MIN's best here is now 3, by 0: β = 3.
    1: a leaf.
    worth 12.
  12 is not below 3: MIN keeps 3.
    2: a leaf.
    worth 8.
  8 is not below 3: MIN keeps 3.
  MIN's node is worth 3.
MAX's best here is now 3, by 0: α = 3.
  1: MIN to move; MAX is sure of 3.
    0: a leaf.
    worth 2.
  MIN's best here is now 2, by 0: β = 2.
  β = 2 ≤ α = 3, which MAX has from branch 0 at the root: MAX will never come here, so the other two \
children are never looked at.
  MIN's node is worth at most 2.
at most 2 is not above 3: MAX keeps 3.
  2: MIN to move; MAX is sure of 3.
    0: a leaf.
    worth 14.
  MIN's best here is now 14, by 0: β = 14.
    1: a leaf.
    worth 5.
  MIN's best here is now 5, by 1: β = 5.
    2: a leaf.
    worth 2.
  MIN's best here is now 2, by 2: β = 2.
  MIN's node is worth 2.
2 is not above 3: MAX keeps 3.
MAX's node is worth 3.
"""


def traced(game: Any, **wanted: Any) -> Any:
    return search(game, trace=wanted.pop("trace", True), engine="interpreted", **wanted)


def test_the_sentence_of_the_textbook() -> None:
    report = traced(TEXTBOOK)
    assert list(report.trace.sentences()) == STORY.strip("\n").splitlines()
    assert (report.leaves, sum(report.cutoffs)) == (7, 1)  # as AIMA's figure counts


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_node_is_entered_once_and_left_once(algorithm: str) -> None:
    report = traced(Tree.random(3, 4, seed=1), algorithm=algorithm)
    events = report.trace.events
    entered = [event.node for event in events if event.kind == "enter"]
    left = [event.node for event in events if event.kind in ("leaf", "return")]
    assert entered == list(range(report.nodes))
    assert sorted(left) == entered
    assert sum(event.kind == "leaf" for event in events) == report.leaves
    assert sum(event.kind == "cut" for event in events) == sum(report.cutoffs)


@pytest.mark.parametrize("algorithm", ["alphabeta", "alphabeta_negamax"])
@pytest.mark.parametrize("seed", range(20))
def test_the_ancestor_that_set_the_bound(algorithm: str, seed: int) -> None:
    """It is on the path, moves for the other side, and has the value that was reached."""
    tree = Tree.random(3, 5, seed=seed, repeat=0.3)
    trace = traced(tree, algorithm=algorithm).trace
    best: dict[int, Any] = {}
    parents: dict[int, int] = {}
    states: dict[int, Any] = {}
    for event in trace.events:
        if event.kind == "enter":
            parents[event.node] = event.parent
            above = states.get(event.parent)
            states[event.node] = tree.initial() if above is None else tree.result(above, event.action)
        if event.kind == "update":
            sign = -1 if trace.view == "mover" and tree.to_move(states[event.node]) != MAX else 1
            best[event.node] = sign * event.value
        if event.kind == "cut":
            path, node = [], event.parent
            while node >= 0:
                path.append(node)
                node = parents[node]
            assert event.set_by in path
            mover, setter = tree.to_move(states[event.node]), tree.to_move(states[event.set_by])
            assert mover != setter
            reached, bound = best[event.node], best[event.set_by]
            assert reached >= bound if mover == MAX else reached <= bound


def test_a_search_that_was_stopped_shows_what_it_did() -> None:
    """Also where it had no answer yet."""
    asked = {"algorithm": "minimax", "depth": 6}
    whole, report = traced(TicTacToe(), **asked).trace, traced(TicTacToe(), **asked, nodes=50)
    assert not report.answered
    steps = len(report.trace.events)
    assert 100 < steps < 150
    assert report.trace.events[:] == whole.events[:steps]
    assert list(report.trace.sentences()) == list(whole.sentences())[:steps]


def test_a_full_trace_says_how_much_is_missing() -> None:
    whole = traced(TicTacToe(), depth=4).trace
    cut = traced(TicTacToe(), depth=4, trace=100).trace
    assert whole.dropped == 0
    assert cut.events == whole.events[:100]
    assert cut.dropped == len(whole.events) - 100
    assert list(cut.sentences())[-1] == f"… and {cut.dropped:,} more steps that were not kept."
    almost = traced(TicTacToe(), depth=4, trace=len(whole.events) - 1).trace
    assert list(almost.sentences())[-1] == "… and 1 more step that was not kept."


def test_json_lines(tmp_path: Path) -> None:
    report = traced(TEXTBOOK)
    file = tmp_path / "trace.jsonl"
    report.trace.write(file)
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(rows) == len(report.trace.events)
    assert rows[0] == {
        "kind": "enter", "node": 0, "parent": -1, "ply": 0, "action": None,
        "low": None, "high": None, "value": 0, "set_by": -1, "why": "",
    }  # fmt: skip
    assert [row["set_by"] for row in rows if row["kind"] == "cut"] == [0]


def test_a_trace_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    trace = traced(TEXTBOOK).trace
    with pytest.raises(ZermeloError, match="could not be written"):
        trace.write(tmp_path / "nowhere" / "trace.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_wins_are_told_in_words() -> None:
    game = TicTacToe()
    state = game.State((1, 1, 0, 2, 2, 0, 0, 0, 0), MAX)
    report = search(game, state, depth=2, trace=True, engine="interpreted")
    story = "\n".join(report.trace.sentences())
    assert "MAX's best here is now a win for MAX 1 ply from the root, by 2, the new α." in story


def test_a_player_who_has_just_won_is_not_told_to_have_lost() -> None:
    game = TicTacToe()
    state = game.initial()
    for move in (4, 0, 8, 2, 1):
        state = game.result(state, move)
    told = [
        sentence.strip() for sentence in traced(game, state=state, algorithm="alphabeta").trace.sentences()
    ]
    assert told[4:6] == [
        "MIN has won 3 plies from the root.",
        "MIN's best here is now a win for MIN 3 plies from the root, by 6, the new β.",
    ]


def test_chance_nodes_are_told() -> None:
    tree = Tree(
        {"turn": "chance", "children": [{"value": 4, "probability": 0.25}, {"value": 8, "probability": 0.75}]}
    )
    story = list(traced(tree, algorithm="expectiminimax").trace.sentences())
    assert story[0] == "CHANCE to move."
    assert "0.75 of the time 1: 7 so far." in story
    assert story[-1] == "CHANCE's node is worth 7."


def test_a_trace_of_every_root_action() -> None:
    report = traced(TEXTBOOK, values=True)
    assert "MIN's node is worth 2." in "".join(report.trace.sentences())
    assert {event.ply for event in report.trace.events if event.parent == -1} == {1}


def test_deepening_traces_one_iteration_after_another() -> None:
    events = traced(Tree.random(2, 3, seed=1), algorithm="deepening").trace.events
    assert [event.kind for event in events if event.ply == 0 and event.kind in ("enter", "return")] == [
        "enter",
        "return",
    ] * 3


@pytest.mark.parametrize("algorithm", ["pvs", "mtdf"])
def test_killers_and_table_moves_are_what_they_are_called(algorithm: str) -> None:
    """A killer is one of the last two actions that cut off at its ply; a table move is the first child."""
    killers: dict[int, list[Any]] = {}
    first: dict[int, Any] = {}
    told = set()
    for event in traced(TicTacToe(), algorithm=algorithm, depth=5).trace.events:
        if event.kind == "cut":
            kept = killers.setdefault(event.ply, [])
            if event.action not in kept[:1]:
                killers[event.ply] = [event.action, *kept[:1]]
        elif event.kind == "enter":
            if event.why == "killer":
                assert event.action in killers[event.ply - 1]
            if first.setdefault(event.parent, event.action) != event.action:
                assert event.why != "table"
            told.add(event.why)
    assert told == {"", "table", "killer", "history"}


def test_iterations_say_where_they_begin_and_what_they_try_first() -> None:
    for algorithm in ("deepening", "pvs", "mtdf"):
        trace = traced(TicTacToe(), algorithm=algorithm, depth=4).trace
        assert [one.depth for one in trace.iterations] == [1, 2, 3, 4]
        for one in trace.iterations:
            begin = trace.events[one.event]
            assert (begin.kind, begin.parent) == ("enter", -1)
            first = trace.events[one.event + 1]
            assert not one.line or first.action == one.line[0]
            assert len(one.line) == one.depth - 1


def test_the_last_best_line_is_followed_first() -> None:
    trace = traced(TicTacToe(), algorithm="deepening", depth=4).trace
    last = trace.iterations[-1]
    steps = [event.action for event in trace.events[last.event :] if event.why == "line"]
    assert steps == list(last.line)
    told = list(trace.sentences())[last.event : last.event + 2]
    assert told == ["depth 4, 4 0 2 first: MAX to move.", "  4, from the last best line: MIN to move."]


def test_a_search_to_one_depth_has_no_iterations_to_tell_of() -> None:
    trace = traced(TEXTBOOK).trace
    assert len(trace.iterations) == 1
    assert next(trace.sentences()) == "MAX to move."
