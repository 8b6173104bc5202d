"""Rules that raise, loop, lie or overflow: one clear sentence each, and the process lives on.

The games stand in this file, so that the sentences name its lines: a line that is at fault
ends in `# !` and the word for the fault.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from budget import INTERPRETED_FIRST, PATIENCE, in_turn

from zermelo import (
    CHANCE,
    MAX,
    MIN,
    CannotCompile,
    Game,
    RulesError,
    SearchError,
    Tree,
    ZermeloError,
    analyse,
    perft,
    search,
    updated,
)
from zermelo.running.asking import ask

STREAM, SEARCH = sys.modules["zermelo.running.stream"], sys.modules["zermelo.running.search"]
LINES = Path(__file__).read_text().splitlines()
ENGINES = ["interpreted", "compiled", "auto"]
TABLE = np.arange(4)

WORDS = (
    "good raise_actions raise_result raise_utility raise_to_move raise_terminal raise_evaluate "
    "divide modulo tuple array replace loop_actions yield_forever loop_result loop_terminal seven "
    "player nothing overflow shift endless for_forever"
).split()
(
    GOOD, RAISE_ACTIONS, RAISE_RESULT, RAISE_UTILITY, RAISE_TO_MOVE, RAISE_TERMINAL, RAISE_EVALUATE,
    DIVIDE, MODULO, TUPLE, ARRAY, REPLACE, LOOP_ACTIONS, YIELD_FOREVER, LOOP_RESULT, LOOP_TERMINAL,
    SEVEN, PLAYER, NOTHING, OVERFLOW, SHIFT, ENDLESS, FOR_FOREVER,
) = range(len(WORDS))  # fmt: skip


class State(NamedTuple):
    fault: int
    left: int
    turn: int
    number: int
    cells: tuple[int, int, int]


class Trouble(Game):
    """Two moves in every state, and a fault when one ply is left: one compiled unit for all of them."""

    def initial(self) -> Any:
        return State(GOOD, 3, 0, 1, (0, 0, 0))

    def to_move(self, state: Any) -> Any:
        if state.left == 1 and state.fault == RAISE_TO_MOVE:
            raise ValueError("whose turn?")  # ! raise_to_move
        if state.left == 1 and state.fault == PLAYER:
            return 5
        return state.turn

    def actions(self, state: Any) -> Any:
        if state.left == 1:
            if state.fault == RAISE_ACTIONS:
                raise ValueError("no moves")  # ! raise_actions
            while state.fault == LOOP_ACTIONS:
                pass  # ! loop_actions
            while state.fault == YIELD_FOREVER:
                yield 1
            if state.fault == NOTHING:
                return
        yield 1
        yield 2

    def result(self, state: Any, action: Any) -> Any:
        number = state.number
        cells = state.cells
        if state.left == 1:
            if state.fault == RAISE_RESULT:
                raise ValueError("no way")  # ! raise_result
            if state.fault == DIVIDE:
                number = 7 // (number - 1)  # ! divide
            if state.fault == MODULO:
                number = 7 % (number - 1)  # ! modulo
            if state.fault == TUPLE:
                number = cells[action + 3]  # ! tuple
            if state.fault == ARRAY:
                number = TABLE[action + 3]  # ! array
            if state.fault == REPLACE:
                cells = updated(cells, action + 3, 1)  # ! replace
            while state.fault == LOOP_RESULT:
                number += 1  # ! loop_result
            if state.fault == OVERFLOW:
                number = (number + (1 << 61)) * 8  # ! overflow
            if state.fault == SHIFT:
                number = number << 70  # ! shift
            if state.fault == FOR_FOREVER:
                for step in range(1 << 62):
                    number = (number * 48271 + step) % 2147483647
        rest = state.left if state.fault == ENDLESS else state.left - 1
        return State(state.fault, rest, 1 - state.turn, number, cells)

    def is_terminal(self, state: Any) -> Any:
        if state.left == 1:
            if state.fault == RAISE_TERMINAL:
                raise ValueError("over?")  # ! raise_terminal
            while state.fault == LOOP_TERMINAL:
                pass  # ! loop_terminal
        return state.left == 0

    def utility(self, state: Any) -> Any:
        if state.fault == RAISE_UTILITY:
            raise ValueError("who won?")  # ! raise_utility
        if state.fault == SEVEN:
            return 7
        return 1 if state.turn == 1 else -1

    def evaluate(self, state: Any) -> Any:
        if state.fault == RAISE_EVALUATE:
            raise ValueError("who leads?")  # ! raise_evaluate
        return state.number


def faulty(fault: str, left: int = 3) -> State:
    return State(WORDS.index(fault), left, 0, 1, (0, 0, 0))


def line(fault: str) -> str:
    (number,) = (index for index, text in enumerate(LINES, 1) if text.endswith(f"# ! {fault}"))
    return f"{__file__}, line {number}"


def sentence(game: Any, state: Any = None, **wanted: Any) -> str:
    """What a search that goes wrong says, in one line; a good search works afterwards."""
    with pytest.raises(ZermeloError) as caught:
        search(game, state, **wanted)
    said = str(caught.value)
    assert "\n" not in said
    assert said.strip() == said != ""
    engine = wanted.get("engine", "auto")
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr(STREAM, "STALLED", PATIENCE)
        after = search(Trouble(), engine=engine)
    assert (after.action, after.score.winner, after.score.plies) == (1, 0, 3)
    return said


def searching() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "zermelo search"]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(STREAM, "STALLED", 1.0)


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    yield
    until = time.monotonic() + PATIENCE
    while searching() and time.monotonic() < until:
        time.sleep(0.01)
    assert searching() == []


# -- rules that raise --------------------------------------------------------------------------------

# "…" is what Python says, which differs from version to version.
RAISED = {
    "raise_actions": "Trouble raised ValueError: no moves (actions(), {line}), in the position after 1, 1",
    "raise_result": "Trouble raised ValueError: no way (result(), {line}), in the position after 1, 1",
    "raise_utility": "Trouble raised ValueError: who won? (utility(), {line}), in the position after 1, 1, 1",
    "raise_to_move": "Trouble raised ValueError: whose turn? (to_move(), {line}), in the position after 1, 1",
    "raise_terminal": "Trouble raised ValueError: over? (is_terminal(), {line}), in the position after 1, 1",
    "divide": "Trouble raised ZeroDivisionError: … (result(), {line}), in the position after 1, 1",
    "modulo": "Trouble raised ZeroDivisionError: … (result(), {line}), in the position after 1, 1",
    "tuple": "Trouble raised IndexError: … (result(), {line}), in the position after 1, 1",
    "array": "Trouble raised IndexError: … (result(), {line}), in the position after 1, 1",
    "replace": "Trouble raised IndexError: … (result(), {line}), in the position after 1, 1",
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("fault", RAISED)
def test_a_rule_that_raises(fault: str, engine: str) -> None:
    said = sentence(Trouble(), faulty(fault), engine=engine)
    before, _, after = RAISED[fault].replace("{line}", line(fault)).partition("…")
    assert said.startswith(before)
    assert said.endswith(after)


@pytest.mark.parametrize("engine", ENGINES)
def test_evaluate_raises(engine: str) -> None:
    said = sentence(Trouble(), faulty("raise_evaluate"), engine=engine, depth=2)
    assert said.startswith(f"Trouble raised ValueError: who leads? (evaluate(), {line('raise_evaluate')})")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("fault", ["raise_actions", "raise_to_move", "raise_terminal"])
def test_a_rule_that_raises_at_the_start(fault: str, engine: str) -> None:
    assert line(fault) in sentence(Trouble(), faulty(fault, left=1), engine=engine)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_rule_that_raises_where_every_root_action_is_valued(engine: str) -> None:
    assert line("raise_result") in sentence(
        Trouble(), faulty("raise_result", left=1), engine=engine, values=True
    )
    assert line("divide") in sentence(Trouble(), faulty("divide"), engine=engine, values=True)


def test_a_long_message_is_one_line() -> None:
    class Verbose(Trouble):
        def utility(self, state: Any) -> Any:
            raise ValueError("one\ntwo " + "x" * 5000)

    assert "one two xxx" in sentence(Verbose(), engine="interpreted")
    assert len(sentence(Verbose(), engine="interpreted")) < 1000


# -- rules that loop ---------------------------------------------------------------------------------


STUCK = [("actions", "interpreted"), ("result", "compiled"), ("terminal", "auto")]
STUCK_ELSEWHERE = [pair for pair in product(["actions", "result", "terminal"], ENGINES) if pair not in STUCK]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("rule", "engine"), in_turn(STUCK, STUCK_ELSEWHERE, several=True))
def test_a_while_without_an_end(rule: str, engine: str) -> None:
    said = sentence(Trouble(), faulty(f"loop_{rule}"), engine=engine)
    called = {"terminal": "is_terminal"}.get(rule, rule)
    assert said.startswith(f"Trouble: {called}() does not return ({__file__}, line ")
    number = int(line(f"loop_{rule}").rpartition(" ")[2])
    assert f"line {number})" in said or f"line {number - 1})" in said
    assert said.endswith("an infinite loop?")


@pytest.mark.parametrize("engine", ENGINES)
def test_actions_without_an_end(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.kernel.primitives.LOOPS", 10_000)
    said = sentence(Trouble(), faulty("yield_forever"), engine=engine)
    assert said.startswith(f"Trouble.actions() never stops yielding actions ({__file__}, line ")
    assert said.endswith("in the position after 1, 1")


class StuckAtTheStart(Trouble):
    def is_terminal(self, state: Any) -> Any:
        while True:
            pass


class StuckInTheBeginning(Trouble):
    def initial(self) -> Any:
        while True:
            pass


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("game", [StuckAtTheStart, StuckInTheBeginning])
def test_a_loop_before_the_search_has_begun(game: type[Trouble], engine: str) -> None:
    assert f"() does not return ({__file__}, line " in sentence(game(), engine=engine)


class ForEver(Trouble):
    def result(self, state: Any, action: Any) -> Any:
        while True:  # ! while_true
            pass


@pytest.mark.usefixtures("impatient")
def test_while_true_is_refused_by_line() -> None:
    with pytest.raises(CannotCompile) as caught:
        search(ForEver(), engine="compiled")
    assert str(caught.value) == (
        f"{line('while_true')}: `while True:  # ! while_true` cannot be compiled; "
        "this loop has no end: give it a condition, a break or a return"
    )
    assert "result() does not return" in sentence(ForEver(), engine="interpreted")


class Dictionary(Game):
    """Cannot be lowered: only the watchdog helps."""

    def initial(self) -> Any:
        return {"left": 3, "turn": 0}

    def to_move(self, state: Any) -> Any:
        return state["turn"]

    def actions(self, state: Any) -> Any:
        return [1, 2]

    def result(self, state: Any, action: Any) -> Any:
        return {"left": state["left"] - 1, "turn": 1 - state["turn"]}

    def is_terminal(self, state: Any) -> Any:
        return state["left"] == 0

    def utility(self, state: Any) -> Any:
        return 1 if state["turn"] == 1 else -1


class StuckDictionary(Dictionary):
    def utility(self, state: Any) -> Any:
        while True:
            pass  # ! stuck_dictionary


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("engine", in_turn(["auto"], ["interpreted"]))
def test_a_loop_in_rules_that_cannot_be_lowered(engine: str) -> None:
    assert_says_where(sentence(StuckDictionary(), engine=engine))


@pytest.mark.long
def test_a_loop_that_outlives_the_time_of_the_search() -> None:
    assert_says_where(sentence(StuckDictionary(), engine="interpreted", seconds=2.0, algorithm="alphabeta"))


def assert_says_where(said: str) -> None:
    assert said.startswith("StuckDictionary: utility() does not return (")
    number = int(line("stuck_dictionary").rpartition(" ")[2])
    assert f"line {number})" in said or f"line {number - 1})" in said


PRELUDE = f"""
import sys, threading, time
sys.path.insert(0, {str(Path(__file__).parent)!r})
import test_misbehaviour as t
from zermelo import search, analyse
game = t.Trouble()
"""


def child(text: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PRELUDE + text]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_compiled_for_without_an_end_ends_with_the_process() -> None:
    """The one thread that cannot be stopped: the caller gets its sentence, can go on, and can leave."""
    done = child("""
