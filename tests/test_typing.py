"""What mypy finds in the script of a user: one run of it for all scripts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import zermelo
from zermelo.kernel.options import Options, Order
from zermelo.running.catalogue import names
from zermelo.running.options import OLD_NAMES, AlgorithmName, EngineName, SearchOptions
from zermelo.running.question import ENGINES

NIM = """
from collections.abc import Iterator
from typing import NamedTuple

from zermelo import (
    MAX, MIN, Analysis, Game, MatchClock, Report, Rules, Sprt, analyse, build_table, check, choose, draw,
    estimate, match, matching, perft, prepare, prove, review, reviewing, search, solve, solve_all, solving,
    strategy, study, tune, updated, win_in,
)

class State(NamedTuple):
    heaps: tuple[int, int]
    turn: int

class Nim(Game[State, tuple[int, int]]):
    def initial(self) -> State:
        return State((1, 2), MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[tuple[int, int]]:
        for heap, size in enumerate(state.heaps):
            for taken in range(1, size + 1):
                yield heap, taken

    def result(self, state: State, action: tuple[int, int]) -> State:
        heap, taken = action
        return State(updated(state.heaps, heap, state.heaps[heap] - taken), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return sum(state.heaps) == 0

    def utility(self, state: State) -> int:
        return 1 if state.turn == MIN else -1
"""
GOOD = """
game = Nim()
report = search(game, game.initial(), seconds=1, algorithm="pvs", root_actions=[(0, 1)])
if report.action is not None:
    heap, taken = report.action
    state: State = game.result(report.state, report.action)
for step in analyse(game, clock=MatchClock(60, 1)):
    score = step.score
solution = solve(game, engine="compiled", switch_off=["killers"])
for found in solving(game, nodes=100):
    known = found.at_least
answers = solve_all(game, [game.initial()])
proof = prove(game, target="draw")
if proof.action is not None:
    proved_heap, proved_taken = proof.action
count = perft(game, depth=2) + 1
move = choose(game, level=3, seconds=0.1)
findings = check(game, seconds=0.1)
judged = review(game, [(0, 1)], algorithm="pvs")
removed: tuple[int, int] = judged.moves[0].action
for so_far in reviewing(game, [(0, 1)], game.initial(), seconds=1):
    blamed = so_far.worst(MAX)
results = match(game, ["expert", lambda state: (0, 1)], schedule="ladder", openings=[["a"]], sprt=Sprt(0, 5))
lost_games = results.tally("expert").losses
for standing in matching(lambda: Nim(), ["random", "level:2"]):
    done = standing.finished
weights = tune(game, games=4).weights
claims = study("orders", game, engine="auto").findings
certain = strategy(game, player=MIN).wins
picture = draw(game, game.initial()).svg
for progress in build_table(game, "nim.table", expected=estimate(game)):
    took = progress.seconds
tree = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], depth=2)
lost = win_in(3, MIN)

class Loose(Game):
    def initial(self) -> int:
        return 0

def first(rules: Rules[State, tuple[int, int]]) -> Report[State, tuple[int, int]]:
    return search(rules)

def later(rules: Rules) -> Analysis:
    return analyse(rules)
"""
WRONG = """
search(Nim(), secnds=1)  # !
search(Nim(), algorithm="alphabet")  # !
search(Nim(), 42)  # !
search(Nim())
search(Nim(), seconds="soon")  # !
search(Nim(), engine="steam")  # !
search(Nim(), order="quick")  # !
search(Nim(), clock=(60, 1))  # !
search(Nim(), root_actions=["a"])  # !
search(Nim(), mate=3)  # !
search(Nim)  # !
search(42)  # !
search("tictactoe")  # !
analyse(Nim(), depht=3)  # !
solve(Nim(), 42)  # !
solve(Nim(), without=["bounds"])  # !
solving(Nim(), dept=3)  # !
prove(Nim(), 42)  # !
prove(Nim(), target="loss")  # !
prove(Nim()).line[0].upper()  # !
perft(Nim(), depth="2")  # !
perft(Nim())  # !
solve_all(Nim(), [42])  # !
choose(Nim(), levle=3)  # !
check(Nim(), second=1)  # !
review(Nim(), ["a"])  # !
review(Nim(), [], algorithm="alphabet")  # !
review(Nim(), [], 42)  # !
reviewing(Nim(), [], engine="steam")  # !
match(42, ["random", "expert"])  # !
match(Nim(), ["random", 5])  # !
match(Nim(), ["random", "expert"], schedule="knockout")  # !
matching(Nim(), ["random", "expert"], gams=3)  # !
tune(Nim(), engine="steam")  # !
study("orders", 42)  # !
strategy(Nim(), 42)  # !
draw(Nim(), 42)  # !
build_table(Nim(), expected=5)  # !
prepare(Nim(), wait="no")  # !
search(Nim()).acton  # !
search(Nim()).state.heeps  # !
class Half(Game[State, int]):
    def result(self, state: State, action: str) -> State:  # !
        return state
class Short(Game[State, int]):
    def key(self, state: int) -> int:  # !
        return state
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> dict[str, set[int]]:
    """The lines of each script that mypy has something to say about."""
    assert pytestconfig.cache is not None
    folder = tmp_path_factory.mktemp("scripts")
    for name, text in (("good", NIM + GOOD), ("wrong", NIM + WRONG)):
        (folder / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "good.py", "wrong.py"]
    package = Path(zermelo.__file__).parents[1]
    cache = pytestconfig.cache.mkdir("mypy")
    environment = {"MYPYPATH": str(package), "PATH": "", "MYPY_CACHE_DIR": str(cache)}
    said = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert not said.stderr, said.stderr
    lines: dict[str, set[int]] = {"good.py": set(), "wrong.py": set()}
    for file, number in re.findall(r"^(\w+\.py):(\d+): error:", said.stdout, re.MULTILINE):
        lines[file].add(int(number))
    return lines


@pytest.mark.long
def test_a_good_script_is_good(found: dict[str, set[int]]) -> None:
    assert not found["good.py"]


@pytest.mark.long
def test_every_mistake_is_found_and_nothing_else(found: dict[str, set[int]]) -> None:
    wrong = {number for number, line in enumerate((NIM + WRONG).splitlines(), 1) if "# !" in line}
    assert found["wrong.py"] == wrong


def test_what_is_typed_is_what_is_known() -> None:
    assert set(get_args(AlgorithmName)) == set(names())
    assert get_args(EngineName) == ENGINES
    assert set(OLD_NAMES.values()) <= set(SearchOptions.__annotations__)
    assert {"order", "prune_equal", "fail_soft"} <= set(SearchOptions.__annotations__) & set(vars(Options()))
    assert "natural" in get_args(Order)
