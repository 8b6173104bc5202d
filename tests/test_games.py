"""The games that come with Zermelo: published values and counts, text that can be read back, boards."""

from __future__ import annotations

import itertools
import json
import math
import random
from functools import cache, reduce
from operator import xor
from pathlib import Path
from typing import Any

import naive
import pytest
from budget import LONG, in_turn

from zermelo import CHANCE, MAX, MIN, Bits, RulesError, perft, search
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

DATA = Path(__file__).parent / "data"
GAMES = {
    "nim": Nim(),
    "nim misère": Nim((1, 0, 12, 3), misere=True),
    "mnk 3,3,3": MNK(),
    "mnk 8,8,5": MNK(8, 8, 5),
    "mnk 30,2,4": MNK(30, 2, 4),
    "kalah": Kalah(),
    "kalah 1,1": Kalah(1, 1),
    "kalah 3,5": Kalah(3, 5, empty_capture=False),
    "dots": DotsAndBoxes(),
    "dots 1,3": DotsAndBoxes(1, 3),
    "dots 5,5": DotsAndBoxes(5, 5),
    "ponghauki": PongHauKi(),
    "tictactoe": TicTacToe(),
    "connect4": ConnectFour(),
    "connect4 5,3": ConnectFour(5, 3),
    "pig": Pig(),
    "pig 7,2": Pig(7, 2),
    "race": Race(),
    "race 5,4": Race(5, 4),
    "backgammon": Backgammon(),
    "backgammon 3,3": Backgammon(3, 3),
    "hex 1": Hex(1),
    "hex 3 swap": Hex(3, swap=True),
    "hex 11": Hex(11),
    "go 5,5": Go(5, 5),
    "go 3,2 superko": Go(3, 2, superko=True),
    "go 19,1 suicide": Go(19, 1, komi=0, suicide=True),
    "go 15,11": Go(15, 11),
    "siege": Siege(),
    "siege of four": Siege((1, 2, 1, 3)),
    "mnk3": MNKThree(3, 4, 3),
    "nimn": NimMany((1, 0, 2), players=5, misere=True),
}


def published(name: str) -> Any:
    return json.loads((DATA / name).read_text())


def value(game: Any, engine: str = "interpreted", **wanted: Any) -> Any:
    """MAX's proved value by plain alpha-beta; in games of win and loss without regard to the distance."""
    report = search(game, engine=engine, algorithm="alphabeta", prefer_quick_wins=False, **wanted)
    assert report.score.proved
    assert report.action is None or report.compiled == (engine == "compiled")
    return report.score.value


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


def random_states(game: Any, seed: int, plies: int = 80) -> Any:
    state, dice = game.initial(), random.Random(seed)
    for _ in range(plies):
        yield state
        if game.is_terminal(state):
            return
        state = game.result(state, dice.choice(steps_from(game, state)))


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
        (lambda: MNKThree(3, 3, 3).parse("XX. ... ..."), "take turns: 2, 0, 0 stones cannot be"),
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


# -- Nim -----------------------------------------------------------------------------------------------


