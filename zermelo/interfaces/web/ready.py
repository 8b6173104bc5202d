"""Which games have their machine code: one compiles at a time, and nobody waits for it."""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.kernel.bind import Kernel, bind, loaded
from zermelo.report import Report
from zermelo.running.iterations import TooLarge
from zermelo.running.question import Question, ask
from zermelo.running.session import Analysis, Session

KEPT = 64
"""Kernels that are kept."""
WAITING = 16
"""Games that may wait to be compiled; more are played interpreted."""
MOST_COMPILED = 500
"""Kernels that one server loads; what comes later is interpreted."""
LOOKING = 0.1
"""Seconds between two looks whether it is still worth to be compiled."""
COMPILING = threading.Lock()
"""Held by the one who compiles."""


class Readiness:
    """Knows for each game whether it is compiled, and compiles those that are not."""

    def __init__(self) -> None:
        self.known: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self.asked: weakref.WeakKeyDictionary[Any, set[Any]] = weakref.WeakKeyDictionary()
        self.lock = threading.Lock()
        self.waiting: queue.Queue[Callable[[], Any] | None] = queue.Queue(WAITING)
        self.thread: threading.Thread | None = None

    def engine(self, game: Any, state: Any) -> str:
        """How to search this game now: compiled or interpreted."""

        def prepare() -> None:
            self.known[game] = compiled(game, state)

        try:
            with self.lock:
                found = self.known.get(game)
                if found is None:
                    refuse_when_full()
                    self.waiting.put_nowait(prepare)
                    self.known[game] = "pending"
                    self.begin()
        except (TypeError, queue.Full):
            return "interpreted"
        return "compiled" if found == "compiled" else "interpreted"

    def prepare(self, question: Question, kernels: Kernels) -> None:
        """Have a kernel compiled for those who ask again; what has been tried once is not tried again."""
        key = (question.kernel, question.options)
        with contextlib.suppress(TypeError, queue.Full), self.lock:
            asked = self.asked.setdefault(question.game, set())
            if key not in asked:
                refuse_when_full()
                self.waiting.put_nowait(lambda: kernel_of(question, kernels))
                asked.add(key)
                self.begin()

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
        yield_to_others()
        with contextlib.suppress(ImportError):
            import numba  # noqa: F401  (before anybody waits for it)
        gc.freeze()  # what is there now stays, and need not be looked through every time
        while (work := self.waiting.get()) is not None:
            work()
            del work

    def close(self) -> None:
        if self.thread is not None:
            with contextlib.suppress(queue.Full):
                self.waiting.put_nowait(None)
            self.thread.join(0.2)


def refuse_when_full() -> None:
    """Machine code is never given back, so there is an end to it."""
    if loaded() >= MOST_COMPILED:
        raise queue.Full


class Kernels:
    """What searches of a game are run by, made once; a game that is served never changes."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Any, Kernel] = OrderedDict()
        self.lock = threading.Lock()

    def known(self, question: Question, compiled: bool) -> Kernel | None:
        key = key_of(question, compiled)
        with self.lock:
            found = self.kept.get(key)
            if found is None or found.game is not question.game:
                return None
            self.kept.move_to_end(key)
            return found

    def find(self, question: Question, compiled: bool, make: Callable[[], Kernel]) -> Kernel:
        found = self.known(question, compiled)
        if found is None:
            found = make()
            with self.lock:
                self.kept[key_of(question, compiled)] = found
                while len(self.kept) > KEPT:
                    self.kept.popitem(last=False)
        return found


def key_of(question: Question, compiled: bool) -> Any:
    return id(question.game), compiled, question.kernel, question.options, question.events > 0


class Turn(Session):
    """A search whose kernel may have served others before."""

    def __init__(self, question: Question, kernels: Kernels) -> None:
        self.kernels = kernels
        super().__init__(question)

    def _bind(self, compiled: bool) -> Kernel:
        return self.kernels.find(self.question, compiled, lambda: super(Turn, self)._bind(compiled))


class Patient(Turn):
    """A search that is interpreted until its turn to be compiled has come, if it still runs by then."""

    stopping = False

    def _bind(self, compiled: bool) -> Kernel:
        if not compiled or self.kernels.known(self.question, compiled) is not None:
            return super()._bind(compiled)
        yield_to_others()
        while not COMPILING.acquire(timeout=LOOKING):
            if self.stopping:
                raise ZermeloError("ended_before_compiled")
        try:
            return self.kernels.find(self.question, compiled, self.loaded)
        finally:
            COMPILING.release()

    def loaded(self) -> Kernel:
        """Compiled and ready to run: until then the interpreted search is not stopped for it."""
        found = Session._bind(self, True)
        found.warm_up()
        return found


def yield_to_others() -> None:
    """The page is answered before anybody thinks or compiles."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + 1)


def quickest(question: Question, kernels: Kernels) -> Report:
    """The last report of a search: compiled at once where its machine code is there, else when it comes."""
    if kernels.known(question, True) is not None:
        try:
            *_, report = Analysis(Turn(replace(question, engine="compiled"), kernels))
            return report
        except TooLarge:  # for 64 bits: Python can
            question = replace(question, engine="interpreted")
    if loaded() >= MOST_COMPILED:
        question = replace(question, engine="interpreted")
    *_, report = Analysis(Patient(question, kernels))
    return report


def kernel_of(question: Question, kernels: Kernels) -> None:
    """Compile a kernel, if that can be done."""
    with contextlib.suppress(Exception):
        Patient(replace(question, engine="compiled"), kernels)


def compiled(game: Any, state: Any) -> str:
    """Compile what an analysis of this game needs; `interpreted` if that cannot be done."""
    wanted = {} if hasattr(game, "outcomes") else {"algorithm": "pvs"}
    try:
        question = ask(game, state, seconds=1.0, memory=1, **wanted)  # type: ignore[arg-type]
        with COMPILING:
            bind(game, question.kernel, compiled=True, options=question.options, state=state).warm_up()
    except Exception:
        return "interpreted"
    return "compiled"
