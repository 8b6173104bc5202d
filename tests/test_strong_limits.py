"""What is said of a table before it is there: how many positions, how much memory, how long still."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from budget import in_turn
from commanding import zermelo
from naive_tables import Wide, Words, agrees

from zermelo import Game
from zermelo.algorithms.perft import reachable
from zermelo.errors import RulesError, SearchError
from zermelo.game import MAX, Bits
from zermelo.games import BUILT_IN, ConnectFour, DotsAndBoxes, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.interfaces.terminal.tables import build_with_progress
from zermelo.solve import solution_from
from zermelo.strong import build, expeditions, retrograde, survey, watch
from zermelo.strong.build import Builder, build_table, estimate, solved
from zermelo.strong.expeditions import Catch, bracket, compared
from zermelo.strong.pieces import IDENTITY, let_go
from zermelo.strong.watch import Watch

COUNTS = json.loads((Path(__file__).parent / "data" / "connect4.json").read_text())[
    "number_of_reachable_positions"
]


# -- how many positions ------------------------------------------------------------------------------


class Lattice(Game):
    """Counters that go up one by one: some positions lie on a single way, others on thousands."""

    repetition = None

    class State(NamedTuple):
        counters: tuple[int, ...]

    def __init__(self, counters: int = 5, most: int = 4) -> None:
        self.counters, self.most = counters, most

    def initial(self) -> State:
        return self.State((0,) * self.counters)

    def to_move(self, state: State) -> int:
        return sum(state.counters) % 2

    def actions(self, state: State) -> Iterator[int]:
        for counter in range(self.counters):
            if state.counters[counter] < self.most:
                yield counter

    def result(self, state: State, counter: int) -> State:
        counters = list(state.counters)
        counters[counter] += 1
        return self.State(tuple(counters))

    def is_terminal(self, state: State) -> bool:
        return sum(state.counters) == self.counters * self.most

    def utility(self, state: State) -> int:
        return 0


class Domineering(Game):
    """Dominoes on a board, MAX's upright, MIN's flat; whoever cannot lay one has lost."""

    repetition = None

    class State(NamedTuple):
        covered: Bits
        turn: int

    def __init__(self, width: int = 4, height: int = 4) -> None:
        places = list(product(range(height), range(width)))
        upright = [(row * width + column, (row + 1) * width + column) for row, column in places[:-width]]
        flat = [
            (row * width + column, row * width + column + 1) for row, column in places if column + 1 < width
        ]
        self.dominoes = tuple(tuple(1 << a | 1 << b for a, b in kind) for kind in (upright, flat))

    def initial(self) -> State:
        return self.State(Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        for domino in self.dominoes[state.turn]:
            if state.covered & domino == 0:
                yield domino

    def result(self, state: State, domino: int) -> State:
        return self.State(state.covered | domino, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return not any(state.covered & domino == 0 for domino in self.dominoes[state.turn])

    def utility(self, state: State) -> int:
        return -1 if state.turn == MAX else 1


@pytest.mark.parametrize(
    "game",
    in_turn(
        [ConnectFour(4, 3), Lattice()], [TicTacToe(), ConnectFour(3, 4), DotsAndBoxes(2, 2), Domineering()]
    ),
    ids=lambda game: type(game).__name__,
)
def test_estimates_of_games_that_are_not_counted_whole(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if they were large: 500 positions are looked at, and expeditions do the rest."""
    monkeypatch.setattr(build, "ESTIMATED_INTERPRETED", 500)
    found = estimate(game, engine="interpreted")
    assert found.positions is not None
    assert not found.exact
    truth = sum(1 for _ in reachable(game))
    assert truth / 3 <= found.positions <= 3 * truth
    assert found.low <= 1.1 * truth
    assert "roughly" in str(found)
    assert "within a factor of three" in str(found)


