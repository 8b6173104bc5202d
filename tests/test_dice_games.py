"""Pig and the race: published values, exact fractions, and the searches held to both."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from budget import INTERPRETED_FIRST, LONG, examples, in_turn
from chance_graphs import Bounded, Ordered

from zermelo import CHANCE, MAX, check, search
from zermelo.algorithms.star1 import star1
from zermelo.algorithms.star2 import star2
from zermelo.games import Backgammon, Pig, Race
from zermelo.games.pig import HOLD, ROLL
from zermelo.running.asking import ask

GOALS = {10: 0.7094243225982894, 20: 0.6155585498050182, 30: 0.5679147444935244}
"""Neller and Presser, Optimal Play of the Dice Game Pig (2004): how often the first player wins."""
PIGLET = {2: Fraction(4, 7), 3: Fraction(6, 11), 5: 0.5329870129870125}
"""The same with a coin, of which a good throw counts one."""


def chances(game: Pig) -> dict[tuple[int, int, int], float]:
    """How often the player to move wins, by own score, other score and turn: by value iteration on the rules.

    Only what is not settled already changes, so scores are taken from the target down.
    """
    known: dict[tuple[int, int, int], float] = {}
    for both in range(2 * game.target - 2, -1, -1):
        for own in range(max(0, both - game.target + 1), min(both, game.target - 1) + 1):
            if own <= both - own:
                settle(game, own, both - own, known)
    return known


def settle(game: Pig, own: int, other: int, known: dict[tuple[int, int, int], float]) -> None:
    """Both scores: who moves at either depends on the other, nothing else is open."""
    places = [(a, b, turn) for a, b in {(own, other), (other, own)} for turn in range(game.target - a)]
    known.update(dict.fromkeys(places, 0.5))
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for place in reversed(places):
            value = best_chance(game, *place, known)
            change = max(change, abs(value - known[place]))
            known[place] = value


def best_chance(
    game: Pig, own: int, other: int, total: int, known: dict[tuple[int, int, int], float]
) -> float:
    state = game.State((own, other), total, MAX, False)
    return max(after(game, game.result(state, action), known) for action in game.actions(state))


def after(game: Pig, state: Any, known: dict[tuple[int, int, int], float]) -> float:
    """How often MAX wins from here."""
    if game.is_terminal(state):
        return (game.utility(state) + 1) / 2
    if game.to_move(state) == CHANCE:
        return sum(p * after(game, game.result(state, face), known) for face, p in game.outcomes(state))
    own, other = state.scores[state.turn], state.scores[1 - state.turn]
    chance = known[own, other, state.total]
    return chance if state.turn == MAX else 1 - chance


@pytest.mark.parametrize("goal", [10, 20])
def test_pig_is_won_by_the_first_player_as_published(goal: int) -> None:
    assert chances(Pig(goal))[0, 0, 0] == pytest.approx(GOALS[goal], abs=1e-9)


@pytest.mark.parametrize("goal", PIGLET)
def test_piglet_is_pig_with_a_coin(goal: int) -> None:
    assert chances(Pig(2 * goal, 2))[0, 0, 0] == pytest.approx(float(PIGLET[goal]), abs=1e-9)


def test_deepening_finds_what_pig_is_worth_and_when_to_hold() -> None:
    """The deeper the nearer; with so low a target the choice is the published one long before."""
    game, known = Pig(10), chances(Pig(10))
    report = search(game, depth=9, algorithm="deepening", engine="interpreted")
    assert report.score.value == pytest.approx(2 * GOALS[10] - 1, abs=0.1)
    assert not report.score.proved
    for own, other, total in ((0, 0, 9), (5, 5, 3), (2, 8, 2), (8, 0, 1), (0, 8, 8)):
        state = game.State((own, other), total, MAX, False)
        held = after(game, game.result(state, HOLD), known)
        rolled = after(game, game.result(state, ROLL), known)
        if abs(held - rolled) > 0.1:
            best = HOLD if held > rolled else ROLL
            assert search(game, state, depth=8, algorithm="deepening", engine="interpreted").action == best


@cache
def truth(game: Race, state: Any) -> Fraction:
    """MAX's expected payoff, without any rounding."""
    if game.is_terminal(state):
        return Fraction(game.utility(state))
    if game.to_move(state) == CHANCE:
        faces = [truth(game, game.result(state, face)) for face, _ in game.outcomes(state)]
        return sum(faces, Fraction(0)) / len(faces)
    values = [truth(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if state.turn == MAX else min(values)


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2", "deepening"])
def test_the_race_is_worth_what_it_is(algorithm: str) -> None:
    game = Race()
    report = search(game, algorithm=algorithm, engine="interpreted")
    assert report.score.proved
    assert Fraction(report.score.value) == truth(game, game.initial()) == Fraction(15, 32)


def test_the_tree_of_the_race_fits_a_page() -> None:
    assert search(Race(), algorithm="expectiminimax", engine="interpreted").nodes == 327


def test_a_table_makes_a_longer_race_short() -> None:
    game = Race(3, 2)
    plain, report = (search(game, algorithm=name, engine="interpreted") for name in ("star1", "deepening"))
    assert Fraction(report.score.value) == truth(game, game.initial())
    assert plain.score == report.score
    assert report.nodes < plain.nodes


@pytest.mark.long
@pytest.mark.parametrize(("game", "depth"), in_turn([(Pig(10), 8)], [(Race(3, 3), None)], several=True))
def test_dice_are_the_same_in_both_worlds(game: Any, depth: int | None) -> None:
    """Node for node, those included that the table knows."""
    python, machine = (
        search(game, depth=depth, algorithm="deepening", engine=engine)
        for engine in ("interpreted", "compiled")
    )
    assert (python.compiled, machine.compiled) == (False, True)
    for what in ("score", "nodes", "leaves", "cutoffs", "depth", "line"):
        assert getattr(python, what) == getattr(machine, what)


def test_a_stone_that_is_home_wastes_no_throw() -> None:
    game = Race(4, 3)
    state = game.parse("3 0 0 0 MAX thrown 3")
    report = search(game, state, algorithm="star1", depth=5, values=True, engine="interpreted")
    assert game.name(state, report.action) == "b"  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_deepening_with_an_order_looks_at_single_replies_and_finds_the_same(engine: str) -> None:
    """Star2 with a table, in graphs where positions come up on several ways."""
    fewer = 0
    for seed in range(examples(600)):
        game = Ordered(seed)
        for depth in (2, 4, 7):
            wanted: Any = {"depth": depth, "engine": engine}
            plain = search(game, algorithm="expectiminimax", **wanted)
            report = search(game, algorithm="deepening", **wanted)
            assert report.score.value == pytest.approx(plain.score.value, abs=1e-12)
            fewer += report.nodes < plain.nodes
    assert fewer


def test_who_says_what_to_try_first_is_searched_by_star2() -> None:
    assert ask(Backgammon(), depth=2, algorithm="deepening").kernel is star2
    assert ask(Pig(), depth=2, algorithm="deepening").kernel is star1


@pytest.mark.parametrize("ranged", [False, True])
@pytest.mark.parametrize("depth", [None, 2, 3])
def test_bounds_of_a_position_are_not_the_range_of_the_payoffs(ranged: bool, depth: int | None) -> None:
    """Every search finds what expectiminimax does, and `check` has nothing to say of the bounds."""
    for seed in range(400 if LONG else 12):
        game = Bounded(seed, ranged)
        asked: Any = {"engine": "interpreted", **({} if depth is None else {"depth": depth})}
        truth = search(game, algorithm="expectiminimax", **asked).score
        if depth is None:
            assert truth.value == pytest.approx(game.bounds(game.initial())[0], abs=1e-9)
        for algorithm in ("star1", "star2", "deepening", None):
            score = search(game, algorithm=algorithm, **asked).score
            assert score.value == pytest.approx(truth.value, abs=1e-9), (seed, algorithm)
            assert score.proved or not truth.proved


THROWN = 0
"""A graph whose first rooms throw dice."""


def test_check_knows_bounds_from_the_range_of_the_payoffs() -> None:
    for ranged in (False, True):
        findings = check(Bounded(THROWN, ranged), seconds=1, compile=False)
        assert not [found for found in findings if found.severity == "fault"]
