"""A first look at a game: has it layers, and how large will its table be?"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from zermelo.strong.pieces import Pieces
from zermelo.strong.retrograde import Reached
from zermelo.strong.runs import children_of
from zermelo.strong.watch import Watch, extrapolated
from zermelo.strong.worker import Worker

SURVEYED, SURVEYED_INTERPRETED = 100_000, 2_000
"""Positions that are looked at."""
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
    seconds: float = 0.0

    @property
    def graded(self) -> bool:
        """Is every position reached in one number of plies only, or nearly so?"""
        return self.again <= AGAIN * sum(self.sizes)

    @property
    def positions(self) -> int:
        """All positions: counted, or guessed from how the growth of the layers slackens."""
        return sum(self.sizes) if self.complete else int(sum(extrapolated(self.sizes)))


def survey(worker: Worker, watch: Watch, start: int, room: int, most: int | None = None) -> Survey:
    """Look at positions breadth first, until there are enough or no more."""
    import numpy as np

    most = most or (SURVEYED if worker.compiled else SURVEYED_INTERPRETED)
    found, pieces, began = Survey(), Pieces(None, {}), time.perf_counter()
    known, level = Reached(worker, pieces, watch), np.array([start], "<i8")
    while len(level) and sum(found.sizes) < most:
        known.add(level)
        found.sizes.append(len(level))
        children = children_of(worker, pieces, watch, room, level)
        level = known.without_known(children.copy())
        found.again += len(children) - len(level)
    found.complete, found.seconds = len(level) == 0, time.perf_counter() - began
    return found


@dataclass(frozen=True)
class Estimate:
    """What a table will take: exact where the game is small, otherwise rough, by a factor of three or so."""

    positions: int
    exact: bool
    method: str
    memory: int
    """Bytes."""
    disk: int
    """Bytes, while the work is under way."""
    seconds: float

    def __str__(self) -> str:
        about = "" if self.exact else "roughly "
        size, disk = f"{self.memory / 1e6:,.0f} MB of memory", f"{self.disk / 1e6:,.0f} MB on the disk"
        return f"{about}{self.positions:,} positions, {size}, {disk}, {self.seconds:,.0f} seconds"


def estimate_from(found: Survey, method: str, room: int) -> Estimate:
    """From what the first positions took."""
    positions = found.positions
    layers = list(map(float, found.sizes)) if found.complete else extrapolated(found.sizes)
    largest = int(max(layers))
    memory = min(60 * largest, 8 * room) + 20 * largest if method == "layers" else 60 * positions
    disk = 20 * positions if method == "layers" else 70 * positions
    each = found.seconds / max(sum(found.sizes), 1)
    return Estimate(positions, found.complete, method, memory, disk, 1.5 * each * positions)


def method_for(game: Any, found: Survey) -> str:
    """`layers` where positions cannot repeat and each is always reached after the same number of plies."""
    return "layers" if getattr(game, "repetition", 0) is None and found.graded else "retrograde"
