"""Broken: steady."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("steady", "initial() returns", 0)


class Faulty(Take):
    asked = 4

    def initial(self) -> Any:
        type(self).asked += 1
        return self.State(self.asked, 0)
