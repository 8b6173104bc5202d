"""Broken: seat."""

from __future__ import annotations

from typing import Any

from base import Three

FAULT = ("seat", "to_move() returns 3", 1)


class Faulty(Three):
    def to_move(self, state: Any) -> int:
        return 3 if state.left == 4 else state.turn
