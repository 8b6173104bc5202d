"""`check --fix`: the edit that lets rules compile."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from budget import PATIENCE
from commanding import printed, zermelo

from zermelo.checking.fixes import edits

MATCHES = '''"""A game of matches, written freely."""

from dataclasses import dataclass
from typing import NamedTuple

from helpers import HALF
from zermelo import Game


class State(NamedTuple):
    left: int
    turn: int


@dataclass
class Taken:
    count: int


def noted(function):
    return function


class Matches(Game):
    def initial(self):
        return State(9, 0)

    def to_move(self, state):
        return state.turn

    @noted
    def actions(self, state):
        for n in set(range(1, min(3, state.left) + 1)):
            if n > 2:
                return
            yield n

    def result(self, state, action):
        import math  # for no good reason

        taken = Taken(action)
        return State(state.left - math.floor(taken.count), 1 - state.turn)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state):
        sizes = list(range(5))
        del sizes[1:3]
        half = (n for n in sizes)
        key = lambda x, y=2: x * y
        return (1 if state.turn else -1) * (key(1) - HALF) + 0 * sum(half){more}
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "helpers.py").write_text("HALF = 1\n")
    return tmp_path


def patched(text: str, diff: str) -> str:
    """What `patch` makes of a file."""
    lines, made, at = text.splitlines(), list[str](), 0
    for line in diff.splitlines()[2:]:
        if hunk := re.match(r"@@ -(\d+)", line):
            made += lines[at : int(hunk[1]) - 1]
            at = int(hunk[1]) - 1
            continue
        if line[0] != "+":
            assert lines[at] == line[1:]
            at += 1
        made += [line[1:]] if line[0] != "-" else []
    return "\n".join([*made, *lines[at:]]) + "\n"


def test_the_edit_is_a_patch_that_compiles_and_writes_nothing(folder: Path) -> None:
    file = folder / "matches.py"
    file.write_text(text := MATCHES.format(more=""))
    shown = printed("check", str(file), "--fix", "--seconds", "0.5")
    assert file.read_text() == text
    assert "With this edit the rules compile" in shown
    edited = patched(text, shown[shown.index("--- matches.py") : shown.index("With this edit")])
    for line in (
        "\nimport math\nfrom dataclasses",
        "@dataclass(frozen=True)",
        "sizes = sizes[:1] + sizes[3:]",
    ):
        assert line in edited
    for line in ("half = [n for n in sizes]", "lambda x: x * 2", "in sorted(set(range("):
        assert line in edited
    assert "@noted" not in edited
    file.write_text(edited)
    assert "The rules compile as they are." in printed("check", str(file), "--fix", "--wait", str(PATIENCE))


def test_what_is_left_to_do_by_hand_is_said(folder: Path) -> None:
    file = folder / "matches.py"
    file.write_text(
        MATCHES.format(more="\n\n    def evaluate(self, state):\n        return len(repr(state.left))")
    )
    shown = json.loads(printed("check", str(file), "--fix", "--json", "--seconds", "0.5"))
    assert "+        key = lambda x: x * 2" in shown["edit"]
    assert shown["still_refused"].startswith("matches.py, line 55: repr() cannot be compiled")


@pytest.mark.long
def test_what_needs_no_edit_or_has_none_gets_none(folder: Path) -> None:
    """Built in; homework; rules with a fault."""
    assert printed("check", "nim", "--fix", "--seconds", "0.5").endswith("The rules compile as they are.\n")
    homework = Path(__file__).parent / "homework" / "cs50_solution.py"
    shown = printed("check", str(homework), "--fix", "--seconds", "0.5", "--grading", "0").splitlines()[-1]
    assert shown.startswith("To be edited by hand: homework in the words of CS50")
    (folder / "matches.py").write_text(MATCHES.format(more="").replace("1 - state.turn", "7"))
    shown = zermelo("check", str(folder / "matches.py"), "--fix", "--seconds", "0.5").stdout
    assert shown.endswith("No edit was looked for: the faults come first.\n")


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        ("def f():\n    import math; return 1\n", 2, "import math\ndef f():\n    pass; return 1\n"),
        ('"""Doc."""\ndef f():\n    import math\n', 3, '"""Doc."""\nimport math\ndef f():\n'),
        ("x = [c for c in {1, 2}]\n", 1, "x = [c for c in sorted({1, 2})]\n"),
        ("è = tuple({1, 2})\n", 1, "è = tuple(sorted({1, 2}))\n"),
        (
            "@dataclass(order=True)\nclass A:\n    n: int\nA(1)\n",
            4,
            "@dataclass(order=True, frozen=True)\nclass A:\n    n: int\nA(1)\n",
        ),
        ("class A(enum.Flag):\n    B = 1\nA.B\n", 3, "class A(enum.IntEnum):\n    B = 1\nA.B\n"),
        (
            "from enum import Flag\nclass A(Flag):\n    B = 1\nA.B\n",
            4,
            "from enum import IntEnum\nfrom enum import Flag\nclass A(IntEnum):\n    B = 1\nA.B\n",
        ),
        ("del a[i]\n", 1, "a = a[:i] + a[i + 1:]\n"),
        ("del a[:2]\n", 1, "a = a[2:]\n"),
        ("del a[:]\n", 1, "a = []\n"),
    ],
)
def test_edits(before: str, line: int, after: str) -> None:
    assert after in list(edits(before, line))
