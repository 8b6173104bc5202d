"""The facts behind the sentences: every step of random searches, held against the full values of the tree."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Any

import naive
import pytest
from budget import LONG
from graphs import LostByRepeating, OneWay, OneWayPoints, Wide, WonByRepeating

from zermelo import MAX, MIN, Tree, ZermeloError, search
from zermelo.game import name_of
from zermelo.games import MNK, Kalah, Nim, TicTacToe
from zermelo.kernel.events import ENDS, LEAF
from zermelo.kernel.run import ESTIMATES, WIN
from zermelo.tracing.facts import BETWEEN, LESS, MORE, Fact, Holding, fact_of
from zermelo.tracing.model import Model
from zermelo.tracing.sureness import AT_LEAST, AT_MOST, EXACT
from zermelo.tracing.windows import ASKED, QUICKEST, START

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def traced(game: Any, **wanted: Any) -> Any:
    return search(game, trace=True, engine="interpreted", **wanted)


def facts(trace: Any) -> list[Fact]:
    return [fact_of(trace.model, step) for step in range(len(trace.events))]


# -- the truth ---------------------------------------------------------------------------------------------


class Truth:
    """What every node of a traced search is worth by the definition, as far as that search looks ahead."""

    def __init__(self, report: Any, depth: int | None) -> None:
        self.trace, self.model, self.game = report.trace, report.trace.model, report.trace.game
        self.options, self.depth = self.trace.options, depth
        self.deepens = report.algorithm in ("deepening", "pvs", "mtdf")
        self.value = lru_cache(maxsize=None)(self._value)

    def _value(self, state: Any, ply: int, horizon: int) -> Any:
        game, options = self.game, self.options
        if game.is_terminal(state):
            utility = game.utility(state)
            return utility * (WIN - ply if options.quick else WIN) if options.outcome else utility
        if ply == horizon:
            least, most = self.model.payoffs
            limit = ESTIMATES if options.outcome else float("inf")
            return max(-limit, least, min(limit, most, game.evaluate(state)))
        below = [self.value(game.result(state, one), ply + 1, horizon) for one in game.actions(state)]
        return max(below) if game.to_move(state) == MAX else min(below)

    def horizon(self, node: int) -> int:
        """How deep the iteration looks to which a node belongs."""
        first = self.model.columns.first[node]
        if self.deepens:
            return [one.depth for one in self.trace.iterations if one.event <= first][-1]
        return 999 if self.depth is None else self.depth

    def of(self, node: int) -> Any:
        return self.value(self.model.states[node], self.model.plies[node], self.horizon(node))

    def after(self, node: int, action: Any) -> Any:
        below = self.game.result(self.model.states[node], action)
        return self.value(below, self.model.plies[node] + 1, self.horizon(node))

    def in_the_end(self, node: int) -> Any:
        return self.value(self.model.states[node], self.model.plies[node], 999)


def agrees(said: Any, sure: str, true: Any) -> bool:
    return {EXACT: said == true, AT_LEAST: said <= true, AT_MOST: said >= true}[sure]


def no_better(player: int, value: Any, than: Any) -> bool:
    return value <= than if player == MAX else value >= than


class Checks:
    """Each fact of a trace against the truth."""

    def __init__(self, report: Any, depth: int | None = None) -> None:
        self.model: Model = report.trace.model
        self.truth, self.columns, self.report = Truth(report, depth), self.model.columns, report
        self.all = facts(report.trace)
        self.seen: dict[str, int] = {}

    def run(self) -> dict[str, int]:
        """How often each kind of thing was checked."""
        for step, fact in enumerate(self.all):
            self.as_the_code_has_it(step, fact)
            getattr(self, fact.kind, self.end)(step, fact)
            self.seen[fact.kind] = self.seen.get(fact.kind, 0) + 1
        assert self.seen.get("cut", 0) == sum(self.report.cutoffs)
        root = self.columns.roots[-1]
        assert self.truth.after(root, self.report.action) == self.truth.of(root)
        return self.seen

    def as_the_code_has_it(self, step: int, fact: Fact) -> None:
        """Negamax counts for the player to move: its number is told, turned where the fact says so."""
        if fact.kind in ("update", "keep", "cut", "return"):
            told = (fact.kept if fact.kind == "keep" else fact.value).value
            assert self.columns.values[step] == (-told if fact.turned else told)
        assert not fact.turned or self.report.trace.view == "mover"

    def enter(self, step: int, fact: Fact) -> None:
        self.ends(step, fact)
        if fact.asked in (MORE, LESS):
            above = self.model.players[self.columns.parents[fact.node]]
            assert above == (MAX if fact.asked == MORE else MIN)
            self.answered(fact)
        elif fact.asked:
            assert {fact.low.node, fact.high.node} <= {ASKED, START}
            assert fact.asked == BETWEEN or fact.low.node == fact.high.node == ASKED
        if fact.again:
            assert agrees(fact.before.value, fact.before_sure, self.truth.of(fact.node))
            self.seen["again"] = self.seen.get("again", 0) + 1

    def answered(self, fact: Fact) -> None:
        """A question that was answered yes is true, and one that was answered no is false."""
        returned = self.model.values[self.columns.own[fact.node][-1]]
        true = self.truth.of(fact.node)
        low, high = fact.low.worth.value, fact.high.worth.value
        assert (returned <= low) == (true <= low)
        assert (returned >= high) == (true >= high)
        self.seen["asked"] = self.seen.get("asked", 0) + 1

    def ends(self, step: int, fact: Fact) -> None:
        """A window is open when a node is entered, and who is sure of an end is sure of it."""
        low, high = fact.low.worth.value, fact.high.worth.value
        equal = not self.truth.options.prune_equal or self.model.payoffs[0] == self.model.payoffs[1]
        assert low < high or (equal and low == high)
        for held, player in ((fact.low, MAX), (fact.high, MIN)):
            self.held(fact, held, player)

    def held(self, fact: Fact, held: Holding, player: int) -> None:
        if not held.is_sure:
            assert held.node in (START, ASKED, QUICKEST)
            return
        above, node = [], self.columns.parents[fact.node]
        while node >= 0:
            above.append(node)
            node = self.columns.parents[node]
        assert held.node in above
        assert self.model.players[held.node] == player
        assert held.up == fact.ply - self.model.plies[held.node]
        assert held.is_root == (self.model.plies[held.node] == 0)
        state = self.model.states[held.node]
        game = self.truth.game
        (branch,) = {a for a in game.actions(state) if name_of(game, state, a) == held.move}
        assert no_better(player, held.worth.value, self.truth.after(held.node, branch))

    def tried(self, step: int, node: int) -> list[Any]:
        children = [one for one in self.columns.children[node] if self.columns.first[one] < step]
        return [self.model.actions[one] for one in children if self.model.actions[one] is not None]

    def update(self, step: int, fact: Fact) -> None:
        true = [self.truth.after(fact.node, action) for action in self.tried(step, fact.node)]
        assert agrees(fact.value.value, fact.sure, max(true) if fact.player == MAX else min(true))
        own = fact.low if fact.player == MAX else fact.high
        if fact.window:
            assert (own.worth, own.node, own.move) == (fact.value, fact.node, fact.move)

    def keep(self, step: int, fact: Fact) -> None:
        child = self.truth.after(fact.node, self.columns.actions[step])
        assert agrees(fact.value.value, fact.sure, child)
        assert no_better(fact.player, fact.value.value, fact.kept.value)
        if fact.sure == (AT_LEAST if fact.player == MAX else AT_MOST):  # it may be better, to no avail
            assert no_better(fact.player, fact.bound.worth.value, fact.value.value)
            assert fact.bound.is_sure
            self.held(fact, fact.bound, fact.other)
        else:
            assert no_better(fact.player, child, fact.kept.value)
        if fact.keeps is not None and fact.keeps.is_sure:
            self.held(fact, fact.keeps, fact.player)
        elif fact.keeps is None:
            before = self.tried(step, fact.node)[:-1]
            best = [self.truth.after(fact.node, action) for action in before]
            assert agrees(fact.kept.value, fact.kept_sure, max(best) if fact.player == MAX else min(best))

    def cut(self, step: int, fact: Fact) -> None:
        seen = self.tried(step, fact.node)
        legal = list(self.truth.game.actions(self.model.states[fact.node]))
        assert fact.left == sum(action not in seen for action in legal) > 0
        true = self.truth.of(fact.node)
        assert no_better(fact.player, fact.value.value, true)
        assert no_better(fact.player, fact.bound.worth.value, fact.value.value)
        self.held(fact, fact.bound, fact.other)
        if fact.bound.node == START:
            assert true == self.model.payoffs[fact.player == MAX]

    def end(self, step: int, fact: Fact) -> None:
        true = self.truth.of(fact.node)
        assert agrees(fact.value.value, fact.sure, true)
        if not fact.guessed and self.report.algorithm not in ("pvs", "mtdf"):
            assert agrees(fact.value.value, fact.sure, self.truth.in_the_end(fact.node))
        if self.columns.kinds[step] == LEAF and fact.is_over:
            self.over(fact)
        if fact.value.winner is not None and fact.sure == EXACT and fact.value.plies is not None:
            outcome, plies = naive.quick_value(self.truth.game, self.model.states[fact.node], fact.ply)
            assert (MAX if outcome > 0 else MIN, plies) == fact.value[1:]

    def over(self, fact: Fact) -> None:
        utility = self.truth.game.utility(self.model.states[fact.node])
        if self.truth.options.outcome:
            assert fact.value.winner == {1: MAX, 0: None, -1: MIN}[utility]
            assert fact.is_draw == (utility == 0)
        assert fact.is_payoff == isinstance(self.truth.game, Tree)


# -- random searches ---------------------------------------------------------------------------------------

TEXTBOOKS = ("minimax", "negamax", "alphabeta", "alphabeta_negamax", "deepening")
WINDOWED = ("alphabeta", "alphabeta_negamax", "deepening")


def some_switches(draw: random.Random, algorithm: str) -> dict[str, Any]:
    switches: dict[str, Any] = {
        "order": draw.choice(["natural", "natural", "random", "best", "worst"]),
        "seed": draw.randrange(99),
    }
    if algorithm in WINDOWED:
        switches["prune_equal"] = draw.random() < 0.7
        switches["fail_soft"] = draw.random() < 0.7
        switches["payoff_bounds"] = draw.random() < 0.4
    return switches


def some_tree(draw: random.Random) -> Tree:
    low, high = draw.choice([(-3, 3), (0, 9), (-99, 99)])
    return Tree.random(
        draw.choice([2, 3, 4]),
        draw.choice([2, 3, 4]),
        low=low,
        high=high,
        seed=draw.randrange(1 << 20),
        turn=draw.choice(["max", "min"]),
        repeat=draw.choice([0.0, 0.3]),
        irregular=draw.random() < 0.5,
    )


@pytest.mark.parametrize("algorithm", [*TEXTBOOKS, "pvs", "mtdf"])
def test_every_step_of_random_trees(algorithm: str) -> None:
    draw, seen = random.Random(f"trees {algorithm}"), {}
    for _ in range(160 if LONG else 4):
        engine = algorithm in ("pvs", "mtdf")
        wanted = {"exact": True} if engine else some_switches(draw, algorithm)
        depth = draw.choice([None, None, 2]) if algorithm in ("minimax", "alphabeta") else None
        report = traced(some_tree(draw), algorithm=algorithm, depth=depth, **wanted)
        for kind, count in Checks(report, depth).run().items():
            seen[kind] = seen.get(kind, 0) + count
    expected = {"enter", "leaf", "update", "keep", "return"}
    expected |= {"cut"} if algorithm not in ("minimax", "negamax") else set()
    expected |= {"asked", "again"} if algorithm == "pvs" else set()
    assert expected <= seen.keys()


def some_position(draw: random.Random, game: Any, left: int) -> Any:
    """A position with so many plies to go at most, by random moves."""
    state = game.initial()
    while not game.is_terminal(state) and len(list(game.actions(state))) > left:
        state = game.result(state, draw.choice(list(game.actions(state))))
    return game.initial() if game.is_terminal(state) and left > 6 else state


GAMES = [(TicTacToe(), 5), (MNK(3, 3, 3), 5), (Nim((1, 2, 2)), 9), (Kalah(2, 2), 9)]


@pytest.mark.parametrize("algorithm", [*TEXTBOOKS, "pvs", "mtdf"])
def test_every_step_of_small_games(algorithm: str) -> None:
    draw, seen = random.Random(f"games {algorithm}"), 0
    engine = algorithm in ("pvs", "mtdf")
    for turn in range(80 if LONG else 3):
        game, left = GAMES[turn % len(GAMES)]
        state = some_position(draw, game, left)
        if game.is_terminal(state):
            continue
        wanted = {"exact": True, "switch_off": ["bounds"]} if engine else some_switches(draw, algorithm)
        depth = draw.choice([None, 2, 3]) if not engine else None
        report = traced(game, state=state, algorithm=algorithm, depth=depth, **wanted)
        seen += sum(Checks(report, depth).run().values())
    assert seen > (300 if LONG else 60)


# -- what is pruned, remembered and guessed ----------------------------------------------------------------


class Hunted(Wide):
    """Some doors are noisy, doing nothing leads to the next room."""

    def noisy(self, state: Any) -> Any:
        yield from range(state.number % 3)

    def passed(self, state: Any) -> Any:
        return type(state)((state.number + 1) % len(self.ends))


@pytest.mark.parametrize("kind", [OneWay, OneWayPoints, Hunted])
def test_what_rests_on_no_estimate_is_true_in_the_end(kind: Any) -> None:
    """Tables, passes, quiet positions and hopeless actions hide estimates, which no leaf tells of."""
    seen: dict[str, int] = {}
    for seed in range(60) if LONG else (*range(6), 29):  # 29: Hunted's wins for MIN that may come sooner
        for wanted in ({"algorithm": "pvs"}, {"algorithm": "mtdf"}, {"algorithm": "pvs", "depth": 5}):
            report = traced(kind(seed), **wanted)
            truth, model = Truth(report, None), report.trace.model
            for step, fact in enumerate(facts(report.trace)):
                if model.columns.kinds[step] in ENDS and model.is_move(fact.node):
                    guessed = fact.guessed or (fact.kind == "leaf" and not fact.is_over)
                    said = "guessed" if guessed else fact.kind
                    seen[said] = seen.get(said, 0) + 1
                    true = truth.in_the_end(fact.node)
                    assert guessed or agrees(fact.value.value, fact.sure, true), (seed, step, fact)
    assert seen.keys() >= {"guessed", "leaf", "return", "table"}


def test_estimates_that_nothing_else_shows_are_told() -> None:
    """A table's, and those of a position that is let stand; of a search of the others, what it is about."""
    story = [sentence for seed in range(6) for sentence in told(Hunted(seed), algorithm="pvs", depth=7)]
    knows = {sentence for sentence in story if sentence.startswith("the table knows")}
    assert any(sentence.endswith(", by estimate.") for sentence in knows)
    assert any(sentence.startswith("without the best action ") for sentence in story)
    assert not any("no better for MAX than a win for MIN" in sentence for sentence in story)


