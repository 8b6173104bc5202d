"""The solver against plain minimax and published values; compiled against interpreted; its table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import naive
import pytest
from budget import INTERPRETED_FIRST, every, examples, in_turn
from connect4_sets import pons_score, positions
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import ROOMS, FractionMaze, Maze, PointsMaze

from zermelo import MAX, RulesError, SearchError, solve, solve_all, solving
from zermelo.algorithms import exact_table
from zermelo.algorithms.null_window import next_guess
from zermelo.checking.values import limit
from zermelo.games import MNK, ConnectFour, DotsAndBoxes, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.kernel.options import Options
from zermelo.kernel.primitives import leading, signed, spread, without_leading
from zermelo.kernel.run import INFINITY, PLIES, WIN, Run
from zermelo.strong.build import solved

DATA = Path(__file__).parent / "data"
SEEDS = st.integers(0, 1 << 30)


class KeyedMaze(Maze):
    def key(self, state: Maze.State) -> int:
        return state.floor * ROOMS + state.room


class KeyedPointsMaze(PointsMaze):
    def key(self, state: Maze.State) -> int:
        return (state.floor * ROOMS + state.room) << 50


class KeyedFractionMaze(FractionMaze):
    def key(self, state: Maze.State) -> int:
        return -1 - state.floor * ROOMS - state.room


class MixedMaze(PointsMaze):
    """Whole numbers and fractions, as Python gives them."""

    def utility(self, state: Maze.State) -> float:
        worth = int(self.ends[state.floor, state.room]) * 7
        return worth if state.room < 2 else worth + 0.25


MAZES = [Maze, PointsMaze, FractionMaze, KeyedMaze, KeyedPointsMaze, KeyedFractionMaze]


def settled_as(game: Any, state: Any, score: Any) -> None:
    """Is this the score by the definition?"""
    if game.payoff == "points":
        assert score.of(MAX).value == naive.value(game, state)
        return
    outcome, plies = naive.quick_value(game, state)
    assert score.value == outcome
    assert score.plies == (plies if outcome else None)


def checked(game: Any, **wanted: Any) -> Any:
    """Value, line and every action of a solution, by the definition."""
    solution = solve(game, **wanted)
    state = game.initial()
    assert solution.solved
    assert solution.finished
    settled_as(game, state, solution.score)
    if game.is_terminal(state):
        return solution
    assert set(solution.values) == set(game.actions(state))
    for action, score in solution.values.items():
        child = game.result(state, action)
        if game.payoff == "points":
            assert score.value == naive.value(game, child)
        else:
            outcome, plies = naive.quick_value(game, child, 1)
            assert (score.value, score.plies) == (outcome, plies if outcome else None)
    for action in solution.line:
        state = game.result(state, action)
    assert game.is_terminal(state)
    if game.payoff == "points" or solution.score.winner is None:
        assert game.utility(state) == solution.score.value
    else:
        assert len(solution.line) == solution.score.plies
    return solution


@pytest.mark.parametrize("kind", every(2, [*MAZES, MixedMaze]))
@given(seed=SEEDS)
@settings(max_examples=examples(60))
def test_mazes_interpreted(kind: Any, seed: int) -> None:
    checked(kind(seed), engine="interpreted")


@pytest.mark.long
@pytest.mark.parametrize(
    "kind", in_turn([FractionMaze], [Maze, KeyedMaze, PointsMaze, KeyedPointsMaze, KeyedFractionMaze])
)
@given(seed=SEEDS)
@settings(max_examples=examples(60))
def test_mazes_compiled_equal_interpreted(kind: Any, seed: int) -> None:
    game = kind(seed)
    compiled = checked(game, engine="compiled", threads=1, memory=4)
    interpreted = solve(game, engine="interpreted", memory=4)
    assert compiled.compiled or game.is_terminal(game.initial())
    assert (compiled.nodes, compiled.line, compiled.values) == (
        interpreted.nodes,
        interpreted.line,
        interpreted.values,
    )


@pytest.mark.parametrize("kind", in_turn([Maze], [FractionMaze, KeyedMaze]))
@given(seed=SEEDS)
@settings(max_examples=examples(20))
def test_threads_and_tiny_tables_change_nothing(kind: Any, seed: int) -> None:
    checked(kind(seed), engine="compiled", threads=2)
    checked(kind(seed), engine="compiled", threads=2, memory=0.0001)
    checked(kind(seed), engine="interpreted", memory=0.0001)


SMALL = in_turn(
    [Kalah(2, 2)],
    [
        ConnectFour(3, 3),
        TicTacToe(),
        DotsAndBoxes(1, 2),
        Nim((2, 2, 2), misere=True),
        Nim((1, 2, 3)),
        ConnectFour(4, 3),
        Kalah(1, 3),
        MNK(4, 2, 2),
    ],
)


@pytest.mark.long
@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_small_games_in_both_worlds(game: Any) -> None:
    compiled = checked(game, engine="compiled", threads=1, memory=4)
    interpreted = checked(game, engine="interpreted", memory=4)
    assert (compiled.nodes, compiled.line) == (interpreted.nodes, interpreted.line)


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1"])
def test_connect_four_sets(name: str) -> None:
    wrong_in(name, examples(1000))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"),
    [("L1_R2", 100), ("L2_R2", 1000), ("L1_R3", 5)],
)
@pytest.mark.long
def test_connect_four_sets_that_take_longer(name: str, most: int) -> None:
    wrong_in(name, most)


def wrong_in(name: str, most: int) -> None:
    states, scores = positions(name, most)
    answers = solve_all(ConnectFour(), states, engine="compiled")
    found = [pons_score(state, answer.score) for state, answer in zip(states, answers, strict=True)]
    assert found == scores


def test_a_batch_equals_one_by_one_in_both_worlds() -> None:
    game = ConnectFour()
    states, _ = positions("L3_R1", 40)
    compiled = solve_all(game, states, engine="compiled", threads=1)
    assert compiled == solve_all(game, states, engine="interpreted")
    assert compiled == solve_all(game, states, engine="compiled", threads=2)
    single = [solve(game, state, engine="compiled", threads=1, values=False) for state in states]
    assert [answer.score for answer in compiled] == [solution.score for solution in single]


def test_a_batch_takes_ends_and_nothing() -> None:
    game = Nim((1,))
    assert solve_all(game, []) == []
    over = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    assert [
        str(answer.score) for answer in solve_all(game, [over, game.initial()], engine="interpreted")
    ] == [
        "MAX wins: the game is over",
        "MAX wins in 1 ply",
    ]


def published(name: str) -> Any:
    return json.loads((DATA / name).read_text())


@pytest.mark.long
@pytest.mark.parametrize("board", ["4x4", "5x4", "4x5", "5x5", "6x4", "4x6"])
def test_connect_four_boards(board: str) -> None:
    width, height = map(int, board.split("x"))
    sign = published("connect4.json")["value_first_player (+ win, = tie, - second player wins)"][board]
    solution = solve(ConnectFour(width, height), engine="compiled", values=False)
    assert solution.score.value == {"+": 1, "=": 0, "-": -1}[sign]


# -- the table -------------------------------------------------------------------------------------


@given(st.integers(-(1 << 63), (1 << 64) - 1), st.integers(1, 40))
def test_no_bit_of_a_key_is_lost(key: int, bits: int) -> None:
    word = spread(key)
    rest = (without_leading(word, bits) & (1 << 64) - 1) >> bits
    assert signed(leading(word, bits) << (64 - bits) | rest) == word
    assert word * pow(0x9E3779B97F4A7C15, -1, 1 << 64) % (1 << 64) == key % (1 << 64)


def test_keys_beyond_a_word_are_refused() -> None:
    with pytest.raises(OverflowError):
        spread(1 << 64)


class Keys(Nim):
    def key(self, state: Any) -> int:
        return int(state)


def table_of(bits: int, outcome: bool = True) -> Run:
    run = Run(Options(keyed=True, outcome=outcome))
    run.table_bits = bits
    return run


@pytest.mark.long
@given(st.dictionaries(st.integers(0, 1 << 62), st.integers(-PLIES + 1, PLIES - 1), max_size=30))
def test_a_table_that_grows_keeps_what_it_knows(known: dict[int, int]) -> None:
    run, game = table_of(12), Keys()
    stored = {}
    for key, plies in known.items():
        value = 0 if plies == 0 else WIN - plies if plies > 0 else -WIN - plies
        exact_table.store(game, key, spread(key), value, plies % 2 == 0, 0, run)
        stored[leading(spread(key), 12)] = (key, value, plies % 2 == 0)
    for _ in range(3):
        for key, value, at_least in stored.values():
            assert exact_table.probe(game, key, spread(key), 0, run)
            assert (run.known_value, run.known_info) == (value, int(at_least))
        exact_table.grow(run)


@given(st.integers(-WIN, WIN))
def test_points_too_large_are_not_remembered(value: int) -> None:
    run, game = table_of(20, outcome=False), Keys()
    exact_table.store(game, 5, spread(5), value, True, 0, run)
    assert exact_table.probe(game, 5, spread(5), 0, run) == (-(1 << 17) <= value < 1 << 17)


PROVED = st.integers(0, PLIES).flatmap(lambda plies: st.sampled_from([plies - WIN, 0, WIN - plies]))
POINTS = SEEDS | st.sampled_from([-INFINITY, INFINITY])


@given(
    st.booleans().flatmap(lambda outcome: st.tuples(*[PROVED if outcome else POINTS] * 2, st.just(outcome)))
)
def test_questions_always_lie_between(between: tuple[int, int, bool]) -> None:
    *bounds, outcome = between
    low, high = sorted(bounds)
    if low < high:
        assert low <= next_guess(low, high, Run(Options(outcome=outcome))) < high


# -- limits and mistakes ---------------------------------------------------------------------------


def test_what_is_known_when_time_runs_out() -> None:
    for seconds in (0.3, 3, 30):  # a busy machine answers no question in the first
        *_, last = solving(ConnectFour(), seconds=seconds, engine="interpreted")
        if last.certificate.asked:
            break
    assert not last.solved
    assert not last.finished
    assert last.at_least < last.at_most
    assert "at least" in str(last)
    assert last.as_dict()["certificate"]["asked"]


def test_nodes_are_a_limit() -> None:
    assert not solve(ConnectFour(), nodes=1000, engine="compiled", threads=1).solved


def test_a_certificate_says_what_was_asked() -> None:
    solution = solve(Nim((1, 2)), engine="interpreted")
    assert solution.certificate is not None
    assert solution.certificate.game.startswith("Nim(")
    assert [str(asked) for asked in solution.certificate.asked][-1].endswith("nodes)")
    assert json.loads(solution.json())["solved"]


@pytest.mark.parametrize(
    ("game", "wanted", "sentence"),
    [
        (PongHauKi(), {}, "cannot repeat"),
        (Nim(), {"threads": 0}, "threads must be a whole number from 1"),
        (Nim(), {"memory": 0}, "a number of megabytes above 0"),
        (Nim(), {"depth": 3}, r"solving\(\) has no option 'depth'"),
    ],
)
def test_refusals(game: Any, wanted: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SearchError, match=sentence):
        solving(game, **wanted)


class Silent(Nim):
    """At the end nobody is to move."""

    def to_move(self, state: Any) -> Any:
        return None if self.is_terminal(state) else state.turn


def test_nobody_to_move_at_the_end() -> None:
    assert str(solve(Silent((1, 2)), engine="interpreted").score) == "MAX wins in 3 plies"


class Breaks(Nim):
    def utility(self, state: Any) -> int:
        if state.turn >= 0:
            raise ValueError("no such thing")
        return 0


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_a_rule_that_raises(engine: str) -> None:
    with pytest.raises(RulesError, match="no such thing"):
        solve(Breaks((1, 1)), engine=engine)
    with pytest.raises(RulesError, match="no such thing"):
        solve_all(Breaks((1, 1)), [Nim.State((1, 1), 0)], engine=engine)


# -- Connect Four's hooks, against every position --------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("board", [(4, 3), (4, 4), (5, 4), (3, 6)], ids=str)
def test_what_connect_four_says_of_positions_is_true(board: tuple[int, int]) -> None:
    game = ConnectFour(*board)
    table, random = solved(game), Random(1)
    settled = even = 0
    for _ in range(300):
        state = game.initial()
        while not game.is_terminal(state):
            value = worth(table.entry(state))
            worst, best = game.bounds(state)
            low, high = limit(worst, True, -1), limit(best, True, 1)
            assert low <= value <= high
            settled += low == high
            even += high <= 0 and low < high
            if low < high:
                chosen = {worth(table.moves(state)[action]) for action in game.candidates(state)}
                assert (max if state.turn == MAX else min)(chosen) == value
            mirrored = next(game.symmetries(state))
            assert table.entry(mirrored) == table.entry(state)
            assert next(game.symmetries(mirrored)) == state
            state = game.result(state, random.choice(list(game.actions(state))))
    assert settled > 100
    assert even > 0 or board[1] % 2 == 1


def worth(entry: Any) -> Any:
    """An entry of a table as a search counts it."""
    if entry.score.winner is None:
        return 0
    return (1 if entry.score.winner == MAX else -1) * (WIN - entry.plies)


@given(st.lists(st.integers(0, 6), max_size=41))
def test_no_two_positions_of_connect_four_have_one_key(columns: list[int]) -> None:
    game = ConnectFour()
    state = game.initial()
    for column in columns:
        if game.is_terminal(state):
            break
        if column in game.actions(state):
            state = game.result(state, column)
    mine, stones, key = 0, 0, int(game.key(state))
    for column in range(7):  # read back: the highest bit of a column says how many stones there are
        part = (key >> (7 * column) & 127) + 1
        height = part.bit_length() - 1
        stones |= ((1 << height) - 1) << (7 * column)
        mine |= (part - (1 << height)) << (7 * column)
    assert (mine, stones) == (int(state.mine), int(state.stones))
