"""Nim for three to eight: take any number of matches from one heap; whoever takes the last match wins.

    a  |||        3
    b  ||||       4        State(heaps=(3, 4, 5), turn=0)
    c  |||||      5
    A to move

The winner gets one from each of the others; misère, whoever takes the last match loses one to each of them.
An action is (heap, taken), heaps counted from 0: (2, 4) leaves one match of heap c, and people write c4.

With two players the theory of Nim says who wins.  With three, somebody often cannot win and yet decides who
does: what max^n says then hangs on which of equally bad moves they make first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import Game, updated
from zermelo.games.common import check_seats, seat_line, split_seat, truth
from zermelo.games.nim import LETTERS, Nim


class NimMany(Game):
    repetition = None
    constant_sum = 0

    class State(NamedTuple):
        heaps: tuple[int, ...]
        turn: int

    def __init__(self, heaps: tuple[int, ...] = (3, 4, 5), players: int = 3, misere: bool = False) -> None:
        self.matches = Nim(heaps)
        self.heaps, self.misere = self.matches.heaps, truth("misere", misere)
        self.players = check_seats(players)
        self.least = 1 - players if misere else -1

    def initial(self) -> State:
        return self.State(self.heaps, 0)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int]]:
        for heap, size in enumerate(state.heaps):
            for taken in range(1, size + 1):
                yield heap, taken

    def result(self, state: State, action: tuple[int, int]) -> State:
        heap, taken = action
        heaps = updated(state.heaps, heap, state.heaps[heap] - taken)
        return self.State(heaps, (state.turn + 1) % self.players)

    def is_terminal(self, state: State) -> bool:
        return sum(state.heaps) == 0

    def utility(self, state: State) -> tuple[int, ...]:
        last = (state.turn + self.players - 1) % self.players
        paid = 1 if self.misere else -1
        return tuple((1 - self.players) * paid if seat == last else paid for seat in range(self.players))

    def show(self, state: State) -> str:
        drawn = self.matches.show(self.matches.State(state.heaps, 0))
        return "\n".join([*drawn.split("\n")[:-1], seat_line(state.turn)])

    def name(self, state: State, action: tuple[int, int]) -> str:
        heap, taken = action
        return f"{LETTERS[heap]}{taken}"

    def parse(self, text: str) -> State:
        """The position that `show` draws, or only its numbers and the player.

        >>> NimMany().parse("0 4 5 C")
        State(heaps=(0, 4, 5), turn=2)
        """
        body, turn = split_seat(text, self.players)
        if not body:
            raise GameError("wrong_nim_position", count=len(self.heaps))
        return self.State(self.matches.parse(f"{body} MAX").heaps, turn)

    def board(self, state: State) -> dict[str, Any]:
        """One row for each heap; a click on a match takes it and all to its right."""
        return self.matches.board(self.matches.State(state.heaps, 0))
