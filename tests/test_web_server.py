"""The server of the web app over real HTTP and WebSockets: answers, refusals, bounds, turns, the own file."""

from __future__ import annotations

import json
import os
import random
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from budget import in_turn
from web_running import CONNECT, TOKEN, TREE, Running, running, send, sentence, settle
from websockets.exceptions import InvalidStatus

from zermelo import Tree
from zermelo.errors import RulesError, SearchError
from zermelo.game import MAX, MIN
from zermelo.games import Nim, Pig
from zermelo.interfaces.pictures.boards import draw
from zermelo.interfaces.web import answers, ready, serve, traces
from zermelo.interfaces.web.answers import VERDICTS, compared
from zermelo.interfaces.web.assets import Assets
from zermelo.interfaces.web.guard import LARGEST_BODY
from zermelo.interfaces.web.looks import finite
from zermelo.interfaces.web.models import Position, Tracing
from zermelo.interfaces.web.rows import score_row, win_chance
from zermelo.interfaces.web.shelf import Placed, after, described
from zermelo.interfaces.web.traces import in_columns, wanted_of
from zermelo.kernel.run import ESTIMATES
from zermelo.report import Report
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
            "After 2 MIN answers 1: MIN wins, within 8 plies. By estimate, 4 is better: MIN wins in 9 plies.",
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


PLAIN = "backtracking, static, no inference"


def test_queens_step_by_step(running: Running) -> None:
    found = running.asked("/api/csp", {"puzzle": "queens", "n": 6, "strategy": PLAIN})
    assert found["steps"][-1]["kind"] == "solution"
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


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        "chess", "", "mine", "../../etc/passwd", "/etc/passwd", "zermelo/games/nim.py",
        "[[1,2],[3,4]]", "x\ny",
        "nim:heaps=(9999999,)", "nim:heaps=(1,)*99", "nim:heaps=" + "(" * 150, "mnk:width=10**9",
        "mnk:width=1e9", "connect4:width=64,height=64", "connect4:**{}", "connect4:7,6",
        "kalah:seeds=10000000",
        "connect4:width=__import__('os').getpid()", "connect4:width='7'", "tictactoe:x=1",
        "connect4:width=7)#",
        "connect4:width=7.0,height=True", "nim:heaps={1:2}", "nim:heaps=" + "9" * 100, "\ud83d",
        "nim:heaps=()",
    ],
)  # fmt: skip
def test_games_that_are_none(running: Running, game: str) -> None:
    answer = running.page.post(
        "/api/position",
        content=json.dumps({"game": game, "moves": []}),
        headers={"content-type": "application/json"},
    )
    if answer.status_code != 200:
        assert 400 <= answer.status_code < 500
        assert "/work" not in sentence(answer)
    else:
        assert "True" in game  # a board of height one


@pytest.mark.parametrize(
    "data",
    [
        None, [], 7, "text", {}, {"game": 7}, {"game": "nim", "moves": "c4"}, {"game": "nim", "moves": [1]},
        {"game": "nim", "code": "import os"}, {"game": "nim", "moves": ["z9"]}, {"game": "nim",
        "moves": ["c4"] * 2},
        {"game": "nim", "moves": ["c1"] * 1001}, {"game": "nim", "moves": ["x" * 81]}, {"game": "n" * 201},
        {"game": "nim", "at": "9" * 4001}, {"game": "nim", "at": "999999999 1 1 MAX"}, {"game": "nim",
        "at": None},
    ],
)  # fmt: skip
def test_positions_that_are_none(running: Running, data: Any) -> None:
    assert running.refused("/api/position", data)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 5000, b"NaN", b'{"game": ' + b"9" * 5000 + b"}"]
)
def test_bodies_that_are_no_json(running: Running, body: bytes) -> None:
    answer = running.page.post("/api/position", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert sentence(answer)


def test_a_body_has_a_size_and_a_type(running: Running) -> None:
    long = {"game": "nim", "at": "x" * LARGEST_BODY}
    assert running.post("/api/position", long).status_code == 413

    def in_pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 2000

    more = {"content": in_pieces(), "headers": {"content-type": "application/json"}}
    assert running.page.post("/api/position", **more).status_code == 413
    assert running.page.post("/api/position", data={"game": "nim"}).status_code == 415


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/api/reply", {"level": 11}), ("/api/reply", {"level": True}), ("/api/reply", {"seconds": 1e9}),
        ("/api/solve", {"seconds": -1}), ("/api/solve", {"seconds": 11}), ("/api/trace", {"depth": 10**9}),
        ("/api/trace", {"events": 10**6}), ("/api/trace", {"algorithm": "null_window"}), ("/api/trace",
        {"tree": TREE}),
        ("/api/trace", {"order": "up"}), ("/api/export", {"what": "board", "format": "exe"}),
        ("/api/export", {"what": "board", "format": "json"}), ("/api/trace/sentences", {"from": -1}),
    ],
)  # fmt: skip
def test_questions_beyond_their_bounds(running: Running, path: str, more: dict[str, Any]) -> None:
    assert running.refused(path, {"position": {"game": "nim"}, **more})


