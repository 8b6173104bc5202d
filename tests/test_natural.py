"""Games as people write them: they compile as they are, and both worlds find the same."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from budget import every, in_turn
from natural_games import NATURAL, Natural

import zermelo
from zermelo import ZermeloError
from zermelo.algorithms.alphabeta import alphabeta
from zermelo.kernel.bind import Compiled
from zermelo.kernel.options import Options

ALGORITHMS = ("alphabeta", "pvs")
FIRST = [game for game in NATURAL if game.module in ("class_clobber", "blind_isolation")]


def named(value: Any) -> str:
    return value.module if isinstance(value, Natural) else str(value)


def test_there_are_enough_of_them() -> None:
    assert len(NATURAL) >= 30
    assert 3 * sum(game.blind for game in NATURAL) >= 30


@pytest.mark.parametrize("natural", NATURAL, ids=named)
def test_they_say_whose_style_they_follow(natural: Natural) -> None:
    text = sys.modules[type(natural.make()).__module__].__doc__ or ""
    assert natural.blind == ("nothing at hand but the six method names" in text)


@pytest.mark.parametrize("natural", every(4, NATURAL), ids=named)
def test_a_text_for_the_machine_is_written(natural: Natural) -> None:
    assert Compiled(natural.make(), alphabeta, Options(), False).unit.written.text


@pytest.mark.parametrize("natural", every(12, NATURAL), ids=named)
def test_they_are_searched_and_solved_interpreted(natural: Natural) -> None:
    report = zermelo.search(natural.make(), depth=2, engine="interpreted", memory=1)
    assert report.line
    assert zermelo.solve(natural.make(), engine="interpreted", seconds=0.1) is not None


def found(natural: Natural, algorithm: Any, engine: Any) -> tuple[Any, ...]:
    """At equal table size: the interpreted one has a limit of its own."""
    given: dict[str, Any] = {"memory": 1} if algorithm == "pvs" else {}
    report = zermelo.search(
        natural.make(), algorithm=algorithm, depth=natural.depth, engine=engine, values=True, **given
    )
    assert engine == "interpreted" or not report.why_interpreted
    return report.score, report.nodes, report.line, report.values


PAIRS = [(game, algorithm) for game in NATURAL for algorithm in ALGORITHMS]
QUICK = [(game, "alphabeta") for game in FIRST]


@pytest.mark.parametrize(
    ("natural", "algorithm"),
    in_turn(QUICK, [pair for pair in PAIRS if pair not in QUICK], several=True),
    ids=named,
)
def test_both_worlds_find_the_same(natural: Natural, algorithm: str) -> None:
    interpreted, compiled = (found(natural, algorithm, engine) for engine in ("interpreted", "compiled"))
    assert interpreted == compiled
    assert all(type(action) is type(other) for action, other in zip(interpreted[2], compiled[2], strict=True))


@pytest.mark.parametrize(
    "natural", in_turn(FIRST[:1], [g for g in NATURAL if g not in FIRST[:1]]), ids=named
)
def test_check_has_nothing_to_say(natural: Natural) -> None:
    assert zermelo.check(natural.make(), seconds=0.5, compile=False) == []


class ShrinkingNim(zermelo.Game):
    """A heap that is empty is gone, as many write it: the next state is shorter than the first."""

    def initial(self):
        return (1, 2, 3), True

    def to_move(self, state):
        return zermelo.MAX if state[1] else zermelo.MIN

    def actions(self, state):
        return [(i, k) for i, heap in enumerate(state[0]) for k in range(1, heap + 1)]

    def result(self, state, action):
        heaps = list(state[0])
        heaps[action[0]] -= action[1]
        return tuple(heap for heap in heaps if heap), not state[1]

    def is_terminal(self, state):
        return not state[0]

    def utility(self, state):
        return -1 if state[1] else 1


def test_states_that_grow_shorter_are_solved() -> None:
    """They were compiled for the first length, and the search that took the machine code raised an error."""
    assert "Series(int64, 6)" in Compiled(ShrinkingNim(), alphabeta, Options(), False).unit.written.text
    assert str(zermelo.solve(ShrinkingNim(), engine="interpreted").score).startswith("MIN wins")


@pytest.mark.long
def test_a_position_without_room_is_searched_by_python() -> None:
    """The games that are looked at have hands of three tiles; machine code has room for six."""
    (natural,) = (game for game in NATURAL if game.module == "tiles")
    game = natural.make()
    hand = (0, 1, 2, 3, 4, 5, 6, 7)
    state = (hand, *game.initial()[1:])
    given: dict[str, Any] = {"algorithm": "alphabeta", "depth": 1}
    truth = zermelo.search(game, state, engine="interpreted", **given)
    with pytest.raises(ZermeloError, match="a tuple longer than those that a few games showed"):
        zermelo.search(game, state, engine="compiled", **given)
    zermelo.prepare(game, algorithm="alphabeta")
    report = zermelo.search(game, state, **given)
    assert (report.score, report.line) == (truth.score, truth.line)


BESIDE_SETS = """
from typing import NamedTuple
from zermelo import Game

class Row(NamedTuple):
    letters: str
    taken: frozenset
    turn: int

class Letters(Game):
    payoff, repetition = "points", None
    def initial(self): return Row("ab..a", frozenset({2, 3}), 0)
    def to_move(self, state): return state.turn
    def actions(self, state): return sorted(state.taken)
    def result(self, state, action):
        row = state.letters[:action] + "ab"[state.turn] + state.letters[action + 1:]
        return Row(row, state.taken - {action}, 1 - state.turn)
    def is_terminal(self, state): return not state.taken
    def utility(self, state):
        total = 0
        for letter in state.letters:
            total = 2 * total + (letter == "a")
        return total + sum(1 for letter in state.letters if letter == "b")
"""


def test_a_short_text_is_gone_through_in_a_game_with_sets(rules: Any) -> None:
    """Whatever is gone through there may be a set, which has an order of its own."""
    game = rules(BESIDE_SETS).Letters()
    plain = zermelo.search(game, algorithm="minimax", engine="interpreted")
    machine = zermelo.search(game, algorithm="minimax", engine="compiled")
    assert machine.compiled
    assert (machine.score, machine.line, machine.nodes) == (plain.score, plain.line, plain.nodes)
