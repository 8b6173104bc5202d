"""The server of the web app over real HTTP and WebSockets: answers, refusals, bounds, turns, the own file."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from zermelo.errors import SearchError
from zermelo.interfaces.trace_tree import TraceTree
from zermelo.interfaces.web import serve
from zermelo.interfaces.web.app import Server, application
from zermelo.interfaces.web.guard import LARGEST_BODY, Door
from zermelo.interfaces.web.models import Position, Tracing
from zermelo.interfaces.web.own import OwnFile
from zermelo.interfaces.web.traces import in_columns
from zermelo.interfaces.web.words import finite

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
CONNECT = {"game": "connect4:width=5,height=4", "moves": ["2"]}
TOKEN = "abcdefghijklmnop1234"


class Running:
    """A server in a thread, on a port of its own."""

    def __init__(self, token: str = "", own: OwnFile | None = None, hosts: tuple[str, ...] = ()) -> None:
        self.server = Server(own, seats=2)
        self.socket = serve.listen("127.0.0.1", 0)
        self.port = self.socket.getsockname()[1]
        door = Door(token, (*serve.LOCAL, *hosts))
        self.uvicorn = uvicorn.Server(serve.configured(application(self.server, door)))
        self.thread = threading.Thread(target=self.uvicorn.run, args=([self.socket],), daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.01)
        self.page = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)

    def post(self, path: str, data: Any, **more: Any) -> Any:
        return self.page.post(path, json=data, **more)

    def asked(self, path: str, data: Any) -> Any:
        answer = self.post(path, data)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, path: str, data: Any) -> str:
        answer = self.post(path, data)
        assert 400 <= answer.status_code < 500, answer.text
        return sentence(answer)

    def tab(self, **more: Any) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/ws", max_size=None, open_timeout=20, **more)

    def close(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()
        self.page.close()


def sentence(answer: Any) -> str:
    """What a refusal says: one sentence, never a traceback."""
    said = answer.json()
    assert set(said) == {"error"}
    assert said["error"]
    assert "Traceback" not in said["error"]
    return str(said["error"])


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    found = Running()
    yield found
    found.close()


def send(tab: ClientConnection, **message: Any) -> None:
    tab.send(json.dumps(message))


def heard(tab: ClientConnection, until: Callable[[Any], bool], seconds: float = 30) -> list[Any]:
    """Messages until one is the one that is waited for."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        found.append(json.loads(tab.recv(timeout=max(end - time.monotonic(), 0.01))))
        if until(found[-1]):
            return found
    raise AssertionError(f"not heard: {found[-3:]}")


def is_end(message: Any) -> bool:
    return message["type"] in ("done", "error")


def searching() -> int:
    return sum(thread.name == "zermelo search" for thread in threading.enumerate())


def settle(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


# -- answers -----------------------------------------------------------------------------------------


def test_the_games(running: Running) -> None:
    rows = running.page.get("/api/games").json()
    assert {"tictactoe", "connect4", "nim"} <= {row["id"] for row in rows}
    assert all(row["error"] is None and not row["own"] for row in rows)


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "nim", "mnk", "kalah", "dots", "ponghauki"])
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
        assert found["toMove"] in (0, 1)
        assert {name for name, _ in found["board"]["actions"]} <= {move["name"] for move in found["moves"]}
        moves = [*moves, dice.choice(found["moves"])["name"]]
    else:
        raise AssertionError("no end")


def test_a_position_that_was_typed(running: Running) -> None:
    found = running.asked("/api/position", {"game": "nim", "at": "0 4 5 MIN", "moves": ["b4"]})
    assert found["player"] == "MAX"
    assert found["position"]["at"] == "0 4 5 MIN"
    assert "no position" in running.refused("/api/position", {"game": "nim", "at": "what?"})


def test_equal_positions_have_equal_keys(running: Running) -> None:
    one = running.asked("/api/position", CONNECT)["key"]
    assert running.asked("/api/position", CONNECT)["key"] == one
    assert running.asked("/api/position", {**CONNECT, "moves": ["1"]})["key"] != one


def test_the_engine_replies(running: Running) -> None:
    two = {"game": "tictactoe", "moves": ["0", "4", "1", "8"]}
    for level in (1, 10):
        found = running.asked("/api/reply", {"position": two, "level": level, "seconds": 0.5})
        assert found["move"] == "2"
    assert found["score"]["winner"] == "MAX"
    assert "over" in running.refused(
        "/api/reply", {"position": {"game": "tictactoe", "moves": list("03142")}}
    )


