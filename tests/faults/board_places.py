"""Broken: board places."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board places", "board() puts 1 on cells [3], where nothing can be clicked", 1)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        board = super().board(state)
        cells = ["" if state.left == 4 and cell == 3 else mark for cell, mark in enumerate(board["cells"])]
        return board | {"cells": cells}
