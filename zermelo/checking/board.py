"""What a game's `board` declares: how a position looks, and which cells stand for which action.

The page, the pictures, the map in the terminal and the checker all read a declaration here.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

from zermelo.errors import RulesError
from zermelo.messages import Message
from zermelo.running.explain import in_one_line

KINDS = ("grid", "columns", "points", "edges", "pits", "hex")
FIELDS = ("kind", "width", "height", "cells", "lines", "actions")
EMPTY = ("", " ", ".")
"""Marks of a cell on which nothing stands."""
PAIR = Message.of("board_action_pair")
LINE = Message.of("board_line_pair")


class BoardError(RulesError):
    """A declaration that cannot be drawn: what is wrong, and what to write instead."""

    def __init__(self, what: Message, advice: Message) -> None:
        self.what, self.advice = f"board() {what}", str(advice)
        super().__init__("wrong_board", what=what, advice=advice)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.parameters["what"], self.parameters["advice"])


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
        raise RulesError("wrong_board_of", game=type(game).__name__, reason=error) from None


def read(given: Any) -> Board:
    """A declaration, checked field by field.

    >>> read({"kind": "grid", "width": 2, "height": 1, "cells": "X.", "actions": [("b", [1])]}).actions
    (('b', (1,)),)
    >>> read({"kind": "grid", "width": 3, "height": 1, "cells": "X."})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    zermelo.checking.board.BoardError: board() has 2 cells for width 3 and height 1: ...
    """
    if not isinstance(given, dict):
        refuse("board_gives", Message.of("board_fields", choices=FIELDS), given=shown(given))
    kind, cells = given.get("kind"), given.get("cells")
    if kind not in KINDS:
        refuse("board_kind", Message.of("board_kinds", choices=KINDS), given=shown(kind))
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


def refuse(what: str, advice: Message, **facts: Any) -> NoReturn:
    """`what` is the code of what is wrong, with its facts."""
    raise BoardError(Message.of(what, **facts), advice)


def shown(value: Any) -> str:
    return in_one_line(repr(value))


def marks(cells: Any) -> tuple[str, ...]:
    if not isinstance(cells, list | tuple | str):
        refuse("board_cells", Message.of("board_marks_row_by_row"), given=shown(cells))
    for index, mark in enumerate(cells):
        if not isinstance(mark, str):
            refuse("board_mark", Message.of("board_mark_texts"), cell=index, given=shown(mark))
    return tuple(cells)


def size(kind: str, width: Any, height: Any, count: int) -> tuple[int, int]:
    across, down = as_index(width), as_index(height)
    if across is None or down is None or min(across, down) < 1 or across * down != count:
        sizes = {"width": shown(width), "height": shown(height)}
        refuse("board_size", Message.of("board_one_mark_each"), count=count, **sizes)
    if kind == "pits" and down != 2:
        refuse("board_pits", Message.of("board_two_rows"), height=down)
    if kind == "edges" and not across % 2 == down % 2 == 1:
        refuse("board_edges", Message.of("board_odd_numbers"), width=across, height=down)
    return across, down


def listed(given: dict[str, Any], field: str, advice: Message) -> Any:
    found = given.get(field, ())
    if not isinstance(found, list | tuple):
        refuse("board_no_list", advice, field=field, given=shown(found))
    return found


def distinct(actions: Any) -> Any:
    """The pairs themselves: each has two parts, and no action comes twice."""
    seen = set()
    for pair in actions:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            refuse("board_among_actions", PAIR, given=shown(pair))
        try:
            twice = pair[0] in seen
            seen.add(pair[0])
        except TypeError:
            refuse("board_unhashable", Message.of("board_offer_actions"), given=shown(pair[0]))
        if twice:
            refuse("board_offers_twice", Message.of("board_one_list"), given=shown(pair[0]))
    return actions


def offer(pair: Any, count: int) -> tuple[Any, tuple[int, ...]]:
    action, cells = pair
    if isinstance(cells, str) or not isinstance(cells, Iterable):
        refuse("board_among_actions", PAIR, given=shown(pair))
    return action, numbers(cells, count, "board_puts", action=shown(action), cells=shown(cells))


def line(pair: Any, count: int) -> tuple[int, int]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        refuse("board_among_lines", LINE, given=shown(pair))
    start, end = numbers(pair, count, "board_draws", cells=shown(pair))
    return start, end


def numbers(given: Any, count: int, what: str, **facts: Any) -> tuple[int, ...]:
    """Cells by their numbers."""
    found = []
    for cell in given:
        number = as_index(cell)
        if number is None or not 0 <= number < count:
            refuse(what, Message.of("board_numbered", last=count - 1), **facts)
        found.append(number)
    return tuple(found)


def as_index(value: Any) -> int | None:
    try:
        return operator.index(value)
    except TypeError:
        return None
