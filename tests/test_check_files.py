"""Rules files that are checked in a child process."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from budget import PATIENCE, every
from planted import (
    FAULTS,
    _own_path,  # noqa: F401
    patiently,
)

from zermelo import SearchError, ZermeloError
from zermelo.checking import child, contained
from zermelo.checking.check import Checkup, check
from zermelo.checking.child import check_file
from zermelo.checking.findings import Position
from zermelo.checking.journal import Entry, Journal, rule_text
from zermelo.game import RULES
from zermelo.interfaces.load import game_from

# -- files, in a child process -------------------------------------------------------------------


def written(folder: Path, rule: str, text: list[str]) -> Path:
    """A rules file of a good game with one rule that does something to the process."""
    path = folder / "mine.py"
    game = (FAULTS / "base.py").read_text().split("class Heaps")[0].replace("class Take", "class Mine")
    argument = ", action" if rule == "result" else ""
    lines = [
        f"    def {rule}(self, state{argument}):  # the last one counts",
        *(f"        {line}" for line in text),
    ]
    path.write_text(game.rstrip() + "\n\n" + "\n".join(lines) + "\n")
    return path


def test_a_file_that_is_good(tmp_path: Path) -> None:
    path = written(tmp_path, "evaluate", ["print('hello')", "return 0"])
    checkup = check_file(path, seconds=60, compile=False)
    assert checkup.game == "Mine"
    assert checkup.findings == []
    assert checkup.complete
    assert checkup.positions == 10


def test_a_finding_comes_waited_from_the_child_as_it_was() -> None:
    path = FAULTS / "key_merges_players.py"
    direct = check(game_from(str(path)), seconds=20, compile=False)
    (found,) = check_file(path, "Faulty", seconds=20, compile=False).findings
    assert [found] == direct
    assert found.moves == ((1, 2), (0, 1)) or len(found.moves) == 2


@pytest.mark.parametrize(
    ("rule", "lines", "name", "sentence"),
    every(2, [
        ("is_terminal", ["while state.left == 3: pass", "return state.left == 0"], "stuck", "is_terminal()"),
        ("actions", ["return [1] if sum(iter(int, 1)) else [2]"], "stuck", "actions() does not return"),
        ("result", ["import os", "os._exit(3)"], "raises", "result() raises SystemExit: 3"),
        ("result", ["import os", "os.abort()"], "crash", "ends the process"),
        ("result", ["import ctypes", "return ctypes.string_at(0)"], "crash", "Segmentation fault"),
        ("result", ["raise SystemExit(2)"], "raises", "result() raises SystemExit: 2"),
        ("result", ["return bytes(1 << 36)"], "raises", "result() raises MemoryError"),
    ], several=True),
)  # fmt: skip
def test_rules_that_would_take_the_process_with_them(
    tmp_path: Path, rule: str, lines: list[str], name: str, sentence: str
) -> None:
    path = written(tmp_path, rule, lines)

    def look(seconds: float) -> Checkup:
        with suppress(SearchError):  # the child had no processor
            return check_file(path, seconds=seconds, compile=False, patience=6 * seconds)
        return Checkup("mine", [])

    checkup = patiently(
        look,
        lambda checkup: any(finding.name == name for finding in checkup.findings),
        0.5,
    )
    found = next(finding for finding in checkup.findings if finding.name == name)
    assert sentence in found.sentence
    if name != "crash" or "Segmentation" in sentence:
        assert found.place.startswith(str(path))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("class Mine(:\n", "mine.py, line 1: "),
        ("import nothing_of_this_name\n", "mine.py, line 1, raised ModuleNotFoundError when it was read"),
        ("x = 1\n", "has no game, nor any function or class: a game is a class with initial, "),
        ("raise SystemExit(1)\n", "mine.py, line 1, raised SystemExit when it was read: 1"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(ZermeloError, match=re.escape(sentence)):
        raise AssertionError(check_file(path, seconds=0.2, compile=False))


def test_processes_that_never_start_are_not_blamed_on_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "evaluate", ["return 0"])
    monkeypatch.setattr(child, "STARTING", 0.0)
    monkeypatch.setattr(child, "ENDING", 0.0)
    with pytest.raises(ZermeloError, match=r"mine\.py was not checked: .* within 0\.\d* seconds"):
        check_file(path, seconds=0.2, compile=False, wait=0.0, patience=0.2)


STORY = 'Thread 0x1:\n  File "/somewhere/mine.py", line 9 in helper\n'
AT_WORK = Entry("Mine", "actions", "/somewhere/mine.py:7", (1, (2, 3)), inside=True)


@pytest.mark.parametrize(
    ("last", "story", "ended", "told"),
    [
        (AT_WORK, STORY, {"late": "held", "silent": 2.04}, ".actions() does not return within 2.0 seconds"),
        (AT_WORK, "", {"late": None}, ".actions() ends the process"),
        (AT_WORK, "Fatal Python error: Aborted\n", {}, ".actions() ends the process (Aborted)"),
        (AT_WORK, "", {"late": "stopped"}, ".actions() stops the process"),
        (AT_WORK, "", {"late": "started"}, " starts a process; actions() was asked last"),
        (
            *(AT_WORK._replace(inside=False), "", {}),
            ": a state that is hashed, compared or shown ends the process; actions() was asked last",
        ),
    ],
)
def test_what_is_said_of_a_process_that_never_answered(
    last: Entry, story: str, ended: dict[str, Any], told: str
) -> None:
    found = child.post_mortem(last, story, ended)
    assert found.sentence == f"Mine{told}"
    assert found.place == ("/somewhere/mine.py:9" if "File" in story else "/somewhere/mine.py:7")
    assert "in the position after 1, (2, 3)" in str(found)


@pytest.mark.parametrize(
    ("here", "where"),
    [(True, "in the position after 1, (2, 3)"), (False, "in a position that was not noted")],
)
def test_a_check_that_was_too_slow_says_where_it_was(tmp_path: Path, here: bool, where: str) -> None:
    text = rule_text("Mine", "actions", "/somewhere/mine.py:7")
    Journal(tmp_path / child.JOURNAL).asks(text, Position(0, (1, (2, 3))), here)
    (tmp_path / child.STORY).touch()
    (tmp_path / child.ENDED).write_text('{"late": "late"}')
    with pytest.raises(SearchError) as refused:
        child.read({"text": "mine.py", "limit": 4.0}, tmp_path)
    said = f"mine.py was not checked to the end within 4 seconds: actions() was asked last, {where}"
    assert str(refused.value) == said


class Seconds:
    """What a process has used, as the one that looks after it would see it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.now, self.used, self.queued = 100.0, 0.0, 0.0
        monkeypatch.setattr(contained.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(contained.processes, "seconds_used", lambda _: self.used)
        monkeypatch.setattr(contained.processes, "seconds_queued", lambda _: self.queued)
        monkeypatch.setattr(contained.processes, "descendants_of", lambda _: [])
        self.journal = Journal(folder / "journal")
        self.journal.allow(5.0)
        self.keeper = contained.Keeper(folder, self.journal, 1)
        assert self.keeper.late() is None

    def after(self, seconds: float, used: float = 0.0, queued: float = 0.0, beat: bool = False) -> str | None:
        """Whether it is ended so much later."""
        self.now, self.used, self.queued = self.now + seconds, self.used + used, self.queued + queued
        if beat:
            self.journal.beat()
        return self.keeper.late()


def test_a_process_is_ended_when_rules_hold_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Seconds(monkeypatch, tmp_path).after(2.1, used=1.5) == "held"
    assert Seconds(monkeypatch, tmp_path).after(2.1) == "held"  # asleep with Python in its hands
    assert Seconds(monkeypatch, tmp_path).after(1.9, used=1.9) is None
    seconds = Seconds(monkeypatch, tmp_path)
    assert seconds.after(3.0, used=3.0, beat=True) is None
    assert seconds.after(1.9, used=1.9) is None


def test_a_process_without_a_processor_is_not_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = Seconds(monkeypatch, tmp_path)
    assert seconds.after(4.0, used=0.1, queued=3.9) is None
    assert seconds.after(4.0, used=0.1, queued=3.9) is None
    assert seconds.after(contained.STARVING, queued=contained.STARVING) == "late"


def test_a_check_that_goes_on_and_on_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = Seconds(monkeypatch, tmp_path)
    assert [seconds.after(1.0, used=1.0, beat=True) for _ in range(6)] == [None] * 5 + ["late"]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are copied")
@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["import os", "os.fork()", "return 0"], "Mine.evaluate() starts a process (os.fork)"),
        (
            ["import subprocess", "subprocess.Popen(['sleep', '1000'], start_new_session=True)"],
            "Mine.evaluate() starts a process (subprocess.Popen)",
        ),
        (["import os", "os.kill(os.getppid(), 9)"], "Mine.evaluate() sends a signal (os.kill)"),
        (["import threading", "threading.Thread(target=print).start()"], "Mine.evaluate() starts a thread"),
    ],
)
def test_rules_that_start_processes_are_named(tmp_path: Path, lines: list[str], sentence: str) -> None:
    path = written(tmp_path, "evaluate", lines)
    (found,) = check_file(path, seconds=0.2, compile=False, patience=PATIENCE).faults
    assert found.sentence == sentence
    assert found.place.startswith(str(path))
    assert found.moves == ()


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells of descendants")
def test_nothing_is_left_of_what_rules_started(tmp_path: Path) -> None:
    """Not even where Python does not hear of it, and it has left the session; nothing waits for it either."""
    pids = tmp_path / "pids"
    lines = [
        "import ctypes, os",
        "if ctypes.CDLL(None).fork() == 0:",
        "    os.setsid()",
        f"    open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')",
        "    ctypes.CDLL(None).sleep(1000)",
        "os.abort()",
    ]
    path = written(tmp_path, "evaluate", lines)
    (found,) = check_file(path, seconds=0.2, compile=False, patience=PATIENCE).faults
    assert found.name == "crash"
    for pid in pids.read_text().split() if pids.exists() else ():
        assert not Path(f"/proc/{pid}").exists()


