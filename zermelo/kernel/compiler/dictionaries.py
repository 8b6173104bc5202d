"""Dictionaries that begin empty: `{}`, `Counter()`, `defaultdict(int)`, `defaultdict(list)`.

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
from zermelo.kernel.compiler.pieces import call, name, names_in, statements, unused
from zermelo.kernel.walking import Transformer, placed, walk

WORDS: dict[Any, str] = {
    dict: "growing",
    collections.Counter: "counting",
}
DEFAULTS: dict[Any, str] = {int: "defaulting", list: "gathering"}
"""What `defaultdict` is given."""


OF_LISTS = {"setdefault": "list_at", "get": "list_in"}
"""What is asked of a dictionary of lists, with an empty one for what is not there."""


class Word(ast.Name):
    """A word of the unit, where names are not followed yet."""


class Dictionaries(Library):
    """Says of dictionaries that begin empty what they are made of."""

    tree: ast.FunctionDef

    def begin_dictionaries(self) -> None:
        """A pass over the function: see passes.py."""
        filled = {variable for part in walk(self.tree) if (variable := filled_by(part))}
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
            kind = self.static(value.args[0])[1] if len(arguments) == 1 and value.args else None
            return DEFAULTS.get(kind, "") if isinstance(kind, type) else ""
        return WORDS[meant] if meant in (dict, collections.Counter) and not arguments else ""


def is_plain(part: ast.AST) -> bool:
    """`variable = …`."""
    return isinstance(part, ast.Assign) and len(part.targets) == 1 and isinstance(part.targets[0], ast.Name)


def filled_by(part: ast.AST) -> str:
    """The variable of `groups[key] = …`, `groups[key].append(…)`, `groups.setdefault(key, []).append(…)`."""
    match part:
        case ast.Subscript(ast.Name(id=variable), ctx=ast.Store()):
            return variable
    place = longer_list(part)
    return place[0] if place else ""


def longer_list(part: ast.AST) -> tuple[str, ast.expr, ast.expr] | None:
    """The dictionary, the key and what is put into its list: `groups[key].append(x)`, `.extend(cells)`."""
    match part:
        case ast.Call(ast.Attribute(place, "append" | "extend" as method), [more], []):
            added = ast.List([more], ast.Load()) if method == "append" else call("list", more)
        case _:
            return None
    match place:
        case ast.Subscript(ast.Name(id=variable), key):
            return variable, key, added
        case ast.Call(ast.Attribute(ast.Name(id=variable), "setdefault"), [key, ast.List([])]):
            return variable, key, added
    return None


def is_no_list(value: ast.expr) -> bool:
    """`[]`: what will be in it, nothing says here."""
    return isinstance(value, ast.List) and not value.elts


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
        self.generic_visit(node)
        match target:
            case ast.Subscript(ast.Name(id=each), key) if each in self.words and is_no_list(node.value):
                return at(node, ast.Expr(ast.Call(Word("begin_list", ast.Load()), [name(each), key], [])))
        return [*self.hint_of_item(node, target, node.value), node]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        return [*self.hint_of_item(node, node.target, node.value), node]

    def visit_Expr(self, node: ast.Expr) -> Any:
        place = longer_list(node.value)
        told = self.hint(node, *place) if place else []
        self.generic_visit(node)
        return [*told, node]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`groups.setdefault(key, [])`, `groups.get(key, [])`."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name(id=variable), method), [key, default], []):
                if variable in self.words and method in OF_LISTS and is_no_list(default):
                    word = Word(OF_LISTS[method], ast.Load())
                    return placed(ast.copy_location(ast.Call(word, [name(variable), key], []), node))
        return node

    def hint_of_item(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """What `d[key] = value` puts into the lists."""
        match target:
            case ast.Subscript(ast.Name(id=variable), key):
                return self.hint(node, variable, key, value)
        return []

    def hint(self, node: ast.stmt, variable: str, key: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """What is put into the lists, never done."""
        if variable not in self.words:
            return []
        keys = self.lists[variable][0]
        parts = [Unasked(variable).visit(copy.deepcopy(part)) for part in (key, value)]
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
