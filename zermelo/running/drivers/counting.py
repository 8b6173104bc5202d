"""`count`: the leaves of the game tree, for perft."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from zermelo.running.task import Task


class Count(NamedTuple):
    """How many move sequences of the depth asked for there are."""

    leaves: int
    finished: bool = True


def count(task: Task) -> Generator[Count, None, bool]:
    """One call of the kernel, to the end."""
    task.run.depth, task.run.unlimited = task.question.limits.depth, False
    if not task.execute():
        return False
    yield Count(int(task.run.value))
    return True
