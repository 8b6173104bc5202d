"""Proofs under limits, with faults in the rules, far down the path."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from budget import INTERPRETED_FIRST, PATIENCE, in_turn
from rooms import OPEN, Graph

from zermelo import MAX, MIN, Game, RulesError, SearchError, Tree
from zermelo.games import ConnectFour, Kalah, TicTacToe
from zermelo.prove import prove

# -- limits and faults -------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", in_turn(["interpreted", "auto"], ["compiled"]))
def test_limits(engine: str) -> None:
    game = ConnectFour(7, 6)
    prove(game, nodes=1, engine=engine)  # what is slow the first time
    found = prove(game, nodes=2000, engine=engine)
    assert (found.answer, found.action, found.line) == (None, None, ())
    assert found.nodes <= 2000
    assert "may or may not" in str(found)
    started = time.perf_counter()
    found = prove(game, seconds=0.3, engine=engine, memory=0.01)
    assert found.answer is None
    assert time.perf_counter() - started < PATIENCE
    assert not [thread for thread in threading.enumerate() if thread.name == "zermelo search"]


@pytest.mark.long
def test_the_compiled_search_takes_over() -> None:
    prove(ConnectFour(7, 6), nodes=10, engine="compiled")  # now it is in the cache
    assert prove(ConnectFour(7, 6), nodes=300_000).compiled


def test_ctrl_c() -> None:
    text = """
import os, signal, threading
from zermelo.games import ConnectFour
from zermelo.prove import prove
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    prove(ConnectFour(7, 6), engine="interpreted")
except KeyboardInterrupt:
    print([thread.name for thread in threading.enumerate() if thread.name == "zermelo search"])
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300)
    assert done.stdout == "[]\n", done.stderr


class Chain(Game):
    """So many steps, one after another."""

    repetition = None

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> Iterator[int]:
        yield 1

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_terminal(self, state: int) -> bool:
        return state == self.steps

    def utility(self, state: int) -> int:
        return 1


class EndlessChain(Chain):
    repetition = 0


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("kind", [Chain, EndlessChain])
def test_long_games(kind: Any, engine: str) -> None:
    found = prove(kind(500), engine=engine)
    assert found.answer is True
    assert len(found.line) == 500
    with pytest.raises(SearchError, match="did not end within 510 plies: a proof cannot look that far"):
        prove(kind(600), engine=engine)


class Trouble(Chain):
    """Something is wrong three steps from the start."""

    def __init__(self, kind: int) -> None:
        super().__init__(5)
        self.kind = kind

    def to_move(self, state: int) -> int:
        return 5 if state == 3 and self.kind == 1 else state % 2

    def actions(self, state: int) -> Iterator[int]:
        if state != 3 or self.kind != 2:
            yield 1

    def result(self, state: int, action: int) -> int:
        if state == 3 and self.kind == 3:
            raise ValueError("no way")
        return state + action

    def utility(self, state: int) -> int:
        return 2 if self.kind == 4 else 1


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (1, r"to_move\(\) returns 5 in the position after 1, 1, 1"),
        (2, r"actions\(\) yields no action in the position after 1, 1, 1"),
        (3, r"raised ValueError.* in the position after 1, 1, 1"),
        (4, r"utility\(\) returns 2 in the position after 1, 1, 1, 1, 1"),
    ],
)
def test_rules_that_break_their_promises(kind: int, said: str, engine: str) -> None:
    with pytest.raises(RulesError, match=said):
        prove(Trouble(kind), engine=engine)


def test_questions_that_cannot_be_asked() -> None:
    for wanted in ({"player": 2}, {"player": True}, {"player": "MAX"}, {"target": "lose"}, {"target": 5}):
        with pytest.raises(SearchError, match="must be"):
            prove(TicTacToe(), **wanted)  # type: ignore[arg-type]
    for wanted in ({"target": "lose"}, {"target": None}, {"target": float("nan")}, {"target": True}):
        with pytest.raises(SearchError, match="target must be 'win', 'draw' or a number of points"):
            prove(Kalah(2, 2), **wanted)  # type: ignore[arg-type]
    for wanted in ({"nodes": -1}, {"seconds": "soon"}, {"memory": 0}, {"engine": "fast"}):
        with pytest.raises(SearchError):
            prove(TicTacToe(), **wanted)  # type: ignore[arg-type]
    with pytest.raises(SearchError, match="chance"):
        prove(Tree.random(chance=0.5))


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "auto"])
def test_a_game_that_is_over(engine: str) -> None:
    state = TicTacToe().parse("XXX/OO./...")
    found = prove(TicTacToe(), state, engine=engine)
    assert (found.answer, found.action, found.line, found.player) == (True, None, (), MAX)
    assert prove(TicTacToe(), state, player=MIN, target="draw").answer is False


def test_the_answer_in_words() -> None:
    said = str(prove(TicTacToe(), TicTacToe().parse("XX./OO./..."), engine="interpreted"))
    assert said.startswith("MAX forces a win: 2; ")
    assert said.endswith("s, interpreted")
    assert str(prove(TicTacToe(), target="draw", player=MIN)).startswith("MIN forces at least a draw: ")
    assert str(prove(Kalah(2, 2), target=3)).startswith("MAX cannot force 3 or more: ")


# -- reliances far down the path ---------------------------------------------------------------------


class Ways(Graph):
    """Rooms given by name: whose turn it is and where the doors lead, or the payoff where it ends."""

    def __init__(self, rooms: dict[str, Any]) -> None:
        names = {name: index for index, name in enumerate(rooms)}
        ways = [[] if isinstance(room, int) else room[1] for room in rooms.values()]
        self.ends = np.array([room if isinstance(room, int) else OPEN for room in rooms.values()])
        self.turns = np.array([0 if isinstance(room, int) else room[0] for room in rooms.values()])
        self.doors = np.array([len(targets) for targets in ways])
        self.ways = np.zeros((len(ways), max(map(len, ways))), np.int64)
        for index, targets in enumerate(ways):
            for door, target in enumerate(targets):
                self.ways[index, door] = names[target]


def far_away(before: int, between: int) -> Ways:
    """B seems lost because X leads back to A, which is above it on one path and not on the other."""
    places: dict[str, Any] = {}
    for step in range(before):
        places[f"p{step}"] = (1, [f"p{step + 1}" if step < before - 1 else "R"])
    places |= {"R": (1, ["B", "A"]), "A": (0, ["X0", "W0"]), "B": (0, ["X0", "Z0", "Z1", "Z2", "Z3"])}
    places |= {f"X{step}": (0, [f"X{step + 1}"]) for step in range(between)} | {f"X{between}": (0, ["A"])}
    for number in range(4):
        places |= {f"Z{number}": (0, [f"Y{number}"]), f"Y{number}": (0, ["draw"])}
    for number in range(6):
        places |= {f"W{number}": (1, [f"W{number + 1}", f"V{number}"]), f"V{number}": (0, ["win"])}
    return Ways(places | {"W6": (0, ["win"]), "win": 1, "draw": 0})


@pytest.mark.parametrize("before", [0, 1, 5, 58, 59, 60, 61, 62, 63, 64, 100])
def test_reliances_deep_down(before: int) -> None:
    for between in (0, 1, 3):
        game = far_away(before, between)
        assert prove(game, player=MAX, target="win", engine="interpreted").answer
        assert not prove(game, player=MIN, target="draw", engine="interpreted").answer
