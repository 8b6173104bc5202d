"""The public face: what is exported, what a wrong call is told, what Python shows, what JSON gives back."""

from __future__ import annotations

import contextlib
import inspect
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import pytest
from budget import INTERPRETED_FIRST
from mazes import Maze

import zermelo
from zermelo import (
    MAX,
    MIN,
    Game,
    GameError,
    Line,
    MatchClock,
    Report,
    RulesError,
    Score,
    SearchError,
    Solution,
    Sprt,
    Transpositions,
    Tree,
    TreeError,
    ZermeloError,
    analyse,
    build_table,
    check,
    choose,
    csp,
    draw,
    estimate,
    match,
    perft,
    prove,
    review,
    search,
    solve,
    solve_all,
    solving,
    strategy,
    tune,
    updated,
    win_in,
)
from zermelo.game import RULES
from zermelo.games import BUILT_IN, Nim, TicTacToe
from zermelo.limits import Limits
from zermelo.running.options import SearchOptions
from zermelo.running.question import Wanted

VERBS: dict[str, Callable[..., Any]] = {
    "search": search,
    "analyse": analyse,
    "solve": solve,
    "solving": solving,
    "prove": prove,
    "choose": choose,
    "check": check,
    "estimate": estimate,
    "strategy": strategy,
    "draw": draw,
    "review": lambda game, **options: review(game, [], **options),
    "match": lambda game, **options: match(game, ["expert", "random"], **options),
    "tune": tune,
    "perft": lambda game, **options: perft(game, depth=1, **options),
    "solve_all": lambda game, **options: solve_all(game, [0], **options),
    "build_table": lambda game, **options: list(build_table(game, **options)),
}


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


# -- wrong calls -----------------------------------------------------------------------------------


class OneRule:
    def initial(self) -> int:
        return 0


class Listed(Nim):
    """Its actions are lists, which cannot be kept in a dictionary."""

    def actions(self, state: Any) -> Any:
        return [list(action) for action in super().actions(state)]


NO_GAME = {
    "42 is not a game: pass an object with the rules initial, to_move, ": 42,
    "None is not a game: pass": None,
    "'tictactoe' is text, not a game: pass the game itself, such as TicTacToe()": "tictactoe",
    "TicTacToe is a class, not a game: pass TicTacToe(), not the class": TicTacToe,
}


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_no_game(verb: str) -> None:
    for said, thing in NO_GAME.items():
        with pytest.raises(SearchError) as caught:
            VERBS[verb](thing)
        assert str(caught.value).startswith(said)


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"check"}))  # which says it as a finding
def test_a_missing_rule_and_an_action_that_nobody_can_keep(verb: str) -> None:
    with pytest.raises(RulesError, match=r"^OneRule has no to_move\(\): a game needs it$"):
        VERBS[verb](OneRule())
    if verb not in ("solve_all", "build_table", "estimate"):
        with pytest.raises(
            RulesError, match=r"^Listed: actions\(\) yields \[0, 1\], which is not hashable: "
        ):
            VERBS[verb](Listed())


@pytest.mark.parametrize("base", [Game, object])
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_nobody_wrote(rule: str, base: type) -> None:
    """What Game itself has of the six rules is no rule: nobody is told that Zermelo failed."""
    written = {name: getattr(TicTacToe, name) for name in RULES if name != rule}
    unfinished = type("Unfinished", (base,), written)()
    for verb in sorted(set(VERBS) - {"check"}):
        with pytest.raises(RulesError, match=rf"^Unfinished has no {rule}\(\): a game needs it$"):
            VERBS[verb](unfinished)
    assert [finding.rule for finding in check(unfinished, seconds=0)] == [rule]


@pytest.mark.parametrize("verb", VERBS)
def test_a_misspelt_option(verb: str) -> None:
    far = dict.fromkeys(("check", "draw", "match", "strategy"), "(choose from|did you mean)")
    instead = far.get(verb, r"did you mean 'engine'\?$")
    with pytest.raises(SearchError, match=rf"^{verb}\(\) has no option 'engin': {instead}"):
        VERBS[verb](TicTacToe(), engin="auto")


STARTING_ANYWHERE = (
    *("search", "solve", "prove", "solving", "choose", "analyse", "strategy", "draw", "review"),
    *("build_table", "estimate"),
)


