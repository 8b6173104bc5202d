"""The user's own files of rules: checked in a process of their own, watched, read again when saved."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import linecache
import os
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from zermelo.checking.findings import Finding
from zermelo.checking.promises import PROMISES
from zermelo.errors import SearchError, ZermeloError
from zermelo.game import players_of
from zermelo.interfaces.load import game_from
from zermelo.messages import Message
from zermelo.running.files import imported, roots

MINE = "mine"
"""How clients name the first file; the others are mine2, mine3, …"""
CHECKING = 0.8
"""Seconds of play that look for faults before a version is served."""
WATCHING = 0.4
"""Seconds between two looks at the files."""
LONGEST_ABOUT = 2000
"""Letters of what an author says of a game."""
READING = threading.Lock()
"""Held by the one who imports."""
HELPERS: set[Path] = set()
"""Modules beside any of the files; two files may have helpers of the same name."""


class OwnFile:
    """The last good version of the rules in a file, and what is wrong with the newest."""

    def __init__(self, text: str, changed: Callable[[dict[str, Any]], None] = lambda _: None) -> None:
        self.text, self.changed = text, changed
        self.id = MINE
        self.path = Path(text.partition(".py")[0] + ".py" if ".py" in text else text)
        self.game: Any = None
        self.error: Message | None = None
        self.helpers: set[Path] = set()
        self.seen = self.stamp()
        self.leaving = threading.Event()
        self.thread: threading.Thread | None = None

    def stamp(self) -> Any:
        """What changes when the file is saved, or one that it imports; None while it is not there."""
        if not self.path.exists():
            return None
        return [(path, *saved(path)) for path in sorted({self.path, *self.helpers})]

    def current(self) -> Any:
        if self.game is None:
            raise SearchError(self.error or Message.of("not_read_yet", file=self.path.name))
        return self.game

    def row(self) -> dict[str, Any]:
        kind = type(self.game).__name__ if self.game is not None else self.path.stem
        about = docstring(self.game) or f"your own rules, in {self.path.name}"
        error = str(self.error) if self.error else None
        refusal = self.error.as_json() if self.error else None
        return {
            "id": self.id, "name": kind, "about": about, "file": self.path.name, "parameters": "",
            "players": players_of(self.game), "dice": hasattr(self.game, "outcomes"),
            "own": True, "error": error, "refusal": refusal, "plays": self.game is not None,
        }  # fmt: skip

    def read(self) -> None:
        """Check the file, and take this version if it is good; the last good one goes on if not."""
        self.helpers |= beside(self.path)
        HELPERS.update(self.helpers)
        self.seen = self.stamp()
        try:
            with READING, afresh():
                self.error = self.fault()
                if self.error is None:
                    self.take()
        except ZermeloError as error:
            self.error = error.message
        except Exception as error:
            facts = {"file": self.path.name, "kind": type(error).__name__, "said": str(error)}
            self.error = Message.of("own_file_unreadable", **facts)

    def take(self) -> None:
        """Play by the newest version.  Its text is kept: a search reads it, whatever is saved meanwhile."""
        names = {*map(str, (self.path, self.path.resolve(), *self.helpers))}
        kept = {name: linecache.cache.pop(name, None) for name in names}
        try:
            self.game = game_from(self.text)
            for name in names:
                remember_text(name)
        except BaseException:
            linecache.cache.update({name: lines for name, lines in kept.items() if lines is not None})
            raise

    def fault(self) -> Message | None:
        """The first fault that the checker finds; homework that can be played is not graded here."""
        from zermelo.checking.child import check_file

        checkup = check_file(self.text, seconds=CHECKING, wait=0.0, compile=False, grading=None)
        return fault_of(checkup.faults[0]) if checkup.faults else None

    def watch(self) -> None:
        """Look at the file from now on, in a thread."""
        self.thread = threading.Thread(target=self.watching, name="zermelo watch", daemon=True)
        self.thread.start()

    def watching(self) -> None:
        while not self.leaving.wait(WATCHING):
            stamp = self.stamp()
            if stamp is not None and stamp != self.seen:
                self.read()
                self.changed({"file": self.path.name, "error": self.error is not None})

    def close(self) -> None:
        self.leaving.set()
        if self.thread is not None:
            self.thread.join(10)


def fault_of(found: Finding) -> Message:
    """A finding as the page tells it: which promise, where, and whether its usual advice applies."""
    usual = found.name in PROMISES and found.advice == PROMISES[found.name].advice
    facts: dict[str, Any] = {"promise": found.name, "place": found.place, "advised": usual}
    facts["where"] = found.where or ""
    return Message.of("own_fault", said=str(found), **facts)


def docstring(game: Any) -> str:
    """What the author says of a game: of its class, or else of its file."""
    kind = type(game)
    said = vars(kind).get("__doc__") or getattr(sys.modules.get(kind.__module__), "__doc__", None)
    return inspect.cleandoc(said)[:LONGEST_ABOUT] if game is not None and isinstance(said, str) else ""


def remember_text(name: str) -> None:
    """What Python knows of the text of a file stays as it is now: an entry without a time is never old."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        text = Path(name).read_text(encoding="utf-8")
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)


def saved(path: Path) -> tuple[int, int]:
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_mtime_ns, found.st_size
    return 0, 0


def beside(path: Path) -> set[Path]:
    """The files beside a file, or in packages around it, that it imports, and those that they import."""
    folders, found, waiting = [*roots(path.resolve())], set[Path](), [path.resolve()]
    while waiting:
        for name, folder in product(imported(waiting.pop()), folders):
            stem = folder.joinpath(*name.split("."))
            for each in (stem.with_suffix(".py"), stem / "__init__.py"):
                if each.is_file() and each not in found:
                    found.add(each)
                    waiting.append(each)
    return found - {path.resolve()}


@contextlib.contextmanager
def afresh() -> Iterator[None]:
    """Helpers are imported again, and nothing is kept on disk that could be taken for their next version."""
    importlib.invalidate_caches()
    linecache.checkcache()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and Path(file) in HELPERS:
            del sys.modules[name]
    before, told = sys.dont_write_bytecode, os.environ.get("PYTHONDONTWRITEBYTECODE")
    sys.dont_write_bytecode, os.environ["PYTHONDONTWRITEBYTECODE"] = True, "1"
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        os.environ.pop("PYTHONDONTWRITEBYTECODE")
        if told is not None:
            os.environ["PYTHONDONTWRITEBYTECODE"] = told


def numbered(files: list[OwnFile]) -> dict[str, OwnFile]:
    """The files by the ids under which they are served."""
    for index, file in enumerate(files):
        file.id = MINE if index == 0 else f"{MINE}{index + 1}"
    return {file.id: file for file in files}
