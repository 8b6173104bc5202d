"""Every position valued by the definition: the naive twin of a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from budget import LONG

from zermelo import Game
from zermelo.algorithms.perft import reachable
from zermelo.game import MAX
from zermelo.strong.table import SolvedTable

WORLDS = ("interpreted", "compiled")


def naive(game: Any) -> dict[Any, tuple[Any, int | None]]:
    """MAX's payoff and the plies to the end, by sweeping over all positions again and again."""
    states = list(reachable(game))
    children = {
        state: [] if game.is_terminal(state) else [game.result(state, a) for a in game.actions(state)]
        for state in states
    }
    if getattr(game, "payoff", "outcome") == "points":
        return naive_points(game, children)
    found: dict[Any, tuple[Any, int | None]] = {
        state: (int(game.utility(state)), 0) for state in states if game.is_terminal(state)
    }
    decide(game, children, found)
    plies = 0
    while any(value == (0, plies) for value in found.values()):
        for state in states:
            if state not in found and any(found.get(child) == (0, plies) for child in children[state]):
                found[state] = (0, plies + 1)
        plies += 1
    return {state: found.get(state, (0, None)) for state in states}


def decide(game: Any, children: Any, found: Any) -> None:
    """Wins and losses, those in one ply first, then those in two, …"""
    for plies in range(1, len(children) + 1):
        before = len(found)
        for state, below in children.items():
            if state in found:
                continue
            own = 1 if game.to_move(state) == MAX else -1
            known = [found[child] for child in below if child in found and (found[child][1] or 0) < plies]
            if any(value == own and at == plies - 1 for value, at in known):
                found[state] = (own, plies)
            elif len(known) == len(below) and all(value == -own for value, _ in known):
                found[state] = (-own, plies)
        if len(found) == before:
            return


def naive_points(game: Any, children: Any) -> dict[Any, tuple[Any, int | None]]:
    @cache
    def value(state: Any) -> Any:
        if game.is_terminal(state):
            return game.utility(state)
        choose = max if game.to_move(state) == MAX else min
        return choose(value(child) for child in children[state])

    return {state: (value(state), None) for state in children}


def agrees(table: SolvedTable, game: Any, engine: str = "compiled") -> None:
    """With the naive twin, and with itself: that compiles, so of interpreted ones in a thorough run only."""
    truth = naive(game)
    assert table.positions == len(truth)
    for state, (value, plies) in truth.items():
        entry = table.entry(state)
        assert (entry.score.value, entry.plies) == (value, plies), state
        assert entry.endless == (table.outcome and plies is None)
    if LONG or engine == "compiled":
        *_, last = table.verify()
        assert last.phase == "finished"


class Words(Game):
    """States are bytes, which do not compile."""

    repetition = None

    def initial(self) -> bytes:
        return b""

    def to_move(self, state: bytes) -> int:
        return len(state) % 2

    def actions(self, state: bytes) -> Iterator[str]:
        yield from "ab"

    def result(self, state: bytes, action: str) -> bytes:
        return bytes(sorted(state + action.encode()))

    def is_terminal(self, state: bytes) -> bool:
        return len(state) == 5

    def utility(self, state: bytes) -> int:
        return 1 if state.count(b"a") > 3 else -1 if state.count(b"b") > 3 else 0


class Wide(Game):
    """States of more than 64 bits."""

    repetition = None

    class State(NamedTuple):
        high: int
        low: int
        turn: int

    def initial(self) -> State:
        return self.State(1 << 40, 1, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, state: State, action: int) -> State:
        return self.State(state.high // (2 * action), state.low * 3 * action, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.high < 4

    def utility(self, state: State) -> int:
        return 1 if state.low % 5 == 1 else -1


class Ranked(Wide):
    """The same with numbers of its own making."""

    def rank(self, state: Wide.State) -> int:
        return (state.high.bit_length() * 64 + halvings(state.low)) * 2 + state.turn

    def unrank(self, code: int) -> Wide.State:
        turn, rest = code % 2, code // 2
        bits, twos = rest // 64, rest % 64
        moves = (41 - bits) - twos
        return self.State(1 << (bits - 1), 3**moves * 2**twos, turn)


def halvings(number: int) -> int:
    count = 0
    while number % 2 == 0:
        number = number // 2
        count += 1
    return count
