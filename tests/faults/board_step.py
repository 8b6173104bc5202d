"""Broken: board places."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board places", "board() puts 1 on cells [4, 0], where nothing can be clicked", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        cells = ["", ".", ".", ".", "X"]
        steps = [(taken, [4, taken - 1]) for taken in self.actions(state)]
        return super().board(state) | {"cells": cells, "actions": steps}