def test_a_position_is_solved(running: Running) -> None:
    found = running.asked("/api/solve", {"position": {"game": "nim:heaps=(1,2,3)"}, "seconds": 5})
    assert found["solved"]
    assert found["score"]["winner"] == "MIN"
    assert set(found["values"]) == {"a1", "b1", "b2", "c1", "c2", "c3"}


def test_why_not_this_move(running: Running) -> None:
    asked = {"position": {"game": "connect4", "moves": ["3", "3", "2"]}, "move": "0"}
    found = running.asked("/api/why", asked)
    assert found["line"][0] == "0"
    assert found["score"]["winner"] == "MAX"
    assert found["sentence"].startswith("After 0 MAX answers")
    assert "legal" in running.refused("/api/why", {**asked, "move": "9"})


def test_a_trace_of_a_typed_tree(running: Running) -> None:
    found = running.asked("/api/trace", {"tree": TREE, "algorithm": "alphabeta"})
    kinds = [found["events"]["kinds"][kind] for kind in found["events"]["kind"]]
    assert kinds.count("cut") == 2
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
    found, tree = in_columns(report), TraceTree(report.trace)
    nodes, events = found["nodes"], found["events"]
    for index, event in enumerate(report.trace.events):
        tree.advance()
        node = tree.current
        assert node is not None
        if event.kind == "enter":
            assert (nodes["action"][node.number], nodes["player"][node.number]) == (node.name, node.player)
            assert (events["alpha"][index], events["beta"][index]) == (finite(node.low), finite(node.high))
        elif event.kind == "cut":
            assert tuple(nodes["pruned"][str(node.number)]) == node.pruned
        else:
            assert events["value"][index] == finite(node.value)


def test_a_trace_of_a_position_and_its_sentences(running: Running) -> None:
    asked = {"position": CONNECT, "depth": 3, "events": 500, "order": "reversed", "prune_equal": False}
    found = running.asked("/api/trace", asked)
    told = running.asked("/api/trace/sentences", {**asked, "from": 0, "to": 400})
    steps = len(found["events"]["kind"])
    assert len(told) == min(400, steps)
    assert told[0].startswith("MIN to move")
    assert running.asked("/api/trace/sentences", {**asked, "from": 3, "to": 5}) == told[3:5]
    assert running.asked("/api/trace/sentences", {**asked, "from": 9, "to": 2}) == []


def test_a_long_trace_is_cut_short(running: Running) -> None:
    found = running.asked("/api/trace", {"position": CONNECT, "depth": 5, "events": 50})
    assert found["truncated"]
    assert len(found["events"]["kind"]) == 50
    assert found["summary"]["events"] > 50


def test_queens_step_by_step(running: Running) -> None:
    found = running.asked("/api/csp", {"puzzle": "queens", "n": 6, "strategy": "backtracking"})
    assert found["steps"][-1]["kind"] == "solution"
    assert all(step["sentence"] for step in found["steps"])
    assert "backtracking" in found["strategies"]
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
    assert "page" in running.refused("/api/export", {"what": "board", "format": "png", "position": CONNECT})


