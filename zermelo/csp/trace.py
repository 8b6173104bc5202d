"""The event stream of one search for solutions, and its story in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.csp.constraints import Variable, listed
from zermelo.csp.problem import Problem, capital
from zermelo.messages import counted


@dataclass(frozen=True)
class Step:
    """One step of a search.

    reject: a value that the variables in `others` forbid.  assign: a value is given.  prune: `values` went
    from a domain because of `others`; where there is a `through`, because nothing that is left for those
    variables goes with them.  empty: nothing is left in a domain.  back: to the variable in `others`.  jump:
    to the first of `others`, over the rest.  solution.  bound: `value` is the best that this can become.

    test, of generate-and-test: `values` for all variables, and which configuration it is (`counts`);
    `others` break it.
    start, of min-conflicts: `values` for all variables, with so many conflicts (`counts`).  change: a
    variable had the first of `values` and takes `value`; `counts` are its conflicts before and after, and
    all that are left.

    Of Cindy's puzzle, where steps have rows as `values`.  move: before and after.  back: from a row, after so
    many moves (`counts`), to the row before it.  solution: the rows of a way.
    """

    kind: str
    depth: int
    variable: Variable = None
    value: Any = None
    others: tuple[Variable, ...] = ()
    values: tuple[Any, ...] = ()
    through: tuple[Variable, ...] = ()
    counts: tuple[int, ...] = ()


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

    teller: Callable[[], Any]
    """Makes who finds the words: its `tell_…` takes a step of that kind."""
    steps: tuple[Step, ...]
    dropped: int = 0

    def json_lines(self) -> Iterator[str]:
        """One JSON object a line."""
        import msgspec

        from zermelo.game import jsonable

        for step in self.steps:
            found = {field: getattr(step, field) for field in Step.__dataclass_fields__}
            for field in ("variable", "value", "others", "values", "through"):
                found[field] = jsonable(found[field])
            yield msgspec.json.encode(found).decode()

    def write(self, path: str | Path) -> None:
        """Write the steps as JSON lines; an old file stays whole until the new one is."""
        from zermelo.kernel.files import write_safely

        write_safely(path, "".join(f"{line}\n" for line in self.json_lines()))

    def sentences(self) -> Iterator[str]:
        """The search told step by step."""
        teller = self.teller()
        for step in self.steps:
            yield "  " * step.depth + capital(str(getattr(teller, f"tell_{step.kind}")(step)))
        if self.dropped:
            were = "was" if self.dropped == 1 else "were"
            yield f"… and {counted(self.dropped, 'more step')} that {were} not kept."


class Teller:
    """Finds the words for the search of a problem's solutions."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.naming = problem, problem.naming
        self.solutions = self.starts = 0

    def name(self, variable: Variable) -> str:
        return self.naming.variable(variable)

    def names(self, variables: tuple[Variable, ...]) -> str:
        return listed([self.name(variable) for variable in variables])

    def value(self, step: Step, value: Any) -> str:
        return self.naming.value(step.variable, value)

    def tell_reject(self, step: Step) -> str:
        why = f"{self.names(step.others)} {'forbids' if len(step.others) == 1 else 'forbid'} it"
        if not step.others:
            why = "a constraint of its own forbids it"
        return f"{self.name(step.variable)} cannot take {self.value(step, step.value)}: {why}."

    def tell_assign(self, step: Step) -> str:
        return f"{self.name(step.variable)} takes {self.value(step, step.value)}."

    def tell_prune(self, step: Step) -> str:
        lost = listed([self.value(step, value) for value in step.values])
        return f"{self.name(step.variable)} loses {lost}{self.why_pruned(step)}."

    def why_pruned(self, step: Step) -> str:
        if not step.through:
            return (
                f", because of {self.names(step.others)}" if step.others else ", by a constraint of its own"
            )
        given = f"given {self.names(step.others)}, " if step.others else ""
        lost = "it" if len(step.values) == 1 else "any of them"
        return f": {given}nothing left for {self.names(step.through)} goes with {lost}"

    def tell_empty(self, step: Step) -> str:
        return f"{self.name(step.variable)} has no {self.naming.noun} left."

    def tell_back(self, step: Step) -> str:
        back = f"back to {self.names(step.others)}"
        return f"{self.name(step.variable)} has no {self.naming.noun} left: {back}."

    def tell_jump(self, step: Step) -> str:
        over = f", over {self.names(step.others[1:])}, which had no part in it" if step.others[1:] else ""
        back = f"back to {self.name(step.others[0])}{over}"
        return f"{self.name(step.variable)} has no {self.naming.noun} left: {back}."

    def tell_solution(self, step: Step) -> str:
        self.solutions += 1
        worth = f", worth {step.value}" if step.value is not None else ""
        return f"solution {self.solutions}{worth}: {listed(step.values, 12)}."

    def tell_bound(self, step: Step) -> str:
        known = f"{step.values[0]} is already known"
        return f"this can become {step.value} at best, and {known}: not worth going on."

    def everything(self, step: Step) -> str:
        """A complete assignment."""
        naming = self.naming
        pairs = zip(self.problem.variables, step.values)
        return listed([f"{naming.variable(name)} {naming.value(name, value)}" for name, value in pairs], 12)

    def tell_test(self, step: Step) -> str:
        found = "every constraint holds"
        if len(step.others) == 1:
            found = f"a constraint of its own forbids that for {self.names(step.others)}"
        elif step.others:
            found = f"{self.names(step.others)} do not go together"
        return f"configuration {step.counts[0]:,}: {self.everything(step)}: {found}."

    def tell_start(self, step: Step) -> str:
        self.starts += 1
        again = " again" if self.starts > 1 else ""
        return f"start{again} with {self.everything(step)}: {many(step.counts[0])}."

    def tell_change(self, step: Step) -> str:
        before, after, left = step.counts
        name, old = self.name(step.variable), self.value(step, step.values[0])
        rest = f"{many(left)} left in all"
        if step.value == step.values[0]:
            return f"{name} keeps {old}: no other value has fewer than its {many(before)}; {rest}."
        change = f"still {many(after)}" if after == before else f"{many(after)} instead of {before}"
        return f"{name} changes from {old} to {self.value(step, step.value)}: {change}; {rest}."


def many(conflicts: int) -> str:
    """no conflict, 1 conflict, 2 conflicts."""
    return f"{conflicts or 'no'} conflict{'s' if conflicts > 1 else ''}"
