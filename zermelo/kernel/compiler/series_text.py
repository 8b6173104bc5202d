"""Tuples of any length in the text of rules: opened where a rule takes a state, closed where it gives one."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.pieces import call, is_none, located, name
from zermelo.kernel.compiler.unit import Function
from zermelo.kernel.rules import CONTRACT
from zermelo.kernel.walking import Transformer

OPENED = ("state", "action")
"""What the contract calls that in which there may be series."""
GIVING_A_STATE = tuple(CONTRACT[rule] for rule in ("result", "passed", "unrank"))


def opening(tree: ast.FunctionDef, function: Function) -> ast.FunctionDef:
    """`state = opened(state_as_kept)`, at the top of a rule."""
    lines = list[ast.stmt]()
    for argument, takes in zip(tree.args.args, function.contract.takes, strict=False):
        if takes in OPENED:
            kept = f"{argument.arg}_as_kept"
            lines.append(ast.Assign([ast.Name(argument.arg, ast.Store())], call("opened", name(kept))))
            argument.arg = kept
    tree.body = [*located(lines, tree.body[0]), *tree.body]
    return tree


def closing(tree: ast.FunctionDef, function: Function) -> ast.FunctionDef:
    """What a rule gives to the search is a state, or states, before its lists are given back."""
    if is_rule(function, *GIVING_A_STATE):
        return Closed().visit(tree)  # type: ignore[no-any-return]
    if function.contract.gives == "states":
        return ClosedOnes().visit(tree)  # type: ignore[no-any-return]
    return tree


def is_rule(function: Function, *contracts: Any) -> bool:
    return any(function.contract is each for each in contracts)


class Closed(Transformer):
    """`return as_state(…)`."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None and not is_none(node.value):
            node.value = as_state(node.value)
        return node


class ClosedOnes(Transformer):
    """`yield as_state(…)`, `return [as_state(…), …]`."""

    def visit_Yield(self, node: ast.Yield) -> ast.Yield:
        node.value = as_state(node.value) if node.value else None
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        given = node.value
        if isinstance(given, ast.List | ast.Tuple):
            given.elts = [as_state(part) for part in given.elts]
        elif isinstance(given, ast.ListComp):
            given.elt = as_state(given.elt)
        elif given is not None:
            what = "what symmetries() gives, with tuples of any length in it,"
            raise CannotCompile(what, "yield one state after another", f"line {node.lineno}")
        return node


def as_state(node: ast.expr) -> ast.expr:
    return ast.copy_location(call("as_state", node), node)
