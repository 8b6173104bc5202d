"""Switches, limits, quick wins, the two worlds and the clock."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import naive
import pytest
from both_worlds import DETERMINISTIC, PRUNING, assert_same_in_both_worlds
from budget import INTERPRETED_FIRST, LONG

from zermelo import MAX, MIN, Game, Report, RulesError, Tree, perft, search
from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.alphabeta_negamax import alphabeta_negamax
from zermelo.games import ConnectFour, Nim, TicTacToe
from zermelo.kernel.compiler.lower import Lowering
from zermelo.kernel.options import Options

# -- switches, limits, quick wins ------------------------------------------------------------------


def test_prune_on_equality_or_only_beyond_it() -> None:
    tree = [[3, 5], [3, 9], [2, 7]]
    assert search(tree).leaves == 4
    assert search(tree, prune_equal=False).leaves == 5


def test_fail_hard_never_leaves_the_window() -> None:
    tree = Tree([[3, 5], [1, 9]])
    soft = search(tree, trace=True)
    hard = search(tree, trace=True, fail_soft=False)
    returned = lambda report: [event.value for event in report.trace.events if event.kind == "return"]  # noqa: E731
    assert returned(soft) == [3, 1, 3]
    assert returned(hard) == [3, 3, 3]


def test_from_the_bounds_of_the_payoffs_all_wins_are_equal() -> None:
    game = Nim(heaps=(1, 2))
    asked: Any = {"algorithm": "alphabeta", "engine": "interpreted"}
    assert str(search(game, **asked).score) == "MAX wins in 3 plies"
    assert str(search(game, payoff_bounds=True, **asked).score) == "MAX wins"


@pytest.mark.long
def test_quick_wins_are_preferred_and_losses_delayed() -> None:
    game, algorithms = ConnectFour(4, 4), DETERMINISTIC if LONG else ("alphabeta",)
    for moves in ([0, 1, 0, 1], [0, 1, 0, 1, 3], [1, 0, 1, 0, 2, 0], [0, 0, 1, 1, 3]):
        state = game.initial()
        for column in moves:
            state = game.result(state, column)
        outcome, plies = naive.quick_value(game, state) if len(moves) > 5 else (None, None)
        reports = [search(game, state, algorithm=a, engine="compiled") for a in algorithms]
        assert len({(str(report.score)) for report in reports}) == 1
        if outcome:
            assert (reports[0].score.of(MAX).value, reports[0].score.plies) == (outcome, plies)
    state = game.initial()
    for column in [0, 1, 0, 1, 0, 1]:
        state = game.result(state, column)
    report = search(game, state, engine="interpreted")
    assert (report.action, str(report.score)) == (0, "MAX wins in 1 ply")


def test_deepening_answers_with_the_deepest_finished_iteration() -> None:
    report = search(ConnectFour(), nodes=5_000, algorithm="deepening", engine="interpreted")
    assert report.finished
    assert report.depth == 6
    again = search(ConnectFour(), depth=report.depth, algorithm="alphabeta", engine="interpreted")
    assert again.score.value == report.score.value
    assert len(report.line) == report.depth


def test_deepening_stops_when_nothing_is_left_to_find() -> None:
    report = search(TicTacToe(), algorithm="deepening", engine="interpreted")
    assert (report.depth, str(report.score)) == (9, "a draw")
    assert search(Tree([3]), algorithm="deepening").depth == 1
    assert search(Tree(7), algorithm="deepening").score.value == 7


def test_ordering_feeds_the_next_iteration() -> None:
    """The best line of one iteration is the first one that the next looks at."""
    tree = Tree.random(4, 5, seed=8, order="worst")
    report = search(tree, depth=5, algorithm="deepening", engine="interpreted")
    plain = search(tree, depth=5, algorithm="alphabeta_negamax", engine="interpreted")
    assert report.score.value == plain.score.value


ORDERS = ("priority", "reversed", "natural")


def test_priority_orders_the_children() -> None:
    class Sorted(Tree):
        def priority(self, state: Any, action: int) -> int:
            return action

    tree = Sorted.random(3, 5, seed=2, order="worst")
    leaves = {order: search(tree, order=order, engine="interpreted").leaves for order in ORDERS}
    assert leaves["priority"] == leaves["reversed"] < leaves["natural"]
    if LONG:
        assert_same_in_both_worlds(tree, order="priority", trace=True)


@pytest.mark.parametrize(("branching", "depth"), [(2, 5), (3, 4), (5, 3)])
@pytest.mark.parametrize("algorithm", PRUNING)
def test_best_first_is_the_minimal_tree(algorithm: str, branching: int, depth: int) -> None:
    """Knuth and Moore's, in any tree: that the order is found beforehand is neither counted nor traced."""
    tree = Tree.random(branching, depth, seed=depth)
    report = search(tree, algorithm=algorithm, order="best", trace=True, engine="interpreted")
    assert report.leaves == branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert sum(event.kind == "enter" for event in report.trace.events) == report.nodes
    if LONG:
        assert_same_in_both_worlds(tree, algorithm=algorithm, order="best", trace=True)


