"""Rules that stay Python's, searched by machine code that remembers what they say: the same search."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from budget import LONG, PATIENCE, every, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import RulesError, search
from zermelo.game import MAX, MIN, Game
from zermelo.kernel import positions
from zermelo.kernel.answers import Answers, Door
from zermelo.kernel.bind import Kernel
from zermelo.kernel.numbered import ACTIONS, COUNT, MOVER, RULE
from zermelo.kernel.positions import Positions, word_for
from zermelo.kernel.primitives import ask as ask_door
from zermelo.kernel.primitives import hash_of
from zermelo.kernel.remembered import FRACTIONS, Remembered
from zermelo.report import Report
from zermelo.running import stream
from zermelo.running.asking import ask
from zermelo.running.catalogue import CATALOGUE
from zermelo.running.search import Analysis, Search, bound


class Place:
    """A state that no machine has: an object, equal to others by what it holds."""

    def __init__(self, number: int, turn: int) -> None:
        self.number, self.turn = number, turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and (self.number, self.turn) == (other.number, other.turn)

    def __hash__(self) -> int:
        return hash((self.number, self.turn))


class Tame(Game):
    """A random graph of places; `fault` names what goes wrong at one in five."""

    def __init__(self, seed: int = 0, size: int = 30, fault: str = "") -> None:
        self.seed, self.size, self.fault = seed, size, fault

    def drawn(self, state: Place, what: str, many: int) -> int:
        return crc32(f"{self.seed} {what} {state.number} {state.turn}".encode()) % many

    def fails(self, state: Place, rule: str) -> bool:
        return self.fault == rule and state.number % 5 == 2

    def initial(self) -> Place:
        return Place(0, MAX)

    def to_move(self, state: Place) -> int:
        return 1 // 0 if self.fails(state, "to_move") else state.turn

    def actions(self, state: Place) -> Iterator[Any]:
        for index in range(2 + self.drawn(state, "actions", 3)):
            if self.fails(state, "actions"):
                raise LookupError("no such place")
            yield frozenset({index, "way"})

    def result(self, state: Place, action: Any) -> Any:
        if self.fails(state, "result"):
            return {}["nothing"]
        if self.fails(state, "lists"):
            return [1, 2]
        way = min(part for part in action if part != "way")
        turn = 1 - state.turn if self.drawn(state, "again", 5) else state.turn
        return Place(self.drawn(state, f"result {way}", self.size), turn)

    def is_terminal(self, state: Place) -> bool:
        if self.fails(state, "is_terminal"):
            raise ValueError("who knows")
        return state.number > 0 and self.drawn(state, "end", 12) == 0

    def utility(self, state: Place) -> Any:
        return None if self.fault == "utility" else self.drawn(state, "utility", 3) - 1

    def evaluate(self, state: Place) -> Any:
        if self.fails(state, "endless"):
            while True:
                time.sleep(0.001)
        if self.fault == "slow":
            time.sleep(0.002)
        estimate = self.drawn(state, "estimate", 41) - 20
        return {"text": "much", "nan": float("nan"), "large": 1 << 80, "half": estimate / 2}.get(
            self.fault if self.fails(state, self.fault) or self.fault == "half" else "", estimate
        )


class Wild(Tame):
    """The same with every rule that a game may have besides."""

    def priority(self, state: Place, action: Any) -> float:
        return self.drawn(state, f"priority {min(map(str, action))}", 3) / 2

    def candidates(self, state: Place) -> list[Any]:
        return [action for index, action in enumerate(self.actions(state)) if index != 1]

    def noisy(self, state: Place) -> list[Any]:
        return list(self.actions(state))[: self.drawn(state, "noisy", 2)]

    def passed(self, state: Place) -> Place | None:
        return Place(state.number, 1 - state.turn) if self.drawn(state, "pass", 2) else None

    def bounds(self, state: Place) -> tuple[int, int]:
        return -1, 1

    def symmetries(self, state: Place) -> list[Place]:
        return [Place(state.number ^ 1, state.turn)]

    def key(self, state: Place) -> tuple[int, int]:
        return state.number, state.turn

    def hashed(self, state: Place) -> int:
        return state.number * 2 + state.turn

    def position(self, state: Place) -> int:
        return state.number


class Dice(Tame):
    """Every third place is a die's."""

    def to_move(self, state: Place) -> int:
        return -1 if state.number % 3 == 2 else state.turn

    def outcomes(self, state: Place) -> list[tuple[Any, float]]:
        ways = list(self.actions(state))
        return [(way, 1 / len(ways)) for way in ways]


@pytest.fixture(autouse=True)
def nothing_learned() -> Iterator[None]:
    """What one test teaches is no matter of the others."""
    yield
    FRACTIONS.clear()


