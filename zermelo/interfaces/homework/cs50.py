"""CS50's tic-tac-toe, and any game in its words: functions of a board, in a module or in a class."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from zermelo.game import MAX, MIN
from zermelo.interfaces.homework.adapter import Adapter, drawer_of, drawing, frozen, in_order, module_of
from zermelo.interfaces.homework.unwritten import is_unwritten

EXERCISES = ("winner", "minimax")
"""What else CS50 asks its students to write; play does without."""
SECOND = ("O", "o", "MIN", -1)
"""What players are called whose loss is 1."""


class CS50(Adapter):
    """A module or object with functions of a board: player, actions, result, terminal, utility (1: X won).

    X is MAX, whoever begins.  Boards may be lists that rules change: each call gets its own.
    """

    homework: ClassVar[str] = "CS50"
    words: Mapping[str, str] = MappingProxyType(
        {
            "initial": "initial_state",
            "to_move": "player",
            "actions": "actions",
            "result": "result",
            "is_terminal": "terminal",
            "utility": "utility",
        }
    )

    def __init__(self, theirs: Any) -> None:
        super().__init__(theirs)
        start = theirs.initial_state()
        self.array = start.dtype if is_array(start) else None
        """Of what kind the numbers are, where the board is an array of NumPy."""
        self.kinds = kinds_of(start.tolist() if is_array(start) else start)
        self.unwritten = [word for word in EXERCISES if is_unwritten(getattr(theirs, word, None))]

    def mark(self, name: str) -> Any:
        """X or O, written among the functions or beside their class; None where there is none."""
        return getattr(self.theirs, name, getattr(module_of(self.theirs), name, None))

    @cached_property
    def first(self) -> Any:
        """X, or without that name whoever begins."""
        named = self.mark("X")
        return self.theirs.player(self.theirs.initial_state()) if named is None else named

    @cached_property
    def reverse(self) -> bool:
        """Does whoever begins lose where utility is 1?"""
        return self.mark("X") is None and self.first in SECOND

    def initial(self) -> Any:
        return self.kept(self.theirs.initial_state())

    def to_move(self, state: Any) -> int:
        is_first = self.theirs.player(self.given(state)) == self.first
        return MAX if is_first != self.reverse else MIN

    def actions(self, state: Any) -> Iterator[Any]:
        yield from map(frozen, in_order(self.theirs.actions(self.given(state))))

    def result(self, state: Any, action: Any) -> Any:
        return self.kept(self.theirs.result(self.given(state), action))

    def is_terminal(self, state: Any) -> bool:
        return bool(self.theirs.terminal(self.given(state)))

    def utility(self, state: Any) -> Any:
        return self.theirs.utility(self.given(state))

    def show(self, state: Any) -> str:
        draw = drawer_of(self.theirs, 1)
        return drawing(draw, self.given(state)) or (rows(state) if len(self.kinds) == 2 else str(state))

    def kept(self, board: Any) -> Any:
        """A board as a state: nothing that their rules hold can change it."""
        if is_array(board):
            return frozen(board.tolist())
        return frozen(board) if self.kinds else copy.deepcopy(board)

    def given(self, state: Any) -> Any:
        """A state as their rules know it: a board of their own, of the kind that they begin with."""
        if self.array is not None:
            return as_array(state, self.array)
        return rebuilt(state, self.kinds) if self.kinds else copy.deepcopy(state)


def kinds_of(board: Any) -> tuple[type, ...]:
    """Of which kinds the sequences of a board are, from the outside in; () for boards of another kind.

    >>> kinds_of([(0, 0), (0, 0)]), kinds_of({})
    ((<class 'list'>, <class 'tuple'>), ())
    """
    if type(board) not in (list, tuple) or not board:
        return ()
    return (type(board), *kinds_of(board[0]))


def is_array(board: Any) -> bool:
    """Is this an array of NumPy?  Asked without importing NumPy."""
    return type(board).__name__ == "ndarray"


def as_array(state: Any, kind: Any) -> Any:
    import numpy

    return numpy.array(state, dtype=kind)


def rebuilt(value: Any, kinds: tuple[type, ...]) -> Any:
    """Sequences of these kinds again.

    >>> rebuilt(((1, 2), (3, 4)), (tuple, list))
    ([1, 2], [3, 4])
    """
    if not kinds or not isinstance(value, tuple):
        return value
    return kinds[0](rebuilt(part, kinds[1:]) for part in value)


def rows(state: Any) -> str:
    """A board row by row, with dots where it is empty."""
    return "\n".join(" ".join("." if cell in (None, "", " ") else str(cell) for cell in row) for row in state)
