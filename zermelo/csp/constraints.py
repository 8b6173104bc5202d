"""Constraints: what the values of some variables must satisfy together."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any

from zermelo.errors import ProblemError, ZermeloError

Variable = Hashable
Test = Callable[..., Any]

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


@dataclass(frozen=True)
class Constraint:
    """The variables it binds; `holds` takes their values in the same order."""

    scope: tuple[Variable, ...]

    def holds(self, *values: Any) -> bool:
        raise NotImplementedError

    def culprits(self, *values: Any) -> tuple[Variable, ...]:
        """Where it does not hold: variables whose values alone break it."""
        return self.scope

    def __str__(self) -> str:
        return f"{type(self).__name__.lower()} on {listed(self.scope)}"


@dataclass(frozen=True)
class Predicate(Constraint):
    """A function of the values that is true where they are allowed."""

    function: Test
    name: str = ""

    def holds(self, *values: Any) -> bool:
        try:
            return bool(self.function(*values))
        except ZermeloError:
            raise
        except Exception as error:
            given = ", ".join(f"{name} = {value!r}" for name, value in zip(self.scope, values))
            said = f"{type(error).__name__}: {error}".rstrip(": ")
            raise ProblemError("constraint_raised", constraint=self, said=said, values=given) from error

    def __str__(self) -> str:
        called = self.name or name_of(self.function)
        return f"{'' if called == '<lambda>' else called + ' '}on {listed(self.scope)}"


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """No two of the variables have the same value, each with its shift added where there are shifts."""

    shifts: tuple[int, ...] = ()

    def shifted(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """What must be different."""
        return tuple(map(operator.add, values, self.shifts)) if self.shifts else values

    def holds(self, *values: Any) -> bool:
        return len(set(self.shifted(values))) == len(values)

    def culprits(self, *values: Any) -> tuple[Variable, ...]:
        """The first two that are equal."""
        seen: dict[Any, Variable] = {}
        for variable, value in zip(self.scope, self.shifted(values)):
            if value in seen:
                return seen[value], variable
            seen[value] = variable
        return ()

    def __str__(self) -> str:
        return f"all different{', shifted' if self.shifts else ''}: {listed(self.scope)}"


@dataclass(frozen=True)
class Sum(Constraint):
    """coefficients · values  RELATION  total."""

    relation: str
    total: Any
    coefficients: tuple[Any, ...]

    def holds(self, *values: Any) -> bool:
        found = sum(factor * exact(value) for factor, value in zip(self.coefficients, values))
        return RELATIONS[self.relation](found, self.total)

    def __str__(self) -> str:
        return f"sum of {listed(self.scope)} {self.relation} {self.total}"


@dataclass(frozen=True)
class Table(Constraint):
    """The rows of values that are allowed, or those that are not."""

    rows: frozenset[tuple[Any, ...]] = field(repr=False)
    allowed: bool = True

    def holds(self, *values: Any) -> bool:
        return (values in self.rows) == self.allowed

    def __str__(self) -> str:
        return f"table on {listed(self.scope)}"


def name_of(function: Any) -> str:
    """What a function is called, whatever kind of callable it is.

    >>> from functools import partial
    >>> name_of(partial(max, 3)), name_of(int)
    ('max', 'int')
    """
    called = getattr(function, "__name__", None)
    if isinstance(called, str):
        return called
    inner = getattr(function, "func", None)
    return type(function).__name__ if inner is None else name_of(inner)


def listed(names: Iterable[Any], most: int = 8) -> str:
    """a, b and c; long lists are cut."""
    every = list(names)
    cut = len(every) - most + 1 if len(every) > most else 0
    words = [str(name) for name in (every[: most - 1] if cut else every)]
    if cut:
        words.append(f"{cut:,} more")
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nothing"


def several(given: Any, what: str) -> tuple[Any, ...]:
    """A list of something that a user gave, as a tuple."""
    if not isinstance(given, Iterable):
        raise ProblemError("not_a_list", what=what, given=repr(given))
    return tuple(given)


def gathered(variables: tuple[Any, ...]) -> tuple[Variable, ...]:
    """The variables of a call, one by one or as one list."""
    if (
        len(variables) == 1
        and not isinstance(variables[0], str | tuple)
        and isinstance(variables[0], Iterable)
    ):
        return tuple(variables[0])
    return variables


def predicate(function: Test, *variables: Any, name: str = "") -> Predicate:
    """A constraint by a function of the variables' values.

    >>> predicate(lambda x, y: x < y, "x", "y").holds(1, 2)
    True
    """
    if not callable(function):
        raise ProblemError("predicate_needs_function", given=repr(function))
    return Predicate(gathered(variables), function, name)


def all_different(*variables: Any, shifts: Iterable[int] | None = None) -> AllDifferent:
    """No two of these variables have the same value; with `shifts`, the same sum of value and shift.

    >>> all_different("x", "y", "z").holds(1, 2, 1)
    False
    >>> all_different("x", "y", shifts=[0, 1]).holds(2, 1)
    False
    """
    scope = gathered(variables)
    if shifts is None:
        return AllDifferent(scope)
    added = several(shifts, "the shifts of all_different")
    if len(added) != len(scope):
        raise ProblemError("wrong_shift_count", variables=len(scope), shifts=len(added))
    for number in added:
        if not isinstance(number, int):
            raise ProblemError("shift_not_whole", given=repr(number))
    return AllDifferent(scope, added)


def total(
    variables: Iterable[Variable], relation: str, amount: Any, coefficients: Sequence[Any] | None = None
) -> Sum:
    """The sum of the variables, each times its coefficient, compared with an amount.

    >>> total(["x", "y"], "<=", 5, [1, 2]).holds(1, 2)
    True
    """
    scope = several(variables, "the variables of a sum")
    factors = (1,) * len(scope)
    if coefficients is not None:
        factors = several(coefficients, "the coefficients of a sum")
    if not isinstance(relation, str) or relation not in RELATIONS:
        raise ProblemError("unknown_relation", choices=[*RELATIONS], given=repr(relation))
    if len(factors) != len(scope):
        raise ProblemError("wrong_coefficient_count", variables=len(scope), coefficients=len(factors))
    for number in (*factors, amount):
        if not is_number(number):
            raise ProblemError("sum_needs_numbers", given=repr(number))
    return Sum(scope, relation, exact(amount), tuple(map(exact, factors)))


def exact(number: Any) -> Any:
    """A number as a whole one or a fraction: then a sum is the same in whatever order it is added up.

    >>> exact(0.5), exact(3), exact(2.0)
    (Fraction(1, 2), 3, 2)
    """
    if isinstance(number, int):
        return number
    if isinstance(number, Integral):
        return int(number)
    found = Fraction(number if isinstance(number, Rational) else float(number))
    return found.numerator if found.denominator == 1 else found


def is_number(value: Any) -> bool:
    """Real and finite, of whatever size."""
    return isinstance(value, Rational) or (isinstance(value, Real) and isfinite(value))


def readable(number: Any) -> Any:
    """A fraction that came from floats as a float again.

    >>> readable(Fraction(3, 2)), readable(Fraction(1, 3)), readable(4)
    (1.5, Fraction(1, 3), 4)
    """
    if not isinstance(number, Fraction) or number.denominator & (number.denominator - 1):
        return number
    try:
        return float(number)
    except OverflowError:
        return number


def table(variables: Iterable[Variable], rows: Iterable[Iterable[Any]], allowed: bool = True) -> Table:
    """The rows of values that these variables may (or, with allowed=False, may not) take together.

    >>> table(["x", "y"], [(1, 2), (2, 1)]).holds(2, 1)
    True
    """
    scope = several(variables, "the variables of a table")
    listed_rows = several(rows, "the rows of a table")
    try:
        kept = frozenset(several(row, "a row of a table") for row in listed_rows)
    except TypeError as error:
        raise ProblemError("unhashable_row", reason=error) from None
    for row in kept:
        if len(row) != len(scope):
            raise ProblemError("wrong_row_length", variables=len(scope), values=len(row), row=repr(row))
    return Table(scope, kept, allowed)
