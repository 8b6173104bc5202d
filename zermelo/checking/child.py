"""check_file(): the check of a game in a file, by processes of its own that end with it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from zermelo.checking.check import FOR_COMPILING, Checkup
from zermelo.checking.contained import ANSWER, ENDED, JOURNAL, STARVING
from zermelo.checking.findings import Finding
from zermelo.checking.journal import Entry, Journal
from zermelo.checking.promises import PROMISES
from zermelo.errors import SearchError, ZermeloError
from zermelo.kernel.processes import end_group
from zermelo.messages import Message
from zermelo.running.explain import line_in, reached_by

STARTING = 60.0
"""Seconds that the processes may take to start, on a busy machine: their own limit counts from then on."""
ENDING = 10.0
"""Seconds that they may take to make an end."""
MEMORY = 4 << 30
"""Bytes that the process of the rules may use."""
STORY = "story"
"""The file of what they say at the end."""
LOOKING = 1.0
"""Seconds between two looks at whether they are late."""


def check_file(
    path: str | Path,
    class_name: str | None = None,
    *,
    seconds: float = 2.0,
    seed: int = 0,
    compile: bool = True,
    wait: float = FOR_COMPILING,
    patience: float = 2.0,
    memory: int = MEMORY,
    grading: float | None = 0.0,
    fix: bool = False,
    loader: str = "zermelo.interfaces.load:game_from",
) -> Checkup:
    """Check the game in a file, in processes of its own with a limit of time and `memory` bytes.

    They end after `seconds + wait + patience` at the latest, and with them whatever the rules started; a rule
    that is at work then does not return.
    For CS50's tic-tac-toe `grading` seconds come on top, for its minimax; None: it is any game.
    `fix`: look for an edit that lets the rules compile.
    `loader` is the `module:function` that makes the game of the text `path` or `path:class_name`.
    """
    text = f"{path}:{class_name}" if class_name else str(path)
    request: dict[str, Any] = {"text": text, "seconds": seconds, "seed": seed, "compile": compile}
    request |= {"loader": loader, "wait": wait, "limit": seconds + wait + patience, "grading": grading}
    request |= {"memory": memory, "fix": fix}
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
        request["folder"] = folder
        if not in_a_child(request, Path(folder)):
            raise SearchError("check_too_slow", file=text, seconds=request["limit"])
        return read(request, Path(folder))


def in_a_child(request: dict[str, Any], folder: Path) -> bool:
    """Let the check be made, and return whether it ended by itself; nothing of it is left then."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *python_path()]),
    }
    command = [sys.executable, "-m", "zermelo.checking.contained", json.dumps(request)]
    alone: dict[str, Any] = {"start_new_session": True} if sys.platform != "win32" else {}
    with (folder / STORY).open("wb") as story:
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,  # which is closed when this process ends, however it does
                stdout=subprocess.DEVNULL,
                stderr=story,
                env=environment,
                **alone,
            )
        except OSError as error:
            raise SearchError("check_not_started", reason=error) from None
    try:
        return wait_for(child, folder)
    finally:
        assert child.stdin is not None
        child.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(ENDING)
        end_group(child)
        child.wait()


def wait_for(child: subprocess.Popen[bytes], folder: Path) -> bool:
    """Wait until it has ended, or is so late that something must be wrong; return whether it has ended."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(LOOKING)
            return True
        if (folder / JOURNAL).exists():
            until = max(until, Journal(folder / JOURNAL).times[1] + STARVING + ENDING)
    return False


def python_path() -> list[str]:
    """The folders that PYTHONPATH names."""
    return [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]


# -- what came of it -------------------------------------------------------------------------------


def read(request: dict[str, Any], folder: Path) -> Checkup:
    """The answer; where there is none, what can be said of the end of the process."""
    if (folder / ANSWER).exists():
        answer = json.loads((folder / ANSWER).read_text())
        if "error" in answer:
            raise ZermeloError(Message.from_json(answer["error"]))
        return Checkup.from_dict(answer)
    story = (folder / STORY).read_text(errors="replace")
    if "Traceback (most recent call last)" in story:
        raise ZermeloError("check_not_made", file=request["text"], reason=story.strip().splitlines()[-1])
    ended = json.loads((folder / ENDED).read_text()) if (folder / ENDED).exists() else {}
    last, late = Journal(folder / JOURNAL).last, ended.get("late")
    if not last.rule:
        raise not_read(request, story, late)
    if late == "late":
        facts = {"file": request["text"], "seconds": request["limit"], "rule": last.rule}
        unknown = last.moves is None
        where = Message.of("in_some_position") if unknown else reached_by(list(last.moves or ()))
        raise SearchError("check_too_slow_at", **facts, where=where)
    return Checkup(last.game, [post_mortem(last, story, ended)], positions=1)


def not_read(request: dict[str, Any], story: str, late: str | None) -> ZermeloError:
    """A file whose reading never came to an end, or ended the process."""
    file, line, _ = line_in(story)
    place = f"{file}:{line}" if file else request["text"]
    if late in (None, "stopped"):
        return ZermeloError("process_ended_when_read", place=place)
    if not file:
        return SearchError("check_too_slow", file=request["text"], seconds=request["limit"])
    return ZermeloError("not_read_in_time", place=place, seconds=request["limit"])


def post_mortem(last: Entry, story: str, ended: dict[str, Any]) -> Finding:
    """What became of a process that never answered, from what it was at and the traceback it left."""
    late = ended.get("late")
    promise = PROMISES[name := "stuck" if late == "held" else "crash"]
    file, line, _ = line_in(story)
    return Finding(
        promise.severity,
        promise.text,
        f"{last.game}{what_happened(last, story, late, ended.get('silent', 0.0))}",
        last.rule,
        f"{file}:{line}" if file else last.place,
        promise.advice,
        last.moves,
        name=name,
    )


def what_happened(last: Entry, story: str, late: str | None, silent: float) -> str:
    """The end of the process, as the predicate of a game or of one of its rules."""
    if late == "started":
        return f" starts a process; {last.rule}() was asked last"
    fatal = re.search(r"Fatal Python error: (.*)", story)
    what = {
        "held": f"does not return within {silent:.1f} seconds",
        "stopped": "stops the process",
        None: f"ends the process{f' ({fatal[1]})' if fatal else ''}",
    }[late]
    if last.inside:
        return f".{last.rule}() {what}"
    return f": a state that is hashed, compared or shown {what}; {last.rule}() was asked last"
