"""Payoff matrices: values and strategies against published games, naive twins and each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from budget import examples
from matrices import GAMES, LECTURE, assert_optimal, shares

from zermelo import MatrixError, matrix
from zermelo.game import MIN
from zermelo.matrix import (
    COLUMNS,
    ROWS,
    Bimatrix,
    Matrix,
    Solution,
    best_replies,
    eliminate,
    fictitious_play,
    saddle_points,
    security,
    solve,
    study,
)
from zermelo.matrix.dominance import dominated
from zermelo.matrix.exact import average, best_pair
from zermelo.matrix.floating import is_installed
from zermelo.matrix.game import Mix, NormalForm, Table, transposed
from zermelo.matrix.linear import only_solution
from zermelo.matrix.polytope import extreme_rays

scipy = pytest.mark.skipif(not is_installed(), reason="needs the extra: pip install 'zermelo[matrix]'")


def random_matrix(draw: Random, most: int = 6, span: int = 9) -> list[list[int]]:
    height, width = draw.randint(1, most), draw.randint(1, most)
    return [[draw.randint(-span, span) for _ in range(width)] for _ in range(height)]


# -- the value -----------------------------------------------------------------------------------------


def test_the_lectures_matrix() -> None:
    solution = solve(LECTURE)
    assert solution.value == Fraction(4, 7)
    assert solution.exact
    assert solution.error == 0
    assert solution.all_rows == (shares("2/7", "5/7", "0"),)
    assert solution.all_columns == (shares("5/7", "2/7"),)
    assert str(solution) == "4/7 for MAX (exact); MAX plays r1 2/7, r2 5/7; MIN plays c1 5/7, c2 2/7"


@pytest.mark.parametrize("name", GAMES)
def test_published_games(name: str) -> None:
    known, solution = GAMES[name], solve(GAMES[name]["payoffs"])
    assert solution.value == Fraction(known["value"])
    assert_optimal(solution.game, solution.value, solution.rows, solution.columns)
    for side, corners in (("rows", solution.all_rows), ("columns", solution.all_columns)):
        if len(corners) == 1:
            assert [float(share) for share in corners[0]] == pytest.approx(known[side], abs=1e-9)


@scipy
@pytest.mark.parametrize("name", GAMES)
def test_published_games_in_floating_point(name: str) -> None:
    solution = solve(GAMES[name]["payoffs"], "floating")
    assert solution.method == "floating"
    assert abs(solution.value - Fraction(GAMES[name]["value"])) <= solution.error <= 1e-9


def test_primal_is_dual_in_a_thousand_random_matrices() -> None:
    draw = Random(17)
    for number in range(1000):
        game = Matrix(random_matrix(draw, span=1 + number % 9), row_player=number % 2)
        pair = best_pair(game.gains[0])
        assert_optimal(game, game.for_max(pair.value), pair.rows, pair.columns)
        solution = solve(game)
        assert solution.value == game.for_max(pair.value)
        low, high = security(game).max_min, security(game).min_max
        assert low <= solution.value <= high
        assert (low == high) == bool(saddle_points(game))


@scipy
def test_exact_is_floating_in_a_thousand_random_matrices() -> None:
    draw = Random(18)
    for number in range(examples(1000)):
        game = Matrix(random_matrix(draw, most=8, span=10 ** (number % 7)), row_player=number % 2)
        near, value = solve(game, "floating"), solve(game, "exact").value
        assert near.at_least <= value <= near.at_most
        assert near.error <= 1e-9 * max(1, *(abs(number) for row in game.payoffs for number in row))


@scipy
def test_a_large_matrix_is_floating_with_a_proved_error() -> None:
    solution = solve(np.random.default_rng(3).random((80, 60)))
    assert solution.method == "floating"
    assert not solution.exact
    assert 0 < solution.error < 1e-9
    assert "floating point, within" in solution.value_text
    assert solution.all_rows == (solution.rows,)


def test_what_is_said_of_a_value_is_true() -> None:
    assert solve([[0, 3], [5, 0]]).value_text == "15/8 for MAX (exact)"
    large = solve([[10**30, 10**30 + 3], [10**30 + 5, 10**30]])
    assert large.value_text == f"{8 * 10**30 + 15}/8 for MAX (exact)"
    long = solve([[Fraction(1, 7**40), 1], [1, Fraction(1, 11**40)]])
    assert long.value_text == "≈ 0.5 for MAX (rounded; it is known exactly)"
    for low, high in ((10**30, 10**30 + 3), (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**9)), (-1, 1)):
        game = Matrix([[0]])
        near = Solution(game, (Fraction(1),), (Fraction(1),), Fraction(low), Fraction(high), "floating")
        value, error = re.findall(r"-?\d[\d.e+-]*", near.value_text)
        assert abs(Fraction(value) - low) <= Fraction(error)
        assert abs(Fraction(value) - high) <= Fraction(error)
        assert Fraction(error) <= 2 * near.error


def test_a_large_matrix_without_the_extra_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("zermelo.matrix.solve")  # which the function of its name hides
    monkeypatch.setattr(module, "is_installed", lambda: False)
    large = [[(7 * row + 3 * column) % 11 for column in range(51)] for row in range(51)]
    with pytest.raises(MatrixError, match=r"^a matrix of 51 × 51 has more than 2,500 cells: pip install"):
        solve(large)
    assert solve(large, "exact").exact


@pytest.mark.parametrize(
    ("payoffs", "value"),
    [
        ([[5]], 5),
        ([[3, 1, 2]], 1),
        ([[3], [1], [2]], 3),
        ([[7] * 4] * 5, 7),
        ([[1e300, -1e300], [-1e300, 1e300]], 0),
        ([[10**30, 10**30 + 3], [10**30 + 5, 10**30]], 10**30 + Fraction(15, 8)),
        ([["1/3", "-1/3"], ["-1/3", "1/3"]], 0),
        ([[0.1, 0.3], [0.4, 0.2]], Fraction(1, 4)),
        (np.array([[0, 1], [1, 0]]), Fraction(1, 2)),
        (np.array([[1 / 3, 0], [0, 1 / 3]]), Fraction(1, 6)),
        ([[Fraction(1, 2), 0.5], ["0.5", 1]], Fraction(1, 2)),
    ],
)
def test_odd_matrices(payoffs: Any, value: Any) -> None:
    solution = solve(payoffs)
    assert solution.value == value
    assert_optimal(solution.game, solution.value, solution.rows, solution.columns)
    for rows, columns in product(solution.all_rows, solution.all_columns):
        assert_optimal(solution.game, solution.value, rows, columns)
    assert study(solution.game).as_dict()["value"]["exact"] == str(Fraction(value))


@pytest.mark.parametrize(
    ("payoffs", "said"),
    [
        ([[1, 2], [3]], "row 2 has length 1, but the first row has length 2"),
        ([[1, float("nan")]], "nan is not a payoff: payoffs must be finite"),
        ([[Decimal("Infinity")]], "Infinity is not a payoff: payoffs must be finite"),
        ([[Decimal("1E+5000")]], "has more than 1000 digits"),
        ([[Decimal("1E-999999")]], "has more than 1000 digits"),
        ([[1, float("inf")]], "inf is not a payoff"),
        (np.array([[1, -np.inf]]), "-inf is not a payoff"),
        ([], "the matrix is empty"),
        ([[]], "the matrix is empty"),
        ([1, 2], "1 is not a list of rows"),
        ("text", "'text' is not a list of rows"),
        (5, "5 is not a list of rows"),
        ([["text"]], "'text' is not a payoff: write a number such as 3"),
        ([["1/0"]], "'1/0' is not a payoff"),
        ([[None]], "None is not a payoff"),
        ([[10**2000]], "has more than 1000 digits"),
        ([["1e999999"]], "is not a payoff"),
        ([[[1, 2]]], r"\[1, 2\] is not a payoff"),
    ],
)
def test_malformed_matrices_are_a_sentence(payoffs: Any, said: str) -> None:
    with pytest.raises(MatrixError, match=said):
        solve(payoffs)


def test_wrong_options_are_a_sentence() -> None:
    for wrong, said in {
        "method": lambda: solve(LECTURE, "fast"),  # type: ignore[arg-type]
        "there are 3 rows, but 2 names": lambda: Matrix(LECTURE, rows=["a", "b"]),
        "two columns are called 'a'": lambda: Matrix(LECTURE, columns=["a", "a"]),
        "player must be": lambda: Matrix(LECTURE, row_player=2),
        "must be the same size": lambda: Bimatrix([[1]], [[1, 2]]),
        "there is no action 'x'": lambda: best_replies(Matrix(LECTURE), ROWS, "x"),
        "there is no action 7": lambda: best_replies(Matrix(LECTURE), ROWS, 7),
        "not a mixed strategy": lambda: best_replies(Matrix(LECTURE), ROWS, [1, 1]),
        "rounds must be": lambda: next(fictitious_play(Matrix(LECTURE), 0)),
    }.items():
        with pytest.raises(MatrixError, match=wrong):
            said()


def test_who_chooses_the_rows() -> None:
    game = Matrix(LECTURE)
    turned = game.transposed
    assert turned.players == ("MIN", "MAX")
    assert turned.transposed == game
    assert solve(turned).value == solve(game).value == Fraction(4, 7)
    other = Matrix(LECTURE, row_player=MIN)
    assert solve(other).value == solve([[2, 0, -5], [-3, 2, 10]]).value == Fraction(1, 4)
    assert other != game
    assert len({game, Matrix(LECTURE), other}) == 2


# -- all optimal strategies ------------------------------------------------------------------------------


def corners_by_kernels(gains: Table, value: Fraction) -> set[Mix]:
    """Shapley and Snow: each corner solves the equations of some square part of the matrix."""
    height, width = len(gains), len(gains[0])
    found = set()
    for size in range(1, min(height, width) + 1):
        for rows, columns in product(combinations(range(height), size), combinations(range(width), size)):
            equations = [[gains[row][column] - value for row in rows] for column in columns]
            weights = only_solution([*equations, [1] * size], [0] * size + [1])
            if weights is not None and min(weights) >= 0:
                mix = [Fraction(0)] * height
                for row, weight in zip(rows, weights):
                    mix[row] = weight
                if all(average(column, tuple(mix)) >= value for column in zip(*gains)):
                    found.add(tuple(mix))
    return found


def test_all_corners_of_the_optimal_strategies() -> None:
    draw, several = Random(5), 0
    for _ in range(examples(400)):
        game = Matrix(random_matrix(draw, most=4, span=2))
        solution = solve(game)
        assert set(solution.all_rows) == corners_by_kernels(game.gains[0], solution.value)
        columns = transposed(game.gains[1])
        assert set(solution.all_columns) == corners_by_kernels(columns, -solution.value)
        several += len(solution.all_rows) > 1
    assert several > 2


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_corners_of_a_polytope_whose_corners_lie_on_many_sides(size: int) -> None:
    sides = [[*signs, 1] for signs in product((1, -1), repeat=size)]
    units = [[int(place == other) for other in range(size)] for place in range(size)]
    corners = {(*(sign * part for part in unit), 1) for unit in units for sign in (1, -1)}
    thrice = [side for side in sides for _ in range(3)]  # as equal columns make them
    found = extreme_rays(thrice, [], size + 1)
    assert len(found) == len(corners)
    assert set(found) == corners


def test_the_corners_of_one_long_row() -> None:
    """Every column is optimal: a corner for each, and few numbers to reckon with although they are many."""
    solution = solve([[1] * 120])
    assert [mix.index(1) for mix in solution.all_columns] == [*range(120)]


def test_too_many_corners_are_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.matrix.polytope.MOST_CORNERS", 24)
    found = study(Matrix([[1, -1]] * 5 + [[-1, 1]] * 5))  # any of the first with any of the others
    assert [note.code for note in found.notes] == ["too_many_corners"]
    assert len(found.row_strategies) == len(found.column_strategies) == 1
    assert found.graphs[0].best == (Fraction(1, 2), Fraction(1, 2))


# -- dominance -------------------------------------------------------------------------------------------


def test_strict_and_weak_pure_and_mixed() -> None:
    mixed = eliminate(Matrix([[3, 0], [0, 3], [1, 1]]))
    assert [(step.kind, step.is_mixed, step.action) for step in mixed.steps] == [("strict", True, 2)]
    weak = eliminate(Matrix([[1, 1], [1, 0]]))
    assert [(step.kind, step.player, step.action) for step in weak.steps] == [("weak", ROWS, 1)]
    weakly_mixed = eliminate(Matrix([[2, 0, 1], [0, 2, 1], [1, 1, 0]]), weak=True)
    assert ("weak", 2) in [(step.kind, step.action) for step in weakly_mixed.steps]
    assert eliminate(Matrix([[2, 0, 1], [0, 2, 1], [1, 1, 0]]), weak=False).steps == ()
    assert eliminate(Matrix([[3, 0], [0, 3], [1, 1]]), mixed=False).steps == ()


def grid_of_mixtures(count: int, parts: int) -> Iterator[Mix]:
    for cuts in product(range(parts + 1), repeat=count):
        if sum(cuts) == parts:
            yield tuple(Fraction(cut, parts) for cut in cuts)


def gains_of(game: NormalForm, player: int) -> Table:
    return game.gains[ROWS] if player == ROWS else transposed(game.gains[COLUMNS])


def is_dominated(table: Table, row: Mix, by: Mix, kind: str) -> bool:
    mine, theirs = ([average(column, mix) for column in transposed(table)] for mix in (row, by))
    if kind == "strict":
        return all(one < other for one, other in zip(mine, theirs))
    return mine != theirs and all(one <= other for one, other in zip(mine, theirs))


def test_every_elimination_is_true_and_none_is_missed() -> None:
    draw, seen = Random(8), set()
    for _ in range(examples(400)):
        game = Matrix(random_matrix(draw, most=4, span=3))
        left = [[*range(len(names))] for names in game.names]
        found = {(step.player, step.action, step.kind): step for step in dominated(game, left, True, True)}
        for player in (ROWS, COLUMNS):
            table, count = gains_of(game, player), len(game.names[player])
            units = [tuple(Fraction(int(one == other)) for one in range(count)) for other in range(count)]
            for (whose, action, kind), step in found.items():
                if whose == player:
                    by = tuple(step.by.get(place, Fraction(0)) for place in range(count))
                    assert is_dominated(table, units[action], by, kind)
                    seen.add((kind, step.is_mixed))
            for mix, (action, kind) in product(
                grid_of_mixtures(count, 4), product(range(count), ("strict", "weak"))
            ):
                if is_dominated(table, units[action], mix, kind):
                    assert (player, action, kind) in found
    assert seen == {(kind, mixed) for kind in ("strict", "weak") for mixed in (True, False)}


def test_elimination_keeps_the_value() -> None:
    draw = Random(9)
    for _ in range(examples(400)):
        game = Matrix(random_matrix(draw, most=5, span=4), row_player=draw.randint(0, 1))
        left = eliminate(game)
        payoffs = [[game.payoffs[row][column] for column in left.columns] for row in left.rows]
        assert solve(Matrix(payoffs, row_player=game.row_player)).value == solve(game).value


ZERO_SUM: tuple[Any, ...] = (matrix.solve, matrix.security, matrix.saddle_points)


def test_rows_of_numbers_are_a_matrix_to_every_question() -> None:
    """Not only to `solve`; what is not zero-sum is refused in a sentence where that is asked for."""
    rows = [[3, 1], [4, 2]]
    game, both = matrix.Matrix(rows), matrix.Bimatrix(rows, rows)
    every = (matrix.pure_equilibria, matrix.equilibria, matrix.eliminate, matrix.study, *ZERO_SUM)
    for ask in every:
        assert str(ask(rows)) == str(ask(game))
    assert matrix.best_replies(rows, matrix.ROWS, "c1") == matrix.best_replies(game, matrix.ROWS, "c1")
    assert [*matrix.fictitious_play(rows, 3)] == [*matrix.fictitious_play(game, 3)]
    for asks in (*ZERO_SUM, lambda game: [*matrix.fictitious_play(game)]):
        with pytest.raises(MatrixError, match="is not a list of rows"):
            asks(both)
