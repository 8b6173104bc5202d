"""Published matrix games, and what makes a pair of strategies optimal."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from zermelo.game import MAX
from zermelo.matrix import (
    Matrix,
    expected,
)
from zermelo.matrix.exact import average
from zermelo.matrix.game import Mix, transposed

GAMES = json.loads((Path(__file__).parent / "data" / "matrix_games.json").read_text())["games"]
LECTURE = [[2, -3], [0, 2], [-5, 10]]


def shares(*texts: str) -> Mix:
    return tuple(map(Fraction, texts))


def assert_optimal(game: Matrix, value: Fraction, rows: Mix, columns: Mix) -> None:
    """Each strategy guarantees the value against every action of the other player: primal = dual."""
    assert sum(rows) == sum(columns) == 1
    assert min(*rows, *columns) >= 0
    sign = 1 if game.row_player == MAX else -1
    assert min(sign * average(column, rows) for column in transposed(game.payoffs)) == sign * value
    assert max(sign * average(row, columns) for row in game.payoffs) == sign * value
    assert expected(game, rows, columns) == value
