"""Nim, (m,n,k), Kalah, dots and boxes, pong hau k'i: published counts and values."""

from __future__ import annotations

import itertools
import json
import math
import random
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import naive
import pytest
from all_games import GAMES, random_states
from budget import LONG, in_turn

from zermelo import MAX, MIN, Bits, RulesError, perft, search
from zermelo.algorithms.perft import reachable
from zermelo.games import (
    MNK,
    DotsAndBoxes,
    Kalah,
    Nim,
    PongHauKi,
    TicTacToe,
)

DATA = Path(__file__).parent / "data"


def published(name: str) -> Any:
    return json.loads((DATA / name).read_text())


def value(game: Any, engine: str = "interpreted", **wanted: Any) -> Any:
    """MAX's proved value by plain alpha-beta; in games of win and loss without regard to the distance."""
    report = search(game, engine=engine, algorithm="alphabeta", prefer_quick_wins=False, **wanted)
    assert report.score.proved
    assert report.action is None or report.compiled == (engine == "compiled")
    return report.score.value


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
