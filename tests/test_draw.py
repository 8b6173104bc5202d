"""Boards and trees as files: well formed, complete, and safe to look at."""

from __future__ import annotations

import math
import re
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import commanding
import pytest
from dot import Graph, read_dot

import zermelo as zermelo_package
from zermelo import Tree, ZermeloError, search, solve
from zermelo.games import BUILT_IN, MNK, Nim, PongHauKi, TicTacToe
from zermelo.interfaces.pictures.boards import FIRST, INK, SECOND, draw
from zermelo.interfaces.pictures.draw import DRAWINGS, report_html, tree_dot, tree_svg, tree_tikz
from zermelo.interfaces.pictures.exports import BOARD_FORMS, LARGEST, form_of, png
from zermelo.interfaces.pictures.tikz import PREAMBLE, tree_input
from zermelo.tracing.model import steps_from
from zermelo.tracing.tree import TraceTree

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def tree_of(game: object, **asked: object) -> TraceTree:
    report = search(game, trace=True, engine="interpreted", **asked)
    assert report.trace is not None
    return TraceTree(report.trace)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_board_is_a_picture(name: str) -> None:
    game = BUILT_IN[name]()
    state = game.initial()
    for _ in range(4):
        root = ElementTree.fromstring(draw(game, state).svg)
        assert root.tag.endswith("svg")
        state = game.result(state, steps_from(game, state)[0])


def test_a_game_without_a_board_is_its_text() -> None:
    class Plain(MNK):
        board = None  # type: ignore[assignment]

    picture = draw(Plain(), Plain().initial()).svg
    assert picture.count("<text") == 4
    ElementTree.fromstring(picture)


def test_edges_of_chance_nodes_carry_their_probabilities() -> None:
    """In every form, Star1's too, whose cut-offs leave outcomes out."""
    tree = tree_of(Tree.parse("[1/36: 3, 35/36: 8]"), algorithm="expectiminimax")
    for form in (tree_svg, tree_tikz, tree_dot):
        assert "(1/36)" in form(tree)
        assert "(35/36)" in form(tree)
    assert "0 (0.25)" in tree_svg(tree_of(Tree.parse("[4, (0.25: 3, 0.75: 8)]"), algorithm="star1"))


def test_a_tree_shows_what_was_cut_off() -> None:
    """A typed tree with every leaf in its place; of a position, how many moves were left out."""
    picture = tree_svg(tree_of(TREE))
    ElementTree.fromstring(picture)
    assert picture.count("data-status='struck'") == 2
    assert picture.count("text-decoration='line-through'") == 2
    assert "cut off" not in picture
    assert "cut off" in tree_svg(tree_of(MNK(), depth=2))


def test_a_large_tree_is_folded() -> None:
    tree = tree_of(MNK(), depth=4)
    picture = tree_svg(tree, 100)
    ElementTree.fromstring(picture)
    assert picture.count("<path") + picture.count("<rect") < 150
    assert "+ " in picture


LONG = {
    "castle kingside": {"children": {"takes the bishop": 3, "takes the knight": 12}},
    "castle queenside": {"children": {"retreats at once": 2, "waits a little": 4}},
}
NAME = "{http://www.w3.org/2000/svg}"


def test_long_names_are_shortened_to_what_fits() -> None:
    root = ElementTree.fromstring(tree_svg(tree_of(Tree({"children": LONG}), algorithm="minimax")))
    names = [text for text in root.iter(f"{NAME}text") if text.attrib["font-size"] == "11"]
    rows: dict[str, list[tuple[float, float]]] = {}
    for name in names:
        rows.setdefault(name.attrib["y"], []).append((float(name.attrib["x"]), 6 * len(name.text or "")))
    for row in rows.values():
        for (left, width), (right, other) in pairwise(sorted(row)):
            assert left + width / 2 <= right - other / 2
    shortened = [group for group in root.iter(f"{NAME}g") if group.find(f"{NAME}title") is not None]
    assert {group.findtext(f"{NAME}title") for group in shortened} >= {"takes the bishop", "retreats at once"}
    assert all((group.findtext(f"{NAME}text") or "").endswith("…") for group in shortened)


