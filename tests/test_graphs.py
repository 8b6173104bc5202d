"""Every search, on random graphs, against an analysis of their own: winner, value, length, line.

`make test` tries a few hundred graphs with a few searches each; `make test-long` ten thousand with all.
ZERMELO_SEED=n begins with another graph than the first.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any

import pytest
from budget import LONG, in_turn
from graphs import CIRCULAR, ONE_WAY, Analysis, LostByRepeating, OneWay, Points, Truth, Wide, WonByRepeating

from zermelo import MAX, MIN, Game, Report, Score, SearchError, search, solve
from zermelo.prove import prove
from zermelo.running.drivers import engine as driver
from zermelo.strong.build import solved

KINDS = (*CIRCULAR, *ONE_WAY)
FIRST = int(os.environ.get("ZERMELO_SEED", "0"))
EACH = 10_000 // (2 * len(KINDS)) + 1 if LONG else 30
"""Graphs of each kind in each world."""
FEW = 1
"""Searches of each graph, in turn, where there is no time for all."""
DEPTH = 5
TREE = 2_000
"""Nodes of a tree that the textbook's algorithms walk through."""


class Trial:
    """One graph, what is true of it, and how much of what was asked is proved."""

    def __init__(self, kind: Any, seed: int, engine: str, counts: Counter[str]) -> None:
        self.game, self.seed, self.engine, self.counts = kind(seed), seed, engine, counts
        self.analysis, self.root = Analysis(self.game), self.game.initial()
        self.truth = self.analysis.truth
        self.random = Random(seed)

    def searched(self, **options: Any) -> Report:
        return search(self.game, engine=self.engine, **options)

    @cached_property
    def table(self) -> Any:
        """Of the whole game; None where points are played for and play may never end, which has none."""
        try:
            return solved(self.game, engine=self.engine)
        except SearchError as error:
            if error.message.code != "endless_points":
                raise
            return None

    # -- what is said must be true -------------------------------------------------------------

    def check(self, report: Report) -> None:
        """All that a report says."""
        self.check_score(report.score, self.truth[self.root])
        self.check_line(report.line, report.score)
        for line in report.lines:
            self.check_action(line.action, line.score)
            self.check_line(line.line, line.score)
        if report.algorithm in ("pvs", "mtdf"):
            scores = [line.score for line in report.lines]
            assert scores == sorted(scores, reverse=self.game.to_move(self.root) == MAX)
        for action, score in report.values.items():
            self.check_action(action, score)

    def check_action(self, action: Any, score: Score) -> None:
        self.check_score(score, self.truth[self.game.result(self.root, action)], before=1)

    def check_score(self, score: Score, truth: Truth, before: int = 0) -> None:
        """What is proved is true, and a length is the length, or a bound where it says so."""
        if not score.proved:
            assert score.winner is None
            return
        assert score.value == truth.value
        assert score.winner == (None if self.game.payoff == "points" else {1: MAX, -1: MIN}.get(truth.value))
        if score.winner is None or truth.plies is None:
            assert score.plies is None
            return
        assert score.plies is not None
        assert score.plies == truth.plies + before if score.exact else score.plies >= truth.plies + before
        self.counts["exact" if score.exact else "bounds"] += 1

    def check_line(self, line: tuple[Any, ...], score: Score) -> None:
        """Its actions are legal, and keep what is proved until the game is over or comes round."""
        states = [self.root]
        for action in line:
            assert action in list(self.game.actions(states[-1]))
            states.append(self.game.result(states[-1], action))
            if score.proved:
                self.check_score(replayed(score, len(states) - 1), self.truth[states[-1]])
        over = self.game.is_terminal(states[-1])
        if score.proved and score.exact:
            assert over or score.plies is None
            assert over or len(set(states)) < len(states)
        if over and score.proved:
            assert self.game.utility(states[-1]) == score.value

    def check_decided(self, report: Report) -> None:
        """A search without a limit: it says what is true, and proves what no repetition has a part in."""
        self.check(report)
        if self.truth[self.root].decided:
            self.counts["decided"] += 1
            self.counts["proved"] += report.score.proved


