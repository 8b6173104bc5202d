"""The graphical solution of a game in which one player has two actions.

Every action of the other player is a line over the probability of the first of the two; what the mixture
guarantees is the envelope of the lines, and its best point is the value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from zermelo.matrix.game import COLUMNS, ROWS, transposed
from zermelo.matrix.solve import Solution

MOST_LINES = 60
Point = tuple[Fraction, Fraction]
"""A probability, and a payoff of MAX."""


@dataclass(frozen=True)
class Line:
    """What an action of the other player makes of each mixture: MAX's payoff at both ends."""

    name: str
    at_0: Fraction
    """Where the first action is never played."""
    at_1: Fraction

    def at(self, share: Fraction) -> Fraction:
        """MAX's payoff where the first action has this probability."""
        return self.at_0 + (self.at_1 - self.at_0) * share


@dataclass(frozen=True)
class Graph:
    """The lines, their envelope and the best point of it."""

    player: str
    """MAX or MIN, who has two actions."""
    side: int
    """ROWS or COLUMNS."""
    actions: tuple[str, str]
    lines: tuple[Line, ...]
    envelope: tuple[Point, ...]
    """Its corners: the lowest line for MAX, who looks for its highest point, the highest for MIN."""
    best: tuple[Fraction, Fraction]
    """The least and the greatest optimal probability of the first action."""
    value: Fraction


def graphs(solution: Solution) -> tuple[Graph, ...]:
    """A graph for each player who has two actions, rows first.

    >>> from zermelo.matrix.solve import solve
    >>> (graph,) = graphs(solve([[2, -3], [0, 2], [-5, 10]]))
    >>> graph.player, [(str(x), str(y)) for x, y in graph.envelope]
    ('MIN', [('0', '10'), ('8/13', '10/13'), ('5/7', '4/7'), ('1', '2')])
    """
    game = solution.game
    large = max(game.shape) > MOST_LINES or not solution.exact
    sides = () if large else (side for side in (ROWS, COLUMNS) if game.shape[side] == 2)
    return tuple(graph_of(solution, side) for side in sides)


def graph_of(solution: Solution, side: int) -> Graph:
    game = solution.game
    first, second = game.payoffs if side == ROWS else transposed(game.payoffs)
    lines = tuple(Line(*each) for each in zip(game.names[1 - side], second, first))
    optimal = solution.all_rows if side == ROWS else solution.all_columns
    shares = [mix[0] for mix in optimal]
    names, player = game.names[side], game.players[side]
    ends = min(shares), max(shares)
    return Graph(player, side, (names[0], names[1]), lines, envelope(lines, player), ends, solution.value)


def envelope(lines: tuple[Line, ...], player: str) -> tuple[Point, ...]:
    """The corners of the least of the lines, or of the greatest for MIN."""
    crossings = {crossing(*pair) for pair in combinations(lines, 2)}
    shares = sorted({Fraction(0), Fraction(1), *(share for share in crossings if share is not None)})
    extreme = min if player == "MAX" else max
    points = [(share, extreme(line.at(share) for line in lines)) for share in shares]
    return tuple(point for place, point in enumerate(points) if is_corner(points, place))


def crossing(one: Line, other: Line) -> Fraction | None:
    """Where two lines meet, if that is inside the graph."""
    before, after = one.at_0 - other.at_0, one.at_1 - other.at_1
    return before / (before - after) if before * after < 0 else None


def is_corner(points: list[Point], place: int) -> bool:
    if place in (0, len(points) - 1):
        return True
    (left, low), (here, height), (right, high) = points[place - 1 : place + 2]
    return (height - low) * (right - here) != (high - height) * (here - left)
