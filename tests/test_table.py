"""The arithmetic of the engine's table, by its definition: whole searches forgive much in it."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.algorithms.table import AT_LEAST, AT_MOST, decides, from_here
from zermelo.kernel.options import Options
from zermelo.kernel.run import WIN, Run


@pytest.mark.parametrize(("stored_at", "read_at"), [(0, 0), (3, 3), (2, 7), (7, 2)])
def test_a_win_is_as_far_from_wherever_its_position_is_met(stored_at: int, read_at: int) -> None:
    run, plies = Run(Options(outcome=True, quick=True)), 4
    for side in (1, -1):
        known = from_here(side * (WIN - (stored_at + plies)), stored_at, run)
        assert known == side * (WIN - plies)
        assert from_here(known, -read_at, run) == side * (WIN - (read_at + plies))
    assert from_here(17, stored_at, run) == 17  # an estimate


@pytest.mark.parametrize(
    ("info", "value", "closed"),
    [
        *((AT_LEAST, 10, True), (AT_LEAST, 9, False), (AT_LEAST, 5, False)),
        *((AT_MOST, 5, True), (AT_MOST, 6, False), (AT_MOST, 10, False)),
        *((AT_LEAST | AT_MOST, 4, True), (AT_LEAST | AT_MOST, 7, False), (AT_LEAST | AT_MOST, 11, True)),
    ],
)
def test_a_bound_closes_the_window_on_its_own_side(info: Any, value: int, closed: bool) -> None:
    assert bool(decides(info, value, 5, 10)) is closed
