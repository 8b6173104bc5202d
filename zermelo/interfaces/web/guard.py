"""Who may talk to the server, and how much: hosts, origins, the token, sizes; before anything else runs."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from zermelo.interfaces.web.sentences import told
from zermelo.messages import Message

LARGEST_BODY = 64 << 10
"""Bytes of a request."""
SLOWEST = 20.0
"""Seconds in which the body of a request has to come."""
COOKIE = "zermelo_token"
LOCAL = ("localhost", "127.0.0.1", "::1")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)


@dataclass(frozen=True)
class Door:
    """What a request must show to come in."""

    token: str = ""
    """Asked for on every request, where there is one."""
    hosts: tuple[str, ...] = LOCAL
    """The names under which this server may be asked for."""

    def refusal(self, scope: dict[str, Any]) -> tuple[int, Message] | None:
        """The status and the message with which a request is refused; None: come in."""
        headers = headers_of(scope)
        host = headers.get("host", "")
        if not self.knows(host):
            return 403, Message.of("unknown_host")
        origin = headers.get("origin")
        if origin is not None and not same_origin(origin, host):
            return 403, Message.of("other_site")
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"] != "/":
            return 403, Message.of("other_site")
        if self.token and not self.shows_token(scope, headers):
            return 401, Message.of("wrong_token")
        return None

    def knows(self, host: str) -> bool:
        name = host_name(host)
        if name is None:
            return False
        return name in self.hosts or (bool(self.token) and is_address(name))

    def shows_token(self, scope: dict[str, Any], headers: dict[str, str]) -> bool:
        """Is the token in a header, a cookie or the address?  Compared in constant time."""
        given = [headers.get("authorization", "").removeprefix("Bearer ")]
        given += tokens_in_address(scope)
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
            given += [cookies[COOKIE].value] if COOKIE in cookies else []
        except CookieError:
            pass
        wanted = self.token.encode()
        right = [hmac.compare_digest(each.encode(errors="replace"), wanted) for each in given]
        return any(right)


def headers_of(scope: dict[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def tokens_in_address(scope: dict[str, Any]) -> list[str]:
    query = scope.get("query_string", b"").decode("latin-1")
    try:
        return parse_qs(query, max_num_fields=20).get("token", [])
    except ValueError:
        return []


def host_name(host: str) -> str | None:
    """The name in a Host header, without its port."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return None if parts.username is not None or parts.path else parts.hostname


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str, host: str) -> bool:
    """Does a page of this origin come from this server?"""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


class Guard:
    """Stands before the application: refuses, limits, and adds the headers that browsers obey."""

    def __init__(self, app: Any, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self.door.refusal(scope)
        if scope["type"] == "websocket":
            if refusal is not None:
                await send({"type": "websocket.close", "code": 1008, "reason": str(refusal[1])})
                return
            await self.app(scope, receive, send)
            return
        sending = with_headers(send, self.cookie(scope))
        if refusal is not None:
            await say(sending, *refusal)
            return
        if self.door.token and scope["path"] == "/" and tokens_in_address(scope):
            await send_on(sending)
            return
        try:
            body = await asyncio.wait_for(whole_body(scope, receive), SLOWEST)
        except TimeoutError:
            await say(sending, 408, Message.of("request_too_slow", seconds=SLOWEST))
            return
        if body is None:
            await say(sending, 413, Message.of("request_too_long", most=LARGEST_BODY))
            return
        if body and not is_json(scope):  # which no page of another site can say without being asked first
            await say(sending, 415, Message.of("request_not_json"))
            return
        with contextlib.suppress(Exception):  # what goes wrong has been said by then
            await self.app(scope, replayed(body, receive), sending)

    def cookie(self, scope: dict[str, Any]) -> Iterable[tuple[bytes, bytes]]:
        """Whoever came with the token in the address has it in a cookie from now on."""
        if self.door.token and self.door.token in tokens_in_address(scope):
            value = f"{COOKIE}={self.door.token}; HttpOnly; SameSite=Lax; Path=/"
            return [(b"set-cookie", value.encode("latin-1"))]
        return []


def is_json(scope: dict[str, Any]) -> bool:
    kind = headers_of(scope).get("content-type", "")
    return kind.partition(";")[0].strip().lower() == "application/json"


async def whole_body(scope: dict[str, Any], receive: Any) -> bytes | None:
    """What was sent; None where it is too long, and then it is not read to its end."""
    declared = headers_of(scope).get("content-length", "0")
    if not declared.isdigit() or len(declared) > 9 or int(declared) > LARGEST_BODY:
        return None
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            return None
    return body


def replayed(body: bytes, receive: Any) -> Any:
    """The body once, then whatever else comes."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Any:
        return waiting.pop() if waiting else await receive()

    return receiving


def with_headers(send: Any, more: Iterable[tuple[bytes, bytes]]) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message.get("headers", [])}
            added = [pair for pair in HEADERS if pair[0] not in present]
            message = {**message, "headers": [*message.get("headers", []), *added, *more]}
        await send(message)

    return sending


async def send_on(send: Any) -> None:
    """Redirect to the same page without the token, now in a cookie: addresses are seen and shared."""
    headers = [(b"location", b"/"), (b"cache-control", b"no-store"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def say(send: Any, status: int, message: Message) -> None:
    """Answer with one sentence."""
    import msgspec

    body = msgspec.json.encode(told(message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
