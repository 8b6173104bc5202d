"""A match: whose turn, undo, hints, dice, repetition, the clock; told in words and as JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from zermelo import CHANCE, MAX, MIN, Game, RulesError, SearchError, Tree
from zermelo.games import MNK, ConnectFour, DotsAndBoxes, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.interfaces.load import legal_moves, meant
from zermelo.interfaces.terminal import voice
from zermelo.interfaces.terminal.clock import ChessClock
from zermelo.interfaces.terminal.guide import with_map
from zermelo.interfaces.terminal.play import HELP, Match, are_typed, side_of
from zermelo.interfaces.terminal.voice import Ending


class Time:
    """A clock for tests: every line that is typed takes as long as the script says."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def scripted(
    monkeypatch: pytest.MonkeyPatch, lines: list[str], time: Time | None = None
) -> Callable[..., Match]:
    """A match whose human types these lines; `12.5:move` takes 12.5 seconds."""
    waiting = iter(lines)
    time = time or Time()

    def typed(left: float | None) -> str | None:
        text = next(waiting, None)
        if text is None or ":" not in text:
            return text
        taken, _, text = text.partition(":")
        time.seconds += float(taken)
        return text

    monkeypatch.setattr(voice, "typed", typed)
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def start(game: Any, human: str = "both", **more: Any) -> Match:
        state = more.pop("state", None) or game.initial()
        speaker = more.pop("voice", None) or voice.Prose()
        return Match(game, state, side_of(human), speaker, now=time, **more)

    return start


def test_a_whole_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ending = scripted(monkeypatch, "0 3 1 4 2".split())(TicTacToe()).play()
    assert ending == Ending("over", "MAX wins.", MAX, 1)
    text = capsys.readouterr().out
    assert text.count("MAX (X), your move") == 3
    assert "X X X" in text
    assert "your move (0 1 2 3 4 5 6 7 8): 0\n" in text


def test_the_engine_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    match = scripted(monkeypatch, ["b1"])(Nim((1, 1)), "min", seconds=5)
    assert match.play().winner == MIN
    assert "MAX plays a1: MIN wins in 2 plies" in capsys.readouterr().out


def test_a_mistake_is_told_and_the_next_line_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = scripted(monkeypatch, ["9", "", "4"])(TicTacToe())
    assert match.play().reason == "left"
    assert len(match.past) == 1
    assert capsys.readouterr().err == f"  '9' is not a legal move; {HELP}\n"


def test_undo_goes_back_to_the_human(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = scripted(monkeypatch, ["4", "undo", "undo", "quit"])(TicTacToe(), "max", seconds=0.05)
    match.play()
    assert match.state == TicTacToe().initial()
    told = capsys.readouterr()
    assert "2 plies taken back" in told.out
    assert told.err == "  there is nothing to undo\n"


def test_hint_moves_board_and_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = TicTacToe().parse("XX. / OO. / ...")
    words = ["hint", "moves", "board", "HELP", "q"]
    scripted(monkeypatch, words)(TicTacToe(), state=state, seconds=60).play()
    text = capsys.readouterr().out
    assert "  2: MAX wins in 1 ply" in text
    assert "\n  2 5 6 7 8\n" in text
    assert text.count("X X .") == 2
    assert f": HELP\n  {HELP}\n\n  Tic-tac-toe: three in a row wins.\n" in text
    assert "   0 | 1 | 2 " in text  # which number is which cell


def test_many_moves_are_counted_not_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted(monkeypatch, ["moves"])(MNK(6, 6, 4)).play()
    text = capsys.readouterr().out
    assert "your move (36 legal moves, `moves` lists them): moves\n" in text
    assert all(len(line) < 80 for line in text.splitlines())
    assert "a6 b6 c6" in text


@pytest.mark.parametrize(
    ("game", "text", "action"),
    [
        (MNK(), "C2", 5),
        (MNK(), "5", 5),
        (Nim(), "(0, 2)", (0, 2)),
        (Nim(), "0 2", (0, 2)),
        (PongHauKi(), "0", 0),
        (Kalah(), "1", 0),
        (Kalah(), "0", None),
        (DotsAndBoxes(), "11", 11),
        (DotsAndBoxes(), "1 1", None),
    ],
)
def test_moves_as_people_write_them(game: Any, text: str, action: Any) -> None:
    legal = legal_moves(game, game.initial())
    name = meant(legal, text)
    assert (None if name is None else legal[name]) == action


def test_repetition_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    match = scripted(monkeypatch, [])(PongHauKi(), "nobody", seconds=0.01)
    ending = match.play()
    assert ending.reason == "repetition"
    assert ending.text == "The same position for the third time: A draw."
    assert sum(moment.state == match.state for moment in match.past) == 2


class Dice(Game):
    """Chance throws, then MAX takes one or nothing."""

    payoff = "points"

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def to_move(self, state: tuple[int, int]) -> int:
        return CHANCE if state[0] == 0 else MAX

    def actions(self, state: tuple[int, int]) -> Iterator[int]:
        yield from (0, 1)

    def outcomes(self, state: tuple[int, int]) -> Iterator[tuple[int, float]]:
        yield from ((10, 0.25), (20, 0.75))

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + 1, state[1] + action)

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 2

    def utility(self, state: tuple[int, int]) -> int:
        return state[1]


