"""What loops are over, and what they do: slices, `map`, `filter`, functions that are given, `sort`."""

from __future__ import annotations

import ast
import copy
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.any_length import is_list, is_number
from zermelo.kernel.compiler.loops import assigned
from zermelo.kernel.compiler.pieces import (
    Renamed,
    call,
    is_call,
    is_none,
    located,
    name,
    names_in,
    statements,
    unused,
)
from zermelo.kernel.compiler.refusals import RESERVED
from zermelo.kernel.parsing import expression
from zermelo.kernel.walking import Transformer, placed, walk


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


def spread(argument: ast.expr, kind: str) -> ast.expr:
    """`max(*cells, 5)` is `max(max(cells), 5)`."""
    return call(f"{kind}_of", argument.value) if isinstance(argument, ast.Starred) else argument


def returning(value: bool) -> list[ast.stmt]:
    return [ast.Return(ast.Constant(value))]


def is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.step is None


def asks(node: ast.AST) -> bool:
    """Does it call something that may change what it is given, such as `todo.pop()`?"""
    calls = (part for part in walk(node) if isinstance(part, ast.Call))
    return not all(isinstance(part.func, ast.Name) and part.func.id in RESERVED for part in calls)


def is_starred(target: ast.expr) -> bool:
    """`first, *rest`."""
    return any(isinstance(part, ast.Starred) for part in walk(target))


def side_by_side(node: ast.Compare, sides: list[str]) -> list[ast.stmt]:
    """A chain of comparisons as statements, each side of it in a variable."""
    body: list[ast.stmt] = [assigned(sides[0], node.left)]
    for place, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
        holds = ast.Compare(name(sides[place]), [sign], [name(sides[place + 1])])
        leave = ast.If(ast.UnaryOp(ast.Not(), holds), returning(False), [])
        body += [assigned(sides[place + 1], right), leave]
    return [*body, *returning(True)]


class SplitAssignments(Transformer):
    """`seen, todo = set(), [0]`, one by one; `row, column = map(int, move)` of a list."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """`count[todo.pop()] += 1` takes one out, and not one more to look at what was there."""
        if not isinstance(node.target, ast.Subscript) or not asks(node.target.slice):
            return node
        place = unused("place", self.taken)
        self.taken.add(place)
        before = assigned(place, node.target.slice)
        node.target.slice = name(place)
        return located([before, node], node)

    def visit_For(self, node: ast.For) -> ast.stmt:
        """`for first, *rest in rows`."""
        if is_starred(node.target):
            whole = unused("whole", self.taken)
            self.taken.add(whole)
            taken = ast.copy_location(ast.Assign([node.target], name(whole)), node)
            node.target = ast.copy_location(ast.Name(whole, ast.Store()), node.target)
            node.body = [placed(taken), *node.body]
        return self.generic_visit(node)  # type: ignore[return-value]

    def comprehension(self, node: Any) -> Any:
        if any(is_starred(clause.target) for clause in node.generators):
            raise CannotCompile("a star in a comprehension", "write a loop", f"line {node.lineno}")
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = comprehension

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """`(takes if captured else steps).append(move)`."""
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.IfExp() as either)) as changing:
                ways = [copy.deepcopy(changing) for _ in range(2)]
                for way, receiver in zip(ways, (either.body, either.orelse), strict=True):
                    way.func.value = receiver  # type: ignore[attr-defined]
                body, orelse = ([ast.Expr(way)] for way in ways)
                return placed(ast.copy_location(ast.If(either.test, [*body], [*orelse]), node))
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
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
