"""`:=` as an assignment of its own, in the same order of evaluation."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.names import CHANGING
from zermelo.kernel.compiler.pieces import Comprehension, name
from zermelo.kernel.compiler.syntax import BLOCKS
from zermelo.kernel.walking import Transformer, placed, walk


class HoistWalrus(Transformer):
    """`if (x := f(s)) > 3:` is `x = f(s)`, then `if x > 3:`; a `while` tests at the top of its body."""

    def __init__(self) -> None:
        self.hoisted: list[ast.stmt] = []

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self.generic_visit(node)
        self.hoisted.append(ast.copy_location(ast.Assign([node.target], node.value), node))
        return ast.copy_location(ast.Name(node.target.id, ast.Load()), node)

    def _guard(self, node: ast.expr) -> None:
        if has_walrus(node):
            raise CannotCompile(
                "`:=` where it may or may not be reached",
                "assign on a line of its own",
                f"line {node.lineno}",
            )

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        for value in node.values[1:]:
            self._guard(value)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self._guard(node.body)
        self._guard(node.orelse)
        return self.generic_visit(node)  # type: ignore[return-value]

    def comprehension(self, node: Any) -> Any:
        """In its loop it is an assignment like any other; see `Idioms.helper`."""
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = comprehension

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        self._guard(node)
        return node


def stepwise(test: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
    """A test without `:=`, and the statements before it: of `a and (x := b)`, `b` is asked if `a` holds."""
    if not isinstance(test, ast.BoolOp) or not any(map(has_walrus, test.values[1:])):
        refuse_overtaking(test)
        walrus = HoistWalrus()
        test = walrus.visit(test)
        return walrus.hoisted, test
    both, holds = isinstance(test.op, ast.And), f"holds_{test.lineno}_{test.col_offset}"
    chosen: list[ast.stmt] = [ast.Assign([ast.Name(holds, ast.Store())], ast.Constant(both))]
    for value in reversed(test.values):
        before, last = stepwise(value)
        chosen = [*before, ast.If(last if both else ast.UnaryOp(ast.Not(), last), chosen, [])]
    start = ast.Assign([ast.Name(holds, ast.Store())], ast.Constant(not both))
    steps = [placed(ast.copy_location(part, test)) for part in (start, *chosen)]
    return steps, ast.copy_location(name(holds), test)


def has_walrus(node: ast.AST) -> bool:
    """Outside of comprehensions, which have their own."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        return False
    return isinstance(node, ast.NamedExpr) or any(map(has_walrus, ast.iter_child_nodes(node)))


def walrus_names(node: ast.AST) -> set[str]:
    return {part.target.id for part in walk(node) if isinstance(part, ast.NamedExpr)}


def refuse_leaks(tree: ast.AST) -> None:
    """What `:=` names in a comprehension is read outside of it."""
    comprehensions = [part for part in walk(tree) if isinstance(part, Comprehension | ast.SetComp)]
    for node in comprehensions:
        for each in walrus_names(node):
            own = [part for part in comprehensions if each in walrus_names(part)]
            inside = {id(part) for one in own for part in walk(one)}
            if any(part.id == each and id(part) not in inside for part in names_of(tree)):
                what = f"`{each} :=` in a comprehension, read outside of it,"
                raise CannotCompile(what, "write a loop", f"line {node.lineno}")


def names_of(tree: ast.AST) -> list[ast.Name]:
    return [part for part in walk(tree) if isinstance(part, ast.Name)]


def refuse_overtaking(statement: ast.AST) -> None:
    """An assignment of its own comes first: before what read the variable, or changed what is read.

    What an idiom was made into has no place in the rules' text, and nothing in it is overtaken.
    """
    parts = [part for part in walk(statement) if isinstance(part, ast.expr) and hasattr(part, "lineno")]
    loops = [part for part in parts if isinstance(part, Comprehension | ast.SetComp)]
    inside = {id(each) for part in loops for each in walk(part)}
    for walrus in parts:
        if isinstance(walrus, ast.NamedExpr) and id(walrus) not in inside:
            own = {id(part) for part in walk(walrus)}
            before = [part for part in parts if place_of(part) < place_of(walrus) and id(part) not in own]
            read = any(isinstance(part, ast.Name) and part.id == walrus.target.id for part in before)
            if read or (any(map(changes, before)) and any(map(changes, walk(walrus)))):
                what = f"`{walrus.target.id} :=` behind what is computed before it"
                raise CannotCompile(what, "assign on a line of its own", f"line {walrus.lineno}")


def place_of(part: Any) -> tuple[int, int]:
    return part.lineno, part.col_offset


def changes(part: ast.AST) -> bool:
    """`todo.pop()`."""
    return isinstance(part, ast.Call) and getattr(part.func, "attr", "") in CHANGING


def hoist(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements without `:=`, in the same order of evaluation."""
    flat: list[ast.stmt] = []
    for statement in body:
        for field in BLOCKS:
            if isinstance(getattr(statement, field, None), list):
                setattr(statement, field, hoist(getattr(statement, field)))
        walrus = HoistWalrus()
        if isinstance(statement, ast.If):
            walrus.hoisted, statement.test = stepwise(statement.test)
        elif isinstance(statement, ast.For):
            statement.iter = walrus.visit(statement.iter)
        elif isinstance(statement, ast.While):
            walrus.hoisted, statement.test = stepwise(statement.test)
            if walrus.hoisted:
                leave = ast.If(ast.UnaryOp(ast.Not(), statement.test), [*statement.orelse, ast.Break()], [])
                statement.orelse = []
                statement.body = [*walrus.hoisted, ast.copy_location(leave, statement), *statement.body]
                statement.test, walrus.hoisted = ast.copy_location(ast.Constant(True), statement), []
        elif isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return | ast.Expr):
            refuse_overtaking(statement)
            statement = walrus.visit(statement)
        flat += [*walrus.hoisted, statement]
    return flat
