"""Threads that searches run in: deep enough for their recursion, and interruptible."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Callable

STACK = 128 << 20
"""Bytes of room for the recursion of a compiled search."""
GRACE = 2.0
"""Seconds that a thread may take to obey."""
STARTING = threading.Lock()
"""The size of a stack is set for all threads that start, so one starts at a time."""


class Abandoned(BaseException):
    """Raised inside a thread whose rules do not return, which ends it without a word."""


def start(work: Callable[[], None], name: str = "zermelo search") -> threading.Thread:
    """A daemon thread with a deep stack, started."""
    thread = made(work, name)
    begin(thread)
    return thread


def made(work: Callable[[], None], name: str) -> threading.Thread:
    """A daemon thread that has not begun; who may be interrupted knows it before it does."""
    return threading.Thread(target=until_abandoned, args=(work,), daemon=True, name=name)


def begin(thread: threading.Thread) -> None:
    """Start a thread, with a deep stack."""
    with STARTING:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)


def until_abandoned(work: Callable[[], None]) -> None:
    """Do the work, or leave it without a traceback."""
    with contextlib.suppress(Abandoned):
        work()


def processor_time(worker: threading.Thread) -> float:
    """Seconds that a thread has been on a processor; the whole process, where nobody counts them."""
    if worker.is_alive() and worker.ident is not None and hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(worker.ident))
    return time.process_time()


def kill(worker: threading.Thread) -> None:
    """Interrupt Python code in another thread; compiled code cannot be, and ends with the process."""
    if worker.is_alive() and worker.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(Abandoned))
