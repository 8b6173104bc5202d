"""What is said of rules that lie, of callers who want the impossible, of rules that stay Python's."""

from __future__ import annotations

import signal
import time
from typing import Any

import pytest
from budget import INTERPRETED_FIRST, PATIENCE, in_turn
from misbehaving import (
    ENGINES,
    SEARCH,
    Dictionary,
    Trouble,
    child,
    faulty,
    line,
    nothing_left_running,  # noqa: F401
    searching,
    sentence,
)

from zermelo import (
    CHANCE,
    MAX,
    MIN,
    CannotCompile,
    Game,
    RulesError,
    SearchError,
    Tree,
    analyse,
    perft,
    search,
)

# -- rules that lie ----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_promises_broken(engine: str) -> None:
    for fault, said in {
        "seven": "Trouble.utility() returns 7 in the position after 1, 1, 1: win, draw and loss are 1, 0",
        "player": "Trouble.to_move() returns 5 in the position after 1, 1: it must be MAX (0), MIN (1)",
        "nothing": "Trouble.actions() yields no action in the position after 1, 1, but is_terminal() says",
        "endless": "Trouble did not end within 511 plies: give a depth, nodes or seconds",
    }.items():
        told = sentence(Trouble(), faulty(fault), engine=engine, algorithm="alphabeta")
        assert told.startswith(said)


class UtilityNone(Trouble):
    def utility(self, state: Any) -> Any:  # ! utility_none
        pass


class MoverNone(Trouble):
    def to_move(self, state: Any) -> Any:
        return state.turn if state.left > 1 else None


class MoverNever(Trouble):
    def to_move(self, state: Any) -> Any:
        return None


class ResultNone(Trouble):
    def result(self, state: Any, action: Any) -> Any:
        pass


class ResultOther(Trouble):
    def result(self, state: Any, action: Any) -> Any:
        return (state.left - 1, 1 - state.turn)


class ActionsNone(Trouble):
    def actions(self, state: Any) -> Any:
        return None


class InitialNone(Trouble):
    def initial(self) -> Any:
        pass


class InitialRaises(Trouble):
    def initial(self) -> Any:
        raise ValueError("no board")  # ! initial_raises


class PointsNan(Trouble):
    payoff = "points"

    def evaluate(self, state: Any) -> Any:
        return float("inf") - float("inf")


class OutcomeNan(Trouble):
    def evaluate(self, state: Any) -> Any:
        return float("nan")


NONSENSE: dict[type[Game], str] = {
    UtilityNone: "utility() returns None in the position after 1, 1, 1",
    MoverNone: "to_move() returns None in the position after 1, 1: it must be MAX (0), MIN (1)",
    MoverNever: "to_move() returns None, which is not a number, in the position it started from",
    ResultNone: "result() returns None, in the position after 1",
    ResultOther: "the state is (2, 1), not a tuple of 5 as in the initial state, in the position after 1",
    ActionsNone: "actions() returns None: yield the actions, or return a list of them, in the position",
    InitialNone: "initial() returns None, in the position it started from",
    InitialRaises: "raised ValueError: no board (initial(), {line}), in the position it started from",
}


@pytest.mark.parametrize("engine", ["interpreted", "auto"])
@pytest.mark.parametrize("game", NONSENSE)
def test_nonsense(game: type[Game], engine: str) -> None:
    said = sentence(game(), engine=engine)
    assert said.startswith(game.__name__)
    assert NONSENSE[game].replace("{line}", line("initial_raises")) in said


REFUSED = [UtilityNone, ResultOther]
"""By the compiler itself; each takes seconds."""


@pytest.mark.parametrize("game", in_turn(REFUSED, [game for game in NONSENSE if game not in REFUSED]))
def test_nonsense_compiled(game: type[Game]) -> None:
    """Refused before it runs, by the look at the first state or by the compiler."""
    with pytest.raises((CannotCompile, RulesError)) as caught:
        search(game(), engine="compiled")
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, RulesError) or "cannot be compiled; " in str(caught.value)


