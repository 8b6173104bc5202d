"""Which algorithm searches where nobody names one, and what it knows whenever it is stopped."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo import Tree, analyse, search
from zermelo.games import Backgammon, ConnectFour, Go, Kalah, Nim, NimMany, Race, TicTacToe
from zermelo.running.asking import ask

LARGE = [ConnectFour(), Go(), Kalah(), Backgammon(), NimMany()]
SMALL = [Nim((1, 2, 3)), TicTacToe(), Kalah(2, 2), Race(), NimMany((1, 2))]
DICE = Tree({"children": [1, {"turn": "chance", "children": [2, 6]}]})


@pytest.mark.parametrize("game", LARGE, ids=lambda game: type(game).__name__)
def test_a_large_game_is_searched_ply_by_ply_and_can_be_stopped(game: Any) -> None:
    """There is an answer as soon as one ply was looked at."""
    depths = []
    with analyse(game, engine="interpreted") as reports:
        for report in reports:
            depths.append(report.depth)
            assert report.score.known
            if report.depth > 1:
                break
    assert depths[0] == 1


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_a_small_game_is_searched_until_it_is_proved(game: Any) -> None:
    report = search(game, engine="interpreted")
    assert (report.score.proved, report.finished) == (True, True)
    assert report.algorithm in ("pvs", "deepening")


@pytest.mark.parametrize(
    ("game", "asked", "chosen"),
    [
        (TicTacToe(), {}, "pvs"),
        (TicTacToe(), {"values": True}, "pvs"),
        (TicTacToe(), {"order": "random"}, "deepening"),
        (TicTacToe(), {"payoff_bounds": True, "nodes": 9}, "deepening"),
        (TicTacToe(), {"depth": 3}, "alphabeta"),
        (TicTacToe(), {"trace": True}, "alphabeta"),
        (TicTacToe(), {"depth": 3, "lines": 2}, "pvs"),
        (TicTacToe(), {"nodes": 9, "trace": True}, "pvs"),
        ([[1, 2], [3, 4]], {}, "alphabeta"),
        ([[1, 2], [3, 4]], {"nodes": 3}, "pvs"),
        (Race(), {}, "deepening"),
        (Race(), {"depth": 3}, "star1"),
        (Race(), {"seconds": 1}, "deepening"),
        (DICE, {}, "star1"),
        (NimMany(), {}, "deepening"),
        (NimMany(), {"depth": 3}, "maxn"),
        (NimMany(), {"nodes": 9}, "deepening"),
    ],
)
def test_what_is_chosen(game: Any, asked: dict[str, Any], chosen: str) -> None:
    assert ask(game, **asked).algorithm.name == chosen


@pytest.mark.parametrize("game", LARGE[:4:3], ids=lambda game: type(game).__name__)
def test_a_score_says_that_nothing_is_known(game: Any) -> None:
    score = search(game, nodes=0, engine="interpreted").score
    assert (str(score), score.known, score.proved) == ("nothing is known", False, False)
    assert score.of(1) != search(game, depth=0, engine="interpreted").score
