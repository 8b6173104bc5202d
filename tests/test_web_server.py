"""The server of the web app over real HTTP and WebSockets: answers, refusals, bounds, turns, the own file."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from budget import in_turn
from web_running import CONNECT, TREE, Running, running, settle

from zermelo.game import MIN
from zermelo.games import Nim
from zermelo.interfaces.pictures.boards import draw
from zermelo.interfaces.web import answers, ready
from zermelo.interfaces.web.assets import Assets
from zermelo.interfaces.web.looks import finite
from zermelo.interfaces.web.models import Position, Tracing
from zermelo.interfaces.web.rows import score_row
from zermelo.interfaces.web.traces import in_columns, wanted_of
from zermelo.kernel.run import ESTIMATES
from zermelo.running.asking import ask
from zermelo.score import Score, win_in
from zermelo.search import search
from zermelo.tracing.tree import TraceTree

__all__ = ["running"]  # a fixture


# -- answers -----------------------------------------------------------------------------------------


def test_the_games(running: Running) -> None:
    rows = running.page.get("/api/games").json()
    assert {"tictactoe", "connect4", "nim"} <= {row["id"] for row in rows}
    assert all(row["error"] is None and not row["own"] for row in rows)


@pytest.mark.parametrize(
    "game",
    in_turn(
        ["connect4", "nim", "kalah", "dots", "pig:target=10", "hex"],
        ["tictactoe", "mnk", "ponghauki", "race", "backgammon", "go"],
    ),
)
def test_a_game_is_played_to_its_end(running: Running, game: str) -> None:
    dice, moves = random.Random(game), []
    for _ in range(200):
        found = running.asked("/api/position", {"game": game, "moves": moves})
        assert found["history"] == moves
        assert found["position"] == {"game": game, "moves": moves, "at": ""}
        assert found["board"]["width"] * found["board"]["height"] == len(found["board"]["cells"])
        if found["terminal"]:
            assert found["result"]
            assert found["moves"] == []
            assert found["toMove"] is None
            break
        assert found["toMove"] in ((0, 1) if found["outcomes"] is None else (-1,))
        assert {name for name, _ in found["board"]["actions"]} <= {move["name"] for move in found["moves"]}
        moves = [*moves, dice.choice(found["outcomes"] or found["moves"])["name"]]
    else:
        raise AssertionError("no end")


def test_a_position_that_was_typed(running: Running) -> None:
    found = running.asked("/api/position", {"game": "nim", "at": "0 4 5 MIN", "moves": ["b4"]})
    assert found["player"] == "MAX"
    assert found["position"]["at"] == "0 4 5 MIN"
    assert "not a position" in running.refused("/api/position", {"game": "nim", "at": "what?"})


def test_equal_positions_have_equal_keys(running: Running) -> None:
    one = running.asked("/api/position", CONNECT)["key"]
    assert running.asked("/api/position", CONNECT)["key"] == one
    assert running.asked("/api/position", {**CONNECT, "moves": ["1"]})["key"] != one


def test_the_engine_replies(running: Running) -> None:
    two = {"game": "tictactoe", "moves": ["0", "4", "1", "8"]}
    for level in (1, 10):
        found = running.asked("/api/reply", {"position": two, "level": level, "seconds": 10})
        assert found["move"] == "2"
    assert found["score"]["winner"] == "MAX"
    assert "over" in running.refused(
        "/api/reply", {"position": {"game": "tictactoe", "moves": list("03142")}}
    )


def test_a_position_is_solved(running: Running) -> None:
    found = running.asked("/api/solve", {"position": {"game": "nim:heaps=(1,2,3)"}, "seconds": 10})
    assert found["solved"]
    assert found["score"]["winner"] == "MIN"
    assert set(found["values"]) == {"a1", "b1", "b2", "c1", "c2", "c3"}


def test_why_not_this_move(running: Running) -> None:
    asked = {"position": {"game": "tictactoe", "moves": ["0", "4", "8"]}, "move": "2", "seconds": 10.0}
    found = running.asked("/api/why", asked)
    assert found["line"][0] == "2"
    assert (found["score"]["winner"], found["score"]["plies"], found["score"]["exact"]) == ("MAX", 4, True)
    assert found["sentence"].startswith("After 2 MAX answers 6")
    assert found["best"]["score"]["text"] == "a draw"
    assert "legal" in running.refused("/api/why", {**asked, "move": "9"})


def seen(**scores: Score) -> dict[str, Any]:
    """What the page sends of the analysis that it shows."""
    best, score = map(score_row, (scores["best"], scores["score"]))
    return {"best": "4", "bestScore": best, "score": score, "line": ["2", "1", "9", "3"]}


@pytest.mark.parametrize(
    ("best", "score", "told"),
    [
        (
            win_in(9, MIN),
            win_in(8, MIN, exact=False),
            "After 2 MIN answers 1: MIN wins, within 8 plies. 4 is better: MIN wins in 9 plies.",
        ),
        (
            win_in(26, MIN),
            win_in(20, MIN),
            "After 2 MIN answers 1: MIN wins in 20 plies. 4 is better: MIN wins in 26 plies.",
        ),
        (
            Score(0, True, outcome=True),
            Score(-ESTIMATES, False, outcome=True),
            "After 2 MIN answers 1: MIN wins by repetition (estimated). By estimate, 4 is better: a draw.",
        ),
    ],
)
def test_why_not_says_what_the_analysis_on_the_screen_says(
    running: Running, monkeypatch: pytest.MonkeyPatch, best: Score, score: Score, told: str
) -> None:
    """Nothing is searched; moves of a line that cannot be made are left out."""
    monkeypatch.setattr(answers, "search", None)
    moves = ["3", "3", "3", "3", "2", "4", "1", "0", "5", "5"]
    asked = {"position": {"game": "connect4", "moves": moves}, "move": "2"}
    found = running.asked("/api/why", {**asked, "analysis": seen(best=best, score=score)})
    assert found["sentence"] == told
    assert found["line"] == ["2", "1"]
    assert found["score"] == score_row(score)
    assert found["best"] == {"move": "4", "score": score_row(best)}


def test_an_analysis_of_another_position_is_refused(running: Running) -> None:
    analysis = seen(best=win_in(3), score=win_in(3))
    asked = {"position": {"game": "tictactoe", "moves": ["4"]}, "move": "2", "analysis": analysis}
    assert "legal" in running.refused("/api/why", asked)


def test_a_trace_of_a_typed_tree(running: Running) -> None:
    found = running.asked("/api/trace", {"tree": TREE, "algorithm": "alphabeta"})
    kinds = [found["events"]["kinds"][kind] for kind in found["events"]["kind"]]
    assert (kinds.count("cut"), kinds.count("keep")) == (1, 4)
    assert kinds.count("leaf") == found["summary"]["leaves"] == 7
    assert found["nodes"]["pruned"]["5"] == ["1", "2"]
    assert found["nodes"]["parent"][0] == -1
    assert (
        len(set(map(len, (found["events"][name] for name in ("kind", "node", "alpha", "beta", "value")))))
        == 1
    )
    assert found["summary"]["value"] == 3
    assert not found["truncated"]


@pytest.mark.parametrize(
    "algorithm", ["minimax", "negamax", "alphabeta", "alphabeta_negamax", "deepening", "pvs"]
)
def test_every_algorithm_is_told_from_max(running: Running, algorithm: str) -> None:
    found = running.asked("/api/trace", {"tree": TREE, "algorithm": algorithm})
    assert found["summary"]["value"] == found["events"]["value"][-1] == 3


@pytest.mark.parametrize(
    ("game", "depth", "algorithm"),
    [
        ("connect4:width=4,height=4", 6, "alphabeta"),
        ("kalah:pits=3,seeds=2", 7, "pvs"),
        ("tictactoe", 4, "alphabeta_negamax"),
        ("ponghauki", 6, "pvs"),
    ],
)
def test_columns_tell_what_the_tree_tells(running: Running, game: str, depth: int, algorithm: str) -> None:
    asked = Tracing(position=Position(game=game), depth=depth, events=100_000, algorithm=algorithm)  # type: ignore[arg-type]
    report = running.server.traces.of(asked, running.server.shelf.place).report
    assert report.trace is not None
    found = in_columns(report)
    nodes, events = found["nodes"], found["events"]
    for index, event in enumerate(report.trace.events):
        node = TraceTree(report.trace, index + 1).current
        assert node is not None
        if event.kind == "enter":
            assert (nodes["action"][node.number], nodes["player"][node.number]) == (node.name, node.player)
            assert (events["alpha"][index], events["beta"][index]) == (finite(node.low), finite(node.high))
        elif event.kind == "cut":
            assert tuple(nodes["pruned"][str(node.number)]) == node.pruned
        elif event.kind != "keep":  # which is of what the node does not have
            assert events["value"][index] == finite(node.value)


def test_a_compiled_search_is_the_same_picture(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first search of a game others are compiled, and nobody sees it."""
    monkeypatch.setattr(ready, "MOST_COMPILED", 500)
    server, positions = running.server, [Position(game="tictactoe", moves=moves) for moves in ([], ["4"])]
    first, second = (Tracing(position=each, depth=6, algorithm="alphabeta_negamax") for each in positions)
    server.traces.of(first, server.shelf.place)
    placed = server.shelf.place(second.position)
    asked = ask(placed.game, placed.state, **wanted_of(second, placed.game))
    assert settle(lambda: server.turns.kernels.known(asked, compiled=True) is not None, 300)
    report = server.traces.of(second, server.shelf.place).report
    assert report.compiled
    plain = search(placed.game, placed.state, engine="interpreted", **wanted_of(second, placed.game))
    compiled, interpreted = in_columns(report), in_columns(plain)
    for found in (compiled, interpreted):
        del found["summary"]["seconds"]
    assert compiled == interpreted