def test_utility_none_is_refused_by_line() -> None:
    with pytest.raises(CannotCompile, match=r"utility\(\) should give a number, not None") as caught:
        search(UtilityNone(), engine="compiled")
    assert str(caught.value).startswith(f"{line('utility_none')}: ")


@pytest.mark.parametrize("engine", in_turn(["interpreted", "auto"], ["compiled"]))
def test_an_estimate_that_is_no_number(engine: str) -> None:
    said = sentence(PointsNan(), engine=engine, depth=1)
    assert said.startswith(
        "PointsNan: utility() or evaluate() does not return a number (nan) in the position after"
    )


def test_an_estimate_that_is_no_number_in_an_outcome_game() -> None:
    sentence(OutcomeNan(), engine="interpreted", depth=1)


class Dice(Trouble):
    """A coin that lands on its edge once in ten throws."""

    payoff = "points"

    def to_move(self, state: Any) -> Any:
        return CHANCE if state.left == 2 else state.turn

    def outcomes(self, state: Any) -> Any:
        yield 1, 0.5
        yield 2, 0.4


@pytest.mark.parametrize("engine", in_turn(["interpreted", "auto"], ["compiled"]))
def test_probabilities_that_do_not_sum_to_one(engine: str) -> None:
    said = sentence(Dice(), engine=engine)
    assert said == "Dice.outcomes() yields probabilities that do not sum to 1 in the position after 1"


class DiceForgotten(Trouble):
    """Chance moves, and nothing says what it may do."""

    def to_move(self, state: Any) -> Any:
        return CHANCE if state.left == 2 else state.turn


@pytest.mark.parametrize("algorithm", ["pvs", "minimax", "expectiminimax"])
def test_chance_without_outcomes(algorithm: str) -> None:
    said = sentence(DiceForgotten(), engine="interpreted", algorithm=algorithm)
    assert said == (
        "DiceForgotten.to_move() returns -1, which is CHANCE, in the position after 1, but there is no "
        "outcomes(state): write one that yields (action, probability), or return MAX (0) or MIN (1)"
    )


class Lists(Game):
    def initial(self) -> Any:
        return [3, 0]

    def to_move(self, state: Any) -> Any:
        return state[1]

    def actions(self, state: Any) -> Any:
        return [1, 2]

    def result(self, state: Any, action: Any) -> Any:
        return [state[0] - 1, 1 - state[1]]

    def is_terminal(self, state: Any) -> Any:
        return state[0] == 0

    def utility(self, state: Any) -> Any:
        return 1 if state[1] == 1 else -1


@pytest.mark.parametrize("game", [Lists, Dictionary])
def test_states_that_cannot_be_hashed_play_interpreted(game: type[Game]) -> None:
    for engine in ("interpreted", "auto"):
        report = search(game(), engine=engine)
        assert (report.action, report.score.winner, report.score.plies) == (1, 0, 3)
    with pytest.raises(CannotCompile, match="cannot be compiled; "):
        search(game(), engine="compiled")


# -- the caller --------------------------------------------------------------------------------------


LONG = 400
"""Plies of a game that no search ends."""


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_control_c(engine: str) -> None:
    done = child(f"""
import os, signal
search(game, engine="{engine}")  # what is slow the first time
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
started = time.monotonic()
try:
    search(game, t.faulty("good", {LONG}), engine="{engine}")
except KeyboardInterrupt:
    print(time.monotonic() - started, len(t.searching()))
    raise
""")
    assert done.stderr.rstrip().endswith("KeyboardInterrupt"), done.stderr
    assert done.returncode in (-signal.SIGINT, 130, 1)
    seconds, left = done.stdout.split()
    assert float(seconds) < PATIENCE
    assert left == "0"


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_closing_the_stream_stops_the_search(engine: str) -> None:
    stream = analyse(Trouble(), faulty("good", LONG), algorithm="deepening", engine=engine)
    assert next(stream).action in (1, 2)
    assert len(searching()) == 1
    stream.close()  # type: ignore[attr-defined]
    assert searching() == []


