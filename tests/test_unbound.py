"""Variables that are read before they have a value: an error, where a machine had what lay there."""

from __future__ import annotations

import idioms
import pytest

import zermelo
from zermelo import Bits, RulesError
from zermelo.kernel.compiler.syntax import stored_names
from zermelo.kernel.compiler.unbound import Given
from zermelo.kernel.parsing import parsed

ROWS = [
    (
        "a loop that finds nothing",
        "for i, c in enumerate(state.cells):\n    if c == 1:\n        row = i\nreturn row",
    ),
    ("a loop without a turn", "for last in range(state.n):\n    pass\nreturn last"),
    ("one branch", "if state.flag:\n    pair = (1, 2)\nreturn pair[0]"),
    ("an increment", "if state.flag:\n    total = 1\ntotal += 1\nreturn total"),
]


@pytest.mark.parametrize("index", range(len(ROWS)))
def test_both_worlds_raise(index: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp()
    text = idioms.group_text([idioms.Idiom(*row) for row in ROWS])
    asked = "if state.pick < -1:\n                return [-2 - state.pick]\n            return range"
    game = idioms.load(text.replace("return range", asked, 1), folder, "unbound").make()
    for cells, n, flag in (((0,) * 6, 0, False), ((1, 0, 1, 0, 0, 0), 3, True)):
        state = game.State(cells, n, Bits(0), flag, -2 - index)
        told = []
        for engine in ("interpreted", "compiled"):
            try:
                told.append(
                    str(zermelo.search(game, state, depth=1, engine=engine, algorithm="minimax").score)
                )
            except RulesError as error:
                told.append(str(error))
        assert told[0] == told[1]
        assert ("UnboundLocalError" in told[0]) == (not flag)


@pytest.mark.parametrize(
    ("body", "early"),
    [
        ("for i in range(8):\n    x = i\nreturn x", set()),
        ("for i in cells:\n    x = i\nreturn x", {"x"}),
        ("while True:\n    x = 1\n    if cells:\n        break\nreturn x", set()),
        (
            "for i in cells:\n    if i:\n        x = 1\n        break\nelse:\n    x = 2\nreturn x + 0 * i",
            {"i"},
        ),
        ("try:\n    x = cells[0]\nexcept IndexError:\n    return 0\nreturn x", set()),
        ("try:\n    x = cells[0]\nexcept IndexError:\n    pass\nreturn x", {"x"}),
        ("if cells:\n    x = 1\nelse:\n    raise ValueError\nreturn x", set()),
        ("return sum(x for x in cells)", set()),
        ("x += 1\nreturn x", {"x"}),
        ("x[0] = 1\nx = []", {"x"}),
    ],
)
def test_which_they_are(body: str, early: set[str]) -> None:
    lines = "\n    ".join(body.splitlines())
    (tree,) = parsed(f"def rule(cells):\n    {lines}").body
    assert Given(tree, {}).early == early <= stored_names(tree)  # type: ignore[arg-type]
