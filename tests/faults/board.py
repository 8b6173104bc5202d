"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("board", "board() returns None", 0)


class Faulty(Take):
    def board(self, state: Any) -> Any:
        return None
