# ruff: noqa: E501
"""Rules from a grammar of ordinary Python: what people may write, right or wrong, for the compiler to judge."""

from __future__ import annotations

import importlib.util
import random
import sys
import textwrap
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from zermelo.game import Game
from zermelo.kernel.run import Ply, Run, State, Value

HEAD = """
from __future__ import annotations

import math
from collections import Counter, deque
from enum import Enum
from typing import NamedTuple

import numpy as np

from zermelo import MAX, MIN, Bits, Game, updated

LINES = ((0, 1, 2), (3, 4, 5), (0, 3, 5))
STEPS = [(0, 1), (1, 0), (-1, 2)]
WORTH = {0: 1, 1: 5, 2: 9}
CORNERS = {0, 2, 5}
LETTERS = "abcdef"
VECTOR = np.array([2, 7, 1, 8, 2, 8])


class Colour(Enum):
    RED = 1
    BLUE = 2


def helper(number):
    return 3 * number + 1


class Fuzzed(Game):
    payoff = "points"

    class State(NamedTuple):
        cells: tuple[int, int, int, int, int, int]
        n: int
        board: Bits
        flag: bool
        pick: int

    def __init__(self):
        self.size = 6
        self.lines = LINES

    def initial(self):
        return self.State((2, 0, 1, 1, 0, 2), 3, Bits(0x5A), True, 0)

    def to_move(self, state):
        return MAX

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return state

    def is_terminal(self, state):
        return state.n == 99

    def utility(self, state):
        return 0

    def weight(self, number):
        return number * 2 - 1

    def bumped(self, cells, number):
        cells[-1] += number
        return sum(cells)

    def same(self, cells):
        return cells
"""

Part = Callable[[], str]
ODD = 0.2
"""How often what a machine cannot do is chosen, in rules that hold any of it."""
DEEP = 5
"""Expressions in expressions from which on they are short."""


