"""`tune`: weights from results, accepted by a match; and linear estimates, whose weights are data."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from commanding import printed

from zermelo import MAX, Game, RulesError, SearchError, Sprt, check, match, search, tune, tuning
from zermelo.games import TicTacToe
from zermelo.interfaces.load import game_from
from zermelo.interfaces.terminal import cli
from zermelo.interfaces.terminal.tuning import progress
from zermelo.matches.records import Record
from zermelo.matches.regression import Sample, cross_entropy, fitted, in_points, sampled
from zermelo.matches.weights import check_linear, names_of, reweighed, weights_of
from zermelo.running.asking import ask
from zermelo.running.search import Search

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
CONNECT4 = str(EXAMPLES / "linear_connect4.py")
SMALL: Any = {"games": 12, "most": 12, "depth": 1, "openings": 4, "engine": "interpreted"}


class Steps(Game):
    """Eight steps of 1, 2 or 3: whoever has gone further wins."""

    repetition = None
    term_names = ("ahead", "nothing")
    weights: Any = (0.0, 0.0)

    class State(NamedTuple):
        ahead: int
        left: int
        turn: int
        way: int

    def initial(self) -> Any:
        return self.State(0, 8, MAX, 0)

    def to_move(self, state: Any) -> int:
        return state.turn

    def actions(self, state: Any) -> Any:
        return (1, 2, 3)

    def result(self, state: Any, step: int) -> Any:
        ahead = state.ahead + (step if state.turn == MAX else -step)
        return self.State(ahead, state.left - 1, 1 - state.turn, 3 * state.way + step)

    def is_terminal(self, state: Any) -> bool:
        return state.left == 0

    def utility(self, state: Any) -> int:
        return (state.ahead > 0) - (state.ahead < 0)

    def terms(self, state: Any) -> Any:
        return state.ahead, 0

    def evaluate(self, state: Any) -> Any:
        return sum(weight * term for weight, term in zip(self.weights, self.terms(state)))


class Crooked(Steps):
    def evaluate(self, state: Any) -> Any:
        return super().evaluate(state) + state.left


@pytest.mark.long
def test_other_weights_are_other_data_and_no_other_machine_code() -> None:
    game, units = game_from(CONNECT4), set()
    for weights in ((0.0, 0.0, 0.0), (0.3, 0.7, 0.5), (0.1, -0.5, 2.0)):
        tried = reweighed(game, weights)
        state = tried.result(tried.result(tried.initial(), 0), 3)
        plain, fast = (
            search(tried, state, depth=3, algorithm="pvs", engine=engine, values=True)
            for engine in ("interpreted", "compiled")
        )
        assert (plain.values, plain.nodes) == (fast.values, fast.nodes)
        units.add(Search(ask(tried, state, depth=3, algorithm="pvs", engine="compiled")).first.unit.key)
    assert len(units) == 1


@pytest.mark.parametrize("seed", range(3))
def test_regression_finds_the_weights_that_made_the_results(seed: int) -> None:
    random = np.random.default_rng(seed)
    terms, turns = random.normal(size=(20_000, 3)) * (1, 5, 0.2), random.choice((-1.0, 1.0), 20_000)
    truth = np.array([0.8, -0.1, 2.0])
    odds = terms @ truth + 0.3 + 0.2 * turns
    scores = (random.random(20_000) < 1 / (1 + np.exp(-odds))).astype(float)
    games = np.arange(20_000)
    found = fitted(Sample(terms, turns, scores, scores * 2 - 1, games))
    assert found.weights == pytest.approx(truth, abs=0.25)
    best = cross_entropy(odds, scores, np.ones(20_000))
    assert found.loss == pytest.approx(best, abs=0.02)
    assert found.loss < 0.69


def test_a_game_counts_once_and_held_out_games_are_predicted() -> None:
    records = [
        Record(1, 1, "a", "b", (), tuple(ply(n, 3) for n in range(8)), 1.0, 1, "over"),
        Record(2, 2, "a", "b", ("1", "1"), (ply(0, 2),), 0.5, 0, "limit"),
    ]
    sample = sampled(Steps(), records)
    assert len(sample.scores) == 8 + 2
    assert sample.shares.sum() == pytest.approx(2)
    assert sample.terms[:3, 0].tolist() == [0, 3, 0]
    assert sample.turns[:2].tolist() == [1, -1]
    assert sample.held_out.tolist() == [True] * 8 + [False] * 2


def ply(number: int, step: int) -> Any:
    from zermelo.matches.records import Ply

    return Ply(str(step), number % 2)


def test_points_are_estimated_in_points() -> None:
    random = np.random.default_rng(1)
    terms = random.normal(size=(500, 2))
    payoffs = terms @ np.array([6.0, -2.0])
    sample = Sample(terms, np.ones(500), (payoffs > 0) * 1.0, payoffs, np.arange(500))
    assert in_points(sample, (3.0, -1.0)) == pytest.approx((6.0, -2.0))
    assert in_points(sample, (0.0, 0.0)) == (0.0, 0.0)


def test_tuning_improves_zero_weights_and_stops_where_nothing_is_won() -> None:
    seen = list(tuning(Steps(), **SMALL | {"games": 40, "most": 60}, sprt=Sprt(0, 100), rounds=2))
    last = seen[-1]
    assert [each.number for each in last.rounds] == [*range(1, len(last.rounds) + 1)]
    first = last.rounds[0]
    assert first.weights[0] > 0
    assert first.weights[1] == 0
    assert first.after < first.before
    assert first.accepted
    assert last.weights == [each.weights for each in last.rounds if each.accepted][-1]
    assert last.finished
    assert [progress(now, now.rounds[-1])[1] for now in seen if now.rounds][:3] == [1, 2, 3]


def test_the_same_seed_gives_the_same_weights() -> None:
    one, again = (tune(Steps(), **SMALL, rounds=1, seed=5) for _ in range(2))
    assert one.rounds[0].weights == again.rounds[0].weights
    assert tune(Steps(), **SMALL, rounds=1, seed=6).rounds[0].weights != one.rounds[0].weights


def test_a_player_may_have_weights_of_its_own() -> None:
    players = [f"{name}=engine:depth=1,engine=interpreted,weights={given}" for name, given in
               (("good", (1.0, 0)), ("bad", (-1.0, 0)))]  # fmt: skip
    assert match(Steps(), players, games=8, openings=2).tally("good").wins == 8
    with pytest.raises(SearchError, match="Steps has 2 terms, and 1 weights were given"):
        match(Steps(), ["a=engine:depth=1,weights=(1,)", "random"], games=2)


def test_what_is_no_test_is_refused() -> None:
    with pytest.raises(SearchError, match=r"sprt must be an Sprt\(elo0, elo1\), not 'x'"):
        tune(Steps(), sprt="x")  # type: ignore[arg-type]


def test_what_is_not_linear_is_refused_in_a_sentence() -> None:
    check_linear(Steps())
    check_linear(game_from(CONNECT4))
    check_linear(game_from(str(EXAMPLES / "linear_kalah.py")))
    assert names_of(Steps()) == ("ahead", "nothing")
    with pytest.raises(SearchError, match="TicTacToe has no linear evaluate to tune: it needs terms"):
        weights_of(TicTacToe())
    with pytest.raises(RulesError, match=r"Crooked.evaluate\(\) is not the sum of terms\(\) times weights"):
        tune(Crooked())
    for changed, said in (
        ({"weights": (1.0,)}, "2 term_names for 1 weights"),
        ({"weights": (1.0,), "term_names": ()}, "gives 2 numbers for 1 weights"),
        ({"weights": ()}, "one finite number or more"),
        ({"terms": lambda self, state: ("a", 1)}, "'a'"),
    ):
        with pytest.raises(RulesError, match=said):
            check_linear(type("Changed", (Steps,), changed)())


@pytest.mark.parametrize("kind", [Steps, Crooked])
def test_the_checker_holds_terms_to_the_estimate(kind: Any) -> None:
    told = [str(finding) for finding in check(kind(), seconds=0.5, compile=False)]
    assert any("terms() times weights" in text for text in told) == (kind is Crooked), told


def test_the_command_tells_rounds_and_what_to_write(tmp_path: Path) -> None:
    words = ("tune", f"{CONNECT4}:width=4,height=4", "--games", "6", "--most", "4", "--depth", "1")
    words += ("--engine", "interpreted", "--rounds", "1", "--sprt", "0,100", "--openings", "3")
    lines = printed(*words).splitlines()
    assert lines[0].startswith("round 1: ")
    assert lines[1].split()[:2] == ["stones", "in"]
    assert lines[-1].startswith("weights = (")
    events = [json.loads(line) for line in printed(*words, "--json").splitlines()]
    assert [event["event"] for event in events] == ["round", "tuned"]
    assert list(events[1]["start"].values()) == [0.0, 0.0, 0.0]
    assert f"{events[0]['before']:.4f}" in lines[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tictactoe",), "TicTacToe has no linear evaluate"),
        ((CONNECT4, "--start", "1,x"), "weights are numbers between commas"),
        ((CONNECT4, "--start", "1"), "has 3 terms, and 1 weights were given"),
        ((CONNECT4, "--games", "0"), "games must be a number >= 2, not 0"),
        ((CONNECT4, "--sprt", "5"), "two differences in Elo"),
    ],
)
def test_a_wrong_call_gets_one_sentence(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["zermelo", "tune", *words])
    assert cli.exit_code() == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err