@pytest.mark.parametrize(
    "tree", ["", "[", "import os", "[" * 9000, "[[1,2],[3", "9" * 30, "{}", "MAX\n  what?"]
)
def test_trees_that_are_none(running: Running, tree: str) -> None:
    answer = running.post("/api/trace", {"tree": tree})
    assert answer.status_code < 500
    if answer.status_code != 200:
        assert sentence(answer)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
        "/static/",
        "/static/....//app.py", "/static/%00", "/../../etc/passwd", "/static/..\\app.py", "/nothing", "/docs",
    ],
)  # fmt: skip
def test_no_file_of_the_machine_is_reached(running: Running, path: str) -> None:
    with socket.create_connection(("127.0.0.1", running.port)) as raw:
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nConnection: close\r\n\r\n"
        raw.sendall(request.encode())
        said = b""
        while piece := raw.recv(1 << 16):
            said += piece
    assert said.split(b" ")[1] in (b"400", b"404")
    assert b"import" not in said
    assert b"root:" not in said


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:1"},
        {"origin": ""},
        {"host": "evil.example"}, {"host": "evil.example:8000"}, {"host": "127.0.0.1.evil.example"},
        {"host": "127.0.0.1@evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "10.0.0.1"},
        {"host": "[::"},
    ],
)  # fmt: skip
def test_strangers_are_refused(running: Running, headers: dict[str, str]) -> None:
    answer = running.post("/api/position", {"game": "nim"}, headers=headers)
    assert answer.status_code in (400, 403)
    assert "content-security-policy" in answer.headers or answer.status_code == 400


def test_our_own_page_is_let_in(running: Running) -> None:
    for name in ("127.0.0.1", "localhost"):
        host = f"{name}:{running.port}"
        answer = running.post(
            "/api/position", {"game": "nim"}, headers={"host": host, "origin": f"http://{host}"}
        )
        assert answer.status_code == 200


def test_strangers_get_no_websocket(running: Running) -> None:
    for more in ({"origin": "http://evil.example"}, {"additional_headers": {"Host": "evil.example"}}):
        with pytest.raises(InvalidStatus) as refusal, running.tab(**more):
            pass
        assert refusal.value.response.status_code in (400, 403)
    with running.tab(origin=f"http://127.0.0.1:{running.port}") as tab:
        send(tab, type="ping")
        assert json.loads(tab.recv(timeout=300)) == {"type": "pong"}


