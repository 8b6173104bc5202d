"""Journal: what a check is at, in a file that outlives the process which runs the rules.

The process can be killed by its rules, or be held by one that does not return.  Whoever looks after it reads
here which rule was asked, in which position, and how long the process may take.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import struct
import time
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.checking.findings import Position
from zermelo.game import jsonable

SIZE = 1 << 16
"""Bytes of the file."""
BEAT, UNTIL = 0, 8
"""Where the last sign of life and the end of the time stand, both of `time.monotonic`."""
TIME = struct.Struct("=d")
INSIDE, ELSEWHERE = 32, 33
"""Where it stands whether the rule is at work, and whether it was asked about another position."""
RULE, MOVES = 64, 4096
"""Where the two texts begin, each after its length."""
LENGTH = struct.Struct("=I")
MOST_MOVES = 60
"""Moves of a line that is written down whole; of a longer one the first and the last."""


class Entry(NamedTuple):
    """What was asked last."""

    game: str = ""
    rule: str = ""
    """No rule has been asked yet where this is empty."""
    place: str = ""
    """file:line where the rule is written."""
    moves: tuple[Any, ...] | None = ()
    """From the start to the position; None where it was asked about another than is looked at."""
    inside: bool = True
    """Whether the rule has not answered yet."""


class Journal:
    """A page of memory that two processes share."""

    def __init__(self, path: Path) -> None:
        path.touch()
        with path.open("r+b") as file:
            file.truncate(SIZE)
            self.memory = mmap.mmap(file.fileno(), SIZE)
        self.position: Position | None = None

    def write(self, at: int, text: bytes) -> None:
        """A text, whose length is 0 until all of it is there."""
        LENGTH.pack_into(self.memory, at, 0)
        self.memory[at + LENGTH.size : at + LENGTH.size + len(text)] = text
        LENGTH.pack_into(self.memory, at, len(text))

    def read(self, at: int) -> Any:
        """What was written there last; None where nothing was."""
        (length,) = LENGTH.unpack_from(self.memory, at)
        with contextlib.suppress(ValueError):
            return json.loads(self.memory[at + LENGTH.size : at + LENGTH.size + length]) if length else None
        return None

    # -- in the process that runs the rules ------------------------------------------------

    def asks(self, rule: bytes, position: Position, here: bool) -> None:
        """A rule (`rule_text`) is asked now, while this position is looked at; `here`: about it."""
        if position is not self.position:
            self.position = position
            self.write(MOVES, moves_text(position.moves))
        self.write(RULE, rule)
        self.memory[INSIDE], self.memory[ELSEWHERE] = 1, not here

    def answered(self) -> None:
        """The rule that was asked last has answered, or raised."""
        self.memory[INSIDE] = 0

    def beat(self) -> None:
        """Threads of Python run."""
        self.note(BEAT, time.monotonic())

    # -- in all ----------------------------------------------------------------------------

    @property
    def times(self) -> tuple[float, float]:
        """The last sign of life, and the end of the time."""
        return self.noted(BEAT), self.noted(UNTIL)

    def noted(self, at: int) -> float:
        """The time that stands there."""
        (seconds,) = TIME.unpack(self.memory[at : at + TIME.size])
        return float(seconds)

    def note(self, at: int, seconds: float) -> None:
        """Write a time in one piece: `pack_into` would write zeros first, and others read meanwhile."""
        self.memory[at : at + TIME.size] = TIME.pack(seconds)

    def allow(self, seconds: float) -> None:
        """From now on so many seconds."""
        self.beat()
        self.note(UNTIL, time.monotonic() + seconds)

    def allow_more(self, seconds: float) -> None:
        """So many seconds more."""
        self.note(UNTIL, self.noted(UNTIL) + seconds)

    @property
    def last(self) -> Entry:
        """What was asked last."""
        known, inside = self.read(RULE) or {}, bool(self.memory[INSIDE])
        elsewhere = inside and self.memory[ELSEWHERE]
        moves = None if elsewhere else as_moves(self.read(MOVES) or [])
        return Entry(**known, moves=moves, inside=inside)


def rule_text(game: str, rule: str, place: str) -> bytes:
    """A rule as it is written into the journal."""
    text = json.dumps({"game": game[:200], "rule": rule[:200], "place": place[-1000:]})
    return text.encode()


def moves_text(moves: tuple[Any, ...]) -> bytes:
    """Moves as they are written there, the middle of many left out."""
    half = MOST_MOVES // 2
    shown = moves if len(moves) <= MOST_MOVES else (*moves[:half], "…", *moves[-half:])
    text = json.dumps([jsonable(move) for move in shown], default=str).encode()
    return text if len(text) < SIZE - MOVES - LENGTH.size else b"[]"


def as_moves(moves: list[Any]) -> tuple[Any, ...]:
    """Moves from JSON, whose lists are tuples again."""
    return tuple(as_moves(move) if isinstance(move, list) else move for move in moves)
