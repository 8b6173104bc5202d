"""Constraint problems at their corners: large and odd numbers, limits, the user's own strategies."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from budget import PATIENCE, in_turn

from zermelo.csp import (
    Objective,
    Problem,
    Search,
    all_different,
    backjumping,
    backtracking,
    count,
    count_exact_covers,
    exact_covers,
    forward_checking,
    lcv,
    maximize,
    min_conflicts,
    minimize,
    mrv,
    natural,
    ortools,
    predicate,
    solutions,
    solve,
    study,
    table,
    total,
)
from zermelo.csp.compiled import runner
from zermelo.csp.conflicts import Conflicts
from zermelo.csp.covering import is_covering
from zermelo.csp.methods import least_conflicts
from zermelo.csp.puzzles import colouring, domination, queens
from zermelo.csp.search import Plan
from zermelo.csp.solve import Inquiry
from zermelo.csp.strategies import METHODS
from zermelo.errors import CannotCompile, ProblemError, SearchError, Stopped
from zermelo.limits import Clock

ROOT = Path(__file__).parents[1]
ENGINES = ("interpreted", "compiled", "ortools")
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
    assert measured.seconds < 5
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


# -- the user's own strategies -----------------------------------------------------------------------


def quiet(search: Search, variable: Any) -> bool:
    """Forward checking that does not say whom a loss is owed to."""
    value = search.assignment[variable]
    for other, test in search.network.links[variable]:
        if other not in search.assignment and not search.filter(other, lambda found, t=test: t(value, found)):
            return False
    return True


def test_back_jumping_with_an_inference_of_ones_own_loses_nothing() -> None:
    for n, expected in ((5, 10), (6, 4), (7, 40)):
        assert (
            count(queens.problem(n), method=backjumping, inference=quiet, select="static").count == expected
        )


def forgetful(search: Search, variable: Any) -> Any:
    forward_checking(search, variable)


@pytest.mark.parametrize("method", ["backtracking", "backjumping"])
def test_an_inference_answers_yes_or_no(method: str) -> None:
    with pytest.raises(SearchError, match="the inference forgetful returned None"):
        solve(queens.problem(5), method=method, inference=forgetful)


@pytest.mark.parametrize("method", ["backtracking", "backjumping"])
@pytest.mark.parametrize("values", [[99, 0, 1, 2, 3], [0, 1], [0, 0, 1, 2, 3], [0, 1, 2, 99]], ids=str)
def test_an_order_gives_each_value_once(method: str, values: list[int]) -> None:
    with pytest.raises(SearchError, match="it must give each value once"):
        solve(queens.problem(4), method=method, order=lambda search, variable: values)


@pytest.mark.parametrize("found", [None, 3, True], ids=str)
def test_an_order_gives_a_list(found: Any) -> None:
    with pytest.raises(SearchError, match=f"returned {found} for 0, which has 0, 1, 2 and 3 left"):
        solve(queens.problem(4), order=lambda search, variable: found)


def test_a_method_gives_solutions() -> None:
    with pytest.raises(SearchError, match="returned None: it must give solutions, one after another"):
        solve(queens.problem(4), method=lambda search: None)


def test_a_choice_that_cannot_be_a_variable() -> None:
    with pytest.raises(SearchError, match=r"chose \[\], which is not a variable"):
        solve(queens.problem(4), select=lambda search: [])


@pytest.mark.parametrize("engine", ENGINES)
def test_shifts_mean_the_same_to_every_engine(engine: str) -> None:
    """a + 0, b + 1 and c + 3 are different; b has gaps, and True is 1."""
    domains = {"a": range(4), "b": [0, 2, 5], "c": [-1, True, 2]}
    problem = Problem("abc", domains, [all_different(*"abc", shifts=[0, 1, 3])])
    expected = [
        (a, b, c)
        for a in domains["a"]
        for b in domains["b"]
        for c in domains["c"]
        if len({a, b + 1, c + 3}) == 3
    ]
    found = sorted(tuple(solution.values()) for solution in solutions(problem, engine=engine))
    assert found == sorted(expected)
    assert 0 < len(expected) < 36


# -- what is too large ---------------------------------------------------------------------------------

LONG_CHAIN = Problem(range(3000), [0, 1])


@pytest.mark.parametrize("how", [{"inference": "ac3"}, {"order": "lcv"}, {"method": "backjumping"}], ids=str)
@pytest.mark.parametrize("engine", ["interpreted", "auto"])
def test_machine_code_is_not_advised_where_it_refuses(engine: Any, how: dict[str, Any]) -> None:
    refusal = "3,000 variables are too many for Python's recursion, and .* cannot be compiled"
    with pytest.raises(SearchError, match=refusal) as caught:
        solve(LONG_CHAIN, engine=engine, **how)
    assert "engine='compiled'" not in str(caught.value)


def test_machine_code_is_advised_where_it_serves_and_taken_by_itself() -> None:
    with pytest.raises(SearchError, match="engine='compiled'"):
        solve(LONG_CHAIN, engine="interpreted")
    answer = solve(LONG_CHAIN)
    assert (len(answer.solution or ()), answer.engine) == (3000, "compiled")


def quietly(search: Search) -> Any:
    """A method without recursion, that asks for the links."""
    yield search.network.links


def test_links_that_are_too_many_are_refused_before_they_are_made() -> None:
    wide = Problem(range(2_001), range(3_000), [all_different(range(2_001))])
    with pytest.raises(SearchError, match=r"binds 2,001,000 pairs .* min_conflicts keeps none"):
        solve(wide, engine="interpreted", method=quietly)
    assert solve(wide, method=min_conflicts).solution is not None


def largest_first(search: Search, variable: Any, key: Any) -> Any:
    return sorted(search.domains[variable], key=key)


class Chooser:
    def __call__(self, search: Search) -> Any:
        return mrv(search)


@pytest.mark.parametrize("engine", ["auto", "interpreted"])
def test_strategies_without_a_name(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["zermelo.csp.solve"], "PATIENCE", 0.0)
    order = partial(largest_first, key=lambda value: -value)
    assert count(queens.problem(7), order=order, engine=engine).count == 40
    assert count(queens.problem(7), select=Chooser(), engine=engine).count == 40
    inference = partial(forward_checking)
    answer = count(
        queens.problem(7), inference=inference, order=natural, engine=engine, method=partial(backjumping)
    )
    assert (answer.count, answer.method) == (40, "backjumping")
    with pytest.raises(CannotCompile, match="Chooser"):
        count(queens.problem(7), select=Chooser(), engine="compiled")


# -- what a small slip would break -------------------------------------------------------------------


def test_strategies_are_not_for_ortools() -> None:
    problem = Problem("ab", range(2), [])
    with pytest.raises(SearchError, match="OR-Tools has strategies of its own"):
        solve(problem, engine="ortools", inference="ac3")


SUMMING = [
    *(("interpreted", inference) for inference in ("no_inference", "forward_checking", "ac3")),
    *(("compiled", inference) for inference in ("no_inference", "forward_checking")),
    ("ortools", "forward_checking"),
]


@pytest.mark.parametrize(("engine", "inference"), SUMMING)
def test_sums_that_must_differ(engine: str, inference: str) -> None:
    problem = Problem("abc", range(4), [total("abc", "!=", 4), total("abc", "!=", 3, [1, -1, 2])])
    rows = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]
    expected = sum(a + b + c != 4 and a - b + 2 * c != 3 for a, b, c in rows)
    assert count(problem, engine=engine, inference=inference).count == expected


@pytest.mark.parametrize("after", [1, 2, 40])
def test_nothing_is_lost_or_repeated_when_machine_code_takes_over(
    after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def ready(self: Any) -> bool:
        nonlocal calls
        calls += 1
        if calls >= after and not self.is_ready:
            self.machine, self.is_ready = runner(self.problem, self.plan), True
        return bool(self.is_ready)

    expected = list(solutions(queens.problem(7), engine="interpreted"))
    monkeypatch.setattr(sys.modules["zermelo.csp.solve"].Successor, "ready", ready)
    assert list(solutions(queens.problem(7))) == expected
    assert calls == after
    calls = 0
    answer = count(queens.problem(7))
    assert (answer.count, answer.engine) == (40, "compiled")


def test_only_coverings_are_coverings() -> None:
    ask, fewest = [total("abc", ">=", 1)], minimize("abc")
    assert is_covering(Problem("abc", [0, 1], ask, fewest))
    assert is_covering(Problem("abc", [0, 1], [total("ab", ">", 0)], fewest))
    for constraint in (
        total("abc", "==", 1), total("abc", ">=", 2), total("abc", ">", 1), total("abc", ">=", 1, [1, 2, 1]),
        all_different("a", "b"), predicate(lambda a: a, "a"),
    ):  # fmt: skip
        assert not is_covering(Problem("abc", [0, 1], [*ask, constraint], fewest)), constraint
    for objective in (
        None, maximize("abc"), minimize("ab"), minimize("abc", [1, 2, 1]), minimize(lambda found: 0),
        minimize("abc", bound=lambda found: 0),
    ):  # fmt: skip
        assert not is_covering(Problem("abc", [0, 1], ask, objective))
    assert not is_covering(Problem("abc", [0, 1, 2], ask, fewest))
    assert not is_covering(Problem("abc", {"a": [1], "b": [0, 1], "c": [0, 1]}, ask, fewest))


def test_the_least_constraining_value_comes_first() -> None:
    problem = Problem("ab", [1, 2, 3], [predicate(lambda a, b: a < b, "a", "b")])
    search = a_search(problem)
    assert lcv(search, "a") == [1, 2, 3]
    assert lcv(search, "b") == [3, 2, 1]


def test_min_conflicts_takes_the_value_that_breaks_the_least() -> None:
    search, conflicts = a_search(queens.problem(5)), Conflicts(queens.problem(5))
    conflicts.begin({0: 0, 1: 2, 2: 4, 3: 1, 4: 4})
    for seed in range(10):
        assert least_conflicts(search, conflicts, 4, Random(seed)) == 3


def a_search(problem: Problem) -> Search:
    return Search(problem, Plan(backtracking, mrv, natural, forward_checking), Clock(None))


def test_every_engine_looks_at_the_clock() -> None:
    for problem in (domination.problem(14), queens.problem(18)):
        for engine in ("compiled", "interpreted"):
            begun = time.perf_counter()
            solver = solve if problem.objective else count
            assert not solver(problem, engine=engine, seconds=0.05).finished
            assert time.perf_counter() - begun < PATIENCE


@pytest.mark.parametrize("method", ["backtracking", "generate_and_test"])
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_the_clock_is_looked_at_where_everything_is_a_solution(method: str, compiled: bool) -> None:
    """A kernel always comes back with as many solutions as were asked for."""
    plan = Plan(METHODS[method], mrv, natural, forward_checking)
    machine = runner(Problem(range(12), range(10)), plan, compiled)
    with pytest.raises(Stopped):
        for _ in machine.run(Clock(0.05), None):
            pass
    assert 1 <= machine.counters.solutions < 10**12


def test_who_takes_solutions_slowly_is_not_given_more_than_time_allows() -> None:
    plan = Plan(backtracking, mrv, natural, forward_checking)
    clock = Clock(None)
    stream = runner(Problem(range(12), range(10)), plan, compiled=False).run(clock, None)
    for _ in range(5):
        next(stream)
    clock.limit(0)
    with pytest.raises(Stopped):
        next(stream)


def test_exact_covers_look_at_the_clock() -> None:
    options = {(a, b): [("row", a), ("column", b)] for a in range(14) for b in range(14)}
    with pytest.raises(SearchError, match="before all covers were found"):
        count_exact_covers(options, seconds=0.05)
    stream = exact_covers(options, seconds=0.05)
    assert len(next(stream)) == 14
    with pytest.raises(SearchError, match="before all covers were found"):
        list(stream)
    with pytest.raises(SearchError, match="seconds must be"):
        exact_covers(options, seconds=-1)
    assert count_exact_covers({"a": [1], "b": [1]}, seconds=0) == 2


def test_ortools_gives_solutions_as_it_finds_them() -> None:
    begun = time.perf_counter()
    stream = solutions(Problem(range(9), range(9), [all_different(range(8))]), engine="ortools")
    first = [tuple(next(stream).values()) for _ in range(3)]
    stream.close()
    assert len(set(first)) == 3
    assert time.perf_counter() - begun < PATIENCE
    assert len(list(solutions(queens.problem(7), engine="ortools"))) == 40
