"""Every algorithm against a naive minimax, against published counts, and compiled against interpreted."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import naive
import pytest
from both_worlds import DETERMINISTIC, PRUNING, assert_same_in_both_worlds
from budget import INTERPRETED_FIRST, LONG, examples, in_turn
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from zermelo import CHANCE, MAX, MIN, Game, RulesError, Tree, perft, search
from zermelo.algorithms.perft import reachable
from zermelo.games import ConnectFour, TicTacToe

DATA = Path(__file__).parent / "data"


def published(name: str) -> Any:
    return json.loads((DATA / name).read_text())


# -- published counts ------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", in_turn(["compiled"], ["interpreted"]))
@pytest.mark.parametrize("algorithm", in_turn(["minimax"], ["negamax"]))
def test_tic_tac_toe_whole_tree(algorithm: str, engine: str) -> None:
    truth = published("tictactoe.json")
    report = search(TicTacToe(), algorithm=algorithm, engine=engine)
    assert (
        (report.nodes, report.leaves)
        == (truth["game_tree_nodes"], truth["games"]["total"])
        == (549_946, 255_168)
    )
    assert report.score.is_draw
    assert report.compiled == (engine == "compiled")


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("algorithm", PRUNING)
def test_tic_tac_toe_alpha_beta_in_natural_order(algorithm: str, engine: str) -> None:
    report = search(TicTacToe(), algorithm=algorithm, engine=engine, prefer_quick_wins=False)
    assert report.nodes == 18_297
    assert report.score.is_draw


def test_tic_tac_toe_positions() -> None:
    truth = published("tictactoe.json")
    states = list(reachable(TicTacToe()))
    assert len(states) == truth["reachable_states"] == 5_478
    by_ply = [sum(1 for s in states if 9 - s.cells.count(0) == ply) for ply in range(10)]
    assert by_ply == truth["reachable_states_per_ply"]


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_tic_tac_toe_perft(engine: str) -> None:
    truth = published("tictactoe.json")["game_tree_nodes_per_ply"]
    deepest = 10 if engine == "compiled" else 6
    assert [perft(TicTacToe(), depth=n, engine=engine) for n in range(deepest)] == truth[:deepest]


def test_connect_four_perft() -> None:
    known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572]
    assert [perft(ConnectFour(), depth=n) for n in range(10)] == known
    assert [perft(ConnectFour(), depth=n, engine="interpreted") for n in range(6)] == known[:6]


@pytest.mark.parametrize("size", ["1x1", "2x2", "3x3", "4x3", "3x4", "2x5"])
def test_connect_four_positions(size: str) -> None:
    width, height = map(int, size.split("x"))
    truth = published("connect4.json")["number_of_reachable_positions"]
    assert sum(1 for _ in reachable(ConnectFour(width, height))) == truth[size]


@pytest.mark.long
def test_connect_four_small_boards_are_draws() -> None:
    assert search(ConnectFour(4, 4), engine="compiled", algorithm="alphabeta").score.is_draw


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_the_textbook_tree(engine: str) -> None:
    report = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], engine=engine, trace=True)
    assert (report.action, report.score.value, report.leaves) == (0, 3, 7)
    assert report.score.proved
    assert visited_leaves(report) == [3, 12, 8, 2, 14, 5, 2]


def visited_leaves(report: Any) -> list[Any]:
    return [event.value for event in report.trace.events if event.kind == "leaf"]


@pytest.mark.parametrize("index", range(5))
def test_published_trees(index: int) -> None:
    case = published("textbook_trees.json")["trees"][index]
    tree = Tree(case["tree"], MAX if case["root_is_max"] else MIN)
    loose = search(tree, trace=True)
    strict = search(tree, trace=True, prune_equal=False)
    assert loose.score.value == strict.score.value == case["published_value"]
    assert unvisited(case["tree"], loose) == case["pruned_leaves_nonstrict_left_to_right"]
    assert unvisited(case["tree"], strict) == case["pruned_leaves_strict"]


def unvisited(nested: Any, report: Any) -> list[Any]:
    """Leaves never looked at, from left to right; visits are in that order too."""
    seen, skipped = iter([*visited_leaves(report), None]), []
    following = next(seen)
    paths = visited_paths(report)
    for path, leaf in walk(nested, ()):
        if path in paths:
            assert leaf == following
            following = next(seen)
        else:
            skipped.append(leaf)
    return skipped


def walk(nested: Any, path: tuple[int, ...]) -> Any:
    if not isinstance(nested, list):
        yield path, nested
        return
    for index, part in enumerate(nested):
        yield from walk(part, (*path, index))


def visited_paths(report: Any) -> set[tuple[int, ...]]:
    found, paths = set(), {}
    for event in report.trace.events:
        if event.kind == "enter":
            paths[event.node] = (*paths[event.parent], event.action) if event.parent >= 0 else ()
        if event.kind == "leaf":
            found.add(paths[event.node])
    return found


@pytest.mark.parametrize(
    ("branching", "depth", "minimal", "total"),
    published("textbook_trees.json")["knuth_moore_minimal_leaves"]["rows_b_d_minimal_total"],
)
def test_best_first_trees_have_knuth_and_moores_leaves(
    branching: int, depth: int, minimal: int, total: int
) -> None:
    tree = Tree.random(branching, depth, seed=branching * 10 + depth, order="best") if depth else Tree(7)
    assert minimal == branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
    for algorithm in PRUNING:
        assert search(tree, algorithm=algorithm, engine="interpreted").leaves == minimal
    assert search(tree, algorithm="minimax", engine="interpreted").leaves == total


def test_worst_first_trees_and_cut_off_counters() -> None:
    best = search(Tree.random(4, 5, seed=3, order="best"), engine="interpreted")
    worst = search(Tree.random(4, 5, seed=3, order="worst"), engine="interpreted")
    assert best.score == worst.score
    assert worst.leaves > 2 * best.leaves
    assert len(best.cutoffs) == 1  # always the first child
    assert sum(worst.cutoffs[1:]) > 0


# -- the CS188 trees -------------------------------------------------------------------------------


CS188 = published("cs188_trees.json")["cases"]
CS188_ALGORITHMS = {
    "MinimaxAgent": "minimax",
    "AlphaBetaAgent": "alphabeta",
    "ExpectimaxAgent": "expectiminimax",
}


def cs188_tree(case: dict[str, Any]) -> Tree:
    """Their graph as one of our trees: agent 0 is MAX, the others MIN, or dice that are fair."""
    others = "chance" if case["algorithm"] == "ExpectimaxAgent" else "min"
    values = case["evaluation"]

    def node(name: str, agent: int) -> dict[str, Any]:
        inner = {"name": name, "value": values.get(name, 0.0), "turn": "max" if agent == 0 else others}
        moves = case["successors"].get(name, []) if name not in case["terminal"] else []
        if not moves:
            return {"name": name, "value": values[name]}
        following = (agent + 1) % case["agents"]
        return inner | {"children": [node(child, following) | {"label": move} for move, child in moves]}

    return Tree(node(case["start"], 0))


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("case", CS188, ids=lambda case: case["id"].removeprefix("test_cases/"))
def test_cs188(case: dict[str, Any], engine: str) -> None:
    """Their action and exactly their generated states; they prune only beyond equality."""
    tree = cs188_tree(case)
    depth = case["depth_limit_in_rounds_of_all_agents"] * case["agents"]
    algorithm = CS188_ALGORITHMS[case["algorithm"]]
    strict = {"prune_equal": False} if algorithm == "alphabeta" else {}
    report = search(tree, depth=depth, algorithm=algorithm, engine=engine, trace=True, **strict)
    assert tree.name(tree.initial(), report.action) == case["published_best_action"]
    assert sorted(set(generated(tree, report))) == case["published_generated_states"]


def generated(tree: Tree, report: Any) -> list[str]:
    states: dict[int, Any] = {}
    for event in report.trace.events:
        if event.kind == "enter":
            above = states.get(event.parent)
            states[event.node] = tree.initial() if above is None else tree.result(above, event.action)
    return [tree.names[state.node] for state in states.values()]


# -- against the naive minimax ---------------------------------------------------------------------


trees = st.builds(
    Tree.random,
    branching=st.integers(1, 4),
    depth=st.integers(1, 5),
    low=st.sampled_from([-99, -3, 0]),
    high=st.sampled_from([3, 99]),
    seed=st.integers(0, 10**6),
    order=st.sampled_from(["random", "best", "worst"]),
    turn=st.sampled_from([MAX, MIN]),
    repeat=st.sampled_from([0.0, 0.3, 1.0]),
    irregular=st.booleans(),
)
switches = st.fixed_dictionaries(
    {
        "order": st.sampled_from(["natural", "reversed", "random", "best", "worst"]),
        "seed": st.integers(0, 9),
    }
)
windows = st.fixed_dictionaries({"prune_equal": st.booleans(), "fail_soft": st.booleans()})
"""Of algorithms that have some."""


@settings(max_examples=2500 if LONG else 100)
@given(tree=trees, algorithm=st.sampled_from(DETERMINISTIC), chosen=switches, window=windows)
def test_every_algorithm_is_minimax(tree: Tree, algorithm: str, chosen: Any, window: Any) -> None:
    chosen |= {} if algorithm in ("minimax", "negamax") else window
    report = search(tree, algorithm=algorithm, engine="interpreted", **chosen)
    truth = naive.value(tree, tree.initial())
    assert report.score.value == truth
    assert report.score.proved
    assert_optimal(tree, report, truth)


def assert_optimal(tree: Tree, report: Any, truth: Any) -> None:
    """The line is legal, starts with the action and ends in a leaf of that value."""
    state = tree.initial()
    assert (report.line[0] if report.line else None) == report.action
    for action in report.line:
        assert action in list(tree.actions(state))
        state = tree.result(state, action)
    if not hasattr(tree, "outcomes"):
        assert tree.is_terminal(state)
        assert tree.utility(state) == truth


@settings(max_examples=examples(300))
@given(tree=trees, depth=st.integers(0, 4), algorithm=st.sampled_from(DETERMINISTIC))
def test_depth_limited_search_is_minimax_with_evaluate(tree: Tree, depth: int, algorithm: str) -> None:
    report = search(tree, depth=depth, algorithm=algorithm, engine="interpreted")
    assert report.score.value == naive.value(tree, tree.initial(), depth)


chance_trees = st.builds(
    Tree.random,
    branching=st.integers(1, 4),
    depth=st.integers(2, 4),
    seed=st.integers(0, 10**6),
    turn=st.sampled_from(["max", "min", "chance"]),
    repeat=st.sampled_from([0.0, 0.5]),
    chance=st.sampled_from([0.3, 0.7]),
    irregular=st.booleans(),
)


@settings(max_examples=examples(400))
@given(tree=chance_trees)
def test_expectiminimax_is_the_definition(tree: Tree) -> None:
    report = search(tree, algorithm="expectiminimax", engine="interpreted")
    truth = naive.value(tree, tree.initial())
    assert report.score.value == pytest.approx(truth)
    assert_optimal(tree, report, truth)


STARS = ("star1", "star2", "deepening")


def best_actions(tree: Tree, truth: float) -> set[int]:
    """All that are as good as the best, but for the noise of fractions."""
    actions = {
        action: naive.value(tree, tree.result(tree.initial(), action))
        for action in tree.actions(tree.initial())
    }
    return {action for action, value in actions.items() if value == pytest.approx(truth, abs=1e-9)}


@settings(max_examples=examples(2000))
@given(tree=chance_trees, algorithm=st.sampled_from(STARS))
def test_star_is_expectiminimax(tree: Tree, algorithm: str) -> None:
    """The same value, bit for bit, and one of the same actions: what is left out does not matter."""
    plain, report = (
        search(tree, algorithm=name, engine="interpreted") for name in ("expectiminimax", algorithm)
    )
    assert report.score == plain.score
    assert report.nodes <= plain.nodes or algorithm != "star1"
    if tree.to_move(tree.initial()) != CHANCE and report.line:
        assert report.action in best_actions(tree, plain.score.value)


@settings(max_examples=examples(400))
@given(tree=chance_trees, algorithm=st.sampled_from(STARS), depth=st.integers(1, 3))
def test_star_is_expectiminimax_at_any_depth(tree: Tree, algorithm: str, depth: int) -> None:
    """Where estimates are no better or worse than every payoff can be."""
    leaves = tree.value[tree.count == 0]
    assume(leaves.min() <= 0 <= leaves.max())
    plain, report = (
        search(tree, algorithm=name, depth=depth, engine="interpreted")
        for name in ("expectiminimax", algorithm)
    )
    assert report.score.value == plain.score.value


@settings(max_examples=examples(200))
@given(tree=chance_trees, algorithm=st.sampled_from(STARS[:2]))
def test_star_gives_every_root_action_its_value(tree: Tree, algorithm: str) -> None:
    plain, report = (
        search(tree, algorithm=name, values=True, engine="interpreted")
        for name in ("expectiminimax", algorithm)
    )
    assert report.values == plain.values


TOY = Tree.parse("MAX\n  0.3\n  CHANCE\n    0.5: 1\n    0.5: 0")


@pytest.mark.parametrize("algorithm", ["expectiminimax", *STARS])
def test_a_coin_worth_a_half_is_better_than_three_tenths_for_sure(algorithm: str) -> None:
    report = search(TOY, algorithm=algorithm, engine="interpreted")
    assert (report.action, report.score.value, report.score.proved) == (1, 0.5, True)


def test_star1_leaves_out_what_cannot_matter() -> None:
    """After 5 for sure and a throw of 0, the best other throw makes 4.5."""
    tree = Tree.parse("MAX\n  5\n  CHANCE\n    0.5: 0\n    0.5: MAX\n      9\n      1")
    report = search(tree, algorithm="star1", trace=True, engine="interpreted")
    assert (report.nodes, report.cutoffs, report.score.value) == (4, (1,), 5)
    assert report.trace is not None
    assert list(report.trace.sentences())[-5:] == [
        "  0.5 of the time 0: 0 so far.",
        "  whatever the other outcomes bring, the average is at most 4.5, and MAX has 5 from branch 0 at the "
        "root: the other child is never looked at.",
        "  CHANCE's node is worth at most 4.5.",
        "at most 4.5 is not above 5: MAX keeps 5.",
        "MAX's node is worth 5.",
    ]


def test_star2_probes_one_reply_first() -> None:
    """MIN has 4 after either throw, which is enough: neither is searched in full."""
    throw = "0.5: MIN\n      4\n      9"
    tree = Tree.parse(f"MAX\n  5\n  0\n  CHANCE\n    {throw}\n    {throw}")
    one, two = (search(tree, algorithm=name, trace=True, engine="interpreted") for name in ("star1", "star2"))
    assert (one.score.value, two.score.value) == (5, 5)
    assert two.nodes <= one.nodes
    assert two.trace is not None
    told = list(two.trace.sentences())
    assert "    one reply is enough for a probe: MIN has 4, and the other waits." in told
    assert any("no outcome is searched in full" in sentence for sentence in told)


class Promised(Game):
    """A coin for 0 or 2 points, which is what the rules declare; `stake` is what they pay."""

    payoff = "points"
    payoff_range = (0, 2)

    def __init__(self, stake: float = 2, chances: tuple[float, float] = (0.5, 0.5)) -> None:
        self.stake, self.chances = stake, chances

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return CHANCE

    def actions(self, state: int) -> Iterator[int]:
        yield from ()

    def outcomes(self, state: int) -> Iterator[tuple[int, float]]:
        yield 1, self.chances[0]
        yield 2, self.chances[1]

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state > 0

    def utility(self, state: int) -> float:
        return self.stake if state == 1 else 0


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2", "deepening"])
def test_a_payoff_out_of_range_is_a_sentence(algorithm: str) -> None:
    asked: Any = {"algorithm": algorithm, "engine": "interpreted"}
    assert search(Promised(), **asked).score.value == 1
    with pytest.raises(
        RulesError, match=r"utility\(\) returns 3 .* after 1, which is outside payoff_range = \(0, 2\)"
    ):
        search(Promised(3), **asked)


@pytest.mark.parametrize("said", [3, (1, 2, 3), (2, 0), (0, float("nan")), "ab", (False, True)])
def test_a_range_that_is_none_is_a_sentence(said: Any) -> None:
    game = Promised()
    game.payoff_range = said
    with pytest.raises(RulesError, match="which is not a pair of numbers: set payoff_range = "):
        search(game, engine="interpreted")


def test_a_negative_probability_is_a_sentence() -> None:
    with pytest.raises(RulesError, match="yields a negative probability"):
        search(Promised(2, (1.5, -0.5)), engine="interpreted")


def test_dice_say_why_they_are_searched_so() -> None:
    report = search(TOY, seconds=1, engine="interpreted")
    assert report.algorithm == "deepening"
    assert "has dice: Star1" in report.why_algorithm
    assert search(TOY, algorithm="star1", engine="interpreted").why_algorithm == ""
    assert search([[1, 2], [3]], engine="interpreted").why_algorithm == ""


@settings(max_examples=examples(60))
@given(tree=trees, algorithm=st.sampled_from(DETERMINISTIC if LONG else PRUNING[1:]), values=st.booleans())
def test_compiled_is_interpreted_on_trees(tree: Tree, algorithm: str, values: bool) -> None:
    """Value, nodes, line, cut-offs and the values of every action."""
    assert_same_in_both_worlds(tree, algorithm=algorithm, values=values)


@settings(max_examples=examples(60))
@given(tree=chance_trees, algorithm=st.sampled_from(["expectiminimax", *STARS] if LONG else STARS[1:2]))
def test_compiled_is_interpreted_on_chance_trees(tree: Tree, algorithm: str) -> None:
    if hasattr(tree, "outcomes"):
        assert_same_in_both_worlds(tree, algorithm=algorithm, trace=True)


GAMES = {
    "tic-tac-toe": (TicTacToe(), 5),
    "connect four": (ConnectFour(), 5),
    "tree": (Tree.random(3, 5, seed=11), None),
    "tree with repeated turns": (Tree.random(3, 5, seed=5, repeat=0.4, irregular=True), None),
    "tree with fractions": (Tree([[0.5, 2.25, [1, 7.5]], [-0.125, 3.0]]), None),
}


CROSS = {
    ("tree with repeated turns", "deepening"),
    ("tic-tac-toe", "alphabeta_negamax"),
}
"""Games and algorithms of each kind; all of them with each other in a thorough run."""


@pytest.mark.parametrize(
    ("game", "algorithm"),
    in_turn(sorted(CROSS), sorted({*product(GAMES, DETERMINISTIC)} - CROSS), several=True),
)
def test_compiled_is_interpreted_event_for_event(game: str, algorithm: str) -> None:
    rules, depth = GAMES[game]
    assert_same_in_both_worlds(rules, depth=depth, algorithm=algorithm, trace=200_000)


SLOW_WINS = {"prefer_quick_wins": False}
SWITCHES: tuple[dict[str, Any], ...] = (
    {"algorithm": "alphabeta", "order": "natural"},
    {"algorithm": "alphabeta", "order": "reversed", "prune_equal": False, "fail_soft": False, **SLOW_WINS},
    {"algorithm": "alphabeta_negamax", "order": "random", "seed": 4, "fail_soft": False, **SLOW_WINS},
    {"algorithm": "alphabeta_negamax", "order": "best", "prune_equal": False, **SLOW_WINS},
    {"algorithm": "alphabeta_negamax", "order": "worst", "prune_equal": False, "fail_soft": False},
)
"""Any two switches, and each with either algorithm, are on and off together in every way somewhere."""


@pytest.mark.long
@pytest.mark.parametrize("chosen", SWITCHES, ids=str)
def test_switches_are_the_same_in_both_worlds(chosen: dict[str, Any]) -> None:
    assert_same_in_both_worlds(TicTacToe(), depth=5, trace=200_000, **chosen)
