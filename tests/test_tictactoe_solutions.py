"""None of the lecture's three solutions ever loses: every line against them is played."""

from __future__ import annotations

from itertools import product

import pytest
from budget import every

from zermelo import MAX, MIN, search
from zermelo.algorithms.perft import reachable
from zermelo.game import distinct_actions
from zermelo.games import TicTacToe
from zermelo.games.tictactoe_solutions import (
    ENTRIES,
    NO_MOVE,
    PLAYERS,
    Player,
    complete_table,
    expert_player,
    index_of,
)

GAME = TicTacToe()


def outcomes(player: Player, side: int) -> set[int]:
    """The results of all games in which `player` has this side and the other plays whatever there is."""
    found, seen, todo = set(), {GAME.initial()}, [GAME.initial()]
    while todo:
        state = todo.pop()
        if GAME.is_terminal(state):
            found.add(GAME.utility(state))
            continue
        actions = [player(state)] if state.turn == side else list(GAME.actions(state))
        for action in actions:
            assert state.cells[action] == 0
            child = GAME.result(state, action)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return found


@pytest.mark.parametrize(("side", "name"), every(2, product((MAX, MIN), PLAYERS), several=True))
def test_never_loses(side: int, name: str) -> None:
    lost = -1 if side == MAX else 1
    results = outcomes(PLAYERS[name], side)
    assert lost not in results
    assert -lost in results  # and wins where the other lets it


def test_the_players_draw_against_each_other() -> None:
    for first in PLAYERS.values():
        for second in PLAYERS.values():
            state = GAME.initial()
            while not GAME.is_terminal(state):
                state = GAME.result(state, (first if state.turn == MAX else second)(state))
            assert GAME.utility(state) == 0


def test_the_table_is_complete() -> None:
    table = complete_table()
    assert len(table) == ENTRIES == 19_683
    positions = [state for state in reachable(GAME) if not GAME.is_terminal(state)]
    assert len(positions) == 5_478 - 958
    assert sum(move != NO_MOVE for move in table) == len(positions)
    assert all(state.cells[table[index_of(state.cells)]] == 0 for state in positions)


def test_the_expert_opens_as_the_lecture_says() -> None:
    start = GAME.initial()
    assert expert_player(start) in (0, 2, 6, 8)
    assert expert_player(GAME.result(start, 0)) == 4
    assert expert_player(GAME.result(start, 4)) in (0, 2, 6, 8)


def test_evaluate_is_the_lectures() -> None:
    """Open lines of MAX minus open lines of MIN: the figures of the first moves."""
    values = [GAME.evaluate(GAME.result(GAME.initial(), cell)) for cell in range(9)]
    assert values == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    one_ply = search(GAME, depth=1, engine="interpreted")
    assert (one_ply.action, one_ply.score.value, one_ply.score.proved) == (4, 4, False)


def test_three_first_moves_instead_of_nine() -> None:
    assert distinct_actions(GAME, GAME.initial()) == [0, 1, 4]
    classes = {min(GAME.symmetries(state)) for state in reachable(GAME)}
    assert len(classes) == 765
    for state in reachable(GAME):
        images = set(GAME.symmetries(state))
        assert state in images
        assert {GAME.is_terminal(image) for image in images} == {GAME.is_terminal(state)}
        assert {GAME.evaluate(image) for image in images} == {GAME.evaluate(state)}
