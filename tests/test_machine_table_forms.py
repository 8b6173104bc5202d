"""States with dictionaries and sets that can be changed, as machine code."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from machine_sweep import result

from zermelo import MAX, Game
from zermelo.algorithms.minimax import minimax
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.machine.value_words import value_of, words_of
from zermelo.kernel.options import Options


class Stones(Game):
    """A dictionary of stones by coordinates, copied for each move."""

    def initial(self) -> Any:
        return {(1, 1): 5}, MAX

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[Any]:
        board, _ = state
        return [(r, c) for r in range(3) for c in range(2) if (r, c) not in board]

    def result(self, state: Any, action: Any) -> Any:
        board = dict(state[0])
        board.pop((1, 1), None)
        board[action] = state[1]
        return board, -state[1]

    def is_terminal(self, state: Any) -> bool:
        return len(state[0]) == 5

    def utility(self, state: Any) -> int:
        return self.evaluate(state)

    def evaluate(self, state: Any) -> int:
        total = 0
        for place, ((r, c), stone) in enumerate(state[0].items()):
            total += stone * (r + 2 * c) * (place + 1)
        return total % 17


class Piles(Game):
    """A dictionary of lists, and a set, in a tuple."""

    def initial(self) -> Any:
        return {"a": [1, 2], "b": [3]}, {1, 5}, MAX

    def to_move(self, state: Any) -> int:
        return int(state[2])

    def actions(self, state: Any) -> list[str]:
        return [*(name for name in ("a", "b") if state[0][name]), "skip"]

    def result(self, state: Any, action: str) -> Any:
        piles, seen = copy.deepcopy(state[0]), state[1].copy()
        if action == "skip":
            seen.discard(min(seen, default=0))
        else:
            stone = piles[action].pop()
            piles["b" if action == "a" else "a"].append(stone + 1)
            seen.add(stone * 3 % 16)
        return piles, seen, -state[2]

    def is_terminal(self, state: Any) -> bool:
        return len(state[1]) > 5

    def utility(self, state: Any) -> int:
        return self.evaluate(state)

    def evaluate(self, state: Any) -> int:
        return (sum(state[1]) * 3 + sum(state[0]["a"]) - len(state[0]["b"])) % 101


def best(game: Any, state: Any, depth: int) -> int:
    """The value of a state, looked at so many plies deep."""
    if game.is_terminal(state):
        return int(game.utility(state))
    if depth == 0:
        return int(game.evaluate(state))
    values = [best(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(values) if game.to_move(state) == MAX else min(values)


@pytest.mark.parametrize("kind", [Stones, Piles])
def test_states_that_can_be_changed(kind: Any) -> None:
    game = kind()
    kernel = Machine(game, minimax, Options(table=False), False).obtain()
    state = game.initial()
    for _ in range(3):
        assert value_of(iter(words_of(state, kernel.look.state)), kernel.look.state) == state
        state = game.result(state, game.actions(state)[0])
    for depth in (1, 2, 3):
        assert result(kernel, game, depth)[0] == best(game, game.initial(), depth)
