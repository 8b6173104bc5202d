"""States of lists and objects as machine code: played, hashed, packed and refused as Python has them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from changing import boards, classes, corners, lists

from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.pvs import pvs
from zermelo.errors import CannotCompile
from zermelo.game import Game
from zermelo.kernel.bind import Interpreted
from zermelo.kernel.equality import compared
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.machine.value_words import value_of, words_of
from zermelo.kernel.options import Options
from zermelo.kernel.primitives import hash_of
from zermelo.kernel.run import Run, State, Value, visited

PLAYED = [*boards.PLAYED, *lists.PLAYED, *classes.PLAYED, *corners.PLAYED]
OPTIONS = Options(outcome=False, table=False)


def hashed(game: Game, state: State, run: Run) -> Value:
    """The hash of a state, and nothing else."""
    return hash_of(state)


def result(kernel: Any, game: Any, depth: int = 4) -> tuple[Any, ...]:
    run = kernel.new_run()
    kernel.place(run, game.initial())
    run.depth, run.unlimited = depth, False
    kernel.execute(run)
    return kernel.number(run.value), int(visited(run)), int(run.expanded), int(run.ended)


def positions(game: Any, seed: int) -> list[Any]:
    """States of a random game."""
    dice, state, found = random.Random(seed), game.initial(), []
    for _ in range(12):
        found.append(state)
        actions = [] if game.is_terminal(state) else list(game.actions(state))
        if not actions:
            break
        state = game.result(state, dice.choice(sorted(actions)))
    return found


@pytest.mark.parametrize("make", PLAYED)
def test_a_game_is_played_as_python_plays_it(make: Any) -> None:
    machine = Machine(make(), alphabeta, OPTIONS, False).obtain()
    assert result(machine, make()) == result(Interpreted(make(), alphabeta, OPTIONS, False), make())


@pytest.mark.parametrize("make", [lists.Square, lists.Objects, lists.Cards, classes.NimObj])
def test_pvs_visits_the_same_nodes(make: Any) -> None:
    machine = Machine(make(), pvs, OPTIONS, False).obtain()
    assert result(machine, make()) == result(Interpreted(make(), pvs, OPTIONS, False), make())


@pytest.mark.parametrize("make", [g for g in PLAYED if g is not corners.Sym])
def test_states_hash_alike_and_come_back_whole(make: Any) -> None:
    game = make()
    machine = Machine(game, hashed, OPTIONS, False).obtain()
    run = machine.new_run()
    for state in (state for seed in range(3) for state in positions(game, seed)):
        machine.place(run, state)
        machine.execute(run)
        assert int(run.value) == hash_of(state)
        back = value_of(iter(words_of(state, machine.look.state)), machine.look.state)
        assert type(back) is type(state)
        assert hash_of(back) == hash_of(state)


@pytest.mark.parametrize("make", corners.REFUSED)
def test_what_would_mean_something_else_is_refused(make: Any) -> None:
    with pytest.raises(CannotCompile):
        Machine(make(), alphabeta, OPTIONS, False).obtain()


class Named:
    def __init__(self, n: int, log: list[int]) -> None:
        self.n, self.log = n, log

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.n == other.n

    __hash__ = None  # type: ignore[assignment]


class Hashed(Named):
    def __eq__(self, other: object) -> bool:
        return abs(self.n) == abs(getattr(other, "n", 0))

    def __hash__(self) -> int:
        return hash(abs(self.n))


class Odd(Named):
    def __eq__(self, other: object) -> bool:
        return abs(self.n) == abs(getattr(other, "n", 0))

    __hash__ = None  # type: ignore[assignment]


def test_what_is_equal_has_one_hash() -> None:
    assert compared(Named).names == ("n",)
    assert hash_of(Named(3, [])) == hash_of(Named(3, [1])) != hash_of(Named(4, []))
    assert hash_of(Hashed(-3, [])) == hash_of(Hashed(3, [1])) != hash_of(Hashed(4, []))
    with pytest.raises(TypeError, match="__hash__"):
        hash_of(Odd(3, []))
    assert hash_of([1, True]) == hash_of([True, 1.0]) == hash_of([1.0, 1])
    assert hash_of([0.0]) == hash_of([-0.0]) == hash_of([0])
    assert hash_of([0.5]) != hash_of([0.25])
