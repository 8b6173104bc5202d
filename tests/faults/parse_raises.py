"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "parse() raises ValueError", 0)


class Faulty(Take):
    def parse(self, text: str) -> Any:
        return self.State(int(text), 0)