@pytest.mark.parametrize(
    ("size", "spoken"),
    in_turn([("5x4", True)], [("5x5", True), ("4x7", True), ("5x6", True), ("7x6", False)], several=True),
)
def test_published_counts_of_connect_four(size: str, spoken: bool) -> None:
    width, height = map(int, size.split("x"))
    found = estimate(ConnectFour(width, height))
    assert found.low <= COUNTS[size]
    assert not spoken or found.positions is not None
    if found.positions is not None:
        assert COUNTS[size] / 3 <= found.positions <= 3 * COUNTS[size]


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [
        BUILT_IN["mnk"](width=4, height=4, k=4),
        DotsAndBoxes(3, 2),
        Lattice(7, 7),
        Domineering(5, 5),
        Kalah(4, 3),
        Nim((30, 40, 50, 60)),
    ],
    ids=lambda game: type(game).__name__,
)
def test_estimates_against_tables(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "ESTIMATED", 50_000)
    found, truth = estimate(game, engine="compiled"), lattice_or_table(game)
    assert found.low <= 1.1 * truth
    assert found.positions is None or truth / 3 <= found.positions <= 3 * truth


def lattice_or_table(game: Any) -> int:
    if isinstance(game, Lattice):
        return (game.most + 1) ** game.counters
    if isinstance(game, Nim):
        return 2 * prod(heap + 1 for heap in game.heaps)
    return solved(game).positions


def test_small_games_are_counted() -> None:
    found = estimate(ConnectFour(3, 4), engine="interpreted")
    assert (found.positions, found.low, found.exact) == (6000, 6000, True)
    assert str(found).startswith("6,000 positions, at most ")
    assert re.fullmatch(r"6,000 positions, about \d+ seconds?", found.told())


def test_without_a_file_nothing_is_said_of_the_disk(tmp_path: Path, capsys: Any) -> None:
    for path in (None, str(tmp_path / "t.table")):
        build_with_progress(PongHauKi(), path, engine="interpreted")
        assert ("on the disk" in capsys.readouterr().err) == (path is not None)


@pytest.mark.parametrize(
    "game", [PongHauKi(), Nim((5, 6, 7)), Kalah(3, 2)], ids=lambda game: type(game).__name__
)
def test_what_is_not_known_is_said(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that repeat or stand in many layers, and more of them than are counted."""
    monkeypatch.setattr(build, "ESTIMATED_INTERPRETED", 30)
    found = estimate(game, engine="interpreted")
    assert found.positions is found.memory is found.disk is found.seconds is None
    assert 30 <= found.low < sum(1 for _ in reachable(game))
    assert str(found).startswith("more than ")
    assert str(found).endswith(" positions; how many is not known")


def test_figures_that_are_no_promise() -> None:
    found = survey.Estimate(None, 65_987_654_321, 1_000_000, False, "layers", None, None, None)
    assert str(found) == "probably more than 65,000,000,000 positions; how many is not known"
    found = survey.Estimate(None, 1_000_000, 1_000_000, False, "layers", None, None, None)
    assert str(found) == "more than 1,000,000 positions; how many is not known"


def test_what_was_counted_is_certain() -> None:
    assert expeditions.Figures(50, 200, 10).beyond(100) == expeditions.Figures(100, 200, 10)
    assert expeditions.Figures(50, 90, 10).beyond(100) == expeditions.Figures(100)
    assert expeditions.Figures(50).beyond(100).positions is None


def test_capture_and_recapture() -> None:
    """Of a layer of 1,000, met half and half at random, about 250 are met twice."""
    import numpy as np

    whole = np.arange(1000)
    chosen = [expeditions.chosen(whole, 500, seed) for seed in (1, 2)]
    catch = compared(500, *([whole[:1], layer] for layer in chosen))
    assert catch.layers[0] == (1, 1, 1)
    assert 800 <= catch.positions <= 1250
    assert 0 < catch.error < 0.2
    assert catch.overlap == pytest.approx(0, abs=20)
    assert bracket(Catch(100, ((1000, 1000, 1000),)), Catch(400, ((1000, 1000, 1000),))) == (1000, 1000)


# -- how much memory ---------------------------------------------------------------------------------

PEAK = """
import gc, sys
from zermelo.games import ConnectFour
from zermelo.strong.build import build_table, solved

def kilobytes(field):
    return int(next(line for line in open("/proc/self/status") if line.startswith(field)).split()[1])

width, height, memory, path = *map(int, sys.argv[1:4]), sys.argv[4]
game = ConnectFour(width, height)
state = game.initial()
while len(list(game.actions(state))) > 1 and not game.is_terminal(state):
    state = game.result(state, next(iter(game.actions(state))))
solved(game, state=state)
gc.collect()
open("/proc/self/clear_refs", "w").write("5")
before = kilobytes("VmRSS:")
*_, last = build_table(game, path, memory=memory)
last.table.stats()
print(last.table.positions, kilobytes("VmHWM:") - before)
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the peak is told by Linux")
@pytest.mark.parametrize(
    ("width", "height", "memory"), in_turn([(5, 4, 16)], [(5, 4, 64), (5, 5, 64), (5, 5, 200)], several=True)
)
def test_the_limit_of_memory(width: int, height: int, memory: int, tmp_path: Path) -> None:
    """With a margin for what Python itself takes more of while it works, and what malloc does not give back.

    The latter is 10 MB or nothing, from one version of an unrelated module to the next.
    """
    command = [sys.executable, "-c", PEAK, *map(str, (width, height, memory)), str(tmp_path / "a")]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert int(found[0]) == COUNTS[f"{width}x{height}"]
    assert int(found[1]) / 1024 <= memory + 32


def test_what_does_not_fit_in_memory_needs_a_file(tmp_path: Path) -> None:
    game = ConnectFour(4, 4)
    with pytest.raises(SearchError, match="does not fit in this memory: give it a file"):
        solved(game, memory=1)
    assert solved(game, tmp_path / "a", memory=1).positions == 161029


def test_retrograde_analysis_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrograde, "POSITION", 1 << 20)
    with pytest.raises(SearchError, match=r"take at least 75 MB of memory: allow it with memory="):
        solved(PongHauKi(), memory=16, engine="interpreted")


