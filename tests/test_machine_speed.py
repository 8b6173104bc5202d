"""Machine speed by default: code that is there is used, nobody waits for what is not, nobody is blamed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from budget import PATIENCE, every
from tiny_unit import TINY, until

import zermelo.levels
from zermelo import (
    CannotCompile,
    CompilerFailed,
    Game,
    MatchClock,
    RulesError,
    SearchError,
    choose,
    prepare,
    search,
    solve,
)
from zermelo.games import MNK, ConnectFour, Nim, TicTacToe
from zermelo.interfaces.terminal.show import report_rows
from zermelo.kernel import bind
from zermelo.kernel.compiler import build, cache, child, loading, memo
from zermelo.kernel.compiler.seen import some_positions
from zermelo.kernel.run import ARENA
from zermelo.running import transpositions
from zermelo.running.asking import ask
from zermelo.running.drivers import solver
from zermelo.running.search import Search

# -- code that is there ------------------------------------------------------------------------------


def test_a_search_that_was_too_short_leaves_its_code_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bind, "_loaded", {})
    game = ConnectFour()
    first = search(game, seconds=0.0)
    assert (first.compiled, first.depth) == (False, 1)
    assert "prepare()" in first.why_interpreted
    until(lambda: search(game, seconds=PATIENCE, depth=1).compiled)
    assert search(ConnectFour(), seconds=PATIENCE, depth=4).compiled, "another game of the same rules"


def test_what_is_over_at_once_is_neither_compiled_nor_excused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bind, "_loaded", {})
    game = TicTacToe()
    report = search(game, game.parse("XO.XO...."), seconds=PATIENCE)
    assert (report.compiled, report.why_interpreted, report.late) == (False, "", 0.0)


def test_prepare_waits_for_the_code_of_a_search_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bind, "_loaded", {})
    prepare(ConnectFour())
    assert search(ConnectFour(), nodes=100).compiled
    assert not search(ConnectFour(), depth=2, seconds=PATIENCE, prefer_quick_wins=False).compiled


@pytest.mark.long
def test_prepare_says_what_stays_interpreted(rules: Callable[[str], ModuleType]) -> None:
    game = rules(WITH_A_DICTIONARY).Slow()
    with pytest.raises(CannotCompile, match="line 9"):
        prepare(game)
    prepare(game, wait=False)
    assert search(game, seconds=PATIENCE).finished


@pytest.mark.long
def test_a_number_too_large_is_searched_in_python(
    rules: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the search began with machine code."""
    game = rules(DOUBLING).Doubling()
    prepare(game, algorithm="minimax")
    report = search(game, algorithm="minimax")
    assert not report.compiled
    assert "64 bits" in report.why_interpreted or "large" in report.why_interpreted
    assert report.score.value == 2**70


DOUBLING = """
from typing import NamedTuple
from zermelo import Game

class Doubling(Game):
    payoff, repetition = "points", None

    class State(NamedTuple):
        left: int
        turn: int

    def initial(self): return self.State(70, 0)
    def to_move(self, state): return state.turn
    def actions(self, state): return [1]
    def result(self, state, action): return self.State(state.left - 1, 1 - state.turn)
    def is_terminal(self, state): return state.left == 0
    def utility(self, state):
        value = 1
        for _ in range(70):
            value = value * 2
        return value
"""


# -- one ply at least --------------------------------------------------------------------------------


WITH_A_DICTIONARY = """
import time
from zermelo import Game

class Slow(Game):
    repetition, pause = None, 0.0

    def initial(self): return 0
    def to_move(self, state): return dict(a=state % 2)['a']
    def actions(self, state):
        time.sleep(self.pause)
        return [1, 2]
    def result(self, state, action): return state + action
    def is_terminal(self, state): return state >= 6
    def utility(self, state): return 1 if state == 6 else -1
"""


def test_a_search_to_the_end_is_not_endless_for_what_one_ply_estimated() -> None:
    report = search(MNK(5, 5, 4), algorithm="alphabeta", seconds=0.5, engine="interpreted")
    assert (report.finished, report.depth) == (False, 1)
    assert report.seconds >= 0.5, "what was spent is told, not what one ply took of it"
    assert report.nodes > 100


