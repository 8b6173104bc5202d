"""`"%s%d" % (file, rank)` and `"{}{}".format(file, rank)`, as the f-strings that they are."""

from __future__ import annotations

import ast
import re

from zermelo.kernel.compiler.pieces import call
from zermelo.kernel.walking import Transformer


class Formats(Transformer):
    """Of what is printed plainly: `%s`, `%d`, `{}`, `{0}`; how wide a number is to be is for people."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Constant(str(text)), ast.Mod(), right):
                return self.percent(node, text, right.elts if isinstance(right, ast.Tuple) else [right])
        return node

    def percent(self, node: ast.BinOp, text: str, given: list[ast.expr]) -> ast.expr:
        """`"%s%d" % (file, rank)`."""
        *texts, last = re.split("(%[sd])", text)
        if len(texts) != 2 * len(given) or any("%" in text for text in [*texts[::2], last]):
            return node
        pairs = zip(texts[1::2], given, strict=True)
        return f_string(
            node, [*texts[::2], last], [call("int", part) if sign == "%d" else part for sign, part in pairs]
        )

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(ast.Constant(str(text)), "format") if not node.keywords:
                return self.formatted(node, text)
        return node

    def formatted(self, node: ast.Call, text: str) -> ast.expr:
        """`"{}{}".format(file, rank)`."""
        *texts, last = re.split(r"\{(\d*)\}", text)
        places = [int(place or index) for index, place in enumerate(texts[1::2])]
        plain = not any(set(part) & set("{}") for part in [*texts[::2], last])
        if not plain or any(place >= len(node.args) for place in places):
            return node
        return f_string(node, [*texts[::2], last], [node.args[place] for place in places])


def f_string(node: ast.expr, texts: list[str], values: list[ast.expr]) -> ast.expr:
    """These texts with these values between them."""
    parts: list[ast.expr] = []
    for text, value in zip(texts, [*values, None], strict=True):
        parts += [ast.Constant(text)] if text else []
        parts += [ast.FormattedValue(value, -1)] if value is not None else []
    for part in parts:
        ast.copy_location(part, node)
    return ast.copy_location(ast.JoinedStr(parts), node)
