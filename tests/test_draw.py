"""Boards and trees as files: well formed, complete, and safe to look at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from zermelo import Tree, search
from zermelo.games import BUILT_IN, MNK
from zermelo.interfaces.draw import board_svg, report_html, tree_dot, tree_svg, tree_tikz
from zermelo.interfaces.trace_tree import TraceTree

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def tree_of(game: object, **asked: object) -> TraceTree:
    report = search(game, trace=True, engine="interpreted", **asked)
    assert report.trace is not None
    return TraceTree.after(report.trace)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_board_is_a_picture(name: str) -> None:
    game = BUILT_IN[name]()
    state = game.initial()
    for _ in range(4):
        root = ElementTree.fromstring(board_svg(game, state))
        assert root.tag.endswith("svg")
        state = game.result(state, next(iter(game.actions(state))))


def test_a_game_without_a_board_is_its_text() -> None:
    class Plain(MNK):
        board = None  # type: ignore[assignment]

    picture = board_svg(Plain(), Plain().initial())
    assert picture.count("<text") == 4
    ElementTree.fromstring(picture)


def test_a_tree_shows_what_was_cut_off() -> None:
    picture = tree_svg(tree_of(TREE))
    ElementTree.fromstring(picture)
    assert picture.count("stroke-dasharray") == 1
    assert "2 cut off" in picture


def test_a_large_tree_is_folded() -> None:
    tree = tree_of(MNK(), depth=4)
    picture = tree_svg(tree, 100)
    ElementTree.fromstring(picture)
    assert picture.count("<path") + picture.count("<rect") < 150
    assert "+ " in picture


def test_names_are_escaped() -> None:
    tree = tree_of(Tree({"children": {"<script>": 1, '"]; evil': 2, "a_b$#": [3, 4]}}))
    ElementTree.fromstring(tree_svg(tree))
    assert "<script>" not in tree_svg(tree)
    assert r"a\_b\$\#" in tree_tikz(tree)
    assert r"\"]; evil" in tree_dot(tree)


def test_forest_and_dot_are_balanced() -> None:
    tree = tree_of(TREE)
    body = tree_tikz(tree).split(r"\begin{forest}")[1]
    plain = body.replace("{[}", "").replace("{]}", "")
    assert plain.count("[") == plain.count("]") == 12
    assert body.count("cut,") == 1
    drawn = tree_dot(tree)
    assert drawn.count("->") == 11
    assert drawn.count("dashed") == 1


def test_notebooks_show_reports_and_traces() -> None:
    report = search(TREE, trace=True)
    assert report.trace is not None
    assert report.trace._repr_svg_().startswith("<svg")
    assert "3 for MAX" in report._repr_html_()
    assert "<svg" in report_html(report)
    assert "<svg" not in search(TREE)._repr_html_()


@pytest.mark.parametrize("end", ["svg", "tex", "dot", "json", "html"])
def test_the_command_line_exports(tmp_path: Path, end: str) -> None:
    said = zermelo("export", "[[3,12,8],[2,4,6]]", str(tmp_path / f"tree.{end}"))
    assert said.returncode == 0, said.stderr
    assert (tmp_path / f"tree.{end}").stat().st_size > 100


def test_the_command_line_says_what_it_cannot_do(tmp_path: Path) -> None:
    for asked in (
        ("export", "nim", str(tmp_path / "x.exe")),
        ("export", "nim", str(tmp_path / "x.dot"), "--board"),
        ("serve", "no_such_game"),
        ("serve", "--host", "0.0.0.0"),
        ("serve", "--port", "99999"),
        ("serve", "--token", "short"),
    ):
        said = zermelo(*asked)
        assert said.returncode == 2, asked
        assert said.stderr.startswith("zermelo: ")
        assert said.stderr.count("\n") == 1


def zermelo(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zermelo.interfaces.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)
