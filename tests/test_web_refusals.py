"""What the server refuses, and how it says so."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from web_running import TOKEN, TREE, Running, running, send, sentence
from websockets.exceptions import InvalidStatus

from zermelo import Tree
from zermelo.errors import RulesError, SearchError
from zermelo.game import MAX, MIN
from zermelo.games import Backgammon, Pig
from zermelo.interfaces.pictures.boards import draw
from zermelo.interfaces.web import answers, serve, traces
from zermelo.interfaces.web.answers import VERDICTS, compared
from zermelo.interfaces.web.guard import LARGEST_BODY
from zermelo.interfaces.web.models import Position, Tracing
from zermelo.interfaces.web.puzzles import CONFLICTS
from zermelo.interfaces.web.rows import score_row, win_chance
from zermelo.interfaces.web.shelf import Placed, after, check_parameters, described
from zermelo.interfaces.web.traces import in_columns
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.score import Score, win_in
from zermelo.search import search

__all__ = ["running"]  # a fixture

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
    """In Kalah the last seed in the store gives another turn; in little time no more is said than whose."""
    asked = {"position": {"game": "kalah"}, "seconds": 0.5}
    sentences = ("3", "After 3 MAX (goes on with|is to move)"), ("1", "After 1 MIN (answers|is to move)")
    for move, told in sentences:
        assert re.match(told, running.asked("/api/why", {**asked, "move": move})["sentence"])
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
        told = set()
        for step in steps:
            if step["kind"] in ("start", "test"):
                placed = dict(enumerate(step["values"]))
            elif step["kind"] in ("assign", "change"):
                placed[step["variable"]] = step["value"]
            elif step["kind"] == "solution":
                told.add(tuple(placed[row] for row in range(4)))
        both = {(1, 3, 0, 2), (2, 0, 3, 1)}
        assert told == both or (strategy == CONFLICTS and told and told < both), strategy


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
        (win_in(5), win_in(9, exact=False), MAX, "sameWinner"),
        (win_in(9, exact=False), win_in(12, exact=False), MAX, "sameWinner"),
        (win_in(9, exact=False), win_in(12), MAX, "betterIs"),
        (win_in(40, MIN), win_in(32, MIN, exact=False), MAX, "betterIs"),
        (win_in(40, MIN, exact=False), win_in(32, MIN), MAX, "sameWinner"),
        (win_in(40, MIN, exact=False), win_in(32, MIN, exact=False), MAX, "sameWinner"),
        (win_in(9, MIN, exact=False), Score(-1, True, MAX, MIN, None, True), MIN, "betterIs"),
    ],
)
def test_a_verdict_claims_no_more_than_is_proved(best: Score, score: Score, mover: int, verdict: str) -> None:
    assert compared(best, score, mover, same=False) == verdict
    assert compared(best, score, mover, same=True) == "nothingBetter"
    assert verdict.startswith("seems") == ("By estimate" in VERDICTS[verdict])


def test_an_average_is_no_certain_win() -> None:
    average = Score(0.2, True, expected=True)
    pig, backgammon = (Placed("", game, game.initial(), (), (), "") for game in (Pig(), Backgammon()))
    assert win_chance(average, 1.0, pig) == pytest.approx(0.6)
    assert win_chance(average, 1.0, backgammon) < 0.6
    assert score_row(average)["expected"]
    assert score_row(average)["text"] == "expected value 0.2 for MAX (proved)"
    assert not score_row(Score(1, True))["expected"]


def test_an_average_that_is_all_there_is_to_win_is_certain() -> None:
    """It was a chance of 70 %: a value of 1 put on a curve that is for estimates."""

    class Single(Backgammon):
        """Without gammons; `bounds` say nothing of single games, which are won and lost."""

        payoff_range = (-1, 1)

        def bounds(self, state: Any) -> Any:
            return 0.25, 0.25

    single, usual = (Placed("", game, game.initial(), (), (), "") for game in (Single(), Backgammon()))
    won = Score(1, True, expected=True)
    assert win_chance(won, 1.2, single) == 1
    assert win_chance(won.of(MIN), 1.2, single) == 1
    assert win_chance(replace(won, value=-1), 1.2, single) == 0
    assert 0.5 < win_chance(replace(won, value=0.25), 1.2, single) < 1
    assert 0.5 < win_chance(won, 1.2, usual) < 1
    assert win_chance(replace(won, value=3), 1.2, usual) == 1


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


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("go:width=100", "Go on a board of 100 x 9 cannot be played: choose 1 to 19 for both"),
        ("connect4:width=65", "a board of 65 x 6 does not fit: both are 1 or more"),
        ("nim:heaps=(65, 1)", "parameters of 'nim' must be at most 64 here"),
    ],
)
def test_the_lower_limit_of_a_parameter_is_told(game: str, said: str) -> None:
    """The game's own where that is lower, whatever the page allows."""
    name, _, parameters = game.partition(":")
    with pytest.raises(SearchError, match=re.escape(said)):
        check_parameters(name, parameters)
