"""Rules as text, run as machine code and by Python: what the tests of kernel/machine compare."""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.game import Game
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.options import Options
from zermelo.kernel.run import Run, State, Value

HEAD = """
from __future__ import annotations

import contextlib
import functools
import itertools
import math
import operator
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from zermelo import MAX, MIN, Bits, Game, updated


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Pair:
    left: int
    right: int

    def total(self):
        return self.left + self.right


class Rules(Game):
    class State(NamedTuple):
        cells: tuple[int, ...]
        n: int
        flag: bool
        part: float

    def initial(self):
        return self.State((2, 0, 1, 1, 0, 2), 3, True, 0.5)

    def to_move(self, state):
        return MAX

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return state

    def is_terminal(self, state):
        return state.n == 99

    def utility(self, state):
        return 0

"""
STATES = [
    ((2, 0, 1, 1, 0, 2), 3, True, 0.5),
    ((0, 0, 0, 0, 0, 0), 0, False, 0.0),
    ((5, 4, 3, 2, 1, 0), -2, True, -1.75),
    ((1, 1, 2, 2, 1, 1), 7, False, 2.5),
]


def asked(game: Game, state: State, run: Run) -> Value:
    """EVAL, and nothing else."""
    return game.evaluate(state)


def rules(text: str, folder: Path, name: str) -> Any:
    """A game with these methods: a whole class body, or the body of evaluate()."""
    body = textwrap.dedent(text).strip("\n")
    if not body.startswith(("def ", "@", "class ", "TABLE")) or "def evaluate" not in body:
        body = "def evaluate(self, state):\n" + textwrap.indent(body, "    ")
    path = folder / f"{name}.py"
    path.write_text(HEAD + textwrap.indent(body, "    ") + "\n")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module.Rules()


def answers(game: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Of each state: what machine code says and what Python says; classes of exceptions."""
    start = game.initial()
    machine = Machine(game, asked, Options(outcome=False), False, start)
    for cells, n, flag, part in STATES:
        state = type(start)(cells, n, flag, part)
        try:
            wanted: Any = game.evaluate(state)
        except Exception as error:
            wanted = type(error).__name__
        run = machine.new_run()
        try:
            machine.place(run, state)
            machine.execute(run)
            found: Any = machine.number(run.value)
        except Exception as error:
            found = type(error).__name__
        yield state, found, wanted


def same(found: Any, wanted: Any) -> bool:
    if isinstance(found, float) and isinstance(wanted, float) and found != found:
        return wanted != wanted
    if found == "OverflowError" and not isinstance(wanted, str):
        return True  # beyond 64 bits: said, not wrapped
    return bool(found == wanted)


def judged(text: str, folder: Path, name: str) -> str:
    """ "same", or a sentence: what is refused, or what is different."""
    try:
        for state, found, wanted in answers(rules(text, folder, name)):
            if not same(found, wanted):
                return f"WRONG machine {found!r} python {wanted!r} of {state}"
    except CannotCompile as error:
        return f"refused: {error}"
    return "same"