def test_a_file_that_is_never_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import time\ntime.sleep(1000)\n")
    with pytest.raises(ZermeloError, match=r"mine\.py:2: the file was not read within 0\.6 seconds"):
        raise AssertionError(check_file(path, seconds=0.2, compile=False, wait=0.0, patience=0.4))


def test_a_state_that_takes_too_long_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, "initial", ["return (0,) * 10_000_000"])
    path.write_text(path.read_text().replace("def initial(self, state)", "def initial(self)"))
    (found,) = check_file(path, seconds=0.1, compile=False, patience=PATIENCE).findings
    assert found.sentence.startswith("Mine.initial() returns 10,000,000 parts, and ")
    assert found.severity == "remark"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError, match="there is no file"):
        check_file(tmp_path / "none.py", seconds=0.2, compile=False)


def test_a_class_that_is_not_there() -> None:
    with pytest.raises(ZermeloError, match=r"has no game called 'Nobody': it has .*Heaps"):
        check_file(FAULTS / "base.py", "Nobody", seconds=0.2, compile=False)


WEIRD = [None, "x", [[1]], {1}, {}, float("nan"), 3.5, (), 10**30, 1j, len, object()]


@pytest.mark.parametrize(
    "rule", every(9, [*RULES, "evaluate", "symmetries", "key", "bounds", "candidates", "parse"])
)
def test_whatever_a_rule_gives_the_check_comes_to_an_end(rule: str) -> None:
    good = type(game_from(f"{FAULTS / 'base.py'}:Heaps"))
    found = 0
    for value in WEIRD:
        game = type("Weird", (good,), {rule: lambda *_, value=value: value})()
        found += any(check(game, seconds=seconds, compile=False) for seconds in (0.05, 1.0))
    assert found >= len(WEIRD) - 4
