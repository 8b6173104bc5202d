"""Monte Carlo tree search, traced: every fact as a naive twin has it, told, drawn and written to files."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import commanding
import pytest
from budget import examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st
from test_mcts import trees
from twins import NEAR, Twin

from zermelo import Report, SearchError, Tree, search
from zermelo.games import ConnectFour, Hex, Kalah, Nim, Pig, TicTacToe
from zermelo.interfaces.pictures.draw import tree_svg
from zermelo.interfaces.pictures.exports import export_tree
from zermelo.interfaces.pictures.nodes import drawn, walk
from zermelo.interfaces.terminal.stepper import Stepper
from zermelo.interfaces.web.traces import in_columns
from zermelo.kernel.compiler.memo import lowered
from zermelo.kernel.events import KINDS, PHASES, SELECT
from zermelo.running.asking import ask
from zermelo.running.drivers.growing import TRACED
from zermelo.running.transpositions import Transpositions
from zermelo.tracing.happenings import Happening, happening
from zermelo.tracing.phrases import LANGUAGES
from zermelo.tracing.tree import TraceTree

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def traced(game: Any, state: Any = None, **wanted: Any) -> Any:
    return search(game, state, algorithm="mcts", **{"engine": "interpreted", "trace": True, **wanted})


def facts(report: Report) -> list[Happening]:
    assert report.trace is not None
    return [happening(report.trace.model, step) for step in range(len(report.trace.events))]


# -- every fact --------------------------------------------------------------------------------------------


def path_of(model: Any, node: int) -> tuple[Any, ...]:
    found: list[Any] = []
    while model.columns.parents[node] >= 0:
        found.append(model.actions[node])
        node = model.columns.parents[node]
    return tuple(reversed(found))


def held_against_the_twin(report: Any, nodes: int, **how: Any) -> set[str]:
    """Every fact of every step; returns the kinds of events that there were."""
    trace = report.trace
    model, columns = trace.model, trace.model.columns
    chosen = [a for kind, a in zip(columns.kinds, columns.actions) if kind == SELECT]
    rows = Twin(trace.game, trace.state, chosen, **how).run(nodes)
    told = facts(report)
    assert len(rows) == len(told)
    for (kind, path, expected), fact in zip(rows, told):
        assert (kind, path) == (fact.kind, path_of(model, fact.node))
        assert fact.ply == len(path)
        for name, value in expected.items():
            assert getattr(fact, name) == pytest.approx(value, abs=NEAR), (kind, path, name)
    return {fact.kind for fact in told}


@settings(max_examples=examples(400))
@given(
    tree=trees,
    nodes=st.integers(1, 60),
    seed=st.integers(0, 99),
    exploration=st.sampled_from([0.0, 0.5, math.sqrt(2)]),
    first_play=st.sampled_from([None, None, 0.0, 1.0]),
)
def test_every_fact_is_that_of_a_naive_replay(
    tree: Tree, nodes: int, seed: int, exploration: float, first_play: float | None
) -> None:
    asked: dict[str, Any] = {"nodes": nodes, "seed": seed, "exploration": exploration}
    report = traced(tree, first_play=first_play, **asked)
    how = {"seed": seed, "exploration": exploration}
    held_against_the_twin(report, nodes, **how, first_play=math.inf if first_play is None else first_play)


class Expected(Nim):
    """Nim, where taking many is expected to be good."""

    def prior(self, state: Any, action: Any) -> float:
        return float(1 + action[1])


GAMES = {
    "priors": (Expected((2, 3)), None, 60, {"first_play": 0.0}),
    "tictactoe": (TicTacToe(), "XO. / .X. / ..O", 150, {}),
    "nim": (Nim((2, 3)), None, 300, {}),
    "kalah": (Kalah(3, 2), None, 60, {}),
    "pig": (Pig(8), None, 80, {}),
    "rollouts": (Hex(3), None, 60, {"exploration": 1.0}),
    "cut off": (ConnectFour(4, 4), None, 60, {"cutoff": 3}),
}
SEEN = {
    "tictactoe": {"select", "try", "playout", "over", "narrow"},
    "pig": {"throw", "select", "over"},
    "rollouts": {"rollout"},
    "cut off": {"estimate"},
}


@pytest.mark.parametrize("name", GAMES)
def test_games_with_wins_repeated_turns_dice_and_estimates(name: str) -> None:
    game, text, nodes, how = GAMES[name]
    report = traced(game, game.parse(text) if text else None, nodes=nodes, seed=5, **how)
    kinds = held_against_the_twin(report, nodes, seed=5, **how)
    assert kinds >= {"enter", "expand", "backup", *SEEN.get(name, ())}


def test_a_settled_node_below_dice_is_not_played_out() -> None:
    report = traced(Tree.parse("CHANCE\n  0.5: MAX\n    1\n    2\n  0.5: 0"), nodes=40)
    assert "settled" in held_against_the_twin(report, 40)
    said = [sentence.strip() for sentence in report.trace.sentences()]
    assert "playout: none, what this node is worth is proved: 2 for MAX." in said


@pytest.mark.long
@pytest.mark.parametrize("game", in_turn(["points"], ["dice", "tictactoe"]))
def test_both_worlds_write_down_the_same_events(game: str) -> None:
    played: Any = {
        "points": Tree.random(3, 4, seed=3, repeat=0.3),
        "dice": Tree.random(3, 4, seed=3, chance=0.5),
        "tictactoe": TicTacToe(),
    }[game]
    python, machine = (
        traced(played, nodes=150, seed=2, engine=engine) for engine in ("interpreted", "compiled")
    )
    assert (python.compiled, machine.compiled) == (False, True)
    assert python.trace.events == machine.trace.events
    assert list(python.trace.sentences("it")) == list(machine.trace.sentences("it"))


def test_what_is_not_traced_has_nothing_of_it() -> None:
    """A search that nobody traces is the text without a word of tracing."""
    question = ask(TicTacToe(), algorithm="mcts")
    for is_traced in (False, True):
        _, unit = lowered(question.game, question.kernel, question.options, is_traced)
        assert any("trace" in name for name in unit.functions) == is_traced


# -- the tree ----------------------------------------------------------------------------------------------


@settings(max_examples=examples(150))
@given(tree=trees, nodes=st.integers(1, 80), seed=st.integers(0, 99))
def test_the_tree_that_is_drawn_is_the_tree_that_grew(tree: Tree, nodes: int, seed: int) -> None:
    report = traced(tree, nodes=nodes, seed=seed)
    (root,) = TraceTree(report.trace).roots
    line, node = [], root
    while node.best is not None:
        node = node.best
        line.append(node.action)
    assert tuple(line) == report.line
    assert root.numbers.visits == report.nodes
    visits = {line.action: line.visits for line in report.lines if line.visits}
    assert {child.action: child.numbers.visits for child in root.children} == visits or root.player == -1
    assert (root.sure == "exact") == report.score.proved


def test_the_best_child_is_the_one_that_is_answered() -> None:
    """Of equally visited ones the mean says which, as far as what is proved allows it."""
    lists: Any = [TEXTBOOK, [[[4, 9, 1], [7, 1], 6], [[7, 8, 6], 0], [[7, 5], [3, 0]]]]
    for tree, seed in ((lists[0], 0), (lists[1], 73)):
        report = traced(tree, nodes=8, seed=seed)
        (root,) = TraceTree(report.trace).roots
        assert root.best is not None
        assert root.best.action == report.action


def test_a_tree_grows_one_node_a_simulation() -> None:
    trace = traced(TicTacToe(), nodes=30).trace
    begun = [step for step, fact in enumerate(trace.events) if fact.kind == "enter"]
    assert [TraceTree(trace, step).nodes for step in begun[1:]] == list(range(2, 31))


# -- limits and refusals -----------------------------------------------------------------------------------


def test_a_trace_is_short_unless_somebody_says_otherwise() -> None:
    report = traced(TicTacToe(), seconds=60)
    assert (report.nodes, report.finished) == (TRACED, True)
    short = traced(TicTacToe(), trace=50, nodes=40)
    assert (len(short.trace.events), short.nodes) == (50, 40)
    assert (
        list(short.trace.sentences())[-1] == f"… and {short.trace.dropped:,} more steps that were not kept."
    )
    assert TraceTree(short.trace).roots[0].numbers.visits < 40


@pytest.mark.parametrize(("option", "given"), [("threads", 2), ("table", Transpositions(1))])
def test_a_trace_is_of_a_whole_tree(option: str, given: Any) -> None:
    with pytest.raises(SearchError, match=f"grown from nothing by one thread: leave out {option}"):
        traced(TicTacToe(), **{option: given})


# -- told --------------------------------------------------------------------------------------------------


STORY = """
simulation 1: from the root, where MAX is to move.
expand: this node gets its 3 children.
  select: MAX tries 2, one of 3 children not visited yet.
  playout: one random ply; the end is worth 14 for MAX.
  backup: 14 is counted at this node: 1 visit, a mean of 14 for MAX.
