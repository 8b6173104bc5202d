"""Connect Four, on a board of any size that fits in 64 bits: four in a row wins.

One bit per cell, column by column from the left, each with an empty cell on top
(bits of the usual 7 x 6 board):

     6 13 20 27 34 41 48
    ---------------------
     5 12 19 26 33 40 47      . . . . . . .
     4 11 18 25 32 39 46      . . . . . . .
     3 10 17 24 31 38 45      . . . . . . .      State(mine=1 << 21, stones=1 << 21 | 1 << 22, turn=MAX)
     2  9 16 23 30 37 44      . . . . . . .
     1  8 15 22 29 36 43      . . . O . . .
     0  7 14 21 28 35 42      . . . X . . .

`stones` are all stones, `mine` those of the player to move.  An action is a column, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import MAX, MIN, Bits, Game
from zermelo.games.common import check_whole, read_marks, refuse_won, turn_after
from zermelo.score import Score, win_in


class ConnectFour(Game):
    repetition = None

    class State(NamedTuple):
        mine: Bits
        stones: Bits
        turn: int

    def __init__(self, width: int = 7, height: int = 6) -> None:
        check_whole(width=width, height=height)
        if width < 1 or height < 1 or width * (height + 1) > 64:
            raise GameError("board_too_large", width=width, height=height)
        self.width, self.height = width, height
        self.cells = width * height
        self.stride = height + 1
        self.top = 1 << (height - 1)
        self.column = (1 << height) - 1
        self.bottom = Bits(sum(1 << (column * self.stride) for column in range(width)))
        self.full = self.bottom * self.column
        steps = [1 << doublings for doublings in range(6) if 1 << doublings <= height]
        self.steps = tuple(self.bottom * ((1 << (self.stride - step)) - 1) for step in steps)
        """Where a bit of the same column can come from, 1, 2, 4, … cells above."""
        self.evens = self.bottom * (0b101010101010101010 & self.column) if height % 2 == 0 else Bits(0)

    def initial(self) -> State:
        return self.State(Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        for column in range(self.width):
            if (state.stones >> (column * self.stride)) & self.top == 0:
                yield column

    def result(self, state: State, column: int) -> State:
        stones = state.stones | (state.stones + (Bits(1) << (column * self.stride)))
        return self.State(state.mine ^ state.stones, stones, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.stones == self.full or self.has_four(state.mine ^ state.stones)

    def utility(self, state: State) -> int:
        if not self.has_four(state.mine ^ state.stones):
            return 0
        return 1 if state.turn == MIN else -1

    def has_four(self, board: Bits) -> bool:
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = board & (board >> step)
            if pairs & (pairs >> (2 * step)) != 0:
                return True
        return False

    # -- what a solver may know of a position without searching ------------------------------------

    def bounds(self, state: State) -> tuple[Score | int, Score | int]:
        """A win in one and a loss in two settle it; otherwise nobody wins so soon.

        Where columns are even, the second player can answer every stone by one on top of it (claimeven,
        Allis 1988), and so gets all even cells but those that are playable now.  If then the first player
        makes no four with all the others, that player cannot win; if the second makes one, the first loses.
        """
        if self.wins(state.mine, state.stones) & self.landings(state) != 0:
            return win_in(1, state.turn), win_in(1, state.turn)
        if self.safe(state) == 0:
            return win_in(2, 1 - state.turn), win_in(2, 1 - state.turn)
        left = self.cells - state.stones.bit_count()
        if left < 3:
            return 0, 0
        if state.turn == MIN:
            return win_in(3, MIN), win_in(4) if left >= 4 else 0
        worst = win_in(4, MIN) if left >= 4 else 0
        if self.evens == 0:
            return worst, win_in(3)
        second = (state.mine ^ state.stones) | (self.evens & ~(state.stones | self.landings(state)))
        if self.has_four(self.full ^ second):
            return worst, win_in(3)
        return worst, win_in(left, MIN) if self.has_four(second) else 0

    def candidates(self, state: State) -> Iterator[int]:
        """The columns that win at once; or else those that do not hand over the win."""
        wins = self.wins(state.mine, state.stones) & self.landings(state)
        safe = wins if wins != 0 else self.safe(state)
        for column in range(self.width):
            if (safe >> (column * self.stride)) & self.column != 0:
                yield column

    def priority(self, state: State, column: int) -> int:
        """Many threats first, not counting those that the opponent fills; then the middle of the board."""
        cell = self.landings(state) & (Bits(self.column) << (column * self.stride))
        filled = self.wins(state.mine ^ state.stones, state.stones) << 1
        threats = self.wins(state.mine | cell, state.stones) & ~filled
        return 2 * self.width * threats.bit_count() - abs(2 * column + 1 - self.width)

    def symmetries(self, state: State) -> Iterator[State]:
        """The mirror image."""
        yield self.State(self.mirrored(state.mine), self.mirrored(state.stones), state.turn)

    def key(self, state: State) -> Bits:
        """In each column the stones mark a height, and `mine` counts on from there."""
        return state.mine + state.stones

    def rank(self, state: State) -> Bits:
        """The number of a position in a table: its key."""
        return state.mine + state.stones

    def unrank(self, number: int) -> State:
        """The position with this number: one more in each column sets the bit above its stones."""
        marked = Bits(number) + self.bottom
        filled = marked
        for doublings in range(len(self.steps)):
            filled |= (filled >> (1 << doublings)) & self.steps[doublings]
        stones = (filled >> 1) & self.full
        return self.State(marked ^ filled ^ stones, stones, stones.bit_count() % 2)

    def landings(self, state: State) -> Bits:
        """The cells in which a stone would come to rest."""
        return (state.stones + self.bottom) & self.full

    def safe(self, state: State) -> Bits:
        """The playable cells after which the opponent does not win at once."""
        threats = self.wins(state.mine ^ state.stones, state.stones)
        playable = self.landings(state)
        forced = playable & threats
        if forced != 0:
            playable = forced if forced & (forced - 1) == 0 else Bits(0)
        return playable & ~(threats >> 1)

    def wins(self, mine: Bits, stones: Bits) -> Bits:
        """The empty cells that would complete four of mine."""
        found = (mine << 1) & (mine << 2) & (mine << 3)
        for step in (self.stride - 1, self.stride, self.stride + 1):
            after = (mine << step) & (mine << (2 * step))
            before = (mine >> step) & (mine >> (2 * step))
            found |= after & ((mine << (3 * step)) | (mine >> step))
            found |= before & ((mine << step) | (mine >> (3 * step)))
        return found & (self.full ^ stones)

    def mirrored(self, board: Bits) -> Bits:
        found = Bits(0)
        for column in range(self.width):
            stones = (board >> (column * self.stride)) & self.column
            found |= stones << ((self.width - 1 - column) * self.stride)
        return found

    # -- for people --------------------------------------------------------------------------------

    def show(self, state: State) -> str:
        marks, width = self.marks(state), self.width
        return "\n".join(" ".join(marks[row : row + width]) for row in range(0, len(marks), width))

    def name(self, state: State, column: int) -> str:
        return str(column)

    def parse(self, text: str) -> State:
        """The position that `show` draws; / may stand for a line break, and blanks are not needed.

        >>> game = ConnectFour(width=4, height=2)
        >>> game.parse("..../.XO.") == game.result(game.result(game.initial(), 1), 2)
        True
        """
        marks = read_marks(text, self.width * self.height)
        if any(above and not below for above, below in zip(marks, marks[self.width :])):
            raise GameError("stone_in_the_air")
        first, second = (self.bits_of(marks, mark) for mark in (1, 2))
        turn = turn_after(marks)
        refuse_won(self.has_four(first if turn == MAX else second), turn)
        return self.State(first if turn == MAX else second, first | second, turn)

    def bits_of(self, marks: tuple[int, ...], mark: int) -> Bits:
        """The stones of one kind, from cells given row by row from the top."""
        places = (divmod(index, self.width) for index, found in enumerate(marks) if found == mark)
        return Bits(sum(1 << (column * self.stride + self.height - 1 - row) for row, column in places))

    def board(self, state: State) -> dict[str, Any]:
        """Cells row by row from the top; a click anywhere in a column drops a stone there."""
        cells, width = self.marks(state), self.width
        columns = [] if self.is_terminal(state) else list(self.actions(state))
        actions = [(column, list(range(column, len(cells), width))) for column in columns]
        drawn = {"kind": "columns", "width": width, "height": self.height, "cells": cells}
        return {**drawn, "won": self.winning(cells), "actions": actions}

    def winning(self, cells: list[str]) -> list[int]:
        """The cells of every four in a row."""
        width, found = self.width, set[int]()
        for start, mark in enumerate(cells):
            for across, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                x, y = start % width + 3 * across, start // width + 3 * down
                row = [start + i * (across + down * width) for i in range(4)]
                if mark != "." and 0 <= x < width and y < self.height and {cells[i] for i in row} == {mark}:
                    found.update(row)
        return sorted(found)

    def marks(self, state: State) -> list[str]:
        first, second = (state.mine, state.mine ^ state.stones)
        if state.turn == MIN:
            first, second = second, first
        found = []
        for row in reversed(range(self.height)):
            bits = [1 << (column * self.stride + row) for column in range(self.width)]
            found += ["X" if first & bit else "O" if second & bit else "." for bit in bits]
        return found