def test_the_page_and_its_files(running: Running) -> None:
    page = running.page.get("/")
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    again = running.page.get("/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    assert running.page.get("/api/openapi.json").json()["info"]["title"] == "Zermelo"


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
        ("/api/export", {"what": "board", "format": "dot"}), ("/api/trace/sentences", {"from": -1}),
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
        assert json.loads(tab.recv(timeout=10)) == {"type": "pong"}


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
            assert json.loads(tab.recv(timeout=10)) == {"type": "pong"}
        assert running.page.get(f"/?token={TOKEN}").status_code == 200
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
            serve.check(host, 8000, token)
    serve.check("0.0.0.0", 8000, TOKEN)
    serve.check("127.0.0.1", 0, "")


# -- live analysis -----------------------------------------------------------------------------------


def test_an_analysis_streams_and_ends(running: Running) -> None:
    with running.tab() as tab:
        position = {"game": "nim", "moves": []}
        send(tab, type="analyse", search="one", position=position, lines=2, values=True)
        *reports, end = heard(tab, is_end)
    assert end == {"type": "done", "search": "one"}
    last = reports[-1]
    assert last["search"] == "one"
    assert last["key"] == running.asked("/api/position", position)["key"]
    assert last["score"]["winner"] == "MAX"
    assert last["winChance"] == 1
    assert len(last["lines"]) == 2
    assert last["lines"][0]["moves"][0] == last["lines"][0]["move"]
    assert len(last["values"]) == 12


def test_stop_is_obeyed(running: Running) -> None:
    with running.tab() as tab:
        send(tab, type="analyse", search="long", position={"game": "connect4"})
        heard(tab, lambda message: message["type"] == "report")
        send(tab, type="stop", search="another")
        send(tab, type="ping")
        assert not any(is_end(message) for message in heard(tab, lambda message: message["type"] == "pong"))
        asked = time.monotonic()
        send(tab, type="stop", search="long")
        heard(tab, is_end)
        assert time.monotonic() - asked < 3
        send(tab, type="ping")
        assert [message["type"] for message in heard(tab, lambda message: message["type"] == "pong")] == [
            "pong"
        ]
        assert settle(lambda: searching() == 0)


def test_a_new_search_replaces_the_old(running: Running) -> None:
    with running.tab() as tab:
        send(tab, type="analyse", search="old", position={"game": "connect4"})
        heard(tab, lambda message: message["type"] == "report")
        send(tab, type="analyse", search="new", position={"game": "mnk:width=4,height=4,k=4"}, seconds=1.5)
        found = heard(tab, lambda message: message.get("search") == "new")
        found = heard(tab, lambda message: is_end(message) and message["search"] == "new")
        assert all(message["search"] == "new" for message in found)


def test_at_most_twenty_reports_a_second(running: Running) -> None:
    with running.tab() as tab:
        send(tab, type="analyse", search="s", position={"game": "mnk:width=4,height=4,k=4"}, seconds=2)
        started, times = time.monotonic(), []
        while not is_end(message := json.loads(tab.recv(timeout=30))):
            times.append(time.monotonic() - started)
            assert message["type"] == "report"
    for start in times:
        assert sum(start <= at < start + 1 for at in times) <= 22  # some of them may have waited on the way


def test_a_tab_that_leaves_leaves_no_thread(running: Running) -> None:
    for _ in range(3):
        with ExitStack() as stack:
            tabs = [stack.enter_context(running.tab()) for _ in range(5)]
            for tab in tabs:
                send(tab, type="analyse", search="x", position={"game": "connect4"})
            heard(tabs[0], lambda message: message["type"] == "report")
    assert settle(lambda: searching() == 0 and not running.server.tabs.open)
    assert settle(lambda: not running.server.turns.at_work and not running.server.turns.queue)
    assert settle(lambda: running.server.turns.megabytes == 0)


def test_everybody_has_a_turn(running: Running) -> None:
    games = ["connect4", "mnk:width=4,height=4,k=4", "kalah:pits=4"]
    with ExitStack() as stack:
        tabs = [stack.enter_context(running.tab()) for _ in range(12)]
        for index, tab in enumerate(tabs):
            send(tab, type="analyse", search=str(index), position={"game": games[index % 3]})
        for tab in tabs:
            heard(tab, lambda message: message["type"] == "report", 30)
        answers = []
        for _ in range(30):
            asked = time.monotonic()
            running.asked("/api/position", CONNECT)
            answers.append(time.monotonic() - asked)
    assert sorted(answers)[len(answers) // 2] < 1
    assert settle(lambda: searching() == 0)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "analyse"}, {"type": "what"}, {"search": "a"}, {"type": "stop", "search": 7},
        {"type": "analyse", "search": "a", "position": {"game": "chess"}},
        {"type": "analyse", "search": "a", "position": {"game": "nim", "moves": ["q"]}},
        {"type": "analyse", "search": "a", "position": {"game": "tictactoe", "moves": list("03142")}},
        {"type": "analyse", "search": "a", "position": {"game": "nim"}, "lines": 10**6},
        {"type": "analyse", "search": "a", "position": {"game": "nim"}, "seconds": -1},
        {"type": "analyse", "search": "a" * 65, "position": {"game": "nim"}},
    ],
)  # fmt: skip
def test_messages_that_are_refused(running: Running, message: dict[str, Any]) -> None:
    with running.tab() as tab:
        send(tab, **message)
        said = json.loads(tab.recv(timeout=20))
    assert said["type"] == "error"
    assert said["error"]


