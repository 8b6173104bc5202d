"""How a position looks: its board, what its cells are called, what each move does to it, how it ended."""

from __future__ import annotations

import math
import weakref
from numbers import Real
from typing import Any

from zermelo.checking.board import Board, board_of
from zermelo.game import CHANCE, MAX, MIN, has_rule, name_of, pays_outcomes, player_name, players_of
from zermelo.interfaces.load import steps
from zermelo.score import PLAYERS, payoffs_told, plain

MOST_LOOKED_AT = 30_000
"""Cells of all boards that a position's moves lead to; where there are more, nobody looks ahead."""
TRIED = 8
"""First moves after which names are looked at again."""
LABELS: weakref.WeakKeyDictionary[Any, tuple[str, ...]] = weakref.WeakKeyDictionary()


def board_row(game: Any, state: Any, legal: dict[str, Any]) -> dict[str, Any] | None:
    """What the game declares, as plain data, with its actions by name."""
    board = board_of(game, state)
    if board is None:
        return None
    names = {action: name for name, action in legal.items()}
    seen = {action: list(filter(board.is_place, cells)) for action, cells in board.actions}
    actions = [(names[action], cells) for action, cells in seen.items() if action in names]
    return {**vars(board), "actions": actions, "labels": labels_of(game, board)}


def move_rows(game: Any, state: Any, legal: dict[str, Any], board: dict[str, Any] | None) -> list[Any]:
    """Each move with its cells and what it changes."""
    cells = dict(board["actions"]) if board else {}
    few = board is not None and len(legal) * len(board["cells"]) <= MOST_LOOKED_AT
    foreseen = few and bool(legal) and game.to_move(state) != CHANCE
    return [
        {
            "name": name,
            "cells": cells.get(name, []),
            "changes": changes(game, state, action, board["cells"]) if board and foreseen else None,
        }
        for name, action in legal.items()
    ]


def changed_last(game: Any, past: tuple[Any, ...], cells: tuple[str, ...]) -> list[int]:
    """The cells that look otherwise than before the last move; dice and passes change none."""
    for before in past[:-3:-1]:
        board = board_of(game, before)
        if board is None or len(board.cells) != len(cells):
            return []
        if found := differing(board.cells, cells):
            return found
    return []


def differing(before: tuple[str, ...], after: tuple[str, ...]) -> list[int]:
    """The cells that look otherwise."""
    return [cell for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


def changes(game: Any, state: Any, action: Any, before: tuple[str, ...]) -> list[tuple[int, str]] | None:
    """The cells that look otherwise after a move, and how; None where that cannot be said."""
    try:
        after = board_of(game, game.result(state, action))
    except Exception:
        return None  # whoever makes the move is told
    if after is None or len(after.cells) != len(before):
        return None
    return [(cell, after.cells[cell]) for cell in differing(before, after.cells)]


def cells_of(game: Any, state: Any, action: Any) -> list[int]:
    """The cells of the board that stand for an action."""
    board = board_of(game, state)
    found = dict(board.actions).get(action, ()) if board is not None else ()
    return list(found)


# -- coordinates -------------------------------------------------------------------------------------


def labels_of(game: Any, board: Board) -> tuple[str, ...]:
    """What the cells are called: as declared, or by the first position's moves that are one cell each."""
    if board.labels:
        return board.labels
    try:
        if game not in LABELS:
            LABELS[game] = from_the_start(game)
        found = LABELS[game]
    except TypeError:  # nothing can be kept about it
        found = from_the_start(game)
    return found if len(found) == len(board.cells) else ()


def from_the_start(game: Any) -> tuple[str, ...]:
    """The names of the moves of the first position, on their cells; of a column, at its foot.

    None where they are no names of cells: where one means something else after a move, as the matches of Nim.
    """
    state = game.initial()
    board = board_of(game, state)
    if board is None or game.is_terminal(state) or game.to_move(state) == CHANCE:
        return ()
    found = names_on(game, state, board)
    for action in steps(game, state)[:TRIED]:
        following = game.result(state, action)
        after = board_of(game, following)
        if after is None or len(after.cells) != len(board.cells) or game.is_terminal(following):
            continue
        later = names_on(game, following, after) if game.to_move(following) != CHANCE else {}
        if any(after.cells[c] == board.cells[c] and found.get(c, name) != name for c, name in later.items()):
            return ()
    return tuple(found.get(cell, "") for cell in range(len(board.cells))) if found else ()


def names_on(game: Any, state: Any, board: Board) -> dict[int, str]:
    """The moves that are one cell each, or one column, by that cell."""
    offered, found = dict(board.actions), dict[int, str]()
    for action in steps(game, state):
        cells = offered.get(action, ())
        if len(cells) == 1 or (board.kind == "columns" and cells):
            found[max(cells)] = name_of(game, state, action)
    return found


# -- the end -----------------------------------------------------------------------------------------


def outcome_row(game: Any, state: Any) -> dict[str, Any]:
    """How a game ended: who has won, by how many points where it is played for points, and how."""
    over = bool(game.is_terminal(state))
    if players_of(game) > 2:
        return shared_row(tuple(game.utility(state)) if over else (), over)
    payoff = game.utility(state) if over else (getattr(game, "repetition", 0) or 0)
    counted = not pays_outcomes(game)
    return {
        "winner": None if payoff == 0 else PLAYERS[MAX if payoff > 0 else MIN],
        "points": finite(abs(payoff)) if counted else None,
        "tally": tally_of(game, state) if over else None,
        "repetition": not over,
        "payoffs": [],
    }


def shared_row(payoffs: tuple[Any, ...], over: bool) -> dict[str, Any]:
    """The same of three or more players: what each of them has, and who has the most."""
    first = [seat for seat, payoff in enumerate(payoffs) if payoff == max(payoffs)]
    winner = player_name(first[0], len(payoffs)) if len(first) == 1 else None
    row = {"winner": winner, "points": None, "tally": None, "repetition": not over}
    return {**row, "payoffs": [finite(payoff) for payoff in payoffs]}


def finite(value: Any) -> float | int | None:
    """A number that JSON knows: infinite ones are None."""
    if isinstance(value, int):
        return int(value) if abs(value) < 1 << 53 else float(value)
    number = float(value)
    if not math.isfinite(number):
        return None
    return int(number) if number == int(number) and abs(number) < 1 << 53 else number


def tally_of(game: Any, state: Any) -> list[Any] | None:
    """What both players have; None where the game does not say it in two numbers."""
    found = game.tally(state) if has_rule(game, "tally") else None
    if not isinstance(found, tuple | list) or len(found) != 2 or not all(isinstance(n, Real) for n in found):
        return None
    return [finite(number) for number in found]


def result_text(outcome: dict[str, Any]) -> str:
    """The same in English.

    >>> result_text({"winner": "MIN", "points": 34, "tally": [7, 41], "repetition": False})
    'MIN wins 41–7'
    >>> result_text({"winner": None, "points": 0, "tally": None, "repetition": True})
    'a draw by repetition'
    """
    by = " by repetition" if outcome["repetition"] else ""
    if outcome.get("payoffs"):
        return payoffs_told(outcome["payoffs"])
    winner, points, tally = outcome["winner"], outcome["points"], outcome["tally"]
    counts = "–".join(plain(count) for count in sorted(tally or [], reverse=True))
    if winner is None:
        return f"a draw{f', {counts}' if tally else ''}{by}"
    return f"{winner} wins{f' {counts}' if tally else f' by {plain(points)}' if points else ''}{by}"
