"""The command line as people and scripts use it: answers, one sentence for a mistake, exit codes."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from budget import in_turn
from commanding import printed, zermelo

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_help_names_the_commands() -> None:
    text = printed("--help")
    for command in ("play", "search", "trace", "perft", "games", "new", "cache"):
        assert command in text


def test_search() -> None:
    text = printed("search", TREE, "--values")
    assert "3 for MAX (proved)" in text
    assert "11 (7 leaves, 2 cut-offs)" not in text  # the value of every action is a search of its own
    assert "9 leaves" in text


def test_search_as_json() -> None:
    lines = printed("search", "tictactoe", "--moves", "4", "--nodes", "2000", "--json").splitlines()
    reports = [json.loads(line) for line in lines]
    depths = [report["depth"] for report in reports]
    assert depths == sorted(depths)  # twice the same where a better line came up before the depth was done
    assert set(depths) == set(range(1, depths[-1] + 1))
    assert all(report["action"] in (0, 1, 2, 3, 5, 6, 7, 8) for report in reports)


def test_the_switches_of_the_algorithms() -> None:
    """Courses differ: what is pruned at equality, in which order, and whether a quick win is better."""
    assert "4 of 9 leaves were never looked at" in printed("trace", TREE, "--order", "best")
    worst = printed("trace", TREE, "--order", "worst")
    assert "9 leaves" in worst
    assert "cut-offs   0" in worst
    equal = "[[3,5],[3,9]]"
    assert "1 of 4 leaves was never looked at" in printed("trace", equal)
    assert "cut-offs   0" in printed("trace", equal, "--no-prune-equal")
    assert "9 is the best possible for MAX" in printed("trace", "[[9],[1,2]]", "--payoff-bounds", "--tell")
    assert "at most 3" in printed("trace", TREE, "--no-fail-soft")
    soon = ("search", "tictactoe", "--moves", "0,3,1,4", "--json")
    assert json.loads(printed(*soon))["score"]["plies"] == 1
    assert json.loads(printed(*soon, "--no-quick"))["score"]["plies"] is None


def test_trace_and_perft(tmp_path: Path) -> None:
    text = printed("trace", TREE)
    assert "│  └─ ✂ 2 moves not looked at: 1, 2 (MIN has 2 here, MAX has 3 at the root, by 0)" in text
    assert "2 of 9 leaves were never looked at" in text
    told = printed("trace", TREE, "--tell")
    assert "the other two children are never looked at" in told
    assert "✂" not in told
    assert "✂" in printed("trace", TREE, "--tell", "--tree")
    kinds = [json.loads(line)["kind"] for line in printed("trace", TREE, "--json").splitlines()]
    assert kinds[:4] == ["enter", "enter", "enter", "leaf"]
    written = printed("trace", TREE, "--json", "--output", str(tmp_path / "t.jsonl"))
    assert json.loads(written) == {"file": str(tmp_path / "t.jsonl"), "events": 33, "dropped": 0}
    assert len((tmp_path / "t.jsonl").read_text().splitlines()) == 33
    assert printed("perft", "tictactoe", "3", "--engine", "interpreted") == "0 1\n1 9\n2 72\n3 504\n"
    counts = [json.loads(line) for line in printed("perft", "tictactoe", "2", "--json").splitlines()]
    assert counts[-1] == {"plies": 2, "sequences": 72, "ended": 0}
    assert printed("perft", "tictactoe", "6").splitlines()[-1] == "6 54720 (1440 ended earlier)"
    both = printed("trace", TREE, "--export", str(tmp_path / "t.svg"), "--output", str(tmp_path / "u.jsonl"))
    assert both == f"{tmp_path}/t.svg written\n33 steps written to {tmp_path}/u.jsonl\n"


def test_perft_counts_what_does_not_compile() -> None:
    homework = str(Path(__file__).parent / "homework" / "cs50_solution.py")
    assert printed("perft", homework, "3") == "0 1\n1 9\n2 72\n3 504\n"


def test_a_trace_step_by_step() -> None:
    text = printed("trace", TREE, "--step", typed="\n\nc\nq\n")
    assert [line.split(":")[0] for line in text.splitlines() if line.startswith("Step")] == [
        "Step 1 of 33", "Step 2 of 33", "Step 3 of 33", "Step 18 of 33",
    ]  # fmt: skip
    assert "▶ └─ 1  ▼ MIN [3, +∞] 2 so far" in text


def test_a_long_trace_is_cut_short_and_says_so() -> None:
    text = printed("trace", "tictactoe", "--show", "30", "--depth", "5")
    assert len(text.splitlines()) <= 30 + 6
    assert "nodes below are not drawn: --show draws more" in text
    assert "more steps are not told" in printed("trace", TREE, "--tell", "--show", "5")
    assert "… 1 more step is not told" in printed("trace", "[3,5]", "--tell", "--show", "7")


def test_a_game_typed_move_by_move() -> None:
    done = zermelo("play", "tictactoe", "--human", "both", typed="0\n3\n1\nnonsense\n4\n2\n")
    assert done.returncode == 0
    assert done.stdout.rstrip().endswith("MAX wins.")
    assert "'nonsense' is not a legal move" in done.stderr


def test_undo_hint_and_quit() -> None:
    text = printed("play", "tictactoe", "--human", "both", "--seconds", "60", typed="4\nundo\nhint\nquit\n")
    assert text.count("MAX (X), your move") == 3
    assert "): undo\n" in text  # what a pipe types is shown
    assert "a draw" in text


def test_the_end_of_the_input_ends_the_game() -> None:
    printed("play", "tictactoe", typed="")


def test_a_match_as_json_has_nothing_else_in_it() -> None:
    done = zermelo("play", "tictactoe", "--human", "both", "--json", "--clock", "5+3", typed="4\n4\n0\n")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = "start position move position mistake move position result".split()
    assert [event["event"] for event in events] == kinds
    assert (events[-1]["reason"], done.returncode) == ("left", 0)
    assert done.stderr.count("\n") == 1
    assert 302 < events[-2]["clock"]["MIN"] < 304


def test_engines_play_each_other() -> None:
    assert (
        printed("play", "tictactoe", "--human", "nobody", "--seconds", "0.05")
        .rstrip()
        .endswith(("draw.", "wins."))
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", "chess"), "there is no game called 'chess'"),
        (("search", "connect4:width=99"), "does not fit"),
        (("search", "[[1, 2], [true]]"), "this is not a tree"),
        (("search", "tictactoe", "--moves", "9"), "'9' is not legal here"),
        (("search", "tictactoe", "--depth", "-1"), "depth must be a number >= 0"),
        (("search", "tictactoe", "--algorithm", "magic"), "algorithm 'magic' is unknown"),
        (("search", "nowhere.py"), "there is no file nowhere.py"),
        (("search", "folder.py"), "folder.py is a folder: name a file in it"),
        (("search", "bytes.py"), "zermelo: bytes.py: source code"),
        (("search", "import.py"), "import.py, line 2, raised ModuleNotFoundError when it was read"),
        (("search", "bytes.json"), "bytes.json is not a tree: it is not text"),
        (("search", "nowhere.txt"), "there is no file nowhere.txt"),
        (("search", "connect4:width=wide"), "width is wide, which is not a plain value such as 5"),
        (("search", "nim:heaps=(99,)", "--moves", "b1"), "choose from a1, a2, a3, "),
        (("search", "nim:heaps=(99,)", "--moves", "b1"), "a30 … (99 in all)"),
        (("play", "tictactoe", "--human", "me"), "human is 'me'"),
        (("trace", TREE, "--output", "no/such/folder/t"), "could not be written"),
        (("study", "growth", "--brief", "--report", "no/folder/r.html"), "there is no folder no/folder"),
        (("study", "growth", "--brief", "--save", "no/folder/r.csv"), "there is no folder no/folder"),
        (("solve", "tictactoe", "--table", "no/folder/t.table"), "there is no folder no/folder"),
        (("match", "nim", "expert", "random", "--save", "no/folder/m.pgn"), "there is no folder no/folder"),
        (("trace", TREE, "--output", ".", "--json"), ". could not be written: it is not an ordinary file"),
        (("trace", TREE, "--output", "/dev/null"), "it is not an ordinary file"),
        (("trace", TREE, "--output", "/proc/zermelo"), "could not be written"),
        (("trace", TREE, "--events", "999999999"), "events must be a number from 1 to"),
        (
            ("trace", TREE, "--order", "wurst"),
            "order 'wurst' is unknown: choose from natural, reversed, random,",
        ),
        (
            ("search", TREE, "--order", "best", "--algorithm", "pvs"),
            "pvs does not support --order: use minimax",
        ),
        (("trace", TREE, "--show", "-1"), "--show must be a number >= 0"),
        (("trace", "connect4", "--seconds", "0.2"), "too large to trace in 0.2 seconds: give a depth"),
        (("perft", "tictactoe", "-1", "--json"), "depth must be a number >= 0, not -1"),
        (("perft", "tictactoe", "600"), "depth must be less than"),
        (("check", "tictactoe", "--seconds", "nan"), "seconds must be a number >= 0, not nan"),
        (("play", "--seconds", "1e300", "--json"), "seconds must be at most 1,000,000"),
        (("play", "--clock", "five"), "'five' is not a clock"),
        (("search", TREE, "--depth", "abc"), "--depth must be a whole number, not 'abc'"),
        (("search", TREE, "--colour", "red"), "search has no option --colour"),
        (("seek",), "there is no command 'seek'"),
        (("new", "a" * 300), "File name too long"),
        (("new", "not a name"), "cannot be the name of a Python file"),
    ],
)
def test_a_mistake_gets_one_sentence(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "import.py").write_text("\nimport no_such_module\n")
    for name in ("bytes.py", "bytes.json"):
        (tmp_path / name).write_bytes(b"\xff\x00")
    done = zermelo(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "first"),
    in_turn(
        [("trace tictactoe --depth 4 --show 0", "▲ MAX [−∞, +∞] = 1\n")],
        [("trace tictactoe --depth 4 --tell --show 0", "MAX to move.\n"), ("perft nim 9", "0 1\n")],
        several=True,
    ),
)
def test_a_closed_pipe_is_no_traceback(command: str, first: str) -> None:
    line = f"'{sys.executable}' -m zermelo {command} | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (141, first, "")


@pytest.mark.parametrize(
    "command",
    in_turn([f"trace {TREE}"], ["games", "--help", "play --human nobody --seconds 0.01", "cache info"]),
)
@pytest.mark.parametrize("closed", in_turn([">&-"], ["<&-", "2>&-"]))
def test_a_stream_that_the_shell_closed(command: str, closed: str) -> None:
    line = f"'{sys.executable}' -m zermelo {command} {closed}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_trees_from_a_file_and_from_an_outline(tmp_path: Path) -> None:
    outline = "MAX\n  MIN\n    3\n    12\n  MIN\n    2\n    4\n"
    (tmp_path / "lecture.txt").write_text(outline)
    (tmp_path / "lecture.json").write_text("[[3, 12], [2, 4]]")
    for game in (outline, "lecture.txt", "lecture.json"):
        assert "3 for MAX (proved)" in printed("search", game, cwd=tmp_path)


def test_moves_are_read_as_in_play() -> None:
    assert "best" in printed("search", "mnk", "--moves", "A1,B2", "--depth", "1")


def test_a_search_of_rules_that_change_their_state_says_so(tmp_path: Path) -> None:
    printed("new", "mine", cwd=tmp_path)
    rules = (tmp_path / "mine.py").read_text()
    rules = rules.replace("return self.State(self.matches, MAX)", "return [self.matches, MAX]")
    rules = rules.replace("state.matches", "state[0]").replace("state.turn", "state[1]")
    old = "return self.State(state[0] - taken, 1 - state[1])"
    assert old in rules
    rules = rules.replace(old, "state[0] -= taken; state[1] = 1 - state[1]; return state")
    (tmp_path / "mine.py").write_text(rules)
    for command in ("search", "trace", "play"):
        done = zermelo(command, "mine.py", "--seconds", "20", typed="1\n", cwd=tmp_path)
        assert done.returncode == 2
        assert "Mine.result() changes the state it is given" in done.stderr
        assert done.stderr.count("\n") == 1


def at_work(process: int) -> None:
    """Until it has had its second of the processor, or wants no more of it, however busy the machine is."""
    spent = [-1.0]
    while spent[-1] < 1.0 and (len(spent) < 4 or spent[-4] < spent[-1] or spent[-1] < 0.05):
        time.sleep(1.0)
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        spent.append(sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"))


@pytest.mark.parametrize(
    "command",
    in_turn(
        ["play connect4"],
        [
            "search connect4",
            "check connect4 --seconds 30",
            "perft connect4 40",
            "trace connect4 --depth 40",
            "play connect4 --human nobody --seconds 30",
        ],
    ),
)
def test_ctrl_c_is_one_sentence(command: str) -> None:
    arguments = [sys.executable, "-m", "zermelo", *command.split()]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        at_work(running.pid)
        running.send_signal(signal.SIGINT)
        assert running.stderr is not None
        said = running.stderr.read()
        assert running.wait(120) == 130
    assert said == "zermelo: stopped\n"


def on_a_terminal(*arguments: str, keys: list[str]) -> tuple[int, str]:
    """A command with a terminal of its own: each text is typed once the one before was answered."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "zermelo", *arguments]
    running = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
    os.close(slave)
    seen = quiet(master, 300.0)
    for key in keys:
        os.write(master, key.encode())
        seen += quiet(master, 10.0)
    seen += quiet(master, 60.0)
    code = running.wait(120)
    os.close(master)
    return code, seen.decode(errors="replace")


