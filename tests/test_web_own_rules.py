"""Rules of one's own that go wrong on the server: one sentence, with the rule or the game in it."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from web_running import Running, heard, is_end, send, sentence, serving

from zermelo import check
from zermelo.interfaces.web import app

RULES = """
from pathlib import Path

LATER = Path(__file__).with_name("later")

class Race:
    def initial(self): return (0, 0)
    def to_move(self, state): return state[1]
    def actions(self, state): return ["a", "b"]
    def result(self, state, action): return (state[0] + 1, 1 - state[1])
    def is_terminal(self, state): return state[0] >= 4
    def utility(self, state): return 1
"""


def own(folder: Path, *changes: tuple[str, str]) -> Path:
    text = RULES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (file := folder / "race.py").write_text(text)
    return file


@contextmanager
def later(folder: Path, *changes: tuple[str, str]) -> Iterator[Running]:
    """A server of rules that change once they have been checked."""
    with serving(own(folder, *changes)) as found:
        (folder / "later").touch()
        yield found


HALF = {
    "actions": ('["a", "b"]', '["a\\ud800", "b"]'),
    "show": ("    def is_terminal", '    def show(self, state): return "\\ud800 x"\n    def is_terminal'),
}


@pytest.mark.parametrize("where", HALF)
def test_half_a_letter_is_refused_and_ends_an_analysis(where: str, tmp_path: Path) -> None:
    with serving(own(tmp_path, HALF[where])) as found:
        said = found.refused("/api/position", {"game": "mine", "moves": []})
        assert said.startswith("the rules give a text with half a letter, which nobody can write down: '")
        with found.tab() as tab:
            asked = {"game": "mine", "moves": []}
            send(tab, type="analyse", search="one", position=asked, seconds=0.1)
            last = heard(tab, is_end)[-1]
        assert last["type"] == "done" or "half a letter" in last["error"]


def test_half_a_letter_is_a_fault(tmp_path: Path) -> None:
    file = own(tmp_path, HALF["actions"], ("class Race:", "from zermelo import Game\nclass Race(Game):"))
    race = runpy.run_path(str(file))["Race"]
    assert any("half a letter" in finding.sentence for finding in check(race(), compile=False))


@pytest.mark.parametrize("raised", ["SystemExit(3)", "KeyboardInterrupt", "GeneratorExit"])
def test_rules_that_end_programs_are_told_like_others(raised: str, tmp_path: Path) -> None:
    given = "return (state[0] + 1"
    with later(tmp_path, (given, f"\n        if LATER.exists(): raise {raised}\n        {given}")) as found:
        asked = {"game": "mine", "moves": ["a"]}
        said = found.refused("/api/position", asked)
        assert f"Race raised {raised.partition('(')[0]}" in said
        assert "race.py, line 11" in said


def test_a_wrong_mover_is_refused_where_a_position_is_looked_at(tmp_path: Path) -> None:
    change = ("1 - state[1])", "2 if LATER.exists() else 1 - state[1])")
    with later(tmp_path, change) as found:
        said = found.refused("/api/position", {"game": "mine", "moves": ["a", "a"]})
        assert "to_move() returns 2" in said


HEAD = "def is_terminal(self, state):"
LOOP = (HEAD, f"{HEAD}\n        while state[0] == 2 and LATER.exists(): pass\n       ")


@pytest.mark.parametrize("path", ["/api/matrix", "/api/trace"])
def test_a_rule_that_does_not_return_is_named_with_its_game(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PATIENCE", 0.5)
    more: dict[str, Any] = {"depth": 3, "algorithm": "alphabeta"} if path == "/api/trace" else {}
    with later(tmp_path, LOOP) as found:
        said = found.refused(path, {"position": {"game": "mine", "moves": ["a"]}, **more})
        assert "Race: is_terminal() does not return" in said


@pytest.mark.parametrize("body", [b"", b"[" * 30_000, b'{"game":' + b"[" * 20_000 + b"]" * 20_000 + b"}"])
def test_what_is_no_json_is_told_so(body: bytes, tmp_path: Path) -> None:
    with serving(own(tmp_path)) as found:
        answer = found.page.post("/api/position", content=body, headers={"content-type": "application/json"})
        assert answer.json()["code"] == "not_json"
        assert sentence(answer) == "this is not JSON"
