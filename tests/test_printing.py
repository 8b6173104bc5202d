"""What rules print stays out of what the commands print, and is told once."""

from __future__ import annotations

import json
from pathlib import Path

from commanding import zermelo

NOISY = """
import sys
from pprint import pprint
from zermelo import Game
print("hello from the file")
class Noisy(Game):
    repetition = None
    def initial(self): return 5, 0
    def to_move(self, state): return state[1]
    def actions(self, state):
        print("noise", state)
        sys.stdout.write("raw\\n"); sys.stderr.write("worse\\n"); pprint(state)
        return [take for take in (1, 2) if take <= state[0]]
    def result(self, state, action): return state[0] - action, 1 - state[1]
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state): return 1 if state[1] else -1
"""


def test_rules_that_print(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(NOISY)
    found = zermelo("search", f"{tmp_path / 'noisy.py'}", "--nodes", "200", "--engine", "interpreted")
    assert found.stdout.startswith("best ")
    assert not {"noise", "raw", "worse", "hello"} & set(found.stdout.split())
    (line,) = found.stderr.splitlines()
    assert line.startswith("zermelo: the rules printed ")
    assert line.endswith(" characters, which are left out: hello from the file…")


def test_rules_that_print_to_scripts(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(NOISY)
    found = zermelo("search", f"{tmp_path / 'noisy.py'}", "--nodes", "200", "--json")
    assert all(json.loads(line) for line in found.stdout.splitlines())
    assert found.stderr == ""


def test_rules_that_print_nothing_are_not_mentioned() -> None:
    assert zermelo("search", "tictactoe", "--nodes", "200", "--engine", "interpreted").stderr == ""
