"""Dictionaries that begin empty: `{}`, `Counter()`, `defaultdict(int)`.

A machine has to know what a dictionary will hold before anything is put into it.  It is two lists, and who
looks at a function sees what is put into these: behind a test that never comes out true, each statement that
puts something into the dictionary puts it into the lists.
"""

from __future__ import annotations

import ast
import collections
import copy
from typing import Any

from zermelo.kernel.compiler.library import Library
from zermelo.kernel.compiler.pieces import name, names_in, statements, unused
from zermelo.kernel.walking import Transformer, placed, walk

WORDS: dict[Any, str] = {
    dict: "growing",
    collections.Counter: "counting",
    collections.defaultdict: "defaulting",
}


class Word(ast.Name):
    """A word of the unit, where names are not followed yet."""


class Dictionaries(Library):
    """Says of dictionaries that begin empty what they are made of."""

    tree: ast.FunctionDef

    def begin_dictionaries(self) -> None:
        """A pass over the function: see passes.py."""
        filled = {part.value.id for part in walk(self.tree) if is_filled(part)}  # type: ignore[attr-defined]
        begun = {
            part.targets[0].id: word  # type: ignore[attr-defined]
            for part in walk(self.tree)
            if is_plain(part) and part.targets[0].id in filled and (word := self.begins(part.value))  # type: ignore[attr-defined]
        }
        if begun:
            fill = Begun(begun, names_in(self.tree))
            self.tree.body = fill.block(self.tree.body)
            self.local |= fill.made

    def static(self, node: ast.AST) -> tuple[bool, Any]:
        return (False, None) if isinstance(node, Word) else super().static(node)

    def visit_Word(self, node: Word) -> ast.expr:
        return ast.copy_location(name(node.id), node)

    def begins(self, value: ast.expr) -> str:
        """The word for an empty dictionary; "": this is none."""
        if isinstance(value, ast.Dict):
            return "" if value.keys else WORDS[dict]
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name | ast.Attribute):
            return ""
        meant, arguments = self.static(value.func)[1], [*value.args, *value.keywords]
        if meant is collections.defaultdict:
            zero = len(arguments) == 1 and bool(value.args) and self.static(value.args[0])[1] is int
            return WORDS[meant] if zero else ""
        return WORDS[meant] if meant in (dict, collections.Counter) and not arguments else ""


def is_plain(part: ast.AST) -> bool:
    """`variable = …`."""
    return isinstance(part, ast.Assign) and len(part.targets) == 1 and isinstance(part.targets[0], ast.Name)


def is_filled(part: ast.AST) -> bool:
    """`variable[key] = …`."""
    store = isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)
    return store and isinstance(part.value, ast.Name)  # type: ignore[attr-defined]


class Begun(Transformer):
    """Writes the lists beside their dictionaries."""

    def __init__(self, words: dict[str, str], taken: set[str]) -> None:
        self.words, self.made = words, set[str]()
        self.lists = {
            each: (self.fresh(f"{each}_keys", taken), self.fresh(f"{each}_values", taken)) for each in words
        }

    def fresh(self, wanted: str, taken: set[str]) -> str:
        found = unused(wanted, taken)
        self.made.add(found)
        return found

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for part in body:
            done = self.visit(part)
            found += done if isinstance(done, list) else [done]
        return found

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if is_plain(node) and target.id in self.words and is_empty(node.value):  # type: ignore[attr-defined]
            keys, values = self.lists[target.id]  # type: ignore[attr-defined]
            word = Word(self.words[target.id], ast.Load())  # type: ignore[attr-defined]
            begun = ast.Call(word, [name(keys), name(values)], [])
            before = [at(node, part) for part in statements(f"{keys} = []\n{values} = []")]
            return [*before, at(node, ast.Assign([target], begun))]
        return [*self.hint(node, target, node.value), node]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return [*self.hint(node, node.target, node.value), node]

    def hint(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """What `d[key] = value` puts into the lists, never done."""
        if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
            return []
        if target.value.id not in self.words:
            return []
        variable, keys = target.value.id, self.lists[target.value.id][0]
        parts = [Unasked(variable).visit(copy.deepcopy(part)) for part in (target.slice, value)]
        told = [
            pair
            for pair in zip(self.lists[variable], parts, strict=True)
            if variable not in names_in(pair[1])
        ]
        (never,) = statements(f"if len({keys}) < 0:\n    pass")
        put = [
            ast.Expr(ast.Call(ast.Attribute(name(each), "append", ast.Load()), [part], []))
            for each, part in told
        ]
        never.body = put or never.body  # type: ignore[attr-defined]
        return [at(node, never)]


class Unasked(Transformer):
    """`d.get(key, 0)` as 0: what a dictionary holds is like what it gives where it holds nothing."""

    def __init__(self, variable: str) -> None:
        self.variable = variable

    def visit_Call(self, node: ast.Call) -> ast.expr:
        function = node.func
        asked = isinstance(function, ast.Attribute) and function.attr == "get" and len(node.args) == 2
        if asked and isinstance(function.value, ast.Name) and function.value.id == self.variable:  # type: ignore[attr-defined]
            return node.args[1]
        return self.generic_visit(node)  # type: ignore[return-value]


def is_empty(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) or (isinstance(value, ast.Dict) and not value.keys)


def at(node: ast.stmt, part: ast.stmt) -> ast.stmt:
    """A new statement in the line of an old one."""
    for each in walk(part):
        if "lineno" in each._attributes:
            ast.copy_location(each, node)
    return placed(part)
