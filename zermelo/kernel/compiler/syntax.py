"""Small steps on syntax trees that the lowering is made of."""

from __future__ import annotations

import ast
import copy
import enum
from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.kernel.compiler.pieces import flatten, is_call, located, name, statements
from zermelo.kernel.primitives import has
from zermelo.kernel.symbols import is_plain_enum
from zermelo.kernel.walking import Transformer, placed, walk

BLOCKS = ("body", "orelse", "finalbody")
"""Where statements hold statements."""


class ChooseOptions(Transformer):
    """`run.options.x` and `has(game, "rule")` are known before the search."""

    def __init__(self, function: Any) -> None:
        self.function, self.lowering = function, function.lowering

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        options = isinstance(node.value, ast.Attribute) and node.value.attr == "options"
        if options and is_owner(node.value.value, self.function.declared.run):  # type: ignore[attr-defined]
            return ast.copy_location(ast.Constant(getattr(self.lowering.options, node.attr)), node)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and self.function.static(node.func)[1] is has:
            rule = node.args[1].value  # type: ignore[attr-defined]
            return ast.copy_location(ast.Constant(has(self.lowering.game, rule)), node)
        return self.generic_visit(node)  # type: ignore[return-value]


class GuardWhile(Transformer):
    """`while c: …` counts its turns."""

    def __init__(self, taken: set[str]) -> None:
        self.count, self.taken = 0, taken

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        self.count += 1
        while (counter := f"turns_{self.count}") in self.taken:
            self.count += 1
        self.generic_visit(node)
        node.body = [*located(statements(f"{counter} = turn({counter})"), node), *node.body]
        return [*located(statements(f"{counter} = 0"), node), node]


def constants_of(node: ast.BinOp, left: int, right: int) -> Any:
    parts = [ast.Constant(left), node.op, ast.Constant(right)]
    for part in parts:
        ast.copy_location(part, node) if isinstance(part, ast.expr) else None
    return parts


DEEPEST = 50
"""Tuples in tuples of a constant; one that holds itself has no end."""


def is_constant(value: Any, depth: int = 0) -> bool:
    """Numbers, texts, members of enumerations, and tuples and lists of them."""
    if isinstance(value, tuple | list):
        return depth < DEEPEST and all(is_constant(part, depth + 1) for part in value)
    plain = isinstance(value, int | float | str) or is_plain_enum(type(value))
    return plain or value is None or hasattr(value, "item")


def unwrapped(value: Any) -> Any:
    """The function that `lru_cache` remembers for."""
    return value.__wrapped__ if hasattr(value, "cache_info") and hasattr(value, "__wrapped__") else value


def is_enum(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, enum.IntEnum)


def is_owner(node: ast.expr, owner: str) -> bool:
    return isinstance(node, ast.Name) and node.id == owner


def local_names(tree: ast.FunctionDef) -> set[str]:
    """Parameters and everything the function binds, in comprehensions and lambdas too."""
    found = set[str]()
    for part in walk(tree):
        if isinstance(part, ast.Name):
            if isinstance(part.ctx, ast.Store):
                found.add(part.id)
        elif isinstance(part, ast.arguments):
            taken = [*part.args, *part.kwonlyargs, part.vararg, part.kwarg]
            found |= {argument.arg for argument in taken if argument}
        elif isinstance(part, ast.MatchAs | ast.MatchStar) and part.name:
            found.add(part.name)
    return found


def stored_names(tree: ast.AST) -> set[str]:
    """The variables that a piece of text assigns to."""
    return stored_among(walk(tree))


def stored_among(parts: Iterable[ast.AST]) -> set[str]:
    """The variables among these that are assigned to."""
    return {
        part.id if isinstance(part, ast.Name) else part.name or ""
        for part in parts
        if isinstance(part, ast.Name | ast.MatchAs)
        if isinstance(getattr(part, "ctx", ast.Store()), ast.Store)
    }