def test_a_drawing_says_a_win_as_the_page_does() -> None:
    game = TicTacToe()
    tree = tree_of(game, state=game.parse("XO.XO...."), depth=3)
    assert "#" in tree_svg(tree)
    assert "plies" not in tree_svg(tree)


def test_names_are_escaped() -> None:
    tree = tree_of(Tree({"children": {"<script>": 1, '"]; evil': 2, "a_b$#": [3, 4]}}))
    ElementTree.fromstring(tree_svg(tree))
    assert "<script>" not in tree_svg(tree)
    assert r"a\_b\$\#" in tree_tikz(tree)
    assert "{$|$}" in draw(Nim(heaps=(1,))).tikz  # a bar, which the fonts of LaTeX have as a dash
    assert r"\"]; evil" in tree_dot(tree)


def test_forest_and_dot_are_balanced() -> None:
    tree = tree_of(TREE)
    body = tree_tikz(tree).split(r"\begin{forest}")[1]
    plain = body.replace("{[}", "").replace("{]}", "").replace("[0pt]", "")
    assert plain.count("[") == plain.count("]") == 13
    assert body.count("struck,") == 2
    drawn = tree_dot(tree)
    assert drawn.count("->") == 12
    assert drawn.count("dashed") == 4  # two leaves and the edges to them


def test_triangles_for_latex_are_of_one_size_and_can_be_put_into_slides() -> None:
    text = tree_input(tree_of(TREE))
    assert text.count(r"[{\makebox[0pt]{") == 4  # whatever stands in a triangle has no width
    assert "documentclass" not in text
    assert text.removeprefix(PREAMBLE) in tree_tikz(tree_of(TREE))
    assert "documentclass" not in draw(MNK()).input
    assert draw(MNK()).input in draw(MNK()).tikz


def test_notebooks_show_reports_and_traces() -> None:
    report = search(TREE, trace=True)
    assert report.trace is not None
    assert report.trace._repr_svg_().startswith("<svg")
    assert "3 for MAX" in report._repr_html_()
    assert "<svg" in report_html(report)
    assert "<svg" not in search(TREE)._repr_html_()


def test_a_report_shows_its_board_its_lines_and_every_value() -> None:
    game = MNK()
    state = game.result(game.initial(), 4)
    page = ElementTree.fromstring(f"<div>{report_html(search(game, state, depth=3, values=True))}</div>")
    (board,) = page.iter("{http://www.w3.org/2000/svg}svg")
    assert board.find("{http://www.w3.org/2000/svg}title").text == "MNK"  # type: ignore[union-attr]
    captions = [caption.text or "" for caption in page.iter("caption")]
    assert captions[0].startswith("depth 3, ")
    assert len(list(page.iter("td"))) >= 8 * 2
    solution = solve(TicTacToe(), TicTacToe().parse("XO.X....."))
    assert "wins" in solution._repr_html_()
    assert "<svg" in solution._repr_html_()


def test_a_tree_that_nobody_has_searched() -> None:
    tree = Tree({"turn": "chance", "children": {"heads": [1, 2], "tails": 7}})
    picture = tree._repr_svg_()
    ElementTree.fromstring(picture)
    assert "heads (0.5)" in picture
    assert picture.count("<circle") == 1
    large = Tree.random(5, 6)._repr_svg_()
    assert large.count("<text") < 2000
    assert "+ 5" in large


def test_positions_draw_themselves() -> None:
    assert zermelo_package.draw(TicTacToe())._repr_svg_().startswith("<svg")
    assert isinstance(zermelo_package.draw(TicTacToe()), zermelo_package.Picture)


