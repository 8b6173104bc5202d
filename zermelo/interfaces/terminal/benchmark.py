"""The engine over fixed positions of every game: how many nodes, how fast.

The node counts at these depths, one thread, are the engine's signature: a change of the search that moves
them is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.games import BUILT_IN
from zermelo.report import Report
from zermelo.search import search


@dataclass(frozen=True)
class Position:
    """A position of a game that comes with Zermelo, and how deep it is searched."""

    game: str
    depth: int
    moves: tuple[Any, ...] = ()
    parameters: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        given = ",".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"{self.game}{':' if given else ''}{given} {' '.join(map(str, self.moves))}".strip()

    def set_up(self) -> tuple[Any, Any]:
        """The game, and the state after the moves."""
        game = BUILT_IN[self.game](**self.parameters)
        state = game.initial()
        for action in self.moves:
            state = game.result(state, action)
        return game, state


FIVE = {"width": 5, "height": 5, "k": 4}
NINE = {"width": 3, "height": 3}
HEAPS = {"heaps": (3, 5, 7, 9)}
POSITIONS = (
    Position("connect4", 22),
    Position("connect4", 22, (6, 6)),
    Position("connect4", 22, (1, 2, 0, 5)),
    Position("connect4", 22, (6, 4, 6, 0, 3, 6)),
    Position("connect4", 22, (1, 2, 3, 1, 1, 5, 0, 0)),
    Position("connect4", 22, (5, 4, 6, 6, 1, 4, 0, 3, 3, 3)),
    Position("connect4", 22, (0, 3, 2, 1, 2, 4, 0, 4, 6, 4, 2, 2)),
    Position("connect4", 24, (0, 6, 6, 0, 5, 5, 6, 0, 0, 4, 5, 4, 2, 3, 3, 4)),
    Position("connect4", 26, (5, 5, 6, 6, 1, 2, 5, 5, 6, 0, 6, 2, 4, 1, 0, 3, 3, 0, 0, 1)),
    Position("mnk", 12, (), FIVE),
    Position("mnk", 14, (3, 23, 18), FIVE),
    Position("mnk", 16, (22, 23, 24, 16, 3, 20), FIVE),
    Position("mnk", 18, (14, 19, 10, 24, 23, 3, 15, 11, 20), FIVE),
    Position("kalah", 17),
    Position("kalah", 17, (1, 2, 0, 4)),
    Position("kalah", 17, (1, 2, 4, 1, 1, 0, 0, 2)),
    Position("kalah", 18, (3, 2, 5, 5, 2, 1, 4, 0, 3, 4, 2, 3)),
    Position("dots", 15, (), NINE),
    Position("dots", 15, (18, 2, 16, 9, 1, 0), NINE),
    Position("dots", 16, (14, 20, 11, 8, 4, 6, 0, 16, 22), NINE),
    Position("tictactoe", 9),
    Position("nim", 17, (), HEAPS),
    Position("ponghauki", 16),
)


@dataclass(frozen=True)
class Row:
    """What one position took."""

    position: Position
    report: Report

    @property
    def nodes(self) -> int:
        return self.report.nodes


def run(positions: Iterable[Position] = POSITIONS, *, deeper: int = 0, **wanted: Any) -> Iterator[Row]:
    """Search each position with a fresh table, compiled, `deeper` plies beyond its depth."""
    for position in positions:
        game, state = position.set_up()
        asked: dict[str, Any] = {"algorithm": "pvs", "engine": "compiled", **wanted}
        yield Row(position, search(game, state, depth=position.depth + deeper, **asked))


PLAIN = ("symmetries", "bounds", "candidates", "priority")
"""Switched off: what rules may say beyond the six."""


def eighteen() -> Report:
    """Connect Four from the start, depths 1 to 18: plain rules, no evaluation, one thread, exact."""
    wanted: dict[str, Any] = {"algorithm": "pvs", "engine": "compiled", "exact": True, "switch_off": PLAIN}
    return search(BUILT_IN["connect4"](), depth=18, **wanted)


def signature(rows: Iterable[Row]) -> dict[str, int]:
    """The nodes of each position."""
    return {str(row.position): row.nodes for row in rows}
