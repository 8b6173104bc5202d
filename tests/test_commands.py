"""All commands together: one meaning for each option, help that is read, and no jargon for a wrong call."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer
from budget import in_turn
from commanding import in_process, printed, zermelo

from zermelo.interfaces.terminal import cli
from zermelo.interfaces.terminal.commands.puzzles import SOLVE, STUDY
from zermelo.interfaces.terminal.completion import NAMES
from zermelo.interfaces.terminal.options import SECTIONS
from zermelo.interfaces.terminal.parsing import RENAMED

TREE = "[[3,12],[2,4]]"
JARGON = re.compile(
    r"invalid|valid integer|valid float|\brange\b|missing|no such|unexpected|requires an argument|parameter|"
    r"usage:|traceback|typer|click|pydantic|keyword|int\b|str\b|bool\b|None|Error",
    re.IGNORECASE,
)


def walk(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from walk(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


COMMANDS = dict(walk(typer.main.get_command(cli.app)))


def options_of(command: Any) -> list[Any]:
    return [each for each in command.params if each.param_type_name == "option" and "--help" not in each.opts]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    return partial(in_process, capsys, monkeypatch)


def test_an_option_means_the_same_wherever_it_is_taken() -> None:
    """What stands before the colon is the meaning, what follows is particular to a command."""
    meanings, metavars = defaultdict(set), defaultdict(set)
    for command in COMMANDS.values():
        for option in options_of(command):
            spelling = "/".join((*option.opts, *option.secondary_opts))
            meanings[spelling].add(re.split(r":| \[default", option.help)[0])
            metavars[spelling].add((option.metavar, option.is_flag))
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}
    assert {name: found for name, found in metavars.items() if len(found) > 1} == {}


def test_a_flag_and_its_opposite_are_no_other_option() -> None:
    spellings = defaultdict(set)
    for command in COMMANDS.values():
        for option in options_of(command):
            for name in (*option.opts, *option.secondary_opts):
                spellings[name].add((tuple(option.opts), tuple(option.secondary_opts)))
    assert all(len(found) == 1 for found in spellings.values())


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_explains_itself(path: str) -> None:
    command = COMMANDS[path]
    first = re.split(r"(?<=\.)\s", command.help)[0].replace("\n", " ")
    assert first[0].isupper()
    assert first.endswith(".")
    assert len(first) <= 80, first
    for parameter in command.params:
        if "--help" not in parameter.opts:
            assert parameter.help, parameter.name
            assert parameter.metavar or parameter.is_flag, parameter.name
    assert {option.rich_help_panel for option in options_of(command)} <= set(SECTIONS)


def test_commands_stand_in_the_order_of_use(call: Any) -> None:
    code, text, _ = call("--help")
    names = [name for names in cli.Commands.subjects.values() for name in names]
    assert code == 0
    assert re.findall(r"^  ([a-z]+) ", text, re.MULTILINE) == names
    assert names[:5] == ["play", "serve", "games", "new", "check"]
    assert {path.split()[0] for path in COMMANDS} - {SOLVE, STUDY} == set(names)
    assert all(f"{title}:\n" in text for title in cli.SUBJECTS)
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("path", [re.sub("(.*)-puzzle", r"\1 queens", path) for path in COMMANDS])
def test_help_has_names_and_no_gaps(path: str, call: Any) -> None:
    code, text, _ = call(*path.split(), "--help")
    assert code == 0
    assert text.startswith(f"Usage: zermelo {path.removesuffix(' queens')} ")
    assert not re.search(r"[{}]|<str>|<int>", text)


def test_help_lists_what_the_library_knows(call: Any) -> None:
    _, text, _ = call("search", "--help")
    flat = " ".join(text.split())
    for kind in ("algorithms", "engines", "orders", "techniques"):
        assert ", ".join(NAMES[kind]()) in flat


def test_help_is_quick_because_little_is_imported() -> None:
    helps = [["--help"], [], ["--version"], *([*path.split(), "--help"] for path in COMMANDS)]
    code = f"""
