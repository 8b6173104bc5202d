"""Rules may call a pass None: an action like any other, which is neither "no action" nor a null move."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commanding import printed

from zermelo import MAX, MIN, Game, Report, choose, search, solve
from zermelo.interfaces.pictures.draw import report_html
from zermelo.kernel.run import NO_ACTION
from zermelo.tracing.model import PASSED

ENGINES = ("interpreted", "compiled")


class Steps(Game):
    """To three: None goes one further, 1 goes two.  At 2 only the pass wins, and who goes beyond 3 loses."""

    repetition = None

    def initial(self) -> tuple[int, int]:
        return 2, MAX

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Iterator[int | None]:
        yield 1
        yield None

    def result(self, state: tuple[int, int], action: int | None) -> tuple[int, int]:
        return state[0] + (1 if action is None else 2), 1 - state[1]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= 3

    def utility(self, state: tuple[int, int]) -> int:
        last = 1 if state[1] == MIN else -1
        return last if state[0] == 3 else -last


class Resting(Steps):
    """With a null move beside it, which leads elsewhere: `passed` adds nothing."""

    def initial(self) -> tuple[int, int]:
        return -6, MAX

    def passed(self, state: tuple[int, int]) -> tuple[int, int]:
        return state[0], 1 - state[1]

    def evaluate(self, state: tuple[int, int]) -> float:
        return state[0] / 100


class Circling(Steps):
    """A third action changes nothing but the turn: positions repeat."""

    repetition = 0

    def actions(self, state: tuple[int, int]) -> Iterator[int | None]:
        yield 1
        yield None
        yield 7

    def result(self, state: tuple[int, int], action: int | None) -> tuple[int, int]:
        return state[0] + (1 if action is None else 2 if action == 1 else 0), 1 - state[1]


HEAD = "from __future__ import annotations\nfrom zermelo import MAX, MIN, Game\n\n"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs"])
def test_it_is_found_told_and_drawn(algorithm: Any, engine: Any) -> None:
    report = search(Steps(), algorithm=algorithm, engine=engine, trace=True, values=True, depth=3)
    assert (report.action, report.line, report.score.winner) == (None, (None,), MAX)
    assert report.values[None] > report.values[1]
    assert Report.from_json(report.json(), Steps()) == replace(report, trace=None)
    assert report.trace is not None
    story = [sentence.lstrip() for sentence in report.trace.sentences()]
    assert "None: the game ends here." in story
    assert not any("doing nothing" in sentence for sentence in story)
    assert "<td>None</td>" in report_html(report)


def test_it_is_not_taken_for_a_null_move() -> None:
    """Each node's state is what its own way leads to."""
    report = search(Resting(), algorithm="pvs", engine="interpreted", trace=True, depth=8)
    model = report.trace.model
    ways = {PASSED: 0, "None": 0}
    for node, parent in enumerate(model.columns.parents):
        if model.names[node] in ways:
            before, ways[model.names[node]] = model.states[parent], ways[model.names[node]] + 1
            passed = Resting().passed(before) if model.actions[node] is NO_ACTION else None
            assert model.states[node] == (passed or Resting().result(before, None))
            assert (model.names[node] == PASSED) == (model.actions[node] is NO_ACTION)
    assert min(ways.values()) > 0


def test_a_copy_of_a_trace_tells_the_same() -> None:
    report = search(Resting(), algorithm="pvs", engine="interpreted", trace=True, depth=8)
    assert report.trace is not None
    assert list(copy.deepcopy(report.trace).sentences()) == list(report.trace.sentences())
    assert pickle.loads(pickle.dumps(list(report.trace.events))) == list(report.trace.events)
    rows = [json.loads(row) for row in report.trace.json_lines()]
    null = [row for row in rows if row.get("null_move")]
    passes = [row for row in rows if row["kind"] == "enter" and row["ply"] > 0 and row["action"] is None]
    assert 0 < len(null) < len(passes)


def test_it_keeps_the_value_of_a_table() -> None:
    solution = solve(Circling(), engine="interpreted")
    assert (solution.action, solution.line, str(solution.score)) == (None, (None,), "MAX wins in 1 ply")
    assert solution.as_dict()["names"] == ["None"]


@pytest.mark.parametrize("level", [1, 5, 10])
def test_it_is_chosen(level: int) -> None:
    assert choose(Steps(), (2, MIN), level=level, seconds=60, engine="interpreted").line[0] in (None, 1)


def test_it_is_played_and_shown(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(HEAD + inspect.getsource(Steps))
    played = printed("play", "steps.py", "--human", "min", "--seconds", "0.2", cwd=tmp_path)
    assert "MAX plays None" in played
    assert "MAX wins." in played
    hinted = printed("play", "steps.py", "--human", "max", typed="hint\nNone\n", cwd=tmp_path)
    assert "None: MAX wins in 1 ply" in hinted
    assert "MAX wins." in hinted
    assert "best    None" in printed("search", "steps.py", "--values", cwd=tmp_path)
    assert "★ None  ■ MAX wins in 1 ply" in printed("trace", "steps.py", cwd=tmp_path)
    assert "only None keeps it" in printed("solve", "steps.py", cwd=tmp_path)