def test_an_exception_in_the_loop_stops_the_search() -> None:
    def loop() -> None:
        for _ in analyse(Trouble(), faulty("good", LONG), algorithm="deepening", engine="interpreted"):
            raise LookupError

    with pytest.raises(LookupError):
        loop()
    assert searching() == []


@pytest.mark.parametrize("engine", in_turn(["interpreted", "auto"], ["compiled"]))
def test_deadlines(engine: str) -> None:
    started = time.monotonic()
    report = search(Trouble(), faulty("good", LONG), seconds=0.2, engine=engine)
    assert 0.15 < time.monotonic() - started < PATIENCE
    assert report.action in (1, 2)
    assert 0.15 < report.seconds < PATIENCE or report.depth > 0


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_nodes(engine: str) -> None:
    for nodes in (1, 100, 5000):
        report = search(Trouble(), faulty("good", LONG), nodes=nodes, engine=engine)
        assert report.nodes <= nodes
        assert report.action in (1, 2)


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("limits", [{"seconds": 0}, {"nodes": 0}, {"seconds": 0.0, "nodes": 0}])
def test_no_time_at_all_still_gives_a_legal_move(limits: dict[str, Any], engine: str) -> None:
    report = search(Trouble(), faulty("good", LONG), engine=engine, **limits)
    assert report.action in (1, 2)
    assert not report.finished or report.depth > 0
    if "nodes" in limits:
        assert not report.finished


class NoResult:
    """A game by its methods alone, one of them missing."""

    initial, to_move, actions = Trouble.initial, Trouble.to_move, Trouble.actions
    is_terminal, utility = Trouble.is_terminal, Trouble.utility


class NoActions(Game):
    def initial(self) -> Any:
        return 1


ARGUMENTS: dict[str, dict[str, Any]] = {
    "depth must be a number >= 0, not -1": {"depth": -1},
    "depth must be a whole number, not 1.5": {"depth": 1.5},
    "depth must be less than 512, not 9999": {"depth": 9999},
    "depth must be a number >= 0, not True": {"depth": True},
    "nodes must be a number >= 0, not -1": {"nodes": -1},
    "seconds must be a number >= 0, not 'x'": {"seconds": "x"},
    "seconds must be a number >= 0, not nan": {"seconds": float("nan")},
    "algorithm 'guess' is unknown: choose from minimax, ": {"algorithm": "guess"},
    "engine 'steam' is unknown: choose from auto, compiled, interpreted": {"engine": "steam"},
    "order 'quick' is unknown: choose from natural, ": {"order": "quick"},
}


@pytest.mark.parametrize("said", ARGUMENTS)
def test_bad_arguments(said: str) -> None:
    with pytest.raises(SearchError) as caught:
        search(Trouble(), **ARGUMENTS[said])
    assert str(caught.value).startswith(said)


def test_the_solver_refuses_the_switches_of_the_textbook() -> None:
    with pytest.raises(SearchError, match=r"^null_window does not support order: use minimax"):
        search(Tree([1, 2]), algorithm="null_window", order="best")


class Flaky(Dictionary):
    """Fails once, and can be asked about its actions only."""

    left = 5

    def utility(self, state: Any) -> Any:
        Flaky.left -= 1
        if Flaky.left == 0:
            raise ValueError("no file")
        return 0

    def priority(self, state: Any, action: Any) -> Any:
        return {1: 1}[action]


def test_another_error_is_not_the_one_that_was_raised() -> None:
    """Looking for what failed finds what the search never asked."""
    said = sentence(Flaky(), engine="interpreted", algorithm="alphabeta")
    assert said.startswith("Flaky raised ValueError: no file (utility(), ")


