"""Nim: take any number of matches from one heap; whoever takes the last match wins (misère: loses).

    a  |||        3
    b  ||||       4        State(heaps=(3, 4, 5), turn=MAX)
    c  |||||      5
    MAX to move

An action is (heap, taken), heaps counted from 0: (2, 4) leaves one match of heap c, and people write c4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import MAX, Game, updated
from zermelo.games.common import check_whole, split_turn, truth, turn_line

MOST = 1_000_000
"""Matches of a heap."""
DRAWN = 60
"""Matches of a heap that are drawn."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Nim(Game):
    repetition = None

    class State(NamedTuple):
        heaps: tuple[int, ...]
        turn: int

    def __init__(self, heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> None:
        if not isinstance(heaps, tuple | list):
            raise GameError("wrong_heaps", given=repr(heaps))
        self.heaps, self.misere = tuple(heaps), truth("misere", misere)
        for heap, size in enumerate(self.heaps):
            check_whole(**{f"heap {LETTERS[heap % 26]}": size})
        if not 1 <= len(self.heaps) <= len(LETTERS):
            raise GameError("wrong_heap_count", most=len(LETTERS), count=len(self.heaps))
        if min(self.heaps) < 0:
            raise GameError("negative_heap", heaps=str(self.heaps))
        if max(self.heaps) > MOST:
            raise GameError("heap_too_large", most=f"{MOST:,}", given=f"{max(self.heaps):,}")

    def initial(self) -> State:
        return self.State(self.heaps, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int]]:
        for heap, size in enumerate(state.heaps):
            for taken in range(1, size + 1):
                yield heap, taken

    def result(self, state: State, action: tuple[int, int]) -> State:
        heap, taken = action
        return self.State(updated(state.heaps, heap, state.heaps[heap] - taken), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return sum(state.heaps) == 0

    def utility(self, state: State) -> int:
        mover_wins = self.misere
        return 1 if (state.turn == MAX) == mover_wins else -1

    def show(self, state: State) -> str:
        width = min(max(*state.heaps, *self.heaps), DRAWN + 1) + 2
        drawn = ["|" * size if size <= DRAWN else "|" * DRAWN + "…" for size in state.heaps]
        rows = [f"{LETTERS[heap]}  {drawn[heap]:{width}} {size}" for heap, size in enumerate(state.heaps)]
        return "\n".join([*rows, turn_line(state.turn)])

    def name(self, state: State, action: tuple[int, int]) -> str:
        heap, taken = action
        return f"{LETTERS[heap]}{taken}"

    def parse(self, text: str) -> State:
        """The position that `show` draws, or only its numbers and the player.

        >>> Nim().parse("0 4 5 MIN")
        State(heaps=(0, 4, 5), turn=1)
        """
        body, turn = split_turn(text)
        words = re.sub(r"(?m)^\s*[a-z](?=\s)|[|…]", " ", body.replace("/", "\n")).split()
        if not all(word.isdecimal() for word in words) or len(words) != len(self.heaps):
            raise GameError("wrong_nim_position", count=len(self.heaps))
        return self.State(tuple(map(int, words)), turn)

    def board(self, state: State) -> dict[str, Any]:
        """One row for each heap; a click on a match takes it and all to its right."""
        width = max(1, *state.heaps, *self.heaps)
        cells = [mark for size in state.heaps for mark in "|" * size + "." * (width - size)]
        actions = [((heap, n), [heap * width + state.heaps[heap] - n]) for heap, n in self.actions(state)]
        return {
            "kind": "grid",
            "width": width,
            "height": len(state.heaps),
            "cells": cells,
            "actions": actions,
        }
