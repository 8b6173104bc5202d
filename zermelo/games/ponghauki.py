r"""Pong hau k'i, a children's game of China and Korea: block the opponent.  Play may go on for ever: a draw.

    0       1        X       X
    | \   / |        | \   / |
    |   2   |        |   .   |       State(cells=(1, 1, 0, 2, 2), turn=MAX)
    | /   \ |        | /   \ |
    3-------4        O-------O
                     MAX to move

Each player has two stones, X for MAX and O for MIN.  In turn, they move one along a line to the empty point;
who cannot has lost.  There is no line from 0 to 1.  An action is the point of the stone that moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import MAX, MIN, Game, updated
from zermelo.games.common import read_marks, split_turn, turn_line

NEIGHBOURS = ((2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3))
PLACES = (0, 2, 4, 6, 8)
"""Where the points are on a board of 3 x 3."""


class PongHauKi(Game):
    repetition = 0
    """What endless play is worth: nothing to either."""

    class State(NamedTuple):
        cells: tuple[int, ...]
        turn: int

    def initial(self) -> State:
        return self.State((1, 1, 0, 2, 2), MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        for point in NEIGHBOURS[state.cells.index(0)]:
            if state.cells[point] == state.turn + 1:
                yield point

    def result(self, state: State, point: int) -> State:
        cells = updated(state.cells, state.cells.index(0), state.turn + 1)
        return self.State(updated(cells, point, 0), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        empty = state.cells.index(0)
        return not any(state.cells[point] == state.turn + 1 for point in NEIGHBOURS[empty])

    def utility(self, state: State) -> int:
        return 1 if state.turn == MIN else -1

    def show(self, state: State) -> str:
        a, b, c, d, e = (".XO"[mark] for mark in state.cells)
        rows = [f"{a}       {b}", r"| \   / |", f"|   {c}   |", r"| /   \ |", f"{d}-------{e}"]
        return "\n".join([*rows, turn_line(state.turn)])

    def name(self, state: State, point: int) -> str:
        return f"{point}-{state.cells.index(0)}"

    def parse(self, text: str) -> State:
        """The position that `show` draws, or its five marks and the player.

        >>> PongHauKi().parse("XX.OO MAX") == PongHauKi().initial()
        True
        """
        body, turn = split_turn(text)
        cells = read_marks("".join(mark for mark in body if mark not in "|/\\-"), 5)
        if cells.count(1) != 2 or cells.count(2) != 2:
            raise GameError("two_stones_each")
        return self.State(cells, turn)

    def board(self, state: State) -> dict[str, Any]:
        """Five points on a board of 3 x 3, and the lines between them."""
        cells = [""] * 9
        for place, mark in zip(PLACES, state.cells):
            cells[place] = ".XO"[mark]
        lines = [(PLACES[a], PLACES[b]) for a, others in enumerate(NEIGHBOURS) for b in others if a < b]
        empty = PLACES[state.cells.index(0)]
        actions = [(point, [PLACES[point], empty]) for point in self.actions(state)]
        labels = [""] * 9
        for point, place in enumerate(PLACES):
            labels[place] = str(point)
        drawn = {"kind": "points", "width": 3, "height": 3, "cells": cells, "lines": lines, "labels": labels}
        return {**drawn, "actions": actions}
