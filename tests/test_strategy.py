"""Strategies: one move of a player, every answer; what they prove, and with how few leaves."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from budget import examples
from commanding import zermelo

from zermelo import MAX, MIN, Tree, ZermeloError, search, strategy
from zermelo.games import Nim, PongHauKi, TicTacToe

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def fewest(tree: Any, player: int, goal: int, turn: int = MAX) -> float:
    """The leaves of the smallest strategy of a player that reaches the goal, by trying all of them."""
    if not isinstance(tree, list):
        return 1 if (tree >= goal if player == MAX else tree <= goal) else inf
    below = [fewest(child, player, goal, MIN if turn == MAX else MAX) for child in tree]
    return min(below) if turn == player else sum(below)


@pytest.mark.parametrize("player", [MAX, MIN])
def test_strategies_of_random_trees_prove_their_value(player: int) -> None:
    for seed in range(examples(160)):
        tree = Tree.random(3, 4, seed=seed, low=-5, high=5, irregular=True)
        found, report = strategy(tree, player=player), search(tree, trace=True, engine="interpreted")
        assert found.value == report.score.value
        assert found.leaves == fewest(tree.nested(), player, found.value)
        rules = found.tree
        assert found.leaves == int((rules.count == 0).sum())
        own = (rules.turn == player) & (rules.count > 0)
        assert set(rules.count[own].tolist()) <= {1}
        paid = rules.value[rules.count == 0]
        assert (paid.min() if player == MAX else paid.max()) == found.value  # whatever the other does
        assert search(rules, engine="interpreted").score.value == found.value
        assert set(rules.letters) <= set(tree.letters)  # nodes keep their names


def test_both_strategies_together_are_the_least_that_proves_a_value() -> None:
    """Knuth and Moore: b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, which alpha-beta visits where the best comes first."""
    for branching, depth in ((2, 4), (3, 3), (4, 2)):
        tree = Tree.random(branching, depth, seed=7, order="best")
        together = strategy(tree).leaves + strategy(tree, player=MIN).leaves - 1
        assert together == branching ** (-(-depth // 2)) + branching ** (depth // 2) - 1
        assert search(tree, algorithm="alphabeta", engine="interpreted").leaves == together


class Truthful(Nim):
    """Payoffs are points, and truth values."""

    payoff = "points"

    def utility(self, state: Any) -> bool:
        return super().utility(state) > 0


def test_a_winning_tree_is_won_at_every_leaf() -> None:
    assert strategy([[1, 1], [-1, 0]]).wins
    assert not strategy([[1, 0], [-1, 0]]).wins
    assert not strategy(TEXTBOOK).wins  # points, not a win
    assert strategy([[-1, 1], [0, -1]], player=MIN).wins
    assert strategy(Nim((1, 2))).wins
    assert not strategy(Nim((1, 1))).wins
    assert strategy(Truthful((1, 2))).wins
    assert strategy(Nim((1, 1)), player=MIN).wins
    game = TicTacToe()
    won = strategy(game, game.parse("XX. / OO. / ..."))
    assert (won.wins, won.leaves) == (True, 1)
    assert strategy(game, game.parse("XO. / .X. / ..O"), depth=1).estimated


def test_dice_are_answered_on_average() -> None:
    found = strategy(Tree.parse("[[0.5: 2, 0.5: 8], [0.25: 4, 0.75: 5]]"))
    assert (found.value, found.tree.nested()) == (5, [[2, 8]])


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(strategy.__globals__, "MOST", 1000)
    with pytest.raises(ZermeloError, match="PongHauKi has more than 1,000 nodes to look through: give a"):
        strategy(PongHauKi())
    with pytest.raises(ZermeloError, match="player must be MAX"):
        strategy(TEXTBOOK, player=2)


def test_the_command_line_draws_a_strategy(tmp_path: Any) -> None:
    file = tmp_path / "strategy.dot"
    said = zermelo("export", str(TEXTBOOK), str(file), "--strategy-of", "min")
    assert (said.returncode, said.stderr) == (0, "")
    assert file.read_text(encoding="utf-8").count("->") == 6
    said = zermelo("export", str(TEXTBOOK), str(file), "--strategy-of", "mid")
    assert said.returncode == 2
    assert said.stderr == "zermelo: player 'mid' is unknown: choose from max, min\n"