@pytest.mark.parametrize("kind", [WonByRepeating, LostByRepeating])
def test_no_window_is_a_win_in_no_number_of_plies(kind: Any) -> None:
    """What is next to endless play, which is worth a little less than a win, is neither win nor number."""
    for seed in range(12):
        for algorithm in ("pvs", "mtdf"):
            story = " ".join(told(kind(seed), algorithm=algorithm, depth=8))
            assert max(map(int, re.findall(r"\d+", story)), default=0) < 100


# -- what a student asks -----------------------------------------------------------------------------------


def told(game: Any, **wanted: Any) -> list[str]:
    return [sentence.strip() for sentence in traced(game, **wanted).trace.sentences()]


def test_the_figures_of_aima() -> None:
    """Figure 6.5 of the fourth edition: C's second and third leaf are never looked at, and nothing else."""
    for algorithm in WINDOWED[:2]:
        report = traced(TEXTBOOK, algorithm=algorithm)
        assert (report.leaves, sum(report.cutoffs), report.score.value) == (7, 1, 3)
        (cut,) = [fact for fact in facts(report.trace) if fact.kind == "cut"]
        assert (cut.node, cut.left, cut.bound.move, cut.bound.is_root) == (5, 2, "0", True)


def test_a_value_after_a_cut_off_is_a_bound() -> None:
    story = told([[3, 12, 8], [2, 1, 6], [14, 5, 2]])
    assert "MIN's node is worth at most 2." in story
    assert "at most 2 is not above 3: MAX keeps 3." in story


