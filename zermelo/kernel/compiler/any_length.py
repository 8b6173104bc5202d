"""Lists, slices and tuples of a length that is known at run time only: what is left when loops are made."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.kernel.compiler.pieces import call, is_call, name
from zermelo.kernel.walking import Transformer, placed, walk

RESIZING = ("append", "clear", "extend", "insert", "pop", "remove")
LISTS = ("list_of", "sorted_of", "sorted_by", "empty_list", "list", "sorted", "grown")


def resized_in(tree: ast.AST) -> set[str]:
    """The variables whose length a method changes."""
    changed = (part for part in walk(tree) if isinstance(part, ast.Attribute) and part.attr in RESIZING)
    return {part.value.id for part in changed if isinstance(part.value, ast.Name)}


def lists_in(tree: ast.FunctionDef) -> set[str]:
    """The variables that hold a list, or may hold one: nothing is known of a parameter."""
    found = {argument.arg for argument in tree.args.args}
    for part in walk(tree):
        if isinstance(part, ast.Assign) and is_list(part.value):
            found |= {target.id for target in part.targets if isinstance(target, ast.Name)}
    return found


def is_list(value: ast.expr) -> bool:
    return isinstance(value, ast.List | ast.ListComp) or is_call(value, *LISTS)


def is_number(bound: ast.expr | None) -> bool:
    if isinstance(bound, ast.UnaryOp):
        return is_number(bound.operand)
    return bound is None or isinstance(bound, ast.Constant)


class AnyLength(Transformer):
    """The words for them, in the text of one function."""

    def __init__(self, constant: Callable[[ast.expr], Any], resized: set[str]) -> None:
        self.constant, self.resized = constant, resized

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """`found = []` of a list that grows: what is put in says of what kind it is."""
        target = node.targets[0]
        empty = isinstance(node.value, ast.List) and not node.value.elts
        if empty and isinstance(target, ast.Name) and target.id in self.resized:
            return node
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """`found += line` of a list that also grows otherwise."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add) or getattr(node.target, "id", "") not in self.resized:
            return node
        extend = ast.Attribute(name(node.target.id), "extend", ast.Load())  # type: ignore[union-attr]
        return placed(ast.copy_location(ast.Expr(ast.Call(extend, [node.value], [])), node))

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        empty = not node.elts and isinstance(node.ctx, ast.Load)
        return ast.copy_location(call("empty_list"), node) if empty else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if is_call(node, "tuple") and len(node.args) == 1:
            node.func = ast.copy_location(name("tuple_of"), node.func)
        if is_call(node, "list") and not node.args:
            return ast.copy_location(call("empty_list"), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            return node
        bounds = [node.slice.lower, node.slice.upper, node.slice.step]
        known = [bound if bound is None else self.known(bound) for bound in bounds]
        if all(map(is_number, known)):
            node.slice = ast.copy_location(ast.Slice(*known), node.slice)
            return node
        return ast.copy_location(
            call("slice_of", node.value, *(b or ast.Constant(None) for b in bounds)), node
        )

    def known(self, bound: ast.expr) -> ast.expr:
        """A bound that the game fixes, as the number that it is."""
        if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub):
            return ast.copy_location(ast.UnaryOp(bound.op, self.known(bound.operand)), bound)
        value = None if isinstance(bound, ast.Constant) else self.constant(bound)
        return ast.copy_location(ast.Constant(value), bound) if type(value) is int else bound
