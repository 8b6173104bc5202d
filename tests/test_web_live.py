"""Live analysis over real WebSockets: streams, stops, turns, hostile messages, the user's own file."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from budget import LONG, in_turn
from web_hostile import Attack, nonsense
from web_running import CONNECT, Running, heard, is_end, running, searching, send, sentence, serving, settle
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from zermelo.errors import SearchError
from zermelo.interfaces.web.own import OwnFile

__all__ = ["running"]  # a fixture


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
        send(tab, type="stop", search="long")
        heard(tab, is_end)
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
        while not is_end(message := json.loads(tab.recv(timeout=300))):
            times.append(time.monotonic() - started)
            assert message["type"] == "report"
    assert all(count <= 20 * at + 2 for count, at in enumerate(times, 1))  # they may have waited on the way


def test_a_tab_that_leaves_leaves_no_thread(running: Running) -> None:
    for _ in range(3 if LONG else 1):
        with ExitStack() as stack:
            tabs = [stack.enter_context(running.tab()) for _ in range(5 if LONG else 3)]
            for tab in tabs:
                send(tab, type="analyse", search="x", position={"game": "connect4"})
            heard(tabs[0], lambda message: message["type"] == "report")
    assert settle(lambda: searching() == 0 and not running.server.tabs.open)
    assert settle(lambda: not running.server.turns.at_work and not running.server.turns.queue)
    assert settle(lambda: running.server.turns.megabytes == 0)


@pytest.mark.long
def test_everybody_has_a_turn(running: Running) -> None:
    games = ["connect4", "mnk:width=4,height=4,k=4", "kalah:pits=4"]
    with ExitStack() as stack:
        tabs = [stack.enter_context(running.tab()) for _ in range(12 if LONG else 4)]
        for index, tab in enumerate(tabs):
            send(tab, type="analyse", search=str(index), position={"game": games[index % 3]})
        for tab in tabs:
            heard(tab, lambda message: message["type"] == "report")
        for _ in range(30 if LONG else 5):
            running.asked("/api/position", CONNECT)  # and nobody who only looks has to wait
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
        said = json.loads(tab.recv(timeout=300))
    assert said["type"] == "error"
    assert said["error"]


def test_a_message_has_a_size(running: Running) -> None:
    with running.tab() as tab:
        tab.send("x" * (70 << 10))
        with pytest.raises(ConnectionClosed):
            tab.recv(timeout=300)
    assert running.page.get("/api/games").status_code == 200


# -- hostile messages --------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("seed", in_turn([0], [1, 2]))
def test_thousands_of_hostile_messages(running: Running, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.interfaces.web import live

    monkeypatch.setattr(live, "RATE", 1e6)
    monkeypatch.setattr(live, "MOST_MISTAKES", 1e6)
    dice, ended = random.Random(seed), threading.Event()
    with running.tab() as tab:
        listener = threading.Thread(target=listen_to, args=(tab, ended), daemon=True)
        listener.start()
        for _ in range(1000 if LONG else 300):
            with suppress(UnicodeEncodeError):
                tab.send(nonsense(dice))
        send(tab, type="analyse", search="the end", position={"game": "no such game"})
        assert ended.wait(300)
    listener.join(10)
    assert settle(lambda: not running.server.tabs.open and searching() == 0)
    assert running.page.get("/api/games").status_code == 200


@pytest.mark.parametrize("kind", ["messages", "frames", "requests", "storm"])
def test_hostile_traffic_leaves_nothing_behind(running: Running, kind: str) -> None:
    attack, before = Attack(running.port, seed=1), files()
    getattr(attack, kind)(120 if LONG else 15)
    assert attack.sent > 0
    assert attack.heard
    assert settle(lambda: not running.server.tabs.open and searching() == 0)
    assert settle(lambda: not running.server.turns.at_work and not running.server.turns.queue)
    assert settle(lambda: not any(thread.name == "zermelo desk" for thread in threading.enumerate()))
    assert settle(lambda: files() <= before + 2)  # of the kernels that were compiled meanwhile
    assert running.page.get("/api/games").status_code == 200


def files() -> int:
    """Files and sockets that are open; 0 where the system does not say."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


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
            tab.recv(timeout=300)
        assert time.monotonic() - started > 0.5


