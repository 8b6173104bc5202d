"""Broken: wraps."""

from __future__ import annotations

from typing import Any

from base import Marks

FAULT = ("wraps", "evaluate() takes cells[-1], which", 0)


def to_the_left(cells: Any, place: int) -> Any:
    left = place - 1
    return cells[left]


class Faulty(Marks):
    def evaluate(self, state: Any) -> int:
        return sum(to_the_left(state.cells, place) == 1 for place in range(6))
