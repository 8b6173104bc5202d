"""Watch: how far a solution has come, for whoever looks on, and whether it is to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.strong.worker import Halt

OFTEN = 0.1
"""Seconds between two reports."""


@dataclass(frozen=True)
class Progress:
    """How far a strong solution has come."""

    phase: str
    """`positions` (finding them), `values`, `writing`, `finished`; `verifying`."""
    positions: int
    """Of this phase, so far."""
    total: int | None
    """Of this phase, where it is known."""
    seconds: float
    """Since the start."""
    rate: float
    """Positions of this phase per second."""
    found: int = 0
    """Positions that are known of."""
    expected: int | None = None
    """Positions that there may be in all: rough, until all are found."""
    note: str = ""
    table: Any = None
    """The finished table, in the last report."""

    @property
    def eta(self) -> float | None:
        """Seconds that this phase will take still: rough while positions are being found."""
        total = self.total if self.total is not None else self.expected
        if total is None or self.rate <= 0:
            return None
        return max(total - self.positions, 0) / self.rate


class Watch:
    """Counts positions of a phase; tells it now and then; ends the work when that is wanted."""

    def __init__(self, tell: Callable[[Progress], None]) -> None:
        self.tell, self.stopping = tell, False
        self.started = time.perf_counter()
        self.phase, self.positions = "positions", 0
        self.total: int | None = None
        self.known, self.note = 0, ""
        self.expected: int | None = None
        self.phase_started = self.told = self.started

    def begin(self, phase: str, total: int | None = None) -> None:
        self.phase, self.positions, self.total = phase, 0, total
        self.phase_started = time.perf_counter()
        self.report(0)

    def found(self, count: int) -> None:
        """More positions are known."""
        self.known += count
        self.done(count)

    def done(self, count: int) -> None:
        """A whole piece is finished."""
        self.positions += count
        self.tick(0)

    def tick(self, inside: int) -> None:
        """Inside a piece: so far."""
        self.check()
        if time.perf_counter() - self.told >= OFTEN:
            self.report(inside)

    def check(self) -> None:
        if self.stopping:
            raise Halt

    def report(self, inside: int, phase: str | None = None, table: Any = None) -> None:
        now = time.perf_counter()
        positions = self.positions + inside
        rate = positions / max(now - self.phase_started, 1e-9)
        self.told = now
        self.tell(
            Progress(
                phase or self.phase,
                positions,
                self.total,
                now - self.started,
                rate,
                self.known,
                self.expected,
                note=self.note,
                table=table,
            )
        )