NOTEBOOK = """
import zermelo
from zermelo.games import TicTacToe
zermelo.draw(TicTacToe(), TicTacToe().parse("XO.X....."))
---
zermelo.search(TicTacToe(), depth=2)
---
zermelo.Tree([[3, 12], [2, 4]])
---
zermelo.search([[3, 12], [2, 4]], trace=True).trace
"""


@pytest.mark.long
def test_a_real_notebook_draws() -> None:
    nbformat = pytest.importorskip("nbformat", reason="notebooks are not installed")
    nbclient = pytest.importorskip("nbclient", reason="notebooks are not installed")
    pytest.importorskip("ipykernel", reason="notebooks are not installed")
    cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in NOTEBOOK.split("---")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [set(cell.outputs[-1]["data"]) for cell in notebook.cells]
    assert ["image/svg+xml" in kinds or "text/html" in kinds for kinds in shown] == [True] * 4


STARTS = {"svg": b"<svg", "tex": b"\\documentclass", "dot": b"digraph", "json": b"{", "html": b"<!doctype"}


@pytest.mark.parametrize("end", STARTS)
def test_the_command_line_exports(tmp_path: Path, end: str) -> None:
    one, two = str(tmp_path / f"one.{end}"), str(tmp_path / f"two.{end}")
    for words in (("export", one), ("trace", "--export", two)):
        said = zermelo(words[0], "[[3,12,8],[2,4,6]]", *words[1:])
        assert (said.returncode, said.stderr) == (0, ""), words
        assert said.stdout == f"{words[-1]} written\n"
        assert Path(words[-1]).read_bytes().lower().startswith(STARTS[end])


class Undrawn(Nim):
    def board(self, state: Any) -> Any:
        return ["|"]


def test_what_is_worth_seeing_without_a_board_that_cannot_be_drawn() -> None:
    pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")
    from zermelo.interfaces.web.export import replay
    from zermelo.interfaces.web.traces import Traced

    report = search(Undrawn((1, 2)), trace=True)
    assert "nodes in" in report._repr_html_()
    assert set(replay(Traced(report))["boards"]["boards"]) == {None}
    with pytest.raises(ZermeloError, match=r"Undrawn.board\(\) returns \['\|'\]"):
        draw(Undrawn((1, 2)))


@dataclass(frozen=True)
class Short:
    number: int
    cells: str = field(repr=False)


class Shown(Nim):
    def board(self, state: Any) -> Any:
        return {"kind": "grid", "width": 2, "height": 1, "cells": state.cells}


def test_positions_that_look_alike_have_boards_of_their_own() -> None:
    pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")
    from zermelo.interfaces.web import carried

    carried_boards = carried.boards(Shown(), [Short(1, "X."), Short(1, ".X"), Short(1, "X.")])
    assert carried_boards is not None
    assert (carried_boards["nodes"], carried_boards["boards"]) == ([0, 1, 0], [[0, "X."], [0, ".X"]])


def test_a_page_carries_the_boards_of_a_trace_or_says_that_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")
    from zermelo.interfaces.web import carried
    from zermelo.interfaces.web.export import replay
    from zermelo.interfaces.web.traces import Traced

    traced = Traced(search(Nim((1, 2)), algorithm="minimax", trace=True))
    told = replay(traced)
    boards = told["boards"]
    assert len(boards["nodes"]) == len(told["trace"]["nodes"]["parent"])
    assert len(boards["boards"]) == len(set(boards["nodes"])) < len(boards["nodes"])
    assert boards["boards"][boards["nodes"][0]] == [0, "|.||"]
    assert boards["frames"] == [
        {"kind": "grid", "width": 2, "height": 2, "lines": [], "sides": [], "stars": []}
    ]
    monkeypatch.setattr(carried, "MOST_BOARDS", 3)
    assert replay(traced)["boards"] == {"leftOut": len(boards["boards"])}
    assert replay(Traced(search(TREE, trace=True)))["boards"] is None


