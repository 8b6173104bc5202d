"""`count`: the leaves of the game tree, for perft."""

from __future__ import annotations

from collections.abc import Generator
from typing import ClassVar

from zermelo.running.task import Task


class Count(int):
    """How many move sequences of the depth asked for there are: a whole number, and `ended` beside it."""

    ended: int
    """Games that ended earlier, which the number does not count."""
    finished: ClassVar[bool] = True

    def __new__(cls, leaves: int, ended: int = 0) -> Count:
        count = super().__new__(cls, leaves)
        count.ended = ended
        return count


def count(task: Task) -> Generator[Count, None, bool]:
    """One call of the kernel, to the end."""
    task.run.depth, task.run.unlimited = task.question.limits.depth, False
    if not task.execute():
        return False
    yield Count(int(task.run.value), int(task.run.ended))
    return True
