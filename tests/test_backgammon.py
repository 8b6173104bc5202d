"""Backgammon: OpenSpiel's positions after a turn, exact bear-offs, the rules one by one, both worlds."""

from __future__ import annotations

import hashlib
import json
import random
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from budget import in_turn

from zermelo import CHANCE, MAX, MIN, search
from zermelo.games import Backgammon

DATA = Path(__file__).parent / "data"
BEAROFF = json.loads((DATA / "bearoff.json").read_text())
GAME = Backgammon()
State = GAME.State


def drawn(upper: str, lower: str, turn: str) -> Any:
    """A position by the stones of its two rows, 2X at 24 as `24:2X`, the bar as `bar:1O`."""
    cells = [0] * 26
    for word in f"{upper} {lower}".split():
        place, number, mark = word.partition(":")[0], word.partition(":")[2][:-1], word[-1]
        cell = (25 if mark == "X" else 0) if place == "bar" else int(place)
        cells[cell] = int(number) if mark == "X" else -int(number)
    player, _, dice = turn.partition(" ")
    high, low = (int(n) for n in dice.split("-"))
    return State(tuple(cells), MAX if player == "MAX" else MIN, (high, low))


def names(state: Any) -> set[str]:
    return {GAME.name(state, action) for action in GAME.actions(state)}


# -- the rules -----------------------------------------------------------------------------------------


def test_turns_lead_to_the_positions_of_openspiel() -> None:
    """`python bench/backgammon.py --write tests/data/backgammon.json` asks OpenSpiel for them."""
    for row in json.loads((DATA / "backgammon.json").read_text()):
        state = State(tuple(row["cells"]), row["turn"], tuple(row["dice"]))
        ends = [GAME.result(state, action).cells for action in GAME.actions(state)]
        assert len(ends) == len(set(ends)) == row["turns"]
        assert hashlib.sha256(repr(sorted(ends)).encode()).hexdigest()[:16] == row["fingerprint"]
        assert len(names(state)) == len(ends)


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        (drawn("24:1X", "1:2O", "MAX 6-5"), {"24/13"}),  # one stone: by 18 or by 19 is the same
        (
            drawn("24:1X 18:1O", "1:2O", "MAX 6-5"),
            {"24/18*/13", "24/13"},
        ),  # a hit is another turn
        (drawn("24:1X 18:2O", "1:2O", "MAX 6-5"), {"24/13"}),
        (drawn("24:1X 18:2O 13:2O", "", "MAX 6-5"), {"24/19"}),  # the larger cannot be used
        (drawn("24:1X 13:2O", "", "MAX 6-5"), {"24/18"}),  # either die, not both: the larger
        (drawn("24:1X 18:2O 19:2O", "", "MAX 6-5"), {"pass"}),
        (drawn("bar:1X 24:1X 19:2O", "", "MAX 6-5"), {"bar/20+24/18", "bar/14"}),
        (drawn("bar:2X 19:2O", "8:1X", "MAX 6-5"), {"bar/20"}),
        (drawn("bar:1X 19:2O 20:2O", "8:1X", "MAX 6-5"), {"pass"}),
        (
            drawn("", "8:2X 6:2X 5:1O", "MAX 3-3"),
            {"8/5*(2)+6/3(2)", "8/5*(2)+6/off", "8/5*/2+6/3(2)", "8/5*/2+8/5*+6/3", "8/5*/2(2)"},
        ),
        (drawn("20:2O", "3:1X 1:1X", "MAX 6-5"), {"3/off+1/off"}),
        (drawn("20:2O", "6:1X 4:1X", "MAX 5-3"), {"6/1+4/1", "6/3+4/off"}),
        (drawn("20:2O", "7:1X 4:1X", "MAX 6-3"), {"7/1+4/1", "7/4+4/off"}),
        (drawn("20:2O", "3:1X", "MAX 6-2"), {"3/off"}),
        (drawn("24:1X", "4:2X 1:1O", "MIN 4-3"), {"24/17"}),
    ],
)
def test_the_dice_that_must_be_used(state: Any, legal: set[str]) -> None:
    assert names(state) == legal


def test_each_throws_a_die_for_the_first_turn() -> None:
    start = GAME.initial()
    outcomes = list(GAME.outcomes(start))
    assert len(outcomes) == 30
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert GAME.result(start, (2, 5, 0, 0)) == State(start.cells, MIN, (5, 2))
    assert GAME.result(start, (5, 2, 0, 0)) == State(start.cells, MAX, (5, 2))
    thrown = list(GAME.outcomes(State(start.cells, MAX, (0, 0))))
    assert len(thrown) == 21
    assert [Fraction(chance).limit_denominator(36) for _, chance in thrown[:3]] == [
        Fraction(1, 36),
        Fraction(2, 36),
        Fraction(1, 36),
    ]


@pytest.mark.parametrize(
    ("cells", "utility"),
    [({20: -14}, 1), ({20: -15}, 2), ({20: -14, 3: -1}, 3), ({20: -14, 0: -1}, 3),
     ({5: 14}, -1), ({5: 15}, -2), ({5: 14, 22: 1}, -3), ({5: 14, 25: 1}, -3), ({5: 13, 22: 1}, -1)],
)  # fmt: skip
def test_gammons_and_backgammons(cells: dict[int, int], utility: int) -> None:
    state = State(tuple(cells.get(cell, 0) for cell in range(26)), MAX, (0, 0))
    assert GAME.is_terminal(state)
    assert GAME.utility(state) == utility
    least, most = GAME.payoff_range
    assert least <= utility <= most


