"""States as rules make them: their fields in one tuple, lists that become parts of them at once."""

from __future__ import annotations

import ast

from zermelo.kernel.compiler.codes import built_text
from zermelo.kernel.compiler.pieces import call, is_call, name
from zermelo.kernel.compiler.series_shape import has_series
from zermelo.kernel.compiler.shape import Shape
from zermelo.kernel.parsing import expression
from zermelo.kernel.walking import Transformer, walk


def packed(arguments: list[ast.expr], struct: Shape) -> ast.expr:
    """The fields as one tuple; `tuple(cells)` of a list gets the length that the field has."""
    if any(isinstance(argument, ast.Starred) for argument in arguments):
        return spread(arguments, struct)
    for index, (argument, part) in enumerate(zip(arguments, struct.parts, strict=False)):
        if is_call(argument, "joined") and part.kind == "letters":
            arguments[index] = call("tuple_like", expression(blank(part)), *argument.args)  # type: ignore[attr-defined]
        if is_call(argument, "tuple", "tuple_of") and part.kind == "tuple" and not has_series(part):
            cells = in_passing(argument).args  # type: ignore[attr-defined]
            arguments[index] = call("tuple_like", expression(blank(part)), *cells)
    return ast.Tuple(arguments, ast.Load())


def spread(arguments: list[ast.expr], struct: Shape) -> ast.expr:
    """`State(*heaps, 1)`: the star stands for as many fields as the others leave."""
    place = next(index for index, each in enumerate(arguments) if isinstance(each, ast.Starred))
    before, star, behind = arguments[:place], arguments[place], arguments[place + 1 :]
    if not before and not behind:
        return star.value  # type: ignore[attr-defined,no-any-return]
    fields = struct.parts[place : len(struct.parts) - len(behind)]
    blanks = ast.Tuple([expression(blank(part)) for part in fields], ast.Load())
    found: ast.expr = call("tuple_like", blanks, star.value)  # type: ignore[attr-defined]
    if before:
        found = ast.BinOp(ast.Tuple(before, ast.Load()), ast.Add(), found)
    return ast.BinOp(found, ast.Add(), ast.Tuple(behind, ast.Load())) if behind else found


class AsStates(Transformer):
    """What `result` returns is a state before its lists are given back."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None:
            node.value = ast.copy_location(call("as_state", in_passing(node.value)), node.value)
        return node


def in_passing(node: ast.expr) -> ast.expr:
    """What becomes part of a state at once: tuples of lists are read from these, not copied before.

    Where something is called before the state is made, that may change a list, and the copy stays.
    """
    if isinstance(node, ast.Tuple) and not any(map(may_change_lists, node.elts)):
        node.elts = [in_passing(part) for part in node.elts]
    if is_call(node, "frozen_rows"):
        node.func = ast.copy_location(name("passing_rows"), node)  # type: ignore[attr-defined]
    if is_call(node, "tuple_of"):
        node.func = ast.copy_location(name("passing"), node)  # type: ignore[attr-defined]
        made = node.args[0]  # type: ignore[attr-defined]
        if isinstance(made, ast.ListComp) and ast.unparse(made.elt) in rows_of(made):
            made.elt = in_passing(made.elt)
    return node


def rows_of(made: ast.ListComp) -> list[str]:
    """`tuple_of(row)` where `row` is what a comprehension takes from a list, one by one."""
    source, *more = made.generators
    listed = source.iter.args[0] if is_call(source.iter, "letters_of") else source.iter  # type: ignore[attr-defined]
    plain = not more and not source.ifs and isinstance(listed, ast.Name)
    return [f"tuple_of({ast.unparse(source.target)})"] if plain else []


def may_change_lists(node: ast.expr) -> bool:
    """Is anything called in it but words that only read?"""
    calls = [part for part in walk(node) if isinstance(part, ast.Call)]
    return not all(is_call(part, *READING) for part in calls)


READING = (
    *("both", "complement", "differ", "either", "left", "minus", "negative", "plus", "quotient", "remainder"),
    *("frozen_rows", "letters_of", "list_of", "member", "right", "short_text", "times", "tuple_of"),
)
"""Words that change no list that they are given."""


def blank(shape: Shape) -> str:
    """A value of this shape, all zero, as text."""
    return built_text(shape, ["0"] * shape.words)
