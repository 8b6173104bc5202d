"""Homework in other vocabularies is played unchanged; files and names are found or refused."""

from __future__ import annotations

import copy
import json
import sys
import threading
from pathlib import Path
from typing import Any

import naive
import pytest
from budget import every
from commanding import zermelo

from zermelo import MAX, MIN, SearchError, search, solve
from zermelo.checking.check import examine
from zermelo.errors import CannotCompile
from zermelo.interfaces.homework.adapter import listening
from zermelo.interfaces.load import game_from, position, position_after

HOMEWORK = Path(__file__).parent / "homework"
VALUES = {
    "cs50_class": -1,
    "cs50_lists": 0,
    "cs50_numbers": 0,
    "cs50_tuples": 0,
    "cs50_solution": 0,
    "aima_tictactoe": 0,
    "aima_tree": 3,
    "aima_nim": 1,
    "aima_dice": 0.34375,
    "aima_notebook": 1,
    "cs188_corridor": 97,
    "cs188_multi": 1,
    "easyai_bones": 100,
    "easyai_lists": 0,
    "easyai_notes": 2,
    "classic_sticks": 1,
}


@pytest.mark.parametrize("name", every(3, VALUES))
def test_homework_is_played_as_it_is(name: str) -> None:
    game = game_from(str(HOMEWORK / f"{name}.py"))
    report = search(game, engine="interpreted")
    assert report.score.value == VALUES[name]
    state = game.initial()
    for action in report.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    assert game.is_terminal(state) or hasattr(game, "outcomes")


BY_DEFINITION = [
    *("cs50_class", "aima_tree", "aima_nim", "aima_dice", "aima_notebook", "cs188_corridor", "cs188_multi"),
    *("easyai_notes", "classic_sticks"),
]


@pytest.mark.parametrize("name", every(2, BY_DEFINITION))
def test_homework_is_right_by_the_definition(name: str) -> None:
    game = game_from(str(HOMEWORK / f"{name}.py"))
    assert naive.value(game, game.initial()) == search(game, engine="interpreted").score.value


def test_every_homework_file_is_tried() -> None:
    assert {path.stem for path in HOMEWORK.glob("*.py")} == set(VALUES)


def test_homework_is_traced() -> None:
    report = search(game_from(str(HOMEWORK / "aima_tree.py")), trace=True)
    story = "\n".join(report.trace.sentences())
    assert "β = 2 ≤ α = 3, which MAX has from branch a1 at the root: MAX will never come here" in story


def test_positions_of_an_easyai_game_are_what_they_hold() -> None:
    """Their objects are equal to nothing but themselves."""
    game = game_from(str(HOMEWORK / "easyai_bones.py"))
    one, other = (game.result(game.result(game.initial(), a), b) for a, b in ("12", "21"))
    assert (one == other, len({one, other, game.initial()})) == (True, 2)
    assert str(solve(game, engine="interpreted").score) == "100 for MAX (proved)"


def test_the_state_of_an_easyai_game_never_changes() -> None:
    game = game_from(str(HOMEWORK / "easyai_lists.py"))
    state = game.initial()
    game.result(state, 5)
    assert state.board == [0] * 9
    assert game.to_move(state) == MAX


