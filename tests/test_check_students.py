"""The checker on games as students write them: right ones pass, each usual slip is found and told once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from budget import in_turn
from planted import patiently
from students import (
    RIGHT,
    Board,
    Cached,
    Chase,
    FoxAndHounds,
    Hexapawn,
    Mancala,
    OpenLines,
    Pig,
    Pits,
    Race,
    Reversi,
    Squares,
)
from test_check import Sevenfold

from zermelo import MAX, Game
from zermelo.checking import compiled
from zermelo.checking.check import Checkup, check, examine, in_order
from zermelo.checking.compiled import ALGORITHM, speed_of
from zermelo.checking.cycles import way_back
from zermelo.checking.memory import Memory
from zermelo.checking.promises import DOUBTFUL
from zermelo.checking.rules import Examination
from zermelo.running.asking import ask

QUICK = [Cached, FoxAndHounds, Chase, Squares]


@pytest.mark.parametrize("kind", in_turn(QUICK, [kind for kind in RIGHT if kind not in QUICK]))
def test_right_games_pass(kind: type) -> None:
    checkup = examine(kind(), seconds=0.3, compile=False)
    assert checkup.findings == []
    assert checkup.positions > 3


def with_estimate(kind: Any, sign: Callable[[Any, Any], int]) -> Any:
    """The game with an estimate that is multiplied by this."""
    turned = {"evaluate": lambda self, state: sign(self, state) * kind.evaluate(self, state)}
    return type(f"Turned{kind.__name__}", (kind,), turned)()


def found_in(game: Any, name: str) -> Checkup:
    return patiently(
        lambda seconds: examine(game, seconds=seconds, compile=False),
        lambda checkup: any(finding.name == name for finding in checkup.findings),
        0.5,
    )


KINDS = in_turn([OpenLines], [Hexapawn, Reversi, FoxAndHounds, Race, Mancala])


@pytest.mark.parametrize("kind", KINDS)
def test_an_estimate_that_is_upside_down(kind: type) -> None:
    (found,) = found_in(with_estimate(kind, lambda game, state: -1), "upside down").findings
    assert found.severity == "remark"
    assert "evaluate() is likely upside down: it is low where MAX does well, judged by" in found.sentence


@pytest.mark.parametrize("kind", KINDS)
def test_an_estimate_for_the_player_to_move(kind: type) -> None:
    game = with_estimate(kind, lambda game, state: 1 if game.to_move(state) == MAX else -1)
    (found,) = found_in(game, "mover's estimate").findings
    assert "evaluate() likely changes its sign with the turn" in found.sentence
    assert "only while MAX is to move" in found.sentence


class UpsideDown(OpenLines):
    def utility(self, state: Any) -> int:
        return -super().utility(state)


def test_a_utility_for_the_player_to_move_where_turns_are_not_passed_on() -> None:
    turned = {"utility": lambda self, state: (1 - 2 * state.turn) * Mancala.utility(self, state)}
    checkup = found_in(type("Turned", (Mancala,), turned)(), "mover's utility")
    (found,) = checkup.remarks
    assert "only if MAX is to move at the end" in found.sentence


def test_dice_that_only_one_player_can_win_by_are_odd_though_positions_repeat() -> None:
    (found,) = found_in(type("Alone", (Pig,), {"utility": lambda self, state: 1})(), "one-sided").remarks
    assert "utility() returns 1 at the end of all " in found.sentence


def test_a_utility_that_is_upside_down_disagrees_with_the_estimate() -> None:
    (found,) = found_in(UpsideDown(), "upside down").findings
    assert "unless it is utility() that is upside down" in found.advice


# -- one cause, one finding ------------------------------------------------------------------------


def by_identity() -> Any:
    """A game whose states are equal to nothing but themselves, with every rule that compares them."""

    @dataclass(eq=False)
    class State:  # in a function, where it cannot be pickled
        cells: tuple[int, ...]
        turn: int

    class ByIdentity(OpenLines):
        State: Any

        def symmetries(self, state: Any) -> Any:
            yield self.State(state.cells[::-1], state.turn)

        def key(self, state: Any) -> int:
            return sum(mark * 3**place for place, mark in enumerate(state.cells))

        def show(self, state: Any) -> str:
            return repr((state.cells, state.turn))

        def parse(self, text: str) -> Any:
            return self.State(*eval(text))

        def bounds(self, state: Any) -> Any:
            return -1, 1

    ByIdentity.State = State
    return ByIdentity()


def without_a_word() -> Any:
    """The same where states do not even say what they hold."""

    class State:
        def __init__(self, cells: tuple[int, ...], turn: int) -> None:
            self.cells, self.turn = cells, turn

    return type("Silent", (OpenLines,), {"State": State})()


@pytest.mark.parametrize("game", [by_identity(), without_a_word()], ids=["dataclass", "class"])
def test_states_that_equal_only_themselves_are_one_fault(game: Any) -> None:
    (found,) = check(game, seconds=0.001, compile=False)  # the start is looked at however short the time
    assert found.name == "equal"
    assert found.moves == ()


class Shallow(Reversi):
    """Copies the list of rows, and not the rows."""

    def result(self, state: Any, action: Any) -> Any:
        after = Board(state.rows[:], 3 - state.player)
        if action is not None:
            for y, x in [action, *self.flips(state, *action, state.player)]:
                after.rows[y][x] = state.player
        return after


class Reused(Mancala):
    """Gives the same list again and again."""

    def __init__(self) -> None:
        self._stones = [0] * 8

    def result(self, state: Any, action: Any) -> Any:
        after = super().result(state, action)
        self._stones[:] = after.stones
        return Pits(self._stones, after.turn)


@pytest.mark.parametrize("kind", [Shallow, Reused])
def test_rows_that_states_share_are_blamed_on_nothing_but_result(kind: type) -> None:
    (found,) = check(kind(), seconds=0.3, compile=False)
    assert (found.name, found.rule) == ("mutates", "result")


class OneTwo(OpenLines):
    def to_move(self, state: Any) -> int:
        return state.turn + 1


def test_players_that_are_called_1_and_2_are_one_fault() -> None:
    (found,) = check(OneTwo(), seconds=0.3, compile=False)
    assert found.name == "player"


# -- what is remembered ----------------------------------------------------------------------------


class LastMove(OpenLines):
    """Looks for a line through the last move only, which the game remembers."""

    def __init__(self) -> None:
        self._last = 0

    def result(self, state: Any, action: int) -> Any:
        self._last = action
        return super().result(state, action)

    def winner(self, state: Any) -> int:
        return super().winner(state) if state.cells[self._last] else 0


def test_rules_that_remember_the_last_move() -> None:
    (found,) = found_in(LastMove(), "memory").faults
    assert "is_terminal() returns True if nothing else was asked before, but False after" in found.sentence


def test_what_rules_remember_is_put_back() -> None:
    game: Any = Cached()
    Cached.seen.clear()
    memory = Memory(game)
    winners, seen, asked = game._winners, Cached.seen, Cached.asked
    assert not game.is_terminal(game.initial())
    game.late = 1
    assert winners
    assert seen
    memory.forget()
    assert game._winners is winners
    assert Cached.seen is seen
    assert winners == seen == {}
    assert Cached.asked == asked
    assert not hasattr(game, "late")


# -- positions that repeat -------------------------------------------------------------------------


class NeverAgain(Chase):
    repetition = None


def test_positions_that_repeat_although_they_should_not() -> None:
    (found,) = found_in(NeverAgain(), "repeats").faults
    assert found.moves == ()
    assert "repetition is None, but -1, -1, 1, 1 leads back to the same position" in found.sentence


def test_a_way_back_is_found_beside_positions_that_are_only_met_twice() -> None:
    assert way_back({1: [("a", 2), ("b", 3)], 2: [("c", 4)], 3: [("d", 4)], 4: []}) is None
    assert way_back({1: [("a", 2), ("b", 3)], 2: [("c", 4)], 3: [("d", 4)], 4: [("e", 3)]}) == (3, ["d", "e"])


# -- deep in the game ------------------------------------------------------------------------------


class Marathon(Game):
    """Two runners, up to six steps at a time; some 40 plies, and no two games alike."""

    payoff = "points"

    def initial(self) -> Any:
        return ((0, 0), 0)

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        (ours, theirs), _ = state
        if ours == theirs > 40:
            raise ValueError("side by side")
        return range(1, 7)

    def result(self, state: Any, action: int) -> Any:
        track = list(state[0])
        track[state[1]] += action
        return (tuple(track), 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return max(state[0]) > 70

    def utility(self, state: Any) -> int:
        return state[0][0] - state[0][1]


@pytest.mark.long
def test_an_exception_deep_in_the_game_is_shown_after_few_moves() -> None:
    """Fourteen moves of six would be enough; a random game takes 26 or more to get there."""
    checkup = patiently(
        lambda seconds: examine(Marathon(), seconds=seconds, compile=False),
        lambda checkup: any(len(finding.moves) <= 20 for finding in checkup.faults),
        0.8,
    )
    (found,) = checkup.faults
    assert found.name == "raises"
    assert 14 <= len(found.moves) <= 20
    state = Marathon().initial()
    for action in found.moves:
        assert action in list(Marathon().actions(state))
        state = Marathon().result(state, action)
    with pytest.raises(ValueError, match="side by side"):
        Marathon().actions(state)


# -- one cause, one finding --------------------------------------------------------------------------


class Ray(Game):
    """A pawn walks along a row; the way of looking ahead that its rules share leaves the row."""

    def ahead(self, state: Any) -> int:
        return (0, 0, 1, 0, 1)[state[0] + 2]

    def initial(self) -> Any:
        return (0, MAX)

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> Any:
        return [1, 2] if self.ahead(state) < 2 else []

    def result(self, state: Any, action: int) -> Any:
        return (state[0] + action, 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return bool(state[0] >= 8 and self.ahead(state))

    def utility(self, state: Any) -> int:
        return 1

    def evaluate(self, state: Any) -> int:
        return self.ahead(state)


def test_a_line_that_raises_is_one_fault_whichever_rules_come_to_it() -> None:
    (found,) = examine(Ray(), seconds=0.3, compile=False).faults
    assert (found.name, len(found.moves)) == ("raises", 2)
    exam = Examination(Ray())
    exam.record("wraps", "looks back", "evaluate", found.place)
    exam.record("raises", "actions() raises", "actions", found.place)
    exam.record("raises", "evaluate() raises", "evaluate", "ray.py:99")
    assert [each.place for each in in_order(exam)] == [found.place, "ray.py:99"]


@pytest.mark.parametrize(
    ("cause", "rule", "consequence"),
    [
        *(("no actions", "", doubt) for doubt in sorted(DOUBTFUL)),
        *(("raises", "actions", told) for told in ("symmetry", "commutes", "even estimate")),
        ("symmetry closed", "", "commutes"),
        ("remembers", "", "compiles"),
    ],
)
def test_what_may_follow_from_a_fault_is_not_told_beside_it(cause: str, rule: str, consequence: str) -> None:
    exam = Examination(Ray())
    exam.record(consequence, ": so it seems")
    assert [each.name for each in in_order(exam)] == [consequence]
    exam.record(cause, ": so it is", rule)
    assert [each.name for each in in_order(exam)] == [cause]


def test_a_fault_in_an_optional_rule_leaves_the_others_to_be_doubted() -> None:
    exam = Examination(Ray())
    exam.record("key kind", ": it is none")
    exam.record("upside down", ": so it seems")
    assert {each.name for each in in_order(exam)} == {"key kind", "upside down"}


@pytest.mark.parametrize("rule", ["evaluate", "utility"])
@pytest.mark.parametrize("number", [10**400, -(10**400), 1e999, float("nan"), "1"], ids=lambda n: str(n)[:4])
def test_numbers_that_no_float_can_be(rule: str, number: Any) -> None:
    kind: Any = type("Huge", (Race,), {rule: lambda self, state: number, "payoff": "points"})
    (found,) = found_in(kind(), {"evaluate": "estimate"}.get(rule, rule)).faults
    assert found.sentence.startswith(f"Huge.{rule}() returns ")
    wanted = "beyond any float" if isinstance(number, int) else "not a number"
    assert wanted in found.sentence.replace("not a finite number", "not a number")


# -- speeds, and what compiles ---------------------------------------------------------------------


def test_a_speed_is_that_of_the_search_and_not_of_its_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    order, bound, clock = [], compiled.bound, compiled.Clock

    def noted(name: str, function: Any) -> Any:
        return lambda *given: (order.append(name), function(*given))[1]

    monkeypatch.setattr(compiled, "bound", noted("bound", bound))
    monkeypatch.setattr(compiled, "Clock", noted("clock", clock))
    assert speed_of(ask(OpenLines(), nodes=500, algorithm=ALGORITHM), compiled=False) > 0
    assert order == ["bound", "clock"]


class Preferring(Sevenfold):
    """The rules compile, and what only the engine asks does not."""

    def priority(self, state: Any, action: Any) -> Any:
        return len({})


def test_rules_that_are_refused_as_they_are_read_are_not_still_compiling() -> None:
    checkup = patiently(
        lambda seconds: examine(Preferring(), seconds=seconds, wait=0.0),
        lambda checkup: not checkup.still_compiling,
        0.3,
    )
    assert checkup.compiled is False
    assert not checkup.still_compiling
    assert "a dictionary cannot be compiled" in checkup.summary
