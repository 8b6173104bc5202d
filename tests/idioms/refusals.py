# ruff: noqa: E501
"""What is not compiled, and what to write instead."""

from __future__ import annotations

from idioms.row import Refused, refused

REFUSED: list[Refused] = [
    refused(
        "a `defaultdict` that is filled under another name",
        "seen = collections.defaultdict(list)\nfor c in state.cells:\n    mine = seen[c]\n    mine.append(1)\nreturn len(seen)",
        "seen = ",
    ),
    refused("the order of a set", "return [c for c in set(state.cells)][0]", "set("),
    refused(
        "a member popped from a set",
        "left = set(state.cells)\ntotal = 0\nwhile left:\n    total = 3 * total + left.pop()\nreturn total",
        "left.pop()",
    ),
    refused(
        "a loop over a set that stops",
        "for c in set(state.cells):\n    if c:\n        return c\nreturn 0",
        "for c in",
    ),
    refused(
        "`try` with `finally`",
        "try:\n    return state.cells[state.n]\nfinally:\n    state.n",
        "try:",
    ),
    refused("`with`", "with LOCK:\n    return 0", "with"),
    refused(
        "`nonlocal`",
        "total = 0\ndef add(x):\n    nonlocal total\n    total += x\nadd(2)\nreturn total",
        "nonlocal",
    ),
    refused("a class inside a rule", "class Inner:\n    pass\nreturn 0", "class Inner"),
    refused("setting `self.x`", "self.calls = 1\nreturn 0", "self.calls ="),
    refused("adding to `self.x`", "self.width += 1\nreturn 0", "self.width +="),
    refused("`global`", "global COUNTER\nCOUNTER = 1\nreturn 0", "global"),
    refused("a number formatted", 'return len(f"{state.n:03}")', 'f"{'),
    refused(
        "a rule that calls itself in every case",
        "return self.count(state)",
        "def count",
        members="def count(self, state):\n    return self.count(state) + 1",
    ),
    refused(
        "a rule that calls itself in a comprehension",
        "return self.count(state.n)",
        "def count",
        members="def count(self, n):\n    return 1 + max((self.count(k) for k in range(n)), default=0)",
    ),
    refused(
        "a generator that calls itself",
        "return sum(self.down(state.n))",
        "def down",
        members="def down(self, n):\n    yield n\n    if n:\n        yield from self.down(n - 1)",
    ),
    refused(
        "`:=` of a comprehension, read outside",
        "if any((hit := c) > 1 for c in state.cells):\n    return hit\nreturn 0",
        ":=",
    ),
    refused("`:=` in one branch", "return (x := state.n) if state.flag else 0", ":="),
    refused(
        "a pattern with a star",
        "match state.cells:\n    case (a, *rest):\n        return a\nreturn 0",
        "case",
    ),
    refused(
        "`product` of four", "return sum(a for a, b, c, d in itertools.product((0, 1), repeat=4))", "product("
    ),
    refused("a generator in a variable", "rest = (c for c in state.cells)\nreturn 0", "rest ="),
    refused(
        "a default value that is no constant",
        "return self.scaled(state.n)",
        "self.scaled(",
        members="def scaled(self, number, factor=Thing(2)):\n    return number",
    ),
    refused(
        "`partial`",
        "step = functools.partial(clamp, state.n)\nreturn step(1, 4)",
        "step = ",
    ),
    refused(
        "`**arguments`",
        "return self.highest(first=1, second=2)",
        "self.highest(",
        members="def highest(self, **numbers):\n    return max(numbers.values())",
    ),
    refused(
        "what may be None, put into a list of another function",
        "used = ['X' for c in state.cells if c]\nself.put_in(used, 'X' if state.flag else None)\nreturn len(used)",
        "put_in(",
        "what a function puts into a list that it is given is of another kind",
        members="def put_in(self, used, hand):\n    used.append(hand)",
    ),
    refused(
        "an unknown decorator",
        "return self.traced(state)",
        "@watched",
        members="@watched\ndef traced(self, state):\n    return 0",
    ),
    refused("a class that is no NamedTuple", "return Thing(state.n).worth", "Thing("),
    refused("a `Flag`", "return 1 if Plain.RED == Plain.RED else 0", "Plain.RED"),
    refused(
        "a dataclass that is not frozen",
        "return Loose(state.n).worth",
        "Loose(",
    ),
    refused("`import` in a rule", "import math\nreturn math.floor(state.n / 2)", "import math"),
    refused("an attribute that comes into being later", "return self.unknown", "self.unknown"),
    refused("a name that is nowhere", "return undefined_name", "undefined_name"),
    refused("a `lambda` that is kept in the game", "return self.key(state.n)", "self.key("),
    refused("`random`", "return random.randrange(3)", "random."),
    refused("`del` of a slice", "cells = list(state.cells)\ndel cells[0:2]\nreturn len(cells)", "del "),
    refused("a `lambda` with a default value", "key = lambda x, y=2: x + y\nreturn key(1)", "lambda"),
    refused(
        "an int and `Bits` in one variable",
        "x = state.n\nif state.flag:\n    x = state.board\nreturn x",
        "return x",
        "an integer and Bits meet in `x`; start it with Bits(0), or use int(...)",
    ),
    refused(
        "a fraction in a state",
        "return self.result(self.State(state.cells, state.n / 2, state.board, state.flag, 0), 0).n",
        "state.n / 2",
        "State.n should be a whole number, not a fraction",
    ),
    refused(
        "a method that gives a number or nothing",
        "if state.n:\n    return 5",
        "",
        "evaluate() should give a number, not None",
    ),
    refused(
        "`isinstance` of what is sometimes a fraction",
        "x = 1 if state.flag else 0.5\nreturn isinstance(x, float)",
        "isinstance",
        "isinstance() of what may be one or the other here; keep in the state which it is",
    ),
    refused("`isinstance` with a class", "return isinstance(state, Loose)", "isinstance"),
    refused(
        "`is` of tuples",
        "pairs = (state.cells[:2], state.cells[2:4])\nreturn sum(pair is pairs[state.flag] for pair in pairs)",
        "pair is",
        "`is` of a tuple of 2; compare with == or !=, or compare the indices",
    ),
    refused("`:=` behind what reads the variable", "n = state.n\nreturn n + (n := 5)", ":="),
    refused("a constant that is changed", "WORTH[9] = state.n\nreturn 0", "WORTH[9]"),
    refused(
        "a dictionary that the game fills",
        "if state.n not in self.memo:\n    self.memo[state.n] = state.n * state.n\nreturn self.memo[state.n]",
        "not in self.memo",
        members="memo = {}",
    ),
    refused("a list and a tuple, added", "found = [1]\nreturn len(found + (state.n,))", "found +"),
    refused("rows of sets, compared", "return [{1}, {2}] == [{1}, {state.n}]", "return"),
    refused("a star in a comprehension", "return sum(a + sum(b) for a, *b in [(1, 2, 3)])", "a, *b"),
    refused(
        "a class of Python's library", "return sum(1 for _ in itertools.groupby(state.cells))", "groupby"
    ),
]


