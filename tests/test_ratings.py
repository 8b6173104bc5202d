"""Elo, pentanomial, SPRT and Bradley–Terry: as fastchess has them, and true where the strength is known."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from budget import LONG, in_turn
from hypothesis import example, given
from hypothesis import strategies as st

from zermelo import SearchError, Sprt
from zermelo.interfaces.terminal.match_text import spelt
from zermelo.interfaces.web.matches import elo_text
from zermelo.matches.bradley_terry import ELO, rate
from zermelo.matches.elo import Sample, elo, elo_of, normalised_elo, score_of, superiority
from zermelo.matches.results import Comparison, Tally
from zermelo.matches.sprt import tilted, with_deviations, with_mean

CASES = json.loads((Path(__file__).parent / "data/match/ratings.json").read_text())
ONE_PERCENT = 0.01


def sample_of(case: dict[str, Any]) -> Sample:
    if "LL" in case:
        return Sample((case["LL"], case["LD"], case["WL"] + case["DD"], case["WD"], case["WW"]))
    return Sample.of_games(case["wins"], case["draws"], case["losses"])


@pytest.mark.parametrize("case", CASES["elo_from_win_loss_draw"] + CASES["elo_from_pairs"])
def test_elo_as_fastchess_has_it(case: dict[str, Any]) -> None:
    sample = sample_of(case)
    found = {
        "elo": elo(sample).value,
        "error": elo(sample).error,
        "normalised_elo": normalised_elo(sample).value,
        "normalised_error": normalised_elo(sample).error,
    }
    for name in found.keys() & case.keys():
        assert found[name] == pytest.approx(case[name], rel=ONE_PERCENT), name
    assert sample.mean == pytest.approx(case["score"], rel=ONE_PERCENT)
    if "los_percent" in case:
        assert 100 * superiority(sample) == pytest.approx(case["los_percent"], rel=ONE_PERCENT, abs=0.005)


def test_two_pairs_make_nobody_certain() -> None:
    """They were told as a likelihood of 0.00 %, and as an Elo of at most −148."""
    few = Sample((1, 1, 0, 0, 0))
    assert superiority(few) == pytest.approx(0.1024, abs=1e-4)
    assert (round(elo(few).value), elo(few).low, elo(few).high) == (-338, -math.inf, math.inf)
    assert normalised_elo(few).low < 0 < normalised_elo(few).high
    assert math.isnan(Sample((1, 0, 0, 0, 0)).error)


@pytest.mark.parametrize("pairs", [3, 4, 6, 10, 30])
def test_equals_are_seldom_told_apart_however_few_their_pairs(pairs: int) -> None:
    random, certain, missed = np.random.default_rng(7), 0, 0
    samples = [Sample(tuple(random.multinomial(pairs, pair_shares(0.0)))) for _ in range(1000)]
    told = [sample for sample in samples if sample.error > 0]
    for sample in told:
        certain += not 0.025 < superiority(sample) < 0.975
        missed += not elo(sample).low <= 0 <= elo(sample).high
    assert certain == missed
    assert certain / len(told) < 0.075


@pytest.mark.parametrize("case", CASES["sprt_alpha_beta_0.05"])
def test_llr_as_fastchess_has_it(case: dict[str, Any]) -> None:
    test = Sprt(case["elo0"], case["elo1"], model=case["model"])
    assert test.llr(sample_of(case)) == pytest.approx(case["llr"], rel=ONE_PERCENT)


def test_bounds_are_walds() -> None:
    assert (round(Sprt().lower, 3), round(Sprt().upper, 3)) == (-2.944, 2.944)
    assert Sprt(alpha=0.1, beta=0.2).upper == pytest.approx(math.log(0.8 / 0.1))
    assert Sprt().decision(Sample((0, 0, 0))) is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"elo0": 5, "elo1": 5}, "the smaller first"),
        ({"elo0": 0, "elo1": 500}, "from -100 to 100 Elo"),
        ({"alpha": 0}, "between 0 and 1"),
        ({"alpha": 0.6, "beta": 0.5}, "come to less than 1"),
        ({"model": "glicko"}, "normalised, logistic, bayesian"),
    ],
)
def test_tests_that_make_no_sense_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(SearchError, match=said):
        Sprt(**wrong)


def test_the_bayesian_model_is_of_single_games() -> None:
    with pytest.raises(SearchError, match="single games"):
        Sprt(model="bayesian").llr(Sample((1, 2, 3, 4, 5)))


def test_extremes_are_said_as_what_they_are() -> None:
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf
    won, level, none = Sample((0, 0, 9)), Sample((0, 4, 0)), Sample((0, 0, 0))
    assert [superiority(each) for each in (won, level, none)] == [1.0, 0.5, 0.5]
    assert normalised_elo(won).value == math.inf
    assert normalised_elo(level).value == 0
    assert math.isnan(elo(none).value)


def test_pairs_that_are_all_alike_have_no_error_bar() -> None:
    """The page and the running match said ± 0, and −0 for nothing."""
    level = Comparison("one", "other", Tally(2, 0, 2), Sample((0, 0, 2, 0, 0)))
    assert (level.elo.low, level.elo.high) == (-math.inf, math.inf)
    assert (elo_text(level.elo), spelt(level.elo)) == ("+0 ± ∞", "+0.00 (anything is possible)")
    assert Comparison("one", "other", Tally(8, 0, 8), Sample((1, 2, 2, 2, 1))).elo.error < math.inf


# -- the most likely distributions -----------------------------------------------------------------

COUNTS = st.one_of(st.tuples(*[st.integers(0, 50)] * 3), st.tuples(*[st.integers(0, 50)] * 5)).filter(any)


@given(COUNTS, st.floats(-300, 300))
@example((0, 1, 0), 90.0)
@example((0, 0, 0, 0, 1), -300.0)
def test_a_mean_is_kept_and_nothing_else_is_more_likely(counts: tuple[int, ...], rating: float) -> None:
    """Against the naive twin: no small step that keeps the mean makes the counts more likely."""
    sample = Sample(tuple(max(count, 1e-3) for count in counts))
    mean = score_of(rating)
    likely = with_mean(sample, mean)
    assert sum(likely) == pytest.approx(1)
    assert Sample(likely).mean == pytest.approx(mean, abs=1e-6)
    best = sum(count * math.log(share) for count, share in zip(sample.counts, likely))
    for a, b, c in [(0, 1, 2), (0, len(counts) // 2, len(counts) - 1)]:
        scores = sample.scores
        along = np.zeros(len(counts))
        along[[a, b, c]] = scores[c] - scores[b], scores[a] - scores[c], scores[b] - scores[a]
        for step in (1e-5, -1e-5):
            other = np.array(likely) + step * along
            if (other > 0).all():
                assert sum(np.array(sample.counts) * np.log(other)) <= best + 1e-6


@given(COUNTS, st.floats(-100, 100))
def test_deviations_are_kept(counts: tuple[int, ...], rating: float) -> None:
    sample = Sample(tuple(max(count, 1e-3) for count in counts))
    wanted = rating * math.log(10) / 800
    found = Sample(with_deviations(sample, wanted))
    assert sum(found.counts) == pytest.approx(1, abs=1e-6)
    assert (found.mean - 0.5) / math.sqrt(found.variance) == pytest.approx(wanted, abs=1e-3)


def test_tilting_leaves_what_is_level_alone() -> None:
    assert tilted((0.25, 0.5, 0.25), (-0.5, 0.0, 0.5)) == pytest.approx((0.25, 0.5, 0.25))


# -- matches whose strength is known ---------------------------------------------------------------

BIAS = 150.0
"""Elo by which an opening favours one side or the other."""
DRAWS = 0.5


def pair_shares(strength: float) -> np.ndarray:
    """How likely 0, ½, … 2 points of a pair are: two games on an opening that favours one of the sides."""
    found = np.zeros(5)
    for first, second in ((BIAS, -BIAS), (-BIAS, BIAS)):
        for score, share in enumerate(game_shares(strength + first)):
            for other, chance in enumerate(game_shares(strength + second)):
                found[score + other] += share * chance / 2
    return found


def game_shares(strength: float) -> tuple[float, float, float]:
    """Loss, draw and win, by Davidson's model."""
    win, loss = math.exp(strength / ELO), 1.0
    draw = DRAWS * math.sqrt(win * loss)
    return loss / (win + draw + loss), draw / (win + draw + loss), win / (win + draw + loss)


