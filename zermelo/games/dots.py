"""Dots and boxes: draw an edge; whoever draws the fourth edge of a box owns it and moves again.

Edges of DotsAndBoxes(2, 2), whose boxes are numbered from the top left too:

    + 0 + 1 +        +---+---+
    2   3   4        | X |   4
    + 5 + 6 +        +---+ 6 +       State(edges=0b101111, crosses=0b1, noughts=0, turn=MAX)
    7   8   9        7   8   9
    +10 +11 +        +10 +11 +
                     MAX to move

MAX's boxes are marked X, MIN's O.  The payoff is MAX's boxes minus MIN's.  An action is an edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import MAX, Bits, Game
from zermelo.games.common import check_whole, split_turn, turn_line


class DotsAndBoxes(Game):
    payoff = "points"
    repetition = None

    class State(NamedTuple):
        edges: Bits
        crosses: Bits
        noughts: Bits
        turn: int

    def __init__(self, width: int = 2, height: int = 2) -> None:
        check_whole(width=width, height=height)
        self.width, self.height = width, height
        self.stride = 2 * width + 1
        self.size = self.stride * height + width
        if width < 1 or height < 1 or self.size > 64:
            raise GameError("unplayable_boxes", width=width, height=height)
        self.full = Bits((1 << self.size) - 1)
        tops = [row * self.stride + column for row in range(height) for column in range(width)]
        self.boxes = tuple(Bits(sum(1 << edge for edge in self.around(top))) for top in tops)
        """The four edges of each box."""
        self.payoff_range = (-len(self.boxes), len(self.boxes))
        self.beside = tuple(
            tuple(box for box, top in enumerate(tops) if edge in self.around(top))
            for edge in range(self.size)
        )
        """The one or two boxes beside each edge."""

    def around(self, top: int) -> tuple[int, int, int, int]:
        """The edges of the box below the edge `top`."""
        return top, top + self.width, top + self.width + 1, top + self.stride

    def initial(self) -> State:
        return self.State(Bits(0), Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        for edge in range(self.size):
            if (state.edges >> edge) & 1 == 0:
                yield edge

    def result(self, state: State, edge: int) -> State:
        edges = state.edges | Bits(1) << edge
        won = Bits(0)
        for box in self.beside[edge]:
            if edges & self.boxes[box] == self.boxes[box]:
                won |= Bits(1) << box
        if won == 0:
            return self.State(edges, state.crosses, state.noughts, 1 - state.turn)
        if state.turn == MAX:
            return self.State(edges, state.crosses | won, state.noughts, state.turn)
        return self.State(edges, state.crosses, state.noughts | won, state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.edges == self.full

    def utility(self, state: State) -> int:
        return self.evaluate(state)

    def tally(self, state: State) -> tuple[int, int]:
        """The boxes of each player."""
        return state.crosses.bit_count(), state.noughts.bit_count()

    def evaluate(self, state: State) -> int:
        """The boxes so far, MAX's minus MIN's."""
        return state.crosses.bit_count() - state.noughts.bit_count()

    def bounds(self, state: State) -> tuple[int, int]:
        """Every box that nobody has yet may go to either player."""
        left = len(self.boxes) - (state.crosses | state.noughts).bit_count()
        return self.evaluate(state) - left, self.evaluate(state) + left

    def priority(self, state: State, edge: int) -> int:
        """Fourth edges first, third edges last: they hand the box over."""
        edges = state.edges | Bits(1) << edge
        found = 0
        for box in self.beside[edge]:
            drawn = (edges & self.boxes[box]).bit_count()
            found += 4 if drawn == 4 else -1 if drawn == 3 else 0
        return found

    def show(self, state: State) -> str:
        """Free edges by their number, drawn ones as lines."""
        rows = [list(("    " if y % 2 else "+   ") * (self.width + 1)) for y in range(2 * self.height + 1)]
        for edge in range(self.size):
            x, y = self.place(edge)
            drawn, first = state.edges >> edge & 1, 2 * x if y % 2 else 2 * x - 1
            mark = ("|" if y % 2 else "---") if drawn else f"{edge:<2}" if y % 2 else f"{edge:^3}"
            rows[y][first : first + len(mark)] = mark
        for box, owner in enumerate(self.owners(state)):
            rows[box // self.width * 2 + 1][box % self.width * 4 + 2] = owner
        return "\n".join(["".join(row).rstrip() for row in rows] + [turn_line(state.turn)])

    def name(self, state: State, edge: int) -> str:
        return str(edge)

    def parse(self, text: str) -> State:
        """The position that `show` draws; / may stand for a line break, and blanks for the numbers.

        >>> DotsAndBoxes(2, 1).parse("+---+---+/| X | O |/+---+---+ MIN").crosses
        Bits(0x1)
        """
        body, turn = split_turn(text)
        rows = [row.ljust(4 * self.width + 2) for row in body.replace("/", "\n").strip("\n").split("\n")]
        if len(rows) != 2 * self.height + 1:
            raise GameError("wrong_line_count", given=len(rows), count=2 * self.height + 1)
        edges = Bits(sum(1 << edge for edge in range(self.size) if self.is_drawn(rows, edge)))
        crosses = noughts = 0
        for box, four in enumerate(self.boxes):
            owner = rows[box // self.width * 2 + 1][box % self.width * 4 + 2]
            if owner not in ("XO" if edges & four == four else " "):
                raise GameError("wrong_box_owner", box=box, owner=owner)
            crosses |= (owner == "X") << box
            noughts |= (owner == "O") << box
        return self.State(edges, Bits(crosses), Bits(noughts), turn)

    def is_drawn(self, rows: list[str], edge: int) -> bool:
        x, y = self.place(edge)
        found = rows[y][2 * x : 2 * x + 2] if y % 2 else rows[y][2 * x - 1 : 2 * x + 2]
        if found.strip() in ("", str(edge)):
            return False
        if found != "---" and found[0] != "|":
            raise GameError("wrong_edge", edge=edge, found=found)
        return True

    def board(self, state: State) -> dict[str, Any]:
        """Dots, edges and boxes alternate, in 2 height + 1 rows; a click on a free edge draws it."""
        width, height = 2 * self.width + 1, 2 * self.height + 1
        cells = ["+" if x % 2 == 0 and y % 2 == 0 else "." for y in range(height) for x in range(width)]
        for edge in range(self.size):
            x, y = self.place(edge)
            if state.edges >> edge & 1:
                cells[y * width + x] = "|" if y % 2 else "-"
        for box, owner in enumerate(self.owners(state)):
            cells[(box // self.width * 2 + 1) * width + box % self.width * 2 + 1] = owner.strip()
        places = [(edge, *self.place(edge)) for edge in self.actions(state)]
        actions = [(edge, [y * width + x]) for edge, x, y in places]
        return {"kind": "edges", "width": width, "height": height, "cells": cells, "actions": actions}

    def place(self, edge: int) -> tuple[int, int]:
        """Column and row of an edge where dots, edges and boxes alternate."""
        row, rest = divmod(edge, self.stride)
        return (2 * rest + 1, 2 * row) if rest < self.width else (2 * (rest - self.width), 2 * row + 1)

    def owners(self, state: State) -> list[str]:
        return [
            "X" if state.crosses >> box & 1 else "O" if state.noughts >> box & 1 else " "
            for box in range(len(self.boxes))
        ]
