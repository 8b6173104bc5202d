"""Texts of any length whose letters alone are asked: `"".join("".join(row) for row in board).count("X")`.

A machine has no texts of any length, but it has lists: such a text is the list of its letters.
"""

from __future__ import annotations

import ast
from typing import Any, TypeGuard

from zermelo.kernel.compiler.pieces import Comprehension, call, is_call, name, unused
from zermelo.kernel.walking import Transformer, placed, walk

WORDS = {"count": "letter_count", "find": "letter_place"}
"""What is asked of a text for a letter."""


def with_letters_only(tree: ast.FunctionDef, taken: set[str]) -> None:
    """Make lists of the texts of which nothing but letters is asked."""
    asked, listed = {id(part) for part in asked_for_letters(tree)}, set[str]()
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
                asked |= {id(node.value), *map(id, read)}
                listed.add(target.id)
    AsLists(asked, listed, taken).visit(tree)


class AsLists(Transformer):
    """`"".join(…)` as a list of letters, where only those are asked."""

    def __init__(self, asked: set[int], variables: set[str], taken: set[str]) -> None:
        """`variables`: those that hold such a list."""
        self.asked, self.variables, self.taken = asked, variables, taken

    def visit_Call(self, node: ast.Call) -> ast.expr:
        wanted, word = id(node) in self.asked and is_long_join(node), self.word_for(node)
        self.generic_visit(node)
        if word:
            asked = call(word, node.func.value, *node.args)  # type: ignore[attr-defined]
            return placed(ast.copy_location(asked, node))
        return placed(ast.copy_location(self.listed(node), node)) if wanted else node

    def word_for(self, node: ast.Call) -> str:
        """What `text.count(letter)` and `text.find(letter)` are called for a list of letters."""
        function: Any = node.func
        return WORDS[function.attr] if is_asking(node) and self.is_listed(function.value) else ""

    def is_listed(self, node: ast.expr) -> bool:
        """Will this be a list of letters?"""
        known = isinstance(node, ast.Name) and node.id in self.variables
        return known or (id(node) in self.asked and is_long_join(node))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`letter in text`: how often is it there?"""
        sign, text = node.ops[0], node.comparators[0]
        listed = isinstance(sign, ast.In | ast.NotIn) and self.is_listed(text)
        self.generic_visit(node)
        if not listed or is_letter(node.left):
            return node
        often = call("letter_count", node.comparators[0], node.left)
        truth = ast.Gt() if isinstance(sign, ast.In) else ast.Eq()
        return placed(ast.copy_location(ast.Compare(often, [truth], [ast.Constant(0)]), node))

    def listed(self, join: ast.Call) -> ast.ListComp:
        """The letters of every part, and the parts of parts that are joined themselves."""
        source: Any = join.args[0]
        if not isinstance(source, Comprehension):
            cell = self.fresh("cell")
            clause = ast.comprehension(ast.Name(cell.id, ast.Store()), source, [], 0)
            source = ast.ListComp(cell, [clause])
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
    source = node.args[0] if is_join(node) else None
    if not isinstance(source, Comprehension):
        return isinstance(source, ast.Name | ast.Attribute | ast.Subscript)
    return is_join(source.elt) or len(source.generators) > 1 or bool(source.generators[0].ifs)


def asked_for_letters(tree: ast.AST) -> list[ast.expr]:
    """What is counted, measured, looped over, indexed, or asked for a letter."""
    found = list[ast.expr]()
    for part in walk(tree):
        if is_asking(part):
            found.append(part.func.value)  # type: ignore[attr-defined]
        elif is_call(part, "len", "enumerate"):
            found += part.args  # type: ignore[attr-defined]
        elif isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.In | ast.NotIn):
            found += part.comparators if is_letter(part.left) or isinstance(part.left, ast.Name) else []
        elif isinstance(part, ast.For | ast.comprehension):
            found.append(part.iter)
        elif isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Slice):
            found.append(part.value)
    return found


def is_asking(node: ast.AST) -> TypeGuard[ast.Call]:
    """`text.count(letter)`, `text.find(letter)`."""
    function = node.func if isinstance(node, ast.Call) and len(node.args) == 1 else None
    if not isinstance(function, ast.Attribute) or function.attr not in WORDS:
        return False
    given = node.args[0]  # type: ignore[attr-defined]
    return is_letter(given) or not isinstance(given, ast.Constant)


def is_letter(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) == 1
