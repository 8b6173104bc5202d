"""The child process that compiles a unit and keeps it, which begins in `bare.py`.

A compile in a process of its own neither stalls a search nor takes the caller down with it, and never
imports the user's code.  Where it can be, it is a fork of one that has imported Numba already (`warm.py`).

The child's lifeline is a pipe from the process that started it.  Where the pipe breaks, that process was
killed, and the child ends too; where LEAVING comes through it, that process has ended in its own time, and
the child finishes what it has in hand.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from zermelo.errors import CompilerFailed
from zermelo.kernel.compiler import cache, turns, warm
from zermelo.kernel.compiler.build import BuildError, compile_text, load_numba, warm_up

MADE, REFUSED = b"+", b"!"
"""How an answer begins: machine code follows, or what Numba says and of which line."""
LEAVING = b"."
FINISHING = 50.0
"""Seconds that a child whose parent has ended may still take."""
AGAIN = 60.0
"""Seconds before a compiler that failed is tried again."""
GIGABYTES = 4
"""Memory that a compile may take; chess takes less than a tenth of it."""
COMMAND = [sys.executable, str(Path(__file__).with_name("bare.py"))]

_one = threading.Lock()
_warm = warm.Compiler()
_lifelines: set[int] = set()
_handed = threading.Event()
"""Has a compiler been given what this process wants compiled?"""
_refusals: dict[str, bytes] = {}
_failures: dict[str, tuple[float, str]] = {}


def machine_code(key: str, text: str, words: int, traced: bool) -> bytes:
    """The payload of a unit; BuildError where Numba refuses it, CompilerFailed where it is not to blame."""
    answer = _refusals.get(key) or cache.load(key) or in_turn(key, text, words, traced)
    if answer[:1] == REFUSED:
        _refusals[key] = answer
        raise BuildError(*json.loads(answer[1:]))
    return answer[1:]


def has_refused(key: str) -> bool:
    """Did the compiler refuse this unit, as far as this process has asked?"""
    return key in _refusals


def in_turn(key: str, text: str, words: int, traced: bool) -> bytes:
    """One compile at a time in this process, and of this unit in all of them."""
    failed, reason = _failures.get(key, (0.0, ""))
    if reason and time.monotonic() - failed < AGAIN:
        raise CompilerFailed("compiler_failed", reason=reason)
    folder = cache.directory()
    try:
        with _one:
            if not cache.usable(folder):
                return started(key, text, words, traced)
            with turns.turn(folder, key, lambda: cache.load(key)) as held:
                return (not held and cache.load(key)) or started(key, text, words, traced, held)
    except CompilerFailed as failure:
        _failures[key] = time.monotonic(), str(failure.parameters["reason"])
        raise


def started(key: str, text: str, words: int, traced: bool, held: tuple[int, ...] = ()) -> bytes:
    """The answer of a child, which keeps the files in `held` open as long as it works."""
    settings = {name: value for name, value in os.environ.items() if name.startswith("ZERMELO_")}
    request = {"key": key, "text": text, "words": words, "traced": traced, "settings": settings}
    lifeline, ours = os.pipe()
    try:
        _lifelines.add(ours)
        with TemporaryFile() as given, TemporaryFile() as answer, TemporaryFile() as said:
            given.write(json.dumps(request).encode())
            code = run(given, answer, said, (lifeline, *held))
            return heard(code, content(answer), content(said))
    except OSError as error:
        raise CompilerFailed("compiler_failed", reason=str(error)) from None
    finally:
        os.close(lifeline)
        _handed.clear()
        _lifelines.discard(ours)
        os.close(ours)


def run(given: IO[bytes], answer: IO[bytes], said: IO[bytes], kept: tuple[int, ...]) -> int:
    """The code that a child ends with: a fork of the warm compiler, or else a process of its own."""
    given.flush()
    given.seek(0)
    files = [file.fileno() for file in (given, answer, said)]
    for _ in range(2 if warm.FORKS else 0):  # it may have ended since it was last asked
        code = _warm.ask([*COMMAND, "warm"], environment(), [*files, *kept], _handed.set)
        if code is not None:
            return code
    passed = () if sys.platform == "win32" else kept
    command = [*COMMAND, str(kept[0])]
    with subprocess.Popen(
        command, stdin=given, stdout=answer, stderr=said, env=environment(), pass_fds=passed
    ) as process:
        _handed.set()
        return process.wait()


def content(file: IO[bytes]) -> bytes:
    """All that somebody has written into a file."""
    file.seek(0)
    return file.read()


def heard(code: int, answer: bytes, said: bytes) -> bytes:
    """The answer of a child that ended with this code; CompilerFailed where it has none."""
    if code == 0 and answer[:1] in (MADE, REFUSED):
        return answer
    tail = said.decode(errors="replace").strip().splitlines()[-1:]
    reason = f"it ended with code {code}{': ' if tail else ''}{' '.join(tail)}"
    raise CompilerFailed("compiler_failed", reason=reason)


def environment() -> dict[str, str]:
    """This process's, without what would change Numba: a unit is the same whoever compiles it."""
    path = [str(Path(__file__).parents[3]), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return {**kept, "PYTHONPATH": os.pathsep.join(path)}


def is_at_work() -> bool:
    """Is a compiler at work for this process, or kept waiting?  Then nothing is left to hand over."""
    return _handed.is_set() or turns.WAITING.is_set()


def leave() -> None:
    """This process ends in its own time: what is being compiled for it is finished all the same."""
    for lifeline in _lifelines:
        with contextlib.suppress(OSError):
            os.write(lifeline, LEAVING)


def forget_lifelines() -> None:
    """A fork is not the parent of its parent's children."""
    global _one
    _one = threading.Lock()
    _handed.clear()
    _warm.forget()
    while _lifelines:
        with contextlib.suppress(OSError):
            os.close(_lifelines.pop())


atexit.register(leave)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_lifelines)


