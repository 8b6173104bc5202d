"""Threads that searches run in: deep enough for their recursion, and interruptible."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Callable, Iterator

from zermelo.errors import SearchError

STACK = 128 << 20
"""Bytes of room for the recursion of a compiled search."""
GRACE = 2.0
"""Seconds that a thread may take to obey."""
STARTING = threading.Lock()
"""The size of a stack is set for all threads that start, so one starts at a time, and none is killed then."""


class Ending(BaseException):
    """Raised by us, never by rules, to end what a thread is at."""


class Abandoned(Ending):
    """Raised inside a thread whose rules do not return, which ends it without a word."""


def let_end(error: BaseException) -> None:
    """Raise again what ends our work; whatever else there is, rules can have raised it.

    Ctrl-C comes in the main thread alone: elsewhere a KeyboardInterrupt is an exception like any other.
    """
    ctrl_c = isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread()
    if ctrl_c or isinstance(error, Ending):
        raise error


@contextlib.contextmanager
def not_told() -> Iterator[None]:
    """Whatever rules raise inside is met by somebody else, who tells it."""
    try:
        yield
    except BaseException as error:
        let_end(error)


class Worker(threading.Thread):
    """A daemon thread that can be killed: while it works, and neither before nor after.

    A thread that is interrupted on its way into or out of its work leaves those behind who wait for it; and
    one that has ended may have passed on its number to another.
    """

    def __init__(self, work: Callable[[], None], name: str = "zermelo search") -> None:
        super().__init__(target=work, name=name, daemon=True)
        self.at_work, self.door = False, threading.Lock()

    def run(self) -> None:
        """Do the work, or leave it without a traceback."""
        try:
            try:
                self.at_work = True
                super().run()
            finally:
                self.leave()
        except Abandoned:  # which may have come on the way out
            self.leave()

    def leave(self) -> None:
        """From here on nobody interrupts; what is still to be raised comes now."""
        with self.door:
            self.at_work = False
        heard()

    def kill(self, attempts: int = 5) -> None:
        """Interrupt Python code; compiled code cannot be, and ends with the process.

        Who runs at that moment may swallow it: Python, where the garbage collector has called somebody, or
        rules that catch everything.  So it is tried again.
        """
        with STARTING, self.door:  # until a thread has begun, Python takes it for the one that started it
            if self.at_work and attempts:
                raise_in(self, Abandoned)
                again = threading.Timer(GRACE, self.kill, (attempts - 1,))
                again.daemon = True
                again.start()


def heard() -> None:
    """A call, at which Python raises what another thread wants raised here.

    To take it back instead would leave all threads on the look-out for it, and Python 3.11 never gets out of
    that in a thread that is traced or profiled.
    """


def raise_in(worker: threading.Thread, error: type[BaseException]) -> None:
    """Raise this in another thread as soon as it runs Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident or 0), ctypes.py_object(error))


def start(work: Callable[[], None], name: str = "zermelo search") -> Worker:
    """A worker with a deep stack, started."""
    worker = Worker(work, name)
    begin(worker)
    return worker


def begin(thread: threading.Thread) -> None:
    """Start a thread, with a deep stack."""
    with STARTING:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        except RuntimeError as error:
            raise SearchError("no_thread", reason=str(error)) from None
        finally:
            threading.stack_size(before)


def processor_time(worker: threading.Thread) -> float:
    """Seconds that a thread has been on a processor; the whole process, where nobody counts them."""
    if worker.is_alive() and worker.ident is not None and hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(worker.ident))
    return time.process_time()


def queueing_time(worker: threading.Thread) -> float:
    """Seconds that a thread has waited for a processor; 0 where nobody counts them: Linux does."""
    try:
        with open(f"/proc/self/task/{worker.native_id}/schedstat") as counted:
            return int(counted.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0
