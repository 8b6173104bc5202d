"""The user's own strategies, problems that are too large, small slips."""

from __future__ import annotations

import re
import sys
import time
from functools import partial
from random import Random
from typing import Any

import pytest
from budget import PATIENCE

from zermelo.csp import (
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
    predicate,
    solutions,
    solve,
    total,
)
from zermelo.csp.compiled import runner
from zermelo.csp.conflicts import Conflicts
from zermelo.csp.covering import is_covering
from zermelo.csp.methods import least_conflicts
from zermelo.csp.puzzles import domination, queens
from zermelo.csp.search import Plan
from zermelo.csp.strategies import METHODS
from zermelo.errors import CannotCompile, SearchError, Stopped
from zermelo.limits import Clock

ENGINES = ("interpreted", "compiled", "ortools")

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


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({0: 1}, "gave {0: 1}: a solution gives every variable a value of its domain"),
        ({0: 1, 1: 3, 2: 0, 3: 9}, "gives every variable a value of its domain"),
        ({0: 1, 1: 3, 2: 0, 3: 2, 4: 0}, "gives every variable a value of its domain, and nothing else"),
        ([1, 3, 0, 2], "gives every variable a value of its domain"),
        ({0: 0, 1: 1, 2: 2, 3: 3}, "is not a solution: it breaks all different, shifted: 0, 1, 2 and 3"),
    ],
    ids=str,
)
def test_what_a_method_gives_is_a_solution(given: Any, said: str) -> None:
    for ask in (solve, count, lambda problem, **wanted: list(solutions(problem, **wanted))):
        with pytest.raises(SearchError, match=re.escape(said)):
            ask(queens.problem(4), method=lambda search: [given])


def test_a_method_that_tells_a_solution_too_early() -> None:
    with pytest.raises(SearchError, match="a solution gives every variable a value"):
        solve(queens.problem(4), method=lambda search: [search.found()])


def test_a_right_method_of_ones_own() -> None:
    answer = solve(queens.problem(4), method=lambda search: [{0: 1, 1: 3, 2: 0, 3: 2}])
    assert answer.solution == {0: 1, 1: 3, 2: 0, 3: 2}


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
