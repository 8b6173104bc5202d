"""A new algorithm is one file and one record: then everybody knows it."""

from __future__ import annotations

import re
import runpy
from dataclasses import replace
from itertools import product
from pathlib import Path

import naive
import pytest

from zermelo import SearchError, Tree, search
from zermelo.algorithms.node import enter, leaf, no_actions, remember
from zermelo.algorithms.order import children
from zermelo.game import MAX, Game
from zermelo.games import Nim, NimMany, Pig, TicTacToe
from zermelo.kernel.bind import refusal
from zermelo.kernel.events import ENDS, ENTER, KINDS, RETURN, UPDATE, trace
from zermelo.kernel.run import INFINITY, Run, State, Value
from zermelo.running import catalogue
from zermelo.running.asking import traits_of
from zermelo.running.drivers import textbook
from zermelo.running.question import DEFAULTS, Algorithm, Traits

ROOT = Path(__file__).parents[1]
TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
LANGUAGES = {"en", "it", "es"}


def habit(game: Game, state: State, depth: int, ply: int, run: Run) -> Value:
    """Both players take their first action, whatever it leads to."""
    enter(ply, run)
    trace(run, ENTER, ply, -INFINITY, INFINITY, 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return leaf(game, state, terminal, ply, run)
    run.expanded += 1
    tried = 0
    value = 0
    for action in children(game, state, ply, run):
        tried += 1
        if tried == 1:
            run.path[ply] = action
            value = habit(game, game.result(state, action), depth - 1, ply + 1, run)
            remember(action, value, ply, run)
            trace(run, UPDATE, ply, -INFINITY, INFINITY, value)
    if tried == 0:
        no_actions(ply, run)
    trace(run, RETURN, ply, -INFINITY, INFINITY, value)
    return value


RECORD = Algorithm(
    "habit",
    habit,
    textbook.once,
    about=dict.fromkeys(LANGUAGES, "both take their first action"),
    switches=catalogue.TEXTBOOK,
    fits=catalogue.without_dice,
)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Algorithm:
    monkeypatch.setattr(catalogue, "CATALOGUE", [*catalogue.CATALOGUE, RECORD])
    return RECORD


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_the_library_knows_it(known: Algorithm, engine: str) -> None:
    report = search(TREE, algorithm="habit", engine=engine, trace=True)
    assert (report.action, report.score.value, report.nodes, report.algorithm) == (0, 3, 3, "habit")
    assert report.trace is not None
    assert [event.kind for event in report.trace.events] == [
        *("enter", "enter", "enter", "leaf", "update", "return", "update", "return")
    ]
    assert len(list(report.trace.sentences())) == len(report.trace.events)


def glance(game: Game, state: State, depth: int, ply: int, run: Run) -> Value:
    """Minimax two plies ahead, whatever depth is asked for; for MAX alone to move first."""
    enter(ply, run)
    trace(run, ENTER, ply, -INFINITY, INFINITY, 0)
    terminal = game.is_terminal(state)
    if terminal or ply == 2:
        return leaf(game, state, terminal, ply, run)
    run.expanded += 1
    sign = 1 if game.to_move(state) == MAX else -1
    best = -INFINITY
    for number, action in enumerate(children(game, state, ply, run)):
        run.path[ply] = action
        value = sign * glance(game, game.result(state, action), depth - 1, ply + 1, run)
        if number == 0 or value > best:
            best = value
            remember(action, sign * value, ply, run)
            trace(run, UPDATE, ply, -INFINITY, INFINITY, sign * best)
    trace(run, RETURN, ply, -INFINITY, INFINITY, sign * best)
    return sign * best


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_an_algorithm_may_have_a_horizon_of_its_own(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """The game was told to have no end."""
    own = replace(RECORD, name="glance", kernel=glance)
    monkeypatch.setattr(catalogue, "CATALOGUE", [*catalogue.CATALOGUE, own])
    game = Nim((1, 2, 3))
    seen = search(game, algorithm="glance", engine=engine)
    expected = search(game, algorithm="minimax", depth=2, engine="interpreted")
    assert (seen.score, seen.line, seen.nodes, seen.depth) == (
        *(expected.score, expected.line, expected.nodes),
        2,
    )
    assert not seen.score.proved


def test_a_line_that_does_not_compile_is_named() -> None:
    """Of an algorithm of ours too, since a new one is a file among them; whose fault it is, is not known."""
    file = Path(textbook.__file__).parents[2] / "algorithms" / "minimax.py"
    said = str(refusal(7, "zermelo: no machine code", {7: (str(file), 1)}))
    assert said.startswith(f"{file}, line 1: `")
    assert "of the algorithm, with what the rules give it, cannot be compiled; no machine code" in said


def test_it_is_refused_like_the_others(known: Algorithm) -> None:
    with pytest.raises(SearchError, match=r"^habit .*threads"):
        search(TREE, algorithm="habit", threads=2)
    with pytest.raises(SearchError, match=r"algorithm 'habits' is unknown: choose from .*habit"):
        search(TREE, algorithm="habits")


def test_the_documentation_lists_it(known: Algorithm, monkeypatch: pytest.MonkeyPatch) -> None:
    page = runpy.run_path(str(ROOT / "docs" / "make_algorithms.py"))
    monkeypatch.setitem(page["page"].__globals__, "CATALOGUE", catalogue.CATALOGUE)
    assert "`habit`" in page["page"]()


def test_the_documentation_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "make_algorithms.py"))["page"]()
    assert (ROOT / "docs" / "algorithms.md").read_text() == page, "run python docs/make_algorithms.py"