class Crowded:
    """From the second ply on there are actions beyond number."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Iterable[int]:
        return range(1, 1 << 40) if state[0] else (1, 2)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] + 1, 1 - state[1]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 4

    def utility(self, state: tuple[int, int]) -> int:
        return 0


def test_a_look_at_a_few_positions_lists_no_more_than_a_search_can() -> None:
    """It filled the memory, and its thread could not be stopped."""
    shown = [len(actions) for _, actions in some_positions(Crowded(), (0, 0), 1)]
    assert shown == [2, ARENA, ARENA, ARENA, 0]


@pytest.mark.parametrize(
    "algorithm", every(3, ["pvs", "mtdf", "alphabeta", "deepening", "minimax", "negamax"])
)
def test_one_ply_is_searched_however_little_time_there_is(
    algorithm: Any, rules: Callable[[str], ModuleType]
) -> None:
    game = rules(WITH_A_DICTIONARY).Slow()
    game.pause = 0.05
    for limit in ({"seconds": 0.001}, {"clock": MatchClock(0.001)}):
        report = search(game, algorithm=algorithm, **limit)
        assert report.depth == 1
        assert report.nodes >= 3
        assert report.late > 0
        assert json.loads(report.json())["late"] == report.late


class Chase(Game):
    """Whoever is chased can be chased again, from any position, for ever."""

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> Iterable[int]:
        return 1, 3, 5

    def result(self, state: int, action: int) -> int:
        return (state + action) % 1000

    def is_terminal(self, state: int) -> bool:
        return state == 999

    def utility(self, state: int) -> int:
        return 1

    def evaluate(self, state: int) -> int:
        return state % 7 - 3

    noisy = actions


def test_what_is_noisy_is_not_followed_for_ever() -> None:
    """One ply is owed after the time is over, and not all that may follow it."""
    report = search(Chase(), algorithm="pvs", seconds=0.05, engine="interpreted")
    assert report.depth == 1
    assert report.late > 0


def test_simulations_of_slow_rules_keep_to_the_clock(rules: Callable[[str], ModuleType]) -> None:
    """Sixteen were made before anybody looked."""
    game = rules(WITH_A_DICTIONARY).Slow()
    game.pause = 0.01
    report = search(game, algorithm="mcts", seconds=0.001, engine="interpreted")
    assert (report.nodes, report.depth, report.answered) == (1, 1, True)
    assert report.late > 0
    said = report_rows(game, game.initial(), report)["late"]
    assert said.endswith("one simulation is made, however short the limit")


def test_a_trace_holds_what_was_asked_for_and_ends_with_its_time() -> None:
    report = search(ConnectFour(), algorithm="minimax", seconds=0.0, trace=1_000, engine="interpreted")
    assert not report.finished


def test_who_stops_a_search_waits_for_no_ply(rules: Callable[[str], ModuleType]) -> None:
    game = rules(WITH_A_DICTIONARY).Slow()
    stopped = Search(ask(game, seconds=PATIENCE))
    stopped.stop()
    assert [report.depth for report in stopped.items()] == [0]


def test_a_level_keeps_to_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def noted(game: Any, state: Any, **options: Any) -> Any:
        asked.append((options.get("seconds"), options.get("clock")))
        time.sleep(0.01)
        return search(game, state, **options)

    monkeypatch.setattr(zermelo.levels, "search", noted)
    short: Any = {"level": 9, "seed": 4, "nodes": 1, "engine": "interpreted"}  # it thinks, then has to glance
    choose(ConnectFour(), seconds=PATIENCE, **short)
    choose(ConnectFour(), clock=MatchClock(PATIENCE), seconds=None, **short)
    (first, _), (second, _), (_, clock), (_, later) = asked
    assert 0 < second < first
    assert 0 < later.left < clock.left


@pytest.mark.long
def test_the_solver_asks_others_for_help_only_when_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    begin = solver.Team.start

    def counted(team: Any) -> None:
        started.append(1)
        begin(team)

    monkeypatch.setattr(solver.Team, "start", counted)
    monkeypatch.setattr(solver, "JOINING", PATIENCE)
    game = ConnectFour(4, 4)
    alone = solve(game, threads=2, engine="compiled")
    assert not started
    monkeypatch.setattr(solver, "JOINING", 0.0)
    together = solve(game, threads=2, engine="compiled")
    assert started
    assert (alone.score, alone.values) == (together.score, together.values)


# -- refusals ----------------------------------------------------------------------------------------


def test_rules_that_cannot_be_lowered_are_not_tried_again(
    rules: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    lowered: list[Any] = []

    class Counted(memo.Lowering):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            if isinstance(arguments[0], module.Slow):  # and not the numbers that stand for its positions
                lowered.append(arguments)
            super().__init__(*arguments, **options)

    monkeypatch.setattr(memo, "Lowering", Counted)
    module = rules(WITH_A_DICTIONARY)
    reports = [search(module.Slow(), seconds=PATIENCE) for _ in range(3)]
    assert len(lowered) == 2, "as the machine would have it, then as it is"
    assert all("line 9" in report.why_interpreted for report in reports)
    module.Slow.utility = lambda self, state: 5 - state
    module.Slow.payoff = "points"
    assert search(module.Slow(), algorithm="minimax").score.value == -1, "an edit is seen"


def test_a_refusal_is_kept_on_disk(
    rules: Callable[[str], ModuleType], fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rules(DOUBLING.replace("range(70)", "range(7, 0)")).Doubling()
    refusal = child.REFUSED + b'["zermelo: no", 0]'
    calls: list[str] = []

    def refuse(key: str, text: str, *_: Any) -> bytes:
        calls.append(key)
        cache.store(key, refusal, text)
        return refusal

    monkeypatch.setattr(child, "started", refuse)
    for _ in range(2):
        monkeypatch.setattr(child, "_refusals", {})  # as in another process
        with pytest.raises(CannotCompile, match="no"):
            search(game, engine="compiled")
    assert len(calls) == len(set(calls)), "once, whatever else is being compiled"
    assert "no" in search(game).why_interpreted, "told at once, without a compile"


# -- failures that are nobody's rules ----------------------------------------------------------------


@pytest.fixture
def no_memory(monkeypatch: pytest.MonkeyPatch, fresh_cache: Path) -> list[str]:
    """A compiler that fails."""
    calls: list[str] = []

    def fail(key: str, *_: Any) -> bytes:
        calls.append(key)
        raise CompilerFailed("compiler_failed", reason="it ended with code -9")

    monkeypatch.setattr(child, "started", fail)
    monkeypatch.setattr(child, "_failures", {})
    return calls


def test_a_compiler_that_fails_is_not_the_rules_fault(no_memory: list[str]) -> None:
    with pytest.raises(CompilerFailed, match=r"the compiler failed: it ended with code -9"):
        search(Nim(), algorithm="alphabeta", engine="compiled")
    with pytest.raises(CompilerFailed):
        prepare(Nim(), algorithm="alphabeta")
    assert len(no_memory) == 1, "not again within a minute"
    found = Search(ask(Nim(), algorithm="alphabeta"))
    found.ask_for_machine_code()
    until(lambda: found.why_interpreted)
    *_, report = found.items()
    assert (str(report.score), report.compiled) == ("MAX wins in 11 plies", False)
    assert report.why_interpreted.startswith("the compiler failed")
    assert not list(cache.directory().glob("*.kernel"))


def test_too_little_memory_is_not_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(text: str) -> None:
        try:
            raise MemoryError
        except MemoryError as cause:
            raise ValueError("Failed in nopython mode pipeline") from cause

    assert build.is_of_the_machine(OSError("no such library"))
    assert not build.is_of_the_machine(TypeError("no such operator"))
    monkeypatch.setattr(build, "module_of", exhausted)
    with pytest.raises(ValueError, match="nopython") as raised:
        exhausted("")
    assert build.is_of_the_machine(raised.value)


def test_without_memory_for_a_table_python_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(words: int, megabytes: float) -> None:
        raise SearchError("no_memory_for_table", megabytes=megabytes)

    prepare(TicTacToe())
    monkeypatch.setattr(transpositions, "block_of", exhausted)
    report = search(TicTacToe(), algorithm="pvs")
    assert (str(report.score), report.compiled) == ("a draw", False)
    assert report.why_interpreted == "there is not enough memory for a table of 64 MB"
    with pytest.raises(SearchError, match="not enough memory for a table of 32 MB"):
        search(TicTacToe(), algorithm="pvs", memory=32)


def test_the_compiler_does_not_see_what_is_said_of_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NUMBA_DISABLE_JIT", "NUMBA_OPT"):
        monkeypatch.setenv(name, "1")
    assert not [name for name in child.environment() if name.startswith("NUMBA_")]


@pytest.mark.long
def test_machine_code_is_loaded_and_run_without_numba() -> None:
    program = (
        "import sys\nfrom zermelo import search\nfrom zermelo.games import ConnectFour\n"
        "assert search(ConnectFour(), depth=3, engine='compiled').compiled\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("False\n", "")
    later = program.replace("depth=3, engine='compiled'", "seconds=0.5") + "\nwhile True: break"
    done = subprocess.run([sys.executable, "-c", later], capture_output=True, text=True, check=False)
    assert "Exception ignored" not in done.stderr, "nothing is said when the process ends"


def test_code_that_this_process_cannot_serve_is_a_sentence() -> None:
    packed = build.compile_text(TINY, 1, False)
    assert loading.load(packed)[0] == "i8"
    code = loading.MachineCode(*loading.pickle.loads(packed))
    with pytest.raises(CompilerFailed, match="needs no_such_symbol"):
        loading.load(code._replace(outside=("no_such_symbol",)).packed())


def test_a_failure_of_our_own_is_not_blamed_on_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "handing_over", None)
    with pytest.raises(SearchError, match=r"no fault of the rules \(TypeError"):
        search(Nim(), seconds=PATIENCE, engine="interpreted")


# -- nothing is listed without end -------------------------------------------------------------------


def test_more_actions_than_any_search_can_list(rules: Callable[[str], ModuleType]) -> None:
    endless = "from itertools import count\n" + WITH_A_DICTIONARY.replace("return [1, 2]", "return count(1)")
    for algorithm in ("pvs", "minimax"):
        with pytest.raises(RulesError, match="more than 100,000 actions"):
            search(rules(endless).Slow(), seconds=PATIENCE, algorithm=algorithm)
