"""Constraint problems: every strategy against generate-and-test, compiled against interpreted, misuse."""

from __future__ import annotations

import gc
import itertools
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from brute_force import INFERENCES, METHODS, as_set, by_brute_force
from budget import PATIENCE, examples
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
from zermelo.csp.compiled import Machine
from zermelo.csp.constraints import RELATIONS
from zermelo.csp.puzzles import queens
from zermelo.csp.search import Plan, Search
from zermelo.errors import CannotCompile, SearchError
from zermelo.limits import Clock

SELECTS = (static, mrv, degree, mrv_degree)
ORDERS = (natural, lcv)

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
    assert short.seconds < PATIENCE


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
