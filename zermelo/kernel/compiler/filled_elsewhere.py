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

from zermelo.kernel.compiler.pieces import (
    Comprehension,
    call,
    is_call,
    is_none,
    located,
    name,
    names_in,
    statements,
    unused,
)
from zermelo.kernel.compiler.syntax import stored_among, stored_names
from zermelo.kernel.walking import Transformer, walk


def fill_empty_lists(functions: dict[str, Any]) -> None:
    for called, function in functions.items():
        if function.rule:
            begin_empty(called, function.tree, functions)
    for function in functions.values():
        if function.rule:
            NameEmpty(function.tree, functions).visit(function.tree)
            FillEmpty(function.tree, functions).visit(function.tree)


def begin_empty(called: str, tree: ast.FunctionDef, functions: dict[str, Any]) -> None:
    """`def reach(self, cell, seen=None)` that begins with `if seen is None: seen = set()` is given it empty.

    That is the same where every caller gives nothing, or the function itself hands it on.
    """
    parameters = [argument.arg for argument in tree.args.args]
    for first in [part for part in tree.body if isinstance(part, ast.If)]:
        variable = emptied(first)
        if variable not in parameters:
            continue
        place, calls = parameters.index(variable), calls_of(called, functions)
        if any(has_star(part) for part, _ in calls):
            continue
        given = [part.args[place] for part, _ in calls]
        own = [argument for (_, inside), argument in zip(calls, given, strict=True) if inside == called]
        handed = [argument for argument in own if isinstance(argument, ast.Name) and argument.id == variable]
        if all(is_none(argument) or argument in handed for argument in given):
            tree.body.remove(first)
            for part, _ in calls:
                if is_none(part.args[place]):
                    part.args[place] = ast.copy_location(call("empty_list"), part.args[place])


def has_star(part: Any) -> bool:
    """Is it not known which argument of a call is for which parameter?"""
    return any(isinstance(argument, ast.Starred) for argument in part.args)


def emptied(statement: ast.If) -> str:
    """The variable in `if seen is None: seen = []`; "": this is something else."""
    match statement:
        case ast.If(
            ast.Compare(ast.Name(id=variable), [ast.Is()], [ast.Constant(None)]),
            [ast.Assign([ast.Name(id=target)], value)],
            [],
        ) if variable == target and (is_call(value, "empty_list") or is_empty_list(value)):
            return variable
    return ""


def is_empty_list(value: ast.expr) -> bool:
    """`[]`."""
    return isinstance(value, ast.List) and not value.elts


def calls_of(called: str, functions: dict[str, Any]) -> list[tuple[Any, str]]:
    """The calls of a rule, each with the function that it is in."""
    return [
        (part, inside)
        for inside, function in functions.items()
        for part in walk(function.tree)
        if is_call(part, called)
    ]


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
                kind = self.empty_kind(part, place, argument)
                if kind is not None:
                    fresh = self.fresh()
                    made += statements(f"{fresh} = empty_list()")
                    given = call(kind, name(fresh)) if kind else name(fresh)
                    part.args[place] = ast.copy_location(given, argument)  # type: ignore[attr-defined]
        return located(made, node)

    def empty_kind(self, part: Any, place: int, argument: ast.expr) -> str | None:
        """What makes of an empty list what is given away: nothing, if it is one; None: it is not empty.

        `chains(board, cell, ())` gives a list to what makes a tuple longer: `path + (cell,)`.
        """
        if is_call(argument, "empty_list"):
            return ""
        if is_call(argument, "frozen_of") and is_call(argument.args[0], "empty_list"):  # type: ignore[attr-defined]
            return "frozen_of"
        empty = isinstance(argument, ast.Tuple) and not argument.elts
        grows = empty and put_further_down(part.func.id, place, self.functions, set()) is not None
        return "tuple_of" if grows else None

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
        self.calls = [part for part in walk(tree) if is_call(part, *functions) and not has_star(part)]

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
        for asked in self.calls:
            given = [argument.id if isinstance(argument, ast.Name) else "" for argument in asked.args]  # type: ignore[attr-defined]
            if variable in given:
                callee = self.functions[asked.func.id].tree  # type: ignore[attr-defined]
                found = put_in(callee, given.index(variable), asked.args)  # type: ignore[attr-defined]
                if found is not None and variable not in names_in(found):
                    return found
        return None

    def likely(self, variable: str) -> ast.expr | None:
        """What is put in further down, with numbers for what nothing is known of: a cell, a pair."""
        for asked in self.calls:
            for place, argument in enumerate(asked.args):  # type: ignore[attr-defined]
                if opened(argument) == variable:
                    put = put_further_down(asked.func.id, place, self.functions, set())  # type: ignore[attr-defined]
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
            return numbers_like(added, tree)
        handed = part.args if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) else []
        for index, argument in enumerate(handed):
            if isinstance(argument, ast.Name) and argument.id == parameter:
                found = put_further_down(part.func.id, index, functions, asked)  # type: ignore[attr-defined]
                if found is not None:
                    return found
    return None


def filling(part: ast.AST, variable: str) -> ast.expr | None:
    """What is put into this variable here, or into what is longer by it: `path + [cell]`, `seen | {cell}`."""
    match part:
        case ast.Call(ast.Attribute(ast.Name(id=owner), "append"), [added]) if owner == variable:
            return added
        case ast.BinOp(whole, ast.Add(), ast.List([added]) | ast.Tuple([added])) if opened(whole) == variable:
            return added
        case ast.Call(ast.Name("union_of"), [ast.Name(id=owner), more]) if owner == variable:
            return more.args[0].elts[0] if is_call(more, "set_of") and has_elements(more.args[0]) else None  # type: ignore[attr-defined]
    return None


def has_elements(node: ast.expr) -> bool:
    """`(cell,)`, `[cell]`."""
    return isinstance(node, ast.Tuple | ast.List) and bool(node.elts)


def opened(node: ast.expr) -> str:
    """The variable that an expression is all of, as a list or a tuple; "" if it is something else."""
    while is_call(node, "list_of", "listed", "tuple_of", "frozen_of", "any_length"):
        node = node.args[0]  # type: ignore[attr-defined]
    return node.id if isinstance(node, ast.Name) else ""


def numbers_like(element: ast.expr, tree: ast.AST) -> ast.expr:
    """A number, or as many in a tuple as the text says: `cell = (r, c)`, `r, c = cell`."""
    if isinstance(element, ast.Tuple):
        return ast.Tuple([numbers_like(part, tree) for part in element.elts], ast.Load())
    for target, value in assignments(tree) if isinstance(element, ast.Name) else ():
        match target, value:
            case ast.Name(id=variable), ast.Tuple() if variable == element.id:  # type: ignore[attr-defined]
                return numbers_like(value, tree)
            case ast.Tuple(elts=parts), ast.Name(id=variable) if variable == element.id:  # type: ignore[attr-defined]
                return ast.Tuple([ast.Constant(0) for _ in parts], ast.Load())
    return ast.Constant(0)


def assignments(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned to what, one by one: `here, there = (r, c), (r, d)` are two."""
    for part in walk(tree):
        match part:
            case ast.Assign([ast.Tuple(elts=targets)], ast.Tuple(elts=values)) if len(targets) == len(values):
                yield from zip(targets, values, strict=True)
            case ast.Assign([target], value):
                yield target, value


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
