"""Payoff matrices for the page: what was asked, all that is found out about it, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import MatrixError
from zermelo.interfaces.load import tree_from
from zermelo.interfaces.pictures.matrices import course_picture, file_of, graph_picture
from zermelo.interfaces.web.export import KINDS, Made
from zermelo.interfaces.web.models import MatrixAsked, MatrixFile
from zermelo.interfaces.web.shelf import explained
from zermelo.matrix.game import Bimatrix, Matrix
from zermelo.matrix.reading import PLAYERS, read
from zermelo.matrix.strategies import strategy_matrix
from zermelo.matrix.study import Study, study

MOST_CELLS = 900
"""Of a matrix that the page takes: 30 × 30."""
TYPES = {**KINDS, "json": ("application/json", "json"), "csv": ("text/csv; charset=utf-8", "csv")}
Places = Callable[[Any], Any]
"""From a position that is asked about to a game and a state."""


def studied(asked: MatrixAsked, place: Places) -> Study:
    game = game_of(asked, place)
    height, width = game.shape
    if height * width > MOST_CELLS:
        raise MatrixError("matrix_too_large", cells=height * width, most=MOST_CELLS)
    return study(game, rounds=asked.rounds)


def game_of(asked: MatrixAsked, place: Places) -> Matrix | Bimatrix:
    """The matrix that was typed, or that of the strategies of a tree or a position."""
    if asked.matrix is not None:
        return read(asked.matrix, PLAYERS[asked.rows])
    if asked.tree is not None:
        return strategy_matrix(tree_from(asked.tree))
    placed = place(asked.position)
    return explained(placed.game, lambda: strategy_matrix(placed.game, placed.state))


def matrix_row(asked: MatrixAsked, place: Places) -> dict[str, Any]:
    """All that the page shows."""
    found = studied(asked, place)
    drawings = {f"graph{number}": graph_picture(graph) for number, graph in enumerate(found.graphs)}
    if found.course:
        drawings["play"] = course_picture(found)
    return {**found.as_dict(), "pictures": {name: drawing.svg for name, drawing in drawings.items()}}


def matrix_file(asked: MatrixFile, place: Places) -> Made:
    """The file that was asked for."""
    body = file_of(studied(asked, place), asked.format, asked.plot or "")
    kind, ending = TYPES[asked.format]
    return Made(body if isinstance(body, bytes) else body.encode(), kind, f"matrix.{ending}")
