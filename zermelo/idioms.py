"""The idioms students write, turned into plain loops: syntax tree in, syntax tree out.

Numba takes neither generator expressions nor `any`, `all`, `tuple(...)`, slices of
variable length or `_replace`.  Each becomes a small function of its own, called in
place, with the local names it reads as arguments.  Both worlds run the result.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.errors import CannotCompile

Comprehension = ast.GeneratorExp | ast.ListComp
REDUCTIONS = ("any", "all", "sum", "min", "max", "tuple", "len")
UNROLLED = 1024
"""A `range` of a known length up to this becomes a tuple inside `tuple(... for ...)`."""


def name(identifier: str) -> ast.Name:
    return ast.Name(identifier, ast.Load())


def call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(name(function), list(arguments), [])


def statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def is_call(node: ast.AST, *functions: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def same(left: ast.AST | None, right: ast.AST | None) -> bool:
    return left is not None and right is not None and ast.unparse(left) == ast.unparse(right)


class Idioms(ast.NodeTransformer):
    """Rewrites one function; `helpers` are the functions it needs beside it."""

    def __init__(self, prefix: str, local: set[str], constant: Callable[[ast.expr], Any], fields: dict[str, tuple[str, ...]]):
        self.prefix, self.local, self.constant, self.fields = prefix, local, constant, fields
        self.helpers: list[ast.FunctionDef] = []

    # -- helper functions ------------------------------------------------------------------

    def helper(self, node: ast.expr, kind: str, body: list[ast.stmt], *, bound: set[str] = frozenset()) -> ast.Call:  # type: ignore[assignment]
        """A call, in the place of `node`, of a new function with this body."""
        module = ast.Module(body, [])
        free = sorted((names_in(module) & self.local) - bound)
        function = ast.FunctionDef(
            f"{self.prefix}_{kind}{len(self.helpers) + 1}",
            ast.arguments([], [ast.arg(argument) for argument in free], None, [], [], None, []),
            body,
            [],
        )
        for part in ast.walk(function):
            if "lineno" in part._attributes:
                part.lineno = part.end_lineno = node.lineno  # type: ignore[attr-defined]
                part.col_offset = part.end_col_offset = 0  # type: ignore[attr-defined]
        self.helpers.append(function)
        return ast.copy_location(call(function.name, *map(name, free)), node)

    def loops(self, comprehension: Comprehension, innermost: list[ast.stmt]) -> list[ast.stmt]:
        """The nested `for`s and `if`s of a comprehension around `innermost`."""
        body = innermost
        for clause in reversed(comprehension.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return body

    def bound_in(self, comprehension: Comprehension) -> set[str]:
        return set().union(*(names_in(clause.target) for clause in comprehension.generators))

    # -- calls -----------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in REDUCTIONS:
            return self.reduction(node, node.func.id)
        if is_call(node, "reversed") and len(node.args) == 1:
            return ast.copy_location(call("backwards", *node.args), node)
        if isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        return node

    def method(self, node: ast.Call, function: ast.Attribute) -> ast.expr:
        receiver, method = function.value, function.attr
        if method == "count" and is_call(receiver, "bin") and len(node.args) == 1:
            return ast.copy_location(call("bit_count", *receiver.args), node)  # type: ignore[attr-defined]
        if method in ("bit_count", "bit_length") and not node.args:
            return ast.copy_location(call(method, receiver), node)
        if method == "count" and len(node.args) == 1:
            return ast.copy_location(call("count", receiver, *node.args), node)
        if method == "_replace" and not node.args:
            return self.replaced_fields(node, receiver)
        return node

    def replaced_fields(self, node: ast.Call, receiver: ast.expr) -> ast.expr:
        new = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        owners = [owner for owner, fields in self.fields.items() if set(new) <= set(fields)]
        if len(owners) != 1:
            raise CannotCompile("_replace", "write the constructor, State(...), with every field", f"line {node.lineno}")
        fields = self.fields[owners[0]]
        if isinstance(receiver, ast.Name):
            parts = [new.get(field) or ast.Attribute(receiver, field, ast.Load()) for field in fields]
            return ast.copy_location(call(owners[0], *parts), node)
        before = ast.Assign([ast.Name("before", ast.Store())], receiver)
        parts = [new.get(field) or ast.Attribute(name("before"), field, ast.Load()) for field in fields]
        return self.helper(node, "replaced", [before, ast.Return(call(owners[0], *parts))], bound={"before"})

    def reduction(self, node: ast.Call, kind: str) -> ast.expr:
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        if not node.args or isinstance(node.args[0], ast.Starred):
            return node
        source = node.args[0]
        if isinstance(source, Comprehension):
            return self.comprehension(node, kind, source, options)
        if kind in ("any", "all"):
            return ast.copy_location(call(f"{kind}_of", source), node)
        if kind in ("min", "max") and options:
            source = source if len(node.args) == 1 else ast.Tuple(list(node.args), ast.Load())
            every = ast.comprehension(ast.Name("each", ast.Store()), source, [], 0)
            return self.extreme(node, kind, ast.GeneratorExp(name("each"), [every]), options)
        return node

    def comprehension(self, node: ast.Call, kind: str, source: Comprehension, options: dict[str | None, ast.expr]) -> ast.expr:
        bound = self.bound_in(source)
        if kind in ("any", "all"):
            found = source.elt if kind == "any" else ast.UnaryOp(ast.Not(), source.elt)
            step: list[ast.stmt] = [ast.If(found, _return(kind == "any"), [])]
            return self.helper(node, kind, [*self.loops(source, step), *_return(kind == "all")], bound=bound)
        if kind == "sum" or (kind == "len" and isinstance(source, ast.ListComp)):
            start = node.args[1] if len(node.args) == 2 else ast.Constant(0)
            element = source.elt if kind == "sum" else ast.Constant(1)
            add = ast.AugAssign(ast.Name("total", ast.Store()), ast.Add(), element)
            body = [ast.Assign([ast.Name("total", ast.Store())], start), *self.loops(source, [add])]
            return self.helper(node, "sum", [*body, ast.Return(name("total"))], bound=bound | {"total"})
        if kind in ("min", "max"):
            return self.extreme(node, kind, source, options)
        if kind == "tuple":
            return self.tuple_of(node, source)
        return node

    def extreme(self, node: ast.Call, kind: str, source: Comprehension, options: dict[str | None, ast.expr]) -> ast.expr:
        """`min` and `max` with `key=` and `default=`: the first of the best, as Python has it."""
        key = options.get("key")
        value: ast.expr = name("item")
        bound = self.bound_in(source) | {"item", "value", "best", "best_value", "found"}
        step = [ast.Assign([ast.Name("item", ast.Store())], source.elt)]
        if isinstance(key, ast.Lambda):
            parameter = key.args.args[0].arg
            bound |= {parameter}
            step.append(ast.Assign([ast.Name(parameter, ast.Store())], name("item")))
            value = key.body
        elif key is not None:
            value = ast.Call(key, [name("item")], [])
        step.append(ast.Assign([ast.Name("value", ast.Store())], value))
        better = f"value {'<' if kind == 'min' else '>'} best_value"
        step += statements(f"if not found or {better}:\n    best = item\n    best_value = value\n    found = True")
        body = [*statements("found = False"), *self.loops(source, step)]
        if "default" in options:
            body.append(ast.If(ast.UnaryOp(ast.Not(), name("found")), [ast.Return(options["default"])], []))
        else:
            body += statements(f"if not found:\n    raise ValueError('{kind}() of nothing')")
        return self.helper(node, kind, [*body, ast.Return(name("best"))], bound=bound)

    def tuple_of(self, node: ast.Call, source: Comprehension) -> ast.expr:
        """`tuple(f(x) for x in cells)`: as long as `cells`, filled one by one."""
        clause = source.generators[0]
        if len(source.generators) > 1 or clause.ifs:
            raise CannotCompile("tuple(...) of unknown length", "a state's tuples have a fixed length", f"line {node.lineno}")
        cells, bind = self.elements(clause.target, clause.iter)
        bound = self.bound_in(source) | {"index", "out"}
        at = [*bind, ast.Assign([ast.Name("item", ast.Store())], source.elt)]
        body: list[ast.stmt] = [
            *statements("index = 0"),
            *at,
            ast.Assign([ast.Name("out", ast.Store())], call("filled", cells, name("item"))),
            ast.For(
                ast.Name("index", ast.Store()),
                call("range", ast.Constant(1), call("len", cells)),
                [*at, *statements("out = replace(out, index, item)")],
                [],
            ),
            ast.Return(name("out")),
        ]
        return self.helper(node, "tuple", body, bound=bound | {"item"})

    def elements(self, target: ast.expr, source: ast.expr) -> tuple[ast.expr, list[ast.stmt]]:
        """A tuple with one element per turn of the loop, and the statements that set `target` at `index`."""

        def at_index(cells: ast.expr) -> ast.expr:
            return ast.Subscript(cells, name("index"), ast.Load())

        if is_call(source, "enumerate") and len(source.args) == 1:  # type: ignore[attr-defined]
            cells = source.args[0]  # type: ignore[attr-defined]
            return cells, [ast.Assign([target], ast.Tuple([name("index"), at_index(cells)], ast.Load()))]
        if is_call(source, "zip"):
            each = source.args  # type: ignore[attr-defined]
            return each[0], [ast.Assign([target], ast.Tuple([at_index(cells) for cells in each], ast.Load()))]
        if is_call(source, "range"):
            bounds = [self.constant(argument) for argument in source.args]  # type: ignore[attr-defined]
            if not all(isinstance(bound, int) for bound in bounds) or len(range(*bounds)) > UNROLLED:
                raise CannotCompile(
                    "tuple(... for ... in range(n)) with an n that the game does not fix",
                    "take n from a parameter or a constant",
                    f"line {source.lineno}",
                )
            source = ast.Tuple([ast.Constant(index) for index in range(*bounds)], ast.Load())
        return source, [ast.Assign([target], at_index(source))]

    # -- slices ----------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`t[:i] + (v,) + t[i + 1:]` is `replace(t, i, v)`."""
        self.generic_visit(node)
        left = node.left
        if not (isinstance(node.op, ast.Add) and isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add)):
            return node
        middle = left.right
        if not (isinstance(middle, ast.Tuple) and len(middle.elts) == 1):
            return node
        return self.spliced(node, left.left, middle.elts[0], node.right)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """`(*t[:i], v, *t[i + 1:])` is `replace(t, i, v)`."""
        self.generic_visit(node)
        if len(node.elts) == 3 and isinstance(node.elts[0], ast.Starred) and isinstance(node.elts[2], ast.Starred):
            return self.spliced(node, node.elts[0].value, node.elts[1], node.elts[2].value)
        return node

    def spliced(self, node: ast.expr, before: ast.expr, value: ast.expr, after: ast.expr) -> ast.expr:
        if not (_is_slice(before) and _is_slice(after) and same(before.value, after.value)):  # type: ignore[attr-defined]
            return node
        head, tail = before.slice, after.slice  # type: ignore[attr-defined]
        starts = head.lower is None or same(head.lower, ast.Constant(0))
        if not starts or tail.upper is not None or head.upper is None or tail.lower is None:
            return node
        following = ast.BinOp(head.upper, ast.Add(), ast.Constant(1))
        constant = isinstance(head.upper, ast.Constant) and isinstance(tail.lower, ast.Constant)
        if not (same(tail.lower, following) or (constant and tail.lower.value == head.upper.value + 1)):
            return node
        return ast.copy_location(call("replace", before.value, head.upper, value), node)  # type: ignore[attr-defined]

    # -- statements ------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """`yield from x` is `for item in x: yield item`."""
        self.generic_visit(node)
        if not isinstance(node.value, ast.YieldFrom):
            return node
        each = ast.Expr(ast.Yield(name("each_item")))
        loop = ast.For(ast.Name("each_item", ast.Store()), node.value.value, [each], [])
        return ast.fix_missing_locations(ast.copy_location(loop, node))


