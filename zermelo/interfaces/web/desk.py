"""Short pieces of work that ask rules, in threads of their own: bounded in number and in time."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from zermelo.errors import RulesError, ZermeloError
from zermelo.kernel.threads import Ending
from zermelo.running.explain import blame
from zermelo.running.stream import Call, Stream

Answer = TypeVar("Answer")
WAITING = 1024
"""Pieces of work that may wait, of all clients together (a class may share an address); more are refused."""


class Busy(ZermeloError):
    """More is asked than can be done."""


class Desk:
    """So many pieces of work at once; clients take turns, and none of them has all the places."""

    def __init__(self, places: int) -> None:
        self.free, self.most = places, max(places - 1, 1)
        self.busy: Counter[str] = Counter()
        self.queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def do(
        self, work: Callable[[], Answer], game: Any = None, patience: float = 5.0, client: str = ""
    ) -> Answer:
        """What the work gives; a rule that never returns is interrupted and named."""
        if not self.free or self.busy[client] >= self.most:
            await self.wait(client)
        else:
            self.take(client)
        try:
            return await finished(work, game, patience)
        finally:
            self.leave(client)

    async def wait(self, client: str) -> None:
        """Stand in the client's own queue until there is a place, and it is this client's turn."""
        if sum(map(len, self.queues.values())) >= WAITING:
            raise Busy("server_busy")
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queues.setdefault(client, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.leave(client)
            raise

    def take(self, client: str) -> None:
        self.free -= 1
        self.busy[client] += 1

    def leave(self, client: str) -> None:
        self.free += 1
        self.busy[client] -= 1
        if not self.busy[client]:
            del self.busy[client]
        if client in self.queues:
            self.queues.move_to_end(client)
        while self.free and (called := self.next()) is not None:
            called.set_result(None)

    def next(self) -> asyncio.Future[None] | None:
        """Who is called: the client whose turn was longest ago, and of what it wants the oldest."""
        for client in list(self.queues):
            queue = self.queues[client]
            while queue and queue[0].cancelled():
                queue.popleft()
            if queue and self.busy[client] < self.most:
                called = queue.popleft()
                self.take(client)
                return called
            if not queue:
                del self.queues[client]
        return None


async def finished(work: Callable[[], Answer], game: Any, patience: float) -> Answer:
    """What the work gives, in a watched thread of its own."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Answer] = loop.create_future()
    stream = Stream(Call(work, game), "zermelo desk", patience)

    def settle(answer: Any, failed: Exception | None = None) -> None:
        if future.done():
            return
        future.set_result(answer) if failed is None else future.set_exception(failed)

    def read() -> None:
        try:
            *_, answer = stream
            tell(loop, partial(settle, answer))
        except BaseException as error:
            tell(loop, partial(settle, None, as_exception(error, game)))

    threading.Thread(target=read, name="zermelo desk", daemon=True).start()
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:  # nobody wants to know any more; the place is free when the work has ended
        stream.abandon()
        await asyncio.wait([future], timeout=patience)
        future.cancel() or future.exception()
        raise


def as_exception(error: BaseException, game: Any) -> Exception:
    """What is told of it; rules may raise what ends a program elsewhere."""
    if isinstance(error, Exception):
        return error
    if game is None or isinstance(error, Ending):
        return RulesError("work_left", kind=type(error).__name__)
    found = blame(game, error)
    return found if isinstance(found, Exception) else RulesError("work_left", kind=type(error).__name__)


def tell(loop: asyncio.AbstractEventLoop, work: Callable[[], Any]) -> None:
    """Do this in the loop, unless it has ended."""
    try:
        loop.call_soon_threadsafe(work)
    except RuntimeError:
        return
