"""How long to think: what a controller says of the time, as seconds for the next move."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.game import MAX, MIN
from zermelo.limits import LAG, MatchClock

SHARE = 0.9
"""Of the time that a move may take at most, for what passes unseen between two programs."""


@dataclass
class Clocks:
    """Main time for all moves, then so many seconds for so many stones (Canadian), or for each (Japanese).

    >>> clocks = Clocks(main=0, overtime=10, stones=5)
    >>> round(clocks.budget(MAX), 2)
    1.78
    """

    main: float = 0.0
    overtime: float = 0.0
    stones: int = 0
    """Stones in a period of overtime; without any there is none."""
    periods: int = 0
    """How often a player may use up a period; 0 where one period follows another for so many stones."""
    left: dict[int, tuple[float, int]] = field(default_factory=dict)
    """Seconds, and stones or periods, that each player has left; in main time the second is 0."""

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """A new game."""
        count = self.periods or self.stones
        self.left = dict.fromkeys((MAX, MIN), (self.main, 0) if self.main > 0 else (self.overtime, count))

    def budget(self, player: int) -> float:
        """Seconds for the next move."""
        seconds, stones = self.left[player]
        if stones == 0:  # in main time; what overtime adds for each move may be used now
            return MatchClock(max(seconds, 0.0), self.each()).wanted
        return max(0.0, (seconds if self.periods else seconds / stones) * SHARE - LAG)

    def each(self) -> float:
        """Seconds for each stone of overtime."""
        return 0.0 if self.stones == 0 else self.overtime / self.stones

    def spend(self, player: int, used: float) -> None:
        """A move took so long; a controller that says what is left knows better."""
        seconds, stones = self.left[player]
        seconds -= used
        if stones == 0 and seconds <= 0 and self.stones:
            self.left[player] = self.overtime, self.periods or self.stones
        elif stones and self.periods:
            self.left[player] = self.overtime, max(1, stones - (seconds < 0))
        elif stones > 1:
            self.left[player] = seconds, stones - 1
        else:
            self.left[player] = (self.overtime, self.stones) if stones else (seconds, 0)
