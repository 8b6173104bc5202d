"""How thorough the tests are: `make test` is quick, `make test-long` has all the time it needs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

LONG = os.environ.get("ZERMELO_TESTS") == "long"
"""Run what is marked `long`, and try every example."""

PATIENCE = 600
"""Seconds that nothing takes which obeys a limit of its own, however busy the machine is."""


def examples(many: int) -> int:
    """How many examples to try where a thorough run tries `many`."""
    return many if LONG else min(many, max(10, many // 12))


def in_turn(quick: Iterable[Any], rest: Iterable[Any], several: bool = False) -> list[Any]:
    """Values of a parameter, or tuples of `several`: these in every run, the others in a thorough one."""
    return [*quick, *(pytest.param(*(each if several else (each,)), marks=pytest.mark.long) for each in rest)]


def every(nth: int, values: Iterable[Any], several: bool = False) -> list[Any]:
    """Values of a parameter of which any few will do: the first of so many in every run."""
    found = list(values)
    return in_turn(found[::nth], [value for place, value in enumerate(found) if place % nth], several)


INTERPRETED_FIRST = in_turn(["interpreted"], ["compiled"])
"""Worlds, for what is one text in both and whose kernel other tests compile: each unit takes seconds."""
