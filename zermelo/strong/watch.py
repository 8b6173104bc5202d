"""Watch: how far a solution has come, for whoever looks on, and whether it is to stop."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from zermelo.strong.worker import Halt

OFTEN = 0.1
"""Seconds between two reports."""
RATES = 5
"""Layers whose growth says how the next ones grow."""
MOST = 1e18
IN_SIGHT = 100
"""How many times as many positions as are known a guess may promise."""


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
    """Counts positions of a phase; notes it now and then; ends the work when that is wanted."""

    def __init__(self) -> None:
        self.news: deque[Progress] = deque()
        """Reports that nobody has taken yet."""
        self.taking = threading.Lock()
        self.stopping = False
        self.started = time.perf_counter()
        self.phase, self.positions = "survey", 0
        self.total: int | None = None
        self.known, self.sizes, self.note = 0, list[int](), ""
        self.expected: int | None = None
        self.phase_started = self.told = self.started

    def next_news(self) -> Progress | None:
        with self.taking:
            return self.news.popleft() if self.news else None

    def all_news(self) -> list[Progress]:
        with self.taking:
            found = list(self.news)
            self.news.clear()
        return found

    def begin(self, phase: str, total: int | None = None) -> None:
        """A phase begins; finding positions begins from nothing."""
        if phase == "positions":
            self.known, self.sizes, self.expected = 0, [], None
        self.phase, self.positions, self.total = phase, 0, total
        self.phase_started = time.perf_counter()
        self.report(0)

    def found(self, count: int) -> None:
        """A whole layer of positions more."""
        self.known += count
        self.sizes.append(count)
        guess = sum(extrapolated(self.sizes))
        self.expected = int(guess) if guess < IN_SIGHT * self.known else None
        self.done(count)

    def done(self, count: int) -> None:
        """A whole piece is finished."""
        self.positions += count
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
        rate = positions / max(now - self.phase_started, 1e-9)
        self.told = now
        self.news.append(
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


def extrapolated(sizes: list[int]) -> list[float]:
    """Layers to come: the rate at which they grow goes on falling as it fell so far."""
    rates = [math.log(after / before) for before, after in zip(sizes, sizes[1:], strict=False)][-RATES:]
    fall = (rates[0] - rates[-1]) / (len(rates) - 1) if len(rates) > 1 else 0.0
    fall = max(fall, 0.01)
    layers, rate = list(map(float, sizes)), rates[-1] if rates else 0.0
    while layers[-1] >= 1 and sum(layers) < MOST:
        rate -= fall
        layers.append(layers[-1] * math.exp(rate))
    return layers