backup: 14 is counted at this node: 1 visit, a mean of 14 for MAX.
simulation 2: from the root, where MAX is to move.
  select: MAX tries 0, one of 2 children not visited yet.
  playout: one random ply; the end is worth 3 for MAX.
  backup: 3 is counted at this node: 1 visit, a mean of 3 for MAX.
backup: 3 is counted at this node: 2 visits, a mean of 8.5 for MAX.
simulation 3: from the root, where MAX is to move.
  select: MAX tries 1, the only child not visited yet.
  playout: one random ply; the end is worth 2 for MAX.
  backup: 2 is counted at this node: 1 visit, a mean of 2 for MAX.
backup: 2 is counted at this node: 3 visits, a mean of 6.333 for MAX.
simulation 4: from the root, where MAX is to move.
  select: MAX takes 2: a mean of 14 for MAX + 9.991 for being little known = 23.991, \
the most of all 3 children.
  expand: this node gets its 3 children.
    select: MIN tries 1, one of 3 children not visited yet.
    playout: none, the game is over here; the end is worth 5 for MAX.
    backup: 5 is counted at this node: 1 visit, a mean of 5 for MAX.
  backup: proved: this node is worth at most 5 for MAX.
  backup: 5 is counted at this node: 2 visits, a mean of 9.5 for MAX.
