"""Hostile traffic from seeds: messages, frames, requests and connections that nobody should send."""

from __future__ import annotations

import base64
import contextlib
import json
import random
import socket
import struct
from collections import Counter
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

PIECES: list[Any] = [
    None, True, 0, -1, 7, 1.5, 10**30, "", "analyse", "stop", "ping", "a", "\x00", "é∞", "x" * 300, [], {},
    [[]], "\ud800", "9" * 5000, 1e308, {"game": "nim"}, {"game": "nim", "moves": []},
    {"game": "nim", "moves": ["c4"]}, {"game": "../x"}, {"game": "connect4"}, {"game": "mine"}, ["3"],
    {"game": "tictactoe", "at": "X........"}, {"game": "connect4:width=100000"}, {"type": "ping"},
    {"game": "nim:heaps=10**10**10"}, {"game": "mnk:width=8,height=8,k=5"}, {"game": "nim", "at": "9" * 4000},
]  # fmt: skip
FIELDS = (
    *("type", "search", "position", "lines", "seconds", "depth", "values"),
    *("game", "moves", "at", "__proto__"),
)
GAMES = ("nim", "connect4", "tictactoe", "kalah", "dots", "ponghauki", "mnk:width=4,height=4,k=4")


def nonsense(dice: random.Random) -> str | bytes | list[str]:
    """A message that somebody might send to see what breaks; a list is sent in fragments."""
    shape = dice.randrange(12)
    if shape == 0:
        return dice.randbytes(dice.randrange(60))
    if shape == 1:
        letters = ((dice.randrange(32, 127), dice.randrange(0xA0, 0xD7FF)) for _ in range(30))
        return "".join(chr(dice.choice(pair)) for pair in letters)
    if shape == 2:
        return dice.choice(("[", '{"a":')) * dice.randrange(1, 3000)
    if shape == 3:
        return "x" * dice.randrange(60_000)
    if shape < 7:
        return sensible(dice)
    whole = json.dumps({name: dice.choice(PIECES) for name in dice.sample(FIELDS, dice.randrange(1, 7))})
    if shape == 7:
        return whole[: dice.randrange(len(whole))]
    if shape == 8:
        at = dice.randrange(len(whole))
        return whole[:at] + chr(dice.randrange(1, 0x300)) + whole[at + 1 :]
    if shape == 9:
        return [whole[at : at + 7] for at in range(0, min(len(whole), 300), 7)]
    if shape == 10:
        return whole.encode()
    message = {"type": dice.choice(("analyse", "stop", "ping")), "search": "f", "position": {"game": "nim"}}
    return json.dumps({**message, dice.choice(FIELDS): dice.choice(PIECES)})


def sensible(dice: random.Random) -> str:
    """What a page might say, but far too often, and with ids that were used before."""
    search = dice.choice("abc")
    if dice.random() < 0.3:
        return json.dumps({"type": "stop", "search": search})
    position = {"game": dice.choice(GAMES)}
    values = dice.random() < 0.5
    return json.dumps({"type": "analyse", "search": search, "position": position, "values": values})


def frame(dice: random.Random) -> bytes:
    """Bytes that break the protocol of WebSockets itself."""
    shape = dice.randrange(7)
    if shape == 0:
        return dice.randbytes(dice.randrange(1, 200))
    if shape == 1:
        return b"\x81\x02hi"  # not masked
    if shape == 2:
        return struct.pack("!BBQI", 0x81, 0xFF, 1 << dice.choice((17, 40, 62)), 0)  # far too long
    if shape == 3:
        return masked(0x81, b"\xff\xfe\xfd")  # no UTF-8
    if shape == 4:
        return masked(0x80 | dice.choice((3, 4, 5, 6, 7, 11, 15)), b"x")  # no such opcode
    if shape == 5:
        return masked(0x80, b"the rest of nothing")
    return masked(0x89, b"x" * 126)  # a ping is short


def masked(head: int, data: bytes) -> bytes:
    size = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0xFE, len(data))
    return bytes([head]) + size + bytes(4) + data


