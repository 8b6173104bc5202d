"""solve() by a table: its limits, what it leaves out, and why it builds one."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import pytest
from budget import PATIENCE

from zermelo import Game, solve
from zermelo.games import PongHauKi
from zermelo.strong import build


class Take(Game):
    """Take one or two; whether a position can come again is not said."""

    class State(NamedTuple):
        left: int
        turn: int

    def initial(self) -> Any:
        return self.State(7, 0)

    def to_move(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Any:
        return [take for take in (1, 2) if take <= state.left]

    def result(self, state: Any, action: Any) -> Any:
        return self.State(state.left - action, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.left == 0)

    def utility(self, state: Any) -> int:
        return 1 if state.turn else -1


class Rotating(Take):
    """Every position is met again after another number of plies, two heaps going round."""

    def actions(self, state: Any) -> Any:
        return [1]

    def result(self, state: Any, action: Any) -> Any:
        return self.State(state.left % 7 + 1, 1 - state.turn)


class OneByOne(Take):
    """Each position after one number of plies only."""

    def actions(self, state: Any) -> Any:
        return [1]


def test_values_are_left_out_of_a_table_too() -> None:
    assert solve(PongHauKi(), engine="interpreted").values
    assert solve(PongHauKi(), engine="interpreted", values=False).values == {}


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Take(), "Take does not say whether one can come again: if none can, write repetition = None"),
        (Rotating(), "Rotating does not say whether one can come again"),
        (OneByOne(), "OneByOne does not say that none comes again; none does: write repetition = None"),
        (type("Said", (Rotating,), {"repetition": 0})(), ""),
        (type("Silent", (OneByOne,), {"repetition": None})(), ""),
        (PongHauKi(), ""),
    ],
)
def test_why_every_position_is_solved(game: Any, why: str) -> None:
    found = solve(game, engine="interpreted").why_algorithm
    assert why in found if why else found == ""


def test_a_compile_counts_where_there_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    enough = threading.Event()

    def slow(*_: Any, **__: Any) -> None:
        enough.wait(PATIENCE)
        raise MemoryError

    monkeypatch.setattr(build, "bound_for", slow)
    try:
        found = solve(Take(), seconds=0.05)
        assert not enough.is_set()
    finally:
        enough.set()
    assert not found.solved
    assert "the time was over before there was machine code" in found.why_interpreted