DRAWINGS = {
    "cs50_lists": ("cs50_lists", ". . ."),
    "cs50_solution": ("cs50_solution", "0 - - -"),
    "aima_dice": ("Race", "total 0"),
    "aima_tree": ("Fig52Game", "A"),
    "easyai_bones": ("GameOfBones", "10 bones left in the pile"),
    "easyai_notes": ("Pairs", "3 1 4 1 5 | 0 0"),
    "classic_sticks": ("Sticks", "||||||||"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_homework_has_its_own_title_and_drawing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_from(str(HOMEWORK / f"{name}.py"))
    title, drawing = DRAWINGS[name]
    assert type(game).__name__ == title
    assert drawing in game.show(game.initial())
    assert capsys.readouterr().out == ""


def test_a_drawing_that_fails_is_no_drawing(tmp_path: Path) -> None:
    text = (HOMEWORK / "cs50_solution.py").read_text().replace('print("  0 1 2")', "1 / 0")
    (tmp_path / "fails.py").write_text(text)
    game = game_from(str(tmp_path / "fails.py"))
    assert game.show(game.initial()) == ". . .\n. . .\n. . ."


def test_another_thread_prints_while_a_game_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with listening() as heard:
        other = threading.Thread(target=print, args=("from elsewhere",))
        other.start()
        other.join()
        print("drawn")
    assert heard.getvalue() == "drawn\n"
    assert capsys.readouterr().out == "from elsewhere\n"


O_BEGINS = (
    "return X if marks.count(X) == marks.count(O) else O",
    "return O if marks.count(X) == marks.count(O) else X",
)


def test_x_is_max_whoever_begins(tmp_path: Path) -> None:
    (tmp_path / "turned.py").write_text((HOMEWORK / "cs50_solution.py").read_text().replace(*O_BEGINS))
    game = game_from(str(tmp_path / "turned.py"))
    assert game.to_move(game.initial()) == MIN
    state = position_after(game, "(0, 0); (0, 1); (1, 0); (0, 2)")  # O wins at (2, 0)
    report = search(game, state, engine="interpreted")
    assert (report.action, report.score.winner) == ((2, 0), MIN)


def test_without_the_name_x_the_loser_of_a_point_is_min(tmp_path: Path) -> None:
    text = (HOMEWORK / "cs50_numbers.py").read_text()
    (tmp_path / "turned.py").write_text(
        text.replace("return 1 if sum", "return -1 if sum").replace("else -1", "else 1")
    )
    game = game_from(str(tmp_path / "turned.py"))
    assert game.to_move(game.initial()) == MIN


def test_boards_of_every_kind_are_given_as_their_authors_made_them(tmp_path: Path) -> None:
    rules = (
        "def initial_state(): return {'left': 3}\n"
        "def player(board): return 'X' if board['left'] % 2 else 'O'\n"
        "def actions(board): return [1]\n"
        "def result(board, action): board['left'] -= action; return board\n"
        "def terminal(board): return board['left'] == 0\n"
        "def utility(board): return 1\n"
    )
    (tmp_path / "dictionary.py").write_text(rules)
    assert search(game_from(str(tmp_path / "dictionary.py")), engine="interpreted").line == (1, 1, 1)
    text = (HOMEWORK / "cs50_tuples.py").read_text().replace("[i for", "[hash(board) and i for")
    (tmp_path / "tuples.py").write_text(text)
    assert list(game_from(str(tmp_path / "tuples.py")).actions(tuple(" " * 9)))


def test_notes_speak_of_homework_and_not_of_our_files() -> None:
    with pytest.raises(CannotCompile, match=r"^homework in the words of AIMA is played as it is: it cannot"):
        search(game_from(str(HOMEWORK / "aima_tree.py")), engine="compiled")


def test_a_search_speaks_in_the_words_of_the_file(tmp_path: Path) -> None:
    text = (HOMEWORK / "aima_nim.py").read_text().replace("return not self.actions(state)", "return False")
    path = written(tmp_path, "endless.py", text)
    done = zermelo("search", path)
    assert done.returncode == 2
    assert "Nim.actions() yields no action" in done.stderr
    assert "but terminal_test() says the game is not over" in done.stderr
    found = examine(game_from(path), seconds=0.2).faults[0]
    assert found.advice.startswith("let terminal_test() be true there")


def test_entries_tell_positions_apart() -> None:
    game: Any = game_from(str(HOMEWORK / "easyai_notes.py"))
    start = game.initial()
    ways = [("left", 1), ("right", 1)], [("left", 1), ("left", 1)]
    one, other = (play(game, start, way) for way in ways)
    assert game.key(one) == game.key(copy.deepcopy(one))
    assert len({game.key(start), game.key(one), game.key(other)}) == 3


def play(game: Any, state: Any, actions: list[Any]) -> Any:
    for action in actions:
        state = game.result(state, action)
    return state


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
    assert "width is given twice" in refused("connect4:width=5,width=6")
    assert "this is not a tree" in refused("[[1, 2], []]")


def test_parameters_are_taken_or_refused() -> None:
    nim, notes = HOMEWORK / "aima_nim.py", HOMEWORK / "easyai_notes.py"
    assert game_from(f"{nim}:Nim:matches=4").initial() == ("me", 4)
    assert game_from(f"{nim}:matches=4").initial() == ("me", 4)
    assert game_from(f"{notes}:Pairs:row=(1, 2)").initial().row == [1, 2]
    assert "unexpected keyword argument 'nonsense'; it takes matches=7" in refused(f"{nim}:Nim:nonsense=1")
    assert "it takes row=(3, 1, 4, 1, 5)" in refused(f"{notes}:Pairs:players=3")
    assert "matches is 'many': it must be a number" in refused(f"{nim}:Nim:matches='many'")
    assert "width is True: it must be a whole number" in refused("connect4:width=True")
    assert "misere is 5: it must be True or False" in refused("nim:misere=5")
    assert game_from("nim:misere=True").misere
    assert "cs50_lists takes no parameters" in refused(f"{HOMEWORK / 'cs50_lists.py'}:size=4")


def test_true_is_no_whole_number_for_a_class_that_does_not_look(tmp_path: Path) -> None:
    rules = tmp_path / "sized.py"
    rules.write_text(
        "from zermelo.games import TicTacToe\n\nclass Sized(TicTacToe):\n"
        "    def __init__(self, size: int = 3) -> None:\n        self.size = size\n"
    )
    assert game_from(f"{rules}:size=4").size == 4
    assert "size is True: it must be a whole number" in refused(f"{rules}:size=True")


@pytest.mark.parametrize("line", ["len(5)", "raise ValueError('no board')", "self.n / 0", "None.x"])
def test_a_constructor_that_is_given_nothing_is_wrong_by_itself(tmp_path: Path, line: str) -> None:
    text = f"{(HOMEWORK / 'aima_nim.py').read_text()}\n\nclass Mine(Nim):\n"
    nothing = written(tmp_path, "nothing.py", f"{text}    def __init__(self, n=1):\n        {line}\n")
    said, place = refused(f"{nothing}:Mine"), f"{nothing}, line {len(text.splitlines()) + 2}"
    assert said.startswith("Mine() raised ")
    assert place in said
    given = refused(f"{nothing}:Mine:n=2")
    assert ("parameters of Mine are wrong" in given) == (line[:5] in ("len(5", "raise"))


def test_names_of_moves_may_hold_a_comma(tmp_path: Path) -> None:
    heaps = """
class Heaps(Nim):
    def __init__(self):
        self.initial = ("me", (1, 5))

    def actions(self, state):
        return [f"{heap},{n}" for heap in (0, 1) for n in range(1, state[1][heap] + 1)]

    def result(self, state, move):
        heap, n = map(int, move.split(","))
        left = list(state[1])
        left[heap] -= n
        return ("you" if state[0] == "me" else "me", tuple(left))
"""
    text = f"{(HOMEWORK / 'aima_nim.py').read_text()}\n{heaps}"
    game = game_from(written(tmp_path, "heaps.py", text) + ":Heaps")
    for moves in ("1,2,0,1", "1,2;0,1", '["1,2", "0,1"]', " 1,2, 0,1"):
        assert position_after(game, moves) == ("me", (0, 3))
    with pytest.raises(SearchError, match="'1,9' is not legal here"):
        position_after(game, "0,1,1,9")
    cells: Any = game_from(f"{HOMEWORK / 'cs50_lists.py'}")
    wanted = position_after(cells, "(0, 1);(1, 1)")
    for moves in ("(0, 1),(1, 1)", "(0,1), (1,1)", "0 1, 1 1"):
        assert position_after(cells, moves) == wanted


def test_a_certificate_names_the_parameters_and_the_position() -> None:
    wanted = f"{HOMEWORK}/easyai_notes.py:Pairs:row=(1, 2)"
    found = [solve(game_from(wanted)).certificate for _ in range(2)]
    assert found[0] is not None
    assert (found[0].game, found[0].position) == ("Pairs(row=(1, 2))", "1 2 | 0 0")
    assert found[0] == found[1]
    module = solve(game_from(f"{HOMEWORK}/aima_tree.py")).certificate
    assert module is not None
    assert module.position == "'A'"


def test_objects_that_a_file_makes_are_games() -> None:
    path = HOMEWORK / "aima_notebook.py"
    assert game_from(f"{path}:small").initial().sizes == [2, 3]
    assert game_from(str(path)).initial().sizes == [2, 3]
    for written_so in ("TwoHeaps:sizes=(1, 1)", "sizes=(1, 1)"):
        assert game_from(f"{path}:{written_so}").initial().sizes == [1, 1]
    assert "it needs sizes, so write :sizes=… behind its name; it takes sizes" in refused(f"{path}:TwoHeaps")
    assert "small takes no parameters" in refused(f"{path}:small:sizes=(1,)")
    assert "it has TwoHeaps, small" in refused(f"{path}:large")


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def test_what_is_no_game_is_told_what_would_be_one(tmp_path: Path) -> None:
    lacking = written(tmp_path, "lacking.py", "\n".join(f"def {word}(board): return 1" for word in
                      ("initial_state", "player", "actions", "result")))  # fmt: skip
    assert (
        "in the words of CS50 it has initial_state, player, actions, result, but not terminal, utility"
        in (refused(lacking))
    )
    other = refused(written(tmp_path, "other.py", "def main(): pass\nclass Thing: pass\n"))
    assert "has no game, only main(), Thing:" in other
    assert "CS50, AIMA, CS188, easyAI, Classic Computer Science Problems" in other


STARTER = "".join(
    f'def {word}(*given):\n    """Docstring."""\n    raise NotImplementedError\n\n'
    for word in ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
)


def test_a_starter_is_told_what_is_still_to_be_written(tmp_path: Path) -> None:
    start = "def initial_state(): return [[None] * 3 for _ in range(3)]\n"
    begun = STARTER.replace("raise NotImplementedError", "raise NotImplementedError\n    x = 1", 1)
    starter = written(tmp_path, "starter.py", start + begun)
    words = "player, actions, result, terminal, utility, winner, minimax"
    for command in ("search", "check"):
        done = zermelo(command, starter)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"zermelo: starter is not finished: it still lacks {words}\n"
    text = (HOMEWORK / "aima_notebook.py").read_text()
    half = text.replace(
        "def utility(self, state, player):\n        return -1", "def value(self, state):\n        return -1"
    )
    assert "TwoHeaps is not finished: it still lacks utility" in refused(
        f"{written(tmp_path, 'half.py', half.replace('== player', '== 1'))}:small"
    )
    abstract = (
        (HOMEWORK / "classic_sticks.py")
        .read_text()
        .replace("def move(self, location):\n        return", "def go(self, location):\n        return")
    )
    assert "it still lacks move" in refused(f"{written(tmp_path, 'abstract.py', abstract)}:Sticks")


def test_a_file_that_asks_when_it_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, "asks.py", "x = 1\nname = input('your name? ')\n")
    done = zermelo("search", path, typed="me\n")
    assert done.returncode == 2
    assert done.stderr.endswith(
        'line 2, asks for input when it is read: write if __name__ == "__main__": before that\n'
    )


def test_rules_that_leave_are_told_to_have_left(tmp_path: Path) -> None:
    text = (HOMEWORK / "aima_nim.py").read_text()
    rules = written(
        tmp_path, "leaves.py", text.replace("return [n for", "raise SystemExit(7)\n        return [n for")
    )
    made = written(
        tmp_path, "unmade.py", text.replace("self.initial =", "raise SystemExit(7)\n        self.initial =")
    )
    for path, said in (
        (rules, "Nim raised SystemExit: 7 (actions(), "),
        (made, "Nim() raised SystemExit: 7"),
    ):
        done = zermelo("search", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


def test_a_state_that_has_no_layout_yet_is_told_how_to_get_one(tmp_path: Path) -> None:
    begun = (HOMEWORK / "cs188_multi.py").read_text().replace("return 3", "return self.agents")
    start = "\n    def initialize(self, agents):\n        self.agents = agents\n"
    path = written(tmp_path, "begun.py", f"{begun}{start}\n\nstart = State()\nstart.initialize(3)\n")
    assert "State() is no position before it has a layout (getNumAgents(), " in refused(f"{path}:State")
    assert search(game_from(f"{path}:start"), engine="interpreted").score.value == VALUES["cs188_multi"]
    assert "State raised AttributeError" in refused(written(tmp_path, "without.py", begun))


def test_dice_need_their_probabilities(tmp_path: Path) -> None:
    text = (HOMEWORK / "aima_dice.py").read_text().replace("def probability", "def likelihood")
    assert "Race throws dice (chances, outcome) but has no probability" in refused(
        written(tmp_path, "dice.py", text)
    )


PACKAGE = {
    "book/__init__.py": "",
    "book/utils.py": "START = 3\n",
    "book/games.py": "from book.utils import START\n",
    "book/near.py": "from .utils import START\n",
    "plain/utils.py": "START = 5\n",
    "plain/games.py": "from utils import START\n",
    "other/utils.py": "START = 6\n",
    "other/games.py": "from utils import START\n",
}


def test_every_command_finds_what_a_file_imports(tmp_path: Path) -> None:
    """In a package, beside the file, and beside another file of the same name; from wherever one is."""
    nim = (HOMEWORK / "aima_nim.py").read_text().replace("matches=7", "matches=START")
    for name, text in PACKAGE.items():
        written(tmp_path, name, text + (nim if "START\n" in text and "import" in text else ""))
    found = {"book/games.py": 3, "book/near.py": 3, "plain/games.py": 5, "other/games.py": 6}
    for name, matches in found.items():
        assert game_from(str(tmp_path / name)).initial() == ("me", matches)
    for command in (("search",), ("check", "--seconds", "0.2")):
        assert zermelo(*command, str(tmp_path / "book/games.py"), cwd=tmp_path / "plain").returncode == 0


def test_with_json_nothing_else_is_printed(tmp_path: Path) -> None:
    """What a file prints when it is read, from its rules, and from a module beside it."""
    written(tmp_path, "noisy_neighbour.py", "def shout():\n    print('shouted')\n")
    text = (HOMEWORK / "aima_tree.py").read_text()
    text = text.replace("initial = ", "print('read')\n    initial = ").replace(
        "        return list(", "        print('asked')\n        shout()\n        return list("
    )
    path = written(tmp_path, "loud.py", f"from noisy_neighbour import shout\n{text}")
    done = zermelo("search", path, "--json")
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert reports[-1]["score"]["value"] == 3
    assert done.stderr == ""


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


def test_what_zermelo_imports_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the working folder is the one that Zermelo itself is in."""
    import zermelo.tracing.columns as ours
    from zermelo.running import files

    monkeypatch.chdir(Path(ours.__file__).parents[2])
    monkeypatch.delitem(sys.modules, "zermelo.tracing.columns")
    with files.importable(tmp_path / "rules.py"):
        sys.modules["zermelo.tracing.columns"] = ours
    assert "zermelo.tracing.columns" not in files.BESIDE
