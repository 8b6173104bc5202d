# ruff: noqa: E501
"""Whole games, whose actions are written in several ways."""

from __future__ import annotations

GAME = """
from __future__ import annotations

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Move(NamedTuple):
    row: int
    column: int


class Rows(Game):
    payoff = "points"

    class State(NamedTuple):
        rows: tuple[tuple[int, int, int], tuple[int, int, int]]
        turn: int

    def initial(self):
        return self.State(((3, 1, 4), (1, 5, 9)), MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        {actions}

    def result(self, state, action):
        row, column = action
        rows = list(state.rows)
        rows[row] = rows[row][:column] + (0,) + rows[row][column + 1:]
        return self.State(tuple(rows), 1 - state.turn)

    def is_terminal(self, state):
        return not any(any(row) for row in state.rows)

    def utility(self, state):
        return 0

    def evaluate(self, state):
        total = 0
        for row in state.rows:
            for weight, cell in enumerate(row, 1):
                total += weight * cell
        return total * (1 if state.turn == MAX else -1)


def make():
    return Rows()
"""


ASKING = {
    "return not any(any(row) for row in state.rows)": "return not self.actions(state) or len(self.actions(state)) == 0",
    "return total * (1": "total += sum(r + c for r, c in self.actions(state)) + 100 * ((0, 1) in self.actions(state))\n        return total * (1",
}
"""Rules that ask for actions, which are tuples to them too."""



def asking(text: str) -> str:
    for old, new in ASKING.items():
        text = text.replace(old, new)
    return text


GAMES = {
    "tuple actions, a list comprehension": GAME.format(
        actions="return [(r, c) for r, row in enumerate(state.rows) for c, cell in enumerate(row) if cell]"
    ),
    "NamedTuple actions, `yield`": GAME.format(
        actions="""for r in range(2):
            for c in range(3):
                if state.rows[r][c]:
                    yield Move(r, c)"""
    ),
    "asked actions, by other rules": asking(
        GAME.format(
            actions="""found = []
        for r, row in enumerate(state.rows):
            found += [(r, c) for c, cell in enumerate(row) if cell]
        return found"""
        )
    ),
}
