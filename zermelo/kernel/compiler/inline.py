"""A loop over a generator, as the generator's own text around the body of the loop.

    for action in children(game, state, ply, run):        bottom = run.top
        body                                              arrange(state, ply, run)
                                                          for index in range(bottom, run.top):
                                                              action = run.arena[index]
                                                              body
                                                          run.top = bottom

`yield e` becomes an assignment and the body, `yield from e` a loop over it, `finally` what is done on every
way out but an exception.  Python's meaning is kept, or the loop is refused.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, replace
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.pieces import flatten, located, name
from zermelo.kernel.walking import Transformer, placed, walk


@dataclass(frozen=True)
class Place:
    """Where in the generator a `yield` stands: what leaving it there has to do, and whether it can."""

    loops: int = 0
    """Loops of the generator around it."""
    final: bool = True
    """Does nothing of the generator follow, once the innermost of these loops is left?"""
    turn: bool = True
    """Does nothing follow in this turn of the innermost loop?"""
    inside: tuple[list[ast.stmt], ...] = ()
    """What `finally` asks for inside the innermost loop, the innermost first."""
    outside: tuple[list[ast.stmt], ...] = ()
    """The same outside of it."""

    def followed(self) -> Place:
        return replace(self, final=self.final and self.loops > 0, turn=False)

    def looped(self) -> Place:
        return Place(self.loops + 1, self.final, True, (), (*self.inside, *self.outside))

    def guarded(self, cleanup: list[ast.stmt]) -> Place:
        return replace(self, inside=(cleanup, *self.inside))


class Inlined:
    """The body of a generator, lowered and with names of its own, around that of a loop."""

    def __init__(self, loop: ast.For, called: str, returned: str) -> None:
        """`called` is the generator's name, `returned` a free one for a value on its way out."""
        self.loop, self.called, self.returned = loop, called, returned

    def around(self, generator: list[ast.stmt]) -> list[ast.stmt]:
        """What stands in the unit for the loop."""
        if self.loop.orelse:
            self.refuse("`else` after", "test for it in the loop")
        return self.block(without_returns(generator), Place())

    def refuse(self, what: str, advice: str) -> None:
        raise CannotCompile(f"{what} a loop over {self.called}()", advice, f"line {self.loop.lineno}")

    def block(self, body: list[ast.stmt], place: Place) -> list[ast.stmt]:
        last = len(body) - 1
        parts = [
            self.statement(part, place if index == last else place.followed())
            for index, part in enumerate(body)
        ]
        return flatten(parts)

    def statement(self, part: ast.stmt, place: Place) -> Any:
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Yield):
            given = part.value.value or ast.Constant(None)
            taken = ast.Assign([copy.deepcopy(self.loop.target)], given)
            return [*located([taken], self.loop), *self.turn(place)]
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.YieldFrom):
            target, body = copy.deepcopy(self.loop.target), self.turn(place.looped())
            return ast.copy_location(ast.For(target, part.value.value, body, []), self.loop)
        if not yields(part):
            return self.checked(part)
        return self.compound(part, place)

    def compound(self, part: ast.stmt, place: Place) -> Any:
        """A statement around a `yield`."""
        if isinstance(part, ast.If):
            part.body = self.block(part.body, place)
            part.orelse = self.block(part.orelse, place)
            return part
        if isinstance(part, ast.For | ast.While):
            part.body = self.block(part.body, place.looped())
            part.orelse = self.block(part.orelse, place)
            return part
        if isinstance(part, ast.Try):
            return [*self.block(part.body, place.guarded(part.finalbody)), *part.finalbody]
        self.refuse("a `yield` inside an expression in", "write `yield` as a statement")
        return part

    def checked(self, part: ast.stmt) -> ast.stmt:
        if any(isinstance(inner, ast.Return) for inner in walk(part)):
            self.refuse("a `return` out of a loop in the generator of", "end it by the loop's condition")
        return part

    def turn(self, place: Place) -> list[ast.stmt]:
        """The body of the loop, with its ways out as they are at this place."""
        return flatten([Leave(self, place).visit(part) for part in copy.deepcopy(self.loop.body)])


