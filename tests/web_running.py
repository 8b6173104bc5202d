"""A server of the web app in a thread, and how its tests talk to it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from zermelo.interfaces.web import ready, serve
from zermelo.interfaces.web.app import Server, application
from zermelo.interfaces.web.guard import Door
from zermelo.interfaces.web.own import OwnFile

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
CONNECT = {"game": "connect4:width=5,height=4", "moves": ["2"]}
PATIENCE = 300
"""Seconds: nobody waits that long, however busy the machine is."""
TOKEN = "abcdefghijklmnop1234"


ready.MOST_COMPILED = 0  # what is said is the same, and nobody waits for compilers


class Running:
    """A server in a thread, on a port of its own."""

    def __init__(self, token: str = "", own: tuple[OwnFile, ...] = (), hosts: tuple[str, ...] = ()) -> None:
        self.server = Server(own, seats=2)
        self.socket = serve.listen("127.0.0.1", 0)
        self.port = self.socket.getsockname()[1]
        door = Door(token, (*serve.LOCAL, *hosts))
        self.uvicorn = uvicorn.Server(serve.configured(application(self.server, door)))
        self.thread = threading.Thread(target=self.uvicorn.run, args=([self.socket],), daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.01)
        self.page = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

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
        return connect(f"ws://127.0.0.1:{self.port}/ws", max_size=None, open_timeout=PATIENCE, **more)

    def close(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.page.close()


def sentence(answer: Any) -> str:
    """What a refusal says: one sentence, never a traceback."""
    said = answer.json()
    assert set(said) == {"error", "code", "parameters", "sentence"}
    assert said["error"] == said["sentence"] != ""
    assert "Traceback" not in said["error"]
    return str(said["error"])


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    found = Running()
    yield found
    found.close()


@contextmanager
def serving(*paths: Path) -> Iterator[Running]:
    """A server of these files of rules."""
    own = tuple(OwnFile(str(path)) for path in paths)
    for file in own:
        file.read()
    found = Running(own=own)
    try:
        yield found
    finally:
        found.close()


def send(tab: ClientConnection, **message: Any) -> None:
    tab.send(json.dumps(message))


def heard(tab: ClientConnection, until: Callable[[Any], bool], seconds: float = PATIENCE) -> list[Any]:
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


def settle(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False