ADVISED: dict[str, str] = {
    "a `defaultdict` that is filled under another name": "seen = collections.defaultdict(list)\nfor c in state.cells:\n    seen[c].append(1)\nreturn len(seen)",
    "the order of a set": "return [c for c in sorted(set(state.cells))][0]",
    "a member popped from a set": "left = set(state.cells)\ntotal = 0\nwhile left:\n    c = min(left)\n    left.discard(c)\n    total = 3 * total + c\nreturn total",
    "a loop over a set that stops": "for c in sorted(set(state.cells)):\n    if c:\n        return c\nreturn 0",
    "`try` with `finally`": "return state.cells[state.n] if state.n < len(state.cells) else 0",
    "`with`": "return 0",
    "`nonlocal`": "def more(total, x):\n    return total + x\ntotal = more(0, 2)\nreturn total",
    "a class inside a rule": "return Outer(state.n).worth",
    "setting `self.x`": "return self.fold(state._replace(n=1))",
    "adding to `self.x`": "return self.fold(state._replace(n=state.n + 1))",
    "`global`": "return self.fold(state._replace(n=1))",
    "a number formatted": "return 1 if state.n < 10 else 2",
    "a rule that calls itself in every case": "return self.counted(state.n)",
    "a rule that calls itself in a comprehension": "return self.looped(state.n)",
    "a generator that calls itself": "return self.summed(state.n)",
    "`:=` of a comprehension, read outside": "for c in state.cells:\n    if c > 1:\n        return c\nreturn 0",
    "`:=` in one branch": "x = state.n\nreturn x if state.flag else 0",
    "a pattern with a star": "if len(state.cells) >= 1:\n    return state.cells[0]\nreturn 0",
    "`product` of four": "total = 0\nfor a in (0, 1):\n    for b in (0, 1):\n        for c in (0, 1):\n            for d in (0, 1):\n                total += a\nreturn total",
    "a generator in a variable": "total = 0\nfor c in state.cells:\n    total += c\nreturn total",
    "a default value that is no constant": "return self.scaled(state.n, Outer(2))",
    "`partial`": "return clamp(state.n, 1, 4)",
    "`**arguments`": "return self.highest(1, 2)",
    "what may be None, put into a list of another function": "used = ['X' for c in state.cells if c]\nused.append('X' if state.flag else None)\nreturn len(used)",
    "an unknown decorator": "return self.traced(state)",
    "a class that is no NamedTuple": "return Compared(state.n).worth + Outer(state.n).worth",
    "a `Flag`": "return 1 if Whole.RED == Whole.RED else 0",
    "a dataclass that is not frozen": "return Outer(state.n).worth",
    "`import` in a rule": "return math.floor(state.n / 2)",
    "an attribute that comes into being later": "return self.known",
    "a name that is nowhere": "return DEFINED",
    "a `lambda` that is kept in the game": "return self.doubled(state.n)",
    "`random`": "return 0",
    "`del` of a slice": "cells = list(state.cells)\ncells = cells[2:]\nreturn len(cells)",
    "a `lambda` with a default value": "return module_level(1, 2)",
    "an int and `Bits` in one variable": "x = Bits(0)\nif state.flag:\n    x = state.board\nreturn int(x & Bits(255))",
    "a fraction in a state": "return self.result(self.State(state.cells, state.n // 2, state.board, state.flag, 0), 0).n",
    "a method that gives a number or nothing": "if state.n:\n    return 5\nreturn 0",
    "`isinstance` of what is sometimes a fraction": "return 0 if state.flag else 1",
    "`isinstance` with a class": "return isinstance(state, tuple)",
    "`is` of tuples": "pairs = (state.cells[:2], state.cells[2:4])\nreturn sum(i == state.flag for i in range(len(pairs)))",
    "`:=` behind what reads the variable": "n = state.n\nm = 5\nreturn n + m",
    "a constant that is changed": "return self.fold(state._replace(n=1))",
    "a dictionary that the game fills": "return self.remembered(state.n)",
    "a list and a tuple, added": "found = [1]\nreturn len(found + [state.n])",
    "rows of sets, compared": "return {1} == {1} and {2} == {state.n}",
    "a star in a comprehension": "total = 0\nfor a, *b in [(1, 2, 3)]:\n    total += a + sum(b)\nreturn total",
    "a class of Python's library": "total = 1\nfor i in range(1, 6):\n    total += state.cells[i] != state.cells[i - 1]\nreturn total",
}
"""What is refused, written as the refusal says."""


