"""The event stream of one search for solutions, and its story in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.csp.constraints import Variable, listed
from zermelo.csp.problem import Problem, capital


@dataclass(frozen=True)
class Step:
    """One step of a search.

    reject: a value that the variables in `others` forbid.  assign: a value is given.  prune: `values` went
    from a domain because of `others`.  empty: nothing is left in a domain.  back: to the variable in
    `others`.  jump: to the first of `others`, over the rest.  solution.  bound: `value` is the best that
    this can become.  conflicts: how many constraints a complete assignment breaks.
    """

    kind: str
    depth: int
    variable: Variable = None
    value: Any = None
    others: tuple[Variable, ...] = ()
    values: tuple[Any, ...] = ()


class Recorder:
    """Keeps the first steps, and counts the others."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.steps: list[Step] = []
        self.dropped = 0

    def note(self, step: Step) -> None:
        if len(self.steps) < self.most:
            self.steps.append(step)
        else:
            self.dropped += 1


@dataclass(frozen=True)
class Trace:
    """The steps of one search, and how to read them."""

    problem: Problem
    steps: tuple[Step, ...]
    dropped: int = 0

    def json_lines(self) -> Iterator[str]:
        """One JSON object a line."""
        import msgspec

        from zermelo.game import jsonable

        for step in self.steps:
            found = {field: getattr(step, field) for field in Step.__dataclass_fields__}
            for field in ("variable", "value", "others", "values"):
                found[field] = jsonable(found[field])
            yield msgspec.json.encode(found).decode()

    def write(self, path: str | Path) -> None:
        """Write the steps as JSON lines; an old file stays whole until the new one is."""
        from zermelo.kernel.files import write_safely

        write_safely(path, "".join(f"{line}\n" for line in self.json_lines()))

    def sentences(self) -> Iterator[str]:
        """The search told step by step."""
        teller = Teller(self.problem)
        for step in self.steps:
            yield "  " * step.depth + capital(str(getattr(teller, f"tell_{step.kind}")(step)))
        if self.dropped:
            yield f"… and {self.dropped:,} more steps that were not kept."


class Teller:
    """Finds the words."""

    def __init__(self, problem: Problem) -> None:
        self.words = problem.words
        self.solutions = 0

    def name(self, variable: Variable) -> str:
        return self.words.variable(variable)

    def names(self, variables: tuple[Variable, ...]) -> str:
        return listed([self.name(variable) for variable in variables])

    def value(self, step: Step, value: Any) -> str:
        return self.words.value(step.variable, value)

    def tell_reject(self, step: Step) -> str:
        why = f"{self.names(step.others)} {'forbids' if len(step.others) == 1 else 'forbid'} it"
        if not step.others:
            why = "a constraint of its own forbids it"
        return f"{self.name(step.variable)} cannot take {self.value(step, step.value)}: {why}."

    def tell_assign(self, step: Step) -> str:
        return f"{self.name(step.variable)} takes {self.value(step, step.value)}."

    def tell_prune(self, step: Step) -> str:
        lost = listed([self.value(step, value) for value in step.values])
        because = f"because of {self.names(step.others)}" if step.others else "by a constraint of its own"
        return f"{self.name(step.variable)} loses {lost}, {because}."

    def tell_empty(self, step: Step) -> str:
        return f"{self.name(step.variable)} has no {self.words.noun} left."

    def tell_back(self, step: Step) -> str:
        return f"{self.name(step.variable)} has no {self.words.noun} left: back to {self.names(step.others)}."

    def tell_jump(self, step: Step) -> str:
        over = f", over {self.names(step.others[1:])}, which had no part in it" if step.others[1:] else ""
        back = f"back to {self.name(step.others[0])}{over}"
        return f"{self.name(step.variable)} has no {self.words.noun} left: {back}."

    def tell_solution(self, step: Step) -> str:
        self.solutions += 1
        worth = f", worth {step.value}" if step.value is not None else ""
        return f"solution {self.solutions}{worth}: {listed(step.values, 12)}."

    def tell_bound(self, step: Step) -> str:
        known = f"{step.values[0]} is already known"
        return f"this can become {step.value} at best, and {known}: not worth going on."

    def tell_conflicts(self, step: Step) -> str:
        return f"{step.value} {'constraint is' if step.value == 1 else 'constraints are'} broken."
