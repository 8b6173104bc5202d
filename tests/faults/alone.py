"""Broken: alone."""

from __future__ import annotations

from typing import Any

from base import Tug

FAULT = ("alone", "to_move() returns MAX in every position", 0)


class Faulty(Tug):
    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, action)._replace(turn=state.turn)

    def utility(self, state: Any) -> int:
        return 1 if state.rope > 8 else -1
