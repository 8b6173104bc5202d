"""Constraint problems at their corners: large and odd numbers, limits, the user's own strategies."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from budget import PATIENCE, in_turn

from zermelo.csp import (
    Objective,
    Problem,
    all_different,
    count,
    exact_covers,
    maximize,
    min_conflicts,
    minimize,
    ortools,
    predicate,
    solutions,
    solve,
    study,
    table,
    total,
)
from zermelo.csp.puzzles import colouring, queens
from zermelo.csp.solve import Inquiry
from zermelo.errors import ProblemError, SearchError

ENGINES = ("interpreted", "compiled", "ortools")

ROOT = Path(__file__).parents[1]

HUGE = 10**12


# -- numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_large_values_in_tables_and_objectives(engine: str) -> None:
    rows = [(HUGE, 3, -HUGE), (7, -HUGE, -HUGE), (7, -HUGE, 10**9), (7, -HUGE, 7), (7, 3, -HUGE)]
    rows += [(7, 3, 10**9), (7, 3, 7), (10**9, -HUGE, -HUGE)]
    domains = {"a": [HUGE, 7, 10**9], "b": [-HUGE, 3], "c": [-HUGE, 10**9, 7]}
    answer = solve(Problem("abc", domains, [table("abc", rows)], maximize("a")), engine=engine)
    assert (answer.value, answer.optimal) == (HUGE, True)
    assert count(Problem("abc", domains, [table("abc", rows)]), engine=engine).count == len(rows)


def test_numbers_too_large_for_ortools_are_refused() -> None:
    for problem in (
        Problem("ab", [10**20, 1], [total("ab", "==", 2)]),
        Problem("ab", [0, 1], [total("ab", "==", 2, [1e30, 1])]),
        Problem("ab", [0, 1], [total("ab", "<=", 10**20)]),
        Problem("ab", [10**20, 1], (), minimize("ab")),
    ):
        with pytest.raises(SearchError, match="too large for OR-Tools"):
            solve(problem, engine="ortools")


def test_a_float_elsewhere_does_not_change_a_sum() -> None:
    domains = {"x": [1.0, 2.5], "y": [1, 2], "z": [1, 2]}
    assert count(Problem("xyz", domains, [total("yz", "==", 2)]), engine="ortools").count == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_sums_of_scattered_values(engine: str) -> None:
    values = [-5, 0, 3, 4, 100]
    expected = sum(x + 2 * y - z >= 7 for x in values for y in values for z in values)
    problem = Problem("xyz", values, [total("xyz", ">=", 7, [1, 2, -1])])
    assert count(problem, engine=engine).count == expected
    best = solve(
        Problem("xy", values, [all_different("xy"[0], "xy"[1])], maximize("xy", [1, 3])), engine=engine
    )
    assert best.value == 304


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_a_sum_over_many_variables(engine: str) -> None:
    assert count(Problem(range(64), [0, 1], [total(range(64), "<=", 1)]), engine=engine).count == 65


@pytest.mark.parametrize("engine", ENGINES)
def test_small_numpy_numbers_do_not_wrap(engine: str) -> None:
    values = [np.uint8(number) for number in (100, 200)]
    assert count(Problem("xyz", values, [total("xyz", ">=", 300)]), engine=engine).count == 8
    answer = solve(Problem("xy", values, (), maximize("xy", [np.int8(2), np.int8(1)])), engine=engine)
    assert answer.value == 600
    assert json.loads(json.dumps(answer.as_dict()))["solution"] == [["x", 200], ["y", 200]]


@pytest.mark.parametrize("engine", ENGINES)
def test_whole_floats_are_whole_numbers(engine: str) -> None:
    assert count(Problem("xyz", [0, 1.0, 2], [total("xyz", "==", 3.0)]), engine=engine).count == 7


def test_numbers_beyond_floats() -> None:
    problem = Problem("xy", [10**400, 1], [total("xy", "==", 2 * 10**400)])
    assert solve(problem).solution == {"x": 10**400, "y": 10**400}


def test_fractions_and_floats_in_an_answer() -> None:
    assert solve(Problem("xy", [0.1, 0.25], (), minimize("xy"))).value == 0.2
    third = solve(Problem("xy", [Fraction(1, 3)], (), minimize("xy")))
    assert third.value == Fraction(2, 3)
    json.dumps(third.as_dict())


@pytest.mark.parametrize("number", [float("nan"), float("inf"), None, (1, 2)])
def test_an_objective_is_a_finite_number(number: Any) -> None:
    with pytest.raises(ProblemError, match="finite number"):
        solve(Problem("x", [1, 2], (), maximize(lambda assignment: number)))
    with pytest.raises(ProblemError, match="finite number"):
        maximize("x", [number])
    with pytest.raises(ProblemError, match="finite number"):
        solve(Problem("x", [1, 2], (), Objective(1, costs=lambda variable, value: number, scope=("x",))))


def test_a_bound_is_a_number_or_nothing() -> None:
    problem = Problem("xy", [1, 2], (), maximize(lambda found: 1, bound=lambda found: "much"))
    with pytest.raises(ProblemError, match="number or None"):
        solve(problem)
    endless = minimize(lambda found: found["x"], bound=lambda found: -float("inf"))
    assert solve(Problem("xy", [2, 1], (), endless)).value == 1


def test_nan_is_no_value() -> None:
    with pytest.raises(ProblemError, match="not even equal to itself"):
        Problem("x", [1, float("nan")])


MISUSES = {
    "variables of a sum": lambda: total(3, "==", 1),
    "coefficients of a sum": lambda: total("ab", "==", 1, 5),
    "compared by one of": lambda: total("ab", ["=="], 1),
    "rows of a table must be a list": lambda: table("ab", 5),
    "row of a table must be a list": lambda: table("ab", [5]),
    "hashable": lambda: table("ab", [([], 1)]),
    "minimized": lambda: minimize(3),
    "coefficients of an objective": lambda: minimize("ab", 3),
    "a Problem is needed": lambda: count("x"),
    "Problem is needed": lambda: solve("x"),
    "is needed, not": lambda: next(solutions("x")),
}


@pytest.mark.parametrize("sentence", MISUSES)
def test_wrong_kinds_are_refused_in_a_sentence(sentence: str) -> None:
    with pytest.raises(ProblemError, match=sentence):
        MISUSES[sentence]()


# -- coverings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_what_looks_like_a_covering(engine: str) -> None:
    constraints = [total("abc", ">=", 1)]
    dear = Objective(1, costs=lambda variable, value: 1 if value else 5, scope=tuple("abc"))
    assert solve(Problem("abc", [0, 1], constraints, dear), engine=engine).value == 3
    twice = Problem("abc", [0, 1], [total("abc", ">=", 2)], minimize("abc"))
    assert solve(twice, engine=engine).value == 2
    assert solve(Problem("abc", [0, 1], constraints, minimize("ab")), engine=engine).value == 0
    assert solve(Problem("abc", [0, 1], constraints, maximize("abc")), engine=engine).value == 3
    some = Problem("abc", {"a": [0], "b": [0, 1], "c": [0, 1]}, [total("ab", ">=", 1)], minimize("abc"))
    assert solve(some, engine=engine).solution == {"a": 0, "b": 1, "c": 0}


def test_a_covering_of_bools_answers_with_bools() -> None:
    problem = Problem("abc", [True, False], [total("abc", ">=", 1)], minimize("abc"))
    found = solve(problem, engine="compiled").solution
    assert found is not None
    assert sorted(map(repr, found.values())) == ["False", "False", "True"]


# -- limits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    in_turn([{}, {"engine": "compiled"}], [{"inference": "ac3"}, {"method": "backjumping"}]),
    ids=str,
)
def test_seconds_are_obeyed_before_the_first_assignment(how: dict[str, Any]) -> None:
    problem = Problem(range(300), range(60), [all_different(range(300))])
    begun = time.perf_counter()
    answer = solve(problem, seconds=0.3, **how)
    assert not answer.finished
    assert not answer.none
    assert time.perf_counter() - begun < PATIENCE


@pytest.mark.parametrize("engine", ["compiled", "ortools"])
def test_seconds_are_obeyed_while_rows_are_written_down(engine: str) -> None:
    problem = Problem(range(4), range(30), [predicate(lambda *values: len(set(values)) == 9, range(4))])
    begun = time.perf_counter()
    answer = count(problem, engine=engine, seconds=0.1)
    assert not answer.finished
    assert not answer.none
    assert time.perf_counter() - begun < PATIENCE


def test_a_study_stops_bit_masks_too() -> None:
    measured = study.by_bit_masks(17, 0.1)
    assert not measured.finished
    assert measured.seconds < PATIENCE
    whole = study.by_bit_masks(9, 10)
    assert (whole.finished, whole.solutions) == (True, 352)


def odd_wheel(spokes: int) -> colouring.Graph:
    rim = [(place, (place + 1) % spokes) for place in range(spokes)]
    return colouring.graph_of([*rim, *(("hub", place) for place in range(spokes))])


def test_the_fewest_colours_share_one_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, Any]] = []

    def noted(problem: Problem, **how: Any) -> Any:
        asked.append((how["seconds"], how["nodes"]))
        return Inquiry(problem, **how)

    monkeypatch.setattr(colouring, "Inquiry", noted)
    assert colouring.fewest_colours(odd_wheel(7), engine="interpreted", nodes=1000, seconds=9)[0] == 4
    assert len(asked) == 2
    assert asked[1][0] < asked[0][0] <= 9
    assert asked[1][1] < asked[0][1] == 1000


def test_the_fewest_colours_stopped_are_not_proved() -> None:
    colours, answer = colouring.fewest_colours(odd_wheel(7), engine="interpreted", nodes=2)
    assert (colours, answer.solution, answer.none) == (3, None, False)
    edges = [(a, b) for a in range(150) for b in range(a) if (a * b + a) % 7]
    graph = colouring.graph_of(edges)
    begun = time.perf_counter()
    colouring.fewest_colours(graph, seconds=0.1)
    assert time.perf_counter() - begun < PATIENCE


def test_exact_covers_of_the_wrong_kind() -> None:
    for options in ([1, 2], {"a": 5}, {"a": [[]]}):
        with pytest.raises(ProblemError, match=r"as a dict|list of hashable"):
            exact_covers(options)  # type: ignore[arg-type]


def test_the_masks_hold_each_pair_once() -> None:
    asked: list[tuple[int, int]] = []

    def apart(value: int, other: int) -> bool:
        asked.append((value, other))
        return value != other

    problem = Problem("ab", range(5), [predicate(apart, "a", "b")])
    assert count(problem, engine="compiled").count == 20
    assert len(asked) == 25


def test_min_conflicts_comes_to_its_end() -> None:
    free = Problem("ab", range(3), (), maximize("ab"))
    answer = solve(free, method=min_conflicts, nodes=500)
    assert (answer.value, answer.optimal) == (4, False)
    assert answer.counters.assignments == 500
    assert not solve(free, method=min_conflicts, seconds=0.05).finished
    with pytest.raises(SearchError, match="never all"):
        next(solutions(queens.problem(6), method=min_conflicts))


def test_ortools_takes_no_nodes() -> None:
    with pytest.raises(SearchError, match="seconds instead of nodes"):
        solve(queens.problem(6), engine="ortools", nodes=10)


def test_an_option_that_nobody_knows() -> None:
    problem = Problem("xy", range(2))
    for verb in (solve, count, lambda *given, **asked: next(solutions(*given, **asked))):
        with pytest.raises(SearchError, match=r"^\w+\(\) has no option 'metod': did you mean 'method'\?"):
            verb(problem, metod="backtracking")


@pytest.mark.parametrize("status", ["UNKNOWN", "FEASIBLE"])
def test_ortools_stopped_by_the_clock_has_proved_nothing(
    status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [{"x": 1, "y": 2}] if status == "FEASIBLE" else []
    monkeypatch.setattr(ortools.Translation, "solve", lambda self, clock: (status, found))
    answer = solve(Problem("xy", [1, 2], (), minimize("xy")), engine="ortools")
    assert (answer.count, answer.finished, answer.complete) == (len(found), False, False)


SLOW = """
import sys
from zermelo.csp import ortools, solve
from zermelo.csp.puzzles import domination

