"""Broken: player."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("player", "to_move() returns 2", 1)


class Faulty(Take):
    def to_move(self, state: Any) -> int:
        return state.turn * 2