def numbered(loop: ast.For, counter: str) -> list[ast.stmt]:
    """`for index, action in enumerate(children(…), 1)` as a loop over the generator, with a counter."""
    match loop.target, loop.iter:
        case ast.Tuple([ast.Name() as index, item]) | ast.List([ast.Name() as index, item]), ast.Call(
            args=[generator, *starts], keywords=[] | [ast.keyword("start")] as named
        ) if not isinstance(item, ast.Starred):
            first = [*starts, *(keyword.value for keyword in named), ast.Constant(0)][0]
        case _:
            what = "`enumerate` in a loop over a generator, written so,"
            advice = "write `for index, action in enumerate(children(…), start):`"
            raise CannotCompile(what, advice, f"line {loop.lineno}")
    following = ast.BinOp(name(counter), ast.Add(), ast.Constant(1))
    counting = [ast.Assign([index], name(counter)), ast.Assign([ast.Name(counter, ast.Store())], following)]
    start = ast.Assign([ast.Name(counter, ast.Store())], first)
    counted = ast.For(item, generator, [*counting, *loop.body], loop.orelse)
    return [placed(ast.copy_location(part, loop)) for part in (start, counted)]


class Leave(Transformer):
    """`break`, `continue` and `return` in the body of a loop over a generator."""

    def __init__(self, inlined: Inlined, place: Place) -> None:
        self.inlined, self.place, self.own = inlined, place, True

    def visit_loop(self, node: Any) -> Any:
        outer, self.own = self.own, False
        node.body = flatten([self.visit(part) for part in node.body])
        self.own = outer
        node.orelse = flatten([self.visit(part) for part in node.orelse])
        return node

    visit_For = visit_While = visit_loop

    def visit_Break(self, node: ast.Break) -> Any:
        if self.own and not (self.place.loops == 1 and self.place.final):
            self.inlined.refuse("`break` in", "let the generator end with the one loop that yields")
        return [*self.cleaned(self.place.inside, node), node] if self.own else node

    def visit_Continue(self, node: ast.Continue) -> Any:
        if self.own and not (self.place.loops > 0 and self.place.turn):
            self.inlined.refuse("`continue` in", "let `yield` be the last statement of the generator's loop")
        return [*self.cleaned(self.place.inside, node), node] if self.own else node

    def visit_Return(self, node: ast.Return) -> Any:
        cleanup = self.cleaned((*self.place.inside, *self.place.outside), node)
        if not cleanup or node.value is None:
            return [*cleanup, node]
        kept = located([ast.Assign([ast.Name(self.inlined.returned, ast.Store())], node.value)], node)
        node.value = ast.copy_location(name(self.inlined.returned), node)
        return [*kept, *cleanup, node]

    def cleaned(self, cleanups: tuple[list[ast.stmt], ...], node: ast.stmt) -> list[ast.stmt]:
        return located([copy.deepcopy(part) for cleanup in cleanups for part in cleanup], node)


def yields(part: ast.AST) -> bool:
    return any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in walk(part))


def without_returns(body: list[ast.stmt]) -> list[ast.stmt]:
    """`if a: …; return` and the rest, as `if a: …` and `else:` the rest."""
    for index, part in enumerate(body):
        if isinstance(part, ast.Return):
            return body[:index]
        if isinstance(part, ast.If) and returns(part):
            rest = body[index + 1 :]
            nothing = ast.copy_location(ast.Pass(), part)
            part.body = without_returns([*part.body, *copy.deepcopy(rest)]) or [nothing]
            part.orelse = without_returns([*part.orelse, *rest])
            return body[: index + 1]
    return body


def returns(part: ast.If) -> bool:
    """Does a branch return, outside of loops?"""
    inner = [*part.body, *part.orelse]
    return any(isinstance(one, ast.Return) or (isinstance(one, ast.If) and returns(one)) for one in inner)