def replayed(score: Score, plies: int) -> Score:
    """What a score says of the position so many plies along its line; of a bound no more than who wins."""
    if score.plies is None or not score.exact:
        return Score(score.value, True, MAX, score.winner, score.plies and 1000, score.outcome, exact=False)
    return Score(score.value, True, MAX, score.winner, score.plies - plies, score.outcome)


# -- the searches ------------------------------------------------------------------------------------


def engine(**options: Any) -> Callable[[Trial], None]:
    """The engine without a limit."""

    def look(trial: Trial) -> None:
        trial.check_decided(trial.searched(**{"algorithm": "pvs", **options}))

    return look


def textbook(algorithm: str, values: bool = False) -> Callable[[Trial], None]:
    """To the end of the game, where it has one; or to a depth, within which every win is found."""

    def look(trial: Trial) -> None:
        depth, whole = trial.analysis.affordable(TREE)
        limit = {} if whole and algorithm != "deepening" else {"depth": depth}
        report = trial.searched(algorithm=algorithm, values=values, **limit)
        trial.check(report)
        truth, score = trial.truth[trial.root], report.score
        assert score.exact
        assert score.proved or not whole
        if truth.plies is not None:
            assert (score.winner is not None) == (truth.plies <= depth)

    return look


def limited(trial: Trial) -> None:
    """Stopped somewhere, with whatever was asked."""
    asked = trial.random.choice(({"values": True}, {"lines": 2}, {"algorithm": "mtdf"}, {"exact": True}))
    threads = 2 if trial.engine == "compiled" else 1
    trial.check(trial.searched(nodes=trial.random.randint(1, 300), threads=threads, **asked))


def to_a_depth(trial: Trial) -> None:
    for depth in (2, 4, 7):
        trial.check(trial.searched(algorithm=trial.random.choice(("pvs", "mtdf")), depth=depth, values=True))


def mate(trial: Trial) -> None:
    """A win within so many plies is found if there is one, and its length is the length."""
    report, truth = trial.searched(win_within=DEPTH), trial.truth[trial.root]
    trial.check(report)
    assert report.score.exact
    assert (report.score.plies is not None) == (truth.plies is not None and truth.plies <= DEPTH)


def with_a_past(trial: Trial) -> None:
    """Positions of the game before: coming back to them is not proved to be endless play."""
    past = tuple(trial.random.choices(trial.analysis.states, k=3))
    trial.check(trial.searched(algorithm="pvs", past=past, values=trial.seed % 2 == 0))


def with_a_table(trial: Trial) -> None:
    """All values are in the table: two plies suffice for everything."""
    if trial.table is not None:
        report = trial.searched(algorithm="pvs", depth=2, solved=trial.table, values=True)
        assert report.score.proved
        trial.check(report)


def exactly(trial: Trial) -> None:
    """solve() and its certificate of every action."""
    if trial.table is None:
        return
    solution = solve(trial.game, engine=trial.engine, threads=2 if trial.engine == "compiled" else 1)
    trial.check(solution)
    assert solution.solved
    assert len(solution.values) == len(set(trial.game.actions(trial.root)))
    assert all(score.proved and score.exact for score in (solution.score, *solution.values.values()))


def by_table(trial: Trial) -> None:
    """Every position."""
    for state in trial.analysis.states if trial.table is not None else ():
        score = trial.table.probe(state)
        assert (score.proved, score.exact) == (True, True)
        trial.check_score(score, trial.truth[state])


def by_proof(trial: Trial) -> None:
    """A win and a draw, for each player."""
    value = trial.truth[trial.root].value
    for player, mine in ((MAX, value), (MIN, -value)):
        assert prove(trial.game, player=player, engine=trial.engine).answer == (mine > 0)
        found = prove(trial.game, player=player, target="draw", engine=trial.engine, memory=0.001)
        assert found.answer == (mine >= 0)


