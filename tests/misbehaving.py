"""A game whose faults are parameters, and how its sentences are read: one unit for many tests."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from budget import PATIENCE

from zermelo import (
    Game,
    ZermeloError,
    search,
    updated,
)

STREAM, SEARCH = sys.modules["zermelo.running.stream"], sys.modules["zermelo.running.search"]
RULES = Path(__file__)
FILES = [RULES, *sorted(RULES.parent.glob("test_misbehaviour*.py"))]
"""Where lines are marked with the fault that they have."""
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
    ((file, number),) = (
        (file, number)
        for file in FILES
        for number, text in enumerate(file.read_text().splitlines(), 1)
        if text.endswith(f"# ! {fault}")
    )
    return f"{file}, line {number}"


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


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    yield
    until = time.monotonic() + PATIENCE
    while searching() and time.monotonic() < until:
        time.sleep(0.01)
    assert searching() == []


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


PRELUDE = f"""
import sys, threading, time
sys.path.insert(0, {str(Path(__file__).parent)!r})
import misbehaving as t
from zermelo import search, analyse
game = t.Trouble()
"""


def child(text: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PRELUDE + text]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
