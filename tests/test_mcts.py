"""Monte Carlo tree search: what it proves is true, it never loses tic-tac-toe, and both worlds agree."""

from __future__ import annotations

import math
from typing import Any
from unittest.mock import patch

import naive
import pytest
from budget import INTERPRETED_FIRST, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import CHANCE, MAX, MIN, Game, Report, RulesError, SearchError, Tree, analyse, search
from zermelo.algorithms.mcts_nodes import CHILDREN, MOST, ROOT, TOTAL, VISITS
from zermelo.algorithms.playout import WON
from zermelo.games import MNK, ConnectFour, Hex, Nim, Pig, TicTacToe
from zermelo.running.drivers import growing
from zermelo.running.kept_trees import children
from zermelo.running.transpositions import Transpositions

trees = st.builds(
    Tree.random,
    branching=st.integers(1, 4),
    depth=st.integers(1, 5),
    low=st.sampled_from([-99, -3, 0]),
    high=st.sampled_from([3, 99]),
    seed=st.integers(0, 10**6),
    turn=st.sampled_from([MAX, MIN]),
    repeat=st.sampled_from([0.0, 0.3, 1.0]),
    chance=st.sampled_from([0.0, 0.0, 0.4]),
    irregular=st.booleans(),
)


def simulated(game: Any, state: Any = None, **wanted: Any) -> Report:
    return search(game, state, algorithm="mcts", **{"engine": "interpreted", **wanted})


def end_of(game: Any, state: Any, line: tuple[Any, ...]) -> Any:
    for action in line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    return state


@settings(max_examples=examples(1000))
@given(tree=trees, nodes=st.integers(1, 3000), seed=st.integers(0, 99))
def test_no_proof_is_wrong(tree: Tree, nodes: int, seed: int) -> None:
    report, root = simulated(tree, nodes=nodes, seed=seed, values=True), tree.initial()
    if report.score.proved:
        assert report.score.value == naive.value(tree, root)
        assert tree.utility(end_of(tree, root, report.line)) == report.score.value
    for line in report.lines:
        if line.score.proved:
            after = tree.result(root, line.action)
            assert line.score.value == naive.value(tree, after)
            assert tree.utility(end_of(tree, root, line.line)) == line.score.value
    assert report.nodes <= nodes


@settings(max_examples=examples(100))
@given(tree=trees)
def test_without_dice_a_small_tree_is_settled(tree: Tree) -> None:
    report = simulated(tree, nodes=20_000 if not hasattr(tree, "outcomes") else 200)
    assert report.score.proved or hasattr(tree, "outcomes")
    assert report.finished


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_an_estimate_is_no_better_than_what_is_proved(engine: str) -> None:
    """The average of the last branch is 7; one of its replies is 2, and MIN may choose it."""
    report = simulated(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), nodes=6, lines=3, engine=engine)
    values = {line.action: (line.score.value, line.score.proved) for line in report.lines}
    assert (report.action, values[2]) == (2, (2, False))
    assert report.score.value == 2


@settings(max_examples=examples(40))
@given(tree=trees, nodes=st.integers(1, 500), seed=st.integers(0, 99))
def test_both_worlds_make_the_same_simulations(tree: Tree, nodes: int, seed: int) -> None:
    asked: dict[str, Any] = {"nodes": nodes, "seed": seed, "values": True, "exploration": 0.7}
    python, machine = (simulated(tree, engine=engine, **asked) for engine in ("interpreted", "compiled"))
    assert (python.compiled, machine.compiled) == (False, True)
    for what in ("action", "score", "line", "nodes", "values", "lines"):
        assert getattr(python, what) == getattr(machine, what), what
    assert [line.visits for line in python.lines] == [line.visits for line in machine.lines]


@pytest.mark.parametrize(("moves", "engine"), in_turn([((4, 0), "interpreted")], [((), "compiled")], True))
def test_tic_tac_toe_is_proved_to_be_a_draw(moves: tuple[int, ...], engine: str) -> None:
    game = TicTacToe()
    report = simulated(game, end_of(game, game.initial(), moves), nodes=200_000, engine=engine)
    assert report.score.is_draw
    assert report.finished
    assert str(report.score) == "a draw"
    over = end_of(game, game.initial(), (*moves, *report.line))
    assert (game.is_terminal(over), game.utility(over)) == (True, 0)


