"""The rules as a machine counts, run by Python: which line makes a whole number that it has no room for?

Machine code knows that a number outgrew it, not where.  So the search's path is walked once more with these.
"""

from __future__ import annotations

import ast
import copy
from functools import partial
from typing import Any

from zermelo.game import Bits
from zermelo.kernel.bind import Compiled, python_names
from zermelo.kernel.compiler.syntax import without_annotations
from zermelo.kernel.walking import Transformer, placed

SIGN = 1 << 63
"""The first whole number that does not fit in a word."""


def narrow(value: Any, bits: int) -> Any:
    """The value itself; OverflowError where it is a whole number that has no room in so many bits."""
    if type(value) is int and not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise OverflowError(f"a whole number does not fit in {bits} bits")
    return value


def board(value: Any) -> Any:
    """A constant as the machine takes it where numbers have 64 bits: from 2**63 up it is a board."""
    return Bits(value) if type(value) is int and SIGN <= value < 2 * SIGN else value


class Narrow(Transformer):
    """Looks at the answer of every operation and call."""

    def __init__(self, wide: bool) -> None:
        self.wide = wide

    def checked(self, node: Any) -> ast.Call:
        self.generic_visit(node)
        return ast.copy_location(ast.Call(ast.Name("narrow", ast.Load()), [node], []), node)

    visit_BinOp = visit_UnaryOp = visit_Call = checked

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        operation = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        value = self.checked(ast.copy_location(operation, node))
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if self.wide or board(node.value) is node.value:
            return node
        return ast.copy_location(ast.Call(ast.Name("board", ast.Load()), [node], []), node)


class Narrowed:
    """A game whose rules raise OverflowError on the line where a machine would."""

    def __init__(self, game: Any, kernel: Compiled) -> None:
        self.game, (memo, unit), bits = game, kernel.lowered, kernel.unit.written.bits
        self.names = python_names(memo, unit)
        if bits == 64:
            self.names = {called: board(thing) for called, thing in self.names.items()}
        self.names |= {"narrow": partial(narrow, bits=bits), "board": board}
        for function in unit.functions.values():
            if function.rule:
                tree = Narrow(bits > 64).visit(copy.deepcopy(without_annotations(function.tree)))
                module = placed(ast.Module([tree], []))
                exec(compile(module, function.file, "exec", dont_inherit=True), self.names)

    def __getattr__(self, rule: str) -> Any:
        return self.names.get(f"game_{rule}") or getattr(self.game, rule)
