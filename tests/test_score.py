"""Scores: order, point of view, words; limits; reports as JSON."""

from __future__ import annotations

import json
import math

import pytest

from zermelo import MAX, MIN, Score, SearchError, search, win_in
from zermelo.games import TicTacToe
from zermelo.kernel.run import ESTIMATES
from zermelo.limits import Limits
from zermelo.report import score_dict
from zermelo.score import plain, score_of
from zermelo.written import score_from


def test_order() -> None:
    """Quick wins, slow wins, estimates and draws by value, slow losses, quick losses."""
    estimates = [Score(5, False, outcome=True), Score(0, True, outcome=True), Score(-5, False, outcome=True)]
    ranked = [win_in(1), win_in(9), *estimates, win_in(9, MIN), win_in(1, MIN)]
    assert sorted(ranked, reverse=True) == ranked
    assert max(ranked) == win_in(1)


def test_a_length_that_is_a_bound() -> None:
    bound, exact = win_in(32, MIN, exact=False), win_in(32, MIN)
    assert str(bound) == "MIN wins, within 32 plies"
    assert str(win_in(1, exact=False)) == "MAX wins, within 1 ply"
    assert bound != exact
    assert len({bound, exact, win_in(32, MIN, exact=False)}) == 2
    assert bound.of(MIN).exact is False
    assert score_from(score_dict(bound)) == bound
    told = score_dict(bound)
    del told["exact"]  # as it was written before lengths could be bounds
    assert score_from(told) == exact


def test_a_win_by_endless_play_comes_after_every_other() -> None:
    endless = {side: Score(side, True, MAX, MAX if side > 0 else MIN, None, True) for side in (1, -1)}
    assert win_in(300) > endless[1] > Score(5, False, outcome=True) > endless[-1] > win_in(300, MIN)
    guess = score_of(-ESTIMATES, outcome=True, quick=True, exhausted=False)
    assert (guess.proved, guess.winner, guess.by_repetition) == (False, None, MIN)
    assert str(guess) == "MIN wins by repetition (estimated)"
    assert guess.of(MIN).by_repetition == MIN
    assert score_of(-ESTIMATES, outcome=True, quick=True, exhausted=True) == endless[-1]
    assert score_of(-ESTIMATES, outcome=False, quick=True, exhausted=False).by_repetition is None


def test_point_of_view() -> None:
    score = Score(3, False)
    assert score.of(MIN).value == -3
    back = -score
    assert score.of(MIN).of(MAX) == score == -back
    assert str(score.of(MIN)) == "-3 for MIN (estimated)"
    assert win_in(4).of(MIN).winner == MAX


def test_words() -> None:
    assert str(win_in(1)) == "MAX wins in 1 ply"
    assert str(win_in(6, MIN)) == "MIN wins in 6 plies"
    assert str(win_in(0)) == "MAX wins: the game is over"
    assert str(Score(0, True, outcome=True)) == "a draw"
    assert str(Score(2.5, True)) == "2.5 for MAX (proved)"


def test_numbers_of_a_search() -> None:
    win = score_of((1 << 40) - 7, outcome=True, quick=True, exhausted=False)
    assert (win.winner, win.plies, win.proved) == (MAX, 7, True)
    loss = score_of(-(1 << 40), outcome=True, quick=False, exhausted=False)
    assert (loss.winner, loss.plies, str(loss)) == (MIN, None, "MIN wins")
    assert not score_of(0, outcome=True, quick=True, exhausted=False).is_draw
    assert score_of(-(1 << 40), outcome=False, quick=True, exhausted=True).value == -(1 << 40)


@pytest.mark.parametrize(
    "limit",
    [{"depth": -1}, {"depth": 1.5}, {"depth": 512}, {"nodes": -1}, {"seconds": -0.1}, {"depth": True}],
)
def test_limits_are_checked(limit: dict[str, float]) -> None:
    with pytest.raises(SearchError):
        Limits(**limit)  # type: ignore[arg-type]


def test_report_as_json() -> None:
    report = search(TicTacToe(), depth=3, values=True, engine="interpreted")
    data = json.loads(report.json())
    assert data["action"] == report.action
    assert data["score"]["text"] == str(report.score)
    assert len(data["values"]) == 9
    assert data["engine"] == "interpreted"
    assert str(report).startswith(f"{report.action}: ")


def test_true_and_false_count_as_one_and_nought() -> None:
    assert str(Score(True, True)) == "1 for MAX (proved)"
    assert type(Score(False, True).value) is int
    assert plain(True) == "1"


def test_what_rounding_leaves_of_an_average_is_nothing() -> None:
    """And nothing else is: a small payoff is what it is, and no number is nought."""
    assert str(Score(0.1 + 0.2 - 0.3, True, expected=True)) == "expected value 0 for MAX (proved)"
    assert str(Score(4e-13, True, expected=True)) == "expected value 4e-13 for MAX (proved)"
    assert str(Score(1e-15, True)) == "1e-15 for MAX (proved)"
    assert plain(math.nan) == "nan"
