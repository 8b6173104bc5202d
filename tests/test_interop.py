"""OpenSpiel and PettingZoo, where they are installed: their games are ours, and ours theirs."""

from __future__ import annotations

import pickle
import runpy
import sys
from pathlib import Path
from random import Random
from typing import Any

import naive
import pytest

from zermelo import CHANCE, MAX, MIN, SearchError, check, search
from zermelo.games import ConnectFour, Nim, Pig, TicTacToe
from zermelo.interfaces import openspiel, pettingzoo
from zermelo.interfaces.load import game_from
from zermelo.interfaces.openspiel import openspiel_bot, openspiel_game
from zermelo.interfaces.pettingzoo import aec_env, aec_game, choose_for

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


@pytest.fixture
def pyspiel() -> Any:
    return pytest.importorskip("pyspiel")


@pytest.fixture
def zoo() -> Any:
    return pytest.importorskip("pettingzoo")


@pytest.mark.parametrize(("module", "said"), [(openspiel, "OpenSpiel's games"), (pettingzoo, "PettingZoo's")])
def test_without_the_extra_there_is_a_sentence(
    module: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyspiel", "pettingzoo"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(SearchError, match=said + r".*zermelo\[interop\]"):
        module.library()


# -- OpenSpiel -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_its_games_have_the_values_of_ours(pyspiel: Any, seed: int) -> None:
    theirs, ours = openspiel_game("tic_tac_toe", merged=bool(seed % 2)), TicTacToe()
    random, state, own = Random(seed), theirs.initial(), ours.initial()
    for _ in range(5):
        assert list(theirs.actions(state)) == list(ours.actions(own))
        action = random.choice(theirs.actions(state))
        state, own = theirs.result(state, action), ours.result(own, action)
        if ours.is_terminal(own):
            break
    assert theirs.is_terminal(state) == ours.is_terminal(own)
    assert naive.value(theirs, state) == naive.value(ours, own)
    if not ours.is_terminal(own):
        options: Any = {"depth": 9, "engine": "interpreted", "algorithm": "alphabeta"}
        assert search(theirs, state, **options).score == search(ours, own, **options).score


def test_dice_are_dice_and_positions_are_values(pyspiel: Any) -> None:
    game = openspiel_game("pig(winscore=8)")
    state = game.result(game.initial(), 0)
    assert game.to_move(state) == CHANCE
    assert sum(probability for _, probability in game.outcomes(state)) == pytest.approx(1)  # type: ignore[attr-defined]
    assert search(game, depth=2, engine="interpreted").score.expected
    one, other = (openspiel_game("tic_tac_toe", merged=merged) for merged in (False, True))
    for rules, equal in ((one, False), (other, True)):
        ways = [played(rules, moves) for moves in ((0, 1, 2), (2, 1, 0))]
        assert (ways[0] == ways[1]) is equal
        assert pickle.loads(pickle.dumps(ways[0])) == ways[0]
    assert not [finding for finding in check(other, seconds=0.5, compile=False) if finding.is_fault]


def played(game: Any, moves: tuple[int, ...]) -> Any:
    state = game.initial()
    for move in moves:
        state = game.result(state, move)
    return state


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nonsense", "OpenSpiel has no game 'nonsense'"),
        ("kuhn_poker", "do not see everything"),
        ("goofspiel", "do not see everything|at the same time"),
        ("matrix_rps", "at the same time|do not see everything"),
        ("blackjack", "not a game for two players|do not see everything"),
        ("tic_tac_toe(size=3)", "OpenSpiel does not make"),
    ],
)
def test_other_kinds_of_games_are_refused_in_a_sentence(pyspiel: Any, name: str, said: str) -> None:
    with pytest.raises(SearchError, match=said):
        openspiel_game(name)


def test_our_players_are_its_bots(pyspiel: Any) -> None:
    game = pyspiel.load_game("tic_tac_toe")
    bots = [openspiel_bot("engine:depth=4,engine=interpreted", merged=True), openspiel_bot("random", seed=3)]
    for _ in range(2):
        assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)[0] >= 0
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    assert bots[0].step(state) == 2
    assert state.history() == [0, 3, 1, 4]


def test_its_games_on_the_command_line(pyspiel: Any) -> None:
    assert game_from("openspiel:tic_tac_toe").initial().theirs.legal_actions() == [*range(9)]
    with pytest.raises(SearchError, match="has no game 'chees'"):
        game_from("openspiel:chees")


# -- PettingZoo ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [TicTacToe(), Nim((1, 2)), ConnectFour(4, 4), Pig(target=4)], ids=lambda game: type(game).__name__
)
@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
def test_our_games_pass_its_own_test(zoo: Any, game: Any) -> None:
    from pettingzoo.test import api_test

    api_test(aec_env(game), num_cycles=60)


def test_an_environment_plays_by_the_rules(zoo: Any) -> None:
    env = aec_env(TicTacToe())
    env.reset(seed=1)
    for action in (0, 3, 1, 4):
        env.step(action)
    assert env.observe("MAX")["action_mask"].tolist() == [0, 0, 1, 0, 0, 1, 1, 1, 1]
    assert env.observe("MIN")["action_mask"].sum() == 0
    assert choose_for(env, TicTacToe(), depth=3, engine="interpreted") == 2
    with pytest.raises(SearchError, match="0 is not a legal action of MAX"):
        env.step(0)
    env.step(2)
    assert env.rewards == {"MAX": 1.0, "MIN": -1.0}
    assert all(env.terminations.values())
    assert env.render().startswith("X X X")
    few = aec_env(TicTacToe(), actions=[0, 1])
    few.reset()
    with pytest.raises(SearchError, match="2 is an action that was not listed"):
        few.observe("MAX")


@pytest.mark.parametrize("seed", range(3))
def test_an_environment_is_a_game_again(zoo: Any, seed: int) -> None:
    ours = TicTacToe()
    back = aec_game(lambda: aec_env(ours))
    random, state, own = Random(seed), back.initial(), ours.initial()
    for _ in range(5):
        assert back.to_move(state) == ours.to_move(own)
        assert list(back.actions(state)) == list(ours.actions(own))
        action = random.choice(back.actions(state))
        state, own = back.result(state, action), ours.result(own, action)
        if ours.is_terminal(own):
            break
    assert naive.value(back, state) == naive.value(ours, own)
    assert {MAX, MIN} >= {back.to_move(state)}


@pytest.mark.parametrize("name", ["openspiel_connect_four", "pettingzoo_tictactoe"])
def test_the_examples_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel" if name.startswith("openspiel") else "pettingzoo")
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    said = capsys.readouterr().out.splitlines()
    assert (
        said
        == {
            "openspiel_connect_four": ["tic_tac_toe: a draw", "connect_four, engine against random: +1 -1"],
            "pettingzoo_tictactoe": ["MAX: +1", "MIN: -1", "after 4, 1, 0, 8: 1 for MAX (proved)"],
        }[name]
    )