working = []
ortools.STOPPING = 600

class Run(ortools.Run):
    def stop(self):
        super().stop()
        working.append(not self.answers)

    def wait(self):
        if not hasattr(self, "told"):
            self.told = print("ready", flush=True)
        super().wait()

ortools.Run = Run
problem = domination.problem(16, "queen")
try:
    print("left", solve(problem, engine="ortools", seconds=600).interrupted, working)
except KeyboardInterrupt:
    print("left", True, working)
"""


@pytest.mark.long
def test_ctrl_c_leaves_ortools() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", SLOW], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    assert (child.returncode, out, err) == (0, "left True [False]\n", "")


def test_ctrl_c_in_ortools_gives_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(run: ortools.Run) -> None:
        run.ended.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(ortools.Run, "wait", interrupted)
    monkeypatch.setattr(ortools.Run, "is_alive", True)
    answer = solve(Problem("xy", [1, 2], (), minimize("xy")), engine="ortools")
    assert (answer.value, answer.interrupted, answer.finished, answer.optimal) == (2, True, False, False)
    with pytest.raises(KeyboardInterrupt):
        solve(Problem("xy", [1, 2], [table("xy", [])]), engine="ortools")


# -- Ctrl-C ------------------------------------------------------------------------------------------


class Interrupting:
    """Holds always, until it has been asked so often that somebody presses Ctrl-C."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def __call__(self, *values: int) -> bool:
        self.patience -= 1
        if self.patience < 0:
            raise KeyboardInterrupt
        return True


