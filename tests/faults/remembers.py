"""Broken: remembers."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("remembers", "a rule changes self.moves", 0)


class Faulty(Take):
    def __init__(self) -> None:
        self.moves = 0

    def result(self, state: Any, action: Any) -> Any:
        self.moves += 1
        return super().result(state, action)
