"""The source that the page shows is the text that runs, and every event has its lines in it."""

from __future__ import annotations

import inspect
import linecache
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from budget import every
from several import Spread, Thrown

from zermelo import algorithms
from zermelo.game import CHANCE
from zermelo.games.connect4 import ConnectFour
from zermelo.games.tictactoe import TicTacToe
from zermelo.kernel.events import CUT, ENTER, KEEP, KINDS, LEAF, RETURN, TABLE, UPDATE
from zermelo.report import Report
from zermelo.running import catalogue
from zermelo.running.asking import ask
from zermelo.search import search
from zermelo.tracing.source import (
    BOOKKEEPING,
    OFF,
    Line,
    Part,
    comments,
    languages,
    source_of,
    translations,
)

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
KERNELS = {each.name: each.kernel for each in reversed(catalogue.CATALOGUE) if "trace" in each.switches}
TRACED = [name for name in catalogue.names() if name in KERNELS]
ROOT = Path(algorithms.__file__).parents[2]


class Loud(TicTacToe):
    """Tic-tac-toe whose corners are noisy."""

    def noisy(self, state: Any) -> Any:
        return [action for action in self.actions(state) if action in (0, 2, 6, 8)]


class Coin:
    """A coin decides who chooses between two payoffs."""

    payoff = "points"

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return CHANCE if not state else state[0]

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return [0, 1]

    def outcomes(self, state: tuple[int, ...]) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 2

    def utility(self, state: tuple[int, ...]) -> int:
        return (3, 5)[state[1]]


GAMES = {
    "tree": TREE,
    "connect4": ConnectFour(5, 4),
    "tictactoe": TicTacToe(),
    "loud": Loud(),
    "coin": Coin(),
    "three": Spread(3),
    "dice for three": Thrown(3),
}
MANY = ("maxn", "paranoid")
"""Algorithms for three or more players."""
CASES = [(name, game) for name in TRACED if name not in MANY for game in [*GAMES][:4]]
CASES += [(name, game) for name in (*MANY, "deepening", "mcts") for game in ("three", "dice for three")]
CASES = [*CASES, *((name, "coin") for name in ("expectiminimax", "star1", "star2", "deepening", "mcts"))]


def limit(algorithm: str, plies: int) -> dict[str, int]:
    """So far a search goes: a depth, or as many simulations as take it there."""
    return {"nodes": 60} if algorithm == "mcts" else {"depth": plies}


def parts_of(algorithm: str, game: Any, **more: Any) -> tuple[Part, ...]:
    question = ask(game, algorithm=algorithm, **limit(algorithm, 4), **more)
    return source_of(algorithm, question.kernel, question.options, question.game)


def players_of(report: Report) -> list[int | None]:
    """Who moves at the node of each event."""
    assert report.trace is not None
    game, states, found = report.trace.game, {}, []
    for event in report.trace.events:
        if event.kind in ("enter", "select", "try", "throw"):
            above = states.get(event.parent, report.trace.state)
            within = event.ply == 0 or event.action is None
            states[event.node] = above if within else game.result(above, event.action)
        state = states[event.node]
        found.append(None if game.is_terminal(state) else int(game.to_move(state)))
    return found


def lit(parts: tuple[Part, ...], kind: int, player: int | None = None) -> list[Line]:
    return [
        line
        for part in parts
        for line in part.lines
        if any(mark.kind == kind and (player is None or player in mark.players) for mark in line.marks)
    ]


@pytest.mark.parametrize(("algorithm", "game"), every(6, CASES, several=True))
def test_every_event_lights_lines_of_the_file_that_runs(algorithm: str, game: str) -> None:
    asked: dict[str, Any] = {"algorithm": algorithm, **limit(algorithm, 3)}
    report = search(GAMES[game], trace=3000, engine="interpreted", **asked)
    assert report.trace is not None
    parts = parts_of(algorithm, GAMES[game])
    happened = {(event.kind, player) for event, player in zip(report.trace.events, players_of(report))}
    for kind, player in happened:
        found = lit(parts, KINDS.index(kind), player)
        assert found, (kind, player)
        assert all(line.folded == "" for line in found)
    for part in parts:
        for line in part.lines:
            text = f"{line.code}  {line.around[0]}{line.comment}{line.around[1]}".strip()
            written = linecache.getline(str(ROOT / part.file), line.number).rstrip("\n")
            assert written == (" " * line.indent + text if text else "")


@pytest.mark.parametrize("algorithm", TRACED)
def test_the_whole_function_is_there(algorithm: str) -> None:
    kernel = KERNELS[algorithm]
    lines, first = inspect.getsourcelines(kernel)
    game = Spread(3) if algorithm in MANY else TREE
    (part,) = (part for part in parts_of(algorithm, game) if part.name == kernel.__name__)
    assert [line.number for line in part.lines] == list(range(first, first + len(lines)))


SKELETON = """
def minimax(game: Game, state: State, depth: int, ply: Ply, run: Run) -> Value:
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return leaf(game, state, terminal, ply, run)
    if is_max(game.to_move(state), ply, run):
        best = -INFINITY
        for action in children(game, state, ply, run):
            value = minimax(game, game.result(state, action), depth - 1, ply + 1, run)
            if value > best:
                best = value
    else:
        best = INFINITY
        for action in children(game, state, ply, run):
            value = minimax(game, game.result(state, action), depth - 1, ply + 1, run)
            if value < best:
                best = value
    return best
"""


