"""A first look at a game: has it layers, and how large will its table be?"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import may_repeat
from zermelo.messages import counted
from zermelo.strong.expeditions import Figures
from zermelo.strong.pieces import Pieces
from zermelo.strong.reach import Reached
from zermelo.strong.runs import children_of
from zermelo.strong.watch import EFFORT, Watch
from zermelo.strong.worker import Worker

SURVEYED, SURVEYED_INTERPRETED = 100_000, 2_000
"""Positions that are looked at."""
MARGIN = 20 << 20
"""Bytes of memory that a table takes however small it is, and whatever the limit."""
EXPECTATION = "expectation"
"""The method for games with dice."""
POSITION, CHILD = 64, 12
"""Bytes that it takes for a position (code, pointer, two bounds, visits, routes, order), and for a child."""
AGAIN = 0.1
"""Part of the positions that may stand in several layers."""


@dataclass
class Survey:
    """What the first positions say."""

    sizes: list[int] = field(default_factory=list)
    """New positions after 0, 1, 2, … plies."""
    again: int = 0
    """Positions that had been met after fewer plies."""
    complete: bool = False
    pace: float = 0.0
    """Seconds for the children of one position, in the largest layer."""
    branching: float = 1.0
    """Children of a position, in the layer where they are most."""

    @property
    def graded(self) -> bool:
        """Is every position reached in one number of plies only, or nearly so?"""
        return self.again <= AGAIN * sum(self.sizes)

    @property
    def counted(self) -> Figures:
        """What is certain: all, or that there are more."""
        total = sum(self.sizes)
        return Figures(total, total, max(self.sizes)) if self.complete else Figures(total)


def survey(
    worker: Worker,
    watch: Watch,
    start: int,
    room: int,
    most: int | None = None,
    seconds: float = math.inf,
) -> Survey:
    """Look at positions breadth first, until there are enough or no more, or the time is up."""
    import numpy as np

    most = most or (SURVEYED if worker.compiled else SURVEYED_INTERPRETED)
    found, pieces = Survey(), Pieces(None, {})
    known, level = Reached(worker, pieces, watch), np.array([start], "<i8")
    until = time.perf_counter() + seconds
    while len(level) and sum(found.sizes) < most and time.perf_counter() < until:
        known.add(level)
        found.sizes.append(len(level))
        began = time.perf_counter()
        children = children_of(worker, pieces, watch, room, level)
        if len(level) == max(found.sizes):
            found.pace = (time.perf_counter() - began) / len(level)
        found.branching = max(found.branching, worker.run.filled / len(level))
        level = known.without_known(children.copy())
        found.again += len(children) - len(level)
    found.complete = len(level) == 0
    return found


@dataclass(frozen=True)
class Estimate:
    """What a table will take: exact where the game is small, within a factor of three, or not known."""

    positions: int | None
    """None: not known."""
    low: int
    """Probably at least so many,"""
    counted: int
    """and certainly so many, which were counted."""
    exact: bool
    method: str
    memory: int | None
    """Bytes, at most, if it is written to a file; besides what the program itself takes."""
    disk: int | None
    """Bytes, while the work is under way: about."""
    seconds: float | None

    def __str__(self) -> str:
        memory, disk = (self.memory or 0) / 1e6, (self.disk or 0) / 1e6
        return self.told(f"at most {memory:,.0f} MB of memory, about {disk:,.0f} MB on the disk")

    def told(self, room: str = "") -> str:
        """How many positions, in which room and how long; without a file it all stays in memory."""
        if self.positions is None:
            more = "more than" if self.low <= self.counted else "probably more than"
            return f"{more} {rounded(self.low, down=True)} positions; how many is not known"
        roughly = f"roughly {rounded(self.positions)} positions (within a factor of three)"
        found = counted(self.positions, "position") if self.exact else roughly
        return f"{found}, {f'{room} and' if room else 'about'} {counted(round(self.seconds or 0), 'second')}"


def rounded(number: int, down: bool = False) -> str:
    """A number by its first two figures."""
    unit: int = 10 ** max(len(str(number)) - 2, 0)
    return f"{(number if down else number + unit // 2) // unit * unit:,}"


def estimate_from(
    found: Survey, known: Figures, method: str, memory: int, value: int, state: int
) -> Estimate:
    """From what the first positions took; so many bytes for a value, and for a state held in memory."""
    if known.positions is None or known.largest is None:
        return Estimate(None, known.low, sum(found.sizes), False, method, None, None, None)
    held, written = sizes_for(method, value, found.branching)
    whole = held * (known.largest if method == "layers" else known.positions) + state * known.positions
    disk = int(written * known.positions)
    seconds = sum(EFFORT[method].values()) * found.pace * known.positions
    sure = known.low, sum(found.sizes), found.complete
    return Estimate(known.positions, *sure, method, MARGIN + min(memory, int(whole)), disk, seconds)


def sizes_for(method: str, value: int, branching: float) -> tuple[float, float]:
    """Bytes of memory for each position (of the largest layer, or of all), and on the disk."""
    if method == EXPECTATION:
        return POSITION + CHILD * branching, 2 * POSITION + 2 * CHILD * branching
    if method == "layers":
        return 8 * branching + 2 * (8 + value), 2 * 8 + 3 * value
    return 12 * branching + 32 + value, 8 * branching + 48 + 4 * value


def method_for(game: Any, found: Survey) -> str:
    """`layers` where positions cannot repeat and each is always reached after the same number of plies."""
    if hasattr(game, "outcomes"):
        return EXPECTATION
    return "layers" if not may_repeat(game) and found.graded else "retrograde"
