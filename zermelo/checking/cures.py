"""What to write where a rule raises an exception."""

from __future__ import annotations

import re

from zermelo.checking.promises import PROMISES, PURE

SPELLING = "check the spelling"
CURES: list[tuple[str, str]] = [
    (r"does not support item assignment|can't set attribute|cannot assign to field", PURE),
    (r"^NotImplementedError", "write this rule"),
    (r"^SystemExit", "remove what ends the process"),
    (r"^IndexError: Cannot choose from an empty", "make sure that there is something to choose from"),
    (r"^IndexError", "test the index first: 0 <= index < len(cells)"),
    (r"^ZeroDivisionError", "test for zero first"),
    (r"^RecursionError", "let the function return at some point without calling itself"),
    (r"positional argument|unexpected keyword", "take the arguments of the contract, such as (self, state)"),
    (r"^(NameError|AttributeError|ImportError|ModuleNotFoundError)", SPELLING),
    (r"^UnboundLocalError", "give the name a value on every way to this line"),
    (r"^ValueError: not enough values|^ValueError: too many values", "unpack what the action or state holds"),
    (
        r"object is not (subscriptable|iterable|callable)",
        "look at what this line gets: it has a different type",
    ),
    (r"^MemoryError", "build less"),
    (r"^EOFError: EOF when reading a line", "take input() out: a rule answers by itself"),
]
"""What exceptions say of frequent causes, and what to write instead."""


def cure_of(said: str) -> str:
    """What to write where a rule raises this."""
    return next((cure for sign, cure in CURES if re.search(sign, said)), PROMISES["raises"].advice)