def test_worst_first_is_the_order_of_a_tree_sorted_so() -> None:
    tree = Tree.random(4, 5, seed=3)
    for order in ("best", "worst"):
        assert search(tree, order=order).nodes == search(tree.reordered(order)).nodes
        assert search(tree, depth=3, order=order).score == search(tree, depth=3).score
    assert search(tree, order="worst", values=True).values == search(tree, values=True).values


def test_best_first_among_dice() -> None:
    tree = Tree.random(3, 4, seed=5, chance=0.4)
    assert hasattr(tree, "outcomes")
    first = [
        event.action
        for event in search(tree, order="best", trace=True, engine="interpreted").trace.events
        if event.kind == "enter" and event.ply == 1
    ]
    assert tree.to_move(tree.initial()) == MAX
    worths = {action: naive.value(tree, tree.result(tree.initial(), action)) for action in first}
    assert [worths[action] for action in first] == sorted(worths.values(), reverse=True)
    if LONG:
        assert_same_in_both_worlds(tree, order="worst", trace=True)


def test_a_perfect_order_keeps_the_limits() -> None:
    """Looking ahead takes long: it is stopped as the search is."""
    report = search(ConnectFour(), depth=30, algorithm="alphabeta", order="best", seconds=0.5)
    assert not report.finished


