"""What rules may not do to the process that checks them: it is refused before it happens."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from typing import Any

COPIES = {
    "os.fork": "starts a process (os.fork)",
    "os.forkpty": "starts a process (os.forkpty)",
    "os.exec": "replaces the process (os.exec)",
    "os.kill": "sends a signal (os.kill)",
    "os.killpg": "sends a signal (os.killpg)",
    "signal.pthread_kill": "sends a signal (signal.pthread_kill)",
}
"""Python's audit events for what is refused from the beginning, when a file is read too."""
PROCESSES = {
    "os.posix_spawn": "starts a process (os.posix_spawn)",
    "os.spawn": "starts a process (os.spawn)",
    "os.startfile": "starts a process (os.startfile)",
    "os.system": "starts a process (os.system)",
    "subprocess.Popen": "starts a process (subprocess.Popen)",
    "pty.spawn": "starts a process (pty.spawn)",
    "_thread.start_new_thread": "starts a thread",
    "os.chdir": "changes the working folder (os.chdir)",
}
"""And for what a library may do when it is imported, and a rule that is asked may not."""


class Refused(BaseException):
    """Raised inside rules in place of what they would do; no `except Exception` of theirs keeps it."""


class Refusing:
    """Refuses such things in the thread that asks the rules."""

    def __init__(self) -> None:
        self.reading = threading.get_ident()
        """The thread that reads the file."""
        self.asking = 0
        """The thread that asks rules, once there is one."""
        sys.addaudithook(self.refuse)
        start = threading.Thread.start

        def start_unless_refused(thread: threading.Thread) -> None:  # no event tells of it in Python 3.11
            self.refuse("_thread.start_new_thread", None)
            start(thread)

        threading.Thread.start = start_unless_refused  # type: ignore
        with contextlib.suppress(AttributeError):  # whoever forks all the same leaves no copy of a check
            os.register_at_fork(after_in_child=lambda: os._exit(1))

    def refuse(self, event: str, _: Any) -> None:
        """Raise what the rules meet instead; a hook cannot be taken back, and sees every event."""
        what = COPIES.get(event) or PROCESSES.get(event)
        if what is None:
            return
        here = threading.get_ident()
        if here == self.asking or (here == self.reading and event in COPIES):
            raise Refused(what)

    @contextlib.contextmanager
    def asked(self) -> Iterator[None]:
        """This thread asks rules meanwhile."""
        self.asking = threading.get_ident()
        try:
            yield
        finally:
            self.asking = 0
