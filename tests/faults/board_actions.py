"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("board", "board() offers 2, which actions() does not give", 2)


class Faulty(Take):
    def board(self, state: Any) -> Any:
        return {"actions": [(taken, [taken]) for taken in (1, 2)[: state.left + 1]]}