def by_memory(question: Any, compiled: bool) -> Kernel:
    """A kernel that remembers, in the place of the interpreted one."""
    return Remembered(bound(question, False), question.kernel).obtain()


def analysed(game: Any, kernel_for: Any, **options: Any) -> tuple[Report, Search]:
    """The last report, and the search that gave it."""
    if options.get("algorithm") == "pvs":
        options["memory"] = 4  # as large as the interpreted table
    work = Search(ask(game, engine="interpreted", **options), kernel_for)
    *_, last = Analysis(work)
    return last, work


def found(report: Report) -> Any:
    """What both worlds agree on."""
    events = list(report.trace.json_lines()) if report.trace else []
    counted = (report.nodes, report.leaves, report.cutoffs, report.depth, report.finished)
    return *counted, report.score, report.line, report.values, report.lines, events


SAID = "interpreted (remembered)"


def both(game: Any, **options: Any) -> tuple[Report, Report]:
    plain, _ = analysed(game, bound, **options)
    remembered, _ = analysed(game, by_memory, **options)
    assert (remembered.compiled, remembered.remembered, remembered.engine) == (False, True, SAID)
    return plain, remembered


SEEDS = st.integers(0, 1 << 30)


@settings(max_examples=examples(200), deadline=None)
@given(seed=SEEDS, wild=st.booleans() if LONG else st.just(False), depth=st.integers(1, 7))
def test_the_engine_visits_the_same_nodes(seed: int, wild: bool, depth: int) -> None:
    plain, remembered = both((Wild if wild else Tame)(seed), algorithm="pvs", depth=depth)
    assert found(plain) == found(remembered)


@pytest.mark.long
@settings(max_examples=examples(100), deadline=None)
@given(seed=SEEDS, values=st.booleans(), depth=st.integers(1, 5))
def test_alpha_beta_writes_the_same_trace(seed: int, values: bool, depth: int) -> None:
    options: dict[str, Any] = {"algorithm": "alphabeta", "depth": depth, "values": values, "trace": 2000}
    plain, remembered = both(Tame(seed), **options)
    assert found(plain) == found(remembered)


@pytest.mark.long
def test_dice_and_fractions() -> None:
    for seed in range(5):
        plain, remembered = both(Dice(seed), algorithm="expectiminimax", depth=4)
        assert found(plain) == found(remembered)


@pytest.mark.long
@pytest.mark.parametrize("most", in_turn([128], [48]))
def test_the_oldest_are_forgotten(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "STATES", most)
    full, seeds = 0, 24 if LONG else 8
    for seed in range(seeds):
        game = (Wild if seed % 2 else Tame)(seed, size=500)
        plain, _ = analysed(game, bound, algorithm="pvs", depth=7)
        remembered, work = analysed(game, by_memory, algorithm="pvs", depth=7)
        assert found(plain) == found(remembered)
        kept = work.task.kernel.positions  # type: ignore[union-attr, attr-defined]
        assert len(kept.numbers) <= len(kept.states) <= most
        full += len(kept.states) == most
    assert full > seeds // 2, "there were more than there is room for"


REST = ("minimax", "negamax", "alphabeta_negamax", "mtdf", "expectiminimax")


@pytest.mark.long
@pytest.mark.parametrize("algorithm", in_turn(["deepening"], REST))
def test_every_algorithm_that_remembers_forgets_in_time(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "STATES", 48)
    for seed in range(8):
        options: dict[str, Any] = {"memory": 4} if algorithm == "mtdf" else {}
        plain, remembered = both(Tame(seed, size=500), algorithm=algorithm, depth=5, **options)
        assert found(plain) == found(remembered)


def test_who_remembers_is_tested() -> None:
    remembering = {each.name for each in CATALOGUE if each.remembers}
    assert remembering == {"alphabeta", "pvs", "deepening", *REST}


FAULTS = ("to_move", "actions", "result", "is_terminal")


def outcome(work: Search) -> Any:
    """What a search found, or the sentence that it ended with."""
    try:
        *_, last = Analysis(work)
        return found(last)
    except RulesError as error:
        return str(error)


@pytest.mark.parametrize("fault", FAULTS)
def test_errors_are_told_in_the_same_sentence(fault: str) -> None:
    told = 0
    for seed in range(12):
        method = "pvs" if LONG else "alphabeta"
        asked = ask(Tame(seed, fault=fault), algorithm=method, depth=6, engine="interpreted")
        plain = outcome(Search(asked))
        assert plain == outcome(Search(asked, by_memory))
        told += isinstance(plain, str)
    assert told > 3


