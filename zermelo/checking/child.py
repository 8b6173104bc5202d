"""check_file(): the check of a game in a file, in a child process with limits; and that child."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from zermelo.checking.check import FOR_COMPILING, Checkup, examined
from zermelo.checking.compiled import Compiler
from zermelo.checking.findings import Finding, place_of_error
from zermelo.checking.fixing import Fixing
from zermelo.checking.promises import PROMISES
from zermelo.errors import SearchError, ZermeloError
from zermelo.kernel.threads import let_end
from zermelo.messages import Message
from zermelo.running.leaving import refuse_silent_exits

UNWATCHED = 120.0
"""Seconds after its answer that a child may go on compiling for the cache."""
COMPARING = 60.0
"""Seconds more that it may take to compare homework with the truth, on a machine with other work to do."""
FIXING = 120.0
"""Seconds more to look for an edit."""
STARTING = 60.0
"""Seconds that a child may take to start, on a busy machine: its own limit counts from then on."""
MEMORY = 4 << 30
"""Bytes that a child process may use."""
TICK = 0.5
"""Seconds between two signs of life of a child."""
PULSE = "zermelo pulse"
"""How each of them begins; its seconds on a processor follow."""
LATE = "Timeout ("
"""How the traceback of a child begins that gave none for too long."""
BUSY = 1.0
"""Seconds on a processor after the last one which show that it was not only waiting for one."""


def check_file(
    path: str | Path,
    class_name: str | None = None,
    *,
    seconds: float = 2.0,
    seed: int = 0,
    compile: bool = True,
    wait: float = FOR_COMPILING,
    patience: float = 8.0,
    memory: int = MEMORY,
    grading: float | None = 0.0,
    fix: bool = False,
    loader: str = "zermelo.interfaces.load:game_from",
) -> Checkup:
    """Check the game in a file, in a child process with a limit of time and `memory` bytes.

    A child from which nothing is heard for `seconds + wait + patience` is ended; if it was on a processor
    meanwhile, a rule does not return.
    For CS50's tic-tac-toe `grading` seconds come on top, for its minimax; None: it is any game.
    `fix`: look for an edit that lets the rules compile.
    `loader` is the `module:function` that makes the game of the text `path` or `path:class_name`.
    """
    text = f"{path}:{class_name}" if class_name else str(path)
    request: dict[str, Any] = {
        "text": text,
        "seconds": seconds,
        "seed": seed,
        "compile": compile,
        "memory": memory,
    }
    request |= {"loader": loader, "wait": wait, "limit": seconds + wait + patience, "grading": grading}
    request |= {"asked": time.monotonic(), "fix": fix}
    with tempfile.TemporaryFile() as story:
        answer, worked = in_a_child(request, story)
        if answer is not None and "error" in answer:
            raise ZermeloError(Message.from_json(answer["error"]))
        if answer is not None:
            return Checkup.from_dict(answer)
        story.seek(0)
        told = story.read().decode(errors="replace")
    if "Traceback (most recent call last)" in told:
        raise ZermeloError("check_not_made", file=text, reason=told.strip().splitlines()[-1])
    if LATE in told and worked - last_pulse(told) < min(BUSY, request["limit"] / 2):
        raise SearchError("check_too_slow", file=text, seconds=request["limit"])
    return Checkup(Path(path).stem, [post_mortem(Path(path).stem, told)])


def in_a_child(request: dict[str, Any], story: Any) -> tuple[dict[str, Any] | None, float]:
    """The child's answer; None if it died, its last words in `story`, and its seconds on a processor."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *python_path()]),
    }
    reading, writing = os.pipe()
    request |= {"answer": writing}
    command = [sys.executable, "-m", "zermelo.checking.child", json.dumps(request)]
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=story, stderr=story, env=environment, pass_fds=[writing]
        )
    except OSError as error:
        os.close(reading)
        raise SearchError("check_not_started", reason=error) from None
    finally:
        os.close(writing)
    more = (request["grading"] or 0.0) + (FIXING if request["fix"] else 0.0)
    limit = request["limit"] + more + COMPARING + STARTING
    answer, ended = answer_of(child, reading, limit)
    if answer is not None:
        threading.Thread(target=child.wait, daemon=True).start()  # it may finish what it compiles to keep
        return answer, 0.0
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if ended:  # and it is not known that the rules are to blame
        raise SearchError("check_too_slow", file=request["text"], seconds=limit)
    return None, used.ru_utime + used.ru_stime


def answer_of(
    child: subprocess.Popen[bytes], reading: int, limit: float
) -> tuple[dict[str, Any] | None, bool]:
    """Read what the child says until it is done; was it ended because its time was up?"""
    timer = threading.Timer(limit, child.kill)
    timer.start()
    try:
        with os.fdopen(reading, "rb") as answer:
            found: dict[str, Any] = json.loads(answer.read())
    except ValueError:
        return None, timer.finished.is_set()
    except BaseException:
        child.kill()
        raise
    finally:
        timer.cancel()
    return found, False