backup: 5 is counted at this node: 4 visits, a mean of 6 for MAX.
"""


def test_the_story_of_four_simulations() -> None:
    assert list(traced(TEXTBOOK, nodes=4).trace.sentences()) == STORY.strip("\n").splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language(language: str) -> None:
    rows = set()
    asked = [*GAMES.values(), (Tree.random(3, 4, seed=1), None, 40, {"first_play": 0.0})]
    asked += [(ConnectFour(5, 4), None, 30, {"memory": 0.001}), (Tree([[[4]]]), None, 9, {})]
    for game, text, nodes, how in asked:
        trace = traced(game, game.parse(text) if text else None, nodes=min(nodes, 60), **how).trace
        told = list(trace.sentences(language))
        assert len(told) == len(trace.events)
        assert not any("{" in sentence for sentence in told)
        rows |= {event.kind for event in trace.events}
    assert rows >= {*(KINDS[kind] for kinds in PHASES.values() for kind in kinds)} - {"settled"}


PROVED = {
    "en": "backup: proved: MAX wins from here in one ply.",
    "it": "retropropagazione: dimostrato: da qui MAX vince in una semimossa.",
    "es": "retropropagación: demostrado: desde aquí MAX gana en una jugada.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_proved_is_said_to_be(language: str) -> None:
    game = TicTacToe()
    trace = traced(game, game.parse("XO. / OX. / ..."), nodes=30).trace
    assert PROVED[language] in [sentence.strip() for sentence in trace.sentences(language)]


# -- on a screen, in files ---------------------------------------------------------------------------------


def test_the_terminal_draws_tells_and_steps() -> None:
    asked = ("trace", str(TEXTBOOK), "--algorithm", "mcts")
    drawn = commanding.zermelo(*asked)
    assert "▲ MAX 11 visits = 3" in drawn.stdout
    assert "└─ 1  ▼ MIN 3 visits, mean 3.333, at most 2" in drawn.stdout
    assert "searched   11 simulations, 12 nodes visited" in drawn.stdout
    told = commanding.zermelo(*asked, "--nodes", "4", "--tell", "--no-tree")
    assert told.stdout.startswith(STORY.lstrip("\n"))
    steps = commanding.zermelo(*asked, "--step", typed="s\n\nq\n")
    assert "Step 7 of 86: simulation 2: from the root, where MAX is to move." in steps.stdout
    assert "▶ └─ 0  ▼ MIN" in steps.stdout


def test_the_next_simulation_is_a_key_away() -> None:
    stepper = Stepper(traced(TicTacToe(), nodes=5).trace)
    for number in (2, 3, 4, 5):
        stepper.obey("jump")
        assert stepper.sentence() == f"simulation {number}: from the root, where MAX is to move."


def test_pictures_and_files(tmp_path: Path) -> None:
    report = traced(TEXTBOOK)
    for ending, sign in (
        (".svg", ">=3<"),
        (".dot", r'label="A\n=3\n×11"'),
        (".tex", r"window={$\times$11}"),
        (".html", '"simulated":true'),
    ):
        file = tmp_path / f"tree{ending}"
        export_tree(str(file), report, 300)
        assert sign in file.read_text(encoding="utf-8")
    rows = [json.loads(line) for line in traced(TEXTBOOK, nodes=4).trace.json_lines()]
    (choice,) = [row for row in rows if row["kind"] == "select"]
    assert (choice["node"], choice["action"], choice["low"]) == (1, 2, 14.0)
    assert choice["low"] + choice["high"] == pytest.approx(choice["value"])


def test_what_no_simulation_has_come_to_is_waiting_and_not_pruned() -> None:
    report = traced(TEXTBOOK)
    tree = TraceTree(report.trace)
    pictures = [node for node, _, _ in walk(drawn(tree))]
    assert len(pictures) == 13  # all of the tree that was given
    assert {node.status for node in pictures if not node.window} == {"waiting"}
    proved = [node for node in pictures if node.status == "done"]
    assert {node.label[0] for node in proved} == {"="}
    assert "class='slash'" not in tree_svg(tree)


def test_the_page_has_what_each_node_is_after_each_of_its_events() -> None:
    report = traced(TEXTBOOK)
    columns = in_columns(report)["events"]
    last = {node: step for step, node in enumerate(columns["node"])}
    assert (columns["visits"][last[0]], columns["alpha"][last[0]], columns["beta"][last[0]]) == (11, 3, 3)
    for step, fact in enumerate(facts(report)):
        if fact.kind == "backup":
            assert (columns["visits"][step], columns["value"][step]) == (fact.visits, fact.mean)
        assert (columns["average"][step] is not None) == (fact.kind == "select")


def test_a_tree_of_simulations_is_drawn_as_it_was_written() -> None:
    from zermelo.tracing.whole import whole_of

    found = search([[3, 12], [2, 4]], algorithm="mcts", nodes=9, trace=True, engine="interpreted")
    assert found.trace is not None
    whole = whole_of(found.trace.model)
    assert whole is not None
    assert [place.name or int(place.payoff) for place in whole.places] == ["A", "B", 3, 12, "C", 2, 4]
