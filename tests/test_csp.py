"""Constraint problems: every strategy against generate-and-test, compiled against interpreted, misuse."""

from __future__ import annotations

import gc
import itertools
import json
import sys
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from budget import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zermelo.csp import (
    Problem,
    ac3,
    all_different,
    backjumping,
    backtracking,
    count,
    degree,
    forward_checking,
    generate_and_test,
    lcv,
    maximize,
    min_conflicts,
    minimize,
    mrv,
    mrv_degree,
    natural,
    no_inference,
    predicate,
    solutions,
    solve,
    static,
    table,
    total,
)
from zermelo.csp import solve as solve_function
from zermelo.csp.compiled import Machine
from zermelo.csp.constraints import RELATIONS
from zermelo.csp.kernels import backtrack, generate
from zermelo.csp.puzzles import queens
from zermelo.csp.search import Plan, Search
from zermelo.errors import CannotCompile, ProblemError, SearchError, ZermeloError
from zermelo.limits import Clock

METHODS = (backtracking, backjumping)
SELECTS = (static, mrv, degree, mrv_degree)
ORDERS = (natural, lcv)
INFERENCES = (no_inference, forward_checking, ac3)
COMBINATIONS = list(itertools.product(METHODS, SELECTS, ORDERS, INFERENCES))
COMPILED = list(itertools.product(SELECTS, (no_inference, forward_checking)))


# -- random problems ---------------------------------------------------------------------------------


@st.composite
def problems(draw: Any, objective: bool = False) -> Problem:
    """Up to five variables with up to four values, and constraints of every kind."""
    size = draw(st.integers(2, 5))
    variables = "abcde"[:size]
    domains = {name: draw(st.lists(st.integers(-2, 4), min_size=1, max_size=4)) for name in variables}
    constraints = [draw(constraint(variables, domains)) for _ in range(draw(st.integers(0, 5)))]
    goal = None
    if objective:
        make = draw(st.sampled_from([minimize, maximize]))
        goal = make(variables, draw(st.lists(st.integers(-3, 3), min_size=size, max_size=size)))
    return Problem(variables, domains, constraints, goal)


@st.composite
def constraint(draw: Any, variables: str, domains: dict[str, list[int]]) -> Any:
    scope = draw(st.lists(st.sampled_from(variables), min_size=1, max_size=4, unique=True))
    kind = draw(st.sampled_from(["predicate", "predicate", "table", "sum", "different", "shifted"]))
    if kind == "different":
        return all_different(*scope)
    if kind == "shifted":
        shifts = draw(st.lists(st.integers(-2, 2), min_size=len(scope), max_size=len(scope)))
        return all_different(*scope, shifts=shifts)
    if kind == "sum":
        factors = draw(st.lists(st.integers(-2, 2), min_size=len(scope), max_size=len(scope)))
        return total(scope, draw(st.sampled_from(sorted(RELATIONS))), draw(st.integers(-3, 8)), factors)
    rows = list(itertools.product(*(sorted(set(domains[name])) for name in scope)))
    kept = frozenset(row for row in rows if draw(st.integers(0, 9)) < 7) if len(rows) <= 16 else rows[::2]
    if kind == "table":
        return table(scope, kept, allowed=draw(st.booleans()))
    return predicate(lambda *values: values in kept, *scope)


def as_set(found: Any) -> list[tuple[Any, ...]]:
    return sorted(tuple(solution.values()) for solution in found)


def by_brute_force(problem: Problem) -> list[tuple[Any, ...]]:
    """All complete assignments that break no constraint: written without the library's search."""
    found = []
    for values in itertools.product(*problem.domains.values()):
        given_values = dict(zip(problem.variables, values))
        if all(c.holds(*(given_values[name] for name in c.scope)) for c in problem.constraints):
            found.append(values)
    return sorted(found)


RELAXED = settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))


