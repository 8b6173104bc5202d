"""Machine code made in the background: one queue for each process, and nobody waits for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, NamedTuple, TypeVar

Made = TypeVar("Made")


class Wish(NamedTuple):
    """Something to compile, if it is still wanted when its turn comes."""

    make: Callable[[], Any]
    wanted: Callable[[], bool]
    future: Future[Any]


class Workshop:
    """Compiles what is asked for, one at a time, in the order it was asked."""

    def __init__(self) -> None:
        self.waiting: deque[Wish] = deque()
        self.change = threading.Condition()
        self.thread: threading.Thread | None = None

    def ask(self, make: Callable[[], Made], wanted: Callable[[], bool] = lambda: True) -> Future[Made]:
        """What `make` gives, some time; cancelled if it is no longer wanted by then."""
        wish = Wish(make, wanted, Future())
        with self.change:
            self.waiting.append(wish)
            if self.thread is None or not self.thread.is_alive():  # a fork has no threads but its own
                self.thread = threading.Thread(target=self.work, name="zermelo compiler", daemon=True)
                self.thread.start()
            self.change.notify()
        return wish.future

    def work(self) -> None:
        """The thread's loop: fulfil wishes, the oldest first."""
        while True:
            with self.change:
                while not self.waiting:
                    self.change.wait()
                wish = self.waiting.popleft()
            fulfil(wish)
            del wish


def fulfil(wish: Wish) -> None:
    """Make what is wished for, unless nobody wants it any longer; an error goes into the future."""
    if not wish.wanted():
        wish.future.cancel()
    if not wish.future.set_running_or_notify_cancel():
        return
    try:
        made = wish.make()
    except BaseException as error:
        wish.future.set_exception(error)
    else:
        wish.future.set_result(made)


WORKSHOP = Workshop()


def refusal_of(future: Future[Any]) -> BaseException | None:
    """Why nothing came of it; None where something did, or where nobody wanted it any more."""
    try:
        return future.exception()
    except CancelledError:
        return None
