"""Wrong problems and wrong calls, each with its sentence."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from brute_force import INFERENCES, METHODS, as_set, by_brute_force

from zermelo.csp import (
    Problem,
    all_different,
    count,
    forward_checking,
    min_conflicts,
    minimize,
    no_inference,
    predicate,
    solutions,
    solve,
    table,
    total,
)
from zermelo.csp import solve as solve_function
from zermelo.csp.constraints import RELATIONS
from zermelo.csp.kernels import backtrack, generate
from zermelo.csp.puzzles import queens
from zermelo.errors import ProblemError, SearchError, ZermeloError

# -- misuse ------------------------------------------------------------------------------------------


MISUSES: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: solve(
            Problem("ab", range(3), [predicate(lambda a, b: a % b == 0, "a", "b", name="divides")])
        ),
        r"the constraint divides on a and b raised ZeroDivisionError: .*, with a = 0, b = 0",
    ),
    (lambda: Problem("ab", {"a": [1], "b": []}), "the domain of b is empty: there is no value to choose"),
    (lambda: Problem("ab", []), "the domain is empty"),
    (lambda: Problem("ab", {"a": [1]}), "the variable b has no domain: give it its values"),
    (lambda: Problem("a", {"a": [1], "b": [2]}), "there is a domain for b, which is not a variable"),
    (
        lambda: Problem("ab", range(3), [all_different("a", "z")]),
        "all different: a and z names z, which is not a variable of this problem",
    ),
    (lambda: Problem("ab", range(3), [total(["a", []], "==", 1)]), r"names \[\], which is not a variable"),
    (lambda: Problem("aba", range(3)), "the variable a is given twice"),
    (lambda: Problem([], range(3)), "at least one variable"),
    (lambda: Problem([[1]], range(3)), "a variable must be hashable"),
    (lambda: Problem("a", [[1], [2]]), "must be a list of hashable values"),
    (lambda: Problem("a", 3), "must be a list of hashable values"),
    (lambda: Problem("ab", range(3), [lambda a, b: a < b]), "is not a constraint: make one with predicate"),
    (
        lambda: Problem("xy", range(2), all_different("x", "y")),
        "the constraints of a problem must be a list, not AllDifferent",
    ),
    (lambda: Problem(3, range(2)), "the variables of a problem must be a list, not 3"),
    (lambda: all_different("a", "b", shifts=[1]), "all_different of 2 variables has 1 shifts"),
    (lambda: all_different("a", "b", shifts=[0, 0.5]), "must be a whole number, not 0.5"),
    (
        lambda: Problem("ab", [0, 0.5], [all_different("a", "b", shifts=[0, 1])]),
        "all different, shifted: a and b needs values that are whole numbers",
    ),
    (lambda: Problem("ab", range(3), [all_different("a", "a")]), "names a variable twice"),
    (lambda: Problem("ab", range(3), [all_different()]), "names no variable"),
    (lambda: predicate("a", "b"), "a predicate needs a function"),
    (lambda: total("ab", "=", 3), "a sum must be compared by one of ==, !="),
    (lambda: total("ab", "==", 3, [1]), "has 1 coefficients: give one for each"),
    (lambda: total("ab", "==", "3"), "a sum needs numbers, not '3'"),
    (lambda: total("ab", "==", float("inf")), "a sum needs numbers, not inf"),
    (
        lambda: Problem("abc", "xy", [total("abc", "==", 3)]),
        "sum of a, b and c == 3 needs values that are numbers, not",
    ),
    (lambda: Problem("ab", "xy", [], minimize("ab")), "the objective needs values that are numbers, not 'x'"),
    (
        lambda: solve(queens.problem(4), select=lambda search: 0),
        "chose 0, which is not a variable without a value",
    ),
    (
        lambda: solve(Problem(range(4001), [0]), engine="compiled"),
        "a problem of 4,001 variables cannot be compiled",
    ),
    (lambda: table("ab", [(1, 2, 3)]), "a row of 3 values"),
    (lambda: Problem("ab", range(3), objective=minimize("az")), "the objective names z"),
    (lambda: Problem("ab", range(3), objective=len), "made with minimize or maximize"),
    (lambda: minimize("ab", [1]), "has 1 coefficients"),
    (lambda: solve(Problem("a", range(3), [], minimize(lambda found: 1 / 0))), "the objective raised Zero"),
    (
        lambda: solve(queens.problem(4), select="best"),
        "there is no variable order 'best': choose one of static",
    ),
    (lambda: solve(queens.problem(4), engine="gpu"), "there is no engine 'gpu'"),
    (lambda: solve(queens.problem(4), seconds=-1), "seconds must be a number >= 0"),
    (lambda: solve(queens.problem(4), trace=-1), "trace must be a number >= 0, not -1"),
    (lambda: solve(queens.problem(4), trace=1.5), "trace must be a whole number, not 1.5"),
    (lambda: solve(queens.problem(4), seed="a"), "seed must be a whole number, not 'a'"),
    (lambda: Problem("x", range(2), naming=str), r"the naming of a problem must be a Naming\("),
    (lambda: solve(queens.problem(4), engine="compiled", trace=10), "a trace needs engine='interpreted'"),
    (lambda: solve("queens"), "a Problem is needed"),
    (lambda: count(queens.problem(4), method=min_conflicts), "never all"),
]


@pytest.mark.parametrize(("misuse", "sentence"), MISUSES, ids=[sentence[:40] for _, sentence in MISUSES])
def test_misuse_is_one_sentence(misuse: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence) as caught:
        misuse()
    assert "\n" not in str(caught.value)


def test_a_trace_that_is_simply_asked_for_is_whole() -> None:
    whole = solve(queens.problem(5), trace=True).trace
    assert solve(queens.problem(5), trace=False).trace is None
    assert whole is not None
    assert whole.dropped == 0
    assert whole.steps[-1].kind == "solution"


def test_a_constraint_that_raises_does_so_compiled_and_by_ortools() -> None:
    problem = Problem("ab", range(3), [predicate(lambda a, b: a % b == 0, "a", "b")])
    for engine in ("compiled", "ortools"):
        with pytest.raises(ProblemError, match="raised ZeroDivisionError"):
            solve(problem, engine=engine)


def test_contradictions_are_proved() -> None:
    problem = Problem("xyz", [1, 2], [all_different("x", "y", "z")])
    for engine in ("interpreted", "compiled", "ortools"):
        answer = solve(problem, engine=engine)
        assert answer.none
        assert answer.sentence() == "there is no solution: every possibility was covered"
    alone = Problem("x", [1, 2], [predicate(lambda x: x > 2, "x")])
    for engine, inference in itertools.product(("interpreted", "compiled"), (no_inference, forward_checking)):
        assert solve(alone, engine=engine, inference=inference).none


def test_without_ortools_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "ortools"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    with pytest.raises(SearchError, match=r"needs OR-Tools, which is not installed; .*zermelo\[csp\]"):
        solve(queens.problem(4), engine="ortools")


def test_ortools_says_what_it_cannot_take() -> None:
    pytest.importorskip("ortools")
    fractions = Problem("xy", [0, 0.5], [total("xy", "==", 1)])
    with pytest.raises(SearchError, match="adds whole numbers only"):
        solve(fractions, engine="ortools")
    with pytest.raises(SearchError, match="a sum of variables, not a function"):
        solve(Problem("xy", range(3), [], minimize(lambda found: 1)), engine="ortools")
    wide = predicate(lambda *values: sum(values) == 9, *"abcdefgh")
    with pytest.raises(SearchError, match="too large to write out"):
        solve(Problem("abcdefgh", range(10), [wide]), engine="ortools")


def test_values_of_any_kind() -> None:
    pytest.importorskip("ortools")
    problem = Problem(
        "xyz", {"x": ["red", 1], "y": [(1, 2), "red"], "z": [True, None]}, [all_different("x", "y", "z")]
    )
    expected = [{"x": "red", "y": (1, 2), "z": True}, {"x": "red", "y": (1, 2), "z": None}]
    expected += [{"x": 1, "y": (1, 2), "z": None}, {"x": 1, "y": "red", "z": None}]
    for engine in ("interpreted", "compiled", "ortools"):
        found = sorted(solutions(problem, engine=engine), key=str)
        assert found == sorted(expected, key=str), engine


def test_fractions_and_numbers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    halves = Problem("xyz", [Fraction(1, 2), 0, 1.5], [total("xyz", "==", 2)])
    assert count(halves).count == 6
    problem = Problem("xyz", numpy.arange(4), [total("xyz", "==", 7)])
    assert {count(problem, engine=name).count for name in ("interpreted", "compiled", "ortools")} == {6}


def test_sums_of_floats_do_not_depend_on_the_order() -> None:
    names, values = "wxyz", [0.1, 0.2, 0.3, 0.7]
    for relation in RELATIONS:
        problem = Problem(names, values, [total(names, relation, 1.3, [1, 0.5, 2, 1])])
        expected = by_brute_force(problem)
        for method, inference in itertools.product(METHODS, INFERENCES):
            assert as_set(solutions(problem, method=method, inference=inference)) == expected


def test_kernels_agree_on_their_names() -> None:
    """Each kernel is compiled alone, so what two of them share is written down in both."""
    for name, value in vars(generate).items():
        if name.isupper():
            assert getattr(backtrack, name, value) == value, name


def test_the_package_offers_the_functions() -> None:
    assert solve_function is solve
