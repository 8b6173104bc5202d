"""Wrong calls of whatever a user calls: each is told what is wrong, and what to write instead."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest

import zermelo
from zermelo import (
    Game,
    GameError,
    Report,
    RulesError,
    SearchError,
    Sprt,
    Tree,
    ZermeloError,
    analyse,
    build_table,
    check,
    choose,
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
    win_in,
)
from zermelo.game import RULES
from zermelo.games import BUILT_IN, Nim, TicTacToe

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
    "root_actions names no action: leave it out to search them all": {"root_actions": []},
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
    "sprt must be an Sprt(elo0, elo1), not 5": ("match", {"sprt": 5}),
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
    "a table is opened with SolvedTable.open(path, game), and made by build_table(game)": lambda: (
        zermelo.SolvedTable("x.table")
    ),
    "path must be the name of a file, not 5": lambda: zermelo.SolvedTable.open(5, Nim()),  # type: ignore[arg-type]
    "branching must be a whole number, not 'x'": lambda: Tree.random("x", 2),  # type: ignore[arg-type]
    "branching 2 and depth 100 make more than 10,000,000 leaves: choose less": lambda: Tree.random(2, 100),
    "chance must be a probability, not x": lambda: Tree.random(chance="x"),  # type: ignore[arg-type]
    "text must be text, not 5": lambda: Tree.parse(5),  # type: ignore[arg-type]
    "text must be text, not None": lambda: Report.from_json(None, Nim()),  # type: ignore[arg-type]
    "Nim is a class, not a game: pass Nim(), not the class": lambda: Report.from_json("{}", Nim),
}
"""What is said of a wrong argument of what is no verb."""


@pytest.mark.parametrize("said", NOUNS)
def test_wrong_arguments_of_nouns(said: str) -> None:
    with pytest.raises(ZermeloError) as caught:
        NOUNS[said]()
    assert str(caught.value) == said


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
