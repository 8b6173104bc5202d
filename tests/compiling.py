"""Compiling beside the tests: each unit once for all workers and runs, in a fork that has Numba already.

A cold suite compiles hundreds of units in several workers, whose forks here come from one server.  What the
compiler answered, machine code or refusal, is kept under `.pytest_cache`, by the text of the unit and of the
compiler, behind a lock: a worker that wants what another is compiling waits for it, and a test with an empty
cache of its own compiles nothing anew.  The compiler is the same.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

from forking import forks

import zermelo
from zermelo.errors import CompilerFailed
from zermelo.kernel.compiler.cache import store
from zermelo.kernel.compiler.child import answered, started

Compile = Callable[[str, int, bool], bytes]
STARTED = started
"""The way to the compiler that this one stands in for."""
LASTING = 2.0
"""Seconds after which a search of the tests is worth a compile: most are over before it would be there."""
KEPT = Path(__file__).parents[1] / ".pytest_cache" / "units"
PACKAGE = Path(zermelo.__file__).parent


def stand_in(build: Callable[..., bytes]) -> None:
    """This compiles from now on, and no search asks for it that is soon over."""
    from zermelo.kernel.compiler import child
    from zermelo.running import search

    child.started = build
    search.INTERPRETED_ALONE = LASTING


@cache
def nursery() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, forks(), max_tasks_per_child=1)


def in_nursery(text: str, words: int, traced: bool) -> bytes:
    try:
        return nursery().submit(answered, text, words, traced).result()
    except BrokenProcessPool:
        nursery.cache_clear()
        raise


@cache
def compiler() -> str:
    """What a unit's machine code depends on beside its text."""
    sources = [PACKAGE / "errors.py", PACKAGE / "game.py", *sorted(PACKAGE.glob("kernel/**/*.py"))]
    parts = [sys.version.encode(), version("numba").encode(), *(path.read_bytes() for path in sources)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def forget_other_compilers() -> None:
    """What an older compiler answered is of no use any more."""
    for folder in KEPT.glob("*"):
        if folder.name != compiler():
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """Nobody else works on this file meanwhile."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{place}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def kept(place: Path, compiled: Callable[[], bytes]) -> bytes:
    """The answer that is kept, or the compiler's, which is kept from now on."""
    with alone(place):
        if place.exists():
            return place.read_bytes()
        answer = compiled()
        unfinished = place.with_suffix(".part")
        unfinished.write_bytes(answer)
        os.replace(unfinished, place)
        return answer


def build(
    key: str, text: str, words: int, traced: bool, held: tuple[int, ...] = (), compile: Compile = in_nursery
) -> bytes:
    """Stands in for `child.started`."""
    name = hashlib.sha256(f"{words} {traced} {text}".encode()).hexdigest()[:32]
    try:
        answer = kept(KEPT / compiler() / name, lambda: compile(text, words, traced))
    except BrokenProcessPool as broken:
        raise CompilerFailed("compiler_failed", reason=str(broken)) from broken
    store(key, answer, text)
    return answer


def build_here(key: str, text: str, words: int, traced: bool, held: tuple[int, ...] = ()) -> bytes:
    """For a command that was forked: it has Numba already, and nothing else to do meanwhile."""
    return build(key, text, words, traced, held, answered)