@RELAXED
@given(problems())
def test_every_combination_finds_exactly_the_solutions(problem: Problem) -> None:
    expected = by_brute_force(problem)
    assert as_set(solutions(problem, method=generate_and_test, engine="interpreted")) == expected
    for method, select, order, inference in COMBINATIONS:
        how = {"method": method, "select": select, "order": order, "inference": inference}
        assert as_set(solutions(problem, engine="interpreted", **how)) == expected, how


def interpreted_kernel(problem: Problem, plan: Plan) -> tuple[list[Any], Any]:
    """The kernel's own source, run by Python."""
    machine = Machine(problem, plan, compiled=False)
    return list(machine.run(Clock(None), None)), machine.counters


@RELAXED
@given(problems())
def test_the_kernel_counts_as_the_textbook_does(problem: Problem) -> None:
    for select, inference in COMPILED:
        plan = Plan(backtracking, select, natural, inference)
        search = Search(problem, plan, Clock(None))
        found = list(backtracking(search))
        assert interpreted_kernel(problem, plan) == (found, search.counters), (select, inference)
    plan = Plan(generate_and_test, static, natural, no_inference)
    search = Search(problem, plan, Clock(None))
    assert interpreted_kernel(problem, plan) == (list(generate_and_test(search)), search.counters)


@RELAXED
@given(problems())
def test_compiled_is_interpreted(problem: Problem) -> None:
    for select, inference in COMPILED:
        how = {"select": select, "inference": inference}
        slow, fast = count(problem, engine="interpreted", **how), count(problem, engine="compiled", **how)
        assert (slow.counters, slow.solution) == (fast.counters, fast.solution), how
        assert list(solutions(problem, engine="interpreted", **how)) == list(
            solutions(problem, engine="compiled", **how)
        )


@RELAXED
@given(problems(objective=True))
def test_the_best_is_the_best(problem: Problem) -> None:
    objective = problem.objective
    assert objective is not None
    worths = [objective.value(dict(zip(problem.variables, row))) for row in by_brute_force(problem)]
    expected = (min if objective.sense > 0 else max)(worths, default=None)
    for method, inference in itertools.product((*METHODS, generate_and_test), INFERENCES):
        answer = solve(problem, method=method, inference=inference, engine="interpreted")
        assert answer.value == expected
        assert answer.complete
        assert answer.none == (expected is None)
    for method, inference in (
        (backtracking, forward_checking),
        (backtracking, no_inference),
        (generate_and_test, no_inference),
    ):
        how: dict[str, Any] = {"method": method, "inference": inference}
        fast, slow = solve(problem, engine="compiled", **how), solve(problem, engine="interpreted", **how)
        assert (fast.value, fast.solution, fast.counters) == (slow.value, slow.solution, slow.counters)


@settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
@given(problems(), problems(objective=True))
def test_ortools_agrees(problem: Problem, best: Problem) -> None:
    pytest.importorskip("ortools")
    assert as_set(solutions(problem, engine="ortools")) == by_brute_force(problem)
    ours, theirs = solve(best, engine="interpreted"), solve(best, engine="ortools")
    assert (ours.value, ours.none) == (theirs.value, theirs.none)


@RELAXED
@given(problems())
def test_min_conflicts_finds_only_solutions(problem: Problem) -> None:
    answer = solve(problem, method=min_conflicts, nodes=2000)
    if answer.solution is not None:
        assert problem.broken(answer.solution) is None
    assert not answer.complete


def test_functions_as_objectives() -> None:
    goal = minimize(lambda found: abs(found["x"] - 3) + found["y"])
    problem = Problem("xy", range(5), [predicate(lambda x, y: x + y >= 4, "x", "y")], goal)
    assert solve(problem).value == 1
    bounded = minimize(
        lambda found: abs(found["x"] - 3) + found["y"],
        bound=lambda part: abs(part["x"] - 3) if "x" in part else 0,
    )
    again = Problem("xy", range(5), problem.constraints, bounded)
    answer = solve(again, select=static)
    assert answer.value == 1
    assert answer.counters.cutoffs > 0