@pytest.mark.parametrize("record", catalogue.CATALOGUE, ids=lambda record: f"{record.verb}-{record.name}")
def test_records_are_complete(record: Algorithm) -> None:
    assert set(record.about) == LANGUAGES
    assert record.switches <= set(DEFAULTS)
    assert record.limits <= {"depth", "nodes", "seconds", "win_within", "clock"}
    every_kind = [Traits("Game", *kind) for kind in product((False, True), (False, True), (2, 3))]
    assert any(record.fits(record.name, traits) is None for traits in every_kind)


def test_nobody_keeps_a_list_of_algorithms_of_its_own() -> None:
    """What fits which game is asked of the catalogue: a page with a list of its own hid new algorithms."""
    named = re.compile("|".join(f"[\"']{name}[\"']" for name in catalogue.names()))
    kept = [
        f"{path.name}: {line}"
        for path in (ROOT / "zermelo" / "interfaces").rglob("*")
        if path.suffix in (".js", ".py")
        for line in path.read_text().splitlines()
        if len(named.findall(line)) > 2 and "?" not in line
    ]
    assert not kept


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("record", catalogue.CATALOGUE, ids=lambda record: f"{record.verb}-{record.name}")
def test_every_algorithm_for_two_is_minimax(record: Algorithm, dice: bool) -> None:
    trees = [Tree.random(seed=seed, repeat=0.3, chance=0.3 * dice, irregular=True) for seed in range(20)]
    fits = record.fits(record.name, traits_of(trees[0])) is None
    if record.verb != "search" or not fits or (dice and record.simulates):  # dice prove nothing there
        pytest.skip("it gives no value of a tree like this")
    for tree in trees:
        found = search(tree, algorithm=record.name, engine="interpreted").score
        assert found.value == pytest.approx(naive.value(tree, tree.initial())), tree.nested()


IN_DEPTH = [each for each in catalogue.CATALOGUE if "trace" in each.switches and not each.simulates]
ONE_FOR_EACH = [TicTacToe(), Pig(target=4, sides=2), NimMany((1, 1, 1))]
"""Two players, dice, three players: every record fits one of these games."""


@pytest.mark.parametrize("record", IN_DEPTH, ids=lambda record: f"{record.name}-{record.kernel.__name__}")
def test_every_node_that_is_entered_is_left(record: Algorithm) -> None:
    """Else what comes after hangs from it: a SCOUT that cut off without a RETURN drew such a tree."""
    game = next(game for game in ONE_FOR_EACH if record.fits(record.name, traits_of(game)) is None)
    trace = search(game, algorithm=record.name, depth=3, engine="interpreted", trace=True).trace
    assert trace is not None
    path: list[int] = []
    for event in trace.events:
        if event.kind == "enter":
            path.append(event.ply)
        assert event.ply == path[-1]
        if event.kind in (KINDS[kind] for kind in ENDS):
            path.pop()
    assert not path


def test_the_command_line_knows_it(known: Algorithm) -> None:
    from zermelo.interfaces.terminal import completion

    assert "habit" in completion.of("algorithms")("ha")
    assert "habit" in completion.filled_in("{algorithms}")


def test_the_page_offers_it_and_shows_its_source(known: Algorithm) -> None:
    pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")
    from web_running import Running

    running = Running()
    try:
        offered = {row["name"]: row for row in running.page.get("/api/algorithms").json()}
        question = {"tree": str(TREE), "algorithm": "habit"}
        (part,) = running.asked("/api/trace/source", question)
        answer = running.asked("/api/trace", question)
    finally:
        running.close()
    assert offered["habit"]["about"]["it"] == RECORD.about["it"]
    assert part["name"] == "habit"
    assert answer["summary"]["algorithm"] == "habit"
