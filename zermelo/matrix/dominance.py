"""Iterated elimination of dominated actions: strict and weak told apart, by pure and by mixed strategies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import Any, Literal

from zermelo.matrix.exact import best_pair, of_sum_one
from zermelo.matrix.game import COLUMNS, ROWS, NormalForm, Table, as_form, transposed
from zermelo.matrix.simplex import maximise

Kind = Literal["strict", "weak"]
Weights = dict[int, Fraction]
"""A mixed strategy as shares by action."""


@dataclass(frozen=True)
class Elimination:
    """An action that its player never needs, and what is better whatever the other player does."""

    player: int
    """ROWS or COLUMNS."""
    action: int
    by: Weights
    """What dominates it: an action, or a mixture of several."""
    kind: Kind
    """`strict`: always better.  `weak`: never worse, and better somewhere."""

    @property
    def is_mixed(self) -> bool:
        """Does it take a mixture to dominate it?"""
        return len(self.by) > 1


@dataclass(frozen=True)
class Reduction:
    """What elimination leaves of a game, and in which order the rest went."""

    steps: tuple[Elimination, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def is_weak(self) -> bool:
        """Was an action eliminated that is only weakly dominated?  Then another order may leave others."""
        return any(step.kind == "weak" for step in self.steps)


def eliminate(game: Any, *, weak: bool = True, mixed: bool = True) -> Reduction:
    """Eliminate dominated actions, one at a time, until none is left.

    Strict dominance comes first: its order never matters.  An action that is only weakly dominated goes where
    nothing is strictly dominated any more; pure strategies come before mixtures, rows before columns.

    >>> from zermelo.matrix.game import Matrix
    >>> reduction = eliminate(Matrix([[3, 0], [0, 3], [1, 1]]))
    >>> reduction.rows, reduction.steps[0].kind, [str(share) for share in reduction.steps[0].by.values()]
    ((0, 1), 'strict', ['1/2', '1/2'])
    """
    game = as_form(game)
    left = [[*range(len(names))] for names in game.names]
    steps: list[Elimination] = []
    while (step := next(dominated(game, left, weak, mixed), None)) is not None:
        steps.append(step)
        left[step.player].remove(step.action)
    return Reduction(tuple(steps), tuple(left[ROWS]), tuple(left[COLUMNS]))


def dominated(game: NormalForm, left: list[list[int]], weak: bool, mixed: bool) -> Iterator[Elimination]:
    """Every action that is dominated among those that are left."""
    gains = (game.gains[ROWS], transposed(game.gains[COLUMNS]))
    parts = [
        tuple(tuple(gains[player][own][other] for other in left[1 - player]) for own in left[player])
        for player in (ROWS, COLUMNS)
    ]
    ways = chain(
        [("strict", by_one)], [("strict", by_mixture)] * mixed, [("weak", by_one)] * weak,
        [("weak", by_mixture)] * (weak and mixed),
    )  # fmt: skip
    kind: Kind
    for kind, way in ways:  # type: ignore[assignment]
        for player in (ROWS, COLUMNS):
            for place, action in enumerate(left[player]):
                by = way(parts[player], place, kind)
                if by:
                    shares = {left[player][other]: share for other, share in by.items()}
                    yield Elimination(player, action, shares, kind)


def by_one(table: Table, place: int, kind: Kind) -> Weights:
    """The first row that dominates another, by itself."""
    row = table[place]
    for index, other in enumerate(table):
        if kind == "strict" and all(one > two for one, two in zip(other, row)):
            return {index: Fraction(1)}
        if kind == "weak" and other != row and all(one >= two for one, two in zip(other, row)):
            return {index: Fraction(1)}
    return {}


def by_mixture(table: Table, place: int, kind: Kind) -> Weights:
    """A mixture of other rows that dominates this one."""
    others = [index for index in range(len(table)) if index != place]
    if len(others) < 2 or is_needed(table, place, kind):
        return {}
    ahead = tuple(
        tuple(number - own for number, own in zip(table[index], table[place])) for index in others
    )
    shares = strictly(ahead) if kind == "strict" else weakly(ahead)
    return {others[index]: share for index, share in enumerate(shares) if share}


def is_needed(table: Table, place: int, kind: Kind) -> bool:
    """Is the row best in some column, so that nothing can dominate it?  Weakly, if no other is as good."""
    for column in zip(*table):
        rivals = column.count(max(column))
        if column[place] == max(column) and (kind == "strict" or rivals == 1):
            return True
    return False


def strictly(ahead: Table) -> tuple[Fraction, ...]:
    """Shares of rows whose average is above 0 in every column: the game in which they play for it."""
    pair = best_pair(ahead)
    return pair.rows if pair.value > 0 else ()


def weakly(ahead: Table) -> tuple[Fraction, ...]:
    """Shares of rows whose average is nowhere below 0 and somewhere above it.

    There are none if and only if some strategy that uses every column leaves each row at most 0 (Pearce): the
    largest share that every column can have is then more than 0.  If it is 0, what the limits are worth are
    the shares.
    """
    scale = lcm(*(number.denominator for row in ahead for number in row))
    rows = [[int(number * scale) for number in (*row, sum(row))] for row in ahead]
    width = len(ahead[0])
    found = maximise([0] * width + [1], [*rows, [1] * width + [width]], [0] * len(rows) + [1])
    return () if found.value > 0 else of_sum_one(found.dual[:-1])