def test_letting_go_loses_nothing(tmp_path: Path) -> None:
    import numpy as np

    array = np.memmap(tmp_path / "a", "<i8", "w+", shape=(100_000,))
    array[:] = np.arange(100_000)
    let_go(array, np.zeros(3))
    assert (array == np.arange(100_000)).all()


@pytest.mark.long
def test_games_of_many_plies(tmp_path: Path) -> None:
    """More layers than are merged at a time."""
    game = Lattice(1, 600)
    for path in (None, tmp_path / "a"):
        table = solved(game, path, engine="interpreted")
        assert (table.positions, table.info["method"]) == (601, "layers")
        assert table.entry(game.initial()).plies == 600


# -- states of more than 63 bits, or of no numbers at all ----------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(7, 6), (8, 7), (1, 63), (16, 3), (4, 15), (3, 20), (1, 1)])
def test_connect_four_is_numbered(width: int, height: int) -> None:
    """Boards that take more than 63 bits are compiled and kept like any other."""
    builder = Builder(ConnectFour(width, height), None, None, 64, "auto")
    assert builder.first_codec().kind == "ranked"
    assert builder.watch.note == ""


def stopped_at(phase: str, game: Any, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is left when this phase begins."""
    begin = Watch.begin

    def begin_or_stop(seen: Watch, name: str, total: int | None = None) -> None:
        begin(seen, name, total)
        seen.stopping = name == phase

    with monkeypatch.context() as patched:
        patched.setattr(Watch, "begin", begin_or_stop)
        assert all(report.table is None for report in build_table(game, path))


@pytest.mark.parametrize("phase", ["values", "writing"])
@pytest.mark.parametrize("repetition", [None, 0])
def test_wide_states_are_kept(
    phase: str, repetition: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wide, "repetition", repetition)
    path, folder = tmp_path / "a", tmp_path / "a.partial"
    stopped_at(phase, Wide(), path, monkeypatch)
    kept = {part: part.stat().st_mtime_ns for part in folder.glob("[cl]*-*")}
    assert kept
    stopped_at("writing", Wide(), path, monkeypatch)
    assert kept == {part: part.stat().st_mtime_ns for part in kept}
    *_, last = build_table(Wide(), path)
    assert "slow" in last.note
    assert not folder.exists()
    agrees(last.table, Wide(), "interpreted")


def test_what_was_killed_goes_on_by_the_same_method(tmp_path: Path) -> None:
    """Even if a first look at the game would choose another."""
    game, path = ConnectFour(3, 3), tmp_path / "a"
    builder = Builder(game, path, None, 64, "interpreted")
    facts = builder.facts(builder.first_codec(), "retrograde")
    builder.folder.mkdir()
    (builder.folder / IDENTITY).write_text(json.dumps(facts, sort_keys=True))
    assert solved(game, path, engine="interpreted").info["method"] == "retrograde"


def test_damaged_states_are_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_at("values", Wide(), tmp_path / "a", monkeypatch)
    part = tmp_path / "a.partial" / "states-codes-00003"
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    *_, last = build_table(Wide(), tmp_path / "a")
    agrees(last.table, Wide(), "interpreted")


def test_what_cannot_be_kept_is_refused_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert solved(Words(), tmp_path / "a").positions == solved(Words()).positions
    assert [part.name for part in tmp_path.iterdir()] == ["a"]
    monkeypatch.setattr(build, "UNKEPT", 5)
    with pytest.raises(SearchError, match=r"Words are not whole numbers.* more than 5 of them"):
        solved(Words(), tmp_path / "b")
    assert solved(Words()).positions > 5


def test_states_take_no_more_than_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "STATE", 1 << 17)
    with pytest.raises(SearchError, match="no room for more than 3: give it rank"):
        solved(Words(), memory=1)


class Huge(Words):
    def rank(self, state: bytes) -> int:
        return 1 << 80

    def unrank(self, number: int) -> bytes:
        return b""


def test_ranks_fit_in_64_bits() -> None:
    with pytest.raises(RulesError, match=r"rank\(\) returns 1208925819614629174706176, which does not fit"):
        solved(Huge())


# -- how long still ----------------------------------------------------------------------------------


class Clock:
    now = 100.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(watch, "time", found)
    return found


def latest(seen: Watch) -> Any:
    seen.report(0)
    return seen.all_news()[-1]


def test_what_is_left_of_the_whole_job(clock: Clock) -> None:
    """100 positions, to be found at an effort of 1, valued at 2, written at 0.5 each."""
    seen = Watch()
    seen.expected = 100
    seen.plan({"positions": 1.0, "values": 2.0, "writing": 0.5})
    seen.begin("positions")
    assert latest(seen).eta is None
    clock.now += 10
    seen.found(50)
    assert latest(seen).eta == pytest.approx((50 + 200 + 50) * 10 / 50)
    clock.now += 10
    seen.found(50)
    seen.begin("values", 300)
    assert latest(seen).eta == pytest.approx(250 * 20 / 100)
    clock.now += 20
    seen.done(150)
    assert latest(seen).eta == pytest.approx((100 + 50) * 40 / 200)
    seen.done(150)
    seen.begin("writing", 100)
    seen.done(100)
    assert latest(seen).eta == 0


def test_what_was_kept_says_nothing_of_the_speed(clock: Clock) -> None:
    seen = Watch()
    seen.expected = 100
    seen.plan({"positions": 1.0})
    seen.begin("positions")
    seen.found(40, again=True)
    assert latest(seen).eta is None
    clock.now += 10
    seen.found(10)
    assert latest(seen).eta == pytest.approx(50)
    assert latest(seen).rate == pytest.approx(1)


def test_an_expectation_that_was_wrong_is_dropped(clock: Clock) -> None:
    seen = Watch()
    seen.expected = 10
    seen.plan({"positions": 1.0})
    seen.begin("positions")
    clock.now += 1
    seen.found(11)
    assert latest(seen).expected is latest(seen).eta is None


def test_reports_of_a_table_know_the_whole() -> None:
    game = ConnectFour(3, 3)
    reports = list(build_table(game, engine="interpreted", expected=estimate(game, engine="interpreted")))
    assert {report.expected for report in reports if report.phase == "positions"} == {869}
    assert reports[-1].phase == "finished"


@pytest.mark.parametrize(("engine", "said"), [("auto", True), ("interpreted", False)])
def test_a_table_that_is_not_finished_says_who_worked_on_it(engine: Any, said: bool) -> None:
    *_, last = build_table(TicTacToe(), engine=engine)
    assert last.compiled is said
    assert solution_from(TicTacToe(), replace(last, table=None)).compiled is said
    whole = solution_from(TicTacToe(), last)
    assert (whole.compiled, whole.seconds) == (said, last.seconds)


def test_a_solution_by_python_says_so_whatever_its_positions_are_numbered_by(tmp_path: Path) -> None:
    told = zermelo("solve", "ponghauki", "--engine", "interpreted").stdout
    assert re.search(r"^56 positions in [\d.]+ s, interpreted\n\Z", told, re.MULTILINE)
    homework = Path(__file__).parent / "homework" / "aima_tree.py"
    done = zermelo("solve", str(homework), "--table", str(tmp_path / "tree.table"))
    assert "solved interpreted" in done.stderr
    assert "s, interpreted\n" in done.stdout
