"""The methods: each gives every solution, one after another, and counts what it costs."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

from zermelo.csp.constraints import Variable, listed, name_of
from zermelo.csp.inference import COMPLETE, ac3, arc_consistent, forward_checking, no_inference
from zermelo.csp.orders import lcv, natural
from zermelo.csp.problem import Assignment
from zermelo.csp.search import Search
from zermelo.errors import SearchError, Stopped


def generate_and_test(search: Search) -> Iterator[Assignment]:
    """Write down every complete assignment, and test each against all constraints."""
    variables, counters = search.problem.variables, search.counters
    for values in product(*(search.problem.domains[variable] for variable in variables)):
        search.count_assignment()
        counters.checks += 1
        search.assignment = dict(zip(variables, values))
        if search.problem.broken(search.assignment) is None and improves(search):
            yield search.found()


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
    if variable in search.assignment or variable not in search.domains:
        name = name_of(search.plan.select)
        raise SearchError("wrong_variable_chosen", order=name, variable=repr(variable))
    return variable


def values_of(search: Search, variable: Variable) -> Iterable[Any]:
    """In the order of the strategy; the user's own must give every value that is left, once."""
    order = search.plan.order
    found = order(search, variable)
    if order in OUR_ORDERS:
        return found
    values, left = list(found), search.domains[variable]
    if len(values) != len(left) or any(value not in left for value in values):
        given = f"{listed(values)} for {variable!r}, which has {listed(left)} left"
        raise SearchError("wrong_value_order", order=name_of(order), given=given)
    return values


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
    """Start anywhere; give a variable in conflict the value that breaks the least; repeat.

    Finds solutions quickly where there are many, and can never prove that there is none.
    """
    dice = Random(search.plan.seed)
    while True:
        search.count_assignment()
        search.assignment = {
            variable: dice.choice(search.problem.domains[variable]) for variable in search.problem.variables
        }
        for _ in range(STEPS_BEFORE_A_NEW_START * len(search.problem.variables)):
            broken = in_conflict(search)
            if not broken:
                if improves(search):
                    yield search.found()
                break
            variable = dice.choice(broken)
            value = least_conflicts(search, variable, dice)
            del search.assignment[variable]
            search.trail.clear()
            search.assign(variable, value)
        if search.clock.left <= 0 or (
            search.nodes is not None and search.counters.assignments >= search.nodes
        ):
            raise Stopped


def in_conflict(search: Search) -> list[Variable]:
    """The variables of constraints that are broken, in the order of the problem."""
    guilty: set[Variable] = set()
    for constraint in search.problem.constraints:
        if not constraint.holds(*(search.assignment[variable] for variable in constraint.scope)):
            guilty.update(constraint.scope)
    return [variable for variable in search.problem.variables if variable in guilty]


def least_conflicts(search: Search, variable: Variable, dice: Random) -> Any:
    """The value that breaks the fewest constraints; of several, any."""
    counts = [(conflicts(search, variable, value), value) for value in search.problem.domains[variable]]
    fewest = min(count for count, _ in counts)
    search.note("conflicts", variable, fewest)
    return dice.choice([value for count, value in counts if count == fewest])


def conflicts(search: Search, variable: Variable, value: Any) -> int:
    search.counters.checks += 1
    network, assignment = search.network, search.assignment
    linked = sum(not test(value, assignment[other]) for other, test in network.links[variable])
    alone = not network.keeps(variable, value)
    given = {**assignment, variable: value}
    wide = sum(not found.holds(*(given[name] for name in found.scope)) for found in network.wide[variable])
    return linked + wide + alone