def first_player_wins_nim(heaps: tuple[int, ...], misere: bool) -> bool:
    """Bouton 1901: the Grundy value is the xor; misère, this turns round when no heap is above one."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@pytest.mark.parametrize("misere", [False, True])
def test_nim_by_grundy_values(misere: bool) -> None:
    for count in (1, 2, 3, 4):
        for heaps in itertools.combinations_with_replacement(range(5), count):
            if sum(heaps) <= 8:
                wins = first_player_wins_nim(heaps, misere)
                assert value(Nim(heaps, misere)) == (1 if wins else -1), heaps


@pytest.mark.parametrize("misere", [False, True])
def test_nim_published_losing_positions(misere: bool) -> None:
    losing = published("nim.json")["misere" if misere else "normal"]
    game, engine = Nim((7, 7, 7), misere), "compiled" if LONG else "interpreted"
    for heaps in itertools.combinations_with_replacement(range(8), 3):
        if sum(heaps) <= (12 if LONG else 8):
            expected = -1 if list(heaps) in losing else 1
            assert value(game, engine, state=game.State(heaps, MAX)) == expected, heaps


def test_nim_each_winning_move_makes_the_xor_zero() -> None:
    report = search(Nim((1, 3, 4)), engine="interpreted", values=True)
    for (heap, taken), score in report.values.items():
        left = [size - taken * (heap == index) for index, size in enumerate((1, 3, 4))]
        assert (score.value == 1) == (reduce(xor, left) == 0)


# -- (m,n,k) -------------------------------------------------------------------------------------------

COMPILED_MNK = {(4, 4, 3), (5, 3, 3)} if LONG else {(4, 4, 3)}
"""Boards that are worth a compile; the others of these have at most 75,266 nodes."""
SMALL_MNK = COMPILED_MNK | {
    *((1, 3, 3), (2, 3, 3), (2, 4, 3), (1, 4, 2), (2, 2, 2), (2, 5, 2), (3, 3, 2), (3, 3, 3)),
    *((3, 4, 3), (4, 3, 3)),
}


def test_mnk_published_values() -> None:
    rows = {(m, n, k): outcome for m, n, k, outcome in published("mnk.json")["rows_m_n_k_value"]}
    for board in sorted(SMALL_MNK) if LONG else sorted(SMALL_MNK - COMPILED_MNK)[::2]:
        engine = "compiled" if board in COMPILED_MNK else "interpreted"
        assert value(MNK(*board), engine) == rows[board], board


@pytest.mark.long
def test_mnk_is_tic_tac_toe() -> None:
    game, other = MNK(3, 3, 3), TicTacToe()
    truth = published("tictactoe.json")
    assert sum(1 for _ in reachable(game)) == truth["reachable_states"] == 5_478
    if LONG:
        report = search(game, algorithm="minimax", engine="compiled")
        assert report.nodes == truth["game_tree_nodes"] == 549_946
        assert report.leaves == truth["games"]["total"] == 255_168
    assert [perft(game, depth=n, engine="interpreted") for n in range(6)] == truth["game_tree_nodes_per_ply"][
        :6
    ]
    for quick, nodes in ((False, 18_297), (True, 20_866)):
        reports = [search(rules, engine="interpreted", prefer_quick_wins=quick) for rules in (game, other)]
        assert [report.nodes for report in reports] == [nodes, nodes]
        assert reports[0].line == reports[1].line


def test_mnk_and_tic_tac_toe_agree_in_every_position() -> None:
    game, other = MNK(3, 3, 3), TicTacToe()
    for state in reachable(other):
        same = game.parse(other.show(state))
        assert game.to_move(same) == state.turn
        assert game.is_terminal(same) == other.is_terminal(state)
        assert list(game.actions(same)) == list(other.actions(state))
        if other.is_terminal(state):
            assert game.utility(same) == other.utility(state)
        assert game.evaluate(same) == other.evaluate(state)


@pytest.mark.parametrize(
    ("board", "lines"), [((3, 3, 3), 8), ((4, 4, 4), 10), ((8, 8, 5), 96), ((7, 6, 4), 69)]
)
def test_mnk_number_of_lines(board: tuple[int, int, int], lines: int) -> None:
    game = MNK(*board)
    assert len(game.lines) == len(set(game.lines)) == lines
    assert all(line.bit_count() == game.k for line in game.lines)


def test_mnk_open_lines_of_the_lecture() -> None:
    game = MNK(3, 3, 3)
    first = [game.evaluate(game.result(game.initial(), cell)) for cell in range(9)]
    assert first == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    assert game.evaluate(game.parse("X.. / .O. / ...")) == 4 - 5
    for state in itertools.islice(reachable(game), 0, None, 7):
        turned = game.State(state.noughts, state.crosses, 1 - state.turn)
        assert game.evaluate(turned) == -game.evaluate(state)


def test_mnk_finds_every_line_and_nothing_else() -> None:
    """The shifted boards of the rules against the lines themselves, where rows end at the board's edge."""
    game, dice = MNK(8, 8, 4), random.Random(5)
    for _ in range(300):
        stones = Bits(dice.getrandbits(64) & dice.getrandbits(64))
        found = game.last_mover_won(game.State(stones, Bits(0), MIN))
        assert found == any(stones & line == line for line in game.lines)


