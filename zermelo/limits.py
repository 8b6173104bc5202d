"""How long a search may take: depth, nodes, seconds; and the clock that watches it."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass
from typing import Any

from zermelo.errors import SearchError
from zermelo.kernel.run import PLIES


@dataclass(frozen=True)
class MatchClock:
    """A player's clock: the seconds left for all moves to come, and what each move adds."""

    left: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("left", "increment"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int | float) or not number >= 0:
                raise SearchError("wrong_clock", part=name, given=repr(number))

    @property
    def wanted(self) -> float:
        """Seconds that this move should take: after them no new iteration is begun."""
        return min(self.left / 30 + 0.75 * self.increment, self.most)

    @property
    def most(self) -> float:
        """Seconds that this move may take at most; some are always left over."""
        return max(0.0, min(self.left / 5 + self.increment, 0.8 * self.left - LAG))


LAG = 0.02
"""Seconds that pass unseen between a move and its clock."""


@dataclass(frozen=True)
class Limits:
    """When a search stops; None means no limit."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    win_within: int | None = None
    """Enough, as soon as a win within this many plies is proved."""
    clock: MatchClock | None = None

    @property
    def timed(self) -> bool:
        """Is there a limit in seconds, fixed or of a clock?"""
        return self.seconds is not None or self.clock is not None

    @property
    def most(self) -> float | None:
        """Seconds after which the search is stopped."""
        times = [self.seconds, self.clock.most if self.clock else None]
        return min((time for time in times if time is not None), default=None)

    @property
    def deepest(self) -> int | None:
        """The plies to look ahead at most."""
        return min((depth for depth in (self.depth, self.win_within) if depth is not None), default=None)

    def __post_init__(self) -> None:
        if self.clock is not None and not isinstance(self.clock, MatchClock):
            raise SearchError("not_a_match_clock", given=repr(self.clock))
        for name, smallest in (("depth", 0), ("nodes", 0), ("seconds", 0), ("win_within", 1)):
            limit = getattr(self, name)
            if limit is None:
                continue
            check_from(name, limit, smallest, whole=name != "seconds")
            if name in ("depth", "win_within") and limit >= PLIES:
                raise SearchError("not_below", option=name, limit=PLIES, given=limit)


def check_from(option: str, number: Any, least: int, whole: bool = False) -> None:
    """Refuse what is not a number, a whole one if asked, from `least` up."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not number >= least:
        raise SearchError("not_from_up", option=option, least=least, given=repr(number))
    if whole and not isinstance(number, int):
        raise SearchError("not_whole", option=option, given=repr(number))


RESTING = 2.0
"""Seconds that a search of Python waits at most for machine code that is being made."""


class Clock:
    """Started when a search is asked for."""

    def __init__(self, seconds: float | None, started: float | None = None, held: bool = False) -> None:
        self.started = time.perf_counter() if started is None else started
        self.deadline = math.inf if seconds is None else self.started + seconds
        self.held = held
        """Until something is known, the deadline stops nobody."""
        self.overtime = 0.0
        """Seconds after the deadline at which something was known."""
        self.waits_for: threading.Event | None = None
        """What a search of Python leaves the processor to, while there is time: machine code being made."""

    def rest(self) -> None:
        """Wait for that, but not beyond the deadline, nor before anything is known."""
        if self.waits_for is not None and not self.held:
            self.waits_for.wait(max(min(self.left, RESTING), 0.0))
            self.waits_for = None

    def release(self) -> None:
        """Something is known: from now on the deadline counts."""
        if self.held:
            self.held, self.overtime = False, max(0.0, -self.left)

    def limit(self, seconds: float) -> None:
        """Let the time end so many seconds from now."""
        self.deadline = time.perf_counter() + seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the search started."""
        return time.perf_counter() - self.started

    @property
    def left(self) -> float:
        """Seconds until the deadline; negative after it, infinite without one."""
        return self.deadline - time.perf_counter()

    @property
    def out(self) -> bool:
        """Is it time to stop?"""
        return not self.held and self.left <= 0
