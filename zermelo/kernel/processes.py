"""Processes that run somebody else's rules: what they have used, and their end with all that they started."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PROC = Path("/proc")
"""Where Linux tells of its processes."""
SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36
"""Two options of Linux's prctl."""
ENDING = 5.0
"""Seconds to end all descendants, which may go on starting others meanwhile."""
AGAIN = 0.005
"""Seconds between two rounds of that."""


def prctl(option: int, argument: int) -> None:
    """Set an attribute of this process; without effect where there is no Linux."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, argument, 0, 0, 0)


def end_with_parent() -> None:
    """From now on this process is killed when its parent ends; on Linux only."""
    prctl(SET_PARENT_DEATH_SIGNAL, int(getattr(signal, "SIGKILL", 9)))


def adopt_orphans() -> None:
    """From now on descendants whose parents end are children of this process; on Linux only."""
    prctl(SET_CHILD_SUBREAPER, 1)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that are there, ended ones too; [] where nobody tells."""
    found: list[int] = []
    for path in PROC.glob(f"{pid}/task/*/children"):
        with contextlib.suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def descendants_of(pid: int) -> list[int]:
    """The children of a process, their children and so on."""
    found = children_of(pid)
    for child in found:  # which grows meanwhile
        found += children_of(child)
    return found


def command_of(pid: int) -> str:
    """The command line of a process; "" where nobody tells."""
    try:
        return (PROC / str(pid) / "cmdline").read_text(errors="replace").replace("\0", " ")
    except OSError:
        return ""


def end_descendants(seconds: float = ENDING) -> None:
    """Kill whatever this process has started, directly or not, until there is nothing left."""
    until = time.monotonic() + seconds
    while (found := descendants_of(os.getpid())) and time.monotonic() < until:
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(AGAIN)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started as the first of its session, and what is left of its group."""
    if sys.platform == "win32":
        tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        if process.poll() is None:
            subprocess.run(tree, capture_output=True, check=False)
        return
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def seconds_used(pid: int) -> float:
    """Seconds that a process has been on a processor; infinite where nobody counts them: Linux does."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return float("inf")


def seconds_queued(pid: int) -> float:
    """Seconds that the threads of a process have waited for a processor; 0 where nobody counts them."""
    waited = 0
    for path in PROC.glob(f"{pid}/task/*/schedstat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            waited += int(path.read_text().split()[1])
    return waited / 1e9
