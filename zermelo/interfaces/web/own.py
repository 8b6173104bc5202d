"""The user's own file of rules: checked in a process of its own, watched, read again when it is saved."""

from __future__ import annotations

import contextlib
import linecache
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.errors import SearchError, ZermeloError
from zermelo.interfaces.load import game_from

MINE = "mine"
"""How clients name it."""
CHECKING = 0.8
"""Seconds of play that look for faults before a version is served."""
WATCHING = 0.4
"""Seconds between two looks at the file."""


class OwnFile:
    """The last good version of the rules in a file, and what is wrong with the newest."""

    def __init__(self, text: str, changed: Callable[[], None] = lambda: None) -> None:
        self.text, self.changed = text, changed
        self.path = Path(text.partition(".py")[0] + ".py" if ".py" in text else text)
        self.game: Any = None
        self.error: str | None = None
        self.seen = self.stamp()
        self.leaving = threading.Event()
        self.thread: threading.Thread | None = None

    def stamp(self) -> tuple[int, int] | None:
        """What changes when the file is saved."""
        with contextlib.suppress(OSError):
            found = self.path.stat()
            return found.st_mtime_ns, found.st_size
        return None

    def current(self) -> Any:
        if self.game is None:
            raise SearchError(self.error or f"{self.path.name} has not been read yet")
        return self.game

    def row(self) -> dict[str, Any]:
        kind = type(self.game).__name__ if self.game is not None else self.path.stem
        about = f"your own rules, in {self.path.name}"
        return {
            "id": MINE, "name": kind, "about": about, "parameters": "", "own": True, "error": self.error,
        }  # fmt: skip

    def read(self) -> None:
        """Check the file, and take this version if it is good; the last good one goes on if not."""
        self.seen = self.stamp()
        try:
            self.error = self.fault()
            if self.error is None:
                linecache.checkcache()
                self.game = game_from(self.text)
        except ZermeloError as error:
            self.error = str(error)
        except Exception as error:
            self.error = f"{self.path.name} cannot be read: {type(error).__name__}: {error}"

    def fault(self) -> str | None:
        """The first fault that the checker finds."""
        from zermelo.check import check_file

        checkup = check_file(self.text, seconds=CHECKING, wait=0.0, compile=False)
        return str(checkup.faults[0]) if checkup.faults else None

    def watch(self) -> None:
        """Look at the file from now on, in a thread."""
        self.thread = threading.Thread(target=self.watching, name="zermelo watch", daemon=True)
        self.thread.start()

    def watching(self) -> None:
        while not self.leaving.wait(WATCHING):
            stamp = self.stamp()
            if stamp is not None and stamp != self.seen:
                self.read()
                self.changed()

    def close(self) -> None:
        self.leaving.set()
        if self.thread is not None:
            self.thread.join(10)