def by_simulations(trial: Trial) -> None:
    """What random games have proved, and the line that shows it."""
    options = {"nodes": trial.random.randint(1, 600), "cutoff": 40, "seed": trial.seed}
    report = trial.searched(algorithm="mcts", values=True, **options)
    trial.check(report)
    for line in (report, *report.lines):
        state = trial.root
        for action in line.line:
            state = trial.game.result(state, action)
        assert trial.game.is_terminal(state) or not line.score.proved
    trial.counts["settled"] += report.score.proved


SEARCHES: dict[str, Callable[[Trial], None]] = {
    "unnamed": engine(algorithm=None),
    "pvs": engine(),
    "mtdf": engine(algorithm="mtdf"),
    "values": engine(values=True),
    "lines": engine(algorithm="mtdf", lines=3),
    "exact": engine(exact=True),
    "exact values": engine(exact=True, values=True),
    "without a table": engine(switch_off=("table",), nodes=20_000),
    "minimax": textbook("minimax"),
    "alphabeta": textbook("alphabeta"),
    "alphabeta values": textbook("alphabeta", values=True),
    "deepening": textbook("deepening"),
    "limited": limited,
    "to a depth": to_a_depth,
    "mate": mate,
    "past": with_a_past,
    "solved": with_a_table,
    "solve": exactly,
    "table": by_table,
    "prove": by_proof,
    "mcts": by_simulations,
}
COMPILED = {**SEARCHES, "threads": engine(threads=2), "threaded values": engine(threads=2, values=True)}
ONE_UNIT = ("pvs", "values", "lines", "limited", "past", "threads", "threaded values")
"""Of the compiled ones, those that one compiled unit serves."""


def seeds(world: str) -> range:
    """Those of the interpreted world come first, then those of the compiled."""
    first = FIRST if world == "interpreted" else FIRST + EACH
    return range(first, first + EACH)


def of(seed: int, names: list[str]) -> list[str]:
    """The searches of one graph: all, or a few in turn."""
    return names if LONG else [names[(FEW * seed + index) % len(names)] for index in range(FEW)]


def tried(trial: Trial, name: str) -> None:
    """One search of one graph; which it was is part of the failure."""
    try:
        COMPILED[name](trial)
    except Exception as error:
        where = f"{type(trial.game).__name__}({trial.seed}), {name}, {trial.engine}"
        raise AssertionError(f"{where}: {error}") from error


def assert_true(kind: Any, world: str, names: list[str]) -> None:
    """No difference anywhere, and what repetitions have no part in stays proved."""
    counts = Counter[str]()
    for seed in seeds(world):
        trial = Trial(kind, seed, world, counts)
        for name in of(seed, names):
            tried(trial, name)
            counts["searches"] += 1
    print(f"{kind.__name__}, {world}, seeds {seeds(world)}: {dict(counts)}")
    assert counts["proved"] >= 0.95 * counts["decided"] - (not LONG)  # one of few is more than a twentieth


@pytest.mark.parametrize("kind", KINDS)
def test_every_search_says_what_is_true(kind: Any) -> None:
    assert_true(kind, "interpreted", list(SEARCHES))


@pytest.mark.slow
@pytest.mark.parametrize("kind", in_turn([WonByRepeating], [k for k in KINDS if k is not WonByRepeating]))
def test_every_search_says_what_is_true_compiled(kind: Any) -> None:
    assert_true(kind, "compiled", list(COMPILED if LONG else ONE_UNIT))


# -- single cases ------------------------------------------------------------------------------------


