"""Texts of any length whose letters alone are asked: `"".join("".join(row) for row in board).count("X")`.

A machine has no texts of any length, but it has lists: such a text is the list of its letters.
"""

from __future__ import annotations

import ast
from typing import Any, TypeGuard

from zermelo.kernel.compiler.pieces import Comprehension, is_call, name, unused
from zermelo.kernel.walking import Transformer, placed, walk


def with_letters_only(tree: ast.FunctionDef, taken: set[str]) -> None:
    """Make lists of the texts of which nothing but letters is asked."""
    asked = {id(part) for part in asked_for_letters(tree)}
    stored = [
        part.id for part in walk(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    ]
    for node in walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and is_long_join(node.value):
            target = node.targets[0]
            if not isinstance(target, ast.Name) or stored.count(target.id) > 1:
                continue
            read = [part for part in walk(tree) if isinstance(part, ast.Name) and part.id == target.id]
            if all(id(part) in asked for part in read if isinstance(part.ctx, ast.Load)):
                asked.add(id(node.value))
    AsLists(asked, taken).visit(tree)


class AsLists(Transformer):
    """`"".join(…)` as a list of letters, where only those are asked."""

    def __init__(self, asked: set[int], taken: set[str]) -> None:
        self.asked, self.taken = asked, taken

    def visit_Call(self, node: ast.Call) -> ast.expr:
        wanted = id(node) in self.asked and is_long_join(node)
        self.generic_visit(node)
        return placed(ast.copy_location(self.listed(node), node)) if wanted else node

    def listed(self, join: ast.Call) -> ast.ListComp:
        """The letters of every part, and the parts of parts that are joined themselves."""
        source: Any = join.args[0]
        clauses, part = [*source.generators], source.elt
        while is_join(part):
            inner, part = part.args[0], self.fresh("cell")
            clauses.append(ast.comprehension(ast.Name(part.id, ast.Store()), inner, [], 0))
        letter = self.fresh("letter")
        clauses.append(ast.comprehension(ast.Name(letter.id, ast.Store()), part, [], 0))
        return ast.ListComp(letter, clauses)

    def fresh(self, word: str) -> ast.Name:
        found = unused(word, self.taken)
        self.taken.add(found)
        return name(found)


def is_join(node: ast.AST) -> TypeGuard[ast.Call]:
    """`"".join(…)`."""
    function = node.func if isinstance(node, ast.Call) and len(node.args) == 1 else None
    text = function.value if isinstance(function, ast.Attribute) and function.attr == "join" else None
    return isinstance(text, ast.Constant) and text.value == ""


def is_long_join(node: ast.AST) -> bool:
    """Of parts whose number and lengths nothing tells."""
    if not is_join(node) or not isinstance(node.args[0], Comprehension):
        return False
    source = node.args[0]
    return is_join(source.elt) or len(source.generators) > 1 or bool(source.generators[0].ifs)


def asked_for_letters(tree: ast.AST) -> list[ast.expr]:
    """What is counted, measured, looped over, indexed, or asked for a letter."""
    found = list[ast.expr]()
    for part in walk(tree):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            if part.func.attr == "count" and len(part.args) == 1 and is_letter(part.args[0]):
                found.append(part.func.value)
        elif is_call(part, "len", "enumerate"):
            found += part.args  # type: ignore[attr-defined]
        elif isinstance(part, ast.Compare) and is_letter(part.left):
            found += part.comparators if isinstance(part.ops[0], ast.In | ast.NotIn) else []
        elif isinstance(part, ast.For | ast.comprehension):
            found.append(part.iter)
        elif isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Slice):
            found.append(part.value)
    return found


def is_letter(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) == 1
