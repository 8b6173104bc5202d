"""A shorter way to what was found: moves left out, then other moves tried, as long as it is still found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from zermelo.checking.findings import Position
from zermelo.checking.promises import WHOLE
from zermelo.checking.rules import Examination
from zermelo.running.content import duplicate

Line = tuple[Any, ...]
Name = tuple[str, str]
"""A finding by its promise and its rule."""
TRIES = 400
"""Other games that are tried in vain before a line is taken to be short."""


class Shrinking:
    """Makes the lines to the findings of an examination short.

    `look` looks in a position for one of them; `left` says whether there is time.
    """

    def __init__(
        self,
        exam: Examination,
        start: Any,
        draw: Random,
        look: Callable[[Position, str, str], None],
        left: Callable[[], bool],
    ) -> None:
        self.exam, self.start, self.draw, self.look, self.left = exam, start, draw, look, left

    def all(self, nearest: bool) -> None:
        """Every finding of a single position, the faults first.

        `nearest`: every position was looked at, the nearest first, so that only what was asked again can be
        found after fewer moves.
        """
        findings = self.exam.findings
        for name in sorted(findings, key=lambda name: findings[name].severity):
            if name[0] == "memory" or not (nearest or name[0] in WHOLE):
                self.shorten(name)

    def shorten(self, name: Name) -> None:
        tries = 0
        while tries < TRIES and self.left() and self.line(name):
            if any(self.found_after(line, name) for line in self.without_some(name)):
                continue
            tries = 0 if self.found_by(self.another(self.line(name)), name) else tries + 1

    def line(self, name: Name) -> Line:
        return self.exam.findings[name].moves or ()

    def without_some(self, name: Name) -> Iterator[Line]:
        """The line without a part of it, long parts first; then without any two of its moves."""
        moves, length = self.line(name), len(self.line(name))
        part = length // 2
        while part:
            for first in range(length - part + 1):
                yield moves[:first] + moves[first + part :]
            part = part // 2 if part > 4 else part - 1
        for one, other in combinations(range(length), 2):
            yield moves[:one] + moves[one + 1 : other] + moves[other + 1 :]

    def found_after(self, line: Line, name: Name) -> bool:
        """Is it also found after these moves, if they are legal?"""
        position = self.position_after(line) if self.left() else None
        return position is not None and self.found_by([position], name)

    def found_by(self, positions: Iterable[Position], name: Name) -> bool:
        """Is it found in one of these positions, and after fewer moves than before?"""
        length = len(self.line(name))
        for position in positions:
            if self.left() and len(position.moves) < length:
                self.look(position, *name)
            if len(self.line(name)) < length:
                return True
        return False

    def position_after(self, line: Line) -> Position | None:
        """The position after a line, if its moves are legal."""
        exam, state = self.exam, duplicate(self.start)
        try:
            for action in line:
                if exam.call("is_terminal", state) or action not in exam.options(state):
                    return None
                state = exam.call("result", state, action)
        except Exception:
            return None
        return Position(state, line)

    def another(self, line: Line) -> Iterator[Position]:
        """A game that begins as this line does and goes on otherwise, at random, while it is shorter."""
        exam, position = self.exam, self.position_after(line[: self.draw.randrange(len(line))])
        try:
            while position is not None and len(position.moves) + 1 < len(line):
                state = duplicate(position.before)
                if exam.call("is_terminal", state):
                    return
                action = self.draw.choice(exam.options(state))
                position = Position(exam.call("result", state, action), (*position.moves, action))
                yield position
        except Exception:
            return
