"""Rules that hold Python itself: the command line says which, and ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from budget import PATIENCE

from zermelo.interfaces.terminal import watchdog
from zermelo.interfaces.terminal.watchdog import BEAT, Watchdog

HOLDS = """
from pathlib import Path
from zermelo import Game
class Holds(Game):
    repetition = None
    def initial(self): return 3, 0
    def to_move(self, state): return state[1]
    def actions(self, state): return [1]
    def result(self, state, action): return state[0] - 1, 1 - state[1]
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state):
        Path("here").touch()
        return sum(range(10**12))
"""
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="processes are copied")


def searching(folder: Path, *options: str) -> subprocess.Popen[str]:
    """A search of these rules."""
    (folder / "holds.py").write_text(HOLDS)
    command = [sys.executable, "-m", "zermelo", "search", "holds.py", "--engine", "interpreted", *options]
    return subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@POSIX
@pytest.mark.parametrize("seconds", ["0.1", ""])
def test_a_search_ends_although_rules_hold_python(tmp_path: Path, seconds: str) -> None:
    """When its time is over, or at Ctrl-C, which no thread of Python hears."""
    process = searching(tmp_path, *(["--seconds", seconds] if seconds else []))
    while not seconds and process.poll() is None and not (tmp_path / "here").exists():
        time.sleep(0.01)
    if not seconds:
        process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGTERM
    assert "zermelo: utility() has not returned for " in said
    assert "(holds.py, line 13): what it calls there cannot be interrupted, so this process was ended" in said


class Listening:
    """A watchdog of a process that uses the processor as it is told, without a process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float | None) -> None:
        self.now, self.used = 100.0, 0.0
        monkeypatch.setattr(watchdog.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(watchdog.processes, "seconds_used", lambda _: self.used)
        self.reading, self.writing = os.pipe()
        self.dog = Watchdog(self.reading, None, seconds, lambda *_: None)

    def after(self, seconds: float, used: float) -> bool:
        """Whether the process would be ended so much later."""
        self.now, self.used = self.now + seconds, self.used + used
        return self.dog.is_overdue()

    def hear(self, *heard: bytes) -> None:
        """These bytes, then the end of the process."""
        os.write(self.writing, b"".join(heard))
        os.close(self.writing)
        self.dog.watch()
        os.close(self.reading)


def test_who_waits_for_nothing_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Listening(monkeypatch, 1.0).after(3.5, used=3.0)
    assert not Listening(monkeypatch, 1.0).after(1.5, used=1.5)
    assert not Listening(monkeypatch, 1.0).after(5.0, used=0.1)  # without a processor
    assert not Listening(monkeypatch, 60.0).after(30.0, used=30.0)
    assert not Listening(monkeypatch, None).after(9.0, used=9.0)
    assert Listening(monkeypatch, None).after(12.5, used=12.0)


@POSIX
@pytest.mark.parametrize(
    ("heard", "ended"), [((b"\2",), True), ((b"\2", BEAT), False), ((BEAT, b"\2"), True)]
)
def test_ctrl_c_is_forgotten_where_python_goes_on(
    monkeypatch: pytest.MonkeyPatch, heard: tuple[bytes, ...], ended: bool
) -> None:
    listening: Any = Listening(monkeypatch, None)
    listening.hear(*heard)
    assert listening.after(2.5, used=2.5) == ended
