"""None in rules: what machine code makes of it beside the rows of the table."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from zermelo import RulesError, search
from zermelo.running.task import TooLarge

COINS = '''
from zermelo import MAX, Game


class Coins(Game):
    payoff = "points"
    coins = (8, 15, 3, 7, 2, 9)
    sides = ("left", "right")

    def initial(self):
        return 0, 6, 0, MAX

    def to_move(self, state):
        return state[3]

    def actions(self, state):
        return list(self.sides)

    def result(self, state, action):
        low, high, lead, turn = state
        sign = 1 if turn == MAX else -1
        match action:
            case "left":
                return low + 1, high, lead + sign * self.coins[low], 1 - turn
            case "right":
                return low, high - 1, lead + sign * self.coins[high - 1], 1 - turn

    def is_terminal(self, state):
        return state[0] == state[1]

    def utility(self, state):
        return state[2]


class Wrong(Coins):
    sides = ("left", "none")
'''


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_result_that_ends_with_its_last_case(engine: str, rules: Callable[[str], ModuleType]) -> None:
    """The engine's unit was refused, without a line."""
    module = rules(COINS)
    report = search(module.Coins(), algorithm="pvs", memory=1, engine=engine)  # type: ignore[arg-type]
    assert (report.score.value, report.compiled) == (18, engine == "compiled")
    with pytest.raises(RulesError, match=r"result\(\)"):
        search(module.Wrong(), algorithm="minimax", depth=2, engine=engine)  # type: ignore[arg-type]


PIECES = '''
from zermelo import MAX, Game


class Pieces(Game):
    """A piece is given at each move; the last one is None, which no random game of a few plies shows."""

    payoff = "points"

    def initial(self):
        return 0, "a"

    def to_move(self, state):
        return MAX

    def actions(self, state):
        return ["b", "c"] if state[0] < 40 else [None, "b"]

    def result(self, state, action):
        return state[0] + 1, action

    def is_terminal(self, state):
        return state[0] == 42 or state[1] is None

    def utility(self, state):
        return 1 if state[1] is None else 0
'''


def test_none_that_the_first_games_do_not_show_is_no_fault_of_the_rules(
    rules: Callable[[str], ModuleType],
) -> None:
    game = rules(PIECES).Pieces()
    assert search(game, (39, "a"), algorithm="minimax", engine="interpreted").score.value == 1
    with pytest.raises(TooLarge, match="where the first games had none"):  # and so Python goes on
        search(game, (39, "a"), algorithm="minimax", engine="compiled")
