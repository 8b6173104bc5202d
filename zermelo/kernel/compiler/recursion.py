"""Rules that call themselves: each call says how deep it is, and too deep is an error.

Machine code that recurses without an end kills its process; Python raises a RecursionError, and so do both
worlds here.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.own_loops import take_back
from zermelo.kernel.compiler.pieces import call, name, names_in
from zermelo.kernel.walking import Transformer, placed, walk


def circles(functions: dict[str, Any]) -> list[set[str]]:
    """The rules that call themselves, alone or through each other."""
    rules = {unique for unique, function in functions.items() if function.rule}
    callees = {unique: names_in(functions[unique].tree) & rules for unique in rules}
    reached = {unique: reachable(unique, callees) for unique in rules}
    around = (frozenset(other for other in reached[each] if each in reached[other]) for each in sorted(rules))
    return [set(circle) for circle in dict.fromkeys(around) if circle]


def reachable(start: str, callees: dict[str, set[str]]) -> set[str]:
    found, todo = set[str](), [start]
    while todo:
        for callee in callees[todo.pop()] - found:
            found.add(callee)
            todo.append(callee)
    return found


def count_levels(functions: dict[str, Any]) -> None:
    """Gives every rule that recurses a last parameter: how deep it is."""
    for circle in circles(functions):
        circle = take_back(circle, functions)
        refuse_what_is_no_loop(circle, functions)
        longer = growing(circle, functions)
        for unique, function in functions.items():
            inside = unique in circle
            function.tree = Deeper(circle, inside, longer).visit(function.tree)
            if inside:
                function.tree.args.args.append(ast.arg("levels"))
            placed(function.tree)


def refuse_what_is_no_loop(circle: set[str], functions: dict[str, Any]) -> None:
    """A generator, a rule that algorithms call, and functions that call each other."""
    unique = min(circle, key=lambda each: functions[each].tree.lineno)
    tree, place = functions[unique].tree, f"{functions[unique].file}, line {functions[unique].tree.lineno}"
    called = unique.removeprefix("game_")
    if len(circle) > 1:
        what = f"{called}(), which calls itself through another function or a comprehension,"
        raise CannotCompile(what, "let it call itself, in a plain loop", place)
    returned = [part.value for part in walk(tree) if isinstance(part, ast.Return) and part.value]
    if returned and all(
        unique in names_in(value) and not isinstance(value, ast.IfExp | ast.BoolOp) for value in returned
    ):
        what = f"{called}(), which calls itself in every case,"
        raise CannotCompile(what, "let it return without, in one case", place)
    yields = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in walk(tree))
    if yields or functions[unique].contract.takes:
        advice = "write a helper method that calls itself and returns a number or a list"
        raise CannotCompile(f"{called}(), which calls itself,", advice, place)


def growing(circle: set[str], functions: dict[str, Any]) -> set[int]:
    """Which arguments grow: `jumps(path + ((r, c),))` gives a tuple of another length at every level."""
    found = set[int]()
    for part in (part for unique in circle for part in walk(functions[unique].tree)):
        if isinstance(part, ast.Call) and getattr(part.func, "id", "") in circle:
            found |= {place for place, argument in enumerate(part.args) if is_longer(argument)}
    return found


def is_longer(argument: ast.expr) -> bool:
    sides = (argument.left, argument.right) if isinstance(argument, ast.BinOp) else ()
    return any(isinstance(side, ast.Tuple) for side in sides)


def refuse_empty(unique: str, argument: ast.expr) -> None:
    """Of what a tuple is that begins empty, nothing says."""
    if isinstance(argument, ast.Tuple) and not argument.elts:
        what = f"{unique.removeprefix('game_')}(), which begins with an empty tuple and makes it longer,"
        raise CannotCompile(what, "begin with its first element: (x,)", f"line {argument.lineno}")


class Deeper(Transformer):
    """Calls of rules that recurse: one level deeper inside, at level 0 from outside."""

    def __init__(self, circle: set[str], inside: bool, growing: set[int]) -> None:
        self.circle, self.level = circle, call("deeper", name("levels") if inside else ast.Constant(-1))
        self.growing = growing

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.circle:
            for place in self.growing:
                refuse_empty(node.func.id, node.args[place])
                node.args[place] = ast.copy_location(call("any_length", node.args[place]), node.args[place])
            node.args = [*node.args, self.level]
        return node
