"""`zermelo serve`: the server started, and where to find it."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from zermelo.errors import SearchError
from zermelo.interfaces.load import RECORDS, game_from

if TYPE_CHECKING:
    from zermelo.interfaces.web.own import OwnFile

LOCAL = ("127.0.0.1", "localhost", "::1")
SHORTEST_TOKEN = 12
LARGEST_MESSAGE = 64 << 10
VANISHED = 40.0
"""Seconds after which a client that neither reads nor answers is taken for gone."""
SWITCHING = 0.001
"""Seconds after which a thread that runs Python lets another one have a go: the page is answered soon."""


def serve(
    games: Sequence[str],
    host: str,
    port: int,
    token: str,
    browse: bool,
    say: Callable[[str], None],
    tables: Sequence[str] = (),
    matches: Sequence[str] = (),
) -> None:
    """Serve the page until Ctrl-C; `games` are files of rules, and the game that the page begins with."""
    check_address(host, port, token)
    try:
        import fastapi  # noqa: F401
        import uvicorn
        import websockets  # noqa: F401
    except ImportError:
        raise SearchError("web_needs_extra") from None
    files = [game for game in games if ".py" in game]
    first = begun_with([game for game in games if game not in files])
    listening = listen(host, port)
    from zermelo.interfaces.web.app import Server, application
    from zermelo.interfaces.web.guard import Door
    from zermelo.interfaces.web.own import MINE

    sys.setswitchinterval(SWITCHING)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of everybody who hangs up
    hosts = (*LOCAL, host, socket.gethostname().lower())
    server = Server([read(file, say) for file in files], tables=tables, matches=matches)
    app = application(server, Door(token, hosts))
    address = address_of(host, listening.getsockname()[1], token)
    first = first or (quote(MINE) if files else "")
    address += f"#/play?g={first}" if first else "#/tables" if tables else "#/matches" if matches else ""
    say(f"Zermelo is at {address} (Ctrl-C ends it)")
    if browse:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    uvicorn.Server(configured(app)).run(sockets=[listening])


def begun_with(names: list[str]) -> str:
    """The game that the page begins with, if one was named, as its address has it."""
    if len(names) > 1:
        raise SearchError("one_game_to_begin", names=" and ".join(names))
    for name in names:
        game_from(name)  # which says what is wrong with it
    return "".join(recorded(name) if name.endswith(RECORDS) else quote(name) for name in names)


def recorded(path: str) -> str:
    """A record as a game, its start and its moves; out of turn, as the position that it led to."""
    from zermelo.interfaces.sgf import call_of, record_in

    record = record_in(Path(path))
    game, states = record.game, record.states
    moves = [game.name(state, action) for state, action in zip(states, record.actions)]
    steps = zip(states, record.actions, states[1:])
    in_turn = all(game.result(state, action) == later for state, action, later in steps)
    start = states[0] if in_turn else states[-1]
    at = "" if start == game.initial() else f"&at={quote(game.show(start))}"
    return quote(call_of(game)) + at + (f"&m={','.join(moves)}" if in_turn and moves else "")


def read(file: str, say: Callable[[str], None]) -> OwnFile:
    """A file of rules; what is wrong with it is said here and on the page."""
    from zermelo.interfaces.web.own import OwnFile

    found = OwnFile(file)
    found.read()
    if found.error:
        say(f"{found.error}\nserved all the same: save the file, and it is read again")
    return found


def configured(app: Any) -> Any:
    """How the server runs: quiet, and with bounds on everything."""
    import uvicorn

    from zermelo.interfaces.web.patience import Impatient

    return uvicorn.Config(
        app,
        http=Impatient,
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_max_queue=8,
        ws_ping_interval=VANISHED / 2,
        ws_ping_timeout=VANISHED / 2,
        timeout_graceful_shutdown=2,
        limit_concurrency=1000,
        h11_max_incomplete_event_size=32 << 10,
    )


def check_address(host: str, port: int, token: str) -> None:
    """Who binds beyond this machine must give a token, and a good one."""
    if not 0 <= port <= 65535:
        raise SearchError("wrong_port", port=port)
    if host not in LOCAL and not token:
        raise SearchError("token_needed", host=host)
    if token and (len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isalnum()):
        raise SearchError("token_too_short", least=SHORTEST_TOKEN)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so that asyncio sends at once
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # else a client that never reads holds it for as long as it likes
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * VANISHED))
    try:
        found.bind((host, port))
        found.listen(256)
    except (OSError, OverflowError) as error:
        found.close()
        raise SearchError("port_in_use", port=port, host=host, reason=error) from None
    return found


def address_of(host: str, port: int, token: str) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/{f'?token={token}' if token else ''}"
