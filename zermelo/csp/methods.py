"""The methods: each gives every solution, one after another, and counts what it costs."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

from zermelo.csp.conflicts import Conflicts
from zermelo.csp.constraints import Constraint, Variable, listed, name_of
from zermelo.csp.inference import COMPLETE, ac3, arc_consistent, forward_checking, no_inference
from zermelo.csp.orders import lcv, natural
from zermelo.csp.problem import Assignment
from zermelo.csp.search import Search
from zermelo.errors import SearchError, Stopped


def generate_and_test(search: Search) -> Iterator[Assignment]:
    """Write down every complete assignment, and test each against all constraints."""
    search.flat = True
    variables, counters = search.problem.variables, search.counters
    for values in product(*(search.problem.domains[variable] for variable in variables)):
        search.count_assignment()
        counters.checks += 1
        search.assignment = dict(zip(variables, values))
        broken = search.problem.broken(search.assignment)
        if search.recorder:
            tell_test(search, broken)
        if broken is None and improves(search):
            yield search.found()


def tell_test(search: Search, broken: Constraint | None) -> None:
    """A configuration, and who breaks it; of one that is right, whether it is better than what is known."""
    assignment = search.assignment
    others = () if broken is None else broken.culprits(*(assignment[name] for name in broken.scope))
    number = search.counters.assignments
    search.note("test", others=others, values=tuple(assignment.values()), counts=(number,))
    if broken is None and not improves(search):
        assert search.problem.objective is not None
        search.note("bound", value=search.problem.objective.value(assignment), values=(search.best,))


def improves(search: Search) -> bool:
    """Does a solution count?  With an objective, only if it is better than the last."""
    objective = search.problem.objective
    if objective is None or search.best is None:
        return True
    return bool(objective.sense * objective.value(search.assignment) < objective.sense * search.best)


def backtracking(search: Search) -> Iterator[Assignment]:
    """Chronological backtracking: one variable after another; a dead end goes back to the last one."""
    if prepared(search):
        yield from _backtrack(search)


def prepared(search: Search) -> bool:
    """What can be said before the first assignment, by the inference that will be used."""
    if search.plan.inference is no_inference:
        return True
    return search.node_consistent() and (search.plan.inference is not ac3 or arc_consistent(search))


def _backtrack(search: Search) -> Iterator[Assignment]:
    if search.complete:
        yield search.found()
        return
    variable = next_variable(search)
    for value in values_of(search, variable):
        if fits(search, variable, value):
            mark = len(search.trail)
            search.assign(variable, value)
            if follows(search, variable):
                yield from _backtrack(search)
            search.take_back(variable, mark)
    if search.assignment:
        search.counters.backtracks += 1
        search.note("back", variable, others=(next(reversed(search.assignment)),))


def next_variable(search: Search) -> Variable:
    """As the strategy says, which may be the user's own."""
    variable = search.plan.select(search)
    if not is_hashable(variable) or variable in search.assignment or variable not in search.domains:
        name = name_of(search.plan.select)
        raise SearchError("wrong_variable_chosen", order=name, variable=repr(variable))
    return variable


def values_of(search: Search, variable: Variable) -> Iterable[Any]:
    """In the order of the strategy; the user's own must give every value that is left, once."""
    order = search.plan.order
    found = order(search, variable)
    if order in OUR_ORDERS:
        return found
    left = search.domains[variable]
    values = list(found) if isinstance(found, Iterable) else None
    if values is None or len(values) != len(left) or any(value not in left for value in values):
        shown = repr(found) if values is None else listed(values)
        given = f"{shown} for {variable!r}, which has {listed(left)} left"
        raise SearchError("wrong_value_order", order=name_of(order), given=given)
    return values


def is_hashable(found: Any) -> bool:
    try:
        hash(found)
    except TypeError:
        return False
    return True


def follows(search: Search, variable: Variable) -> bool:
    """Can it go on after an assignment, as the inference and the objective say?"""
    search.blamed = frozenset()
    inference = search.plan.inference
    goes_on = inference(search, variable)
    if goes_on is not True and goes_on is not False:
        raise SearchError("wrong_inference", inference=name_of(inference), given=repr(goes_on))
    return goes_on and search.promising()


