"""`state[turn]`, where a state is a tuple of different kinds, some of which are alike.

    (mine, yours, store, other_store, turn)[turn]

A machine has one type for what an index gives.  It is that of the part that the index begins to count at:
the first one, or the third of `state[2 + turn]`; an index that leads to a part of another type is an error
when it happens.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from zermelo.kernel.compiler.pieces import call, name
from zermelo.kernel.structs import is_named_tuple
from zermelo.kernel.walking import Transformer

if TYPE_CHECKING:
    from zermelo.kernel.compiler.shape import Shape
    from zermelo.kernel.compiler.unit import Function


def is_mixed(state: Shape) -> bool:
    """Is it a tuple whose parts are not all alike?"""
    tuples = state.kind == "tuple" or (state.kind == "struct" and is_named_tuple(state.struct))
    return tuples and len(set(state.parts)) > 1


class Choosing(Transformer):
    """`chosen(state, 0, turn)`, where an index into the state is not known."""

    def __init__(self, function: Function) -> None:
        places = zip(function.tree.args.args, function.contract.takes, strict=False)
        self.states = {argument.arg for argument, takes in places if takes == "state"}

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        state = isinstance(node.value, ast.Name) and node.value.id in self.states
        if not state or is_known(node.slice) or not isinstance(node.ctx, ast.Load):
            return node
        first = ast.Constant(first_place(node.slice))
        return ast.copy_location(call("chosen", name(node.value.id), first, node.slice), node)  # type: ignore[attr-defined]


def is_known(index: ast.expr) -> bool:
    index = index.operand if isinstance(index, ast.UnaryOp) else index
    return isinstance(index, ast.Constant | ast.Slice | ast.Tuple)


def first_place(index: ast.expr) -> int:
    """Where an index begins to count: `2 + turn`, `1 - turn`; 0 where it does not say, as `n % 2`."""
    counts = isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add | ast.Sub)
    sides = (index.left, index.right) if counts else ()  # type: ignore[attr-defined]
    numbers = (side.value for side in sides if isinstance(side, ast.Constant))
    return next((number for number in numbers if type(number) is int), 0)
