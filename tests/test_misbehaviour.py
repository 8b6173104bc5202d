"""Rules that raise, loop, lie or overflow: one clear sentence each, and the process lives on.

The games stand in this file, so that the sentences name its lines: a line that is at fault
ends in `# !` and the word for the fault.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from budget import INTERPRETED_FIRST, in_turn
from misbehaving import (
    ENGINES,
    RULES,
    SEARCH,
    STREAM,
    Dictionary,
    Trouble,
    child,
    faulty,
    line,
    nothing_left_running,  # noqa: F401
    sentence,
)

from zermelo import (
    CannotCompile,
    RulesError,
    prove,
    search,
    solve,
)
from zermelo.checking.check import examine
from zermelo.running.asking import ask
from zermelo.strong.build import solved


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(STREAM, "STALLED", 1.0)


# -- rules that raise --------------------------------------------------------------------------------


# "…" is what Python says, which differs from version to version.
RAISED = {
    "raise_actions": "Trouble raised ValueError: no moves (actions(), {line}), in the position after 1, 1",
    "raise_result": "Trouble raised ValueError: no way (result(), {line}), in the position after 1, 1",
    "raise_utility": "Trouble raised ValueError: who won? (utility(), {line}), in the position after 1, 1, 1",
    "raise_to_move": "Trouble raised ValueError: whose turn? (to_move(), {line}), in the position after 1, 1",
    "raise_terminal": "Trouble raised ValueError: over? (is_terminal(), {line}), in the position after 1, 1",
    "divide": "Trouble raised ZeroDivisionError: … (result(), {line}), in the position after 1, 1",
    "modulo": "Trouble raised ZeroDivisionError: … (result(), {line}), in the position after 1, 1",
    "tuple": "Trouble raised IndexError: … (result(), {line}), in the position after 1, 1",
    "array": "Trouble raised IndexError: … (result(), {line}), in the position after 1, 1",
    "replace": "Trouble raised IndexError: … (result(), {line}), in the position after 1, 1",
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("fault", RAISED)
def test_a_rule_that_raises(fault: str, engine: str) -> None:
    said = sentence(Trouble(), faulty(fault), engine=engine)
    before, _, after = RAISED[fault].replace("{line}", line(fault)).partition("…")
    assert said.startswith(before)
    assert said.endswith(after)


class Gone(BaseException):
    """What no `except Exception` catches."""


class Leaving(Trouble):
    """What is raised at the end is no Exception."""

    def utility(self, state: Any) -> Any:
        if state.cells[0] == 0:
            raise KeyboardInterrupt("not a move")
        if state.cells[0] == 1:
            raise GeneratorExit("not a move")
        raise Gone("not a move")


@pytest.mark.parametrize(("first", "kind"), [*enumerate([KeyboardInterrupt, GeneratorExit, Gone])])
def test_rules_may_raise_what_is_no_exception(first: int, kind: type[BaseException]) -> None:
    game, state = Leaving(), faulty("good")._replace(cells=(first, 0, 0))
    said = f"Leaving raised {kind.__name__}: not a move (utility(), "
    for algorithm in ("alphabeta", "pvs", "mcts"):
        assert sentence(game, state, engine="interpreted", nodes=999, algorithm=algorithm).startswith(said)
    for verb in (solve, prove, solved):
        with pytest.raises(RulesError, match=re.escape(said)):
            verb(game, state=state, engine="interpreted")
    if kind is KeyboardInterrupt:
        (found,) = examine(game, seconds=0.2).faults
        assert found.sentence == "Leaving.utility() raises KeyboardInterrupt: not a move"


class WithoutAction(Trouble):
    def result(self, state: Any) -> Any:  # type: ignore[override]  # ! other_arguments
        return state


class WithMore(Trouble):
    def actions(self, state: Any, player: Any) -> Any:  # type: ignore[override]  # ! more_arguments
        return [1]


def test_a_rule_that_takes_other_arguments_is_named_by_its_line() -> None:
    for game, rule, mark in (
        (WithoutAction(), "result", "other_arguments"),
        (WithMore(), "actions", "more_arguments"),
    ):
        said = sentence(game, engine="interpreted")
        assert f"({rule}(), {line(mark)}), in the position it started from" in said
        with pytest.raises(RulesError, match=re.escape(f"({rule}(), {line(mark)})")):
            solve(game, engine="interpreted")


@pytest.mark.parametrize("engine", ENGINES)
def test_evaluate_raises(engine: str) -> None:
    said = sentence(Trouble(), faulty("raise_evaluate"), engine=engine, depth=2)
    assert said.startswith(f"Trouble raised ValueError: who leads? (evaluate(), {line('raise_evaluate')})")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("fault", ["raise_actions", "raise_to_move", "raise_terminal"])
def test_a_rule_that_raises_at_the_start(fault: str, engine: str) -> None:
    assert line(fault) in sentence(Trouble(), faulty(fault, left=1), engine=engine)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_rule_that_raises_where_every_root_action_is_valued(engine: str) -> None:
    assert line("raise_result") in sentence(
        Trouble(), faulty("raise_result", left=1), engine=engine, values=True
    )
    assert line("divide") in sentence(Trouble(), faulty("divide"), engine=engine, values=True)


def test_a_long_message_is_one_line() -> None:
    class Verbose(Trouble):
        def utility(self, state: Any) -> Any:
            raise ValueError("one\ntwo " + "x" * 5000)

    assert "one two xxx" in sentence(Verbose(), engine="interpreted")
    assert len(sentence(Verbose(), engine="interpreted")) < 1000


# -- rules that loop ---------------------------------------------------------------------------------


STUCK = [("actions", "interpreted"), ("result", "compiled"), ("terminal", "auto")]
STUCK_ELSEWHERE = [pair for pair in product(["actions", "result", "terminal"], ENGINES) if pair not in STUCK]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("rule", "engine"), in_turn(STUCK, STUCK_ELSEWHERE, several=True))
def test_a_while_without_an_end(rule: str, engine: str) -> None:
    said = sentence(Trouble(), faulty(f"loop_{rule}"), engine=engine)
    called = {"terminal": "is_terminal"}.get(rule, rule)
    assert said.startswith(f"Trouble: {called}() does not return ({RULES}, line ")
    number = int(line(f"loop_{rule}").rpartition(" ")[2])
    assert f"line {number})" in said or f"line {number - 1})" in said
    assert said.endswith("an infinite loop?")


@pytest.mark.parametrize("engine", ENGINES)
def test_actions_without_an_end(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.kernel.primitives.LOOPS", 10_000)
    said = sentence(Trouble(), faulty("yield_forever"), engine=engine)
    assert said.startswith(f"Trouble.actions() never stops yielding actions ({RULES}, line ")
    assert said.endswith("in the position after 1, 1")


class StuckAtTheStart(Trouble):
    def is_terminal(self, state: Any) -> Any:
        while True:
            pass


class StuckInTheBeginning(Trouble):
    def initial(self) -> Any:
        while True:
            pass


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("game", [StuckAtTheStart, StuckInTheBeginning])
def test_a_loop_before_the_search_has_begun(game: type[Trouble], engine: str) -> None:
    assert f"() does not return ({__file__}, line " in sentence(game(), engine=engine)


class ForEver(Trouble):
    def result(self, state: Any, action: Any) -> Any:
        while True:  # ! while_true
            pass


@pytest.mark.usefixtures("impatient")
def test_while_true_is_refused_by_line() -> None:
    with pytest.raises(CannotCompile) as caught:
        search(ForEver(), engine="compiled")
    assert str(caught.value) == (
        f"{line('while_true')}: `while True:  # ! while_true` cannot be compiled; "
        "this loop has no end: give it a condition, a break or a return"
    )
    assert "result() does not return" in sentence(ForEver(), engine="interpreted")


class StuckDictionary(Dictionary):
    def utility(self, state: Any) -> Any:
        while True:
            pass  # ! stuck_dictionary


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("engine", in_turn(["auto"], ["interpreted"]))
def test_a_loop_in_rules_that_cannot_be_lowered(engine: str) -> None:
    assert_says_where(sentence(StuckDictionary(), engine=engine))


@pytest.mark.long
def test_a_loop_that_outlives_the_time_of_the_search() -> None:
    assert_says_where(sentence(StuckDictionary(), engine="interpreted", seconds=2.0, algorithm="alphabeta"))


def assert_says_where(said: str) -> None:
    assert said.startswith("StuckDictionary: utility() does not return (")
    number = int(line("stuck_dictionary").rpartition(" ")[2])
    assert f"line {number})" in said or f"line {number - 1})" in said


@pytest.mark.long
def test_a_compiled_for_without_an_end_ends_with_the_process() -> None:
    """The one thread that cannot be stopped: the caller gets its sentence, can go on, and can leave."""
    done = child("""
