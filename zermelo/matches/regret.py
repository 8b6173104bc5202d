"""Regret: how often, and by how much, a player leaves the best value, where the game is solved.

The value of every position is known, so that a move is no matter of opinion: its regret is what the best move
would have brought more.  In a game of outcomes a win is worth 1, a draw 0 and a loss -1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from zermelo.game import CHANCE, MAX
from zermelo.matches.records import Record, replayed
from zermelo.score import Score

Truth = Callable[[Any], Score]
"""The proved value of a position."""


@dataclass(frozen=True)
class Regret:
    """What a player's moves have cost it."""

    moves: int
    """How many were judged: those of the player itself, not those of openings."""
    losses: dict[float, int]
    """How often so much was lost, where anything was."""

    @property
    def mistakes(self) -> int:
        """Moves that left the best value."""
        return sum(self.losses.values())

    @property
    def total(self) -> float:
        """All that was lost."""
        return sum(lost * times for lost, times in self.losses.items())

    @property
    def mean(self) -> float:
        """What a move lost on average."""
        return self.total / self.moves if self.moves else 0.0


def regrets(game: Any, records: Iterable[Record], truth: Truth) -> dict[str, Regret]:
    """The regret of everybody who played.

    >>> from zermelo.games import Nim
    >>> from zermelo.strong.build import solved
    >>> from zermelo.matches.records import Ply
    >>> game, lost = Nim((1, 2)), Record(1, 1, "max", "min", ("b2",), (Ply("a1", 1),), 0.0, -1, "over")
    >>> regrets(game, [lost], solved(game, engine="interpreted").probe)["min"].mistakes
    0
    """
    moves, losses = Counter[str](), dict[str, Counter[float]]()
    for record in records:
        for name, lost in judged(game, record, truth):
            moves[name] += 1
            losses.setdefault(name, Counter()).update([lost] if lost > 0 else [])
    return {name: Regret(moves[name], dict(sorted(losses[name].items()))) for name in moves}


def judged(game: Any, record: Record, truth: Truth) -> Iterator[tuple[str, float]]:
    """Who made each move of a game after its opening, and what it cost."""
    states = replayed(game, record.moves)[len(record.opening) :]
    for ply, (before, after) in zip(record.plies, pairwise(states)):
        if ply.player != CHANCE:
            kept, left = worth(game, before, truth), worth(game, after, truth)
            lost = kept - left if ply.player == MAX else left - kept
            yield record.player(ply.player), lost if lost > tolerance(truth(before)) else 0.0


def worth(game: Any, state: Any, truth: Truth) -> Any:
    """MAX's value of a position."""
    return game.utility(state) if game.is_terminal(state) else truth(state).of(MAX).value


def tolerance(score: Score) -> float:
    """What averages over dice may be wrong by."""
    return 2 * score.error


def truth_of(game: Any, path: str = "") -> Truth:
    """What the table in a file says; else the solver, or where positions can repeat a table made now."""
    from zermelo.solve import needs_table
    from zermelo.strong.build import solved
    from zermelo.strong.table import SolvedTable

    if path:
        return SolvedTable.open(path, game).probe
    return solved(game).probe if needs_table(game) else by_solver(game)


def by_solver(game: Any) -> Truth:
    """What the solver finds, each position once."""
    from zermelo.solve import solve

    known: dict[Any, Score] = {}

    def probe(state: Any) -> Score:
        if state not in known:
            known[state] = solve(game, state, values=False).score
        return known[state]

    return probe
