"""A game tree as a matrix: every plan of MAX against every plan of MIN.

A pure strategy says what to do wherever its player may have to move.  A reduced one leaves out the places
that its own moves rule out; that changes no payoff and makes far fewer.  By Zermelo's theorem the matrix of a
game without chance has a saddle point, whose value is minimax's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from zermelo.errors import MatrixError
from zermelo.game import CHANCE, MAX, MIN, name_of
from zermelo.matrix.game import Matrix
from zermelo.matrix.payoffs import payoff

MOST_PLACES = 5000
"""Positions of the tree that are looked at."""
MOST_PLIES = 100
MOST_CELLS = 40_000
Path = tuple[str, ...]
Plan = dict[Path, str]
"""What to play after which moves."""


@dataclass(frozen=True)
class Place:
    """A node of the tree: whose turn it is, and what follows by the name of the move; or what MAX gets."""

    path: Path
    player: int | None
    children: tuple[tuple[str, Place], ...] = ()
    chances: tuple[Fraction, ...] = ()
    payoff: Fraction = Fraction(0)


def strategy_matrix(game: Any, state: Any = None, *, reduced: bool = True) -> Matrix:
    """The matrix of a small game or tree: a row for each strategy of MAX, a column for each of MIN.

    >>> from zermelo import Tree
    >>> matrix = strategy_matrix(Tree([[3, 12], [2, 4]]))
    >>> matrix, matrix.rows, matrix.columns
    (<Matrix of 2 × 4>, ('0', '1'), ('0:0 1:0', '0:0 1:1', '0:1 1:0', '0:1 1:1'))
    """
    start = game.initial() if state is None else state
    root = Explorer(game).place(start, ())
    check_size(game, root, reduced)
    own, other = ([*plans(root, player, reduced)] for player in (MAX, MIN))
    payoffs = [[outcome(root, {**mine, **theirs}) for theirs in other] for mine in own]
    return Matrix(payoffs, [*map(plan_name, own)], [*map(plan_name, other)])


class Explorer:
    """Walks through the whole tree of a game, as long as that is small."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.count = 0

    def place(self, state: Any, path: Path) -> Place:
        """The node of a position, with all that is below it."""
        self.count += 1
        if self.count > MOST_PLACES or len(path) > MOST_PLIES:
            bounds = {"most": MOST_PLACES, "plies": MOST_PLIES}
            raise MatrixError("game_too_large", game=type(self.game).__name__, **bounds)
        if self.game.is_terminal(state):
            return Place(path, None, payoff=payoff(plain(self.game.utility(state))))
        player = int(self.game.to_move(state))
        if player not in (MAX, MIN, CHANCE):
            raise MatrixError("matrix_two_players", game=type(self.game).__name__)
        if player == CHANCE:
            actions, chances = zip(*self.game.outcomes(state))
            return Place(path, player, self.children(state, path, actions), shares(chances))
        return Place(path, player, self.children(state, path, self.game.actions(state)))

    def children(self, state: Any, path: Path, actions: Iterable[Any]) -> tuple[tuple[str, Place], ...]:
        """What each action is called, and where it leads."""
        listed = list(actions)
        names = distinct([name_of(self.game, state, action) for action in listed])
        states = (self.game.result(state, action) for action in listed)
        return tuple((name, self.place(below, (*path, name))) for name, below in zip(names, states))


def distinct(names: list[str]) -> list[str]:
    """The names of moves, or their numbers where two have one name."""
    return names if len({*names}) == len(names) else [*map(str, range(len(names)))]


def plain(number: Any) -> Any:
    """A number of Python's for one of NumPy's."""
    return number.item() if hasattr(number, "item") else number


def shares(chances: Iterable[Any]) -> tuple[Fraction, ...]:
    """Probabilities whose sum is 1 exactly."""
    exact = [payoff(plain(chance)) for chance in chances]
    return tuple(chance / sum(exact) for chance in exact)


def check_size(game: Any, root: Place, reduced: bool) -> None:
    rows, columns = (count(root, player, reduced) for player in (MAX, MIN))
    if rows * columns > MOST_CELLS:
        name, sizes = type(game).__name__, {"rows": rows, "columns": columns}
        raise MatrixError("too_many_strategies", game=name, most=MOST_CELLS, **sizes)


def count(place: Place, player: int, reduced: bool) -> int:
    """How many strategies a player has from here on."""
    below = [count(child, player, reduced) for _, child in place.children]
    if place.player != player:
        return prod(below)
    return sum(below) if reduced else len(below) * prod(below)


def plans(place: Place, player: int, reduced: bool) -> Iterator[Plan]:
    """Every strategy of a player from here on."""
    everywhere = [child for _, child in place.children]
    if place.player != player:
        yield from joined(everywhere, player, reduced)
        return
    for name, child in place.children:
        for plan in joined([child] if reduced else everywhere, player, reduced):
            yield {place.path: name, **plan}


def joined(places: list[Place], player: int, reduced: bool) -> Iterator[Plan]:
    """A strategy for each of these places, in every combination."""
    for chosen in product(*([*plans(place, player, reduced)] for place in places)):
        yield {path: name for plan in chosen for path, name in plan.items()}


def outcome(place: Place, plan: Plan) -> Fraction:
    """What MAX gets on average where both follow their plans."""
    if place.player is None:
        return place.payoff
    if place.player == CHANCE:
        parts = (outcome(child, plan) for _, child in place.children)
        return sum((chance * part for chance, part in zip(place.chances, parts)), Fraction(0))
    return outcome(dict(place.children)[plan[place.path]], plan)


def plan_name(plan: Plan) -> str:
    """`0:1 1:0`: after 0 play 1, after 1 play 0; a move at the start stands alone, and no plan is `–`."""
    return " ".join(f"{'.'.join(path)}:{name}" if path else name for path, name in plan.items()) or "–"
