"""Tables of numbers of one kind: where some are fractions, the machine has fractions for all.

`WORTH = (1, 3, 3.25)` is no table to a machine, which gives every element its own kind.  A tuple that is only
ever taken apart by indices that are written out may hold different kinds; one that is looped over, looked up
or handed on has each column of one kind, and a list has one kind throughout.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from zermelo.kernel.compiler.any_length import is_number
from zermelo.kernel.compiler.pieces import is_call
from zermelo.kernel.compiler.unit import Function, Unit
from zermelo.kernel.walking import Transformer, walk


def with_level_tables(unit: Unit) -> Unit:
    """The unit with its mixed constants, and those written in rules, as tables."""
    rules = {called: function for called, function in unit.functions.items() if function.rule}
    rolled = set().union(*(rolled_in(function.tree) for function in rules.values()))
    constants = {
        constant: levelled(value) if constant in rolled else value
        for constant, value in unit.constants.items()
    }
    functions = {called: with_level_displays(function) for called, function in rules.items()}
    return replace(unit, constants=constants, functions=unit.functions | functions)


def with_level_displays(function: Function) -> Function:
    """The function with its mixed displays as tables; itself, if there are none."""
    if not any(isinstance(part, ast.Constant) and type(part.value) is float for part in walk(function.tree)):
        return function
    tree = copy.deepcopy(function.tree)
    return replace(function, tree=LevelDisplays(rolled_in(tree)).visit(tree))


def rolled_in(tree: ast.AST) -> set[str]:
    """The names whose elements are taken by indices that are not written out, in a loop or by a function."""
    return {part.id for part in rolled_parts(tree) if isinstance(part, ast.Name)}


def rolled_parts(tree: ast.AST) -> Iterator[ast.expr]:
    """What is gone through or looked up."""
    for part in walk(tree):
        if isinstance(part, ast.Subscript) and not is_number(part.slice):
            yield part.value
        elif isinstance(part, ast.For | ast.comprehension):
            yield part.iter
        elif isinstance(part, ast.Call):
            yield from part.args


class LevelDisplays(Transformer):
    """`[1, 0.5]`, `(1, 0.5)[index]`, and `worth = (1, 0.5)` where that is rolled."""

    def __init__(self, rolled: set[str]) -> None:
        self.rolled = rolled

    def visit_List(self, node: ast.List) -> ast.expr:
        return level_display(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not is_number(node.slice):
            node.value = level_display(node.value)
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        node.iter = level_display(node.iter)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = level_display(node.iter)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if is_call(node, *ROLLING):
            node.args = [level_display(argument) for argument in node.args]
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.rolled:
            node.value = level_display(node.value)
        return self.generic_visit(node)


ROLLING = ("list", "tuple", "enumerate", "zip", "reversed", "sorted", "sum", "min", "max")
"""What goes through all elements of its arguments."""


def level_display(node: ast.expr) -> ast.expr:
    """A display of numbers that are written out, as a table; whatever else it is, as it is."""
    if not isinstance(node, ast.Tuple | ast.List):
        return node
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError):
        return node
    return as_display(levelled(value), node)


def as_display(value: Any, node: ast.expr) -> ast.expr:
    """A table as it is written, where it stands."""
    if not isinstance(value, tuple | list):
        return ast.copy_location(ast.Constant(value), node)
    kind = ast.Tuple if isinstance(value, tuple) else ast.List
    return ast.copy_location(kind([as_display(part, node) for part in value], ast.Load()), node)


def levelled(value: Any) -> Any:
    """A sequence with each of its columns of one kind; lists in it are of one kind throughout.

    >>> levelled((1, 0.5)), levelled(((1, 2), (0.5, 3))), levelled(([1, 0.5], [2, 3]))
    ((1.0, 0.5), ((1.0, 2), (0.5, 3)), ([1.0, 0.5], [2.0, 3.0]))
    """
    if type(value) not in (tuple, list):
        return value
    parts = [levelled(part) if isinstance(part, list) else part for part in value]
    if all(isinstance(part, int | float) and type(part) is not bool for part in parts):
        fractions = any(isinstance(part, float) for part in parts)
        return type(value)(map(float, parts)) if fractions else value
    if all(type(part) in (tuple, list) and len(part) == len(parts[0]) for part in parts):
        columns = [levelled(column) for column in zip(*parts, strict=True)]
        return type(value)(map(type(parts[0]), zip(*columns, strict=True)))
    return value