def test_png_of_trees_and_boards(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="PNG needs its extra: pip install 'zermelo[png]'")
    tree, board = tmp_path / "tree.png", tmp_path / "board.png"
    assert zermelo("trace", "[[3,12,8],[2,4,6]]", "--export", str(tree)).returncode == 0
    assert zermelo("export", "ponghauki", str(board), "--board").returncode == 0
    for file in (tree, board):
        data = file.read_bytes()
        assert data.startswith(b"\x89PNG")
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        assert 200 < width < 2000
        assert 200 < height < 2000


def test_a_large_tree_is_a_png_of_bounded_size() -> None:
    pytest.importorskip("resvg_py", reason="PNG needs its extra: pip install 'zermelo[png]'")
    data = png(tree_svg(tree_of(MNK(), depth=3), 600))
    assert int.from_bytes(data[16:20], "big") <= LARGEST + 1


def test_png_without_its_extra_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("zermelo.interfaces.pictures.exports.find_spec", lambda name: None)
    with pytest.raises(ZermeloError, match=r"pip install 'zermelo\[png\]'"):
        form_of(str(tmp_path / "x.png"), BOARD_FORMS, "a board")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ZermeloError, match=r"pip install 'zermelo\[png\]'"):
        png("<svg/>")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_for_latex(name: str) -> None:
    game = BUILT_IN[name]()
    text = draw(game, game.initial()).tikz
    assert text.startswith(r"\documentclass")
    assert text.count("{") == text.count("}")
    assert all(row.endswith(";") for row in text.splitlines() if row.startswith("  "))


# -- boards for Graphviz -----------------------------------------------------------------------------


def declared(**board: object) -> Graph:
    """The graph of a game that declares this board."""

    class Declared(TicTacToe):
        def board(self, state: object) -> dict[str, object]:
            return board

    text = draw(Declared()).dot
    rendered(text)
    return read_dot(text)


def rendered(text: str) -> None:
    """Graphviz itself draws it, where it is installed."""
    if neato := shutil.which("neato"):
        subprocess.run([neato, "-n", "-Tsvg"], input=text, capture_output=True, text=True, check=True)


