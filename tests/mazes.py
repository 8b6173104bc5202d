"""Random games full of transpositions: a few rooms on each floor, and passages to rooms of the next one.

The same room is reached by many ways; a player may move twice in a row; rooms end the game, or are estimated.
A maze is data: no two of one kind are compiled apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from zermelo import Game

FLOORS, ROOMS, DOORS = 7, 5, 5
OPEN = 1000


class Maze(Game):
    """Win, draw and loss; estimates are small numbers."""

    repetition = None

    class State(NamedTuple):
        floor: int
        room: int

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        size = (FLOORS + 1, ROOMS)
        self.doors = grid(size, lambda: random.randint(1, DOORS))
        self.ways = np.array(
            [
                [[random.randrange(ROOMS) for _ in range(DOORS)] for _ in range(ROOMS)]
                for _ in range(FLOORS + 1)
            ]
        )
        self.turns = grid(size, lambda: random.randrange(2))
        self.ends = grid(size, lambda: random.choice([-1, 0, 1]) if random.random() < 0.2 else OPEN)
        self.ends[FLOORS] = [random.choice([-1, 0, 1]) for _ in range(ROOMS)]
        self.worths = grid(size, lambda: random.randint(-9, 9))

    def initial(self) -> State:
        return self.State(0, 0)

    def to_move(self, state: State) -> int:
        return int(self.turns[state.floor, state.room])

    def actions(self, state: State) -> Iterator[int]:
        yield from range(self.doors[state.floor, state.room])

    def result(self, state: State, door: int) -> State:
        return self.State(state.floor + 1, self.ways[state.floor, state.room, door])

    def is_terminal(self, state: State) -> bool:
        return bool(self.ends[state.floor, state.room] != OPEN)

    def utility(self, state: State) -> int:
        return int(self.ends[state.floor, state.room])

    def evaluate(self, state: State) -> int:
        return int(self.worths[state.floor, state.room])


class PointsMaze(Maze):
    payoff = "points"

    def utility(self, state: Maze.State) -> int:
        return int(self.ends[state.floor, state.room]) * 7 + state.room


class FractionMaze(Maze):
    payoff = "points"

    def utility(self, state: Maze.State) -> float:
        return int(self.ends[state.floor, state.room]) * 7 + state.room / 4

    def evaluate(self, state: Maze.State) -> float:
        return int(self.worths[state.floor, state.room]) / 3


def grid(size: tuple[int, int], draw: Any) -> Any:
    return np.array([[draw() for _ in range(size[1])] for _ in range(size[0])])
