"""Machine code made in the background: one queue for each process, and nobody waits for it."""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, NamedTuple, TypeVar

from zermelo.kernel import threads

Made = TypeVar("Made")


HANDING = 1.0
"""Seconds of a processor that a process which ends may take to hand over what it has in hand,"""
WAITING = 10.0
"""and seconds in all, where others have the processors."""
MOST = 64
"""Wishes that wait; beyond them the last in the queue are given up."""


class Wish(NamedTuple):
    """Something to compile."""

    make: Callable[[], Any]
    future: Future[Any]
    key: Any = None
    """What it is, where others may wish for the same."""


class Workshop:
    """Compiles what is asked for, one at a time; what somebody waits for comes first."""

    def __init__(self) -> None:
        self.waiting: deque[Wish] = deque()
        self.in_hand: Wish | None = None
        self.lock = threading.Lock()
        self.change = threading.Condition(self.lock)
        self.thread: threading.Thread | None = None

    def request(self, make: Callable[[], Made], waited_for: bool = False, key: Any = None) -> Future[Made]:
        """What `make` gives, some time; whoever wishes for the same (`key`) shares it."""
        with self.lock:
            wish = self.same(key) or Wish(make, Future(), key)
            if wish is not self.in_hand:
                self.waiting = deque(each for each in self.waiting if each is not wish)
                self.waiting.appendleft(wish) if waited_for else self.waiting.append(wish)
            while len(self.waiting) > MOST:
                self.waiting.pop().future.cancel()
            if self.thread is None:
                self.thread = threads.start(self.work, "zermelo compiler")
            self.change.notify()
        return wish.future

    def same(self, key: Any) -> Wish | None:
        """A wish for this, if there is one that has not been fulfilled."""
        wishes = [*self.waiting, *([self.in_hand] if self.in_hand else [])]
        return next((wish for wish in wishes if key is not None and wish.key == key), None)

    def withdraw(self, future: Future[Any]) -> None:
        """Nobody wants this any more; what is being compiled is finished all the same."""
        future.cancel()
        with self.lock:
            self.waiting = deque(wish for wish in self.waiting if wish.future is not future)

    def leave(self) -> None:
        """The process ends: what is in hand, or about to be, is given to its compiler, which finishes it."""
        if not self.is_busy:
            return
        from zermelo.kernel.compiler import child

        worked, end = time.process_time() + HANDING, time.monotonic() + WAITING
        while self.is_busy and not child.is_at_work():
            if time.process_time() > worked or time.monotonic() > end:
                break
            time.sleep(0.01)
        child.leave()

    @property
    def is_busy(self) -> bool:
        """Is something in hand, or next?  A process may end before the thread that compiles has begun."""
        return self.in_hand is not None or bool(self.waiting)

    def work(self) -> None:
        """The thread's loop: fulfil one wish after another, in the order in which they stand."""
        while True:
            with self.lock:
                while not self.waiting:
                    self.change.wait()
                self.in_hand = wish = self.waiting.popleft()
            fulfil(wish)
            with self.lock:
                self.in_hand = None
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
atexit.register(WORKSHOP.leave)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WORKSHOP.__init__)  # type: ignore[misc]  # a fork has no thread of ours


def refusal_of(future: Future[Any]) -> BaseException | None:
    """Why nothing came of it; None where something did, or where nobody wanted it any more."""
    try:
        return future.exception()
    except CancelledError:
        return None
