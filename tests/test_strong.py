"""Strong solutions against a naive one on small games, in both worlds, and against published counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from budget import INTERPRETED_FIRST, LONG, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import FractionMaze, Maze, PointsMaze
from naive_tables import WORLDS, Ranked, Wide, Words, agrees
from passages import Passages

from zermelo import Game
from zermelo.errors import SearchError
from zermelo.game import MAX
from zermelo.games import ConnectFour, DotsAndBoxes, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.strong.build import build_table, solved

DATA = Path(__file__).parent / "data"
CONNECT_FOUR = json.loads((DATA / "connect4.json").read_text())


# -- games -------------------------------------------------------------------------------------------


GAMES = [
    TicTacToe(),
    Nim((3, 4, 5)),
    Nim((2, 3), misere=True),
    PongHauKi(),
    Kalah(pits=2, seeds=2),
    Kalah(pits=3, seeds=1, empty_capture=False),
    DotsAndBoxes(width=2, height=1),
    ConnectFour(width=3, height=3),
    ConnectFour(width=4, height=2),
]
FEW = [game for game in GAMES if isinstance(game, TicTacToe)]


@pytest.mark.parametrize(
    ("game", "engine"),
    in_turn(
        [*((game, "interpreted") for game in GAMES[::2]), *((game, "compiled") for game in FEW)],
        [
            *((game, "interpreted") for game in GAMES[1::2]),
            *((game, "compiled") for game in GAMES if game not in FEW),
        ],
        several=True,
    ),
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_small_games(game: Any, engine: str) -> None:
    agrees(solved(game, engine=engine), game, engine)


@pytest.mark.long
@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_mazes(engine: str, seed: int) -> None:
    for kind in (Maze, PointsMaze, FractionMaze) if LONG or engine == "interpreted" else (FractionMaze,):
        agrees(solved(kind(seed), engine=engine), kind(seed), engine)


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@given(seed=st.integers(0, 10_000), ending=st.sampled_from([0.05, 0.15, 0.4]))
@settings(max_examples=examples(40))
def test_endless_play(engine: str, seed: int, ending: float) -> None:
    game = Passages(seed, ending)
    agrees(solved(game, engine=engine), game, engine)


def test_both_worlds_give_the_same_table() -> None:
    for game in (*(GAMES if LONG else FEW), Passages(3), *[FractionMaze(2)] * LONG):
        one, other = (solved(game, engine=engine) for engine in WORLDS)
        assert one.info == other.info
        assert (one.source.codes == other.source.codes).all()
        assert (one.source.values == other.source.values).all()


def test_from_another_position() -> None:
    game = TicTacToe()
    state = game.result(game.initial(), 4)
    table = solved(game, state=state, engine="compiled")
    assert table.probe(state) == solved(game, engine="compiled").probe(state)
    assert game.initial() not in table
    with pytest.raises(SearchError, match="not in the table"):
        table.probe(game.initial())


# -- published truths --------------------------------------------------------------------------------


def test_tictactoe_counts() -> None:
    table = solved(TicTacToe())
    assert table.positions == 5478
    assert str(table.entry(TicTacToe().initial())) == "a draw in 9 plies"


@pytest.mark.parametrize("size", ["2x3", "3x3", "4x2", "3x4"])
def test_connect_four_counts(size: str) -> None:
    width, height = map(int, size.split("x"))
    table = solved(ConnectFour(width=width, height=height), engine="interpreted")
    assert table.positions == CONNECT_FOUR["number_of_reachable_positions"][size]


@pytest.mark.long
@pytest.mark.parametrize("size", ["4x4", "5x4"])
def test_connect_four_counts_and_values(size: str) -> None:
    """(5x5, with 69,763,700 positions, is bench/strong.py's.)"""
    width, height = map(int, size.split("x"))
    game = ConnectFour(width=width, height=height)
    table = solved(game)
    assert table.positions == CONNECT_FOUR["number_of_reachable_positions"][size]
    sign = {-1: "-", 0: "=", 1: "+"}[table.probe(game.initial()).value]
    assert sign == CONNECT_FOUR["value_first_player (+ win, = tie, - second player wins)"][size]


def test_pong_hau_ki_goes_on_for_ever() -> None:
    table = solved(PongHauKi(), engine="interpreted")
    assert str(table.entry(PongHauKi().initial())) == "a draw by endless play"
    assert table.stats()["results"] == {"endless": 44, "MIN wins": 6, "draw": 0, "MAX wins": 6}


# -- states that are no numbers, or too many ---------------------------------------------------------


class Growing(Game):
    """A counter that random games never see large: the fields are widened on the way."""

    repetition = None

    class State(NamedTuple):
        count: int
        left: int
        turn: int

    def initial(self) -> State:
        return self.State(0, 40, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield 0
        if state.left % 2 == 0 or state.count > 0:
            yield 1
            yield 2

    def result(self, state: State, action: int) -> State:
        if action == 1:
            return self.State(state.count * 3 + 1, state.left - 1, 1 - state.turn)
        if action == 2:
            return self.State(-state.count, state.left - 1, 1 - state.turn)
        return self.State(0, state.left - 1, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.left == 0 or state.count > 1 << 25

    def utility(self, state: State) -> int:
        return 1 if state.count > 5 else -1 if state.count < -3 else 0


def test_bytes_as_states() -> None:
    table = solved(Words())
    agrees(table, Words())
    assert table.info["codec"] == {"kind": "hashed"}


def test_states_that_do_not_fit_are_solved_slowly() -> None:
    *_, last = build_table(Wide())
    assert "do not fit in 64 bits" in last.note
    assert "slow" in last.note
    agrees(last.table, Wide())


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_rank_of_the_game(engine: str) -> None:
    table = solved(Ranked(), engine=engine)
    assert table.info["codec"] == {"kind": "ranked"}
    agrees(table, Ranked(), engine)


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_fields_that_grow(engine: str) -> None:
    agrees(solved(Growing(), engine=engine), Growing(), engine)


@pytest.mark.long
def test_long_lists_are_written_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.strong import build

    whole = solved(Kalah(pits=3, seeds=2), engine="interpreted")
    monkeypatch.setattr(build, "WRITTEN", 100)
    parts = solved(Kalah(pits=3, seeds=2), engine="interpreted")
    assert parts.positions == whole.positions > 100
    assert (parts.source.values == whole.source.values).all()


@pytest.mark.long
def test_layers_that_turn_out_to_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first positions do not show is noticed on the way."""
    from zermelo.strong import layers, survey

    monkeypatch.setattr(survey, "SURVEYED", 10)
    monkeypatch.setattr(layers, "FROM", 10)
    game = Kalah(pits=3, seeds=2)
    table = solved(game, engine="compiled")
    assert table.info["method"] == "retrograde"
    agrees(table, game)
    monkeypatch.setattr(layers, "AGAIN", 1)
    by_layers = solved(game, engine="compiled")
    assert by_layers.info["method"] == "layers"
    assert (by_layers.source.codes == table.source.codes).all()
    assert (by_layers.source.values == table.source.values).all()


@pytest.mark.long
def test_little_memory_means_runs_that_are_merged(tmp_path: Path) -> None:
    game = ConnectFour(width=4, height=4)
    assert solved(game, tmp_path / "a", memory=1).positions == 161029