def test_a_long_answer_is_packed(running: Running) -> None:
    asked = {"position": {"game": "tictactoe"}, "depth": 4, "events": 5000}
    packed = running.post("/api/trace", asked)
    plain = running.post("/api/trace", asked, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


def test_a_trace_of_a_position_and_its_sentences(running: Running) -> None:
    asked = {"position": CONNECT, "depth": 3, "events": 500, "order": "reversed", "prune_equal": False}
    found = running.asked("/api/trace", asked)
    told = running.asked("/api/trace/sentences", {**asked, "from": 0, "to": 400})
    steps = len(found["events"]["kind"])
    assert len(told) == min(400, steps)
    assert told[0][0].startswith("MIN to move")
    assert running.asked("/api/trace/sentences", {**asked, "from": 3, "to": 5}) == told[3:5]
    assert running.asked("/api/trace/sentences", {**asked, "from": 9, "to": 2}) == []


def test_a_long_trace_is_cut_short(running: Running) -> None:
    found = running.asked("/api/trace", {"position": CONNECT, "depth": 5, "events": 50})
    assert found["truncated"]
    assert len(found["events"]["kind"]) == 50
    assert found["summary"]["events"] > 50


def test_nobody_waits_for_what_a_trace_does_not_show(running: Running) -> None:
    """A search that would last for hours is stopped when as many events are written as are wanted."""
    asked = {"position": CONNECT, "depth": 30, "events": 600, "algorithm": "minimax", "until_full": True}
    found = running.asked("/api/trace", asked)
    assert found["truncated"]
    assert len(found["events"]["kind"]) == 600
    assert found["summary"]["nodes"] < 600
    assert len(running.asked("/api/trace/sentences", {**asked, "from": 500, "to": 600})) == 100


PLAIN = "backtracking, static, no inference"


def test_queens_step_by_step(running: Running) -> None:
    found = running.asked("/api/csp", {"puzzle": "queens", "n": 6, "strategy": PLAIN})
    assert [step["kind"] for step in found["steps"]].count("solution") == 4
    assert found["steps"][-1]["sentence"] == "There are 4 solutions."
    assert all(step["sentence"] for step in found["steps"])
    assert PLAIN in found["strategies"]
    assert "strategy" in running.refused("/api/csp", {"n": 6, "strategy": "luck"})


@pytest.mark.parametrize(
    ("form", "start"),
    [("svg", "<svg"), ("tikz", r"\documentclass"), ("dot", "digraph"), ("json", "{"), ("html", "<!doctype")],
)
def test_a_tree_is_exported(running: Running, form: str, start: str) -> None:
    answer = running.post("/api/export", {"what": "tree", "format": form, "tree": TREE})
    assert answer.status_code == 200
    assert answer.text.startswith(start)
    assert "attachment" in answer.headers["content-disposition"]


def test_what_replays_needs_no_server(running: Running) -> None:
    text = running.post("/api/export", {"what": "tree", "format": "html", "tree": TREE}).text
    assert 'id="zermelo-replay"' in text
    assert "MAX to move." in text
    assert "/static/" not in text.replace("data:", "")
    assert 'type="importmap"' in text


def test_a_board_is_exported(running: Running) -> None:
    answer = running.post("/api/export", {"what": "board", "format": "svg", "position": CONNECT})
    assert answer.text.startswith("<svg")
    asked = {"what": "board", "format": "dot", "position": {"game": "nim"}}
    assert running.post("/api/export", asked).text == draw(Nim()).dot
    assert "page" in running.refused("/api/export", {"what": "board", "format": "png", "position": CONNECT})


def test_the_page_and_its_files(running: Running) -> None:
    page = running.page.get("/")
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    again = running.page.get("/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    assert running.page.get("/api/openapi.json").json()["info"]["title"] == "Zermelo"


def test_a_browser_keeps_the_files_of_an_edition_and_asks_for_no_others(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="/static/app.js"></script>')
    (tmp_path / "app.js").write_text("1")
    assets = Assets(tmp_path)
    first = re.findall(r"/static/(\w{16}/app.js)", assets.page().body.decode())[0]
    assert assets.of_edition(first) == (assets.find("app.js"), True)
    assert assets.of_edition("app.js") == (assets.find("app.js"), False)
    (tmp_path / "app.js").write_text("22")
    os.utime(tmp_path / "app.js", (9, 9))
    changed, for_good = assets.of_edition(first)
    assert changed is not None
    assert (changed.body, for_good) == (b"22", False)
    assert first not in assets.page().body.decode()
    assert assets.of_edition(first)[1] is False
    assert assets.of_edition(f"{first[:17]}../index.html") == (None, False)
