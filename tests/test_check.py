"""The rules checker: every planted fault is found, in the smallest position; good games pass."""

from __future__ import annotations

import faulthandler
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import pytest
from budget import PATIENCE, every

from zermelo import Game, SearchError, Tree, ZermeloError, search
from zermelo.checking import child, compiled, optional
from zermelo.checking.board import read
from zermelo.checking.check import RULES, Checkup, check, examine
from zermelo.checking.child import check_file
from zermelo.checking.compiled import Compiler
from zermelo.checking.promises import PROMISES, WHOLE
from zermelo.games import BUILT_IN
from zermelo.interfaces.load import game_from

FAULTS = Path(__file__).parent / "faults"
LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
HOMEWORK = Path(__file__).parent / "homework"
FILES = sorted(path for path in FAULTS.glob("*.py") if path.stem != "base")


@pytest.fixture(autouse=True)
def _own_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What rules files import from their folder is forgotten afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    known = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(known):
        if str(FAULTS) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


Seen = TypeVar("Seen")


def patiently(look: Callable[[float], Seen], enough: Callable[[Seen], Any], seconds: float) -> Seen:
    """What a check sees, in more and more seconds until it is enough: a busy machine sees less."""
    for longer in (1, 4, 16, 64):
        seen = look(seconds * longer)
        if enough(seen):
            break
    return seen


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
    elsewhere = {"crash", "search", "useless", "compiles", "compiled", "overflow"}
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
    assert checkup.seconds < 300
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


class Doubling(Game):
    """A number that does not fit in 64 bits after three plies."""

    class State(NamedTuple):
        number: int
        left: int
        turn: int

    def initial(self) -> Any:
        return self.State(1 << 10, 6, 0)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Any:
        yield 1
        yield 2

    def result(self, state: Any, action: Any) -> Any:
        return self.State((state.number << 20) + action, state.left - 1, 1 - state.turn)

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
    warm(Doubling())
    (found,) = patiently(
        lambda seconds: examine(Doubling(), seconds=seconds, wait=60).faults, lambda faults: faults, 2.0
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
        checkup = examine(Doubling(), seconds=0.2, wait=0.0)
    finally:
        answered.set()
    assert checkup.still_compiling
    assert checkup.compiled is None
    assert "still compiling: if it succeeds, the machine code is kept" in checkup.summary


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


# -- files, in a child process -------------------------------------------------------------------


def written(folder: Path, rule: str, text: str) -> Path:
    """A rules file of a good game with one rule that does something to the process."""
    path = folder / "mine.py"
    game = (FAULTS / "base.py").read_text().split("class Heaps")[0].replace("class Take", "class Mine")
    argument = ", action" if rule == "result" else ""
    lines = [
        f"    def {rule}(self, state{argument}):  # the last one counts",
        *(f"        {line}" for line in text),
    ]
    path.write_text(game.rstrip() + "\n\n" + "\n".join(lines) + "\n")
    return path


def test_a_file_that_is_good(tmp_path: Path) -> None:
    path = written(tmp_path, "evaluate", ["print('hello')", "return 0"])
    checkup = check_file(path, seconds=60, compile=False)
    assert checkup.game == "Mine"
    assert checkup.findings == []
    assert checkup.complete
    assert checkup.positions == 10


def test_a_finding_comes_waited_from_the_child_as_it_was() -> None:
    path = FAULTS / "key_merges_players.py"
    direct = check(game_from(str(path)), seconds=20, compile=False)
    (found,) = check_file(path, "Faulty", seconds=20, compile=False).findings
    assert [found] == direct
    assert found.moves == ((1, 2), (0, 1)) or len(found.moves) == 2


@pytest.mark.parametrize(
    ("rule", "lines", "name", "sentence"),
    every(2, [
        ("is_terminal", ["while state.left == 3: pass", "return state.left == 0"], "stuck", "is_terminal()"),
        ("actions", ["return [1] if sum(iter(int, 1)) else [2]"], "stuck", "actions() does not return"),
        ("result", ["import os", "os._exit(3)"], "crash", "ends the process"),
        ("result", ["import ctypes", "return ctypes.string_at(0)"], "crash", "Segmentation fault"),
        ("result", ["raise SystemExit(2)"], "raises", "result() raises SystemExit: 2"),
        ("result", ["return bytes(1 << 36)"], "raises", "result() raises MemoryError"),
    ], several=True),
)  # fmt: skip
def test_rules_that_would_take_the_process_with_them(
    tmp_path: Path, rule: str, lines: list[str], name: str, sentence: str
) -> None:
    path = written(tmp_path, rule, lines)

    def look(seconds: float) -> Checkup:
        with suppress(SearchError):  # the child had no processor
            return check_file(path, seconds=seconds, compile=False, patience=6 * seconds)
        return Checkup("mine", [])

    checkup = patiently(
        look,
        lambda checkup: any(finding.name == name for finding in checkup.findings),
        0.5,
    )
    found = next(finding for finding in checkup.findings if finding.name == name)
    assert sentence in found.sentence
    if name != "crash" or "Segmentation" in sentence:
        assert found.place.startswith(str(path))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("class Mine(:\n", "mine.py, line 1: "),
        ("import nothing_of_this_name\n", "mine.py, line 1, raised ModuleNotFoundError when it was read"),
        ("x = 1\n", "has no game, nor any function or class: a game is a class with initial, "),
        ("raise SystemExit(1)\n", "mine.py, line 1, raised SystemExit when it was read: 1"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(ZermeloError, match=re.escape(sentence)):
        raise AssertionError(check_file(path, seconds=0.2, compile=False))


def test_a_child_that_never_starts_is_not_blamed_on_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "evaluate", ["return 0"])
    monkeypatch.setattr(child, "COMPARING", 0.0)
    monkeypatch.setattr(child, "STARTING", -0.39)  # it is given nothing but its limit, which is as short
    with pytest.raises(ZermeloError, match=r"mine\.py was not checked: nothing came of it in 0\.\d* seconds"):
        check_file(path, seconds=0.2, compile=False, wait=0.0, patience=0.2)


@pytest.mark.parametrize(("worked", "told"), [(9.0, "mine: actions() does not return"), (7.2, "")])
def test_a_child_without_a_processor_is_not_blamed_on_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worked: float, told: str
) -> None:
    path = written(tmp_path, "evaluate", ["return 0"])

    def ended(request: Any, story: Any) -> tuple[None, float]:
        story.write(f"{child.PULSE} 1.00\n{child.PULSE} 7.01\nTimeout (0:00:10)!\n".encode())
        story.write(f'Thread 0x1:\n  File "{path}", line 9 in actions\n'.encode())
        return None, worked

    monkeypatch.setattr(child, "in_a_child", ended)
    if told:
        assert [found.sentence for found in check_file(path).findings] == [told]
    else:
        with pytest.raises(ZermeloError, match=r"mine\.py was not checked: nothing came of it in"):
            check_file(path)


