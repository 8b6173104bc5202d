"""Broken: same click."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("same click", "board() leaves open whether cells [4] mean 1 or 2", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"actions": [(taken, [4, 3][:taken]) for taken in self.actions(state)]}
