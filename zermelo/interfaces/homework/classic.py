"""The boards of Classic Computer Science Problems, by David Kopec: a move gives the next board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from zermelo.game import MAX, MIN
from zermelo.interfaces.homework.adapter import Adapter, drawer_of, drawing, has_word


class Classic(Adapter):
    """A board with turn, legal_moves, move, is_win and is_draw, properties or methods.

    MAX is who moves first; who has just moved has won where is_win says so.
    """

    homework: ClassVar[str] = "Classic Computer Science Problems"
    words: Mapping[str, str] = MappingProxyType(
        {
            "to_move": "turn",
            "actions": "legal_moves",
            "result": "move",
            "is_terminal": "is_win",
            "utility": "is_win",
        }
    )

    def __init__(self, theirs: Any) -> None:
        super().__init__(theirs)
        self.first = said(theirs, "turn")

    @classmethod
    def needs(cls) -> tuple[str, ...]:
        return ("turn", "legal_moves", "move", "is_win", "is_draw")

    @classmethod
    def speaks(cls, thing: Any) -> bool:
        """Properties are words too; of a class, a turn that its constructor sets cannot be seen."""
        words = cls.needs()[1:] if isinstance(thing, type) else cls.needs()
        return all(hasattr(thing, word) for word in words) and has_word(thing, "move")

    def initial(self) -> Any:
        return self.theirs

    def to_move(self, state: Any) -> int:
        return MAX if said(state, "turn") == self.first else MIN

    def actions(self, state: Any) -> Iterator[Any]:
        yield from said(state, "legal_moves")

    def result(self, state: Any, action: Any) -> Any:
        return state.move(action)

    def is_terminal(self, state: Any) -> bool:
        return bool(said(state, "is_win") or said(state, "is_draw"))

    def utility(self, state: Any) -> int:
        if not said(state, "is_win"):
            return 0
        return -1 if self.to_move(state) == MAX else 1

    def evaluate(self, state: Any) -> Any:
        return state.evaluate(self.first) if has_word(state, "evaluate") else 0

    def show(self, state: Any) -> str:
        return drawing(drawer_of(state, 0)) or str(state)


def said(board: Any, word: str) -> Any:
    """A property, or what a method returns."""
    found = getattr(board, word)
    return found() if callable(found) else found