def test_negamax_says_what_its_code_has() -> None:
    story = told(TEXTBOOK, algorithm="alphabeta_negamax")
    assert "-12 is not above -3: MIN keeps -3 (3 for MAX)." in story
    assert "MIN's best here is now -2 for MIN (2 for MAX), by 0: α = -2." in story
    (cut,) = [sentence for sentence in story if "never come" in sentence]
    assert cut.startswith(
        "for MIN α = -2 ≥ β = -3; MAX has 3 from branch 0 at the root: MAX will never come here"
    )
    assert "MIN's node is worth at least -2 for MIN (at most 2 for MAX)." in story
    assert "worth -3 for MIN (3 for MAX)." in told([3, 5], algorithm="negamax")


def test_a_scout_says_what_it_asks_and_a_second_search_why() -> None:
    story = told([[3, 12], [2, 4], [14, 15]], algorithm="pvs")
    assert "2: MIN to move; MAX is sure of 3; asked is only whether it is more than 3." in story
    assert (
        "2 again, with a wider window, since a first look found 14: MIN to move; MAX is sure of 3." in story
    )
    assert not any("MIN of 4" in sentence for sentence in story)
    assert "-14 is not enough for MIN, who needs -3 (3 for MAX) or better here." in story


def test_the_ancestor_is_told_apart_where_a_window_is_its_own_mirror() -> None:
    """[-2, 2] turned round is [-2, 2]: only the rules say whose end is whose."""
    tree = [[[-3, -2], [3, 0]], [[2, -3], [2, 0]]]
    for algorithm in WINDOWED[:2]:
        report = traced(tree, algorithm=algorithm)
        cuts = [fact for fact in facts(report.trace) if fact.kind == "cut"]
        assert [(cut.node, cut.bound.node, cut.bound.move) for cut in cuts] == [(5, 1, "0"), (11, 7, "0")]
        assert [event.set_by for event in report.trace.events if event.kind == "cut"] == [1, 7]