@pytest.mark.long
@pytest.mark.parametrize("player", in_turn([MIN], [MAX]))
def test_it_never_loses_tic_tac_toe(player: int) -> None:
    """Against every way to play."""
    game, waiting = TicTacToe(), [TicTacToe().initial()]
    lost = -1 if player == MAX else 1
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            assert game.utility(state) != lost
        elif game.to_move(state) == player:
            action = simulated(game, state, nodes=1500, memory=1, engine="compiled").action
            waiting.append(game.result(state, action))
        else:
            waiting += [game.result(state, action) for action in game.actions(state)]


def test_a_win_is_within_so_many_plies() -> None:
    report = simulated(Nim((1, 2)), nodes=5000)
    assert report.score.winner == MAX
    assert report.score.plies is not None
    assert report.score.plies >= 3
    assert str(report.score).startswith("MAX wins, within ")
    assert str(simulated(Nim((0, 2)), nodes=100).score) == "MAX wins in 1 ply"


@pytest.mark.long
def test_a_seed_says_which_random_games_are_played() -> None:
    first, again, other = (simulated(ConnectFour(5, 4), nodes=300, seed=seed) for seed in (1, 1, 2))
    assert [line.visits for line in first.lines] == [line.visits for line in again.lines]
    assert [line.visits for line in first.lines] != [line.visits for line in other.lines]


@pytest.mark.long
def test_every_simulation_begins_with_a_root_action() -> None:
    game = ConnectFour(5, 4)
    *before, last = analyse(game, algorithm="mcts", nodes=1000, engine="interpreted")
    assert [report.nodes for report in (*before, last)] == [64, 192, 448, 960, 1000]
    assert all(not report.finished for report in before)
    assert last.finished
    assert sum(line.visits for line in last.lines) == 1000
    assert last.lines[0].line == last.line
    assert Report.from_json(last.json(), game) == last


def test_random_games_may_be_left_and_estimated() -> None:
    game = ConnectFour(5, 4)
    for cutoff in (0, 3):
        report = simulated(game, nodes=200, cutoff=cutoff)
        assert -1 < report.score.value < 1
    game = TicTacToe()
    state = end_of(game, game.initial(), (4, 0))
    quick, whole = (simulated(game, state, nodes=30_000, cutoff=plies) for plies in (0, None))
    assert quick.finished
    assert quick.score == whole.score


@pytest.mark.long
def test_more_exploration_spreads_the_visits() -> None:
    game = ConnectFour(5, 4)
    narrow, wide = (simulated(game, nodes=300, exploration=much) for much in (0.1, 10.0))
    assert max(line.visits for line in narrow.lines) > max(line.visits for line in wide.lines)


def test_dice_are_thrown() -> None:
    toy = Tree.parse("MAX\n  0.3\n  CHANCE\n    0.5: 1\n    0.5: 0")
    report = simulated(toy, nodes=2000)
    assert (report.action, report.score.proved) == (1, False)
    assert report.score.value == pytest.approx(0.5, abs=0.1)
    assert simulated(Pig(10), Pig(10).parse("0 0 9 MAX"), nodes=500).action is not None
    wrong = Tree.parse("CHANCE\n  0.5: 1\n  0.5: 0")
    wrong.probability[1] = 0.9
    with pytest.raises(RulesError, match="do not sum to 1"):
        simulated(wrong, nodes=10)


def test_a_tree_that_is_full_is_played_on_from() -> None:
    report = simulated(ConnectFour(5, 4), nodes=500, memory=0.001)
    assert report.nodes == 500
    assert len(report.line) <= 3
    assert simulated(Nim((20, 20)), nodes=50, memory=0.0001).action is not None


class Faulty(Nim):
    """Nim that stumbles where two matches are left, or pays what nobody wins."""

    def __init__(self, pays: int = 0) -> None:
        super().__init__((2, 2))
        self.pays = pays

    def utility(self, state: Any) -> int:
        if self.pays == 0:
            raise ValueError("nobody counted")
        return self.pays