# -- the lecture's figures ---------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_eight_queens_as_the_lecture_counts(engine: str) -> None:
    answer = count(queens.problem(8), select=static, inference=no_inference, engine=engine)
    assert answer.count == 92
    assert answer.counters.assignments == 2056
    assert answer.counters.checks == 15720


def test_reduced_generate_and_test() -> None:
    answer = count(queens.problem(8), method=generate_and_test, engine="compiled")
    assert (answer.count, answer.counters.assignments) == (92, 16_777_216)
    small = count(queens.problem(5), method=generate_and_test, engine="interpreted")
    assert (small.count, small.counters.assignments) == (10, 5**5)


def test_each_idea_buys_something() -> None:
    """On ten queens: fewer placements with every further idea."""
    how: list[dict[str, Any]] = [
        {"select": static, "inference": no_inference},
        {"select": static, "inference": forward_checking},
        {"select": mrv, "inference": forward_checking},
        {"select": mrv, "inference": ac3},
    ]
    tries = [count(queens.problem(8), engine="interpreted", **asked).counters.assignments for asked in how]
    assert tries == sorted(tries, reverse=True)
    assert len(set(tries)) == 4


def test_backjumping_skips_what_had_no_part() -> None:
    """x1 … x6 are free; a and b have no value together: going back one by one tries 2^6 times."""
    names = ["a", *(f"x{i}" for i in range(6)), "b"]
    problem = Problem(names, [0, 1], [predicate(lambda a, b: False, "a", "b")])
    how: dict[str, Any] = {"select": static, "inference": no_inference, "engine": "interpreted"}
    plain, jumping = solve(problem, **how), solve(problem, method=backjumping, trace=1000, **how)
    assert plain.none
    assert jumping.none
    assert plain.counters.assignments == 2 * (2**7 - 1)
    assert jumping.counters.assignments == 2 * 7
    assert jumping.trace is not None
    said = "b has no value left: back to a, over x5, x4, x3, x2, x1 and x0, which had no part in it."
    assert said in [sentence.strip().lower() for sentence in jumping.trace.sentences()]


# -- the story ---------------------------------------------------------------------------------------


def test_narration() -> None:
    answer = solve(queens.problem(6), select=static, inference=no_inference, trace=10_000)
    assert answer.trace is not None
    told = [sentence.strip() for sentence in answer.trace.sentences()]
    assert told[:4] == [
        "Queen 1 takes column 1.",
        "Queen 2 cannot take column 1: queen 1 forbids it.",
        "Queen 2 cannot take column 2: queen 1 forbids it.",
        "Queen 2 takes column 3.",
    ]
    assert "Queen 4 has no cell left: back to queen 3." in told
    assert told[-1].startswith("Solution 1: queen 1 column 2, queen 2 column 4")
    kinds = [step.kind for step in answer.trace.steps]
    assert kinds.count("assign") == answer.counters.assignments
    assert kinds.count("back") == answer.counters.backtracks
    assert kinds.count("reject") == answer.counters.checks - answer.counters.assignments


def test_a_story_of_pruning_bounds_and_jumps_is_written_as_json(tmp_path: Any) -> None:
    problem = Problem(
        "xyz", range(4), [all_different("x", "y", "z"), total("xyz", ">=", 4)], minimize("xyz", [3, 1, 2])
    )
    answer = solve(problem, trace=1000, method=backjumping)
    assert answer.trace is not None
    told = list(answer.trace.sentences())
    assert any("not worth going on" in sentence for sentence in told)
    assert any("loses" in sentence for sentence in told)
    answer.trace.write(tmp_path / "steps.jsonl")
    steps = [json.loads(line) for line in (tmp_path / "steps.jsonl").read_text().splitlines()]
    assert len(steps) == len(answer.trace.steps) == len(told)
    assert sum(len(step["values"]) for step in steps if step["kind"] == "prune") == answer.counters.prunings


