"""Random games of three to five players, and what is true of them by the definition alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from operator import mul
from typing import Any, NamedTuple

from zermelo.game import Game

TOTAL = 12


class Spread(Game):
    """A tree whose shape and payoffs come from the number of each node; payoffs, 0 or more, sum to TOTAL.

    The seed is the state's: one compile serves all trees.  Somebody may move twice in a row.
    """

    repetition = None
    constant_sum = TOTAL
    least = 0

    class State(NamedTuple):
        key: int
        left: int
        turn: int

    def __init__(self, players: int = 3) -> None:
        self.players = players

    def initial(self) -> State:
        return self.root(1, 3)

    def root(self, seed: int, length: int) -> State:
        return self.State(seed * 7919 % 1_000_003 + 1, length, seed % self.players)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield from range(2 + state.key % 3)

    def result(self, state: State, action: int) -> State:
        key = (state.key * 48_271 + (action + 1) * 7_919) % 2_147_483_647
        same = key % 11 == 0
        return self.State(key, state.left - 1, state.turn if same else (state.turn + 1) % self.players)

    def is_terminal(self, state: State) -> bool:
        return state.left == 0 or state.key % 17 == 0

    def utility(self, state: State) -> tuple[int, ...]:
        return self.shared(state.key)

    def evaluate(self, state: State) -> tuple[int, ...]:
        return self.shared(state.key + 5)

    def shared(self, key: int) -> tuple[int, ...]:
        shares, left = [], TOTAL
        for _ in range(self.players - 1):
            key = key * 16_807 % 2_147_483_647
            shares.append(key % (left + 1))
            left -= shares[-1]
        shares.append(left)
        return tuple(shares)


class Raised(Spread):
    """The same, where everybody gets one more: nothing else changes."""

    least = 1

    def __init__(self, players: int = 3) -> None:
        super().__init__(players)
        self.constant_sum = TOTAL + players

    def shared(self, key: int) -> tuple[int, ...]:
        return tuple(share + 1 for share in super().shared(key))


class General(Spread):
    """The same, and nobody says that payoffs sum to anything: nothing is pruned."""

    constant_sum = least = None


class Thrown(General):
    """The same, where now and then a die is thrown."""

    def to_move(self, state: Any) -> int:
        return -1 if state.key % 5 == 0 else state.turn

    def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
        yield 0, 0.25
        yield 1, 0.75


def shares(game: Any, state: Any, depth: int = 99) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Max^n by the definition: everybody's payoffs, and the line; of equally good actions the first."""
    if game.is_terminal(state):
        return tuple(game.utility(state)), ()
    if depth == 0:
        return tuple(game.evaluate(state)), ()
    mover = game.to_move(state)
    if mover < 0:
        parts = [(p, shares(game, game.result(state, a), depth - 1)[0]) for a, p in game.outcomes(state)]
        return tuple(sum(p * part[seat] for p, part in parts) for seat in range(game.players)), ()
    found = [(action, *shares(game, game.result(state, action), depth - 1)) for action in game.actions(state)]
    action, payoffs, line = max(found, key=lambda each: each[1][mover])
    return payoffs, (action, *line)


def possible_shares(game: Any, state: Any) -> set[tuple[Any, ...]]:
    """What max^n may give, whichever of equally good actions everybody takes."""
    if game.is_terminal(state):
        return {tuple(game.utility(state))}
    mover = game.to_move(state)
    if mover < 0:
        thrown = [(p, possible_shares(game, game.result(state, a))) for a, p in game.outcomes(state)]
        chances = [p for p, _ in thrown]
        together = product(*(shared for _, shared in thrown))
        return {tuple(sum(map(mul, chances, seat)) for seat in zip(*each, strict=True)) for each in together}
    return set().union(*moves_of_max_n(game, state).values())


def moves_of_max_n(game: Any, state: Any) -> dict[Any, set[tuple[Any, ...]]]:
    """The actions that are best for some choice among ties further down, with what they may give."""
    mover = game.to_move(state)
    found = {action: possible_shares(game, game.result(state, action)) for action in game.actions(state)}
    least = max(min(each[mover] for each in shared) for shared in found.values())
    best = {action: {each for each in shared if each[mover] >= least} for action, shared in found.items()}
    return {action: shared for action, shared in best.items() if shared}


def secured(game: Any, state: Any, player: int, depth: int = 99) -> Any:
    """What a player gets if all the others want them to get as little as possible."""
    if game.is_terminal(state):
        return game.utility(state)[player]
    if depth == 0:
        return game.evaluate(state)[player]
    if game.to_move(state) < 0:
        return sum(
            p * secured(game, game.result(state, a), player, depth - 1) for a, p in game.outcomes(state)
        )
    found = [secured(game, game.result(state, action), player, depth - 1) for action in game.actions(state)]
    return max(found) if game.to_move(state) == player else min(found)
