"""Short pieces of work that ask rules, in threads of their own: bounded in number and in time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from zermelo.errors import RulesError, ZermeloError
from zermelo.explain import explain_stuck, kill_thread

Answer = TypeVar("Answer")
WAITING = 128
"""Pieces of work that may wait; more are refused."""


class Busy(ZermeloError):
    """More is asked than can be done."""


class Desk:
    """So many pieces of work at once; who comes later waits, in order."""

    def __init__(self, places: int) -> None:
        self.places = asyncio.Semaphore(places)
        self.waiting = 0

    async def do(self, work: Callable[[], Answer], game: Any = None, patience: float = 5.0) -> Answer:
        """What the work gives; a rule that never returns is interrupted and named."""
        if self.waiting >= WAITING:
            raise Busy("the server has too much to do just now: try again in a moment")
        self.waiting += 1
        try:
            async with self.places:
                return await finished(work, game, patience)
        finally:
            self.waiting -= 1


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
        tell(loop, lambda: settle(answer, failed))

    worker = threading.Thread(target=working, name="zermelo desk", daemon=True)
    worker.start()
    done, _ = await asyncio.wait([future], timeout=patience)
    if done:
        return future.result()
    sentence = explain_stuck(game, worker)
    future.cancel()
    kill_thread(worker)
    raise RulesError(sentence)


def as_exception(error: BaseException) -> Exception:
    return error if isinstance(error, Exception) else RulesError(f"the work was left: {type(error).__name__}")


def tell(loop: asyncio.AbstractEventLoop, work: Callable[[], Any]) -> None:
    """Do this in the loop, unless it has ended."""
    try:
        loop.call_soon_threadsafe(work)
    except RuntimeError:
        return
