"""The public face: what is exported, what Python shows, what JSON gives back."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import fields
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from budget import INTERPRETED_FIRST
from mazes import Maze

import zermelo
from zermelo import (
    MAX,
    MIN,
    Game,
    Line,
    MatchClock,
    Report,
    Score,
    Transpositions,
    Tree,
    ZermeloError,
    check,
    choose,
    csp,
    draw,
    match,
    prove,
    review,
    search,
    solve,
    solving,
    strategy,
    updated,
    win_in,
)
from zermelo.game import RULES
from zermelo.games import Nim, TicTacToe
from zermelo.limits import Limits
from zermelo.running.options import SearchOptions
from zermelo.running.question import Wanted

# -- names -----------------------------------------------------------------------------------------


def test_everything_is_exported_under_one_callable_name() -> None:
    names: dict[str, Any] = {}
    exec("from zermelo import *", names)
    assert set(zermelo.__all__) <= set(names) & set(dir(zermelo))
    for name in (
        "check",
        "choose",
        "estimate",
        "Analysis",
        "Line",
        "MatchClock",
        "TableError",
        "ProblemError",
    ):
        assert callable(names[name]), name
    errors = [value for value in names.values() if isinstance(value, type) and issubclass(value, Exception)]
    assert all(issubclass(error, ZermeloError) for error in errors)


def test_check_stays_a_function_when_its_module_is_imported() -> None:
    from zermelo.checking.check import examine

    assert callable(examine)
    assert zermelo.check is check


def test_the_help_imports_nothing_slow() -> None:
    script = (
        "import sys; sys.argv = ['zermelo', '--help']\n"
        "from zermelo.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numba', 'numpy', 'fastapi', 'torch') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_option_is_one_that_a_search_knows() -> None:
    known = {each.name for kind in (Wanted, Limits) for each in fields(kind)}
    assert set(SearchOptions.__annotations__) == known | {"algorithm"}


def test_old_names_still_work_and_say_the_new_ones() -> None:
    with pytest.warns(DeprecationWarning, match="zermelo.replace is now updated"):
        assert zermelo.replace is updated
    with pytest.warns(DeprecationWarning, match=r"zermelo.loss_in is now win_in\(plies, MIN\)"):
        assert zermelo.loss_in(3) == win_in(3, MIN)
    with pytest.warns(DeprecationWarning, match="Line.moves is now called Line.line"):
        assert Line(1, win_in(1), (1,)).moves == (1,)
    with pytest.warns(DeprecationWarning, match="zermelo.csp.Words is now called Naming"):
        assert csp.Words is csp.Naming
    with pytest.warns(DeprecationWarning, match="Problem.* is now called naming"):
        assert csp.Problem(["a"], [1], words=csp.Naming(noun="hue")).naming.noun == "hue"
    legal = {"depth": 2, "engine": "interpreted", "algorithm": "pvs"}
    for old, new, value in (
        ("only", "root_actions", [8]),
        ("without", "switch_off", ["table"]),
        ("mate", "win_within", 2),
    ):
        with pytest.warns(DeprecationWarning, match=rf"search\(\): '{old}' is now called '{new}'"):
            before = search(TicTacToe(), **legal, **{old: value})
        after = search(TicTacToe(), **legal, **{new: value})
        assert (before.line, before.nodes) == (after.line, after.nodes)


def test_the_library_uses_no_old_name() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        search(Nim(heaps=(1, 2)), lines=2, seconds=5, engine="interpreted")
        choose(Nim(heaps=(1, 2)), level=3, engine="interpreted")
        solve(Nim(heaps=(1, 2)), engine="interpreted")


class Countdown(Game):
    """Who takes the last of the matches wins; the bounds say so where the end is near."""

    repetition = None

    def initial(self) -> tuple[int, int]:
        return 7, MAX

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Iterator[int]:
        yield from range(1, min(state[0], 3) + 1)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return updated(updated(state, 0, state[0] - action), 1, 1 - state[1])

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int]) -> int:
        return 1 if state[1] == MIN else -1

    def bounds(self, state: tuple[int, int]) -> tuple[Score, Score]:
        if state[0] <= 3:
            return win_in(1, state[1]), win_in(1, player=state[1])
        return win_in(2, MIN), win_in(2)


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_a_proved_win_of_either_player_in_both_worlds(engine: Any) -> None:
    for state, score in (((7, MAX), win_in(3, MAX)), ((7, MIN), win_in(3, MIN)), ((8, MAX), win_in(4, MIN))):
        assert solve(Countdown(), state, engine=engine).score == score


# -- the contract ---------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["match", "review", "tune"])
def test_help_says_what_a_verb_returns(verb: str) -> None:
    assert "Generator" not in str(inspect.signature(getattr(zermelo, verb)).return_annotation)


def test_what_is_right_stays_right() -> None:
    table = Transpositions(1)
    wanted: dict[str, Any] = {"depth": 2, "table": table, "clock": MatchClock(60, 1), "engine": "interpreted"}
    assert search(TicTacToe(), **wanted).action == search(game=TicTacToe(), state=None, **wanted).action


def test_the_contract_is_declared() -> None:
    assert set(RULES) <= {name for name in vars(zermelo.Rules) if not name.startswith("_")}
    for rule in ("outcomes", "key", "bounds", "parse", "board", "noisy", "passed", "features", "priority"):
        assert f"{rule}(" in (Game.__doc__ or "")
        assert not hasattr(Game(), rule)  # a search asks whether a game has it
    assert Game[int, int] is not Game


# -- what Python shows -----------------------------------------------------------------------------


def test_everything_is_short_at_the_prompt() -> None:
    report = search(TicTacToe(), depth=4, trace=True, values=True, engine="interpreted", algorithm="minimax")
    solution = solve(Nim(heaps=(1, 2)), engine="interpreted")
    table = solve(zermelo.games.PongHauKi(), engine="interpreted").table
    judged = review(Nim(heaps=(1, 2)), [(1, 1)], depth=3, engine="interpreted")
    best = search(Nim(heaps=(1, 2)), lines=2, algorithm="pvs", engine="interpreted").lines
    shown: list[Any] = [
        *(report, report.trace, solution, solution.certificate, table, solution.score, best[0], judged),
        *(judged.moves[0], strategy(Nim(heaps=(1, 2))), draw(TicTacToe())),
        prove(Nim(heaps=(1, 2)), engine="interpreted"),
        match(TicTacToe(), ["expert", "random"], games=2),
    ]
    for thing in shown:
        assert len(repr(thing)) < 450 if thing is solution.certificate else 250, type(thing)
        assert "\n" not in repr(thing)
    assert repr(solution.score) == "<Score MAX wins in 3 plies>"
    assert repr(best[0]) == "<Line MAX wins in 3 plies: (1, 1) (0, 1) (1, 1)>"
    assert repr(judged) == "<Review 1 of 1 move by pvs: 1. b1 (MAX): best>"
    assert repr(report).startswith(f"<Report {report.action}: ")
    assert repr(report.trace).startswith("<Trace of TicTacToe: ")
    assert repr(solution).startswith("<Solution (1, 1): MAX wins in 3 plies; ")
    assert repr(table).startswith("<SolvedTable of PongHauKi()")


# -- JSON and back ---------------------------------------------------------------------------------


class Spelled(Nim):
    """Its actions are text of another kind than their names."""

    class Move(str):
        __slots__ = ()

    def actions(self, state: Any) -> Any:
        for heap, taken in super().actions(state):
            yield self.Move(f"{heap}-{taken}")

    def result(self, state: Any, action: Any) -> Any:
        heap, taken = map(int, action.split("-"))
        return super().result(state, (heap, taken))

    def name(self, state: Any, action: Any) -> str:
        return f"take {action}"


class Paying(Nim):
    """MAX is paid so much, in numbers that JSON may not have."""

    payoff = "points"

    def __init__(self, won: Any, lost: Any) -> None:
        super().__init__(heaps=(1, 2))
        self.won, self.lost = won, lost

    def utility(self, state: Any) -> Any:
        return self.won if super().utility(state) > 0 else self.lost


REPORTS: dict[str, Callable[[], Report]] = {
    "values": lambda: search(TicTacToe(), depth=3, values=True, engine="interpreted"),
    "lines": lambda: search(Nim(heaps=(1, 2, 2)), seconds=60, lines=3, engine="interpreted"),
    "tree": lambda: search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], values=True),
    "dice": lambda: search(Tree({"children": [1, {"turn": "chance", "children": [2, 6]}]})),
    "maze": lambda: search(Maze(3), depth=4, algorithm="pvs", engine="interpreted"),
    "stopped": lambda: search(TicTacToe(), nodes=20, algorithm="alphabeta", engine="interpreted"),
    "spelled": lambda: search(Spelled(heaps=(1, 2)), engine="interpreted"),
    "over": lambda: search(Nim(heaps=(1,)), Nim(heaps=(1,)).result(Nim(heaps=(1,)).initial(), (0, 1))),
    "solved": lambda: solve(Nim(heaps=(1, 2)), engine="interpreted"),
    "not yet": lambda: solve(TicTacToe(), nodes=5, engine="interpreted"),
    "table": lambda: solve(zermelo.games.PongHauKi(), engine="interpreted"),
    "thirds": lambda: search(Paying(Fraction(1, 3), 0), values=True, engine="interpreted"),
    "without bounds": lambda: search(Paying(1, -inf), algorithm="minimax", values=True, engine="interpreted"),
    "large": lambda: search(Paying(10**25, -1), values=True, engine="interpreted"),
    "points": lambda: solve(Paying(3, -3), engine="interpreted"),
}


@pytest.mark.parametrize("kind", REPORTS)
def test_json_goes_back_in(kind: str) -> None:
    report = REPORTS[kind]()
    again = Report.from_json(report.json(), report.game, report.state)
    assert again == report
    assert type(again) is type(report)
    assert [type(action) for action in again.line] == [type(action) for action in report.line]
    assert str(again) == str(report)
    assert again.as_dict() == report.as_dict()


def test_a_report_of_nested_lists_goes_back_in() -> None:
    lists = [[3, 12], [2, 4]]
    report = search(lists, values=True, engine="interpreted")
    assert Report.from_json(report.json(), lists) == report


def test_every_iteration_goes_back_in() -> None:
    game = Nim(heaps=(1, 2, 3))
    for solution in solving(game, engine="interpreted"):
        assert Report.from_json(solution.json(), game) == solution


def test_json_names_the_moves() -> None:
    report = search(Nim(heaps=(1, 2)), seconds=60, lines=2, values=True, engine="interpreted")
    data, game, state = report.as_dict(), report.game, report.state
    assert data["format"] == 1
    assert data["name"] == data["names"][0] == game.name(state, report.action)
    assert len(data["names"]) == len(data["line"])
    assert [one["name"] for one in data["values"]] == [game.name(state, action) for action in report.values]
    assert [one["names"][0] for one in data["lines"]] == [
        game.name(state, one.action) for one in report.lines
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "this is not the JSON of a report: Input data was truncated"),
        ("[]", "this is not the JSON of a report: it has no line"),
        (
            '{"line": [], "score": {}, "format": 9}',
            "this report has format 9: this version of Zermelo reads formats up to 1",
        ),
    ],
)
def test_text_that_is_no_report(text: str, said: str) -> None:
    with pytest.raises(ZermeloError) as caught:
        Report.from_json(text, TicTacToe())
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("nodes", "x"),
        ("depth", None),
        ("score", {}),
        ("line", None),
        ("format", "2"),
        ("engine", {}),
        ("late", []),
    ],
)
def test_a_report_with_a_field_of_another_kind(field: str, given: Any) -> None:
    written = {**search(TicTacToe(), depth=1, engine="interpreted").as_dict(), field: given}
    with pytest.raises(ZermeloError, match=r"this is not the JSON of a report: .*(Expected|missing)"):
        Report.from_json(json.dumps(written), TicTacToe())
    del written[field]
    if field != "format":  # which the first reports did not have
        with pytest.raises(ZermeloError, match="this is not the JSON of a report"):
            Report.from_json(json.dumps(written), TicTacToe())


@pytest.mark.parametrize("given", ["x", "1/0", "", "1e3000000000", "nan"])
def test_a_report_with_a_score_that_is_no_number(given: str) -> None:
    written = search(TicTacToe(), depth=1, engine="interpreted").as_dict()
    written["score"]["value"] = given
    with pytest.raises(ZermeloError, match="is not a number"):
        Report.from_json(json.dumps(written), TicTacToe())


def test_a_report_without_a_floor() -> None:
    with pytest.raises(ZermeloError, match="this is not the JSON of a report"):
        Report.from_json("[" * 100_000, TicTacToe())


def test_a_report_of_another_position() -> None:
    report = search(TicTacToe(), depth=1, engine="interpreted")
    played = TicTacToe().result(TicTacToe().initial(), report.action or 4)
    with pytest.raises(ZermeloError, match="is not legal here"):
        Report.from_json(report.json(), TicTacToe(), played)