t.STREAM.STALLED = 1.0
try:
    search(game, t.faulty("for_forever"), engine="compiled")
except t.ZermeloError as error:
    print(error)
print(len(t.searching()), search(game, engine="compiled").score)
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Trouble: a rule does not return: an infinite loop?",
        "1 MAX wins in 3 plies",
    ]


# -- numbers and recursion ---------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["overflow", "shift"])
def test_sixty_four_bits(fault: str) -> None:
    """Interpreted numbers have no limit; compiled ones say so instead of being wrong."""
    state = faulty(fault)
    assert search(Trouble(), state, engine="interpreted").score.plies == 3
    assert sentence(Trouble(), state, engine="compiled") == (
        f"Trouble: a whole number does not fit in 64 bits (result(), {line(fault)}); declare a board of "
        "bits as Bits, which wraps around, or search with engine='interpreted', where numbers have no limit"
    )


def test_auto_goes_back_to_interpreted_where_numbers_grow_too_large() -> None:
    running = SEARCH.Search(ask(Trouble(), faulty("overflow"), algorithm="alphabeta"))
    running.compiling = True
    running.successor = SEARCH.bound(running.question, True)  # ready before it starts: it takes over at once
    (report,) = STREAM.Stream(running)
    assert not report.compiled
    assert report.score.plies == 3
    assert "does not fit in 64 bits" in report.why_interpreted


class Recursive(Trouble):
    def down(self, number: int) -> int:  # ! recursive_compiled
        return self.down(number + 1)  # ! recursive

    def utility(self, state: Any) -> Any:
        return self.down(state.left)


@pytest.mark.parametrize("engine", ["interpreted", "auto"])
def test_recursion_without_an_end(engine: str) -> None:
    said = sentence(Recursive(), engine=engine)
    assert said.startswith(
        f"Recursive raised RecursionError: it calls itself endlessly (down(), {line('recursive')}"
    )


def test_recursion_is_refused_by_line() -> None:
    with pytest.raises(CannotCompile) as caught:
        search(Recursive(), engine="compiled")
    assert str(caught.value) == (
        f"{line('recursive_compiled')}: down(), which calls itself in every case, "
        "cannot be compiled; let it return without, in one case"
    )
