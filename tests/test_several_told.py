"""Three players in a terminal, in traces and in pictures."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from commanding import printed, zermelo
from several import Spread, Thrown

from zermelo import search
from zermelo.games import NimMany, Siege
from zermelo.interfaces.pictures.draw import DRAWINGS
from zermelo.interfaces.terminal.play import side_of
from zermelo.interfaces.trace_text import best_line, drawing, legend, opened
from zermelo.tracing.tree import GrownNode, TraceTree

MOVES = "xC xC xA xC xC xA xC xA xB xA".split()
"""The line of max^n, from A's first move on."""


def test_three_play_to_the_end() -> None:
    told = printed("play", "siege", "--human", "all", typed="\n".join(MOVES))
    assert "You are A and B and C" in told
    assert "C, your move (xA xB)" in told
    assert told.endswith("The game is over: A 1, B 2, C 0. B has the most.\n")


def test_a_person_against_two_engines_as_json() -> None:
    typed = "\n".join(["xC", "xB"] * 9)
    said = zermelo("play", "siege:stones=(2,1,2)", "--seconds", "0.01", "--json", typed=typed)
    told = [json.loads(line) for line in said.stdout.splitlines()]
    movers = [row["player"] for row in told if row["event"] == "move"]
    assert movers[:2] == ["A", "B"]
    thought = next(row for row in told if row["event"] == "move" and row["by"] == "engine")
    assert len(thought["score"]["payoffs"]) == 3
    assert sorted(told[-1]["payoff"]) == [0, 1, 2]


def test_who_people_are() -> None:
    assert side_of("b", 4) == (1,)
    refused = zermelo("play", "nimn", "--human", "D")
    assert (refused.returncode, "choose from A, B, C, all, nobody" in refused.stderr) == (2, True)


def test_what_is_for_two_players_says_so() -> None:
    for command in (("solve", "siege"), ("search", "siege", "--algorithm", "pvs"), ("prove", "siege")):
        refused = zermelo(*command)
        assert refused.returncode != 0
        assert "for two players, and Siege has 3" in refused.stderr


def test_a_search_tells_everybody_s_payoff() -> None:
    told = printed("search", "siege", "--engine", "interpreted")
    assert "A 1, B 2, C 0 (each for themselves; proved)" in told
    assert "110 times a player had an equally good action" in told


def test_check_takes_three() -> None:
    assert "0 faults" in printed("check", "siege", "--seconds", "0.5")


def traced(algorithm: Any, kind: Any = Spread) -> Any:
    game = kind(3)
    report = search(game, game.root(5, 3), algorithm=algorithm, engine="interpreted", trace=True)
    assert report.trace is not None
    return report.trace


@pytest.mark.parametrize("language", ["en", "it", "es"])
@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "deepening", "mcts"])
@pytest.mark.parametrize("kind", [Spread, Thrown])
def test_every_step_is_told(algorithm: Any, kind: Any, language: str) -> None:
    trace = traced(algorithm, kind)
    told = list(trace.sentences(language))
    assert len(told) == len(trace.events)
    assert not re.search(r"\bMAX\b|\bMIN\b|None|\{", " ".join(told))


def test_a_cut_off_says_what_is_left_for_whom() -> None:
    told = [line.strip() for line in traced("maxn").sentences()]
    cut = next(line for line in told if "at most;" in line)
    assert re.match(r"A has \d+ here, which leaves C \d+ at most; C has \d+ elsewhere already: ", cut)


def test_a_tree_has_a_sign_for_each() -> None:
    tree = TraceTree(traced("maxn"))
    lines = [line.text for line in drawing(tree, opened(tree, None, best_line(tree)))]
    assert lines[0] == "◆ C: A 3, B 5, C 4"
    assert legend(tree.model).startswith("▲ A  ▼ B  ◆ C")
    assert any("which leaves C" in line for line in lines if "✂" in line)
    alone = TraceTree(traced("paranoid"))
    assert legend(alone.model).startswith("▲ C  ▼ A+B")


