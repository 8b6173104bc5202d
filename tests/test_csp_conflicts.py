"""Min-conflicts: its counts, kept up to date, are those of a naive recount; its story is true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from budget import LONG, examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_csp import problems

from zermelo.csp import Problem, all_different, min_conflicts, predicate, solve, total
from zermelo.csp.conflicts import Conflicts
from zermelo.csp.constraints import AllDifferent
from zermelo.csp.puzzles import queens, sudoku

RELAXED = settings(max_examples=examples(200), suppress_health_check=list(HealthCheck))


# -- a naive twin ------------------------------------------------------------------------------------


def in_conflict(problem: Problem, assignment: dict[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Who is in each conflict: two of an all-different, or all variables of another constraint."""
    for constraint in problem.constraints:
        values = [assignment[name] for name in constraint.scope]
        if isinstance(constraint, AllDifferent):
            compared = [value + shift for value, shift in zip(values, constraint.shifts)] or values
            for one, other in combinations(range(len(values)), 2):
                if compared[one] == compared[other]:
                    yield constraint.scope[one], constraint.scope[other]
        elif not constraint.holds(*values):
            yield constraint.scope


def recounted(problem: Problem, assignment: dict[Any, Any]) -> dict[Any, int]:
    found = list(in_conflict(problem, assignment))
    return {name: sum(name in group for group in found) for name in problem.variables}


def agree(problem: Problem, conflicts: Conflicts, assignment: dict[Any, Any]) -> None:
    counted = recounted(problem, assignment)
    assert conflicts.of == counted
    assert conflicts.total == len(list(in_conflict(problem, assignment)))
    assert set(conflicts.guilty.members) == {name for name, number in counted.items() if number}
    for name, domain in problem.domains.items():
        row = [recounted(problem, {**assignment, name: value})[name] for value in domain]
        assert list(conflicts.row(name)) == row


@RELAXED
@given(problem=problems(), seed=st.integers(0, 99))
def test_counts_kept_up_to_date_are_those_of_a_recount(problem: Problem, seed: int) -> None:
    dice, conflicts = Random(seed), Conflicts(problem)
    for _ in range(2):
        assignment = {name: dice.choice(domain) for name, domain in problem.domains.items()}
        conflicts.begin(assignment)
        for _ in range(4):
            agree(problem, conflicts, assignment)
            name = dice.choice(problem.variables)
            assignment[name] = dice.choice(problem.domains[name])
            conflicts.change(name, assignment[name])


def test_values_far_apart_and_of_any_kind_are_counted() -> None:
    far = [0, 10**12, 10**30, -(10**30)]
    names = Problem("abc", ["x", ("y",), None, 1], [all_different(*"abc")])
    for problem in (Problem("abc", far, [all_different(*"abc", shifts=[0, 10**12, 5])]), names):
        dice, conflicts = Random(1), Conflicts(problem)
        assignment = {name: dice.choice(domain) for name, domain in problem.domains.items()}
        conflicts.begin(assignment)
        for name in "abcabc":
            assignment[name] = dice.choice(problem.domains[name])
            conflicts.change(name, assignment[name])
            agree(problem, conflicts, assignment)


# -- how much it does --------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 4, 8, 50, 1_000] + [10_000] * LONG)
def test_queens_by_the_thousand(n: int) -> None:
    """A start by lot needs fewer changes than there are queens, where there are many."""
    problem = queens.problem(n)
    answer = solve(problem, method=min_conflicts)
    assert answer.solution is not None
    assert problem.broken(answer.solution) is None
    assert n < 1_000 or answer.counters.assignments < n


def test_what_did_not_change_is_not_asked_again() -> None:
    asked: list[tuple[int, int]] = []

    def quiet(value: int, other: int) -> bool:
        asked.append((value, other))
        return True

    restless = predicate(lambda value, other: False, "c", "d")
    problem = Problem("abcd", range(3), [predicate(quiet, "a", "b"), restless])
    assert solve(problem, method=min_conflicts, nodes=100).solution is None
    assert len(asked) == 1


def test_a_constraint_between_two_is_asked_once_for_each_value() -> None:
    asked: list[tuple[int, int]] = []

    def never(value: int, other: int) -> bool:
        asked.append((value, other))
        return False

    solve(Problem("ab", range(5), [predicate(never, "a", "b")]), method=min_conflicts, nodes=150)
    assert len(asked) <= 150 + 2 * 5 * 5


# -- its story ---------------------------------------------------------------------------------------


def test_the_story_begins_with_the_start_and_counts_what_is_there() -> None:
    problem = queens.problem(6)
    answer = solve(problem, method=min_conflicts, seed=1, trace=1000)
    assert answer.trace is not None
    first, *rest = answer.trace.steps
    assignment = dict(zip(problem.variables, first.values))
    assert (first.kind, first.counts) == ("start", (len(list(in_conflict(problem, assignment))),))
    for step in rest[:-1]:
        assert (step.kind, step.values) == ("change", (assignment[step.variable],))
        before = recounted(problem, assignment)[step.variable]
        assignment[step.variable] = step.value
        after, left = recounted(problem, assignment)[step.variable], list(in_conflict(problem, assignment))
        assert step.counts == (before, after, len(left))
    assert (rest[-1].kind, assignment) == ("solution", answer.solution)


def test_the_story_in_words() -> None:
    answer = solve(queens.problem(6), method=min_conflicts, seed=1, trace=1000)
    assert answer.trace is not None
    told = list(answer.trace.sentences())
    assert told[0].startswith("Start with queen 1 column 2, queen 2 column 5, queen 3 column 1")
    assert told[0].endswith(": 3 conflicts.")
    assert told[1] == (
        "Queen 2 changes from column 5 to column 6: no conflict instead of 1; 2 conflicts left in all."
    )
    kept = "Queen 3 keeps column 1: no other value has fewer than its 1 conflict; 2 conflicts left in all."
    assert kept in told
    assert "Queen 3 changes from column 1 to column 5: still 1 conflict; 2 conflicts left in all." in told
    assert told[-2].endswith("; no conflict left in all.")
    assert told[-1].startswith("Solution 1: ")


def test_a_new_start_is_told() -> None:
    never = Problem("ab", range(2), [predicate(lambda a, b: False, "a", "b")])
    answer = solve(never, method=min_conflicts, nodes=103, trace=1000)
    assert answer.trace is not None
    starts = [sentence for sentence in answer.trace.sentences() if sentence.startswith("Start")]
    assert starts[0].startswith("Start with a ")
    assert [sentence[:18] for sentence in starts[1:]] == ["Start again with a"]


def test_sums_and_sudokus_too() -> None:
    assert solve(sudoku.problem("1...............".replace(" ", "")), method=min_conflicts).count == 1
    names = [f"x{place}" for place in range(20)]
    problem = Problem(names, range(10), [total(names, "==", 77), total(names[:5], ">", 30)])
    answer = solve(problem, method=min_conflicts)
    assert answer.solution is not None
    assert problem.broken(answer.solution) is None
