"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() has 4 cells for width 5 and height 1", 1)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"cells": ["|"] * state.left}
