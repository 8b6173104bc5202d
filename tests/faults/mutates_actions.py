"""Broken: mutates."""

from __future__ import annotations

from typing import Any

from base import TakePlain

FAULT = ("mutates", "actions() changes the state it is given", 1)


class Faulty(TakePlain):
    def actions(self, state: Any) -> Any:
        if state.left == [3]:
            state.turn = 0
        return super().actions(state)
