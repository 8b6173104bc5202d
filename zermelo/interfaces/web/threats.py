"""What the opponent threatens, and where a line is played on the board."""

from __future__ import annotations

from collections import Counter
from typing import Any

from zermelo.checking.board import board_of
from zermelo.game import CHANCE, name_of, players_of
from zermelo.interfaces.web.looks import cells_of, changes
from zermelo.interfaces.web.shelf import Placed, after, mover_name
from zermelo.report import Report
from zermelo.score import PLAYERS

LEAST = 2
"""Moves that the same answer refutes, for it to be a threat; and they are most of all moves."""


def threat_row(placed: Placed, report: Report) -> dict[str, Any]:
    """The answer that is proved to win against most of the moves here, if there is one."""
    if players_of(placed.game) > 2:  # nobody is the opponent
        return {"move": None, "player": "", "refuted": 0, "of": len(report.values), "marks": []}
    mover = int(placed.game.to_move(placed.state))
    refuted = [
        [name_of(placed.game, placed.state, line.action), *answer(placed, line.line)]
        for line in report.lines
        if (score := report.values.get(line.action)) is not None and score.winner == 1 - mover
    ]
    counts = Counter(way[1] for way in refuted if len(way) > 1)
    move, count = counts.most_common(1)[0] if counts else (None, 0)
    found = count >= LEAST and 2 * count > len(report.values)
    way = next((way for way in refuted if found and way[1:] == [move]), [])
    return {
        "move": move if found else None,
        "player": PLAYERS[1 - mover],
        "refuted": count if found else 0,
        "of": len(report.values),
        "marks": marks(placed, way)[1:],
    }


def answer(placed: Placed, line: tuple[Any, ...]) -> list[str]:
    """The opponent's answer to the first move of a line; none where the same player goes on."""
    game = placed.game
    following = game.result(placed.state, line[0])
    if len(line) < 2 or game.is_terminal(following) or game.to_move(following) == game.to_move(placed.state):
        return []
    return [name_of(game, following, line[1])]


def marks(placed: Placed, line: list[str]) -> list[dict[str, Any]]:
    """Each move of a line with its player and its cells on the board."""
    found = []
    for name in line:
        if name not in placed.legal():
            break
        action = placed.legal()[name]
        mover = int(placed.game.to_move(placed.state))
        player = None if mover == CHANCE else mover_name(placed.game, mover)
        cells, board = cells_of(placed.game, placed.state, action), board_of(placed.game, placed.state)
        changed = changes(placed.game, placed.state, action, board.cells) if board is not None else None
        row = {"move": name, "player": player, "cells": cells}
        found.append({**row, "changed": [cell for cell, _ in changed or []]})
        placed = after(placed, name)
    return found