# -- in the child ------------------------------------------------------------------------------------


def hold(lifeline: int) -> None:
    """End with the parent, or a while after it."""
    if os.read(lifeline, 1):
        time.sleep(FINISHING)
    os._exit(1)


def answered(text: str, words: int, traced: bool) -> bytes:
    """What the compiler says: machine code, or what is wrong and on which line."""
    try:
        return MADE + compile_text(text, words, traced)
    except BuildError as error:
        return REFUSED + json.dumps([str(error), error.line]).encode()


def limit_memory() -> None:
    """A compile without an end would leave none to the machine."""
    if sys.platform == "linux":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        limits = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_DATA, (min([GIGABYTES << 30, *limits]), hard))


def work(given: int, output: int, lifeline: int) -> None:
    """Read a request, compile, keep the answer and write it."""
    limit_memory()
    if sys.platform != "win32":
        threading.Thread(target=hold, args=(lifeline,), daemon=True).start()
    with os.fdopen(given, "rb") as file:
        request = json.load(file)
    os.environ.update(request["settings"])
    try:
        answer = answered(request["text"], request["words"], request["traced"])
    except MemoryError:
        raise MemoryError(f"a compile may take {GIGABYTES} GiB") from None
    cache.store(request["key"], answer, request["text"])
    turns.forget(cache.directory(), request["key"])
    with os.fdopen(output, "wb") as file:
        file.write(answer)


def work_as_fork(files: list[int]) -> None:
    """With the files that came with a request; the others are locks to be held."""
    given, output, said, lifeline, *_ = files
    os.dup2(said, 1)  # what compilers print is not the answer
    os.dup2(said, 2)
    work(given, output, lifeline)


def main() -> None:
    """One request on standard input and its answer on standard output, or a warm compiler."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.argv[1] == "warm":
        load_numba()
        warm.serve(int(sys.argv[2]), work_as_fork, warm_up)
        return
    output = os.dup(1)
    os.dup2(2, 1)
    work(0, output, int(sys.argv[1]))
