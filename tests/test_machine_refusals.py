"""What is refused: the guilty line and construct, and that the advice works when it is followed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import machine_rows
import pytest


class Row(NamedTuple):
    """A rule that is refused."""

    rule: str
    at: str
    """What stands in the line that is named."""
    words: str
    """Words of the sentence: the construct, and the advice."""
    right: str
    """The rule as the advice says."""


ROWS = {
    "a function of two": Row(
        "f = min if state.flag else max\nreturn f(state.cells)",
        "f = min",
        "`min` here and `max` there cannot be compiled; call each of them in its own branch",
        "return min(state.cells) if state.flag else max(state.cells)",
    ),
    "a lambda of two": Row(
        "f = (lambda x: x + 1) if state.flag else (lambda x: x)\nreturn f(state.n)",
        "f = (lambda",
        "call each of them in its own branch",
        "f = lambda x: x + 1\ng = lambda x: x\nreturn f(state.n) if state.flag else g(state.n)",
    ),
    "a file": Row(
        "with open('x') as f:\n    pass\nreturn 1",
        "with open",
        "write what it does before and after the block, with try and finally",
        "try:\n    pass\nfinally:\n    pass\nreturn 1",
    ),
    "the parts of an exception": Row(
        "try:\n    return 10 // state.n\nexcept ZeroDivisionError as error:\n    return len(error.args)",
        "error.args",
        "`.args` of an exception that was caught cannot be compiled; decide by the class",
        "try:\n    return 10 // state.n\nexcept ZeroDivisionError:\n    return 1",
    ),
    "stars before a default": Row(
        "xs = [c for c in state.cells if c]\ndef f(a, b=1):\n    return a + b\nreturn f(*xs)",
        "return f(*xs)",
        "`f(*xs)`, where it is not known how many arguments there are, cannot be compiled; "
        "write the arguments out",
        "xs = [c for c in state.cells if c]\ndef f(a, b=1):\n    return a + b\nreturn f(xs[0], xs[1])",
    ),
    "combinations of some": Row(
        "return sum(1 for p in itertools.combinations(state.cells, state.n + 3))",
        "itertools",
        "combinations() of a number that is not known cannot be compiled; write the number",
        "return sum(1 for p in itertools.combinations(state.cells, 3))",
    ),
    "a class in a function": Row(
        "class P:\n    pass\nreturn 1",
        "class P",
        "the class P in a function cannot be compiled; write it outside, in the module",
        "return Point(1, state.n).y",
    ),
    "global": Row(
        "global COUNT\nCOUNT = 1\nreturn COUNT",
        "global COUNT",
        "keep what changes in the state, or in a local variable",
        "COUNT = 1\nreturn COUNT",
    ),
    "an attribute of the game": Row(
        "self.count = state.n\nreturn 1",
        "self.count",
        "`self.count = …`, which changes something that all states share, cannot be compiled; "
        "keep it in the state",
        "count = state.n\nreturn 1",
    ),
    "a generator twice": Row(
        "g = (c for c in state.cells)\nreturn max(g) + len(list(g))",
        "return max(g)",
        "gone through more than once cannot be compiled; make a list of its elements and go through that",
        "g = [c for c in state.cells]\nreturn max(g) + len(list(g))",
    ),
    "a generator in a loop": Row(
        "g = (c for c in state.cells)\nt = 0\nfor i in range(state.n):\n    t += sum(g)\nreturn t",
        "t += sum(g)",
        "make a list of its elements and go through that",
        "g = list(c for c in state.cells)\nt = 0\nfor i in range(state.n):\n    t += sum(g)\nreturn t",
    ),
    "a list that changes after it was yielded": Row(
        """
        def walk(n, path):
            if n == 0:
                yield path
                return
            for k in (1, 2):
                if k <= n:
                    path.append(k)
                    yield from walk(n - k, path)
                    path.pop()
        return sum(len(p) * p[0] for p in walk(abs(state.n) + 1, []))
        """,
        "yield path",
        "a list in `yield` that walk() changes cannot be compiled; yield a copy of it, such as path[:]",
        """
        def walk(n, path):
            if n == 0:
                yield path[:]
                return
            for k in (1, 2):
                if k <= n:
                    path.append(k)
                    yield from walk(n - k, path)
                    path.pop()
        return sum(len(p) * p[0] for p in walk(abs(state.n) + 1, []))
        """,
    ),
    "chance in a rule": Row(
        "import random\nreturn random.randint(0, 3) * 0",
        "random.randint",
        "randint() cannot be compiled",
        "return 0",
    ),
    "what all states share": Row(
        "def evaluate(self, state):\n    self.SEEN.append(state.n)\n    return len(self.SEEN) * 0\nSEEN = []",
        "self.SEEN.append",
        "append() of something that all states share cannot be compiled; make a copy of it first",
        "def evaluate(self, state):\n    seen = list(self.SEEN)\n    seen.append(state.n)\n"
        "    return len(seen)\nSEEN = []",
    ),
    "a list that all states share, as an argument": Row(
        "def evaluate(self, state):\n    self.add(self.SEEN, state.n)\n    return 1\n"
        "def add(self, cells, n):\n    cells.append(n)\nSEEN = [1]",
        "cells.append(n)",
        "a change of a list that all states share cannot be compiled; copy it first, with list(…)",
        "def evaluate(self, state):\n    self.add(list(self.SEEN), state.n)\n    return 1\n"
        "def add(self, cells, n):\n    cells.append(n)\nSEEN = [1]",
    ),
    "a decorator": Row(
        "@functools.wraps(min)\ndef f(x):\n    return x\nreturn f(3)",
        "@functools.wraps",
        "`@functools.wraps(min)` in a function cannot be compiled; leave it out",
        "def f(x):\n    return x\nreturn f(3)",
    ),
    "an iterator beside a generator": Row(
        "it = iter(state.cells)\ng = (c for c in state.cells if c)\nreturn sum(a * b for a, b in zip(it, g))",
        "zip(it, g)",
        "zip() of an iterator beside a generator cannot be compiled; make lists of them first",
        "it = list(state.cells)\ng = [c for c in state.cells if c]\nreturn sum(a * b for a, b in zip(it, g))",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_refused_by_line(name: str, tmp_path: Path) -> None:
    row, module = ROWS[name], f"refused_{list(ROWS).index(name)}"
    said = machine_rows.judged(row.rule, tmp_path, module)
    assert said.startswith("refused: ")
    assert row.words in said
    place = re.search(r"line (\d+)", said)
    assert place is not None
    lines = (tmp_path / f"{module}.py").read_text().splitlines()
    assert row.at in lines[int(place[1]) - 1]


@pytest.mark.parametrize("name", ROWS)
def test_advice_works(name: str, tmp_path: Path) -> None:
    assert machine_rows.judged(ROWS[name].right, tmp_path, f"right_{list(ROWS).index(name)}") == "same"


def test_no_word_of_the_compiler(tmp_path: Path) -> None:
    foreign = re.compile(r"LLVM|shape|unit|world|IR\b|Traceback|object at 0x")
    for number, row in enumerate(ROWS.values()):
        assert not foreign.search(
            machine_rows.judged(row.rule, tmp_path, f"words_{number}").replace(str(tmp_path), "")
        )
