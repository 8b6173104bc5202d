"""Broken: no game."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("no game", "the game is over before it starts", 0)


class Faulty(Take):
    def initial(self) -> Any:
        return self.State(0, 0)