def test_mnk_board_without_any_line() -> None:
    report = search(MNK(2, 2, 3), engine="interpreted", algorithm="minimax")
    assert report.score.is_draw
    assert report.leaves == math.factorial(4)


# -- Kalah ---------------------------------------------------------------------------------------------

WHOLE_TABLE = "published_WDL_rows_m1..6_cols_n1..6"
MARGINS = {True: "margin_first_player_empty_capture", False: "margin_first_player_no_empty_capture"}


@pytest.mark.parametrize(
    ("pits", "seeds", "engine"),
    in_turn(
        [
            *((1, seeds, "interpreted") for seeds in range(1, 7)),
            *((2, seeds, "interpreted") for seeds in range(1, 7)),
            *((3, seeds, "interpreted") for seeds in range(1, 4)),
            *((4, 1, "interpreted"), (5, 1, "interpreted")),
        ],
        [(3, 6, "compiled"), (3, 4, "compiled"), (3, 5, "compiled"), (4, 2, "compiled"), (4, 3, "compiled")],
        several=True,
    ),
)
def test_kalah_published_values(pits: int, seeds: int, engine: str) -> None:
    truth = published("kalah.json")
    margin = value(Kalah(pits, seeds), engine)
    assert margin == truth[MARGINS[True]][f"{pits},{seeds}"]
    assert "LDW"[(margin > 0) - (margin < 0) + 1] == truth[WHOLE_TABLE][pits - 1][seeds - 1]


@pytest.mark.parametrize(("pits", "seeds"), [(1, 6), (2, 4), (2, 6), (3, 3)])
def test_kalah_without_empty_capture(pits: int, seeds: int) -> None:
    truth = published("kalah.json")[MARGINS[False]]
    assert value(Kalah(pits, seeds, empty_capture=False)) == truth[f"{pits},{seeds}"]


def test_kalah_moves() -> None:
    game = Kalah(3, 3)
    again = game.result(game.initial(), 0)
    assert again == game.parse("3 3 3 / 0 1 / 0 4 4 MAX")
    other = game.result(again, 1)
    assert other == game.parse("3 4 4 / 0 2 / 0 0 5 MIN")
    captures = game.parse("1 2 5 / 0 0 / 1 0 2 MAX")
    assert game.result(captures, 0) == game.parse("1 0 5 / 0 3 / 0 0 2 MIN")
    nothing_opposite = game.parse("1 0 5 / 0 0 / 1 0 2 MAX")
    assert game.result(nothing_opposite, 0) == game.parse("1 0 5 / 0 1 / 0 0 2 MIN")
    assert Kalah(3, 3, False).result(nothing_opposite, 0) == game.parse("1 0 5 / 0 0 / 0 1 2 MIN")
    all_the_way_round = game.parse("0 0 1 / 0 0 / 0 7 0 MAX")
    assert game.result(all_the_way_round, 1) == game.parse("1 0 2 / 0 3 / 1 0 1 MIN")


def test_kalah_the_seeds_that_are_left_belong_to_their_side() -> None:
    game = Kalah(3, 3)
    over = game.parse("1 0 5 / 4 7 / 0 0 0 MIN")
    assert game.is_terminal(over)
    assert game.utility(over) == 7 - (4 + 6)


@pytest.mark.parametrize("name", ["kalah", "kalah 3,5"])
def test_kalah_no_seed_is_lost_and_both_sides_are_alike(name: str) -> None:
    game = GAMES[name]
    for state in random_states(game, seed=3):
        assert sum(state.cells) == 2 * game.pits * game.seeds
        turned = other_side(game, state)
        assert game.evaluate(turned) == -game.evaluate(state)
        for action in game.actions(state):
            assert game.result(turned, action) == other_side(game, game.result(state, action))