t.STREAM.STALLED = 1.0
try:
    search(game, t.faulty("for_forever"), engine="compiled")
except t.RulesError as error:
    print(error)
print(len(t.searching()), search(game, engine="compiled").score)
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Trouble: a rule does not return: an infinite loop?",
        "1 MAX wins in 3 plies",
    ]


# -- rules that lie ----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_promises_broken(engine: str) -> None:
    for fault, said in {
        "seven": "Trouble.utility() returns 7 in the position after 1, 1, 1: win, draw and loss are 1, 0",
        "player": "Trouble.to_move() returns 5 in the position after 1, 1: it must be MAX (0), MIN (1)",
        "nothing": "Trouble.actions() yields no action in the position after 1, 1, but is_terminal() says",
        "endless": "Trouble did not end within 511 plies: give a depth, nodes or seconds",
    }.items():
        assert sentence(Trouble(), faulty(fault), engine=engine).startswith(said)


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
        return float("nan")


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


# -- numbers and recursion ---------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["overflow", "shift"])
def test_sixty_four_bits(fault: str) -> None:
    """Interpreted numbers have no limit; compiled ones say so instead of being wrong."""
    state = faulty(fault)
    assert search(Trouble(), state, engine="interpreted").score.plies == 3
    assert sentence(Trouble(), state, engine="compiled") == (
        f"Trouble: a whole number does not fit in 64 bits (result(), {line(fault)}); declare a board of "
        "bits as Bits, which wraps around, or search with engine='interpreted', where numbers have no limit"
    )