class Grammar:
    """One rule after another; the same seed gives the same rule."""

    def __init__(self, seed: int, strange: bool) -> None:
        """`strange`: with some of what a machine cannot do."""
        self.dice, self.strange = random.Random(seed), strange
        self.depth = 0
        self.names: dict[str, list[str]] = {"number": [], "list": [], "tuple": [], "truth": [], "thing": []}
        self.made = 0

    def one(self, *parts: Part, odd: Sequence[Part] = ()) -> str:
        """One of the alternatives, now and then an odd one; deep inside an expression the first, a short one."""
        self.depth += 1
        strange = self.strange and odd and self.dice.random() < ODD
        part = self.dice.choice(odd if strange else parts if self.depth <= DEEP else parts[:1])
        text = part()
        self.depth -= 1
        return text

    def new(self, kind: str) -> str:
        self.made += 1
        name = f"{self.dice.choice('abcdefgh')}{self.made}"
        self.names[kind].append(name)
        return name

    def known(self, kind: str, otherwise: str) -> str:
        return self.dice.choice([*self.names[kind], otherwise])

    # -- expressions -------------------------------------------------------------------------

    def number(self) -> str:
        plain: list[Part] = [
            lambda: self.known("number", "state.n"),
            lambda: str(self.dice.randint(-3, 9)),
            lambda: f"state.cells[{self.dice.randint(-6, 5)}]",
            lambda: f"({self.number()} {self.dice.choice('+-*')} {self.number()})",
            lambda: (
                f"({self.number()} {self.dice.choice(['//', '%'])} {self.dice.choice(['3', '2', '7', 'state.n'])})"
            ),
            lambda: f"({self.number()} if {self.truth()} else {self.number()})",
            lambda: f"{self.dice.choice(['sum', 'len', 'max', 'min'])}({self.tuple()})",
            lambda: f"sum({self.number()} for i in range({self.dice.randint(0, 4)}))",
            lambda: f"sum(1 for c in {self.tuple()} if c {self.compared()} {self.number()})",
            lambda: f"abs({self.number()})",
            lambda: f"self.weight({self.number()})",
            lambda: f"helper({self.number()})",
            lambda: f"{self.tuple()}[{self.dice.randint(0, 5)}]",
            lambda: f"{self.list()}.count({self.number()})",
            lambda: f"int({self.truth()})",
            lambda: "state.board.bit_count()",
            lambda: f"int(state.board >> {self.dice.randint(0, 9)} & 7)",
            lambda: f"max({self.number()}, {self.number()})",
            lambda: f"int(VECTOR[{self.dice.randint(0, 5)}])",  # as it is, NumPy divides by zero
            lambda: f"({self.number()} {self.dice.choice(['&', '|', '^'])} {self.number()})",
            lambda: f"({self.dice.randint(0, 3)} << {self.dice.randint(0, 5)})",
            lambda: f"{self.dice.choice(['sum', 'len', 'max', 'min'])}({self.list()})",
            lambda: f"{self.list()}[{self.dice.randint(-2, 2)}]",
            lambda: f"{self.list()}.index({self.number()})",
            lambda: f"self.bumped({self.list()}, {self.number()})",
        ]
        return self.one(*plain, odd=self.odd_numbers())

    def odd_numbers(self) -> list[Part]:
        return [
            lambda: f"WORTH[{self.number()}]",
            lambda: f"WORTH.get({self.number()}, 0)",
            lambda: f"len({self.thing()})",
            lambda: f"len(set({self.tuple()}))",
            lambda: f"{self.thing()}[{self.number()}]",
            lambda: f"{self.list()}[{self.number()}]",
            lambda: f"{self.list()}.index({self.number()})",
            lambda: f"{self.list()}.pop()",
            lambda: f"sorted({self.tuple()}, reverse=True)[0]",
            lambda: f"max({self.tuple()}, key=lambda c: -c, default=0)",
            lambda: f"next((c for c in {self.tuple()} if c), {self.number()})",
            lambda: f"next(iter({self.tuple()}))",
            lambda: f"LETTERS.find({self.text()})",
            lambda: f"ord({self.text()}[0])",
            lambda: f"int({self.text()})",
            lambda: f"hash({self.thing()})",
            lambda: f"id({self.thing()})",
            lambda: f"{self.number()} / {self.number()}",
            lambda: f"round({self.number()} / 3)",
            lambda: f"math.floor(math.sqrt({self.number()} ** 2))",
            lambda: (
                f"math.{self.dice.choice(['gcd', 'comb', 'prod', 'hypot'])}({self.number()}, {self.number()})"
            ),
            lambda: f"divmod({self.number()}, 3)[1]",
            lambda: f"{self.number()} ** {self.dice.randint(0, 3)}",
            lambda: f"(state.board {self.dice.choice('&|^+-')} {self.number()})",
            lambda: f"Counter({self.tuple()})[1]",
            lambda: f"deque({self.tuple()}).popleft()",
            lambda: f"Colour({self.number()}).value",
            lambda: f"int(np.sum(np.array({self.tuple()})))",
            lambda: f"np.{self.dice.choice(['max', 'argmax', 'dot', 'where'])}({self.thing()})",
            lambda: f"VECTOR.{self.dice.choice(['sum', 'max', 'tolist', 'mean'])}()",
            lambda: f"eval({self.text()})",
            lambda: f"getattr(state, {self.text()})",
            lambda: f"(lambda x: x + {self.number()})({self.number()})",
            lambda: f"[{self.number()}, {self.thing()}][0]",
            lambda: f"(w := {self.number()}) + w",
            lambda: f"self.{self.dice.choice(['missing', 'size', 'lines', 'payoff', 'weight'])}",
            lambda: f"state.{self.dice.choice(['missing', 'n', '_fields', 'flag', 'cells'])}",
            lambda: (
                f"{self.number()}.{self.dice.choice(['real', 'bit_length()', 'to_bytes(2)', 'foo', 'numerator'])}"
            ),
            lambda: f"{self.thing()}",
            lambda: f"(yield {self.number()})" if self.dice.random() < 0.1 else "0",
            lambda: f"sum(map(helper, {self.tuple()}))",
            lambda: f"sum(filter(None, {self.tuple()}))",
            lambda: f"len(list(zip({self.tuple()}, {self.thing()})))",
            lambda: f"len([*{self.tuple()}, *{self.list()}])",
            lambda: f"max(*{self.tuple()})",
            lambda: f"self.weight(number={self.number()})",
            lambda: f"self.weight(*[{self.number()}])",
            lambda: "int(input())" if self.dice.random() < 0.1 else "1",
            lambda: "len(open('x').read())",
        ]

    def truth(self) -> str:
        plain: list[Part] = [
            lambda: "state.flag",
            lambda: self.known("truth", "state.flag"),
            lambda: f"{self.number()} {self.compared()} {self.number()}",
            lambda: f"not {self.truth()}",
            lambda: f"({self.truth()} {self.dice.choice(['and', 'or'])} {self.truth()})",
            lambda: f"{self.number()} in {self.tuple()}",
            lambda: f"any(c {self.compared()} {self.number()} for c in {self.tuple()})",
            lambda: f"all(state.cells[i] for i in LINES[{self.dice.randint(0, 2)}])",
            lambda: f"0 <= {self.number()} < {self.number()}",
            lambda: f"{self.number()} in {self.list()}",
            lambda: f"{self.dice.choice(['any', 'all'])}({self.list()})",
        ]
        odd: list[Part] = [
            lambda: f"{self.number()} in CORNERS",
            lambda: f"{self.thing()} is None",
            lambda: f"{self.thing()} == {self.thing()}",
            lambda: f"{self.thing()}",
            lambda: f"isinstance({self.thing()}, {self.dice.choice(['int', 'tuple', 'str', 'list'])})",
            lambda: f"{self.text()} in LETTERS",
            lambda: f"{self.thing()} < {self.thing()}",
            lambda: f"callable({self.thing()})",
            lambda: f"type({self.thing()}) is int",
        ]
        return self.one(*plain, odd=odd)

    def compared(self) -> str:
        return self.dice.choice(["<", "<=", ">", ">=", "==", "!="])

    def tuple(self) -> str:
        plain: list[Part] = [
            lambda: "state.cells",
            lambda: self.known("tuple", "state.cells"),
            lambda: f"updated(state.cells, {self.dice.randint(0, 5)}, {self.number()})",
            lambda: "tuple(c + 1 for c in state.cells)",
            lambda: f"({', '.join(self.number() for _ in range(6))})",
            lambda: "state.cells[::-1]",
        ]
        odd: list[Part] = [
            lambda: f"state.cells[{self.number()}:]",
            lambda: f"state.cells + ({self.number()},)",
            lambda: f"tuple({self.list()})",
            lambda: f"tuple(sorted({self.tuple()}))",
            lambda: f"tuple(c for c in {self.tuple()} if c)",
            lambda: f"state.cells * {self.number()}",
            lambda: f"({self.number()}, {self.thing()})",
        ]
        return self.one(*plain, odd=odd)

    def list(self) -> str:
        plain: list[Part] = [
            lambda: "list(state.cells)",
            lambda: self.known("list", "list(state.cells)"),
            lambda: f"[{self.number()} for c in state.cells]",
            lambda: f"[c for c in state.cells if c {self.compared()} {self.number()}]",
            lambda: f"[{', '.join(self.number() for _ in range(3))}]",
            lambda: f"[state.cells[i] for i in LINES[{self.dice.randint(0, 2)}]]",
            lambda: f"[{self.number()} + i for i in range({self.dice.randint(0, 4)})]",
            lambda: f"self.same({self.list()})",
        ]
        odd: list[Part] = [
            lambda: "[]",
            lambda: f"[{self.thing()}, {self.thing()}]",
            lambda: f"[[0] * 3 for _ in range({self.number()})]",
            lambda: f"({self.list()} + {self.list()})",
            lambda: f"{self.list()}[{self.number()}:{self.number()}]",
            lambda: f"sorted({self.thing()})",
            lambda: f"list({self.thing()})",
            lambda: f"list(range({self.number()}))",
            lambda: f"[(i, c) for i, c in enumerate({self.tuple()})]",
            lambda: f"list({self.text()})",
        ]
        return self.one(*plain, odd=odd)

    def text(self) -> str:
        return self.one(
            lambda: "'a'",
            lambda: "LETTERS",
            lambda: f"str({self.number()})",
            lambda: f"f'{{{self.number()}}}'",
            lambda: f"LETTERS[{self.number()}]",
            lambda: f"''.join(str(c) for c in {self.tuple()})",
            lambda: "'%d' % state.n",
            lambda: "LETTERS.upper()",
        )

    def thing(self) -> str:
        """Anything at all."""
        return self.one(
            lambda: "None",
            lambda: self.known("thing", "state"),
            self.number,
            self.truth,
            self.tuple,
            self.list,
            self.text,
            lambda: "state",
            lambda: "self",
            lambda: "self.lines",
            lambda: "STEPS",
            lambda: "VECTOR",
            lambda: "WORTH",
            lambda: "CORNERS",
            lambda: "{}",
            lambda: f"{{{self.number()}: {self.thing()}}}",
            lambda: f"{{{self.number()}, {self.number()}}}",
            lambda: "Colour.RED",
            lambda: "helper",
            lambda: "self.weight",
            lambda: "int",
            lambda: "math.pi",
            lambda: "1.5",
            lambda: "3 + 4j",
            lambda: "...",
            lambda: "b'ab'",
            lambda: "range(3)",
            lambda: f"(c for c in {self.tuple()})",
            lambda: f"zip({self.tuple()}, {self.tuple()})",
            lambda: "lambda x: x",
            lambda: "10 ** 30",
            lambda: "super()",
            lambda: f"({self.thing()} or {self.thing()})",
            lambda: "MISSING",
        )

    # -- statements ----------------------------------------------------------------------------

    def block(self, count: int) -> str:
        return "\n".join(self.statement() for _ in range(count))

    def indented(self) -> str:
        kept = {kind: [*names] for kind, names in self.names.items()}
        text = textwrap.indent(self.block(self.dice.randint(1, 2)), "    ")
        self.names = kept
        return text

    def statement(self) -> str:
        plain: list[Part] = [
            lambda: self.assigned("number", self.number),
            lambda: self.assigned("tuple", self.tuple),
            lambda: self.assigned("list", self.list),
            lambda: self.assigned("truth", self.truth),
            lambda: f"if {self.truth()}:\n{self.indented()}\nelse:\n{self.indented()}",
            lambda: f"for i in range({self.dice.randint(0, 4)}):\n{self.indented()}",
            lambda: f"for c in {self.tuple()}:\n{self.indented()}",
            lambda: f"if {self.truth()}:\n    return {self.number()}",
            lambda: self.changed(),
            lambda: self.changed_element(),
            lambda: self.lined(),
        ]
        odd: list[Part] = [
            lambda: self.assigned("thing", self.thing),
            lambda: self.assigned("number", self.thing),
            lambda: f"{self.known('list', 'state.cells')}[{self.number()}] = {self.thing()}",
            lambda: (
                f"{self.known('list', 'STEPS')}.{self.dice.choice(['append', 'remove', 'extend', 'add'])}({self.thing()})"
            ),
            lambda: (
                f"{self.known('list', 'STEPS')}.{self.dice.choice(['sort', 'reverse', 'clear', 'copy'])}()"
            ),
            lambda: (
                f"try:\n{self.indented()}\nexcept {self.dice.choice(['IndexError', 'Exception', 'ValueError as error'])}:\n    pass"
            ),
            lambda: f"while {self.truth()}:\n{self.indented()}\n    break",
            lambda: f"for i, c in enumerate({self.thing()}):\n{self.indented()}",
            lambda: f"for c in {self.thing()}:\n{self.indented()}",
            lambda: f"for a, b in zip({self.thing()}, {self.thing()}):\n{self.indented()}",
            lambda: f"print({self.thing()})",
            lambda: f"assert {self.truth()}, 'as it should be'",
            lambda: f"raise ValueError({self.text()})" if self.dice.random() < 0.2 else "pass",
            lambda: f"def inner(x):\n    return x + {self.number()}\n",
            lambda: f"del {self.known('list', 'state')}",
            lambda: f"p, q = {self.thing()}",
            lambda: f"p, *q = {self.thing()}",
            lambda: f"match {self.number()}:\n    case 0:\n        return 1\n    case _:\n        pass",
            lambda: f"with {self.thing()}:\n    pass",
            lambda: "import os",
            lambda: f"self.seen = {self.number()}",
            lambda: "global LINES",
            lambda: f"{self.thing()}",
            lambda: f"return {self.thing()}",
            lambda: f"x: int = {self.thing()}",
            lambda: f"p = q = {self.thing()}",
            lambda: f"for i in range({self.number()}, {self.number()}):\n    continue\nelse:\n    pass",
        ]
        return self.one(*plain, odd=odd)

    def assigned(self, kind: str, value: Part) -> str:
        text = value()
        return f"{self.new(kind)} = {text}"

    def changed(self) -> str:
        if not self.names["number"]:
            return self.assigned("number", self.number)
        name, sign, number = self.dice.choice(self.names["number"]), self.dice.choice("+-*"), self.number()
        return f"{name} {sign}= {number}" if sign != "*" else f"{name} = {name} * {number} % 10_007"

    def changed_element(self) -> str:
        if not self.names["list"]:
            return self.assigned("list", self.list)
        place = f"{self.dice.choice(self.names['list'])}[{self.dice.choice(['0', '1', '-1', 'state.n'])}]"
        return f"{place} {self.dice.choice(['', '+', '-'])}= {self.number()}"

    def lined(self) -> str:
        """The marks of every line, and what is done with them."""
        kept = {kind: [*names] for kind, names in self.names.items()}
        marks = self.assigned("list", lambda: f"[state.cells[i] + {self.number()} for i in line]")
        body = textwrap.indent(f"{marks}\n{self.block(self.dice.randint(1, 3))}", "    ")
        self.names = kept
        return f"for line in LINES:\n{body}"


