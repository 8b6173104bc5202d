"""Variables that may be read before they have a value.

Python raises an UnboundLocalError; a machine has whatever lay there.  So of each of these variables a truth
value says whether it has been given one, and reading it asks for that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from zermelo.kernel.compiler.loops import numbers_of
from zermelo.kernel.compiler.pieces import call, free_names, name, names_in, unused
from zermelo.kernel.compiler.syntax import BLOCKS, stored_names
from zermelo.kernel.walking import Transformer, placed

Names = frozenset[str]


class Given:
    """Goes through a function in its order; `early` are the variables that it may read too early."""

    def __init__(self, tree: ast.FunctionDef, constants: dict[str, Any]) -> None:
        self.parameters = frozenset(argument.arg for argument in tree.args.args)
        self.local, self.constants = stored_names(tree) - self.parameters, constants
        self.early = set[str]()
        self.breaks: list[list[Names]] = []
        """What is known at each `break` of the loops that are gone through."""
        self.after(tree.body, self.parameters)

    def after(self, body: list[ast.stmt], known: Names) -> Names | None:
        """What has a value behind these statements, if there is a way there."""
        state: Names | None = known
        for statement in body:
            if state is None:
                return None
            state = self.through(statement, state)
        return state

    def read(self, part: ast.AST | None, known: Names) -> None:
        if part is not None:
            self.early |= (free_names(part) & self.local) - known

    def through(self, node: Any, known: Names) -> Names | None:
        if isinstance(node, ast.If):
            self.read(node.test, known)
            return common((self.after(node.body, known), self.after(node.orelse, known)))
        if isinstance(node, ast.For | ast.While):
            return self.around(node, known)
        if isinstance(node, ast.Try):
            ends = [self.after([*node.body, *node.orelse], known)]
            return common([*ends, *(self.after(handler.body, known) for handler in node.handlers)])
        if isinstance(node, ast.Assign | ast.AugAssign):
            self.early |= (read_by(node) & self.local) - known
            return known | given_by(node)
        self.read(node, known)
        if isinstance(node, ast.Break):
            self.breaks[-1].append(known)
        return None if isinstance(node, ast.Return | ast.Raise | ast.Break | ast.Continue) else known

    def around(self, loop: Any, known: Names) -> Names | None:
        """Behind a loop: after its last turn, which may be none, or after a `break`."""
        turning = isinstance(loop, ast.For)
        self.read(loop.iter if turning else loop.test, known)
        inside = known | given_by(loop) if turning else known
        self.breaks.append([])
        turned = self.after(loop.body, inside)
        endless = not turning and isinstance(loop.test, ast.Constant) and bool(loop.test.value)
        sure = turning and numbers_of(loop.iter, self.constants)
        ended: Names | None = (turned if turned is not None else inside) if sure else known
        ended = None if endless else self.after(loop.orelse, ended or known)
        return common((ended, *self.breaks.pop()))


def given_by(node: Any) -> set[str]:
    """The variables that an assignment or a turn of a loop gives a value."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return set().union(*map(stored_names, targets))


def read_by(node: ast.Assign | ast.AugAssign) -> set[str]:
    """Those that an assignment reads: `x` of `x += 1`, `cells` of `cells[i] = 1`."""
    given = set() if isinstance(node, ast.AugAssign) else given_by(node)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return free_names(node.value).union(*(free_names(target) - given for target in targets))


def common(ways: Iterable[Names | None]) -> Names | None:
    """What has a value whichever way was taken."""
    found = [way for way in ways if way is not None]
    return frozenset.intersection(*found) if found else None


class AskBeforehand(Transformer):
    """`once_given(x, x_given)` where x is read, and `x_given = True` where it is given a value."""

    def __init__(self, early: set[str], taken: set[str]) -> None:
        self.marks = {variable: unused(f"{variable}_given", taken) for variable in sorted(early)}

    def around(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        tree.body = [*map(self.marked(False), self.marks), *self.block(tree.body)]
        return placed(tree)

    def marked(self, given: bool) -> Any:
        return lambda variable: ast.Assign([ast.Name(self.marks[variable], ast.Store())], ast.Constant(given))

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in body for part in self.statement(statement)]

    def statement(self, node: Any) -> list[ast.stmt]:
        for holder in (node, *getattr(node, "handlers", [])):
            for block in BLOCKS:
                if getattr(holder, block, None):
                    setattr(holder, block, self.block(getattr(holder, block)))
        self.ask(node)
        if isinstance(node, ast.For):
            node.body = [*self.given(node), *node.body]
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            asked = ast.Expr(self.visit(name(node.target.id)))
            return [ast.copy_location(asked, node), node] if isinstance(asked.value, ast.Call) else [node]
        return [node, *(self.given(node) if isinstance(node, ast.Assign) else [])]

    def given(self, node: ast.Assign | ast.For) -> list[ast.stmt]:
        """That its variables have a value now."""
        found = [self.marked(True)(variable) for variable in sorted(given_by(node) & self.marks.keys())]
        return [ast.copy_location(each, node) for each in found]

    def ask(self, statement: ast.stmt) -> None:
        """In the expressions of a statement, whose blocks have been looked at."""
        for field, value in ast.iter_fields(statement):
            if isinstance(value, ast.expr):
                setattr(statement, field, self.visit(value))
            elif isinstance(value, list) and field not in (*BLOCKS, "handlers"):
                setattr(statement, field, [self.visit(each) for each in value])

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.marks or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(call("once_given", node, name(self.marks[node.id])), node)

    def comprehension(self, node: Any) -> Any:
        own = set().union(*(names_in(clause.target) for clause in node.generators)) & self.marks.keys()
        return node if own else self.generic_visit(node)

    visit_ListComp = visit_GeneratorExp = comprehension


def with_names_asked(tree: ast.FunctionDef, constants: dict[str, Any]) -> ast.FunctionDef:
    early = Given(tree, constants).early
    return AskBeforehand(early, names_in(tree)).around(tree) if early else tree
