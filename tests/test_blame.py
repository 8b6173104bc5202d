"""Who is blamed: a rule only where one of its lines was at work, in the position that it was asked about."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import commanding
import pytest

from zermelo import MAX, Game, RulesError
from zermelo.checking import carrying_out
from zermelo.checking.check import Checkup, examine
from zermelo.checking.child import check_file, post_mortem
from zermelo.checking.findings import Finding, Position
from zermelo.checking.journal import Entry, Journal
from zermelo.checking.rules import Examination
from zermelo.games import Nim
from zermelo.running.content import another
from zermelo.running.stream import Call, finish


class Countdown(Game):
    """Take one or two; whoever takes the last one wins."""

    repetition = None

    def initial(self) -> Any:
        return (5, MAX)

    def to_move(self, state: Any) -> Any:
        return state[1]

    def actions(self, state: Any) -> Any:
        return [n for n in (1, 2) if n <= state[0]]

    def result(self, state: Any, action: Any) -> Any:
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state: Any) -> Any:
        return state[0] == 0

    def utility(self, state: Any) -> Any:
        return 1 if state[1] else -1


def line_with(mark: str) -> int:
    lines = Path(__file__).read_text().splitlines()
    return next(number for number, text in enumerate(lines, 1) if text.endswith(f"# ! {mark}"))


# -- no rule is to blame -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError("1 GiB"), "there is not enough memory: ask for less with memory=…"),
        (LookupError("lost"), "Zermelo failed, through no fault of the rules (LookupError: lost): "),
    ],
)
def test_what_no_rule_raised_is_not_told_of_one(
    error: Exception,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.strong.build.estimate", Mock(side_effect=error))
    words = ("solve", "nim", "--table", str(tmp_path / "nim.zt"))
    code, _, told = commanding.in_process(capsys, monkeypatch, *words)
    assert (code, told.startswith(f"zermelo: {said}")) == (2, True), told


def test_a_closed_pipe_under_a_plot_is_not_told_of_the_game(tmp_path: Path) -> None:
    command = f"'{sys.executable}' -m zermelo solve race --table {tmp_path / 'race.zt'} 2>&1 >&3 | tail -1"
    line = f"exec 3> >(exec head -0); {command}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert "SystemExit" not in done.stdout + done.stderr
    assert done.returncode == 141


class Reads(Countdown):
    def utility(self, state: Any) -> Any:
        import json

        return json.loads("?")  # ! read


def test_an_error_of_the_library_stands_at_the_line_of_the_rule() -> None:
    (found,) = examine(Reads(), seconds=0.5, compile=False).faults
    assert found.place == f"{__file__}:{line_with('read')}"


# -- a rule that does not return ---------------------------------------------------------------------


def checked(game: Any) -> Finding:
    """The one finding of a check whose patience is short."""
    with pytest.MonkeyPatch.context() as impatient:
        impatient.setattr(carrying_out, "PATIENCE", 0.4)
        (found,) = examine(game, seconds=2, compile=False).findings
    return found


class Bounded(Countdown):
    """Its values are asked for before any position is looked at."""

    def bounds(self, state: Any) -> Any:
        return -1, 1

    def utility(self, state: Any) -> Any:
        while True:
            pass


def test_a_loop_is_told_of_the_position_that_was_asked_about() -> None:
    found = checked(Bounded())
    assert found.sentence.startswith("Bounded.utility() does not return within ")
    assert found.moves is None
    assert ", in the position (0, 1) (" in str(found)
    assert Checkup.from_dict(Checkup("Bounded", [found]).as_dict()).findings == [found]


class Heap:
    """A state that cannot even be written down."""

    def __init__(self, left: int, mover: int) -> None:
        self.parts = left, mover

    def __getitem__(self, place: int) -> int:
        return self.parts[place]

    def __repr__(self) -> str:
        while True:
            pass


class Unwritten(Bounded):
    def initial(self) -> Any:
        return Heap(5, MAX)

    def result(self, state: Any, action: Any) -> Any:
        return Heap(state[0] - action, 1 - state[1])


def test_a_position_that_cannot_be_written_is_not_waited_for() -> None:
    found = checked(Unwritten())
    assert found.sentence.startswith("Unwritten.utility() does not return within ")
    assert (found.moves, found.position, found.where) == (None, "", None)


def test_a_journal_says_where_a_rule_is_asked_about_another_position(tmp_path: Path) -> None:
    journal, noted = Journal(tmp_path / "journal"), []

    class Noted(Countdown):
        def utility(self, state: Any) -> Any:
            noted.append(journal.last.moves)
            return super().utility(state)

    exam = Examination(Noted(), journal)
    exam.position = position = Position((0, MAX), (2, 2, 1))
    exam.call("utility", position.state)
    exam.ask("utility", position)
    exam.call("utility", position.lend(another))
    exam.call("utility", (0, 1 - MAX))
    assert noted == [(2, 2, 1)] * 3 + [None]
    assert journal.last.moves == (2, 2, 1)  # it has answered: what is looked at now


class Late(Countdown):
    def initial(self) -> Any:
        return (500, MAX)

    def utility(self, state: Any) -> Any:
        while True:
            pass


def test_a_loop_at_the_end_of_a_random_game_is_told_with_its_moves() -> None:
    found = checked(Late())
    assert found.moves is not None
    assert sum(found.moves) == 500


def test_a_position_that_was_not_looked_at_is_not_told_of_a_process_that_died() -> None:
    asked = Entry("Mine", "actions", "/home/a/mine.py:7", None)
    story = 'Thread 0x1:\n  File "/home/a/mine.py", line 9 in actions\n'
    found = str(post_mortem(asked, story, {"late": "held", "silent": 2.0}))
    said = "fault: Mine.actions() does not return within 2.0 seconds (/home/a/mine.py:9). Instead: "
    assert found.startswith(said)


class Waits(Countdown):
    def actions(self, state: Any) -> Any:
        while True:
            time.sleep(0.02)


def test_a_rule_that_waits_has_no_loop_to_end() -> None:
    found = checked(Waits())
    said = r"Waits\.actions\(\) waits for something and does not return within \d\.\d seconds"
    assert re.fullmatch(said, found.sentence)
    assert found.advice == "take out what it waits for"


def test_a_rule_that_computes_does_not_wait() -> None:
    def turning() -> None:
        while True:
            pass

    with pytest.raises(RulesError, match=r"turning\(\) does not return .*: an infinite loop\?"):
        finish(Call(turning, Nim()), patience=0.4)


def test_a_state_that_is_slow_to_compare_is_no_rule_that_does_not_return(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts: dict[str, Any] = {}
    exec(compile("def spin(*_):\n    while True: pass", "<a file of nobody>", "exec"), parts)
    monkeypatch.setattr("zermelo.checking.rules.same", parts["spin"])
    found = checked(Countdown())
    said = r"Countdown: copying and comparing positions takes more than (\d\.\d) seconds"
    assert (told := re.fullmatch(said, found.sentence))
    assert float(told[1]) >= 0.4
    assert found.advice == "let the state hold less"


# -- a rule that ends the process --------------------------------------------------------------------

LEAVES = """
import os
from zermelo.games import Nim

class Leaves(Nim):
    def utility(self, state):
        os._exit(0)
"""


def test_a_rule_that_ends_the_process_is_told(tmp_path: Path) -> None:
    path = tmp_path / "leaves.py"
    path.write_text(LEAVES)
    done = commanding.zermelo("search", str(path), "--depth", "99")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"zermelo: Leaves raised SystemExit: 0 (utility(), {path}, line 7), in ")
    (found,) = check_file(path, seconds=0.5, compile=False).faults
    assert found.sentence == "Leaves.utility() raises SystemExit: 0"
    assert found.advice == "remove what ends the process"
