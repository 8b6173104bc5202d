"""What a game's `board` declares: how a position looks, and which cells stand for which action.

The page, the pictures, the map in the terminal and the checker all read a declaration here.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

from zermelo.errors import RulesError
from zermelo.running.explain import in_one_line

KINDS = ("grid", "columns", "points", "edges", "pits", "hex")
FIELDS = ("kind", "width", "height", "cells", "lines", "actions")
EMPTY = ("", " ", ".")
"""Marks of a cell on which nothing stands."""
ONE_EACH = "give one mark for each cell"
PAIR = "write each as a pair of an action and its cells, (action, [cell])"
LINE = "write each as a pair of the cells that it joins, (0, 1)"


class BoardError(RulesError):
    """A declaration that cannot be drawn: what is wrong, and what to write instead."""

    def __init__(self, what: str, advice: str) -> None:
        self.what, self.advice = what, advice
        super().__init__(f"{what}: {advice}")


@dataclass(frozen=True)
class Board:
    """A declaration that was read: cells row by row from the top, and the cells of each action."""

    kind: str
    width: int
    height: int
    cells: tuple[str, ...]
    lines: tuple[tuple[int, int], ...] = ()
    actions: tuple[tuple[Any, tuple[int, ...]], ...] = ()

    def is_place(self, cell: int) -> bool:
        """Is there anything to see?  "" is no place; on a board without dots it is an empty one."""
        if self.cells[cell] != "":
            return True
        return self.kind not in ("points", "pits") and "." not in self.cells

    def is_step(self, cells: tuple[int, ...]) -> bool:
        """Does a stone go from the first of these cells to the second?"""
        return self.kind != "columns" and len(cells) == 2 and self.cells[cells[0]] not in EMPTY

    def can_be_made(self, cells: tuple[int, ...]) -> bool:
        """Can an action with these cells be clicked or dragged?"""
        return (all if self.is_step(cells) else any)(map(self.is_place, cells))


def board_of(game: Any, state: Any) -> Board | None:
    """The board that a game declares for a position; None where it declares none at all.

    >>> from zermelo.games import TicTacToe
    >>> board_of(TicTacToe(), TicTacToe().parse("XO.......")).cells[:3]
    ('X', 'O', '.')
    """
    if not callable(getattr(game, "board", None)):
        return None
    try:
        return read(game.board(state))
    except BoardError as error:
        raise RulesError(f"{type(game).__name__}.{error}") from None


def read(given: Any) -> Board:
    """A declaration, checked field by field.

    >>> read({"kind": "grid", "width": 2, "height": 1, "cells": "X.", "actions": [("b", [1])]}).actions
    (('b', (1,)),)
    >>> read({"kind": "grid", "width": 3, "height": 1, "cells": "X."})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    zermelo.checking.board.BoardError: board() has 2 cells for width 3 and height 1: ...
    """
    if not isinstance(given, dict):
        refuse(f"gives {shown(given)}", f"return a dict with the fields {', '.join(FIELDS)}")
    kind, cells = given.get("kind"), given.get("cells")
    if kind not in KINDS:
        refuse(f"gives the kind {shown(kind)}", f"write one of {', '.join(KINDS)}")
    cells = marks(cells)
    width, height = size(kind, given.get("width"), given.get("height"), len(cells))
    lines = listed(given, "lines", LINE)
    actions = listed(given, "actions", PAIR)
    return Board(
        kind,
        width,
        height,
        cells,
        tuple(line(pair, len(cells)) for pair in lines),
        tuple(offer(pair, len(cells)) for pair in distinct(actions)),
    )


def refuse(what: str, advice: str) -> NoReturn:
    raise BoardError(f"board() {what}", advice)


def shown(value: Any) -> str:
    return in_one_line(repr(value))


def marks(cells: Any) -> tuple[str, ...]:
    if not isinstance(cells, list | tuple | str):
        refuse(f"gives the cells {shown(cells)}", f"{ONE_EACH}, row by row from the top")
    for index, mark in enumerate(cells):
        if not isinstance(mark, str):
            said = f"marks cell {index} with {shown(mark)}, which is no text"
            refuse(said, "write 'X' for MAX's, 'O' for MIN's, '.' for none, or any other text, row by row")
    return tuple(cells)


def size(kind: str, width: Any, height: Any, count: int) -> tuple[int, int]:
    across, down = whole(width), whole(height)
    if across is None or down is None or min(across, down) < 1 or across * down != count:
        refuse(f"has {count} cells for width {shown(width)} and height {shown(height)}", ONE_EACH)
    if kind == "pits" and down != 2:
        refuse(f"has pits of height {down}", "give them two rows, MIN's above MAX's")
    if kind == "edges" and not across % 2 == down % 2 == 1:
        said = f"has edges of width {across} and height {down}"
        refuse(said, "let dots and edges alternate, with dots at both ends: both numbers are odd")
    return across, down


def listed(given: dict[str, Any], field: str, advice: str) -> Any:
    found = given.get(field, ())
    if not isinstance(found, list | tuple):
        refuse(f"gives the {field} {shown(found)}, which is no list", advice)
    return found


def distinct(actions: Any) -> Any:
    """The pairs themselves: each has two parts, and no action comes twice."""
    seen = set()
    for pair in actions:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            refuse(f"has {shown(pair)} among its actions", PAIR)
        try:
            twice = pair[0] in seen
            seen.add(pair[0])
        except TypeError:
            refuse(f"offers {shown(pair[0])}, which is not hashable", "offer what actions() gives")
        if twice:
            refuse(f"offers {shown(pair[0])} twice", "put all cells of an action into one list")
    return actions


def offer(pair: Any, count: int) -> tuple[Any, tuple[int, ...]]:
    action, cells = pair
    if isinstance(cells, str) or not isinstance(cells, Iterable):
        refuse(f"has {shown(pair)} among its actions", PAIR)
    return action, numbers(f"puts {shown(action)} on cells {shown(cells)}", cells, count)


def line(pair: Any, count: int) -> tuple[int, int]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        refuse(f"has {shown(pair)} among its lines", LINE)
    start, end = numbers(f"draws a line between {shown(pair)}", pair, count)
    return start, end


def numbers(said: str, cells: Any, count: int) -> tuple[int, ...]:
    """Cells by their numbers."""
    found = []
    for cell in cells:
        number = whole(cell)
        if number is None or not 0 <= number < count:
            refuse(said, f"they are numbered 0 to {count - 1}")
        found.append(number)
    return tuple(found)


def whole(value: Any) -> int | None:
    try:
        return operator.index(value)
    except TypeError:
        return None
