"""The idioms of texts, turned into words that both worlds have."""

from __future__ import annotations

import ast

from zermelo.kernel.compiler.pieces import Comprehension, call, is_call
from zermelo.kernel.walking import Transformer, placed


class TextIdioms(Transformer):
    """What is done with `"".join(…)`."""

    listed: dict[str, ast.expr]
    """Lists that are as long as something else."""

    def tuple_of(self, node: ast.Call, source: Comprehension) -> ast.expr:
        """`tuple(…)` of a comprehension."""
        raise NotImplementedError

    def apart(self, source: Comprehension) -> Comprehension:
        """A comprehension whose variables have names of their own."""
        raise NotImplementedError

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """`f"{file}{rank}"`: its parts, joined."""
        self.generic_visit(node)
        parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
        texts: list[ast.expr] = [
            part if isinstance(part, ast.Constant) else call("str_of", part) for part in parts
        ]
        return ast.copy_location(call("joined", ast.Tuple(texts, ast.Load())), node)

    def join(self, node: ast.Call, source: ast.expr) -> ast.expr:
        """`"".join(…)`: as long as what it goes over, where every letter of that gives one."""
        if isinstance(source, ast.Name) and source.id in self.listed:
            return ast.copy_location(call("text_like", self.listed[source.id], source), node)
        if is_call(source, "backwards"):  # as long as what is read backwards
            backwards = ast.Slice(None, None, ast.Constant(-1))
            turned = ast.Subscript(source.args[0], backwards, ast.Load())  # type: ignore[attr-defined]
            return ast.copy_location(call("joined", turned), node)
        if not isinstance(source, Comprehension):
            return ast.copy_location(call("joined", source), node)
        clause = source.generators[0]
        every = len(source.generators) == 1 and not clause.ifs
        if every and is_call(clause.iter, "range"):
            return ast.copy_location(call("joined", self.tuple_of(node, self.apart(source))), node)
        listed = ast.copy_location(ast.ListComp(source.elt, source.generators), node)
        over = clause.iter.args[0] if is_call(clause.iter, "enumerate", "zip") else clause.iter  # type: ignore[attr-defined]
        if every and isinstance(over, ast.Name | ast.Attribute):
            return ast.copy_location(call("text_like", over, listed), node)
        return ast.copy_location(call("joined", listed), node)

    def join_with(self, node: ast.Call, separator: ast.expr, source: ast.expr) -> ast.expr:
        """`"|".join((row, who))` is a sum; of other texts it is a word."""
        if isinstance(source, ast.List | ast.Tuple) and source.elts and isinstance(separator, ast.Constant):
            found, *others = source.elts
            for piece in others:
                found = ast.BinOp(ast.BinOp(found, ast.Add(), separator), ast.Add(), piece)
            return placed(ast.copy_location(found, node))
        if isinstance(source, ast.GeneratorExp):
            source = ast.copy_location(ast.ListComp(source.elt, source.generators), source)
        return placed(ast.copy_location(call("joined_with", separator, source), node))
