"""Trees that are nowhere written down: every node is a number from which those of its children are made.

So a tree may be as large as a search can be long, and machine code for one serves all: what tells them apart
is in an array.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.game import Bits, Game

INDEPENDENT, INCREMENTAL = 0, 1


def mixed(word: Bits) -> Bits:
    """A well-stirred number: the finaliser of SplitMix64."""
    word = word + Bits(0x9E3779B97F4A7C15)
    word = (word ^ (word >> 30)) * Bits(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> 27)) * Bits(0x94D049BB133111EB)
    return word ^ (word >> 31)


class UniformTree(Game):
    """A tree of one branching factor and one depth.

    Leaves are `INDEPENDENT` of each other, or every move changes the value a little (`INCREMENTAL`), as
    in most games: then the value so far is an estimate, and a heuristic for the order of moves.
    """

    payoff = "points"
    repetition = None

    class State(NamedTuple):
        path: Bits
        total: int
        ply: int

    def __init__(self, branching: int = 4, depth: int = 6, seed: int = 0, leaves: int = INDEPENDENT) -> None:
        import numpy as np

        self.numbers = np.array([branching, depth, seed, leaves], np.int64)

    def initial(self) -> State:
        return self.State(mixed(Bits(int(self.numbers[2]))), 0, 0)

    def to_move(self, state: State) -> int:
        return state.ply % 2

    def actions(self, state: State) -> Iterator[int]:
        for action in range(self.numbers[0]):  # noqa: UP028 (Numba knows no `yield from`)
            yield action

    def result(self, state: State, action: int) -> State:
        path = mixed(state.path + Bits(action + 1))
        return self.State(path, state.total + int(path >> 54) - 512, state.ply + 1)

    def is_terminal(self, state: State) -> bool:
        return bool(state.ply == self.numbers[1])

    def utility(self, state: State) -> int:
        return self.evaluate(state)

    def evaluate(self, state: State) -> int:
        return state.total if self.numbers[3] == INCREMENTAL else int(state.path >> 34)

    def priority(self, state: State, action: int) -> int:
        """What the move adds for the player to move."""
        added = self.result(state, action).total - state.total
        return added if state.ply % 2 == 0 else -added


class ModelGame(Game):
    """A game of the lectures' models: `moves` at each of `turns` turns, won by MAX, who begins.

    With `removing`, a move takes one of so many objects, which is gone then.  At each turn of MAX one move,
    chosen at random, keeps the win; after any other who has won is drawn at random.
    """

    repetition = None

    class State(NamedTuple):
        path: Bits
        left: Bits
        won: int
        ply: int

    def __init__(self, moves: int = 3, turns: int = 3, seed: int = 0, removing: bool = False) -> None:
        import numpy as np

        self.numbers = np.array([moves, turns, seed, int(removing)], np.int64)

    def initial(self) -> State:
        everything = (Bits(1) << int(self.numbers[0])) - Bits(1)
        return self.State(mixed(Bits(int(self.numbers[2]))), everything, 1, 0)

    def to_move(self, state: State) -> int:
        return state.ply % 2

    def actions(self, state: State) -> Iterator[int]:
        for action in range(self.numbers[0]):
            if (state.left >> action) & 1 == 1:
                yield action

    def result(self, state: State, action: int) -> State:
        path, left, won = mixed(state.path + Bits(action + 1)), state.left, state.won
        if state.ply % 2 == 0 and won == 1:
            for other in range(self.numbers[0]):
                if (left >> other) & 1 == 1 and mixed(state.path + Bits(other + 1)) < path:
                    won = 0
        if self.numbers[3] == 1:
            left = left ^ (Bits(1) << action)
        return self.State(path, left, won, state.ply + 1)

    def is_terminal(self, state: State) -> bool:
        return bool(state.ply == self.numbers[1])

    def utility(self, state: State) -> int:
        return 1 if state.won == 1 or state.path & 1 == 1 else -1
