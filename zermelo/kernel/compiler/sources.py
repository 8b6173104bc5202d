"""What loops are over, and what they do: slices, `map`, `filter`, functions that are given, `sort`."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.kernel.compiler.any_length import is_list, is_number
from zermelo.kernel.compiler.pieces import (
    Renamed,
    call,
    is_call,
    is_none,
    located,
    name,
    names_in,
    statements,
)
from zermelo.kernel.parsing import expression
from zermelo.kernel.walking import Transformer, walk


def part_of(source: ast.expr) -> ast.expr:
    """`cells[a:b]` as something to loop over, where its length is not known."""
    if not isinstance(source, ast.Subscript) or not isinstance(source.slice, ast.Slice):
        return source
    bounds = source.slice
    if bounds.step is not None or (is_number(bounds.lower) and is_number(bounds.upper)):
        return source
    low = bounds.lower or ast.Constant(0)
    high = bounds.upper or call("len", source.value)
    return ast.copy_location(call("part", source.value, low, high), source)


def as_comprehension(source: ast.expr) -> ast.expr:
    """`map(f, cells)` and `filter(f, cells)` as the generators that they are; anything else as it is."""
    if not (is_call(source, "map", "filter") and len(source.args) == 2):  # type: ignore[attr-defined]
        return source
    function, cells = source.args  # type: ignore[attr-defined]
    variable = "each_" if "each" in names_in(source) else "each"
    every = ast.comprehension(ast.Name(variable, ast.Store()), cells, [], 0)
    value = applied(function, variable)
    if is_call(source, "filter"):
        every.ifs, value = [value], name(variable)
    return ast.copy_location(ast.GeneratorExp(value, [every]), source)


def is_harmless(element: ast.expr) -> bool:
    """Can it be left out where only counted?  What is computed may raise."""
    plain = ast.Name | ast.Constant | ast.Attribute | ast.Tuple | ast.expr_context
    return all(isinstance(part, plain) for part in walk(element))


def one_after_another(source: ast.expr) -> ast.expr:
    """`zip(…)` and `enumerate(…)` as a list of what they give; anything else as it is."""
    if not is_call(source, "zip", "enumerate"):
        return source
    every = ast.comprehension(ast.Name("each", ast.Store()), source, [], 0)
    return ast.copy_location(ast.ListComp(name("each"), [every]), source)


def applied(function: ast.expr | None, variable: str) -> ast.expr:
    """`function(variable)`; a lambda is written out, no function is the variable itself."""
    if function is None or is_none(function):
        return name(variable)
    if isinstance(function, ast.Lambda):
        return Renamed({function.args.args[0].arg: variable}).visit(function.body)  # type: ignore[no-any-return]
    if isinstance(function, ast.Name) and function.id in CONVERTING:
        return call(f"{function.id}_of", name(variable))
    return ast.Call(function, [name(variable)], [])


CONVERTING = ("int", "ord", "chr", "str")
"""Built-in functions that have a word of their own."""


def folding(arguments: list[ast.expr], own: dict[str, str]) -> list[ast.stmt]:
    """`reduce(lambda a, b: …, cells, start)` as a loop; without a start it begins with the first cell."""
    function, cells, *start = arguments
    assert isinstance(function, ast.Lambda)
    left, right = (parameter.arg for parameter in function.args.args)
    total, each, begun = own["total"], own["each"], own["begun"]
    step = Renamed({left: total, right: each}).visit(function.body)
    store = ast.Name(total, ast.Store())
    add: list[ast.stmt] = [ast.Assign([store], step)]
    if not start:
        first = [ast.Assign([store], name(each)), *statements(f"{begun} = True")]
        add = [ast.If(ast.UnaryOp(ast.Not(), name(begun)), first, add)]
    before = [ast.Assign([store], start[0])] if start else statements(f"{begun} = False")
    after = [] if start else statements(f"if not {begun}:\n    raise TypeError('reduce() of nothing')")
    return [*before, ast.For(ast.Name(each, ast.Store()), cells, add, []), *after, ast.Return(name(total))]


def parts_and_rest(node: ast.Assign, target: ast.Tuple | ast.List, whole: str) -> list[ast.stmt]:
    """`a, *rest = cells`, part by part; the rest is a list."""
    parts: list[ast.stmt] = [ast.Assign([ast.Name(whole, ast.Store())], node.value)]
    star = next(index for index, part in enumerate(target.elts) if isinstance(part, ast.Starred))
    for index, part in enumerate(target.elts):
        behind = len(target.elts) - index
        value = expression(f"{whole}[{index}]" if index < star else f"{whole}[-{behind}]")
        if isinstance(part, ast.Starred) and isinstance(part.value, ast.Name) and part.value.id == "_":
            continue  # which nobody reads
        if isinstance(part, ast.Starred):
            bounds = f"{index}:{1 - behind}" if behind > 1 else f"{index}:"
            part, value = part.value, call("list_of", expression(f"{whole}[{bounds}]"))
        parts.append(ast.Assign([part], value))
    return located(parts, node)


def sorting(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sort"


def sorted_in_place(node: ast.Expr) -> ast.stmt:
    receiver = node.value.func.value  # type: ignore[attr-defined]
    ordered = ast.Call(name("sorted"), [receiver], node.value.keywords)  # type: ignore[attr-defined]
    target = ast.Subscript(receiver, ast.Slice(), ast.Store())
    return located([ast.Assign([target], ordered)], node)[0]


class SplitAssignments(Transformer):
    """`seen, todo = set(), [0]`, one by one; `row, column = map(int, move)` of a list."""

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], as_comprehension(node.value)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.GeneratorExp):
            node.value = ast.copy_location(ast.ListComp(value.elt, value.generators), value)
            return node
        if len(node.targets) > 1 or not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)):
            return node
        alone = not names_in(target) & names_in(value) and all(isinstance(e, ast.Name) for e in target.elts)
        lists = any(is_list(part) or is_call(part, "set", "set_of") for part in value.elts)
        if not alone or not lists or len(target.elts) != len(value.elts):
            return node
        pairs = zip(target.elts, value.elts, strict=True)
        return [ast.copy_location(ast.Assign([one], given), node) for one, given in pairs]