def quiet(terminal: int, patience: float) -> bytes:
    """What comes until nothing more does."""
    seen = b""
    while select.select([terminal], [], [], 0.3 if seen else patience)[0]:
        try:
            seen += os.read(terminal, 4096)
        except OSError:  # the other side has closed it
            break
    return seen


def test_a_trace_key_by_key() -> None:
    code, seen = on_a_terminal("trace", TREE, "--step", keys=[" ", "c", "\x1b[D", "?q"])
    assert code == 0
    steps = re.findall(r"Step (\d+) of 33", seen)
    assert steps == ["1", "2", "18", "17"]
    assert seen.rindex("cut-offs   1") > seen.rindex("\x1b[?1049l")  # told after the screen is given back


def test_the_end_of_the_input_gives_the_screen_back() -> None:
    code, seen = on_a_terminal("trace", TREE, "--step", keys=[" ", "\x04"])
    assert (code, seen.count("\x1b[?1049h"), seen.count("\x1b[?1049l")) == (0, 1, 1)


def test_the_flag_falls_while_a_person_thinks() -> None:
    code, seen = on_a_terminal("play", "tictactoe", "--clock", "0.02", keys=["hel", "p"])
    assert code == 0
    assert "MAX's time is up: MIN wins." in seen


def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "zermelo", "games"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "zermelo: No space left on device\n")


