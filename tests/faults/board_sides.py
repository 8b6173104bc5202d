"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() has the sides 'XO'", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return {**super().board(state), "sides": "XO"}