def test_a_check_that_goes_on_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes: only a rule that lets no thread of Python run ends the signs of life."""
    limits = SimpleQueue[float]()
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda limit, exit: limits.put(limit))
    monkeypatch.setattr(child, "TICK", 0.01)
    pulse = child.Pulse(7.0)
    assert [limits.get(timeout=PATIENCE) for _ in range(3)] == [7.0] * 3
    pulse.stop()
    assert not pulse.is_alive()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError, match="there is no file"):
        check_file(tmp_path / "none.py", seconds=0.2, compile=False)


def test_a_class_that_is_not_there() -> None:
    with pytest.raises(ZermeloError, match=r"has no game called 'Nobody': it has .*Heaps"):
        check_file(FAULTS / "base.py", "Nobody", seconds=0.2, compile=False)


WEIRD = [None, "x", [[1]], {1}, {}, float("nan"), 3.5, (), 10**30, 1j, len, object()]


@pytest.mark.parametrize(
    "rule", every(9, [*RULES, "evaluate", "symmetries", "key", "bounds", "candidates", "parse"])
)
def test_whatever_a_rule_gives_the_check_comes_to_an_end(rule: str) -> None:
    good = type(game_from(f"{FAULTS / 'base.py'}:Heaps"))
    found = 0
    for value in WEIRD:
        game = type("Weird", (good,), {rule: lambda *_, value=value: value})()
        found += any(check(game, seconds=seconds, compile=False) for seconds in (0.05, 1.0))
    assert found >= len(WEIRD) - 4
