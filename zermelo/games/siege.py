"""Siege, a game of capture for three or four: take one stone from somebody; who has none left is out.

    A  X X X X
    B  O O O O          State(stones=(4, 4, 5), places=(0, 0, 0), turn=0)
    C  ◇ ◇ ◇ ◇ ◇
    A to move

Who is out first gets 0, the next one 1, and so on; who is left at the end gets the most.  An action is the
player from whom a stone is taken, counted from 0; people write xC for 2.

Here C is the strongest.  A and B each do best by taking from C, turn after turn, until C is out; then each
takes from the other.  Neither of them has said a word: that is what an alliance is to two players who each
want the most for themselves, and so it ends as soon as it is of no more use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import Game, player_name, updated
from zermelo.games.common import SEAT_MARKS, check_whole, seat_line, split_seat

MOST = 9
"""Stones of a player."""


class Siege(Game):
    repetition = None
    least = 0

    class State(NamedTuple):
        stones: tuple[int, ...]
        places: tuple[int, ...]
        """What each player gets who is out; 0 for the others."""
        turn: int

    def __init__(self, stones: tuple[int, ...] = (4, 4, 5)) -> None:
        if not isinstance(stones, tuple | list) or not 3 <= len(stones) <= 4:
            raise GameError("wrong_siege", given=repr(stones), most=MOST)
        check_whole(**{player_name(seat, 3): size for seat, size in enumerate(stones)})
        if not all(1 <= size <= MOST for size in stones):
            raise GameError("wrong_siege", given=repr(stones), most=MOST)
        self.stones, self.players = tuple(stones), len(stones)
        self.points = self.players * (self.players - 1) // 2
        self.constant_sum = self.points

    def initial(self) -> State:
        return self.State(self.stones, (0,) * self.players, 0)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        for player in range(self.players):
            if player != state.turn and state.stones[player] > 0:
                yield player

    def result(self, state: State, player: int) -> State:
        stones, places = updated(state.stones, player, state.stones[player] - 1), state.places
        left = self.left(stones)
        if stones[player] == 0:
            places = updated(places, player, self.players - 1 - left)
        turn = (state.turn + 1) % self.players
        while stones[turn] == 0:
            turn = (turn + 1) % self.players
        if left == 1:
            places = updated(places, turn, self.players - 1)
        return self.State(stones, places, turn)

    def left(self, stones: tuple[int, ...]) -> int:
        """How many players have stones."""
        found = 0
        for size in stones:
            found += size > 0
        return found

    def is_terminal(self, state: State) -> bool:
        return self.left(state.stones) == 1

    def utility(self, state: State) -> tuple[int, ...]:
        return state.places

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Whoever is left has a share of what is left, as large as that of the stones."""
        rest, all_stones = self.points - sum(state.places), sum(state.stones)
        return tuple(
            place + rest * size / all_stones for place, size in zip(state.places, state.stones, strict=True)
        )

    def show(self, state: State) -> str:
        rows = [
            f"{player_name(seat, self.players)}  {' '.join(SEAT_MARKS[seat] * size) or f'out: {place}'}"
            for seat, (size, place) in enumerate(zip(state.stones, state.places, strict=True))
        ]
        return "\n".join([*rows, seat_line(state.turn)])

    def name(self, state: State, player: int) -> str:
        return f"x{player_name(player, self.players)}"

    def parse(self, text: str) -> State:
        """The position that `show` draws, or only how many stones each has and the player.

        Where numbers alone are given, who has none is taken to have gone in the order of the players.

        >>> Siege().parse("2 0 3 C")
        State(stones=(2, 0, 3), places=(0, 0, 0), turn=2)
        """
        body, turn = split_seat(text, self.players)
        rows = body.split("\n") if "\n" in body else body.rstrip("/").split("/" if "/" in body else None)
        stones = tuple(int(row) if row.isdecimal() else sum(map(row.count, SEAT_MARKS)) for row in rows)
        if len(stones) != self.players or max(stones) > MOST or stones[turn] == 0:
            raise GameError("wrong_siege_position", count=self.players)
        told = [re.search(r"out: (\d)", row) for row in rows]
        gone = [seat for seat, size in enumerate(stones) if size == 0]
        order = {seat: int(said[1]) if (said := told[seat]) else place for place, seat in enumerate(gone)}
        if self.left(stones) == 1:
            order[turn] = self.players - 1
        return self.State(stones, tuple(order.get(seat, 0) for seat in range(self.players)), turn)

    def board(self, state: State) -> dict[str, Any]:
        """A row for each player; a click on one of somebody's stones takes the last of them."""
        width = max(self.stones)
        cells = [
            mark
            for seat, size in enumerate(state.stones)
            for mark in [SEAT_MARKS[seat]] * size + ["."] * (width - size)
        ]
        legal = [] if self.is_terminal(state) else self.actions(state)
        taken = [(player, [player * width + state.stones[player] - 1]) for player in legal]
        size = {"kind": "grid", "width": width, "height": self.players}
        return {**size, "cells": cells, "labels": [""] * len(cells), "actions": taken}
