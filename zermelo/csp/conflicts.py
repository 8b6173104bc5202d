"""Conflicts of a complete assignment, kept up to date while its values change.

A conflict is two variables that an all-different forbids, or any other constraint that does not hold.  Each
constraint has a tally, which knows at once how many conflicts each value of a variable would have with it:
an all-different counts who has which value, a sum keeps its total, any other constraint is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, Protocol

from zermelo.csp.constraints import RELATIONS, AllDifferent, Constraint, Sum, Variable, exact
from zermelo.csp.problem import Assignment, Problem

Changes = Iterator[tuple[Variable, int]]
"""Variables, and by how much the number of their conflicts changes."""
Row = Any
"""An array: a number of conflicts for each value of a domain."""
Rows = Callable[..., Row]
"""`Verdict.asked`, as one that remembers."""
KNOWN = 1 << 16
"""Rows that are remembered: a constraint between two variables is asked the same again and again."""
SPAN = 1 << 20
"""The most sums of value and shift for which an array is kept."""


class Tally(Protocol):
    """The conflicts of one constraint."""

    broken: int
    """How many there are."""

    def begin(self, assignment: Assignment) -> Changes:
        """From a complete assignment: the conflicts that each variable has."""
        ...

    def row(self, variable: Variable) -> Row:
        """The conflicts that each value of a variable would have, the others staying as they are."""
        ...

    def change(self, variable: Variable, value: Any) -> Changes:
        """Give a variable another value."""
        ...


class Differences:
    """Of an all-different: how many variables have each value, shifts added, and who they are."""

    broken = 0

    def __init__(self, constraint: AllDifferent, problem: Problem) -> None:
        self.scope, self.domains = constraint.scope, problem.domains
        self.counted = Shifted(constraint, problem) if constraint.shifts else Plain(constraint, problem)

    def begin(self, assignment: Assignment) -> Changes:
        self.broken = 0
        self.holders: defaultdict[int, dict[Variable, None]] = defaultdict(dict)
        self.number = self.counted.zeros()
        self.held = {name: self.counted.place(name, assignment[name]) for name in self.scope}
        for variable, held in self.held.items():
            yield from self._join(variable, held)

    def row(self, variable: Variable) -> Row:
        number, held = self.number, self.held[variable]
        number[held] -= 1  # its own value is not a conflict
        found = self.counted.row(variable, number)
        number[held] += 1
        return found

    def change(self, variable: Variable, value: Any) -> Changes:
        yield from self._leave(variable, self.held[variable])
        self.held[variable] = self.counted.place(variable, value)
        yield from self._join(variable, self.held[variable])

    def _join(self, variable: Variable, held: int) -> Changes:
        others = self.holders[held]
        self.broken += len(others)
        yield variable, len(others)
        yield from [(other, 1) for other in others]
        others[variable] = None
        self.number[held] += 1

    def _leave(self, variable: Variable, held: int) -> Changes:
        others = self.holders[held]
        del others[variable]
        self.number[held] -= 1
        self.broken -= len(others)
        yield variable, -len(others)
        yield from [(other, -1) for other in others]


class Plain:
    """Where the values of any kind are counted: each has a place of its own."""

    def __init__(self, constraint: AllDifferent, problem: Problem) -> None:
        import numpy as np

        distinct = {id(problem.domains[name]): problem.domains[name] for name in constraint.scope}
        values = dict.fromkeys(value for domain in distinct.values() for value in domain)
        self.places = {value: place for place, value in enumerate(values)}
        rows = {key: np.array([self.places[value] for value in found]) for key, found in distinct.items()}
        self.rows = {name: rows[id(problem.domains[name])] for name in constraint.scope}

    def zeros(self) -> Any:
        import numpy as np

        return np.zeros(len(self.places), np.int64)

    def place(self, variable: Variable, value: Any) -> int:
        return self.places[value]

    def row(self, variable: Variable, number: Any) -> Row:
        return number[self.rows[variable]]


class Shifted:
    """Where sums of value and shift are counted: in an array, or where they lie far apart, in a dict."""

    def __init__(self, constraint: AllDifferent, problem: Problem) -> None:
        import numpy as np

        self.shifts, self.domains = dict(zip(constraint.scope, constraint.shifts)), problem.domains
        distinct = {id(problem.domains[name]): problem.domains[name] for name in constraint.scope}
        ends = {key: (min(found), max(found)) for key, found in distinct.items()}
        reach = [(ends[id(problem.domains[name])], shift) for name, shift in self.shifts.items()]
        self.low: int = min(least + shift for (least, _), shift in reach)
        self.span = max(most + shift for (_, most), shift in reach) - self.low + 1
        self.dense = self.span <= SPAN and max(abs(end) for pair in ends.values() for end in pair) < 1 << 60
        rows = {key: np.array(found, np.int64) for key, found in distinct.items() if self.dense}
        self.rows: dict[Variable, Any] = {
            name: rows.get(id(problem.domains[name])) for name in constraint.scope
        }

    def zeros(self) -> Any:
        import numpy as np

        return np.zeros(self.span, np.int64) if self.dense else defaultdict(int)

    def place(self, variable: Variable, value: int) -> int:
        return value + self.shifts[variable] - self.low

    def row(self, variable: Variable, number: Any) -> Row:
        import numpy as np

        offset = self.shifts[variable] - self.low
        if self.dense:
            return number[self.rows[variable] + offset]
        return np.array([number[value + offset] for value in self.domains[variable]], np.int64)


class Judged:
    """Of a constraint that holds or does not: one conflict, which all its variables have."""

    broken = 0

    def __init__(self, constraint: Constraint, problem: Problem) -> None:
        self.scope, self.domains = constraint.scope, problem.domains

    def judge(self, holds: bool) -> Changes:
        change = int(not holds) - self.broken
        self.broken += change
        return ((variable, change) for variable in self.scope if change)


class Verdict(Judged):
    """Of any constraint: what it says of the values."""

    def __init__(self, constraint: Constraint, problem: Problem, rows: Rows) -> None:
        super().__init__(constraint, problem)
        self.constraint, self.rows = constraint, rows
        self.place = {variable: place for place, variable in enumerate(self.scope)}

    def begin(self, assignment: Assignment) -> Changes:
        self.values = [assignment[variable] for variable in self.scope]
        self.broken = 0
        return self.judge(self.constraint.holds(*self.values))

    def row(self, variable: Variable) -> Row:
        place = self.place[variable]
        return self.rows(self, place, (*self.values[:place], *self.values[place + 1 :]))

    def asked(self, place: int, others: tuple[Any, ...]) -> Row:
        """Hold every value in a place against those in the others."""
        import numpy as np

        before, after, holds = others[:place], others[place:], self.constraint.holds
        domain = self.domains[self.scope[place]]
        return np.array([not holds(*before, value, *after) for value in domain], np.bool_)

    def change(self, variable: Variable, value: Any) -> Changes:
        self.values[self.place[variable]] = value
        return self.judge(self.constraint.holds(*self.values))


class Total(Judged):
    """Of a sum: what it comes to."""

    def __init__(self, constraint: Sum, problem: Problem) -> None:
        super().__init__(constraint, problem)
        self.factors = dict(zip(constraint.scope, constraint.coefficients))
        self.relation, self.amount = RELATIONS[constraint.relation], constraint.total

    def begin(self, assignment: Assignment) -> Changes:
        self.terms = {name: factor * exact(assignment[name]) for name, factor in self.factors.items()}
        self.total = sum(self.terms.values())
        self.broken = 0
        return self.judge(self.relation(self.total, self.amount))

    def row(self, variable: Variable) -> Row:
        others, factor = self.total - self.terms[variable], self.factors[variable]
        import numpy as np

        holds, amount, domain = self.relation, self.amount, self.domains[variable]
        return np.array([not holds(others + factor * exact(value), amount) for value in domain], np.bool_)

    def change(self, variable: Variable, value: Any) -> Changes:
        term = self.factors[variable] * exact(value)
        self.total += term - self.terms[variable]
        self.terms[variable] = term
        return self.judge(self.relation(self.total, self.amount))


class Pool:
    """Some variables, of which any can be drawn at once."""

    def __init__(self) -> None:
        self.members: list[Variable] = []
        self.place: dict[Variable, int] = {}

    def add(self, variable: Variable) -> None:
        self.place[variable] = len(self.members)
        self.members.append(variable)

    def discard(self, variable: Variable) -> None:
        """The last one takes its place."""
        place, last = self.place.pop(variable), self.members.pop()
        if last != variable:
            self.members[place], self.place[last] = last, place

    def draw(self, dice: Random) -> Variable:
        return dice.choice(self.members)


class Conflicts:
    """How many conflicts there are, and who has them."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.rows: Rows = lru_cache(maxsize=KNOWN)(Verdict.asked)
        self.tallies: dict[Variable, list[Tally]] = {variable: [] for variable in problem.variables}
        self.every = [self._tally(constraint) for constraint in problem.constraints]
        for constraint, tally in zip(problem.constraints, self.every):
            for variable in constraint.scope:
                self.tallies[variable].append(tally)

    def _tally(self, constraint: Constraint) -> Tally:
        if isinstance(constraint, AllDifferent):
            return Differences(constraint, self.problem)
        if isinstance(constraint, Sum):
            return Total(constraint, self.problem)
        return Verdict(constraint, self.problem, self.rows)

    def begin(self, assignment: Assignment) -> None:
        """From a complete assignment."""
        self.of = dict.fromkeys(self.problem.variables, 0)
        self.guilty = Pool()
        for tally in self.every:
            self._book(tally.begin(assignment))

    @property
    def total(self) -> int:
        return sum(tally.broken for tally in self.every)

    def row(self, variable: Variable) -> Row:
        """The conflicts that a variable would have with each value of its domain."""
        import numpy as np

        found = np.zeros(len(self.problem.domains[variable]), np.int64)
        for tally in self.tallies[variable]:
            found += tally.row(variable)
        return found

    def change(self, variable: Variable, value: Any) -> None:
        """Give a variable another value."""
        for tally in self.tallies[variable]:
            self._book(tally.change(variable, value))

    def _book(self, changes: Changes) -> None:
        for variable, change in changes:
            before = self.of[variable]
            self.of[variable] = before + change
            if not before and change:
                self.guilty.add(variable)
            elif before and not before + change:
                self.guilty.discard(variable)
