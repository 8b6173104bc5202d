"""Strategies by name, the same everywhere; their study, of every puzzle, as table, plot and picture."""

from __future__ import annotations

import json
import re
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from budget import PATIENCE
from commanding import printed

from zermelo.csp import Problem, count, machine, solve, static, strategies, study
from zermelo.csp.puzzles import cindy, domination, queens
from zermelo.csp.search import Counters
from zermelo.csp.solve import Inquiry
from zermelo.csp.strategies import DEFAULT, OTHER_NAMES, PARTS, named
from zermelo.csp.study import BIT_MASKS, IN_FULL, STRATEGIES, Measurement
from zermelo.errors import SearchError
from zermelo.interfaces.terminal.puzzles import PUZZLES
from zermelo.interfaces.terminal.study_picture import COLOURS, svg
from zermelo.interfaces.terminal.study_text import MARKS, measurement_rows, plot

# -- names -------------------------------------------------------------------------------------------

EVERY = [(part, name) for part, table in PARTS.items() for name in table]
SPELLINGS = [
    *EVERY,
    *((part, name.replace("_", "-").upper()) for part, name in EVERY),
    *((part, other) for other, name in OTHER_NAMES.items() for part, table in PARTS.items() if name in table),
]


@pytest.mark.parametrize(("part", "name"), SPELLINGS, ids=str)
def test_a_name_is_the_same_for_the_library_and_the_command_line(part: str, name: str) -> None:
    problem = queens.problem(4)
    by_part = Inquiry(problem, **{part: name}).plan
    assert Inquiry(problem, strategy=name).plan == by_part
    assert by_part == strategies.plan_of("", {part: PARTS[part][named(name)[part]]}, 0)


def test_names_are_joined_and_what_is_not_named_is_the_default() -> None:
    plan = Inquiry(queens.problem(4), strategy="Arc consistency, MRV + lcv", method="bj", seed=3).plan
    assert (plan.method, plan.inference) == (PARTS["method"]["backjumping"], PARTS["inference"]["ac3"])
    assert (plan.select, plan.order, plan.seed) == (DEFAULT["select"], PARTS["order"]["lcv"], 3)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"strategy": "clever"}, "there is no strategy 'clever': choose from backtracking"),
        ({"strategy": "mrv, degree"}, "mrv and degree exclude each other"),
        ({"strategy": "mrv", "select": "degree"}, "mrv and degree exclude each other"),
        ({"strategy": static}, "strategy must be text, not <function static"),
        ({"select": "lcv"}, "there is no variable order 'lcv'"),
    ],
    ids=["unknown", "two of one kind", "named twice", "a function", "of another kind"],
)
def test_names_that_are_none(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SearchError, match=sentence):
        solve(queens.problem(4), **asked)


def test_the_command_line_says_which_rows_no_strategy_is_called_like() -> None:
    page = (Path(__file__).parents[1] / "docs" / "command-line.md").read_text()
    told = page.partition("name of a row is")[2].partition("plot")[0]
    cases = (study.queens_case(4), study.cindy_case(2), study.case_of(domination.problem(3)))
    for name in {name for case in cases for name in case}:
        try:
            named(name)
        except SearchError:
            assert name.endswith((", compiled", ", in full")) or f"`{name}`" in told, name
        else:
            assert name in STRATEGIES


def test_what_a_study_calls_a_strategy_is_its_name() -> None:
    for name in STRATEGIES:
        measured = study.case_of(queens.problem(5), 5)[name](60)
        found = count(queens.problem(5), strategy=name, engine="interpreted").counters
        assert (measured.tries, measured.checks) == (found.assignments, found.checks)
    lecture = named("backtracking, static, no inference")
    assert lecture == {"method": "backtracking", "select": "static", "inference": "no_inference"}


# -- what is measured --------------------------------------------------------------------------------


SMALL = {"sudoku": ("--given", "1234341221434..."), "cryptarithm": ("--given", "A + A = B"), "colouring": ()}


@pytest.mark.parametrize("name", PUZZLES)
def test_every_puzzle_has_a_study(name: str, tmp_path: Path) -> None:
    which = SMALL.get(name, ("--from", "3", "--to", "3"))
    picture = tmp_path / "plot.svg"
    out = printed("study", name, *which, "--seconds", str(PATIENCE), "--export", str(picture))
    assert out.splitlines()[0].split()[:2] == ["n", "strategy"]
    assert re.search(r"\n\ntries, (all|to the best)", out)
    assert "█" in out
    assert picture.read_text().count("<circle") >= 3


def test_a_study_of_queens() -> None:
    rows = [json.loads(line) for line in printed("study", "queens", "--to", "5", "--json").splitlines()]
    assert {row["solutions"] for row in rows if row["n"] == 5} == {10}
    full = next(row for row in rows if row["n"] == 5 and row["strategy"] == IN_FULL)
    assert full["tries"] == full["to_do"] == 53130


def test_a_study_says_what_it_stopped() -> None:
    measured = list(study.study_queens([8, 9], [IN_FULL], seconds=0.05))
    assert [row.n for row in measured] == [8]
    row = measurement_rows(measured)[1]
    assert " of 4,426,165,368 " in row
    assert "stopped after" in row
    huge = Measurement("generate and test", 81, 0, 5, 5, 0, 0, 1.0, False, 9**51)
    assert " 5 of at least 10^48 " in measurement_rows([huge])[1]