@pytest.mark.parametrize("game", [GAME, Backgammon(3, 3), Backgammon(5, 4)], ids=["15,6", "3,3", "5,4"])
def test_no_stone_is_lost_and_both_sides_are_alike(game: Backgammon) -> None:
    dice = random.Random(7)
    for _ in range(3):
        state = game.initial()
        while not game.is_terminal(state):
            assert game.parse(game.show(state)) == state
            other = mirrored(game, state)
            assert game.evaluate(other) == pytest.approx(-game.evaluate(state))
            assert sum(max(n, 0) for n in state.cells) <= game.stones
            if game.to_move(state) == CHANCE:
                state = game.result(state, dice.choice([action for action, _ in game.outcomes(state)]))
                continue
            assert game.actions(other) == game.actions(state)
            state = game.result(state, dice.choice(game.actions(state)))


def mirrored(game: Backgammon, state: Any) -> Any:
    """The same with the players exchanged."""
    turn = state.turn if state.turn == CHANCE else 1 - state.turn
    return game.State(tuple(-n for n in reversed(state.cells)), turn, state.dice)


# -- bearing off ---------------------------------------------------------------------------------------


def home_board(own: str, other: str = "000001") -> Any:
    """MAX on roll with so many stones on 1 to 6; and MIN's, as MIN counts."""
    cells = [0, *map(int, own), *[0] * 12, *(-int(n) for n in reversed(other)), 0]
    return State(tuple(cells), MAX, (0, 0))


def written(own: list[int]) -> str:
    return "".join(map(str, own[1:7]))


@cache
def throws(own: str) -> tuple[tuple[Fraction, frozenset[str]], ...]:
    """For each throw its chance, and the home boards that can be reached; from the rules."""
    state = home_board(own)
    found = []
    for action, chance in GAME.outcomes(state):
        here = GAME.result(state, action)
        ends = {written(GAME.seen(GAME.result(here, turn).cells, MAX)) for turn in GAME.actions(here)}
        found.append((Fraction(chance).limit_denominator(36), frozenset(ends)))
    return tuple(found)


@cache
def rolls(own: str) -> Fraction:
    """The least expected number of throws."""
    if own == "000000":
        return Fraction(0)
    return 1 + sum(chance * min(map(rolls, ends)) for chance, ends in throws(own))


@cache
def wins(own: str, other: str) -> Fraction:
    """How often who is on roll wins."""
    if other == "000000":
        return Fraction(0)
    return sum(
        (chance * max(1 - wins(other, end) for end in ends) for chance, ends in throws(own)), Fraction(0)
    )


def test_stones_that_come_off_in_one_throw() -> None:
    for points, good in (BEAROFF["one_stone"] | BEAROFF["two_stones"]).items():
        own = "".join(str(points.split("-").count(str(point))) for point in range(1, 7))
        assert 36 * sum(chance for chance, ends in throws(own) if "000000" in ends) == good


def test_expected_throws_are_the_published_ones() -> None:
    for own, published in BEAROFF["expected_rolls"].items():
        assert rolls(own) == Fraction(published)


def test_winning_chances_are_the_published_ones() -> None:
    for pair, published in BEAROFF["wins"].items():
        assert wins(*pair.split(" vs ")) == Fraction(published)


def test_searches_find_the_same_chances() -> None:
    """The payoff is 1 or -1: nobody loses a gammon who has borne off."""
    for pair in ("000001 vs 000001", "000001 vs 000002", "000100 vs 001000"):
        state = home_board(*pair.split(" vs "))
        for thrown in ((6, 5, 0, 0), (2, 1, 0, 0), (1, 1, 0, 0)):
            here = GAME.result(state, thrown)
            report = search(GAME, here, algorithm="deepening", engine="interpreted")
            assert report.score.proved
            ends = {GAME.result(here, turn).cells for turn in GAME.actions(here)}
            best = max(chance_after(cells) for cells in ends)
            assert report.score.value == pytest.approx(float(2 * best - 1), abs=1e-12)


def chance_after(cells: Any) -> Fraction:
    """How often MAX wins who has just played."""
    return 1 - wins(written(GAME.seen(cells, MIN)), written(GAME.seen(cells, MAX)))


# -- searches ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_backgammon_is_the_same_in_both_worlds() -> None:
    """Node for node: an opening, stones on the bar, a double, the end of a race."""
    states = [
        drawn("24:2X 13:5X 17:3O 19:5O", "8:3X 6:5X 12:5O 1:2O", "MAX 3-1"),
        drawn("bar:2X 13:3X 19:5O 20:2O", "8:3X 6:4X 4:2X 1:2O", "MAX 4-2"),
        drawn("20:2O 22:1O 24:1O", "6:1X 4:1X 1:1X", "MIN 2-2"),
    ]
    for state in states:
        python, machine = (
            search(GAME, state, depth=2, algorithm="deepening", engine=engine)
            for engine in ("interpreted", "compiled")
        )
        assert (python.compiled, machine.compiled) == (False, True)
        for what in ("action", "score", "nodes", "leaves", "cutoffs", "depth", "line"):
            assert getattr(python, what) == getattr(machine, what)


OPENINGS = {"3-1": "8/5+6/5", "4-2": "8/4+6/4", "6-1": "13/7+8/7", "5-3": "8/3+6/3"}
"""The first moves of which nobody has a doubt."""


@pytest.mark.parametrize("dice", in_turn([*OPENINGS][:2], [*OPENINGS][2:]))
def test_opening_moves(dice: str) -> None:
    state = drawn("24:2X 13:5X 17:3O 19:5O", "8:3X 6:5X 12:5O 1:2O", f"MAX {dice}")
    report = search(GAME, state, depth=1, algorithm="star1", engine="interpreted")
    assert GAME.name(state, report.action) == OPENINGS[dice]  # type: ignore[arg-type]
