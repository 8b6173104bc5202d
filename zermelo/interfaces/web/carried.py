"""The boards that a page without a server carries: one for each position of a trace, in few words."""

from __future__ import annotations

from typing import Any

import msgspec

from zermelo.checking.board import Board, board_of

MOST_BOARDS = 2000
"""Positions whose boards are carried; of a trace with more, none."""


def boards(game: Any, states: list[Any]) -> dict[str, Any] | None:
    """The boards of these nodes' states: which one is each node's, what a board shows, what they share.

    >>> from zermelo.games import TicTacToe
    >>> game = TicTacToe()
    >>> carried = boards(game, [game.initial(), game.parse("X........"), game.initial()])
    >>> carried["nodes"], carried["boards"]
    ([0, 1, 0], [[0, '.........'], [0, 'X........']])
    """
    if not callable(getattr(game, "board", None)):
        return None
    numbers: dict[Any, int] = {}
    nodes = [numbers.setdefault(identity(state), len(numbers)) for state in states]
    if len(numbers) > MOST_BOARDS:
        return {"leftOut": len(numbers)}
    first = {number: state for state, number in zip(reversed(states), reversed(nodes), strict=True)}
    drawn = [board_or_none(game, first[number]) for number in range(len(first))]
    frames: dict[bytes, int] = {}
    rows = [None if board is None else row(board, frames) for board in drawn]
    return {"nodes": nodes, "boards": rows, "frames": [msgspec.json.decode(frame) for frame in frames]}


def identity(state: Any) -> Any:
    """What tells one position from another."""
    try:
        hash(state)
    except TypeError:
        return repr(state)
    return state


def board_or_none(game: Any, state: Any) -> Board | None:
    """A tree is worth seeing without a board that cannot be drawn; `zermelo check` says why it cannot."""
    try:
        return board_of(game, state)
    except Exception:
        return None


def row(board: Board, frames: dict[bytes, int]) -> list[Any]:
    """The number of what it shares with others, and its marks, as one text where each is a letter."""
    shared = {name: getattr(board, name) for name in ("kind", "width", "height", "lines", "sides", "stars")}
    marks = board.cells
    text = "".join(marks) if all(len(mark) == 1 for mark in marks) else marks
    return [frames.setdefault(msgspec.json.encode(shared), len(frames)), text]
