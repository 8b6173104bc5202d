"""Rules files with planted faults, and patience with a check on a busy machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

FAULTS = Path(__file__).parent / "faults"


@pytest.fixture(autouse=True)
def _own_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What rules files import from their folder is forgotten afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    known = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(known):
        if str(FAULTS) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


Seen = TypeVar("Seen")


def patiently(look: Callable[[float], Seen], enough: Callable[[Seen], Any], seconds: float) -> Seen:
    """What a check sees, in more and more seconds until it is enough: a busy machine sees less."""
    for longer in (1, 4, 16, 64):
        seen = look(seconds * longer)
        if enough(seen):
            break
    return seen
