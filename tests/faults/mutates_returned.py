"""Broken: mutates."""

from __future__ import annotations

from typing import Any

from base import Plain, TakePlain

FAULT = ("mutates", "result() changes the state that it returned for 1 to Plain(3, 1) when", 0)


class Faulty(TakePlain):
    def __init__(self) -> None:
        self._only = Plain(5, 0)

    def result(self, state: Any, action: Any) -> Any:
        self._only.left, self._only.turn = [state.left[0] - action], 1 - state.turn
        return self._only
