"""The tree that a trace tells of: the same nodes, values, cut-offs; drawn within a number of lines."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from budget import LONG
from test_facts import Hunted

from zermelo import MAX, Tree, search
from zermelo.games import MNK, ConnectFour, DotsAndBoxes, Kalah, TicTacToe
from zermelo.interfaces.terminal.stepper import KEY, KEYS, Stepper, line_by_line
from zermelo.interfaces.trace_text import (
    best_line,
    drawing,
    hidden_nodes,
    leaves_in_all,
    leaves_skipped,
    opened,
    remarks,
    summary,
)
from zermelo.kernel.run import NO_ACTION
from zermelo.tracing.columns import Event
from zermelo.tracing.model import OTHERS
from zermelo.tracing.tree import TraceNode, TraceTree

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def traced(game: Any, **wanted: Any) -> tuple[Any, TraceTree]:
    report = search(game, **{"trace": True, **wanted})
    return report, TraceTree(report.trace)


def minimax(game: Any, state: Any, depth: int) -> Any:
    """The plainest there is, to hold the tree to."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    values = [minimax(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(values) if game.to_move(state) == MAX else min(values)


def test_the_textbook_tree() -> None:
    _, tree = traced(TEXTBOOK)
    assert [line.text for line in drawing(tree, opened(tree, None, []))] == [
        "▲ MAX [−∞, +∞] = 3",
        "├─ ★ 0  ▼ MIN [−∞, +∞] = 3",
        "│  ├─ ★ 0  ■ 3",
        "│  ├─ 1  ■ 12",
        "│  └─ 2  ■ 8",
        "├─ 1  ▼ MIN [3, +∞] at most 2",
        "│  ├─ ★ 0  ■ 2",
        "│  └─ ✂ 2 moves not looked at: 1, 2 (MIN has 2 here, MAX has 3 at the root, by 0)",
        "└─ 2  ▼ MIN [3, +∞] = 2",
        "   ├─ 0  ■ 14",
        "   ├─ 1  ■ 5",
        "   └─ ★ 2  ■ 2",
    ]


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "alphabeta_negamax"])
@pytest.mark.parametrize("game", [Tree.random(3, 4, seed=5, repeat=0.4), Kalah(3, 2)], ids=["tree", "kalah"])
def test_what_it_says_of_a_node_is_true(game: Any, algorithm: str) -> None:
    """Whatever the algorithm's point of view: exact values are minimax's, bounds are on the right side."""
    report, tree = traced(game, algorithm=algorithm, depth=5)
    leaves, cutoffs = (sum(getattr(node, what) for node in tree.walk()) for what in ("is_leaf", "is_cut"))
    assert (tree.nodes, leaves, cutoffs) == (report.nodes, report.leaves, sum(report.cutoffs))
    assert tree.roots[0].value == report.score.value
    for node in tree.walk():
        true = minimax(game, node.state, 5 - node.ply)
        assert {"exact": node.value == true, "at least": node.value <= true, "at most": node.value >= true}[
            node.sure
        ], (node.name, node.sure)
    assert [node.action for node in best_line(tree)[1:]] == list(report.line)


def test_what_was_pruned_and_what_was_seen_are_all_actions() -> None:
    game = TicTacToe()
    report, tree = traced(game, depth=3, algorithm="deepening")
    cut = [node for node in tree.walk() if node.is_cut]
    assert len(cut) == sum(report.cutoffs) > 0
    for node in cut:
        assert {child.name for child in node.children} | set(node.pruned) == {
            str(action) for action in game.actions(node.state)
        }
    assert len(tree.roots) == 3


def test_windows_and_bounds_are_maxs() -> None:
    """A negamax search of MIN's node says what the max/min form says."""

    def facts(node: TraceNode) -> tuple[Any, ...]:
        return node.name, node.player, node.low, node.high, node.value, node.sure, node.bound, node.pruned

    one, other = (
        [facts(node) for node in traced(TEXTBOOK, algorithm=name)[1].walk() if not node.is_leaf]
        for name in ("alphabeta", "alphabeta_negamax")
    )
    assert one == other


def test_chance_nodes_show_their_probabilities() -> None:
    tree = Tree.parse("MAX\n  CHANCE\n    0.25: 4\n    0.75: 8\n  5")
    _, drawn = traced(tree, algorithm="expectiminimax")
    lines = [line.text for line in drawing(drawn, opened(drawn, None, []))]
    assert lines[1:3] == ["├─ ★ 0  ● CHANCE = 7", "│  ├─ 0 (0.25 of the time)  ■ 4"]
    assert "∞" not in "".join(lines)


@pytest.mark.parametrize("most", [1, 2, 9, 40, 200])
def test_the_drawing_is_bounded_and_says_what_it_hides(most: int) -> None:
    report, tree = traced(ConnectFour(), depth=4)
    open_nodes = opened(tree, most, best_line(tree))
    lines = list(drawing(tree, open_nodes))
    drawn = {line.node for line in lines}
    assert len(lines) <= most
    hidden = hidden_nodes(tree, open_nodes)
    assert hidden == tree.nodes - len(drawn) > 0
    assert f"… {hidden:,} nodes below" in next(remarks(tree, hidden, report.nodes))
    closed = [node for node in drawn if node not in open_nodes]
    assert sum(node.below for node in closed) == hidden


