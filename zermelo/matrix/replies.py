"""Pure strategies: best replies, what each player can be sure of, saddle points and pure equilibria."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from zermelo.errors import MatrixError
from zermelo.matrix.exact import average
from zermelo.matrix.game import COLUMNS, ROWS, Mix, NormalForm, Table, as_form, as_matrix, transposed
from zermelo.matrix.payoffs import payoff


class Replies(NamedTuple):
    """The best answers to a strategy of the other player."""

    actions: tuple[int, ...]
    gain: Fraction
    """What each of them brings the one who answers, on average."""
    gains: tuple[Fraction, ...]
    """What every action brings."""


def own_gains(game: NormalForm, player: int) -> Table:
    """What a player gains, the own actions as rows."""
    return game.gains[ROWS] if player == ROWS else transposed(game.gains[COLUMNS])


def best_replies(game: Any, player: int, against: int | str | Sequence[Any]) -> Replies:
    """What ROWS or COLUMNS does best against an action (its number or name) or a mixed strategy.

    >>> pennies = [[1, -1], [-1, 1]]
    >>> best_replies(pennies, COLUMNS, "r1").actions, best_replies(pennies, ROWS, ["1/4", "3/4"]).actions
    ((1,), (1,))
    """
    game = as_form(game)
    mix = mix_of(game.names[1 - player], against)
    gains = tuple(average(row, mix) for row in own_gains(game, player))
    return Replies(tuple(places(gains, max(gains))), max(gains), gains)


def mix_of(names: tuple[str, ...], given: int | str | Sequence[Any]) -> Mix:
    """A strategy: one action, or a probability for each."""
    if isinstance(given, str) and given in names:
        given = names.index(given)
    if isinstance(given, int):
        if not 0 <= given < len(names):
            raise MatrixError("no_such_action", given=given, choices=list(names))
        return tuple(Fraction(int(place == given)) for place in range(len(names)))
    if isinstance(given, str):
        raise MatrixError("no_such_action", given=given, choices=list(names))
    mix = tuple(map(payoff, given))
    if len(mix) != len(names) or min(mix) < 0 or sum(mix) != 1:
        raise MatrixError("no_mixed_strategy", count=len(names), given=", ".join(map(str, mix))[:80])
    return mix


def places(numbers: Sequence[Fraction], wanted: Fraction) -> list[int]:
    return [place for place, number in enumerate(numbers) if number == wanted]


class Security(NamedTuple):
    """What pure strategies can be sure of, in MAX's payoffs: max-min for MAX, min-max for MIN."""

    floors: tuple[Fraction, ...]
    """The least of each action of MAX."""
    ceilings: tuple[Fraction, ...]
    """The greatest of each action of MIN."""

    @property
    def max_min(self) -> Fraction:
        """What MAX gets at least, by the best pure strategy."""
        return max(self.floors)

    @property
    def min_max(self) -> Fraction:
        """What MAX gets at most, by MIN's best pure strategy."""
        return min(self.ceilings)


def security(game: Any) -> Security:
    """Max–min and min–max; they are equal where there is a saddle point, and nowhere else.

    >>> found = security([[2, -3], [0, 2], [-5, 10]])
    >>> int(found.max_min), int(found.min_max)
    (0, 2)
    """
    game = as_matrix(game)
    of_max = game.payoffs if game.players[ROWS] == "MAX" else transposed(game.payoffs)
    return Security(tuple(map(min, of_max)), tuple(map(max, transposed(of_max))))


def pure_equilibria(game: Any) -> tuple[tuple[int, int], ...]:
    """The cells from which neither player would move alone: each action is a best reply to the other."""
    of_rows, of_columns = as_form(game).gains
    best_in_column = [max(column) for column in zip(*of_rows)]
    best_in_row = [max(row) for row in of_columns]
    return tuple(
        (row, column)
        for row, gains in enumerate(of_rows)
        for column, gain in enumerate(gains)
        if gain == best_in_column[column] and of_columns[row][column] == best_in_row[row]
    )


def saddle_points(game: Any) -> tuple[tuple[int, int], ...]:
    """The cells that are best for MAX among those of MIN's action, and for MIN among those of MAX's.

    >>> saddle_points([[4, 2, 3], [6, 5, 7], [1, 0, 9]])
    ((1, 1),)
    """
    return pure_equilibria(as_matrix(game))
