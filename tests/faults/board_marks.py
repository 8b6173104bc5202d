"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() marks cell 0 with 1, which is not a string", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"cells": [1] * 5}