@pytest.mark.parametrize("fault", every(3, ["text", "nan", "large", "lists", "utility"]))
def test_what_cannot_be_kept_is_handed_back(fault: str) -> None:
    analysed(Tame(), by_memory, algorithm="pvs", depth=1)  # from here on the code is loaded
    handed_back = 0
    for seed in range(8):
        game, options = Tame(seed, fault=fault), {"algorithm": "pvs", "depth": 5, "memory": 4}
        auto = Search(ask(game, **options))  # type: ignore[arg-type]
        assert auto.first.remembered
        assert outcome(auto) == outcome(Search(ask(game, engine="interpreted", **options)))  # type: ignore[arg-type]
        handed_back += auto.task is not None and not auto.task.kernel.remembered
    assert handed_back > 2


def test_the_report_says_how_it_ran() -> None:
    analysed(Tame(), by_memory, algorithm="pvs", depth=1)
    report = search(Tame(2), algorithm="pvs", depth=4)
    assert (report.compiled, report.remembered) == (False, True)
    assert "crc32" in report.why_interpreted
    assert str(report).endswith(SAID)
    assert Report.from_json(report.json(), Tame(2)).remembered


@pytest.mark.long
def test_a_search_begins_interpreted_and_goes_on_with_what_it_remembers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.running.search.Search.remembering", lambda self: None)
    reports = []
    for report in Analysis(Search(ask(Tame(5, size=100_000), algorithm="pvs", seconds=PATIENCE))):
        reports.append(report)
        if report.remembered and report.finished:
            break
    assert not reports[0].remembered
    depths = [report.depth for report in reports if report.finished]
    assert depths == sorted(set(depths))


@pytest.mark.long
def test_fractions_are_learned() -> None:
    analysed(Tame(), by_memory, algorithm="deepening", depth=1)
    game = Tame(5, size=100_000, fault="half")
    for report in Analysis(Search(ask(game, algorithm="deepening", seconds=PATIENCE))):
        if report.remembered and report.finished:
            break
    assert report.remembered
    assert Tame in FRACTIONS


def test_a_search_stops_in_time_and_when_it_is_left() -> None:
    game = Tame(5, size=100_000, fault="slow")
    start = time.perf_counter()
    report, _ = analysed(game, by_memory, algorithm="pvs", seconds=0.5)
    assert report.nodes > 0
    work = Search(ask(game, engine="interpreted", seconds=PATIENCE), by_memory)
    with Analysis(work) as analysis:
        next(analysis)
    assert time.perf_counter() - start < PATIENCE / 2
    assert not any(thread.name == "zermelo search" for thread in threading.enumerate())


class Slow(Tame):
    """Rules that take their time."""

    def actions(self, state: Place) -> Any:
        time.sleep(0.05)
        return super().actions(state)


@pytest.mark.long
def test_who_had_time_for_one_ply_ends_with_it() -> None:
    last, _ = analysed(Slow(3), by_memory, algorithm="alphabeta", seconds=0.001)
    assert (last.depth, last.finished) == (1, False)


def test_a_rule_that_does_not_return_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "STALLED", 0.3)
    with pytest.raises(RulesError, match=r"evaluate\(\) (waits for something and )?does not return"):
        analysed(Tame(1, fault="endless"), by_memory, algorithm="pvs", depth=6)
    assert not any(thread.name == "zermelo search" for thread in threading.enumerate())


def test_a_word_has_the_hash_of_what_it_stands_for() -> None:
    for value in (0, -1, 1 << 63, "text", (1, (2, 3)), frozenset({1}), Place(1, 2), None, 0.5):
        assert -(1 << 63) <= word_for(value) < 1 << 63
        assert hash_of(word_for(value)) == hash_of(value)


def test_a_question_is_answered_once_and_a_failure_is_kept() -> None:
    game, known = Tame(1, fault="actions"), Positions()
    door = Door(Answers(game, known))
    for state in (Place(2, MIN), Place(3, MIN)):
        known.number_of(state)
    assert door.address is not None
    assert ask_door(door.address, MOVER + RULE * 1) == 1
    assert known.facts[1, MOVER] == MIN
    assert ask_door(door.address, ACTIONS) == 0
    assert isinstance(door.raised[0], LookupError)
    assert ask_door(door.address, ACTIONS + RULE * 1) == 1
    assert known.facts[1, ACTIONS] % COUNT == len(list(game.actions(Place(3, MIN))))


@pytest.mark.long
def test_nothing_is_kept_when_a_search_is_over() -> None:
    analysed(Tame(), by_memory, algorithm="pvs", depth=1)
    gc.collect()
    gc.disable()
    try:
        work: Search | None = Search(ask(Tame(2), algorithm="pvs", depth=4))
        assert work is not None
        assert work.first.remembered
        kept = weakref.ref(work.first.positions)  # type: ignore[attr-defined]
        list(Analysis(work))
        work = None
        assert kept() is None
    finally:
        gc.enable()
