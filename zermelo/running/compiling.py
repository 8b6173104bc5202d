"""Machine code made in the background: one queue for each process, and nobody waits for it."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, NamedTuple, TypeVar

from zermelo.running import threads

Made = TypeVar("Made")


class Wish(NamedTuple):
    """Something to compile."""

    make: Callable[[], Any]
    future: Future[Any]


class Workshop:
    """Compiles what is asked for, one at a time; what somebody waits for comes first."""

    def __init__(self) -> None:
        self.waiting: deque[Wish] = deque()
        self.change = threading.Condition()
        self.thread: threading.Thread | None = None

    def request(self, make: Callable[[], Made], waited_for: bool = False) -> Future[Made]:
        """What `make` gives, some time."""
        wish = Wish(make, Future())
        with self.change:
            self.waiting.appendleft(wish) if waited_for else self.waiting.append(wish)
            if self.thread is None:
                self.thread = threads.start(self.work, "zermelo compiler")
            self.change.notify()
        return wish.future

    def withdraw(self, future: Future[Any]) -> None:
        """Nobody wants this any more; what is being compiled is finished all the same."""
        future.cancel()
        with self.change:
            self.waiting = deque(wish for wish in self.waiting if wish.future is not future)

    def work(self) -> None:
        """The thread's loop: fulfil one wish after another, in the order in which they stand."""
        while True:
            with self.change:
                while not self.waiting:
                    self.change.wait()
                wish = self.waiting.popleft()
            fulfil(wish)
            del wish


def fulfil(wish: Wish) -> None:
    """Make what is wished for, unless nobody wants it any longer; an error goes into the future."""
    if not wish.future.set_running_or_notify_cancel():
        return
    try:
        made = wish.make()
    except BaseException as error:
        wish.future.set_exception(error)
        del wish  # which the error's traceback would keep alive, and whatever it was made for
    else:
        wish.future.set_result(made)


WORKSHOP = Workshop()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WORKSHOP.__init__)  # type: ignore[misc]  # a fork has no thread of ours


def refusal_of(future: Future[Any]) -> BaseException | None:
    """Why nothing came of it; None where something did, or where nobody wanted it any more."""
    try:
        return future.exception()
    except CancelledError:
        return None
