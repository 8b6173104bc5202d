"""An eye on rules that hold Python itself, in code written in C: no thread can stop them, nor can Ctrl-C.

A second process listens to the first.  Where nothing is heard from it although its time is over, or Ctrl-C
was pressed, it asks which line that process is at, says so, and ends it.  Only the command line does this: a
program of somebody's own is not ended.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import select
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.kernel import processes
from zermelo.running.explain import line_in

TICK = 0.25
"""Seconds between two signs of life."""
SILENT, BUSY = 2.0, 1.0
"""Seconds without one, and seconds on a processor in them, after which a rule holds Python."""
ENDLESS = 10.0
"""Seconds without one after which it is taken to be endless, where no time was set."""
TELLING = 0.5
"""Seconds in which a process says which line it is at, or ends."""
BEAT = b"\0"
"""A sign of life; other bytes are the signals that came."""
Say = Callable[[str, str, str, float], None]
"""Tells the rule, its file, its line, and for how many seconds nothing was heard."""


class Watchdog:
    """What the second process does."""

    def __init__(self, listening: int, words: Any, seconds: float | None, say: Say) -> None:
        self.listening, self.words, self.say = listening, words, say
        self.watched = os.getppid()
        self.started = self.heard = time.monotonic()
        self.until = self.started + (ENDLESS if seconds is None else seconds)
        self.used = processes.seconds_used(self.watched)
        self.interrupted = False

    def watch(self) -> None:
        """Listen until the other process is done, or has to be ended."""
        while True:
            if not select.select([self.listening], [], [], TICK)[0]:
                if self.is_overdue() and self.end():
                    return
                continue
            heard = os.read(self.listening, 1 << 12)
            if not heard:
                return
            self.interrupted = self.interrupted or signal.SIGINT in heard
            if BEAT in heard:
                self.heard, self.used = time.monotonic(), processes.seconds_used(self.watched)
                self.interrupted = signal.SIGINT in heard.rpartition(BEAT)[2]

    @property
    def silent(self) -> float:
        """For how many seconds nothing was heard."""
        return time.monotonic() - self.heard

    def is_overdue(self) -> bool:
        """Has Python been held for so long that somebody waits in vain?"""
        at_work = processes.seconds_used(self.watched) - self.used >= BUSY or self.silent > ENDLESS
        out_of_time = time.monotonic() > self.until + SILENT
        return self.silent > SILENT and at_work and (self.interrupted or out_of_time)

    def end(self) -> bool:
        """End the other process if rules hold it: which, and on which line, is said first."""
        os.kill(self.watched, signal.SIGUSR2)
        until = time.monotonic() + TELLING
        while os.fstat(self.words.fileno()).st_size == 0 and time.monotonic() < until:
            time.sleep(TICK / 10)
        time.sleep(TICK / 10)  # for the rest of it
        self.words.seek(0)
        file, line, rule = line_in(self.words.read().decode(errors="replace"))
        if not file:
            self.heard = time.monotonic()
            return False
        self.say(rule.removeprefix("game_"), file, line, self.silent)
        os.kill(self.watched, signal.SIGTERM)
        time.sleep(TELLING)
        with contextlib.suppress(OSError):
            if os.getppid() == self.watched:
                os.kill(self.watched, signal.SIGKILL)
        return True


class Heart(threading.Thread):
    """Gives signs of life as long as threads of Python run."""

    def __init__(self, telling: int) -> None:
        super().__init__(name="zermelo heart", daemon=True)
        self.telling, self.over = telling, threading.Event()

    def run(self) -> None:
        while not self.over.wait(TICK):
            with contextlib.suppress(BlockingIOError):
                os.write(self.telling, BEAT)


@contextlib.contextmanager
def watched(seconds: float | None, say: Say) -> Iterator[None]:
    """Do something under an eye; `seconds`: the time that was set for it.  Without effect on Windows."""
    alone = threading.active_count() == 1 and threading.current_thread() is threading.main_thread()
    if sys.platform == "win32" or not alone:
        yield
        return
    listening, telling = os.pipe()
    with tempfile.TemporaryFile() as words:
        if (pid := os.fork()) == 0:
            os.close(telling)
            try:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                Watchdog(listening, words, seconds, say).watch()
            finally:
                os._exit(0)
        os.close(listening)
        os.set_blocking(telling, False)
        faulthandler.register(signal.SIGUSR2, words)
        before = signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
        heart = Heart(telling)
        heart.start()
        try:
            yield
        finally:
            heart.over.set()
            heart.join()
            signal.set_wakeup_fd(before)
            faulthandler.unregister(signal.SIGUSR2)
            os.close(telling)
            os.waitpid(pid, 0)
