"""Rules mean what they say as written: cases in which a rewriting once changed the answer."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import MethodType
from typing import Any, NamedTuple

import naive
import numpy as np
import pytest
from budget import INTERPRETED_FIRST, every, in_turn

from zermelo import MAX, Bits, CannotCompile, Game, RulesError, search

total = 3
MATRIX = np.array([[1, 2], [3, 4]])


def value(cell: int) -> int:
    return cell + 40


class State(NamedTuple):
    cells: tuple[int, int, int]
    n: int


class OneMove(Game):
    """One move of MAX, and a payoff that a subclass computes."""

    payoff = "points"

    def initial(self) -> State:
        return State((1, 2, 3), 5)

    def to_move(self, state: State) -> int:
        return MAX

    def actions(self, state: State) -> Iterator[int]:
        yield 1

    def result(self, state: State, action: int) -> State:
        return State(state.cells, 6)

    def is_terminal(self, state: State) -> bool:
        return state.n == 6


class ModuleName(OneMove):
    def utility(self, state: State) -> int:
        return sum(cell * total for cell in state.cells)


class ModuleFunction(OneMove):
    def utility(self, state: State) -> int:
        return max(value(cell) for cell in state.cells)


class GuardName(OneMove):
    def utility(self, state: State) -> int:
        turns_1 = 7
        n = state.n
        while n > 0:
            n -= 1
        return turns_1 + n


class UnitName(OneMove):
    size = 4

    def utility(self, state: State) -> int:
        game_size = self.size
        return game_size + 1


class Loops(OneMove):
    """Everything that a `for` over a fixed range can do to its counter, and may not."""

    width = 4

    def utility(self, state: State) -> int:
        found, column, next_column = 0, 100, 3
        for column in range(self.width):
            if column == 1:
                continue
            found = 10 * found + column + next_column
            column = 50
        found += column
        for column in range(7, -3, -3):
            for column in range(2, 5):
                found += column * 7
            if column + found > 400:
                break
        else:
            found += 100_000
        for column in range(5, self.width):  # noqa: B007
            found += 1_000_000
        for column in range(-4, 9, 4):
            found = 3 * found + column
        else:
            found += 11
        return found + column


class WhileElse(OneMove):
    def utility(self, state: State) -> int:
        n, found = state.n, 0
        while (rest := n % 4) > 0:
            n -= 1
        else:
            found = 7 + rest
        return found + n


class Zeros(OneMove):
    def utility(self, state: State) -> int:
        return bin(state.n + 8).count("0")


class ArraySum(OneMove):
    def utility(self, state: State) -> int:
        return int((MATRIX * 2)[1, 1]) + int(MATRIX[:, 1].sum())


class Hand(OneMove):
    def initial(self) -> State:
        return State((4, 5, 6), 3)

    def result(self, state: State, action: int) -> State:
        cards = list(state.cells)
        cards.remove(5)
        return State(tuple(cards), 6)  # type: ignore[arg-type]

    def utility(self, state: State) -> int:
        return len(state.cells)


class Wrapped(OneMove):
    def utility(self, state: State) -> int:
        return 12


def minus_six(rule: Any) -> Any:
    @functools.wraps(rule)
    def replaced(self: Any, state: State) -> int:
        return -6

    return replaced


COMPILED = (ModuleName, ModuleFunction, GuardName, UnitName, Loops, WhileElse, Hand)
INTERPRETED = (Zeros, ArraySum)


@pytest.mark.parametrize("kind", [*every(6, COMPILED), *INTERPRETED], ids=lambda kind: kind.__name__)
def test_rules_mean_what_they_say(kind: type[OneMove]) -> None:
    game = kind()
    truth = naive.value(game, game.initial())
    assert search(game, engine="interpreted").score.value == truth
    if kind in COMPILED:
        assert search(game, engine="compiled").score.value == truth
    else:
        with pytest.raises((CannotCompile, RulesError)):
            search(game, engine="compiled")


def test_a_rule_that_was_replaced_is_the_one_that_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Wrapped()
    game.utility = MethodType(lambda self, state: -3, game)  # type: ignore[method-assign]
    assert search(game, engine="interpreted").score.value == -3
    monkeypatch.setattr(Wrapped, "utility", minus_six(Wrapped.utility))
    assert search(Wrapped(), engine="interpreted").score.value == -6


class Squares(NamedTuple):
    taken: Bits
    left: int


class LastSquare(Game):
    """Two moves; an action is one bit of a board of 64, and the last bit is worth most."""

    payoff = "points"

    def initial(self) -> Squares:
        return Squares(Bits(0), 2)

    def to_move(self, state: Squares) -> int:
        return MAX

    def actions(self, state: Squares) -> Iterator[Bits]:
        for place in (0, 62, 63):
            square = Bits(1) << place
            if state.taken & square == 0:
                yield square

    def result(self, state: Squares, square: Bits) -> Squares:
        return Squares(state.taken | square, state.left - 1)

    def is_terminal(self, state: Squares) -> bool:
        return state.left == 0

    def utility(self, state: Squares) -> int:
        return int((state.taken >> 62).bit_count()) * 10 + int(state.taken >> 63)


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("algorithm", in_turn(["alphabeta"], ["deepening"]))
def test_the_highest_bit_is_an_action_like_any_other(algorithm: str, engine: str) -> None:
    report = search(LastSquare(), algorithm=algorithm, engine=engine, values=True)
    assert report.score.value == 21
    assert set(report.line) == {1 << 62, 1 << 63}
    assert list(report.values) == [1, 1 << 62, 1 << 63]


def test_equal_constants_of_another_kind_are_another_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(Masked(), engine="interpreted").score.value == -6
    monkeypatch.setitem(globals(), "MASKS", (Bits(5), Bits(6)))
    assert search(Masked(), engine="interpreted").score.value == (~Bits(5)) % 1000


MASKS: Any = (5, 6)


class Masked(OneMove):
    def utility(self, state: State) -> int:
        found = ~MASKS[0]
        return found if found < 0 else int(found) % 1000
