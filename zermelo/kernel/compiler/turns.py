"""Turns: a unit is compiled by one process at a time, and no more at once than there are processors.

A turn is a lock on a file of the cache, which its holder passes on to the child that compiles: it is given
back when the child ends, however it ends.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

POLLING = 0.05
"""Seconds between two tries."""
SUFFIX = ".lock"
WAITING = threading.Event()
"""Does this process wait for others to compile?"""


def take(path: Path) -> int | None:
    """The file that holds the lock, open; None where somebody else has it."""
    if sys.platform == "win32":
        return os.open(os.devnull, os.O_RDONLY)
    import fcntl

    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file


def take_any(folder: Path) -> int | None:
    """One of as many locks as there are processors."""
    for number in range(os.cpu_count() or 1):
        if (file := take(folder / f"compiler-{number}{SUFFIX}")) is not None:
            return file
    return None


@contextlib.contextmanager
def turn(folder: Path, key: str, answer: Callable[[], bytes | None]) -> Iterator[tuple[int, ...]]:
    """The locks that a child is to hold while it compiles; none where another has found the answer."""
    held: list[int] = []
    takers = [lambda: take(folder / f"{key}{SUFFIX}"), lambda: take_any(folder)]
    try:
        while len(held) < len(takers) and answer() is None:
            if (file := takers[len(held)]()) is not None:
                held.append(file)
                continue
            WAITING.set()
            time.sleep(POLLING)
        WAITING.clear()
        yield tuple(held) if len(held) == len(takers) and answer() is None else ()
    finally:
        WAITING.clear()
        for file in held:
            os.close(file)


def forget(folder: Path, key: str) -> None:
    """This unit is done: nobody waits for its lock for long."""
    with contextlib.suppress(OSError):
        os.unlink(folder / f"{key}{SUFFIX}")
