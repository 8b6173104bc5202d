"""Rules in which something may be None, in the words of the machine.

A compiler knows a variable, or a field of a state, by one type for ever, `None or a number`.  What Python
finds out at run time is read off the text: behind `if w is None: return …`, `w` is a number, and
`state.last` is one behind `state.last is not None and`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection
from typing import Any

from zermelo.kernel.compiler.pieces import (
    Comprehension,
    call,
    is_call,
    is_none,
    located,
    one_by_one,
    statements,
)
from zermelo.kernel.compiler.syntax import stored_names
from zermelo.kernel.compiler.unit import Function, Unit
from zermelo.kernel.walking import Transformer, walk

TEST, RESULT = "game_is_terminal", "game_result"
NO_STATE = "result() gives nothing for an action"
ENDS = ast.Return | ast.Raise | ast.Continue | ast.Break


def has_nothing(unit: Unit) -> bool:
    """Does a rule give None, or ask for it?"""
    if any(value is None for value in unit.constants.values()):
        return True
    rules = [function.tree for function in unit.functions.values() if function.rule]
    return any(map(names_none, rules)) or any(map(may_give_none, rules))


def names_none(tree: ast.AST) -> bool:
    return any(map(is_none, walk(tree)))


def may_give_none(tree: ast.FunctionDef) -> bool:
    """A number here, and the end of the function there."""
    parts = list(walk(tree))
    valued = any(isinstance(part, ast.Return) and part.value is not None for part in parts)
    return valued and not any(isinstance(part, ast.Yield) for part in parts) and not leaves(tree.body)


def giving_none(unit: Unit) -> set[str]:
    """The rules that may give None, or what another that may does."""
    rules = {called: function.tree for called, function in unit.functions.items() if function.rule}
    found = {called for called, tree in rules.items() if may_give_none(tree) and called != RESULT}
    given = {
        called: [part.value for part in walk(tree) if isinstance(part, ast.Return)]
        for called, tree in rules.items()
    }
    while more := {
        called
        for called, values in given.items()
        if called not in found and any(gives_none(value, found) for value in values)
    }:
        found |= more
    return found


def gives_none(value: ast.expr | None, giving: Collection[str]) -> bool:
    """Is it None in one of its branches, or what a rule gives that may be?"""
    if isinstance(value, ast.IfExp):
        return gives_none(value.body, giving) or gives_none(value.orelse, giving)
    if isinstance(value, ast.NamedExpr):
        return gives_none(value.value, giving)
    return value is not None and (is_none(value) or is_call(value, *giving))


def leaves(body: list[ast.stmt]) -> bool:
    """Does no way lead to what follows these statements?"""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return not any(isinstance(part, ast.Break) for part in walk(last))
    if isinstance(last, ast.Match):
        return all(leaves(case.body) for case in last.cases)
    return isinstance(last, ENDS)


class NoneByName(Transformer):
    """A constant that is None, as None."""

    def __init__(self, constants: dict[str, Any]) -> None:
        self.constants = constants

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and self.constants.get(node.id, self) is None:
            return ast.copy_location(ast.Constant(None), node)
        return node


class Narrowed(Transformer):
    """Variables, and fields of them, that are not None here are read as what they hold."""

    def __init__(self, known: frozenset[str] = frozenset()) -> None:
        self.known = known

    def visit_path(self, node: Any) -> ast.expr:
        known = isinstance(node.ctx, ast.Load) and path_of(node) in self.known
        self.generic_visit(node)
        return ast.copy_location(call("content_of", node), node) if known else node

    visit_Name = visit_Attribute = visit_path

    def within(self, more: set[str], part: Any) -> Any:
        """A part in which these too are not None."""
        inner = Narrowed(self.known | more)
        return inner.block(part) if isinstance(part, list) else inner.visit(part)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        yes, no = present_names(node.test, True), present_names(node.test, False)
        node.test = self.visit(node.test)
        node.body, node.orelse = self.within(yes, node.body), self.within(no, node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        found, values = set[str](), list[ast.expr]()
        for value in node.values:
            more = present_names(value, isinstance(node.op, ast.And))
            values.append(self.within(found, value))
            found = found | more
        node.values = values
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:
        yes, no = present_names(node.test, True), present_names(node.test, False)
        node.test = self.visit(node.test)
        node.body, node.orelse = self.within(yes, node.body), self.within(no, node.orelse)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """`[m for m in moves if m is not None]`."""
        inner = Narrowed(unchanged(self.known, stored_names(node)))
        for clause in node.generators:
            clause.iter = inner.visit(clause.iter)
            for place, test in enumerate(clause.ifs):
                learnt = present_names(test, True)
                clause.ifs[place] = inner.visit(test)
                inner = Narrowed(inner.known | learnt)
        node.elt = inner.visit(node.elt)
        return node

    def visit_loop(self, node: Any) -> Any:
        """What a loop assigns to may be None again at its next turn."""
        inner = Narrowed(unchanged(self.known, stored_names(node)))
        for field in ("test", "iter"):
            if hasattr(node, field):
                setattr(node, field, inner.visit(getattr(node, field)))
        node.body, node.orelse = inner.block(node.body), inner.block(node.orelse)
        return node

    visit_For = visit_While = visit_loop

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statement after statement: what one finds out, the next ones know."""
        known, done = self.known, list[ast.stmt]()
        for statement in body:
            learnt = learnt_from(statement)
            changed = stored_names(statement)
            done.append(Narrowed(known).visit(statement))
            known = unchanged(known, changed) | learnt
        return done