def completed(words: str, shell: str = "bash") -> list[str]:
    """What the shell offers for the last word."""
    asked = {
        "_ZERMELO_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    code = "import sys; sys.argv[0] = 'zermelo'; from zermelo.interfaces.terminal.cli import main; main()"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    return done.stdout.split()


@pytest.mark.long
def test_completion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cones.py").touch()
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "mine.py").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("zermelo search co") == ["connect4", "cones.py", "core/"]
    assert completed("zermelo play core/") == ["core/mine.py"]
    assert completed("zermelo search nim --algorithm neg") == ["negamax"]
    assert "_ZERMELO_COMPLETE" in shown_completion()


def shown_completion() -> str:
    code = "import sys; sys.argv = ['zermelo', '--show-completion', 'bash']; "
    code += "from zermelo.interfaces.terminal.cli import main; main()"
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout


def test_rules_that_raise_during_play(tmp_path: Path) -> None:
    printed("new", "mine", cwd=tmp_path)
    rules = (tmp_path / "mine.py").read_text().replace("state.matches or", "state.nonsense or")
    (tmp_path / "mine.py").write_text(rules)
    done = zermelo("play", "mine.py", cwd=tmp_path)
    assert done.returncode == 2
    assert "has no attribute 'nonsense'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_new_writes_a_game_that_plays(tmp_path: Path) -> None:
    assert "zermelo play my_game.py" in printed("new", "my_game", cwd=tmp_path)
    played = ("play", "my_game.py", "--human", "nobody", "--seconds", "60")  # far more than it takes
    assert printed(*played, cwd=tmp_path).rstrip().endswith("MIN wins.")
    again = zermelo("new", "my_game.py", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "zermelo: my_game.py already exists and is left as it is\n",
    )
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    assert subprocess.run(tests, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_the_documentation_shows_what_is_printed(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "docs" / "command-line.md").read_text()
    blocks = "".join(re.findall(r"```console\n(.*?)```", text, re.DOTALL))
    shown = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks, re.MULTILINE)
    assert len(shown) == 16
    for command, output in shown:
        done = shell(command, tmp_path)
        assert (without_time(done.stdout), done.stderr) == (without_time(output), ""), command


