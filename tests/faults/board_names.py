"""Broken: board actions."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board actions", "board() offers '1', which actions() does not yield", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {
            "actions": [(self.name(state, taken), [taken]) for taken in self.actions(state)]
        }
