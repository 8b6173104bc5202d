"""Nash equilibria of two players, exactly: pure ones, and mixed ones by support enumeration.

Each pair of supports of equal size gives equations: all actions of a support must bring their player the
same.  That finds all equilibria unless the game is degenerate, that is, unless some strategy has more best
replies than actions of its own.  Degenerate games may have infinitely many; the corners of the sets that they
form are found instead, as pairs of corners of the best-reply polytopes.  So are the equilibria of games with
many supports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from zermelo.errors import MatrixError
from zermelo.matrix.exact import average
from zermelo.matrix.game import COLUMNS, ROWS, Mix, NormalForm, Table, as_form, transposed
from zermelo.matrix.linear import only_solution
from zermelo.matrix.polytope import MOST_CORNERS, extreme_rays

MOST_PAIRS = 4000
"""Pairs of supports that are tried: seven actions each."""


@dataclass(frozen=True)
class Equilibrium:
    """A strategy of each player, neither of which is worth changing alone."""

    rows: Mix
    columns: Mix
    row_gain: Fraction
    column_gain: Fraction

    @property
    def is_pure(self) -> bool:
        """Does each player take one action for sure?"""
        return max(self.rows) == max(self.columns) == 1


@dataclass(frozen=True)
class Equilibria:
    """All equilibria of a game; of a degenerate one, the corners of the sets that they form."""

    found: tuple[Equilibrium, ...]
    degenerate: bool
    """Has some strategy more best replies than actions of its own?"""


def equilibria(game: Any) -> Equilibria:
    """The equilibria of a small game, pure ones first.

    >>> from zermelo.matrix.game import Bimatrix
    >>> chicken = equilibria(Bimatrix([[0, -1], [1, -9]], [[0, 1], [-1, -9]]))
    >>> [tuple(map(str, each.rows)) for each in chicken.found], chicken.degenerate
    ([('1', '0'), ('0', '1'), ('8/9', '1/9')], False)
    """
    game = as_form(game)
    of_rows, of_columns = (best_reply_corners(of_opponent(game, player)) for player in (ROWS, COLUMNS))
    degenerate = is_degenerate(of_rows, len(game.rows)) or is_degenerate(of_columns, len(game.columns))
    supports = comb(sum(game.shape), game.shape[0]) - 1
    by_corners = degenerate or supports > MOST_PAIRS
    pairs = complementary(of_rows, of_columns, game.shape) if by_corners else by_supports(game)
    found = [paid(game, rows, columns) for rows, columns in pairs]
    return Equilibria(tuple(sorted(found, key=order)), degenerate)


def order(equilibrium: Equilibrium) -> tuple[bool, list[Fraction]]:
    """Pure ones first, then by the shares."""
    return not equilibrium.is_pure, [-share for share in (*equilibrium.rows, *equilibrium.columns)]


def paid(game: NormalForm, rows: Mix, columns: Mix) -> Equilibrium:
    """A pair of strategies with what it brings either player."""
    gains = (average(tuple(average(row, columns) for row in table), rows) for table in game.gains)
    return Equilibrium(rows, columns, *gains)


# -- supports ------------------------------------------------------------------------------------------


def by_supports(game: NormalForm) -> Iterator[tuple[Mix, Mix]]:
    """The equilibria of a game that is not degenerate: every pair of supports of equal size is tried."""
    of_rows, of_columns = game.gains[ROWS], transposed(game.gains[COLUMNS])
    for size in range(1, min(game.shape) + 1):
        for own in combinations(range(len(of_rows)), size):
            for other in combinations(range(len(of_columns)), size):
                columns = equalising(of_rows, own, other)
                rows = equalising(of_columns, other, own) if columns else None
                if columns and rows:
                    yield rows, columns


def equalising(gains: Table, own: Sequence[int], other: Sequence[int]) -> Mix | None:
    """Shares of the other player's actions, all positive, that make these own actions the best replies."""
    equations = [[*(gains[action][place] for place in other), Fraction(-1)] for action in own]
    found = only_solution([*equations, [1] * len(other) + [0]], [0] * len(own) + [1])
    if found is None or min(found[:-1]) <= 0:
        return None
    mix = [Fraction(0)] * len(gains[0])
    for place, share in zip(other, found):
        mix[place] = share
    shares = tuple(mix)
    return shares if all(average(row, shares) <= found[-1] for row in gains) else None


# -- corners of the best-reply polytopes ---------------------------------------------------------------


def of_opponent(game: NormalForm, player: int) -> Table:
    """What the other player gains, with this player's actions as columns, all of it positive."""
    gains = transposed(game.gains[COLUMNS]) if player == ROWS else game.gains[ROWS]
    least = min(number for row in gains for number in row)
    return tuple(tuple(number - least + 1 for number in row) for row in gains)


Corner = tuple[Mix, frozenset[int], frozenset[int]]
"""A strategy, the own actions that it leaves out, and the best replies to it."""


def best_reply_corners(gains: Table) -> list[Corner]:
    """The strategies that have as many labels as can be: actions left out, or best replies."""
    count = len(gains[0])
    units = [[int(place == other) for other in range(count + 1)] for place in range(count)]
    limits = [[*(-number for number in row), Fraction(1)] for row in gains]
    try:
        rays = extreme_rays([*units, *limits], [], count + 1)
    except MatrixError:
        raise MatrixError("too_large_for_equilibria", most=MOST_CORNERS) from None
    found = []
    for ray in rays:
        if total := sum(ray[:-1]):
            mix = tuple(Fraction(part, total) for part in ray[:-1])
            left_out = frozenset(place for place, part in enumerate(ray[:-1]) if not part)
            gain = Fraction(ray[-1], total)
            replies = frozenset(place for place, row in enumerate(gains) if average(row, mix) == gain)
            found.append((mix, left_out, replies))
    return found


def is_degenerate(corners: list[Corner], count: int) -> bool:
    """Has some corner more labels than the polytope has dimensions?"""
    return any(len(left_out) + len(replies) > count for _, left_out, replies in corners)


def complementary(
    of_rows: list[Corner], of_columns: list[Corner], shape: tuple[int, int]
) -> Iterator[tuple[Mix, Mix]]:
    """Pairs of corners in which every action is left out or a best reply."""
    all_rows, all_columns = (frozenset(range(count)) for count in shape)
    for rows, rows_left_out, best_columns in of_rows:
        for columns, columns_left_out, best_rows in of_columns:
            if rows_left_out | best_rows == all_rows and columns_left_out | best_columns == all_columns:
                yield rows, columns