@pytest.mark.parametrize("verb", STARTING_ANYWHERE)
def test_a_state_of_another_game(verb: str) -> None:
    said = r"^42 is not a state of TicTacToe, such as State\(cells=\(0, "
    with pytest.raises(SearchError, match=said):
        list(VERBS[verb](TicTacToe(), state=42))
    with pytest.raises(SearchError, match=said):
        perft(TicTacToe(), 42, depth=1)  # type: ignore[misc]
    with pytest.raises(SearchError, match=said):
        solve_all(TicTacToe(), [42])  # type: ignore[misc]


OPTIONS: dict[str, dict[str, Any]] = {
    "search() has no option 'secnds': did you mean 'seconds'?": {"secnds": 1},
    "search() has no option 'zzz': choose from game, state, depth, ": {"zzz": 1},
    "clock must be a MatchClock(seconds, increment), not (60, 1)": {"clock": (60, 1)},
    "lines must be a whole number from 1 to 65536, not '2'": {"lines": "2"},
    "threads must be a whole number from 1 to 256, not None": {"threads": None},
    "trace must be True, False or a whole number of steps, not 'yes'": {"trace": "yes"},
    "seed must be a whole number, not 1.5": {"seed": 1.5},
    "root_actions must be a list, not 5": {"root_actions": 5},
    "past must be a list, not 5": {"past": 5},
    "switch_off must be a list, not 5": {"switch_off": 5},
    "[1] is not a technique: choose from table, ": {"switch_off": [[1]], "algorithm": "pvs"},
    "algorithm ['pvs'] is unknown: choose from minimax, ": {"algorithm": ["pvs"]},
    "table must be a Transpositions(megabytes), not 5": {"table": 5},
    "solved must be a SolvedTable, not 5": {"solved": 5},
    "win_within must be a number >= 1, not 0": {"win_within": 0},
    "trace must be a number >= 0, not -1": {"trace": -1},
    "the size of a table must be a number of megabytes above 0 and below 1,048,576, not 1000000000.0": {
        "memory": 1e9, "nodes": 9,
    },
    "exact must be True or False, not 'no'": {"exact": "no"},
}
OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "depth must be a number >= 0, not 'x'": ("strategy", {"depth": "x"}),
    "wait must be True or False, not 'x'": ("prepare", {"wait": "x"}),
    "compile must be True or False, not None": ("check", {"compile": None}),
    "actions must be a list, not 5": ("review", {"actions": 5}),
    "the scale of estimates must be above 0 and finite, not 'x'": ("review", {"scale": "x"}),
    "path must be the name of a file, not 5": ("build_table", {"path": 5}),
    "seconds must be a number >= 0, not 'x'": ("build_table", {"seconds": "x"}),
    "seconds must be a number >= 0, not []": ("estimate", {"seconds": []}),
    "expected must be what estimate() returned, not 5": ("build_table", {"expected": 5}),
    "table must be the name of a file, not 5": ("solve", {"table": 5}),
    "states must be a list, not 5": ("solve_all", {"states": 5}),
    "players must be a list, not 5": ("match", {"players": 5}),
    "players must be a list, not 'level:1'": ("match", {"players": "level:1"}),
    "there is no schedule []: choose from round-robin, ": ("match", {"schedule": []}),
    "margin must be a number >= 0, not 'x'": ("match", {"margin": "x"}),
    "adjudicate must be a whole number, not 1.5": ("match", {"adjudicate": 1.5, "table": "x"}),
    "openings must be a number of random plies, or the names ": ("match", {"openings": [1]}),
    "processes must be a whole number from 1 to 4096, not 5000": ("match", {"processes": 5000}),
    "brief must be True or False, not 'x'": ("study", {"brief": "x"}),
    "name must be text, not []": ("study", {"name": []}),
}
"""What the other verbs say of a value of a wrong kind."""
NEEDED: dict[str, dict[str, Any]] = {
    "review": {"actions": []},
    "solve_all": {"states": []},
    "match": {"players": ["expert", "random"]},
}


@pytest.mark.parametrize("said", OPTIONS)
def test_wrong_options(said: str) -> None:
    with pytest.raises(SearchError) as caught:
        search(TicTacToe(), **OPTIONS[said])
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("said", OTHERS)
def test_wrong_options_of_other_verbs(said: str) -> None:
    verb, options = OTHERS[said]
    options = NEEDED.get(verb, {}) | options | ({} if verb == "study" else {"game": TicTacToe()})
    called = getattr(zermelo, verb)
    with pytest.raises(SearchError) as caught:
        list(called(**options))  # a stream looks when it begins
    assert str(caught.value).startswith(said)


