"""Indices into the lists of a run: Python looks at them, a machine only where it is told to."""

from __future__ import annotations

from typing import Any

import numba


@numba.njit  # type: ignore[untyped-decorator]
def within_list(index: Any, length: Any) -> Any:
    """The index, if a list of this length has it."""
    if index < -length or index >= length:
        raise IndexError("a list of the run has no such place")
    return index
