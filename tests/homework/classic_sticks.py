"""The style of Classic Computer Science Problems: properties, and a board that gives the next one."""

from abc import ABC, abstractmethod
from enum import Enum


class Side(Enum):
    FIRST = 1
    SECOND = 2

    @property
    def opposite(self):
        return Side.SECOND if self is Side.FIRST else Side.FIRST


class Board(ABC):
    @property
    @abstractmethod
    def turn(self): ...

    @abstractmethod
    def move(self, location): ...

    @property
    @abstractmethod
    def legal_moves(self): ...

    @property
    @abstractmethod
    def is_win(self): ...

    @property
    def is_draw(self):
        return not self.is_win and not self.legal_moves


class Sticks(Board):
    def __init__(self, sticks=8, turn=Side.FIRST):
        self.sticks, self._turn = sticks, turn

    @property
    def turn(self):
        return self._turn

    def move(self, location):
        return Sticks(self.sticks - location, self._turn.opposite)

    @property
    def legal_moves(self):
        return [n for n in (2, 3) if n <= self.sticks]

    @property
    def is_win(self):
        return self.sticks == 0

    def evaluate(self, player):
        if self.is_win:
            return -1 if self.turn is player else 1
        return 0

    def __repr__(self):
        return "|" * self.sticks