def test_dice_are_thrown_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    thrown = set()
    for seed in range(12):
        ending = scripted(monkeypatch, ["1"])(Dice(), "max", dice=Random(seed)).play()
        assert f"The dice show {ending.payoff - 1} (" in capsys.readouterr().out
        thrown.add(ending.payoff)
    assert thrown == {11, 21}
    assert ending.text.startswith(f"The game is over: {ending.payoff} for MAX.")


def test_dice_are_typed_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["7", "undo", "20", "undo", "10", "1"]  # no such face; nothing to undo; a throw to take back
    ending = scripted(monkeypatch, lines)(Dice(), "max", typed_dice=True).play()
    assert ending.payoff == 11
    told = capsys.readouterr()
    assert "The dice show (10 20; nothing throws them): 7\n" in told.out
    assert "the dice cannot show '7'; type one of: 10 20" in told.err
    assert scripted(monkeypatch, ["quit"])(Dice(), "max", typed_dice=True).play().reason == "left"


def test_an_empty_line_throws_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown = {
        scripted(monkeypatch, ["", "0"])(Dice(), "max", dice=Random(seed), typed_dice=True).play().payoff
        for seed in range(12)
    }
    assert thrown == {10, 20}
    with pytest.raises(SearchError, match="dice is 'loaded': choose from thrown, typed"):
        are_typed("loaded")


def test_dice_may_bring_a_position_back(monkeypatch: pytest.MonkeyPatch) -> None:
    class Again(Dice):
        """The throw 10 is thrown again, as often as it comes."""

        def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
            return state if action == 10 else super().result(state, action)

        def outcomes(self, state: tuple[int, int]) -> Iterator[tuple[int, float]]:
            yield from ((10, 0.9), (20, 0.1))

    match = scripted(monkeypatch, ["1"])(Again(), "max", dice=Random(1))
    assert match.play() == Ending("over", "The game is over: 21 for MAX. MAX wins by 21.", MAX, 21)
    assert len(match.past) > 4


def test_undo_goes_back_before_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree.parse("MAX\n  CHANCE\n    0.5: MAX\n      1\n      2\n    0.5: MAX\n      3\n      4\n  5")
    match = scripted(monkeypatch, ["0", "undo", "1"])(tree, "max")
    assert match.play().payoff == 5


def test_rules_without_outcomes_for_chance() -> None:
    class Empty(Dice):
        def outcomes(self, state: tuple[int, int]) -> Iterator[tuple[int, float]]:
            yield from ()

    with pytest.raises(RulesError, match=r"outcomes\(\) yields nothing"):
        Match(Empty(), (0, 0), (), voice.Prose()).play()