def test_a_study_says_what_a_strategy_cannot_take() -> None:
    wide = Problem("x", range(63))
    measured = list(study.study([study.case_of(wide)], ["forward checking, MRV, compiled"]))
    assert measured[0].refused == "a domain of 63 values cannot be compiled; 62 is the most"
    assert measurement_rows(measured)[1].endswith(measured[0].refused)
    with pytest.raises(SearchError, match="there is no strategy 'luck' to study: choose from generate"):
        list(study.study([study.case_of(wide)], ["luck"]))


def test_a_study_of_the_best_shows_it() -> None:
    chosen = ["forward checking, MRV", study.PRICES]
    measured = list(study.study([study.case_of(domination.problem(3), 3)], chosen, seconds=600))
    assert [row.best for row in measured] == [4, 4]
    assert measurement_rows(measured)[0].split()[2] == "best"


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_ways_of_cindy_are_counted_alike(n: int) -> None:
    case = study.cindy_case(n)
    every, first, once = (case[name](60) for name in (study.ALL_WAYS, study.FIRST_WAY, study.ONCE))
    assert every.solutions == once.solutions == len(list(cindy.solutions(cindy.start(n), Counters())))
    assert first.solutions == 1
    assert first.tries < every.tries
    assert once.tries <= every.tries


def test_the_time_of_the_compiler_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that runs only while the kernel is made."""
    now = [0.0]

    def slow(name: str, compiled: bool = True) -> Any:
        now[0] += 100
        return kernel(name, compiled)

    kernel = machine.kernel
    monkeypatch.setattr(machine, "kernel", slow)
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    answer = count(queens.problem(6), engine="compiled", seconds=50)
    assert (answer.count, answer.finished, answer.seconds) == (4, True, 0)


# -- plots -------------------------------------------------------------------------------------------


def measured(strategy: str, *tries: int) -> list[Measurement]:
    return [Measurement(strategy, 4 + i, 2, found, 0, 0, 0, 1.0, True) for i, found in enumerate(tries)]


def test_equal_strategies_stand_side_by_side_in_a_plot() -> None:
    names = [f"strategy {place}" for place in range(9)]
    rows = [row for name in names for row in measured(name, 10, 100, 1000)]
    lines = plot([*rows, *measured("another", 10, 400, 90_000)], "tries")
    assert lines[0] == "tries, all solutions"
    assert [line.split("┤")[1].split() for line in lines[1:17] if line.split("┤")[1].strip()] == [
        ["j"], ["abcdefghi"], ["j"], ["abcdefghi"], ["abcdefghij"],
    ]  # fmt: skip
    assert "*" not in "".join(lines)
    assert lines[18:] == [f"  {mark}  {name}" for mark, name in zip(MARKS, [*names, "another"])]
    heads = lines[17].split()
    assert heads == ["n", "4", "5", "6"]


def test_a_puzzle_of_one_size_has_bars() -> None:
    rows = [*measured("one", 10), *measured("another", 1000), *measured("third", 100_000)]
    assert plot(rows, "tries") == [
        "tries, all solutions",
        f"  one      {'█' * 1} 10",
        f"  another  {'█' * 21} 1k",
        f"  third    {'█' * 40} 100k",
    ]


def segments(picture: str) -> list[tuple[str, str, str]]:
    """Where each stretch of a line is, its colour, and its dashes."""
    form = r'<line (x1="[^"]*" y1="[^"]*" x2="[^"]*" y2="[^"]*") stroke="(#\w{6})" stroke-width="2"(.*?)/>'
    return re.findall(form, picture)


def test_equal_strategies_share_a_line_of_a_picture() -> None:
    rows = [*measured("one", 10, 100, 1000), *measured("other", 10, 100, 2000), *measured("third", 10, 100)]
    picture = svg(rows, "tries")
    found = segments(picture)
    assert len(found) == 5
    shared = [part for part in found if part[0] == found[0][0]]
    assert len({colour for _, colour, _ in shared}) == 3
    offsets = {re.findall(r"-?[\d.]+", dashes)[2] for _, _, dashes in shared}
    assert len(offsets) == 3  # each paints where the others leave out
    assert all("14.0" in dashes for _, _, dashes in shared)
    alone = [part for part in found if [other[0] for other in found].count(part[0]) == 1]
    assert [dashes for _, _, dashes in alone] == ["", ""]
    radii = re.findall(r'<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"', picture)
    assert all(one[2] != other[2] for one, other in combinations(radii, 2) if one[:2] == other[:2])
    assert re.findall(r">(\w+)</text>", picture)[-3:] == ["c", "b", "a"]


def test_lines_that_nearly_coincide_share_the_way_too() -> None:
    rows = [*measured("one", 10, 100_000), *measured("other", 10, 100_500), *measured("third", 10, 1_000)]
    found = segments(svg(rows, "tries"))
    assert [bool(dashes) for _, _, dashes in found] == [True, True, False]
    assert found[0][2] != found[1][2]


def test_every_strategy_has_a_colour_of_its_own() -> None:
    assert len(set(COLOURS)) == len(COLOURS) >= len(study.queens_case(4))
    assert BIT_MASKS in study.queens_case(4)