ADVISED_PRELUDE = """
DEFINED = 7


def module_level(x, y):
    return x + y


class Whole(enum.IntEnum):
    RED = 1


@dataclass(frozen=True)
class Outer:
    worth: int


class Compared:
    def __init__(self, worth):
        self.worth = worth

    def __eq__(self, other):
        return self.worth == other.worth

    def __hash__(self):
        return hash(self.worth)
"""


ADVISED_MEMBERS = """
known = 3

def counted(self, n):
    if n < 1:
        return 0
    return self.counted(n - 1) + 1

def looped(self, n):
    total = 1
    for k in range(n):
        total += self.looped(k)
    return total

def summed(self, n):
    if not n:
        return 0
    return n + self.summed(n - 1)

def scaled(self, number, factor):
    return number * factor.worth

def highest(self, first, second):
    return max(first, second)

def traced(self, state):
    return 0

def doubled(self, x):
    return 2 * x
"""


REFUSED_PRELUDE = """
import contextlib
import random

NAMES = ("x", "o")
LOCK = contextlib.nullcontext()
COUNTER = 0


class Thing:
    def __init__(self, worth):
        self.worth = worth


class Plain(enum.Flag):
    RED = 1


@dataclass
class Loose:
    worth: int


def watched(function):
    return function
"""
