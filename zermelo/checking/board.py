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

KINDS = ("grid", "columns", "points", "edges", "pits", "hex", "backgammon", "go")
FIELDS = ("kind", "width", "height", "cells", "lines", "sides", "stars", "labels", "won", "actions")
EMPTY = ("", " ", ".")
"""Marks of a cell on which nothing stands."""
PAIR = Message.of("board_action_pair")
LINE = Message.of("board_line_pair")
WON = Message.of("board_won_cells")


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
    sides: tuple[str, ...] = ()
    """Of a hex board: whose mark is at the top and the bottom, and whose on the left and the right."""
    stars: tuple[int, ...] = ()
    """Of a go board: the crossings that are marked."""
    labels: tuple[str, ...] = ()
    """What each cell is called, "" for one without a name; none, where nobody says."""
    won: tuple[int, ...] = ()
    """The cells that have won the game, such as those of a line."""

    def set_since(self, before: Board) -> int | None:
        """The one cell that was empty before and is no more; None where there is none, or several."""
        pairs = zip(before.cells, self.cells) if len(before.cells) == len(self.cells) else ()
        new = [cell for cell, (old, mark) in enumerate(pairs) if old in EMPTY and mark not in EMPTY]
        return new[0] if len(new) == 1 else None

    def is_place(self, cell: int) -> bool:
        """Is there anything to see?  "" is not a place; on a board without dots it is an empty one."""
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
    lines = listed(given, "lines", LINE) or crossing(kind, width, height)
    actions = listed(given, "actions", PAIR)
    return Board(
        kind,
        width,
        height,
        cells,
        tuple(line(pair, len(cells)) for pair in lines),
        tuple(offer(pair, len(cells)) for pair in distinct(actions)),
        sides(given.get("sides", ()), kind),
        stars(listed(given, "stars", Message.of("board_star_cells")), kind, len(cells)),
        labels(given.get("labels", ()), len(cells)),
        numbers(listed(given, "won", WON), len(cells), "board_won", cells=shown(given.get("won"))),
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
    if kind == "backgammon" and (down != 5 or across % 2 or across < 4):
        refuse("board_backgammon", Message.of("board_five_rows"), width=across, height=down)
    if kind == "edges" and not across % 2 == down % 2 == 1:
        refuse("board_edges", Message.of("board_odd_numbers"), width=across, height=down)
    return across, down


def sides(given: Any, kind: str) -> tuple[str, ...]:
    """Two marks, or none."""
    if not given:
        return ()
    pair = tuple(given) if isinstance(given, list | tuple | str) else ()
    if kind != "hex" or len(pair) != 2 or not all(isinstance(mark, str) for mark in pair):
        refuse("board_sides", Message.of("board_two_sides"), given=shown(given))
    return pair


def labels(given: Any, count: int) -> tuple[str, ...]:
    """One text for each cell, or none at all."""
    fits = isinstance(given, list | tuple) and len(given) in (0, count)
    if not fits or not all(isinstance(label, str) for label in given):
        refuse("board_labels", Message.of("board_one_label_each", count=count), given=shown(given))
    return tuple(given)


def crossing(kind: str, width: int, height: int) -> list[tuple[int, int]]:
    """The lines of a go board, each from end to end."""
    if kind != "go":
        return []
    last = width * height - width
    rows = [(start, start + width - 1) for start in range(0, last + 1, width)]
    columns = [(start, start + last) for start in range(width)]
    return [(start, end) for start, end in [*rows, *columns] if start != end]


def stars(given: Any, kind: str, count: int) -> tuple[int, ...]:
    """Cells of a go board, or none."""
    if given and kind != "go":
        refuse("board_stars", Message.of("board_star_cells"), cells=shown(given))
    return numbers(given, count, "board_stars", cells=shown(given))


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
