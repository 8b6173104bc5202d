"""Broken: board field."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board field", "board() has the field 'captions', which is not read", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"captions": "abcde"}
