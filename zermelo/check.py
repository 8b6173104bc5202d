"""check(game): play against every promise of the contract, and say in plain words which are broken.

Breadth first from the start, so that what is found is found in a small position; then games at random;
then the same searches interpreted and compiled.  `check_file` does it in a child process with limits.
"""

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
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from zermelo.checking.compiled import Comparison, Compiler
from zermelo.checking.findings import Finding, is_finite, place_of_error
from zermelo.checking.play import Play
from zermelo.checking.promises import PROMISES
from zermelo.checking.rules import Examination
from zermelo.errors import SearchError, ZermeloError
from zermelo.game import RULES
from zermelo.running.explain import explain_stuck, kill_thread
from zermelo.running.question import as_game

PATIENCE = 2.0
"""Seconds after which a rule that was asked is taken to be endless."""
FOR_COMPILING = 0.35
"""Seconds beyond the others that a first compile may take; it is not waited for longer."""
STILL_COMPILING = (
    "still compiling: the machine code is kept for the next check, which will compare the two worlds"
)
HOMEWORK = "homework in other words is played as it is; what derives from Game can be compiled"
UNWATCHED = 120.0
"""Seconds after its answer that a child may go on compiling for the cache."""
MEMORY = 4 << 30
"""Bytes that a child process may use."""


@dataclass(frozen=True)
class Checkup:
    """What a check found, and what it looked at."""

    game: str
    findings: list[Finding]
    """Faults first, each with its smallest position."""
    positions: int = 0
    """How many different positions were looked at."""
    complete: bool = False
    """All positions that play can reach were looked at."""
    games: int = 0
    """How many games were played at random."""
    compiled: bool | None = None
    """Do the rules compile?  None: it was not tried, or there was no time."""
    why_interpreted: str = ""
    """Which line stands in the way of compiling, and what to write instead."""
    compared: int = 0
    """Searches that gave the same interpreted and compiled."""
    interpreted_speed: float = 0.0
    """Nodes per second."""
    compiled_speed: float = 0.0
    seconds: float = 0.0
    still_compiling: bool = False
    """The first compile was not waited for: nothing is known of the compiled rules yet."""

    @property
    def faults(self) -> list[Finding]:
        """Broken promises."""
        return [finding for finding in self.findings if finding.severity == "fault"]

    @property
    def remarks(self) -> list[Finding]:
        """What is allowed and probably not meant."""
        return [finding for finding in self.findings if finding.severity == "remark"]

    @property
    def summary(self) -> str:
        """What was looked at, what compiles and how fast it is, in one line."""
        every = "all " if self.complete and not self.faults else ""
        positions, games = counted(self.positions, "position"), counted(self.games, "game")
        return f"{counted(len(self.faults), 'fault')} in {every}{positions} and {games}; {self.speeds}"

    @property
    def speeds(self) -> str:
        """What compiles, and how fast it is."""
        if not self.interpreted_speed:
            return "not searched"
        speed = f"{self.interpreted_speed:,.0f} nodes/s interpreted"
        if self.compiled:
            searches = "1 search" if self.compared == 1 else f"{self.compared} searches"
            same = f", the same in {searches}" if self.compared else ""
            return f"{speed}, {self.compiled_speed:,.0f} compiled{same}"
        if self.still_compiling:
            return f"{speed}; {STILL_COMPILING}"
        return f"{speed}; not compiled: {self.why_interpreted}" if self.why_interpreted else speed

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**vars(self), "findings": [finding.as_dict() for finding in self.findings]}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Checkup:
        """What `as_dict` made."""
        findings = [Finding(**{**one, "moves": as_moves(one["moves"])}) for one in data["findings"]]
        return cls(**{**data, "findings": findings})


def counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def as_moves(moves: list[Any]) -> tuple[Any, ...]:
    return tuple(as_moves(move) if isinstance(move, list) else move for move in moves)


def check(game: Any, *, seconds: float = 2.0, seed: int = 0, compile: bool = True) -> list[Finding]:
    """Every broken promise that `seconds` of play show; none is a good sign.

    >>> check([[3, 12, 8], [2, 4, 6], [14, 5, 2]], seconds=0.2, compile=False)
    []
    """
    return examine(game, seconds=seconds, seed=seed, compile=compile).findings


