"""Indices below zero: `cells[-1]` is the last cell, which is seldom what a rule means by "one to the left".

The rules are read again with every computed index watched: a double of the game whose functions have the
same text, globals and closures, but ask here before they take an element.  An index below zero is meant
where a rule writes it so, or never calls the same element by its usual number; else it is a finding.
"""

from __future__ import annotations

import ast
import contextlib
import linecache
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from zermelo.checking.findings import HERE, Position, undisturbed
from zermelo.kernel.parsing import parsed
from zermelo.kernel.threads import let_end
from zermelo.kernel.walking import Transformer
from zermelo.running.content import duplicate
from zermelo.running.explain import MOST_ACTIONS

AT, INDEX = "__zermelo_at__", "__zermelo_index__"


class Site(NamedTuple):
    """Where in a file an element is taken, and of what."""

    file: str
    line: int
    things: str


class Slip(NamedTuple):
    """An index below zero: the rule, what it was asked about, and where."""

    position: Position
    rule: str
    given: tuple[Any, ...]
    number: int
    site: Site


class Indices:
    """Asks a double of the game, and keeps which elements were taken by which number."""

    def __init__(self, game: Any) -> None:
        self.asked: tuple[Position, str, tuple[Any, ...]] = (Position(None), "initial", ())
        self.usual: set[tuple[str, int, int]] = set()
        self.below: dict[tuple[Site, int, int], Slip] = {}
        self.codes: dict[str, dict[tuple[str, int], CodeType]] = {}
        self.names: dict[int, dict[str, Any]] = {}
        self.double: Any = None
        with contextlib.suppress(Exception):  # rules of a kind that cannot be read again are not
            self.double = undisturbed(lambda: self.double_of(game))

    def slips(self) -> list[Slip]:
        """Elements that were taken by a number below zero, and elsewhere by their usual one."""
        return [
            slip
            for (site, length, number), slip in self.below.items()
            if (site.things, length, length + number) in self.usual
        ]

    def read(self, position: Position, rule: str, *given: Any) -> Any:
        """Ask the double; where it cannot answer, the game itself could not either."""
        self.asked = position, rule, given
        try:
            answer = getattr(self.double, rule)(duplicate(position.before), *given)
            return list(islice(answer, MOST_ACTIONS)) if rule == "actions" else answer
        except BaseException as error:
            let_end(error)
            return None

    def note(self, things: Any, number: Any, site: Site) -> None:
        if not isinstance(things, list | tuple) or not isinstance(number, int):
            return
        if number >= 0:
            self.usual.add((site.things, len(things), number))
            return
        known = self.below.get((site, len(things), number))
        position, rule, given = self.asked
        if known is None or len(position.moves) < len(known.position.moves):
            self.below[site, len(things), number] = Slip(position, rule, given, number, site)

    # -- the double ------------------------------------------------------------------------

    def double_of(self, game: Any) -> Any:
        """An object with the game's attributes, and with its methods as they are watched."""
        kind = type(game)
        methods: dict[str, Any] = {}
        for base in reversed(kind.__mro__):
            methods |= {name: self.method(thing) for name, thing in vars(base).items() if is_rule(thing)}
        double: Any = object.__new__(type(kind.__name__, (kind,), methods))
        vars(double).update(vars(game))
        return double

    def method(self, thing: Any) -> Any:
        if isinstance(thing, staticmethod):
            return staticmethod(self.watched(thing.__func__))
        return self.watched(thing)

    def watched(self, function: Any) -> Any:
        """The same function with its indices watched; itself, where its text is not at hand."""
        code = function.__code__
        found = self.code_in(code.co_filename).get((code.co_qualname, code.co_firstlineno))
        if found is None or found.co_freevars != code.co_freevars:
            return function
        names = self.globals_of(function.__globals__)
        watched = FunctionType(found, names, function.__name__, function.__defaults__, function.__closure__)
        watched.__kwdefaults__ = function.__kwdefaults__
        return watched

    def globals_of(self, given: dict[str, Any]) -> dict[str, Any]:
        """A copy of a module's names, its functions watched."""
        if id(given) not in self.names:
            names = self.names[id(given)] = {**given, AT: self.at, INDEX: self.index}
            own = [name for name, thing in given.items() if is_rule(thing) and thing.__globals__ is given]
            names |= {name: self.watched(given[name]) for name in own}
        return self.names[id(given)]

    def code_in(self, file: str) -> dict[tuple[str, int], CodeType]:
        """The functions of a file, compiled so that every computed index is watched."""
        if file not in self.codes:
            found: list[CodeType] = []
            if is_theirs(file):
                tree = Watching(file).visit(parsed("".join(linecache.getlines(file))))
                whole = compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)
                found = list(inside(whole))
            self.codes[file] = {(code.co_qualname, code.co_firstlineno): code for code in found}
        return self.codes[file]

    def at(self, things: Any, index: Any, *where: Any) -> Any:
        self.note(things, index, Site(*where))
        return things[index]

    def index(self, things: Any, index: Any, *where: Any) -> Any:
        self.note(things, index, Site(*where))
        return index


def is_rule(thing: Any) -> bool:
    return isinstance(thing.__func__ if isinstance(thing, staticmethod) else thing, FunctionType)


def is_theirs(file: str) -> bool:
    """Rules of a user, or of a game that comes with Zermelo."""
    return not file.startswith(HERE) or Path(file).parent == Path(HERE, "games")


def inside(code: CodeType) -> Iterator[CodeType]:
    """All code within this code."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from inside(part)


class Watching(Transformer):
    """Lets `things[index]` and `updated(things, index, value)` ask before they take an element."""

    def __init__(self, file: str) -> None:
        self.file = file

    def asks(self, word: str, things: ast.expr, index: ast.expr, called: str) -> ast.Call:
        site = [ast.Constant(part) for part in (self.file, index.lineno, called)]
        call = ast.Call(ast.Name(word, ast.Load()), [things, index, *site], [])
        return ast.copy_location(call, index)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        called = last_name(node.value)
        self.generic_visit(node)
        if is_meant(node.slice):
            return node
        if isinstance(node.ctx, ast.Load):
            return ast.copy_location(self.asks(AT, node.value, node.slice, called), node)
        if is_pure(node.value):
            node.slice = self.asks(INDEX, node.value, node.slice, called)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        called = last_name(node.args[0]) if node.args else ""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("updated", "replace") and len(node.args) == 3:
            things, index, _ = node.args
            if is_pure(things) and not is_meant(index):
                node.args[1] = self.asks(INDEX, things, index, called)
        return node


def is_pure(things: ast.expr) -> bool:
    """May it be evaluated twice?  What is written to is read there, for `cells[i] = x` reads `cells`."""
    asked = isinstance(things, ast.Call) and isinstance(things.func, ast.Name) and things.func.id == AT
    return asked or isinstance(things, ast.Name | ast.Attribute)


def is_meant(index: ast.expr) -> bool:
    """Slices, constants, and what is written with a minus sign in front."""
    if isinstance(index, ast.BinOp):
        return isinstance(index.left, ast.UnaryOp)
    return isinstance(index, ast.Slice | ast.Constant | ast.UnaryOp | ast.Tuple | ast.Starred)


def last_name(things: ast.expr) -> str:
    """What people call it: `cells` in `state.cells`."""
    if isinstance(things, ast.Subscript):
        return f"{last_name(things.value)}[…]"
    if isinstance(things, ast.Attribute):
        return things.attr
    return things.id if isinstance(things, ast.Name) else ast.unparse(things)
