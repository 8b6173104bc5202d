"""The rules checker: every planted fault is found, in the smallest position; good games pass."""

from __future__ import annotations

import re
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from budget import PATIENCE, every
from planted import (
    FAULTS,
    _own_path,  # noqa: F401
    patiently,
)

from zermelo import Game, Tree, search
from zermelo.checking import check as checks
from zermelo.checking import compiled, optional
from zermelo.checking import play as playing
from zermelo.checking.board import read
from zermelo.checking.check import Checkup, check, examine
from zermelo.checking.child import check_file
from zermelo.checking.compiled import Compiler
from zermelo.checking.promises import PROMISES, WHOLE
from zermelo.games import BUILT_IN
from zermelo.interfaces.load import game_from

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
HOMEWORK = Path(__file__).parent / "homework"
FILES = sorted(path for path in FAULTS.glob("*.py") if path.stem != "base")


@pytest.mark.parametrize("path", every(3, FILES), ids=lambda path: path.stem)
def test_planted_fault(path: Path) -> None:
    game = game_from(str(path))
    name, words, moves = sys.modules[type(game).__module__].FAULT
    findings = patiently(
        lambda seconds: check(game, seconds=seconds, compile=False),
        lambda findings: any(found.name == name and len(found.moves) == moves for found in findings),
        1.0,
    )
    found = next(finding for finding in findings if finding.name == name)
    assert words in found.sentence
    assert len(found.moves) == moves
    assert found.severity == PROMISES[name].severity
    assert found.place.startswith(str(FAULTS))
    others = [finding for finding in findings if finding.severity == "fault" and finding is not found]
    assert not others
    where = "" if name in WHOLE else ", in the position "
    assert str(found).startswith(f"{found.severity}: {found.sentence}{where}")


OPEN_SPIEL = {
    "legal actions are distinct": "duplicate",
    "a state that is not terminal has legal actions": "no actions",
    "every legal action can be applied": "raises",
    "the current player is a player or chance": "player",
    "a clone is independent of the original": "mutates",
    "the same history gives the same state": "steady",
    "chance outcomes are pairs of an action and a probability": "pairs",
    "probabilities are between 0 and 1": "probability",
    "probabilities sum to 1": "sum",
    "returns are numbers": "utility",
    "returns are within the range of utilities": "outcome",
    "returns sum to what the game declares": "constant sum",
    "a state is what its text says": "parse",
    "actions have names that tell them apart": "names",
    "a game comes to an end": "endless",
}
"""What OpenSpiel's basic tests ask of every game, and the promise that asks it here.

Not asked: undoing a move and observations (there are none), the order of actions (rules choose it), what
actions a terminal state has (nobody asks there), and returns on the way (utility is of terminal states).
"""


def test_what_open_spiel_asks_is_asked() -> None:
    assert set(OPEN_SPIEL.values()) <= set(PROMISES)


def test_every_promise_has_a_planted_fault() -> None:
    elsewhere = {"crash", "slow", "search", "useless", "compiles", "compiled", "overflow"}
    planted = {path.read_text().split('"""')[1].removeprefix("Broken: ").removesuffix(".") for path in FILES}
    elsewhere |= {"zero sum", *(name for name in PROMISES if name.startswith("cs50 "))}  # tests/test_cs50.py
    assert planted | elsewhere == set(PROMISES)


GOOD = ["Take", "Row", "Heaps", "Tug", "Dice", "TakePlain", "Marks", "Hop", "Three"]


@pytest.mark.parametrize("name", GOOD)
def test_the_games_that_are_broken_here_are_good(name: str) -> None:
    assert not check(game_from(f"{FAULTS / 'base.py'}:{name}"), seconds=0.3, compile=False)


@pytest.mark.parametrize("name", every(4, BUILT_IN))
def test_built_in_games_pass(name: str) -> None:
    checkup = patiently(
        lambda seconds: examine(BUILT_IN[name](), seconds=seconds, compile=False),
        lambda checkup: checkup.positions > 15 and checkup.interpreted_speed,
        1.0,
    )
    assert not checkup.findings
    assert checkup.positions > 15
    assert checkup.interpreted_speed > 0


@pytest.mark.parametrize("tree", [Tree(LECTURE), Tree.random(seed=1, chance=0.3), Tree.random(depth=6)])
def test_trees_pass(tree: Tree) -> None:
    assert not check(tree, seconds=0.5, compile=False)


