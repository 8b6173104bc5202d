"""Broken: upside down."""

from __future__ import annotations

from typing import Any

from base import Tug

FAULT = ("upside down", "evaluate() is high in games that MAX loses", 0)


class Faulty(Tug):
    def evaluate(self, state: Any) -> int:
        return -state.rope
