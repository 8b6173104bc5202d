"""Where the moves are: a small map beside the board, and the mark that a player sets."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

from zermelo.checking.board import EMPTY, Board, board_of
from zermelo.game import name_of

KINDS = ("grid", "columns", "points", "pits", "go")
"""Boards whose moves have a place; free edges are drawn with their names already."""
WIDEST = 78
APART = "      "
MARKS = re.compile(r"(?<= )[XO.+](?= |$)")
"""Crossings of a go board, with and without a stone."""
WORDS = re.compile(r"[^\W\d]+|\d+")


def mapped(game: Any, state: Any) -> Board | None:
    """What the rules say of the board, where they say it in a way that a map can be drawn of."""
    board = board_of(game, state)
    return board if board is not None and board.kind in KINDS else None


def explains_itself(game: Any, state: Any, drawing: str) -> bool:
    """Does the drawing of a grid have the names of the moves at its edges, as c2 is in column c and row 2?"""
    board = mapped(game, state)
    if board is None or board.kind not in ("grid", "columns", "go"):
        return board is None
    words = set(WORDS.findall(drawing))
    names = [name_of(game, state, action) for action, cells in board.actions if cells]
    return all(words.issuperset(WORDS.findall(name)) for name in names)


def with_newest(game: Any, before: Any, state: Any, drawing: str) -> str:
    """The drawing of a go board with brackets around the stone that was not there before."""
    board, earlier = mapped(game, state), mapped(game, before)
    cell = board.set_since(earlier) if board and earlier and board.kind == "go" else None
    if board is None or cell is None:
        return drawing
    lines = drawing.split("\n")
    rows = [at for at, line in enumerate(lines) if len(MARKS.findall(line)) == board.width]
    place = [found.start() for found in MARKS.finditer(lines[rows[cell // board.width]])][cell % board.width]
    line = f"{lines[rows[cell // board.width]]} "
    bracketed = f"{line[: place - 1]}({line[place]}){line[place + 2 :]}".rstrip()
    lines[rows[cell // board.width]] = bracketed
    return "\n".join(lines)


def with_map(game: Any, state: Any, drawing: str) -> str:
    """The drawing, and beside it the name of each move where it is made."""
    board = mapped(game, state)
    if board is None or not board.actions:
        return drawing
    rows = map_rows(game, state, board)
    lines = drawing.split("\n")
    tall = len(lines) - (1 if lines[-1].endswith("to move") else 0)
    spread = (tall - 1) // max(len(rows) - 1, 1) or 1
    beside = [
        rows[at // spread] if at % spread == 0 and at // spread < len(rows) else "" for at in range(tall)
    ]
    if len(rows) > len(beside) or max(map(len, lines)) + len(APART) + len(rows[0]) > WIDEST:
        return drawing
    width = max(map(len, lines))
    pairs = zip_longest(lines, beside, fillvalue="")
    return "\n".join(f"{line:{width}}{APART}{row}".rstrip() for line, row in pairs)


def map_rows(game: Any, state: Any, board: Board) -> list[str]:
    """The rows of the map: a name where a move is, a dot where there is none."""
    places = ["·" if mark else "" for mark in board.cells]
    for action, cells in board.actions:
        if cells:
            places[place_of(board, cells)] = name_of(game, state, action)
    width = max(map(len, places))
    across = board.width
    rows = [places[start : start + across] for start in range(0, len(places), across)]
    return [" ".join(f"{place:>{width}}" for place in row) for row in rows]


def place_of(board: Board, cells: tuple[int, ...]) -> int:
    """Where the name is written: where a move begins; in a column where a stone would land."""
    if board.kind != "columns":
        return cells[0]
    return max((cell for cell in cells if board.cells[cell] in EMPTY), default=cells[0])


def mark_of(game: Any, state: Any) -> str:
    """The mark that the player to move sets, X or O; empty where moves set none."""
    board = mapped(game, state)
    if board is None or board.kind == "pits" or not board.actions or not board.actions[0][1]:
        return ""
    after = mapped(game, game.result(state, board.actions[0][0]))
    if after is None:
        return ""
    pairs = zip(board.cells, after.cells)
    new = {mark for before, mark in pairs if before in EMPTY and mark not in EMPTY}
    return new.pop() if len(new) == 1 else ""
