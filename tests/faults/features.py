"""Broken: features."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("features", "features() yields -1, which is below 0", 1)


class Faulty(Take):
    def features(self, state: Any) -> Any:
        yield state.left - 4 if state.turn else state.left - 1
