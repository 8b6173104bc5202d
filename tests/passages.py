"""Random games in which play can go round in circles: rooms, passages between any two, a mover in each.

A player may move twice in a row; some rooms end the game.  A game is data: all are compiled as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from zermelo import Game

ROOMS, DOORS = 24, 4
OPEN = 1000


class Passages(Game):
    """Win, draw and loss; endless play is a draw."""

    def __init__(self, seed: int, ending: float = 0.25) -> None:
        random = Random(seed)
        self.doors = np.array([random.randint(1, DOORS) for _ in range(ROOMS)])
        self.ways = np.array([[random.randrange(ROOMS) for _ in range(DOORS)] for _ in range(ROOMS)])
        self.turns = np.array([random.randrange(2) for _ in range(ROOMS)])
        self.ends = np.array(
            [random.choice([-1, 0, 1]) if random.random() < ending else OPEN for _ in range(ROOMS)]
        )

    def initial(self) -> tuple[int, int]:
        return (0, 5)

    def to_move(self, state: Any) -> int:
        return int(self.turns[state[0]])

    def actions(self, state: Any) -> Iterator[int]:
        yield from range(self.doors[state[0]])

    def result(self, state: Any, door: int) -> tuple[int, int]:
        return (int(self.ways[state[0], door]), 5)

    def is_terminal(self, state: Any) -> bool:
        return bool(self.ends[state[0]] != OPEN)

    def utility(self, state: Any) -> int:
        return int(self.ends[state[0]])


class PointsPassages(Passages):
    payoff = "points"

    def utility(self, state: Any) -> int:
        return int(self.ends[state[0]]) * 300 + int(state[0])


class WonByRepeating(Passages):
    repetition = 1


class NeverRepeats(Passages):
    repetition = None