def without_time(text: str) -> str:
    """How long a search took, and what ran it, differs from day to day."""
    return re.sub("^time .*$", "time", text, flags=re.MULTILINE)


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of a shell, without one where it would only split the line into words."""
    if command.startswith("zermelo ") and not {*"|<>&$"} & {*command}:
        return zermelo(*shlex.split(command)[1:], cwd=folder)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_solve(tmp_path: Path) -> None:
    answer = printed("solve", "nim:heaps=(1,2,4)", "--certificate", "--engine", "interpreted")
    assert answer.startswith("MAX wins in 7 plies; MAX to move, and only c1 keeps it\n")
    assert "asked     better than" in answer
    plain = json.loads(printed("solve", "nim", "--moves", "a2", "--json", "--engine", "interpreted"))
    assert (plain["score"]["text"], plain["solved"]) == ("MAX wins in 10 plies", True)
    assert zermelo("solve", "ponghauki").stdout.startswith("a draw by endless play; MAX to move\n")
    assert printed("solve", "connect4", "--seconds", "0.2", "--engine", "interpreted").startswith(
        "not solved"
    )
    early = printed("solve", "connect4", "--nodes", "3000", "--engine", "interpreted")
    assert early.startswith("not solved: MAX gets at least: ")
    assert zermelo("solve", "ponghauki", "--seconds", "0").stdout.startswith("not solved\n")
    refused = zermelo("solve", "ponghauki", "--nodes", "9")
    assert (refused.returncode, refused.stderr) == (
        2,
        "zermelo: a table does not support --nodes: use seconds\n",
    )
    file = tmp_path / "nim.table"
    answer = zermelo("solve", "nim", "--table", str(file)).stdout
    assert "positions by plies to the end" in answer
    assert printed("table", "probe", str(file)).startswith("MAX wins in 11 plies\n")
    other = zermelo("solve", "tictactoe", "--table", str(file))
    assert other.returncode == 2
    assert other.stderr.startswith("zermelo: ")
    assert "Traceback" not in other.stderr


def test_check() -> None:
    good = zermelo("check", "tictactoe", "--seconds", "5")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.splitlines()[-1].startswith("0 faults in")
    fault = zermelo("check", str(Path(__file__).parent / "faults" / "board.py"), "--seconds", "5")
    assert fault.returncode == 1
    assert fault.stdout.startswith("fault: Faulty.board() returns None, in the position at the start")
    missing = zermelo("check", "nowhere.py")
    assert (missing.returncode, missing.stderr) == (2, "zermelo: there is no file nowhere.py\n")


def test_games() -> None:
    assert "connect4" in printed("games")
    assert (
        json.loads(printed("games", "--json"))["connect4"]["parameters"] == "width: int = 7, height: int = 6"
    )


def test_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "kept"))
    monkeypatch.setenv("ZERMELO_COMPILER", "older")
    assert printed("cache", "info").startswith("0 compiled units, 0.0 of at most")
    printed("search", "tictactoe", "--depth", "2", "--engine", "compiled")
    assert json.loads(printed("cache", "info", "--json"))["units"] == 1
    assert json.loads(printed("cache", "clear", "--json")) == {"removed": 1}
    assert printed("cache", "clear") == "0 compiled units removed\n"
    assert os.listdir(tmp_path / "kept") == []
