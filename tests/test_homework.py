"""Homework in other vocabularies is played unchanged; files and names are found or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import naive
import pytest

from zermelo import MAX, SearchError, search
from zermelo.interfaces.load import game_from, position, position_after

HOMEWORK = Path(__file__).parent / "homework"
VALUES = {
    "cs50_lists": 0,
    "cs50_numbers": 0,
    "cs50_tuples": 0,
    "aima_tictactoe": 0,
    "aima_tree": 3,
    "aima_nim": 1,
    "cs188_corridor": 97,
    "cs188_multi": 1,
    "easyai_bones": 100,
    "easyai_lists": 0,
}


@pytest.mark.parametrize("name", VALUES)
def test_homework_is_played_as_it_is(name: str) -> None:
    game = game_from(str(HOMEWORK / f"{name}.py"))
    report = search(game, engine="interpreted")
    assert report.score.value == VALUES[name]
    state = game.initial()
    for action in report.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    assert game.is_terminal(state)


@pytest.mark.parametrize("name", ["aima_tree", "aima_nim", "cs188_corridor", "cs188_multi"])
def test_homework_is_right_by_the_definition(name: str) -> None:
    game = game_from(str(HOMEWORK / f"{name}.py"))
    assert naive.value(game, game.initial()) == search(game, engine="interpreted").score.value


def test_every_homework_file_is_tried() -> None:
    assert {path.stem for path in HOMEWORK.glob("*.py")} == set(VALUES)


def test_homework_is_traced() -> None:
    report = search(game_from(str(HOMEWORK / "aima_tree.py")), trace=True)
    story = "\n".join(report.trace.sentences())
    assert "MIN has 2 here; MAX already has 3 elsewhere: the other two children are never looked at." in story


def test_the_state_of_an_easyai_game_never_changes() -> None:
    game = game_from(str(HOMEWORK / "easyai_lists.py"))
    state = game.initial()
    game.result(state, 5)
    assert state.board == [0] * 9
    assert game.to_move(state) == MAX


def refused(text: str) -> str:
    with pytest.raises(SearchError) as caught:
        game_from(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_names_and_parameters() -> None:
    assert game_from("connect4:width=5,height=4").height == 4
    assert "there is no game called 'chess960'" in refused("chess960")
    assert "it takes width: int = 7, height: int = 6" in refused("connect4:depth=3").replace("'", "")
    assert "does not fit" in refused("connect4:width=99")
    assert "cannot be read" in refused("connect4:width=")
    assert "write name=value" in refused("connect4:5")
    assert "this is not a tree" in refused("[[1, 2], []]")


def test_files(tmp_path: Path) -> None:
    assert "there is no file" in refused(str(tmp_path / "nowhere.py"))
    (tmp_path / "empty.py").write_text("x = 1\n")
    assert "has no game" in refused(str(tmp_path / "empty.py"))
    (tmp_path / "broken.py").write_text("def f(:\n")
    assert "broken.py, line 1" in refused(str(tmp_path / "broken.py"))
    (tmp_path / "raises.py").write_text("1 / 0\n")
    assert "raised ZeroDivisionError when it was read" in refused(str(tmp_path / "raises.py"))
    two = "from zermelo.games import ConnectFour\nclass A(ConnectFour): pass\nclass B(ConnectFour): pass\n"
    (tmp_path / "two.py").write_text(two)
    assert "several games" in refused(str(tmp_path / "two.py"))
    assert type(game_from(f"{tmp_path / 'two.py'}:B")).__name__ == "B"
    assert game_from(f"{tmp_path / 'two.py'}:B:width=4").width == 4
    assert "has no game called 'C': it has A, B" in refused(f"{tmp_path / 'two.py'}:C")


def test_a_file_may_import_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_rules.py").write_text("WIDTH = 4\n")
    rules = (
        "from zermelo.games import ConnectFour\nfrom neighbour_of_rules import WIDTH\n"
        "class Small(ConnectFour):\n    def __init__(self):\n        super().__init__(WIDTH, 4)\n"
    )
    (tmp_path / "small.py").write_text(rules)
    assert search(game_from(str(tmp_path / "small.py")), depth=4).depth == 4


def test_positions() -> None:
    game: Any = game_from("tictactoe")
    assert position_after(game, "4, 0").cells == (2, 0, 0, 0, 1, 0, 0, 0, 0)
    for moves, said in (("9", "'9' is not legal here"), ("0,3,1,4,2,5", "the game is over before '5'")):
        with pytest.raises(SearchError, match=said):
            position_after(game, moves)
    with pytest.raises(SearchError, match="not both"):
        position(game, "4", "....X....")