def test_a_token_is_asked_for_everywhere() -> None:
    running = Running(token=TOKEN)
    try:
        for path in ("/", "/static/app.js", "/api/games", "/api/openapi.json"):
            assert running.page.get(path).status_code == 401
            assert running.page.get(path, headers={"authorization": "Bearer wrong"}).status_code == 401
            assert running.page.get(path, headers={"cookie": "zermelo_token=wrong"}).status_code == 401
        assert running.page.get("/api/games", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
        with pytest.raises(InvalidStatus), running.tab():
            pass
        with running.tab(additional_headers={"Authorization": f"Bearer {TOKEN}"}) as tab:
            send(tab, type="ping")
            assert json.loads(tab.recv(timeout=300)) == {"type": "pong"}
        assert running.page.get(f"/?token={TOKEN}", follow_redirects=True).status_code == 200
        assert running.page.get("/api/games").status_code == 200  # by the cookie
    finally:
        running.close()


def test_binding_beyond_this_machine_needs_a_token() -> None:
    for host, token in (
        ("0.0.0.0", ""),
        ("192.168.1.2", ""),
        ("0.0.0.0", "short"),
        ("0.0.0.0", "a b c d e f g h"),
    ):
        with pytest.raises(SearchError, match="token"):
            serve.check_address(host, 8000, token)
    serve.check_address("0.0.0.0", 8000, TOKEN)
    serve.check_address("127.0.0.1", 0, "")


def test_windows_of_negamax_are_those_of_alpha_beta() -> None:
    """Everything is told from MAX's point of view, leaves at odd and even depths too."""
    tree = [[[5, 3], 4, [2, [6, 1]]], [[-2, 1], [7]], 3]
    found = [
        in_columns(search(tree, algorithm=algorithm, trace=True))
        for algorithm in ("alphabeta", "alphabeta_negamax")
    ]
    assert found[0]["events"] == found[1]["events"]


def test_why_not_says_who_goes_on(running: Running) -> None:
    """In Kalah the last seed in the store gives another turn."""
    asked = {"position": {"game": "kalah"}, "seconds": 0.5}
    for move, told in (("3", "After 3 MAX goes on with "), ("1", "After 1 MIN answers ")):
        assert running.asked("/api/why", {**asked, "move": move})["sentence"].startswith(told)
    assert running.asked("/api/position", {"game": "kalah", "moves": ["3", "6"]})["movers"] == [0, 0]


def test_a_trace_that_ran_out_of_time_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """But its sentences are of the trace that is shown."""
    report = search(json.loads(TREE), algorithm="alphabeta", trace=True)
    reports = iter([replace(report, finished=False), report])
    monkeypatch.setattr(traces, "finished", lambda *_: next(reports))
    kept, question = traces.Traces(None, None), Tracing(tree=TREE)  # type: ignore[arg-type]
    short = kept.of(question, Position, whole=True)  # type: ignore[arg-type]
    assert kept.of(question, Position) is short  # type: ignore[arg-type]
    full = kept.of(question, Position, whole=True)  # type: ignore[arg-type]
    assert full.report.finished
    assert kept.of(question, Position, whole=True) is full  # type: ignore[arg-type]


@pytest.mark.parametrize(("depth", "advice"), [(None, "give a depth"), (7, "choose a lower depth")])
def test_the_advice_where_a_trace_is_too_large(
    monkeypatch: pytest.MonkeyPatch, depth: int | None, advice: str
) -> None:
    tree = json.loads(TREE)
    monkeypatch.setattr(traces, "quickest", lambda *_: replace(search(tree), trace=None))
    with pytest.raises(SearchError, match=f"too large to trace in 6 seconds: {advice}"):
        traces.finished(tree, ask(tree, depth=depth), None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ({"cells": ["X", "."]}, "has 2 cells for width None and height None: give one mark for each cell"),
        ({"width": 2, "height": 2, "cells": "X."}, "has 2 cells for width 2 and height 2"),
        ({"width": 2, "height": 1, "cells": "X.", "actions": [(1, [2])]}, "puts 1 on cells [2]: they are"),
        ({"width": 2, "height": 1, "cells": "X.", "actions": [(1, [-1])]}, "puts 1 on cells [-1]: they are"),
        (
            {"width": 2, "height": 1, "cells": [1, 0]},
            "marks cell 0 with 1, which is not a string: write 'X' for",
        ),
        ({"kind": "square", "width": 2, "height": 1, "cells": "X."}, "has the kind 'square': write one of"),
    ],
)
def test_a_board_that_cannot_be_drawn(board: dict[str, Any], said: str) -> None:
    class Drawn(Tree):
        def board(self, state: Any) -> dict[str, Any]:
            return {"kind": "grid", **board}

    game = Drawn([1, 2])
    placed = Placed("drawn", game, game.initial(), (), (), "")
    with pytest.raises(RulesError, match=re.escape(f"Drawn.board() {said}")):
        draw(game)
    with pytest.raises(RulesError, match=re.escape(f"Drawn.board() {said}")):
        described(placed)


def test_cells_that_are_no_place_are_not_sent_as_clicks() -> None:
    class Holed(Tree):
        def board(self, state: Any) -> dict[str, Any]:
            cells = ["X", "", "."]
            return {"kind": "hex", "width": 3, "height": 1, "cells": cells, "actions": [(0, [1, 2]), (1, [])]}

    game = Holed([1, 2])
    found = described(Placed("holed", game, game.initial(), (), (), ""))
    assert [move["cells"] for move in found["moves"]] == [[2], []]