def test_a_length_that_may_be_shorter_is_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A length is the length; where there is no time to look for a quicker win, it is told as a bound."""
    counts = Counter[str]()
    wide = [Trial(Wide, seed, "interpreted", counts) for seed in range(6)]
    for trial in wide:
        trial.check(trial.searched(algorithm="pvs", values=True))
    assert (counts["bounds"], counts["exact"] > 0) == (0, True)
    monkeypatch.setattr(driver, "FEW", 0)
    monkeypatch.setattr(driver, "CONFIRMING", 1)
    for trial in wide:
        trial.check(trial.searched(algorithm="pvs", values=True))
    assert counts["bounds"] > 0


@pytest.mark.parametrize(
    ("kind", "seed", "depth"), [(OneWay, 650, 2), (WonByRepeating, 553, 2), (OneWay, 732, 7)]
)
def test_the_best_line_says_no_more_of_the_position_than_its_action_proves(
    kind: Any, seed: int, depth: int
) -> None:
    """A search of all actions had missed it, and may have missed a quicker win too."""
    trial = Trial(kind, seed, "interpreted", Counter())
    for algorithm in ("pvs", "mtdf"):
        trial.check(trial.searched(algorithm=algorithm, depth=depth, values=True))


def test_a_length_is_no_more_than_a_bound_once_a_quicker_win_is_known() -> None:
    """Its line was not found before the nodes were spent."""
    trial = Trial(Wide, 1207, "interpreted", Counter())
    trial.check(trial.searched(algorithm="pvs", switch_off=("table",), nodes=20_000))


@pytest.mark.parametrize(("seed", "options"), [(90348, {"algorithm": "mtdf"}), (91397, {"values": True})])
def test_an_exact_length_is_that_of_its_own_line(seed: int, options: dict[str, Any]) -> None:
    """That no win is quicker is no more than a number: which action holds out so long is another question."""
    trial = Trial(Wide, seed, "interpreted", Counter())
    trial.check(trial.searched(**{"algorithm": "pvs", **options}))


@pytest.mark.parametrize(("kind", "seed", "name"), [(LostByRepeating, 344, "lines"), (Points, 812, "pvs")])
def test_what_rests_on_a_repetition_above_is_remembered_as_such(kind: Any, seed: int, name: str) -> None:
    """On another path to the same position there is nothing to come back to."""
    tried(Trial(kind, seed, "interpreted", Counter()), name)


class Staying(Game):
    """MIN may stay or win; MAX wins if MIN stays for ever."""

    repetition = 1

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MIN

    def actions(self, state: int) -> tuple[int, int]:
        return (0, 1)

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state == 1

    def utility(self, state: int) -> int:
        return -1


@pytest.mark.parametrize("options", [{}, {"algorithm": "mtdf"}, {"exact": True}, {"lines": 2}])
def test_an_action_that_comes_back_is_worth_what_it_leads_to(options: dict[str, Any]) -> None:
    wanted = {"algorithm": "pvs", "values": True, "depth": 6, "engine": "interpreted", **options}
    told = {action: str(score) for action, score in search(Staying(), **wanted).values.items()}
    assert told == {0: "MIN wins in 2 plies", 1: "MIN wins in 1 ply"}
    solution = solve(Staying(), engine="interpreted")
    assert told == {action: str(score) for action, score in solution.values.items()}


def test_endless_play_is_proved_to_be_won() -> None:
    """By a search of a graph that it has seen all of, as by a table."""
    kinds = [(WonByRepeating, "MAX wins"), (LostByRepeating, "MIN wins")]
    for kind, told in kinds:
        trials = (Trial(kind, seed, "interpreted", Counter()) for seed in range(99))
        endless = next(trial for trial in trials if won(trial))
        score = endless.searched(algorithm="pvs").score
        assert (str(score), score.proved, score.plies) == (told, True, None)
        assert solve(endless.game, engine="interpreted").score == score


def won(trial: Trial) -> bool:
    """Does somebody win, and by no end of the game?"""
    truth = trial.truth[trial.root]
    return bool(truth.value) and truth.plies is None