def shares_with(measure: Any, wanted: float) -> np.ndarray:
    """The distribution of pairs of players who are exactly so much apart."""
    low, high = -400.0, 400.0
    for _ in range(60):
        middle = (low + high) / 2
        found = measure(Sample(tuple(pair_shares(middle)))).value
        low, high = (middle, high) if found < wanted else (low, middle)
    return pair_shares(low)


def mistakes(test: Sprt, truth: float, wrong: str, runs: int) -> float:
    """How often a test of players who are `truth` apart comes to the wrong end."""
    measure = {"normalised": normalised_elo, "logistic": elo}[test.model]
    shares = shares_with(measure, truth)
    return sum(outcome(test, shares, np.random.default_rng([1, run])) == wrong for run in range(runs)) / runs


def outcome(test: Sprt, shares: np.ndarray, random: np.random.Generator) -> str:
    counts = [0, 0, 0, 0, 0]
    while True:
        for place in random.choice(5, size=64, p=shares):
            counts[place] += 1
            if (decided := test.decision(Sample(tuple(counts)))) is not None:
                return decided


@pytest.mark.parametrize("model", in_turn(["normalised"], ["logistic"]))
@pytest.mark.parametrize(("truth", "wrong"), [("elo0", "H1"), ("elo1", "H0")])
def test_errors_of_the_test_are_as_stated(model: Any, truth: str, wrong: str) -> None:
    """Type I and type II, at nominally 5 %: at most 6.5 % of 1,000 runs; of a few seeded ones no more than
    come by chance."""
    test = Sprt(0, 60, model=model)
    runs, most = (1000, 0.065) if LONG else (40, 0.1)
    assert mistakes(test, getattr(test, truth), wrong, runs) <= most