import contextlib, io, sys
from zermelo.interfaces.terminal import cli
for words in {helps!r}:
    sys.argv = ["zermelo", *words]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert cli.exit_code() == 0, words
    assert said.getvalue()
print([name for name in ("numpy", "numba", "fastapi", "uvicorn", "rich") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


WRONG = [
    ("search", "search needs GAME: tictactoe"),
    ("perft tictactoe", "perft needs DEPTH: plies to look ahead"),
    ("perft tictactoe many", "DEPTH must be a whole number, not 'many'"),
    ("perft tictactoe 2 --colour", "perft has no option --colour"),
    ("search tictactoe --only 4 --algorithm minimax", "minimax does not support --only: use pvs, mtdf"),
    ("search tictactoe --without killers --algorithm mcts", "mcts does not support --without: use pvs, "),
    ("search tictactoe --payoff-bounds --algorithm pvs", "pvs does not support --payoff-bounds: use "),
    ("search tictactoe --lines 0", "--lines must be a whole number from 1 to 65536, not 0"),
    ("bench --threads 0", "--threads must be a whole number from 1 to 256, not 0"),
    ("search tictactoe --depth x", "--depth must be a whole number, not 'x'"),
    ("search tictactoe --depth 2.5", "--depth must be a whole number, not '2.5'"),
    ("search tictactoe --depth", "--depth needs a value: N, plies to look ahead"),
    ("search tictactoe --seconds soon", "--seconds must be a number, not 'soon'"),
    ("search tictactoe --seconds -1", "--seconds must be a number >= 0, not -1"),
    ("search tictactoe --seconds 1e9", "--seconds must be at most 1,000,000, not 1e+09"),
    ("search tictactoe --memory lots", "--memory must be a number, not 'lots'"),
    ("search tictactoe --json=yes", "--json takes no value"),
    ("search tictactoe --help=all", "--help takes no value"),
    ("search tictactoe --no-values=1", "--no-values takes no value"),
    ("search tictactoe --dept 3", "search has no option --dept (did you mean --depth?)"),
    ("search tictactoe now", "search takes GAME and nothing more, not 'now'"),
    ("search tictactoe --engine steam", "'steam'"),
    ("export tictactoe", "export needs FILE: the file to write"),
    ("export tictactoe a.svg b.svg", "export takes GAME and FILE and nothing more, not 'b.svg'"),
    ("solve", "solve needs GAME"),
    ("solve queens --n eight", "--n must be a whole number, not 'eight'"),
    ("solve queens knights", "solve takes PUZZLE and nothing more, not 'knights'"),
    ("prove nim --player bob", "--player must be max or min, not 'bob'"),
    ("prove nim --target nan", "target must be 'win' or 'draw', not nan"),
    ("prove nim --target lots", "--target must be win, draw or a number, not 'lots'"),
    ("cache inform", "cache has no command 'inform' (did you mean info?)"),
    ("table probe", "probe needs FILE: the file of a table"),
    ("games all", "games takes options and nothing more, not 'all'"),
    ("plya", "there is no command 'plya' (did you mean play?)"),
    ("--fast", "there is no option --fast"),
]


@pytest.mark.parametrize(("line", "said"), WRONG)
def test_a_wrong_call_gets_one_plain_sentence(line: str, said: str, call: Any) -> None:
    code, out, err = call(*line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"zermelo: {said}") or said in err
    assert not JARGON.search(err), err


def test_zermelo_alone_shows_how_to_begin(call: Any) -> None:
    code, text, err = call()
    assert (code, err) == (0, "")
    shown = re.findall(r"^  zermelo (\w+)", text, re.MULTILINE)
    assert shown[:2] == ["play", "serve"]
    assert set(shown) <= set(COMMANDS)
    assert len(text.splitlines()) <= 12


def test_the_version(call: Any) -> None:
    code, text, _ = call("--version")
    assert code == 0
    assert re.fullmatch(r"zermelo \d+\.\d+\S*\n", text)


@pytest.mark.parametrize(
    ("words", "old", "new"),
    in_turn(
        [
            (("trace", TREE, "--lines", "2"), "--lines", "--show"),
            (("trace", TREE, "--lines=2"), "--lines", "--show"),
            (("solve", "queens", "--n", "4", "--all", "--lines", "1"), "--lines", "--show"),
            (("solve", "--trace", "steps.jsonl", "queens", "--n", "4"), "--trace", "--output"),
        ],
        [
            (("study", "queens", "--to", "4", "--seconds", "0.1", "--svg", "p.svg"), "--svg", "--export"),
        ],
        several=True,
    ),
)
def test_old_spellings_still_work_and_say_so(
    words: tuple[str, ...], old: str, new: str, call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call(*words)
    assert (code, err.splitlines()[0]) == (0, f"zermelo: {old} is now called {new}")
    today = [word.replace(old, new) for word in words]
    times = re.compile(r"\d+\.\d+ s|\d+\.\d+")
    assert times.sub("", call(*today)[1]) == times.sub("", out)


def test_old_spellings_are_in_no_help() -> None:
    for path, renamed in RENAMED.items():
        taken = {name for option in options_of(COMMANDS[path]) for name in option.opts}
        assert set(renamed.values()) <= taken
        assert not set(renamed) & taken


@pytest.mark.parametrize(
    "game", ["kalah:pits=3,seeds=2", "mnk:width=3,height=3,k=3", "nim:heaps=(2,3)", "dots:width=2,height=1"]
)
def test_the_names_in_json_are_moves_again(game: str, call: Any) -> None:
    """Of games whose moves are printed by names of their own."""
    code, text, err = call("search", game, "--depth", "3", "--engine", "interpreted", "--json")
    assert (code, err) == (0, "")
    names = json.loads(text.splitlines()[-1])["names"]
    assert len(names) == 3
    after = [call("search", game, "--depth", "1", "--moves", moves, "--engine", "interpreted", "--json")
             for moves in (json.dumps(names), ";".join(names), ",".join(names))]  # fmt: skip
    assert [code for code, _, _ in after] == [0, 0, 0]
    found = [json.loads(text.splitlines()[-1])["names"] for _, text, _ in after]
    assert found[0] == found[1] == found[2]


def test_moves_are_taken_wherever_a_position_is() -> None:
    for path, command in COMMANDS.items():
        taken = {name for option in options_of(command) for name in option.opts}
        assert ("--moves" in taken) == ("--position" in taken), path
    about_a_position = {
        "play",
        "search",
        "analyse",
        "trace",
        "export",
        "perft",
        "solve",
        "prove",
        "table probe",
        "matrix",
    }
    assert {path for path, command in COMMANDS.items() if "moves" in {p.name for p in command.params}} == (
        about_a_position
    )


def test_search_and_analyse_take_the_same() -> None:
    search, analyse = (
        {option.opts[0] for option in options_of(COMMANDS[name])} for name in ("search", "analyse")
    )
    assert search - analyse == {"--values"}
    assert analyse <= search
    trace, export = (
        {option.opts[0] for option in options_of(COMMANDS[name])} for name in ("trace", "export")
    )
    assert export - trace == {"--board", "--strategy-of", "--transparent"}


def test_prove(call: Any) -> None:
    quick = ("--engine", "interpreted")
    code, text, _ = call("prove", "nim:heaps=(1,2,4)", *quick)
    assert code == 0
    assert text.startswith("MAX forces a win\nline: c1 ")
    assert call("prove", "nim:heaps=(1,2,3)", *quick)[1].startswith("MAX cannot force a win\n")
    assert call("prove", "nim:heaps=(1,2,3)", "--player", "min", *quick)[1].startswith("MIN forces a win\n")
    assert call("prove", TREE, "--target", "3", *quick)[1].startswith("MAX forces 3 or more\n")
    assert call("prove", TREE, "--target", "4", *quick)[1].startswith("MAX cannot force 4 or more\n")
    early = call("prove", "connect4", "--nodes", "100", *quick)[1]
    assert early.startswith("MAX may or may not force a win (the limits were reached)\n")
    found = json.loads(call("prove", "nim:heaps=(1,2,4)", "--moves", "c1", "--json", *quick)[1])
    assert (found["answer"], found["player"], found["target"]) == (False, 1, "win")
    assert call("search", "nim:heaps=(1,2,4)", "--moves", json.dumps(["c1", *found["names"]]))[0] == 0


def test_puzzles_are_listed(call: Any) -> None:
    names = list(NAMES["puzzles"]())
    assert [line.split()[0] for line in call("puzzles")[1].splitlines()] == names
    assert list(json.loads(call("puzzles", "--json")[1])) == names


def test_the_best_lines_of_a_search(call: Any) -> None:
    _, text, _ = call("search", "nim:heaps=(1,2)", "--lines", "2", "--engine", "interpreted")
    assert "  1.   MAX wins in 3 plies: b1 " in text
    assert re.search(r"^  2\.   MIN wins", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("zermelo pu", ["puzzles"]),
        ("zermelo solve q", ["queens"]),
        ("zermelo solve queens --engine o", ["ortools"]),
        ("zermelo solve queens --strategy mrv_", ["mrv_degree"]),
        ("zermelo prove nim --target d", ["draw"]),
        ("zermelo search nim --without null", ["null_move"]),
        ("zermelo trace nim --li", []),
        ("zermelo trace nim --sho", ["--show"]),
        ("zermelo table pr", ["probe"]),
    ],
)
def test_what_tab_offers(words: str, offered: list[str], call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ZERMELO_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    _, out, err = call()
    assert (out.split(), err) == (offered, "")


def test_a_trace_says_which_limit_it_ran_into() -> None:
    done = zermelo("trace", TREE, "--nodes", "1", "--algorithm", "alphabeta")
    assert done.returncode == 2
    assert "in so few nodes (1): give a depth, such as --depth 3, or more --nodes" in done.stderr


CIRCLES = """
from zermelo import MAX, MIN, Game

class Circles(Game):
    \"\"\"Two men on circles of five; who meets the other wins, and endless play is worth something.\"\"\"

    repetition = -1

    def initial(self): return (0, 2, MAX)
    def to_move(self, s): return s[2]
    def actions(self, s): return [-1, 1]
    def result(self, s, d):
        return ((s[0] + d) % 5, s[1], MIN) if s[2] == MAX else (s[0], (s[1] + d) % 5, MAX)
    def is_terminal(self, s): return s[0] == s[1]
    def utility(self, s): return 1 if s[2] == MIN else -1

class Promised(Circles):
    repetition = None

class Timed(Promised):
    \"\"\"A clock ends it: places come again, states never do.\"\"\"

    def initial(self): return (0, 2, MAX, 0)
    def actions(self, s): return [1]
    def result(self, s, d): return (*super().result(s, d), s[3] + 1)
    def is_terminal(self, s): return s[3] == 40
    def utility(self, s): return 0
    def position(self, s): return s[:3]
"""


def test_endless_play_is_what_the_rules_say_it_is_worth(tmp_path: Path) -> None:
    (tmp_path / "circles.py").write_text(CIRCLES)
    solved = zermelo("solve", "circles.py:Circles", cwd=tmp_path).stdout
    assert solved.startswith("MIN wins by endless play; MAX to move\n")
    played = printed("play", "circles.py:Promised", "--human", "nobody", "--seconds", "0.05", cwd=tmp_path)
    assert "Promised.repetition = None says that positions cannot repeat" in played.splitlines()[-1]
    played = printed("play", "circles.py:Timed", "--human", "nobody", "--seconds", "0.01", cwd=tmp_path)
    assert played.splitlines()[-1] == "A draw."


def test_perft_of_dice_is_refused_without_advice_that_is_none() -> None:
    done = zermelo("perft", "pig", "3")
    assert "perft counts the moves of players, and Pig has chance nodes" in done.stderr
