"""The compiler that is kept warm: one process for many units, each compiled by a fork of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import compiling
import pytest
from budget import PATIENCE

from zermelo.errors import CompilerFailed
from zermelo.kernel.compiler import cache, child, warm

pytestmark = pytest.mark.skipif(not warm.FORKS, reason="nobody forks here")

UNIT = """
VALUE = int64
RUN = run_type(VALUE)

@njit(none(RUN), **ENTRY)
def entry(run):
    run.value = run.depth + {}
"""


@pytest.fixture
def compiler(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[warm.Compiler]:
    own = warm.Compiler()
    monkeypatch.setattr(child, "_warm", own)
    yield own
    own.forget()


def compiled(number: int, key: str = "unit") -> bytes:
    return compiling.STARTED(key, UNIT.format(number), 1, False)


def pid(compiler: warm.Compiler) -> int:
    assert compiler.process is not None
    return compiler.process.pid


def is_gone(number: int) -> bool:
    try:
        return os.waitpid(number, os.WNOHANG)[0] == number
    except ChildProcessError:
        return True


def test_units_are_compiled_by_forks_of_one_process(compiler: warm.Compiler) -> None:
    assert compiled(1, "one")[:1] == child.MADE
    first = pid(compiler)
    assert compiled(2, "two")[:1] == child.MADE
    assert pid(compiler) == first
    assert (cache.load("one") or b"")[:1] == child.MADE
    assert compiled(1, "one") == cache.load("one")
    refused = compiling.STARTED("three", UNIT.format("'text'"), 1, False)
    assert refused[:1] == child.REFUSED
    assert compiled(3, "four")[:1] == child.MADE


@pytest.mark.long
def test_one_that_was_killed_is_started_again(compiler: warm.Compiler) -> None:
    compiled(1)
    first = pid(compiler)
    os.kill(first, signal.SIGKILL)
    assert compiled(2)[:1] == child.MADE
    assert pid(compiler) != first


@pytest.mark.long
def test_it_ends_with_whoever_asks(compiler: warm.Compiler) -> None:
    compiled(1)
    number = pid(compiler)
    assert compiler.door is not None
    compiler.door.close()
    end = time.monotonic() + PATIENCE
    while not is_gone(number):
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.long
def test_the_folder_is_that_of_the_request(
    compiler: warm.Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(1, "here")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "there"))
    assert cache.load("here") is None
    compiled(2, "there")
    assert (cache.load("there") or b"")[:1] == child.MADE


def forks_of(number: int) -> list[int]:
    listed = Path(f"/proc/{number}/task/{number}/children").read_text()
    return [int(each) for each in listed.split()]


GREEDY = """
import json, os, sys
from zermelo.kernel.compiler import child
child.answered = lambda *text: bytes(1 << 30)
child.GIGABYTES = 1
lifeline, _ = os.pipe()
child.work(os.open(sys.argv[1], os.O_RDONLY), 1, lifeline)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there memory can be limited so")
def test_a_compile_does_not_take_all_the_memory(tmp_path: Path) -> None:
    (request := tmp_path / "request").write_text('{"settings": {}, "text": "", "words": 1, "traced": false}')
    done = subprocess.run([sys.executable, "-c", GREEDY, str(request)], capture_output=True)
    assert done.returncode == 1
    with pytest.raises(CompilerFailed, match="MemoryError: a compile may take 1 GiB"):
        child.heard(done.returncode, done.stdout, done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_fork_that_is_killed_is_a_failure_and_no_more(compiler: warm.Compiler) -> None:
    compiled(1)
    number, said = pid(compiler), []

    def ask() -> None:
        try:
            compiling.STARTED("long", UNIT.format("+".join(["run.depth"] * 2000)), 1, False)
        except CompilerFailed as error:
            said.append(str(error))

    asking = threading.Thread(target=ask)
    asking.start()
    end = time.monotonic() + PATIENCE
    while not (found := forks_of(number)) and time.monotonic() < end:
        time.sleep(0.001)
    os.kill(found[0], signal.SIGKILL)
    asking.join(PATIENCE)
    assert said == ["the compiler failed: it ended with code 9"]
    assert compiled(2)[:1] == child.MADE
    assert pid(compiler) == number
