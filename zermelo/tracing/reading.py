"""A function of an algorithm as one search reads it: what runs, what is bookkeeping, where events stand."""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any

from zermelo.algorithms import node
from zermelo.game import CHANCE
from zermelo.kernel.events import ENTER, TRACERS
from zermelo.kernel.parsing import parsed
from zermelo.kernel.walking import walk
from zermelo.tracing.guards import Facts, Guard, possible

BOOKKEEPING, OFF = "bookkeeping", "off"
LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise)
COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try)
SETTING = (ast.Assign, ast.AugAssign, ast.Expr)
WRITERS = [one.__name__ for one in TRACERS]
"""Who writes events down."""
PLAYERS = (0, 1, -1)
"""MAX, MIN, CHANCE."""


@dataclass(frozen=True)
class Mark:
    """An event that lights a line."""

    kind: int
    players: tuple[int, ...] = PLAYERS
    """Who may be to move."""
    children: bool = False
    """Does the line come after the loop over the children began?"""
    root: bool = False
    """Only where a search begins."""
    narrow: bool = False
    """Only for a window of no width."""


# -- a function's text ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Text:
    """A function as it is written."""

    function: Callable[..., Any]
    tree: ast.FunctionDef
    first: int
    """The number of its first line."""
    lines: tuple[str, ...]
    comments: dict[int, int]
    """By the number of a line, where its comment begins."""

    def meant(self, name: ast.expr | None) -> Any:
        """What a global name of the function stands for."""
        return self.function.__globals__.get(name.id) if isinstance(name, ast.Name) else None

    def calls(self, parts: list[ast.AST]) -> list[Callable[..., Any]]:
        """The functions that are called by name."""
        found = (self.meant(one.func) for part in parts for one in walk(part) if isinstance(one, ast.Call))
        return [one for one in found if isinstance(one, FunctionType)]

    def docstring(self) -> range:
        """The numbers of its lines."""
        head = self.tree.body[0]
        written = ast.get_docstring(self.tree) is not None
        return range(head.lineno, (head.end_lineno or head.lineno) + 1) if written else range(0)


@lru_cache(maxsize=64)
def read(function: Callable[..., Any]) -> Text:
    """The text of a function, numbered as in its file."""
    lines, first = inspect.getsourcelines(function)
    (tree,) = parsed("".join(lines)).body
    assert isinstance(tree, ast.FunctionDef)
    ast.increment_lineno(tree, first - 1)
    tokens = tokenize.generate_tokens(io.StringIO("".join(lines)).readline)
    comments = {at[0] + first - 1: at[1] for kind, _, at, *_ in tokens if kind == tokenize.COMMENT}
    return Text(function, tree, first, tuple(line.rstrip("\n") for line in lines), comments)


@lru_cache(maxsize=256)
def kinds_of(function: Callable[..., Any]) -> frozenset[int]:
    """The kinds of the events that a function writes down itself."""
    if not function.__module__.startswith("zermelo.algorithms") and "trace" not in function.__globals__:
        return frozenset()
    text = read(function)
    return frozenset(kind for part in walk(text.tree) if (kind := kind_of(part, text)) is not None)


def kind_of(part: ast.AST, text: Text) -> int | None:
    """The kind of the event that a call of `trace`, or of its like, records; None for anything else."""
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in WRITERS:
        return int(text.meant(part.args[1]))
    return None


# -- what is bookkeeping, what is off ------------------------------------------------------------------


@dataclass(frozen=True)
class Placed:
    """A statement, where it stands and what must hold for the search to come there."""

    statement: ast.stmt
    block: list[ast.stmt]
    header: ast.stmt | None
    """The statement whose block it is."""
    guards: tuple[Guard, ...]

    @property
    def own(self) -> list[ast.AST]:
        """The statement without the blocks in it."""
        if not isinstance(self.statement, COMPOUND):
            return [self.statement]
        return [part for part in ast.iter_child_nodes(self.statement) if not isinstance(part, ast.stmt)]

    @property
    def before(self) -> list[ast.stmt]:
        """The statements before it in its block."""
        return self.block[: self.block.index(self.statement)]

    @property
    def after(self) -> list[ast.stmt]:
        """The statements after it in its block."""
        return self.block[self.block.index(self.statement) + 1 :]


def placed(
    block: list[ast.stmt], header: ast.stmt | None = None, guards: tuple[Guard, ...] = ()
) -> Iterator[Placed]:
    """The statements of a block, and of the blocks in it."""
    for statement in block:
        yield Placed(statement, block, header, guards)
        for field, holds in (("body", True), ("orelse", False)):
            inner = getattr(statement, field, [])
            choice = ((statement.test, holds),) if isinstance(statement, ast.If) else ()
            yield from placed(inner, statement, (*guards, *choice))


