"""Tables of games with dice: expectations, how far they may be from the truth, files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import commanding
import pytest
from bearoff import BearOff
from bearoff import State as Bearing
from budget import INTERPRETED_FIRST, LONG, examples, in_turn
from chance_graphs import ChanceGraph, Forward, Room, Waiting, worths

from zermelo import CHANCE, MAX, MIN, search, solve
from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.games import Pig, Race
from zermelo.games.pig import HOLD, ROLL
from zermelo.report import Report
from zermelo.running.identity import rules_hash
from zermelo.score import Score
from zermelo.strong.build import build_table, estimate, solved
from zermelo.strong.table import SolvedTable
from zermelo.strong.tablefile import Mapped, TableError, write_table

DATA = Path(__file__).parent / "data"
PIG = json.loads((DATA / "pig.json").read_text())
WORLDS = ("interpreted", "compiled")


def chance_to_win(table: SolvedTable, state: Any) -> Fraction:
    """Of the player to move."""
    value = Fraction(table.probe(state).value)
    return (1 + (value if state.turn == MAX else -value)) / 2


@pytest.mark.parametrize(
    ("engine", "kind"),
    in_turn(
        [("interpreted", Forward), ("compiled", ChanceGraph)],
        [("interpreted", ChanceGraph), ("compiled", Forward)],
        several=True,
    ),
)
def test_every_average_is_as_near_the_truth_as_the_table_says(kind: Any, engine: Any) -> None:
    for seed in range(200 if LONG else 4):
        game = kind(seed)
        table, truth = solved(game, engine=engine), worths(game)
        assert table.error <= 1e-10
        for room, worth in truth.items():
            if Room(room) in table:
                score = table.probe(Room(room))
                assert abs(Fraction(score.value) - worth) <= Fraction(score.error), f"{kind.__name__}({seed})"


def test_both_worlds_write_the_same_file(tmp_path: Path) -> None:
    for seed in range(examples(40)):
        for engine in WORLDS:
            solved(ChanceGraph(seed), tmp_path / f"{engine}{seed}", engine=engine)
        one, other = ((tmp_path / f"{engine}{seed}").read_bytes() for engine in WORLDS)
        assert one == other, f"ChanceGraph({seed})"


def test_where_nothing_comes_back_only_rounding_is_left() -> None:
    for seed in range(10):
        table = solved(Forward(seed), engine="interpreted")
        assert table.error < 1e-13
        list(table.verify())


def test_a_table_agrees_with_expectiminimax() -> None:
    game = Race()
    table = solved(game, engine="interpreted")
    known = search(game, depth=40, algorithm="expectiminimax", engine="interpreted")
    assert table.probe(game.initial()).value == pytest.approx(known.score.value, abs=1e-14)


# -- published truths ----------------------------------------------------------------------------------


@pytest.mark.long
def test_piglet_is_as_published() -> None:
    game = Pig(4, 2)
    table = solved(game, engine="interpreted")
    for name, worth in PIG["piglet_2"].items():
        own, other, total = (2 * int(digit) for digit in name[1:])
        found = chance_to_win(table, game.State((own, other), total, MAX, False))
        assert abs(found - Fraction(worth)) <= table.error
    for goal, worth in list(PIG["piglet"].items())[: None if LONG else 3]:
        table = solved(Pig(2 * int(goal), 2), engine="interpreted")
        assert float(chance_to_win(table, game.initial())) == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize("target", ["10", *(["100"] if LONG else [])])
def test_pig_is_as_published(target: str) -> None:
    game = Pig(int(target))
    table = solved(game, engine="compiled" if LONG else "interpreted")
    assert float(chance_to_win(table, game.initial())) == pytest.approx(PIG["pig"][target], abs=1e-11)
    if target == "100":
        for total in range(2, 40):
            held = table.best(game.State((0, 0), total, MAX, False)) == HOLD
            assert held == (total >= PIG["holds_at_0_0_from"])
            assert (table.best(game.State((0, 0), total, MIN, False)) == HOLD) == held
        assert not list(table.verify())[-1].note


@pytest.mark.long
def test_bearing_off_is_as_published() -> None:
    truth = json.loads((DATA / "bearoff_wins.json").read_text())["win_probability"]
    game = BearOff()
    table = solved(game, engine="compiled")
    assert table.error < 1e-12
    boards = game.boards if LONG else game.boards[::6]
    for one in boards:
        for other in boards:
            found = chance_to_win(table, Bearing((one, other), MAX, (0, 0), 0, 0))
            name = f"{''.join(map(str, one))} vs {''.join(map(str, other))}"
            assert abs(found - Fraction(truth[name])) <= Fraction(table.error), name
    assert len(truth) == len(game.boards) ** 2
    list(table.verify())


# -- what is told --------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_average_is_told_as_one() -> None:
    game = Pig(10)
    solution = solve(game, engine="interpreted")
    assert solution.solved
    assert str(solution.score) == "expected value 0.418849 for MAX (within 1e-12)"
    assert solution.score.winner is None
    assert not solution.score.is_draw
    assert solution.line == (ROLL,)
    assert solution.certificate is not None
    assert solution.certificate.method == "expectation"
    assert "at most 1e-12 from the true one" in solution.certificate.table
    assert Report.from_json(solution.json(), game).score.error == solution.score.error
    assert solution.table.best(game.result(game.initial(), ROLL)) is None


def test_a_search_with_dice_tells_an_average_too() -> None:
    report = search(Race(), depth=2, engine="interpreted")
    assert str(report.score).startswith("expected value")
    assert str(report.score).endswith("(estimated)")
    assert report.score == Report.from_json(report.json(), Race()).score
    nothing = search(Race(), nodes=2, algorithm="star1", engine="interpreted")
    assert nothing.score == Score(0, False, outcome=True, expected=True, known=False)
    assert str(Score(0.5, True, expected=True)) == "expected value 0.5 for MAX (proved)"


def test_the_size_is_told_before() -> None:
    expected = estimate(Race(), engine="interpreted")
    assert (expected.positions, expected.method) == (108, "expectation")


def test_a_terminal_builds_and_probes(tmp_path: Path) -> None:
    path = str(tmp_path / "race.table")
    asked = ("solve", "race", "--table", path, "--engine", "interpreted")
    told = commanding.zermelo(*asked).stdout
    assert "expected value 0.46875 for MAX (within" in told
    assert "chance to move" in told
    assert "positions by expected payoff to MAX" in told
    assert "of the truth" in commanding.zermelo("table", "info", path).stdout
    probed = commanding.zermelo("table", "probe", path, "--moves", "2").stdout
    assert "* a  expected value" in probed
    assert json.loads(commanding.zermelo("table", "stats", path, "--json").stdout)["expected"]


# -- files ---------------------------------------------------------------------------------------------


def test_a_file_is_resumed_opened_and_verified(tmp_path: Path) -> None:
    path, game = tmp_path / "a", Pig(12)  # whose values take a second: it is stopped among them
    stopped = build_table(game, path, engine="interpreted")
    assert next(report for report in stopped if report.phase == "values")
    stopped.close()
    assert (tmp_path / "a.partial").exists()
    table, whole = (
        solved(game, path, engine="interpreted"),
        solved(game, tmp_path / "b", engine="interpreted"),
    )
    assert path.read_bytes() == (tmp_path / "b").read_bytes()
    assert table.error == whole.error == SolvedTable.open(path, game).error > 0
    with pytest.raises(ZermeloError, match="whose rules differ"):
        SolvedTable.open(path, Pig(13))


def test_other_dice_are_other_rules() -> None:
    one, other = ChanceGraph(0), ChanceGraph(0)
    other.weights = one.weights + 1
    assert rules_hash(one) == rules_hash(ChanceGraph(0)) != rules_hash(other)


def test_damage_and_wrong_values_are_found(tmp_path: Path) -> None:
    game = next(game for game in map(ChanceGraph, range(100)) if len(solved(game, engine="interpreted")) > 5)
    path = tmp_path / "a"
    solved(game, path, engine="interpreted")
    source = Mapped(path)
    facts = {name: source.facts[name] for name in source.facts if name not in ("codes", "values", "checks")}
    for place in range(source.count):
        values = source.values.copy()
        values[place] += 1e-6
        write_table(tmp_path / "b", facts, [(source.codes, values)], "<f8")
        with pytest.raises(TableError, match="a value is wrong: the table says expected value"):
            list(SolvedTable.open(tmp_path / "b", game).verify())
    data = bytearray(path.read_bytes())
    data[source.values_at] ^= 1
    path.write_bytes(data)
    with pytest.raises(TableError, match="damaged"):
        SolvedTable.open(path, game).probe(game.initial())


# -- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", WORLDS)
def test_what_players_can_put_off_for_ever_is_refused(engine: Any) -> None:
    with pytest.raises(SearchError, match=r"Waiting can go on for ever: .* expects between about 0 and 9"):
        solved(Waiting(), engine=engine)
    with pytest.raises(RulesError, match=r"Waiting.repetition is None, but its positions can repeat"):
        solved(Waiting(None), engine=engine)


def test_what_is_true_of_one_worth_of_endless_play_only_is_no_answer() -> None:
    """Waiting for ever costs 9, so that MAX would throw the coin: the bounds hold for every worth."""
    with pytest.raises(SearchError, match="between about 0 and 9"):
        solved(Waiting(-9), engine="interpreted")


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_wrong_probabilities_are_told(engine: Any) -> None:
    class Wrong(ChanceGraph):
        def outcomes(self, state: Room) -> Any:
            weights = self.weights[state.number]
            for door in range(3):
                yield door, weights[door] / 8

    game = Wrong(0)
    game.turns[0] = -1
    for weights, sentence in (([8, 8, 8], "do not sum to 1"), ([-8, 8, 8], "negative"), ([1, 1, 6], "")):
        game.weights[:] = weights
        if sentence:
            with pytest.raises(RulesError, match=sentence):
                solved(game, engine=engine)
        else:
            assert solved(game, engine=engine).positions


def test_states_without_a_code_are_held_in_memory(tmp_path: Path) -> None:
    class Named(Race):
        """The die by its name."""

        class State(NamedTuple):
            stones: Any
            turn: int
            die: str

        def initial(self) -> Any:
            return self.State(((0, 0), (0, 0)), MAX, "")

        def to_move(self, state: Any) -> int:
            return CHANCE if not state.die else int(state.turn)

        def result(self, state: Any, action: int) -> Any:
            if not state.die:
                return self.State(state.stones, state.turn, "one hundred thousand " * action)
            plain = Race.State(state.stones, state.turn, len(state.die) // 21)
            after = Race().result(plain, action)
            return self.State(after.stones, after.turn, "")

    table = solved(Named(), tmp_path / "a", engine="interpreted")
    assert table.codec.kind == "hashed"
    assert table.probe(Named().initial()).value == pytest.approx(0.46875, abs=1e-13)
    list(SolvedTable.open(tmp_path / "a", Named()).verify())


@pytest.mark.long
def test_memory_that_is_too_small_is_told(tmp_path: Path) -> None:
    with pytest.raises(SearchError, match=r"of a game with dice take at least \d+ MB of memory"):
        solved(Pig(20), tmp_path / "a", engine="interpreted", memory=1)


def test_a_win_is_worth_one_with_dice_too() -> None:
    class Seven(Race):
        def utility(self, state: Any) -> int:
            return 7

    with pytest.raises(RulesError, match=r"Seven.utility\(\) returns 7 in the position State"):
        solved(Seven(), engine="interpreted")


def test_infinite_payoffs_have_no_average() -> None:
    class Infinite(Race):
        payoff = "points"

        def utility(self, state: Any) -> float:
            return float("inf")

    with pytest.raises(ZermeloError, match="infinite"):
        solved(Infinite(), engine="interpreted")
