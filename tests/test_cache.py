"""Compiled units on disk: found again, never stale, never damaged, never in the way."""

from __future__ import annotations

import ast
import errno
import importlib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from budget import in_turn
from picking import ANSWER, answer, kernels, started, write

from zermelo import search
from zermelo.kernel import bind
from zermelo.kernel.compiler import build, cache, child, loading

Play = Callable[..., Any]


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game and a cache that another process has filled."""
    folder = tmp_path_factory.mktemp("seed")
    write(folder)
    (folder / "cache").mkdir(mode=0o700)
    assert answer(started(folder, folder / "cache", "compiler")) == [True, 2, ANSWER]
    assert len(kernels(folder / "cache")) == 1
    return folder


@pytest.fixture
def kept(seed: Path, fresh_cache: Path) -> Path:
    """This test's own copy of that cache."""
    shutil.copytree(seed / "cache", fresh_cache, dirs_exist_ok=True)
    return fresh_cache


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """Write the game, import it afresh, and search it compiled: the value it finds."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def imported(**edits: Any) -> Any:
        write(tmp_path, **edits)
        forget()
        game = importlib.import_module("pick").Pick()
        report = search(game, engine="compiled")
        assert report.compiled
        assert report.score.value == search(game, engine="interpreted").score.value
        return report.score.value

    def forget() -> None:
        importlib.invalidate_caches()
        for name in ("pick", "pick_base", "pick_helper"):
            sys.modules.pop(name, None)

    yield imported
    forget()


@pytest.fixture
def compiles(seed: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stands in for the compiler: gives what it gave before, and counts."""
    calls: list[str] = []
    payload = cache.unseal(kernels(seed / "cache")[0].read_bytes())
    assert payload is not None

    def again(key: str, text: str, *_: Any) -> bytes:
        calls.append(text)
        cache.store(key, payload, text)
        return payload

    monkeypatch.setattr(child, "started", again)
    return calls


# -- another process ---------------------------------------------------------------------------------


def test_a_second_process_needs_no_compiler(seed: Path, kept: Path) -> None:
    before = kernels(kept)[0].read_bytes()
    assert answer(started(seed, kept)) == [True, 2, ANSWER]
    assert [path.read_bytes() for path in kernels(kept)] == [before]


def test_another_folder_a_fork_and_a_cache_for_numba(seed: Path, kept: Path, tmp_path: Path) -> None:
    """Kernels are found by what they are, not by where the process stands; Numba's cache is not ours."""
    theirs = tmp_path / "numba"
    process = started(seed, kept, "fork", cwd=tmp_path, NUMBA_CACHE_DIR=str(theirs), PYTHONPATH=str(seed))
    assert answer(process) == [True, 2, ANSWER]
    assert len(kernels(kept)) == 1
    assert not theirs.exists() or not any(theirs.rglob("*"))


def test_two_processes_compile_the_same_unit_at_once(seed: Path, fresh_cache: Path) -> None:
    both = [started(seed, fresh_cache, "compiler") for _ in range(2)]
    assert [answer(process) for process in both] == [[True, 2, ANSWER]] * 2
    (kernel,) = kernels(fresh_cache)
    assert cache.unseal(kernel.read_bytes()) is not None
    left = {path.name if path.suffix == ".lock" else path.suffix for path in fresh_cache.iterdir()}
    assert left == {".kernel", ".py", "compiler-0.lock"}, "nothing half-written is left, and one compiled"
    assert answer(started(seed, fresh_cache)) == [True, 2, ANSWER]


# -- edits -------------------------------------------------------------------------------------------

EDITS = {
    "a rule": ({"rule": 11}, ANSWER + 2),
    "a function that the rules import": ({"factor": 7}, ANSWER + 10),
    "a base class in another file": ({"base": 4}, ANSWER + 2),
    "a constant": ({"constant": 101}, ANSWER + 1),
    "a tuple": ({"weights": (5, 2000, 6)}, ANSWER + 1000),
    "one element in the middle of an array": ({"element": 10_001}, ANSWER + 1),
    "a parameter": ({"parameter": 50}, ANSWER + 50),
}