def test_a_fault_in_a_random_game_names_its_moves() -> None:
    with pytest.raises(RulesError, match=r"nobody counted.* after "):
        simulated(Faulty(), nodes=5)
    with pytest.raises(
        RulesError, match=r"utility\(\) returns 7 in the position after .*: win, draw and loss"
    ):
        simulated(Faulty(7), nodes=5)


class Walk(Game):
    """So many steps, each of them a throw or a choice; something is wrong with the last."""

    repetition = None

    def __init__(self, fault: str, length: int = 6) -> None:
        self.fault, self.length = fault, length

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return CHANCE if state % 2 else MAX

    def actions(self, state: int) -> range:
        return range(2)

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        late = state >= self.length - 1
        first = {"sum": 0.3, "negative": -0.5}.get(self.fault, 0.5) if late else 0.5
        return [(0, first), (1, 1 - first if self.fault == "negative" else 0.5)]

    def result(self, state: int, action: int) -> int:
        return state + 1

    def is_terminal(self, state: int) -> bool:
        return state >= self.length

    def utility(self, state: int) -> int:
        return 7 if self.fault == "utility" else 1


@pytest.mark.parametrize(
    ("fault", "length", "sentence"),
    [
        ("sum", 6, r"do not sum to 1 in the position after (\d, ){4}\d$"),
        ("negative", 6, r"a negative probability in the position after (\d, ){4}\d$"),
        ("utility", 6, r"returns 7 in the position after (\d, ){5}\d: win, draw and loss are"),
        ("sum", 700, "do not sum to 1 during the search$"),
    ],
)
def test_dice_and_payoffs_of_random_games_are_looked_at(fault: str, length: int, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        simulated(Walk(fault, length), nodes=3)


def test_what_is_not_its_own_is_refused() -> None:
    with pytest.raises(SearchError, match="mcts does not support depth"):
        search(TicTacToe(), algorithm="mcts", depth=3)
    with pytest.raises(SearchError, match="alphabeta does not support exploration: use mcts"):
        search(TicTacToe(), algorithm="alphabeta", exploration=1.0)
    with pytest.raises(SearchError, match="exploration must be a number >= 0, not -1"):
        search(TicTacToe(), algorithm="mcts", exploration=-1)
    with pytest.raises(SearchError, match=r"cutoff must be a whole number, not 1\.5"):
        search(TicTacToe(), algorithm="mcts", cutoff=1.5)  # type: ignore[typeddict-item]


def test_a_game_that_is_over_needs_no_simulation() -> None:
    game = TicTacToe()
    won = game.State((1, 1, 1, 2, 2, 0, 0, 0, 0), MIN)
    assert str(simulated(game, won).score) == "MAX wins: the game is over"


class Blind(MNK):
    """A game that nobody can estimate."""

    evaluate = Game.evaluate


def test_it_is_chosen_for_games_with_many_moves_and_nothing_to_go_by() -> None:
    report = search(Blind(8, 8, 5), seconds=0.2, engine="interpreted")
    assert report.algorithm == "mcts"
    assert report.why_algorithm.startswith("Blind has 64 moves here, no end in sight and no evaluate()")
    for game, options in (
        (Blind(3, 3, 3), {"seconds": 0.1}),
        (MNK(8, 8, 5), {"seconds": 0.1}),
        (Blind(8, 8, 5), {"nodes": 10}),
        (Blind(8, 8, 5), {"seconds": 0.1, "exact": True}),
        (Blind(8, 8, 5), {"seconds": 0.1, "depth": 1}),
    ):
        other = search(game, engine="interpreted", **options)
        assert (other.algorithm, other.why_algorithm) == ("pvs", "")


# -- what it may be given --------------------------------------------------------------------------------


class Guided(Nim):
    """Nim whose actions say how much to expect of them; what random games may do is a parameter."""

    def __init__(self, most: int = 9, trust: float = 1.0) -> None:
        super().__init__((2, 3))
        self.most, self.trust = most, trust

    def prior(self, state: Any, action: Any) -> float:
        heap, taken = action
        return self.trust if heap == 1 and taken == 1 else 1.0 - self.trust

    def playable(self, state: Any, action: Any) -> bool:
        return bool(action[1] <= self.most)


def test_priors_say_where_to_look() -> None:
    believing, doubting = (simulated(Guided(trust=trust), nodes=6) for trust in (1.0, 0.0))
    visits = [{line.action: line.visits for line in report.lines}[1, 1] for report in (believing, doubting)]
    assert visits[0] > visits[1]
    for trust in (1.0, 0.3, -1.0):  # whatever is believed, what is proved is true
        report = simulated(Guided(trust=trust), nodes=5000, first_play=0.5)
        assert report.score.winner == MAX


def test_random_games_make_playable_moves_only() -> None:
    """With one match at a time the parity of the matches decides who takes the last one."""
    game = Guided(most=1)
    after = game.result(game.initial(), (0, 1))  # 4 matches, MIN to move: MAX takes the last one
    report = simulated(game, after, nodes=1, engine="interpreted")
    assert report.lines[0].score.value in (1, -1)
    dead = Guided(most=0)  # nothing is playable: anything is played
    assert simulated(dead, nodes=200).score.winner == MAX


class Rolling(Nim):
    """Nim that says how its random games end: all alike, by a parameter."""

    def __init__(self, payoff: int) -> None:
        super().__init__((3, 4))
        self.payoff_given = payoff

    def rollout(self, state: Any, seed: int) -> int:
        assert 1 <= seed <= 1 << 62
        return self.payoff_given

    def evaluate(self, state: Any) -> int:
        return -5


def test_a_game_may_play_its_random_games_itself() -> None:
    for payoff in (1, 0, -1):
        assert simulated(Rolling(payoff), nodes=5).score.value == payoff
    assert -1 < simulated(Rolling(1), nodes=5, cutoff=0).score.value < 0  # estimated instead
    assert simulated(Rolling(-1), nodes=5000).score.winner == MAX  # proofs do not rest on them
    with pytest.raises(RulesError, match=r"rollout\(\) returns a payoff that no game ends with"):
        simulated(Rolling(3), nodes=5)


@pytest.mark.parametrize(("game", "much"), [(Hex(3), math.sqrt(0.5)), (TicTacToe(), math.sqrt(2))])
def test_random_games_that_a_game_plays_itself_leave_less_to_explore(game: Any, much: float) -> None:
    usual, same, other = (simulated(game, nodes=150, exploration=each) for each in (None, much, 1.0))
    assert usual.grown == same.grown
    assert usual.grown != other.grown


@pytest.mark.long
def test_both_worlds_are_guided_alike() -> None:
    asked: dict[str, Any] = {"nodes": 40, "first_play": 0.2, "seed": 4}
    python, machine = (
        simulated(Guided(1, 0.6), engine=engine, **asked) for engine in ("interpreted", "compiled")
    )
    assert machine.compiled
    assert [(line.action, line.visits, line.score) for line in python.lines] == [
        (line.action, line.visits, line.score) for line in machine.lines
    ]


def test_a_search_that_first_play_keeps_from_trying_actions_says_so() -> None:
    """Without priors an untried action has nothing but first_play to set against what makes others tried."""
    lost = simulated(ConnectFour(), nodes=500, first_play=0.0)
    tried = sum(line.visits > 0 for line in lost.lines)
    assert tried < 7
    assert lost.caution.startswith(f"{7 - tried} of the actions were never tried: a larger first_play")
    for wanted in ({}, {"first_play": 1.0}):
        assert simulated(ConnectFour(), nodes=500, **wanted).caution == ""


def test_first_play_urgency_leaves_actions_untried() -> None:
    game = ConnectFour(5, 4)
    every, some = (simulated(game, nodes=60, first_play=urgency) for urgency in (None, -1.0))
    assert min(line.visits for line in every.lines) > 0
    assert min(line.visits for line in some.lines) < min(line.visits for line in every.lines)
    with pytest.raises(SearchError, match="first_play must be a number, not 'high'"):
        search(TicTacToe(), algorithm="mcts", first_play="high")  # type: ignore[typeddict-item]


# -- a tree that is kept ---------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_a_tree_goes_on_growing_where_play_has_come_to(engine: str) -> None:
    game, table = ConnectFour(), Transpositions(8)
    asked: dict[str, Any] = {"nodes": 200, "engine": engine, "table": table}
    first = simulated(game, **asked)
    state = game.initial()
    for action in first.line[:2]:
        state = game.result(state, action)
    again = simulated(game, state, past=[game.initial()], **asked)
    assert again.nodes == 200
    assert sum(line.visits for line in again.lines) > 200
    elsewhere = simulated(game, game.result(state, 0), **{**asked, "nodes": 1})
    assert elsewhere.nodes == 1
    other = simulated(game, game.parse("." * 35 + "XO....."), **asked)  # not where play has come to
    assert sum(line.visits for line in other.lines) == 200


def test_a_kept_tree_proves_what_a_new_one_does() -> None:
    game, table, state = TicTacToe(), Transpositions(4), TicTacToe().initial()
    past: list[Any] = []
    while not game.is_terminal(state):
        report = simulated(game, state, nodes=4000, table=table, past=past)
        if report.score.proved:
            assert report.score.value == naive.value(game, state)
        past.append(state)
        state = game.result(state, report.action)
    assert game.utility(state) == 0


# -- threads ---------------------------------------------------------------------------------------------


@settings(max_examples=examples(300))
@given(tree=trees, seed=st.integers(0, 99))
def test_no_proof_of_several_threads_is_wrong(tree: Tree, seed: int) -> None:
    """From the eighth simulation on, which one thread makes alone."""
    with patch.dict(growing.FIRST_SLICE, {True: 8}):
        report = simulated(tree, nodes=60_000, seed=seed, threads=3, engine="compiled", values=True)
    if report.score.proved:
        assert report.score.value == naive.value(tree, tree.initial())
    for line in report.lines:
        if line.score.proved:
            assert line.score.value == naive.value(tree, tree.result(tree.initial(), line.action))


@pytest.mark.parametrize("seed", range(3))
def test_no_proof_of_threads_in_a_large_tree_is_wrong(seed: int) -> None:
    """Large enough for nodes below the root where a thread stays for a while."""
    tree = Tree.random(branching=4, depth=7, low=-1, high=1, seed=seed)
    truth = naive.value(tree, tree.initial())
    *before, last = analyse(
        tree, algorithm="mcts", nodes=300_000, seed=seed, threads=3, engine="compiled", values=True
    )
    for report in (*before, last):
        assert not report.score.proved or report.score.value == truth
        for line in report.lines:
            after = tree.result(tree.initial(), line.action)
            assert not line.score.proved or line.score.value == naive.value(tree, after)
    assert last.score.proved


@pytest.mark.long
@pytest.mark.parametrize("count", in_turn([2], [1, 3]))
def test_no_simulation_of_a_thread_is_lost(count: int) -> None:
    """Node by node: what was counted in advance was taken back, and nobody wrote over what another counted.

    A simulation ends at a node without children: once, or once for each thread that was there at that moment,
    before or while one of them gave it its children.
    """
    table = Transpositions(64)
    report = simulated(ConnectFour(), nodes=150_000, threads=count, engine="compiled", table=table)
    words = table.grown.words
    waiting, inner, often = [ROOT], 0, 0
    while waiting:
        node = waiting.pop()
        below = list(children(words, node))
        visits = int(words[node + VISITS])
        ended = visits - sum(int(words[child + VISITS]) for child in below)
        assert abs(int(words[node + TOTAL])) <= WON * visits
        assert words[node + CHILDREN] == 0 or words[node + CHILDREN] >= MOST
        assert ended >= 0
        inner += bool(below)
        often += bool(below) and ended > 2 * count
        waiting += below
    assert often <= 2  # where a thread had to wait while it gave children
    assert words[ROOT + VISITS] == report.nodes == sum(line.visits for line in report.lines)
    assert report.nodes <= 150_000
    assert inner > 10_000


def test_several_threads_prove_that_a_game_is_drawn() -> None:
    game = TicTacToe()
    for seed in range(3):
        report = simulated(game, nodes=400_000, seed=seed, threads=2, engine="compiled")
        assert report.score.is_draw
        over = end_of(game, game.initial(), report.line)
        assert (game.is_terminal(over), game.utility(over)) == (True, 0)
    assert simulated(ConnectFour(), nodes=100_000, threads=2, engine="compiled").nodes <= 100_000


def test_one_thread_and_a_seed_are_one_answer() -> None:
    first, again = (simulated(TicTacToe(), nodes=9000, seed=5, engine="compiled") for _ in range(2))
    assert first.lines == again.lines