def test_events_hold_everybody_s_payoffs() -> None:
    rows = [json.loads(line) for line in traced("maxn").json_lines()]
    assert rows[-1]["payoffs"] == [3, 5, 4]
    assert "payoffs" not in rows[0]


@pytest.mark.parametrize("kind", [Spread, Thrown])
def test_the_tree_of_simulations_is_that_of_a_naive_replay(kind: Any) -> None:
    game = kind(3)
    report = search(game, game.root(5, 4), algorithm="mcts", nodes=120, engine="interpreted", trace=True)
    assert report.trace is not None
    model, path, got = report.trace.model, list[int](), dict[int, list[Any]]()
    for step, event in enumerate(report.trace.events):
        if event.kind == "enter":
            path = []
        if event.kind in ("enter", "select", "try", "throw"):
            path.append(event.node)
            seat = model.players[event.parent] if event.parent >= 0 else None
            if event.kind == "select":
                mine = [payoffs[seat] for payoffs in got[event.node]]
                assert event.low == pytest.approx(sum(mine) / len(mine))
            assert (event.kind == "try") <= (event.node not in got)
        elif event.kind in ("playout", "estimate", "over"):
            assert sum(event.payoffs) == 12
            for node in path:
                got.setdefault(node, []).append(event.payoffs)
        elif event.kind == "backup":
            assert model.growth.after[step].visits == len(got[event.node])
            assert event.payoffs == got[event.node][-1]
    tree = TraceTree(report.trace)
    for node in tree.walk():
        assert isinstance(node, GrownNode)
        assert node.value == tuple(sum(each) / len(each) for each in zip(*got[node.number]))
        assert node.sure == ""
    told = {node.action: (node.numbers.visits, node.value) for node in tree.roots[0].children}
    assert {line.action: (line.visits, line.score.payoffs) for line in report.lines} == told
    assert tree.roots[0].best.action == report.action
    assert report.grown.visits == sum(visits for visits, _ in told.values()) == 120


@pytest.mark.long
def test_both_worlds_make_the_same_simulations() -> None:
    game = Thrown(3)
    asked: Any = {"state": game.root(5, 4), "algorithm": "mcts", "nodes": 300, "trace": 5000, "seed": 7}
    compiled, interpreted = (search(game, engine=world, **asked) for world in ("compiled", "interpreted"))
    assert compiled.trace is not None
    assert compiled.trace.events == interpreted.trace.events
    assert compiled.lines == interpreted.lines


def test_simulations_of_three_are_drawn_and_ties_are_told() -> None:
    report = search(Siege(stones=(1, 1, 2)), algorithm="mcts", nodes=40, engine="interpreted", trace=True)
    tree = TraceTree(report.trace)
    lines = [line.text for line in drawing(tree, opened(tree, None, best_line(tree)))]
    assert re.match(r"▲ A 40 visits, mean A [\d.]+, B [\d.]+, C [\d.]+$", lines[0])
    assert "none is proved" in legend(tree.model)
    assert not any("=" in line for line in lines)
    assert "×40" in DRAWINGS["svg"](tree)
    assert any("drawn at random" in line for line in report.trace.sentences())
    assert "tried equally often" in search(NimMany((2, 2)), algorithm="mcts", nodes=4, seed=0).caution


def test_siege_is_siege() -> None:
    game = Siege()
    assert [game.name(game.initial(), action) for action in game.actions(game.initial())] == ["xB", "xC"]


def test_pictures_have_a_shape_for_each() -> None:
    tree = TraceTree(traced("maxn"))
    drawings = {form: draw(tree) for form, draw in DRAWINGS.items()}
    assert all(f"data-shape='{shape}'" in drawings["svg"] for shape in ("max", "min", "third", "leaf"))
    assert "3, 5, 4" in drawings["svg"]
    assert "third" in drawings["tikz"]
    assert "shape=diamond" in drawings["dot"]
