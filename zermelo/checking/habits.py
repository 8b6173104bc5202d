"""What only many positions together show: who moves, whether the choice matters, where stones are put."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.checking.findings import Facts, Position, shown
from zermelo.game import CHANCE, MAX, MIN, player_name
from zermelo.kernel.structs import is_struct
from zermelo.running.content import same

if TYPE_CHECKING:
    from zermelo.checking.rules import Examination

ENOUGH = 8
"""Positions from which something can be said of a game."""
FEW = 3
"""And where there are no others."""
MANY = 500
"""Positions among which there are dice, where there are any."""
BOARD = 4
"""Cells that make a board."""


class Habits:
    """Collects what the positions of a game have in common."""

    def __init__(self, players: int = 2) -> None:
        self.movers: Counter[Any] = Counter()
        self.known = (*range(players), CHANCE)
        self.alike = self.different = 0
        self.placing = Placing()

    def note(self, position: Position, facts: Facts) -> None:
        if facts.terminal or facts.mover not in self.known:
            return
        self.movers[facts.mover] += 1
        children = [child for _, child in facts.children]
        if len(children) > 1:
            if all(same(child, children[0]) for child in children[1:]):
                self.alike += 1
            else:
                self.different += 1
        for action, child in facts.children:
            self.placing.note(Move(position, facts.mover, action, child))

    def conclude(self, exam: Examination, complete: bool) -> None:
        """`complete`: these were all positions that there are."""
        self.look_for_dice(exam, complete)
        if self.alike >= (FEW if complete else ENOUGH) and not self.different:
            exam.record("ignores", "result() returns the same position for every action")
        elif len(self.movers) == 1 and sum(self.movers.values()) >= ENOUGH and CHANCE not in self.movers:
            (only,) = self.movers
            player = player_name(only, exam.players)
            exam.record("alone", f"to_move() returns {player} in every position")
        if (move := self.placing.odd()) is not None:
            exam.position = move.position
            exam.record("occupied", f"actions() yields {shown(move.action)}, where there is already a stone")

    def look_for_dice(self, exam: Examination, complete: bool) -> None:
        """Dice that nobody throws: the rules say a player moves wherever they should be."""
        seen = sum(self.movers.values())
        if exam.has("outcomes") and not exam.threw and seen >= (FEW if complete else MANY):
            exam.record(
                "dice", f"outcomes(state) is there, but to_move() is CHANCE in none of {seen} positions"
            )


class Move(NamedTuple):
    """A position, who moved, and what came of it."""

    position: Position
    mover: Any
    action: Any
    child: Any


class Placing:
    """A game of putting stones on empty cells, as long as every move puts one, each player their own.

    Where that is the game, a stone put on another is a slip of `actions`.
    """

    def __init__(self) -> None:
        self.board = -1
        self.empty: Any = None
        self.goes_on: bool | None = None
        self.stones: dict[Any, set[Any]] = {MAX: set(), MIN: set()}
        self.filled = 0
        self.covered: Move | None = None

    def note(self, move: Move) -> None:
        if self.goes_on is None:
            self.goes_on = not move.position.moves and self.begins(move.position.before)
        if self.goes_on and move.mover in self.stones:
            try:
                self.goes_on = self.puts_one(move)
            except Exception:  # a state of another kind
                self.goes_on = False

    def begins(self, state: Any) -> bool:
        """Is there an empty board in the state?"""
        for index, cells in enumerate(boards(state)):
            plain = len(cells) >= BOARD and not is_struct(type(cells[0]))
            if plain and all(cell == cells[0] for cell in cells):
                self.board, self.empty = index, cells[0]
                return True
        return False

    def puts_one(self, move: Move) -> bool:
        before, after = (list(boards(state))[self.board] for state in (move.position.before, move.child))
        changes = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        if len(changes) != 1:
            return not changes  # a pass
        ((old, new),) = changes
        if old == self.empty:
            self.filled += 1
            self.stones[move.mover].add(new)
        elif self.covered is None or len(move.position.moves) < len(self.covered.position.moves):
            self.covered = move
        return bool(new != self.empty) and not self.stones[MAX] & self.stones[MIN]

    def odd(self) -> Move | None:
        """The first move that put a stone on another."""
        return self.covered if self.is_the_game else None

    @property
    def is_the_game(self) -> bool:
        """Is that what the moves of this game do, so far as it was seen?"""
        return bool(self.goes_on and self.filled >= ENOUGH and all(self.stones.values()))


def boards(state: Any) -> Iterator[Any]:
    """The sequences within a state; rows of rows are one board."""
    parts = state if isinstance(state, tuple) else vars(state).values() if hasattr(state, "__dict__") else ()
    for part in (state, *parts) if isinstance(state, str) else parts:
        if (
            isinstance(part, tuple | list)
            and part
            and all(isinstance(row, tuple | list | str) for row in part)
        ):
            one_by_one = all(isinstance(row, str) and len(row) == 1 for row in part)
            yield part if one_by_one else [cell for row in part for cell in row]
        else:
            yield part if isinstance(part, tuple | list | str) else ()
