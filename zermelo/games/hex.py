"""Hex: join your two sides of the board by a chain of your stones.  Somebody always does: there is no draw.

Cells of Hex(3), and a position; a cell touches up to six others, those of 4 are 1, 2, 3, 5, 6 and 7:

    0  1  2           a b c
      3  4  5        1 . . X            State(cells=(0, 0, 5, 0, 5, 0, 6, 0, 0), turn=MIN, won=False)
        6  7  8       2 . X .
                       3 O . .
                     MIN to move

MAX plays X, begins, and joins the top to the bottom; MIN plays O and joins the left to the right.  A stone is
1 for MAX and 2 for MIN, with START added where its chain touches the player's first side (top, left) and
END for the second: the chain of a new stone is followed (flood fill) only where one of them is news.

With `swap` MIN may answer the first stone by taking it over: it is replaced by a stone of MIN's in the cell
mirrored at the long diagonal, which is worth to MIN what the first was to MAX.  An action is a cell, or, for
the swap, one more than the last; people write c1 for cell 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import MAX, MIN, Game
from zermelo.games.common import check_whole, read_marks, split_turn, truth, turn_line
from zermelo.kernel.random_words import below, shuffled

START, END, BOTH = 4, 8, 12
MOST_SIZE = 13
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
"""The rows and columns from a cell to those that it touches, in a circle."""
BEYOND = (1, 2, 3)
"""What lies beyond the board, as stones: MAX's sides, MIN's, and corners, which are nobody's alone."""