class Wide(Game):
    """Too large for 64 bits on the way to its utility; its priority is for those who ask."""

    def initial(self) -> int:
        return 3

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> Any:
        yield 1

    def result(self, state: int, action: int) -> int:
        return state - action

    def is_terminal(self, state: int) -> bool:
        return state == 0

    def utility(self, state: int) -> int:
        large = state + 10
        for _ in range(30):
            large = large * 10  # ! wide
        return 1 if large > 5 else 0

    def priority(self, state: int, action: int) -> int:
        raise ValueError("nobody asks")


@pytest.mark.long
def test_an_overflow_is_not_looked_for_among_rules_that_have_none() -> None:
    said = sentence(Wide(), engine="compiled", algorithm="alphabeta")
    assert "64 bits (utility(), " in said
    assert line("wide") in said
    assert search(Wide(), algorithm="alphabeta", engine="auto").score.value == 1


def test_games_that_are_none() -> None:
    with pytest.raises(RulesError, match=r"^NoResult has no result\(\): a game needs it$"):
        search(NoResult())
    with pytest.raises(RulesError, match=r"^NoActions has no to_move\(\): a game needs it$"):
        search(NoActions())
    with pytest.raises(
        SearchError, match="alphabeta does not support chance nodes: use expectiminimax for Dice"
    ):
        search(Dice(), algorithm="alphabeta")


@pytest.mark.parametrize("state", ["abc", 7, (1, 2)])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_state_that_is_none(state: Any, engine: str) -> None:
    assert "Trouble" in sentence(Trouble(), state, engine=engine)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_perft_says_the_same(engine: str) -> None:
    assert perft(Trouble(), depth=3, engine=engine) == 8
    with pytest.raises(RulesError) as caught:
        perft(Trouble(), faulty("divide"), depth=3, engine=engine)
    assert line("divide") in str(caught.value)


# -- rules that cannot be compiled -------------------------------------------------------------------


class WithAClass(Trouble):
    def actions(self, state: Any) -> Any:
        class Inner:  # ! with_a_class
            found = (1, 2)

        return list(Inner.found)


def test_rules_that_cannot_be_compiled_play_and_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    reason = f"{line('with_a_class')}: the class `Inner` inside a rule cannot be compiled; define it outside"
    with pytest.raises(CannotCompile) as caught:
        search(WithAClass(), engine="compiled")
    assert str(caught.value) == reason
    assert caught.value.construct == "the class `Inner` inside a rule"
    assert caught.value.place == line("with_a_class")

    monkeypatch.setattr(SEARCH, "INTERPRETED_ALONE", 0.0)
    last = None
    for last in analyse(WithAClass(), faulty("good", LONG), engine="auto", algorithm="deepening"):
        if last.why_interpreted:
            break
    assert last is not None
    assert not last.compiled
    assert last.why_interpreted == reason


class Hashing(Trouble):
    """A plain number from 2**63 up, which is no board of 64 bits."""

    payoff = "points"

    def utility(self, state: Any) -> Any:
        return (state.left + 3) * 11400714819323198485 % 1000


def test_a_number_from_two_to_the_63_up_is_no_board() -> None:
    for engine in ("interpreted", "compiled"):
        assert search(Hashing(), engine=engine).score.value == naive_value(Hashing())


def naive_value(game: Any) -> Any:
    import naive

    return naive.value(game, game.initial())


def test_a_search_that_was_stopped_proves_no_loss() -> None:
    """The first root move loses; the others were not looked at."""
    tree = Tree([[[-1, -1], [-1, -1]], [[1, 1], [1, 1]]])
    tree.payoff = "outcome"  # type: ignore[misc]
    for nodes in range(1, 15):
        report = search(tree, nodes=nodes, algorithm="minimax", engine="interpreted")
        assert report.finished or report.score.winner != MIN
    assert search(tree, algorithm="minimax").score.winner == MAX
