"""Every row of the table of idioms, in both worlds and as plain Python."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import idioms
import pytest
from budget import LONG, every

import zermelo
from zermelo import Bits, CannotCompile
from zermelo.algorithms.minimax import minimax
from zermelo.kernel.bind import Compiled
from zermelo.kernel.compiler.lower import Lowering
from zermelo.kernel.options import Options

ROOT = Path(__file__).parents[1]
POSITIONS = [  # cells, n, board, flag
    ((2, 0, 1, 1, 0, 2), 3, 0x5A, True),
    ((0, 0, 0, 0, 0, 0), 0, 0, False),
    ((1, 1, 1, 1, 1, 1), 5, (1 << 64) - 1, True),
    ((0, 1, 2, 0, 1, 2), 1, 1 << 63, False),
    ((2, 2, 0, 0, 1, 1), 4, 0x8000000000000F01, True),
]


def positions(game: Any) -> list[Any]:
    return [game.State(cells, n, Bits(board), flag, -1) for cells, n, board, flag in POSITIONS]


def plain(game: Any, state: Any, index: int) -> Any:
    """What Python itself says."""
    return game.evaluate(state._replace(pick=index))


def searched(game: Any, state: Any, engine: str, count: int) -> list[Any]:
    report = zermelo.search(game, state, depth=1, values=True, engine=engine, algorithm="minimax")
    assert not report.why_interpreted
    return [report.values[index].value for index in range(count)]


def differences(rows: list[idioms.Idiom], folder: Path, name: str, text: str = "") -> list[str]:
    """The idioms whose value is not the same three times over, each in a sentence."""
    game = idioms.load(text or idioms.group_text(rows), folder, name).make()
    found = []
    for state in positions(game):
        interpreted = searched(game, state, "interpreted", len(rows))
        compiled = searched(game, state, "compiled", len(rows))
        for index, row in enumerate(rows):
            values = plain(game, state, index), interpreted[index], compiled[index]
            if len(set(values)) > 1:
                found.append(f"{row.name}: Python, interpreted, compiled say {values} of {state}")
    return found


def alone(rows: list[idioms.Idiom], folder: Path, name: str) -> list[str]:
    """Which of a group that does not compile is at fault."""
    found = []
    for index, row in enumerate(rows):
        try:
            found += differences([row], folder, f"{name}_{index}")
        except zermelo.ZermeloError as error:
            found.append(f"{row.name}: {error}")
    return found


TOPICS = list(idioms.WORKS)


@pytest.mark.parametrize("part", range(len(TOPICS) if LONG else 3), ids=TOPICS if LONG else None)
def test_idioms_give_the_same_value_in_every_world(part: int, tmp_path: Path) -> None:
    """Those of a topic; in a quick run a fourth of them, of several topics in each unit."""
    if LONG:
        rows = idioms.WORKS[TOPICS[part]]
    else:
        rows = [row for topic in TOPICS[part::3] for row in idioms.WORKS[topic][::4]]
    name = f"idioms_{part}"
    try:
        wrong = differences(rows, tmp_path, name)
    except zermelo.ZermeloError:
        wrong = alone(rows, tmp_path, name)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", every(3, idioms.GAMES))
def test_kinds_of_actions(kind: str, tmp_path: Path) -> None:
    game = idioms.load(idioms.GAMES[kind], tmp_path, f"game_{kind.split()[0].lower()}").make()
    reports = [
        zermelo.search(game, depth=3, values=True, algorithm="minimax", engine=engine)
        for engine in ("interpreted", "compiled")
    ]
    assert reports[0].values == reports[1].values
    assert reports[0].line == reports[1].line
    assert list(reports[1].values) == list(game.actions(game.initial()))
    assert type(reports[1].action) is type(next(iter(game.actions(game.initial()))))


def lowered_or_compiled(game: Any, row: idioms.Refused) -> Any:
    if row.says:
        return Compiled(game, minimax, Options(), False).obtain()
    return Lowering(game, Options(), False).lower(minimax)


@pytest.mark.parametrize("row", idioms.REFUSED, ids=lambda row: row.name)
def test_refusals_name_the_line_and_say_what_to_write(row: idioms.Refused, tmp_path: Path) -> None:
    text = idioms.refused_text(row)
    name = f"refused_{idioms.REFUSED.index(row)}"
    game = idioms.load(text, tmp_path, name).make()
    with pytest.raises(CannotCompile) as refusal:
        lowered_or_compiled(game, row)
    place = refusal.value.place
    if row.here:
        line = int(re.findall(r"line (\d+)$", place)[0])
        assert row.here in text.splitlines()[line - 1]
    assert place.startswith(str(tmp_path / name))
    assert len(refusal.value.advice) > 5
    if row.says:
        assert refusal.value.advice.startswith(row.says)


def test_advice_that_is_followed_compiles(tmp_path: Path) -> None:
    assert [row.name for row in idioms.REFUSED] == [*idioms.ADVISED]
    rows = [idioms.Idiom(name, code) for name, code in idioms.ADVISED.items()]
    assert not differences(rows, tmp_path, "idioms_advised", idioms.advised_text())


@pytest.mark.parametrize("row", idioms.REFUSED[:3], ids=lambda row: row.name)
def test_what_is_refused_still_plays(row: idioms.Refused, tmp_path: Path) -> None:
    game = idioms.load(idioms.refused_text(row), tmp_path, f"plays_{idioms.REFUSED.index(row)}").make()
    report = zermelo.search(game, game.initial()._replace(n=0, cells=(0,) * 6), depth=1, engine="interpreted")
    assert not report.compiled


def test_the_page_is_what_the_table_says() -> None:
    made = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_what_compiles.py"), "-"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout == (ROOT / "docs" / "what-compiles.md").read_text(), (
        "run python docs/make_what_compiles.py"
    )