def request(dice: random.Random, host: str) -> bytes:
    """A request that is none, or that asks for what is nobody's business."""
    paths = ("/", "/api/position", "/../../etc/passwd", "/static/..%2fapp.py", "/ws", "/%00", "/a" * 4500)
    heads = (
        *("Content-Length: -1", "Content-Length: 99999999999", "Content-Length: 7", "Origin: null"),
        *("Transfer-Encoding: chunked", "Upgrade: websocket"),
        *("Content-Type: application/json", "Content-Type: text/plain"),
        *("Expect: 100-continue", "Cookie: " + "a=b;" * 500, "X: \x00", "Host: evil.example", ": none"),
    )
    methods = ("GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "HEAD", "CONNECT", "G\x00T", "GET " * 9)
    chosen = "".join(f"{dice.choice(heads)}\r\n" for _ in range(dice.randrange(4)))
    body = dice.choice(("", "{}", "[" * 500, '{"game": "nim"}', "5\r\nhello\r\n", "zz\r\n"))
    first = f"{dice.choice(methods)} {dice.choice(paths)} HTTP/1.1"
    whole = f"{first}\r\nHost: {host}\r\nConnection: close\r\n{chosen}\r\n{body}".encode("latin-1")
    return whole[: dice.randrange(len(whole))] if dice.random() < 0.2 else whole


def open_socket(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), timeout=60)
    key = base64.b64encode(bytes(16)).decode()
    found.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    return found


class Attack:
    """Sends, and counts what comes back."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.dice, self.heard = port, random.Random(seed), Counter[str]()
        self.sent = 0

    def messages(self, count: int) -> None:
        """Connections that each say what makes no sense, listen to some of it, and leave in all manners."""
        while count > 0:
            few = min(count, self.dice.randrange(1, 60))
            count -= few
            with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                self.conversation(few)

    def conversation(self, count: int) -> None:
        address = f"ws://127.0.0.1:{self.port}/ws"
        with connect(address, max_size=None, open_timeout=60, close_timeout=1) as tab:
            for _ in range(count):
                self.sent += 1
                with contextlib.suppress(UnicodeEncodeError):
                    tab.send(nonsense(self.dice))
            for _ in range(self.dice.randrange(3)):
                message = json.loads(tab.recv(timeout=60))
                assert message["type"] in ("error", "report", "done", "pong"), message
                self.heard[f"a tab: {message['type']}"] += 1
            if self.dice.random() < 0.5:
                tab.socket.shutdown(socket.SHUT_RDWR)  # without a word

    def frames(self, count: int) -> None:
        """Each after a real handshake."""
        for _ in range(count):
            self.sent += 1
            with contextlib.suppress(OSError), open_socket(self.port) as raw:
                raw.recv(1 << 12)
                raw.sendall(frame(self.dice))
                raw.shutdown(socket.SHUT_WR)
                closed = b"".join(received(raw))
                self.heard["a broken frame: closed" if closed[:1] == b"\x88" else "a broken frame: cut"] += 1

    def requests(self, count: int) -> None:
        for _ in range(count):
            self.sent += 1
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 60) as raw:
                raw.sendall(request(self.dice, f"127.0.0.1:{self.port}"))
                raw.settimeout(0.3)
                answer = b"".join(received(raw))
                status = answer.split(b" ")[1][:3].decode() if answer.startswith(b"HTTP") else "none yet"
                self.heard[f"a request: {status}"] += 1
                assert status[0] != "5", answer
                assert b"root:" not in answer
                assert b"Traceback" not in answer

    def storm(self, count: int) -> None:
        """Come and go, some in the middle of their handshake."""
        for _ in range(count):
            self.sent += 1
            with contextlib.suppress(OSError), open_socket(self.port) as raw:
                if self.dice.random() < 0.5:
                    raw.recv(1 << 12)
                    raw.sendall(masked(0x81, sensible(self.dice).encode()[:120]))
            self.heard["come and gone"] += 1


def received(raw: socket.socket) -> Iterator[bytes]:
    with contextlib.suppress(OSError):
        while piece := raw.recv(1 << 16):
            yield piece
