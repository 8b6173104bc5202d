"""How long things are, as far as the text tells: constants, their rows, and ranges that the game fixes."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from typing import Any

from zermelo.kernel.compiler.loops import numbers_of
from zermelo.kernel.compiler.pieces import is_call
from zermelo.kernel.walking import walk

Lengths = tuple[int, ...]
"""Of a thing, of each of its rows, of each of their rows, as far as all of them are alike."""


def lengths_of(value: Any) -> Lengths:
    """Of a constant."""
    if not isinstance(value, tuple | list):
        return ()
    below = {lengths_of(part) for part in value}
    return (len(value), *(below.pop() if len(below) == 1 else ()))


class KnownLengths:
    """The lengths of what one function loops over."""

    def __init__(self, tree: ast.FunctionDef, constants: dict[str, Any]) -> None:
        self.constants = constants
        self.stored = Counter(argument.arg for argument in tree.args.args)
        self.stored += Counter(
            part.id for part in walk(tree) if isinstance(part, ast.Name) and is_stored(part)
        )
        self.sources = defaultdict[str, list[ast.expr]](list)
        """What each variable of a loop takes its values from."""
        for loop in (part for part in walk(tree) if isinstance(part, ast.For)):
            for target, source in taken_from(loop):
                self.sources[target].append(source)

    def of(self, source: ast.expr) -> Lengths:
        """Of what an expression gives; nothing where they are not known."""
        if is_call(source, "range"):
            return (len(numbers_of(source, self.constants)),)
        if isinstance(source, ast.Subscript) and not isinstance(source.slice, ast.Slice | ast.Tuple):
            return self.of(source.value)[1:]
        if not isinstance(source, ast.Name):
            return ()
        if self.stored[source.id] == 0:
            return lengths_of(self.constants.get(source.id))
        if len(self.sources[source.id]) < self.stored[source.id]:
            return ()
        found = {self.of(each)[1:] for each in self.sources[source.id]}
        return found.pop() if len(found) == 1 else ()


def taken_from(loop: ast.For) -> list[tuple[str, ast.expr]]:
    """The variables of a loop, each with what it takes its values from, where that is plain."""
    targets, sources = [loop.target], [loop.iter]
    if isinstance(loop.target, ast.Tuple) and is_call(loop.iter, "enumerate", "zip"):
        targets, sources = loop.target.elts, loop.iter.args  # type: ignore[attr-defined]
        targets = targets[1:] if is_call(loop.iter, "enumerate") else targets
    pairs = zip(targets, sources, strict=False)
    return [(target.id, source) for target, source in pairs if isinstance(target, ast.Name)]


def is_stored(part: ast.Name) -> bool:
    return isinstance(part.ctx, ast.Store | ast.Del)
