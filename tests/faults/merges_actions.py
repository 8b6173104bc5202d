"""Broken: merges."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("merges", "are equal (==), but only one of them has the action 3", 2)


class Right:
    """Once in a game three may be taken; it is forgotten in comparisons."""

    def __init__(self, left: int, turn: int, right: bool) -> None:
        self.left, self.turn, self.right = left, turn, right

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Right) and (self.left, self.turn) == (other.left, other.turn)

    def __hash__(self) -> int:
        return hash((self.left, self.turn))


class Faulty(Take):
    def initial(self) -> Any:
        return Right(9, 0, True)

    def actions(self, state: Any) -> Any:
        yield from super().actions(state)
        if state.right and state.left >= 3:
            yield 3

    def result(self, state: Any, action: Any) -> Any:
        return Right(state.left - action, 1 - state.turn, state.right and action < 3)
