"""A compiler that is kept warm: a process that has imported Numba, and forks for every unit.

Numba's import, and what it does before its first function, take longer than many a unit.  So the process that
has done both once waits for the next unit, until nothing was asked for a while or whoever asks has ended.  A
unit is compiled by a fork of it, which nothing outlives and which can fail alone.  The files that the fork is
to use come through a socket; what comes back is one byte, how it ended.

Only Linux forks safely enough for this; elsewhere every unit has a process of its own.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence

FORKS = sys.platform == "linux"
IDLE = 300.0
"""Seconds without a unit to compile after which a warm compiler ends."""
MOST = 16
"""Files that come with a request, at most."""
ALONE = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""A process that forks has one thread: those of NumPy's libraries would not be in the fork."""


class Compiler:
    """The warm compiler of this process, as it is seen from here."""

    def __init__(self) -> None:
        self.door: socket.socket | None = None
        self.process: subprocess.Popen[bytes] | None = None

    def ask(
        self, command: list[str], environment: dict[str, str], files: Sequence[int], sent: Callable[[], None]
    ) -> int | None:
        """How a fork that was given these files has ended; None: the compiler itself has.

        `sent` is called when the files are on their way: then they arrive, whatever becomes of this process.
        """
        try:
            door = self.door or self.opened(command, environment)
            socket.send_fds(door, [b"?"], files)
            sent()
            ended = door.recv(1)
        except OSError:
            ended = b""
        if not ended:
            self.forget()
        return ended[0] if ended else None

    def opened(self, command: list[str], environment: dict[str, str]) -> socket.socket:
        """The way in to a compiler that has just been started."""
        self.door, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [*command, str(theirs.fileno())], env={**environment, **ALONE}, pass_fds=(theirs.fileno(),)
            )
        return self.door

    def forget(self) -> None:
        """Let go of it; it ends when nobody holds the door."""
        if self.door is not None:
            self.door.close()
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0)
        self.door = self.process = None


# -- in the warm process ------------------------------------------------------------------------------


def serve(number: int, work: Callable[[list[int]], None], warm_up: Callable[[], None]) -> None:
    """Fork for every request that comes through this file, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    door = socket.socket(fileno=number)
    door.settimeout(IDLE)
    cold = True
    with contextlib.suppress(OSError):
        while (request := socket.recv_fds(door, 1, MOST))[0]:
            forked = fork(door, work, request[1])
            if cold:  # the first one need not wait for this
                warm_up()
                cold = False
            _, status = os.waitpid(forked, 0)
            door.send(bytes([min(abs(os.waitstatus_to_exitcode(status)), 255)]))


def fork(door: socket.socket, work: Callable[[list[int]], None], files: list[int]) -> int:
    """The number of a fork that works with these files, which are then its alone."""
    if number := os.fork():
        for file in files:
            os.close(file)
        return number
    failed = True
    try:
        door.close()
        work(files)
        failed = False
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stderr.flush()
        os._exit(failed)