def without_annotations(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The function with parameters that have no types; it shares its body."""
    bare, bare.args = copy.copy(tree), copy.copy(tree.args)
    bare.args.args = [ast.copy_location(ast.arg(argument.arg), argument) for argument in tree.args.args]
    bare.returns = None
    return bare


def loops_in(tree: ast.AST) -> Iterator[ast.For | ast.comprehension]:
    return (part for part in walk(tree) if isinstance(part, ast.For | ast.comprehension))


def strip_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
    return body[1:] if is_text else body


class PlainAssignments(Transformer):
    """`moves: list[int] = []` without what it says of its type."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)


class FoldExpressions(Transformer):
    """Comparisons, `and`, `or`, `not` and `a if b else c` whose outcome is known."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        parts = [node.left, *node.comparators]
        if not all(isinstance(part, ast.Constant) for part in parts) or len(parts) != 2:
            return node
        left, right = (part.value for part in parts)  # type: ignore[attr-defined]
        known = {ast.Eq: left == right, ast.NotEq: left != right}.get(type(node.ops[0]))
        return node if known is None else ast.copy_location(ast.Constant(known), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return ast.copy_location(ast.Constant(not node.operand.value), node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        decisive = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for value in node.values:
            if isinstance(value, ast.Constant) and isinstance(value.value, bool):
                if value.value == decisive:
                    return ast.copy_location(ast.Constant(decisive), node) if not kept else node
                continue
            kept.append(value)
        if not kept:
            return ast.copy_location(ast.Constant(not decisive), node)
        node.values = kept
        return kept[0] if len(kept) == 1 else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant) and isinstance(node.test.value, bool):
            return node.body if node.test.value else node.orelse
        return node


def fold(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements without the branches that an option has closed, and without what follows a return."""
    return list(_folded(body))


def _folded(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        for inner in BLOCKS:
            if isinstance(getattr(statement, inner, None), list):
                setattr(statement, inner, fold(getattr(statement, inner)))
        statement = FoldExpressions().visit(statement)
        if isinstance(statement, ast.If) and isinstance(statement.test, ast.Constant):
            chosen = statement.body if statement.test.value else statement.orelse
            yield from chosen
            if chosen and isinstance(chosen[-1], ast.Return):
                return
            continue
        if isinstance(statement, ast.For | ast.While | ast.If) and not statement.body:
            statement.body = [ast.copy_location(ast.Pass(), statement)]
        yield statement
        if isinstance(statement, ast.Return):
            return


def yield_lists(tree: ast.FunctionDef) -> None:
    """`return [c for c in … if …]` in `actions` yields instead: no list is made for each node."""
    returns = [part for part in walk(tree) if isinstance(part, ast.Return)]
    values = [part.value for part in returns]
    if any(isinstance(part, ast.Yield) for part in walk(tree)) or not returns:
        return
    given = [value for value in values if value]
    if not all(
        isinstance(value, ast.ListComp | ast.List | ast.Tuple) or is_call(value, "range") for value in given
    ):
        return
    if all(isinstance(value, ast.List | ast.Tuple) and not value.elts for value in given):
        return
    tree.body = YieldList().replace(tree.body)
    placed(tree)


class YieldList(Transformer):
    def replace(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return flatten([self.visit(part) for part in body])

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        value = node.value
        stop = ast.copy_location(ast.Return(None), node)
        if isinstance(value, ast.List | ast.Tuple):
            return [*(ast.copy_location(ast.Expr(ast.Yield(part)), node) for part in value.elts), stop]
        if isinstance(value, ast.Call):
            loop = ast.For(
                ast.Name("each_item", ast.Store()), value, [ast.Expr(ast.Yield(name("each_item")))], []
            )
            return [ast.copy_location(loop, node), stop]
        assert isinstance(value, ast.ListComp)
        body: list[ast.stmt] = [ast.Expr(ast.Yield(value.elt))]
        for clause in reversed(value.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return [placed(ast.copy_location(body[0], node)), stop]
