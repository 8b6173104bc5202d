"""With dice a choice may depend on more than the order of the estimates: when a report says so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from zermelo import search
from zermelo.games import ConnectFour, Kalah, Pig, Race, TicTacToe
from zermelo.report import Report

TEXT = (Path(__file__).parents[1] / "docs" / "dice.md").read_text()


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The example of the documentation, as it stands there."""
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    path = tmp_path_factory.mktemp("dice") / "example.py"
    path.write_text(code)
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, str(path), "exec"), names)
    return names


def test_the_lecture_s_example_is_noticed(example: Any) -> None:
    report = example["report"]
    assert (report.action, report.score.value) == (1, pytest.approx(2.1))
    assert "more than the order of evaluate()" in report.caution
    assert "those from 4 up far apart from the others, could choose 2" in report.caution
    game = example["Throw"]((1, 20, 30, 400))
    bent = search(game, depth=2, engine="interpreted")
    assert (bent.action, bent.score.value) == (2, pytest.approx(40.9))
    assert Report.from_json(report.json(), example["Throw"]()).caution == report.caution


def test_what_is_better_at_every_threshold_is_no_matter_of_distances(example: Any) -> None:
    class Better(example["Throw"]):  # type: ignore[misc]
        def outcomes(self, state: Any) -> list[tuple[int, float]]:
            return [(4, 0.5), (6, 0.5)] if state.place == 1 else [(3, 0.5), (5, 0.5)]

    for worth in ((1, 2, 3, 4), (1, 20, 30, 400), (-9, -1, 0, 1)):
        report = search(Better(worth), depth=2, engine="interpreted")
        assert (report.action, report.caution) == (1, "")


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2"])
def test_every_search_with_dice_looks(example: Any, algorithm: Any) -> None:
    report = search(example["Throw"](), depth=2, algorithm=algorithm, engine="interpreted")
    assert report.caution == example["report"].caution


def test_nothing_is_said_where_nothing_was_seen() -> None:
    assert search(TicTacToe(), depth=3, algorithm="minimax", engine="interpreted").caution == ""
    assert search(Race(), algorithm="expectiminimax", engine="interpreted").caution == ""
    assert search(Pig(), depth=9, engine="interpreted").caution == ""


def test_a_search_without_evaluate_says_why_it_knows_nothing() -> None:
    caution = "ConnectFour has no evaluate(state): every position at which the search stopped counts as 0; "
    asked = {"depth": 2, "engine": "interpreted"}
    assert search(ConnectFour(), **asked).caution.startswith(caution)
    for known in (search(Kalah(), **asked), search(ConnectFour(1, 3), engine="interpreted")):
        assert known.caution == ""
    simulated = search(ConnectFour(), algorithm="mcts", nodes=5, engine="interpreted")
    assert simulated.caution == ""
