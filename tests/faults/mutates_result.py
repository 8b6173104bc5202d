"""Broken: mutates."""

from __future__ import annotations

from typing import Any

from base import Plain, TakePlain

FAULT = ("mutates", "result() changes the state it is given", 0)


class Faulty(TakePlain):
    def result(self, state: Any, action: Any) -> Any:
        state.left[0] -= action
        return Plain(state.left[0], 1 - state.turn)