def body(seed: int, strange: bool) -> str:
    """The body of one rule, which gives a number more often than not."""
    while True:
        grammar = Grammar(seed, strange)
        text = f"{grammar.block(grammar.dice.randint(1, 4))}\nreturn {grammar.number()}"
        if is_python(text):
            return text
        seed += 1 << 32


def is_python(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(method("rule", text), "rule", "exec")
        except SyntaxError:
            return False
    return True


def method(name: str, text: str) -> str:
    return f"def {name}(self, state):\n{textwrap.indent(text, '    ')}\n"


def load(bodies: list[str], folder: Path, name: str) -> Any:
    """A game with these rules, from a file of its own; evaluate() asks the one that `state.pick` names."""
    rules = [method(f"rule_{index}", text) for index, text in enumerate(bodies)]
    asked = [
        f"if state.pick == {index}:\n    return self.rule_{index}(state)" for index in range(len(bodies) - 1)
    ]
    rules.append(method("evaluate", "\n".join([*asked, f"return self.rule_{len(bodies) - 1}(state)"])))
    path = folder / f"{name}.py"
    path.write_text(HEAD + textwrap.indent("\n".join(rules), "    "))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
    return module.Fuzzed()


def estimate(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """An algorithm that asks one rule and nothing else: the smallest unit there is."""
    return game.evaluate(state)
