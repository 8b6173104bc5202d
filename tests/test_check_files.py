"""Rules files that are checked in a child process."""

from __future__ import annotations

import faulthandler
import re
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from budget import PATIENCE, every
from planted import (
    FAULTS,
    _own_path,  # noqa: F401
    patiently,
)

from zermelo import SearchError, ZermeloError
from zermelo.checking import child
from zermelo.checking.check import Checkup, check
from zermelo.checking.child import check_file
from zermelo.game import RULES
from zermelo.interfaces.load import game_from

# -- files, in a child process -------------------------------------------------------------------


def written(folder: Path, rule: str, text: str) -> Path:
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


def test_a_child_that_never_starts_is_not_blamed_on_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "evaluate", ["return 0"])
    monkeypatch.setattr(child, "COMPARING", 0.0)
    monkeypatch.setattr(child, "STARTING", -0.39)  # it is given nothing but its limit, which is as short
    with pytest.raises(ZermeloError, match=r"mine\.py was not checked: .* within 0\.\d* seconds"):
        check_file(path, seconds=0.2, compile=False, wait=0.0, patience=0.2)


@pytest.mark.parametrize(("worked", "told"), [(9.0, "mine: actions() does not return"), (7.2, "")])
def test_a_child_without_a_processor_is_not_blamed_on_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worked: float, told: str
) -> None:
    path = written(tmp_path, "evaluate", ["return 0"])

    def ended(request: Any, story: Any) -> tuple[None, float]:
        story.write(f"{child.PULSE} 1.00\n{child.PULSE} 7.01\nTimeout (0:00:10)!\n".encode())
        story.write(f'Thread 0x1:\n  File "{path}", line 9 in actions\n'.encode())
        return None, worked

    monkeypatch.setattr(child, "in_a_child", ended)
    if told:
        assert [found.sentence for found in check_file(path).findings] == [told]
    else:
        with pytest.raises(ZermeloError, match=r"mine\.py was not checked: there was no result within"):
            check_file(path)


def test_a_check_that_goes_on_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes: only a rule that lets no thread of Python run ends the signs of life."""
    limits = SimpleQueue[float]()
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda limit, exit: limits.put(limit))
    monkeypatch.setattr(child, "TICK", 0.01)
    pulse = child.Pulse(7.0)
    assert [limits.get(timeout=PATIENCE) for _ in range(3)] == [7.0] * 3
    pulse.stop()
    assert not pulse.is_alive()


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
