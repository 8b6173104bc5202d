"""A chess clock: so many minutes for each player, and a few seconds more for each move."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN, player_name
from zermelo.limits import MatchClock

FORM = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
MOST = 24 * 60.0
"""Minutes on a clock at most."""


@dataclass
class ChessClock:
    """The seconds that each player has left.

    >>> clock = ChessClock.parse("5+3")
    >>> clock.spend(MAX, 13.0), str(clock)
    (True, 'MAX 4:50, MIN 5:00')
    """

    seconds: float
    increment: float = 0.0
    left: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.left = self.left or {MAX: self.seconds, MIN: self.seconds}

    @classmethod
    def parse(cls, text: str) -> ChessClock:
        """Minutes, and seconds for each move: `5`, `5+3`, `0.5+1`."""
        found = FORM.fullmatch(text.strip())
        minutes = float(found[1]) if found else math.nan
        increment = float(found[2] or 0) if found else math.nan
        if not (0 < minutes <= MOST and increment <= MOST):
            raise SearchError("not_a_clock", text=text, most=MOST)
        return cls(60 * minutes, increment)

    def for_players(self, players: int) -> ChessClock:
        """The same clock for so many.

        >>> str(ChessClock.parse("1").for_players(3))
        'A 1:00, B 1:00, C 1:00'
        """
        return ChessClock(self.seconds, self.increment, dict.fromkeys(range(players), self.seconds))

    def spend(self, player: int, seconds: float) -> bool:
        """A move took so long: was it made in time?  Then the increment is added."""
        self.left[player] -= seconds
        in_time = self.left[player] > 0
        if in_time:
            self.left[player] += self.increment
        return in_time

    def budget(self, player: int) -> float:
        """Seconds for the engine's next move."""
        return MatchClock(max(self.left[player], 0.0), self.increment).wanted

    def __str__(self) -> str:
        count = len(self.left)
        return ", ".join(f"{player_name(player, count)} {spelt(left)}" for player, left in self.left.items())


def spelt(seconds: float) -> str:
    """
    >>> spelt(299.2), spelt(3725), spelt(7.46), spelt(-1)
    ('4:59', '1:02:05', '0:07.5', '0:00.0')
    """
    if seconds < 10:
        return f"0:{max(seconds, 0):04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
