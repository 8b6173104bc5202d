"""Lists of actions among which there may be None, a pass: `return moves or [None]`.

A machine knows a list by one type for ever, and of `[None]` alone nobody can tell what else may be in it.
So where a rule gives such a list, whatever it puts into its lists is cast to an action.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.kernel.compiler.pieces import call, is_none
from zermelo.kernel.compiler.unit import Unit
from zermelo.kernel.walking import Transformer, walk

ADDING = {"append": 0, "insert": 1}
"""Methods that put an action into a list, and which argument it is."""


def gives_pass(tree: ast.FunctionDef) -> bool:
    """Is `[None]` among the lists that a rule gives?"""
    return any(map(is_pass, given_lists(tree, returned_names(tree))))


def may_pass(unit: Unit) -> bool:
    """Does the text say that an action may be None, whatever a few games show?"""
    functions = unit.functions
    rules = [each for each in functions.values() if each.rule and each.contract.gives == "actions"]
    asked = [functions[called] for each in rules for called in each.calls if called in functions]
    return any(puts_none(each.tree) for each in rules) or any(
        gives_pass(each.tree) for each in [*rules, *asked]
    )


def puts_none(tree: ast.FunctionDef) -> bool:
    """`yield None`, `moves.append(None)`."""
    for part in walk(tree):
        if isinstance(part, ast.Yield) and (part.value is None or is_none(part.value)):
            return True
        if (
            isinstance(part, ast.Call)
            and getattr(part.func, "attr", "") in ADDING
            and any(map(is_none, part.args))
        ):
            return True
    return False


def is_pass(node: ast.expr) -> bool:
    return isinstance(node, ast.List) and bool(node.elts) and all(map(is_none, node.elts))


def choices(node: ast.expr) -> list[ast.expr]:
    """What an expression may turn out to be: `a or b`, `a if test else b`."""
    if isinstance(node, ast.BoolOp):
        return [found for value in node.values for found in choices(value)]
    if isinstance(node, ast.IfExp):
        return [*choices(node.body), *choices(node.orelse)]
    return [node]


def returned(tree: ast.FunctionDef) -> list[ast.expr]:
    values = [part.value for part in walk(tree) if isinstance(part, ast.Return) and part.value]
    return [found for value in values for found in choices(value)]


def returned_names(tree: ast.FunctionDef) -> set[str]:
    """The variables that a rule returns."""
    return {found.id for found in returned(tree) if isinstance(found, ast.Name)}


def given_lists(tree: ast.FunctionDef, names: set[str]) -> list[ast.expr]:
    """What is returned, and what is kept in a variable that is."""
    kept = [part.value for part in walk(tree) if isinstance(part, ast.Assign) and is_kept(part, names)]
    return [*returned(tree), *(found for value in kept for found in choices(value))]


def is_kept(node: ast.Assign, names: set[str]) -> bool:
    return any(isinstance(target, ast.Name) and target.id in names for target in node.targets)


class ActionLists(Transformer):
    """Everything that goes into the lists a rule gives is an action."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.names = returned_names(tree)

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        node.value = node.value and self.of_actions(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        self.generic_visit(node)
        node.value = self.of_actions(node.value) if is_kept(node, self.names) else node.value
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.generic_visit(node)
        mine = isinstance(node.target, ast.Name) and node.target.id in self.names
        node.value = self.of_actions(node.value) if mine else node.value
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        owner, called = getattr(node.func, "value", None), getattr(node.func, "attr", "")
        if not isinstance(owner, ast.Name) or owner.id not in self.names:
            return node
        place = ADDING.get(called, len(node.args))
        node.args = [
            as_action(each) if index == place else self.of_actions(each) if called == "extend" else each
            for index, each in enumerate(node.args)
        ]
        return node

    def of_actions(self, node: ast.expr) -> ast.expr:
        """A list, with its elements cast; a list that somebody else made, cast as a whole."""
        if isinstance(node, ast.BoolOp):
            node.values = [self.of_actions(value) for value in node.values]
        elif isinstance(node, ast.IfExp):
            node.body, node.orelse = self.of_actions(node.body), self.of_actions(node.orelse)
        elif isinstance(node, ast.List):
            node.elts = [as_action(each) for each in node.elts]
        elif isinstance(node, ast.ListComp):
            node.elt = as_action(node.elt)
        elif not isinstance(node, ast.Name) or node.id not in self.names:
            return ast.copy_location(call("as_actions", node), node)
        return node


def as_action(node: ast.expr) -> ast.expr:
    return ast.copy_location(call("as_action", node), node)


def with_passes(tree: ast.FunctionDef) -> Any:
    """A rule of a game in which an action may be None."""
    return ActionLists(tree).visit(tree) if gives_pass(tree) else tree