def test_a_message_has_a_size(running: Running) -> None:
    with running.tab() as tab:
        tab.send("x" * (70 << 10))
        with pytest.raises(ConnectionClosed):
            tab.recv(timeout=20)
    assert running.page.get("/api/games").status_code == 200


# -- hostile messages --------------------------------------------------------------------------------

PIECES: list[Any] = [
    None, True, 0, -1, 7, 1.5, 10**30, "", "analyse", "stop", "ping", "a", "\x00", "é∞", "x" * 300, [], {},
    [[]],
    {"game": "nim"}, {"game": "nim", "moves": []}, {"game": "nim", "moves": ["c4"]}, {"game": "../x"},
    {"game": "connect4"}, {"game": "tictactoe", "at": "X........"}, {"game": "mine"}, ["3"], {"type": "ping"},
]  # fmt: skip
FIELDS = (
    "type",
    "search",
    "position",
    "lines",
    "seconds",
    "depth",
    "values",
    "game",
    "moves",
    "at",
    "__proto__",
)


def nonsense(dice: random.Random) -> str | bytes:
    """A message that somebody might send to see what breaks."""
    shape = dice.randrange(8)
    if shape == 0:
        return dice.randbytes(dice.randrange(60))
    if shape == 1:
        return "".join(
            chr(dice.choice((dice.randrange(32, 127), dice.randrange(0xA0, 0xD7FF)))) for _ in range(30)
        )
    if shape == 2:
        return "[" * dice.randrange(1, 3000)
    whole = json.dumps({name: dice.choice(PIECES) for name in dice.sample(FIELDS, dice.randrange(1, 7))})
    if shape == 3:
        return whole[: dice.randrange(len(whole))]
    if shape == 4:
        at = dice.randrange(len(whole))
        return whole[:at] + chr(dice.randrange(1, 0x300)) + whole[at + 1 :]
    message = {"type": dice.choice(("analyse", "stop", "ping")), "search": "f", "position": {"game": "nim"}}
    return json.dumps({**message, dice.choice(FIELDS): dice.choice(PIECES)})


