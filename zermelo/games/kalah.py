"""Kalah: sow your seeds counter-clockwise; a last seed in your own store moves again.

Cells of Kalah(pits=3); MAX's pits are below, MIN's above, each player's store to their right:

          6   5   4                  2   0   3
      7               3          5               4          State(cells=(1, 2, 0, 4, 3, 0, 2, 5), turn=MAX)
          0   1   2                  1   2   0
                                 MAX to move

A pit's seeds are sown one by one into the next cells, past the opponent's store.  If the last one falls into
an empty pit of the mover's own, it and the seeds opposite go to the mover's store.  The game is over when
the pits of one side are empty; the seeds that are left belong to the side they lie on.  The payoff is MAX's
seeds minus MIN's.  With `empty_capture` (the rule of the published values) a last seed in an own empty pit
goes to the store even when there is nothing opposite; without it, it then stays where it is.

An action is a pit of the mover, counted from the mover's left from 0; people count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import MAX, Game, updated
from zermelo.games.common import check_whole, split_turn, truth, turn_line


class Kalah(Game):
    payoff = "points"
    repetition = None

    class State(NamedTuple):
        cells: tuple[int, ...]
        turn: int

    def __init__(self, pits: int = 6, seeds: int = 4, empty_capture: bool = True) -> None:
        check_whole(pits=pits, seeds=seeds)
        if not 1 <= pits <= 20:
            raise GameError("unplayable_pits", pits=pits)
        if seeds < 1:
            raise GameError("unplayable_seeds", seeds=seeds)
        self.pits, self.seeds, self.empty_capture = pits, seeds, truth("empty_capture", empty_capture)
        self.side = pits + 1
        self.size = 2 * self.side
        self.payoff_range = (-2 * pits * seeds, 2 * pits * seeds)

    def initial(self) -> State:
        return self.State(((self.seeds,) * self.pits + (0,)) * 2, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        first = state.turn * self.side
        for pit in range(self.pits):
            if state.cells[first + pit] > 0:
                yield pit

    def result(self, state: State, pit: int) -> State:
        first = state.turn * self.side
        store = first + self.pits
        other_store = (store + self.side) % self.size
        cell = first + pit
        seeds = state.cells[cell]
        cells = updated(state.cells, cell, 0)
        while seeds > 0:
            cell = (cell + 1) % self.size
            if cell != other_store:
                cells = updated(cells, cell, cells[cell] + 1)
                seeds -= 1
        if cell == store:
            return self.State(cells, state.turn)
        if first <= cell < store and cells[cell] == 1:
            opposite = 2 * self.pits - cell
            if cells[opposite] > 0 or self.empty_capture:
                cells = updated(cells, store, cells[store] + 1 + cells[opposite])
                cells = updated(updated(cells, cell, 0), opposite, 0)
        return self.State(cells, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return sum(state.cells[: self.pits]) == 0 or sum(state.cells[self.side : self.side + self.pits]) == 0

    def utility(self, state: State) -> int:
        return sum(state.cells[: self.side]) - sum(state.cells[self.side :])

    def tally(self, state: State) -> tuple[int, int]:
        """The seeds of each player; those left on a side are its owner's."""
        return sum(state.cells[: self.side]), sum(state.cells[self.side :])

    def evaluate(self, state: State) -> int:
        """The seeds in the stores, MAX's minus MIN's."""
        return state.cells[self.pits] - state.cells[-1]

    def bounds(self, state: State) -> tuple[int, int]:
        """Every seed that is not in a store yet may still go to either player."""
        left = sum(state.cells) - state.cells[self.pits] - state.cells[-1]
        return self.evaluate(state) - left, self.evaluate(state) + left

    def priority(self, state: State, pit: int) -> int:
        """What moves again first; then captures, the largest first; then what lies near the store."""
        first = state.turn * self.side
        seeds = state.cells[first + pit]
        if seeds == self.pits - pit:
            return 1000 + pit
        last = first + pit + seeds
        if last < first + self.pits and state.cells[last] == 0:
            return 20 * state.cells[2 * self.pits - last] + pit
        return pit

    def show(self, state: State) -> str:
        width = len(str(max(state.cells))) + 3
        above, below = self.rows(state)
        upper = "".join(f"{n:>{width}}" for n in above)
        lower = "".join(f"{n:>{width}}" for n in below)
        stores = f"{state.cells[-1]:>{width}}{'':{width * self.pits}}{state.cells[self.pits]:>{width}}"
        indent = " " * width
        return "\n".join([indent + upper, stores, indent + lower, turn_line(state.turn)])

    def rows(self, state: State) -> tuple[list[int], list[int]]:
        """MIN's pits and MAX's, each from the left as they are drawn."""
        return list(state.cells[-2 : self.pits : -1]), list(state.cells[: self.pits])

    def name(self, state: State, pit: int) -> str:
        return str(pit + 1)

    def parse(self, text: str) -> State:
        """The numbers that `show` draws, in that order, and the player; / may stand for a line break.

        >>> Kalah(3).parse("2 0 3 / 5 4 / 1 2 0 MAX")
        State(cells=(1, 2, 0, 4, 3, 0, 2, 5), turn=0)
        """
        body, turn = split_turn(text)
        words = body.replace("/", " ").split()
        if not all(word.isdecimal() for word in words) or len(words) != self.size:
            raise GameError("wrong_kalah_position", count=self.size, pits=self.pits)
        numbers = list(map(int, words))
        above, stores, below = numbers[: self.pits], numbers[self.pits : self.side + 1], numbers[-self.pits :]
        return self.State((*below, stores[1], *reversed(above), stores[0]), turn)

    def board(self, state: State) -> dict[str, Any]:
        """Two rows, MIN's above; the stores are at the ends of their owner's row."""
        above, below = self.rows(state)
        upper = [str(state.cells[-1]), *map(str, above), ""]
        lower = ["", *map(str, below), str(state.cells[self.pits])]
        actions = [] if self.is_terminal(state) else list(self.actions(state))
        return {
            "kind": "pits",
            "width": self.pits + 2,
            "height": 2,
            "cells": upper + lower,
            "labels": ["", *map(str, range(self.pits, 0, -1)), "", "", *map(str, range(1, self.side)), ""],
            "actions": [(pit, [self.place(state.turn, pit)]) for pit in actions],
        }

    def place(self, player: int, pit: int) -> int:
        """The cell of `board` where a pit is drawn."""
        return self.pits + 3 + pit if player == MAX else self.pits - pit
