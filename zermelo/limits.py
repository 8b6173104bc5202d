"""How long a search may take: depth, nodes, seconds; and the clock that watches it."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from zermelo.errors import SearchError
from zermelo.run import PLIES


@dataclass(frozen=True)
class Limits:
    """None is no limit."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, smallest in (("depth", 0), ("nodes", 0), ("seconds", 0)):
            limit = getattr(self, name)
            if limit is None:
                continue
            if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= smallest:
                raise SearchError(f"{name} must be a number from {smallest} up, not {limit!r}")
            if name != "seconds" and not isinstance(limit, int):
                raise SearchError(f"{name} must be a whole number, not {limit!r}")
        if self.depth is not None and self.depth >= PLIES:
            raise SearchError(f"depth must be less than {PLIES}, not {self.depth}")


class Clock:
    """Started when a search starts."""

    def __init__(self, seconds: float | None) -> None:
        self.started = time.perf_counter()
        self.deadline = math.inf if seconds is None else self.started + seconds

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.started

    @property
    def left(self) -> float:
        return self.deadline - time.perf_counter()