def python_path() -> list[str]:
    return [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]


def last_pulse(story: str) -> float:
    """The seconds that a child had been on a processor when it last gave a sign of life."""
    return float((re.findall(rf"^{PULSE} ([\d.]+)$", story, re.MULTILINE) or ["0"])[-1])


def post_mortem(name: str, story: str) -> Finding:
    """What became of a child that never answered, from the traceback it left."""
    frames = re.findall(r'File "([^"]+)", line (\d+) in (\w+)', story)
    theirs = [
        frame
        for frame in frames
        if not frame[0].startswith((str(Path(__file__).parents[1]), sys.base_prefix))
    ]
    file, line, rule = theirs[0] if theirs else ("", "", "a rule")
    late = LATE in story
    promise = PROMISES["stuck" if late else "crash"]
    fatal = re.search(r"Fatal Python error: (.*)", story)
    what = "does not return" if late else f"ends the process{f' ({fatal[1]})' if fatal else ''}"
    sentence = f"{name}: {rule}{'()' if theirs else ''} {what}"
    place = f"{file}:{line}" if file else ""
    return Finding(
        promise.severity,
        promise.text,
        sentence,
        rule,
        place,
        promise.advice,
        moves=None,
        name="stuck" if late else "crash",
    )


def limit_memory(memory: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main() -> None:
    """Child: check what the argument asks for, and write the answer as JSON where it says."""
    request = json.loads(sys.argv[1])
    limit_memory(request["memory"])
    faulthandler.enable()
    refuse_silent_exits()
    beat(request["limit"])
    try:
        module, _, function = request["loader"].partition(":")
        load = getattr(import_module(module), function)
        game = load(request["text"])
    except ZermeloError as error:
        leave(request["answer"], {"error": error.as_json()})
    except BaseException as error:
        let_end(error)
        leave(request["answer"], {"error": unreadable(request["text"], error).as_json()})
    alive = Pulse(request["limit"])
    try:
        compiler = Compiler(game) if request["compile"] else None
        checkup = examined(
            game, time_left(request), request["seed"], compiler, request["wait"], request["grading"]
        )
        if request["fix"] and checkup.compiled is not True and not checkup.faults:
            edit, still_refused = Fixing(load, request["text"]).edit()
            checkup = replace(checkup, edit=edit, still_refused=still_refused)
    except BaseException as error:
        facts = {"file": request["text"], "kind": type(error).__name__, "said": str(error)}
        leave(request["answer"], {"error": Message.of("check_not_finished", **facts).as_json()})
    running = compiler if not checkup.faults else None
    alive.stop()
    leave(request["answer"], checkup.as_dict(), running)


def beat(limit: float) -> None:
    """A sign of life; where no other follows in so many seconds, the process ends with a traceback."""
    faulthandler.dump_traceback_later(limit, exit=True)
    os.write(2, f"{PULSE} {time.process_time():.2f}\n".encode())


class Pulse(threading.Thread):
    """Signs of life as long as threads of Python run.

    They do not in a rule that is in machine code and does not return; of others the check itself can tell.
    """

    def __init__(self, limit: float) -> None:
        super().__init__(name="zermelo pulse", daemon=True)
        self.limit, self.over = limit, threading.Event()
        self.start()

    def run(self) -> None:
        while not self.over.is_set():
            beat(self.limit)
            self.over.wait(TICK)

    def stop(self) -> None:
        """From now on others set the limits."""
        self.over.set()
        self.join()


def time_left(request: dict[str, Any]) -> float:
    """The seconds that were asked for, less what it took to start; half of them at least."""
    seconds: float = request["seconds"]
    started: float = time.monotonic() - request["asked"]
    return max(seconds - max(started, 0.0), seconds / 2)


def leave(answer: int, said: dict[str, Any], compiler: Compiler | None = None) -> NoReturn:
    """Answer, and end whatever threads the rules left behind."""
    with os.fdopen(answer, "w") as output:
        json.dump(said, output, default=str)
    if compiler is not None and compiler.wish is not None:
        faulthandler.dump_traceback_later(UNWATCHED, exit=True)
        compiler.done()  # nobody waits for this one: next time its machine code is there
    os._exit(0)


def unreadable(text: str, error: BaseException) -> Message:
    """A file that could not be made into a game."""
    if isinstance(error, SyntaxError):
        return Message.of("at_place", place=f"{error.filename}:{error.lineno}", reason=error.msg)
    facts = {"place": place_of_error(error) or text, "kind": type(error).__name__}
    if not str(error):
        return Message.of("raised_when_read", **facts)
    return Message.of("raised_when_read_saying", said=str(error), **facts)


if __name__ == "__main__":
    main()
