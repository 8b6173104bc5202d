"""Broken: equal."""

from __future__ import annotations

from typing import Any

from base import Plain, TakePlain

FAULT = ("equal", "have different hashes", 0)


class Identified(Plain):
    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return id(self)


class Faulty(TakePlain):
    def initial(self) -> Any:
        return Identified(5, 0)

    def result(self, state: Any, action: Any) -> Any:
        return Identified(state.left[0] - action, 1 - state.turn)
