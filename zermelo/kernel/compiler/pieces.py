"""Pieces of syntax trees: how they are made, and what is asked of them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Container
from typing import Any

from zermelo.kernel.parsing import parsed
from zermelo.kernel.walking import Transformer, walk

Comprehension = ast.GeneratorExp | ast.ListComp


def name(identifier: str) -> ast.Name:
    return ast.Name(identifier, ast.Load())


def call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(name(function), list(arguments), [])


def statements(text: str) -> list[ast.stmt]:
    return parsed(text).body


def is_call(node: ast.AST, *functions: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions


def is_none(node: ast.AST | None) -> bool:
    """`None`, as it is written."""
    return isinstance(node, ast.Constant) and node.value is None


def is_identity(sign: ast.cmpop) -> bool:
    """`is`, `is not`."""
    return isinstance(sign, ast.Is | ast.IsNot)


def unused(wanted: str, taken: Container[str]) -> str:
    """A name that nothing else has: the one that is wanted, with as many underscores as that takes."""
    while wanted in taken:
        wanted += "_"
    return wanted


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in walk(node) if isinstance(part, ast.Name)}


def free_names(node: ast.AST) -> set[str]:
    """The names that a piece of text takes from outside: not a comprehension's own variables."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Lambda):
        return free_names(node.body) - {argument.arg for argument in node.args.args}
    if isinstance(node, Comprehension):
        first, own = node.generators[0], set().union(*(names_in(clause.target) for clause in node.generators))
        rest = [node.elt, *first.ifs, *node.generators[1:]]
        return free_names(first.iter) | set().union(*map(free_names, rest)) - own
    return set().union(*map(free_names, ast.iter_child_nodes(node)))


def same(left: ast.AST | None, right: ast.AST | None) -> bool:
    return left is not None and right is not None and ast.unparse(left) == ast.unparse(right)


class Renamed(Transformer):
    """Other names for variables."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names.get(node.arg, node.arg)
        return node

    def visit_MatchAs(self, node: ast.MatchAs) -> ast.AST:
        node.name = self.names.get(node.name, node.name) if node.name else None
        return self.generic_visit(node)


def flatten(body: list[Any]) -> list[ast.stmt]:
    flat: list[ast.stmt] = []
    for part in body:
        flat += part if isinstance(part, list) else [part] if part is not None else []
    return flat


def located(body: list[ast.stmt], node: ast.stmt) -> list[ast.stmt]:
    for statement in body:
        for part in walk(statement):
            if "lineno" in part._attributes:
                ast.copy_location(part, node)
    return body


def one_by_one(node: ast.Compare) -> ast.expr:
    """`a == b == c` as `a == b and b == c`: rules change nothing, so that `b` may be read twice."""
    parts = [node.left, *node.comparators]
    triples = zip(parts, node.ops, parts[1:], strict=False)
    pairs: list[ast.expr] = [
        ast.copy_location(ast.Compare(copy.deepcopy(left), [sign], [right]), node)
        for left, sign, right in triples
    ]
    return ast.copy_location(ast.BoolOp(ast.And(), pairs), node)
