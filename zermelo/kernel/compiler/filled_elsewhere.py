"""Lists that are empty here and filled by the function they are given to.

A compiler has to know of what kind a list is where it is made.  What the other function puts in says so: it
stands behind the empty list, under a condition that never holds.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from zermelo.kernel.compiler.pieces import Comprehension, is_call, located, name, names_in, statements, unused
from zermelo.kernel.compiler.syntax import stored_among, stored_names
from zermelo.kernel.walking import Transformer, walk


def fill_empty_lists(functions: dict[str, Any]) -> None:
    for function in functions.values():
        if function.rule:
            NameEmpty(function.tree, functions).visit(function.tree)
            FillEmpty(function.tree, functions).visit(function.tree)


class NameEmpty(Transformer):
    """`group(board, cell, set())`: what is given away empty has a name, and is made before the statement."""

    def __init__(self, tree: ast.FunctionDef, functions: dict[str, Any]) -> None:
        self.functions, self.taken = functions, names_in(tree)

    def visit_value(self, node: Any) -> list[ast.stmt]:
        return [*self.named(node, node.value), node]

    visit_Assign = visit_AugAssign = visit_Expr = visit_Return = visit_value

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        self.generic_visit(node)
        return [*self.named(node, node.test), node]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        self.generic_visit(node)
        return [*self.named(node, node.iter), node]

    def named(self, node: ast.stmt, value: ast.expr | None) -> list[ast.stmt]:
        """The statements that make what a value, which is computed once, gives away empty."""
        made = list[ast.stmt]()
        for part in computed_once(value):
            for place, argument in enumerate(part.args) if is_call(part, *self.functions) else ():  # type: ignore[attr-defined]
                if is_call(argument, "empty_list"):
                    fresh = self.fresh()
                    made += statements(f"{fresh} = empty_list()")
                    part.args[place] = ast.copy_location(name(fresh), argument)  # type: ignore[attr-defined]
        return located(made, node)

    def fresh(self) -> str:
        found = unused("given_empty", self.taken)
        self.taken.add(found)
        return found


def computed_once(value: ast.AST | None) -> Iterator[ast.AST]:
    """An expression and its parts, without those that a comprehension computes again and again."""
    if value is None or isinstance(value, Comprehension | ast.Lambda):
        return
    yield value
    for part in ast.iter_child_nodes(value):
        yield from computed_once(part)


class FillEmpty(Transformer):
    def __init__(self, tree: ast.FunctionDef, functions: dict[str, Any]) -> None:
        self.tree, self.functions = tree, functions
        self.calls = [part for part in walk(tree) if is_call(part, *functions)]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if not isinstance(target, ast.Name) or not is_call(node.value, "empty_list"):
            return node
        element = self.element(target.id)
        if element is None or not all(self.is_known(part, node) for part in walk(element)):
            element = self.likely(target.id)
        if element is None:
            return node
        element = Numbers(self.counters()).visit(element)
        text = f"{target.id} = []\nif len({target.id}) > 0:\n    {target.id}.append({ast.unparse(element)})"
        return located(statements(text), node)

    def counters(self) -> set[str]:
        """The variables of loops over a range."""
        loops = (part for part in walk(self.tree) if isinstance(part, ast.For))
        return {
            loop.target.id
            for loop in loops
            if isinstance(loop.target, ast.Name) and is_call(loop.iter, "range")
        }

    def is_known(self, part: ast.AST, node: ast.Assign) -> bool:
        """Has a name its value where the list is made, or is it a counter, of which the kind is known?"""
        if not isinstance(part, ast.Name) or part.id in self.counters():
            return True
        before = list(takewhile(lambda each: each is not node, as_written(self.tree)))
        return part.id in stored_among(before) or part.id not in stored_names(self.tree)

    def element(self, variable: str) -> ast.expr | None:
        """What a function that is given this list puts in, in terms of what else it is given."""
        for call in self.calls:
            given = [argument.id if isinstance(argument, ast.Name) else "" for argument in call.args]  # type: ignore[attr-defined]
            if variable in given:
                callee = self.functions[call.func.id].tree  # type: ignore[attr-defined]
                found = put_in(callee, given.index(variable), call.args)  # type: ignore[attr-defined]
                if found is not None and variable not in names_in(found):
                    return found
        return None

    def likely(self, variable: str) -> ast.expr | None:
        """What is put in further down, with numbers for what nothing is known of: a cell, a pair."""
        for call in self.calls:
            for place, argument in enumerate(call.args):  # type: ignore[attr-defined]
                if isinstance(argument, ast.Name) and argument.id == variable:
                    put = put_further_down(call.func.id, place, self.functions, set())  # type: ignore[attr-defined]
                    if put is not None:
                        return put
        return None


def put_further_down(called: str, place: int, functions: dict[str, Any], asked: set[str]) -> ast.expr | None:
    """What a function puts into the list that it is given here, or those do that it hands it on to."""
    if called in asked or called not in functions:
        return None
    tree, asked = functions[called].tree, asked | {called}
    parameter = tree.args.args[place].arg
    for part in walk(tree):
        if (added := filling(part, parameter)) is not None:
            return numbers_like(added)
        handed = part.args if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) else []
        for index, argument in enumerate(handed):
            if isinstance(argument, ast.Name) and argument.id == parameter:
                found = put_further_down(part.func.id, index, functions, asked)  # type: ignore[attr-defined]
                if found is not None:
                    return found
    return None


def filling(part: ast.AST, variable: str) -> ast.expr | None:
    """What is appended to this variable here, if anything is."""
    match part:
        case ast.Call(ast.Attribute(ast.Name(id=owner), "append"), [added]) if owner == variable:
            return added
    return None


def numbers_like(element: ast.expr) -> ast.expr:
    if isinstance(element, ast.Tuple):
        return ast.Tuple([numbers_like(part) for part in element.elts], ast.Load())
    return ast.Constant(0)


def as_written(tree: ast.AST) -> Iterator[ast.AST]:
    """A tree and all its parts, in the order of the text."""
    yield tree
    for part in ast.iter_child_nodes(tree):
        yield from as_written(part)


def put_in(callee: ast.FunctionDef, place: int, arguments: list[ast.expr]) -> ast.expr | None:
    parameters = [argument.arg for argument in callee.args.args]
    for part in walk(callee):
        added = filling(part, parameters[place])
        if added is not None and names_in(added) <= set(parameters):
            return Given(dict(zip(parameters, arguments, strict=False))).visit(copy.deepcopy(added))  # type: ignore[no-any-return]
    return None


class Given(Transformer):
    """Parameters as what a call gives for them."""

    def __init__(self, arguments: dict[str, ast.expr]) -> None:
        self.arguments = arguments

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.arguments[node.id])


class Numbers(Transformer):
    """Counters as numbers."""

    def __init__(self, counters: set[str]) -> None:
        self.counters = counters

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Constant(0), node) if node.id in self.counters else node
