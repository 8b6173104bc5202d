"""Strong solutions against a naive one on small games, in both worlds, and against published counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from budget import INTERPRETED_FIRST, LONG, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import FractionMaze, Maze, PointsMaze
from passages import NeverRepeats, Passages, PointsPassages, WonByRepeating

from zermelo import Game, search
from zermelo.algorithms.perft import reachable
from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.game import MAX, MIN, Bits
from zermelo.games import ConnectFour, DotsAndBoxes, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.strong.build import build_table, solved
from zermelo.strong.table import SolvedTable

DATA = Path(__file__).parent / "data"
CONNECT_FOUR = json.loads((DATA / "connect4.json").read_text())
WORLDS = ("interpreted", "compiled")


# -- the naive twin ----------------------------------------------------------------------------------


def naive(game: Any) -> dict[Any, tuple[Any, int | None]]:
    """MAX's payoff and the plies to the end, by sweeping over all positions again and again."""
    states = list(reachable(game))
    children = {
        state: [] if game.is_terminal(state) else [game.result(state, a) for a in game.actions(state)]
        for state in states
    }
    if getattr(game, "payoff", "outcome") == "points":
        return naive_points(game, children)
    found: dict[Any, tuple[Any, int | None]] = {
        state: (int(game.utility(state)), 0) for state in states if game.is_terminal(state)
    }
    decide(game, children, found)
    plies = 0
    while any(value == (0, plies) for value in found.values()):
        for state in states:
            if state not in found and any(found.get(child) == (0, plies) for child in children[state]):
                found[state] = (0, plies + 1)
        plies += 1
    return {state: found.get(state, (0, None)) for state in states}


def decide(game: Any, children: Any, found: Any) -> None:
    """Wins and losses, those in one ply first, then those in two, …"""
    for plies in range(1, len(children) + 1):
        before = len(found)
        for state, below in children.items():
            if state in found:
                continue
            own = 1 if game.to_move(state) == MAX else -1
            known = [found[child] for child in below if child in found and (found[child][1] or 0) < plies]
            if any(value == own and at == plies - 1 for value, at in known):
                found[state] = (own, plies)
            elif len(known) == len(below) and all(value == -own for value, _ in known):
                found[state] = (-own, plies)
        if len(found) == before:
            return


def naive_points(game: Any, children: Any) -> dict[Any, tuple[Any, int | None]]:
    @cache
    def value(state: Any) -> Any:
        if game.is_terminal(state):
            return game.utility(state)
        choose = max if game.to_move(state) == MAX else min
        return choose(value(child) for child in children[state])

    return {state: (value(state), None) for state in children}


def agrees(table: SolvedTable, game: Any, engine: str = "compiled") -> None:
    """With the naive twin, and with itself: that compiles, so of interpreted ones in a thorough run only."""
    truth = naive(game)
    assert table.positions == len(truth)
    for state, (value, plies) in truth.items():
        entry = table.entry(state)
        assert (entry.score.value, entry.plies) == (value, plies), state
        assert entry.endless == (table.outcome and plies is None)
    if LONG or engine == "compiled":
        *_, last = table.verify()
        assert last.phase == "finished"


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


class Words(Game):
    """States are bytes, which do not compile."""

    repetition = None

    def initial(self) -> bytes:
        return b""

    def to_move(self, state: bytes) -> int:
        return len(state) % 2

    def actions(self, state: bytes) -> Iterator[str]:
        yield from "ab"

    def result(self, state: bytes, action: str) -> bytes:
        return bytes(sorted(state + action.encode()))

    def is_terminal(self, state: bytes) -> bool:
        return len(state) == 5

    def utility(self, state: bytes) -> int:
        return 1 if state.count(b"a") > 3 else -1 if state.count(b"b") > 3 else 0


class Wide(Game):
    """States of more than 64 bits."""

    repetition = None

    class State(NamedTuple):
        high: int
        low: int
        turn: int

    def initial(self) -> State:
        return self.State(1 << 40, 1, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, state: State, action: int) -> State:
        return self.State(state.high // (2 * action), state.low * 3 * action, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.high < 4

    def utility(self, state: State) -> int:
        return 1 if state.low % 5 == 1 else -1


class Ranked(Wide):
    """The same with numbers of its own making."""

    def rank(self, state: Wide.State) -> int:
        return (state.high.bit_length() * 64 + halvings(state.low)) * 2 + state.turn

    def unrank(self, code: int) -> Wide.State:
        turn, rest = code % 2, code // 2
        bits, twos = rest // 64, rest % 64
        moves = (41 - bits) - twos
        return self.State(1 << (bits - 1), 3**moves * 2**twos, turn)


def halvings(number: int) -> int:
    count = 0
    while number % 2 == 0:
        number = number // 2
        count += 1
    return count


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
    """MAX wins what never ends: MIN must force an end, and the one he wants."""
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
        (Raises(), r"Raises raised ZeroDivisionError.*test_strong.py, line \d+\), in the position State"),
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
    """Tuples in tuples, truth values, a board of bits; whoever has three of his own bits wins."""

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
