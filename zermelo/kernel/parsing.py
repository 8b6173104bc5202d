"""Reading Python's syntax, safely among threads.

Up to 3.11.7 and 3.12.1 all threads share the counter of depth that Python keeps while it makes a syntax tree
(python/cpython#106905).  A thread that loses its turn meanwhile, as it may where the garbage collector runs
Python code, finds another's count and gets a SystemError of its own making: not the text's fault, nor the
rules'.  So our threads take turns, and what somebody else's thread has disturbed is read again.
"""

from __future__ import annotations

import ast
import inspect
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Read = TypeVar("Read")

ATTEMPTS = 10
_turn = threading.RLock()
if hasattr(os, "register_at_fork"):  # no fork is made while somebody else has the turn
    os.register_at_fork(before=_turn.acquire, after_in_parent=_turn.release, after_in_child=_turn.release)


def undisturbed(read: Callable[[], Read]) -> Read:
    """What `read` returns, which makes syntax trees."""
    for _ in range(ATTEMPTS - 1):
        with _turn, suppress(SystemError):
            return read()
    with _turn:
        return read()


def parsed(text: str | bytes) -> ast.Module:
    """The syntax of a file, or of a part of one."""
    return undisturbed(lambda: ast.parse(text))


def expression(text: str) -> ast.expr:
    """The syntax of one expression."""
    return undisturbed(lambda: ast.parse(text, mode="eval")).body


def class_line(kind: type) -> int:
    """The line where a class begins; an OSError where its file cannot be read."""
    return undisturbed(lambda: inspect.getsourcelines(kind)[1])


def class_text(kind: type) -> str:
    """The text of a class; an OSError where its file cannot be read."""
    return undisturbed(lambda: inspect.getsource(kind))
