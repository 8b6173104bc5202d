"""Long fields of a state, such as its board, taken out of it once: each use would copy them whole."""

from __future__ import annotations

import ast

from zermelo.kernel.compiler.pieces import located, name, names_in
from zermelo.kernel.compiler.shape import Shape
from zermelo.kernel.run import LONG
from zermelo.kernel.structs import fields_of
from zermelo.kernel.walking import Transformer, walk


def long_fields(structs: dict[str, Shape]) -> set[str]:
    """The names of fields that are long tuples."""
    found: set[str] = set()
    for shape in structs.values():
        fields = fields_of(shape.struct) if shape.struct else ()
        found |= {field for field, part in zip(fields, shape.parts, strict=True) if len(part.parts) > LONG}
    return found


class KeptFields(Transformer):
    """`state.cells[i]` as `cells_of_state[i]`, where `state` is a parameter that keeps its value."""

    def __init__(self, tree: ast.FunctionDef, fields: set[str]) -> None:
        assigned = {part.id for part in walk(tree) if isinstance(part, ast.Name) and is_set(part)}
        self.parameters = {argument.arg for argument in tree.args.args} - assigned
        self.fields, self.used, self.kept = fields, names_in(tree), dict[str, ast.Attribute]()

    def around(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        body = [self.visit(part) for part in tree.body]
        taken: list[ast.stmt] = [
            ast.Assign([ast.Name(each, ast.Store())], of) for each, of in self.kept.items()
        ]
        tree.body = [*located(taken, tree.body[0]), *body]
        return tree

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        owner = node.value
        if node.attr not in self.fields or not isinstance(owner, ast.Name) or owner.id not in self.parameters:
            return node
        kept = f"{node.attr}_of_{owner.id}"
        while kept in self.used:
            kept += "_"
        self.kept.setdefault(kept, ast.Attribute(name(owner.id), node.attr, ast.Load()))
        return ast.copy_location(name(kept), node)


def is_set(part: ast.Name) -> bool:
    return isinstance(part.ctx, ast.Store | ast.Del)