def examine(
    game: Any, *, seconds: float = 2.0, seed: int = 0, compile: bool = True, wait: float = FOR_COMPILING
) -> Checkup:
    """A check with all that it saw: findings, how much was looked at, what compiles, how fast.

    `wait` is how many seconds longer than `seconds` a first compile may take; it is kept for the next check.
    """
    game = as_game(game)
    return examined(game, seconds, seed, Compiler(game) if compile else None, wait)


def examined(game: Any, seconds: float, seed: int, compiler: Compiler | None, wait: float) -> Checkup:
    """Play within a watched thread while the rules compile, then compare the two worlds."""
    exam = Examination(game)
    compiler = None if exam.adapted else compiler
    started, compile = time.perf_counter(), compiler is not None
    if not declared(exam):
        return Checkup(exam.name, in_order(exam))
    play = Play(exam, Random(seed), started + seconds * (0.7 if compile else 1.0))
    watched(exam, play, compiler)
    comparison = Comparison(exam, play, compiler, started + seconds + (wait if compile else 0.0))
    if not exam.stuck:
        comparison.run()
    return Checkup(
        exam.name,
        in_order(exam),
        exam.looked,
        play.complete,
        play.games,
        comparison.compiled,
        HOMEWORK if exam.adapted else comparison.why_interpreted,
        comparison.compared,
        comparison.interpreted_speed,
        comparison.compiled_speed,
        time.perf_counter() - started,
        comparison.still_compiling,
    )


def in_order(exam: Examination) -> list[Finding]:
    return sorted(exam.findings.values(), key=lambda finding: (finding.severity, len(finding.moves)))


def declared(exam: Examination) -> bool:
    """Are all six rules there, and is the payoff one that is known?"""
    missing = [rule for rule in RULES if not callable(getattr(exam.game, rule, None))]
    for rule in missing:
        exam.record("needs", f" has no {rule}()", rule)
    payoff = getattr(exam.game, "payoff", "outcome")
    if payoff not in ("outcome", "points"):
        exam.record("payoff", f"payoff is {payoff!r}", "payoff")
    worth = getattr(exam.game, "repetition", None)
    if worth is not None and (not is_finite(worth) or (exam.outcome and abs(worth) > 1)):
        exam.record("repetition", f"repetition is {worth!r}", "repetition")
    return not missing and payoff in ("outcome", "points")


def watched(exam: Examination, play: Play, compiler: Compiler | None) -> None:
    """Play in a thread, with an eye on rules that never return."""
    worker = threading.Thread(target=play.all, daemon=True, name="zermelo check")
    worker.start()
    beats, seen, worked = -1, time.perf_counter(), time.process_time()
    try:
        while worker.is_alive():
            worker.join(0.02)
            if compiler is not None and exam.looked:
                compiler.start()
            if exam.beats != beats:
                beats, seen, worked = exam.beats, time.perf_counter(), time.process_time()
            elif worker.is_alive() and is_long(time.perf_counter() - seen, time.process_time() - worked):
                stuck(exam, worker)
                return
    finally:
        kill_thread(worker)
    if play.failed is not None:
        raise play.failed
    if compiler is not None and exam.looked:  # a game so small that play was over before anyone looked
        compiler.start()


def is_long(elapsed: float, worked: float) -> bool:
    """For one rule; on a machine with other work to do, the clock alone says little."""
    return elapsed > PATIENCE and (worked > PATIENCE / 2 or elapsed > 5 * PATIENCE)


def stuck(exam: Examination, worker: threading.Thread) -> None:
    """A rule has not returned for a long time: say where it is."""
    exam.stuck = True
    said = explain_stuck(exam.game, worker)
    found = re.search(r"(\w+)\(\) does not return \((.*), line (\d+)\)", said)
    rule, place = (found[1], f"{found[2]}:{found[3]}") if found else (exam.asked, "")
    exam.record("stuck", f"{rule}() does not return", rule, place)


