"""What rules print, kept apart from what the commands print: a search asks them thousands of times."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

HERE = f"{Path(__file__).parents[2]}{os.sep}"
LIBRARY = f"{Path(os.__file__).parent}{os.sep}"
DEBUGGERS = ("pdb", "bdb", "cmd", "code", "IPython", "debugpy", "pydevd")
"""Modules whose words are meant for whoever stopped in a rule."""
LONGEST = 60
"""Letters of the first line that are shown."""


class Heard:
    """What rules printed."""

    def __init__(self) -> None:
        self.letters, self.first = 0, ""

    def note(self, text: str) -> None:
        """Count it, and keep the beginning."""
        self.letters += len(text)
        if len(self.first) < LONGEST:
            self.first += text[:LONGEST]

    def told(self) -> str:
        """What is said of it at the end; "" where rules printed nothing."""
        if not self.first.strip():
            return ""
        line = self.first.strip().splitlines()[0]
        line = line if len(line) < LONGEST and self.letters <= LONGEST else f"{line[: LONGEST - 1]}…"
        return f"the rules printed {self.letters:,} characters, which are left out: {line}"


class WithoutRules(io.BufferedIOBase):
    """The bytes of a stream of text without what rules write to it."""

    def __init__(self, stream: Any, heard: Heard) -> None:
        self.stream, self.heard = stream, heard

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return bool(self.stream.isatty())

    def fileno(self) -> int:
        return int(self.stream.fileno())

    def flush(self) -> None:
        self.stream.flush()

    def write(self, data: Any) -> int:
        """Write it, unless rules do."""
        if comes_from_rules(sys._getframe(1)):
            self.heard.note(bytes(data).decode(errors="replace"))
            return len(data)
        return int(self.stream.buffer.write(data))


def without_rules(stream: Any, heard: Heard) -> Any:
    """A stream of text that keeps nothing back; the same one where it has no bytes."""
    if not hasattr(stream, "buffer"):
        return stream
    how = {"encoding": stream.encoding, "errors": stream.errors, "line_buffering": stream.line_buffering}
    return io.TextIOWrapper(WithoutRules(stream, heard), write_through=True, **how)


def comes_from_rules(frame: FrameType | None) -> bool:
    """Is the innermost code that is neither Python's nor a package's that of rules?"""
    while frame is not None:
        file = frame.f_code.co_filename
        if frame.f_globals.get("__name__", "").partition(".")[0] in DEBUGGERS or file.startswith(HERE):
            return False
        if not (file.startswith((LIBRARY, "<")) or "-packages" in file):
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def apart() -> Iterator[Heard]:
    """Standard output and the error stream without what rules print meanwhile."""
    heard, before = Heard(), (sys.stdout, sys.stderr)
    for stream in before:
        stream.flush()
    sys.stdout, sys.stderr = (without_rules(stream, heard) for stream in before)
    try:
        yield heard
    finally:
        sys.stdout, sys.stderr = before