def test_auto_goes_back_to_interpreted_where_numbers_grow_too_large() -> None:
    running = SEARCH.Search(ask(Trouble(), faulty("overflow"), engine="auto"))
    running.compiling = True
    running.successor = SEARCH.bound(running.question, True)  # ready before it starts: it takes over at once
    (report,) = STREAM.Stream(running)
    assert not report.compiled
    assert report.score.plies == 3
    assert "does not fit in 64 bits" in report.why_interpreted


class Recursive(Trouble):
    def down(self, number: int) -> int:  # ! recursive_compiled
        return self.down(number + 1)  # ! recursive

    def utility(self, state: Any) -> Any:
        return self.down(state.left)


@pytest.mark.parametrize("engine", ["interpreted", "auto"])
def test_recursion_without_an_end(engine: str) -> None:
    said = sentence(Recursive(), engine=engine)
    assert said.startswith(
        f"Recursive raised RecursionError: it calls itself endlessly (down(), {line('recursive')}"
    )


def test_recursion_is_refused_by_line() -> None:
    with pytest.raises(CannotCompile) as caught:
        search(Recursive(), engine="compiled")
    assert str(caught.value) == (
        f"{line('recursive_compiled')}: down(), which calls itself in every case, "
        "cannot be compiled; let it return without, in one case"
    )


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
    search(game, t.faulty("good", t.LONG), engine="{engine}")
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
            large = large * 10
        return 1 if large > 5 else 0

    def priority(self, state: int, action: int) -> int:
        raise ValueError("nobody asks")


