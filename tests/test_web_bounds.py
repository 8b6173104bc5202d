"""What one client may take of the server, and what nobody reaches through it: tried with real requests."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import logging
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from web_hostile import masked, open_socket, received
from web_running import CONNECT, TOKEN, Running, heard, is_end, running, searching, send, sentence, settle
from websockets.exceptions import InvalidStatus

from zermelo.interfaces.web import app, desk, guard, live, patience, ready, serve, turns
from zermelo.interfaces.web.desk import Busy, Desk
from zermelo.interfaces.web.models import Position
from zermelo.interfaces.web.shelf import Shelf
from zermelo.interfaces.web.turns import Job, Turns
from zermelo.kernel.bind import Compiled
from zermelo.running.asking import ask

__all__ = ["running"]  # a fixture


# -- shares ------------------------------------------------------------------------------------------


def finished(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: this one may drive a browser, with a loop that runs already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def test_clients_take_turns_at_the_desk() -> None:
    order: list[str] = []

    async def crowd() -> None:
        asked = [found.do(lambda name=name: order.append(name), client=name) for name in "aaab"]
        await asyncio.gather(*asked)

    found = Desk(1)
    finished(crowd())
    assert order == ["a", "b", "a", "a"]


def test_no_client_has_all_the_places() -> None:
    gate = threading.Event()

    async def crowd() -> None:
        greedy = [asyncio.create_task(found.do(lambda: gate.wait(60), client="greedy")) for _ in range(8)]
        await asyncio.sleep(0)
        assert await found.do(lambda: "answered", client="modest") == "answered"
        assert found.busy["greedy"] == 2
        gate.set()
        await asyncio.gather(*greedy)

    found = Desk(3)
    finished(crowd())
    assert (found.free, dict(found.busy), dict(found.queues)) == (3, {}, {})


def test_a_queue_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "WAITING", 2)
    gate = threading.Event()

    async def crowd() -> None:
        found = Desk(2)
        tasks = [asyncio.create_task(found.do(lambda: gate.wait(60), client="one")) for _ in range(3)]
        await asyncio.sleep(0)
        await found.do(lambda: None, client="another")  # who has nothing to do with it
        with pytest.raises(Busy):
            await found.do(lambda: None, client="one")
        tasks[-1].cancel()
        gate.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (found.free, dict(found.busy)) == (2, {})

    finished(crowd())


def test_a_class_behind_one_address_is_answered() -> None:
    """Fifty browsers that ask for five things at once: they wait, and none is refused."""

    async def crowd() -> None:
        asked = [found.do(lambda: "answered", client="school") for _ in range(50 * 5)]
        assert await asyncio.gather(*asked) == ["answered"] * len(asked)

    found = Desk(2)
    finished(crowd())
    assert patience.MOST_CONNECTIONS > 50 * 7
    assert live.MOST_TABS >= 50


def jobs(clients: str) -> tuple[Turns, list[Job]]:
    found = Turns(seats=1)
    found.close()  # nobody sits: turns are called by hand
    placed = Shelf().place(Position(game="nim"))
    made = [Job(placed, {}, None, lambda _: None, client) for client in clients]
    found.queue.extend(made)
    return found, made


def test_analyses_go_round_by_client_first() -> None:
    found, _ = jobs("aaaab")
    called = []
    for _ in range(6):
        job = found.first_awake()
        assert job is not None
        called.append(job.client)
        found.queue.append(job)
    assert "".join(called) == "ababab"
    found.queue.clear()
    assert found.first_awake() is None


def test_tables_of_one_client_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "OWN_TABLES", 20)
    found, made = jobs("aaaab")
    sizes = [found.table_for(job).megabytes for job in made]
    assert sizes == [16, 4, 2, 2, 16]
    for job in made:
        found.release(job)
    assert not found.held


def test_tabs_have_a_bound(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_TABS", 3)
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(running.tab())
        with pytest.raises(InvalidStatus), running.tab():
            pass
    assert settle(lambda: not running.server.tabs.open)
    with running.tab():
        pass


def test_an_idle_tab_is_forgotten(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "IDLE", 0.2)
    with running.tab() as tab:
        assert settle(lambda: not running.server.tabs.open)
        assert [json.loads(text)["type"] for text in tab] == []  # closed, and that is all


def test_a_tab_that_vanishes_takes_its_search_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a word nor a packet more: no pong, and nothing is read."""
    monkeypatch.setattr(serve, "VANISHED", 1.0)
    running = Running()
    try:
        asked = {"type": "analyse", "search": "s", "position": {"game": "connect4"}}
        with open_socket(running.port) as raw:
            raw.recv(1 << 12)
            raw.sendall(masked(0x81, json.dumps(asked).encode()))
            assert settle(lambda: searching() > 0)
            assert settle(lambda: not running.server.tabs.open and searching() == 0)
    finally:
        running.close()


