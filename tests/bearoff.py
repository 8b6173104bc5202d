"""Bearing off in backgammon, alone or against each other: rules for tests, written as anybody would."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from zermelo import CHANCE, MAX, MIN, Game
from zermelo.game import updated

Home = tuple[int, int, int, int, int, int]
"""Checkers on the points 1 to 6."""


def homes(most: int) -> list[Home]:
    """Every home board with one checker up to so many."""
    found = []
    for count in range(1, most + 1):
        for points in combinations_with_replacement(range(6), count):
            found.append(tuple(points.count(point) for point in range(6)))
    return found  # type: ignore[return-value]


class State(NamedTuple):
    homes: tuple[Home, Home]
    turn: int
    dice: tuple[int, int]
    """What is left of the throw, the larger first; 0: used up."""
    twice: int
    """A double is played twice: does it come again?"""
    start: int
    """1: which boards they start from is open, and chance decides."""


class BearOff(Game):
    """Who is first to have no checker left wins; all boards with so many checkers at most come up."""

    repetition = None

    def __init__(self, most: int = 2) -> None:
        self.boards = tuple(homes(most))

    def initial(self) -> State:
        return State((self.boards[0], self.boards[0]), MAX, (0, 0), 0, 1)

    def to_move(self, state: State) -> int:
        return CHANCE if state.dice == (0, 0) else state.turn

    def outcomes(self, state: State) -> Iterator[tuple[int, float]]:
        if state.start:
            for index in range(len(self.boards) ** 2):
                yield index, 1 / len(self.boards) ** 2
        else:
            for high in range(1, 7):
                for low in range(1, high + 1):
                    yield 8 * high + low, (1 if high == low else 2) / 36

    def actions(self, state: State) -> Iterator[int]:
        """Eight times the point, and the die."""
        own = state.homes[state.turn]
        highest = max(point for point in range(6) if own[point])
        for index in range(2):
            die = state.dice[index]
            if die and (index == 0 or die != state.dice[0]):
                for point in range(6):
                    if own[point] and (point + 1 >= die or point == highest):
                        yield 8 * point + die

    def result(self, state: State, action: int) -> State:
        if state.start:
            one, other = divmod(action, len(self.boards))
            return State((tuple(self.boards[one]), tuple(self.boards[other])), MAX, (0, 0), 0, 0)
        if state.dice == (0, 0):
            return State(
                state.homes, state.turn, (action // 8, action % 8), int(action // 8 == action % 8), 0
            )
        point, die = divmod(action, 8)
        own = updated(state.homes[state.turn], point, state.homes[state.turn][point] - 1)
        if point >= die:
            own = updated(own, point - die, own[point - die] + 1)
        boards = updated(state.homes, state.turn, own)
        high, low = state.dice
        dice = (high, 0) if die == low else (low, 0)
        twice = state.twice
        if dice == (0, 0) and twice:
            dice, twice = (die, die), 0
        if dice == (0, 0) or sum(own) == 0:
            return State(boards, 1 - state.turn, (0, 0), 0, 0)
        return State(boards, state.turn, dice, twice, 0)

    def is_terminal(self, state: State) -> bool:
        return sum(state.homes[1 - state.turn]) == 0

    def utility(self, state: State) -> int:
        return 1 if state.turn == MIN else -1
