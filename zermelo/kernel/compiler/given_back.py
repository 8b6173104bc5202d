"""Lists that a function has made are given back when it is left."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.kernel.compiler.pieces import flatten, is_call, located, name, statements
from zermelo.kernel.walking import Transformer, walk

REGION, KEPT = "region_before", "kept_value"
"""Names that no rule has: the top of the region at the entry, and what is returned."""


class GivenBack(Transformer):
    """The lists of a function are given back on every way out, in the words of regions.py.

    An algorithm's loop over what one of the rules `listing` gives does so when it ends, since it may stand in
    another.  A rule's does not: lists of its own, that are older, may have grown and moved behind this one.
    """

    def __init__(self, listing: set[str], rule: bool) -> None:
        self.listing, self.rule, self.loops = listing, rule, 0

    def around(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        body = flatten([self.visit(part) for part in tree.body])
        if not isinstance(body[-1], ast.Return):
            body += located(statements(f"region_back_to({REGION})"), tree.body[-1])
        tree.body = [*located(statements(f"{REGION} = region_top()"), tree.body[0]), *body]
        return tree

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        if self.rule or not any(is_call(part, *self.listing) for part in walk(node.iter)):
            return node
        self.loops += 1
        before = f"{REGION}_{self.loops}"
        taken, given = statements(f"{before} = region_top()"), statements(f"region_back_to({before})")
        return [*located(taken, node), node, *located(given, node)]

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if node.value is None:
            return [*located(statements(f"region_back_to({REGION})"), node), node]
        kept = ast.Assign([ast.Name(KEPT, ast.Store())], node.value)
        given = [kept, *statements(f"region_back_to({REGION})"), ast.Return(name(KEPT))]
        return located(given, node)
