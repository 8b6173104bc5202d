"""Pascal Pons' test sets: positions of Connect Four with their exact scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo import Score
from zermelo.games import ConnectFour

SETS = Path(__file__).parent / "data" / "connect4"


def positions(name: str, most: int) -> tuple[list[Any], list[int]]:
    """The first positions of a set, and their scores."""
    game = ConnectFour()
    lines = [line.split() for line in (SETS / f"Test_{name}").read_text().splitlines()[:most]]
    return [after(game, moves) for moves, _ in lines], [int(score) for _, score in lines]


def after(game: ConnectFour, moves: str) -> Any:
    state = game.initial()
    for column in moves:
        state = game.result(state, int(column) - 1)
    return state


def pons_score(state: Any, score: Score) -> int:
    """On the scale of the test sets: half of the cells that are left when the game ends, for the winner."""
    if score.winner is None or score.plies is None:
        return 0
    left = 42 - state.stones.bit_count() - score.plies
    return left // 2 + 1 if score.winner == state.turn else -(left // 2 + 1)
