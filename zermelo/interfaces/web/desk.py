"""Short pieces of work that ask rules, in threads of their own: bounded in number and in time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Any, TypeVar

from zermelo.errors import RulesError, ZermeloError
from zermelo.running.explain import Abandoned, explain_stuck, kill_thread

Answer = TypeVar("Answer")
WAITING, OWN_WAITING = 128, 32
"""Pieces of work that may wait, of all clients and of one; more are refused."""


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
        own = self.queues.get(client, ())
        if len(own) >= OWN_WAITING or sum(map(len, self.queues.values())) >= WAITING:
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
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Answer] = loop.create_future()

    def settle(answer: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(as_exception(error))

    def working() -> None:
        answer: Any = None
        failed: BaseException | None = None
        try:
            answer = work()
        except BaseException as error:
            failed = error
        done = False
        while not done:
            with contextlib.suppress(Abandoned):  # which may come a moment too late
                tell(loop, lambda: settle(answer, failed))
                done = True

    worker = threading.Thread(target=working, name="zermelo desk", daemon=True)
    worker.start()
    try:
        done, _ = await asyncio.wait([future], timeout=patience)
    except asyncio.CancelledError:  # nobody wants to know any more; the place is free when the work has ended
        kill_thread(worker)
        await asyncio.wait([future], timeout=patience)
        future.cancel() or future.exception()
        raise
    if done:
        return future.result()
    stuck = explain_stuck(game, worker)
    future.cancel()
    kill_thread(worker)
    raise RulesError(stuck)


def as_exception(error: BaseException) -> Exception:
    return error if isinstance(error, Exception) else RulesError("work_left", kind=type(error).__name__)


def tell(loop: asyncio.AbstractEventLoop, work: Callable[[], Any]) -> None:
    """Do this in the loop, unless it has ended."""
    try:
        loop.call_soon_threadsafe(work)
    except RuntimeError:
        return