# -- from the bounds of the payoffs ------------------------------------------------------------------------


def test_alpha_beta_starts_at_the_bounds_of_the_payoffs() -> None:
    tree = [[2, 7], [9, 9], [4, 1]]
    for algorithm in WINDOWED[:2]:
        report = traced(tree, algorithm=algorithm, payoff_bounds=True)
        assert (report.score.value, report.action, report.leaves) == (9, 1, 4)
        story = [sentence.strip() for sentence in report.trace.sentences()]
        assert (
            story[0]
            == "MAX to move; nothing is worse for MAX than 1 or better than 9, so α and β start there."
        )
        assert "9 is the best possible for MAX: the other child is never looked at." in story
    assert traced(tree).leaves == 5


def test_a_win_is_the_best_possible_score() -> None:
    game = TicTacToe()
    state = game.parse("XX. / OO. / ...")
    report = traced(game, state=state, algorithm="alphabeta", payoff_bounds=True)
    assert (report.score.winner, report.score.plies, report.action, report.nodes) == (MAX, None, 2, 2)
    (cut,) = [sentence.strip() for sentence in report.trace.sentences() if "best possible" in sentence]
    assert cut == "a win for MAX is the best possible for MAX: the other four children are never looked at."


def test_the_worst_possible_score_has_a_line_too() -> None:
    report = traced([[1, 1], [1, 9]], payoff_bounds=True, values=True)
    assert (report.score.value, report.line) == (1, (0, 0))
    assert {action: score.value for action, score in report.values.items()} == {0: 1, 1: 1}


