"""Scores: order, point of view, words; limits; reports as JSON."""

from __future__ import annotations

import json

import pytest

from zermelo import MAX, MIN, Score, SearchError, search, win_in
from zermelo.games import TicTacToe
from zermelo.limits import Limits
from zermelo.score import score_of


def test_order() -> None:
    """Quick wins, slow wins, estimates and draws by value, slow losses, quick losses."""
    estimates = [Score(5, False, outcome=True), Score(0, True, outcome=True), Score(-5, False, outcome=True)]
    ranked = [win_in(1), win_in(9), *estimates, win_in(9, MIN), win_in(1, MIN)]
    assert sorted(ranked, reverse=True) == ranked
    assert max(ranked) == win_in(1)


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
