"""The game that `zermelo new` writes: forty lines that already play, and their test."""

from __future__ import annotations

import keyword
from pathlib import Path

from zermelo.errors import SearchError
from zermelo.kernel.files import write_together

RULES = '''"""{title}: take one, two or three matches; whoever takes the last one wins."""

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class {title}(Game):
    class State(NamedTuple):
        matches: int
        turn: int

    def __init__(self, matches: int = 12):
        self.matches = matches

    def initial(self):
        return self.State(self.matches, MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for taken in range(1, min(3, state.matches) + 1):
            yield taken

    def result(self, state, taken):
        return self.State(state.matches - taken, 1 - state.turn)

    def is_terminal(self, state):
        return state.matches == 0

    def utility(self, state):
        """MAX's payoff: 1 if MAX took the last match, -1 if MIN did."""
        return 1 if state.turn == MIN else -1

    def show(self, state):
        return "|" * state.matches or "(no matches left)"
'''

TEST = """from {name} import {title}

from zermelo import MIN, search


def test_a_multiple_of_four_is_lost_for_the_player_to_move():
    assert search({title}(12)).score.winner == MIN


def test_compiled_and_interpreted_agree():
    answers = {{str(search({title}(11), engine=engine).score) for engine in ("compiled", "interpreted")}}
    assert answers == {{"MAX wins in 5 plies"}}
"""


def write_template(name: str) -> list[Path]:
    """Write NAME.py and test_NAME.py here, for NAME or NAME.py; files that exist are never overwritten."""
    name = name.removesuffix(".py")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise SearchError("not_a_file_name", name=name)
    files = {Path(f"{name}.py"): rules(name), Path(f"test_{name}.py"): filled(TEST, name)}
    for path in files:
        if path.exists():
            raise SearchError("file_exists", path=path)
    write_together(files)
    return list(files)


def rules(name: str) -> str:
    """The text of NAME.py."""
    return filled(RULES, name)


def filled(text: str, name: str) -> str:
    title = "".join(part.capitalize() for part in name.split("_")) or name
    return text.format(name=name, title=title)
