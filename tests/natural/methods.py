"""A state that knows its own moves, as object-oriented hobby engines have it: methods and properties."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from zermelo import MAX, MIN, Game


class Side(Enum):
    LEFT = "L"
    RIGHT = "R"


@dataclass(frozen=True)
class Row:
    coins: tuple[int, ...]
    low: int
    high: int
    gains: tuple[int, int] = (0, 0)

    @property
    def player(self) -> int:
        return (len(self.coins) - 1 - (self.high - self.low)) % 2

    def is_empty(self) -> bool:
        return self.low > self.high

    def moves(self) -> list[Side]:
        return [Side.LEFT, Side.RIGHT] if self.low < self.high else [Side.LEFT]

    def worth(self, side: Side) -> int:
        return self.coins[self.low] if side is Side.LEFT else self.coins[self.high]

    def after(self, side: Side) -> Row:
        gained = self.worth(side=side)
        a, b = self.gains
        gains = (a + gained, b) if self.player == 0 else (a, b + gained)
        if side == Side.LEFT:
            return Row(self.coins, self.low + 1, self.high, gains)
        return Row(self.coins, self.low, self.high - 1, gains)


class Coins(Game):
    payoff = "points"

    def initial(self) -> Row:
        return Row((3, 9, 1, 4, 8, 2, 7, 5), 0, 7)

    def to_move(self, row):
        return MAX if row.player == 0 else MIN

    def actions(self, row):
        return row.moves()

    def result(self, row, side):
        return row.after(side)

    def is_terminal(self, row):
        return row.is_empty()

    def utility(self, row):
        return row.gains[0] - row.gains[1]