class Reading:
    """One function as a search with these options reads it."""

    def __init__(self, text: Text, facts: Facts) -> None:
        self.text, self.facts = text, facts.within(text.tree)
        self.all = list(placed(text.tree.body[1:] if text.docstring() else text.tree.body))
        self.live = [each for each in self.all if not self.is_off(each)]
        self.reached = {id(each.statement) for each in self.live}
        self.idle: set[str] = set()
        while (found := self.unused()) != self.idle:
            self.idle = found

    def is_off(self, each: Placed) -> bool:
        """Does the search never come here?  A choice that nothing follows from is off as a whole."""
        one = each.statement
        here = ((one.test, True),) if isinstance(one, ast.If) and not one.orelse else ()
        return not possible((*each.guards, *here), self.facts)

    def folded(self, each: Placed) -> str:
        """Why a statement is folded away: never reached here, or bookkeeping; "" where it is shown."""
        if id(each.statement) not in self.reached:
            return OFF
        return BOOKKEEPING if self.keeps_books(each.statement) else ""

    def keeps_books(self, statement: ast.stmt) -> bool:
        """Is this nothing but counting, checking and writing down?"""
        match statement:
            case ast.Assert() | ast.Pass():
                return True
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
                helper = self.text.function.__globals__.get(name)
                return name in WRITERS or getattr(helper, "__module__", "") == node.__name__
            case ast.Assign(targets=targets) if not self.visits(statement):
                return all(map(self.is_record, targets))
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target) if not self.visits(statement):
                return self.is_record(target)
            case ast.If() | ast.For() | ast.While():
                return all(
                    id(each) not in self.reached or self.keeps_books(each) for each in inside(statement)
                )
        return False

    def visits(self, statement: ast.stmt) -> bool:
        """Does it visit a node, or leave one?"""
        return any(kinds_of(called) for called in self.text.calls([statement]))

    def is_record(self, target: ast.expr) -> bool:
        """A field of `run`, or a name that only bookkeeping reads."""
        if isinstance(target, ast.Tuple):
            return all(map(self.is_record, target.elts))
        root = target
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        return isinstance(root, ast.Name) and (
            root.id in self.idle or (root.id == "run" and root is not target)
        )

    def unused(self) -> set[str]:
        """The names that are set here and read by bookkeeping alone."""
        stored = {name for each in self.all for name in names(each.own, ast.Store)}
        read_by = [each for each in self.live if not self.keeps_books(each.statement)]
        return stored - {name for each in read_by for name in names(each.own, ast.Load)}

    # -- which lines an event lights ---------------------------------------------------------------

    def marks(self) -> Iterator[tuple[ast.AST, Mark]]:
        """Each event of the text, and a statement that it lights."""
        children = self.loop_over_children()
        for each in self.live:
            for kind in self.kinds(each):
                players = tuple(who for who in self.players if possible(each.guards, self.facts.of(who)))
                mark = Mark(kind, players, each.statement.lineno > children)
                for lit in self.lit(each, kind):
                    yield lit, mark

    @property
    def players(self) -> tuple[int, ...]:
        """All who may be to move."""
        return (*range(getattr(self.facts.options, "players", 2)), CHANCE)

    def kinds(self, each: Placed) -> set[int]:
        """The events of a statement: its own, and those of a helper that leaves the node for it."""
        own = {
            kind for part in each.own for one in walk(part) if (kind := kind_of(one, self.text)) is not None
        }
        helped = (kinds_of(called) for called in self.text.calls(each.own))
        return own.union(*(kinds for kinds in helped if ENTER not in kinds))

    def lit(self, each: Placed, kind: int) -> list[ast.AST]:
        """ENTER: the first line.  Where the node or its loop is left: the way out.  Else: what was set."""
        if kind == ENTER:
            return [self.text.tree]
        condition: list[ast.AST] = [each.header] if isinstance(each.header, ast.If) else []
        way_out = [one for one in each.after[:1] if isinstance(one, LEAVING)]
        if not self.folded(each):  # a helper did it
            return [*condition, each.statement, *way_out]
        if way_out:
            return [*condition, *way_out]
        return [*condition, *self.settings(each)] or [each.statement]

    def settings(self, each: Placed) -> list[ast.AST]:
        """The assignments and calls before a statement in its block, back to where a child was visited."""
        found: list[ast.AST] = []
        for statement in reversed(each.before):
            if self.visits(statement):
                break
            if isinstance(statement, SETTING) and not self.keeps_books(statement):
                found.append(statement)
        return found

    def loop_over_children(self) -> float:
        """The line where it begins; none: infinitely far."""
        loops = (each.statement for each in self.live if isinstance(each.statement, ast.For | ast.While))
        within = [loop.lineno for loop in loops if self.text.function in self.text.calls([loop])]
        return min(within, default=float("inf"))


def inside(statement: ast.stmt) -> list[ast.stmt]:
    """The statements in the blocks of a statement."""
    return [*getattr(statement, "body", []), *getattr(statement, "orelse", [])]


def names(parts: list[ast.AST], context: type[ast.expr_context]) -> set[str]:
    """The names that are read or written, as the context says."""
    found = (one for part in parts for one in walk(part) if isinstance(one, ast.Name))
    return {one.id for one in found if isinstance(one.ctx, context)}