def test_events_that_were_not_kept_are_told() -> None:
    report, tree = traced(TicTacToe(), trace=50)
    assert tree.nodes < 50
    (remark,) = remarks(tree, 0, report.nodes)
    assert f"the search visited {report.nodes:,} nodes, the events tell of the first {tree.nodes}" in remark
    list(drawing(tree, opened(tree, None, [])))


def test_an_algorithm_that_knows_a_value_without_a_search() -> None:
    """Events of kinds that are not known here end a node; the rest of the tree stands."""
    story = search(TEXTBOOK, trace=True).trace
    events = [event for event in story.events if event.parent != 0 or event.kind in ("enter", "return")]
    events = [event for event in events if event.ply < 2]
    events = [
        replace(event, kind="table") if event.parent == 0 and event.kind == "return" else event
        for event in events
    ]
    tree = TraceTree(replace(story, events=tuple(events)))
    assert [line.text for line in drawing(tree, opened(tree, None, []))][1:] == [
        "├─ ★ 0  ▼ MIN [−∞, +∞] = 3 (from the table)",
        "├─ 1  ▼ MIN [3, +∞] at most 2 (from the table)",
        "└─ 2  ▼ MIN [3, +∞] at most 2 (from the table)",
    ]


def told(game: Any, mover: bool, *events: tuple[Any, ...]) -> TraceTree:
    """The tree of a trace that tells just these events: kind, node, parent, ply, action, low, high, value."""
    trace = search(game, trace=True).trace
    assert trace is not None
    return TraceTree(
        replace(trace, events=tuple(Event(*event) for event in events), view="mover" if mover else "max")
    )


START = ("enter", 0, -1, 0, None, float("-inf"), float("inf"), 0)


def test_a_node_with_actions_left_out_is_only_bounded() -> None:
    """Futility pruning looks at some actions and cuts nothing off."""
    left = ("enter", 1, 0, 1, 0, 5, 6, 0)
    looked = [("enter", 2, 1, 2, 0, 5, 6, 0), ("leaf", 2, 1, 2, None, 5, 6, 3)]
    tree = told(TEXTBOOK, False, START, left, *looked, ("return", 1, 0, 1, None, 5, 6, 3))
    assert tree.roots[0].children[0].sure == "at most"


def test_a_repetition_is_worth_the_same_to_both_points_of_view() -> None:
    tree = told(TEXTBOOK, True, START, ("enter", 1, 0, 1, 0, -1, 1, 0), ("repeated", 1, 0, 1, None, -1, 1, 7))
    (child,) = tree.roots[0].children
    assert (child.value, child.known_by) == (7, "repeated")


@pytest.mark.parametrize(
    "game", [Kalah(3, 3), MNK(4, 4, 3), DotsAndBoxes()], ids=lambda game: type(game).__name__
)
def test_every_state_of_the_engine_s_tree_can_be_reached(game: Any) -> None:
    _, tree = traced(game, depth=9 if LONG else 5, algorithm="pvs")
    steps = [(node.above.state, node) for node in tree.walk() if node.above is not None]
    for before, node in steps:
        if node.action == OTHERS:
            assert node.state == before
        elif node.action is not None:
            assert node.action in list(game.actions(before))


def test_a_search_of_the_other_actions_stays_where_it_is() -> None:
    others = ("enter", 2, 1, 1, 0, 2, 3, 0)
    tree = told(TEXTBOOK, False, START, ("enter", 1, 0, 1, 0, 2, 3, 0), others)
    node = tree.roots[0].children[0].children[0]
    assert (node.name, node.state, node.player) == ("the others", node.above and node.above.state, 1)


def test_several_searches_are_numbered_and_a_second_look_is_called_that() -> None:
    _, tree = traced([[3, 12, 8], [2, 4, 6], [14, 15, 20]], algorithm="pvs")
    texts = [line.text for line in drawing(tree, opened(tree, None, []))]
    roots = [text for text in texts if not text.startswith(("├", "└", "│", " "))]
    assert [text.split("  ")[0] for text in roots] == [f"search {n}" for n in range(1, len(roots) + 1)]
    assert len(roots) > 1
    assert any("★ 2 again  ▼ MIN" in text for text in texts)


def test_a_cut_off_at_a_win_at_once_needs_nothing_elsewhere() -> None:
    _, tree = traced(TicTacToe(), state=TicTacToe().parse("XOX / .X. / ..O"), algorithm="pvs", depth=2)
    texts = [line.text for line in drawing(tree, opened(tree, None, []))]
    cuts = [line for line in texts if "✂" in line]
    assert any("nothing is quicker)" in cut for cut in cuts)


