"""os._exit() in a user's file raises SystemExit, so that a command ends with a sentence."""

from __future__ import annotations

import os
import sys


def refuse_silent_exits() -> None:
    """Let `os._exit` raise SystemExit where a line of the user's calls it in this process.

    Processes that it forks, packages and Python's library leave as they did.
    """
    leave, process = os._exit, os.getpid()

    def end(status: int) -> None:
        from zermelo.running.explain import is_theirs

        if os.getpid() == process and is_theirs(sys._getframe(1).f_code.co_filename):
            raise SystemExit(status)
        leave(status)

    os._exit = end  # type: ignore[assignment]