def test_every_strategy_of_the_queens_has_steps_to_show(running: Running) -> None:
    """A solution is told when all its queens are on the board."""
    for strategy in running.asked("/api/csp", {"n": 4})["strategies"]:
        steps = running.asked("/api/csp", {"n": 4, "strategy": strategy})["steps"]
        placed: dict[int, int] = {}
        for step in steps:
            if step["kind"] in ("start", "test"):
                placed = dict(enumerate(step["values"]))
            elif step["kind"] in ("assign", "change"):
                placed[step["variable"]] = step["value"]
        assert steps[-1]["kind"] == "solution"
        assert tuple(placed[row] for row in range(4)) in ((1, 3, 0, 2), (2, 0, 3, 1)), strategy


@pytest.mark.parametrize(
    ("turns", "roller"),
    [(("min", "min"), 1), (("max", "max"), 0), (("max", "min"), 0), (("chance", "min"), 1)],
)
def test_whose_dice_are_thrown(turns: tuple[str, str], roller: int) -> None:
    """Those of the player who moves after them; where that hangs on them, of the one who moved last."""
    after_them = {turn + str(index): {"turn": turn, "children": [1, 2]} for index, turn in enumerate(turns)}
    game = Tree({"turn": "max", "children": {"go": {"turn": "chance", "children": after_them}, "stay": 1}})
    placed = Placed("dice", game, game.initial(), (), (), "")
    assert described(placed)["roller"] is None
    assert described(after(placed, "go"))["roller"] == roller


DRAW, UNSURE = Score(0, True, outcome=True), Score(2, False, outcome=True)


@pytest.mark.parametrize(
    ("best", "score", "mover", "verdict"),
    [
        (win_in(3), DRAW, MAX, "betterIs"),
        (win_in(3), win_in(5), MAX, "betterIs"),
        (DRAW, DRAW, MAX, "asGoodAs"),
        (UNSURE, DRAW, MAX, "seemsBetter"),
        (DRAW, Score(-2, False, outcome=True), MIN, "seemsNoWorse"),
        (DRAW, UNSURE, MAX, "seemsNoWorse"),
        (DRAW, UNSURE, MIN, "seemsBetter"),
        (UNSURE, win_in(4, MIN), MAX, "seemsBetter"),
        (win_in(3), UNSURE, MAX, "surerIs"),
        (win_in(3, MIN), UNSURE, MIN, "surerIs"),
        (UNSURE, win_in(9), MAX, "nothingBetter"),
    ],
)
def test_a_verdict_claims_no_more_than_is_proved(best: Score, score: Score, mover: int, verdict: str) -> None:
    assert compared(best, score, mover, same=False) == verdict
    assert compared(best, score, mover, same=True) == "nothingBetter"
    assert verdict.startswith("seems") == ("By estimate" in VERDICTS[verdict])


def test_an_average_is_no_certain_win() -> None:
    average = Score(0.2, True, expected=True)
    assert win_chance(average, 1.0, Pig()) == pytest.approx(0.6)
    assert win_chance(average, 1.0, Tree([1, 2])) < 0.6
    assert score_row(average)["expected"]
    assert score_row(average)["text"] == "expected value 0.2 for MAX (proved)"
    assert not score_row(Score(1, True))["expected"]


def test_why_not_says_what_is_proved_and_what_is_estimated(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is a proved draw, and what the engine would play is only an estimate."""

    def searched(game: Any, state: Any, **_: Any) -> Report:
        found = search(game, state, depth=1, engine="interpreted")
        return replace(found, score=UNSURE, values={8: DRAW})

    monkeypatch.setattr(answers, "search", searched)
    told = running.asked("/api/why", {"position": {"game": "tictactoe"}, "move": "8"})
    assert re.search(r": a draw\. By estimate, 4 is better: an estimate of 2 for MAX\.$", told["sentence"])
    assert (told["verdict"], told["best"]["move"]) == ("seemsBetter", "4")
    assert (told["score"]["proved"], told["best"]["score"]["proved"]) == (True, False)


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2", "deepening"])
def test_a_tree_with_dice_is_traced(running: Running, algorithm: str) -> None:
    """Switches that an algorithm does not have are no obstacle: the page has them for the others."""
    tree = "MAX\n  0.3\n  CHANCE\n    0.5: 1\n    0.5: 0"
    question = {"tree": tree, "algorithm": algorithm, "prune_equal": False}
    summary = running.asked("/api/trace", question)["summary"]
    assert summary["algorithm"] == algorithm
    (part,) = (part for part in running.asked("/api/trace/source", question) if part["name"] != "deepening")
    assert part["name"] == ("star1" if algorithm == "deepening" else algorithm)
