"""What a hostile reading of the solver found, and what must stay as it is now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from budget import INTERPRETED_FIRST, in_turn

from zermelo import (
    CHANCE,
    MAX,
    MIN,
    Game,
    SearchError,
    ZermeloError,
    prove,
    search,
    solve,
    solve_all,
    win_in,
)
from zermelo.games import ConnectFour, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.kernel.compiler.shape import shape_of
from zermelo.running.drivers.solver import all_words
from zermelo.running.identity import parameters_of, rules_hash


@pytest.mark.parametrize("world", INTERPRETED_FIRST)
def test_a_win_in_one_is_a_candidate(world: str) -> None:
    """It was left out where the opponent threatened too."""
    game = ConnectFour(5, 4)
    state = game.parse("...../X...O/X...O/X...O")
    assert list(game.candidates(state)) == [0]
    assert prove(game, state, engine=world).answer
    assert str(search(game, state, depth=6, algorithm="pvs", exact=True, engine=world).score) == (
        "MAX wins in 1 ply"
    )
    solution = solve(game, state, engine=world, switch_off=["bounds"])
    assert str(solution.score) == "MAX wins in 1 ply"


@dataclass(frozen=True)
class Heap:
    left: int
    turn: int


def test_states_that_are_objects_have_words() -> None:
    """A dataclass is no tuple: solving it as machine code ended in an error of Zermelo's own."""
    shape = shape_of(Heap, Heap(5, 0), "the state")
    assert all_words([Heap(5, 0), Heap(4, 1)], shape).ravel().tolist() == [5, 0, 4, 1]


