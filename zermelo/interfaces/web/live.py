"""One WebSocket for each tab: analyses are started and stopped through it, and reports come back."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import msgspec
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from zermelo.errors import ZermeloError
from zermelo.interfaces.web.desk import tell
from zermelo.interfaces.web.models import MESSAGES, Analyse, Stop
from zermelo.interfaces.web.rows import report_row
from zermelo.interfaces.web.sentences import half_a_letter, message_of, told
from zermelo.interfaces.web.shelf import explained
from zermelo.interfaces.web.turns import Job
from zermelo.messages import Message
from zermelo.running.catalogue import simulates

if TYPE_CHECKING:
    from zermelo.interfaces.web.app import Server

INTERVAL = 0.05
"""Seconds between two reports, at least."""
LARGEST_MESSAGE = 64 << 10
"""Bytes."""
RATE, BURST = 30.0, 60.0
"""Messages a second for long, and at once; who sends more has to wait, and who goes on is shown the door."""
MOST_MISTAKES = 200
"""Messages that make no sense, before the connection is closed."""
IDLE = 1800.0
"""Seconds without a message and without a search after which a tab is forgotten."""
MOST_TABS = 256
"""Tabs of all clients together."""


class Tab:
    """One connection: its search, and the messages that wait to be sent."""

    def __init__(self, socket: WebSocket, server: Server) -> None:
        self.socket, self.server = socket, server
        self.address = socket.client.host if socket.client else ""
        self.name = f"{self.address} {id(self)}"
        self.loop = asyncio.get_running_loop()
        self.wake = asyncio.Event()
        self.job: Job | None = None
        self.search = ""
        self.lines = 1
        self.waiting: list[dict[str, Any]] = []
        self.allowance, self.counted_at = BURST, time.monotonic()
        self.mistakes = 0
        self.told: Any = None

    async def serve(self) -> None:
        """Until the tab leaves."""
        sender = asyncio.create_task(self.sending())
        try:
            await self.receiving()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.drop()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender

    # -- what comes in -----------------------------------------------------------------------

    async def receiving(self) -> None:
        while True:
            try:
                message = await asyncio.wait_for(self.socket.receive(), IDLE)
            except TimeoutError:
                if self.job is None or self.job.done:
                    await self.close(1001, "nothing has been asked for a long time")
                    return
                continue
            if message["type"] == "websocket.disconnect":
                return
            await self.heed(message.get("text"), message.get("bytes"))
            if self.mistakes > MOST_MISTAKES:
                await self.close(1008, "too many messages that make no sense")
                return

    async def heed(self, text: str | None, data: bytes | None) -> None:
        """One message, whatever it is."""
        await self.slow_down()
        given = text if text is not None else data
        if given is None or len(given) > LARGEST_MESSAGE:
            self.refuse("", Message.of("message_too_long", most=LARGEST_MESSAGE))
            return
        try:
            message = MESSAGES.validate_json(given)
        except ValidationError as error:
            self.refuse(search_in(given), message_of(error.errors(include_url=False)))
            return
        except (ValueError, RecursionError):
            self.refuse("", Message.of("not_json"))
            return
        if isinstance(message, Analyse):
            await self.analyse(message)
        elif isinstance(message, Stop):
            self.stop(message)
        else:
            self.say({"type": "pong"})

    async def slow_down(self) -> None:
        """Let a client that sends too much wait."""
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + (now - self.counted_at) * RATE)
        self.counted_at = now
        self.allowance -= 1
        if self.allowance < 0:
            await asyncio.sleep(-self.allowance / RATE)

    def refuse(self, search: str, message: Message) -> None:
        self.mistakes += 1
        self.say({"type": "error", "search": search, **told(message)})

    async def analyse(self, asked: Analyse) -> None:
        """Start a search; the one before ends."""
        self.drop()
        try:
            placed = await self.server.placed(asked.position, self.name)
            game = placed.game
            over = lambda: explained(game, lambda: placed.is_over)  # noqa: E731
            if await self.server.quick.do(over, game, client=self.name):
                raise ZermeloError("game_over")
            wanted: dict[str, Any] = {"lines": asked.lines, "values": asked.values, "depth": asked.depth}
            if simulates(asked.algorithm) or (asked.algorithm is not None and not hasattr(game, "outcomes")):
                wanted["algorithm"] = asked.algorithm
            self.search, self.lines = asked.search, asked.lines
            self.job = Job(placed, wanted, asked.seconds, self.news, self.address)
            self.server.turns.add(self.job)
        except ZermeloError as error:
            self.job = None
            self.say({"type": "error", "search": asked.search, **told(error.message)})

    def stop(self, asked: Stop) -> None:
        """Stop the search with this id; another one goes on."""
        if self.job is not None and asked.search == self.search:
            self.drop()
            self.say({"type": "done", "search": asked.search})

    def drop(self) -> None:
        """End what runs; nothing more is heard of it."""
        job, self.job = self.job, None
        if job is not None:
            job.cancel()

    # -- what goes out -----------------------------------------------------------------------

    def news(self, job: Job) -> None:
        """Called from the thread that searches."""
        tell(self.loop, self.wake.set)

    def say(self, message: dict[str, Any]) -> None:
        if len(self.waiting) < 1000:
            self.waiting.append(message)
        self.wake.set()

    async def sending(self) -> None:
        """Whatever waits, then the latest report; after a report a pause, so that the next is the latest."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            waiting, self.waiting = self.waiting, []
            for message in waiting:
                await self.send(message)
            if await self.send_news():
                await asyncio.sleep(INTERVAL)

    async def send_news(self) -> bool:
        """The latest report of the search, and its end; True if there was a report."""
        job, search = self.job, self.search
        if job is None:
            return False
        done, news = job.done, (job, job.news)
        new = job.latest is not None and news != self.told
        if new:
            self.told = news
            row = await self.row(job, search)
            if row is not None and self.job is job:
                await self.send(row)
        if done and self.job is job:
            self.job = None
            failed = {"type": "error", **told(job.error)} if job.error else {"type": "done"}
            await self.send({**failed, "search": search})
        return new

    async def row(self, job: Job, search: str) -> dict[str, Any] | None:
        report, placed = job.latest, job.placed
        assert report is not None

        def made() -> dict[str, Any]:
            return report_row(report, placed, self.lines, self.server.scales.of(placed.game))

        try:
            found = await self.server.reports.do(made, placed.game, client=self.name)
        except Exception as error:
            self.say({"type": "error", "search": search, **told(Message.of(error))})
            return None
        more = {"nodes": job.nodes, "speed": round(job.speed), "seconds": round(job.elapsed, 3)}
        return {"type": "report", "search": search, **found, **more}

    async def send(self, message: dict[str, Any]) -> None:
        try:
            text = msgspec.json.encode(message).decode()
        except UnicodeEncodeError as error:
            search = {"search": message["search"]} if "search" in message else {}
            text = msgspec.json.encode({"type": "error", **search, **told(half_a_letter(error))}).decode()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_text(text)

    async def close(self, code: int, reason: str) -> None:
        with contextlib.suppress(RuntimeError):
            if self.socket.application_state == WebSocketState.CONNECTED:
                await self.socket.close(code, reason)


def search_in(given: str | bytes) -> str:
    """The id of the search that a message is about, where it has one."""
    try:
        found = msgspec.json.decode(given)
    except (ValueError, RecursionError):
        return ""
    search = found.get("search") if isinstance(found, dict) else None
    return search if isinstance(search, str) and len(search) <= 64 else ""


class Tabs:
    """All tabs that are open."""

    def __init__(self) -> None:
        self.open: set[Tab] = set()

    async def serve(self, socket: WebSocket, server: Server) -> None:
        if len(self.open) >= MOST_TABS:
            await socket.close(1013, "too many pages are open here")
            return
        await socket.accept()
        tab = Tab(socket, server)
        self.open.add(tab)
        try:
            await tab.serve()
        finally:
            self.open.discard(tab)

    def tell_all(self, message: dict[str, Any]) -> None:
        for tab in self.open:
            tab.say(message)
