"""What a first look at rules finds, whichever command asks them: states that change, games that never end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commanding import zermelo

from zermelo import MAX, Game, RulesError, SearchError, search
from zermelo.games import PongHauKi

OBJECTS = """
from zermelo import MAX, MIN, Game


class Heap:
    def __init__(self, left, turn):
        self.left, self.turn = left, turn


class Take(Game):
    def initial(self):
        return Heap(7, MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [n for n in (1, 2) if n <= state.left]

    def result(self, state, action):
        state.left -= action
        state.turn = 1 - state.turn
        return state

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state):
        return 1 if state.turn == MIN else -1
"""


def test_rules_that_change_an_object_in_its_place_are_told_by_every_command(tmp_path: Path) -> None:
    (tmp_path / "take.py").write_text(OBJECTS)
    for command in ("search", "solve", "play"):
        done = zermelo(command, "take.py", typed="1\n", cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "Take.result() changes the state it is given" in done.stderr


LAZY = (
    OBJECTS.replace("class Heap:", "from functools import cached_property\n\n\nclass Heap:")
    .replace(
        "        self.left, self.turn = left, turn",
        "        self.left, self.turn = left, turn\n\n"
        "    @cached_property\n    def takes(self):\n        return [n for n in (1, 2) if n <= self.left]",
    )
    .replace("[n for n in (1, 2) if n <= state.left]", "state.takes")
    .replace(
        "        state.left -= action\n        state.turn = 1 - state.turn\n        return state",
        "        assert action in state.takes\n        return Heap(state.left - action, 1 - state.turn)",
    )
)
"""Rules whose states work out their moves when first asked, and are right."""


def test_a_state_that_remembers_what_it_worked_out_has_not_changed(tmp_path: Path) -> None:
    (tmp_path / "take.py").write_text(LAZY)
    assert zermelo("search", "take.py", cwd=tmp_path).returncode == 0
    assert "that hold the same are not equal: make Heap" in zermelo("solve", "take.py", cwd=tmp_path).stderr


MARKS = """
from zermelo import MAX, MIN, Game

EMPTY, FULL = object(), object()


class Cells(Game):
    def initial(self):
        return (EMPTY,) * 3, MAX

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [cell for cell in range(3) if state[0][cell] is EMPTY]

    def result(self, state, action):
        return (*state[0][:action], FULL, *state[0][action + 1 :]), 1 - state[1]

    def is_terminal(self, state):
        return EMPTY not in state[0]

    def utility(self, state):
        return 1 if state[1] == MIN else -1
"""
"""A board of marks that are what they are because they are no other."""


def test_marks_that_are_objects_do_not_change(tmp_path: Path) -> None:
    (tmp_path / "cells.py").write_text(MARKS)
    done = zermelo("search", "cells.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "MAX wins in 3 plies" in done.stdout
    done = zermelo("check", "cells.py", "--seconds", "0.5", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_a_list_inside_a_tuple_that_is_changed_is_told(tmp_path: Path) -> None:
    rules = OBJECTS.replace("class Heap:", "from typing import NamedTuple\n\n\nclass Heap(NamedTuple):")
    rules = (
        rules.replace(
            "    def __init__(self, left, turn):\n        self.left, self.turn = left, turn",
            "    heap: list\n    turn: int",
        )
        .replace("Heap(7, MAX)", "Heap([7], MAX)")
        .replace("state.left", "state.heap[0]")
    )
    change = "        state.turn = 1 - state.turn\n        return state"
    (tmp_path / "take.py").write_text(
        rules.replace(change, "        return Heap(state.heap, 1 - state.turn)")
    )
    done = zermelo("search", "take.py", cwd=tmp_path)
    assert "Take.result() changes the state it is given" in done.stderr


def test_a_trace_is_of_what_suits_the_number_of_players() -> None:
    assert "each for themselves" in zermelo("trace", "siege:stones=(2,2,2)").stdout


def test_a_game_without_end_is_estimated_within_its_time(tmp_path: Path) -> None:
    rules = OBJECTS.replace("class Heap:", "from typing import NamedTuple\n\n\nclass Heap(NamedTuple):")
    rules = rules.replace(
        "    def __init__(self, left, turn):\n        self.left, self.turn = left, turn",
        "    left: int\n    turn: int",
    )
    change = "        state.left -= action\n        state.turn = 1 - state.turn\n        return state"
    (tmp_path / "take.py").write_text(
        rules.replace(change, "        return Heap(state.left + action, 1 - state.turn)")
    )
    done = zermelo("solve", "take.py", "--seconds", "0.2", cwd=tmp_path)
    assert "not solved" in done.stdout


def test_what_is_advised_suits_the_game() -> None:
    assert "does not support --lines: use mcts\n" in zermelo("search", "nimn", "--lines", "2").stderr
    assert "nor does any other algorithm for Siege" in zermelo("search", "siege", "--threads", "2").stderr
    assert "from 1 to 10, not 11" in zermelo("play", "tictactoe", "--level", "11").stderr


UNFINISHED = """
from zermelo import MAX, Game


class Half(Game):
    def initial(self):
        return 5

    def to_move(self, state):
        return MAX

    def actions(self, state):
        return [1, 2]
"""


@pytest.mark.parametrize("command", ["play", "search", "solve", "search --moves 1", "trace", "perft 2"])
def test_a_file_that_is_begun_is_told_its_next_rule(command: str, tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(UNFINISHED)
    name, *rest = command.split()
    done = zermelo(name, "half.py", *rest, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "zermelo: Half has no result(): a game needs it\n"


class Counting(Game):
    """From three down to nothing, by ones."""

    def initial(self) -> Any:
        return 3

    def to_move(self, state: Any) -> int:
        return MAX

    def actions(self, state: Any) -> list[int]:
        return [1]

    def result(self, state: Any, action: int) -> Any:
        return state - 1

    def is_terminal(self, state: Any) -> Any:
        return state == 0

    def utility(self, state: Any) -> int:
        return 1


class Returnless(Counting):
    def result(self, state: Any, action: int) -> Any:
        state = state - 1 if state else state


class Endless(Counting):
    def is_terminal(self, state: Any) -> Any:
        state == 0  # noqa: B015


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Returnless, "Returnless: result() returns None, in the position after 1"),
        (Endless, "Endless did not end within 511 plies, and is_terminal() returns None: is a `return` miss"),
    ],
)
def test_a_forgotten_return_is_told(kind: Any, said: str) -> None:
    """The first was called a game without an end, which it is as well."""
    with pytest.raises(RulesError) as caught:
        search(kind(), engine="interpreted", algorithm="minimax")
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("past", [[1, "x"], [[1]], "abc"])
def test_what_never_was_a_position_is_no_past(past: Any) -> None:
    game = PongHauKi()
    with pytest.raises(SearchError, match="is not a state of PongHauKi, such as State"):
        search(game, depth=2, past=past, engine="interpreted")
    assert search(game, depth=2, past=[game.initial()], engine="interpreted").line
