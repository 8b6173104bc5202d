"""Bimatrix games, fictitious play, graphs, trees as matrices."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from budget import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from matrices import GAMES, LECTURE, assert_optimal, shares

from zermelo import MatrixError, Tree, search
from zermelo.games import Nim, TicTacToe
from zermelo.matrix import (
    COLUMNS,
    ROWS,
    Bimatrix,
    Matrix,
    best_replies,
    equilibria,
    fictitious_play,
    graphs,
    pure_equilibria,
    saddle_points,
    solve,
    strategy_matrix,
    study,
)
from zermelo.matrix.equilibria import by_supports
from zermelo.matrix.game import Mix, NormalForm

# -- equilibria ------------------------------------------------------------------------------------------


def is_equilibrium(game: NormalForm, rows: Mix, columns: Mix) -> bool:
    own, other = (best_replies(game, player, mix) for player, mix in ((ROWS, columns), (COLUMNS, rows)))
    used = ({place for place, share in enumerate(mix) if share} for mix in (rows, columns))
    return all(places <= set(best.actions) for places, best in zip(used, (own, other)))


def test_known_bimatrix_games() -> None:
    prisoners = equilibria(Bimatrix([[-1, -10], [0, -8]], [[-1, 0], [-10, -8]]))
    assert [(each.rows, each.columns) for each in prisoners.found] == [(shares("0", "1"), shares("0", "1"))]
    sexes = equilibria(Bimatrix([[3, 0], [0, 2]], [[2, 0], [0, 3]]))
    assert [each.is_pure for each in sexes.found] == [True, True, False]
    assert (sexes.found[2].rows, sexes.found[2].columns) == (shares("3/5", "2/5"), shares("2/5", "3/5"))
    assert sexes.found[2].row_gain == sexes.found[2].column_gain == Fraction(6, 5)
    flat = equilibria(Bimatrix([[1, 1]], [[0, 0]]))
    assert flat.degenerate
    assert len(flat.found) == 2


def test_equilibria_of_random_games() -> None:
    draw, degenerate = Random(6), 0
    for number in range(examples(400)):
        height, width, span = draw.randint(1, 4), draw.randint(1, 4), (2, 99)[number % 2]
        tables = [[[draw.randint(-span, span) for _ in range(width)] for _ in range(height)] for _ in "ab"]
        game = Bimatrix(*tables)
        found = equilibria(game)
        pairs = {(each.rows, each.columns) for each in found.found}
        assert all(is_equilibrium(game, *pair) for pair in pairs)
        pure = {(row, column) for row, column in pure_equilibria(game)}
        assert {
            (rows.index(1), columns.index(1)) for rows, columns in pairs if max(rows) == max(columns) == 1
        } == pure
        degenerate += found.degenerate
        if not found.degenerate:
            assert len(pairs) % 2 == 1  # Wilson
            assert pairs == {*by_supports(game)}
    assert degenerate > 5


def test_a_zero_sum_game_has_the_equilibria_that_its_value_says() -> None:
    for known in GAMES.values():
        game = Matrix(known["payoffs"])
        solution = solve(game)
        for each in equilibria(game).found:
            assert each.row_gain == solution.value
            assert_optimal(game, solution.value, each.rows, each.columns)


def test_a_bimatrix_game_that_is_too_large_is_a_note() -> None:
    draw = Random(1)
    tables = [[[draw.randint(-99, 99) for _ in range(14)] for _ in range(14)] for _ in "ab"]
    found = study(Bimatrix(*tables))
    assert found.equilibria is None
    assert "too_large_for_equilibria" in [note.code for note in found.notes]
    assert found.pure == pure_equilibria(found.game)


# -- fictitious play and graphs ----------------------------------------------------------------------------


@settings(max_examples=examples(100))
@given(
    st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=4), st.integers(0, 1)
)
def test_fictitious_play_encloses_the_value(payoffs: list[list[int]], row_player: int) -> None:
    game = Matrix(payoffs, row_player=row_player)
    value = solve(game).value
    for each in fictitious_play(game, 40):
        assert each.at_least <= value <= each.at_most
        assert sum(each.rows) == sum(each.columns) == 1
    assert study(game, rounds=40).course[-1] == each


def test_fictitious_play_converges() -> None:
    *_, last = fictitious_play(Matrix(LECTURE), 20_000)
    assert last.at_most - last.at_least < Fraction(1, 20)


def test_graphs_have_their_best_point_at_the_value() -> None:
    draw = Random(4)
    for number in range(examples(200)):
        width = draw.randint(1, 6)
        payoffs = [[draw.randint(-5, 5) for _ in range(width)] for _ in range(2)]
        game = Matrix(payoffs, row_player=number % 2)
        solution = solve(game if number % 3 else game.transposed)
        for graph in graphs(solution):
            heights = [payoff for _, payoff in graph.envelope]
            assert (max if graph.player == "MAX" else min)(heights) == solution.value
            extreme = min if graph.player == "MAX" else max
            for share in (*graph.best, Fraction(1, 3)):
                assert (extreme(line.at(share) for line in graph.lines) == solution.value) == (
                    graph.best[0] <= share <= graph.best[1]
                )
    assert graphs(solve([[1, 2, 0], [2, 0, 1], [0, 1, 2]])) == ()


# -- trees as matrices ---------------------------------------------------------------------------------------


def test_a_tree_and_its_matrix_have_one_value() -> None:
    for seed in range(examples(120)):
        tree = Tree.random(branching=2, depth=3, seed=seed, irregular=seed % 2 == 1, repeat=0.3)
        matrix = strategy_matrix(tree)
        assert saddle_points(matrix)
        value = search(tree, algorithm="minimax", engine="interpreted").score.value
        assert solve(matrix).value == value
        whole = strategy_matrix(tree, reduced=False)
        assert whole.shape >= matrix.shape
        assert solve(whole).value == value


def test_a_tree_with_chance_is_a_matrix_of_averages() -> None:
    tree = Tree.parse("[[1/3: 3, 2/3: 9], [4, 8]]")
    matrix = strategy_matrix(tree)
    assert matrix.payoffs == ((7, 7), (4, 8))
    assert search(tree, engine="interpreted").score.value == solve(matrix).value == 7


def test_small_games_and_large_ones() -> None:
    matrix = strategy_matrix(Nim(heaps=(1, 1)))
    assert solve(matrix).value == -1
    game = TicTacToe()
    late = game.parse("XOXXO.O..")
    assert solve(strategy_matrix(game, late)).value == search(game, late, engine="interpreted").score.value
    with pytest.raises(MatrixError, match=r"^TicTacToe is too large for a matrix of strategies"):
        strategy_matrix(game)
    wide = Tree([[[1] * 9] * 9] * 9)
    with pytest.raises(MatrixError, match=r"strategies of MAX and .* of MIN: a matrix holds at most"):
        strategy_matrix(wide)


def test_strategies_have_the_names_of_their_moves() -> None:
    matrix = strategy_matrix(Tree([[3, 12], [2, [4, 5]]]))
    assert matrix.rows == ("0", "1 1.1:0", "1 1.1:1")
    assert matrix.columns == ("0:0 1:0", "0:0 1:1", "0:1 1:0", "0:1 1:1")
    assert strategy_matrix(Tree(3)).rows == ("–",)


# -- what is told ------------------------------------------------------------------------------------------


def test_everything_is_short_at_the_prompt_and_drawn_in_a_notebook() -> None:
    assert repr(Matrix(LECTURE)) == "<Matrix of 3 × 2>"
    drawing = Matrix(LECTURE)._repr_svg_()
    assert drawing is not None
    assert drawing.startswith("<svg ")
    assert Bimatrix([[1]], [[2]])._repr_svg_() is not None