@pytest.mark.parametrize("edited", in_turn(list(EDITS)[:1], list(EDITS)[1:]))
def test_an_edit_gets_the_new_answer(edited: str, play: Play) -> None:
    assert play() == ANSWER
    change, value = EDITS[edited]
    assert play(**change) == value
    assert play() == ANSWER


@pytest.mark.long
def test_an_edit_gets_the_new_answer_in_a_new_process(seed: Path, kept: Path, tmp_path: Path) -> None:
    write(tmp_path, rule=11)
    assert answer(started(tmp_path, kept, "compiler")) == [True, 2, ANSWER + 2]
    assert len(kernels(kept)) == 2
    assert answer(started(seed, kept)) == [True, 2, ANSWER]


def test_a_new_array_is_not_a_new_compile(play: Play, kept: Path, compiles: list[str]) -> None:
    assert play() == ANSWER
    assert play(element=77) == ANSWER - 10_000 + 77
    assert compiles == []


# -- damage ------------------------------------------------------------------------------------------


def test_every_bit_counts() -> None:
    sealed = cache.seal(b"the machine code of a unit")
    assert cache.unseal(sealed) == b"the machine code of a unit"
    for position in range(len(sealed)):
        for bit in range(8):
            damaged = bytearray(sealed)
            damaged[position] ^= 1 << bit
            assert cache.unseal(bytes(damaged)) is None
    for length in range(len(sealed)):
        assert cache.unseal(sealed[:length]) is None
    assert cache.unseal(sealed + b"\0") is None


def test_a_byte_of_a_real_kernel(seed: Path) -> None:
    sealed = bytearray(kernels(seed / "cache")[0].read_bytes())
    positions = [*range(64), *random.Random(0).sample(range(len(sealed)), 500), len(sealed) - 1]
    for position in positions:
        sealed[position] ^= 0x10
        assert cache.unseal(bytes(sealed)) is None, position
        sealed[position] ^= 0x10
    assert cache.unseal(bytes(sealed)) is not None


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda good: b"",
    "truncated": lambda good: good[: len(good) // 2],
    "garbage": lambda good: random.Random(1).randbytes(len(good)),
    "one bit": lambda good: good[:5000] + bytes([good[5000] ^ 1]) + good[5001:],
    "another format": lambda good: b"zermelo\x00" + good[8:],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_replaced(damage: str, play: Play, kept: Path, compiles: list[str]) -> None:
    (kernel,) = kernels(kept)
    good = kernel.read_bytes()
    kernel.write_bytes(DAMAGES[damage](good))
    assert play() == ANSWER
    assert len(compiles) == 1
    assert kernel.read_bytes() == good


@pytest.mark.long
def test_a_damaged_file_in_a_new_process(seed: Path, kept: Path) -> None:
    (kernel,) = kernels(kept)
    good = kernel.read_bytes()
    kernel.write_bytes(good[:-1] + bytes([good[-1] ^ 0x80]))
    assert answer(started(seed, kept, "compiler")) == [True, 2, ANSWER]
    assert cache.unseal(kernel.read_bytes()) is not None


# -- no cache ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["a file/cache", "/proc/zermelo", "a file"])
def test_a_folder_that_cannot_be_made(
    where: str,
    play: Play,
    fresh_cache: Path,
    compiles: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "a file").write_text("not a folder")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / where))
    assert play() == ANSWER
    assert len(compiles) == 1
    assert not cache.info().usable
    assert cache.info().units == 0
    assert cache.clear() == 0


