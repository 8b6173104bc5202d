"""Broken: no actions."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("no actions", "actions() yields none, but is_terminal() says the game is not over", 2)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        return [] if state.left == 1 else [1, 2]
