"""The process in which a file is checked: one that looks after it, and one that runs its rules.

The first is there for the whole time.  It adopts whatever the second leaves behind, ends all of it when the
check is over, when its time is, or when whoever asked for it has ended, and notes how the second ended.
Where processes cannot be copied there is the second alone.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import math
import os
import select
import signal
import sys
import threading
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from zermelo.checking.check import examined
from zermelo.checking.compiled import Compiler
from zermelo.checking.findings import place_of_error
from zermelo.checking.fixing import Fixing
from zermelo.checking.journal import Journal
from zermelo.checking.refusing import Refusing
from zermelo.errors import ZermeloError
from zermelo.kernel import processes
from zermelo.kernel.threads import let_end
from zermelo.messages import Message
from zermelo.running.leaving import refuse_silent_exits

ANSWER, ENDED, JOURNAL = "answer.json", "ended.json", "journal"
"""Files in the folder that both sides share: what was found; else how the process ended; what was asked."""
FIXING = 120.0
"""Seconds more to look for an edit."""
STARVING = 60.0
"""Seconds more for a process that waits for a processor."""
SILENT, BUSY = 2.0, 1.0
"""Seconds without a sign of life, and seconds on a processor in them, after which a rule does not return."""
TICK = 0.25
"""Seconds between two signs of life."""
LOOKING = 0.01
"""Seconds between two looks at the process."""
STARTED = 1.0
"""Seconds after which a copy of the process is noticed: what starts a program has done so by then."""
TELLING = 0.5
"""Seconds that a process may take to say which line it is at."""
WHERE = getattr(signal, "SIGUSR2", None)
"""The signal that asks for that; None where there is no such thing."""
FREE = 200
"""The first number of a file that no rule closes by accident."""


class Keeper:
    """Looks after the process that runs the rules."""

    def __init__(self, folder: Path, journal: Journal, pid: int) -> None:
        self.folder, self.journal, self.pid = folder, journal, pid
        self.started = time.monotonic()
        self.heard, self.used, self.queued = self.started, 0.0, 0.0
        """The last sign of life; the seconds by then on a processor, and waiting for one."""
        self.command = processes.command_of(pid)
        self.met: dict[int, float] = {}
        """The processes that were started there, and when each was first met."""

    def keep(self) -> NoReturn:
        """Wait for the end of it, and make an end of all that is left."""
        late = None
        while (ended := os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED))[0] == 0:
            if select.select([0], [], [], LOOKING)[0]:  # whoever asked has ended
                late = "nobody"
                break
            if late := self.late():
                ended = self.end()
                break
        if os.WIFSTOPPED(ended[1]):
            late = "stopped"
        processes.end_descendants()
        facts = {"late": late, "silent": time.monotonic() - self.journal.times[0]}
        (self.folder / ENDED).write_text(json.dumps(facts))
        os._exit(0)

    def late(self) -> str | None:
        """Why it is time to end the process, if it is."""
        now, (beat, until) = time.monotonic(), self.journal.times
        used, queued = processes.seconds_used(self.pid), processes.seconds_queued(self.pid)
        if beat != self.heard:
            self.heard, self.used, self.queued = beat, used, queued
        waits = queued - self.queued > (now - beat) / 2
        if now - beat > SILENT and (used - self.used >= BUSY or not waits):
            return "held"
        if now > until and (now - queued > until or now > until + STARVING):
            return "late"
        return "started" if self.has_started_others(now) else None

    def has_started_others(self, now: float) -> bool:
        """Whether rules have copied the process: the compiler and libraries start programs of their own."""
        asked = bool(self.journal.last.rule)
        for pid in processes.descendants_of(self.pid):
            since = self.met.setdefault(pid, now if asked else math.inf)
            if now - since > STARTED and processes.command_of(pid) == self.command:
                return True
        return False

    def end(self) -> tuple[int, int]:
        """Have the process say where it is, then kill it."""
        if WHERE is not None:
            os.kill(self.pid, WHERE)
            self.wait(TELLING)
        os.kill(self.pid, signal.SIGKILL)
        return os.waitpid(self.pid, 0)

    def wait(self, seconds: float) -> None:
        """Until it has written something."""
        until = time.monotonic() + seconds
        while os.fstat(2).st_size == 0 and time.monotonic() < until:
            time.sleep(LOOKING)
        time.sleep(LOOKING)  # for the rest of it


class Pulse(threading.Thread):
    """Signs of life as long as threads of Python run.

    They do not in a rule that is in machine code and does not return; of others the check itself can tell.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__(name="zermelo pulse", daemon=True)
        self.journal = journal

    def run(self) -> None:
        while True:
            self.journal.beat()
            time.sleep(TICK)


def main() -> None:
    """Check what the argument asks for, and write the answer as JSON into its folder."""
    request = json.loads(sys.argv[1])
    folder = Path(request["folder"])
    journal = Journal(folder / JOURNAL)
    journal.allow(request["limit"])
    if sys.platform != "win32":
        processes.adopt_orphans()
        if pid := os.fork():
            Keeper(folder, journal, pid).keep()
        processes.end_with_parent()
    last_words()
    limit_memory(request["memory"])
    Pulse(journal).start()
    leave(folder, answer_to(request, journal))


def last_words() -> None:
    """Nothing is read and nothing that is printed is kept, but where the process is when it is ended."""
    words = os.dup(2)
    if sys.platform != "win32":
        import fcntl

        os.close(words)
        words = fcntl.fcntl(2, fcntl.F_DUPFD_CLOEXEC, FREE)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    faulthandler.enable(words)
    if sys.platform != "win32" and WHERE is not None:
        faulthandler.register(WHERE, words)


def limit_memory(memory: int) -> None:
    """Let the process use so many bytes at most, where that can be said."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))


def answer_to(request: dict[str, Any], journal: Journal) -> dict[str, Any]:
    """What is found in the file, or why nothing is."""
    refuse_silent_exits()
    refusing = Refusing()
    try:
        module, _, function = request["loader"].partition(":")
        load = getattr(import_module(module), function)
        game = load(request["text"])
    except ZermeloError as error:
        return {"error": error.as_json()}
    except BaseException as error:
        let_end(error)
        return {"error": unreadable(request["text"], error).as_json()}
    journal.allow(request["limit"])
    try:
        compiler = Compiler(game) if request["compile"] else None
        wanted = request["seconds"], request["seed"], compiler, request["wait"], request["grading"]
        checkup = examined(game, *wanted, journal, refusing.asked)
        if request["fix"] and checkup.compiled is not True and not checkup.faults:
            journal.allow(FIXING)
            edit, still_refused = Fixing(load, request["text"]).edit()
            checkup = replace(checkup, edit=edit, still_refused=still_refused)
    except BaseException as error:
        facts = {"file": request["text"], "kind": type(error).__name__, "said": str(error)}
        return {"error": Message.of("check_not_finished", **facts).as_json()}
    return checkup.as_dict()


def leave(folder: Path, said: dict[str, Any]) -> NoReturn:
    """Answer, and end whatever threads the rules left behind."""
    beside = folder / f"{ANSWER}.part"
    beside.write_text(json.dumps(said, default=str))
    os.replace(beside, folder / ANSWER)
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
