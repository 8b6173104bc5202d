"""Stars in displays: `[*a, b]` is `list(a) + [b]`, `{*a, b}` is `set(a) | {b}`."""

from __future__ import annotations

import ast
from functools import reduce
from typing import Any

from zermelo.kernel.compiler.pieces import call
from zermelo.kernel.walking import Transformer, placed


class Stars:
    """The pass over a function."""

    tree: ast.FunctionDef

    def join_stars(self) -> None:
        JoinStars().visit(self.tree)


class JoinStars(Transformer):
    """Writes displays with stars in them as what is joined."""

    def joined(self, node: Any, kind: str, operator: ast.operator) -> ast.expr:
        """The parts one after another: runs of plain elements in a display of their own."""
        self.generic_visit(node)
        parts: list[Any] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                parts.append(call(kind, element.value))
            elif parts and isinstance(parts[-1], type(node)):
                parts[-1].elts.append(element)
            else:
                parts.append(self.display(node, element))
        found: ast.expr = reduce(lambda left, right: ast.BinOp(left, operator, right), parts)
        return placed(ast.copy_location(found, node))

    def display(self, node: ast.expr, element: ast.expr) -> ast.expr:
        if isinstance(node, ast.Set):
            return ast.Set([element])
        return (ast.List if isinstance(node, ast.List) else ast.Tuple)([element], ast.Load())

    def visit_List(self, node: ast.List) -> ast.expr:
        return self.joined(node, "list", ast.Add()) if has_star(node) else self.generic_visit(node)  # type: ignore[return-value]

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """All but `(*t[:i], v, *t[i + 1:])`, which is an idiom of its own."""
        middle = len(node.elts) == 3 and all(isinstance(node.elts[end], ast.Starred) for end in (0, 2))
        if not has_star(node) or middle:
            return self.generic_visit(node)  # type: ignore[return-value]
        return self.joined(node, "tuple", ast.Add())

    def visit_Set(self, node: ast.Set) -> ast.expr:
        return self.joined(node, "set", ast.BitOr()) if has_star(node) else self.generic_visit(node)  # type: ignore[return-value]


def has_star(node: Any) -> bool:
    loaded = isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
    return loaded and any(isinstance(element, ast.Starred) for element in node.elts)
