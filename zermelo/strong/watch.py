"""Watch: how far a solution has come, for whoever looks on, and whether it is to stop."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from zermelo.messages import Message
from zermelo.strong.worker import Halt

OFTEN = 0.1
"""Seconds between two reports."""
EFFORT = {
    "layers": {"positions": 1.0, "values": 0.3, "writing": 0.2},
    "retrograde": {"positions": 1.0, "values": 1.4, "writing": 0.1},
    "expectation": {"positions": 1.0, "values": 2.0, "writing": 0.1},
}
"""What each phase takes for one position, the first one being 1: measured, and different for every game."""


@dataclass(frozen=True)
class Progress:
    """How far a strong solution has come."""

    phase: str
    """`survey`, `positions` (finding them), `values`, `writing`, `finished`; or `verifying`."""
    positions: int
    """Positions done in this phase so far."""
    total: int | None
    """Positions of this phase in all, if known."""
    seconds: float
    """Since the start."""
    rate: float
    """Positions of this phase per second."""
    found: int = 0
    """Positions that are known of."""
    expected: int | None = None
    """Positions that there are in all; while they are being found an estimate, None where there is none."""
    eta: float | None = None
    """Seconds until the table is finished, all phases together: rough; None where that is not known."""
    note: str = ""
    why: Message | None = None
    """Why a table is built, where the game leaves open whether positions can come again."""
    table: Any = None
    """The finished table, in the last report."""
    compiled: bool = False
    """Do compiled rules do the work?"""


class Watch:
    """Counts positions of a phase; notes it now and then; ends the work when that is wanted."""

    def __init__(self) -> None:
        self.news: deque[Progress] = deque()
        """Reports that nobody has taken yet."""
        self.taking = threading.Lock()
        self.stopping = False
        self.started = time.perf_counter()
        self.phase, self.positions = "survey", 0
        self.total: int | None = None
        self.known, self.note, self.compiled = 0, "", False
        self.why: Message | None = None
        self.expected: int | None = None
        self.effort: dict[str, float] = {}
        """What the phases of the work take for one position."""
        self.spent, self.again = 0.0, 0
        """Effort of the phases before, and positions of this one that were kept from an earlier run."""
        self.phase_started = self.told = self.work_started = self.started

    def next_news(self) -> Progress | None:
        with self.taking:
            return self.news.popleft() if self.news else None

    def all_news(self) -> list[Progress]:
        with self.taking:
            found = list(self.news)
            self.news.clear()
        return found

    def plan(self, effort: dict[str, float]) -> None:
        """The work begins, in these phases."""
        self.effort, self.spent, self.work_started = effort, 0.0, time.perf_counter()

    def begin(self, phase: str, total: int | None = None) -> None:
        """A phase begins; finding positions begins from nothing."""
        self.spent += self.effort_of(self.positions - self.again, self.total or self.positions)
        if phase == "positions":
            self.known = 0
        elif self.known:
            self.expected = self.known
        self.phase, self.positions, self.total, self.again = phase, 0, total, 0
        self.phase_started = time.perf_counter()
        self.report(0)

    def found(self, count: int, again: bool = False) -> None:
        """A whole layer of positions more; those of an earlier run cost nothing."""
        self.known += count
        if self.expected is not None and self.known > self.expected:
            self.expected = None
        self.done(count, again)

    def done(self, count: int, again: bool = False) -> None:
        """A whole piece is finished."""
        self.positions += count
        self.again += count if again else 0
        self.tick(0)

    def tick(self, inside: int) -> None:
        """Inside a piece: so far."""
        self.stop_if_asked()
        if time.perf_counter() - self.told >= OFTEN:
            self.report(inside)

    def stop_if_asked(self) -> None:
        if self.stopping:
            raise Halt

    def report(self, inside: int, phase: str | None = None, table: Any = None) -> None:
        now = time.perf_counter()
        positions = self.positions + inside
        seconds = max(now - self.phase_started, 1e-9)
        self.told = now
        self.news.append(
            Progress(
                phase or self.phase,
                positions,
                self.total,
                now - self.started,
                (positions - self.again) / seconds,
                self.known,
                self.expected,
                self.eta(positions, now),
                note=self.note,
                why=self.why,
                table=table,
                compiled=self.compiled,
            )
        )

    def eta(self, positions: int, now: float) -> float | None:
        """Seconds for what is left of all phases, at the speed of the work so far."""
        whole = self.total if self.total is not None else self.expected
        if whole is None or self.phase not in self.effort:
            return None
        spent = self.spent + self.effort_of(positions - self.again, whole)
        phases = list(self.effort)
        after = sum(self.effort[phase] for phase in phases[phases.index(self.phase) + 1 :])
        left = self.effort_of(max(whole - positions, 0), whole) + after * self.in_all(whole)
        return left * (now - self.work_started) / spent if spent > 0 else None

    def effort_of(self, done: int, whole: int) -> float:
        """What so much of this phase takes, as `effort` counts."""
        return self.effort.get(self.phase, 0.0) * self.in_all(whole) * done / max(whole, 1)

    def in_all(self, whole: int) -> int:
        """How many positions the game has; a phase may go over them several times."""
        return self.known if self.known and self.phase != "positions" else whole