def test_a_question_is_left_with_the_one_who_asked(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those at work and those that wait: nobody is there any more to hear the answer."""
    at_work = []

    def forever(*_: Any) -> None:
        at_work.append(1)
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(app, "PATIENCE", 600.0)
    monkeypatch.setattr(running.server.answers, "solve", forever)
    slow = running.server.slow
    body = json.dumps({"position": {"game": "nim"}}).encode()
    head = f"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    with ExitStack() as stack:
        for _ in range(4):
            raw = stack.enter_context(socket.create_connection(("127.0.0.1", running.port), 60))
            raw.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
        assert settle(lambda: len(at_work) == 2 and sum(map(len, slow.queues.values())) == 2)
    assert settle(lambda: not slow.busy and not slow.queues and slow.free == 3)
    assert len(at_work) <= 4
    assert settle(lambda: not any(thread.name == "zermelo desk" for thread in threading.enumerate()))


@pytest.mark.long
def test_who_never_reads_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unread answers fill the connection, which can then not even be closed: the system ends it."""
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        pytest.skip("this system has no such timeout")
    monkeypatch.setattr(serve, "VANISHED", 1.0)
    running = Running()
    try:
        running.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # so that it is soon full
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        raw.connect(("127.0.0.1", running.port))
        asked = json.dumps({"position": {"game": "tictactoe"}, "depth": 6, "events": 100_000}).encode()
        head = f"POST /api/trace HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(asked)}\r\n"
        raw.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + asked)
        connections = running.uvicorn.server_state.connections
        assert settle(lambda: len(connections) == 1)
        assert settle(lambda: not connections)
        raw.close()
    finally:
        running.close()


