"""A unit is lowered once, and again as soon as anything it was made from has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from budget import INTERPRETED_FIRST

from zermelo import MAX, CannotCompile, Game, Tree, search
from zermelo.interfaces.load import game_from
from zermelo.kernel.compiler import memo, seen
from zermelo.kernel.compiler.lower import Lowering

BONUS = 1
WEIGHTS = [10, 20, 30]


def helper(action: int) -> int:
    return action


class State(NamedTuple):
    picked: int


class Pick(Game):
    """One move of MAX; worth what the constants, the helper, the parameter and the array make of it."""

    payoff = "points"

    def __init__(self, factor: int = 1) -> None:
        self.factor = factor
        self.table = np.array([100, 200, 300])

    def initial(self) -> State:
        return State(-1)

    def to_move(self, state: State) -> int:
        return MAX

    def actions(self, state: State) -> Iterator[int]:
        for action in range(3):  # noqa: UP028
            yield action

    def result(self, state: State, action: int) -> State:
        return State(action)

    def is_terminal(self, state: State) -> bool:
        return state.picked >= 0

    def utility(self, state: State) -> int:
        return self.factor * (BONUS + helper(state.picked)) + WEIGHTS[state.picked] + self.table[state.picked]


def best(game: Any, engine: str = "interpreted") -> Any:
    return search(game, engine=engine).score.value


@pytest.fixture
def lowerings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often something was lowered."""
    counted: list[int] = []
    lower = Lowering.lower
    monkeypatch.setattr(memo, "_memos", {})
    monkeypatch.setattr(
        Lowering, "lower", lambda self, algorithm: counted.append(1) or lower(self, algorithm)
    )
    return counted


def test_the_same_game_is_lowered_once(lowerings: list[int]) -> None:
    assert [best(Pick()), best(Pick()), best(Pick())] == [333, 333, 333]
    assert len(lowerings) == 1


def test_another_tree_is_not_another_lowering(lowerings: list[int]) -> None:
    for seed in range(5):
        tree = Tree.random(3, 3, seed=seed)
        assert best(tree) == best(tree.reordered("reversed"))
    assert len(lowerings) == 1


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_whatever_changes_gives_the_new_answer(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Pick()
    assert best(game, engine) == 333
    game.factor = 2
    assert best(game, engine) == 336
    game.table[2] = 1000
    assert best(game, engine) == 1036
    game.table = np.array([5, 6, 7])
    assert best(game, engine) == 43
    monkeypatch.setitem(globals(), "BONUS", 11)
    assert best(game, engine) == 63
    WEIGHTS[2] = 31
    try:
        assert best(game, engine) == 64
    finally:
        WEIGHTS[2] = 30
    monkeypatch.setitem(globals(), "helper", other_helper)
    assert best(game, engine) == 59
    monkeypatch.setattr(Pick, "to_move", minimising)
    assert best(game, engine) == 15 + 22


def other_helper(action: int) -> int:
    return 0


def minimising(self: Any, state: State) -> int:
    return 1


@pytest.mark.long
def test_an_array_of_another_kind_is_another_unit() -> None:
    game = Pick()
    game.table = np.array([0.5, 0.25, 0.125])
    assert best(game) == best(game, "compiled") == 33.125


EDITED = """
from zermelo import MAX, Game

class Edited(Game):
    payoff = "points"

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return MAX

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return (1, action)

    def is_terminal(self, state):
        return state[0] == 1

    def unused(self, state):
        return -7

    def utility(self, state):
        return 7
"""


def test_a_file_that_is_edited_after_its_import_plays_as_it_was_imported(tmp_path: Path) -> None:
    """Its lines are no longer those of the rules that are loaded."""
    file = tmp_path / "edited.py"
    file.write_text(EDITED)
    game = game_from(str(file))
    file.write_text(EDITED.replace("return -7", "return -9").replace("return 7", "return 8"))
    assert best(game) == game.utility((1, 1)) == 7
    with pytest.raises(CannotCompile, match="its file was changed after it was imported: import it again"):
        best(game, "compiled")
    assert best(game_from(str(file))) == best(game_from(str(file)), "compiled") == 8


class Texts(NamedTuple):
    cells: tuple[str, str]


class Marks(Game):
    """Texts in the state: a few games are looked at for its shape."""

    def __init__(self, empty: str = ".") -> None:
        self.empty = empty

    def initial(self) -> Texts:
        return Texts((self.empty, self.empty))

    def to_move(self, state: Texts) -> int:
        return MAX

    def actions(self, state: Texts) -> list[int]:
        return [place for place in range(2) if state.cells[place] != "X"]

    def result(self, state: Texts, action: int) -> Texts:
        return Texts(("X", state.cells[1]) if action == 0 else (state.cells[0], "X"))

    def is_terminal(self, state: Texts) -> bool:
        return "X" in state.cells

    def utility(self, state: Texts) -> int:
        return 1


def test_games_are_looked_at_once_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Any] = []

    def noted(game: Any, state: Any, games: int, found: Any) -> None:
        looks.append(state)
        played(game, state, games, found)

    played = seen.play_some_games
    monkeypatch.setattr(seen, "play_some_games", noted)
    best(Marks())
    assert looks
    count = len(looks)
    best(Marks())
    assert len(looks) == count
    best(Marks(" "))
    assert len(looks) > count


WORTH = {1: 5, 2: 7}


class Looked(Pick):
    """The same, over the pairs of a constant dictionary."""

    def utility(self, state: State) -> int:
        return sum(worth for key, worth in WORTH.items() if key == state.picked)


def test_a_method_of_a_constant_is_the_same_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert best(Looked()) == 7
    with monkeypatch.context() as patched:
        patched.setattr(Lowering, "lower", None)
        assert best(Looked()) == 7
    monkeypatch.setitem(WORTH, 2, 9)
    assert best(Looked()) == 9


class Bare:
    """Rules without a base class: what they leave out, every game has."""

    def initial(self) -> int:
        return 3

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> list[int]:
        return [1, 2] if state > 1 else [1]

    def result(self, state: int, action: int) -> int:
        return state - action

    def is_terminal(self, state: int) -> bool:
        return state == 0

    def utility(self, state: int) -> int:
        return 1


def test_rules_without_a_base_are_lowered_once(lowerings: list[int]) -> None:
    for _ in range(3):
        search(Bare(), algorithm="alphabeta", engine="interpreted")
    assert len(lowerings) == 1
