"""Hex: published opening maps, chains against a search of their own, the swap, both worlds."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from budget import in_turn

from zermelo import MAX, MIN, check, perft, search
from zermelo.games import Hex
from zermelo.games.hex import BEYOND
from zermelo.kernel.random_words import generator

MAPS = json.loads((Path(__file__).parent / "data" / "hex.json").read_text())["maps"]


def wins(game: Hex, state: Any, engine: str) -> bool:
    """Does MAX win, by the engine searched to the end?"""
    if game.is_terminal(state):
        return game.utility(state) > 0
    options: dict[str, Any] = {"exact": True, "prefer_quick_wins": False, "engine": engine}
    report = search(game, state, algorithm="pvs", **options)
    assert report.score.proved
    return report.score.winner == MAX


@pytest.mark.parametrize("size", in_turn([1, 2, 3], [4]))
def test_the_published_opening_maps(size: int) -> None:
    """Cell by cell; those of the second half are those of the first, turned."""
    game, engine = Hex(size), "compiled" if size > 3 else "interpreted"
    cells = "".join(MAPS[str(size)])
    for cell in range((game.area + 1) // 2):
        assert wins(game, game.result(game.initial(), cell), engine) == (cells[cell] == "W"), cell
        assert cells[cell] == cells[-1 - cell]


def joined(game: Hex, state: Any, player: int) -> bool:
    """Has the player a chain from side to side?  By the drawing alone."""
    marks, own = game.marks(state), "XO"[player]
    reached = {c for c in range(game.area) if marks[c] == own and divmod(c, game.size)[player] == 0}
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        beyond = [near for near in game.near[cell] if marks[near] == own and near not in reached]
        reached.update(beyond)
        waiting += beyond
    return any(divmod(cell, game.size)[player] == game.size - 1 for cell in reached)


@pytest.mark.parametrize(("size", "swap"), [(1, True), (2, True), (5, False), (9, True), (13, False)])
def test_random_games_end_with_a_chain(size: int, swap: bool) -> None:
    """And with one only: there is no draw, and nobody goes on after a win."""
    game, dice = Hex(size, swap), random.Random(size)
    for _ in range(12):
        state = game.initial()
        while not game.is_terminal(state):
            assert not joined(game, state, MAX)
            assert not joined(game, state, MIN)
            state = game.result(state, dice.choice(list(game.actions(state))))
        assert joined(game, state, 1 - state.turn)
        assert game.utility(state) == (1 if state.turn == MIN else -1)
        assert next(iter(game.symmetries(next(iter(game.symmetries(state)))))) == state


def test_the_first_stone_may_be_swapped() -> None:
    game = Hex(3, swap=True)
    first = game.result(game.initial(), 1)
    assert [game.name(first, action) for action in game.actions(first)][-2:] == ["c3", "swap"]
    after = game.result(first, game.area)
    assert game.show(after) == "  a b c\n1 . . .\n 2 O . .\n  3 . . .\nMAX to move"
    assert game.board(first)["actions"][-1] == (9, [1])
    for state in (game.initial(), after, game.result(after, 0)):
        assert game.area not in game.actions(state)
    assert game.area not in Hex(3).actions(first)


def test_with_the_swap_the_second_player_wins() -> None:
    """Who begins gives away a stone that wins, or keeps one that loses."""
    for size in (2, 3):
        assert not wins(Hex(size, swap=True), Hex(size).initial(), "interpreted")
        assert wins(Hex(size), Hex(size).initial(), "interpreted")


def test_perft() -> None:
    """Without a win in sight every order of the cells; sizes whose first win is later than the depth."""
    assert [perft(Hex(4), depth=depth, engine="interpreted") for depth in (1, 2, 3)] == [16, 240, 3360]
    assert [perft(Hex(4, True), depth=depth, engine="interpreted") for depth in (1, 2)] == [16, 256]


@pytest.mark.long
def test_both_worlds_agree_and_nothing_is_wrong_with_the_rules() -> None:
    game = Hex(4, swap=True)
    asked: dict[str, Any] = {"algorithm": "mcts", "nodes": 3000, "seed": 3}
    python, machine = (search(game, engine=engine, **asked) for engine in ("interpreted", "compiled"))
    assert (python.line, python.score) == (machine.line, machine.score)
    assert [line.visits for line in python.lines] == [line.visits for line in machine.lines]
    assert check(Hex(3, swap=True), seconds=1, compile=False) == []


def some_states(game: Hex, seed: int) -> list[Any]:
    """The positions of a random game, but for its end."""
    dice, states = random.Random(seed), [game.initial()]
    while not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], dice.choice(list(game.actions(states[-1])))))
    return states[:-1]


def fewest(game: Hex, state: Any, player: int) -> int:
    """The stones that a player lacks at least: every way is tried, each again while it gets shorter."""
    marks, own = game.marks(state), "XO"[player]
    costs = [{own: 0, ".": 1}.get(mark, 999) for mark in marks]
    found = [cost if divmod(c, game.size)[player] == 0 else 999 for c, cost in enumerate(costs)]
    for _ in marks:
        found = [min(found[c], *(found[near] + costs[c] for near in game.near[c])) for c in range(game.area)]
    return min(found[c] for c in range(game.area) if divmod(c, game.size)[player] == game.size - 1)


@pytest.mark.parametrize("size", [2, 4, 6])
def test_an_estimate_counts_the_stones_that_are_missing(size: int) -> None:
    game = Hex(size)
    for state in some_states(game, size) + some_states(game, size + 1):
        ways = [fewest(game, state, player) for player in (MAX, MIN)]
        if max(ways) < 999:
            assert [game.missing(state, player) for player in (MAX, MIN)] == ways
            assert game.evaluate(state) == ways[MIN] - ways[MAX]


@pytest.mark.parametrize("size", [3, 5, 8])
def test_a_full_board_is_won_by_one_player(size: int) -> None:
    game, dice = Hex(size), random.Random(size)
    for _ in range(30):
        cells = [dice.choice((1, 2)) for _ in range(game.area)]
        state = game.State(tuple(cells), MAX, True)
        assert joined(game, state, MAX) != joined(game, state, MIN)
        assert game.is_joined(cells) == joined(game, state, MAX)


def test_random_games_that_hex_plays_itself_keep_bridges() -> None:
    """The stone in the middle is joined to both sides by two cells each, whoever moves."""
    game = Hex(3)
    for player in (MAX, MIN):
        for turn in (MAX, MIN):
            state = game.with_stone([0] * 9, 4, player)._replace(turn=turn)
            assert {game.rollout(state, seed) for seed in range(1, 200)} == {1 if player == MAX else -1}
    assert {game.rollout(game.initial(), seed) for seed in range(1, 200)} == {1, -1}


def test_stones_in_the_middle_win_most_of_them() -> None:
    """A bridge is kept also where its stones come later: one beside its own side is not ahead in that."""
    game, seeds = Hex(5), [generator(seed) & (1 << 62) - 1 | 1 for seed in range(400)]
    won = [sum(game.rollout(game.result(game.initial(), cell), seed) for seed in seeds) for cell in range(25)]
    assert won.index(max(won)) in (12, 8, 16)
    assert min(won[12], won[8], won[16]) > max(won[0], won[24]) + 100


def test_a_circle_is_what_a_cell_touches_and_what_lies_beyond() -> None:
    game = Hex(5)
    for cell in range(25):
        circle = game.circles[cell][:6]
        assert game.circles[cell] == circle + circle[:1]
        assert sorted(place for place in circle if place < 25) == sorted(game.near[cell])
        assert (game.area in circle) == (cell < 5 or cell >= 20)
        assert (game.area + 1 in circle) == (cell % 5 in (0, 4))
        for one, other in zip(circle, circle[1:] + circle[:1], strict=True):
            assert one >= 25 or other >= 25 or other in game.near[one]


def test_who_loses_one_cell_of_a_bridge_takes_the_other() -> None:
    game = Hex(5)
    cells = [0] * 25 + list(BEYOND)
    cells[7] = cells[16] = 1  # c2 and b4: b3 and c3 join them
    cells[11] = 2
    assert game.saving(cells, 11, 1) == 12
    cells[12] = 2
    assert game.saving(cells, 11, 1) == -1
    cells[2] = 2  # c1, between c2 and MAX's side
    assert game.saving(cells, 2, 1) == 3
    assert game.saving(cells, 2, 2) == -1


def test_it_is_searched_by_simulations_unless_somebody_says_otherwise() -> None:
    report = search(Hex(9), seconds=0.2, engine="interpreted")
    assert report.algorithm == "mcts"
    assert report.why_algorithm == (
        "Hex has 81 moves here and plays its own random games (rollout()): they say more"
    )
    assert search(Hex(3), seconds=0.1, engine="interpreted").algorithm == "pvs"