# -- a file, in a child process ------------------------------------------------------------------


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
    loader: str = "zermelo.interfaces.load:game_from",
) -> Checkup:
    """Check the game in a file, in a child process with `seconds + wait + patience` and `memory` bytes.

    `loader` is the `module:function` that makes the game of the text `path` or `path:class_name`.
    """
    text = f"{path}:{class_name}" if class_name else str(path)
    request = {"text": text, "seconds": seconds, "seed": seed, "compile": compile, "memory": memory}
    request |= {"loader": loader, "wait": wait, "limit": seconds + wait + patience}
    request |= {"asked": time.monotonic()}
    with tempfile.TemporaryFile() as story:
        answer = in_a_child(request, story)
        if answer is not None and "error" in answer:
            raise ZermeloError(answer["error"])
        if answer is not None:
            return Checkup.from_dict(answer)
        story.seek(0)
        told = story.read().decode(errors="replace")
    if "Traceback (most recent call last)" in told:
        raise ZermeloError(f"the check of {text} was not made: {told.strip().splitlines()[-1]}")
    return Checkup(Path(path).stem, [post_mortem(Path(path).stem, told)])


def in_a_child(request: dict[str, Any], story: Any) -> dict[str, Any] | None:
    """The child's answer; None if it died, with its last words in `story`."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *python_path()]),
    }
    reading, writing = os.pipe()
    request |= {"answer": writing}
    command = [sys.executable, "-m", "zermelo.check", json.dumps(request)]
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=story, stderr=story, env=environment, pass_fds=[writing]
        )
    except OSError as error:
        os.close(reading)
        raise SearchError(f"the check could not be started: {error}") from None
    finally:
        os.close(writing)
    return answer_of(child, reading, request["limit"] + 2.0)


def answer_of(child: subprocess.Popen[bytes], reading: int, limit: float) -> dict[str, Any] | None:
    """Read what the child says until it is done or its time is up."""
    timer = threading.Timer(limit, child.kill)
    timer.start()
    try:
        with os.fdopen(reading, "rb") as answer:
            found: dict[str, Any] = json.loads(answer.read())
    except ValueError:
        child.wait()
        return None
    except BaseException:
        child.kill()
        raise
    finally:
        timer.cancel()
    threading.Thread(target=child.wait, daemon=True).start()  # it may finish what it compiles for the cache
    return found


def python_path() -> list[str]:
    return [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]


def post_mortem(name: str, story: str) -> Finding:
    """What became of a child that never answered, from the traceback it left."""
    frames = re.findall(r'File "([^"]+)", line (\d+) in (\w+)', story)
    theirs = [
        frame for frame in frames if not frame[0].startswith((str(Path(__file__).parent), sys.base_prefix))
    ]
    file, line, rule = theirs[0] if theirs else ("", "", "a rule")
    late = "Timeout" in story
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
    faulthandler.dump_traceback_later(request["limit"], exit=True)
    try:
        module, _, function = request["loader"].partition(":")
        game = getattr(import_module(module), function)(request["text"])
    except ZermeloError as error:
        leave(request["answer"], {"error": str(error)})
    except (Exception, SystemExit) as error:
        leave(request["answer"], {"error": unreadable(request["text"], error)})
    try:
        compiler = Compiler(game) if request["compile"] else None
        checkup = examined(game, time_left(request), request["seed"], compiler, request["wait"])
    except BaseException as error:
        said = f"{type(error).__name__}: {error}"
        leave(request["answer"], {"error": f"{request['text']} could not be checked to the end ({said})"})
    running = compiler if not checkup.faults else None
    leave(request["answer"], checkup.as_dict(), running)


def time_left(request: dict[str, Any]) -> float:
    """The seconds that were asked for, less what it took to start; half of them at least."""
    seconds: float = request["seconds"]
    started: float = time.monotonic() - request["asked"]
    return max(seconds - max(started, 0.0), seconds / 2)


def leave(answer: int, said: dict[str, Any], compiler: Compiler | None = None) -> NoReturn:
    """Answer, and end whatever threads the rules left behind."""
    with os.fdopen(answer, "w") as output:
        json.dump(said, output, default=str)
    if compiler is not None and compiler.thread is not None:
        faulthandler.dump_traceback_later(UNWATCHED, exit=True)
        compiler.done.wait()  # nobody waits for this one: next time its machine code is there
    os._exit(0)


def unreadable(text: str, error: BaseException) -> str:
    """A file that could not be made into a game."""
    place = place_of_error(error)
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}: {error.msg}"
    said = f": {error}" if str(error) else ""
    return f"{place or text}: {type(error).__name__}{said} when the file was read"


if __name__ == "__main__":
    main()
