"""Which games have their machine code: one compiles at a time, and nobody waits for it."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from zermelo.bind import Kernel
from zermelo.errors import ZermeloError
from zermelo.question import Question
from zermelo.session import Session

KEPT = 64
"""Kernels that are kept."""
WAITING = 16
"""Games that may wait to be compiled; more are played interpreted."""


class Readiness:
    """Knows for each game whether it is compiled, and compiles those that are not."""

    def __init__(self) -> None:
        self.known: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self.lock = threading.Lock()
        self.waiting: queue.Queue[Any] = queue.Queue(WAITING)
        self.thread: threading.Thread | None = None

    def engine(self, game: Any, state: Any) -> str:
        """How to search this game now: compiled or interpreted."""
        try:
            with self.lock:
                found = self.known.get(game)
                if found is None:
                    self.waiting.put_nowait((game, state))
                    self.known[game] = "pending"
                    self.begin()
        except (TypeError, queue.Full):
            return "interpreted"
        return "compiled" if found == "compiled" else "interpreted"

    def pending(self, game: Any) -> bool:
        try:
            return self.known.get(game) == "pending"
        except TypeError:
            return False

    def begin(self) -> None:
        """Start the thread that compiles."""
        if self.thread is None:
            self.thread = threading.Thread(target=self.compile_all, name="zermelo compiler", daemon=True)
            self.thread.start()

    def compile_all(self) -> None:
        with contextlib.suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + 1)
        with contextlib.suppress(ImportError):
            import numba  # noqa: F401  (before anybody waits for it)
        while (asked := self.waiting.get()) is not None:
            game, state = asked
            self.known[game] = compiled(game, state)
            del game, state, asked

    def close(self) -> None:
        if self.thread is not None:
            with contextlib.suppress(queue.Full):
                self.waiting.put_nowait(None)
            self.thread.join(0.2)


class Kernels:
    """What searches of a game are run by, made once; a game that is served never changes."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Any, Kernel] = OrderedDict()
        self.lock = threading.Lock()

    def find(self, question: Question, compiled: bool, make: Callable[[], Kernel]) -> Kernel:
        key = (id(question.game), compiled, question.kernel, question.options)
        with self.lock:
            found = self.kept.get(key)
            if found is None or found.game is not question.game:
                found = self.kept[key] = make()
                while len(self.kept) > KEPT:
                    self.kept.popitem(last=False)
            self.kept.move_to_end(key)
            return found


class Turn(Session):
    """A search whose kernel may have served others before."""

    def __init__(self, question: Question, kernels: Kernels) -> None:
        self.kernels = kernels
        super().__init__(question)

    def _bind(self, compiled: bool) -> Kernel:
        return self.kernels.find(self.question, compiled, lambda: super(Turn, self)._bind(compiled))


def compiled(game: Any, state: Any) -> str:
    """Compile what an analysis of this game needs; `interpreted` if that cannot be done."""
    from zermelo.bind import bind
    from zermelo.question import ask

    wanted = {} if hasattr(game, "outcomes") else {"algorithm": "pvs"}
    try:
        question = ask(game, state, seconds=1.0, memory=1, **wanted)  # type: ignore[arg-type]
        bind(game, question.kernel, compiled=True, options=question.options, state=state).warm_up()
    except ZermeloError:
        return "interpreted"
    except Exception:
        return "interpreted"
    return "compiled"
