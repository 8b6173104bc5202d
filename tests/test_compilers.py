"""One compiler at a time, and none that is left behind."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import Any

import pytest
from budget import PATIENCE
from tiny_unit import TINY

from zermelo.kernel.compiler import cache, child, turns
from zermelo.running import compiling
from zermelo.running.compiling import Workshop

# -- one compiler at a time --------------------------------------------------------------------------


def test_a_turn_is_one_process_s(tmp_path: Path) -> None:
    held = turns.take(tmp_path / "unit.lock")
    assert held is not None
    assert turns.take(tmp_path / "unit.lock") is None
    os.close(held)
    taken = [turns.take_any(tmp_path) for _ in range((os.cpu_count() or 1) + 1)]
    assert taken.count(None) == 1, "as many compilers as processors"
    for file in taken[:-1]:
        os.close(file or 0)


def test_who_waits_for_another_process_s_compile_takes_its_answer(tmp_path: Path) -> None:
    answers: list[bytes | None] = [None, None, None, b"+"]
    other = turns.take(tmp_path / "unit.lock")
    assert other is not None
    with turns.turn(tmp_path, "unit", lambda: answers.pop(0) if len(answers) > 1 else answers[0]) as held:
        assert held == ()
    os.close(other)
    with turns.turn(tmp_path, "unit", lambda: None) as held:
        assert len(held) == 2
        assert not turns.WAITING.is_set(), "the wait is over"


def test_a_lock_that_is_held_is_not_swept_away(tmp_path: Path) -> None:
    held = turns.take(tmp_path / "compiler-0.lock")
    (tmp_path / "left.lock").touch()
    cache.sweep(tmp_path, age=0.0)
    assert [path.name for path in tmp_path.iterdir()] == ["compiler-0.lock"]
    os.close(held or 0)


@pytest.fixture
def compiler(fresh_cache: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The child that compiles, and its lifeline."""
    lifeline, ours = os.pipe()
    command = [*child.COMMAND, str(lifeline)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, env=child.environment(), pass_fds=(lifeline,)
    )
    os.close(lifeline)
    yield process, ours
    process.kill()
    process.wait()


def test_a_compiler_ends_with_a_parent_that_was_killed(compiler: tuple[subprocess.Popen[bytes], int]) -> None:
    process, lifeline = compiler
    os.close(lifeline)
    assert process.wait(PATIENCE) == 1


def test_a_compiler_finishes_after_a_parent_that_has_ended(
    compiler: tuple[subprocess.Popen[bytes], int],
) -> None:
    """Nobody reads its answer any more; the next process finds it in the cache."""
    process, lifeline = compiler
    os.write(lifeline, child.LEAVING)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    os.close(lifeline)
    request = {"key": "tiny", "text": TINY, "words": 1, "traced": False, "settings": {}}
    process.stdin.write(json.dumps(request).encode())
    process.stdin.close()
    process.wait(PATIENCE)
    assert (cache.load("tiny") or b"")[:1] == child.MADE


def test_a_process_that_ends_says_so_to_its_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    lifeline, ours = os.pipe()
    monkeypatch.setattr(child, "_lifelines", {ours})
    child.leave()
    assert os.read(lifeline, 1) == child.LEAVING
    child.forget_lifelines()
    assert os.read(lifeline, 1) == b"", "a fork lets go of it"
    os.close(lifeline)


def test_a_process_that_ends_at_once_hands_over_what_it_has_just_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread that compiles has not begun yet."""
    answers, said = iter([False, False, True]), []
    monkeypatch.setattr(compiling.threads, "start", lambda *_: threading.current_thread())
    monkeypatch.setattr(child, "is_at_work", lambda: next(answers))
    monkeypatch.setattr(child, "leave", lambda: said.append("leaving"))
    workshop = Workshop()
    workshop.leave()
    assert said == []
    workshop.request(lambda: None)
    workshop.leave()
    assert (said, [*answers]) == (["leaving"], [])


def test_nothing_is_handed_over_before_a_compiler_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ended while it was only about to start a compiler left nothing behind."""
    seen: list[bool] = []

    def ask(command: Any, environment: Any, files: Any, sent: Callable[[], None]) -> int:
        seen.append(child.is_at_work())
        sent()
        seen.append(child.is_at_work())
        return 0

    monkeypatch.setattr(child, "_handed", threading.Event())
    monkeypatch.setattr(child, "_warm", SimpleNamespace(ask=ask))
    monkeypatch.setattr(child.warm, "FORKS", True)
    with TemporaryFile() as file:
        assert child.run(file, file, file, ()) == 0
    assert seen == [False, True]


def test_wishes_for_the_same_are_one_and_the_wanted_comes_first() -> None:
    workshop, begun, free = Workshop(), threading.Event(), threading.Event()
    made: list[str] = []

    def make(name: str) -> Callable[[], str]:
        return lambda: made.append(name) or name

    def first() -> None:
        begun.set()
        free.wait(PATIENCE)

    workshop.request(first)
    begun.wait(PATIENCE)
    wishes = [workshop.request(make("old"), key="old"), workshop.request(make("other"), key="other")]
    assert workshop.request(make("again"), waited_for=True, key="old") is wishes[0]
    wanted = workshop.request(make("wanted"), waited_for=True)
    free.set()
    assert [wish.result(PATIENCE) for wish in (wanted, *wishes)] == ["wanted", "old", "other"]
    assert made == ["wanted", "old", "other"]
