"""The games of three or more: how they go on, what is true of them, an alliance that nobody declared."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from several import secured, shares

from zermelo import perft, search
from zermelo.game import player_name
from zermelo.games import MNK, MNKThree, NimMany, Siege


def told(game: Any, line: Any) -> str:
    """Who takes from whom."""
    state, found = game.initial(), []
    for action in line:
        found.append(player_name(game.to_move(state), 3) + player_name(action, 3))
        state = game.result(state, action)
    return " ".join(found)


@pytest.mark.parametrize("order", ["natural", "reversed"])
def test_an_alliance_forms_and_breaks(order: Any) -> None:
    """A and B take from C, the strongest, until C is out; then from each other.  Whatever ties are broken."""
    game = Siege()
    moves = told(game, search(game, engine="interpreted", order=order).line).split()
    last = max(step for step, (_, loser) in enumerate(moves) if loser == "C")
    assert sum(loser == "C" for _, loser in moves) == 5  # all that C had
    assert {loser for mover, loser in moves[: last + 1] if mover in "AB"} == {"C"}
    assert set(moves[last + 1 :]) == {"AB", "BA"}


def test_who_is_out_first_gets_least() -> None:
    game = Siege((1, 1, 2))
    state = game.initial()
    for action, out in ((1, (0, 0, 0)), (0, (1, 0, 2))):
        state = game.result(state, action)
        assert state.places == out
    assert game.is_terminal(state)
    assert game.utility(state) == (1, 0, 2)
    assert game.show(state) == "A  out: 1\nB  out: 0\nC  ◇ ◇\nC to move"
    four = Siege((1, 1, 1, 1))
    for _ in range(2):
        state = four.initial()
        for action in (2, 0):
            state = four.result(state, action)
        assert four.parse(four.show(state)) == state


GAMES = [Siege((2, 2, 2)), Siege((1, 1, 1, 2)), NimMany((1, 2, 2)), NimMany((1, 2), 4, misere=True)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_small_ones_by_the_definition(game: Any) -> None:
    state = game.initial()
    report = search(game, algorithm="maxn", engine="interpreted")
    assert (report.payoffs, report.line) == shares(game, state)
    assert sum(report.payoffs) == game.constant_sum
    alone = search(game, algorithm="paranoid", engine="interpreted").score.value
    assert alone == secured(game, state, 0) <= report.payoffs[0]


def test_a_board_of_three_is_that_of_two_before_anybody_can_win() -> None:
    three, two = MNKThree(3, 3, 3), MNK(3, 3, 3)
    for depth in (1, 2, 3, 4):
        counts = [perft(game, depth=depth, engine="interpreted") for game in (three, two)]
        assert counts[0] == counts[1]


def test_three_in_a_row() -> None:
    game = MNKThree(4, 4, 3)
    state = game.parse("XXX. OO.. ◇◇.. ....")
    assert (game.is_terminal(state), game.utility(state)) == (True, (2, -1, -1))
    open_game = game.parse("XX.. OO.. ◇◇.. ....")
    assert sum(game.evaluate(open_game)) == pytest.approx(0)
    assert min(game.evaluate(open_game)) >= game.least
    assert search(game, open_game, depth=2, engine="interpreted").payoffs == (2, -1, -1)
    assert game.board(state)["won"] == [0, 1, 2]


def test_the_documentation_is_up_to_date() -> None:
    folder = Path(__file__).parents[1] / "docs"
    page = runpy.run_path(str(folder / "make_players.py"))["page"]()
    assert (folder / "players.md").read_text() == page, "run python docs/make_players.py"
