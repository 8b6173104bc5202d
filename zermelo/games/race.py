"""A race for teaching: throw the die, then move one of your two stones; whoever has both at home wins.

            start   1   home
    MAX a     .     X     .       State(stones=((1, 0), (2, 0)), turn=MIN, die=1)
        b     X     .     .
    MIN a     .     .     O       Cells are counted from the start, 0, to home, which is 2 here.
        b     O     .     .
    MIN to move, thrown 1

A stone goes as far as the die shows, and home if that is further: what is too much is lost.  So the stones
matter: with one at home, only one is left to waste a throw.  An action is the stone, 0 for a and 1 for b; two
stones on the same cell count as one.  When the die is thrown, the action is what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import CHANCE, MAX, MIN, Game, updated
from zermelo.games.common import check_whole, split_turn, turn_line

Stones = tuple[int, int]
MOST_CELLS, MOST_SIDES = 30, 20
NAMES = "ab"


class Race(Game):
    repetition = None
    payoff_range = (-1, 1)

    class State(NamedTuple):
        stones: tuple[Stones, Stones]
        """How far the stones of MAX and of MIN have come."""
        turn: int
        die: int
        """What it shows; 0 before it is thrown."""

    def __init__(self, cells: int = 2, sides: int = 2) -> None:
        check_whole(cells=cells, sides=sides)
        if not 1 <= cells <= MOST_CELLS or not 1 <= sides <= MOST_SIDES:
            raise GameError("wrong_race", cells=cells, sides=sides, most=MOST_CELLS, most_sides=MOST_SIDES)
        self.cells, self.sides = cells, sides

    def initial(self) -> State:
        return self.State(((0, 0), (0, 0)), MAX, 0)

    def to_move(self, state: State) -> int:
        return CHANCE if state.die == 0 else state.turn

    def outcomes(self, state: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def actions(self, state: State) -> Iterator[int]:
        first, second = state.stones[state.turn]
        if first < self.cells:
            yield 0
        if second < self.cells and second != first:
            yield 1

    def result(self, state: State, action: int) -> State:
        if state.die == 0:
            return self.State(state.stones, state.turn, action)
        own = state.stones[state.turn]
        moved = updated(own, action, min(own[action] + state.die, self.cells))
        return self.State(updated(state.stones, state.turn, moved), 1 - state.turn, 0)

    def is_terminal(self, state: State) -> bool:
        return sum(state.stones[1 - state.turn]) == 2 * self.cells

    def utility(self, state: State) -> int:
        return 1 if state.turn == MIN else -1

    def evaluate(self, state: State) -> float:
        """How much further MAX has come, as a part of the whole way."""
        return (sum(state.stones[MAX]) - sum(state.stones[MIN])) / (2 * self.cells)

    def show(self, state: State) -> str:
        rows = [
            self.row(player, stone, at)
            for player, own in enumerate(state.stones)
            for stone, at in enumerate(own)
        ]
        thrown = f", thrown {state.die}" if state.die else ""
        return "\n".join([*rows, turn_line(state.turn) + thrown])

    def row(self, player: int, stone: int, at: int) -> str:
        """The lane of one stone, from the start to home."""
        cells = ["XO"[player] if cell == at else "." for cell in range(self.cells + 1)]
        return f"{'MAX' if player == MAX else 'MIN'} {NAMES[stone]}  {' '.join(cells)}"

    def name(self, state: State, action: int) -> str:
        return NAMES[action] if state.die else str(action)

    def parse(self, text: str) -> State:
        """The position that `show` draws, or how far the stones have come, the player and the throw.

        >>> Race().parse("1 0 2 0 MIN thrown 1")
        State(stones=((1, 0), (2, 0)), turn=1, die=1)
        """
        body, _, thrown = text.replace(",", " ").partition("thrown")
        body, turn = split_turn(body)
        words = body.replace("/", " ").split()
        lanes = "".join(word for word in words if set(word) <= set(".XO"))
        width = self.cells + 1
        rows = [lanes[start : start + width] for start in range(0, len(lanes), width)]
        found = [row.find("X" if index < 2 else "O") for index, row in enumerate(rows)] or [
            int(word) for word in words if word.isdecimal()
        ]
        die = int(thrown) if thrown.strip().isdecimal() else 0
        if len(found) != 4 or not all(0 <= at <= self.cells for at in found) or die > self.sides:
            raise GameError("wrong_race_position", cells=self.cells, sides=self.sides)
        return self.State(((found[0], found[1]), (found[2], found[3])), turn, die)

    def board(self, state: State) -> dict[str, Any]:
        """A lane for each stone, MAX's above; a step goes along it."""
        width = self.cells + 1
        stones = [at for own in state.stones for at in own]
        cells = [
            "XO"[lane // 2] if cell == at else "." for lane, at in enumerate(stones) for cell in range(width)
        ]
        resting = state.die == 0 or self.is_terminal(state)
        steps = [] if resting else [(action, self.step(state, action)) for action in self.actions(state)]
        return {"kind": "grid", "width": width, "height": 4, "cells": cells, "actions": steps}

    def step(self, state: State, action: int) -> list[int]:
        """The cells of the board between which a stone goes."""
        lane, at = 2 * state.turn + action, state.stones[state.turn][action]
        start = lane * (self.cells + 1)
        return [start + at, start + min(at + state.die, self.cells)]