def test_without_its_bookkeeping_minimax_is_that_of_the_lecture() -> None:
    (part,) = parts_of("minimax", TREE)
    shown = [" " * line.indent + line.code for line in part.lines if not line.folded and line.code]
    assert "\n".join(shown) == SKELETON.strip()


def test_what_an_option_needs_is_no_bookkeeping() -> None:
    """`low` and `high` are read by the fail-hard return alone."""
    text = "low = alpha"
    soft, hard = parts_of("alphabeta", TREE), parts_of("alphabeta", TREE, fail_soft=False)
    assert [line.folded for line in soft[0].lines if line.code == text] == [BOOKKEEPING]
    assert [line.folded for line in hard[0].lines if line.code == text] == [""]


def test_who_is_to_move_decides_which_branch_is_lit() -> None:
    parts = parts_of("alphabeta", TREE)
    assert [line.code for line in lit(parts, UPDATE, 0)] == [
        *("if value > best:", "best = value", "alpha = max(alpha, best)"),
    ]
    assert [line.code for line in lit(parts, CUT, 1)] == [
        *("if best <= alpha if run.options.prune_equal else best < alpha:", "break"),
    ]
    dice = parts_of("expectiminimax", Coin())
    assert [line.code for line in lit(dice, UPDATE, CHANCE)] == ["best += probability * value"]
    assert [line.code for line in lit(dice, ENTER)] == [dice[0].lines[0].code]


def test_a_helper_lights_the_line_that_calls_it() -> None:
    parts = parts_of("negamax", TREE)
    assert [line.code for line in lit(parts, LEAF)] == [
        "if terminal or depth == 0:",
        "value = leaf(game, state, terminal, ply, run)",
        "return value if maximising else -value",
    ]


def test_what_this_search_cannot_do_is_off() -> None:
    (part,) = parts_of("pvs", TicTacToe())
    null_move = [line for line in part.lines if "game.passed(state)" in line.code]
    assert [line.folded for line in null_move] == [OFF]
    assert [part.name for part in parts_of("pvs", Loud())] == ["pvs", "quiescence"]
    assert [part.name for part in parts_of("pvs", Loud(), switch_off=["quiescence"])] == ["pvs"]
    assert lit(parts_of("pvs", TREE, switch_off=["table"]), TABLE) == []


def test_places_before_and_after_the_children_are_told_apart() -> None:
    (part,) = parts_of("pvs", ConnectFour(5, 4))
    marks = {line.code: mark.children for line in part.lines for mark in line.marks if mark.kind == RETURN}
    assert marks["return best"]
    assert not marks["return alpha"]


def test_the_driver_that_runs_stands_above_its_kernel() -> None:
    driver, kernel = parts_of("mtdf", TREE)
    assert (driver.file, kernel.file) == ("zermelo/algorithms/mtdf.py", "zermelo/algorithms/pvs.py")
    ((line, (mark,)),) = [(line.code, line.marks) for line in driver.lines if line.marks]
    assert (line, mark.kind, mark.root, mark.narrow) == (
        "guess = search(-above(-beta), beta)",
        ENTER,
        True,
        True,
    )
    assert [part.name for part in parts_of("deepening", TREE)] == ["deepening", "alphabeta_negamax"]
    assert [part.name for part in parts_of("deepening", Coin())] == ["deepening", "star1"]


def all_comments() -> set[tuple[str, str]]:
    games: dict[str, Any] = dict.fromkeys(("expectiminimax", "star1", "star2"), Coin())
    games |= dict.fromkeys(MANY, Thrown(3))
    asked = [(name, games.get(name, Loud())) for name in TRACED] + [("mcts", Thrown(3))]
    return {one for name, game in asked for one in comments(parts_of(name, game))}


def test_every_comment_is_said_in_every_language_of_the_page() -> None:
    assert set(languages()) == {"it", "es"}
    for table in languages().values():
        assert {(function, said) for function, texts in table.items() for said in texts} == all_comments()


def test_a_comment_without_a_translation_stays_english() -> None:
    assert translations("minimax", "Never written.") == dict.fromkeys(("en", "es", "it"), "Never written.")


CHANGED = "if value > best:  # better than all before"


def test_a_changed_text_is_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")
    from web_running import Running

    text = inspect.getsource(inspect.getmodule(KERNELS["minimax"]))  # type: ignore[arg-type]
    file = tmp_path / "toy.py"
    file.write_text(text.replace("if value > best:", CHANGED))
    spec = spec_from_file_location("toy", file)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(toy := module_from_spec(spec))
    changed = [
        replace(each, kernel=toy.minimax) if each.name == "minimax" else each for each in catalogue.CATALOGUE
    ]
    monkeypatch.setattr(catalogue, "CATALOGUE", changed)
    running = Running()
    try:
        (part,) = running.asked("/api/trace/source", {"tree": "[[3,12],[2,4]]", "algorithm": "minimax"})
        assert "minimax" in [row["name"] for row in running.page.get("/api/algorithms").json()]
    finally:
        running.close()
    (line,) = [line for line in part["lines"] if line["code"] == "if value > best:"]
    assert line["comment"]["it"] == "# better than all before"
    assert [mark["kind"] for mark in line["marks"]] == [UPDATE, KEEP]
