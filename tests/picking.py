"""A game in three files with a number in each, written and searched by processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HELPER = """
def doubled(number):
    return {factor} * number
"""
BASE = """
from zermelo import Game

class Scored(Game):
    payoff = "points"

    def bonus(self, state):
        return {base} * state.picked
"""
PICK = """
from typing import NamedTuple

import numpy as np

from pick_base import Scored
from pick_helper import doubled

CONSTANT = {constant}
WEIGHTS = {weights}
TABLE = np.zeros(10_000, np.int64)
TABLE[5_000] = {element}


class State(NamedTuple):
    picked: int
    turn: int


class Pick(Scored):
    def __init__(self, parameter={parameter}):
        self.parameter = parameter

    def initial(self):
        return State(0, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield 1
        yield 2

    def result(self, state, action):
        return State(action, 1)

    def is_terminal(self, state):
        return state.picked > 0

    def utility(self, state):
        total = state.picked * {rule} + doubled(state.picked) + self.bonus(state)
        return total + CONSTANT + WEIGHTS[1] + TABLE[4_998 + state.picked] + self.parameter
"""
AS_WRITTEN = {
    "factor": 2, "base": 3, "constant": 100, "weights": (5, 1000, 6), "element": 10_000, "parameter": 0,
    "rule": 10,
}  # fmt: skip
ANSWER = 2 * 10 + 2 * 2 + 3 * 2 + 100 + 1000 + 10_000
PLAY = """
import json, os, sys
import zermelo.kernel.compiler.child
from zermelo import search
from pick import Pick

def no_compiler(*_):
    raise AssertionError("compiled again")

if "compiler" not in sys.argv:
    zermelo.kernel.compiler.child.started = no_compiler
report = search(Pick(), engine="compiled")
if "fork" in sys.argv and (child := os.fork()) == 0:
    os._exit(0 if search(Pick(), engine="compiled").score == report.score else 1)
if "fork" in sys.argv:
    assert os.waitpid(child, 0)[1] == 0
print(json.dumps([report.compiled, report.action, report.score.value]))
"""


def write(folder: Path, **edits: Any) -> None:
    """The three files of the game, with some of the numbers changed."""
    numbers = {**AS_WRITTEN, **edits}
    for name, text in (("pick", PICK), ("pick_base", BASE), ("pick_helper", HELPER)):
        (folder / f"{name}.py").write_text(text.format(**numbers))
    (folder / "play.py").write_text(PLAY)


def started(
    folder: Path, kept: Path, *words: str, cwd: Path | None = None, **variables: str
) -> subprocess.Popen[str]:
    chosen = {"ZERMELO_CACHE": str(kept), "PYTHONDONTWRITEBYTECODE": "1", "ZERMELO_COMPILER": "older"}
    environment = {**os.environ, **chosen, **variables}
    command = [sys.executable, str(folder / "play.py"), *words]
    return subprocess.Popen(
        command, cwd=cwd or folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def answer(process: subprocess.Popen[str]) -> Any:
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return json.loads(output)


def kernels(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.kernel"))
