"""Games that keep every promise; each file beside this one breaks one of them.

`FAULT` says what must be found: the promise, words of the sentence, moves to the smallest position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo import CHANCE, MAX, MIN, Game, updated


class Take(Game):
    """Five matches, take one or two; who takes the last one wins."""

    class State(NamedTuple):
        left: int
        turn: int

    def initial(self) -> Any:
        return self.State(5, MAX)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Iterator[Any]:
        for taken in (1, 2):
            if taken <= state.left:
                yield taken

    def result(self, state: Any, action: Any) -> Any:
        return self.State(state.left - action, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return state.left == 0

    def utility(self, state: Any) -> int:
        return 1 if state.turn == MIN else -1


class Heaps(Game):
    """Two heaps, take any number from one; who takes the last match wins."""

    class State(NamedTuple):
        first: int
        second: int
        turn: int

    def initial(self) -> Any:
        return self.State(2, 3, MAX)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Iterator[Any]:
        for taken in range(1, state.first + 1):
            yield 0, taken
        for taken in range(1, state.second + 1):
            yield 1, taken

    def result(self, state: Any, action: Any) -> Any:
        heap, taken = action
        if heap == 0:
            return self.State(state.first - taken, state.second, 1 - state.turn)
        return self.State(state.first, state.second - taken, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return state.first + state.second == 0

    def utility(self, state: Any) -> int:
        return 1 if state.turn == MIN else -1

    def symmetries(self, state: Any) -> Iterator[Any]:
        yield self.State(state.second, state.first, state.turn)

    def key(self, state: Any) -> int:
        return (min(state.first, state.second) * 8 + max(state.first, state.second)) * 2 + state.turn


class Tug(Game):
    """Eight times somebody pulls the rope by 0, 1 or 2; who has more of it at the end wins."""

    class State(NamedTuple):
        rope: int
        left: int
        turn: int

    def initial(self) -> Any:
        return self.State(0, 8, MAX)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Any:
        return [0, 1, 2] if state.left else []

    def result(self, state: Any, action: Any) -> Any:
        pull = action if state.turn == MAX else -action
        return self.State(state.rope + pull, state.left - 1, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return state.left == 0

    def utility(self, state: Any) -> int:
        return (state.rope > 0) - (state.rope < 0)

    def evaluate(self, state: Any) -> int:
        return state.rope


class Dice(Take):
    """Five matches; after a move of MAX a die decides whether MIN moves or MAX again."""

    payoff = "points"

    class State(NamedTuple):
        left: int
        turn: int
        thrown: int

    def initial(self) -> Any:
        return self.State(5, MAX, 0)

    def result(self, state: Any, action: Any) -> Any:
        if state.turn == CHANCE:
            return self.State(state.left, action, 1)
        left = state.left - action
        if left == 0:
            return self.State(0, 1 - state.turn, 0)
        return self.State(left, CHANCE if state.turn == MAX else MAX, 0)

    def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
        yield MAX, 0.25
        yield MIN, 0.75

    def utility(self, state: Any) -> int:
        return 3 if state.turn == MIN else -3


class Plain:
    """A state that is an ordinary object with a list inside."""

    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = [left], turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and (self.left, self.turn) == (other.left, other.turn)

    def __hash__(self) -> int:
        return hash((*self.left, self.turn))

    def __repr__(self) -> str:
        return f"Plain({self.left[0]}, {self.turn})"


class TakePlain(Take):
    """The same game with such a state."""

    def initial(self) -> Any:
        return Plain(5, MAX)

    def actions(self, state: Any) -> Any:
        return [taken for taken in (1, 2) if taken <= state.left[0]]

    def result(self, state: Any, action: Any) -> Any:
        return Plain(state.left[0] - action, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return state.left == [0]


class Marks(Game):
    """Six cells in a row; X and O in turn, who has two neighbours first wins."""

    class State(NamedTuple):
        cells: tuple[int, ...]
        turn: int

    def initial(self) -> Any:
        return self.State((0,) * 6, MAX)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Any:
        return [place for place in range(6) if state.cells[place] == 0]

    def result(self, state: Any, action: Any) -> Any:
        return self.State(updated(state.cells, action, state.turn + 1), 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return 0 not in state.cells or self.pair(state.cells) != 0

    def utility(self, state: Any) -> int:
        return (0, 1, -1)[self.pair(state.cells)]

    def pair(self, cells: Any) -> int:
        return next((cells[place] for place in range(5) if cells[place] == cells[place + 1] != 0), 0)


class Hop(Game):
    """A stone on a strip of four cells steps left or right and leaves ashes; who cannot move loses."""

    class State(NamedTuple):
        cells: tuple[int, ...]
        turn: int

    def initial(self) -> Any:
        return self.State((2, 0, 0, 0), MAX)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Any:
        stone = state.cells.index(2)
        return [place for place in (stone - 1, stone + 1) if 0 <= place < 4 and state.cells[place] != 1]

    def result(self, state: Any, action: Any) -> Any:
        ashes = updated(state.cells, state.cells.index(2), 1)
        return self.State(updated(ashes, action, 2), 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return not Hop.actions(self, state)

    def utility(self, state: Any) -> int:
        return 1 if state.turn == MIN else -1


class Row(Take):
    """Take with a board: a click on a match takes it and all to its right."""

    def board(self, state: Any) -> Any:
        cells = ["|"] * state.left + ["."] * (5 - state.left)
        actions = [(taken, [state.left - taken]) for taken in self.actions(state)]
        return {"kind": "grid", "width": 5, "height": 1, "cells": cells, "actions": actions}


class Three(Game):
    """Five matches for three players, take one or two; who takes the last one gets one from each other."""

    players = 3
    constant_sum = 0
    least = -1

    class State(NamedTuple):
        left: int
        turn: int

    def initial(self) -> Any:
        return self.State(5, 0)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Iterator[Any]:
        for taken in (1, 2):
            if taken <= state.left:
                yield taken

    def result(self, state: Any, action: Any) -> Any:
        return self.State(state.left - action, (state.turn + 1) % 3)

    def is_terminal(self, state: Any) -> bool:
        return state.left == 0

    def utility(self, state: Any) -> Any:
        last = (state.turn + 2) % 3
        return tuple(2 if seat == last else -1 for seat in range(3))