@pytest.mark.long
def test_an_overflow_is_not_looked_for_among_rules_that_have_none() -> None:
    said = sentence(Wide(), engine="compiled", algorithm="alphabeta")
    assert "64 bits (utility(), " in said
    assert f"line {LINES.index('            large = large * 10') + 1}" in said
    assert search(Wide(), algorithm="alphabeta", engine="auto").score.value == 1


def test_games_that_are_none() -> None:
    with pytest.raises(RulesError, match=r"^NoResult has no result\(\): a game needs it$"):
        search(NoResult())
    with pytest.raises(
        RulesError, match=r"NoActions needs is_terminal\(self, state\) or over\(self, state\)"
    ):
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


class WithADictionary(Trouble):
    def actions(self, state: Any) -> Any:
        found: Any = {}  # ! with_a_dictionary
        for action in (1, 2):
            found.setdefault(action, []).append(0)
        return list(found)


def test_rules_that_cannot_be_compiled_play_and_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    reason = f"{line('with_a_dictionary')}: a dictionary cannot be compiled; use a tuple, "
    reason += "or a list with one place for each key"
    with pytest.raises(CannotCompile) as caught:
        search(WithADictionary(), engine="compiled")
    assert str(caught.value) == reason
    assert (caught.value.construct, caught.value.place) == ("a dictionary", line("with_a_dictionary"))

    monkeypatch.setattr(SEARCH, "INTERPRETED_ALONE", 0.0)
    last = None
    for last in analyse(WithADictionary(), faulty("good", LONG), engine="auto", algorithm="deepening"):
        if last.why_interpreted:
            break
    assert last is not None
    assert not last.compiled
    assert last.why_interpreted == reason


class Hashing(Trouble):
    """A plain number that a machine would take for 64 bits without a sign."""

    payoff = "points"

    def utility(self, state: Any) -> Any:
        return (state.left + 3) * 11400714819323198485 % 1000


def test_a_number_from_two_to_the_63_up_is_no_board() -> None:
    assert search(Hashing(), engine="interpreted").score.value == naive_value(Hashing())
    with pytest.raises(
        CannotCompile, match="the number 11400714819323198485 cannot be compiled; it does not fit"
    ):
        search(Hashing(), engine="compiled")


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
