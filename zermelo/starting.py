"""Ctrl-C while the command line is being imported, which takes a moment: nothing is to be tidied up yet."""

from __future__ import annotations

import os
import signal
import sys


def is_command() -> bool:
    """Whether Python was started as `zermelo` or `python -m zermelo`."""
    words = [*sys.orig_argv, "", ""]
    if "-m" in words:
        return words[words.index("-m") + 1] == "zermelo"
    return os.path.splitext(os.path.basename(words[1]))[0] == "zermelo"


def leave(*_: object) -> None:
    """End the process at once, with a word and the exit code of shells."""
    os.write(2, b"zermelo: stopped\n")
    os._exit(130)


def leave_on_ctrl_c() -> None:
    """Let Ctrl-C end the command until `listen` is called, unless it is ignored or has another handler."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)


def listen() -> None:
    """Let Ctrl-C be a KeyboardInterrupt again, which the command line meets."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


leave_on_ctrl_c()