def fits(search: Search, variable: Variable, value: Any) -> bool:
    """Hold a value against what is assigned, unless the inference has already seen to it."""
    if search.plan.inference in COMPLETE:
        return True
    culprits = search.conflict(variable, value)
    if culprits is None:
        return True
    search.blamed = frozenset(culprits)
    search.note("reject", variable, value, others=search.in_order(culprits))
    return False


def backjumping(search: Search) -> Iterator[Assignment]:
    """Conflict-directed back-jumping: a dead end goes back to the last variable that had a part in it."""
    if prepared(search):
        yield from _backjump(search)


def _backjump(search: Search) -> Generator[Assignment, None, frozenset[Variable]]:
    """Gives back the assigned variables that are to blame for there being nothing more below."""
    if search.complete:
        yield search.found()
        return frozenset(search.assignment)
    variable = next_variable(search)
    known = search.plan.inference in OUR_INFERENCES
    blamed = search.reasons[variable] if known else frozenset(search.assignment)
    for value in values_of(search, variable):
        if not fits(search, variable, value):
            blamed |= search.blamed
            continue
        mark = len(search.trail)
        search.assign(variable, value)
        if follows(search, variable):
            below = yield from _backjump(search)
        else:
            below = search.blamed if known else frozenset(search.assignment)
        search.take_back(variable, mark)
        if variable not in below:
            return below  # no value of this variable could help
        blamed |= below - {variable}
    told_back(search, variable, blamed)
    return blamed


def told_back(search: Search, variable: Variable, blamed: frozenset[Variable]) -> None:
    if search.assignment:
        search.counters.backtracks += 1
    latest = list(reversed(search.assignment))
    guilty = next((place for place, name in enumerate(latest) if name in blamed), None)
    if guilty is not None:
        search.note("jump", variable, others=(latest[guilty], *latest[:guilty]))


OUR_ORDERS = (natural, lcv)
OUR_INFERENCES = (no_inference, forward_checking, ac3)
"""They say whom a dead end is owed to; after the user's own, everything assigned may have a part in it."""
STEPS_BEFORE_A_NEW_START = 50
"""For each variable; then min-conflicts starts from new random values."""


def min_conflicts(search: Search) -> Iterator[Assignment]:
    """Start anywhere; give a variable in conflict the value with the fewest conflicts; repeat.

    Finds solutions quickly where there are many, and can never prove that there is none.
    """
    search.flat = True
    dice, conflicts = Random(search.plan.seed), Conflicts(search.problem)
    most = STEPS_BEFORE_A_NEW_START * len(search.problem.variables)
    while True:
        start_anywhere(search, conflicts, dice)
        for _ in range(most):
            if not conflicts.guilty.members:
                break
            change_one(search, conflicts, dice)
        if not conflicts.guilty.members and improves(search):
            yield search.found()
        if search.clock.left <= 0 or (
            search.nodes is not None and search.counters.assignments >= search.nodes
        ):
            raise Stopped


def start_anywhere(search: Search, conflicts: Conflicts, dice: Random) -> None:
    """A complete assignment at random."""
    search.count_assignment()
    domains = search.problem.domains
    search.assignment = {name: dice.choice(domains[name]) for name in search.problem.variables}
    conflicts.begin(search.assignment)
    if search.recorder:
        search.note("start", values=tuple(search.assignment.values()), counts=(conflicts.total,))


def change_one(search: Search, conflicts: Conflicts, dice: Random) -> None:
    """A variable in conflict takes the value with the fewest conflicts; of several, any."""
    variable = conflicts.guilty.draw(dice)
    value, before = least_conflicts(search, conflicts, variable, dice), conflicts.of[variable]
    old = search.assignment[variable]
    search.count_assignment()
    search.assignment[variable] = value
    conflicts.change(variable, value)
    if search.recorder:
        counts = (before, conflicts.of[variable], conflicts.total)
        search.note("change", variable, value, values=(old,), counts=counts)


def least_conflicts(search: Search, conflicts: Conflicts, variable: Variable, dice: Random) -> Any:
    """The value with the fewest conflicts; of several, any."""
    row = conflicts.row(variable)
    search.counters.checks += len(row)
    (best,) = (row == row.min()).nonzero()
    return search.problem.domains[variable][dice.choice(best)]