def test_skipped_leaves_are_counted() -> None:
    report, tree = traced(TEXTBOOK)
    assert leaves_skipped(report, tree, None) == "; 2 of 9 leaves were never looked at"
    assert next(summary(report, tree, None)) == "value      3 for MAX (proved), by 0"
    game = TicTacToe()
    assert leaves_in_all(game, game.initial(), 3, 10_000) == 504
    assert leaves_in_all(game, game.initial(), 3, 400) is None
    shallow, cut = traced(game, depth=3)
    assert leaves_skipped(shallow, cut, 3) == f"; {504 - shallow.leaves} of 504 leaves were never looked at"


def test_a_leaf_that_is_looked_at_twice_is_one() -> None:
    probed = Tree.parse("[[0.5: 3, 0.5: [2, 9]], [0.5: 1, 0.5: [4, 0]], 1]")
    assert leaves_skipped(*traced(probed, algorithm="star2"), None) == "; 1 of 7 leaves was never looked at"
    twice = traced(TEXTBOOK, algorithm="deepening")
    assert leaves_skipped(*twice, None) == "; 2 of 9 leaves were never looked at"
    game, depth = Hunted(1), 4
    report, tree = traced(game, algorithm="pvs", depth=depth)
    every = leaves_in_all(game, game.initial(), depth, 10_000)
    skipped = int(leaves_skipped(report, tree, depth).split()[1].replace(",", ""))
    ways = {way for way in map(moves_to, tree.walk()) if way is not None and len(way) <= depth}
    ended = {way for way in ways if len(way) == depth or game.is_terminal(after(game, way))}
    assert every is not None
    assert 0 < skipped == every - len(ended)


def moves_to(node: TraceNode) -> tuple[Any, ...] | None:
    """The moves on the way to a node; None where one of them is none."""
    actions = [each.action for each in node.path() if each.ply > 0 and each.action != OTHERS]
    return None if NO_ACTION in actions else tuple(actions)


def after(game: Any, way: tuple[Any, ...]) -> Any:
    state = game.initial()
    for action in way:
        state = game.result(state, action)
    return state


def test_of_a_trace_that_is_cut_short_they_are_not_counted() -> None:
    report, tree = traced(TEXTBOOK, algorithm="deepening", trace=5)
    assert leaves_skipped(report, tree, None) == ""


def test_a_search_that_starts_at_the_end() -> None:
    report, tree = traced(Tree([1]), state=Tree([1]).node("root.0"))
    assert [line.text for line in drawing(tree, opened(tree, 10, best_line(tree)))] == ["■ 1"]
    assert list(summary(report, tree, None))


# -- step by step --------------------------------------------------------------------------


def current_line(stepper: Stepper, most: int = 40) -> str:
    (line,) = [text for here, text in stepper.view(most) if here]
    return line


def test_forward_back_and_the_next_cut_off() -> None:
    stepper = Stepper(search(TEXTBOOK, trace=True).trace)
    assert current_line(stepper) == "▲ MAX [−∞, +∞]"
    stepper.obey("back")
    assert stepper.tree.steps == 1
    stepper.obey("forward")
    assert current_line(stepper) == "└─ 0  ▼ MIN [−∞, +∞]"
    stepper.obey("jump")
    assert current_line(stepper) == "└─ 1  ▼ MIN [3, +∞] 2 so far"
    assert "never looked at" in stepper.title()
    before = stepper.view(40)
    stepper.obey("forward")
    stepper.obey("back")
    assert stepper.view(40) == before
    for _ in range(3):
        stepper.obey("jump")
    assert stepper.title() == "Step 33 of 33: MAX's node is worth 3. That was the last step."


def test_the_current_node_is_always_in_view() -> None:
    stepper = Stepper(search(ConnectFour(), depth=5, trace=2000).trace)
    for _ in range(1999):
        stepper.obey("forward")
        view = stepper.view(8)
        assert sum(here for here, _ in view) == 1
        assert len(view) <= 8 + 2


def test_lines_from_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nb\nwhat\nc\nq\n\n"))
    line_by_line(Stepper(search(TEXTBOOK, trace=True).trace), 40)
    told = capsys.readouterr()
    steps = [line.split()[1] for line in told.out.splitlines() if line.startswith("Step ")]
    assert steps == ["1", "2", "3", "2", "18"]
    assert told.err == "'what' is not a step: an empty line, b, c or q\n"


def test_keys_that_come_together_are_told_apart() -> None:
    assert [KEYS.get(key) for key in KEY.findall("\x1b[C b\x1b[Dcq")] == [
        "forward", "forward", "back", "back", "jump", "quit",
    ]  # fmt: skip


def test_negamax_enters_leaves_in_the_window_that_alpha_beta_does() -> None:
    """Leaves at odd and even depths: who would move there matters, though the game is over."""
    tree = [[[5, 3], 4, [2, [6, 1]]], [[-2, 1], [7]], 3]
    _, plain = traced(tree, algorithm="alphabeta")
    _, turned = traced(tree, algorithm="alphabeta_negamax")
    windows = [(node.name, node.low, node.high, node.value) for node in plain.walk()]
    assert windows == [(node.name, node.low, node.high, node.value) for node in turned.walk()]
    assert len({window[1:3] for window in windows}) > 3