def test_who_talks_nonsense_is_shown_the_door(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.interfaces.web import live

    monkeypatch.setattr(live, "RATE", 1e6)
    with running.tab() as tab:
        for _ in range(live.MOST_MISTAKES):
            tab.send("{")
            assert json.loads(tab.recv(timeout=300))["error"] == "this is not JSON"
        tab.send("{")
        assert settle(lambda: not running.server.tabs.open)


def test_connections_that_break_off(running: Running) -> None:
    for index in range(30):
        with running.tab() as tab:
            send(tab, type="analyse", search=str(index), position={"game": "connect4", "moves": ["3"]})
            tab.socket.shutdown(socket.SHUT_RDWR)
    assert settle(lambda: not running.server.tabs.open and searching() == 0)


@pytest.mark.long
def test_every_address_holds_against_its_schema(
    running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests made from the OpenAPI document, half of them malformed: no 500, and answers as it says."""
    monkeypatch.chdir(tmp_path)  # where it leaves its files
    monkeypatch.setattr("zermelo.interfaces.web.studies.MOMENT", 0.0)
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, given, settings
    from hypothesis.errors import Unsatisfiable

    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{running.port}/api/openapi.json")
    bounded = settings(
        max_examples=40 if LONG else 8,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    seen: dict[int, int] = {}
    checks = schemathesis.checks.load_all_checks() or schemathesis.checks.CHECKS
    acceptance = ("positive_data_acceptance", "negative_data_rejection")
    beyond_a_schema = [checks.get_one(name) for name in acceptance]

    def ask(case: Any) -> None:
        answer = running.page.request(case.method, case.formatted_path, **soon(case))
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, (case, answer.text)
        case.validate_response(answer, excluded_checks=beyond_a_schema)
        if answer.status_code >= 400:
            assert sentence(answer)

    for found in schema.get_all_operations():
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
            try:
                bounded(given(case=found.ok().as_strategy(generation_mode=mode))(ask))()
            except Unsatisfiable:  # nothing can be wrong with a request that has no fields
                assert found.ok().method.upper() == "GET"
    assert sum(seen.values()) > (500 if LONG else 100)
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
            "/api/study": {"seed": 0},
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
    with serving(path) as running:
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


@pytest.mark.long
def test_several_files_and_what_they_import(tmp_path: Path) -> None:
    """Two files whose helpers have the same name; one helper is saved, broken, mended."""
    paths = []
    for folder, heap in (("one", 7), ("two", 4)):
        (tmp_path / folder / "parts").mkdir(parents=True)
        (tmp_path / folder / "sizes.py").write_text("from parts.heap import HEAP\n")
        (tmp_path / folder / "parts" / "heap.py").write_text(f"HEAP = {heap}\n")
        rules = RULES.replace("from zermelo", "from sizes import HEAP\nfrom zermelo").replace("(7,", "(HEAP,")
        (tmp_path / folder / "take.py").write_text(rules)
        paths.append(tmp_path / folder / "take.py")
    rows = lambda: running.page.get("/api/games").json()  # noqa: E731
    text = lambda game: running.asked("/api/position", {"game": game})["text"]  # noqa: E731
    with serving(*paths) as running:
        assert [row["id"] for row in rows()[:3]] == ["mine", "mine2", "tictactoe"]
        assert (text("mine"), text("mine2")) == ("(7, 0)", "(4, 0)")
        with running.tab() as tab:
            helper = tmp_path / "two" / "parts" / "heap.py"
            helper.write_text("HEAP = 5\n")
            heard(tab, lambda message: message["type"] == "changed")
            assert (text("mine"), text("mine2")) == ("(7, 0)", "(5, 0)")
            helper.write_text("HEAP = = 5\n")
            heard(tab, lambda message: message["type"] == "changed")
            assert rows()[0]["error"] is None
            assert "SyntaxError" in rows()[1]["error"] or "syntax" in rows()[1]["error"]
            assert text("mine2") == "(5, 0)"
            helper.write_text("HEAP = 6\n")
            heard(tab, lambda message: message["type"] == "changed")
            assert rows()[1]["error"] is None
            assert text("mine2") == "(6, 0)"
        assert "served" in running.refused("/api/position", {"game": "mine3"})


def save(path: Path, text: str) -> None:
    path.write_text(text + f"# {time.time()}\n")


@pytest.mark.long
def test_a_rule_that_never_returns_is_named(tmp_path: Path) -> None:
    path = tmp_path / "take.py"
    path.write_text(RULES)
    with serving(path) as running:

        def forever(_: Any) -> str:
            while True:
                pass

        running.server.own["mine"].game.show = forever
        assert "does not return" in running.refused("/api/position", {"game": "mine"})
        assert settle(lambda: not any(thread.name == "zermelo desk" for thread in threading.enumerate()))


def test_a_file_that_is_wrong_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("class Broken(:\n")
    own = OwnFile(str(path))
    own.read()
    assert own.error is not None
    assert own.row()["error"] == str(own.error)
    with pytest.raises(SearchError, match="broken"):
        own.current()
