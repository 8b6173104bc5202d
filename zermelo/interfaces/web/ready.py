"""Which games have their machine code, and which of it is kept; nobody waits for a compile."""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import cache, partial
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game import players_of
from zermelo.kernel.bind import Kernel, loaded
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.compiling import WORKSHOP
from zermelo.running.question import Question
from zermelo.running.search import Search, bound
from zermelo.running.stream import finish
from zermelo.running.task import TooLarge

KEPT = 64
"""Kernels that are kept."""
WAITING = 16
"""Games that may wait to be compiled; more are played interpreted."""
MOST_COMPILED = 500
"""Kernels that one server loads; what comes later is interpreted."""
COLLECTING = (50_000, 20, 50)
"""Python's thresholds for its garbage: looking through the rows of a trace was a third of the work."""


class Readiness:
    """Knows for each game whether it is compiled, and has those compiled that are not."""

    def __init__(self) -> None:
        self.known: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self.asked: weakref.WeakKeyDictionary[Any, set[Any]] = weakref.WeakKeyDictionary()
        self.suits: weakref.WeakKeyDictionary[Any, bool] = weakref.WeakKeyDictionary()
        """The algorithm that suits each game."""
        self.lock = threading.Lock()
        self.waiting = 0
        self.leaving = False

    def engine_for(self, game: Any, state: Any) -> str:
        """How to search this game now: compiled or interpreted; simulations change over by themselves."""

        def prepare() -> None:
            self.known[game] = compiled(game, state)

        if players_of(game) > 2 or self.simulated(game, state):
            return "auto"

        try:
            with self.lock:
                found = self.known.get(game)
                if found is None:
                    self.known[game] = "pending"
                    self.have_compiled(prepare)
        except queue.Full:
            del self.known[game]
            return "interpreted"
        except TypeError:
            return "interpreted"
        return "compiled" if found == "compiled" else "interpreted"

    def simulated(self, game: Any, state: Any) -> bool:
        """Are random games what suits the game?  Asked once, in the first position."""
        try:
            if game not in self.suits:
                self.suits[game] = ask(game, state, seconds=1.0).algorithm.simulates
            return self.suits[game]
        except (TypeError, ZermeloError):
            return False

    def prepare(self, question: Question, kernels: Kernels) -> None:
        """Have a kernel compiled for those who ask again; what has been tried once is not tried again."""
        key = (question.kernel, question.options)
        with contextlib.suppress(TypeError, queue.Full), self.lock:
            asked = self.asked.setdefault(question.game, set())
            if key not in asked:
                self.have_compiled(lambda: kernels.ready(question, True))
                asked.add(key)

    def have_compiled(self, make: Callable[[], Any]) -> None:
        """Machine code is never given back, so there is an end to it."""
        if self.waiting >= WAITING or loaded() >= MOST_COMPILED:
            raise queue.Full
        self.waiting += 1
        WORKSHOP.request(partial(self.quietly, make)).add_done_callback(self.done)

    def quietly(self, make: Callable[[], Any]) -> None:
        """In the thread that compiles: whatever happens, the next one has its turn."""
        if self.leaving:
            return
        yield_to_others()
        settle_in()
        with contextlib.suppress(Exception):
            make()

    def done(self, _: Future[Any]) -> None:
        self.waiting -= 1

    def pending(self, game: Any) -> bool:
        try:
            return self.known.get(game) == "pending"
        except TypeError:
            return False

    def close(self) -> None:
        self.leaving = True


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

    def bind(self, question: Question, compiled: bool) -> Kernel:
        """The kernel of a question, which may have served others before."""
        return self.find(question, compiled, bound)

    def find(self, question: Question, compiled: bool, make: Callable[[Question, bool], Kernel]) -> Kernel:
        found = self.known(question, compiled)
        if found is None:
            found = make(question, compiled)
            with self.lock:
                self.kept[key_of(question, compiled)] = found
                while len(self.kept) > KEPT:
                    self.kept.popitem(last=False)
        return found

    def ready(self, question: Question, compiled: bool) -> Kernel:
        """Compiled and ready to run: until then no interpreted search is stopped for it."""
        return self.find(question, compiled, warmed_up if compiled else bound)


def when_ready() -> str:
    """How to search where machine code is waited for, as long as more of it may be loaded."""
    return "auto" if loaded() < MOST_COMPILED else "interpreted"


def warmed_up(question: Question, compiled: bool) -> Kernel:
    """In the thread that compiles, where nobody waits for it."""
    yield_to_others()
    found = bound(question, compiled)
    found.warm_up()
    return found


def key_of(question: Question, compiled: bool) -> Any:
    return id(question.game), compiled, question.kernel, question.options, question.trace > 0


def yield_to_others() -> None:
    """The page is answered before anybody thinks or compiles."""
    with contextlib.suppress(AttributeError, OSError):
        own = os.getpriority(os.PRIO_PROCESS, os.getpid())
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), own + 1)


def quickest(question: Question, kernels: Kernels) -> Report:
    """The last report of a search: compiled at once where its machine code is there, else when it comes."""
    if kernels.known(question, True) is not None:
        try:
            return answered(replace(question, engine="compiled"), kernels)
        except TooLarge:  # for 64 bits: Python can
            question = replace(question, engine="interpreted")
    if loaded() >= MOST_COMPILED:
        question = replace(question, engine="interpreted")
    return answered(question, kernels)


def answered(question: Question, kernels: Kernels) -> Report:
    report: Report = finish(Search(question, kernels.ready))
    return report


@cache
def settle_in() -> None:
    """Once, before anybody waits for it."""
    import numpy  # noqa: F401

    gc.freeze()  # what is there now stays, and need not be looked through every time
    gc.set_threshold(*COLLECTING)


def compiled(game: Any, state: Any) -> str:
    """Compile what an analysis of this game needs; `interpreted` if that cannot be done."""
    wanted = {} if hasattr(game, "outcomes") else {"algorithm": "pvs"}
    try:
        bound(ask(game, state, seconds=1.0, memory=1, **wanted), True).warm_up()
    except BaseException:
        return "interpreted"
    return "compiled"