class Take(Game):
    """Take one or two; who takes the last one wins."""

    repetition = None

    class State(NamedTuple):
        left: int
        turn: int

    def initial(self) -> State:
        return self.State(7, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield from range(1, min(state.left, 2) + 1)

    def result(self, state: State, taken: int) -> State:
        return self.State(state.left - taken, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.left == 0

    def utility(self, state: State) -> int:
        return 1 if state.turn == MIN else -1


class Bounded(Take):
    """Bounds that know who wins, but not when."""

    def bounds(self, state: Take.State) -> tuple[int, int]:
        if state.left % 3 == 0:
            return (-1, -1) if state.turn == MAX else (1, 1)
        return (1, 1) if state.turn == MAX else (-1, -1)


class Scored(Take):
    def bounds(self, state: Take.State) -> tuple[Any, Any]:
        return win_in(1, MIN), win_in(1)


class Keyed(Bounded):
    def key(self, state: Take.State) -> int:
        return 2 * state.left + state.turn


@pytest.mark.parametrize("world", INTERPRETED_FIRST)
@pytest.mark.parametrize("kind", [Take, Bounded, Scored, Keyed])
def test_bounds_without_a_distance(kind: Any, world: str) -> None:
    solution = solve(kind(), engine=world, threads=1)
    assert (str(solution.score), solution.action) == ("MAX wins in 5 plies", 1)
    assert str(solution.values[2]) == "MIN wins in 4 plies"
    assert prove(kind(), engine=world).answer
    assert not prove(kind(), player=MIN, engine=world).answer
    assert (
        str(search(kind(), algorithm="pvs", exact=True, depth=9, engine=world).score) == "MAX wins in 5 plies"
    )


class Rich(Take):
    """Points far beyond what a win is worth inside a search."""

    payoff = "points"
    unit = 2 * 10**12

    def utility(self, state: Take.State) -> Any:
        return self.unit + state.turn


class Fractions(Rich):
    unit = float(1 << 60)

    def utility(self, state: Take.State) -> float:
        return self.unit + 4096.0 * state.turn


@pytest.mark.parametrize("world", INTERPRETED_FIRST)
@pytest.mark.parametrize("kind", [Rich, Fractions])
def test_points_beyond_everything(kind: Any, world: str) -> None:
    game = kind()
    solution = solve(game, engine=world, threads=1, seconds=60)
    assert solution.solved
    best = game.utility(Take.State(0, MIN))
    assert solution.score.value == best
    assert solution.values[1].value == best
    state = game.initial()
    for action in solution.line:
        state = game.result(state, action)
    assert game.utility(state) == best


def test_batches_of_points_and_of_other_games() -> None:
    game = Kalah(2, 2)
    for world in ("interpreted", "compiled"):
        (answer,) = solve_all(game, [game.initial()], engine=world)
        assert answer.score == solve(game, engine="interpreted").score
    nim = Nim((1, 2, 3))
    with pytest.raises(ZermeloError):
        solve_all(nim, [nim.initial(), TicTacToe().initial()], engine="interpreted")
    with pytest.raises(SearchError, match="states must be a list, not None"):
        solve_all(nim, None)  # type: ignore[arg-type]
    with pytest.raises(SearchError, match="engine"):
        solve_all(nim, [], engine="steam")


def test_trees_are_games_here_too() -> None:
    solution = solve([[3, 12, 8], [2, 4, 6], [14, 5, 2]], engine="interpreted")
    assert (solution.score.value, solution.action) == (3, 0)


class Weighted(Take):
    def __init__(self, weights: Any = (1, 2)) -> None:
        self.weights = np.array(weights)


class Strange(Take):
    """Rules that cannot be compiled, with things in them that have no order."""

    limit = 3

    def __init__(self) -> None:
        self.names = frozenset({"a", "b", "c"})

    def actions(self, state: Any) -> Iterator[int]:
        yield from dict.fromkeys(taken for taken in (2, 1) if taken <= state.left)


def test_the_identity_of_games() -> None:
    assert parameters_of(Weighted()) in ({}, {"weights": (1, 2)})
    first = rules_hash(Strange())
    other = Strange()
    other.names = frozenset({"c", "b", "a"})
    assert rules_hash(other) == first
    other.names = frozenset({"x"})
    assert rules_hash(other) != first


@pytest.mark.parametrize(
    "wanted", [{"nodes": 5}, {"switch_off": ["bounds"]}, {"seconds": -1}, {"threads": 0}, {"table": 5}]
)
def test_tables_check_what_they_are_asked(wanted: dict[str, Any]) -> None:
    with pytest.raises(SearchError):
        solve(PongHauKi(), **wanted)


def test_what_is_advised_is_not_refused_again() -> None:
    with pytest.raises(SearchError, match="a table has no techniques to switch off: leave switch_off out"):
        solve(PongHauKi(), switch_off=["bounds"])


@pytest.mark.long
def test_a_table_obeys_the_clock(tmp_path: Path) -> None:
    assert not solve(ConnectFour(5, 4), table=tmp_path / "c4.table", seconds=0.01).solved
    with pytest.raises(ZermeloError):
        solve(Nim(), table=tmp_path / "nowhere" / "nim.table")
    assert not (tmp_path / "nowhere").exists()


class Spoken(Take):
    def key(self, state: Take.State) -> Any:
        return (state.left, state.turn)


class Huge(Take):
    def key(self, state: Take.State) -> Any:
        return (2 * state.left + state.turn) << 80


@pytest.mark.parametrize("kind", [Spoken, Huge])
def test_keys_that_are_no_word(kind: Any) -> None:
    assert str(solve(kind(), engine="interpreted").score) == "MAX wins in 5 plies"


class RaisesLate(Take):
    payoff = "points"

    def key(self, state: Take.State) -> int:
        return 2 * state.left + state.turn

    def utility(self, state: Take.State) -> int:
        return {}[state.left]  # type: ignore[no-any-return]


def test_rules_that_raise_in_the_playouts() -> None:
    with pytest.raises(ZermeloError, match="KeyError"):
        solve(RaisesLate(), engine="interpreted")


class Slips(Take):
    """A result that fails, of an action that is looked at before it is tried."""

    def result(self, state: Take.State, taken: int) -> Take.State:
        if state.left == 3 and taken == 1:
            raise ValueError("no way")
        return self.State(state.left - taken, 1 - state.turn)


class Unsure(Take):
    def priority(self, state: Take.State, taken: int) -> int:
        if state.left == 3:
            raise ValueError("which one?")
        return taken


class Slipping(Slips):
    """The same in a game whose positions could repeat: a table is made."""

    repetition = 0  # type: ignore[assignment]


def led_to(error: pytest.ExceptionInfo[ZermeloError]) -> list[int]:
    """The moves that a sentence names."""
    found = re.search(
        r"raised ValueError.*\(\w+\(\), .*test_solver.*\), in the position after ([\d, ]+)$", str(error.value)
    )
    assert found, error.value
    return [int(move) for move in found[1].split(", ")]


@pytest.mark.parametrize(
    ("kind", "world"),
    in_turn(
        [(Slips, "interpreted"), (Unsure, "interpreted"), (Slipping, "interpreted"), (Slips, "compiled")],
        [(Unsure, "compiled"), (Slipping, "compiled")],
        several=True,
    ),
)
def test_a_rule_that_raises_is_told_with_the_moves_that_led_there(kind: Any, world: str) -> None:
    with pytest.raises(ZermeloError) as error:
        solve(kind(), engine=world)
    assert sum(led_to(error)) == 7 - 3


@pytest.mark.parametrize("world", ["interpreted", "compiled"])
def test_which_of_many_positions_a_rule_fails_in(world: str) -> None:
    game = Slips()
    with pytest.raises(ZermeloError) as error:
        solve_all(game, [game.State(2, MAX), game.State(5, MAX)], threads=1, engine=world)
    assert sum(led_to(error)) == 5 - 3


class Fork(Take):
    """Taking two of seven wins at once; what comes after one is looked at only for its value."""

    def is_terminal(self, state: Take.State) -> bool:
        return state.left in (0, 5) and state.turn == MIN

    def actions(self, state: Take.State) -> Iterator[int]:
        if state.left == 7:
            yield 2
        yield 1

    def candidates(self, state: Take.State) -> Iterator[int]:
        yield 2 if state.left == 7 else 1

    def utility(self, state: Take.State) -> int:
        return 1 if state.left == 5 else 7


@pytest.mark.parametrize("world", INTERPRETED_FIRST)
def test_the_moves_begin_where_the_question_did(world: str) -> None:
    with pytest.raises(
        ZermeloError, match=r"utility\(\) returns 7 in the position after 1, 1, 1, 1, 1, 1, 1:"
    ):
        solve(Fork(), engine=world)


class Waiting(Take):
    """A die is thrown first; nobody has actions there."""

    def initial(self) -> Take.State:
        return self.State(7, CHANCE)

    def actions(self, state: Take.State) -> Iterator[int]:
        if state.turn == CHANCE:
            raise KeyError("nobody moves here")
        yield from range(1, min(state.left, 2) + 1)

    def outcomes(self, state: Take.State) -> Iterator[tuple[int, float]]:
        yield 3, 1.0

    def result(self, state: Take.State, taken: int) -> Take.State:
        if state.left == 3:
            raise ValueError("no way")
        return self.State(state.left - taken, 0 if state.turn == CHANCE else 1 - state.turn)


def test_dice_are_not_asked_for_actions() -> None:
    with pytest.raises(ZermeloError) as error:
        search(Waiting(), engine="interpreted")
    assert led_to(error) == [3, 1]


def test_nothing_known_is_said_so() -> None:
    assert "at least" not in str(solve(ConnectFour(), nodes=0, engine="interpreted"))