def place(looks: dict[str, str]) -> tuple[float, float]:
    found = re.fullmatch(r"(-?[\d.]+),(-?[\d.]+)!", looks["pos"])
    assert found
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_for_graphviz(name: str) -> None:
    game = BUILT_IN[name]()
    state = game.result(game.initial(), steps_from(game, game.initial())[0])
    text = draw(game, state).dot
    rendered(text)
    graph, board = read_dot(text), game.board(state)
    cells = [cell for cell, mark in enumerate(board["cells"]) if mark != ""]
    assert list(graph.nodes) == [f"c{cell}" for cell in cells]
    assert len({looks["pos"] for looks in graph.nodes.values()}) == len(cells)
    rows = {cell // board["width"]: place(graph.nodes[f"c{cell}"])[1] for cell in cells}
    assert sorted(rows, key=lambda row: -rows[row]) == sorted(rows)  # the first row is on top
    if board["kind"] != "edges":
        shown = [graph.nodes[f"c{cell}"]["label"] for cell in cells]
        assert shown == [board["cells"][cell].replace(".", "") for cell in cells]
    assert all({"shape", "label", "pos"} <= set(looks) for looks in graph.nodes.values())


def test_stones_have_the_colours_of_their_players() -> None:
    for kind, shape in (("grid", "square"), ("columns", "square"), ("hex", "hexagon"), ("points", "circle")):
        nodes = declared(kind=kind, width=3, height=1, cells="XO.").nodes
        assert [looks["fontcolor"] for looks in nodes.values()] == [FIRST, SECOND, INK]
        assert {looks["shape"] for looks in nodes.values()} == {shape}


def test_hexagons_touch() -> None:
    nodes = declared(kind="hex", width=2, height=2, cells="....").nodes
    across, below = (place(nodes[name]) for name in ("c1", "c2"))
    first, size = place(nodes["c0"]), float(nodes["c0"]["width"]) * 72
    assert math.dist(first, across) == pytest.approx(size, abs=0.1)
    assert math.dist(first, below) == pytest.approx(size, abs=0.1)
    assert float(nodes["c0"]["height"]) == pytest.approx(size / 72 * 2 / math.sqrt(3), abs=0.001)


def test_lines_between_points_are_edges() -> None:
    graph = read_dot(draw(PongHauKi()).dot)
    found = [(int(one[1:]), int(other[1:])) for one, other, _ in graph.edges]
    assert found == PongHauKi().board(PongHauKi().initial())["lines"]
    bent = declared(kind="points", width=3, height=1, cells=["X", "", "."], lines=[(0, 1), (1, 2)])
    assert bent.nodes["c1"]["style"] == "invis"
    assert place(bent.nodes["c1"])[0] < place(bent.nodes["c2"])[0]


def test_marks_cannot_leave_their_label() -> None:
    mark = '"]; evil [label="\\'
    assert declared(kind="grid", width=1, height=1, cells=[mark]).nodes["c0"]["label"] == mark


def test_a_long_board_is_in_place() -> None:
    looks = declared(kind="grid", width=400, height=1, cells="." * 400).nodes["c399"]
    assert place(looks)[0] == 399 * 44 + 23
    game = Nim((400,))
    assert "e+" not in draw(game).tikz
    assert f"{400 * 44 + 1},1" in draw(game).svg


def test_a_text_for_graphviz() -> None:
    class Plain(MNK):
        board = None  # type: ignore[assignment]

    (looks,) = read_dot(draw(Plain()).dot).nodes.values()
    assert looks["label"] == Plain().show(Plain().initial()).replace("\n", r"\l") + r"\l"


def test_trees_and_boards_are_written_in_the_same_forms(tmp_path: Path) -> None:
    assert all(hasattr(draw(MNK()), form) for form in DRAWINGS)
    assert set(BOARD_FORMS.values()) == {*DRAWINGS, "png"}
    read_dot(tree_dot(tree_of(TREE)))
    for end in ("dot", "gv"):
        file = tmp_path / f"board.{end}"
        assert zermelo("export", "ponghauki", str(file), "--board").returncode == 0
        assert file.read_text(encoding="utf-8") == draw(PongHauKi()).dot


def test_a_disk_that_is_full_leaves_the_old_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    file.write_text("old", encoding="utf-8")
    said = zermelo("trace", "[[3,12,8],[2,4,6]]", "--export", str(file), most_bytes=1000)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"zermelo: {file} could not be written: File too large\n"
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_command_line_says_what_it_cannot_do(tmp_path: Path) -> None:
    for asked in (
        ("export", "nim", str(tmp_path / "x.exe")),
        ("export", "nim", str(tmp_path / "x.json"), "--board"),
        ("export", "nim", str(tmp_path)),
        ("trace", "nim", "--export", str(tmp_path / "tree")),
        ("trace", "nim", "--export", str(tmp_path / "no" / "folder" / "x.svg")),
        ("trace", "nim", "--export", "/dev/null/x.svg"),
        ("serve", "no_such_game"),
        ("serve", "--host", "0.0.0.0"),
        ("serve", "--port", "99999"),
        ("serve", "--token", "short"),
    ):
        said = zermelo(*asked)
        assert said.returncode == 2, asked
        assert said.stderr.startswith("zermelo: ")
        assert said.stderr.count("\n") == 1


def zermelo(*words: str, most_bytes: int | None = None) -> subprocess.CompletedProcess[str]:
    """A command; with `most_bytes` as if the disk were full after so many."""
    if most_bytes is None:
        return commanding.zermelo(*words)

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    command = [sys.executable, "-B", "-m", "zermelo", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, preexec_fn=limited)
