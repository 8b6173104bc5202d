"""A server of the web app in a process of its own, and what its measurements share."""

from __future__ import annotations

import contextlib
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}


@contextlib.contextmanager
def server(*arguments: str, **more: str) -> Iterator[tuple[str, int]]:
    """A server of its own, its address and its process; `more` is added to its environment."""
    command = [sys.executable, "-m", "zermelo", "serve", *arguments]
    command += ["--port", "0", "--no-open"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment() | more)
    assert child.stdout is not None
    found = re.search(r"http://([^/]+)/", child.stdout.readline())
    assert found is not None
    try:
        yield found[1], child.pid
    finally:
        child.terminate()
        child.wait(10)


def memory_of(process: int) -> float:
    """Megabytes that a process holds; 0 where the system does not say."""
    return counted(process, "VmRSS") / 1024


def threads_of(process: int) -> int:
    return counted(process, "Threads")


def counted(process: int, name: str) -> int:
    with contextlib.suppress(OSError):
        found = re.search(rf"{name}:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
        return int(found[1]) if found else 0
    return 0


def files_of(process: int) -> int:
    """Files and sockets that a process has open."""
    with contextlib.suppress(OSError):
        return len(os.listdir(f"/proc/{process}/fd"))
    return 0


def quantile(times: list[float], part: float = 0.99) -> float:
    return sorted(times)[min(int(part * len(times)), len(times) - 1)]


def spread(values: list[float]) -> str:
    return f"least {min(values):.4g}, median {statistics.median(values):.4g}, most {max(values):.4g}"


def load() -> str:
    """How busy the machine is, which every figure here depends on."""
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