# -- for newcomers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "moves", "seen"),
    [
        (
            TicTacToe(),
            "4",
            ["Tic-tac-toe: three in a row wins.\n", ". X .      3 · 5\n", "MIN (O), your move"],
        ),
        (ConnectFour(), "3", [". . . . . . .      · · · 3 · · ·\n. . . X . . .      0 1 2 · 4 5 6\n"]),
        (Nim((2, 3)), "", ["a  ||    2       a2 a1  ·\nb  |||   3       b3 b2 b1\n", "MAX, your move"]),
        (Kalah(3), "", ["       4   4   4            1 2 3 ·\n"]),
        (Kalah(3), "1", ["   4   4   5          · 3 2 1\n"]),
        (PongHauKi(), "", ["X       X        0-2     1-2\n", "MAX (X), your move"]),
        (MNK(), "", ["3  . . .\n", "MAX (X), your move"]),
        (DotsAndBoxes(), "", ["+ 0 + 1 +\n"]),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_the_board_says_where_the_moves_are(
    game: Any,
    moves: str,
    seen: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    scripted(monkeypatch, moves.split())(game).play()
    text = capsys.readouterr().out
    for part in seen:
        assert part in text


def test_a_map_only_where_a_person_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted(monkeypatch, [])(TicTacToe(), "nobody", seconds=0.01).play()
    assert "·" not in capsys.readouterr().out


def test_a_board_that_is_wrong_does_not_stop_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Wrong(TicTacToe):
        def board(self, state: Any) -> dict[str, Any]:
            return {"kind": "grid", "cells": []}

    assert scripted(monkeypatch, "0 3 1 4 2".split())(Wrong()).play().winner == MAX
    assert "X X X" in capsys.readouterr().out


def test_a_move_without_a_place_leaves_the_map_to_the_others() -> None:
    class Resigning(TicTacToe):
        def board(self, state: Any) -> dict[str, Any]:
            board = super().board(state)
            return board | {"actions": [*board["actions"][:1], (8, [])]}

    game = Resigning()
    assert with_map(game, game.initial(), game.show(game.initial())).splitlines()[0].endswith("      0 · ·")


@pytest.mark.long
def test_a_hundred_thousand_matches_are_not_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted(monkeypatch, ["moves"])(Nim((100_000,))).play()
    text = capsys.readouterr().out
    assert len(text) < 20_000
    assert " … 99," in text
    assert "… 99,000 more" in text


# -- rules that are wrong ------------------------------------------------------------------


class Listed(Dice):
    """A student's: the state is a list, and `result` changes it."""

    def initial(self) -> Any:
        return [1, 0]

    def result(self, state: Any, action: int) -> Any:
        state[0] += 1
        return state


class Forgetful(Dice):
    def initial(self) -> Any:
        return (1, 0)

    def result(self, state: Any, action: int) -> Any:
        return None


class Nobody(Dice):
    def to_move(self, state: Any) -> Any:
        return None


class Thrown(Forgetful):
    """Chance moves, and nothing says what it may do."""

    outcomes: Any = property()  # as if the game had none

    def to_move(self, state: Any) -> Any:
        return -1


class Stuck(Dice):
    def initial(self) -> Any:
        return (1, 0)

    def actions(self, state: Any) -> Iterator[int]:
        yield from ()


@pytest.mark.parametrize(
    ("game", "human", "sentence"),
    [
        (Listed(), "both", r"Listed.result\(\) changes the state it is given"),
        (Listed(), "nobody", r"Listed.result\(\) changes the state it is given"),
        (Forgetful(), "both", r"Forgetful.result\(\) returns None after 1: return the new state"),
        (Nobody(), "both", r"Nobody.to_move\(\) returns None in this position: it must be MAX"),
        (Thrown(), "both", r"Thrown.to_move\(\) returns -1, which is CHANCE, .* there is no outcomes"),
        (Stuck(), "both", r"Stuck.actions\(\) yields no action in this position, but is_terminal\(\) says"),
    ],
)
def test_rules_that_are_wrong_are_told(
    game: Any, human: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RulesError, match=sentence):
        scripted(monkeypatch, ["1", "1"])(game, human, seconds=0.01).play()


# -- the clock -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "0", "-1", "nan", "inf", "1e3", "5+", "+3", "5+-1", "9999", "5+3+1"])
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(SearchError, match="is not a clock"):
        ChessClock.parse(text)


def test_the_engine_never_plans_more_than_it_has() -> None:
    for left in (300.0, 10.0, 1.0, 0.01, 0.0, -1.0):
        clock = ChessClock(300.0, 3.0, {MAX: left, MIN: 1.0})
        assert 0 <= clock.budget(MAX) <= max(left, 0)
    assert ChessClock.parse("5+3").budget(MAX) == pytest.approx(12.25)


def test_who_is_late_gets_no_increment() -> None:
    clock = ChessClock.parse("1+30")
    assert not clock.spend(MIN, 61.0)
    assert clock.left == {MAX: 60.0, MIN: -1.0}


def test_a_flag_falls(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    match = scripted(monkeypatch, ["20:4", "10:0", "45:1"])(TicTacToe(), clock=ChessClock.parse("1+2"))
    assert match.play() == Ending("time", "MAX's time is up: MIN wins.", MIN)
    text = capsys.readouterr().out
    for shown in ("MAX 1:00, MIN 1:00", "MAX 0:42, MIN 1:00", "MAX 0:42, MIN 0:52"):
        assert f"clock: {shown}" in text
    assert len(match.past) == 2


def test_undo_gives_the_time_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ChessClock.parse("1")
    match = scripted(monkeypatch, ["20:4", "10:0", "undo", "5:undo", "7:4"])(TicTacToe(), clock=clock)
    match.play()
    assert clock.left == {MAX: 53.0, MIN: 60.0}


def test_the_clock_stands_still_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    time, clock = Time(), ChessClock.parse("1")
    match = scripted(monkeypatch, ["5:hint", "5:4"], time)(TicTacToe(), clock=clock, seconds=0.01)
    think = match.think

    def slowly(player: int, level: int) -> Any:
        time.seconds += 30
        return think(player, level)

    monkeypatch.setattr(match, "think", slowly)
    match.play()
    assert clock.left[MAX] == 50.0


def test_the_engine_is_on_the_clock_too(monkeypatch: pytest.MonkeyPatch) -> None:
    time, clock = Time(), ChessClock.parse("0.5")
    match = scripted(monkeypatch, [], time)(TicTacToe(), "nobody", clock=clock, seconds=0.01)
    think = match.think

    def slowly(player: int, level: int) -> Any:
        time.seconds += 11
        return think(player, level)

    monkeypatch.setattr(match, "think", slowly)
    assert match.play() == Ending("time", "MAX's time is up: MIN wins.", MIN)
    assert len(match.past) == 4


def test_seconds_bound_what_the_clock_allows() -> None:
    match = Match(TicTacToe(), None, (), voice.Prose(), 2.0, ChessClock.parse("5+3"))
    assert match.budget(MAX) == 2.0
    match.seconds = None
    assert match.budget(MAX) == pytest.approx(12.25)
    match.clock = None
    assert match.budget(MAX) == 1.0


# -- for scripts ---------------------------------------------------------------------------


def test_every_event_is_one_json_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["x", "hint", "undo", "moves", "a1"]
    match = scripted(monkeypatch, lines)(
        Nim((1, 1)), "max", voice=voice.Json(), clock=ChessClock.parse("5"), seconds=0.1
    )
    match.play()
    told = capsys.readouterr()
    events = [json.loads(line) for line in told.out.splitlines()]
    kinds = "start position mistake hint mistake moves move position move position result".split()
    assert [event["event"] for event in events] == kinds
    assert told.err.splitlines()[1] == "zermelo: there is nothing to undo"
    human, engine = (event for event in events if event["event"] == "move")
    assert (human["by"], human["move"], human["action"]) == ("human", "a1", [0, 1])
    assert (engine["by"], engine["score"]["winner"], engine["depth"]) == ("engine", MIN, 1)
    assert engine["nodes"] > 0
    assert events[1]["moves"] == ["a1", "b1"]
    assert events[1]["clock"] == {"MAX": 300.0, "MIN": 300.0}
    assert events[-2]["to_move"] is None
    assert events[-1] == {
        "event": "result", "reason": "over", "winner": "MIN", "payoff": -1, "text": "MIN wins.",
    }  # fmt: skip


def test_numbers_of_numpy_are_numbers_in_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = Tree.parse("CHANCE\n  0.5: 2\n  0.5: 2")
    scripted(monkeypatch, [])(tree, "max", voice=voice.Json()).play()
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (thrown,) = (event for event in events if event["event"] == "move")
    assert (thrown["by"], thrown["probability"]) == ("chance", 0.5)
    assert (events[-1]["payoff"], events[-1]["text"]) == (2, "The game is over: 2 for MAX. MAX wins by 2.")


class Worded(TicTacToe):
    """Its moves are tuples with a word."""

    def name(self, state: Any, action: Any) -> str:
        return str(("put", action))


def test_a_move_with_brackets_and_quotes_can_be_typed_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = scripted(monkeypatch, ["take 4", "put 4"])(Worded())
    match.play()
    assert len(match.past) == 1
    said = capsys.readouterr()
    assert "type a move, such as put 0, or: moves" in said.out
    assert "'take 4' is not a legal move; type a move, such as put 0, or: moves" in said.err
