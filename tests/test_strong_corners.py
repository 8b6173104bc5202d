"""Tables: refusals, shapes of states, tables inside a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from budget import INTERPRETED_FIRST, LONG, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import FractionMaze
from naive_tables import WORLDS, Ranked, Wide, Words, agrees
from passages import NeverRepeats, Passages, PointsPassages, WonByRepeating

from zermelo import Game, search
from zermelo.algorithms.perft import reachable
from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.game import MAX, MIN, Bits
from zermelo.games import ConnectFour, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.strong.build import solved

# -- refusals ----------------------------------------------------------------------------------------


def cyclic(kind: Any) -> Any:
    return next(kind(seed, 0.1) for seed in range(100) if "endless" in told(Passages(seed, 0.1)))


def told(game: Any) -> str:
    results = solved(game, engine="interpreted").stats()["results"]
    return " ".join(name for name, count in results.items() if count)


def test_points_need_an_end() -> None:
    with pytest.raises(SearchError, match="can go on for ever"):
        solved(cyclic(PointsPassages), engine="interpreted")


def forced(game: Any, children: Any, player: int, goals: set[Any]) -> set[Any]:
    """From where a player can force play into these positions."""
    while True:
        more = {
            state
            for state, below in children.items()
            if below and state not in goals
            if (any if game.to_move(state) == player else all)(child in goals for child in below)
        }
        if not more:
            return goals
        goals = goals | more


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@given(seed=st.integers(0, 10_000), ending=st.sampled_from([0.05, 0.15, 0.4]))
@settings(max_examples=examples(40))
def test_endless_play_that_is_won(engine: str, seed: int, ending: float) -> None:
    """MAX wins what never ends: MIN must force an end, and the one they want."""
    game = WonByRepeating(seed, ending)
    ends = {state: int(game.utility(state)) for state in reachable(game) if game.is_terminal(state)}
    children = {
        state: [] if state in ends else [game.result(state, a) for a in game.actions(state)]
        for state in reachable(game)
    }
    lost = forced(game, children, MIN, {state for state, value in ends.items() if value < 0})
    held = forced(game, children, MIN, {state for state, value in ends.items() if value <= 0})
    table = solved(game, engine=engine)
    for state in children:
        entry = table.entry(state)
        assert entry.score.value == (-1 if state in lost else 0 if state in held else 1)
        assert not entry.endless or str(entry) == "MAX wins by endless play"
    if LONG or engine == "compiled":
        *_, last = table.verify()
        assert last.phase == "finished"
    found = search(game, depth=1, solved=table, engine="interpreted").score
    assert found.winner is None or found.value == table.probe(game.initial()).value


def test_a_promise_that_is_broken() -> None:
    with pytest.raises(RulesError, match="repetition is None, but its positions can repeat"):
        solved(cyclic(NeverRepeats), engine="interpreted")


class BadUtility(TicTacToe):
    def utility(self, state: Any) -> int:
        return 7


class Raises(TicTacToe):
    def utility(self, state: Any) -> int:
        return 1 // (state.turn - state.turn)


class NoActions(Nim):
    def actions(self, state: Any) -> Iterator[tuple[int, int]]:
        for heap, size in enumerate(state.heaps):
            if size > 1:
                yield heap, 1


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (BadUtility(), r"utility\(\) returns 7 in the position State"),
        (Raises(), r"Raises raised ZeroDivisionError.*strong_corners.py, line \d+\), in the position State"),
        (NoActions((2, 2)), r"yields no action"),
    ],
    ids=lambda part: type(part).__name__ if not isinstance(part, str) else "",
)
def test_rules_that_are_wrong(game: Any, sentence: str, engine: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        solved(game, engine=engine)


def test_unknown_engine_and_memory() -> None:
    with pytest.raises(SearchError, match="engine 'quick' is unknown"):
        solved(Nim(), engine="quick")
    with pytest.raises(SearchError, match="memory must be a number of megabytes"):
        solved(Nim(), memory=0)


# -- inside a search ---------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_the_engine_uses_the_table(engine: str) -> None:
    game = ConnectFour(width=4, height=3)
    table = solved(game, engine="interpreted")
    state = game.result(game.initial(), 0)
    report = search(game, state, depth=2, solved=table, engine=engine, values=True)
    assert report.score == table.probe(state)
    assert report.score.proved
    assert {action: entry.score for action, entry in table.moves(state).items()} == report.values


SEARCHED = {
    "kalah": Kalah(pits=3, seeds=2), "fractions": FractionMaze(5), "ranked": Ranked(), "cyclic": PongHauKi(),
}  # fmt: skip


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("name", SEARCHED)
def test_values_of_tables_in_searches(name: str, engine: str) -> None:
    game = SEARCHED[name]
    table = solved(game, engine="interpreted")
    report = search(game, depth=3, solved=table, engine=engine)
    assert report.score == table.probe(game.initial())


def test_a_table_of_another_game_is_refused() -> None:
    with pytest.raises(ZermeloError, match="is a table for Nim"):
        search(TicTacToe(), depth=2, solved=solved(Nim(), engine="interpreted"))
    with pytest.raises(SearchError, match="minimax does not support solved"):
        search(Nim(), depth=2, algorithm="minimax", solved=solved(Nim(), engine="interpreted"))


def test_moves_and_the_best_of_them() -> None:
    game = Nim((1, 2))
    table = solved(game, engine="interpreted")
    assert str(table.moves(game.initial())[1, 1]) == "MAX wins in 3 plies"
    assert table.best(game.initial()) == (1, 1)
    assert table.moves(Nim.State((0, 0), MIN)) == {}


# -- shapes of states --------------------------------------------------------------------------------


class Countdown(Game):
    """A state is one number: matches, and whose turn it is in its sign."""

    repetition = None

    def initial(self) -> int:
        return 12

    def to_move(self, state: int) -> int:
        return MAX if state > 0 else MIN

    def actions(self, state: int) -> Iterator[int]:
        yield from range(1, min(abs(state) - 1, 3) + 1)

    def result(self, state: int, taken: int) -> int:
        return -(state - taken) if state > 0 else -(state + taken)

    def is_terminal(self, state: int) -> bool:
        return abs(state) == 1

    def utility(self, state: int) -> int:
        return -1 if state > 0 else 1


class Nested(Game):
    """Tuples in tuples, truth values, a board of bits; whoever has three of their own bits wins."""

    repetition = None

    class State(NamedTuple):
        pair: tuple[tuple[int, int], bool]
        free: Bits

    def initial(self) -> State:
        return self.State(((0, 0), False), Bits(0b11111))

    def to_move(self, state: State) -> int:
        return MIN if state.pair[1] else MAX

    def actions(self, state: State) -> Iterator[int]:
        for bit in range(5):
            if state.free >> bit & 1 != 0:
                yield bit

    def result(self, state: State, bit: int) -> State:
        (first, second), turn = state.pair
        weight = 1 + bit % 2
        pair = (first, second + weight) if turn else (first + weight, second)
        return self.State((pair, not turn), state.free ^ (Bits(1) << bit))

    def is_terminal(self, state: State) -> bool:
        return state.free == 0 or max(state.pair[0]) >= 4

    def utility(self, state: State) -> int:
        first, second = state.pair[0]
        return (first > second) - (first < second)


@pytest.mark.parametrize(
    ("game", "engine"),
    in_turn(
        [(Countdown(), "interpreted"), (Nested(), "interpreted")],
        [(Countdown(), "compiled"), (Nested(), "compiled")],
        several=True,
    ),
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_shapes_of_states(game: Any, engine: str) -> None:
    table = solved(game, engine=engine)
    assert table.info["codec"]["kind"] == "packed"
    agrees(table, game, engine)


def test_tables_of_hashes_in_searches() -> None:
    words, wide = (solved(game, engine="interpreted") for game in (Words(), Wide()))
    assert search(Words(), depth=2, solved=words, engine="interpreted").score == words.probe(b"")
    for engine in WORLDS if LONG else ("interpreted",):
        report = search(Wide(), depth=2, solved=wide, engine=engine)
        assert report.score == wide.probe(Wide().initial())
