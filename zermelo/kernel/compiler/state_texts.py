"""A long text that a rule puts together for another state: `"".join(rows)`, `board[:a] + piece + rest`.

A machine has no texts of any length.  One that goes nowhere but into the state is as long as the state's: its
pieces are laid down letter by letter, and it is an error where they are more or fewer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from zermelo.kernel.compiler.codes import built_text
from zermelo.kernel.compiler.pieces import call, is_call
from zermelo.kernel.compiler.shape import Shape
from zermelo.kernel.parsing import expression
from zermelo.kernel.walking import Transformer, walk


def long_texts(tree: ast.FunctionDef, state: Shape) -> list[tuple[ast.expr, Shape]]:
    """The texts that are put together for a state, each with what the state has in its place."""
    found, variables = list[tuple[ast.expr, Shape]](), dict[str, Shape]()
    returned = list(in_states(tree, state))
    for part, shape in returned:
        if isinstance(part, ast.Name):
            variables[part.id] = shape
        elif is_sum(part) or (is_call(part, "joined") and state.kind != "struct"):
            found.append((part, shape))
    inside = {id(part) for part, _ in returned}
    kept = [each for each in variables if all(id(part) in inside for part in readings(tree, each))]
    for assigned in (part for part in walk(tree) if isinstance(part, ast.Assign)):
        target = assigned.targets[0]
        if isinstance(target, ast.Name) and target.id in kept and is_put_together(assigned.value):
            found.append((assigned.value, variables[target.id]))
    return found


def in_states(tree: ast.FunctionDef, state: Shape) -> Iterator[tuple[ast.expr, Shape]]:
    """What is given in the place of a long text."""
    for value in states_given(tree):
        if state.kind == "letters":
            yield value, state
        elif isinstance(value, ast.Tuple | ast.Call):
            given = value.elts if isinstance(value, ast.Tuple) else value.args
            pairs = zip(given, state.parts, strict=False)
            yield from ((part, shape) for part, shape in pairs if shape.kind == "letters")


def states_given(tree: ast.FunctionDef) -> Iterator[ast.expr]:
    """What is returned or yielded; of a list, every element."""
    for part in walk(tree):
        value = part.value if isinstance(part, ast.Return | ast.Yield) else None
        if isinstance(value, ast.List):
            yield from value.elts
        elif value is not None:
            yield value


def readings(tree: ast.FunctionDef, variable: str) -> Iterator[ast.Name]:
    """Where a variable is read."""
    for part in walk(tree):
        if isinstance(part, ast.Name) and part.id == variable and isinstance(part.ctx, ast.Load):
            yield part


def is_sum(node: ast.AST) -> TypeGuard[ast.BinOp]:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)


def is_put_together(node: ast.expr) -> bool:
    return is_sum(node) or is_call(node, "joined")


class LaidDown(Transformer):
    """These texts, laid down piece by piece."""

    def __init__(self, texts: list[tuple[ast.expr, Shape]]) -> None:
        self.texts = {id(text): shape for text, shape in texts}

    def visit(self, node: ast.AST) -> ast.AST:
        shape = self.texts.get(id(node))
        if shape is None:
            return self.generic_visit(node)
        found: ast.expr = call("no_letters")
        for piece in pieces_of(node):
            found = laid_down(found, piece)
        like = expression(built_text(shape, ["0"] * shape.words))
        return ast.copy_location(call("tuple_like", like, found), node)


def pieces_of(node: ast.AST) -> list[ast.expr]:
    if is_sum(node):
        return [*pieces_of(node.left), *pieces_of(node.right)]
    return [node.args[0] if is_call(node, "joined") else node]  # type: ignore[attr-defined, list-item]


def laid_down(found: ast.expr, piece: ast.expr) -> ast.expr:
    """A slice as long as it may be, which is not a text of a few letters, is read from where it lies."""
    if is_call(piece, "slice_of"):
        return call("laid_part", found, *piece.args)  # type: ignore[attr-defined]
    return call("laid", found, piece)