def ranged(said: Any) -> Kalah:
    """A game that declares this as the range of its payoffs."""
    game = Kalah(2, 2)
    game.payoff_range = said
    return game


@pytest.mark.parametrize(
    ("game", "wanted", "why"),
    [
        (ranged(None), {}, "Kalah does not say between which values its payoffs lie: set payoff_range"),
        (ranged((3, -3)), {}, r"Kalah.payoff_range is \(3, -3\), which is not a pair"),
        (ranged((-1, 1)), {}, r"utility\(\) returns -4 .*, which is outside payoff_range = \(-1, 1\)"),
        (TicTacToe(), {"algorithm": "minimax"}, "minimax does not support payoff_bounds: use alphabeta,"),
        (TicTacToe(), {"algorithm": "pvs"}, "pvs does not support payoff_bounds: use alphabeta,"),
    ],
)
def test_ranges_that_nobody_knows_are_refused(game: Any, wanted: dict[str, Any], why: str) -> None:
    with pytest.raises(ZermeloError, match=why):
        search(game, payoff_bounds=True, **wanted)


@pytest.mark.long
def test_the_bounds_of_the_payoffs_are_those_of_both_worlds() -> None:
    for game in (Tree.random(3, 4, seed=3, turn="min"), Kalah(2, 2)):
        for algorithm in WINDOWED[:2]:
            wanted = {"algorithm": algorithm, "payoff_bounds": True, "trace": True}
            python, machine = (search(game, engine=one, **wanted) for one in ("interpreted", "compiled"))
            assert (python.nodes, python.cutoffs, python.line) == (
                machine.nodes,
                machine.cutoffs,
                machine.line,
            )
            assert python.trace.events == machine.trace.events
