"""`zermelo study`, its plots and its report."""

from __future__ import annotations

import csv
import json
import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commanding import printed, zermelo

from zermelo.interfaces.pictures.marks import Area, Dot, Label, Line, Sheet
from zermelo.interfaces.pictures.pdf import pdf, text_width
from zermelo.interfaces.pictures.plots import Scale, drawn
from zermelo.interfaces.pictures.study_files import report_html, sheet_as
from zermelo.interfaces.terminal.study_drawings import in_letters
from zermelo.studies.experiments import EXPERIMENTS
from zermelo.studies.findings import Bars, Claim, Curve, Finding, Plot, Study
from zermelo.studies.phrases import Phrase
from zermelo.tracing.phrases import LANGUAGES

CURVES = (
    Curve(Phrase("way minimax"), ((1, 5.0), (2, 21.0), (3, 85.0))),
    Curve(Phrase("way best"), ((1, 5.0), (2, 12.0)), errors=(1.0, 2.0)),
    Curve(Phrase("knuth moore"), ((1, 5.0), (2, 12.0), (3, 31.0)), theory=True),
)
PLOT = Plot("nodes", Phrase("growth title"), Phrase("depth"), Phrase("nodes"), CURVES)
BARS = Bars(
    "cost", Phrase("utility title"), ("√x", "x³"), ((Phrase("way minimax"), (0.0, 2.5)),), ((0.0, 1.0),)
)
FOUND = Finding(
    "growth",
    "",
    ({"depth": 1, "nodes": 5},),
    (PLOT, BARS),
    (Claim(Phrase("same values"), False),),
    (),
    "X O <",
)


# -- pictures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawing", [PLOT, BARS], ids=["plot", "bars"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawing_is_svg_png_and_pdf(drawing: Plot | Bars, language: str) -> None:
    picture = str(sheet_as(drawing, "svg", language))
    root = ElementTree.fromstring(picture)
    assert drawing.title.in_(language) in picture
    assert {part.tag.rpartition("}")[2] for part in root} >= {"title", "rect", "text", "polyline", "polygon"}
    assert bytes(sheet_as(drawing, "png", language)).startswith(b"\x89PNG")  # type: ignore[arg-type]
    assert bytes(sheet_as(drawing, "pdf", language)).startswith(b"%PDF-1.4")  # type: ignore[arg-type]


def test_the_theory_is_broken_lines_and_measurements_have_dots() -> None:
    marks = drawn(PLOT).marks
    assert [
        mark.points[0] for mark in marks if isinstance(mark, Line) and mark.dash
    ].__len__() == 2  # one in the legend
    assert sum(isinstance(mark, Dot) for mark in marks) == 3 + 1
    assert sum(isinstance(mark, Area) for mark in marks) == 2 + 1
    assert {mark.said for mark in marks if isinstance(mark, Label)} >= {
        "minimax",
        "theory: Knuth and Moore's minimum",
    }


def test_nothing_lies_outside_its_sheet() -> None:
    for sheet in (drawn(PLOT), drawn(BARS)):
        for mark in sheet.marks:
            if isinstance(mark, Label):
                share = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
                left = mark.place[0] - share * text_width(mark.said, mark.size)
                assert 0 <= left <= left + text_width(mark.said, mark.size) <= sheet.width
            elif isinstance(mark, Line):
                assert all(0 <= x <= sheet.width and 0 <= y <= sheet.height for x, y in mark.points)


def test_the_table_of_a_pdf_says_where_its_objects_begin() -> None:
    sheet = Sheet(
        100, 50, (Label((50, 20), "√b ≤ ξ, é", anchor="middle"), Dot((1, 1), 2), Line(((0, 0), (9, 9)))), "ξ"
    )
    found = pdf(sheet)
    begun = int(re.findall(rb"startxref\n(\d+)", found)[0])
    assert found[begun:].startswith(b"xref\n")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", found), 1):
        assert found[int(place) :].startswith(b"%d 0 obj" % number)
    packed = found.partition(b"stream\n")[2].partition(b"\nendstream")[0]
    assert b"/S 12 Tf <d6> Tj /F 12 Tf <6220> Tj" in zlib.decompress(packed)


def test_scales_have_round_numbers() -> None:
    assert Scale.of([5, 900], 0, 100, True).marks == [1, 10, 100, 1000]
    assert Scale.of([5, 900], 0, 100, True).at(10) == pytest.approx(100 / 3)
    assert Scale.of([1.0, 1.9], 0, 100, False).marks[0] == 1.0
    assert Scale.of([3, 5], 0, 10, False, whole=True).at(4) == 5


def test_drawings_in_letters() -> None:
    plot = list(in_letters(PLOT))
    assert plot[0] == "  Alpha-beta, leaves in random order: growth per ply"
    assert "abc" in plot[-5]
    assert list(in_letters(BARS))[-1].split() == ["x³", "2.5"]


def test_a_report_is_one_page_with_everything() -> None:
    page = report_html(Study((FOUND,), 7, 1.0))
    assert page.count("<svg") == 2
    assert "seed 7" in page
    assert "X O &lt;" in page
    assert "class='fails'" in page
    assert not re.search(r"(src|href)=.https?:", page)


# -- the command -------------------------------------------------------------------------------------


def test_without_a_name_the_experiments_are_listed() -> None:
    out = printed("study")
    assert all(f"{name} " in out for name in EXPERIMENTS)
    assert "queens" in out


def test_a_study_writes_its_files(tmp_path: Path) -> None:
    asked = ("study", "backtracking", "--brief", "--processes", "1")
    out = printed(*asked, "--export", "plot.pdf", "--save", "rows.csv", "--report", "all.html", cwd=tmp_path)
    assert "✓ Generate and test looks at n^n configurations." in out
    assert "plot.pdf written\nrows.csv written\nall.html written\n" in out
    rows = list(csv.DictReader((tmp_path / "rows.csv").open()))
    assert {row["solutions"] for row in rows if row["n"] == "6"} == {"4"}
    assert (tmp_path / "all.html").read_text().count("<svg") == 1
    data = json.loads(printed(*asked, "--json"))
    assert [claim["holds"] for claim in data["findings"][0]["claims"]] == [True, True]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("study chess", "there is no experiment, puzzle or game 'chess': choose from trees"),
        ("study love tictactoe", "there is no experiment 'love'"),
        ("study trees tictactoe", "trees chooses its own games"),
        ("study orders nowhere.py", "nowhere.py"),
        ("study trees --export a.gif", "a plot can be exported as .svg, .png, .pdf"),
        ("study trees --save a.txt", "a.txt must end in one of .csv, .json"),
        ("study trees --report a.pdf", "a report is a file that ends in .html"),
        ("study trees --processes 0", "processes"),
        ("study orders pig --brief --processes 1", "Pig"),
    ],
)
def test_mistakes(typed: str, said: str) -> None:
    done = zermelo(*typed.split())
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
