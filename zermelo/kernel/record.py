"""Fields that are declared once and exist in two worlds: in a plain object, and in a NumPy record.

A class body is the table: the annotation is the type that algorithms see, the value (made by one of the
functions below) what both worlds make of it, the text under it what it means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Sizes:
    """What the length of a field may depend on."""

    words: int = 1
    """Whole numbers of a state."""
    events: int = 0
    """Events of a trace."""


@dataclass(frozen=True)
class Field:
    """One field; `first` is what it holds in the beginning, each place of it if it has many."""

    type: Literal["i8", "f8", "?", "value"]
    """A machine's type; "value": i8 or f8, as the rules give whole numbers or fractions."""
    first: Any = 0
    count: int | Callable[[Sizes], int] | None = None
    """How many places it has; None: it is one number and not a list."""
    compiled: Any = None
    """What it holds in the beginning where a machine does not begin like Python."""
    plain: Callable[[], Any] | None = None
    """What makes it in the plain object, if that is neither a number nor a list."""
    memory: bool = False
    """Does a record have its address instead?"""
    worlds: Literal["both", "plain", "record"] = "both"

    def places(self, sizes: Sizes) -> int:
        assert self.count is not None
        return self.count if isinstance(self.count, int) else self.count(sizes)

    def fresh(self, sizes: Sizes) -> Any:
        """What a new plain object holds."""
        if self.plain is not None:
            return self.plain()
        return self.first if self.count is None else [self.first] * self.places(sizes)

    def column(self, name: str, value: str, sizes: Sizes) -> tuple[Any, ...]:
        """How NumPy declares it."""
        machine = value if self.type == "value" else self.type
        return (name, machine) if self.count is None else (name, machine, (self.places(sizes),))


def number(first: int = 0, *, compiled: int | None = None) -> Any:
    """A whole number."""
    return Field("i8", first, compiled=compiled)


def numbers(count: int | Callable[[Sizes], int], *, worlds: Any = "both") -> Any:
    """Whole numbers, zero at first."""
    return Field("i8", 0, count, worlds=worlds)


def one_value(first: Any = 0) -> Any:
    """A value of the search."""
    return Field("value", first)


def many_values(count: int | Callable[[Sizes], int]) -> Any:
    """Values of the search, zero at first."""
    return Field("value", 0, count)


def fraction() -> Any:
    return Field("f8", 0.0)


def fractions(count: int | Callable[[Sizes], int]) -> Any:
    return Field("f8", 0.0, count)


def truth(first: bool) -> Any:
    return Field("?", first)


def action(first: Any) -> Any:
    return Field("i8", first)


def actions(count: int, first: Any = None) -> Any:
    """Actions; None at first where nobody reads what was not written before."""
    return Field("i8", first, count)


def memory(plain: Callable[[], Any] = lambda: None) -> Any:
    """Memory of any size; None at first unless something makes it."""
    return Field("i8", plain=plain, memory=True)


def sparse(count: int, plain: Callable[[], Any]) -> Any:
    """Many whole numbers of which few are written."""
    return Field("i8", 0, count, plain=plain)


def shared_out(count: int | Callable[[Sizes], int], plain: Callable[[], Any]) -> Any:
    """Many values of which few are written."""
    return Field("value", 0, count, plain=plain)


def python_only() -> Any:
    """What no machine has."""
    return Field("i8", None, worlds="plain")


def address() -> Any:
    """Where something lies, for a machine alone."""
    return Field("i8", worlds="record")


def fields_of(table: type) -> dict[str, Field]:
    """The fields of a table and its parts, taken off the classes so that they are in no object's way."""
    found: dict[str, Field] = {}
    for part in table.__mro__:
        own = {name: field for name, field in vars(part).items() if isinstance(field, Field)}
        for name in own:
            delattr(part, name)
        found |= own
    return found