def other_side(game: Kalah, state: Any) -> Any:
    return game.State(state.cells[game.side :] + state.cells[: game.side], 1 - state.turn)


# -- dots and boxes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "engine"),
    in_turn(
        [(1, 1, "interpreted"), (2, 1, "interpreted"), (1, 2, "interpreted"), (3, 1, "interpreted")],
        [(2, 2, "compiled")],
        several=True,
    ),
)
def test_dots_and_boxes_published_values(width: int, height: int, engine: str) -> None:
    truth = published("dots_and_boxes.json")["value"]
    low, high = sorted((width, height))
    assert value(DotsAndBoxes(width, height), engine) == truth[f"{low}x{high}"]


def test_dots_and_boxes_every_order_of_edges_is_a_game() -> None:
    game = DotsAndBoxes(2, 2)
    assert [perft(game, depth=n, engine="interpreted") for n in range(5)] == [
        math.perm(12, n) for n in range(5)
    ]
    assert naive.nodes(DotsAndBoxes(2, 1), DotsAndBoxes(2, 1).initial()) == sum(
        math.perm(7, n) for n in range(8)
    )


def test_dots_and_boxes_one_edge_can_make_two_boxes() -> None:
    game = DotsAndBoxes(2, 1)
    before = game.parse("+---+---+/|   3   |/+---+---+ MIN")
    after = game.result(before, 3)
    assert after == game.parse("+---+---+/| O | O |/+---+---+ MIN")
    assert game.is_terminal(after)
    assert game.utility(after) == -2


def test_dots_and_boxes_counts_its_boxes() -> None:
    game = DotsAndBoxes(5, 5)
    for seed in range(5):
        for state in random_states(game, seed):
            full = sum(1 for four in game.boxes if state.edges & four == four)
            assert state.crosses & state.noughts == 0
            assert (state.crosses | state.noughts).bit_count() == full
        assert game.is_terminal(state)
        assert full == 25


# -- pong hau k'i: endless play ------------------------------------------------------------------------


def all_positions(game: PongHauKi) -> list[Any]:
    stones = sorted(set(itertools.permutations((0, 1, 1, 2, 2))))
    return [game.State(cells, turn) for cells in stones for turn in (MAX, MIN)]


def retrograde(game: Any, states: list[Any]) -> dict[Any, tuple[int, int]]:
    """(outcome for the mover, plies) of every position that is won or lost; the others are endless."""
    known = {state: (-1, 0) for state in states if game.is_terminal(state)}
    for plies in itertools.count(1):
        found = {}
        for state in states:
            if state in known:
                continue
            children = [known.get(game.result(state, action), (0, 0))[0] for action in game.actions(state)]
            if -1 in children:
                found[state] = (1, plies)
            elif all(child == 1 for child in children):
                found[state] = (-1, plies)
        if not found:
            return known
        known |= found
    raise AssertionError


def test_pong_hau_ki_by_retrograde_analysis() -> None:
    game = PongHauKi()
    states = all_positions(game)
    known = retrograde(game, states)
    assert (len(states), len(known)) == (60, 12)
    assert game.initial() not in known
    deepest = max(plies for _, plies in known.values())
    for state in states:
        score = search(game, state, depth=deepest + 10, engine="interpreted").score
        if state in known:
            outcome, plies = known[state]
            sign = 1 if state.turn == MAX else -1
            assert (score.value, score.proved, score.plies) == (sign * outcome, True, plies)
        else:
            assert (score.value, score.proved) == (game.repetition, False)


def test_pong_hau_ki_goes_on_for_ever() -> None:
    game = PongHauKi()
    assert len(set(reachable(game))) < 60
    for depth in (1, 7, 20):
        report = search(game, depth=depth, engine="interpreted")
        assert (report.depth, len(report.line), report.score.proved) == (depth, depth, False)
    for engine in ("interpreted", "compiled") if LONG else ("interpreted",):
        with pytest.raises(RulesError, match="did not end within 511 plies: give a depth, nodes or seconds"):
            search(game, engine=engine, trace=1)  # the unit that is traced above
    assert search(game, nodes=5_000).score.value == 0


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