@pytest.mark.parametrize(
    ("measure", "strength"),
    [
        *((elo, strength) for strength in (0.0, 80.0, -200.0)),
        *((normalised_elo, strength) for strength in (0.0, -40.0, 80.0)),
    ],
)
def test_intervals_cover_the_truth(strength: float, measure: Any) -> None:
    """Those of 95 % in 93 to 97 % of 1,000 matches of 400 games; normalised Elo's where it is small."""
    shares, random = pair_shares(strength), np.random.default_rng(7)
    truth = measure(Sample(tuple(shares))).value
    matches = [Sample(tuple(map(float, counts))) for counts in random.multinomial(200, shares, size=1000)]
    covered = [found.low <= truth <= found.high for found in map(measure, matches)]
    assert 0.93 <= sum(covered) / len(covered) <= 0.97


def test_the_likelihood_of_superiority_is_one() -> None:
    """Of two equal players it is as often below 10 % as it says."""
    shares, random = pair_shares(0.0), np.random.default_rng(3)
    matches = random.multinomial(200, shares, size=1000)
    found = [superiority(Sample(tuple(map(float, counts)))) for counts in matches]
    assert 0.08 <= sum(each < 0.1 for each in found) / 1000 <= 0.12


POOL = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
ADVANTAGE = 40.0


def played(random: Random, games: int) -> list[tuple[str, str, float]]:
    """A round robin of players whose strength is known."""
    found = []
    for one in POOL:
        for other in POOL.keys() - {one}:
            loss, draw, win = game_shares(POOL[one] + ADVANTAGE - POOL[other])
            scores = random.choices([0.0, 0.5, 1.0], [loss, draw, win], k=games)
            found += [(one, other, score) for score in scores]
    return found


def test_ratings_of_a_pool_cover_the_truth() -> None:
    random, average, covered = Random(5), sum(POOL.values()) / len(POOL), []
    for _ in range(250):
        pool = rate([*POOL], played(random, 25))
        covered += [abs(each.elo + average - POOL[each.name]) <= each.error for each in pool.ratings]
    assert 0.93 <= sum(covered) / len(covered) <= 0.97


def test_a_pool_of_many_games_is_found() -> None:
    pool = rate([*POOL], played(Random(1), 4000))
    assert [rating.name for rating in pool.ratings] == [*POOL]
    assert all(abs(rating.elo - POOL[rating.name]) < 15 for rating in pool.ratings)
    assert pool.advantage == pytest.approx(ADVANTAGE, abs=8)
    assert pool.draws == pytest.approx(DRAWS / (2 + DRAWS), abs=0.01)


@pytest.mark.parametrize("results", [[], [("a", "b", 1.0)] * 9, [("b", "a", 0.5)]])
def test_a_pool_is_finite_whatever_was_played(results: Any) -> None:
    pool = rate(["a", "b", "c"], results)
    assert all(math.isfinite(rating.elo) and rating.error > 0 for rating in pool.ratings)
    assert sum(rating.elo for rating in pool.ratings) == pytest.approx(0, abs=1e-6)
    assert pool.of("c").elo == pytest.approx(0, abs=1e-6)
