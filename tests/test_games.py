"""The games that come with Zermelo: published values and counts, text that can be read back, boards."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from all_games import GAMES, random_states
from budget import in_turn

from zermelo import CHANCE, MAX, MIN, Bits, search
from zermelo.algorithms.perft import reachable
from zermelo.checking.board import KINDS
from zermelo.games import (
    BUILT_IN,
    MNK,
    Backgammon,
    ConnectFour,
    DotsAndBoxes,
    Go,
    Hex,
    Kalah,
    MNKThree,
    Nim,
    NimMany,
    Pig,
    PongHauKi,
    Race,
    Siege,
    TicTacToe,
)
from zermelo.tracing.model import steps_from


@pytest.mark.parametrize(
    ("game", "drawing", "state"),
    [
        (Nim(), "a ||| 3\nb |||| 4\nc ||||| 5\nMAX to move", Nim.State((3, 4, 5), MAX)),
        (MNK(4, 3, 3), "X... / .OX. / ....", MNK.State(Bits(1 << 0 | 1 << 6), Bits(1 << 5), MIN)),
        (Kalah(3), "2 0 3 / 5 4 / 1 2 0 MAX", Kalah.State((1, 2, 0, 4, 3, 0, 2, 5), MAX)),
        (
            DotsAndBoxes(),
            "+---+---+\n| X |   4\n+---+ 6 +\n7   8   9\n+10 +11 +\nMAX to move",
            DotsAndBoxes.State(Bits(0b101111), Bits(0b1), Bits(0), MAX),
        ),
        (PongHauKi(), "XX.OO MAX", PongHauKi.State((1, 1, 0, 2, 2), MAX)),
        (
            Go(5, 5),
            "..... / .XO.. / X.XO. / .XO.. / ..... MIN, ko at b3",
            Go.State(
                (0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 1, 0, 1, 2, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0), MIN, 11, 0, ()
            ),
        ),
        (TicTacToe(), "X.O/.X./...", TicTacToe.State((1, 0, 2, 0, 1, 0, 0, 0, 0), MIN)),
    ],
    ids=lambda part: type(part).__name__,
)
def test_the_positions_that_are_drawn_in_the_files(game: Any, drawing: str, state: Any) -> None:
    assert game.parse(drawing) == state


# -- all games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "depth"),
    in_turn(
        [(Kalah(3, 3), 6)],
        [(PongHauKi(), 12), (Nim((2, 3, 4)), 4), (MNK(4, 3, 3), 4), (DotsAndBoxes(2, 2), 4)],
        several=True,
    ),
    ids=lambda x: type(x).__name__,
)
def test_compiled_is_interpreted(game: Any, depth: int) -> None:
    compiled, plain = (
        search(game, depth=depth, algorithm="alphabeta", engine=engine, trace=True)
        for engine in ("compiled", "interpreted")
    )
    assert compiled.compiled
    assert not plain.compiled
    for what in ("action", "score", "line", "nodes", "leaves", "cutoffs"):
        assert getattr(compiled, what) == getattr(plain, what)
    assert compiled.trace.events == plain.trace.events
    assert len(plain.trace.events) > plain.nodes


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_read_as_they_are_shown(name: str) -> None:
    game = GAMES[name]
    for seed in range(5):
        for state in random_states(game, seed):
            drawing = game.show(state)
            assert game.parse(drawing) == state
            assert game.parse(drawing.replace("\n", "/")) == state
            assert game.parse(f"\n{drawing}\n") == state
            assert not any(line != line.rstrip() for line in drawing.split("\n"))


@pytest.mark.parametrize("name", GAMES)
def test_moves_have_names_that_can_be_typed(name: str) -> None:
    game = GAMES[name]
    for state in random_states(game, seed=1):
        actions = [] if game.is_terminal(state) else steps_from(game, state)
        names = [game.name(state, action) for action in actions]
        assert len(set(names)) == len(actions)
        assert not any(set(name) & set(" ,\n") for name in names)


@pytest.mark.parametrize("name", GAMES)
def test_boards_can_be_drawn_and_clicked_on(name: str) -> None:
    game = GAMES[name]
    for state in random_states(game, seed=2):
        board = game.board(state)
        json.dumps(board)
        cells = board["cells"]
        assert board["kind"] in KINDS
        assert len(cells) == board["width"] * board["height"]
        assert all(isinstance(cell, str) for cell in cells)
        resting = game.is_terminal(state) or game.to_move(state) == CHANCE
        legal = [] if resting else list(game.actions(state))
        assert [action for action, _ in board["actions"]] == legal
        clicks = [tuple(places) for _, places in board["actions"]]
        assert len(set(clicks)) == len(clicks)
        assert all(cells[cell] != "" for places in clicks for cell in places)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_games_need_no_parameters(name: str) -> None:
    game = BUILT_IN[name]()
    assert not game.is_terminal(game.initial())
    assert game.to_move(game.initial()) in (MAX, CHANCE)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Nim(()), "1 to 26 heaps, not 0"),
        (lambda: Pig(0), "a target of 1 to 1000 and 2 to 100 sides, not 0 and 6"),
        (lambda: Pig(10, 1), "not 10 and 1"),
        (lambda: Pig().parse("100 3 2 MAX"), "two scores below 100"),
        (lambda: Race(0), "1 to 30 cells and 1 to 20 sides, not 0 and 2"),
        (lambda: Race().parse("1 0 3 0 MIN"), "0 to 2, the player"),
        (lambda: Backgammon(16), "1 to 15 stones and 3 to 6 points in a home, not 16 and 6"),
        (lambda: Backgammon(15, 2), "not 15 and 2"),
        (lambda: Backgammon().parse("5X . MAX"), "write the 26 places as they are drawn"),
        (lambda: Siege((4, 4)), r"three or four numbers from 1 to 9, such as \(4, 4, 5\), not \(4, 4\)"),
        (lambda: Siege((4, 0, 5)), "three or four numbers"),
        (lambda: Siege().parse("4 4 5"), "end it with one of A, B, C"),
        (lambda: Siege().parse("4 4 C"), "a position of Siege is 3 rows of stones"),
        (lambda: NimMany(players=2), "players must be a whole number from 3 to 8, not 2"),
        (lambda: NimMany().parse("C"), "a position is 3 heaps"),
        (lambda: MNKThree(3, 3, 3).parse("XX. ... ..."), "take turns: 2, 0, 0 stones cannot arise"),
        (lambda: MNKThree(3, 3, 3).parse("X"), "1"),
        (lambda: Nim((3, -1)), "a heap has 0 matches or more"),
        (lambda: Nim((3, 2.5)), "heap b is 2.5: it must be a whole number"),  # type: ignore[arg-type]
        (lambda: Nim(7), "heaps is 7: write the size of each"),  # type: ignore[arg-type]
        (lambda: MNK(9, 8, 3), "a board of 9 x 8 cannot be played: it needs 1 to 64 cells"),
        (lambda: MNK(0, 3, 3), "a board of 0 x 3 cannot be played"),
        (lambda: MNK(3, 3, 0), "0 in a row cannot be played: k is at least 1"),
        (lambda: MNK("3"), "width is '3': it must be a whole number"),  # type: ignore[arg-type]
        (lambda: Kalah(0, 4), "Kalah with 0 pits per player cannot be played: choose 1 to 20"),
        (lambda: Kalah(6, 0), "Kalah with 0 seeds per pit cannot be played"),
        (lambda: DotsAndBoxes(6, 5), "6 x 5 boxes cannot be played: they need 4 to 64 edges"),
        (lambda: DotsAndBoxes(-1, 5), "-1 x 5 boxes cannot be played"),
        (lambda: Nim().parse("3 4 5"), "ends with the player to move: MAX or MIN"),
        (lambda: Nim().parse("3 4 MAX"), "a position is 3 heaps and MAX or MIN"),
        (lambda: Nim().parse("3 4 five MAX"), "a position is 3 heaps and MAX or MIN"),
        (lambda: MNK().parse("X.X/.../..."), "2 X and 0 O: X moves first"),
        (lambda: MNK().parse("X../..."), "this position has 6 cells, but the board has 9"),
        (lambda: TicTacToe().parse("X?./.../..."), "'\\?' is not a cell"),
        (lambda: ConnectFour(4, 2).parse("X.../...."), "a stone is floating"),
        (lambda: TicTacToe().parse("XXX/OOO/..."), "MAX, who is to move, has a row already"),
        (lambda: TicTacToe().parse("XXX/OO./..O"), "MAX, who is to move, has a row already"),
        (lambda: MNK().parse("OOO/XX./XX."), "MIN, who is to move, has a row already"),
        (lambda: ConnectFour(4, 2).parse("OOOO/XXXX"), "MAX, who is to move, has a row already"),
        (lambda: Kalah(3).parse("1 2 3 / 4 5 / 6 7 MAX"), "a position is 8 numbers"),
        (lambda: DotsAndBoxes(1, 1).parse("+---+/| X |/+   + MAX"), "box 0 says 'X'"),
        (lambda: DotsAndBoxes(1, 1).parse("+---+/|   |/+---+ MAX"), "box 0 says ' '"),
        (lambda: DotsAndBoxes(1, 1).parse("+-?-+/|   |/+---+ MAX"), "edge 0 is '-\\?-'"),
        (lambda: DotsAndBoxes(1, 1).parse("+---+ MAX"), "this drawing has 1 lines, but the board has 3"),
        (lambda: Hex(14), "Hex on a board of size 14 cannot be played: choose 1 to 13"),
        (lambda: Hex(2).parse("X./X. MAX"), "2 X and 0 O"),
        (lambda: Hex(2).parse("OX/XO MAX"), "MAX has joined both sides already"),
        (lambda: Hex(2).parse(".O/.. MAX"), "0 X and 1 O"),
        (lambda: Go(20, 9), "Go on a board of 20 x 9 cannot be played: choose 1 to 19 for both"),
        (lambda: Go(5, 5, superko=True), "at most 9 cells, or write superko=False"),
        (lambda: Go(5, 5, komi=7.3), "komi is 7.3: write a number of points or half points"),
        (lambda: Go(2, 2).parse("XX/XX MAX"), "stones without a liberty"),
        (lambda: Go(2, 2).parse("X./.. MAX, ko at a2"), "there is no ko at a2"),
        (lambda: Go(5, 1).parse(".XO.. MAX, ko at d1"), "there is no ko at d1"),
        (lambda: PongHauKi().parse("XXXOO MAX"), "each player has two stones"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make()


# -- what games say of their positions without a search ------------------------------------------------


SMALL = (Kalah(2, 2), Kalah(3, 1), Kalah(2, 2, empty_capture=False), DotsAndBoxes(2, 1), MNK(3, 3), MNK(2, 4))


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_bounds_hold_in_every_position(game: Any) -> None:
    @cache
    def worth(state: Any) -> int:
        if game.is_terminal(state):
            return int(game.utility(state))
        best = max if game.to_move(state) == MAX else min
        return best(worth(game.result(state, action)) for action in game.actions(state))

    for state in reachable(game):
        if not game.is_terminal(state):
            low, high = (as_number(bound) for bound in game.bounds(state))
            assert low <= worth(state) <= high


def as_number(bound: Any) -> int:
    return bound if isinstance(bound, int) else 1 if bound.winner == MAX else -1