@pytest.mark.long
def test_a_head_has_to_come(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SLOWEST_HEAD", 0.2)
    whole = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for begun in (b"", whole[:30], whole + whole[:30]):
        with socket.create_connection(("127.0.0.1", running.port), 60) as raw:
            raw.sendall(begun)
            answer = b"".join(received(raw))
            assert answer.count(b"HTTP/1.1 200") == begun.count(b"\r\n\r\n")


def test_a_body_has_to_come(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SLOWEST", 0.2)
    with socket.create_connection(("127.0.0.1", running.port), 60) as raw:
        head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        raw.sendall(f"{head}Content-Length: 9\r\n\r\n{{".encode())
        assert b"".join(received(raw)).startswith(b"HTTP/1.1 408")


def test_connections_have_a_bound(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "MOST_CONNECTIONS", 5)
    with ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(socket.create_connection(("127.0.0.1", running.port), 60))
        assert settle(lambda: len(running.uvicorn.server_state.connections) <= 5)


def test_what_goes_wrong_in_the_middle_is_no_error_of_the_server(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR), socket.create_connection(("127.0.0.1", running.port), 60) as raw:
        raw.sendall(b"POST / HTTP/1.1\r\nHost: evil.example\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert raw.recv(1 << 12).startswith(b"HTTP/1.1 403")
        raw.sendall(b"zz\r\n")
        list(received(raw))
    assert settle(lambda: running.page.get("/api/games").status_code == 200)
    assert not [record for record in caplog.records if record.name == "asyncio"]


def test_machine_code_has_an_end(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "MOST_COMPILED", 0)
    game = "nim:heaps=(1,1,2)"
    for path in ("/api/reply", "/api/trace"):
        running.asked(path, {"position": {"game": game}})
    assert not running.server.turns.ready.pending(running.server.shelf.game(game))


IMPORTING = """
import sys, threading
from zermelo.kernel.compiler.loading import provide_run_time

def importing():
    import numba

importer = threading.Thread(target=importing)
importer.start()
while "numba.core" not in sys.modules:
    pass
provide_run_time()
print("imported")
importer.join()
"""


def test_machine_code_is_loaded_while_the_compiler_is_imported() -> None:
    """Somebody imports Numba in a thread; machine code that needs a part of it waits for the whole."""
    done = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("imported\n", "")


def test_a_search_is_handed_over_when_its_machine_code_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading it may wait for Numba to be imported: meanwhile the interpreted search goes on."""
    monkeypatch.setenv("ZERMELO_COMPILER", "older")
    kernels, loading = ready.Kernels(), []
    question = ask(Shelf().game("tictactoe"), None, algorithm="alphabeta", depth=3, trace=100)

    def warm_up(kernel: Compiled) -> None:
        if kernel.game is question.game:  # the server may be loading others
            loading.append(kernels.known(question, compiled=True))

    monkeypatch.setattr(Compiled, "warm_up", warm_up)
    assert kernels.ready(question, True) is kernels.known(question, compiled=True)
    assert loading == [None]


def test_what_nobody_foresaw_is_said_so(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a 500, so that the tests of hostile traffic would find it; and still one sentence."""
    monkeypatch.setattr(running.server.shelf, "rows", lambda: 1 / 0)
    answer = running.page.get("/api/games")
    assert answer.status_code == 500
    assert sentence(answer) == "this cannot be answered (ZeroDivisionError)"


def test_an_address_that_takes_no_post(running: Running) -> None:
    assert running.page.post("/api/games").status_code == 405
    assert running.page.put("/api/position").status_code == 405


def test_searches_of_many_all_end(running: Running) -> None:
    """More than there are places, at once: everybody is answered or told to come again."""
    found = []

    def ask() -> None:
        data = {"position": CONNECT, "seconds": 0.05}
        found.append(running.post("/api/solve", data).status_code)

    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(found) == 40
    assert set(found) <= {200, 503}
    assert 200 in found


# -- nothing is reached ------------------------------------------------------------------------------

SECRET = "root:x:0"
TRICKS = (
    "/etc/passwd", "../../../../etc/passwd", "file:///etc/passwd", "~/.ssh/id_rsa", "C:\\boot.ini",
    "\x00/etc/passwd",
    "zermelo/games/nim.py", "nim.py", "nim.py:Nim", "tree.json", "/proc/self/environ", "mine.py", "__main__",
    "os.system('id')", "{{7*7}}", "${7*7}", "`id`", "$(id)", "%s%s%n", "tictactoe\r\nX: y", "connect4:",
)  # fmt: skip


@pytest.mark.parametrize("text", TRICKS)
def test_no_text_is_a_file_or_code(running: Running, text: str) -> None:
    position = {"game": "nim"}
    asked: list[tuple[str, Any]] = [
        ("/api/position", {"game": text}),
        ("/api/position", {"game": f"nim:heaps={text}"}),
        ("/api/position", {"game": "nim", "at": text}),
        ("/api/position", {"game": "nim", "moves": [text]}),
        ("/api/why", {"position": position, "move": text}),
        ("/api/trace", {"tree": text}),
        ("/api/csp", {"n": 4, "strategy": text}),
        ("/api/export", {"what": "tree", "format": "svg", "tree": text}),
    ]
    for path, data in asked:
        answer = running.post(path, data)
        assert answer.status_code in (200, 400, 422)
        assert SECRET not in answer.text
        assert "def " not in answer.text
        if answer.status_code == 200:
            assert text == "connect4:"
        else:
            assert sentence(answer)


@pytest.mark.parametrize(
    "game",
    [
        "connect4:width=100000", "connect4:width=7,height=9999999999999999999999", "mnk:width=10**10**10",
        "mnk:width=64,height=64", "nim:heaps=(9,9,9,9,9,9,9,9,9,9,9,9,9)", "kalah:pits=64,seeds=64",
        "dots:width=64,height=64", "nim:heaps=" + "(" * 90 + ")" * 90, "nim:heaps=[1]*9", "nim:heaps=(-1,)",
        "nim:heaps=0x7fffffffffffffff", "nim:heaps=((1,2),3)", "nim:heaps=1_0",
    ],
)  # fmt: skip
def test_bombs_do_not_go_off(running: Running, game: str) -> None:
    for path, data in (("/api/position", {"game": game}), ("/api/trace", {"position": {"game": game}})):
        answer = running.post(path, data)
        assert 400 <= answer.status_code < 500
        assert sentence(answer)


@pytest.mark.parametrize(
    "tree", ["[" * 5000 + "1" + "]" * 5000, "[1e400]", "[" + "9" * 4000 + "]", "[[10**10**10]]"]
)
def test_trees_that_are_bombs(running: Running, tree: str) -> None:
    answer = running.post("/api/trace", {"tree": tree})
    assert 400 <= answer.status_code < 500
    assert sentence(answer)


def test_ten_megabytes_are_not_read(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), 60) as raw:
        head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        raw.sendall(f"{head}Content-Length: {10 << 20}\r\n\r\n".encode())
        assert raw.recv(1 << 12).startswith(b"HTTP/1.1 413")
        with contextlib.suppress(OSError):
            raw.sendall(b" " * (10 << 20))


def test_other_sites_post_nothing(running: Running) -> None:
    """What a form of another page can send without being asked first: three types of body."""
    body = json.dumps({"game": "nim"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        for more in ({}, {"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
            headers = {"content-type": kind, **more}
            answer = running.page.post("/api/position", content=body, headers=headers)
            assert answer.status_code in (403, 415)
    asked_first = running.page.options(
        "/api/position", headers={"origin": "http://evil.example", "access-control-request-method": "POST"}
    )
    assert asked_first.status_code == 403
    assert not [name for name in asked_first.headers if name.startswith("access-control")]


def test_every_answer_has_the_headers(running: Running) -> None:
    wanted = {"x-content-type-options": "nosniff", "x-frame-options": "DENY"}
    wanted |= {"referrer-policy": "no-referrer"}
    answers = [running.page.get(path) for path in ("/", "/static/app.js", "/api/games", "/nothing")]
    answers += [running.page.get("/", headers={"host": "evil.example"}), running.post("/api/position", {})]
    for answer in answers:
        assert wanted.items() <= dict(answer.headers).items()
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


def test_a_token_is_compared_in_a_time_that_says_nothing() -> None:
    assert "compare_digest" in inspect.getsource(guard.Door.shows_token)
    door = guard.Door(TOKEN)
    headers = {"host": "localhost"}
    for given in ("", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "é" * 20, "\ud800"):
        scope = {"query_string": b"", "headers": []}
        assert not door.shows_token(scope, {**headers, "authorization": f"Bearer {given}"})
        assert not door.shows_token(scope, {**headers, "cookie": f"zermelo_token={given}"})


def test_a_token_does_not_leak() -> None:
    running = Running(token=TOKEN)
    try:
        answer = running.page.get("/", params={"token": TOKEN})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")  # the address can be shared
        assert answer.headers["referrer-policy"] == "no-referrer"
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        for path in ("/nothing", "/api/games", "/api/openapi.json", "/static/app.js"):
            assert TOKEN not in running.page.get(path).text
        refused = running.page.get("/", params={"token": "wrong"}, headers={"cookie": ""})
        assert "wrong" not in refused.headers.get("set-cookie", "")
    finally:
        running.close()


def test_a_stranger_with_the_token_in_a_cookie_is_a_stranger() -> None:
    """A page elsewhere that makes the browser send the cookie along."""
    running = Running(token=TOKEN)
    try:
        cookie = {"cookie": f"zermelo_token={TOKEN}"}
        assert running.page.get("/api/games", headers=cookie).status_code == 200
        headers = {**cookie, "origin": "http://evil.example"}
        assert running.post("/api/position", {"game": "nim"}, headers=headers).status_code == 403
        stranger = {"origin": "http://evil.example", "additional_headers": cookie}
        with pytest.raises(InvalidStatus), running.tab(**stranger):
            pass
        host = f"evil.example:{running.port}"
        rebound = {**cookie, "host": host, "origin": f"http://{host}"}
        assert running.post("/api/position", {"game": "nim"}, headers=rebound).status_code == 403
    finally:
        running.close()


def test_the_command_line_wants_a_token_beyond_this_machine(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "zermelo", "serve", "--no-open", "--port", "0"]
    for more in (["--host", "0.0.0.0"], ["--host", "0.0.0.0", "--token", "short"], ["--host", "::"]):
        done = subprocess.run([*command, *more], capture_output=True, text=True, timeout=120, cwd=Path.cwd())
        assert done.returncode != 0
        assert "token" in done.stdout + done.stderr


def test_an_analysis_still_works_after_all_this(running: Running) -> None:
    with running.tab() as tab:
        send(tab, type="analyse", search="last", position={"game": "nim"})
        assert heard(tab, is_end)[-1] == {"type": "done", "search": "last"}
