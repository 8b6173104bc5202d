"""What a parameter of an algorithm can be declared to be, and what that means for a machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Kind:
    """A declared type in the words of a unit's text; "" where there is nothing to write."""

    type: str
    """How it is written in the signature of a function that calls itself."""
    cast: str = ""
    """What makes one of a value that is passed on or returned."""
    index: str = ""
    """What is written around it between `[` and `]`."""
    field: str = ""
    """The field of the run that a search starts with."""


PLAIN: dict[Any, Kind] = {
    int: Kind("int64", "whole"),
    float: Kind("float64", "float64"),
    bool: Kind("boolean", "truth"),
}


def kind_of(declared: Any) -> Kind | None:
    """The kind behind an annotation; None where a machine finds out by itself."""
    noted = [note for note in getattr(declared, "__metadata__", ()) if isinstance(note, Kind)]
    return noted[0] if noted else PLAIN.get(declared) if isinstance(declared, type) else None
