"""How thorough the tests are: `make test` is quick, `make test-long` has all the time it needs."""

from __future__ import annotations

import os

LONG = os.environ.get("ZERMELO_TESTS") == "long"
"""Run what is marked `long`, and try every example."""


def examples(many: int) -> int:
    """How many examples to try where a thorough run tries `many`."""
    return many if LONG else min(many, max(20, many // 8))