def test_a_fault_late_in_a_long_game_is_found_and_made_short() -> None:
    """Far beyond what breadth first reaches; moves that do not matter are left out."""
    findings = patiently(
        lambda seconds: check(Late(), seconds=seconds, compile=False),
        lambda findings: any(len(finding.moves) == 31 for finding in findings),
        1.5,
    )
    found = next(finding for finding in findings if finding.severity == "fault")
    assert "utility() returns 7" in found.sentence
    assert len(found.moves) == 31


class Late(Game):
    """Thirty steps end it; the utility is wrong where somebody has waited."""

    class State(NamedTuple):
        steps: int
        waited: int
        turn: int

    def initial(self) -> Any:
        return self.State(0, 0, 0)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Any:
        return range(5) if state.waited < 12 else range(4)

    def result(self, state: Any, action: Any) -> Any:
        waited = action == 4
        return self.State(state.steps + (not waited), state.waited + waited, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return state.steps == 30

    def utility(self, state: Any) -> int:
        return 7 if state.waited else state.turn


def test_a_small_game_is_done_when_all_was_looked_at() -> None:
    checkup = examine(game_from(f"{FAULTS / 'base.py'}:Marks"), seconds=600.0, compile=False)
    assert checkup.complete
    assert checkup.seconds < PATIENCE
    assert checkup.summary.startswith(f"0 faults in all {checkup.positions} positions and 100 games; ")


class Turned(type(game_from(f"{FAULTS / 'base.py'}:Marks"))):  # type: ignore[misc]
    """Indices below zero that are meant: the last cell, from the end, and a table for 1, 0 and -1."""

    def evaluate(self, state: Any) -> int:
        table, marks = (0, 5, -5), [mark if mark < 2 else -1 for mark in state.cells]
        ends = marks[-1] + marks[-len(marks)]
        return ends + sum(table[mark] + marks[-1 - place] for place, mark in enumerate(marks))


def test_clicks_are_told_apart_in_the_cells_that_few_actions_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pair by pair it would be millions of comparisons, and the position pass for a loop without an end."""
    actions = [((to, arrow), [0, to, arrow]) for to in range(1, 64) for arrow in range(to + 1, 64)]
    board = read({"kind": "grid", "width": 64, "height": 1, "cells": "." * 64, "actions": actions})
    compared = 0

    class Counted(frozenset[int]):
        def __le__(self, other: Any) -> bool:
            nonlocal compared
            compared += 1
            return super().__le__(other)

    monkeypatch.setattr(optional, "frozenset", Counted, raising=False)
    assert list(optional.unclear(board)) == []
    assert 0 < compared <= 64 * len(actions)


def test_indices_below_zero_that_are_meant() -> None:
    findings = check(Turned(), seconds=1.0, compile=False)
    assert "wraps" not in {finding.name for finding in findings}


@pytest.mark.parametrize("path", every(4, sorted(HOMEWORK.glob("*.py"))), ids=lambda path: path.stem)
def test_homework_passes(path: Path) -> None:
    checkup = patiently(
        lambda seconds: examine(game_from(str(path)), seconds=seconds),
        lambda checkup: checkup.interpreted_speed,
        0.6,
    )
    assert not checkup.findings
    assert "played as it is" in checkup.summary


@pytest.mark.long
def test_homework_is_spoken_of_in_its_own_words(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    text = (HOMEWORK / "cs50_lists.py").read_text()
    path.write_text(text.replace("return winner(board) is not None or", "return 1 / 0 if board[0][0] else"))
    faults = patiently(
        lambda seconds: check_file(path, seconds=seconds).faults,
        lambda faults: any(len(fault.moves) == 1 for fault in faults),
        0.4,
    )
    (found,) = (fault for fault in faults if fault.name == "raises")
    assert found.sentence == "mine.terminal() raises ZeroDivisionError: division by zero"
    assert found.place.startswith(f"{path}:")
    assert found.moves == ((0, 0),)
    assert found.advice == "test for zero first"


# -- compiled ------------------------------------------------------------------------------------


class Sevenfold(Game):
    """A number that does not fit in 64 bits, on the way to one that does."""

    class State(NamedTuple):
        number: int
        left: int
        turn: int

    def initial(self) -> Any:
        return self.State(1, 6, 0)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Any:
        yield 1
        yield 2

    def result(self, state: Any, action: Any) -> Any:
        number = state.number
        for _ in range(30 * action):
            number = number * 7
        return self.State(number % 1000, state.left - 1, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return state.left == 0

    def utility(self, state: Any) -> int:
        return 1 if state.number % 3 == 0 else -1


class Words(Game):
    """A state of bytes: played, but not compiled."""

    def initial(self) -> Any:
        return b""

    def to_move(self, state: Any) -> int:
        return len(state) % 2

    def actions(self, state: Any) -> Any:
        return "ab" if len(state) < 4 else ""

    def result(self, state: Any, action: Any) -> Any:
        return state + action.encode()

    def is_terminal(self, state: Any) -> bool:
        return len(state) == 4

    def utility(self, state: Any) -> int:
        return 1 if state.count(b"a") > 2 else -1


def warm(game: Any) -> None:
    """Compile as a check does, so that the check finds it in the cache."""
    compiler = Compiler(game)
    compiler.start()
    assert compiler.done(60)
    assert compiler.refused is None


@pytest.mark.long
def test_numbers_too_large_for_compiled_rules() -> None:
    warm(Sevenfold())
    (found,) = patiently(
        lambda seconds: examine(Sevenfold(), seconds=seconds, wait=60).faults, lambda faults: faults, 2.0
    )
    assert found.name == "overflow"
    assert "64 bits" in found.sentence
    assert found.moves == ()
    assert "Bits" in found.advice


def test_what_stands_in_the_way_of_compiling() -> None:
    checkup = examine(Words(), seconds=1, wait=60)
    assert checkup.compiled is False
    assert "bytes" in checkup.why_interpreted
    (remark,) = checkup.findings
    assert remark.name == "compiles"
    assert "Words plays interpreted only" in remark.sentence
    assert "bytes one length" in remark.advice


def test_a_first_compile_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    bound, answered = compiled.bound, threading.Event()

    def slow(question: Any, compiled: bool) -> Any:
        if compiled and answered.wait(PATIENCE):
            raise MemoryError  # nobody wants it any more
        return bound(question, compiled)

    monkeypatch.setattr(compiled, "bound", slow)
    try:
        checkup = examine(Sevenfold(), seconds=0.2, wait=0.0)
    finally:
        answered.set()
    assert checkup.still_compiling
    assert checkup.compiled is None
    assert "not compiled in this time" in checkup.summary


def test_play_takes_the_time_of_machine_code_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    plays: list[Any] = []

    def slow(question: Any, compiled: bool) -> Any:
        if compiled and answered.wait(PATIENCE):
            raise MemoryError
        return bound(question, compiled)

    class Noted(checks.Play):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            plays.append(self)

    bound = compiled.bound
    monkeypatch.setattr(compiled, "bound", slow)
    monkeypatch.setattr(checks, "Play", Noted)
    monkeypatch.setattr(checks, "EXPECTED", 0.0)  # however quick the machine is
    try:
        examine(Sevenfold(), seconds=0.2, wait=0.0)
    finally:
        answered.set()
    assert plays[0].deadline == plays[0].latest


def test_little_is_not_told_as_a_pass() -> None:
    told = Checkup("Game", [], positions=61, games=1).summary
    assert told.startswith("no fault so far, but only 61 positions and 1 game were looked at: ")
    assert Checkup("Game", [], positions=61, games=9).summary.startswith(
        "0 faults in 61 positions and 9 games"
    )
    assert Checkup("Game", [], positions=61, complete=True).summary.startswith("0 faults in all 61 positions")


def test_what_is_left_of_the_time_is_for_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where estimates are held against how games end."""
    until: list[float] = []
    play_on = checks.Play.play_on
    noted = lambda play, part: (until.append(part), play_on(play, part))  # noqa: E731
    monkeypatch.setattr(checks.Play, "play_on", noted)
    check(game_from(str(FAULTS / "upside_down.py")), seconds=0.2, compile=False)
    assert until == [playing.PLAYED, playing.LEFT_OVER]


def test_compiled_and_interpreted_agree_and_both_are_measured() -> None:
    warm(Tree(LECTURE))
    checkup = examine(LECTURE, seconds=60)
    assert checkup.compiled
    assert checkup.compared >= 4
    assert checkup.compiled_speed > 0
    assert checkup.interpreted_speed > 0


def test_compiled_and_interpreted_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    def distorted(*asked: Any, **wanted: Any) -> Any:
        report = search(*asked, **wanted)
        return replace(report, nodes=report.nodes + 1) if report.compiled else report

    warm(Tree(LECTURE))
    monkeypatch.setattr(compiled, "search", distorted)
    (found,) = check(LECTURE, seconds=60)
    assert found.name == "compiled"
    assert re.search(r"the nodes are interpreted \d+, but compiled \d+", found.sentence)
    assert found.moves == ()
