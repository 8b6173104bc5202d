"""The states that were met, and whether those that are equal are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.checking.findings import Position
from zermelo.running.content import content, duplicate, is_plain
from zermelo.running.explain import reached_by

if TYPE_CHECKING:
    from zermelo.checking.rules import Examination

COMPARED, SOLVED = 300, 15
"""Pairs of states that are equal and not the same, whose play is compared; and whose values are."""


class Met:
    """The states that were met, each with the moves that first led there."""

    def __init__(self, exam: Examination) -> None:
        self.exam = exam
        self.first: dict[Any, tuple[Any, tuple[Any, ...]]] = {}
        self.compared = 0

    def __len__(self) -> int:
        return len(self.first)

    def is_new(self, state: Any, moves: tuple[Any, ...] | None = None) -> bool:
        """Is this the first time?  Given its moves, a state that is not new is compared with the first."""
        met, key = len(self.first), content(state) if self.exam.adapted else state
        try:
            known = self.first.setdefault(key, (state, moves or ()))
        except Exception:  # not hashable, or not to be compared
            key = repr(state)
            known = self.first.setdefault(key, (state, moves or ()))
        if len(self.first) > met:
            return True
        if moves is not None and key is state is not known[0]:
            self.compare(*known, state, moves)
        return False

    def compare(self, other: Any, way: tuple[Any, ...], state: Any, moves: tuple[Any, ...]) -> None:
        """Two states that are equal must be interchangeable."""
        alike = is_plain(state) and is_plain(other)
        if self.compared >= COMPARED or alike or content(state) == content(other):
            return
        self.compared += 1
        self.exam.position = Position(state, moves)
        self.exam.guarded(lambda: self.told_apart(other, way, state))

    def told_apart(self, other: Any, way: tuple[Any, ...], state: Any) -> None:
        pair, solve = (duplicate(other), duplicate(state)), self.compared <= SOLVED
        if difference := self.exam.contents.difference(*pair, same_actions=True, solve=solve):
            where = reached_by(list(way))
            self.exam.record("merges", f": this state and that {where} are equal (==), but {difference}")