@pytest.mark.parametrize("method", ["backtracking", "backjumping", "generate_and_test", "min_conflicts"])
def test_ctrl_c_gives_the_best_so_far(method: str) -> None:
    problem = Problem("abc", range(5), [predicate(Interrupting(20), "a", "b", "c")], maximize("abc"))
    answer = solve(problem, method=method, inference="no_inference", engine="interpreted")
    assert answer.solution is not None
    assert answer.value == sum(answer.solution.values())
    assert (answer.interrupted, answer.finished, answer.optimal) == (True, False, False)
    assert "the best that was found, not proved" in answer.sentence()


@pytest.mark.parametrize("objective", [None, maximize("abc")], ids=["any", "the best"])
def test_ctrl_c_before_there_is_anything(objective: Any) -> None:
    problem = Problem("abc", range(5), [predicate(Interrupting(0), "a", "b", "c")], objective)
    with pytest.raises(KeyboardInterrupt):
        solve(problem, inference="no_inference", engine="interpreted")


def test_ctrl_c_leaves_what_is_proved_of_the_fewest_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(inquiry: Inquiry, most: int | None) -> Any:
        if max(map(max, inquiry.problem.domains.values())) < 3:
            return asked(inquiry, most)
        raise KeyboardInterrupt

    asked = Inquiry.answer
    monkeypatch.setattr(Inquiry, "answer", answer)
    colours, found = colouring.fewest_colours(odd_wheel(7), engine="interpreted")
    assert (colours, found.solution, found.none, found.interrupted) == (4, None, False, True)
