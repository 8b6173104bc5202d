"""Python's `math`, `round` and `**` raise where there is no number; so does machine code."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from zermelo import ZermeloError, search
from zermelo.kernel.idiom_words import MATH_WORDS

RULES = """
import math
from zermelo import Game

class Numbers(Game):
    payoff, repetition = "points", None
    def initial(self): return (0, 0)
    def to_move(self, state): return 0
    def actions(self, state): return (-9, 0, 4, 16, 400)
    def result(self, state, action): return (action, 1)
    def is_terminal(self, state): return state[1] == 1
    def utility(self, state):
        n = state[0]
        {body}
"""
CAUGHT = "try: found = {}\n        except {}: return 50\n        return 1 if found > 1 else 0"
RAISING = {
    "sqrt": CAUGHT.format("math.sqrt(n)", "ValueError"),
    "log": CAUGHT.format("math.log(n - 4)", "ValueError"),
    "log2 of nought": CAUGHT.format("math.log2(n)", "ValueError"),
    "acos": CAUGHT.format("math.acos(n)", "ValueError"),
    "pow": CAUGHT.format("math.pow(n - 4, -0.5)", "ValueError"),
    "in a map": "return 1 if sum(map(math.sqrt, (n * n, 4))) > 3 else 0",
    "floor": "return math.floor(n / 7) * 10 + math.ceil(n / 7) + math.trunc(n / 7)",
    "round": "return round(n / 8) + 100 * round(n)",
    "power": "return 1 if 2.0 ** n > 1 else 0",
    "log with a base": "return 1 if math.log(n * n + 1, 2) > 3 else 0",
}
BEYOND = {
    "round": "return round(1e19 * n) % 7",
    "floor": "return math.floor(1e19 * n) % 7",
    "ceil": "return math.ceil(-1e300 * n) % 7",
    "negative root": "return 1 if math.sqrt(n) > 1 else 0",
    "exp": "return 1 if math.exp(n * 100) > 1 else 0",
    "power of a fraction": "return 1 if 10.0 ** (n * 3) > 1 else 0",
    "power of nought": "return 1 if (n - 4.0) ** -2 > 0 else 0",
}


def asked(module: ModuleType, engine: Any) -> Any:
    try:
        report = search(module.Numbers(), algorithm="minimax", engine=engine, values=True)
    except ZermeloError as error:
        return type(error).__name__
    return report.action, {action: score.value for action, score in report.values.items()}


@pytest.mark.parametrize("name", RAISING)
def test_both_worlds_find_the_same(name: str, rules: Callable[[str], ModuleType]) -> None:
    module = rules(RULES.format(body=RAISING[name]))
    plain = asked(module, "interpreted")
    compiled = asked(module, "compiled")
    assert not isinstance(plain, str)
    assert compiled in (plain, "CannotCompile")
    assert asked(module, "auto") == plain
    assert name in ("log with a base", "in a map", "pow") or compiled == plain


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_no_number_of_a_machine_is_told_or_left_to_python(
    name: str, rules: Callable[[str], ModuleType]
) -> None:
    """It had an answer, which was called proved."""
    module = rules(RULES.format(body=BEYOND[name]))
    assert isinstance(asked(module, "compiled"), str)
    assert asked(module, "auto") == asked(module, "interpreted")


def test_the_words_are_pythons_own() -> None:
    for function, word in MATH_WORDS.items():
        numbers = (2.5, 1.5) if function is math.pow else (1.5,) if function is math.acosh else (0.5,)
        assert word(*numbers) == function(*numbers)
