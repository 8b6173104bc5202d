"""Broken: merges."""

from __future__ import annotations

from base import Take

FAULT = ("merges", "are equal (==), but a different player is to move", 2)


class Counted(Take.State):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


class Faulty(Take):
    State = Counted  # type: ignore[assignment,misc]
