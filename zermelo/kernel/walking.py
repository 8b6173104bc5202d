"""Going through syntax trees as `ast` does, twice as fast: lowering does little else.

What says only how a part is used (`ctx`: it is read, stored or deleted) is not gone through.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

_parts: dict[Any, tuple[str, ...]] = {ast.Constant: ()}


def parts_of(node: ast.AST) -> tuple[str, ...]:
    """The fields of a node that may hold other nodes."""
    kind = node.__class__
    if kind not in _parts:
        _parts[kind] = tuple(name for name in kind._fields if name != "ctx")
    return _parts[kind]


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node of a tree, those nearer to its root first; of each the parts that it has when it is left."""
    found = [tree]
    for node in found:
        yield node
        for field in parts_of(node):
            value: Any = getattr(node, field, None)
            if value.__class__ is list:
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)


class Transformer(ast.NodeTransformer):
    """Puts other nodes in the place of some."""

    methods: dict[Any, Any]
    """Its methods by the nodes that they are for, as far as they were looked up."""

    def __init_subclass__(cls) -> None:
        cls.methods = {}

    def visit(self, node: ast.AST) -> Any:
        kind = node.__class__
        if kind not in self.methods:
            self.methods[kind] = getattr(type(self), f"visit_{kind.__name__}", type(self).generic_visit)
        return self.methods[kind](self, node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in parts_of(node):
            value: Any = getattr(node, field, None)
            if value.__class__ is list:
                value[:] = self.visited(value)
            elif isinstance(value, ast.AST):
                found = self.visit(value)
                if found is None:
                    delattr(node, field)
                elif found is not value:
                    setattr(node, field, found)
        return node

    def visited(self, parts: list[Any]) -> list[Any]:
        """What becomes of each: nothing, another node or several."""
        new: list[Any] = []
        for part in parts:
            found = self.visit(part) if isinstance(part, ast.AST) else [part]
            if isinstance(found, ast.AST):
                new.append(found)
            elif found is not None:
                new += found
        return new
