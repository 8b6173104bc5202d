"""What can go wrong: while compiling, a refusal; while running, a failure, which Python raises as an exception."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.errors import CannotCompile, Stopped


class Failure(NamedTuple):
    """What machine code leaves with."""

    code: int
    kind: type[BaseException]
    said: str

    def exception(self) -> BaseException:
        return self.kind(self.said) if self.said else self.kind()


class Refused(CannotCompile):
    """Something in the rules that cannot be machine code."""


class WrongKind(Refused):
    """An operation that a type does not have."""


class Unreachable(Exception):
    """Raised while compiling where Python would raise an exception: what follows is never reached."""


class Failures:
    """The failures of a unit, by their codes."""

    def __init__(self) -> None:
        self.by_fact: dict[tuple[Any, str], Failure] = {}
        self.by_code: dict[int, Failure] = {}

    def of(self, kind: type[BaseException], said: str = "") -> Failure:
        """The failure that raises this; made when it is first asked for."""
        found = self.by_fact.get((kind, said))
        if found is None:
            found = Failure(len(self.by_fact) + 1, kind, said)
            self.by_fact[kind, said] = self.by_code[found.code] = found
        return found

    @property
    def stopped(self) -> Failure:
        return self.of(Stopped)

    @property
    def overflow(self) -> Failure:
        return self.of(OverflowError, "a whole number does not fit in 64 bits")

    @property
    def deep(self) -> Failure:
        return self.of(RecursionError, "maximum recursion depth exceeded")

    @property
    def memory(self) -> Failure:
        return self.of(MemoryError, "a rule makes more lists than there is room for")