@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_hostile_messages(running: Running, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.interfaces.web import live

    monkeypatch.setattr(live, "RATE", 1e6)
    monkeypatch.setattr(live, "MOST_MISTAKES", 1e6)
    dice, ended = random.Random(seed), threading.Event()
    with running.tab() as tab:
        listener = threading.Thread(target=listen_to, args=(tab, ended), daemon=True)
        listener.start()
        for _ in range(2500):
            tab.send(nonsense(dice))
        send(tab, type="analyse", search="the end", position={"game": "no such game"})
        assert ended.wait(60)
    listener.join(10)
    assert settle(lambda: not running.server.tabs.open and searching() == 0)
    assert running.page.get("/api/games").status_code == 200


def listen_to(tab: ClientConnection, ended: threading.Event) -> None:
    """Every answer is one of those that are known; the last one answers the last message."""
    try:
        for text in tab:
            message = json.loads(text)
            assert message["type"] in ("error", "report", "done", "pong")
            if message.get("search") == "the end":
                ended.set()
    except ConnectionClosed:
        return


def test_who_sends_too_much_waits(running: Running) -> None:
    with running.tab() as tab:
        started = time.monotonic()
        for _ in range(90):
            send(tab, type="ping")
        for _ in range(90):
            tab.recv(timeout=20)
        assert time.monotonic() - started > 0.5


def test_who_talks_nonsense_is_shown_the_door(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.interfaces.web import live

    monkeypatch.setattr(live, "RATE", 1e6)
    with running.tab() as tab:
        for _ in range(live.MOST_MISTAKES):
            tab.send("{")
            assert json.loads(tab.recv(timeout=20))["error"] == "this is no JSON"
        tab.send("{")
        assert settle(lambda: not running.server.tabs.open)


def test_connections_that_break_off(running: Running) -> None:
    for index in range(30):
        with running.tab() as tab:
            send(tab, type="analyse", search=str(index), position={"game": "connect4", "moves": ["3"]})
            tab.socket.shutdown(socket.SHUT_RDWR)
    assert settle(lambda: not running.server.tabs.open and searching() == 0)


def test_every_address_holds_against_its_schema(running: Running) -> None:
    """Requests made from the OpenAPI document, half of them malformed: no 500 among them."""
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, given, settings
    from hypothesis.errors import Unsatisfiable

    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{running.port}/api/openapi.json")
    bounded = settings(
        max_examples=40,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    seen: dict[int, int] = {}

    def ask(case: Any) -> None:
        answer = running.page.request(case.method, case.formatted_path, **soon(case))
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, (case, answer.text)
        if answer.status_code >= 400:
            assert sentence(answer)

    for found in schema.get_all_operations():
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
            try:
                bounded(given(case=found.ok().as_strategy(generation_mode=mode))(ask))()
            except Unsatisfiable:  # nothing can be wrong with a request that has no fields
                assert found.ok().method.upper() == "GET"
    assert sum(seen.values()) > 500
    assert {200, 400, 422} <= set(seen) <= {200, 400, 404, 405, 413, 415, 422}


def soon(case: Any) -> dict[str, Any]:
    """What a case sends, but that long searches are not what is tested here."""
    data = {name: value for name, value in case.as_transport_kwargs().items() if name in ("json", "data")}
    if "data" in data:
        data["content"] = data.pop("data")
    body = data.get("json")
    if isinstance(body, dict):
        quick = {
            "/api/csp": {"n": 5},
            "/api/trace": {"depth": 2, "events": 100},
            "/api/why": {"seconds": 0.01},
        }
        quick |= {"/api/reply": {"seconds": 0.01}, "/api/solve": {"seconds": 0.01}}
        path = case.formatted_path
        wanted = quick.get(path, {})
        wanted = {name: value for name, value in wanted.items() if isinstance(body.get(name, 0), int | float)}
        data["json"] = {**body, **wanted}
    return data


# -- the user's own file -----------------------------------------------------------------------------

RULES = '''"""Take one or two."""
from zermelo import MAX, Game


class Take(Game):
    repetition = None

    def initial(self):
        return (7, MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [n for n in (1, 2) if n <= state[0]]

    def result(self, state, n):
        return (state[0] - n, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return 1 if state[1] != MAX else -1
'''


def test_the_own_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "take.py"
    path.write_text(RULES)
    own = OwnFile(str(path))
    own.read()
    running = Running(own=own)
    try:
        row = running.page.get("/api/games").json()[0]
        assert row["own"]
        assert row["name"] == "Take"
        assert row["error"] is None
        start = running.asked("/api/position", {"game": "mine"})
        assert [move["name"] for move in start["moves"]] == ["1", "2"]
        with running.tab() as tab:
            send(tab, type="analyse", search="m", position={"game": "mine"})
            *_, last, _ = heard(tab, is_end)
            assert last["score"]["winner"] == "MAX"
            save(path, RULES.replace("return state[1]\n", "return state[1\n"))
            heard(tab, lambda message: message["type"] == "changed")
            error = running.page.get("/api/games").json()[0]["error"]
            assert "line" in error
            assert running.asked("/api/position", {"game": "mine"})["text"] == "(7, 0)"  # the last good one
            save(path, RULES.replace("1 if state[1] != MAX else -1", "2"))
            heard(tab, lambda message: message["type"] == "changed")
            assert "utility" in running.page.get("/api/games").json()[0]["error"]
            save(path, RULES.replace("(7, MAX)", "(5, MAX)"))
            heard(tab, lambda message: message["type"] == "changed")
            assert running.page.get("/api/games").json()[0]["error"] is None
            assert running.asked("/api/position", {"game": "mine"})["text"] == "(5, 0)"
    finally:
        running.close()


def save(path: Path, text: str) -> None:
    path.write_text(text + f"# {time.time()}\n")


def test_a_rule_that_never_returns_is_named(tmp_path: Path) -> None:
    path = tmp_path / "take.py"
    path.write_text(RULES)
    own = OwnFile(str(path))
    own.read()
    running = Running(own=own)
    try:

        def forever(_: Any) -> str:
            while True:
                pass

        own.game.show = forever
        assert "does not return" in running.refused("/api/position", {"game": "mine"})
        assert settle(lambda: not any(thread.name == "zermelo desk" for thread in threading.enumerate()))
    finally:
        running.close()


def test_a_file_that_is_wrong_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("class Broken(:\n")
    own = OwnFile(str(path))
    own.read()
    assert own.error is not None
    assert own.row()["error"] == own.error
    with pytest.raises(SearchError, match="broken"):
        own.current()
