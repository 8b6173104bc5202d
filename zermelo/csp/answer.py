"""Answer: what a search for solutions found, how sure it is, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from zermelo.csp.problem import Assignment, Problem
from zermelo.csp.search import Counters
from zermelo.csp.trace import Trace
from zermelo.messages import Brief, counted


@dataclass(frozen=True, repr=False)
class Answer(Brief):
    """The end of a search; `finished` says whether it came to its end or was stopped by a limit."""

    problem: Problem
    solution: Assignment | None
    """The first solution, or the best one where there is an objective."""
    count: int
    """Solutions found."""
    value: Any
    """What the objective is worth there; None without one."""
    finished: bool
    """All that was asked for was done: False after a limit."""
    complete: bool
    """Every possibility was covered: what was not found does not exist."""
    counters: Counters
    seconds: float
    method: str
    engine: str
    """interpreted, compiled or ortools."""
    trace: Trace | None = None
    why_interpreted: str = ""
    """What stands in the way of compiling this search, where something does."""
    interrupted: bool = False
    """Ctrl-C stopped it: this is the best that was known then."""

    @property
    def none(self) -> bool:
        """Is it proved that there is no solution?"""
        return self.complete and self.count == 0

    @property
    def optimal(self) -> bool:
        """Is it proved that no solution is better?"""
        return self.complete and self.solution is not None and self.value is not None

    def sentence(self) -> str:
        """What was found and how sure it is, in a sentence."""
        if self.none:
            return "there is no solution: every possibility was covered"
        if self.solution is None:
            return "no solution was found before the search was stopped; there may be one"
        if self.value is not None:
            sure = "proved to be the best" if self.complete else "the best that was found, not proved"
            return f"a solution worth {self.value}, {sure}"
        if self.count == 1:
            return "exactly one solution" if self.complete else "a solution"
        return f"{self.count:,} solutions{'' if self.complete else ' so far'}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        solution = self.solution
        return {
            "solution": None if solution is None else [[as_json(k), as_json(v)] for k, v in solution.items()],
            "count": self.count,
            "value": as_json(self.value),
            "finished": self.finished,
            "complete": self.complete,
            "interrupted": self.interrupted,
            "counters": self.counters.as_dict(),
            "seconds": self.seconds,
            "method": self.method,
            "engine": self.engine,
            "sentence": self.sentence(),
            "why_interpreted": self.why_interpreted,
        }

    def __str__(self) -> str:
        return f"{self.sentence()} ({cost(self.counters)}; {self.seconds:.3f} s, {self.engine})"


def as_json(value: Any) -> Any:
    """As `jsonable`, and NumPy's numbers as numbers."""
    from zermelo.game import jsonable

    return jsonable(int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value)


def cost(
    counters: Counters, parts: Iterable[str] = ("assignments", "checks", "backtracks", "prunings")
) -> str:
    """2,056 assignments, 15,720 checks, …"""
    return ", ".join(counted(getattr(counters, part), part.removesuffix("s")) for part in parts)
