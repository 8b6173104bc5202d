"""What a search for solutions tells of itself: every sentence is true."""

from __future__ import annotations

import itertools
from typing import Any

from budget import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_csp import problems

from zermelo.csp import (
    Problem,
    ac3,
    all_different,
    count,
    forward_checking,
    generate_and_test,
    minimize,
    predicate,
    solve,
    static,
)
from zermelo.csp.constraints import AllDifferent
from zermelo.csp.puzzles import queens

RELAXED = settings(max_examples=examples(200), suppress_health_check=list(HealthCheck))


def domains_told(problem: Problem, steps: Any) -> Any:
    """Each step with the domains as they were before it, followed from the steps alone."""
    levels = [{name: set(domain) for name, domain in problem.domains.items()}]
    for step in steps:
        if step.kind == "assign":
            del levels[step.depth + 1 :]
            levels.append({**levels[-1], step.variable: {step.value}})
        yield step, levels[-1]
        if step.kind == "prune":
            levels[-1] = {**levels[-1], step.variable: levels[-1][step.variable] - set(step.values)}


def is_true_reason(problem: Problem, step: Any, domains: Any) -> bool:
    """Does nothing of those who are named go with what was lost?"""
    named = {step.variable, *step.others, *step.through}
    bound = [
        found
        for found in [*problem.constraints, *pairs_of(problem)]
        if step.variable in found.scope and set(step.through) <= set(found.scope) <= named
    ]
    names = list(dict.fromkeys(name for found in bound for name in found.scope))
    left = {**domains, step.variable: set(step.values)}
    rows = (dict(zip(names, row)) for row in itertools.product(*(left[name] for name in names)))
    return bool(bound) and all(any(not holds(found, row) for found in bound) for row in rows)


def holds(constraint: Any, row: dict[Any, Any]) -> bool:
    return bool(constraint.holds(*(row[name] for name in constraint.scope)))


def pairs_of(problem: Problem) -> Any:
    """What all-differents say of two variables."""
    for found in problem.constraints:
        if isinstance(found, AllDifferent):
            for one, other in itertools.combinations(range(len(found.scope)), 2):
                shifts = [found.shifts[one], found.shifts[other]] if found.shifts else None
                yield all_different(found.scope[one], found.scope[other], shifts=shifts)


@RELAXED
@given(problem=problems(), inference=st.sampled_from([forward_checking, ac3]))
def test_every_loss_is_told_with_a_reason_that_is_true(problem: Problem, inference: Any) -> None:
    answer = count(problem, inference=inference, trace=10_000, engine="interpreted")
    assert answer.trace is not None
    for step, domains in domains_told(problem, answer.trace.steps):
        if step.kind == "prune":
            assert is_true_reason(problem, step, domains), step


def test_a_queen_that_does_not_attack_is_not_blamed() -> None:
    answer = solve(queens.problem(6), select=static, inference=ac3, trace=100)
    assert answer.trace is not None
    told = [sentence.strip() for sentence in answer.trace.sentences()]
    assert told[0] == "Queen 1 takes column 1."
    assert "Queen 2 loses column 1 and column 2, because of queen 1." in told
    through = [step for step in answer.trace.steps if step.through]
    assert through
    queen, lost = through[0].variable, through[0].values[0]
    assert lost not in (0, queen)  # which is what queen 1 attacks
    said = f"Queen {queen + 1} loses column {lost + 1}: given queen 1"
    assert any(sentence.startswith(said) and "nothing left for queen" in sentence for sentence in told)


def test_generate_and_test_is_told() -> None:
    answer = solve(queens.problem(4), method=generate_and_test, trace=1000)
    assert answer.trace is not None
    told = list(answer.trace.sentences())
    everyone = "queen 1 column 1, queen 2 column 1, queen 3 column 1 and queen 4 column 1"
    assert told[0] == f"Configuration 1: {everyone}: queen 1 and queen 2 do not go together."
    assert told[-2].endswith(": every constraint holds.")
    assert told[-1].startswith("Solution 1: queen 1 column 2, queen 2 column 4")
    tests = [step for step in answer.trace.steps if step.kind == "test"]
    assert len(tests) == answer.counters.assignments
    worse = Problem("a", [2, 5, 1], [predicate(lambda value: value < 5, "a")], minimize("a"))
    answer = solve(worse, method=generate_and_test, trace=10)
    assert answer.trace is not None
    assert "Configuration 2: a 5: a constraint of its own forbids that for a." in answer.trace.sentences()
    later = Problem("a", [2, 5], (), minimize("a"))
    answer = solve(later, method=generate_and_test, trace=10)
    assert answer.trace is not None
    assert list(answer.trace.sentences())[-1].startswith("This can become 5 at best, and 2 is already known")
