# ruff: noqa: E501
"""Where the lowered text has lists for sets, or numbers for members, it says what the rules say."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import ModuleType

import pytest

from zermelo import CannotCompile, prepare, search
from zermelo.kernel.compiler.lookups import Lookups

GAME = """
import collections
import enum
from zermelo import MAX, Game

LINES = [{0, 1}, {1, 2}]


class Mark(enum.IntEnum):
    NONE = 0
    CROSS = 1
    RING = 2

    def other(self):
        return Mark(3 - self) if self else self


class Word(enum.StrEnum):
    NO = "n"
    YES = "y"


class Toy(Game):
    def initial(self):
        return 0, 1, 2

    def to_move(self, state):
        return MAX

    def actions(self, state):
        return [0, 1, 2] if len(set(state)) == 3 else []

    def result(self, state, action):
        return state[action], state[1], state[action]

    def is_terminal(self, state):
        return False

    def utility(self, state):
        return 0

    def grow(self, seen, *more):
        seen |= set(more)

    def within(self, line, cells):
        return line <= cells

    def rotate(self, state):
        return state[1:] + state[:1]

    def reach(self, first, last, seen=None):
        if seen is None:
            seen = set()
        seen.add(first + last)
        return seen

    def evaluate(self, state):
        return self.told(state) / 1000

    def told(self, state):
"""
SNIPPETS = {
    "a member of a value": "return 1 if Mark(state[0]) is Mark.RING else 2",
    "a member's name and method": "return len(Mark(state[0]).name) + 10 * Mark(state[2]).other()",
    "a member that no value has": "try:\n    return 10 * Mark(state[0] + 7)\nexcept ValueError:\n    return 5",
    "members in a loop": "return sum(len(mark.name) * state[0] for mark in Mark)",
    "a member by its name": "return Mark['RING'] + state[0]",
    "a member of a text": "return 3 + state[0] if Word('y') == Word.YES else 4",
    "two names of a set": "a = {1, 2}\nb = a\na |= {5, 6 + state[0]}\nreturn len(b)",
    "a set that a method fills": "seen = {state[0]}\nself.grow(seen, 7, 8)\nreturn len(seen)",
    "sets in a list": "sets = [{1}, {2, state[0]}]\nsets[0] |= sets[1]\nfor each in sets:\n    each |= {9}\nreturn len(sets[0])",
    "more than one set": "return len({1}.union({2}, {3, state[0]}))",
    "a member that is not there": "try:\n    {1, 2}.remove(7)\nexcept KeyError:\n    return 5 + state[0]\nreturn 6",
    "a deque that keeps its length": "return sum(collections.deque([1, 2, 3, state[0]], maxlen=2))",
    "a deque that is turned": "d = collections.deque([1, 2, state[0]])\nd.rotate(1)\nreturn d[0]",
    "a dictionary of lists": "d = {0: [], 1: [], 2: []}\nd[state[0]].append(4)\nreturn len(d[1]) + 10 * len(d[2])",
    "a dictionary of sets": "d = {0: set(), 1: set(), 2: set()}\nd[state[0]].add(4)\nreturn len(d[1])",
    "a method called rotate": "return self.rotate(state)[0]",
    "a star before what begins empty": "return len(self.reach(*state[:2]))",
    "a constant set given to a method": "return sum(self.within(line, {1, 2, state[0]}) for line in LINES)",
    "a set given with a star": "seen = set()\nself.grow(seen, *state)\nreturn len(seen)",
}


@pytest.mark.parametrize("name", SNIPPETS)
def test_both_worlds_say_what_python_says(name: str, rules: Callable[[str], ModuleType]) -> None:
    body = "".join(f"        {line}\n" for line in SNIPPETS[name].splitlines())
    game = rules(GAME + body).Toy()
    start = game.initial()
    expected = {action: game.evaluate(game.result(start, action)) for action in game.actions(start)}
    for engine in ("interpreted", "compiled"):
        try:
            report = search(game, depth=1, values=True, engine=engine, algorithm="minimax")  # type: ignore[arg-type]
        except CannotCompile:
            assert engine == "compiled"
            assert name != "a method called rotate"
            continue
        assert {action: score.value for action, score in report.values.items()} == expected


def test_what_zermelo_fails_to_read_is_searched_as_it_is(
    rules: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rules(GAME + "        return state[0]\n").Toy()

    as_it_is = Lookups.visit_Subscript

    def broken(lookups: Lookups, node: ast.Subscript) -> ast.expr:
        if lookups.rule:
            raise AttributeError("no such thing")
        return as_it_is(lookups, node)

    monkeypatch.setattr(Lookups, "visit_Subscript", broken)
    report = search(game, depth=1, engine="interpreted", algorithm="minimax")
    start = game.initial()
    assert report.score.value == max(game.evaluate(game.result(start, action)) for action in (0, 1, 2))
    with pytest.raises(CannotCompile, match="which is not their fault"):
        search(game, depth=1, engine="compiled", algorithm="minimax")


def test_machine_code_that_raises_what_the_rules_do_not_gives_way_to_python(
    rules: Callable[[str], ModuleType],
) -> None:
    """A bound of a slice that may be None, which a machine does not know to be left out."""
    body = "        first = next((c for c in state if c > 7), None)\n        return len(state[first:])\n"
    game = rules(GAME + body).Toy()
    prepare(game, algorithm="minimax")
    report = search(game, depth=1, algorithm="minimax")
    assert report.score.value * 1000 == 3
    assert report.compiled or "misread these rules" in report.why_interpreted
