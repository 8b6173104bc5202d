"""The lines of a unit, and where each came from."""

from __future__ import annotations

import ast

from zermelo.kernel.compiler.syntax import without_annotations
from zermelo.kernel.parsing import parsed
from zermelo.kernel.walking import placed, walk


class Writer:
    """Collects the lines of the unit and where each came from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origin: dict[int, tuple[str, int]] = {}

    def plain(self, *lines: str) -> None:
        for text in lines:
            self.lines += text.split("\n")

    def function(self, tree: ast.FunctionDef, file: str, decorator: str) -> None:
        tree = without_annotations(tree)
        text = ast.unparse(placed(tree))
        first = len(self.lines) + 2
        for written, original in zip(statements_in(parsed(text).body[0]), statements_in(tree), strict=True):
            self.origin.setdefault(first + written.lineno - 1, (file, original.lineno))
        self.plain(decorator, text, "")


def statements_in(tree: ast.AST) -> list[ast.stmt]:
    """All statements, in an order that survives unparsing and parsing."""
    return [part for part in walk(tree) if isinstance(part, ast.stmt)]
