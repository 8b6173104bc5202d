"""The smallest unit there is, and waiting for what happens elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from budget import PATIENCE

TINY = """
VALUE = int64
RUN = run_type(VALUE)

@njit(none(RUN), **ENTRY)
def entry(run):
    run.value = run.depth + 1
"""


def until(true: Callable[[], Any]) -> None:
    """Wait for something that happens in another thread or process."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