@pytest.mark.parametrize("step", ["replace", "fdopen", "utime"])
def test_a_full_or_read_only_disk(
    step: str, play: Play, fresh_cache: Path, compiles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(cache.os, step, full)
    assert play() == ANSWER
    assert len(compiles) == 1
    monkeypatch.undo()
    assert step == "utime" or not [path for path in fresh_cache.iterdir() if path.suffix == ".kernel"]


def test_a_folder_that_others_may_write_to_is_not_used(play: Play, kept: Path, compiles: list[str]) -> None:
    for mode in (0o777, 0o720, 0o702):
        kept.chmod(mode)
        before = sorted(kept.iterdir())
        assert not cache.info().usable
        assert cache.load(kernels(kept)[0].stem) is None
        cache.store("another", b"payload", "text")
        assert sorted(kept.iterdir()) == before
    assert play() == ANSWER
    assert len(compiles) == 1


def test_a_new_folder_is_private(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(fresh_cache / "deep" / "down"))
    cache.store("key", b"payload", "text")
    assert cache.load("key") == b"payload"
    assert (fresh_cache / "deep" / "down").stat().st_mode & 0o777 == 0o700


# -- size --------------------------------------------------------------------------------------------


def fill(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four units of 100 kB, used one after the other; room for three and a bit."""
    monkeypatch.setenv("ZERMELO_CACHE_LIMIT", "0.33")
    for index in range(3):
        cache.store(f"unit{index}", bytes(100_000), "text")
        os.utime(folder / f"unit{index}.kernel", (index, index))


def test_the_unit_used_longest_ago_goes_first(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(fresh_cache, monkeypatch)
    assert cache.load("unit0") is not None, "used again: now unit1 is the oldest"
    cache.store("unit3", bytes(100_000), "text")
    assert [path.stem for path in kernels(fresh_cache)] == ["unit0", "unit2", "unit3"]
    assert not (fresh_cache / "unit1.py").exists()
    assert cache.info().bytes <= cache.limit()


def test_the_newest_is_kept_however_large(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(fresh_cache, monkeypatch)
    cache.store("huge", bytes(1_000_000), "text")
    assert [path.stem for path in kernels(fresh_cache)] == ["huge"]
    assert cache.load("huge") == bytes(1_000_000)


@pytest.mark.parametrize("text", ["", "plenty", "-1", "nan"])
def test_a_limit_that_is_no_number_is_the_usual_one(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE_LIMIT", text)
    assert cache.limit() == cache.LIMIT


def test_info_and_clear(fresh_cache: Path) -> None:
    assert cache.info() == cache.CacheInfo(fresh_cache, 0, 0, cache.LIMIT, True)
    cache.store("one", b"12345", "text")
    cache.store("two", b"12345", "text")
    (fresh_cache / "mine.txt").write_text("not a unit")
    info = cache.info()
    assert (info.units, info.bytes) == (2, 2 * (len(cache.seal(b"12345")) + len("text")))
    assert cache.clear() == 2
    assert [path.name for path in fresh_cache.iterdir()] == ["mine.txt"]
    assert cache.load("one") is None


# -- one signature -----------------------------------------------------------------------------------

KINDS = """
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from zermelo import Game


class Turn(IntEnum):
    MAX = 0
    MIN = 1


class State(NamedTuple):
    n: int
    turn: int


class Take(Game):
    def initial(self):
        return State(9, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for count in range(1, min(3, state.n) + 1):
            yield count

    def result(self, state, action):
        return State(state.n - action, state.turn == 0)

    def is_terminal(self, state):
        return state.n == 0

    def utility(self, state):
        return 1 if state.turn == 1 else -1


class Border(Take):
    def initial(self):
        return State(np.int8(9), Turn.MAX)

    def result(self, state, action):
        if state.n == 1:
            return State(0, 1 - state.turn)
        if state.turn == Turn.MAX:
            return State(n=state.n - action, turn=Turn.MIN)
        return State(state.n - action, False)
"""
ASK_KINDS = """
import sys
import numpy as np
import kinds
import zermelo.kernel.compiler.child
from zermelo import search

if "compiler" not in sys.argv:
    zermelo.kernel.compiler.child.started = None
for game in (kinds.Take(), kinds.Border()):
    for fields in (None, (np.int64(6), True), (True, kinds.Turn.MIN), (8, np.bool_(0))):
        state = kinds.State(*fields) if fields else None
        one, two = (search(game, state, engine=engine) for engine in ("compiled", "interpreted"))
        assert one.compiled
        assert (one.score, one.line, one.nodes) == (two.score, two.line, two.nodes), (game, state)
"""


@pytest.mark.long
def test_one_signature_whatever_the_fields_are_given(fresh_cache: Path, tmp_path: Path) -> None:
    """A bool, an IntEnum, a literal, a NumPy scalar for an int: two signatures kill the second process."""
    (tmp_path / "kinds.py").write_text(KINDS)
    (tmp_path / "play.py").write_text(ASK_KINDS)
    for words in (["compiler"], []):
        process = started(tmp_path, fresh_cache, *words)
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
    assert len(kernels(fresh_cache)) == 2


def test_a_kernel_of_two_signatures_never_enters_the_cache() -> None:
    text = """
VALUE = int64
RUN = run_type(VALUE)

@njit(int64(int64, int64), **KERNEL)
def down(n, flag):
    if n <= 0:
        return 0
    return down(n - 1, n == 2) + 1

@njit(none(RUN), **ENTRY)
def entry(run):
    run.value = down(run.depth, 1)
"""
    with pytest.raises(build.BuildError, match="two kinds of arguments"):
        build.compile_text(text, 1, False)
    cast = text.replace("n == 2", "whole(n == 2)")
    assert loading.load(build.compile_text(cast, 1, False))[0] == "i8"


# -- what the compiler says --------------------------------------------------------------------------


def test_a_refusal_is_remembered(
    rules: Callable[[str], ModuleType], fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that starts while the rules do not compile does not ask the compiler every time."""
    calls: list[str] = []

    def refuse(key: str, text: str, *_: Any) -> bytes:
        calls.append(text)
        cache.store(key, refusal, text)
        return refusal

    refusal = child.REFUSED + b'["zermelo: no", 0]'
    monkeypatch.setattr(child, "started", refuse)
    game = rules(KINDS.replace("State(9, 0)", "State(5, 0)")).Take()
    for _ in range(3):
        with pytest.raises(bind.CannotCompile):
            search(game, engine="compiled", prune_equal=False, prefer_quick_wins=False)
    assert len(calls) == 1
    assert not search(game, engine="auto").compiled


def test_a_unit_is_named_by_every_module_that_compiles_it() -> None:
    """What an edit of the library itself would change in machine code is part of the name of the file."""
    package = Path(bind.__file__).parents[1]
    packages = ("zermelo", "zermelo.kernel", "zermelo.kernel.compiler")
    reached, todo = set[str](), [f"kernel/compiler/{name}" for name in ("build", *build.WORDS)]
    while todo:
        module = todo.pop()
        if module in reached or module.startswith("messages"):  # a better word is no other machine code
            continue
        reached.add(module)
        for part in ast.walk(ast.parse((package / f"{module}.py").read_text())):
            if isinstance(part, ast.ImportFrom) and part.module in packages:
                todo += [f"{part.module}.{alias.name}"[8:].replace(".", "/") for alias in part.names]
            elif isinstance(part, ast.ImportFrom) and (part.module or "").startswith("zermelo."):
                todo.append(part.module[8:].replace(".", "/"))
    assert reached - {"kernel/options"} == set(bind.COMPILERS)


def test_the_words_of_the_machine_never_reach_the_users_process() -> None:
    """They change what Numba makes of a user's own functions; only the child that compiles imports them."""
    program = (
        "import sys\nfrom zermelo import search\nfrom zermelo.games import ConnectFour\n"
        "search(ConnectFour(), depth=3, engine='compiled')\n"
        "words = ('machine', 'sequences', 'tables')\n"
        "print([m for m in words if f'zermelo.kernel.compiler.{m}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