class Hex(Game):
    repetition = None

    class State(NamedTuple):
        cells: tuple[int, ...]
        turn: int
        won: bool
        """Has the player who moved last joined both sides?"""

    def __init__(self, size: int = 7, swap: bool = False) -> None:
        check_whole(size=size)
        if not 1 <= size <= MOST_SIZE:
            raise GameError("unplayable_hex", size=size, most=MOST_SIZE)
        self.size, self.swap = size, truth("swap", swap)
        self.area = size * size
        """The number of cells, which is also the action that swaps."""
        self.near = tuple(tuple(self.touched(cell)) for cell in range(self.area))
        """The cells that each one touches; of one that is alone, itself."""
        self.sides = tuple(
            tuple(self.side(cell, player) for cell in range(self.area)) for player in (MAX, MIN)
        )
        """For each player and cell: START and END where it lies at the first and the second side."""
        self.edges = tuple(
            tuple(cell for cell in range(self.area) if self.sides[player][cell] & START)
            for player in (MAX, MIN)
        )
        """For each player: the cells at the first side."""
        self.circles = tuple(tuple(self.circle(cell)) for cell in range(self.area))
        """The places around each cell, from the first to itself; beyond the board, after the cells."""

    def circle(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.size)
        places = [(row + down, column + right) for down, right in AROUND]
        return [self.place_at(y, x) for y, x in places + places[:1]]

    def place_at(self, row: int, column: int) -> int:
        above_or_below, beside = not 0 <= row < self.size, not 0 <= column < self.size
        if above_or_below or beside:
            return self.area + (2 if above_or_below and beside else 0 if above_or_below else 1)
        return row * self.size + column

    def touched(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.size)
        places = [(row + down, column + right) for down, right in AROUND]
        inside = [(y, x) for y, x in places if 0 <= y < self.size and 0 <= x < self.size]
        return [y * self.size + x for y, x in inside] or [cell]

    def side(self, cell: int, player: int) -> int:
        place = divmod(cell, self.size)[player]
        return START * (place == 0) + END * (place == self.size - 1)

    def initial(self) -> State:
        return self.State((0,) * self.area, MAX, False)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        free = 0
        for cell in range(self.area):
            if state.cells[cell] == 0:
                free += 1
                yield cell
        if self.swap and free == self.area - 1 and state.turn == MIN:
            yield self.area

    def result(self, state: State, action: int) -> State:
        if action < self.area:
            return self.with_stone(list(state.cells), action, state.turn)
        row, column = divmod(self.first_stone(state), self.size)
        return self.with_stone([0] * self.area, column * self.size + row, MIN)

    def first_stone(self, state: State) -> int:
        """The first cell with a stone."""
        cell = 0
        while state.cells[cell] == 0:
            cell += 1
        return cell

    def with_stone(self, cells: list[int], cell: int, player: int) -> State:
        """The state after a player's stone in a cell: it joins what its neighbours are joined to."""
        own = player + 1
        mark = own | self.sides[player][cell]
        for near in self.near[cell]:
            if cells[near] & own:
                mark |= cells[near]
        cells[cell] = mark
        waiting = [cell]
        while waiting:
            for near in self.near[waiting.pop()]:
                if cells[near] & own and cells[near] != mark:
                    cells[near] = mark
                    waiting.append(near)
        return self.State(tuple(cells), 1 - player, mark & BOTH == BOTH)

    def is_terminal(self, state: State) -> bool:
        return state.won

    def utility(self, state: State) -> int:
        return 1 if state.turn == MIN else -1

    def evaluate(self, state: State) -> int:
        """How many stones more MIN needs than MAX to join the sides, if nobody answered."""
        return self.missing(state, MIN) - self.missing(state, MAX)

    def missing(self, state: State, player: int) -> int:
        """The fewest stones that would join a player's sides: cells are met in the order of that number."""
        own, other = player + 1, 2 - player
        met = [mark & other for mark in state.cells]
        joined = [cell for cell in range(self.area) if state.cells[cell] & own and state.cells[cell] & START]
        beyond = [cell for cell in self.edges[player] if state.cells[cell] == 0]
        stones = 0
        while joined or beyond:
            if not joined:
                joined, beyond = beyond, joined
                stones += 1
            cell = joined.pop()
            if met[cell] == 0:
                met[cell] = own
                if (state.cells[cell] | self.sides[player][cell]) & END:
                    return stones
                for near in self.near[cell]:
                    if met[near] == 0 and state.cells[near]:
                        joined.append(near)
                    elif met[near] == 0:
                        beyond.append(near)
        return self.area

    def rollout(self, state: State, seed: int) -> int:
        """Stones in random cells until the board is full, which joins one player's sides.

        A bridge is two cells that join a player's stones, or one and a side: who loses one takes the other.
        """
        cells = [mark & 3 for mark in state.cells] + list(BEYOND)
        empty = [cell for cell in range(self.area) if cells[cell] == 0]
        own = state.turn + 1
        left = len(empty)
        while left > 0:
            seed = shuffled(seed)
            place = below(seed, left)
            cell = empty[place]
            left -= 1
            empty[place] = empty[left]
            while cell >= 0 and cells[cell] == 0:
                cells[cell] = own
                own = 3 - own
                cell = self.saving(cells, cell, own)
        return 1 if self.is_joined(cells) else -1

    def saving(self, cells: list[int], lost: int, own: int) -> int:
        """The cell that saves a player's bridge, one cell of which was just lost; -1: there is none."""
        before, here = cells[self.circles[lost][5]], cells[self.circles[lost][0]]
        for turn in range(6):
            after = cells[self.circles[lost][turn + 1]]
            if here == 0 and before == own and after == own:
                return self.circles[lost][turn]
            before, here = here, after
        return -1

    def is_joined(self, cells: list[int]) -> bool:
        """Do MAX's stones join the top to the bottom?  What the top is joined to is taken off the board."""
        waiting = [cell for cell in range(self.size) if cells[cell] == 1]
        while waiting:
            cell = waiting.pop()
            if cell >= self.area - self.size:
                return True
            for near in self.near[cell]:
                if cells[near] == 1:
                    cells[near] = 0
                    waiting.append(near)
        return False

    def symmetries(self, state: State) -> Iterator[State]:
        """Turned by half a circle: the sides of each player change places."""
        cells = state.cells[::-1]
        swapped = tuple([mark & 3 | (mark & START) * 2 | (mark & END) // 2 for mark in cells])
        yield self.State(swapped, state.turn, state.won)

    def show(self, state: State) -> str:
        marks, digits = self.marks(state), len(str(self.size))
        rows = [" " * (digits + 1) + " ".join(self.column(x) for x in range(self.size))]
        for row in range(self.size):
            cells = " ".join(marks[row * self.size : (row + 1) * self.size])
            rows.append(f"{' ' * row}{row + 1:>{digits}} {cells}")
        return "\n".join([*rows, turn_line(state.turn)])

    def name(self, state: State, action: int) -> str:
        if action == self.area:
            return "swap"
        row, column = divmod(action, self.size)
        return f"{self.column(column)}{row + 1}"

    def parse(self, text: str) -> State:
        """The position that `show` draws, or its marks row by row and the player.

        >>> Hex(3).parse("..X / .X. / O.. MIN").cells
        (0, 0, 5, 0, 5, 0, 6, 0, 0)
        """
        body, turn = split_turn(text)
        marks = read_marks(re.sub(r"[a-z0-9]", "", body), self.area)
        self.check_counts(marks, turn)
        state = self.State((0,) * self.area, MAX, False)
        won = [False, False]
        for cell, mark in enumerate(marks):
            if mark:
                state = self.with_stone(list(state.cells), cell, mark - 1)
                won[mark - 1] |= state.won
        if won[turn]:
            raise GameError("won_out_of_turn", player=("MAX", "MIN")[turn])
        return self.State(state.cells, turn, won[1 - turn])

    def check_counts(self, marks: tuple[int, ...], turn: int) -> None:
        """The players alternate; a swap takes away one of MAX's stones and gives MIN one for it."""
        ahead = marks.count(1) - marks.count(2)
        swapped = self.swap and ahead == turn - 1 and marks.count(2) > 0
        if ahead != turn and not swapped:
            raise GameError("wrong_mark_counts", crosses=marks.count(1), noughts=marks.count(2))

    def board(self, state: State) -> dict[str, Any]:
        """Hexagons; a click on the first stone swaps."""
        actions = (
            [] if state.won else [(action, [self.place(state, action)]) for action in self.actions(state)]
        )
        size, cells = self.size, self.marks(state)
        drawn = {"kind": "hex", "width": size, "height": size, "cells": cells, "sides": "XO"}
        won = [cell for cell, mark in enumerate(state.cells) if mark & BOTH == BOTH]
        return {**drawn, "won": won, "actions": actions}

    def place(self, state: State, action: int) -> int:
        """The cell that stands for an action."""
        return self.first_stone(state) if action == self.area else action

    def marks(self, state: State) -> list[str]:
        return [".XO"[mark & 3] for mark in state.cells]

    def column(self, index: int) -> str:
        return "abcdefghijklm"[index]