@pytest.mark.long
@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_looking_ahead_for_long_is_no_loop_without_an_end(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It visits no node meanwhile."""
    search(ConnectFour(), depth=1, algorithm="alphabeta", order="best", engine=engine)
    monkeypatch.setattr("zermelo.running.stream.STALLED", 1.0)
    report = search(ConnectFour(), depth=16, algorithm="alphabeta", order="best", seconds=3.0, engine=engine)
    assert not report.finished


@pytest.mark.parametrize("order", ["best", "worst"])
def test_iterative_deepening_keeps_a_perfect_order(order: str) -> None:
    """What the iteration before found is no better than the truth."""
    report = search(TicTacToe(), depth=2, algorithm="deepening", order=order)
    parts = [search(TicTacToe(), depth=depth, algorithm="alphabeta_negamax", order=order) for depth in (1, 2)]
    assert report.nodes == sum(part.nodes for part in parts)


class Forever(Game):
    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state & 1

    def actions(self, state: int) -> Iterator[int]:
        yield 0
        yield 1

    def result(self, state: int, action: int) -> int:
        return (state + 1) % 4

    def is_terminal(self, state: int) -> bool:
        return False

    def utility(self, state: int) -> int:
        return 0


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_looking_ahead_finds_games_without_an_end(engine: str) -> None:
    with pytest.raises(RulesError, match="Forever did not end within 511 plies"):
        search(Forever(), algorithm="alphabeta", order="best", engine=engine)


def test_the_value_of_every_root_action() -> None:
    report = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], values=True)
    assert [score.value for score in report.values.values()] == [3, 2, 2]
    game = TicTacToe()
    report = search(game, game.parse("XO......."), values=True, algorithm="minimax", engine="interpreted")
    assert [score.is_draw for score in report.values.values()].count(True) < 7
    for action, score in report.values.items():
        assert score.value == naive.value(game, game.result(game.parse("XO......."), action))


def test_terminal_root() -> None:
    game = TicTacToe()
    won = game.State((1, 1, 1, 2, 2, 0, 0, 0, 0), MIN)
    for algorithm in DETERMINISTIC:
        report = search(game, won, algorithm=algorithm, values=True)
        assert (report.action, report.line, str(report.score)) == (None, (), "MAX wins: the game is over")


# -- the two worlds and the clock ------------------------------------------------------------------


@pytest.mark.long
def test_the_compiled_search_takes_over() -> None:
    """Nobody waits for the compiler, and what is much too slow interpreted is finished compiled."""
    report = search(ConnectFour(), depth=8, algorithm="minimax")
    assert report.compiled
    assert report.nodes == sum(perft(ConnectFour(), depth=n) for n in range(9)) == 6_634_027


def test_no_generator_of_a_unit_holds_the_run() -> None:
    """A generator keeps its arguments by value; the record of a run is megabytes."""
    for game, algorithm in ((ConnectFour(), alphabeta), (Tree([[1, 2], [3]]), alphabeta_negamax)):
        unit = Lowering(game, Options(guided=True), traced=True).lower(algorithm)
        for function in unit.functions.values():
            if any(isinstance(part, ast.Yield) for part in ast.walk(function.tree)):
                assert "run" not in [argument.arg for argument in function.tree.args.args]


class Crowded(Game):
    """More actions than there is room to put in order."""

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def to_move(self, state: tuple[int, int]) -> int:
        return MAX

    def actions(self, state: tuple[int, int]) -> Iterator[int]:
        for action in range(70_000):  # noqa: UP028
            yield action

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + 1, action)

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 1

    def utility(self, state: tuple[int, int]) -> int:
        return 1 if state[1] == 69_999 else 0


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_more_actions_than_can_be_ordered(engine: str) -> None:
    assert search(Crowded(), algorithm="alphabeta", engine=engine).action == 69_999
    with pytest.raises(RulesError, match=r"Crowded has too many actions to sort .*, such as alphabeta"):
        search(Crowded(), algorithm="deepening", engine=engine)


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_games_whose_start_is_over(engine: str) -> None:
    """Actions are tuples, and the initial state has none to show it."""
    empty = Nim((0, 0, 0))
    assert str(search(empty, engine=engine).score) == "MIN wins: the game is over"
    report = search(empty, empty.State((1, 2, 4), MAX), engine=engine)
    assert (report.action, report.compiled) == ((2, 1), engine == "compiled")


def test_a_search_without_an_answer_says_what_it_looked_at() -> None:
    report = search(ConnectFour(), depth=30, nodes=5_000, algorithm="minimax", engine="interpreted")
    assert not report.finished
    assert report.nodes == 5_000


@pytest.mark.parametrize("algorithm", [*DETERMINISTIC, "pvs", "mtdf", "mcts"])
def test_who_was_stopped_at_once_knows_nothing_and_says_so(algorithm: Any) -> None:
    report = search(TicTacToe(), algorithm=algorithm, nodes=0, engine="interpreted")
    assert (report.action, report.answered, report.finished) == (0, False, False)
    assert "nothing is known of it, stopped early" in str(report)
    assert (str(report.score), report.as_dict()["score"]["known"]) == ("nothing is known", False)
    limit: Any = {"nodes": 1} if algorithm == "mcts" else {"depth": 1}
    assert search(TicTacToe(), algorithm=algorithm, engine="interpreted", **limit).answered


@pytest.mark.parametrize("algorithm", [*DETERMINISTIC, "pvs", "mtdf", "mcts"])
def test_where_the_game_is_over_no_action_has_a_score(algorithm: Any) -> None:
    """There was one for None, which the rules were blamed for when it was written down."""
    game, wanted = TicTacToe(), {} if algorithm not in ("pvs", "mtdf", "mcts") else {"lines": 2}
    over = game.parse("XXX / OO. / ...")
    for asked in ({"values": True}, wanted):
        report = search(game, over, algorithm=algorithm, engine="interpreted", **asked)
        assert (report.values, report.lines, report.line, report.action) == ({}, (), (), None)
        assert Report.from_json(report.json(), game, over) == report
