"""Random games on graphs whose positions come back, for proofs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from zermelo import Game

OPEN = 1000


class Graph(Game):
    """A dozen rooms, each with its player, passages to any others, and ways to meet again."""

    repetition = 0

    class State(NamedTuple):
        room: int

    def __init__(self, seed: int, rooms: int = 12, doors: int = 3, ends: float = 0.25) -> None:
        random = Random(seed)
        self.turns = np.array([random.randrange(2) for _ in range(rooms)])
        self.doors = np.array([random.randint(1, doors) for _ in range(rooms)])
        self.ways = np.array([[random.randrange(rooms) for _ in range(doors)] for _ in range(rooms)])
        self.ends = np.array(
            [random.choice([-1, 0, 1]) if random.random() < ends else OPEN for _ in range(rooms)]
        )

    def initial(self) -> State:
        return self.State(0)

    def to_move(self, state: State) -> int:
        return int(self.turns[state.room])

    def actions(self, state: State) -> Iterator[int]:
        yield from range(self.doors[state.room])

    def result(self, state: State, door: int) -> State:
        return self.State(self.ways[state.room, door])

    def is_terminal(self, state: State) -> bool:
        return bool(self.ends[state.room] != OPEN)

    def utility(self, state: State) -> int:
        return int(self.ends[state.room])