def _return(value: bool) -> list[ast.stmt]:
    return [ast.Return(ast.Constant(value))]


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.step is None


class HoistWalrus(ast.NodeTransformer):
    """`if (x := f(s)) > 3:` is `x = f(s)`, then `if x > 3:`; a `while` tests at the top of its body."""

    def __init__(self) -> None:
        self.hoisted: list[ast.stmt] = []

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self.generic_visit(node)
        self.hoisted.append(ast.copy_location(ast.Assign([node.target], node.value), node))
        return ast.copy_location(ast.Name(node.target.id, ast.Load()), node)

    def _guard(self, node: ast.expr) -> None:
        if any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
            raise CannotCompile(
                "`:=` where it may or may not be reached", "assign on a line of its own", f"line {node.lineno}"
            )

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        for value in node.values[1:]:
            self._guard(value)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self._guard(node.body)
        self._guard(node.orelse)
        return self.generic_visit(node)  # type: ignore[return-value]

    def comprehension(self, node: Any) -> Any:
        self._guard(node)
        return node

    visit_GeneratorExp = visit_ListComp = visit_Lambda = comprehension


def hoist(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements without `:=`, in the same order of evaluation."""
    flat: list[ast.stmt] = []
    for statement in body:
        for field in ("body", "orelse"):
            if isinstance(getattr(statement, field, None), list):
                setattr(statement, field, hoist(getattr(statement, field)))
        walrus = HoistWalrus()
        if isinstance(statement, ast.If):
            statement.test = walrus.visit(statement.test)
        elif isinstance(statement, ast.For):
            statement.iter = walrus.visit(statement.iter)
        elif isinstance(statement, ast.While):
            statement.test = walrus.visit(statement.test)
            if walrus.hoisted:
                leave = ast.If(ast.UnaryOp(ast.Not(), statement.test), [ast.Break()], [])
                statement.body = [*walrus.hoisted, ast.copy_location(leave, statement), *statement.body]
                statement.test, walrus.hoisted = ast.copy_location(ast.Constant(True), statement), []
        elif isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return | ast.Expr):
            statement = walrus.visit(statement)
        flat += [*walrus.hoisted, statement]
    return flat