def test_a_long_story_is_cut() -> None:
    answer = solve(queens.problem(8), select=static, inference=no_inference, trace=10)
    assert answer.trace is not None
    assert len(answer.trace.steps) == 10
    assert list(answer.trace.sentences())[-1].endswith("more steps that were not kept.")


# -- limits and engines ------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "auto"])
def test_limits(engine: str) -> None:
    few = count(queens.problem(12), nodes=500, engine=engine)
    assert not few.finished
    assert not few.complete
    assert few.counters.assignments == 500
    short = count(queens.problem(18), seconds=0.3, engine=engine)
    assert not short.finished
    assert short.seconds < 60


def test_solutions_say_when_they_are_not_all() -> None:
    with pytest.raises(SearchError, match="before all solutions were found"):
        list(solutions(queens.problem(10), nodes=100))


def test_solutions_come_one_by_one() -> None:
    stream = solutions(queens.problem(30), select=mrv_degree)
    assert queens.problem(30).broken(next(stream)) is None


def test_machine_code_takes_over_without_losing_a_solution() -> None:
    expected = list(solutions(queens.problem(9), engine="interpreted"))
    answer = count(queens.problem(12))
    assert (answer.count, answer.finished) == (14200, True)
    assert list(solutions(queens.problem(9))) == expected


def test_what_cannot_be_compiled_is_said_and_still_solved() -> None:
    answer = count(queens.problem(10), order=lcv)
    assert answer.count == 724
    assert answer.why_interpreted == "the value order lcv cannot be compiled; natural can"
    with pytest.raises(CannotCompile, match="ac3"):
        solve(queens.problem(6), inference=ac3, engine="compiled")
    with pytest.raises(CannotCompile, match="a domain of 63 values"):
        solve(Problem("x", range(63)), engine="compiled")
    with pytest.raises(CannotCompile, match=r"0\.5"):
        solve(Problem("xyz", [0, 0.5], [total("xyz", "==", 1)]), engine="compiled")
    wide = predicate(lambda *values: sum(values) == 9, *"abcdefgh")
    with pytest.raises(CannotCompile, match="too many to write down"):
        solve(Problem("abcdefgh", range(10), [wide]), engine="compiled")


def test_own_strategies() -> None:
    def last(search: Search) -> Any:
        return list(search.unassigned)[-1]

    def backwards(search: Search, variable: Any) -> Any:
        return reversed(search.domains[variable])

    answer = count(queens.problem(6), select=last, order=backwards)
    assert answer.count == 4
    assert answer.engine == "interpreted"


def test_many_variables() -> None:
    chain = Problem(range(900), [0, 1], [all_different(i, i + 1) for i in range(899)])
    for method in METHODS:
        assert solve(chain, method=method, select=static, engine="interpreted").solution is not None
    assert count(chain, engine="compiled").count == 2
    longer = Problem(range(4000), [0, 1])
    with pytest.raises(SearchError, match="engine='compiled'"):
        solve(longer, engine="interpreted")


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Python swallows what is raised while the collector calls somebody, as Hypothesis has itself called."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_ctrl_c_stops_a_compiled_count() -> None:
    def interrupt() -> None:
        import _thread

        _thread.interrupt_main()

    count(queens.problem(4), engine="compiled")
    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        count(queens.problem(20), engine="compiled", seconds=120)
    timer.join()


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
    (lambda: solve(queens.problem(4), engine="compiled", trace=10), "a trace needs engine='interpreted'"),
    (lambda: solve("queens"), "a Problem is needed"),
    (lambda: count(queens.problem(4), method=min_conflicts), "never all"),
]


@pytest.mark.parametrize(("misuse", "sentence"), MISUSES, ids=[sentence[:40] for _, sentence in MISUSES])
def test_misuse_is_one_sentence(misuse: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence) as caught:
        misuse()
    assert "\n" not in str(caught.value)


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