NOUNS: dict[str, Callable[[], Any]] = {
    "player must be MAX (0) or MIN (1), not 7": lambda: win_in(3, 7),
    "plies must be a whole number, not 1.5": lambda: win_in(1.5),  # type: ignore[arg-type]
    "plies must be a number >= 0, not -1": lambda: win_in(-1),
    "elo0 must be a number, not 'x'": lambda: Sprt("x", 5),  # type: ignore[arg-type]
    "path must be the name of a file, not 5": lambda: zermelo.SolvedTable.open(5, Nim()),  # type: ignore[arg-type]
    "branching must be a whole number, not 'x'": lambda: Tree.random("x", 2),  # type: ignore[arg-type]
    "branching 2 and depth 100 make more than 10,000,000 leaves: choose less": lambda: Tree.random(2, 100),
    "chance must be a probability, not x": lambda: Tree.random(chance="x"),  # type: ignore[arg-type]
    "text must be text, not 5": lambda: Tree.parse(5),  # type: ignore[arg-type]
}
"""What is said of a wrong argument of what is no verb."""


@pytest.mark.parametrize("said", NOUNS)
def test_wrong_arguments_of_nouns(said: str) -> None:
    with pytest.raises(ZermeloError) as caught:
        NOUNS[said]()
    assert str(caught.value) == said
    assert isinstance(caught.value, SearchError | TreeError)


WRONG: tuple[Any, ...] = ("x", 2.5, float("nan"), None, -1, 10**30, [], (1, "a"))


@pytest.mark.parametrize("name", BUILT_IN)
def test_wrong_parameters_of_the_games(name: str) -> None:
    """A sentence, or a game that can begin; never an exception of Python's own."""
    kind: Any = BUILT_IN[name]
    for parameter in inspect.signature(kind).parameters.values():
        for wrong in WRONG:
            with contextlib.suppress(GameError):
                kind(**{parameter.name: wrong}).initial()
                assert parameter.annotation != "bool", (parameter, wrong)


def test_numbers_of_numpy_are_numbers() -> None:
    import numpy as np

    report = search(TicTacToe(), depth=np.int64(2), values=np.bool_(True), engine="interpreted")
    assert (report.depth, len(report.values)) == (2, 9)
    assert perft(TicTacToe(), depth=np.int32(2), engine="interpreted") == 72
    assert choose(TicTacToe(), level=np.int8(1), seed=np.uint8(3), nodes=50).depth


@pytest.mark.parametrize("verb", ["match", "review", "tune"])
def test_help_says_what_a_verb_returns(verb: str) -> None:
    assert "Generator" not in str(inspect.signature(getattr(zermelo, verb)).return_annotation)


def test_calls_that_leave_something_out_or_say_too_much() -> None:
    with pytest.raises(SearchError, match=r"^perft\(\): missing a required argument: 'depth'$"):
        perft(TicTacToe())  # type: ignore[call-arg]
    with pytest.raises(SearchError, match=r"^perft\(\) needs a depth"):
        perft(TicTacToe(), depth=None)  # type: ignore[arg-type]
    with pytest.raises(SearchError, match=r"^search\(\): too many positional arguments$"):
        search(TicTacToe(), None, 5)  # type: ignore[misc]
    with pytest.raises(SearchError, match=r"^player must be MAX"):
        prove(TicTacToe(), player=[])  # type: ignore[arg-type]
    with pytest.raises(SearchError, match=r"^seconds must be a number"):
        check(TicTacToe(), seconds="x")  # type: ignore[arg-type]
    with pytest.raises(SearchError, match=r"^seed must be a whole number"):
        check(TicTacToe(), seed=[])  # type: ignore[arg-type]


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
}


@pytest.mark.parametrize("kind", REPORTS)
def test_json_goes_back_in(kind: str) -> None:
    report = REPORTS[kind]()
    again = Report.from_json(report.json(), report.game, report.state)
    if isinstance(report, Solution) and report.table is not None:  # which has a file of its own
        report = Solution(**{**vars(report), "table": None})
    assert again == report
    assert type(again) is type(report)
    assert [type(action) for action in again.line] == [type(action) for action in report.line]
    assert str(again) == str(report)
    assert again.as_dict() == report.as_dict()


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


def test_a_report_of_another_position() -> None:
    report = search(TicTacToe(), depth=1, engine="interpreted")
    played = TicTacToe().result(TicTacToe().initial(), report.action or 4)
    with pytest.raises(ZermeloError, match="is not legal here"):
        Report.from_json(report.json(), TicTacToe(), played)
