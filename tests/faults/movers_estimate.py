"""Broken: mover's estimate."""

from __future__ import annotations

from typing import Any

from base import Tug

FAULT = ("mover's estimate", "it is high where MAX does well only while MAX is to move", 0)


class Faulty(Tug):
    def evaluate(self, state: Any) -> int:
        return state.rope if state.turn == 0 else -state.rope