def learnt_from(statement: ast.stmt) -> set[str]:
    """What is not None behind a statement: the other branch has left."""
    if isinstance(statement, ast.Assert):
        return present_names(statement.test, True)
    if not isinstance(statement, ast.If):
        return set()
    if leaves(statement.body):
        return set(unchanged(present_names(statement.test, False), stored_in_all(statement.orelse)))
    if leaves(statement.orelse):
        return set(unchanged(present_names(statement.test, True), stored_in_all(statement.body)))
    return set()


def assigned_none(tree: ast.AST, giving: Collection[str]) -> set[str]:
    """The variables that are None at some time; a list with None in it is not."""
    kept = (
        part
        for part in walk(tree)
        if isinstance(part, ast.Assign) and (hands_none(part.value) or is_call(part.value, *giving))
    )
    return set().union(*map(stored_names, kept))


def hands_none(value: ast.AST) -> bool:
    """Is None written where it may be what is given, and not in a test or among the cells of a list?"""
    if isinstance(value, ast.Compare | ast.List | Comprehension):
        return False
    return is_none(value) or any(map(hands_none, ast.iter_child_nodes(value)))


def stored_in_all(body: list[ast.stmt]) -> set[str]:
    return stored_names(ast.Module(body, []))


def unchanged(paths: Collection[str], changed: set[str]) -> frozenset[str]:
    """Those that are not assigned to, nor fields of what is."""
    return frozenset(path for path in paths if path.partition(".")[0] not in changed)


def path_of(node: ast.expr) -> str:
    """A variable, or a field of one, as text; "": it is something else."""
    if isinstance(node, ast.Name):
        return node.id
    owner = path_of(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner else ""  # type: ignore[attr-defined]


def present_names(test: ast.expr, outcome: bool) -> set[str]:
    """The variables and fields that are not None where a test came out so."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return present_names(test.operand, not outcome)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == outcome:
        return set().union(*(present_names(value, outcome) for value in test.values))
    if outcome and path_of(test):
        return {path_of(test)}
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not path_of(test.left):
        return set()
    nothing = is_none(test.comparators[0])
    wanted = (ast.IsNot, ast.NotEq) if outcome else (ast.Is, ast.Eq)
    return {path_of(test.left)} if nothing and isinstance(test.ops[0], wanted) else set()


class Maybe(Transformer):
    """Comparisons and tests that Python makes with None too."""

    def __init__(self, function: Function, in_parts: bool, giving: Collection[str]) -> None:
        self.in_parts = in_parts
        """May a part of a state or an action be None?"""
        self.giving = giving
        """The rules that may give None."""
        self.starts_as_none = assigned_none(function.tree, giving)
        self.gives_value, self.is_test = function.contract.gives == "value", function.tree.name == TEST

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if self.in_parts and len(node.ops) > 1:
            return self.visit(one_by_one(node))  # type: ignore[no-any-return]
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            return node
        sides = (node.left, node.comparators[0])
        if not self.in_parts and any(isinstance(side, ast.BinOp | ast.Tuple) for side in sides):
            return node
        word = "alike" if isinstance(node.ops[0], ast.Eq) else "unalike"
        return ast.copy_location(call(word, *sides), node)

    def visit_part(self, node: Any) -> Any:
        """`best[0]` of what began as None, `self.king(state)[0]`: it is something, or that is an error."""
        self.generic_visit(node)
        node.value = self.present(node.value)
        return node

    visit_Subscript = visit_Attribute = visit_part

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """`row, column = self.king(state)` too."""
        self.generic_visit(node)
        if isinstance(node.targets[0], ast.Tuple):
            node.value = self.present(node.value)
        return node

    def present(self, value: ast.expr) -> ast.expr:
        """What a value that may be None is, if it may."""
        began = isinstance(value, ast.Name) and value.id in self.starts_as_none
        return (
            ast.copy_location(call("content_of", value), value)
            if began or is_call(value, *self.giving)
            else value
        )

    def visit_test(self, node: Any) -> Any:
        self.generic_visit(node)
        node.test = tested(node.test)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = visit_test

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """`best or 0`, of what may be None."""
        self.generic_visit(node)
        first, *others = node.values
        there = self.present(first)
        if there is first or not isinstance(node.op, ast.Or) or len(others) > 1:
            return node
        return ast.copy_location(ast.IfExp(tested(copy.deepcopy(first)), there, others[0]), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        node.operand = tested(node.operand) if isinstance(node.op, ast.Not) else node.operand
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        """What a rule of the contract gives is never None, or it gives nothing at all."""
        self.generic_visit(node)
        if node.value is None or isinstance(node.value, ast.Constant | ast.Compare):
            return node
        if self.gives_value:
            node.value = ast.copy_location(call("content_of", node.value), node.value)
        return node if not self.is_test else ast.copy_location(ast.Return(tested(node.value)), node)


def tested(test: ast.expr) -> ast.expr:
    """A test, with what may be None in it read as a truth value."""
    if isinstance(test, ast.BoolOp):
        test.values = [tested(value) for value in test.values]
        return test
    if isinstance(test, ast.Name | ast.Subscript | ast.Attribute | ast.Call) and not is_call(
        test, "truth_of"
    ):
        return ast.copy_location(call("truth_of", test), test)
    return test


def with_none(
    tree: ast.FunctionDef,
    function: Function,
    constants: dict[str, Any],
    in_parts: bool,
    giving: Collection[str],
) -> ast.FunctionDef:
    """A rule of a unit in which None occurs; `in_parts`: in states or actions too; `giving`: what rules."""
    if tree.name == RESULT and may_give_none(tree):  # no state: Python says so of the position
        tree.body += located(statements(f"raise ValueError({NO_STATE!r})"), tree.body[-1])
    NoneByName(constants).visit(tree)
    tree.body = Narrowed().block(tree.body)
    return Maybe(function, in_parts, giving).visit(tree)  # type: ignore[no-any-return]
