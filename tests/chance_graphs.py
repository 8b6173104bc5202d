"""Random graphs with dice as games, and what each room is worth, by fractions and no code of Zermelo's.

Players go to later rooms only; chance goes anywhere, and ends the game now and then: so play ends for sure,
whatever the players do.  All graphs are one unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from zermelo import CHANCE, MAX, MIN, Game

DOORS = 3
OPEN = 1000


class Room(NamedTuple):
    number: int


class ChanceGraph(Game):
    payoff = "points"
    circular = True

    def __init__(self, seed: int) -> None:
        random = Random(f"{type(self).__name__} {seed}")
        rooms = random.randint(3, 9)
        self.turns = np.array([random.choice((MAX, MIN, CHANCE)) for _ in range(rooms)])
        self.ways = np.array([[self.way(room, rooms, random) for _ in range(DOORS)] for room in range(rooms)])
        self.weights = np.array([random.sample((1, 2, 3, 4), DOORS) for _ in range(rooms)])
        self.ends = np.array([OPEN] * (rooms - 2) + [random.randint(-9, 9), random.randint(-9, 9)])

    def way(self, room: int, rooms: int, random: Random) -> int:
        """The last door of a chance room leads to an end, so that play ends."""
        back = self.circular and self.turns[room] == CHANCE
        return random.randrange(0 if back else min(room + 1, rooms - 1), rooms)

    def initial(self) -> Room:
        return Room(0)

    def to_move(self, state: Room) -> int:
        return int(self.turns[state.number])

    def actions(self, state: Room) -> Iterator[int]:
        yield from range(DOORS)

    def outcomes(self, state: Room) -> Iterator[tuple[int, float]]:
        weights = self.weights[state.number]
        for door in range(DOORS):
            yield door, weights[door] / (weights[0] + weights[1] + weights[2])

    def result(self, state: Room, door: int) -> Room:
        last = len(self.ends) - 1
        if self.turns[state.number] == CHANCE and door == DOORS - 1:
            return Room(last)
        return Room(int(self.ways[state.number, door]))

    def is_terminal(self, state: Room) -> bool:
        return bool(self.ends[state.number] != OPEN)

    def utility(self, state: Room) -> int:
        return int(self.ends[state.number])


class Forward(ChanceGraph):
    """Nothing comes back."""

    repetition = None
    circular = False


class Ordered(Forward):
    """With an order of its own, good or bad: then single replies are looked at first."""

    payoff_range = (-9, 9)

    def priority(self, state: Room, door: int) -> int:
        return (7 * state.number + 3 * door) % 5

    def evaluate(self, state: Room) -> int:
        return state.number % 7 - 3


def worths(game: ChanceGraph) -> dict[int, Fraction]:
    """What each room is worth: the best of MAX's plans against the best of MIN's, all plans tried."""
    rooms = range(len(game.ends))
    chosen = {
        player: [r for r in rooms if game.turns[r] == player and not over(game, r)] for player in (MAX, MIN)
    }
    best: dict[int, Fraction] = {}
    for mine in product(range(DOORS), repeat=len(chosen[MAX])):
        worst: dict[int, Fraction] = {}
        for theirs in product(range(DOORS), repeat=len(chosen[MIN])):
            plan = dict(zip([*chosen[MAX], *chosen[MIN]], [*mine, *theirs], strict=True))
            for room, value in enumerate(averages(game, plan)):
                worst[room] = min(worst.get(room, value), value)
        for room, value in worst.items():
            best[room] = max(best.get(room, value), value)
    return best


def over(game: ChanceGraph, room: int) -> bool:
    return game.is_terminal(Room(room))


def averages(game: ChanceGraph, plan: dict[int, int]) -> list[Fraction]:
    """x = A x + b, by elimination."""
    size = len(game.ends)
    rows = [[Fraction(int(i == j)) for j in range(size)] + [Fraction(0)] for i in range(size)]
    for room in range(size):
        if over(game, room):
            rows[room][size] = Fraction(int(game.ends[room]))
        elif room in plan:
            rows[room][game.result(Room(room), plan[room]).number] -= 1
        else:
            weights = [int(weight) for weight in game.weights[room]]
            for door in range(DOORS):
                to = game.result(Room(room), door).number
                rows[room][to] -= Fraction(weights[door], sum(weights))
    return eliminated(rows)


def eliminated(rows: list[list[Fraction]]) -> list[Fraction]:
    size = len(rows)
    for at in range(size):
        pivot = next(row for row in range(at, size) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [number / rows[at][at] for number in rows[at]]
        for row in range(size):
            if row != at and (factor := rows[row][at]):
                rows[row] = [one - factor * other for one, other in zip(rows[row], rows[at], strict=True)]
    return [row[size] for row in rows]


class Waiting(ChanceGraph):
    """MAX may wait for ever, or throw a coin for 9 or -9."""

    def __init__(self, worth: float | None = 0) -> None:
        self.turns, self.ways = (
            np.array([MAX, CHANCE, 0, 0]),
            np.array([[0, 1, 1], [2, 2, 3], [0] * 3, [0] * 3]),
        )
        self.weights, self.ends = np.array([[1, 1, 2]] * 4), np.array([OPEN, OPEN, 9, -9])
        self.repetition: Any = worth


class Bounded(Ordered):
    """The same with `bounds` as narrow as they can be, and estimates beyond every payoff.

    Single ends lie outside the bounds of the positions above them.
    """

    payoff_range: tuple[float, float] | None = None

    def __init__(self, seed: int, ranged: bool) -> None:
        super().__init__(seed)
        found = worths(self)
        self.worth = np.array([float(found[room]) for room in range(len(self.ends))])
        if ranged:
            self.payoff_range = (-9, 9)

    def evaluate(self, state: Room) -> int:
        return 5 * (state.number % 7 - 3)

    def bounds(self, state: Room) -> tuple[float, float]:
        return self.worth[state.number], self.worth[state.number]
